"""Frames and wishes, one at a time -> rulings recorded and everything shown: the match loop itself.

No threads, no clock of its own, no waiting: `step` takes one frame and whatever was wished meanwhile. What
can't be written to the record stays at the head of the queue and is tried again, so that nothing is
announced that is not on the disk.
"""

import math
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from hardware.problems import HardwareTrouble
from referee.law.match import Match
from referee.live import measuring, rolling
from referee.live.book import Book, Ruled
from referee.live.eyes import Glimpse, Looking, Sight
from referee.live.judge import Judge
from referee.live.pointing import Pointing
from referee.live.recognise import Possible, words_of
from referee.live.rolling import Fallen, Roller
from referee.live.showing import show
from referee.live.troubles import Fault
from referee.problems import BadInput
from referee.record import CannotWrite
from referee.show import (
    AcceptTable,
    Answer,
    Appeal,
    DieShown,
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

RETRY_S = 1.0  # between attempts to write to a full disk
RATE_OVER = 30  # frames over which their rate is taken


class Session:
    """One match being refereed."""

    def __init__(
        self,
        book: Book,
        eyes: Looking,
        roller: Roller,
        pointing: Pointing,
        board: tuple[int, int],
        clock: Callable[[], float],
    ) -> None:
        self.judge = Judge(book, board, clock)
        self.judge.troubles.rolls = roller.how
        self._eyes, self._roller, self._pointing, self._clock = eyes, roller, pointing, clock
        if book.match.setup.grid.kind == "studs":  # elsewhere heights are not measured
            eyes.say_heights(book.said_heights())
            self.judge.doubts = list(eyes.doubts())
        self.left = False  # everybody has gone: nobody can appeal any more
        self._inbox: deque[Wish | Sight] = deque()
        self._retry_at = -math.inf
        self._glimpse = Glimpse("moving")
        self._looks: deque[float] = deque(maxlen=RATE_OVER)
        self.shown: Shown = show(self.judge.scene, book, self.judge.side, self.judge.troubles, None)

    # --- what others look at

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self.judge.match

    @property
    def rulings(self) -> list[Ruled]:
        """Every ruling of this session, oldest first."""
        return self.judge.rulings

    @property
    def faults(self) -> list[Fault]:
        """Everything on the table that was ever named as wrong."""
        return self.judge.faults

    @property
    def over(self) -> bool:
        """Has the match ended, or did everybody leave?"""
        return self.left or self.judge.ended

    @property
    def waiting(self) -> bool:
        """Is the table settled and read, so that it is for people to do something?"""
        return self._glimpse.state == "settled" and not self._inbox and self.judge.side.sight is not None

    # --- time passes

    def wish(self, wish: Wish) -> None:
        """Somebody wants something: it is done with the next step."""
        self._inbox.append(wish)

    def step(self) -> Shown:
        """One frame, and everything that can be done about it."""
        self.heed(self._eyes.look())
        self._work()
        return self._publish()

    def heed(self, glimpse: Glimpse) -> None:
        """What one frame told: a settled table waits to be judged."""
        now = self._clock()
        self._looks.append(now)
        self._glimpse = glimpse
        self.judge.troubles.heed(glimpse, now)
        self.judge.side.disturbed |= glimpse.state == "covered"
        try:
            self._pointing.heed(glimpse)
        except HardwareTrouble as trouble:
            self.judge.troubles.device = str(trouble)
        if glimpse.sight is not None and not self._pointing.coloured(now):
            # only the newest table matters: a full disk must not pile pictures up
            self._inbox = deque(item for item in self._inbox if not isinstance(item, Sight))
            self._inbox.append(glimpse.sight)

    def _work(self) -> None:
        """Everything in the inbox, in order; what can't be written is tried again later."""
        troubles = self.judge.troubles
        while self._inbox and self._clock() >= self._retry_at:
            item = self._inbox[0]
            try:
                if isinstance(item, Sight):
                    self._see(item)
                else:
                    self._grant(item)
            except CannotWrite as full:
                self._retry_at = self._clock() + RETRY_S
                troubles.disk = str(full)
                return
            except HardwareTrouble as trouble:
                troubles.device = str(trouble)
            except BadInput as wrong:
                troubles.note = str(wrong)
            troubles.disk = ""
            self._inbox.popleft()
            if self.judge.said and not self.judge.doubts:
                self._eyes.say_heights(self.judge.said)
                self.judge.said = []

    def _see(self, sight: Sight) -> None:
        """A settled table: what is known of it better than it was read is what the next one is read by."""
        self.judge.see(sight)
        better = self.judge.side.believed
        if better is not None:
            self._eyes.believe(sight.observation, better)

    def _publish(self) -> Shown:
        judge = self.judge
        spent = self._looks[-1] - self._looks[0] if len(self._looks) > 1 else 0.0
        judge.scene = replace(
            judge.scene,
            hands=self._glimpse.state == "hands",
            frames_per_s=(len(self._looks) - 1) / spent if spent > 0 else 0.0,
            question=judge.asked.question if judge.asked else None,
        )
        now = show(judge.scene, judge.book, judge.side, judge.troubles, self.shown)
        if now is not self.shown:
            self.shown = now
            try:
                self._pointing.show(now, self._clock())
            except HardwareTrouble as trouble:
                judge.troubles.device = str(trouble)
        return self.shown

    # --- wishes

    def _grant(self, wish: Wish) -> None:
        judge = self.judge
        judge.troubles.note = ""
        if isinstance(wish, Quit):
            self.left = True
        elif isinstance(wish, Select):
            judge.scene = replace(judge.scene, selected=wish.model)
        elif isinstance(wish, Measure):
            words, way = measuring.measure(wish, judge.side)
            judge.scene = replace(judge.scene, measured=words, ruler=way)
        elif isinstance(wish, Pause):
            judge.book.pause(wish.paused)
            judge.look()
        elif isinstance(wish, Undo):
            judge.book.undo()
            judge.take_back("taken back")
        elif isinstance(wish, Appeal):
            self._appeal(wish)
        elif isinstance(wish, AcceptTable):
            judge.accept(wish.why)
        elif not self._blocked(wish):
            self._claim(wish)

    def _claim(self, wish: Say | Answer | TypeRoll | RollNow) -> None:
        judge, due = self.judge, self.judge.due
        if isinstance(wish, Answer):
            judge.answer(wish.question, wish.answer)
        elif isinstance(wish, Say):
            claim = judge.eye.measured(self.match.state, wish.claim, judge.side.now)
            if judge.rule(Possible(self._words(wish.claim), claim), None):
                judge.after_word()
        elif due is None or not due.dice:
            raise BadInput("no dice are due now")
        elif isinstance(wish, TypeRoll):
            self._rolled(Fallen(rolling.typed(due, wish.values)), "typed")
        else:
            judge.empty_tray()  # also when the roll fails: some of the dice may have fallen
            self._rolled(self._roller.roll(due), "rolled")

    def _words(self, claim: Any) -> str:
        """What was said, as its button says it."""
        offered = self.judge.side.offered(self.match.state)
        label = next((each.label for each in offered if each.claim == claim), "")
        return f"{claim.player}: {label}" if label else words_of(claim)

    def _rolled(self, fallen: Fallen, how: str) -> None:
        judge, roll = self.judge, fallen.roll
        values = ", ".join(str(die.value) for die in roll.dice)
        stood = judge.rule(Possible(f"{roll.player} {how} {values}", roll), None)
        judge.troubles.device = ""
        if stood:
            dice = tuple(DieShown(die.value, die.sides, die.colour) for die in roll.dice)
            judge.scene = replace(judge.scene, dice=dice)
            judge.after(fallen.tray)

    def _blocked(self, wish: Wish) -> bool:
        """Is something to be put right first? Going on regardless is a fault of its own."""
        judge = self.judge
        if judge.ended:
            raise BadInput("the match is over")
        if self.match.paused:
            raise BadInput("play is paused")
        if judge.side.sight is None:
            raise BadInput("the table was not seen yet")
        if isinstance(wish, Answer):
            return False
        if judge.troubles.todo and not judge.troubles.faults:
            judge.accuse(judge.troubles.todo)
        if judge.troubles.blocking:
            judge.troubles.note = "first put right what is wrong"
            return True
        if judge.asked is not None:
            raise BadInput("first answer the question")
        return False

    def _appeal(self, wish: Appeal) -> None:
        judge, ruling = self.judge, self.judge.scene.ruling
        if wish.upheld and ruling is not None and not ruling.legal:
            judge.accept(f"appeal of {wish.player} upheld: {wish.words}")
            return
        judge.book.appeal(wish.player, wish.words, wish.upheld)
        if wish.upheld:
            judge.take_back(f"{wish.player}'s appeal is upheld, taken back")
        else:
            told = f"{wish.player} appeals and is heard: the ruling stands"
            judge.scene = replace(judge.scene, told=told)
