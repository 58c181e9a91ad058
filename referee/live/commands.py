"""A line typed in a terminal -> a wish, for those who play without a window."""

from referee.problems import BadInput
from referee.show import (
    AcceptTable,
    Answer,
    Appeal,
    Measure,
    Pause,
    Quit,
    RollNow,
    Say,
    Select,
    Shown,
    TypeRoll,
    Undo,
    Wish,
)

HELP = (
    "a number (choice or answer) · roll · type 3 4 6 · undo · accept WHY · appeal PLAYER WHY · "
    "overrule PLAYER WHY · pause · go · measure A B · show MODEL · choices · quit"
)


def parse(line: str, shown: Shown) -> Wish | str:
    """What somebody typed: a wish, or words to print; BadInput says what was not understood."""
    word, _, rest = line.strip().partition(" ")
    rest = rest.strip()
    if word.isdigit():
        return _numbered(int(word), shown)
    if word in ("", "help", "?"):
        return HELP
    if word == "choices":
        return choices(shown)
    plain: dict[str, Wish] = {
        "roll": RollNow(),
        "undo": Undo(),
        "pause": Pause(True),
        "go": Pause(False),
        "quit": Quit(),
        "accept": AcceptTable(rest or "agreed at the table"),
        "show": Select(rest or None),
    }
    if word in plain:
        return plain[word]
    if word == "type":
        if not rest or not all(each.isdigit() for each in rest.split()):
            raise BadInput(f"'{line.strip()}': type the values of the dice, like `type 3 4 6`")
        return TypeRoll(tuple(int(each) for each in rest.split()))
    if word in ("appeal", "overrule"):
        player, _, why = rest.partition(" ")
        return Appeal(player, why, word == "overrule")
    if word == "measure" and len(rest.split()) == 2:
        start, end = rest.split()
        return Measure(start, end)
    raise BadInput(f"'{line.strip()}' was not understood: {HELP}")


def choices(shown: Shown) -> str:
    """What may be said now, numbered."""
    if shown.question is not None:
        labels = shown.question.answers
    else:
        labels = tuple(choice.label for choice in shown.choices)
    return (
        "\n".join(f"{place}: {label}" for place, label in enumerate(labels, 1)) or "nothing is to be chosen"
    )


def _numbered(number: int, shown: Shown) -> Wish:
    if shown.question is not None:
        if not 1 <= number <= len(shown.question.answers):
            raise BadInput(f"there are {len(shown.question.answers)} answers")
        return Answer(shown.question.number, number - 1)
    if not 1 <= number <= len(shown.choices):
        raise BadInput(f"there are {len(shown.choices)} choices")
    return Say(shown.choices[number - 1].claim)
