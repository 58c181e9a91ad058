"""Chain weapons: links, beams, what breaks, reeling out and in (MO-10)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from referee.law.arithmetic import Sum, Term
from referee.law.ids import rule
from referee.law.momentum import grips
from referee.law.momentum.claims import Reel
from referee.law.momentum.state import Body, Cell, Grip, Link, Spot, State
from referee.law.refusal import Refused
from referee.measure.hexes import distance, line, within

MO_10 = rule("MO-10")

MOST_GAP = 3  # hexes between two major links
ALONG_BEAM = 4  # hexes a link moves along its beam in one reel
OLDEST_MOVES = 3  # hexes the oldest link moves any way when reeling out
LINK_THREAT = 1  # a link strikes and seizes what touches it (house ruling)


@dataclass(frozen=True, slots=True)
class Part:
    """One link in its place along the chain."""

    cell: Cell
    major: bool


def parts(body: Body) -> tuple[Part, ...]:
    """Every link from the youngest to the oldest: minor ones on the beams, major ones at their ends."""
    assert body.cell is not None
    return _laid_out(body.cell, body.chain) if body.chain else ()


@lru_cache(maxsize=2048)
def _laid_out(origin: Cell, links: tuple[Link, ...]) -> tuple[Part, ...]:
    found: list[Part] = []
    for link in links:
        found += [Part(cell, False) for cell in line(origin, link.cell)[1:-1]]
        found.append(Part(link.cell, True))
        origin = link.cell
    return tuple(found)


def nearest(state: State, body: Body, spot: Spot) -> tuple[int, int] | None:
    """How far the nearest link is from `spot`, and its place along the chain; None without links."""
    found = parts(body)
    if not found:
        return None
    return min((state.apart((*part.cell, body.elevation), spot), place) for place, part in enumerate(found))


def major_of(body: Body, place: int) -> int:
    """The major link a link belongs to, the next older one, counted from the oldest."""
    return sum(part.major for part in parts(body)[place:]) - 1


def cut(state: State, body: Body, place: int) -> State:
    """A link is lost: all older go with it, and a minor end becomes major (MO-10)."""
    left = parts(body)[:place]
    kept = sum(part.major for part in left)
    links = body.chain[:kept]
    if left and not left[-1].major:
        links = (*links, Link(left[-1].cell))
    fresh: list[Grip] = []
    for grip in state.grips:
        if grip.grappler == body.name and grip.link is not None:
            major = len(body.chain) - 1 - grip.link
            if major < kept:
                fresh.append(replace(grip, link=len(links) - 1 - major))
        else:
            fresh.append(grip)
    return replace(state.put(replace(body, chain=links)), grips=tuple(fresh))


def snapped(state: State, body: Body) -> State:
    """A gap over three destroys everything older (MO-10)."""
    if body.cell is None or not body.chain:
        return state
    before, place = body.cell, 0
    for link in body.chain:
        gap = distance(before, link.cell)
        if gap > MOST_GAP:
            return cut(state, body, place)
        place += gap if gap else 1
        before = link.cell
    return state


def reel(state: State, claim: Reel) -> tuple[State, str, tuple[Sum, ...]]:
    """Out or in: every major link along the chain, the oldest any way when going out (MO-10)."""
    body = state.body(claim.object)
    assert body.cell is not None
    off = [cell for cell in claim.links if not state.ground.holds(cell)]
    if off:
        raise Refused(f"hex {off[0]} is off the map", MO_10)
    links = _reeled_out(body, claim.links) if claim.way == "out" else _reeled_in(body, claim.links)
    if state.reeled and not any(link.speed for link in links):
        raise Refused("reeling in again must move a link", MO_10)
    state = _dragged(state, body, links)
    if claim.way == "in":
        links = links[_touching(body.cell, links) :]
    gone = [
        grip
        for grip in state.grips
        if grip.grappler == body.name and grip.link is not None and grip.link >= len(links)
    ]
    state = grips.let_go(state.put(replace(state.body(body.name), chain=links)), gone)
    sums = tuple(
        Sum(f"link {place + 1} travelled", (Term(link.speed, "hexes: its Speed", MO_10),))
        for place, link in enumerate(links)
        if link.speed
    )
    count = len(links)
    return state, f"{body.name} reels {claim.way}: {count} major link{'s' * (count != 1)}", sums


def _track(body: Body) -> list[Cell]:
    assert body.cell is not None
    return [body.cell, *(part.cell for part in parts(body))]


def _majors(body: Body) -> list[int]:
    """Where along the track the major links are; the track starts with the origin."""
    return [place + 1 for place, part in enumerate(parts(body)) if part.major]


def _reeled_out(body: Body, wanted: Sequence[Cell]) -> tuple[Link, ...]:
    track, places = _track(body), _majors(body)
    if len(wanted) == len(places) + 1:
        places = [0, *places]
    elif len(wanted) != len(places):
        raise Refused(
            f"{body.name}'s chain has {len(places)} major links and may gain one, not {len(wanted)} in all",
            MO_10,
            legal_instead=(f"{len(places)} or {len(places) + 1} links",),
        )
    links = []
    for number, (place, cell) in enumerate(zip(places, wanted, strict=True), 1):
        if number == len(places):
            went = distance(track[place], cell)
            if went > OLDEST_MOVES:
                raise Refused(
                    f"the oldest link would go {went} hexes, at most {OLDEST_MOVES} are allowed", MO_10
                )
            links.append(Link(cell, went))
        else:
            links.append(_along(track, place, range(place, place + ALONG_BEAM + 1), cell, number))
    return tuple(links)


def _reeled_in(body: Body, wanted: Sequence[Cell]) -> tuple[Link, ...]:
    track, places = _track(body), _majors(body)
    if len(wanted) != len(places):
        raise Refused(f"{body.name}'s chain has {len(places)} major links, say where each one goes", MO_10)
    return tuple(
        _along(track, place, range(place, place - ALONG_BEAM - 1, -1), cell, number)
        for number, (place, cell) in enumerate(zip(places, wanted, strict=True), 1)
    )


def _along(track: list[Cell], place: int, reach: range, cell: Cell, number: int) -> Link:
    """A link that goes along its beam to `cell`; refuses where it can't get there."""
    for there in reach:
        if 0 <= there < len(track) and track[there] == cell:
            return Link(cell, abs(there - place))
    open_cells = [str(track[there]) for there in reach if 0 <= there < len(track)]
    raise Refused(
        f"link {number} can't go along its beam to hex {cell} in {ALONG_BEAM} hexes",
        MO_10,
        legal_instead=open_cells,
    )


