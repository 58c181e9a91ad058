"""Two models close together, on rendered tables: the one that stood stays known, whatever is put by it."""

import pytest

from tests.vision.close_models import KINDS, Count, play, tally


@pytest.mark.parametrize(
    ("seed", "kinds", "studs"),
    [
        (1, KINDS[1], 0),  # a construct is put against a figure and hides a part of it
        (4, KINDS[0], 0),  # a figure is put right before another
    ],
)
def test_a_figure_that_something_is_put_against_is_not_gone(
    seed: int, kinds: tuple[str, str], studs: int
) -> None:
    count = Count()
    for step, shot, seen, names in play(seed, kinds, studs):
        if step != "scratch":
            assert tally(count, shot, seen, names) == ""
    assert all(count.found)
    assert all(count.named)
    assert all(count.told)
