"""The sampler the chip runs: proven fair by counting, by statistics, and shown to catch a biased one."""

import ctypes
import random

import pytest

from hardware.fairness import judge, plot_svg
from hardware.messages import Entropy

DICE = 600_000


def rolled(logic: ctypes.CDLL, sides: int, count: int, seed: int = 5) -> list[int]:
    rng = random.Random(seed)
    noise = bytes(int(rng.gauss(100, 6)) % 256 for _ in range(2048))
    out = ctypes.create_string_buffer(count)
    assert logic.logic_rolls(noise, len(noise), sides, out, count) == Entropy.GOOD
    return list(out.raw)


@pytest.mark.parametrize("sides", range(2, 101))
def test_every_side_takes_as_many_bytes_as_every_other(logic: ctypes.CDLL, sides: int) -> None:
    used = ctypes.c_uint32()
    counts = [0] * (sides + 1)
    for byte in range(256):
        side = logic.logic_die(bytes([byte, 0]), 2, sides, ctypes.byref(used))
        if used.value == 1:  # not thrown away
            counts[side] += 1
    assert set(counts[1:]) == {256 // sides}


@pytest.mark.parametrize("sides", [2, 6, 20, 100])
def test_the_chip_rolls_fairly(logic: ctypes.CDLL, sides: int) -> None:
    assert judge("chip", sides, rolled(logic, sides, DICE)).fair


def test_the_test_catches_modulo_bias() -> None:
    rng = random.Random(3)
    biased = [byte % 6 + 1 for byte in rng.randbytes(DICE)]
    assert not judge("modulo", 6, biased).fair


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("sticky", [1 + (i // 2 * 7919) % 6 for i in range(6000)]),
        ("loaded", [6 if i % 20 == 0 else 1 + (i * 7919 % 104729) % 6 for i in range(6000)]),
        ("one side only", [3] * 100),
        ("in turn", [1 + i % 6 for i in range(6000)]),
    ],
)
def test_unfair_dice_are_found_out(name: str, values: list[int]) -> None:
    assert not judge(name, 6, values).fair


def test_a_fair_die_is_rarely_accused() -> None:
    accused = 0
    for seed in range(300):
        rng = random.Random(seed)
        accused += not judge("fair", 6, [rng.randint(1, 6) for _ in range(600)]).fair
    assert accused <= 3


def test_few_rolls_prove_nothing() -> None:
    few = judge("few", 20, [1, 2, 3])
    assert few.fair
    assert not few.enough
    assert judge("none", 6, []).fair


@pytest.mark.parametrize(
    ("noise", "state"),
    [
        (b"\x42" * 4000, Entropy.FAILED),
        (b"\x42" * 480 + b"\x43" + b"\x42" * 4000, Entropy.FAILED),
        ((b"\x42" * 100 + b"\x43") * 40, Entropy.FAILED),
        (bytes(range(256)) * 3, Entropy.FILLING),
    ],
    ids=["stuck", "nearly stuck", "stuck but for a tick", "too little yet"],
)
def test_noise_that_is_none_gives_no_dice(logic: ctypes.CDLL, noise: bytes, state: Entropy) -> None:
    out = ctypes.create_string_buffer(4)
    assert logic.logic_rolls(noise, len(noise), 6, out, 4) == state
    assert out.raw == b"\0\0\0\0"


def test_the_stream_is_chacha20(logic: ctypes.CDLL) -> None:
    out = ctypes.create_string_buffer(64)
    logic.logic_chacha(bytes(32), out)
    assert out.raw[:16].hex() == "76b8e0ada0f13d90405d6ae55386bd28"  # RFC 8439, A.1, first vector


def test_the_plot_shows_every_side() -> None:
    svg = plot_svg([judge("white", 6, [1, 2, 3, 4, 5, 6] * 10), judge("d20", 20, list(range(1, 21)) * 6)])
    assert svg.startswith("<svg")
    assert svg.count("#3b6ea5") == 26
