"""Polygons in studs and colours → LEDs that point at them; dark or frozen while a picture is taken."""

import contextlib
from collections.abc import Iterator, Sequence
from typing import Protocol

from hardware.device import Device
from hardware.framing import crc16
from hardware.led_map import LedMap, Point
from hardware.link import Link
from hardware.messages import MAX_PAYLOAD, Ack, Animate, Effect, Hold, HoldLights, Leds
from hardware.problems import HardwareTrouble

RGB = tuple[int, int, int]
LEDS_A_MESSAGE = (MAX_PAYLOAD - Leds.LAYOUT.size) // 3
GAP_WORTH_BRIDGING = 3  # LEDs: a message's frame costs more than repeating three colours
SHOW_TRIES = 20  # each sends the whole frame: a device that is reset over and over has other troubles
ADALIGHT_CHECK = 0x55


class Lights(Protocol):
    """Somewhere a frame of colours can be shown."""

    def show(self, rgb: bytes) -> None:
        """Show this frame; returns when it is out."""

    def hold(self, mode: Hold) -> None:
        """Dark, frozen or running."""

    def animate(self, kind: Effect, colour: RGB, period_ms: int, leds: Sequence[int]) -> None:
        """Let an effect run over the frame."""


class DeviceLights:
    """The Arduino's LEDs: only what changed is sent, and the answer proves that the frames agree."""

    def __init__(self, device: Device) -> None:
        self._device = device
        self._there = b""
        self._generation = -1
        self._hold = Hold.RUN
        self._effect: Animate | None = None

    def show(self, rgb: bytes) -> None:
        """Show `rgb`, LEDs past its end dark; a device that was reset meanwhile gets everything again."""
        leds = self._device.hello.leds if self._device.hello else 0
        if len(rgb) > 3 * leds:
            raise HardwareTrouble(f"the map has {len(rgb) // 3} LEDs, the device {leds}: correct one of them")
        whole = rgb + bytes(3 * leds - len(rgb))
        for _ in range(SHOW_TRIES):
            if self._generation != self._device.generation:
                self._restore()
            ack = self._send(whole)
            if ack.detail == crc16(whole) and self._generation == self._device.generation:
                self._there = whole
                return
            self._there = b""  # out of step: all of it, then
        raise HardwareTrouble(f"the LEDs on {self._device.name} never show what is sent: check the cable")

    def _restore(self) -> None:
        self._generation, self._there = self._device.generation, b""
        if self._hold != Hold.RUN:
            self._device.do(HoldLights(self._hold))
        if self._effect:
            self._device.do(self._effect)

    def _send(self, rgb: bytes) -> Ack:
        runs = delta_runs(self._there, rgb) or [(0, 1)]
        for first, end in runs[:-1]:
            self._device.do(Leds(first, 0, rgb[3 * first : 3 * end]))
        first, end = runs[-1]
        return self._device.do(Leds(first, 1, rgb[3 * first : 3 * end]))

    def hold(self, mode: Hold) -> None:
        """Returns when the LEDs are so."""
        self._hold = mode
        self._device.do(HoldLights(mode))

    def animate(self, kind: Effect, colour: RGB, period_ms: int, leds: Sequence[int]) -> None:
        """Runs on the chip until another is asked for."""
        named = b"".join(led.to_bytes(2, "little") for led in leds)
        self._effect = Animate(kind, *colour, period_ms, named)
        self._device.do(self._effect)


def delta_runs(there: bytes, wanted: bytes) -> list[tuple[int, int]]:
    """Runs (first, end) of LEDs that differ, near ones joined, none longer than a message."""
    count = len(wanted) // 3
    if len(there) != len(wanted):
        changed = list(range(count))
    else:
        changed = [i for i in range(count) if there[3 * i : 3 * i + 3] != wanted[3 * i : 3 * i + 3]]
    runs: list[tuple[int, int]] = []
    for led in changed:
        joins = runs and led - runs[-1][1] <= GAP_WORTH_BRIDGING and led + 1 - runs[-1][0] <= LEDS_A_MESSAGE
        if joins:
            runs[-1] = (runs[-1][0], led + 1)
        else:
            runs.append((led, led + 1))
    return runs


