"""`python -m hardware.virtual OUT.jpg [SEED]`: a picture of a random virtual table."""

import sys

import cv2

from hardware.virtual.builders import random_table
from hardware.virtual.render import render


def main() -> int:
    """Write the picture, or say how to ask for it."""
    if not 2 <= len(sys.argv) <= 3:
        print("usage: python -m hardware.virtual OUT.jpg [SEED]", file=sys.stderr)
        return 2
    seed = int(sys.argv[2]) if len(sys.argv) == 3 else 3
    table = random_table(seed)
    return 0 if cv2.imwrite(sys.argv[1], render(table.set_up, table.view, seed)) else 2


sys.exit(main())
