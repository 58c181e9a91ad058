"""Recorded cameras give their pictures in order, and say when they can't."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.camera import Recording
from hardware.problems import HardwareTrouble


def test_a_folder_of_pictures_is_read_in_the_order_of_names(tmp_path: Path) -> None:
    for grey in (90, 30, 60):
        cv2.imwrite(str(tmp_path / f"{grey:03d}.png"), np.full((8, 8, 3), grey, np.uint8))
    (tmp_path / "notes.txt").write_text("no picture")
    recording = Recording(tmp_path, frames_per_s=2.0)
    seen = []
    while not recording.ended:
        seen.append(recording.read())
    assert [int(f.picture[0, 0, 0]) for f in seen] == [30, 60, 90]
    assert [(f.number, f.time) for f in seen] == [(0, 0.0), (1, 0.5), (2, 1.0)]
    with pytest.raises(HardwareTrouble, match="ended"):
        recording.read()


def test_a_recording_without_pictures_is_refused(tmp_path: Path) -> None:
    with pytest.raises(HardwareTrouble, match="no pictures"):
        Recording(tmp_path)
    broken = tmp_path / "clip.mp4"
    broken.write_bytes(b"not a video")
    with pytest.raises(HardwareTrouble, match="no pictures"):
        Recording(broken)
