"""Grid, focal length and camera height against the truth of the photographs: the figures of docs/accuracy.md.

.venv/bin/python -m tests.calibration.accuracy ../shared/tablebench/photos
"""

import json
import sys
import time
from pathlib import Path

import numpy as np

from calibration import calibrate, refit
from calibration.pictures import load_picture
from tests.calibration.test_calibrate import grid_error, true_camera


def main(root: Path) -> None:
    """One line a set: errors over its photos, refitted one after the other."""
    every: list[float] = []
    for folder in sorted(p.parent for p in root.glob("*/truth.json")):
        truth = json.loads((folder / "truth.json").read_text())
        cols, rows = truth["board"]["cols"], truth["board"]["rows"]
        shots = [load_picture(p) for p in sorted((folder / "lens").glob("*.jpg"))]
        bare = load_picture(folder / "00.jpg")
        start = time.perf_counter()
        table = calibrate(bare, shots, (cols, rows))
        spent = time.perf_counter() - start
        stated = table.accuracy
        assert stated is not None
        real = true_camera(truth["shots"][0]["camera"])
        focal = 100 * (table.camera.lens.fx / real.lens.fx - 1)
        height = 100 * (table.camera.eye[2] / real.eye[2] - 1)
        means, worst, times = [], [], []
        for shot in truth["shots"][2:]:
            frame = load_picture(folder / shot["image"])
            begun = time.perf_counter()
            table, _ = refit(table, frame)
            times.append(1000 * (time.perf_counter() - begun))
            error = grid_error(table.camera, true_camera(shot["camera"]), cols, rows)
            means.append(float(error.mean()))
            worst.append(float(error.max()))
        every += means
        print(
            f"{folder.name:8s} {truth['board']['colour']:18s} {cols}x{rows}  calibrated in {spent:4.1f} s"
            f"  focal {focal:+.2f} ± {stated.focal_percent:.2f} %"
            f"  height {height:+.2f} ± {stated.height_percent:.2f} %"
            f"  grid mean {np.mean(means):.4f} worst {max(worst):.4f} studs"
            f"  re-fit median {np.median(times):.0f} worst {max(times):.0f} ms",
            flush=True,
        )
    print(f"all photos: grid mean {np.mean(every):.4f} studs")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
