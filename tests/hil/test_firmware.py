"""The compiled firmware on the bench: rolls, memory, tower, LEDs, watchdog."""

import subprocess
import time
from collections.abc import Callable

import pytest

from hardware.bench import BUILD, Bench, make
from hardware.device import Device
from hardware.framing import Frame, encode
from hardware.leds import DeviceLights
from hardware.messages import (
    SCHEMA,
    Animate,
    Answer,
    AskRoll,
    AskTumble,
    Board,
    Cause,
    Effect,
    Entropy,
    Fill,
    Get,
    HelloAsk,
    Hold,
    HoldLights,
    Kind,
    Leds,
    Outcome,
    Set,
    Setting,
)
from hardware.power import limit
from hardware.problems import Refused
from hardware.rolls import RollRecord
from tests.hil.drill import made_once, shows

pytestmark = pytest.mark.avr
QUICK_TOWER = {
    Setting.SHAKE_MS: 50,
    Setting.SETTLE_MS: 60,
    Setting.FALL_MS: 8000,
    Setting.JAM_MS: 80,
    Setting.TRIES: 1,
}


def roll(device: Device, pool: bytes = b"\x02\x06") -> RollRecord:
    return device.roll(lambda number, token: AskRoll(number, token, pool), 20)


def wait_for(true: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not true():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.005)


def wait_us(bench: Bench, us: int) -> None:
    start = bench.stats()["us"]
    wait_for(lambda: bench.stats()["us"] >= start + us)


def wait_for_roll(device: Device) -> None:
    end = time.monotonic() + 20
    while not device.rolls:
        assert time.monotonic() < end, "no roll came"
        device.poll(0.01)


def saved(device: Device, bench: Bench) -> None:
    """Settings are in EEPROM when nothing more is written."""
    device.health()
    writes = -1
    while writes != (now := bench.stats()["cell_writes"]):
        writes = now
        wait_us(bench, 30_000)


@pytest.mark.parametrize(("board", "number", "leds"), [("uno", Board.UNO, 64), ("mega", Board.MEGA, 320)])
def test_both_boards_greet_with_the_dictionary_they_were_made_from(
    avr_tools: None,  # noqa: ARG001
    board: str,
    number: Board,
    leds: int,
) -> None:
    with Bench(board, fast=True) as bench:
        device = Device(bench.link)
        hello = device.connect()
        assert (hello.schema, hello.board, hello.leds) == (SCHEMA, number, leds)
        assert roll(device).id == 1
        device.do(Fill(0, leds, 9, 8, 7, 1))
        assert shows(bench, limit(bytes([9, 8, 7] * leds), 255, 400))
        device.close()


@pytest.mark.parametrize(
    "pool", [b"\x01\x02", b"\x1c\x06", b"\x01\x64", b"\x02\x06\x01\x08\x01\x14\x01\x0a\x02\x04"]
)
def test_any_pool_from_coins_to_percentiles_is_rolled(device: Device, pool: bytes) -> None:
    record = roll(device, pool)
    assert bytes(part for group in record.groups for part in group) == pool
    assert len(record.values) == sum(pool[::2])


@pytest.mark.parametrize("pool", [b"", b"\x01", b"\x00\x06", b"\x01\x01", b"\x01\x65", b"\x1d\x06"])
def test_a_pool_that_can_not_be_rolled_is_refused(device: Device, pool: bytes) -> None:
    with pytest.raises(Refused, match="range"):
        roll(device, pool)


def test_the_same_number_asked_twice_is_one_roll(device: Device, bench: Bench) -> None:
    first = roll(device)
    for _ in range(3):
        device.do(AskRoll(first.id, 99, b"\x02\x06"))
    device.poll(0.05)
    assert len(made_once(bench.made)) == 1


def unacknowledged(bench: Bench, durable: int) -> RollRecord | None:
    """A roll made while nobody listens."""
    device = Device(bench.link)
    device.connect()
    device.do(Set(Setting.DURABLE, durable))
    saved(device, bench)
    wait_for(lambda: device.health().entropy == Entropy.GOOD)
    device.close()
    deaf = bench.link()
    for frame in (Frame(1, HelloAsk()), Frame(2, AskRoll(1, 5, b"\x03\x06"))):
        deaf.write(encode(frame))
    wait_for(lambda: len(bench.made) > 0)
    deaf.close()
    return made_once(bench.made)[0]


