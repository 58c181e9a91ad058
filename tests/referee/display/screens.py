"""The display of every game, from matches on the virtual table: `python -m tests.referee.display.screens`.

Frames in, rulings out, as `studeye play` does it; what is kept is the first moment that shows enough.
"""

import io
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from referee.display.picture import screenshot
from referee.live.opening import Wanted, open_wanted
from referee.show import Select, Shown

ROOT = Path(__file__).resolve().parents[3]
SIZE = (1600, 900)
MOST_FRAMES = 900
GAMES = ("minifigs", "constructs", "momentum", "mechaton", "duelchess")


def is_legal(shown: Shown) -> bool:
    """A move that stood, with its way and its pictures."""
    return bool(
        shown.ruling and shown.ruling.legal and shown.way and shown.evidence.after and not shown.troubles
    )


def is_refused(shown: Shown) -> bool:
    """A move that did not stand: the match waits."""
    return bool(shown.ruling and not shown.ruling.legal and shown.way and shown.troubles)


def moment(game: str, wanted: Callable[[Shown], bool], cheats: float, folder: Path) -> Shown | None:
    """The first moment of a match of `game` that is as wanted, the mover selected."""
    match = ROOT / "examples" / game / "match.toml"
    record = folder / f"{game}{cheats}.studeye"
    asked = Wanted(match, record, virtual=True, seed=3, tall=720, cheats=cheats)
    opened = open_wanted(asked)
    try:
        for _ in range(MOST_FRAMES):
            shown = opened.session.step()
            if wanted(shown) and shown.way is not None:
                opened.session.wish(Select(shown.way.model))
                return opened.session.step()
            if opened.session.over:
                break
            if opened.session.waiting and not opened.busy():
                for wish in opened.act():
                    opened.session.wish(wish)
    finally:
        opened.close()
    return None


def main(out: Path) -> int:
    """A picture a game, and one of a refusal; 1 when a match never came to such a moment."""
    out.mkdir(parents=True, exist_ok=True)
    missing = []
    with tempfile.TemporaryDirectory() as folder:
        for game, wanted, cheats, name in [
            *((game, is_legal, 0.0, f"display-{game}") for game in GAMES),
            ("minifigs", is_refused, 1.0, "display-refused"),
        ]:
            shown = moment(game, wanted, cheats, Path(folder))
            if shown is None:
                missing.append(name)
                continue
            picture = pygame.image.load(io.BytesIO(screenshot(shown, SIZE)))
            pygame.image.save(picture, str(out / f"{name}.jpg"))
            print(f"{out / name}.jpg", flush=True)
    for name in missing:
        print(f"{name}: no such moment came up", file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/pictures")))
