"""Messages ↔ bytes on the line: COBS frames with a sequence number and a CRC-16.

    | code | seq | payload ...          | crc lo | crc hi |     before stuffing
    | n | ... no zero in here ...                  | 0x00 |     on the line

A zero byte ends a frame and occurs nowhere else, so whatever a line does, the next zero puts both ends in
step again. What a line does, and what becomes of it:

- a byte flipped, lost, doubled or invented: the CRC (or the stuffing, or the length) does not fit; dropped;
- a zero lost: two frames become one, whose CRC does not fit; both dropped, both said again;
- a zero invented: one frame becomes two, neither fits;
- a reset in mid-frame: the device says a zero before its hello, so the half frame merges with nothing;
- noise without zeros: longer than any frame, thrown away up to the next zero.

A dropped frame is said again by whoever waits for its answer.
"""

from dataclasses import dataclass, fields

from hardware.messages import BY_CODE, MAX_PAYLOAD, Message

HEADER, CRC = 2, 2
MAX_FRAME = HEADER + MAX_PAYLOAD + CRC
MAX_STUFFED = MAX_FRAME + MAX_FRAME // 254 + 1
FRAME_POLY = 0x1021  # CRC-16/CCITT


def _table(poly: int) -> tuple[int, ...]:
    rows = []
    for byte in range(256):
        crc = byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ poly) & 0xFFFF if crc & 0x8000 else crc << 1 & 0xFFFF
        rows.append(crc)
    return tuple(rows)


_TABLES: dict[int, tuple[int, ...]] = {}


def crc16(data: bytes, poly: int = FRAME_POLY) -> int:
    """CRC-16, most significant bit first, starting from 0xFFFF (so that zeros do not check out)."""
    table = _TABLES.get(poly) or _TABLES.setdefault(poly, _table(poly))
    crc = 0xFFFF
    for byte in data:
        crc = (crc << 8 & 0xFFFF) ^ table[crc >> 8 ^ byte]
    return crc


def stuff(data: bytes) -> bytes:
    """Consistent overhead byte stuffing (Cheshire and Baker 1999): no zero in the result."""
    out = bytearray()
    for part in data.split(b"\0"):
        rest = part
        while len(rest) >= 254:
            out += b"\xff" + rest[:254]
            rest = rest[254:]
        out += bytes([len(rest) + 1]) + rest
    return bytes(out)


def unstuff(data: bytes) -> bytes | None:
    """The bytes that were stuffed, or None where the stuffing is impossible."""
    out = bytearray()
    at = 0
    while at < len(data):
        step = data[at]
        if step == 0 or at + step > len(data):
            return None
        out += data[at + 1 : at + step]
        at += step
        if step < 255 and at < len(data):
            out.append(0)
    return bytes(out)


def next_seq(seq: int) -> int:
    """Commands count 1–255; 0 is what is said unasked: a start-up's hello answers nobody's greeting."""
    return seq % 255 + 1


@dataclass(frozen=True, slots=True)
class Frame:
    """One message with its sequence number."""

    seq: int
    message: Message


def encode(frame: Frame) -> bytes:
    """A frame as it goes on the line, its closing zero included."""
    message = frame.message
    values = [getattr(message, field.name) for field in fields(message)]
    tail = values.pop() if message.TAIL else b""
    body = bytes([message.CODE, frame.seq]) + message.LAYOUT.pack(*values) + tail
    if len(body) > HEADER + MAX_PAYLOAD:
        raise ValueError(f"{type(message).__name__} of {len(body)} bytes is longer than a frame")
    return stuff(body + crc16(body).to_bytes(CRC, "little")) + b"\0"


def decode(stuffed: bytes) -> Frame | None:
    """The frame between two zeros, or None when the line spoiled it."""
    raw = unstuff(stuffed)
    if raw is None or not HEADER + CRC <= len(raw) <= MAX_FRAME:
        return None
    body, check = raw[:-CRC], int.from_bytes(raw[-CRC:], "little")
    kind = BY_CODE.get(body[0])
    if kind is None or crc16(body) != check:
        return None
    payload, size = body[HEADER:], kind.LAYOUT.size
    if len(payload) < size or (len(payload) > size and not kind.TAIL):
        return None
    values: tuple[int | bytes, ...] = kind.LAYOUT.unpack(payload[:size])
    if kind.TAIL:
        values = (*values, payload[size:])
    return Frame(body[1], kind(*values))  # type: ignore[arg-type]  # LAYOUT and the fields are made together


class Deframer:
    """Bytes as they come → frames as they complete."""

    def __init__(self) -> None:
        self._held = bytearray()
        self.bad_frames = 0
        self.strange_bytes = bytearray()  # of the last broken frame: what a stranger says

    def feed(self, data: bytes) -> list[Frame]:
        """The frames that `data` completed."""
        found = []
        for part in data.split(b"\0")[:-1]:
            found += self._close(bytes(self._held) + part)
            self._held.clear()
        self._held += data[data.rfind(b"\0") + 1 :]
        if len(self._held) > MAX_STUFFED:  # a frame was never this long: keep only proof of that
            del self._held[: len(self._held) - MAX_STUFFED - 1]
        return found

    def _close(self, stuffed: bytes) -> list[Frame]:
        if not stuffed:
            return []
        frame = decode(stuffed) if len(stuffed) <= MAX_STUFFED else None
        if frame is None:
            self.bad_frames += 1
            self.strange_bytes = bytearray(stuffed[:64])
            return []
        return [frame]
