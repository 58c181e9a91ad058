"""The wiring and a frame on the line → docs/pictures/wiring.svg and frame.svg.

python -m firmware.drawings
"""

from dataclasses import dataclass
from pathlib import Path

from hardware.framing import Frame, encode, unstuff
from hardware.messages import AskRoll

PICTURES = Path(__file__).resolve().parents[1] / "docs" / "pictures"
STYLE = 'font-family="sans-serif" font-size="13"'
SIGNAL, POWER, GROUND = "#2166ac", "#b2182b", "#333333"


@dataclass(frozen=True, slots=True)
class Net:
    """One pin of the Arduino and what hangs on it."""

    pins: str
    part: str
    notes: tuple[str, ...]
    resistor: str = ""
    powered: bool = False


NETS = (
    Net(
        "Uno D6 · Mega D22", "WS2812 strip, DIN", ("5 V from the supply", "1000 µF across it"), "330 Ω", True
    ),
    Net("Uno D9 · Mega D11", "servo, signal (OC1A)", ("agitator or lift", "5 V from the supply"), "", True),
    Net("Uno D2 · Mega D21", "beam receiver (INT0)", ("open collector to ground", "pull-up inside the chip")),
    Net("5V", "beam's infrared LED", ("anode; cathode to ground",), "150 Ω"),
    Net("D3", "button", ("to ground", "pull-up inside the chip")),
    Net("A0", "10 cm of wire, open", ("the noise the dice are", "drawn from: connect nothing")),
)


def text(x: float, y: float, words: str, more: str = "") -> str:
    """A line of text."""
    return f'<text x="{x}" y="{y}" {more}>{words}</text>'


def line(x0: float, y0: float, x1: float, y1: float, colour: str) -> str:
    """A wire."""
    return f'<line x1="{x0}" y1="{y0}" x2="{x1}" y2="{y1}" stroke="{colour}" stroke-width="2"/>'


def box(x: float, y: float, width: float, height: float, fill: str) -> str:
    """A part."""
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{fill}" stroke="#222" rx="4"/>'


def svg(width: int, height: int, parts: list[str]) -> str:
    """A drawing on white."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" {STYLE}>'
    return "\n".join([head, '<rect width="100%" height="100%" fill="white"/>', *parts, "</svg>", ""])


def wiring() -> str:
    """The schematic: signals to the right, power and ground rails at the far right."""
    step, top = 84, 40
    height = top + step * len(NETS)
    supply_x, ground_x = 700, 740
    parts = [
        box(20, top, 200, step * len(NETS) - 20, "#d9ead3"),
        text(40, top + 24, "Arduino Uno or Mega 2560"),
    ]
    parts += [
        text(40, height - 72, "USB to the host: data, and"),
        text(40, height - 54, "power for the chip alone"),
    ]
    for nth, net in enumerate(NETS):
        y = top + 56 + nth * (step - 16)
        parts += [text(212, y - 4, net.pins, 'text-anchor="end"'), line(220, y, 430, y, SIGNAL)]
        if net.resistor:
            parts += [
                box(290, y - 9, 60, 18, "white"),
                text(320, y + 4, net.resistor, 'text-anchor="middle"'),
            ]
        parts += [box(430, y - 22, 210, 62, "#f3f3f3"), text(440, y - 5, net.part, 'font-weight="bold"')]
        parts += [text(440, y + 13 + 17 * i, note) for i, note in enumerate(net.notes)]
        if net.powered:
            parts.append(line(640, y - 8, supply_x, y - 8, POWER))
        if net.part.startswith(("WS", "servo", "beam", "button")):
            parts.append(line(640, y + 16, ground_x, y + 16, GROUND))
    low = height - 6
    parts += [line(supply_x, top, supply_x, low - 30, POWER), line(ground_x, top, ground_x, low, GROUND)]
    parts += [text(supply_x - 40, top - 8, "+5 V supply", f'fill="{POWER}"')]
    parts += [text(ground_x + 6, top + 10, "GND", f'fill="{GROUND}"')]
    parts += [
        line(220, low, ground_x, low, GROUND),
        text(230, low - 6, "GND: Arduino, supply and parts share it"),
    ]
    return svg(800, height + 14, parts)


def frame() -> str:
    """A frame before and after stuffing: asking for roll 1, two six-sided dice."""
    said = encode(Frame(7, AskRoll(1, 0x5C, b"\x02\x06")))
    raw = unstuff(said[:-1]) or b""
    names = ["code", "seq", "id", "", "", "", "token", "count", "sides", "crc", ""]
    fills = ["#cfe2f3"] * 2 + ["#d9ead3"] * 7 + ["#f4cccc"] * 2
    parts = [text(20, 24, "ask_roll: roll 1, 2d6, before stuffing")]
    for i, (byte, name, fill) in enumerate(zip(raw, names, fills, strict=True)):
        parts += [
            box(20 + 52 * i, 50, 52, 30, fill),
            text(46 + 52 * i, 70, f"{byte:02x}", 'text-anchor="middle"'),
        ]
        parts.append(text(24 + 52 * i, 45, name))
    parts.append(
        text(20, 112, "on the line: zeros are replaced by the distance to the next, a zero ends the frame")
    )
    for i, byte in enumerate(said):
        fill = (
            "#fff2cc" if i == 0 or i == len(said) - 1 or (0 < i <= len(raw) and raw[i - 1] == 0) else "white"
        )
        parts += [
            box(20 + 52 * i, 122, 52, 30, fill),
            text(46 + 52 * i, 142, f"{byte:02x}", 'text-anchor="middle"'),
        ]
    return svg(40 + 52 * len(said), 170, parts)


def main() -> None:
    """Draw both."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    (PICTURES / "wiring.svg").write_text(wiring())
    (PICTURES / "frame.svg").write_text(frame())


if __name__ == "__main__":
    main()
