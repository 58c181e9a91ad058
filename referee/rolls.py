"""A record -> the dice that fell in it, colour by colour, in order: what fairness is judged from."""

from referee.law.codec import TAG
from referee.record import Record


def rolled_dice(record: Record) -> dict[str, tuple[int, list[int]]]:
    """Name of a colour and kind ("white d6") -> sides and values; rolls that were refused don't count."""
    found: dict[str, tuple[int, list[int]]] = {}
    for entry in record.entries():
        if entry.kind != "ruling" or entry.body["ruling"]["verdict"] != "legal":
            continue
        claim = entry.body["claim"]
        if claim.get(TAG) != "Roll":
            continue
        for die in claim["dice"]:
            kind = "coin" if die["sides"] == 2 else f"d{die['sides']}"
            name = kind if die["colour"] == "any" else f"{die['colour']} {kind}"
            found.setdefault(name, (die["sides"], []))[1].append(die["value"])
    return found
