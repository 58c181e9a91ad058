"""What must hold in every match with constructs: valid states, exact undo, counted claims, an end."""

import dataclasses
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.law import constructs as game
from referee.law.codec import from_plain, to_plain
from referee.law.constructs.claims import Explode, Pick
from referee.law.constructs.hits import choices
from referee.law.constructs.match import able
from referee.law.constructs.state import State
from referee.law.constructs.structure import structure
from referee.law.game import claim_from_plain, claim_to_plain, load
from referee.law.match import Match
from referee.law.measured import Measured
from referee.law.minifigs.state import EndTurn
from referee.law.minifigs.things import shields
from referee.law.setup import Setup
from referee.match_file import read_match
from tests.random_matches import play, set_ups
from tests.referee.law.constructs.matches import built, device, entry, figure_entry, match

SETUPS = [read_match(path) for path in set_ups("constructs")]


def things(state: State) -> Counter[str]:
    """Everything that can lie about or be held, wherever it is."""
    found = [thing.name for thing in state.loose]
    for figure in state.figures:
        found += [thing.name for thing in (*figure.wielded, *figure.carried, *shields(figure))]
    for construct in state.constructs:
        found += [each.thing.name for each in construct.held]
    return Counter(found)


def check(state: State) -> None:
    """A state that could stand on a table."""
    riders = [rider for construct in state.constructs for rider in construct.riders]
    assert len({rider.figure for rider in riders}) == len(riders)
    for rider in riders:
        figure = state.figure(rider.figure)
        assert figure is not None
        assert figure.alive
    assert all(count == 1 for count in things(state).values())
    assert all(0 <= figure.acts <= state.settings.acts for figure in state.figures)
    assert all(hit.damage > 0 for hit in state.hits)
    for each in state.constructs:
        whole = {element.name for element in structure(each.sheet).elements}
        assert each.left <= whole
        assert each.spent <= whole
        assert {held.by for held in each.held} <= each.left
        assert {joint for joint, _ in each.joints} <= each.left
        assert {rider.place for rider in each.riders} - {""} <= each.left
        assert min(each.supply.input, each.supply.power, each.supply.push) >= 0
        pieces = {weapon.name: weapon.pieces for weapon in each.sheet.devices}
        assert all(power <= pieces[weapon] for weapon, power in each.fed)
        for seat in each.has("seat"):
            assert sum(rider.place == seat for rider in each.riders) <= 1
        if each.carrier is not None and each.left:
            carrier = state.construct(each.carrier[0])
            assert carrier is not None
            assert carrier.at == each.at


@pytest.mark.rule("CN-4", "CN-18")
@settings(max_examples=25, deadline=None, derandomize=True)
@given(st.integers(0, 10**6), st.sampled_from(SETUPS))
def test_every_sequence_of_legal_claims_keeps_the_state_valid_and_nothing_cascades(
    seed: int, setup: Setup
) -> None:
    chance = random.Random(seed)
    state = game.start(setup)
    for _ in range(60):
        check(state)
        legal = game.legal_claims(state)
        if not legal:
            break
        claim = legal[chance.randrange(len(legal))]
        after, ruling = game.apply(state, claim)
        assert ruling.legal, ruling.sentence
        assert ruling.rules
        lost = {c.name: built(state, c.name).left - c.left for c in after.constructs}
        lost = {name: pieces for name, pieces in lost.items() if pieces}
        if isinstance(claim, Pick):
            target = state.hits[0].target
            group = choices(state, built(state, target))[claim.piece]
            assert lost == ({target: group} if group else {})  # one damage, one piece: nothing cascades
        else:
            assert lost.keys() <= ({claim.model} if isinstance(claim, Explode) else set())
        assert claim_from_plain(load("constructs"), claim_to_plain(claim)) == claim
        state = after


@settings(max_examples=10, deadline=None, derandomize=True)
@given(st.integers(0, 10**6), st.sampled_from(SETUPS))
def test_undo_restores_the_state_exactly_and_states_can_be_written_down(seed: int, setup: Setup) -> None:
    chance, table = random.Random(seed), Match(setup)
    states = [table.state]
    for _ in range(40):
        legal = table.game.legal_claims(table.state)
        if not legal:
            break
        assert table.claim(legal[chance.randrange(len(legal))]).legal
        states.append(table.state)
    assert from_plain(State, to_plain(table.state), "state") == table.state
    for before in reversed(states[:-1]):
        table.undo()
        assert table.state == before


def garbled(claim: Any, names: list[str], chance: random.Random) -> Any:
    """The claim with one of its words or numbers replaced by another."""
    field = chance.choice(dataclasses.fields(claim)).name
    value = getattr(claim, field)
    if isinstance(value, str):
        return dataclasses.replace(claim, **{field: chance.choice(names)})
    if isinstance(value, bool):
        return dataclasses.replace(claim, **{field: not value})
    if isinstance(value, int):
        return dataclasses.replace(claim, **{field: chance.randint(-2, 9)})
    if isinstance(value, Measured):
        return dataclasses.replace(claim, **{field: Measured(chance.uniform(-1, 90), chance.uniform(0, 3))})
    return claim


