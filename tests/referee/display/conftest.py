"""The display's tests run without a screen."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
