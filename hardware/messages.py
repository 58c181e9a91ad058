"""What the Arduino and the host say to each other.

Made from firmware/messages.toml by `python -m firmware.generate`: change that file, not this one.
"""

from dataclasses import dataclass
from enum import IntEnum
from struct import Struct
from typing import ClassVar

PROTOCOL = 1
SCHEMA = 0xE035400A
BAUD = 500000
MAX_PAYLOAD = 150
MAX_DICE = 28
MAX_GROUPS = 5
MAX_SIDES = 100
PENDING_ROLLS = 4
RECORD_CHECK_POLY = 35767


class Board(IntEnum):
    VIRTUAL = 0
    UNO = 1
    MEGA = 2


class Answer(IntEnum):
    OK = 0
    NOT_GREETED = 1
    OUT_OF_STEP = 2
    BAD_VALUE = 3
    NO_ENTROPY = 4
    BUSY = 5
    FULL = 6
    STALE_ROLL = 7
    UNKNOWN = 8


class Kind(IntEnum):
    CHIP = 0
    TUMBLE = 1


class Outcome(IntEnum):
    FELL = 0
    SHORT = 1
    JAM = 2
    EXTRA = 3
    CUT = 4


class Tower(IntEnum):
    IDLE = 0
    SHAKING = 1
    DROPPING = 2
    SETTLING = 3


class Entropy(IntEnum):
    FILLING = 0
    GOOD = 1
    FAILED = 2


class Effect(IntEnum):
    NONE = 0
    PULSE = 1
    CHASE = 2
    FLASH = 3


class Hold(IntEnum):
    RUN = 0
    DARK = 1
    FROZEN = 2


class Cause(IntEnum):
    POWER = 0
    PIN = 1
    WATCHDOG = 2
    BROWNOUT = 3


class Setting(IntEnum):
    DURABLE = 0
    BRIGHTNESS = 1
    BUDGET_MA = 2
    LED_COUNT = 3
    SHAKE_MS = 4
    SETTLE_MS = 5
    FALL_MS = 6
    JAM_MS = 7
    TRIES = 8
    SERVO_HOLD_US = 9
    SERVO_DROP_US = 10
    BUTTON = 11


@dataclass(frozen=True, slots=True)
class Hello:
    """Who I am: said unasked after every reset, and in answer to hello_ask."""

    CODE: ClassVar[int] = 1
    FROM: ClassVar[str] = "device"
    LAYOUT: ClassVar[Struct] = Struct("<BIBHHBIB")
    TAIL: ClassVar[bool] = False
    protocol: int
    schema: int
    board: int
    leds: int
    boot: int
    cause: int
    last_roll: int
    pending: int


@dataclass(frozen=True, slots=True)
class HelloAsk:
    """Who are you? Sets the sequence number to count on from."""

    CODE: ClassVar[int] = 2
    FROM: ClassVar[str] = "host"
    LAYOUT: ClassVar[Struct] = Struct("<")
    TAIL: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class Ack:
    """The command with this sequence number was done (LEDs: are out), or why not."""

    CODE: ClassVar[int] = 3
    FROM: ClassVar[str] = "device"
    LAYOUT: ClassVar[Struct] = Struct("<BH")
    TAIL: ClassVar[bool] = False
    answer: int
    detail: int


@dataclass(frozen=True, slots=True)
class AskRoll:
    """Make chip roll number id: pairs of (count, sides). The same id twice is one roll."""

    CODE: ClassVar[int] = 4
    FROM: ClassVar[str] = "host"
    LAYOUT: ClassVar[Struct] = Struct("<IB")
    TAIL: ClassVar[bool] = True
    id: int
    token: int
    pool: bytes


@dataclass(frozen=True, slots=True)
class AskTumble:
    """Tumble this many physical dice as roll number id (0: however many there are)."""

    CODE: ClassVar[int] = 5
    FROM: ClassVar[str] = "host"
    LAYOUT: ClassVar[Struct] = Struct("<IBB")
    TAIL: ClassVar[bool] = False
    id: int
    token: int
    dice: int


@dataclass(frozen=True, slots=True)
class StopTumble:
    """Stop the tower; the tumble is reported as cut."""

    CODE: ClassVar[int] = 6
    FROM: ClassVar[str] = "host"
    LAYOUT: ClassVar[Struct] = Struct("<")
    TAIL: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class Rolled:
    """A roll, said again until got_roll names it. The body is groups, values and the roll's own CRC."""

    CODE: ClassVar[int] = 7
    FROM: ClassVar[str] = "device"
    LAYOUT: ClassVar[Struct] = Struct("<IBB")
    TAIL: ClassVar[bool] = True
    id: int
    token: int
    shape: int
    body: bytes


