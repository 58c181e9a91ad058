"""A roll as the device keeps it ↔ its bytes, under the roll's own checksum.

    | id (u32) | token | kind << 4 | groups | (count, sides) ... | values ... | check lo | check hi |

The check is made when the roll is made and travels with it, through EEPROM and line, to the host: its
polynomial is another than the frame's, so what slips through one is caught by the other.
"""

from dataclasses import dataclass

from hardware.framing import crc16
from hardware.messages import MAX_DICE, MAX_GROUPS, MAX_SIDES, RECORD_CHECK_POLY, Kind, Outcome, Rolled

TUMBLE_VALUES = 2  # fallen, outcome


@dataclass(frozen=True, slots=True)
class RollRecord:
    """One roll that was made: its number, whose asking it answers, which dice, what they show."""

    id: int
    token: int
    kind: Kind
    groups: tuple[tuple[int, int], ...]
    values: tuple[int, ...]

    @property
    def fallen(self) -> int:
        """How many dice a tumble let fall."""
        return self.values[0]

    @property
    def outcome(self) -> Outcome:
        """How a tumble ended."""
        return Outcome(self.values[1])


def to_message(record: RollRecord) -> Rolled:
    """The message that says this roll."""
    shape = record.kind << 4 | len(record.groups)
    body = bytes(number for group in record.groups for number in group) + bytes(record.values)
    head = record.id.to_bytes(4, "little") + bytes([record.token, shape])
    check = crc16(head + body, RECORD_CHECK_POLY).to_bytes(2, "little")
    return Rolled(record.id, record.token, shape, body + check)


def from_message(said: Rolled) -> RollRecord | None:
    """The roll that was said, or None when its own checksum or its sense is wrong."""
    body, check = said.body[:-2], int.from_bytes(said.body[-2:], "little")
    head = said.id.to_bytes(4, "little") + bytes([said.token, said.shape])
    if len(said.body) < 2 or crc16(head + body, RECORD_CHECK_POLY) != check:
        return None
    kind, count = said.shape >> 4, said.shape & 0xF
    if kind not in (Kind.CHIP, Kind.TUMBLE) or not 1 <= count <= MAX_GROUPS or len(body) < 2 * count:
        return None
    groups = tuple((body[2 * i], body[2 * i + 1]) for i in range(count))
    record = RollRecord(said.id, said.token, Kind(kind), groups, tuple(body[2 * count :]))
    return record if _makes_sense(record) else None


def _makes_sense(record: RollRecord) -> bool:
    if record.kind == Kind.TUMBLE:
        return len(record.values) == TUMBLE_VALUES and record.values[1] < len(Outcome)
    sides = [sides for count, sides in record.groups for _ in range(count)]
    return (
        len(sides) == len(record.values) <= MAX_DICE
        and all(2 <= number <= MAX_SIDES for number in sides)
        and all(1 <= value <= most for value, most in zip(record.values, sides, strict=True))
    )