class AdalightLights:
    """A strip that speaks Adalight (people's own controllers): whole frames, no answers."""

    def __init__(self, link: Link, count: int) -> None:
        self._link, self._count = link, count
        self._last = bytes(3 * count)
        self._hold = Hold.RUN

    def show(self, rgb: bytes) -> None:
        """ "Ada", the count less one, its check, the colours."""
        if self._hold == Hold.RUN:
            self._write(rgb)
        self._last = rgb

    def hold(self, mode: Hold) -> None:
        """Dark is a black frame; frozen sends nothing."""
        self._hold = mode
        if mode != Hold.FROZEN:
            self._write(bytes(3 * self._count) if mode == Hold.DARK else self._last)

    def animate(self, kind: Effect, colour: RGB, period_ms: int, leds: Sequence[int]) -> None:
        """Adalight knows no effects: the LEDs stay lit."""
        del period_ms
        frame = bytearray(self._last)
        for led in leds if kind != Effect.NONE else ():
            frame[3 * led : 3 * led + 3] = bytes(colour)
        self.show(bytes(frame))

    def _write(self, rgb: bytes) -> None:
        high, low = divmod(self._count - 1, 256)
        self._link.write(b"Ada" + bytes([high, low, high ^ low ^ ADALIGHT_CHECK]) + rgb)


class ScreenLights:
    """No LEDs: the display draws `frame` instead."""

    def __init__(self, count: int) -> None:
        self.frame = bytes(3 * count)
        self.effect: tuple[Effect, RGB, int, tuple[int, ...]] | None = None
        self.holding = Hold.RUN

    def show(self, rgb: bytes) -> None:
        """Remember what would shine."""
        self.frame = rgb

    def hold(self, mode: Hold) -> None:
        """A screen never colours the board: only remembered."""
        self.holding = mode

    def animate(self, kind: Effect, colour: RGB, period_ms: int, leds: Sequence[int]) -> None:
        """Remembered for the display to draw."""
        self.effect = (kind, colour, period_ms, tuple(leds)) if kind != Effect.NONE else None


class LedGrid:
    """Points at places on the table."""

    def __init__(self, led_map: LedMap, lights: Lights) -> None:
        self.map, self._lights = led_map, lights
        self._frame = bytearray(3 * len(led_map))

    @property
    def frame(self) -> bytes:
        """The colours wanted now, three bytes an LED."""
        return bytes(self._frame)

    def point(self, shapes: Sequence[tuple[Sequence[Point], RGB]]) -> None:
        """Light these polygons (studs) in these colours, later ones over earlier, all else dark."""
        self._frame = bytearray(3 * len(self.map))
        for polygon, colour in shapes:
            for led in self.map.under(polygon):
                self._frame[3 * led : 3 * led + 3] = bytes(colour)
        self._lights.show(self.frame)

    def clear(self) -> None:
        """Everything dark, effects ended."""
        self._lights.animate(Effect.NONE, (0, 0, 0), 1000, ())
        self.point(())

    def pulse(self, polygon: Sequence[Point], colour: RGB, period_ms: int = 1500) -> None:
        """A place breathes: here is what is asked of you."""
        self._lights.animate(Effect.PULSE, colour, period_ms, self.map.under(polygon))

    def chase(self, way: Sequence[Point], colour: RGB, period_ms: int = 1200) -> None:
        """A light runs along a way on the table."""
        leds: list[int] = []
        for x, y in way:
            half = self.map.reach
            square = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
            leds += [led for led in self.map.under(square) if led not in leds]
        self._lights.animate(Effect.CHASE, colour, period_ms, leds)

    def flash(self, polygon: Sequence[Point], colour: RGB, period_ms: int = 500) -> None:
        """A verdict: all on, all off."""
        self._lights.animate(Effect.FLASH, colour, period_ms, self.map.under(polygon))

    @contextlib.contextmanager
    def dark(self) -> Iterator[None]:
        """While a settled picture is taken: nothing shines on what is read."""
        self._lights.hold(Hold.DARK)
        try:
            yield
        finally:
            self._lights.hold(Hold.RUN)

    @contextlib.contextmanager
    def frozen(self) -> Iterator[None]:
        """While pictures are compared: what shines keeps still."""
        self._lights.hold(Hold.FROZEN)
        try:
            yield
        finally:
            self._lights.hold(Hold.RUN)
