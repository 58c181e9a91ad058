"""What must hold in every momentum match: valid states, exact undo, counted claims, an end."""

import itertools
import json
import math
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.law import momentum
from referee.law.codec import canonical, from_plain, to_plain
from referee.law.game import claim_from_plain, claim_to_plain, load
from referee.law.match import Event, Match, replay
from referee.law.momentum import ways
from referee.law.momentum.claims import Attack, Move, Pass, Release, Seize, Take
from referee.law.momentum.state import Ground, State
from referee.law.setup import Setup
from tests.random_matches import play as play_at_random
from tests.referee.law.momentum.matches import setup, started, thing

SWORD = {"name": "sword", "dice": 2}
BOW = {"name": "bow", "kind": "ranged", "dice": 1}
CHAIN = {"name": "chain", "kind": "chain", "kept": 2}


def crowded(seed: int) -> Setup:
    """A match that is over soon: many different objects on a small map, any settings."""
    chance = random.Random(seed)
    columns, rows = chance.randint(2, 7), chance.randint(1, 7)
    owners = ("Ann", "Bob", "Cat")[: chance.randint(2, 3)]
    things = []
    for number in range(chance.randint(len(owners), 6)):
        row, column = chance.randrange(rows), chance.randrange(columns)
        things.append(
            thing(
                f"o{number}",
                owners[number % len(owners)],
                (column - row // 2, row),
                chance.choice((0, 0, 3, chance.randrange(6))),
                speed=chance.randint(0, 8),
                max_speed=chance.randint(1, 8),
                acceleration=chance.randint(0, 3),
                integrity=chance.randint(5, 60),
                elevation=chance.randint(1, 6),
                threat=chance.randint(0, 2),
                rct=chance.randint(0, 3),
                autonomous=chance.random() < 0.2,
                equipment=[tool for tool in (SWORD, BOW, CHAIN) if chance.random() < 0.4],
            )
        )
    return setup(
        *things,
        columns=columns,
        rows=rows,
        rounds=6,
        ud6=chance.choice(("kept", "plain")),
        attackers=chance.choice(("either", "turn")),
        friendly_fire=chance.random() < 0.5,
        elevation_counts=chance.random() < 0.5,
        contest_damage=chance.choice(("none", "overkill")),
        link_integrity=chance.randint(0, 3),
        edge=chance.choice(("stop", "lost")),
    )


def check(state: State) -> None:
    """What is true of every state."""
    for body in state.bodies:
        if body.cell is not None:
            assert state.ground.holds(body.cell)
            assert body.elevation >= 1
            assert body.integrity > 0
        assert 0 <= body.speed <= 12
        assert 0 <= body.rct <= body.sheet.rct  # no point is spent twice
        assert all(state.ground.holds(link.cell) for link in body.chain)
    held = {grip.target for grip in state.grips}
    for grip in state.grips:
        grappler, target = state.body(grip.grappler), state.body(grip.target)
        assert grappler.alive
        assert target.alive
        if grip.link is not None:
            assert grip.link < len(grappler.chain)
        elif grip.grappler not in held and sum(each.target == grip.target for each in state.grips) == 1:
            assert (target.speed, target.direction) == (grappler.speed, grappler.direction)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.lists(st.integers(0, 10**9), min_size=1, max_size=60))
def test_every_sequence_of_legal_claims_keeps_the_state_valid_and_undo_is_exact(
    seed: int, choices: list[int]
) -> None:
    match = Match(crowded(seed))
    before: list[Any] = []
    for choice in choices:
        legal = momentum.legal_claims(match.state)
        due = momentum.due(match.state)
        assert (due is None) == (len(legal) == 0)
        if due is None:
            assert momentum.outcome(match.state) is not None
            break
        assert due.dice or any(claim.player == due.player for claim in legal)
        claim = legal[choice % len(legal)]
        assert claim_from_plain(load("momentum"), claim_to_plain(claim)) == claim
        before.append(to_plain(match.state))
        ruling = match.claim(claim)
        assert ruling.legal, ruling.sentence
        check(match.state)
        assert from_plain(State, to_plain(match.state), "state") == match.state
    for plain in reversed(before):
        match.undo()
        assert to_plain(match.state) == plain


@pytest.mark.parametrize("seed", range(6))
def test_a_recorded_match_replays_to_the_same_rulings(seed: int) -> None:
    chance = random.Random(seed)
    match = Match(crowded(seed))
    events = [match.opening()]
    while len(legal := momentum.legal_claims(match.state)):
        state, _, event = match.consider(legal[chance.randrange(len(legal))])
        match.settle(state)
        events.append(event)
    read_back = [Event(event.kind, json.loads(canonical(event.body))) for event in events]
    again, differences = replay(read_back)
    assert not differences
    assert again.state == match.state


