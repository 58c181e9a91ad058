"""A record -> its steps told one by one: what was claimed, how it was ruled and why, who stood where."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from referee.law.arithmetic import Sum, number
from referee.law.codec import TAG, from_plain
from referee.law.game import Standing
from referee.law.ids import TITLES, RuleId
from referee.law.match import Event, Match, replay_one
from referee.law.measured import Measured
from referee.law.ruling import Ruling
from referee.record import Entry, Record

UNTOLD = {TAG, "player"}  # fields of a claim that its sentence says otherwise


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of a record and the table after it. `contradicts`: the law rules otherwise today."""

    number: int
    kind: str
    said: str
    hash: str
    claim: str = ""
    verdict: str = ""
    rules: tuple[RuleId, ...] = ()
    sums: tuple[Sum, ...] = ()
    due: str = ""
    outcome: str = ""
    standing: tuple[Standing, ...] = ()
    pictures: tuple[str, ...] = ()
    contradicts: bool = False

    def lines(self) -> list[str]:
        """The step as a person reads it."""
        told = [f"{self.number:4d}  {self.verdict.upper() if self.verdict else self.kind}: {self.said}"]
        told += [f"        {each.what}: {each.text()}" for each in self.sums]
        told += [f"        {rule_id}: {TITLES[rule_id]}" for rule_id in self.rules]
        told += [f"        due: {self.due}"] if self.due else []
        told += [f"        THE END: {self.outcome}"] if self.outcome else []
        told += ["        today the law rules otherwise"] if self.contradicts else []
        return told


def steps(record: Record) -> Iterator[Step]:
    """Every entry in order, played again as it is told."""
    match: Match | None = None
    for entry in record.entries():
        match, contradicts = replay_one(match, Event(entry.kind, entry.body), entry.number)
        yield _step(match, entry, contradicts)


def _step(match: Match, entry: Entry, contradicts: bool) -> Step:
    standing = match.game.visible(match.state)
    if entry.kind != "ruling":
        return Step(
            entry.number, entry.kind, _plain_words(match, entry), entry.hash, standing=standing,
            pictures=entry.pictures,
        )  # fmt: skip
    ruling = from_plain(Ruling, entry.body["ruling"], f"entry {entry.number}")
    return Step(
        entry.number,
        entry.kind,
        ruling.sentence,
        entry.hash,
        claim_words(entry.body["claim"]),
        ruling.verdict.value,
        ruling.rules,
        ruling.arithmetic,
        f"{ruling.due.player}: {ruling.due.what}" if ruling.due else "",
        f"{ruling.outcome.winner or 'nobody'} wins: {ruling.outcome.why}" if ruling.outcome else "",
        standing,
        entry.pictures,
        contradicts,
    )


def claim_words(plain: Any) -> str:
    """A claim as "Ann: Move, model Kay, to (3, 4), length 6.1 ± 0.2"."""
    told = [
        f"{key} {_words(item)}" for key, item in plain.items() if key not in UNTOLD and item not in (None, [])
    ]
    return ", ".join([f"{plain['player']}: {plain[TAG]}", *told])


def _words(item: Any) -> str:
    """A plain value as a person writes it."""
    if isinstance(item, dict) and item.get(TAG) == "Measured":
        return from_plain(Measured, item, "measure").text()
    if isinstance(item, dict) and item.get(TAG) == "Rolled":
        colour = "" if item["colour"] == "any" else f"{item['colour']} "
        return f"{colour}d{item['sides']} {item['value']}"
    if isinstance(item, dict):
        return " ".join(f"{key} {_words(value)}" for key, value in item.items() if key != TAG)
    if isinstance(item, list):
        return f"({', '.join(_words(each) for each in item)})"
    return number(round(item, 2)) if isinstance(item, float) else str(item)


def _plain_words(match: Match, entry: Entry) -> str:
    if entry.kind == "start":
        return f"{match.setup.title or match.setup.game}: {', '.join(p.name for p in match.setup.players)}"
    if entry.kind == "appeal":
        verdict = "upheld: the last ruling is undone" if entry.body["upheld"] else "dismissed"
        return f"{entry.body['player']} appeals ({entry.body['words']}): {verdict}"
    if entry.kind == "correction":
        return f"the players put the match right: {entry.body['why']}"
    if entry.kind == "disagreement":
        return "the table is not as it should be: " + "; ".join(f["words"] for f in entry.body["faults"])
    if entry.kind == "terrain":
        block = entry.body
        where = f"{block['w']} × {block['d']} studs at ({block['x']}, {block['y']})"
        return f"the players say that the block of {where} is {block['top']} plates high"
    if entry.kind == "size":
        size = entry.body["size"]
        said = (
            f"is {size[1]} × {size[0]} studs large" if size else "has none of the sizes that were asked about"
        )
        return f"the players say that {entry.body['model']} {said}"
    words = {
        "undo": "the last claim that stood is taken back",
        "pause": "paused",
        "resume": "play goes on",
        "agreement": "the table is as it should be again",
    }
    return words.get(entry.kind, entry.kind)
