"""The match, the table and what is wrong -> one Shown value, new only when something changed."""

from dataclasses import dataclass, field, replace
from typing import Any

from referee.law.game import Standing
from referee.law.ruling import Ruling
from referee.law.setup import Setup
from referee.live.book import Book
from referee.live.compare import Worn, place_of
from referee.live.recognise import Facts, ModelFacts, is_figure
from referee.live.sighting import Body
from referee.live.table_side import TableSide
from referee.live.troubles import Troubles
from referee.show import (
    DieShown,
    Evidence,
    Health,
    ModelShown,
    PlayerShown,
    Question,
    Shown,
    WayShown,
)

Point = tuple[float, float]
FIGURE_RADIUS = 1.0  # studs
HAT_PLACE = 2  # of a hat's colour among a figure's: torso, legs, hat
SHORT_HASH = 16  # of the record's head, as people compare it


@dataclass(frozen=True)
class Scene:
    """What is only shown: the last claim and ruling, its pictures, what somebody selected."""

    setup: Setup
    board: tuple[int, int]
    claim: str = ""
    ruling: Ruling | None = None
    way: WayShown | None = None
    evidence: Evidence = field(default_factory=Evidence)
    lag_ms: float | None = None
    dice: tuple[DieShown, ...] = ()
    selected: str | None = None
    measured: str = ""
    ruler: tuple[Point, ...] = ()
    told: str = ""
    hands: bool = False
    frames_per_s: float = 0.0
    question: Question | None = None


def show(scene: Scene, book: Book, side: TableSide, troubles: Troubles, last: Shown | None) -> Shown:
    """Everything there is to see now; `last` itself when nothing changed."""
    match, setup = book.match, scene.setup
    state = match.state
    due = match.game.due(state)
    facts = side.eye.facts(state)
    selected = scene.selected if scene.selected in {m.name for m in setup.models} else None
    reach, sights = side.looked_from(state, selected)
    now = Shown(
        number=last.number if last else 0,
        game=setup.game,
        title=setup.title,
        board=scene.board,
        grid=setup.grid,
        heights=_heights(side, last),
        players=tuple(
            PlayerShown(p.name, p.team, facts.scores.get(p.name, ""), bool(due and due.player == p.name))
            for p in setup.players
        ),
        models=_models(side, state, facts),
        marked=facts.marked,
        headings=facts.headings,
        reach=reach,
        selected=selected,
        way=scene.way,
        sights=sights,
        claim=scene.claim,
        ruling=scene.ruling,
        due=due,
        choices=() if match.paused else side.offered(state),
        question=scene.question,
        troubles=troubles.shown(),
        dice=scene.dice,
        evidence=scene.evidence,
        health=_health(scene, troubles),
        hands=scene.hands,
        paused=match.paused,
        measured=scene.measured,
        ruler=scene.ruler,
        told=scene.told,
        head=book.record.head[:SHORT_HASH],
        outcome=match.game.outcome(state),
    )
    if last is not None and now == last:
        return last
    return replace(now, number=last.number + 1 if last else 1)


def _heights(side: TableSide, last: Shown | None) -> tuple[tuple[int, ...], ...]:
    if side.sight is None:
        return last.heights if last else ()
    heights = side.sight.observation.heights
    return tuple(tuple(int(h) for h in row) for row in heights) if (heights > 0).any() else ()


def _health(scene: Scene, troubles: Troubles) -> Health:
    camera, device = troubles.camera, troubles.device
    return Health(
        camera=camera or "camera well",
        camera_well=not camera,
        device=device or troubles.rolls,
        device_well=not device,
        frames_per_s=float(round(scene.frames_per_s)),
        settled_to_ruled_ms=scene.lag_ms,
    )


def _facing(standing: Standing | None, body: Body | None, about: ModelFacts | None) -> float | None:
    """As it is said, else as it was seen, else as the state has it."""
    if about is not None and about.facing is not None:
        return about.facing
    if body is not None and body.facing is not None:
        return body.facing
    return standing.facing if standing else None


def _colours_on(colours: tuple[str, ...], worn: Worn) -> tuple[str, ...]:
    """A model's colours without those of what it has lost: a hat's is the third."""
    lost = {piece.colour for piece in worn.pieces if not piece.on}
    if worn.hat is False and len(colours) > HAT_PLACE:
        colours = (*colours[:HAT_PLACE], *colours[HAT_PLACE + 1 :])
    return (*colours[:1], *(colour for colour in colours[1:] if colour not in lost))


def _models(side: TableSide, state: Any, facts: Facts) -> tuple[ModelShown, ...]:
    standings = {each.model: each for each in side.eye.standings(state)}
    worn = side.eye.worn(state)
    found = []
    for entry in side.setup.models:
        standing, body = standings.get(entry.name), side.roll_call.seen.get(entry.name)
        about = facts.models.get(entry.name)
        figure = is_figure(side.setup, entry)
        found.append(
            ModelShown(
                entry.name,
                entry.owner,
                place_of(standing, side.grid) if standing else None,
                (standing.level or 0) if standing else 0,
                _facing(standing, body, about),
                _colours_on(entry.colours, worn.get(entry.name, Worn())),
                "figure" if figure else "construct",
                FIGURE_RADIUS if figure else 0.4 * side.setup.grid.size,
                about.lost if about else (),
                about.stats if about else (),
                about.destroyed if about else standing is None,
            )
        )
    return tuple(found)
