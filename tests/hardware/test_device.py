"""Host and virtual device: exactly once over a bad line, and every trouble with its own name and cure."""

import contextlib
import errno
import os
import pty
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import serial

from hardware.device import Device
from hardware.framing import Frame, encode
from hardware.leds import DeviceLights
from hardware.link import RecordedLink, RecordingLink, SerialLink
from hardware.messages import AskRoll, Cause, Get, Hello, Outcome, Set, Setting
from hardware.null_modem import GarbledLink, Garbler, NullModem, Rates, Talker
from hardware.ports import find_port, look
from hardware.problems import (
    HardwareTrouble,
    LinkLost,
    NoAnswer,
    NoDevice,
    NoPermission,
    NotOurDevice,
    PortBusy,
    Refused,
    WrongFirmware,
)
from hardware.rolls import RollRecord, from_message, to_message
from hardware.virtual_device import VirtualDevice

QUICK = 0.15


def roll(device: Device, pool: bytes = b"\x02\x06") -> RollRecord:
    return device.roll(lambda number, token: AskRoll(number, token, pool), 10)


@pytest.fixture
def chip() -> VirtualDevice:
    return VirtualDevice(rng=random.Random(1))


@pytest.fixture
def device(chip: VirtualDevice) -> Iterator[Device]:
    host = Device(chip.link)
    host.connect()
    yield host
    host.close()


def test_every_roll_arrives_once_in_order_over_a_bad_line_with_resets_and_power_cuts(
    chip: VirtualDevice,
) -> None:
    rng = random.Random(4)
    rates = Rates(0.01, 0.01, 0.01, 0.01, delay_s=0.001)
    arrived: list[RollRecord] = []
    device = Device(
        lambda: GarbledLink(chip.link(), Garbler(rates, rng), Garbler(rates, rng)),
        keep=arrived.append,
        retry_s=0.005,
    )
    device.connect()
    for number in range(60):
        if number % 12 == 5:
            chip.reset()
        if number % 12 == 11:
            chip.power_cut()
        roll(device)
    assert arrived == chip.made
    assert [record.id for record in arrived] == list(range(1, 61))
    assert device.bad_frames > 20


def test_a_roll_is_kept_before_it_is_acknowledged(chip: VirtualDevice) -> None:
    def fails(_record: RollRecord) -> None:
        raise OSError("disk full")

    device = Device(chip.link, keep=fails)
    device.connect()
    with pytest.raises(OSError, match="disk full"):
        roll(device)
    again: list[RollRecord] = []
    second = Device(chip.link, keep=again.append)
    second.connect()
    second.poll(0.1)
    assert again == chip.made


def test_a_host_that_knows_a_roll_is_not_given_it_twice(chip: VirtualDevice, device: Device) -> None:
    made = roll(device)
    second = Device(chip.link, last_roll=made.id)
    second.connect()
    second.poll(0.05)
    assert not second.rolls
    assert roll(second).id == made.id + 1


def test_a_button_press_before_our_roll_takes_its_number_and_both_arrive(
    chip: VirtualDevice, device: Device
) -> None:
    chip.press_button()
    mine = roll(device)
    assert mine.id == 2
    assert [record.token for record in device.rolls] == [0]


def test_without_entropy_it_refuses_with_the_cure(chip: VirtualDevice, device: Device) -> None:
    chip.entropy = False
    with pytest.raises(Refused, match="A0"):
        device.roll(lambda number, token: AskRoll(number, token, b"\x01\x06"), 0.1)
    assert not chip.made


def test_settings_can_be_changed_and_read(device: Device) -> None:
    device.do(Set(Setting.TRIES, 7))
    assert device.setting(Get(Setting.TRIES)) == 7
    with pytest.raises(Refused):
        device.setting(Get(77))


def test_after_a_power_cut_the_leds_are_lit_again(chip: VirtualDevice, device: Device) -> None:
    lights = DeviceLights(device)
    lights.show(bytes([1, 2, 3] * 64))
    chip.power_cut()
    lights.show(bytes([1, 2, 3] * 63 + [9, 9, 9]))
    assert chip.leds == bytes([1, 2, 3] * 63 + [9, 9, 9])


def test_a_tumble_cut_by_a_reset_says_so() -> None:
    chip = VirtualDevice(tumble_s=100)
    device = Device(chip.link)
    device.connect()
    chip.press_button()
    chip.reset()
    device.poll(0.1)
    assert device.rolls[0].outcome == Outcome.CUT


