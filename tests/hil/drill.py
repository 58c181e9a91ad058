"""The drill: rolls and LED deltas over a bad line, with resets and power cuts → every one exactly once.

python -m tests.hil.drill [--rolls 10000] [--resets 100] [--cuts 100] [--deltas 10000] [--seed 1]
"""

import argparse
import json
import random
import sys
import threading
import time
from dataclasses import asdict, dataclass

from hardware.bench import Bench
from hardware.device import Device
from hardware.leds import DeviceLights
from hardware.messages import AskRoll, Rolled
from hardware.null_modem import GarbledLink, Garbler, Rates
from hardware.power import limit
from hardware.rolls import RollRecord, from_message

RATE = 0.01  # of every mishap, a byte
DELAY_S = 0.001
RETRY_S = 0.012  # the bench runs faster than the clock: so do we
POOLS = (((2, 6),), ((1, 20),), ((3, 6), (1, 8)), ((1, 2),), ((1, 100),), ((5, 6),))
BRIGHTNESS, BUDGET_MA, LEDS = 255, 400, 64


@dataclass(frozen=True, slots=True)
class Figures:
    """What a drill found."""

    rolls: int
    made: int
    arrived_once_in_order: bool
    resets: int
    power_cuts: int
    deltas: int
    frames_equal: int
    spoilt_bytes: int
    retries: int
    overruns: int
    most_worn_cell: int
    seconds: float

    @property
    def good(self) -> bool:
        """Nothing lost, nothing twice, every frame right."""
        return self.arrived_once_in_order and self.made == self.rolls and self.frames_equal == self.deltas


def record_of(raw: bytes) -> RollRecord | None:
    """A record as the chip showed it beside the line."""
    return from_message(Rolled(int.from_bytes(raw[:4], "little"), raw[4], raw[5], raw[6:]))


def made_once(shown: list[bytes]) -> list[RollRecord | None]:
    """Rolls the chip made, in order; one that survived a reset was shown again and counts once."""
    by_id = {int.from_bytes(raw[:4], "little"): raw for raw in shown}
    again = [raw for raw in shown if by_id[int.from_bytes(raw[:4], "little")] != raw]
    assert not again, "a roll changed after it was made"
    return [record_of(raw) for raw in by_id.values()]


def drill(rolls: int, resets: int, cuts: int, deltas: int, seed: int) -> Figures:
    """Run it on the compiled firmware."""
    rng = random.Random(seed)
    start = time.monotonic()
    arrived: list[RollRecord] = []
    out, back = (Garbler(Rates(RATE, RATE, RATE, RATE, DELAY_S), random.Random(rng.random())) for _ in "io")
    with Bench("uno", seed=seed, fast=True) as bench:
        device = Device(
            lambda: GarbledLink(bench.link(), out, back), keep=arrived.append, patience_s=20, retry_s=RETRY_S
        )
        device.connect()
        blows = [bench.reset] * resets + [bench.power_cut] * cuts
        when = dict(zip(rng.sample(range(rolls), len(blows)), rng.sample(blows, len(blows)), strict=True))
        for number in range(rolls):
            timer = None
            if number in when:
                timer = threading.Timer(rng.uniform(0, 0.04), when[number])
                timer.start()
            pool = bytes(part for group in rng.choice(POOLS) for part in group)
            device.roll(lambda n, token, pool=pool: AskRoll(n, token, pool), 60)  # type: ignore[misc]
            if timer:
                timer.join()
            if rolls >= 1000 and number % 500 == 499:
                print(f"{number + 1} rolls, {time.monotonic() - start:.0f} s", file=sys.stderr)
        equal = light_deltas(bench, DeviceLights(device), deltas, rng)
        settle(device)
        stats = bench.stats()
        made = made_once(bench.made)
        device.close()
    return Figures(
        rolls=rolls,
        made=len(made),
        arrived_once_in_order=made == arrived,
        resets=resets,
        power_cuts=cuts,
        deltas=deltas,
        frames_equal=equal,
        spoilt_bytes=out.spoilt + back.spoilt,
        retries=device.retries,
        overruns=stats["overruns"],
        most_worn_cell=stats["most_worn"],
        seconds=round(time.monotonic() - start, 1),
    )


def settle(device: Device) -> None:
    """Wait until the chip holds nothing back."""
    while device.health().pending:
        device.poll(0.01)


def light_deltas(bench: Bench, lights: DeviceLights, deltas: int, rng: random.Random) -> int:
    """How many of `deltas` random changes the LEDs showed exactly."""
    frame = bytearray(3 * LEDS)
    equal = 0
    for _ in range(deltas):
        for _ in range(rng.randint(1, 4)):
            led = rng.randrange(LEDS)
            frame[3 * led : 3 * led + 3] = rng.randbytes(3)
        wanted = limit(bytes(frame), BRIGHTNESS, BUDGET_MA)
        lights.show(bytes(frame))
        equal += shows(bench, wanted)
    return equal


def shows(bench: Bench, wanted: bytes) -> bool:
    """Whether the LEDs come to show `wanted`: the frame event may trail the acknowledgement a little."""
    for _ in range(200):
        if bench.frame == wanted:
            return True
        time.sleep(0.005)
    return False


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rolls", type=int, default=10000)
    parser.add_argument("--resets", type=int, default=100)
    parser.add_argument("--cuts", type=int, default=100)
    parser.add_argument("--deltas", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    figures = drill(args.rolls, args.resets, args.cuts, args.deltas, args.seed)
    print(json.dumps(asdict(figures), indent=1))
    return 0 if figures.good else 1


if __name__ == "__main__":
    sys.exit(main())
