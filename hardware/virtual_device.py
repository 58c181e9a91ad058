"""The device in Python, for those without the AVR tools: the same messages, the same promises.

It lives at the end of a NullModem. `reset()` is a reset (rolls stay), `power_cut()` a pulled cable (only
what is durable stays). A tumble asks `on_tumble` what falls: a virtual table puts dice in its tray there.
"""

import random
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from hardware import messages as say
from hardware.framing import Deframer, Frame, crc16, encode, next_seq
from hardware.messages import Answer, Hold, Kind, Outcome, Setting
from hardware.null_modem import NullModem, Talker
from hardware.power import MAX_BRIGHTNESS, limit
from hardware.rolls import RollRecord, to_message

RESEND_S = 0.03
DEFAULTS = {
    Setting.DURABLE: 1,
    Setting.BRIGHTNESS: MAX_BRIGHTNESS,
    Setting.BUDGET_MA: 400,
    Setting.LED_COUNT: 64,
    Setting.SHAKE_MS: 1200,
    Setting.SETTLE_MS: 600,
    Setting.FALL_MS: 1500,
    Setting.JAM_MS: 700,
    Setting.TRIES: 3,
    Setting.SERVO_HOLD_US: 1000,
    Setting.SERVO_DROP_US: 2000,
    Setting.BUTTON: 1,
}


def all_fall(dice: int) -> tuple[int, Outcome]:
    """A tower that never jams: what is asked for falls."""
    return dice, Outcome.FELL


@dataclass(slots=True)
class _Memory:
    """What a roll needs to survive: in RAM and, when durable, in EEPROM."""

    last_roll: int = 0
    waiting: list[RollRecord] = field(default_factory=list)


