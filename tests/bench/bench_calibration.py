"""Calibration and re-fit at three picture sizes, stage by stage, beside what a hobbyist would use."""

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration import Table, calibrate, find, refit
from calibration.calibrate import tops_of
from calibration.find import lattice_of
from calibration.lattice import grey_of, seeds
from calibration.studs import measure
from hardware.virtual.builders import lens_shots, overhead
from hardware.virtual.render import render
from hardware.virtual.scene import Board, Scene
from hardware.virtual.view import View
from tests.bench.row import Row, median_ms

SIZES = (("720p", 1280, 720), ("1080p", 1920, 1080), ("4K", 3840, 2160))
BOARD = Board(48, 48)
KNOCK_MM = 9.0


def rows() -> Iterator[Row]:
    """One block of rows a picture size."""
    for name, width, height in SIZES:
        yield from _at_size(name, width, height)


def _at_size(name: str, width: int, height: int) -> Iterator[Row]:
    size = (BOARD.cols, BOARD.rows)
    view = overhead(BOARD, width, height, seed=2)
    bare = render(Scene(BOARD), view, seed=1)
    shots = [
        render(Scene(BOARD), v, seed=k)
        for k, v in enumerate(lens_shots(BOARD, width, height, seed=2, count=6))
    ]
    x, y, z = view.translation
    moved = View(view.lens, view.rotation, (x + KNOCK_MM, y, z))
    knocked = render(Scene(BOARD), moved, seed=2)
    table = calibrate(bare, shots, size)
    unlit = replace(table, lamp=())
    grey = grey_of(bare)
    mono = cv2.cvtColor(bare, cv2.COLOR_BGR2GRAY)
    camera = table.camera
    yield Row(
        f"{name}: calibrate, bare and six lens shots", median_ms(lambda: calibrate(bare, shots, size), 1)
    )
    yield Row(f"{name}:   seeds of lattice, one picture", median_ms(lambda: seeds(grey), 3))
    yield Row(f"{name}:   seeds and growth, one picture", median_ms(lambda: lattice_of(grey, size), 3))
    yield Row(f"{name}:   find, one picture", median_ms(lambda: find(bare, size), 3))
    yield Row(
        f"{name}:   measure every stud",
        median_ms(lambda: measure(grey, tops_of(camera), tops_of(camera, 0.0), *size), 3),
    )
    yield Row(
        f"{name}: re-fit, nothing moved", median_ms(lambda: refit(table, bare)), remark=_said(table, bare)
    )
    yield Row(f"{name}: re-fit, every stud looked at", median_ms(lambda: refit(unlit, bare), 3))
    yield Row(
        f"{name}: re-fit, camera knocked",
        median_ms(lambda: refit(table, knocked), 3),
        remark=_said(table, knocked),
    )
    yield Row(f"{name}: cv2.GaussianBlur 5 × 5", median_ms(lambda: cv2.GaussianBlur(bare, (5, 5), 0)))
    pitch = float(np.linalg.norm(camera.project([1.0, 0, 0]) - camera.project([0.0, 0, 0])))
    yield Row(
        f"{name}: cv2.HoughCircles",
        median_ms(
            lambda: cv2.HoughCircles(
                mono,
                cv2.HOUGH_GRADIENT,
                1,
                0.8 * pitch,
                param1=60,
                param2=12,
                minRadius=int(0.2 * pitch),
                maxRadius=int(0.4 * pitch) + 1,
            ),
            1,
        ),
    )
    finder = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_100))
    yield Row(f"{name}: cv2.aruco.detectMarkers", median_ms(lambda: finder.detectMarkers(mono), 3))


def _said(table: Table, frame: NDArray[np.uint8]) -> str:
    fit = refit(table, frame)[1]
    return f"moved {fit.moved_studs:.3f} studs, {'knocked' if fit.knocked else 'still'}"
