"""table.toml: what is saved is loaded, and every mistake in it has its own sentence."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration import Accuracy, Board, Camera, CannotRead, Lens, Table, load, save
from calibration.tablefile import as_toml

PLAIN = Table(
    Board(48, 32, "green"),
    Camera(
        Lens(1280, 720, 1200.5, 1200.5, 640.25, 355.0, 0.07, 0.01),
        (0.01, -0.02, 0.03),
        (-190.0, -120.0, 700.0),
    ),
    ((10.0, 20.0), (30.0, 20.0), (30.0, 50.0)),
    Accuracy(0.01, 0.05, 0.06),
    tuple(tuple(float(i == j) for j in range(6)) for i in range(6)),
    (1.1, 1.0, 0.8),
    (0.0, 0.1, 0.2, 0.0, 0.0, 0.0),
    (0.1, 0.0, 0.0, 0.01, 0.02, 0.0),
    ((0.5, 0.5), (1.5, 0.5)),
)


def test_a_table_comes_back_as_it_was_saved(tmp_path: Path) -> None:
    save(PLAIN, tmp_path / "table.toml")
    assert load(tmp_path / "table.toml") == PLAIN


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda text: text.replace("version = 1", "version = 9"), "version 9"),
        (lambda text: text.replace("version = 1", ""), "no version"),
        (lambda text: text[: len(text) // 3] + "\n[[[", "damaged"),
        (lambda text: text.replace("cols = ", "colls = "), "did you mean cols"),
        (lambda text: text.replace("rows = 32\n", ""), "lacks rows"),
        (lambda text: text.replace("fx = 1200.5", 'fx = "wide"'), "can't be right"),
    ],
)
def test_a_spoilt_file_is_refused_with_its_own_sentence(tmp_path: Path, change, says: str) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "table.toml"
    path.write_text(change(as_toml(PLAIN)))
    with pytest.raises(CannotRead, match=says):
        load(path)


def test_a_missing_file_names_the_cure(tmp_path: Path) -> None:
    with pytest.raises(CannotRead, match="studeye calibrate"):
        load(tmp_path / "nowhere.toml")


@given(st.floats(0, 48), st.floats(0, 32), st.floats(0, 30))
def test_pixels_and_studs_are_each_others_inverse_at_any_height(x: float, y: float, plates: float) -> None:
    px = PLAIN.camera.project([x, y, plates])
    assert np.allclose(PLAIN.camera.to_table(px, plates), [x, y], atol=1e-6)