@pytest.mark.parametrize(
    ("durable", "blow"),
    [(1, "reset"), (1, "power"), (0, "reset")],
    ids=["EEPROM-reset", "EEPROM-power", "RAM-reset"],
)
def test_a_roll_nobody_acknowledged_survives(bench: Bench, durable: int, blow: str) -> None:
    made = unacknowledged(bench, durable)
    bench.tell(blow)
    second = Device(bench.link)
    assert second.connect().last_roll == 1
    wait_for_roll(second)
    assert second.rolls[0] == made
    wait_for(lambda: second.health().pending == 0)
    second.close()


def test_an_acknowledged_roll_is_not_said_again_after_a_power_cut(device: Device, bench: Bench) -> None:
    roll(device)
    wait_for(lambda: device.health().pending == 0)
    saved(device, bench)
    bench.power_cut()
    device.close()
    fresh = Device(bench.link)
    hello = fresh.connect()
    assert (hello.last_roll, hello.pending) == (1, 0)
    fresh.close()


def test_without_noise_it_refuses_to_roll_and_with_noise_it_recovers(device: Device, bench: Bench) -> None:
    roll(device)
    bench.stuck(2400)
    wait_for(lambda: device.health().entropy == Entropy.FAILED)
    with pytest.raises(Refused, match="A0"):
        device.roll(lambda number, token: AskRoll(number, token, b"\x01\x06"), 0.3)
    bench.noise(40)
    assert roll(device).kind == Kind.CHIP


def test_two_starts_with_different_noise_roll_differently(avr_tools: None) -> None:  # noqa: ARG001
    seen = set()
    for seed in (1, 2):
        with Bench("uno", seed=seed, fast=True) as bench:
            device = Device(bench.link)
            device.connect()
            seen.add(roll(device, b"\x1c\x64").values)
            device.close()
    assert len(seen) == 2


def test_settings_survive_a_power_cut_and_bad_ones_are_refused(device: Device, bench: Bench) -> None:
    device.do(Set(Setting.BUDGET_MA, 1234))
    saved(device, bench)
    bench.power_cut()
    assert device.setting(Get(Setting.BUDGET_MA)) == 1234
    with pytest.raises(Refused):
        device.do(Set(Setting.BRIGHTNESS, 256))
    with pytest.raises(Refused):
        device.do(Set(99, 1))


@pytest.mark.parametrize("after_us", range(0, 90_000, 9_000))
def test_a_save_cut_short_leaves_the_old_setting_or_the_new(
    device: Device, bench: Bench, after_us: int
) -> None:
    device.do(Set(Setting.BUDGET_MA, 1111))
    saved(device, bench)
    device.do(Set(Setting.BUDGET_MA, 2222))
    start = bench.stats()["us"]
    wait_for(lambda: bench.stats()["us"] >= start + after_us)
    bench.power_cut()
    assert device.setting(Get(Setting.BUDGET_MA)) in (1111, 2222)
    assert device.setting(Get(Setting.TRIES)) == 3


def test_a_hung_firmware_is_reset_by_its_watchdog_and_rolls_on(device: Device, bench: Bench) -> None:
    roll(device)
    bench.hang()
    assert roll(device).id == 2
    assert device.hello
    assert device.hello.cause == Cause.WATCHDOG


# ---- LEDs


def test_the_power_supply_is_spared_by_the_same_sum_as_on_the_host(device: Device, bench: Bench) -> None:
    white = bytes([255] * 192)
    DeviceLights(device).show(white)
    assert shows(bench, limit(white, 255, 400))
    assert sum(bench.frame) / 255 * 20 + 64 <= 400


def test_dark_while_a_picture_is_taken_and_back_after(device: Device, bench: Bench) -> None:
    lights = DeviceLights(device)
    lights.show(bytes([1, 2, 3] * 64))
    lights.hold(Hold.DARK)
    assert shows(bench, bytes(192))
    lights.hold(Hold.RUN)
    assert shows(bench, bytes([1, 2, 3] * 64))


@pytest.mark.parametrize("effect", [Effect.PULSE, Effect.CHASE, Effect.FLASH])
def test_effects_run_on_the_chip_and_keep_still_when_frozen(
    device: Device, bench: Bench, effect: Effect
) -> None:
    device.do(Animate(effect, 200, 100, 50, 400, b"\x01\x00\x02\x00\x03\x00"))
    seen = {bench.next_frame() for _ in range(15)}
    assert len(seen) > 1
    assert all(frame[12:] == bytes(180) for frame in seen)
    device.do(HoldLights(Hold.FROZEN))
    wait_us(bench, 2_000)  # its frame event trails the acknowledgement
    still, frames = bench.frame, bench.stats()["frames"]
    wait_us(bench, 400_000)
    assert (bench.frame, bench.stats()["frames"]) == (still, frames)


