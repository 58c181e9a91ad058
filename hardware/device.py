"""A link → a conversation: greeted, in step, every command done once, every roll received once.

One command is outstanding at a time and is said again, with the same sequence number, until it is
answered. Rolls come unasked and are handed to `keep` before they are acknowledged, so that what was
acknowledged is safe. A device that was reset or unplugged is greeted again and nothing is lost.
"""

import random
import time
from collections import deque
from collections.abc import Callable

from hardware.framing import Deframer, Frame, encode, next_seq
from hardware.link import Link
from hardware.messages import (
    PROTOCOL,
    SCHEMA,
    Ack,
    Answer,
    AskRoll,
    AskTumble,
    GotRoll,
    Health,
    HealthAsk,
    Hello,
    HelloAsk,
    Message,
    Rolled,
    Value,
)
from hardware.problems import LinkLost, NoAnswer, NotOurDevice, Refused, WrongFirmware
from hardware.rolls import RollRecord, from_message

RETRY_S = 0.025  # longer than a command takes on the chip, short enough not to be felt
PATIENCE_S = 3.0  # a reset with its boot loader fits in here
REASK_S = 0.25  # a roll that was asked for and has not come: it may have died with the power
BUSY_S = 0.005  # a device that is busy writing is soon done
GREET_RETRIES = 4  # a greeting may find the chip still starting: ask less often than for a command
WAIT_ANSWERS = {Answer.NO_ENTROPY, Answer.BUSY, Answer.FULL}  # pass by themselves: ask again

CURES = {
    Answer.NO_ENTROPY: "its noise source is dead: leave pin A0 open, or roll real dice",
    Answer.BUSY: "it is still tumbling: wait for the dice or stop it",
    Answer.FULL: "it holds rolls nobody has acknowledged: restart studeye",
    Answer.BAD_VALUE: "a value is out of its range",
    Answer.STALE_ROLL: "that roll number is past: reconnect",
    Answer.UNKNOWN: "its firmware does not know that: run `studeye flash`",
}


def keep_nothing(record: RollRecord) -> None:
    """For callers with no record to write: the roll is theirs when the call returns."""


