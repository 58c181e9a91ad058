"""The verdict test: seeded matches with cheats through the whole pipeline, and what came of them."""