def test_leds_out_of_range_are_refused(device: Device) -> None:
    for message in (Leds(60, 1, bytes(15)), Leds(0, 1, bytes(4)), Fill(0, 65, 1, 1, 1, 1), HoldLights(9)):
        with pytest.raises(Refused):
            device.do(message)


def test_nothing_sent_during_an_effect_is_lost_to_the_uart(device: Device, bench: Bench) -> None:
    device.do(Animate(Effect.FLASH, 255, 0, 0, 100, b"\x00\x00"))
    retries = device.retries
    for i in range(200):
        device.do(Leds(0, 0, bytes([i] * 144)))
    stats = bench.stats()
    assert (stats["overruns"], stats["bad_pulses"], stats["early_latches"]) == (0, 0, 0)
    assert device.health().bad_frames == 0
    assert device.retries - retries <= 2


def test_a_reset_device_gets_its_whole_frame_again(device: Device, bench: Bench) -> None:
    lights = DeviceLights(device)
    lights.show(bytes([5, 0, 0] * 64))
    bench.reset()
    lights.show(bytes([5, 0, 0] * 63 + [0, 5, 0]))
    assert shows(bench, bytes([5, 0, 0] * 63 + [0, 5, 0]))


# ---- tower


def quick(device: Device) -> None:
    for setting, value in QUICK_TOWER.items():
        device.do(Set(setting, value))


def fall(bench: Bench, dice: int) -> None:
    """Dice through the beam, 4.5 ms each, the first when the shaking is over."""
    bench.pulse(bench.pins.beam, dice, 4_500, 9_000)


@pytest.mark.parametrize(
    ("asked", "fallen", "outcome"), [(3, 3, Outcome.FELL), (3, 2, Outcome.SHORT), (2, 3, Outcome.EXTRA)]
)
def test_the_tower_counts_what_falls(
    device: Device, bench: Bench, asked: int, fallen: int, outcome: Outcome
) -> None:
    quick(device)
    device.do(Animate(Effect.FLASH, 255, 0, 0, 100, b"\x00\x00"))  # LED output must not hide a die
    device.do(AskTumble(1, 9, asked))
    fall(bench, fallen)
    wait_for_roll(device)
    record = device.rolls[0]
    assert (record.kind, record.fallen, record.outcome, record.token) == (Kind.TUMBLE, fallen, outcome, 9)


def test_a_blocked_beam_is_a_jam(device: Device, bench: Bench) -> None:
    quick(device)
    bench.drive(bench.pins.beam, 0)
    record = device.roll(lambda number, token: AskTumble(number, token, 2), 10)
    assert record.outcome == Outcome.JAM


def test_the_button_tumbles_and_its_roll_arrives_once(device: Device, bench: Bench) -> None:
    quick(device)
    with bench.standing_still():
        bench.pulse(bench.pins.button, 4, 700, 900)  # contacts bounce
        bench.pulse(bench.pins.button, 1, 60_000, 0, start_us=10_000)
        bench.pulse(bench.pins.beam, 2, 4_500, 9_000, start_us=200_000)
    wait_for_roll(device)
    wait_us(bench, 300_000)
    device.poll(0.05)
    assert [(record.token, record.fallen) for record in device.rolls] == [(0, 2)]


def test_the_servo_shakes_holds_and_lets_go(device: Device, bench: Bench) -> None:
    device.do(Set(Setting.SHAKE_MS, 400))
    device.do(AskTumble(1, 9, 1))
    wait_us(bench, 600_000)
    assert {1000, 1200, 2000} <= bench.servo_seen


def test_a_chip_roll_waits_while_the_tower_tumbles(device: Device) -> None:
    device.do(AskTumble(1, 9, 1))
    reply = device.call(AskRoll(2, 3, b"\x01\x06"))
    assert getattr(reply, "answer", None) == Answer.BUSY


# ---- wear and fuzz


def test_the_log_wears_every_slot_alike(device: Device, bench: Bench) -> None:
    device.do(Set(Setting.DURABLE, 1))
    slots = (1024 - 64) // 48
    for _ in range(2 * slots):
        roll(device)
    assert bench.stats()["most_worn"] <= 3


def test_the_logic_survives_fuzzing_under_the_sanitizers(avr_tools: None) -> None:  # noqa: ARG001
    make("logic")
    for seed in (1, 2):
        done = subprocess.run(
            [str(BUILD / "fuzz"), "3000", str(seed)], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr[-2000:]