class Device:
    """The Arduino at the other end, or what passes for it."""

    def __init__(
        self,
        open_link: Callable[[], Link],
        *,
        keep: Callable[[RollRecord], None] = keep_nothing,
        last_roll: int = 0,
        patience_s: float = PATIENCE_S,
        retry_s: float = RETRY_S,
    ) -> None:
        self._open, self._keep = open_link, keep
        self._patience_s, self._retry_s = patience_s, retry_s
        self._link: Link | None = None
        self._deframer = Deframer()
        self._seq = random.Random().randrange(1, 256)
        self._replies: deque[Frame] = deque()
        self.rolls: deque[RollRecord] = deque()
        self.last_roll = last_roll
        """The newest roll received; give the newest one in your record to skip what you already have."""
        self.hello: Hello | None = None
        self.generation = 0
        """Counts greetings: when it changes the device may have forgotten its LEDs."""
        self.retries = 0

    # ---- the line

    @property
    def name(self) -> str:
        """Where the device is."""
        return self._link.name if self._link else "no port"

    @property
    def bad_frames(self) -> int:
        """Frames the line spoilt on the way here."""
        return self._deframer.bad_frames

    def connect(self) -> Hello:
        """Open the line and greet; says which of the four things is wrong when it can't."""
        self.close()
        self._link = self._open()
        self._deframer = Deframer()
        return self._greet(self._link.boot_wait_s)

    def close(self) -> None:
        """Let go of the line; the device keeps what it has."""
        if self._link:
            self._link.close()
        self._link = None

    def _greet(self, silent_s: float = 0.0) -> Hello:
        start = time.monotonic()
        self.hello = None
        ask_at = start + silent_s  # a boot loader would eat it: wait for the banner first
        end = ask_at + self._patience_s
        heard = False
        while (now := time.monotonic()) < end:
            if now >= ask_at:
                self._seq = next_seq(self._seq)
                self._send(Frame(self._seq, HelloAsk()))
                ask_at = now + GREET_RETRIES * self._retry_s
            heard |= self._pump(min(ask_at, end) - now)
            if self.hello and any(isinstance(reply.message, Hello) for reply in self._replies):
                if all(reply.seq != self._seq for reply in self._replies):
                    self._replies.clear()  # the banner of a reset, not the answer to this greeting
                    ask_at = min(ask_at, time.monotonic())
                    continue
                self._replies.clear()
                self.generation += 1
                return self.hello
        if heard:
            raise NotOurDevice(
                f"what is on {self.name} does not speak our protocol: choose another port with --port, "
                "or make it ours with `studeye flash`"
            )
        raise NoAnswer(f"nothing answers on {self.name}: is it our device, powered and flashed?")

    def _send(self, frame: Frame) -> None:
        if self._link is None:
            raise LinkLost("not connected: connect first")
        self._link.write(encode(frame))

    def _pump(self, wait_s: float) -> bool:
        if self._link is None:
            raise LinkLost("not connected: connect first")
        data = self._link.read(max(0.0, wait_s))
        for frame in self._deframer.feed(data):
            self._hear(frame)
        return bool(data)

    def _hear(self, frame: Frame) -> None:
        message = frame.message
        if isinstance(message, Rolled):
            self._hear_roll(message)
        elif isinstance(message, Hello):
            if (message.protocol, message.schema) != (PROTOCOL, SCHEMA):
                raise WrongFirmware(
                    f"the firmware on {self.name} speaks another dictionary "
                    f"({message.schema:08x}, wanted {SCHEMA:08x}): run `studeye flash`"
                )
            self.hello = message
            self._replies.append(frame)
        elif message.FROM == "device":
            self._replies.append(frame)

    def _hear_roll(self, said: Rolled) -> None:
        record = from_message(said)
        if record is None:
            return  # spoilt past the frame's CRC: it will be said again
        if record.id > self.last_roll:
            self._keep(record)
            self.last_roll = record.id
            self.rolls.append(record)
        self._send(Frame(0, GotRoll(record.id)))

    # ---- talking

    def call(self, message: Message) -> Message:
        """Say it until it is answered; the answer. Survives resets, garbling and a pulled cable."""
        end = time.monotonic() + self._patience_s
        while True:
            try:
                return self._call_once(message, end)
            except LinkLost:
                if time.monotonic() >= end:
                    raise
                self._reconnect(end)

    def _reconnect(self, end: float) -> None:
        while True:
            try:
                self.connect()
                return
            except (LinkLost, NoAnswer, OSError) as problem:
                if time.monotonic() >= end:
                    raise LinkLost(f"the device is gone ({problem}); plug it in again") from problem
                time.sleep(0.05)

    def _call_once(self, message: Message, end: float) -> Message:
        self._seq = next_seq(self._seq)
        self._replies.clear()
        said = 0
        while time.monotonic() < end or said == 0:
            self._send(Frame(self._seq, message))
            self.retries += said > 0
            said += 1
            wait_until = time.monotonic() + self._retry_s
            while (left := wait_until - time.monotonic()) > 0:
                self._pump(left)
                reply = self._reply()
                if reply is None:
                    continue
                if isinstance(reply, Hello) or (
                    isinstance(reply, Ack) and reply.answer in (Answer.NOT_GREETED, Answer.OUT_OF_STEP)
                ):
                    self._greet()
                    return self._call_once(message, end)
                return reply
        raise NoAnswer(f"the device on {self.name} stopped answering: unplug it and plug it in again")

    def _reply(self) -> Message | None:
        while self._replies:
            frame = self._replies.popleft()
            if isinstance(frame.message, Hello) or frame.seq == self._seq:
                return frame.message
        return None

    def do(self, message: Message) -> Ack:
        """A command that is done or refused; raises Refused with the cure."""
        reply = self.call(message)
        if not isinstance(reply, Ack):
            raise NotOurDevice(f"{self.name} answered {type(message).__name__} with {type(reply).__name__}")
        if reply.answer != Answer.OK:
            raise Refused(f"the device says no: {CURES.get(Answer(reply.answer), Answer(reply.answer).name)}")
        return reply

    def health(self) -> Health:
        """How the device is."""
        reply = self.call(HealthAsk())
        if not isinstance(reply, Health):
            raise NotOurDevice(f"{self.name} does not say how it is")
        return reply

    def setting(self, message: Message) -> int:
        """A setting's value (give it a Get)."""
        reply = self.call(message)
        if not isinstance(reply, Value):
            raise Refused(f"{self.name} has no such setting")
        return reply.value

    def poll(self, wait_s: float = 0.0) -> None:
        """Listen: rolls that were not asked for (a button press, one from before a reset) come here."""
        try:
            self._pump(wait_s)
        except LinkLost:
            self._reconnect(time.monotonic() + self._patience_s)
        if any(isinstance(reply.message, Hello) for reply in self._replies):
            self._greet()

    # ---- rolls

    def roll(self, ask: Callable[[int, int], AskRoll | AskTumble], within_s: float) -> RollRecord:
        """Have one roll made and received; `ask` gives the message for a roll number and a token."""
        token = random.Random().randrange(1, 256)
        end = time.monotonic() + within_s
        number = self._next_roll()
        while time.monotonic() < end:
            answer = self._ask(ask(number, token))
            if answer not in (Answer.OK, Answer.STALE_ROLL, *WAIT_ANSWERS):
                raise Refused(f"the device won't roll: {CURES.get(answer, answer.name)}")
            wait_s = REASK_S if answer == Answer.OK else BUSY_S
            mine = self._claim(number, token, min(end, time.monotonic() + wait_s))
            if mine:
                return mine
            if self.last_roll >= number:  # somebody pressed the button first
                number = self._next_roll()
        if answer in WAIT_ANSWERS:
            raise Refused(f"the device won't roll: {CURES[answer]}")
        raise NoAnswer(f"no roll came from {self.name} in {within_s:g} s: ask again or type it in")

    def _claim(self, number: int, token: int, until: float) -> RollRecord | None:
        """The roll with this number if it is ours; None when it is another's, late, or died in a reset."""
        generation = self.generation
        while True:
            mine = next(
                (record for record in self.rolls if (record.id, record.token) == (number, token)), None
            )
            if mine:
                self.rolls.remove(mine)
                return mine
            left = until - time.monotonic()
            if self.last_roll >= number or left <= 0 or generation != self.generation:
                return None
            self.poll(min(left, self._retry_s))

    def _ask(self, message: Message) -> Answer:
        reply = self.call(message)
        return Answer(reply.answer) if isinstance(reply, Ack) else Answer.UNKNOWN

    def _next_roll(self) -> int:
        known = self.hello.last_roll if self.hello else 0
        return max(self.last_roll, known) + 1
