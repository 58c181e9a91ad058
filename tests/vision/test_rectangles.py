"""What lattice rectangles win, all heights at once, against counting pixels one face at a time."""

import numpy as np
import pytest

from vision.boxes import Box, Eye, Window
from vision.plan import MARGIN, PX
from vision.rectangles import (
    HIDDEN_PRICE,
    Patch,
    best_of_each,
    gains,
    integrals,
    lattice_around,
    lattice_of,
    layers_of,
    of_faces,
)

EYE = Eye(16.0, 16.0, 150.0)
WINDOW = Window(20 * PX, 18 * PX, 30 * PX, 27 * PX)
GREY, RED = (120.0, 120.0, 120.0), (40.0, 30.0, 180.0)


def shown(box: Box, win: float = 18.0) -> Patch:
    """A patch that shows nothing but the red top of a box on plain grey."""
    seen = np.full((*WINDOW.shape, 3), GREY, np.float32)
    cost = np.full(WINDOW.shape, -2.0, np.float32)
    (x0, y0), (x1, y1) = EYE.flat(box.x0, box.y0, box.h), EYE.flat(box.x1, box.y1, box.h)
    left, right = (round((v + MARGIN) * PX) - WINDOW.left for v in (x0, x1))
    top, bottom = (round((v + MARGIN) * PX) - WINDOW.top for v in (y0, y1))
    seen[top:bottom, left:right] = RED
    cost[top:bottom, left:right] = win
    return Patch(EYE, WINDOW, seen, cost)


@pytest.mark.parametrize(
    "box", [Box(19, 17, 21, 21, 3), Box(20, 18, 24, 19, 9), Box(21, 19, 22, 20, 16)], ids=str
)
def test_the_face_that_shows_wins_most_at_its_height(box: Box) -> None:
    patch = shown(box)
    sums = integrals(layers_of(patch), np.ones(WINDOW.shape, np.float32))
    best = {b.h: (gain, b) for gain, b in best_of_each(sums, lattice_of(patch, 24))}
    assert best[box.h][1] == box
    assert best[box.h][0] >= 0.99 * max(gain for gain, _ in best.values())


def test_an_even_face_wins_what_its_pixels_do() -> None:
    box = Box(19, 17, 21, 21, 6)
    patch = shown(box)
    sums = integrals(layers_of(patch), np.ones(WINDOW.shape, np.float32))
    won, pixels = of_faces(sums, patch, [box])
    assert pixels[0] == pytest.approx(8 * (PX * EYE.push(6)) ** 2, rel=1e-3)
    assert won[0] == pytest.approx(18.0 * pixels[0], rel=0.03)


def test_what_others_explain_already_costs_a_little_and_counts_as_hidden() -> None:
    box = Box(19, 17, 21, 21, 6)
    patch = shown(box)
    nothing_free = np.zeros(WINDOW.shape, np.float32)
    won, pixels = of_faces(integrals(layers_of(patch), nothing_free), patch, [box])
    assert pixels[0] == 0
    assert won[0] == pytest.approx(-HIDDEN_PRICE * 8 * (PX * EYE.push(6)) ** 2, rel=1e-3)


def test_faces_taken_alone_win_what_they_win_among_all() -> None:
    patch = shown(Box(19, 17, 21, 21, 3))
    rng = np.random.default_rng(5)
    patch.seen[:] += rng.normal(0, 8, patch.seen.shape)
    free = (rng.random(WINDOW.shape) < 0.8).astype(np.float32)
    sums = integrals(layers_of(patch), free)
    tried = best_of_each(sums, lattice_of(patch, 24))
    alone, _ = of_faces(sums, patch, [box for _, box in tried])
    assert alone == pytest.approx([gain for gain, _ in tried], abs=2.0)


def test_lines_that_the_patch_does_not_show_win_nothing() -> None:
    patch = shown(Box(19, 17, 21, 21, 3))
    sums = integrals(layers_of(patch), np.ones(WINDOW.shape, np.float32))
    lattice = lattice_of(patch, 24)
    gain = gains(sums, lattice)
    assert np.isinf(gain[-1]).any()  # high up, fewer lines fall on the patch
    for _, box in best_of_each(sums, lattice):
        inside = lattice_around(patch, [box])
        assert np.isfinite(inside.price).all()
