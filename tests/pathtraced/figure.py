"""A figure's looks -> its solids in millimetres, standing on z = 0, looking along x, y to their left."""

import numpy as np

from tests.pathtraced.hats import CROWN, HATS, NECK
from tests.pathtraced.layout import Figure
from tests.pathtraced.solids import Array, Solid, box, slab, tapered, tube, turned

Parts = list[tuple[Solid, str]]  # solids and the names of their colours
HIP = 16.0
Y_UP = np.array([[1.0, 0, 0], [0, 0, -1.0], [0, 1.0, 0]])  # stands a thing turned about z along y instead
FORWARD = np.array([[0, 0, 1.0], [0, 1, 0], [-1.0, 0, 0]])  # and along x
HEAD = [
    (0, NECK - 0.3), (3.4, NECK - 0.3), (4.3, NECK + 0.3), (4.95, NECK + 1.3), (5.12, NECK + 2.4),
    (5.12, CROWN - 2.5), (4.95, CROWN - 1.4), (4.4, CROWN - 0.5), (3.6, CROWN), (2.5, CROWN + 0.02),
    (2.42, CROWN + 1.5), (2.2, CROWN + 1.7), (1.65, CROWN + 1.7), (1.6, CROWN + 0.5), (0, CROWN + 0.5),
]  # fmt: skip
NECK_PIN = [
    (0, NECK - 0.2), (2.4, NECK - 0.2), (2.4, NECK + 1.9), (2.2, NECK + 2.1),
    (1.5, NECK + 2.1), (1.5, NECK + 1.0), (0, NECK + 1.0),
]  # fmt: skip


def minifig(figure: Figure) -> Parts:
    """All solids of a figure."""
    parts: Parts = [(_legs(), figure.legs), (_torso(), figure.torso)]
    hands = Solid()
    for side, lift_mm in zip((1, -1), figure.style.lifts_mm, strict=True):
        sleeve, hand, middle = _arm(side, lift_mm)
        parts.append((sleeve, figure.torso))
        hands.join(hand)
        if side < 0 and figure.armed:
            sword = _sword(middle, figure.style.reach_mm, np.radians(figure.style.pitch))
            parts.append((sword, "flat_silver"))
    parts.append((hands, figure.skin))
    parts += [(_stripe(y_mm), shade) for y_mm, shade in figure.style.stripes]
    return parts + (_head(figure) if figure.head else [(turned(NECK_PIN), figure.torso)])


def _legs() -> Solid:
    solid = Solid()
    for side in (-1, 1):
        inner, outer = 0.25 * side, 7.9 * side
        y = (min(inner, outer), max(inner, outer))
        solid.join(box((-3.9, 3.6), y, (0.05, 11.0), 0.25))
        solid.join(box((-3.9, 6.0), y, (0.05, 2.6), 0.3))  # the foot
        thigh = turned([(0, 0), (3.7, 0), (4.0, 0.25), (4.0, 7.4), (3.7, 7.65), (0, 7.65)], 24).moved(Y_UP)
        solid.join(thigh, (0, (7.9 if side > 0 else -0.25), 11.2))
    return solid.join(box((-3.6, 3.6), (-7.9, 7.9), (12.6, HIP), 0.25))


def _torso() -> Solid:
    return tapered((-3.9, 3.9), (-7.8, 7.8), (HIP, NECK), 0.45, top=(3.3, 5.9))


def _stripe(y_mm: float) -> Solid:
    """A stripe down the chest, which leans back."""

    def leaning(points: Array) -> Array:
        points[:, 0] -= (points[:, 2] - HIP) / (NECK - HIP) * 0.6
        return points

    return box((3.2, 3.98), (y_mm - 0.7, y_mm + 0.7), (HIP + 0.6, NECK - 0.8), 0.05).reshaped(leaning)