class VirtualDevice(Talker):
    """Speaks the protocol from memory."""

    def __init__(
        self,
        *,
        leds: int = 64,
        rng: random.Random | None = None,
        on_tumble: Callable[[int], tuple[int, Outcome]] = all_fall,
        tumble_s: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._rng = rng or random.Random(secrets.randbits(128))
        self._on_tumble, self._tumble_s, self._clock = on_tumble, tumble_s, clock
        self.settings = {**DEFAULTS, Setting.LED_COUNT: leds}
        self._leds, self._memory, self._eeprom = leds, _Memory(), _Memory()
        self.entropy = True
        self.made: list[RollRecord] = []
        """Every roll it ever made: what a test compares with what arrived."""
        self._boot = 0
        self._start(say.Cause.POWER)

    def _start(self, cause: say.Cause) -> None:
        self._boot = (self._boot + 1) % 0x10000
        self._cause, self._greeted, self._last_seq = cause, False, 0
        self._last_ack = say.Ack(Answer.OK, 0)
        self._deframer = Deframer()
        self._out = bytearray(b"\0")
        self._frame = bytearray(3 * self._leds)
        self._hold = Hold.RUN
        self.effect: say.Animate | None = None
        self._said_at = -1.0
        self._tumbling: tuple[float, int, int, int] | None = None
        self.frames: list[bytes] = []
        """Every LED frame that went out, as the LEDs would show it."""
        self._say(0, self._hello())

    # ---- what happens to it

    def reset(self) -> None:
        """The reset button: RAM that start-up leaves alone keeps the rolls."""
        self._cut_tumble()
        self._start(say.Cause.PIN)

    def power_cut(self) -> None:
        """The cable pulled and put back: only the EEPROM is left."""
        self._memory = _Memory(self._eeprom.last_roll, list(self._eeprom.waiting))
        self._tumbling = None
        self._start(say.Cause.POWER)

    def press_button(self) -> None:
        """A player presses the tower's button."""
        if self.settings[Setting.BUTTON] and self._tumbling is None:
            self._tumbling = (self._clock() + self._tumble_s, self._memory.last_roll + 1, 0, 0)

    @property
    def leds(self) -> bytes:
        """What the LEDs show now: RGB bytes after brightness and power limit."""
        return self.frames[-1] if self.frames else bytes(3 * self._leds)

    def link(self) -> NullModem:
        """A line to it."""
        return NullModem(self)

    # ---- Talker

    def receive(self, data: bytes) -> None:
        """Bytes from the host."""
        for frame in self._deframer.feed(data):
            if frame.message.FROM == "host":
                self._obey(frame)

    def send(self) -> bytes:
        """What it has to say: answers, and the oldest roll until somebody has it."""
        now = self._clock()
        self._finish_tumble(now)
        if self._greeted and self._memory.waiting and now - self._said_at >= RESEND_S:
            self._said_at = now
            self._say(0, to_message(self._memory.waiting[0]))
        out = bytes(self._out)
        self._out.clear()
        return out

    # ---- obeying

    def _say(self, seq: int, message: say.Message) -> None:
        self._out += encode(Frame(seq, message))

    def _hello(self) -> say.Hello:
        memory = self._memory
        return say.Hello(
            say.PROTOCOL,
            say.SCHEMA,
            say.Board.VIRTUAL,
            self._leds,
            self._boot,
            self._cause,
            memory.last_roll,
            len(memory.waiting),
        )

    def _obey(self, frame: Frame) -> None:
        message = frame.message
        if isinstance(message, say.GotRoll):
            self._forget(message.id)
        elif isinstance(message, say.HelloAsk):
            self._greeted, self._last_seq = True, frame.seq
            self._last_ack = say.Ack(Answer.OK, 0)
            self._said_at = -1.0
            self._say(frame.seq, self._hello())
        elif not self._greeted:
            self._say(frame.seq, say.Ack(Answer.NOT_GREETED, 0))
        elif isinstance(message, say.HealthAsk):
            self._last_seq = frame.seq
            self._say(frame.seq, self._health())
        elif isinstance(message, say.Get):
            self._last_seq = frame.seq
            self._say(frame.seq, self._value(message.setting))
        elif frame.seq == self._last_seq:
            self._say(frame.seq, self._last_ack)
        elif frame.seq != next_seq(self._last_seq):
            self._say(frame.seq, say.Ack(Answer.OUT_OF_STEP, 0))
        else:
            self._last_seq, self._last_ack = frame.seq, self._do(message)
            self._say(frame.seq, self._last_ack)

    def _do(self, message: say.Message) -> say.Ack:
        if isinstance(message, say.AskRoll):
            return self._roll(message)
        if isinstance(message, say.AskTumble):
            return self._tumble(message)
        if isinstance(message, say.StopTumble):
            self._cut_tumble()
        elif isinstance(message, say.Leds):
            return self._paint(message.first, message.rgb, message.show)
        elif isinstance(message, say.Fill):
            colour = bytes([message.red, message.green, message.blue])
            return self._paint(message.first, colour * message.count, message.show)
        elif isinstance(message, say.Animate):
            self.effect = message if message.kind != say.Effect.NONE else None
            return self._show()
        elif isinstance(message, say.HoldLights):
            self._hold = Hold(message.mode)
            return self._show()
        elif isinstance(message, say.Set):
            if message.setting >= len(Setting):
                return say.Ack(Answer.UNKNOWN, 0)
            self.settings[Setting(message.setting)] = message.value
        else:
            return say.Ack(Answer.UNKNOWN, 0)
        return say.Ack(Answer.OK, 0)

    def _health(self) -> say.Health:
        tower = say.Tower.SHAKING if self._tumbling else say.Tower.IDLE
        entropy = say.Entropy.GOOD if self.entropy else say.Entropy.FAILED
        waiting, bad = len(self._memory.waiting), self._deframer.bad_frames % 0x10000
        uptime = int(self._clock() * 1000) % 2**32
        return say.Health(tower, entropy, waiting, 0, bad, 0, 0, uptime, len(self.frames) % 0x10000)

    def _value(self, setting: int) -> say.Message:
        if setting >= len(Setting):
            return say.Ack(Answer.UNKNOWN, 0)
        return say.Value(setting, self.settings[Setting(setting)])

    # ---- LEDs

    def _paint(self, first: int, rgb: bytes, show: int) -> say.Ack:
        if len(rgb) % 3 or 3 * first + len(rgb) > len(self._frame):
            return say.Ack(Answer.BAD_VALUE, 0)
        self._frame[3 * first : 3 * first + len(rgb)] = rgb
        return self._show() if show else self._painted()

    def _show(self) -> say.Ack:
        frame = bytes(len(self._frame)) if self._hold == Hold.DARK else bytes(self._frame)
        self.frames.append(limit(frame, self.settings[Setting.BRIGHTNESS], self.settings[Setting.BUDGET_MA]))
        return self._painted()

    def _painted(self) -> say.Ack:
        return say.Ack(Answer.OK, crc16(bytes(self._frame)))

    # ---- rolls

    def _check(self, number: int) -> Answer | None:
        """None: a new roll may be made; otherwise what to answer."""
        last = self._memory.last_roll
        if number < last or (number == last and last == 0):
            return Answer.STALE_ROLL
        if number == last:
            self._said_at = -1.0
            return Answer.OK
        if self._tumbling:
            return Answer.OK if self._tumbling[1] == number else Answer.BUSY
        return Answer.FULL if len(self._memory.waiting) >= say.PENDING_ROLLS else None

    def _roll(self, ask: say.AskRoll) -> say.Ack:
        known = self._check(ask.id)
        if known is not None:
            return say.Ack(known, self._memory.last_roll % 0x10000)
        groups = tuple(zip(ask.pool[::2], ask.pool[1::2], strict=False))
        dice = sum(count for count, _ in groups)
        good = all(count and 2 <= sides <= say.MAX_SIDES for count, sides in groups)
        if len(ask.pool) % 2 or not good or not 1 <= len(groups) <= say.MAX_GROUPS or dice > say.MAX_DICE:
            return say.Ack(Answer.BAD_VALUE, 0)
        if not self.entropy:
            return say.Ack(Answer.NO_ENTROPY, 0)
        values = tuple(self._rng.randint(1, sides) for count, sides in groups for _ in range(count))
        self._make(RollRecord(ask.id, ask.token, Kind.CHIP, groups, values))
        return say.Ack(Answer.OK, 0)

    def _tumble(self, ask: say.AskTumble) -> say.Ack:
        known = self._check(ask.id)
        if known is not None:
            return say.Ack(known, self._memory.last_roll % 0x10000)
        self._tumbling = (self._clock() + self._tumble_s, ask.id, ask.token, ask.dice)
        return say.Ack(Answer.OK, 0)

    def _finish_tumble(self, now: float) -> None:
        if self._tumbling and now >= self._tumbling[0]:
            _, number, token, dice = self._tumbling
            self._tumbling = None
            fallen, outcome = self._on_tumble(dice)
            self._make(RollRecord(number, token, Kind.TUMBLE, ((dice, 0),), (fallen, outcome)))

    def _cut_tumble(self) -> None:
        if self._tumbling:
            _, number, token, dice = self._tumbling
            self._tumbling = None
            self._make(RollRecord(number, token, Kind.TUMBLE, ((dice, 0),), (0, Outcome.CUT)))

    def _make(self, record: RollRecord) -> None:
        self.made.append(record)
        stores = [self._memory] + [self._eeprom] * bool(self.settings[Setting.DURABLE])
        for store in stores:
            store.last_roll = record.id
            store.waiting.append(record)
        self._said_at = -1.0

    def _forget(self, number: int) -> None:
        for store in (self._memory, self._eeprom):
            store.waiting = [record for record in store.waiting if record.id > number]