def _touching(origin: Cell, links: Sequence[Link]) -> int:
    """How many links, from the youngest on, touch the origin and leave."""
    for count, link in enumerate(links):
        if distance(origin, link.cell) > 1:
            return count
    return len(links)


def _dragged(state: State, body: Body, links: tuple[Link, ...]) -> State:
    """What a link holds goes with it, at the link's Speed."""
    for grip in state.grips:
        if grip.grappler != body.name or grip.link is None:
            continue
        old = body.chain[len(body.chain) - 1 - grip.link]
        new = links[len(links) - 1 - grip.link]
        moving = grips.bound(state, grip.target)
        target = state.body(grip.target)
        state = state.put(replace(target, speed=new.speed))
        here = (*old.cell, target.elevation)
        # links are put where the reel says, so only the bodies are shifted here
        bare = replace(state, grips=tuple(each for each in state.grips if each.grappler != body.name))
        moved = grips.shifted(bare, moving - {body.name}, here, (*new.cell, target.elevation))
        state = replace(moved, grips=state.grips)
    return state


def reels(state: State, body: Body) -> list[Reel]:
    """Reels worth choosing from: out by one more link or by the oldest alone, in by 0 to 4 hexes each.

    Others are legal too: every link may go its own distance.
    """
    assert body.cell is not None
    found: dict[Reel, None] = {}
    if not state.reeled:
        for new in (True, False):
            for links in _outward(state, body, new):
                found[Reel(body.owner, body.name, "out", links)] = None
    if state.reeled in ("", "in"):
        track, places = _track(body), _majors(body)
        for hexes in range(1 if state.reeled else 0, ALONG_BEAM + 1 if places else 1):
            links = tuple(track[max(place - hexes, 0)] for place in places)
            if state.reeled and links == tuple(link.cell for link in body.chain):
                continue  # in again, but nothing would move
            found[Reel(body.owner, body.name, "in", links)] = None
    return [each for each in found if all(state.ground.holds(cell) for cell in each.links)]


def _outward(state: State, body: Body, new: bool) -> list[tuple[Cell, ...]]:
    track, places = _track(body), _majors(body)
    if not places and not new:
        return [()]
    oldest = track[places[-1]] if places else track[0]
    if new and places:
        starts = [0, *places[:-1]]
        younger = [
            track[min(place + ALONG_BEAM, following)] for place, following in zip(starts, places, strict=True)
        ]
    else:
        younger = [track[place] for place in places[:-1]]
    before = younger[-1] if younger else track[0]
    return [
        (*younger, cell)
        for cell in within(oldest, OLDEST_MOVES)
        if state.ground.holds(cell) and 1 <= distance(before, cell) <= MOST_GAP
    ]