def _arm(side: int, lift_mm: float) -> tuple[Solid, Solid, Array]:
    """Sleeve, hand and the hand's middle."""
    shoulder, elbow, wrist = (
        (-0.3, 6.3 * side, 25.9),
        (1.2, 9.0 * side, 22.6 + 0.4 * lift_mm),
        (6.9, 8.6 * side, 19.6 + lift_mm),
    )
    sleeve = tube([shoulder, elbow, wrist], [3.0, 2.75, 2.25])
    hand = tube([wrist, (8.6, 8.35 * side, 18.9 + 1.1 * lift_mm)], [1.7, 1.6], steps=2)
    middle = np.array([11.0, 8.2 * side, 18.2 + 1.2 * lift_mm])
    pitch = np.radians(-8 + 3 * lift_mm)
    lean = np.array([[np.cos(pitch), 0, -np.sin(pitch)], [0, 1, 0], [np.sin(pitch), 0, np.cos(pitch)]])
    return sleeve, hand.join(_grip().moved(lean, middle)), middle


def _grip() -> Solid:
    """The C that a hand holds things in, piece by piece, so that every face is convex."""
    turns = np.radians(np.linspace(42, 318, 15))
    outer, inner = ([(radius * np.cos(t), radius * np.sin(t)) for t in turns] for radius in (3.0, 1.5))
    ring = Solid()
    for i in range(len(turns) - 1):
        ring.join(slab([outer[i], outer[i + 1], inner[i + 1], inner[i]], -1.9, 1.9))
    return ring


def _sword(hand: Array, reach_mm: float, pitch: float) -> Solid:
    """A straight sword held forward in the hand's middle."""
    solid = turned([(0, -4.6), (1.3, -4.4), (1.5, -3.6), (1.15, -2.9), (1.15, 3.0), (0, 3.0)], 12)
    solid.join(box((-0.7, 0.7), (-2.6, 2.6), (2.9, 4.1), 0.2))
    solid.join(box((-0.45, 0.45), (-1.15, 1.15), (4.0, reach_mm - 3.5), 0.15))
    solid.join(tapered((-0.45, 0.45), (-1.15, 1.15), (reach_mm - 3.5, reach_mm), 0.05, top=(0.15, 0.15)))
    up, ahead = np.sin(pitch), np.cos(pitch)
    turn = np.array([[-up, 0, ahead], [0, 1.0, 0], [ahead, 0, up]]) * np.array([1, -1, 1.0])
    return solid.moved(turn, hand)


def _head(figure: Figure) -> Parts:
    head = turned(HEAD, 32)
    for turn in np.radians([90, 210, 330]):  # the ribs in the open stud
        ray = np.array([np.cos(turn), np.sin(turn)])
        across = np.array([-ray[1], ray[0]]) * 0.35
        rib = np.array([-across * 0.5, 1.7 * ray - across, 1.7 * ray + across, across * 0.5])
        head.join(slab([(x, y) for x, y in rib.tolist()], CROWN + 0.4, CROWN + 1.4))
    parts = [(head, figure.skin), (_face(), "print")]
    return [*parts, (HATS[figure.hat.kind](), figure.hat.colour)] if figure.hat else parts


def _face() -> Solid:
    """Eyes, a smile, and the dark head that the open stud looks into."""
    face = Solid()
    for y in (-1.7, 1.7):
        face.join(_dot(0.62), (5.07 * np.cos(y / 5.1), 5.07 * np.sin(y / 5.1), NECK + 5.6))
    for y in np.linspace(-2.0, 2.0, 7):
        face.join(_dot(0.3), (5.12 * np.cos(y / 5.1), 5.12 * np.sin(y / 5.1), NECK + 2.9 + 0.22 * y * y))
    return face.join(turned([(1.62, CROWN + 0.55), (0, CROWN + 0.56)], 16))


def _dot(radius: float) -> Solid:
    return turned([(0, -0.05), (radius, -0.05), (radius, 0.08), (0, 0.08)], 10).moved(FORWARD)
