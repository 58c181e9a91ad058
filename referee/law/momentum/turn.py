"""An object's turn: Speed, Direction, its movement hex by hex and what that sets off (MO-1 to MO-5)."""

from dataclasses import replace

from referee.law.arithmetic import Sum, Term
from referee.law.ids import RuleId, rule
from referee.law.measured import Measured
from referee.law.momentum import chain, grips, strikes, ways
from referee.law.momentum.claims import Cell, Move, Take
from referee.law.momentum.sheet import HALF_TURN, turn_sum
from referee.law.momentum.state import Body, Entry, Spot, State
from referee.law.momentum.strikes import Step
from referee.law.refusal import Refused
from referee.law.ruling import Verdict
from referee.measure.hexes import HEADINGS, distance, turn_between

MO_1, MO_2, MO_3, MO_5 = rule("MO-1"), rule("MO-2"), rule("MO-3"), rule("MO-5")
MO_8, MO_9, HR_6, HR_7 = rule("MO-8"), rule("MO-9"), rule("HR-6"), rule("HR-7")

MOST_TOLD = 8  # hexes named to one who moved to a wrong one


def speeds(state: State, body: Body) -> range:
    """Speeds it may take its turn at: up to Acceleration more, up to Max (MO-2)."""
    if body.sheet.autonomous or grips.held(state, body.name):
        return range(body.speed, body.speed + 1)
    most = max(body.speed, min(body.speed + body.sheet.acceleration, body.sheet.max_speed))
    return range(body.speed, most + 1)


def directions(state: State, body: Body, speed: int) -> list[int]:
    """Directions it may turn to at that Speed (MO-2)."""
    if body.sheet.autonomous or grips.held(state, body.name):
        return [body.direction]
    sides = turn_sum(speed).total
    return [side for side in range(HEADINGS) if turn_between(body.direction, side) <= sides]


def take(state: State, claim: Take) -> Step:
    """The turn begins: accelerate, turn; grapplers at odds roll against each other (MO-2, MO-9)."""
    body = state.body(claim.object)
    if body.gone:
        left = [each.name for each in state.alive if not each.gone]
        raise Refused(f"{body.name} has had its turn of round {state.round}", MO_1, legal_instead=left)
    open_speeds = speeds(state, body)
    if claim.speed not in open_speeds:
        raise _wrong_speed(state, body, claim.speed, open_speeds)
    open_directions = directions(state, body, claim.speed)
    turning = turn_sum(claim.speed)
    if claim.direction not in open_directions:
        raise Refused(
            f"{body.name} can't turn from {body.direction} to {claim.direction}: {turning.text()} hex sides",
            MO_2,
            HR_6,
            legal_instead=[f"Direction {side}" for side in open_directions],
        )
    gained = claim.speed - body.speed
    terms = [Term(body.speed, "Speed", MO_2)] + ([Term(gained, "accelerating", MO_2)] if gained else [])
    sums: tuple[Sum, ...] = (Sum("Speed", tuple(terms)),)
    if claim.direction != body.direction and turning.total < HALF_TURN:
        sums += (turning,)
    state = state.put(replace(body, speed=claim.speed, direction=claim.direction))
    state = grips.matched(replace(state, current=body.name, phase="act"))
    said = f"{body.name} takes its turn at Speed {claim.speed} in Direction {claim.direction}"
    middle = grips.tug_of(state, body.name)
    if middle is not None:
        return (
            strikes.tug(state, body.name, middle),
            f"{said}, {middle} held from two sides",
            (MO_2, MO_9),
            sums,
        )
    return state, said, (MO_1, MO_2), sums


def _wrong_speed(state: State, body: Body, speed: int, allowed: range) -> Refused:
    instead = [f"Speed {value}" for value in allowed]
    if grips.held(state, body.name):
        return Refused(f"{body.name} is held: its Speed is its grappler's", MO_8, legal_instead=instead)
    if body.sheet.autonomous:
        return Refused(f"{body.name} is autonomous and keeps its Speed", MO_2, legal_instead=instead)
    return Refused(
        f"{body.name} can't go from Speed {body.speed} to {speed}: Acceleration {body.sheet.acceleration}, "
        f"Max Speed {body.sheet.max_speed}",
        MO_2,
        legal_instead=instead,
    )


def pull(state: State, body: Body) -> tuple[Spot, ...] | None:
    """The way a group held from two sides is moved; None where nothing is contested (MO-9)."""
    middle = grips.tug_of(state, body.name)
    if middle is None:
        return None
    if middle in state.hauled:
        return ()
    way = ways.pulled(body.spot, grips.vector(state, middle))
    for count, spot in enumerate(way):
        if not state.ground.holds(spot[:2]):
            return way[:count]
    return way


def stays(state: State, body: Body) -> bool:
    """Has it no movement to make: held, at Speed 0, or pulled nowhere?"""
    if grips.held(state, body.name):
        return True
    pulled = pull(state, body)
    return body.speed == 0 if pulled is None else not pulled


def destinations(state: State) -> list[Spot]:
    """Where the object whose turn it is may end its movement."""
    body = state.body(state.current)
    pulled = pull(state, body)
    if pulled is not None:
        return [pulled[-1]]
    return list(ways.ends(state.ground, body.spot, body.speed, body.direction, body.sheet.autonomous))