@pytest.mark.parametrize("seed", range(40))
def test_random_matches_come_to_an_end(seed: int) -> None:
    chance = random.Random(seed)
    state = momentum.start(crowded(seed))
    for _ in range(5000):
        legal = momentum.legal_claims(state)
        if not legal:
            break
        state, ruling = momentum.apply(state, legal[chance.randrange(len(legal))])
        assert ruling.legal, ruling.sentence
    assert momentum.outcome(state) is not None
    if seed < 4:
        assert play_at_random("momentum", seed) > 0


@pytest.mark.parametrize("seed", range(30))
def test_matches_of_those_who_grapple_whenever_they_can_come_to_an_end(seed: int) -> None:
    chance = random.Random(seed)
    lined_up = [
        thing(f"o{place}", ("Ann", "Bob", "Cat")[place % 3], (2 * place, 0), (0, 0, 3)[place % 3],
              speed=chance.randint(1, 5), integrity=200, equipment=[SWORD][: chance.randint(0, 1)])
        for place in range(6)
    ]  # fmt: skip
    state = started(*lined_up, columns=12, rows=2, rounds=8)
    for _ in range(5000):
        legal = momentum.legal_claims(state)
        if not legal:
            break
        if state.phase != "roll":
            grabs = [c for c in legal if isinstance(c, Seize) or (isinstance(c, Attack) and c.grapple)]
            legal = grabs or [c for c in legal if not isinstance(c, Release)]
        state, ruling = momentum.apply(state, legal[chance.randrange(len(legal))])
        assert ruling.legal, ruling.sentence
        check(state)
    assert momentum.outcome(state) is not None


@pytest.mark.parametrize("claim", [Pass("Ann", "A"), Move("Ann", "A", (7, 10)), Attack("Ann", "A", "B")])
def test_a_claim_out_of_turn_changes_nothing(claim: Any) -> None:
    state = started(thing("A", "Ann", (5, 10)), thing("B", "Bob", (8, 10)))
    after, ruling = momentum.apply(state, claim)
    assert after is state
    assert not ruling.legal
    assert ruling.due == momentum.due(state)


# A slow, plain count of the same: every way tried step by step, every claim by its rule's own words.

STEPS = {0: (1, 0), 1: (0, 1), 2: (-1, 1), 3: (-1, 0), 4: (0, -1), 5: (1, -1), "up": (0, 0), "down": (0, 0)}


def on_map(ground: Ground, q: int, r: int) -> bool:
    return r in range(ground.rows) and q + r // 2 in range(ground.columns)


def tried_ends(
    ground: Ground, spot: tuple[int, int, int], speed: int, direction: int
) -> set[tuple[int, int, int]]:
    """All ends of all ways, by trying every row of headings."""
    found = set()
    for steps in range(speed + 1):
        for way in itertools.product(STEPS, repeat=steps):
            q, r, level = spot
            for heading in way:
                q, r = q + STEPS[heading][0], r + STEPS[heading][1]
                level += (heading == "up") - (heading == "down")
                if not on_map(ground, q, r) or level < 1:
                    break
            else:
                often = Counter(way)
                forward = often.pop(direction, 0)
                straight = not way or all(forward > times for times in often.values())
                beyond = (q + STEPS[direction][0], r + STEPS[direction][1])
                if straight and (steps == speed or not on_map(ground, *beyond)):
                    found.add((q, r, level))
    return found


