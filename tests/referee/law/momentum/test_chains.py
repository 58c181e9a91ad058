"""Chain weapons: links, beams, breaking, reeling (MO-10)."""

from dataclasses import replace

import pytest

from referee.law import momentum
from referee.law.momentum import chain
from referee.law.momentum.claims import Attack, Move, Pass, Reel, Seize, Take
from referee.law.momentum.state import Link, State
from tests.referee.law.momentum.matches import passing, play, refused, rolled, started, thing, words

CHAIN = {"name": "chain", "kind": "chain", "kept": 2}
FAR = (0, 29)

pytestmark = pytest.mark.rule("MO-10")


def wielder(*links: tuple[int, int], foe: tuple[int, int] = FAR, speed: int = 0, **settings: object) -> State:
    """W in (5, 10) with these major links out, on its turn; B somewhere, facing another way."""
    w = thing("W", "Ann", (5, 10), speed=speed, equipment=[CHAIN])
    state = started(w, thing("B", "Bob", foe, 1, speed=2), **settings)
    state = state.put(replace(state.body("W"), chain=tuple(Link(cell) for cell in links)))
    return play(state, Take("Ann", "W", speed, 0))[0]


def cells(state: State) -> list[tuple[int, int]]:
    """Where the major links are, the youngest first."""
    return [link.cell for link in state.body("W").chain]


def reel(way: str, *links: tuple[int, int]) -> Reel:
    """Ann's wielder reels."""
    return Reel("Ann", "W", way, links)  # type: ignore[arg-type]


def test_between_major_links_lie_minor_ones_and_the_wielder_is_the_origin() -> None:
    state = wielder((8, 10), (8, 12))
    assert [(part.cell, part.major) for part in chain.parts(state.body("W"))] == [
        ((6, 10), False), ((7, 10), False), ((8, 10), True), ((8, 11), False), ((8, 12), True),
    ]  # fmt: skip


def test_every_turn_the_chain_is_reeled_out_or_in() -> None:
    state = wielder((8, 10))
    assert state.phase == "act"
    refused(state, Pass("Ann", "W"), "MO-1")
    state, _ = play(state, reel("out", (8, 10)))
    assert state.phase == "turn"
    assert cells(state) == [(8, 10)]


def test_reeling_out_makes_a_new_major_link_that_goes_up_to_three_from_the_wielder() -> None:
    state = wielder()
    refused(state, reel("out", (9, 10)), "MO-10")
    refused(state, reel("out", (6, 10), (8, 10)), "MO-10")
    state, ruling = play(state, reel("out", (8, 10)))
    assert cells(state) == [(8, 10)]
    assert state.body("W").chain[0].speed == 3  # its Speed is the distance it travelled
    assert "3 hexes: its Speed = 3" in words(ruling)


def test_the_usual_reel_out_is_one_more_link_at_the_end() -> None:
    state = wielder((8, 10), (11, 10))
    claim = reel("out", (8, 10), (11, 10), (11, 13))
    assert claim in momentum.legal_claims(state)
    state, _ = play(state, claim)
    assert [(link.cell, link.speed) for link in state.body("W").chain] == [
        ((8, 10), 3), ((11, 10), 3), ((11, 13), 3),
    ]  # fmt: skip


def test_links_go_along_their_beams_up_to_four_and_the_oldest_any_way_up_to_three() -> None:
    state = wielder((6, 10), (8, 10), (11, 10))
    play(state, reel("out", (9, 10), (11, 10), (11, 13)))
    refused(state, reel("out", (6, 11), (8, 10), (11, 10)), "MO-10")  # off its beam
    refused(state, reel("out", (11, 10), (11, 10), (11, 13)), "MO-10")  # five along it
    refused(state, reel("out", (6, 10), (8, 10), (15, 10)), "MO-10")  # four away
    refused(state, reel("out", (6, 10), (7, 10), (11, 10)), "MO-10")  # back


def test_reeling_in_brings_each_up_to_four_hexes_and_those_at_the_origin_leave() -> None:
    state = wielder((7, 10), (10, 10), (12, 10))
    refused(state, reel("in", (7, 10), (10, 10), (7, 10)), "MO-10")
    refused(state, reel("in", (8, 10), (10, 10), (12, 10)), "MO-10")  # out is not in
    refused(state, reel("in", (7, 10), (10, 10)), "MO-10")
    state, _ = play(state, reel("in", (5, 10), (6, 10), (8, 10)))
    assert cells(state) == [(8, 10)]


def test_reeling_in_may_be_repeated_but_not_out() -> None:
    state = wielder((8, 10), (11, 10))
    state, _ = play(state, reel("in", (7, 10), (10, 10)), reel("in", (7, 10), (9, 10)))
    assert cells(state) == [(7, 10), (9, 10)]
    refused(state, reel("out", (7, 10), (9, 10)), "MO-10")
    refused(state, reel("in", (7, 10), (9, 10)), "MO-10")  # nothing moves
    state, _ = play(state, reel("in", (5, 10), (6, 10)))
    assert cells(state) == []
    refused(play(wielder((8, 10), (11, 10), speed=1), reel("out", (8, 10), (11, 10)))[0],
            reel("in", (7, 10), (10, 10)), "MO-10")  # fmt: skip