def move(state: State, claim: Move) -> Step:
    """The movement is declared or seen; it is gone through hex by hex (MO-2, MO-3, MO-5)."""
    body = state.body(claim.object)
    if state.moved:
        raise Refused(f"{body.name} has moved already", MO_2)
    ends = destinations(state)
    to = _believed(state, claim, ends)
    pulled = pull(state, body)
    short = False
    rules: tuple[RuleId, ...] = (MO_9,)
    if pulled is not None:
        path = pulled
        if to != path[-1][:2]:
            raise Refused(
                f"{body.name} is pulled to hex {path[-1][:2]} by the sum of the pulls",
                MO_9,
                legal_instead=(str(path[-1][:2]),),
            )
        state = replace(state, hauled=(*state.hauled, grips.tug_of(state, body.name) or ""))
    else:
        path = _free_way(state, body, claim, to, ends)
        short = len(path) < body.speed
        rules = (MO_5,) if body.sheet.autonomous and body.speed == 1 else (MO_2, MO_3)
    sums = (Sum("hexes and levels", (Term(len(path), f"of Speed {body.speed}", MO_2),)),)
    said = f"{body.name} moves {len(path)} to hex {to}"
    if short:
        said += ", at the edge of the map"
    end = path[-1] if path else body.spot
    if end[2] != body.elevation:
        said += f" at Elevation {end[2]}"
    return replace(state, way=path, moved=True, leaving=short), said, rules, sums


def _free_way(state: State, body: Body, claim: Move, to: Cell, ends: list[Spot]) -> tuple[Spot, ...]:
    if claim.way is not None:
        ways.check(state.ground, body.spot, body.speed, body.direction, body.sheet.autonomous, claim.way)
        path = ways.spots_of(body.spot, claim.way)
        end = path[-1] if path else body.spot
        if end[:2] != to or claim.elevation not in (None, end[2]):
            raise Refused(f"the way ends in hex {end[:2]} at Elevation {end[2]}, not in {to}", MO_3)
        return path
    there = [end for end in ends if end[:2] == to and claim.elevation in (None, end[2])]
    if not there:
        what = f"hex {to}" if claim.elevation is None else f"hex {to} at Elevation {claim.elevation}"
        raise Refused(
            f"{body.name} can't end in {what} at Speed {body.speed} in Direction {body.direction}",
            MO_2,
            MO_3,
            legal_instead=_nearest_first(ends, to),
        )
    end = min(there, key=lambda spot: abs(spot[2] - body.elevation))
    found = ways.ends(state.ground, body.spot, body.speed, body.direction, body.sheet.autonomous)
    return ways.spots_of(body.spot, found[end])


def _nearest_first(ends: list[Spot], to: Cell) -> list[str]:
    """The hexes it may end in, those nearest to where it was put; the far ones only counted."""
    cells = sorted({end[:2] for end in ends}, key=lambda cell: (distance(cell, to), cell))
    more = [f"and {len(cells) - MOST_TOLD} more"] if len(cells) > MOST_TOLD else []
    return [str(cell) for cell in cells[:MOST_TOLD]] + more


def _believed(state: State, claim: Move, ends: list[Spot]) -> Cell:
    """The hex a seen object counts as being in; too near a border is asked about (HR-7)."""
    border = claim.to_border or Measured(0.0, 1.0)
    if claim.doubt is None or border.value >= border.error:
        return claim.to
    cells = {end[:2] for end in ends}
    if state.believe:
        return claim.to if claim.to in cells else claim.doubt
    near = f", {claim.to_border.text()} studs from the border" if claim.to_border else ""
    raise Refused(
        f"is {claim.object} in hex {claim.to} or {claim.doubt}? Its middle is too near to tell{near}",
        HR_7,
        legal_instead=[str(cell) for cell in (claim.to, claim.doubt) if cell in cells],
        verdict=Verdict.TOO_CLOSE,
    )


def step(state: State) -> State:
    """One hex or level on, with all that is bound to it; who comes into whose threat may attack (MO-7)."""
    body = state.body(state.current)
    before, after = body.spot, state.way[0]
    together = grips.bound(state, body.name)
    state = grips.shifted(state, together, before, after)
    found = _entered(state, state.body(body.name), before, together)
    return replace(state, way=state.way[1:], entries=found)


def _entered(state: State, body: Body, before: Spot, together: frozenset[str]) -> tuple[Entry, ...]:
    mine: list[Entry] = []
    theirs: list[Entry] = []
    for other in state.alive:
        if other.name in together or not state.foes(body, other):
            continue
        was, now = state.apart(before, other.spot), state.apart(body.spot, other.spot)
        if now <= body.sheet.threat < was:
            mine.append(Entry(body.name, other.name))
        if now <= other.sheet.threat < was:
            theirs.append(Entry(other.name, body.name))
        far, near = chain.nearest(state, other, before), chain.nearest(state, other, body.spot)
        if far is not None and near is not None:
            if near[0] <= body.sheet.threat < far[0]:
                mine.append(Entry(body.name, other.name, target_link=near[1]))
            if near[0] <= chain.LINK_THREAT < far[0]:
                theirs.append(Entry(other.name, body.name, link=near[1]))
    return (*mine, *theirs) if state.settings.attackers == "either" else tuple(mine)


def reeled_into(before: State, state: State, name: str) -> tuple[Entry, ...]:
    """Who comes within a reeled link's reach, and into whose threat a link has come (MO-7, MO-10)."""
    old, body = before.body(name), state.body(name)
    mine: list[Entry] = []
    theirs: list[Entry] = []
    for other in state.alive:
        if not state.foes(body, other) or grips.between(state, name, other.name):
            continue
        far, near = chain.nearest(before, old, other.spot), chain.nearest(state, body, other.spot)
        was = far[0] if far is not None else state.apart(old.spot, other.spot)
        if near is None:
            continue
        if near[0] <= chain.LINK_THREAT < was:
            mine.append(Entry(name, other.name, link=near[1]))
        if near[0] <= other.sheet.threat < was:
            theirs.append(Entry(other.name, name, target_link=near[1]))
    return (*mine, *theirs) if state.settings.attackers == "either" else tuple(mine)