@settings(max_examples=15, deadline=None, derandomize=True)
@given(st.integers(0, 10**6), st.sampled_from(SETUPS))
def test_whatever_is_claimed_is_ruled_upon_and_a_refusal_changes_nothing(seed: int, setup: Setup) -> None:
    chance, state = random.Random(seed), game.start(setup)
    names = ["", "nobody", "Ann", "Bob", *(entry.name for entry in setup.models)]
    names += [element.name for c in state.constructs for element in structure(c.sheet).elements]
    for _ in range(40):
        legal = game.legal_claims(state)
        if not legal:
            break
        for claim in [legal[chance.randrange(len(legal))] for _ in range(6)]:
            after, ruling = game.apply(state, garbled(claim, names, chance))
            assert ruling.sentence
            assert ruling.rules
            if ruling.legal:
                check(after)
            else:
                assert after is state
        state = game.apply(state, legal[chance.randrange(len(legal))])[0]


def test_random_matches_come_to_an_end() -> None:
    assert all(play("constructs", seed) > 0 for seed in range(6))


# --- counting: the law's legal claims beside a slow counter that knows one small position ---


def turret(antennas: int, computers: int, fuel: int, gun: int) -> State:
    kinds = (("antenna", antennas), ("computer", computers), ("generator", fuel))
    sources = [device(kind, kind, count) for kind, count in kinds if count]
    stack = (device("low", "armour"), device("top", "armour", 1, "low"))
    return match(
        entry("turret", "Ann", (10.0, 10.0), device("gun", "line-of-sight weapon", gun), *sources),
        entry("wall", "Bob", (20.0, 10.0), *stack, device("antenna", "antenna"), device("hinge", "joint")),
    )


def perft(state: State, depth: int) -> int:
    """Sequences of `depth` legal claims."""
    if depth == 0:
        return 1
    legal = game.legal_claims(state)
    return len(legal) if depth == 1 else sum(perft(game.apply(state, c)[0], depth - 1) for c in legal)


def slow_count(depth: int, antennas: int, computers: int, fuel: int, gun: int) -> int:
    """The same by hand: units left, power fed, the wall's pieces, coins and picks; no cleverness."""
    fresh = {"antennas": antennas, "computers": computers, "fuel": fuel, "fed": 0}

    def after(now: dict[str, Any]) -> list[dict[str, Any]]:
        wall = now["wall"]
        if now["coin"]:
            damage = now["coin"]
            heads = {**now, "coin": 0, "picks": damage}
            return [heads, heads]  # heads and tails: only the picker differs
        if now["picks"]:
            covered = {"low"} if "top" in wall else set()
            found = []
            for piece in wall - covered:
                left = wall - {piece}
                found.append({**now, "wall": left, "picks": now["picks"] - 1 if left else 0})
            return found
        if not {"antenna", "hinge"} <= wall:
            return []  # Bob has nothing that can act
        if now["turn"] == "Bob":
            return [{**now, "turn": "Ann", **fresh}]
        found = [{**now, "turn": "Bob", **fresh}]
        for power in range(1, gun - now["fed"] + 1):
            for use, price in (("antennas", 0), ("computers", 2)):
                if now[use] and power + price <= now["fuel"]:
                    fuel_left = now["fuel"] - power - price
                    paid = {use: now[use] - 1, "fuel": fuel_left, "fed": now["fed"] + power}
                    found.append({**now, **paid, "coin": power})
                    break  # an antenna before a computer
        return found

    def count(now: dict[str, Any], depth: int) -> int:
        return 1 if depth == 0 else sum(count(each, depth - 1) for each in after(now))

    wall = frozenset({"low", "top", "antenna", "hinge"})
    return count({**fresh, "turn": "Ann", "wall": wall, "coin": 0, "picks": 0}, depth)


@pytest.mark.parametrize(
    ("sources", "depth"),
    [((1, 0, 1, 1), 7), ((2, 0, 3, 2), 7), ((1, 1, 4, 3), 6), ((0, 1, 3, 1), 7)],
)
def test_claim_sequences_are_as_many_as_a_slow_counter_finds(sources: tuple[int, ...], depth: int) -> None:
    for each in range(1, depth + 1):
        assert perft(turret(*sources), each) == slow_count(each, *sources)


# --- the match as a whole ---


@pytest.mark.rule("HR-1", "HR-4")
def test_a_construct_that_can_do_nothing_is_not_able_to_act() -> None:
    state = turret(1, 0, 1, 1)
    assert able(state, built(state, "turret"))
    assert game.outcome(state) is None
    crewless = match(
        entry(
            "car",
            "Ann",
            (10.0, 10.0),
            device("seat", "seat"),
            device("dial", "interface"),
            device("j", "joint"),
        ),
        figure_entry("bo", "Bob", (20.0, 10.5)),
    )
    assert not able(crewless, built(crewless, "car"))
    end = game.outcome(crewless)
    assert end is not None
    assert end.winner == "Bob"
    assert end.rules == ("HR-4",)


@pytest.mark.rule("HR-4")
def test_at_the_turn_limit_the_greater_surviving_cost_wins() -> None:
    state = match(
        entry("car", "Ann", (10.0, 10.0), device("antenna", "antenna"), device("j", "joint", 3)),
        figure_entry("bo", "Bob", (20.0, 10.5)),
        turn_limit=2,
    )
    for player in ("Ann", "Bob"):
        assert game.outcome(state) is None
        state = game.apply(state, EndTurn(player))[0]
    end = game.outcome(state)
    assert end is not None
    assert dict(end.scores) == {"Ann": 2.0, "Bob": 3.0}
    assert end.winner == "Bob"
    assert game.legal_claims(state) == ()
    assert game.due(state) is None
