"""Drawn dice → batches of pictures with what the networks should say of them."""

from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.drawing import COCKED as COCKED_SHARE
from vision.dice.drawing import Drawn, draw_patch
from vision.dice.finding import LARGEST_SIDE_PX, SMALLEST_SIDE_PX, STRIDE, TYPICAL_SIDE_PX
from vision.dice.ground import Picture
from vision.dice.naming import COCKED, CROP_PX, FACE_PX, GLARE_DIMMED, cropped, normalised
from vision.dice.network import Floats, prepared

Labels = NDArray[np.int64]

POOL = 3000  # patches kept and shown again in other positions and another light
FINDER_PATCH_PX, FINDER_BATCH, FINDER_FRESH = 96, 16, 4
READER_PATCH_PX, READER_BATCH, READER_FRESH = 128, 32, 2
READER_SIDES_PX = (14.0, 44.0)
CROPS_A_PATCH = 2
DIMMED = 10  # of the crops of a batch are shown with their brightness dimmed, as doubtful faces will be
MIDDLE, AROUND = 0.18, 0.34  # of a side: answers this near the middle are "die"; up to there, undecided
FACES = 0.9  # the share of crops that show a top face, where there is one
BESIDE = 0.42  # of a side: farther from the middle a crop shows no top face
TRIMMED = 0.25  # the share of patches cut as by a camera's frame
FLAT_UP_TO, COCKED_FROM = np.radians(41), np.radians(44)  # slants; in between nobody can tell
PIP_CELL_PX = 2.0  # of a crop, from one answer about pips to the next
PIP_REACH = 0.1  # of a side
CUT_OFF = 0.4  # of a side: dice whose middle is nearer to the rim are neither learnt nor denied


@dataclass(frozen=True)
class Batch:
    """Pictures, and what a network should say of them."""

    pictures: Floats  # (channel, picture, row, column)
    classes: Labels  # (picture, row, column); −1: undecided
    places: Floats  # (number, picture, row, column): of dice only
    pips: NDArray[np.bool_]  # (picture, row, column): where pips of top faces are, or nothing


@dataclass
class Pool:
    """Drawn patches, some of them replaced by fresh ones whenever a batch is taken."""

    random: np.random.Generator
    size: int
    sides: tuple[float, float]
    leaning: float = COCKED_SHARE
    stretched: float = 1.0
    patches: list[tuple[Picture, list[Drawn]]] = field(default_factory=list)

    def taken(self, count: int, fresh: int) -> list[tuple[Picture, list[Drawn]]]:
        """`count` patches, each turned and lit anew."""
        for _ in range(fresh if len(self.patches) >= count else count):
            patch = draw_patch(self.random, self.size, self.sides, self.leaning, self.stretched)
            if len(self.patches) < POOL:
                self.patches.append(patch)
            else:
                self.patches[self.random.integers(POOL)] = patch
        return [
            turned(self.random, *self.patches[i]) for i in self.random.integers(len(self.patches), size=count)
        ]


def turned(random: np.random.Generator, picture: Picture, drawn: list[Drawn]) -> tuple[Picture, list[Drawn]]:
    """The same patch in one of eight positions and another light."""
    last = len(picture) - 1
    if random.random() < 0.5:
        picture, drawn = picture[:, ::-1], [die.mirrored(last) for die in drawn]
    for _ in range(int(random.integers(4))):
        picture, drawn = np.rot90(picture), [die.turned(last) for die in drawn]
    gain = random.uniform(0.85, 1.15) * random.uniform(0.94, 1.06, 3)
    lit = np.clip(np.arange(256)[:, None] * gain + random.uniform(-12, 12), 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(np.ascontiguousarray(picture), lit[None]), np.uint8), drawn


def whole(die: Drawn, picture: Picture) -> bool:
    """Whether enough of a die lies in its patch to be learnt."""
    rows, cols = picture.shape[:2]
    return die.value > 0 and min(die.x, die.y, cols - 1 - die.x, rows - 1 - die.y) >= CUT_OFF * die.side


def finder_pool(random: np.random.Generator) -> Pool:
    """Patches for the finder, with dice of the one octave it sees."""
    return Pool(random, FINDER_PATCH_PX, (SMALLEST_SIDE_PX, LARGEST_SIDE_PX))


def finder_batch(pool: Pool) -> Batch:
    """Whole patches: every answer is told what lies there."""
    shown = pool.taken(FINDER_BATCH, FINDER_FRESH)
    classes, spots = zip(*(finder_lesson(*patch) for patch in shown), strict=True)
    pictures = prepared(np.stack([picture for picture, _ in shown]))
    return Batch(pictures, np.stack(classes), np.stack(spots, 1), np.zeros((0, 0, 0), bool))


def finder_lesson(picture: Picture, drawn: list[Drawn]) -> tuple[Labels, Floats]:
    """What each answer about a patch should be: its class, and x, y and log side of the die."""
    cells = FINDER_PATCH_PX // STRIDE
    classes = np.zeros((cells, cells), np.int64)
    spots = np.zeros((3, cells, cells), np.float32)
    rows, cols = np.mgrid[:cells, :cells] * STRIDE
    for die in (die for die in drawn if die.value):
        far = np.hypot(cols - die.x, rows - die.y)
        classes[(far < AROUND * die.side) & (classes == 0)] = -1
        if whole(die, picture):
            middle = far < max(MIDDLE * die.side, 0.75 * STRIDE)
            classes[middle] = die.value
            spots[0, middle] = (die.x - cols[middle]) / TYPICAL_SIDE_PX
            spots[1, middle] = (die.y - rows[middle]) / TYPICAL_SIDE_PX
            spots[2, middle] = np.log(die.side / TYPICAL_SIDE_PX)
    return classes, spots


