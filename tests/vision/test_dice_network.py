"""The networks' arithmetic, and that they can be learnt again."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.dice.drawing import Drawn, draw_patch
from vision.dice.finding import FINDER, Sighting
from vision.dice.leaning import LEANER, outward
from vision.dice.lessons import pip_map, shown_value, whole
from vision.dice.naming import (
    COCKED,
    READER,
    SURE_AT_A_GLANCE,
    VALUES,
    looked,
    named,
    normalised,
    unstretched,
)
from vision.dice.network import WEIGHTS, Layer, Weights, answers, packed, trained, unpacked

SMALL_ENOUGH_BYTES = 500_000


@pytest.mark.parametrize(
    "layer", [Layer(2, 3, 3), Layer(2, 3, 3, spacing=2), Layer(2, 3, 5, step=2), Layer(2, 3, 3, padded=False)]
)
def test_a_layer_is_a_convolution(layer: Layer) -> None:
    random = np.random.default_rng(1)
    x = random.normal(size=(2, 1, 9, 11)).astype(np.float32)
    matrix = random.normal(size=(3, 2 * layer.kernel**2)).astype(np.float32)
    got = answers(x, (layer,), [(matrix, np.zeros(3, np.float32))])
    kernel, margin = matrix.reshape(3, 2, layer.kernel, layer.kernel), layer.margin
    padded = np.pad(x[:, 0], ((0, 0), (margin, margin), (margin, margin)))
    row, col = 2, 3
    reach = layer.kernel * layer.spacing
    top, left = row * layer.step, col * layer.step
    part = padded[:, top : top + reach : layer.spacing, left : left + reach : layer.spacing]
    assert got[:, 0, row, col] == pytest.approx((kernel * part).sum((1, 2, 3)), abs=1e-4)


@pytest.mark.parametrize("name", ["finder", "reader", "leaner"])
def test_learning_twice_from_the_same_seed_gives_the_same_weights(name: str) -> None:
    training = pytest.importorskip("vision.dice.training", reason="needs PyTorch", exc_type=ImportError)
    course = replace(training.COURSES[name], steps=3)
    kept: list[Weights] = []
    for _ in range(2):
        pool = course.pool(np.random.default_rng(3))
        training.train(course, (course.batch(pool) for _ in range(3)), 5, kept.append)
    for (one, first), (two, second) in zip(*kept, strict=True):
        assert np.isfinite(one).all()
        assert np.array_equal(one, two)
        assert np.array_equal(first, second)


def test_what_was_learnt_answers_alike_in_numpy() -> None:
    training = pytest.importorskip("vision.dice.training", reason="needs PyTorch", exc_type=ImportError)
    learner = training.Learner(READER)
    weights = training.stored_form(learner, [p.detach() for p in learner.parameters()])
    x = np.random.default_rng(5).normal(size=(3, 2, 40, 40)).astype(np.float32)
    raw, _ = learner(training.torch.from_numpy(x.transpose(1, 0, 2, 3).copy()))
    assert answers(x, READER, weights).transpose(1, 0, 2, 3) == pytest.approx(
        raw.detach().numpy(), rel=1e-3, abs=1e-3
    )


@pytest.mark.parametrize(("change", "where"), [("mirrored", (6.0, 2.0)), ("turned", (2.0, 6.0))])
def test_what_was_drawn_turns_with_its_picture(change: str, where: tuple[float, float]) -> None:
    picture = np.zeros((10, 10), np.uint8)
    picture[2, 3] = 1
    die = Drawn(np.array([[3.0, 2.0]]), 4.0, 5, np.array([0.3, 0.1]), 0.3)
    after = die.mirrored(9) if change == "mirrored" else die.turned(9)
    pixels = picture[:, ::-1] if change == "mirrored" else np.rot90(picture)
    assert (after.x, after.y) == where
    assert pixels[int(after.y), int(after.x)] == 1
    tip = Drawn(die.points + die.lean, 4.0, 5, die.lean, 0.3)
    tip = tip.mirrored(9) if change == "mirrored" else tip.turned(9)
    assert tip.points[0] - after.points[0] == pytest.approx(after.lean)


def test_a_flat_die_is_labelled_by_its_value_and_one_on_its_edge_as_cocked() -> None:
    flat = Drawn(np.zeros((1, 2)), 20.0, 4, np.zeros(2), 0.5)
    assert shown_value(flat) == 4
    assert shown_value(replace(flat, slant=0.78)) == COCKED
    assert shown_value(replace(flat, slant=0.74)) == -1


def test_the_pip_map_shows_pips_where_the_crop_has_them() -> None:
    die = Drawn(np.array([[50.0, 50], [50, 50], [56, 50]]), 22.0, 2, np.zeros(2), 0.0)
    rows, cols = np.nonzero(pip_map([die], 50.0, 50.0, 22.0))
    assert set(rows) == {9, 10}
    assert cols.min() == 9
    assert cols.max() == 13


def test_the_stored_weights_fit_the_networks_and_are_small() -> None:
    assert WEIGHTS.stat().st_size < SMALL_ENOUGH_BYTES
    for name, network in (("finder", FINDER), ("reader", READER), ("leaner", LEANER)):
        for layer, (matrix, bias) in zip(network, trained(name), strict=True):
            assert matrix.shape == (layer.outputs, layer.inputs * layer.kernel**2)
            assert bias.shape == (layer.outputs,)


def test_packing_keeps_weights_to_half_a_step() -> None:
    weights: Weights = [
        (np.random.default_rng(4).normal(size=(5, 7)).astype(np.float32), np.ones(5, np.float32))
    ]
    [(matrix, bias)] = unpacked(packed(weights, "any"), "any")
    step = np.abs(weights[0][0]).max(1, keepdims=True) / 127
    assert np.all(np.abs(matrix - weights[0][0]) <= step * 0.501)
    assert np.array_equal(bias, weights[0][1])


def test_drawing_is_the_same_for_the_same_seed() -> None:
    one, two = (draw_patch(np.random.default_rng(6), 96, (14, 28)) for _ in range(2))
    assert np.array_equal(one[0], two[0])
    for first, second in zip(one[1], two[1], strict=True):
        assert (first.value, first.side) == (second.value, second.side)
        assert np.array_equal(first.points, second.points)


def test_a_face_is_read_alike_however_the_picture_is_turned() -> None:
    picture, _ = draw_patch(np.random.default_rng(8), 40, (20, 24))
    middle = [Sighting(19.5, 19.5, 22.0, 1.0)]
    said = looked(picture, middle, 1.0, 1.0)
    for other in (np.rot90(picture).copy(), picture[:, ::-1].copy()):
        assert looked(other, middle, 1.0, 1.0) == pytest.approx(said, abs=1e-4)


def test_what_is_clear_at_a_glance_is_named_as_from_all_sides() -> None:
    random, same = np.random.default_rng(12), []
    for _ in range(12):
        picture, drawn = draw_patch(random, 96, (20, 26))
        faces = [Sighting(die.x, die.y, die.side, 1.0) for die in drawn if whole(die, picture)]
        if faces:
            glanced, all_round = named(picture, faces), looked(picture, faces, 1.0, 1.0)
            clear = glanced[:, VALUES].max(1) > SURE_AT_A_GLANCE
            same += (glanced.argmax(1) == all_round.argmax(1))[clear].tolist()
    assert len(same) > 10
    assert all(same)


def test_a_stretched_face_is_read_as_it_would_be_without() -> None:
    picture, _ = draw_patch(np.random.default_rng(8), 40, (20, 24))
    wide = np.asarray(cv2.resize(picture, (60, 40), interpolation=cv2.INTER_CUBIC), np.uint8)
    said = looked(picture, [Sighting(19.5, 19.5, 22.0, 1.0)], 1.0, 1.0)
    stretched = Sighting(29.5, 19.5, 22.0, 1.0, np.diag([1.5, 1.0]))
    assert looked(wide, [stretched], 1.0, 1.0)[0].argmax() == said[0].argmax()
    crop = unstretched(wide, stretched, 1.0).astype(int)
    assert np.abs(crop - unstretched(picture, Sighting(19.5, 19.5, 22.0, 1.0), 1.0)).mean() < 4


def test_a_face_is_seen_to_lean_alike_however_the_picture_is_turned() -> None:
    picture, _ = draw_patch(np.random.default_rng(8), 40, (20, 24))
    middle = [Sighting(19.5, 19.5, 22.0, 1.0)]
    [(x, y)] = outward(picture, middle)
    assert outward(np.rot90(picture).copy(), middle)[0] == pytest.approx([y, -x], abs=1e-3)
    assert outward(picture[:, ::-1].copy(), middle)[0] == pytest.approx([-x, y], abs=1e-3)


def test_a_flat_crop_is_not_blown_up_into_noise() -> None:
    flat = np.random.default_rng(9).integers(99, 102, (1, 40, 40, 3)).astype(np.uint8)
    assert np.abs(normalised(flat)).max() < 0.5