# ---- records


@pytest.mark.parametrize("at", range(11))
def test_a_roll_spoilt_past_the_frame_s_crc_is_caught_by_its_own(at: int) -> None:
    said = to_message(RollRecord(9, 3, 0, ((2, 6),), (4, 5)))  # type: ignore[arg-type]
    body = bytearray(said.body)
    body[at % len(body)] ^= 0x10
    spoilt = replace(said, body=bytes(body)) if at < len(body) else replace(said, id=10 + at)
    assert from_message(spoilt) is None
    assert from_message(said) is not None


# ---- troubles


class Stranger(Talker):
    """Says something of its own, whatever it is told."""

    def __init__(self, words: bytes) -> None:
        self._words = words

    def receive(self, data: bytes) -> None:
        """Does not listen."""

    def send(self) -> bytes:
        """Always the same."""
        return self._words


OLD = encode(Frame(0, Hello(1, 0xDEADBEEF, 1, 64, 0, Cause.POWER, 0, 0)))


@pytest.mark.parametrize(
    ("words", "trouble", "cure"),
    [
        (b"", NoAnswer, "powered and flashed"),
        (b"ok T:21.3 /0.0\n", NotOurDevice, "--port"),
        (b"\0" + OLD, WrongFirmware, "studeye flash"),
    ],
)
def test_a_stranger_is_named_with_the_cure(words: bytes, trouble: type[Exception], cure: str) -> None:
    device = Device(lambda: NullModem(Stranger(words), "somewhere"), patience_s=QUICK)
    with pytest.raises(trouble, match=cure):
        device.connect()


def test_a_port_in_use_is_named_as_such() -> None:
    master, slave = pty.openpty()
    first = SerialLink(os.ttyname(slave))
    with pytest.raises(PortBusy, match="close the other program"):
        SerialLink(os.ttyname(slave))
    first.close()
    os.close(master)
    os.close(slave)


@pytest.mark.parametrize(
    ("number", "trouble", "cure"),
    [
        (errno.EACCES, NoPermission, "dialout"),
        (errno.EBUSY, PortBusy, "close"),
        (errno.ENOENT, NoDevice, "plugged in"),
    ],
)
def test_each_way_a_port_fails_has_its_own_cure(
    monkeypatch: pytest.MonkeyPatch, number: int, trouble: type[Exception], cure: str
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise serial.SerialException(number, os.strerror(number))

    monkeypatch.setattr(serial, "Serial", fails)
    with pytest.raises(trouble, match=cure):
        SerialLink("/dev/ttyACM9")


def test_no_port_at_all_says_what_can_be_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.ports.candidates", list)
    with pytest.raises(NoDevice, match="--virtual"):
        find_port()
    assert isinstance(look("/dev/nothing").trouble, NoDevice)


class Flaky(NullModem):
    """A cable that is pulled once."""

    pulled = False

    def write(self, data: bytes) -> None:
        if Flaky.pulled:
            Flaky.pulled = False
            raise LinkLost("pulled")
        super().write(data)


def test_a_pulled_cable_is_reconnected_without_losing_a_roll(chip: VirtualDevice) -> None:
    device = Device(lambda: Flaky(chip))
    device.connect()
    roll(device)
    Flaky.pulled = True
    chip.power_cut()
    assert roll(device).id == 2
    assert len(chip.made) == 2


def test_a_cable_that_stays_away_is_said_so(chip: VirtualDevice) -> None:
    links = iter([chip.link()])

    def open_once() -> NullModem:
        try:
            return next(links)
        except StopIteration:
            raise LinkLost("gone") from None

    device = Device(open_once, patience_s=QUICK)
    device.connect()
    device.close()
    with pytest.raises(HardwareTrouble, match="plug it in"):
        device.health()


def test_a_recording_plays_back_the_same_rolls(chip: VirtualDevice, tmp_path: Path) -> None:
    path = tmp_path / "line.jsonl"
    device = Device(lambda: RecordingLink(chip.link(), path))
    device.connect()
    rolls = [roll(device) for _ in range(3)]
    device.close()
    heard: list[RollRecord] = []
    again = Device(lambda: RecordedLink(path), keep=heard.append, patience_s=QUICK)
    link = RecordedLink(path)
    again._link = link
    with contextlib.suppress(LinkLost):  # its end
        while True:
            link.write(b"x" * 64)
            again._pump(0)
    assert heard == rolls
