"""One dictionary, two languages: both up to date, and every change of meaning changes the hash."""

import copy
from typing import Any

from firmware.generate import HEADER, MODULE, header, load, module, schema_hash


def test_header_and_module_are_made_from_the_dictionary_as_it_is() -> None:
    words = load()
    assert HEADER.read_text() == header(words)
    assert MODULE.read_text() == module(words)


def test_a_change_of_what_is_said_changes_the_hash_a_comment_does_not() -> None:
    words = load()
    reworded = copy.deepcopy(words)
    reworded["messages"]["leds"]["about"] = "other words"
    assert schema_hash(reworded) == schema_hash(words)
    for change in (_swap_fields, _slower, _other_number):
        other = copy.deepcopy(words)
        change(other)
        assert schema_hash(other) != schema_hash(words)


def _swap_fields(words: dict[str, Any]) -> None:
    words["messages"]["leds"]["fields"].reverse()


def _slower(words: dict[str, Any]) -> None:
    words["limits"]["baud"] = 9600


def _other_number(words: dict[str, Any]) -> None:
    words["enums"]["answer"]["ok"] = 77
