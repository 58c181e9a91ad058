"""A deed and what the referee made of it -> one line of the verdict test."""

import math
from dataclasses import asdict, dataclass
from typing import Any, Literal

from hardware.virtual.scene import Built, Scene
from referee.law.constructs.structure import structure
from referee.law.game import load
from referee.law.setup import Setup
from referee.measure.walls import Walls, climbing, stepping
from referee.measure.ways import least_way
from referee.players.deeds import Carry, Cheat
from referee.players.look import heights_of
from referee.players.stage import grid_of
from referee.show import WayShown
from tests.referee.players.driven import Judged

Fate = Literal["stood", "accused", "unseen", "caught", "missed", "inside the error", "too close"]
LEGAL = "legal"


@dataclass(frozen=True, slots=True)
class Row:
    """One deed. Lengths in studs; `stated` is the 95 % error that came with `measured`."""

    game: str
    seed: int
    number: int
    kind: str
    words: str
    fate: Fate
    true: float | None = None
    measured: float | None = None
    stated: float | None = None
    beyond: float | None = None
    said: str = ""

    def plain(self) -> dict[str, Any]:
        """For a line of JSON."""
        return asdict(self)


def row(setup: Setup, seed: int, judged: Judged) -> Row:
    """What became of one deed, and its measure beside the truth."""
    deed = judged.done.deed
    way = next((ruled.way for ruled in judged.rulings if ruled.way is not None), None)
    true = _true_length(setup, judged, way)
    length = way.length if way is not None and true is not None else None
    said = [*(ruled.ruling.sentence for ruled in judged.rulings), *judged.faults, *judged.waits]
    return Row(
        setup.game,
        seed,
        judged.done.number,
        deed.cheat.value if deed.cheat else LEGAL,
        deed.words,
        _fate(setup, judged, true, way),
        true,
        length.value if length else None,
        length.error if length else None,
        deed.beyond,
        "; ".join(dict.fromkeys(said)),
    )


def _fate(setup: Setup, judged: Judged, true: float | None, way: WayShown | None) -> Fate:
    deed = judged.done.deed
    if deed.cheat is None:
        if judged.refused or judged.faults:
            return "accused"
        if judged.too_close:
            return "too close"
        return "stood" if judged.legal else "unseen"
    if not _stood(judged):
        if judged.refused or judged.faults:
            return "caught"
        if judged.too_close:
            return "too close"
        if judged.waits:
            return "caught"
    if deed.beyond is not None and true is not None and way is not None and way.length is not None:
        on_cells = grid_of(setup) is not None  # there it is how far beyond the border that counts
        over = deed.beyond if on_cells else way.length.value - (true - deed.beyond)
        honest = on_cells or abs(way.length.value - true) <= way.length.error
        if over <= way.length.error and honest:  # a measure that is wrong beyond its error excuses nothing
            return "inside the error"
    return "missed"


def _stood(judged: Judged) -> bool:
    """Was a cheat's own move ruled legal? What is found wrong after that does not make up for it."""
    deed = judged.done.deed
    moved = {work.model for work in deed.hands if isinstance(work, Carry)}
    if deed.cheat is Cheat.ANOTHER_TOO or len(moved) != 1:
        return False
    return any(ruled.ruling.legal and ruled.way and ruled.way.model in moved for ruled in judged.rulings)


def _true_length(setup: Setup, judged: Judged, way: WayShown | None) -> float | None:
    """How far the model that was measured really went: straight on a grid, by its own least way on studs."""
    carried = [work for work in judged.done.deed.hands if isinstance(work, Carry)]
    if len(carried) != 1 or way is None or way.model != carried[0].model:
        return None
    before, after = judged.done.before.model(way.model), judged.done.after.model(way.model)
    start, end = (before.x, before.y), (after.x, after.y)
    if grid_of(setup) is not None:
        return math.dist(start, end)
    found = least_way(_walls(setup, judged.done.before, way.model), start, end)
    return found.cost if found else None


def _walls(setup: Setup, scene: Scene, name: str) -> Walls:
    """What stands in a model's way: figures climb at a price, constructs' wheels take steps for nothing."""
    heights = heights_of(scene)
    if not isinstance(scene.model(name), Built):
        return climbing(heights)
    entry = next(each for each in setup.models if each.name == name)
    wheels = len(structure(load(setup.game).read_sheet(entry.sheet, name)).of_kind("land mobility"))
    return stepping(heights, wheels / 2, wheels)
