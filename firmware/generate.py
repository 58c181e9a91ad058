"""messages.toml → the C++ header and the Python module that both speak it.

python -m firmware.generate           writes both
python -m firmware.generate --check   says whether they are up to date
"""

import hashlib
import json
import sys
import tomllib
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
DICTIONARY = HERE / "messages.toml"
HEADER = HERE / "src" / "messages.h"
MODULE = HERE.parent / "hardware" / "messages.py"

SIZES = {"u8": 1, "u16": 2, "u32": 4}
C_TYPES = {"u8": "uint8_t", "u16": "uint16_t", "u32": "uint32_t"}
STRUCT_CODES = {"u8": "B", "u16": "H", "u32": "I"}
CPP_KEYWORDS = {"short": "short_", "register": "register_"}


BYTES_OF_NUMBERS = [  # little-endian, whatever the machine
    "inline uint8_t get_u8(const uint8_t *in) { return in[0]; }",
    "inline uint16_t get_u16(const uint8_t *in) { return in[0] | (uint16_t)(in[1] << 8); }",
    "inline uint32_t get_u32(const uint8_t *in) {",
    "  return get_u16(in) | ((uint32_t)get_u16(in + 2) << 16);",
    "}",
    "inline void put_u8(uint8_t *out, uint8_t v) { out[0] = v; }",
    "inline void put_u16(uint8_t *out, uint16_t v) { out[0] = v & 0xFF; out[1] = v >> 8; }",
    "inline void put_u32(uint8_t *out, uint32_t v) {",
    "  put_u16(out, v & 0xFFFF);",
    "  put_u16(out + 2, v >> 16);",
    "}",
]


def load(path: Path = DICTIONARY) -> dict[str, Any]:
    """The dictionary, checked for what a generator can't survive."""
    words = tomllib.loads(path.read_text())
    codes = [message["code"] for message in words["messages"].values()]
    if len(set(codes)) != len(codes):
        raise ValueError(f"{path.name}: two messages share a code")
    for name, message in words["messages"].items():
        kinds = [kind for _, kind in message["fields"]]
        if "bytes" in kinds[:-1] or not set(kinds) <= {*SIZES, "bytes"}:
            raise ValueError(
                f"{path.name}: message {name}: bytes must come last, types are u8, u16, u32, bytes"
            )
    return words


def schema_hash(words: dict[str, Any]) -> int:
    """32 bits over everything that is said, not over how it is explained."""
    said = {
        "protocol": words["protocol"],
        "limits": words["limits"],
        "enums": words["enums"],
        "messages": {
            name: [message["code"], message["from"], message["fields"]]
            for name, message in words["messages"].items()
        },
    }
    canonical = json.dumps(said, sort_keys=True, separators=(",", ":")).encode()
    return int.from_bytes(hashlib.sha256(canonical).digest()[:4], "little")


def camel(name: str) -> str:
    """ask_roll → AskRoll."""
    return "".join(part.capitalize() for part in name.split("_"))


def _cpp_message(name: str, message: dict[str, Any]) -> list[str]:
    fixed = [(field, kind) for field, kind in message["fields"] if kind != "bytes"]
    rest = next((field for field, kind in message["fields"] if kind == "bytes"), None)
    size = sum(SIZES[kind] for _, kind in fixed)
    lines = [f"// {message['about']}", f"struct {camel(name)} {{"]
    lines += [f"  static constexpr uint8_t CODE = {message['code']};"]
    lines += [f"  static constexpr uint8_t FIXED = {size};"]
    lines += [f"  {C_TYPES[kind]} {field};" for field, kind in fixed]
    if rest:
        lines += [f"  const uint8_t *{rest};", f"  uint8_t {rest}_size;"]
    if message["from"] == "host":
        test = "size < FIXED" if rest else "size != FIXED"
        if rest and size == 0:
            test = "false"
        lines += ["  bool read(const uint8_t *in, uint8_t size) {", f"    if ({test}) return false;"]
        at = 0
        for field, kind in fixed:
            lines.append(f"    {field} = get_{kind}(in + {at});")
            at += SIZES[kind]
        if rest:
            lines += [f"    {rest} = in + {at};", f"    {rest}_size = size - {at};"]
        elif not fixed:
            lines.append("    (void)in;")
        lines += ["    return true;", "  }"]
    else:
        lines += ["  uint8_t write(uint8_t *out) const {"]
        at = 0
        for field, kind in fixed:
            lines.append(f"    put_{kind}(out + {at}, {field});")
            at += SIZES[kind]
        if rest:
            lines += [f"    for (uint8_t i = 0; i < {rest}_size; i++) out[{at} + i] = {rest}[i];"]
            lines += [f"    return {at} + {rest}_size;"]
        else:
            lines += [f"    return {at};"]
        lines += ["  }"]
    return [*lines, "};", ""]


