"""The screen beside the table: what a match shows -> pictures, a window, and what people click."""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # the terminal is the narrator's
