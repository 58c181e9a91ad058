"""What is wrong with camera, device, disk, hands and table -> troubles in words, each with its cure."""

from dataclasses import dataclass, field

from referee.law.setup import Setup
from referee.live.compare import Difference
from referee.live.eyes import Glimpse
from referee.show import Trouble, Weight

HAND_STAYS_S = 20.0  # a hand that takes longer than any move
MANY = 3  # differences at once that no player made

CURES = {
    "misplaced": "put it back where the light is, or accept the table",
    "turned": "turn it back, or accept the table",
    "missing": "put it where the light is, or accept the table",
    "unexpected": "take it off the board, or accept the table",
    "piece kept": "take the piece off",
    "piece taken": "put the piece back",
    "dice": "turn the die back or empty the tray",
}
UNSEEN = ("gone", "black", "frozen", "covered")  # each says itself what to do
WAITS = "the match waits until the board is seen again"


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that was wrong on the table and was named."""

    kind: str
    model: str
    words: str


@dataclass
class Troubles:
    """Everything that is wrong now."""

    setup: Setup
    faults: tuple[Difference, ...] = ()  # the table disagrees
    refused: tuple[Difference, ...] = ()  # what an illegal claim left on the table
    todo: tuple[Difference, ...] = ()  # what a claim by word leaves to do by hand
    disk: str = ""
    device: str = ""
    rolls: str = "no device: rolls are typed"  # how they are made while nothing is wrong
    note: str = ""  # why the last wish was not granted
    _unseen: Trouble | None = None
    _hand: Trouble | None = None
    _hand_since: float | None = field(default=None)

    def heed(self, glimpse: Glimpse, now: float) -> None:
        """What the camera says, and how long a hand has been there."""
        unseen = glimpse.state in UNSEEN
        self._unseen = Trouble(glimpse.why or f"the camera: {glimpse.state}", WAITS) if unseen else None
        if glimpse.state != "hands":
            self._hand_since, self._hand = None, None
            return
        if self._hand_since is None:
            self._hand_since = now
        stays = now - self._hand_since
        self._hand = (
            Trouble(f"a hand has been over the table for {stays // 10 * 10:.0f} s", "take it away to go on")
            if stays >= HAND_STAYS_S
            else None
        )

    def put_right(self) -> None:
        """The table is as it should be."""
        self.faults = self.refused = self.todo = ()

    @property
    def camera(self) -> str:
        """What is wrong with the camera's picture; empty when nothing is."""
        return self._unseen.what if self._unseen else ""

    @property
    def blocking(self) -> bool:
        """Must something be put right before anyone may claim anything?"""
        return bool(self.faults or self.refused or self.todo or self._unseen or self.disk)

    def shown(self) -> tuple[Trouble, ...]:
        """All of it for the display, the gravest first."""
        found = [each for each in (self._unseen, self._hand) if each]
        if self.disk:
            found.append(Trouble(self.disk, "the match goes on by itself as soon as there is room"))
        found += self._of_table()
        if self.device:
            found.append(Trouble(self.device, "mend it, roll again or type the roll in", Weight.NOTE))
        if self.note:
            found.append(Trouble(self.note, "", Weight.NOTE))
        return tuple(found)

    def _of_table(self) -> list[Trouble]:
        found = []
        if len(self.faults) >= MANY and 2 * len(self.faults) >= len(self.setup.models):
            words = f"{len(self.faults)} things changed at once"
            found.append(Trouble(words, "put all back as the display shows, or accept the table"))
        for each in self.refused:
            found.append(_trouble(each, f"{each.model} may not stay there", "put it back, or appeal"))
        for each in self.faults:
            if each not in self.refused:
                found.append(_trouble(each, each.words, CURES[each.kind]))
        for each in self.todo:
            if each not in self.refused and each not in self.faults:
                found.append(_trouble(each, each.words, CURES[each.kind]))
        return found


def _trouble(difference: Difference, what: str, cure: str) -> Trouble:
    return Trouble(what, cure, at=difference.body.at if difference.body else None, to=difference.to)
