"""A place, a Speed and a Direction -> every place a movement may end in, and a way there (MO-2, MO-3, MO-5).

A way is a row of headings: 0–5 over hex sides, UP and DOWN a level. Where it leads depends only on how
often it takes each, so the mixes of headings are listed once a Speed and then laid on the map.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

from referee.law.ids import rule
from referee.law.momentum.state import Cell, Ground, Spot
from referee.law.refusal import Refused
from referee.measure.hexes import NEIGHBOURS, bends, line

MO_2, MO_3, MO_5 = rule("MO-2"), rule("MO-3"), rule("MO-5")

SIDES = 6
UP, DOWN = 6, 7
WORDS = ("0", "1", "2", "3", "4", "5", "up", "down")
GROUND_LEVEL = 1

Way = tuple[int, ...]
Mix = tuple[int, ...]  # how often each heading is taken; the first is the Direction


def stepped(spot: Spot, heading: int) -> Spot:
    """One step on from `spot`."""
    q, r, level = spot
    if heading == UP:
        return q, r, level + 1
    if heading == DOWN:
        return q, r, level - 1
    dq, dr = NEIGHBOURS[heading]
    return q + dq, r + dr, level


def open_to(ground: Ground, spot: Spot) -> bool:
    """Is `spot` on the map and not below the ground?"""
    return spot[2] >= GROUND_LEVEL and ground.holds(spot[:2])


def spots_of(start: Spot, way: Sequence[int]) -> tuple[Spot, ...]:
    """Where a way goes, step by step, without its start."""
    spots = []
    for heading in way:
        start = stepped(start, heading)
        spots.append(start)
    return tuple(spots)


def at_edge(ground: Ground, spot: Spot, direction: int) -> bool:
    """Would one more step in Direction leave the map?"""
    return not ground.holds(stepped(spot, direction)[:2])


@lru_cache(maxsize=20_000)
def ends(ground: Ground, start: Spot, speed: int, direction: int, autonomous: bool) -> Mapping[Spot, Way]:
    """Every end of a movement, with one way to it; ends short of Speed are at the map's edge."""
    found: dict[Spot, Way] = {}
    for steps in range(speed, -1, -1):
        ways = _straightforward(steps, speed, direction) if autonomous else ()
        for way in ways:
            spots = (start, *spots_of(start, way))
            if all(open_to(ground, spot) for spot in spots):
                _add(found, ground, spots[-1], way, steps == speed, direction)
        if not autonomous:
            for offset, mixes in _mixes(steps).items():
                end = _laid(start, offset, direction)
                if not open_to(ground, end) or end in found:
                    continue
                if steps < speed and not at_edge(ground, end, direction):
                    continue
                way = next(filter(None, (_ordered(ground, start, mix, direction) for mix in mixes)), ())
                if way or not steps:
                    found[end] = way
    return found


def _add(found: dict[Spot, Way], ground: Ground, end: Spot, way: Way, whole: bool, direction: int) -> None:
    if end not in found and (whole or at_edge(ground, end, direction)):
        found[end] = way


def _straightforward(steps: int, speed: int, direction: int) -> list[Way]:
    """An autonomous object's ways: straight, or one bend (MO-3); any side at Speed 1 (MO-5)."""
    if speed == 1 and steps == 1:
        return [((direction + side) % SIDES,) for side in range(SIDES)]
    ways: list[Way] = [(direction,) * steps]
    for bent in range(1, steps):
        if steps - bent > bent:
            others = (heading for heading in range(8) if heading != direction)
            ways += [(direction,) * (steps - bent) + (other,) * bent for other in others]
    return ways


@lru_cache(maxsize=64)
def _mixes(steps: int) -> dict[Spot, list[Mix]]:
    """Where a way of so many steps can lead, as offsets for Direction 0, with the mixes that lead there."""
    found: dict[Spot, list[Mix]] = {}

    def choose(mix: Mix, left: int) -> None:
        if len(mix) == 8:
            if left == 0:
                end: Spot = (0, 0, 0)
                for heading, times in enumerate(mix):
                    for _ in range(times):
                        end = stepped(end, heading)
                found.setdefault(end, []).append(mix)
            return
        for times in range(min(left, mix[0] - 1) + 1):
            choose((*mix, times), left - times)

    for forward in range(steps, -1, -1):
        choose((forward,), steps - forward)
    if steps == 0:
        found[0, 0, 0] = [(0,) * 8]
    return found


def _laid(start: Spot, offset: Spot, direction: int) -> Spot:
    """An offset for Direction 0, turned to `direction` and laid at `start`."""
    q, r, level = offset
    for _ in range(direction):
        q, r = -r, q + r
    return start[0] + q, start[1] + r, start[2] + level


def _ordered(ground: Ground, start: Spot, mix: Mix, direction: int) -> Way | None:
    """The steps of a mix in an order that stays on the map, going straight as long as it can."""
    turned = tuple(mix[(heading - direction) % SIDES] for heading in range(SIDES)) + mix[SIDES:]
    order = (direction, *(heading for heading in range(8) if heading != direction))
    dead: set[Mix] = set()

    def go(spot: Spot, left: Mix) -> Way | None:
        if not any(left):
            return ()
        for heading in order:
            if left[heading]:
                rest = (*left[:heading], left[heading] - 1, *left[heading + 1 :])
                there = stepped(spot, heading)
                if rest in dead or not open_to(ground, there):
                    continue
                way = go(there, rest)
                if way is not None:
                    return (heading, *way)
        dead.add(left)
        return None

    return go(start, turned)


def check(ground: Ground, start: Spot, speed: int, direction: int, autonomous: bool, way: Way) -> None:
    """Refuses a way that was said aloud and breaks a rule."""
    for heading in way:
        if heading not in range(8):
            raise Refused(f"there is no heading {heading}", MO_3, legal_instead=("0 to 5, 6 up, 7 down",))
    spots = (start, *spots_of(start, way))
    if not all(open_to(ground, spot) for spot in spots):
        raise Refused("the way leaves the map or goes below the ground", MO_2)
    if len(way) > speed or (len(way) < speed and not at_edge(ground, spots[-1], direction)):
        raise Refused(
            f"the way has {len(way)} steps, Speed is {speed}", MO_2, legal_instead=(f"{speed} steps",)
        )
    if autonomous and speed == 1:
        if any(heading >= SIDES for heading in way):
            raise Refused("an autonomous object at Speed 1 enters an adjacent hex", MO_5)
        return
    counts = Counter(way)
    forward = counts.pop(direction, 0)
    most = max(counts.values(), default=0)
    if way and forward <= most:
        other = next(heading for heading, times in counts.items() if times == most)
        raise Refused(
            f"{forward} steps go in Direction {direction} and {most} {WORDS[other]}: more must go in it",
            MO_3,
            legal_instead=(f"at least {most + 1} steps in Direction {direction}",),
        )
    turns = bends((direction, *way))
    if autonomous and turns > 1:
        raise Refused(f"an autonomous object bends its way once at most, not {turns} times", MO_3)


def pulled(start: Spot, vector: Cell) -> tuple[Spot, ...]:
    """The way of a group that is moved by a vector, straight over the hexes (MO-9)."""
    q, r, level = start
    return tuple((*cell, level) for cell in line((q, r), (q + vector[0], r + vector[1]))[1:])
