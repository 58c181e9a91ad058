"""Pictures of a bare board in, a Table out: pixels <-> studs at any height, light, colours, tray, LEDs.

What the other rooms use (all names importable from here):

    table = calibrate(bare, lens_shots, size)      # BGR uint8 pictures; size (cols, rows) or None to count
    table = calibrate_roughly(bare, size, focal_px, doubt)   # without lens shots
    table = lit(table, bare)                       # board colour, light gain and fall-off
    save(table, path); table = load(path)          # table.toml
    table.sigma_studs(pixels, plates)              # 1-sigma in studs of a mapped pixel
    table, fit = refit(table, frame)               # a later frame: fit.knocked, fit.moved_studs
    table.camera.project(points)                   # (…, 3) studs, studs, plates -> (…, 2) pixels
    table.camera.to_table(pixels, plates)          # (…, 2) pixels at a height -> (…, 2) studs
    table.camera.eye                               # x, y in studs, height in plates
    placement = find(picture, size)                # any photo: placement.corners_px, .cols, .rows

Bad input raises `calibration.problems.CannotRead` with one sentence for a person.
"""

from calibration.calibrate import calibrate, calibrate_roughly
from calibration.camera import Camera, Lens
from calibration.find import find
from calibration.light import lit
from calibration.outline import Placement
from calibration.problems import CannotRead
from calibration.refit import Fit, refit
from calibration.table import Accuracy, Board, Table
from calibration.tablefile import load, save

__all__ = [
    "Accuracy",
    "Board",
    "Camera",
    "CannotRead",
    "Fit",
    "Lens",
    "Placement",
    "Table",
    "calibrate",
    "calibrate_roughly",
    "find",
    "lit",
    "load",
    "refit",
    "save",
]
