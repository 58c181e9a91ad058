"""A settled table and a match -> rulings, questions and accusations, each on the disk before it is shown."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from hardware.tower import TrayDie
from referee.law.codec import to_plain
from referee.law.match import Match
from referee.law.ruling import Due, Verdict
from referee.live import rolling
from referee.live.book import Book, Ruled
from referee.live.compare import Difference
from referee.live.evidence import crop, jpeg
from referee.live.eyes import Sight
from referee.live.ground import Doubt, Height
from referee.live.recognise import Possible, recogniser_for
from referee.live.showing import Scene
from referee.live.sighting import between
from referee.live.sizes import SizeSaid
from referee.live.table_side import TableSide
from referee.live.troubles import Fault, Troubles
from referee.problems import BadInput
from referee.show import Evidence, Question

POINTER_REACH = 2.0  # studs between a model and a pointer beside it

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that waits for its answer: what each answer claims; None: put it back."""

    question: Question
    answers: tuple[Possible | Height | SizeSaid | None, ...]
    about: Difference | None = None


class Judge:
    """Rules on what is seen and said."""

    def __init__(self, book: Book, board: tuple[int, int], clock: Callable[[], float]) -> None:
        self.book, self._clock = book, clock
        self.eye = recogniser_for(book.match.setup)
        self.side = TableSide(book.match.setup, self.eye)
        self.troubles = Troubles(book.match.setup)
        self.scene = Scene(book.match.setup, board)
        self.rulings: list[Ruled] = []
        self.faults: list[Fault] = []
        self.asked: Asked | None = None
        self._stand: list[str] = []  # what was said of each claim that stands, to be taken back by name
        self._questions = 0
        self._tray: tuple[TrayDie, ...] = ()
        self.doubts: list[Doubt] = []  # of the terrain: asked one after another before anything is measured
        self.said: list[Height] = []  # what was answered, for the eyes to take over
        for size in book.said_sizes():
            self.side.say_size(size)

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self.book.match

    @property
    def due(self) -> Due | None:
        """What must happen next."""
        return self.match.game.due(self.match.state)

    @property
    def ended(self) -> bool:
        """Is the match over?"""
        return self.match.game.outcome(self.match.state) is not None

    # --- what is seen

    def see(self, sight: Sight) -> None:
        """A new settled table."""
        self.side.take(sight, self.match.state)
        self.look()

    def look(self) -> None:
        """Rule on what differs until nothing new is left, or something must be put right or said first."""
        if self._asks_first():
            return
        while self.side.sight is not None and not self.match.paused and not self.ended:
            weighed = self.side.weigh(self.match.state, self.due)
            dice = self._turned_dice(self.side.sight)
            if weighed.agreed and not dice:
                self._agree()
                return
            if self._pointed(weighed.faults):
                return
            if weighed.faults or dice:
                self.accuse((*weighed.faults, *dice))
                if self.side.disturbed:  # nobody's moves: not to be ruled on when only one is left
                    self.side.remember(weighed.faults)
                return
            self.troubles.faults, self.troubles.todo = (), weighed.known
            if not weighed.claims:
                return
            difference, could = weighed.claims[0]
            if len(could) > 1:
                self._ask(f"{difference.model} has moved: what does it do?", could, difference)
                return
            before = {each.model for each in self.side.differing(self.match.state)}
            if not self.rule(could[0], difference):
                return
            # what the ruling itself moved or destroyed is to be done by hand: no claim of its own
            after = self.side.differing(self.match.state)
            self.side.remember([each for each in after if each.model not in before])

    def _agree(self) -> None:
        if self.troubles.faults or self.troubles.refused:
            self.book.note("agreement", {})
        self.troubles.put_right()
        self.asked = None
        self.side.agree(self.match.state)

    def accuse(self, found: tuple[Difference, ...]) -> None:
        """Name what is wrong; written down when it is news."""
        if found == self.troubles.faults:
            return
        said = [Fault(each.kind, each.model, each.words) for each in found]
        pictures = self._pictures([each.body.at for each in found if each.body])
        self.book.note("disagreement", {"faults": [to_plain(fault) for fault in said]}, pictures)
        self.faults += said
        self.troubles.faults = found

    def _turned_dice(self, sight: Sight) -> tuple[Difference, ...]:
        seen = [TrayDie(die.colour or "any", die.value) for die in sight.observation.dice]
        if not seen:
            self._tray = ()
        words = rolling.turned(self._tray, seen) if self._tray else ""
        return (Difference("dice", "", f"{words}: the roll stands as it fell"),) if words else ()

    def _pointed(self, faults: Sequence[Difference]) -> bool:
        """Is the one thing that is wrong a pointer beside a model? Then what it says is claimed or asked."""
        if len(faults) != 1 or faults[0].model or faults[0].body is None or faults[0].body.figure:
            return False
        pointer = faults[0].body
        near = [(between(body, pointer), model) for model, body in self.side.roll_call.seen.items()]
        away, target = min(near, default=(math.inf, ""))
        choices = self.side.offered(self.match.state)
        meant = [each for each in choices if away <= POINTER_REACH and each.models[-1:] == (target,)]
        if not meant:
            return False
        self.side.remember(faults)
        could = tuple(Possible(each.label, each.claim) for each in meant)
        if len(could) > 1:
            self._ask(f"the pointer stands by {target}: what is meant?", could, None)
        elif self.rule(could[0], None):
            self.after(self._tray)
        taken = replace(faults[0], words="the pointer has said what it should")
        self.troubles.todo = (*(each for each in self.troubles.todo if each.model), taken)
        return True

    # --- ruling

    def rule(self, what: Possible, seen: Difference | None) -> bool:
        """Rule on a claim, on the disk first; True when it stood."""
        places = [*(what.way.points if what.way else ()), *([seen.body.at] if seen and seen.body else [])]
        pictures = self._pictures(places) if seen is not None else ()
        ruled = self.book.rule(what.claim, pictures)
        taken = self.side.sight.taken if seen is not None and self.side.sight else None
        lag = None if taken is None else 1000 * (self._clock() - taken)
        way = replace(what.way, legal=ruled.ruling.legal) if what.way else None
        self.rulings.append(replace(ruled, way=way, settled_to_ruled_ms=lag))
        before, after = (None, None, *pictures)[-2:]  # the first sight of all has no before
        self.scene = replace(
            self.scene,
            claim=what.label,
            ruling=ruled.ruling,
            way=way,
            evidence=Evidence(before, after),
            lag_ms=lag,
            told="",
            measured="",
            ruler=(),
        )
        self.asked = None
        self.troubles.note = ""
        if ruled.ruling.legal:
            self._stand.append(ruled.ruling.sentence)
            self.troubles.refused = ()
            if seen is not None and seen.body is not None:
                self.side.stands(seen.model, seen.body, self.match.state)
            return True
        answers = self.eye.clearer(what.claim, ruled.ruling)
        if ruled.ruling.verdict is not Verdict.ILLEGAL and answers:
            self._ask(ruled.ruling.sentence, answers, seen)
        if seen is not None:
            self.side.remember([seen])
            self.troubles.refused = () if self.asked else (seen,)  # a question is no refusal yet
        return False

    def _pictures(self, places: list[Point]) -> tuple[bytes, ...]:
        shots = [self.side.before, self.side.sight]
        return tuple(
            jpeg(crop(shot.picture, shot.observation.camera, places)) for shot in shots if shot is not None
        )

    # --- asking

    def _ask(self, words: str, could: tuple[Possible, ...], about: Difference | None) -> None:
        self._questions += 1
        answers: tuple[Possible | Height | SizeSaid | None, ...] = (*could, *([None] if about else []))
        labels = tuple(each.label if each is not None else "put it back" for each in answers)
        due = self.due
        question = Question(self._questions, words, labels, due.player if due else "")
        self.asked = Asked(question, answers, about)

    def _asks_first(self) -> bool:
        """Is a height of the terrain, or a model's size, to be said before anything is measured?"""
        if self.side.sight is None or self.match.paused or self.ended:
            return False
        if self.doubts:
            words, answers = self.doubts[0].words, self.doubts[0].answers
            self._ask_before(words, answers, answers[0].middle)
            return True
        sizes = self.side.size_unknown()
        if sizes:
            body = self.side.roll_call.seen[sizes[0].model]
            self._ask_before(f"how large is {sizes[0].model}'s footprint?", sizes, body.at)
        return bool(sizes)

    def _ask_before(self, words: str, answers: Sequence[Height | SizeSaid], at: Point) -> None:
        if self.asked is None:
            self._questions += 1
            labels = tuple(each.label for each in answers)
            self.asked = Asked(Question(self._questions, words, labels, at=at), tuple(answers))

    def _hears_first(self, said: Height | SizeSaid) -> None:
        """What people said of terrain or model, written down; then what else is to be asked."""
        self.book.note("terrain" if isinstance(said, Height) else "size", said.plain())
        self.asked = None
        if isinstance(said, Height):
            self.doubts.pop(0)
            self.said.append(said)
        else:
            self.side.say_size(said)
            assert self.side.sight is not None
            self.side.take(self.side.sight, self.match.state)
        self.look()

    def answer(self, number: int, which: int) -> None:
        """An answer to the question that is open."""
        asked = self.asked
        if asked is None or number != asked.question.number:
            raise BadInput("nobody asked that any more")
        if not 0 <= which < len(asked.answers):
            raise BadInput(f"there are only {len(asked.answers)} answers")
        what = asked.answers[which]
        if isinstance(what, (Height, SizeSaid)):
            self._hears_first(what)
        elif what is None:
            self.asked = None
            if asked.about is not None:
                self.side.remember([asked.about])
                self.troubles.refused = (asked.about,)
        elif self.rule(what, asked.about):
            self.after(self._tray)

    # --- what is said

    def after_word(self) -> None:
        """A claim by word stood, the tray untouched: see what is to be done by hand."""
        self.after(self._tray)

    def after(self, tray: tuple[TrayDie, ...]) -> None:
        """The state changed otherwise than by what was seen: what the table lacks is to be done by hand."""
        self._tray = tray
        self.asked = None
        self.troubles.put_right()
        if self.side.sight is None or self.ended:
            return
        self.troubles.todo = tuple(self.side.differing(self.match.state))
        if self.troubles.todo:
            self.side.remember(self.troubles.todo)
        else:
            self.side.agree(self.match.state)

    def empty_tray(self) -> None:
        """Dice are about to be rolled: what lies in the tray after that is no turned die."""
        self._tray = ()

    def take_back(self, why: str) -> None:
        """The last claim that stood was taken back: say which, and see what is to be done by hand."""
        last = self._stand.pop() if self._stand else "the last claim"
        self.scene = replace(self.scene, ruling=None, way=None, claim="", told=f"{why}: {last}")
        self.after(())

    def accept(self, why: str) -> None:
        """The players say the table is right: the state takes it over."""
        if self.side.sight is None:
            raise BadInput("the table was not seen yet")
        self.book.correct(self.eye.accepted(self.match.state, self.side.astray(self.match.state)), why)
        self.side.accept(self.match.state)
        self.troubles.put_right()
        self.asked, self._tray = None, ()
        told = f"the table is right: {why}"
        self._stand.append(told)
        self.scene = replace(self.scene, ruling=None, way=None, claim="", told=told)