@pytest.mark.rule("MO-3")
@pytest.mark.parametrize("seed", range(12))
def test_a_movement_ends_where_a_try_of_every_way_says(seed: int) -> None:
    chance = random.Random(seed)
    ground = Ground(chance.randint(1, 5), chance.randint(1, 5))
    row = chance.randrange(ground.rows)
    spot = (chance.randrange(ground.columns) - row // 2, row, chance.randint(1, 3))
    speed, direction = 1 + seed % 5, chance.randrange(6)
    assert set(ways.ends(ground, spot, speed, direction, False)) == tried_ends(ground, spot, speed, direction)


Thing = tuple[str, int, int, int, int]  # owner, q, r, Direction, Speed


def apart(a: Thing, b: Thing) -> int:
    dq, dr = b[1] - a[1], b[2] - a[2]
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


def counted(
    ground: Ground, most: dict[str, int], things: dict[str, Thing], gone: frozenset[str], depth: int
) -> int:
    """Claim sequences from between two turns. Speeds stay below 3, so that every way is straight."""
    total = 0
    for name, (owner, q, r, heading, speed) in things.items():
        if name in gone:
            continue
        for faster in {speed, min(speed + 1, max(most[name], speed))}:
            for direction in range(6):
                turned = min((direction - heading) % 6, (heading - direction) % 6)
                if faster and turned > 6 // faster + 1:
                    continue
                now = {**things, name: (owner, q, r, direction, faster)}
                if depth == 1:
                    total += 1
                elif faster == 0:
                    total += counted(ground, most, now, gone | {name}, depth - 1)
                else:
                    total += moved(ground, most, now, gone, name, depth - 1)
    return total


def moved(
    ground: Ground,
    most: dict[str, int],
    things: dict[str, Thing],
    gone: frozenset[str],
    name: str,
    depth: int,
) -> int:
    """Sequences from the movement of `name` on: it has one way, straight on, perhaps to the edge."""
    if depth == 1:
        return 1
    owner, q, r, heading, speed = things[name]
    other = next(each for each in things if each != name)
    chances: list[tuple[str, str, dict[str, Thing]]] = []
    for _ in range(speed):
        dq, dr = STEPS[heading]
        if not on_map(ground, q + dq, r + dr):
            speed = 0
            break
        before, q, r = (owner, q, r, heading, speed), q + dq, r + dr
        here = (owner, q, r, heading, things[name][4])
        if apart(here, things[other]) <= 1 < apart(before, things[other]):
            both = {**things, name: here}
            chances += [(name, other, both), (other, name, both)]
    ended = {**things, name: (owner, q, r, heading, speed)}
    return reacted(ground, most, chances, ended, gone | {name}, depth - 1)


def reacted(
    ground: Ground,
    most: dict[str, int],
    chances: list[tuple[str, str, dict[str, Thing]]],
    ended: dict[str, Thing],
    gone: frozenset[str],
    depth: int,
) -> int:
    """Sequences from a chance to attack on; those that attack are followed to their roll."""
    if not chances:
        return counted(ground, most, ended, gone, depth)
    attacker, target, things = chances[0]
    mine, theirs = things[attacker], things[target]
    pools = []
    if mine[4]:
        pools.append(mine[4])
        if mine[3] == theirs[3]:
            pools.append(mine[4])
        elif (mine[3] - theirs[3]) % 6 == 3 and mine[4] > theirs[4]:
            pools.append(mine[4] - theirs[4])
    if not pools:
        return reacted(ground, most, chances[1:], ended, gone, depth)
    if depth == 1:
        return len(pools) + 1
    assert depth == 2, "rolls are not followed any further"
    return sum(math.prod([6] * dice) for dice in pools) + reacted(
        ground, most, chances[1:], ended, gone, depth - 1
    )


def perft(state: State, depth: int) -> int:
    """The number of legal claim sequences of this length."""
    legal = momentum.legal_claims(state)
    if depth == 1:
        return len(legal)
    return sum(perft(momentum.apply(state, claim)[0], depth - 1) for claim in legal)


@pytest.mark.rule("MO-1")
@pytest.mark.rule("MO-7")
@pytest.mark.parametrize("directions", [(0, 3), (0, 0), (1, 2)])
def test_the_number_of_claim_sequences_is_that_of_a_slow_count(directions: tuple[int, int]) -> None:
    ground = Ground(4, 3)
    state = started(
        thing("A", "Ann", (0, 0), directions[0], speed=1, max_speed=2),
        thing("B", "Bob", (2, 1), directions[1], speed=2, max_speed=2),
        columns=4,
        rows=3,
    )
    things: dict[str, Thing] = {
        "A": ("Ann", 0, 0, directions[0], 1),
        "B": ("Bob", 2, 1, directions[1], 2),
    }
    for depth in range(1, 5):
        assert perft(state, depth) == counted(ground, {"A": 2, "B": 2}, things, frozenset(), depth)


def test_the_count_of_the_first_claims_by_hand() -> None:
    state = started(
        thing("A", "Ann", (0, 0), speed=1, max_speed=2), thing("B", "Bob", (9, 9), speed=4, max_speed=4)
    )
    legal = momentum.legal_claims(state)
    assert sum(isinstance(claim, Take) and claim.object == "A" for claim in legal) == 2 * 6
    assert sum(isinstance(claim, Take) and claim.object == "B" for claim in legal) == 5
