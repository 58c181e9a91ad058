"""Frozen dataclasses <-> plain JSON values, by their type hints; what does not fit is a BadInput.

One codec for claims, rulings, states, sheets and settings: what was written can be read back equal,
and `canonical` gives the one text of a value that the record hashes.
"""

import dataclasses
import difflib
import json
import types
import typing
from collections.abc import Mapping
from enum import Enum
from functools import cache
from typing import Any, TypeVar

from referee.problems import BadInput

T = TypeVar("T")
TAG = "is"  # names the class where a field may hold one of several


def canonical(plain: object) -> str:
    """The one text of a plain value: sorted keys, no spaces, no NaN."""
    return json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def to_plain(value: Any) -> Any:
    """`value` as dicts, lists, strings, numbers and None; dataclasses carry their class's name."""
    kind = type(value)
    if kind in (str, int, float, bool) or value is None:
        return value
    if isinstance(value, (tuple, list)):
        return [to_plain(item) for item in value]
    if isinstance(value, Enum):
        return value.value
    if dataclasses.is_dataclass(kind):
        plain = {name: to_plain(getattr(value, name)) for name in _names(kind)}
        plain[TAG] = kind.__name__
        return plain
    if isinstance(value, Mapping):
        return {str(key): to_plain(item) for key, item in value.items()}
    if isinstance(value, frozenset):
        return sorted(to_plain(item) for item in value)
    if isinstance(value, (str, int, float)):
        return value
    raise TypeError(f"{kind.__name__} has no plain form")


def from_plain(cls: type[T], data: object, where: str) -> T:
    """`data` as a `cls`; anything unknown, missing or of the wrong kind is a BadInput that names it."""
    made: T = _build(cls, data, where)
    return made


def nearest(word: str, known: typing.Iterable[str]) -> str:
    """ ", did you mean 'x'?" where some known word is near, else the known words."""
    names = sorted(known)
    near = difflib.get_close_matches(word, names, n=1)
    return f", did you mean '{near[0]}'?" if near else f"; known: {', '.join(names)}"


@cache
def _names(cls: Any) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(cls))


@cache
def _hints(cls: type) -> dict[str, Any]:
    return typing.get_type_hints(cls)


@cache
def _required(cls: type) -> frozenset[str]:
    return frozenset(
        field.name
        for field in dataclasses.fields(cls)
        if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
    )


def _build(hint: Any, data: Any, where: str) -> Any:
    if dataclasses.is_dataclass(hint):
        return _build_dataclass(typing.cast(type, hint), data, where)
    origin = typing.get_origin(hint)
    if origin in (types.UnionType, typing.Union):
        return _build_union(typing.get_args(hint), data, where)
    if origin is tuple:
        return _build_tuple(typing.get_args(hint), data, where)
    if origin is frozenset:
        return frozenset(_build_tuple((typing.get_args(hint)[0], ...), data, where))
    if origin is typing.Literal:
        return _build_literal(typing.get_args(hint), data, where)
    if origin is not None and issubclass(origin, Mapping):
        return _build_mapping(typing.get_args(hint)[1], data, where)
    if isinstance(hint, typing.NewType):
        return _build(hint.__supertype__, data, where)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _build_enum(hint, data, where)
    return _build_scalar(hint, data, where)


def _build_dataclass(cls: type, data: Any, where: str) -> Any:
    if not isinstance(data, Mapping):
        raise BadInput(f"{where}: expected a table of {cls.__name__} keys, found {data!r}")
    names = _names(cls)
    given = {key: item for key, item in data.items() if key != TAG}
    for key in given:
        if key not in names:
            raise BadInput(f"{where}: unknown key '{key}'{nearest(str(key), names)}")
    missing = _required(cls) - given.keys()
    if missing:
        raise BadInput(f"{where}: missing '{min(missing)}', add it")
    hints = _hints(cls)
    return cls(**{key: _build(hints[key], item, f"{where}: {key}") for key, item in given.items()})


def _build_union(options: tuple[Any, ...], data: Any, where: str) -> Any:
    if data is None and type(None) in options:
        return None
    classes: dict[str, Any] = {
        option.__name__: option
        for option in options
        if isinstance(option, type) and dataclasses.is_dataclass(option)
    }
    if isinstance(data, Mapping) and classes:
        name = data.get(TAG) if len(classes) > 1 else data.get(TAG, next(iter(classes)))
        if name not in classes:
            raise BadInput(f"{where}: '{name}' is not expected here{nearest(str(name), classes)}")
        return _build_dataclass(classes[name], data, where)
    problems = []
    for option in options:
        if option is type(None) or dataclasses.is_dataclass(option):
            continue
        try:
            return _build(option, data, where)
        except BadInput as problem:
            problems.append(problem)
    raise problems[0] if problems else BadInput(f"{where}: {data!r} is not expected here")


def _build_tuple(args: tuple[Any, ...], data: Any, where: str) -> tuple[Any, ...]:
    if not isinstance(data, (list, tuple)):
        raise BadInput(f"{where}: expected a list, found {data!r}")
    if len(args) == 2 and args[1] is Ellipsis:
        return tuple(_build(args[0], item, f"{where}[{place}]") for place, item in enumerate(data))
    if len(args) != len(data):
        raise BadInput(f"{where}: expected {len(args)} values, found {len(data)}")
    return tuple(
        _build(hint, item, f"{where}[{place}]")
        for place, (hint, item) in enumerate(zip(args, data, strict=True))
    )


def _build_mapping(hint: Any, data: Any, where: str) -> dict[str, Any]:
    if not isinstance(data, Mapping):
        raise BadInput(f"{where}: expected a table, found {data!r}")
    return {str(key): _build(hint, item, f"{where}: {key}") for key, item in data.items()}


def _build_literal(options: tuple[Any, ...], data: Any, where: str) -> Any:
    for option in options:
        if data == option and type(data) is type(option):
            return option
    raise BadInput(f"{where}: {data!r} is not one of {', '.join(map(str, options))}")


def _build_enum(cls: type[Enum], data: Any, where: str) -> Enum:
    for member in cls:
        if member.value == data and type(member.value) is type(data):
            return member
    raise BadInput(f"{where}: {data!r}{nearest(str(data), (str(member.value) for member in cls))}")


def _build_scalar(hint: Any, data: Any, where: str) -> Any:
    if hint is Any or hint is object:
        return data
    if hint is float and type(data) in (int, float):
        return float(data)
    if type(data) is hint:
        return data
    wanted = {int: "a whole number", float: "a number", str: "a text", bool: "true or false"}.get(
        hint, str(hint)
    )
    raise BadInput(f"{where}: expected {wanted}, found {data!r}")
