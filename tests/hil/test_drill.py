"""The drill in short: a bad line, resets and power cuts, and not a roll lost or doubled."""

import pytest

from tests.hil.drill import drill


@pytest.mark.avr
def test_every_roll_arrives_exactly_once_and_every_frame_is_right(avr_tools: None) -> None:  # noqa: ARG001
    figures = drill(rolls=120, resets=10, cuts=10, deltas=80, seed=11)
    assert figures.made == figures.rolls
    assert figures.arrived_once_in_order
    assert figures.frames_equal == figures.deltas
    assert figures.overruns == 0
    assert figures.spoilt_bytes > 200
