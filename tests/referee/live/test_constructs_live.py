"""Constructs on the table: a seen drive is measured with its steps, and ruled upon."""

import numpy as np
import pytest

from referee.law import constructs as law
from referee.live.compare import Difference
from referee.live.recognise import TableNow
from referee.live.recognise_constructs import Eye
from referee.live.sighting import Body
from referee.match_file import read_match
from tests.random_matches import EXAMPLES

SETUP = read_match(EXAMPLES / "constructs" / "match.toml")


@pytest.mark.rule("CN-12")
@pytest.mark.parametrize(("plates", "fair"), [(0, True), (2, True), (3, False)])
def test_a_buggy_of_four_wheels_is_seen_to_climb_a_step_of_two_plates_but_not_three(
    plates: int, fair: bool
) -> None:
    state = law.start(SETUP)
    heights = np.zeros((48, 48), np.int16)
    heights[:, 12:] = plates  # a step right across the board
    body = Body(
        "c1",
        (18.0, 16.0),
        0.05,
        plates,
        0.0,
        False,
        frozenset({"blue"}),
        plates=8,
        footprint=(15, 14, 21, 18),
    )
    seen = Difference("misplaced", "Buggy", "the Buggy is elsewhere", body)
    (possible,) = Eye(SETUP).possible(state, seen, TableNow(None, heights))
    ruling = law.apply(state, possible.claim)[1]
    assert ruling.legal == fair, ruling.sentence
    assert "CN-12" in ruling.rules