def test_a_gap_over_three_destroys_everything_older() -> None:
    state = wielder((8, 10), (11, 10), speed=1)
    state, _ = play(state, reel("out", (8, 10), (11, 10)))
    kept, _ = play(state, Move("Ann", "W", (6, 10)))
    assert cells(kept) == [(8, 10), (11, 10)]
    state = wielder((7, 10), (10, 10), speed=1)
    state, _ = play(state, reel("out", (7, 10), (11, 10)))  # 4 from one to the next
    state, ruling = play(state, Move("Ann", "W", (6, 10)))
    assert cells(state) == [(7, 10)]
    assert "over three hexes" in ruling.sentence
    state, _ = play(wielder((8, 10)), reel("out", (9, 10)))  # 4 from the origin
    assert cells(state) == []


@pytest.mark.parametrize(
    ("place", "left"),
    [
        (0, []),  # the minor link beside the origin
        (1, [(6, 10)]),  # the minor end becomes major
        (2, [(7, 10)]),
        (3, [(8, 10)]),
        (4, [(8, 10), (8, 11)]),
    ],
)
def test_a_lost_link_takes_all_older_with_it_and_a_minor_end_becomes_major(
    place: int, left: list[tuple[int, int]]
) -> None:
    state = wielder((8, 10), (8, 12), (8, 14))
    assert cells(chain.cut(state, state.body("W"), place)) == left


def test_who_comes_upon_a_link_may_strike_it_and_cut_the_chain() -> None:
    w = thing("W", "Ann", (5, 10), speed=0, equipment=[CHAIN])
    state = started(w, thing("B", "Bob", (8, 14), 4, speed=2), link_integrity=4)
    state = state.put(replace(state.body("W"), chain=(Link((8, 10)), Link((11, 10)))))
    state, _ = play(state, Take("Bob", "B", 2, 4), Move("Bob", "B", (8, 12)))
    assert state.phase == "turn"  # two away is not in its threat
    state, _ = play(state, Take("Ann", "W", 0, 0), reel("out", (8, 10), (11, 10)))
    state, _ = play(state, Take("Bob", "B", 2, 4), Move("Bob", "B", (8, 10)))
    assert state.entries[0].target_link == 2
    state, ruling = play(state, Attack("Bob", "B", "W"))
    assert "link" in ruling.sentence
    assert cells(rolled(state, 2, 1)[0]) == [(8, 10), (11, 10)]  # 3 damage is too little
    state, ruling = rolled(state, 3, 1)
    assert cells(state) == [(7, 10)]
    assert "MO-10" in ruling.rules


def test_a_link_that_is_reeled_into_reach_strikes_with_the_speed_it_travelled() -> None:
    state, _ = play(wielder(foe=(9, 10)), reel("out", (8, 10)))
    assert (state.phase, state.entries[0].link) == ("react", 2)
    state, ruling = play(state, Attack("Ann", "W", "B"))
    assert ruling.due is not None
    assert ruling.due.dice[0].count == 3
    state, _ = rolled(state, 4, 5, 1)
    assert state.body("B").integrity == 11  # the chain keeps two
    assert state.entries[0].attacker == "B"  # and B may strike at the link


def test_links_grapple_without_a_contest_whatever_the_direction() -> None:
    state, _ = play(wielder(foe=(9, 10)), reel("out", (8, 10)))
    state, ruling = play(state, Seize("Ann", "W", "B"))
    assert (state.grips[0].grappler, state.grips[0].link) == ("W", 0)
    assert (state.body("B").speed, state.body("B").direction) == (3, 1)
    assert "MO-10" in ruling.rules
    refused(wielder((8, 10)), Seize("Ann", "W", "B"), "MO-10")


def seized() -> State:
    """B hangs on W's oldest link, in the second round and on W's turn."""
    state, _ = play(wielder((8, 10), foe=(9, 12)), reel("out", (8, 10), (9, 11)))
    state = passing(play(state, Seize("Ann", "W", "B"))[0])
    state = passing(play(state, Take("Bob", "B", 2, 1))[0])
    return play(state, Take("Ann", "W", 0, 0))[0]


def test_what_a_link_holds_is_dragged_along_and_cannot_leave() -> None:
    state = seized()
    assert state.round == 2
    state, _ = play(state, reel("in", (5, 10), (7, 10)))
    assert cells(state) == [(7, 10)]
    assert state.body("B").cell == (7, 11)
    assert state.body("B").speed == 3


def test_a_link_that_leaves_or_is_lost_lets_go() -> None:
    state, _ = play(seized(), reel("in", (6, 10), (8, 10)), reel("in", (6, 10)))
    assert cells(state) == []
    assert not state.grips
    cut = chain.cut(seized(), seized().body("W"), 2)
    assert not cut.grips
    kept = chain.cut(replace(seized(), grips=()), seized().body("W"), 3)
    assert cells(kept) == [(8, 10)]


def test_chains_are_shown_and_a_wielder_without_one_does_not_reel() -> None:
    shown = {each.model: each.cell for each in momentum.visible(wielder((8, 10)))}
    assert shown["W link 1"] == (8, 10)
    state, _ = play(wielder(), reel("out"))
    state, _ = play(state, Take("Bob", "B", 2, 1))
    refused(state, Reel("Bob", "B", "out", ()), "MO-10")
