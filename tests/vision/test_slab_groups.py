"""Slabs into constructs: what belongs together, what stands apart, what hangs in the air."""

from hypothesis import given
from hypothesis import strategies as st

from vision.boxes import Box
from vision.constructs import borne, touching
from vision.slabs import Slab


def slab(x0: int, y0: int, x1: int, y1: int, h: int, gain: float = 9000.0, low: int = 0) -> Slab:
    return Slab(Box(x0, y0, x1, y1, h), low, gain, 0.0)


def mech(x: int) -> list[Slab]:
    return [slab(x, 0, x + 2, 4, 1, 5000), slab(x, 1, x + 3, 3, 9), slab(x + 1, 1, x + 2, 2, 15, 2000, 9)]


def boxes(groups: list[list[Slab]]) -> list[set[Box]]:
    return [{s.box for s in group} for group in groups]


def test_two_bodies_a_stud_apart_are_two() -> None:
    left, right = mech(0), mech(4)
    groups = touching([*left, *right])
    assert sorted(map(len, groups)) == [3, 3]
    assert {s.box for s in left} in boxes(groups)


def test_bodies_that_meet_are_one() -> None:
    assert len(touching([*mech(0), *mech(3)])) == 1


def test_an_arm_a_stud_off_belongs_to_the_body_even_if_it_wins_much() -> None:
    arm = [slab(4, 0, 8, 1, 12, 20000, low=9), slab(4, 1, 5, 2, 10, 900, low=9)]
    assert len(touching([*mech(0), *arm])) == 1


def test_what_stands_two_studs_off_stands_alone() -> None:
    assert len(touching([*mech(0), slab(5, 0, 6, 1, 3, 1000)])) == 2


@given(
    st.lists(
        st.builds(
            lambda x, y, w, d, h, gain, low: slab(x, y, x + w, y + d, h, gain, min(low, h - 1)),
            *(
                st.integers(0, 12),
                st.integers(0, 12),
                st.integers(1, 4),
                st.integers(1, 4),
                st.integers(1, 20),
            ),
            st.floats(900, 30000),
            st.integers(0, 12),
        ),
        max_size=8,
    )
)
def test_no_slab_is_lost_or_counted_twice(slabs: list[Slab]) -> None:
    together = [s for group in touching(slabs) for s in group]
    assert sorted(map(id, together)) == sorted(map(id, slabs))


def test_a_thin_beam_alone_in_the_air_is_light() -> None:
    assert borne([slab(0, 0, 4, 1, 10, low=9)]) == []
    assert len(borne([slab(0, 0, 4, 1, 10, low=0)])) == 1


def test_crumbs_go_and_the_body_that_they_belong_to_stays() -> None:
    shade = Slab(Box(8, 8, 9, 9, 12), 11, 950.0, 0.0, shadowy=True)
    assert {s.box for s in borne([*mech(0), shade])} == {s.box for s in borne(mech(0))}
    # as read of a mech in greys on a grey board: each part alone may be a shadow, together they are none
    dark = [
        Slab(Box(6, 15, 8, 17, 9), 0, 9200.0, 0.0, shadowy=True),
        Slab(Box(7, 12, 8, 14, 12), 5, 5100.0, 0.0, shadowy=True),
        slab(3, 11, 7, 12, 10, 6400, low=9),
    ]
    assert borne(dark) == dark
