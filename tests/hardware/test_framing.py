"""Frames on a bad line: what was sent comes back, what was spoilt does not, on both sides alike."""

import ctypes
import random
from dataclasses import fields

from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.framing import MAX_FRAME, Deframer, Frame, crc16, decode, encode, next_seq, stuff, unstuff
from hardware.messages import BY_CODE, MAX_PAYLOAD, Message

NUMBERS = {"B": 0xFF, "H": 0xFFFF, "I": 0xFFFFFFFF}


@st.composite
def frames(draw: st.DrawFn) -> Frame:
    kind = draw(st.sampled_from(sorted(BY_CODE.values(), key=lambda kind: kind.CODE)))
    values: list[int | bytes] = [draw(st.integers(0, NUMBERS[code])) for code in kind.LAYOUT.format[1:]]
    if kind.TAIL:
        values.append(draw(st.binary(max_size=MAX_PAYLOAD - kind.LAYOUT.size)))
    assert len(values) == len(fields(kind))
    message: Message = kind(*values)  # type: ignore[arg-type]
    return Frame(draw(st.integers(0, 255)), message)


@given(st.binary(max_size=600))
def test_stuffing_leaves_no_zero_and_comes_back(data: bytes) -> None:
    assert 0 not in stuff(data)
    assert unstuff(stuff(data)) == data


@given(st.binary(max_size=300))
def test_any_bytes_are_unstuffed_or_refused_without_a_crash(data: bytes) -> None:
    out = unstuff(data)
    assert out is None or len(out) <= len(data)


def test_the_crc_is_the_one_of_the_books() -> None:
    assert crc16(b"123456789") == 0x29B1  # CRC-16/CCITT-FALSE
    assert crc16(b"\0\0\0\0") != 0


@given(st.lists(frames(), max_size=5), st.lists(st.integers(1, 40), max_size=30))
def test_frames_come_back_however_the_line_cuts_them(sent: list[Frame], cuts: list[int]) -> None:
    line = b"".join(map(encode, sent))
    ear, heard = Deframer(), []
    for cut in cuts:
        heard += ear.feed(line[:cut])
        line = line[cut:]
    heard += ear.feed(line)
    assert heard == sent
    assert ear.bad_frames == 0


@given(frames(), st.data())
def test_one_spoilt_byte_is_always_noticed(frame: Frame, data: st.DataObject) -> None:
    line = bytearray(encode(frame)[:-1])
    at = data.draw(st.integers(0, len(line) - 1))
    line[at] ^= data.draw(st.integers(1, 255))
    assert decode(bytes(line)) != frame
    heard = Deframer().feed(bytes(line) + b"\0")
    assert frame not in heard


@settings(derandomize=True, max_examples=300)
@given(st.lists(frames(), min_size=1, max_size=4), st.randoms(use_true_random=False))
def test_nothing_is_heard_that_was_not_said(sent: list[Frame], rng: random.Random) -> None:
    line = bytearray()
    for byte in b"".join(map(encode, sent)):
        mishap = rng.random()
        if mishap < 0.02:
            continue
        line.append(byte ^ 1 << rng.randrange(8) if mishap < 0.04 else byte)
        if mishap > 0.98:
            line.append(byte)
    assert all(frame in sent for frame in Deframer().feed(bytes(line)))


def test_endless_noise_fills_no_memory_and_the_next_frame_is_heard() -> None:
    ear = Deframer()
    for _ in range(100):
        assert ear.feed(b"\x55" * 1000) == []
    frame = Frame(3, next(iter(BY_CODE.values()))(1, 2, 3, 4, 5, 6, 7, 8))  # type: ignore[call-arg, arg-type]
    assert ear.feed(b"\0" + encode(frame)) == [frame]
    assert len(ear._held) <= MAX_FRAME


def test_commands_never_count_through_zero() -> None:
    assert {next_seq(seq) for seq in range(256)} == set(range(1, 256))
    assert (next_seq(255), next_seq(1)) == (1, 2)


# ---- the chip's half of the codec, compiled for this machine with the sanitizers on


def chip_hears(logic: ctypes.CDLL, line: bytes) -> list[bytes]:
    out = ctypes.create_string_buffer(4 * len(line) + 64)
    size = logic.logic_deframe(line, len(line), out, len(out))
    found, at = [], 0
    while at < size:
        length = int.from_bytes(out.raw[at : at + 2], "little")
        found.append(out.raw[at + 2 : at + 2 + length])
        at += 2 + length
    return found


@given(sent=st.lists(frames(), max_size=4))
def test_the_chip_hears_what_python_says(logic: ctypes.CDLL, sent: list[Frame]) -> None:
    raws = [raw[:-2] for frame in sent if (raw := unstuff(encode(frame)[:-1]))]
    assert chip_hears(logic, b"".join(map(encode, sent))) == raws


@given(frame=frames())
def test_python_hears_what_the_chip_says(logic: ctypes.CDLL, frame: Frame) -> None:
    raw = unstuff(encode(frame)[:-1])
    assert raw
    out = ctypes.create_string_buffer(300)
    size = logic.logic_frame(raw[:-2], len(raw) - 2, out)
    assert out.raw[:size] == encode(frame)


@settings(derandomize=True)
@given(noise=st.binary(max_size=400))
def test_noise_is_no_frame_to_the_chip(logic: ctypes.CDLL, noise: bytes) -> None:
    assert chip_hears(logic, noise + b"\0") == []
