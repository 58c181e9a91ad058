"""The networks' arithmetic, and that they can be learnt again."""

import numpy as np
import pytest

from vision.dice.drawing import draw_patch
from vision.dice.finding import FINDER
from vision.dice.lessons import finder_batch, finder_pool, reader_batch, reader_pool
from vision.dice.naming import READER, looked, normalised
from vision.dice.network import WEIGHTS, Layer, Weights, answers, packed, trained, unpacked
from vision.dice.training import fresh_weights, slopes, train

SMALL_ENOUGH_BYTES = 300_000


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


def test_slopes_say_how_the_loss_changes() -> None:
    random = np.random.default_rng(2)
    network = (Layer(3, 4, 5, step=2), Layer(4, 4, 3, step=2), Layer(4, 4, 3, spacing=2), Layer(4, 10, 1))
    weights: Weights = [
        (
            random.normal(0, 0.3, (layer.outputs, layer.inputs * layer.kernel**2)).astype(np.float32),
            np.zeros(layer.outputs, np.float32),
        )
        for layer in network
    ]
    batch = finder_batch(finder_pool(random))
    _, found, _ = slopes(network, weights, batch)
    for layer, (matrix, _) in enumerate(weights):
        place = np.unravel_index(np.abs(found[layer][0]).argmax(), matrix.shape)
        before = matrix[place]
        losses = []
        for nudge in (-1e-3, 1e-3):
            matrix[place] = before + nudge
            losses.append(slopes(network, weights, batch)[0])
        matrix[place] = before
        assert np.sign(losses[1] - losses[0]) == np.sign(found[layer][0][place])


@pytest.mark.parametrize(
    ("network", "pool", "batch"), [(FINDER, finder_pool, finder_batch), (READER, reader_pool, reader_batch)]
)
def test_a_few_steps_of_training_run_and_stay_finite(network, pool, batch) -> None:  # type: ignore[no-untyped-def]
    random = np.random.default_rng(3)
    patches = pool(random)
    for matrix, bias in train(network, fresh_weights(random, network), lambda: batch(patches), 3):
        assert np.isfinite(matrix).all()
        assert np.isfinite(bias).all()


def test_the_stored_weights_fit_the_networks_and_are_small() -> None:
    assert WEIGHTS.stat().st_size < SMALL_ENOUGH_BYTES
    for name, network in (("finder", FINDER), ("reader", READER)):
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
    assert one[1] == two[1]


def test_a_crop_is_read_alike_however_it_is_turned() -> None:
    picture, _ = draw_patch(np.random.default_rng(8), 40, (20, 24))
    said = looked([picture, np.rot90(picture).copy(), picture[:, ::-1].copy()], 1.0)
    assert said[1] == pytest.approx(said[0], abs=1e-4)
    assert said[2] == pytest.approx(said[0], abs=1e-4)


def test_a_flat_crop_is_not_blown_up_into_noise() -> None:
    flat = np.random.default_rng(9).integers(99, 102, (1, 40, 40, 3)).astype(np.uint8)
    assert np.abs(normalised(flat)).max() < 0.5
