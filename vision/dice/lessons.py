"""Drawn dice → batches of pictures with what the networks should say of them."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vision.dice.drawing import Drawn, draw_patch
from vision.dice.finding import LARGEST_SIDE_PX, SMALLEST_SIDE_PX, STRIDE, TYPICAL_SIDE_PX
from vision.dice.ground import Picture
from vision.dice.naming import cropped, normalised
from vision.dice.network import Floats, prepared

Labels = NDArray[np.int64]
Batch = tuple[Floats, Labels, Floats]  # pictures, classes (−1: undecided), places

POOL = 3000  # patches kept and shown again in other positions and another light
FINDER_PATCH_PX, FINDER_BATCH, FINDER_FRESH = 96, 16, 4
READER_PATCH_PX, READER_BATCH, READER_FRESH = 128, 32, 4
READER_SIDES_PX = (14.0, 44.0)
CROPS_A_PATCH = 3
MIDDLE, AROUND = 0.18, 0.34  # of a side: answers this near the middle are "die"; up to there, undecided
FACES = 0.7  # the share of crops that show a top face, where there is one
BESIDE = 0.42  # of a side: farther from the middle a crop shows no top face
TRIMMED = 0.25  # the share of patches cut as by a camera's frame
CUT_OFF = 0.4  # of a side: dice whose middle is nearer to the rim are neither learnt nor denied


@dataclass
class Pool:
    """Drawn patches, some of them replaced by fresh ones whenever a batch is taken."""

    random: np.random.Generator
    size: int
    sides: tuple[float, float]
    patches: list[tuple[Picture, list[Drawn]]] = field(default_factory=list)

    def taken(self, count: int, fresh: int) -> list[tuple[Picture, list[Drawn]]]:
        """`count` patches, each turned and lit anew."""
        for _ in range(fresh if len(self.patches) >= count else count):
            patch = draw_patch(self.random, self.size, self.sides)
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
        picture = picture[:, ::-1]
        drawn = [Drawn(last - d.x, d.y, d.side, d.value) for d in drawn]
    for _ in range(int(random.integers(4))):
        picture = np.rot90(picture)
        drawn = [Drawn(d.y, last - d.x, d.side, d.value) for d in drawn]
    gain = random.uniform(0.85, 1.15) * random.uniform(0.94, 1.06, 3)
    lit = np.clip(picture * gain + random.uniform(-12, 12), 0, 255)
    return lit.astype(np.uint8), drawn


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
    return prepared(np.stack([picture for picture, _ in shown])), np.stack(classes), np.stack(spots, 1)


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
    """Crops around top faces, about as badly centred as the finder leaves them, and of what is none."""
    crops, classes = [], []
    for picture, drawn in pool.taken(READER_BATCH, READER_FRESH):
        if drawn and pool.random.random() < TRIMMED:
            picture = trimmed(pool.random, picture, drawn)
        dice = [die for die in drawn if whole(die, picture)]
        for _ in range(CROPS_A_PATCH):
            if dice and pool.random.random() < FACES:
                die = dice[pool.random.integers(len(dice))]
                x, y = np.array([die.x, die.y]) + pool.random.normal(0, 0.05, 2) * die.side
                side, value = die.side * np.exp(pool.random.normal(0, 0.08)), die.value
            else:
                x, y, side = stray(pool.random, drawn)
                far = [np.hypot(die.x - x, die.y - y) / die.side for die in drawn if die.value]
                value = 0 if min(far, default=1.0) > BESIDE else -1
            crops.append(cropped(picture, x, y, side))
            classes.append(value)
    labels = np.array(classes)[:, None, None]
    return normalised(np.stack(crops)), labels, np.zeros((0, *labels.shape), np.float32)


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