def header(words: dict[str, Any]) -> str:
    """The C++ side: plain structs read from and written to bytes, never by casting memory."""
    lines = [
        "// Made from messages.toml by `python -m firmware.generate`: change that file, not this one.",
        "#pragma once",
        "#include <stdint.h>",
        "",
        "namespace say {",
        "",
        f"constexpr uint8_t PROTOCOL = {words['protocol']};",
        f"constexpr uint32_t SCHEMA = 0x{schema_hash(words):08X}UL;",
    ]
    lines += [f"constexpr uint32_t {name.upper()} = {value}UL;" for name, value in words["limits"].items()]
    lines += [""]
    for name, members in words["enums"].items():
        lines += [f"namespace {CPP_KEYWORDS.get(name, name)} {{", "enum : uint8_t {"]
        lines += [f"  {member.upper()} = {value}," for member, value in members.items()]
        lines += [f"  COUNT = {len(members)},", "};", "}", ""]
    lines += [
        *BYTES_OF_NUMBERS,
        "",
    ]
    for name, message in words["messages"].items():
        lines += _cpp_message(name, message)
    lines += ["}  // namespace say", ""]
    return "\n".join(lines)


def _python_message(name: str, message: dict[str, Any]) -> list[str]:
    layout = "<" + "".join(STRUCT_CODES[kind] for _, kind in message["fields"] if kind != "bytes")
    lines = [
        "@dataclass(frozen=True, slots=True)",
        f"class {camel(name)}:",
        f'    """{message["about"]}"""',
        "",
        f"    CODE: ClassVar[int] = {message['code']}",
        f'    FROM: ClassVar[str] = "{message["from"]}"',
        f'    LAYOUT: ClassVar[Struct] = Struct("{layout}")',
    ]
    if any(kind == "bytes" for _, kind in message["fields"]):
        lines.append("    TAIL: ClassVar[bool] = True")
    else:
        lines.append("    TAIL: ClassVar[bool] = False")
    for field, kind in message["fields"]:
        lines.append(f"    {field}: {'bytes' if kind == 'bytes' else 'int'}")
    return [*lines, "", ""]


def module(words: dict[str, Any]) -> str:
    """The Python side: one frozen dataclass a message, one IntEnum a list of words."""
    lines = [
        '"""What the Arduino and the host say to each other.',
        "",
        "Made from firmware/messages.toml by `python -m firmware.generate`: change that file, not this one.",
        '"""',
        "",
        "from dataclasses import dataclass",
        "from enum import IntEnum",
        "from struct import Struct",
        "from typing import ClassVar",
        "",
        f"PROTOCOL = {words['protocol']}",
        f"SCHEMA = 0x{schema_hash(words):08X}",
    ]
    lines += [f"{name.upper()} = {value}" for name, value in words["limits"].items()]
    lines += ["", ""]
    for name, members in words["enums"].items():
        lines += [f"class {camel(name)}(IntEnum):"]
        lines += [f"    {member.upper()} = {value}" for member, value in members.items()]
        lines += ["", ""]
    names = [camel(name) for name in words["messages"]]
    for name, message in words["messages"].items():
        lines += _python_message(name, message)
    lines += ["Message = ("]
    lines += [f"    {'' if i == 0 else '| '}{name}" for i, name in enumerate(names)]
    lines += [")", "", "BY_CODE: dict[int, type[Message]] = {"]
    lines += [f"    {message['code']}: {camel(name)}," for name, message in words["messages"].items()]
    lines += ["}", ""]
    return "\n".join(lines)


def main() -> int:
    """Write both, or say which is out of date."""
    words = load()
    made = {HEADER: header(words), MODULE: module(words)}
    if "--check" in sys.argv[1:]:
        late = [path.name for path, text in made.items() if not path.exists() or path.read_text() != text]
        if late:
            print(f"out of date: {', '.join(late)}; run python -m firmware.generate")
        return 1 if late else 0
    for path, text in made.items():
        path.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