def reader_pool(random: np.random.Generator) -> Pool:
    """Patches for the reader, with dice as small and as large as photographs have them."""
    return Pool(random, READER_PATCH_PX, READER_SIDES_PX)


def reader_batch(pool: Pool) -> Batch:
    """Crops as the reader will be shown them, with their brightness and without."""
    return crops_batch(pool, DIMMED)


def crops_batch(pool: Pool, dimmed: int) -> Batch:
    """Crops around top faces, about as badly centred as the finder leaves them, and of what is none."""
    crops, classes, leans, pips = [], [], [], []
    for picture, drawn in pool.taken(READER_BATCH, READER_FRESH):
        if drawn and pool.random.random() < TRIMMED:
            picture = trimmed(pool.random, picture, drawn)
        dice = [die for die in drawn if whole(die, picture)]
        for _ in range(CROPS_A_PATCH):
            value, lean = 0, np.zeros(2)
            if dice and pool.random.random() < FACES:
                die = dice.pop(pool.random.integers(len(dice)))
                x, y = np.array([die.x, die.y]) + pool.random.normal(0, 0.05, 2) * die.side
                side, value, lean = die.side * np.exp(pool.random.normal(0, 0.08)), shown_value(die), die.lean
            else:
                x, y, side = stray(pool.random, drawn)
                far = [np.hypot(die.x - x, die.y - y) / die.side for die in drawn if die.value]
                value = 0 if min(far, default=1.0) > BESIDE else -1
            crops.append(cropped(picture, x, y, side))
            classes.append(value)
            leans.append(lean)
            pips.append(pip_map(drawn, x, y, side))
    labels = np.array(classes)[:, None, None]
    places = np.array(leans, np.float32).T[:, :, None, None]
    stack = np.stack(crops)
    shown = np.concatenate([normalised(stack[:dimmed], GLARE_DIMMED), normalised(stack[dimmed:])], 1)
    return Batch(shown, labels, places, np.stack(pips))


def leaner_pool(random: np.random.Generator) -> Pool:
    """Patches for the leaner: every other die leans, and none is stretched, as it is asked."""
    return Pool(random, READER_PATCH_PX, READER_SIDES_PX, leaning=0.5, stretched=0.0)


def leaner_batch(pool: Pool) -> Batch:
    """What the reader is shown; the leaner says only whether there is a face, and how it leans."""
    batch = crops_batch(pool, dimmed=0)
    return replace(batch, classes=np.minimum(batch.classes, 1), pips=np.zeros((0, 0, 0), bool))


def shown_value(die: Drawn) -> int:
    """The class of a whole die: its value, cocked, or undecided."""
    if die.slant > COCKED_FROM:
        return COCKED
    return die.value if die.slant < FLAT_UP_TO else -1


def pip_map(drawn: list[Drawn], x: float, y: float, side: float) -> NDArray[np.bool_]:
    """Where the pips of top faces lie in a crop around (x, y)."""
    cells = round(CROP_PX / PIP_CELL_PX)
    scale = FACE_PX / side / PIP_CELL_PX
    middle = (np.arange(cells) * PIP_CELL_PX - (CROP_PX - 1) / 2) / PIP_CELL_PX
    pips = np.concatenate([np.zeros((0, 2)), *(die.points[1:] for die in drawn)]) - [x, y]
    reach = np.concatenate([np.zeros(0), *(np.full(len(d.points) - 1, PIP_REACH * d.side) for d in drawn)])
    dx, dy, reach = np.array([*pips.T, np.maximum(reach, 0.7 / scale)]) * scale
    near = np.abs(np.array([dx, dy])).max(0) < cells / 2 + 1
    across, down = middle - dx[near, None], middle - dy[near, None]
    return np.asarray(
        (across[:, None] ** 2 + down[:, :, None] ** 2 < reach[near, None, None] ** 2).any(0), np.bool_
    )


def trimmed(random: np.random.Generator, picture: Picture, drawn: list[Drawn]) -> Picture:
    """The patch as if the camera's frame ended, on the right, near one of its dice."""
    die = drawn[random.integers(len(drawn))]
    return picture[:, : max(8, round(die.x + random.uniform(-0.6, 0.9) * die.side))]


def stray(random: np.random.Generator, drawn: list[Drawn]) -> tuple[float, float, float]:
    """A place (x, y, side) where a finder may err: a decoy, beside a die, at the wrong size, or anywhere."""
    if drawn and random.random() < 0.8:
        die = drawn[random.integers(len(drawn))]
        turn, far = random.uniform(0, 2 * np.pi), random.uniform(0.45, 1.0) * die.side * bool(die.value)
        return die.x + far * np.cos(turn), die.y + far * np.sin(turn), die.side * random.uniform(0.4, 1.2)
    x, y = random.uniform(0, READER_PATCH_PX, 2)
    return x, y, random.uniform(*READER_SIDES_PX)