@dataclass(frozen=True, slots=True)
class GotRoll:
    """Roll id is safe with the host: the device may forget it. Not sequenced: naming the id is enough."""

    CODE: ClassVar[int] = 8
    FROM: ClassVar[str] = "host"
    LAYOUT: ClassVar[Struct] = Struct("<I")
    TAIL: ClassVar[bool] = False
    id: int


@dataclass(frozen=True, slots=True)
class Leds:
    """Colours from LED `first` on, three bytes each; shown when show is 1."""

    CODE: ClassVar[int] = 9
    FROM: ClassVar[str] = "host"
    LAYOUT: ClassVar[Struct] = Struct("<HB")
    TAIL: ClassVar[bool] = True
    first: int
    show: int
    rgb: bytes


@dataclass(frozen=True, slots=True)
class Fill:
    """One colour for a run of LEDs; shown when show is 1."""

    CODE: ClassVar[int] = 10
    FROM: ClassVar[str] = "host"
    LAYOUT: ClassVar[Struct] = Struct("<HHBBBB")
    TAIL: ClassVar[bool] = False
    first: int
    count: int
    red: int
    green: int
    blue: int
    show: int


@dataclass(frozen=True, slots=True)
class Animate:
    """Let the chip animate these LEDs (u16 each, in order) over the framebuffer; none ends it."""

    CODE: ClassVar[int] = 11
    FROM: ClassVar[str] = "host"
    LAYOUT: ClassVar[Struct] = Struct("<BBBBH")
    TAIL: ClassVar[bool] = True
    kind: int
    red: int
    green: int
    blue: int
    period_ms: int
    leds: bytes


@dataclass(frozen=True, slots=True)
class HoldLights:
    """Dark, frozen or running: for the moment a picture is taken. Acknowledged when the LEDs are so."""

    CODE: ClassVar[int] = 12
    FROM: ClassVar[str] = "host"
    LAYOUT: ClassVar[Struct] = Struct("<B")
    TAIL: ClassVar[bool] = False
    mode: int


@dataclass(frozen=True, slots=True)
class Set:
    """Change a setting, kept in EEPROM."""

    CODE: ClassVar[int] = 13
    FROM: ClassVar[str] = "host"
    LAYOUT: ClassVar[Struct] = Struct("<BH")
    TAIL: ClassVar[bool] = False
    setting: int
    value: int


@dataclass(frozen=True, slots=True)
class Get:
    """Ask for a setting; answered by value."""

    CODE: ClassVar[int] = 14
    FROM: ClassVar[str] = "host"
    LAYOUT: ClassVar[Struct] = Struct("<B")
    TAIL: ClassVar[bool] = False
    setting: int


@dataclass(frozen=True, slots=True)
class Value:
    """A setting as it is."""

    CODE: ClassVar[int] = 15
    FROM: ClassVar[str] = "device"
    LAYOUT: ClassVar[Struct] = Struct("<BH")
    TAIL: ClassVar[bool] = False
    setting: int
    value: int


@dataclass(frozen=True, slots=True)
class HealthAsk:
    """How are you? Answered by health."""

    CODE: ClassVar[int] = 16
    FROM: ClassVar[str] = "host"
    LAYOUT: ClassVar[Struct] = Struct("<")
    TAIL: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class Health:
    """Health: the tower, the noise source, what waits, what came in broken."""

    CODE: ClassVar[int] = 17
    FROM: ClassVar[str] = "device"
    LAYOUT: ClassVar[Struct] = Struct("<BBBBHHBIH")
    TAIL: ClassVar[bool] = False
    tower: int
    entropy: int
    pending: int
    beam: int
    bad_frames: int
    free_ram: int
    fallen: int
    uptime_ms: int
    shown: int


Message = (
    Hello
    | HelloAsk
    | Ack
    | AskRoll
    | AskTumble
    | StopTumble
    | Rolled
    | GotRoll
    | Leds
    | Fill
    | Animate
    | HoldLights
    | Set
    | Get
    | Value
    | HealthAsk
    | Health
)

BY_CODE: dict[int, type[Message]] = {
    1: Hello,
    2: HelloAsk,
    3: Ack,
    4: AskRoll,
    5: AskTumble,
    6: StopTumble,
    7: Rolled,
    8: GotRoll,
    9: Leds,
    10: Fill,
    11: Animate,
    12: HoldLights,
    13: Set,
    14: Get,
    15: Value,
    16: HealthAsk,
    17: Health,
}
