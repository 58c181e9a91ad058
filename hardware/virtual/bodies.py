"""Minifigs, hands and cats -> solids (millimetres), after the real parts' measures."""

from functools import lru_cache

import numpy as np

from hardware.virtual.palette import rgb
from hardware.virtual.scene import Cat, Hand, Hat, Loose, Minifig
from hardware.virtual.solids import Paint, Solids, ball, box, paint, prism, rod, together, turn_about_up
from hardware.virtual.view import PLATE_MM, STUD_MM, Array

GLOSS = 0.5
HIP_MM, SHOULDER_MM, CHIN_MM, CROWN_MM = 16.0, 28.8, 29.6, 38.2
HEAD_RADIUS_MM = 5.1
HAIR_LIFT_MM = 0.8
BACK_DOWN = np.array(
    [[0, 0, -1.0], [0, 1, 0], [1, 0, 0]]
)  # standing, facing +x -> lying on its back, head at −x
LYING_MIDDLE_MM = 19.0  # of its length, from the feet
LYING_HEIGHT_MM = 4.4  # of its middle above the floor
FACE_INK = "#241c14"
STEEL = "#4c5054"


@lru_cache(maxsize=512)
def minifig_solids(figure: Minifig) -> Solids:
    """A figure where it stands or lies."""
    own = (
        _standing(figure.torso, figure.legs, figure.skin, figure.hat, figure.head, figure.armed)
        if figure.body
        else _legs(paint(rgb(figure.legs), GLOSS))
    )
    floor = (figure.base + figure.lift) * PLATE_MM
    place = np.array([figure.x * STUD_MM, figure.y * STUD_MM, floor])
    turn = turn_about_up(figure.facing)
    if figure.lying:  # feet towards its facing: the head end points away from it
        turn = turn @ BACK_DOWN
        place += turn_about_up(figure.facing) @ np.array([LYING_MIDDLE_MM, 0, LYING_HEIGHT_MM])
    return own.moved(turn, place)


@lru_cache(maxsize=256)
def _standing(torso: str, legs: str, skin: str, hat: Hat | None, head: bool, armed: bool) -> Solids:
    """A figure at the origin facing +x."""
    shirt, trousers, flesh = (paint(rgb(c), GLOSS) for c in (torso, legs, skin))
    parts = [_torso(shirt), _legs(trousers), *(_arm(side, shirt, flesh) for side in (-1.0, 1.0))]
    if armed:
        parts.append(_sword())
    if head:
        parts.append(_head(flesh))
        if hat is not None:
            parts.append(hat_solids(hat))
    else:
        parts.append(
            rod([0, 0, SHOULDER_MM - 0.5], [0, 0, SHOULDER_MM + 2.4], 2.4, 2.4, shirt, 0.15)
        )  # the bare neck
    return together(parts)


def _legs(colour: Paint) -> Solids:
    hips = box([-3.4, -7.8, 11.2], [3.4, 7.8, HIP_MM], colour)
    each = [
        together(
            [
                box([-3.6, min(s * 0.2, s * 7.8), 2.4], [3.6, max(s * 0.2, s * 7.8), 12.0], colour),
                box([-3.8, min(s * 0.2, s * 7.8), 0.0], [5.6, max(s * 0.2, s * 7.8), 2.8], colour),
            ]
        )
        for s in (-1.0, 1.0)
    ]
    return together([hips, *each])


def _torso(colour: Paint) -> Solids:
    def ring(half_deep: float, half_wide: float, z: float) -> Array:
        return np.array(
            [
                [-half_deep, -half_wide, z],
                [half_deep, -half_wide, z],
                [half_deep, half_wide, z],
                [-half_deep, half_wide, z],
            ]
        )

    return prism(ring(4.0, 7.8, HIP_MM), ring(3.2, 5.4, SHOULDER_MM), colour)


def _arm(side: float, shirt: Paint, flesh: Paint) -> Solids:
    shoulder = np.array([0.0, side * 7.0, 25.4])
    elbow = np.array([2.4, side * 9.6, 20.6])
    wrist = np.array([6.4, side * 9.9, 18.6])
    fist = np.array([9.6, side * 9.9, 18.4])
    grip = 1.9
    fingers = [
        rod(fist + np.array([0.2, y, -2.0]), fist + np.array([2.6, y, 2.0]), 0.85, 0.85, flesh)
        for y in (-grip, grip)
    ]  # the open clip
    return together(
        [
            ball(shoulder, [3.0, 2.9, 3.3], shirt),
            rod(shoulder, elbow, 2.7, 2.5, shirt),
            ball(elbow, [2.6, 2.6, 2.6], shirt),
            rod(elbow, wrist, 2.5, 2.1, shirt),
            rod(wrist, fist - [1.0, 0, 0], 1.4, 1.4, flesh),
            rod(fist + np.array([-1.2, 0, -2.0]), fist + np.array([-1.2, 0, 2.0]), 2.0, 2.0, flesh, 0.2),
            *fingers,
        ]
    )


def _head(flesh: Paint) -> Solids:
    ink = paint(rgb(FACE_INK), 0.2)
    bulge = HEAD_RADIUS_MM
    eyes = [ball([4.75, y, 35.2], [0.5, 0.6, 0.7], ink) for y in (-1.8, 1.8)]
    mouth = box([4.6, -1.6, 31.9], [5.25, 1.6, 32.4], ink)
    return together(
        [
            rod([0, 0, SHOULDER_MM], [0, 0, CHIN_MM + 0.4], 3.2, 3.2, flesh),
            rod([0, 0, CHIN_MM], [0, 0, CROWN_MM], bulge, bulge, flesh, 0.3),
            rod([0, 0, CROWN_MM], [0, 0, CROWN_MM + 1.7], 2.4, 2.4, flesh, 0.12),
            rod([0, 0, CROWN_MM + 1.5], [0, 0, CROWN_MM + 1.73], 1.3, 1.3, paint(_darker(flesh), 0.1)),
            mouth,
            *eyes,
        ]
    )


def _darker(colour: Paint) -> tuple[int, int, int]:
    """The hollow in a head's stud."""
    r, g, b = (int(c) // 2 for c in colour[:3])
    return r, g, b


def hat_solids(hat: Hat) -> Solids:
    """A hat on a head at the origin, facing +x."""
    c = paint(rgb(hat.colour), GLOSS)
    if hat.kind == "cap":
        brim = ball([5.2, 0, 35.6], [5.4, 5.0, 0.8], c)
        return together([ball([-0.2, 0, 36.0], [6.1, 5.9, 5.4], c), brim])
    if hat.kind == "castle":
        rim = rod([0, 0, 33.4], [0, 0, 34.6], 6.6, 6.3, c, 0.2)
        return together([ball([0, 0, 35.2], [6.2, 6.2, 6.4], c), rim])
    if hat.kind == "hair":
        fringe = ball([1.4, 0, 37.6], [5.0, 5.4, 3.2], c)
        back = ball([-2.8, 0, 34.0], [4.4, 5.8, 6.0], c)
        return together([ball([-0.4, 0, 36.2], [5.9, 6.0, 5.2], c), fringe, back])
    jaw = rod([-0.6, 0, 29.8], [-0.6, 0, 34.2], 6.7, 6.4, c, 0.1)
    return together([ball([-0.4, 0, 35.0], [6.8, 6.6, 6.4], c), jaw])


def _sword() -> Solids:
    steel, y = paint(rgb(STEEL), 0.8), 9.9
    blade = prism(
        [[12.0, y - 1.2, 18.0], [12.0, y + 1.2, 18.0], [12.0, y + 1.2, 18.8], [12.0, y - 1.2, 18.8]],
        [[33.0, y - 0.5, 18.2], [33.0, y + 0.5, 18.2], [33.0, y + 0.5, 18.6], [33.0, y - 0.5, 18.6]],
        steel,
    )
    hilt = rod([6.0, y, 18.4], [12.0, y, 18.4], 0.9, 0.9, steel)
    return together([hilt, blade, box([11.4, y - 2.6, 18.0], [12.4, y + 2.6, 18.8], steel)])


@lru_cache(maxsize=64)
def loose_solids(loose: Loose) -> Solids:
    """A hat or head that came off, lying where it fell."""
    place = [loose.x * STUD_MM, loose.y * STUD_MM, loose.base * PLATE_MM]
    if loose.what == "head":
        own = _head(paint(rgb(loose.colour), GLOSS)).moved(np.eye(3), [0, 0, -SHOULDER_MM + 1.6])
    else:
        own = hat_solids(Hat(loose.colour)).moved(np.eye(3), [0, 0, -29.8 + 1.6])
    return own.moved(np.eye(3), place)


@lru_cache(maxsize=64)
def hand_solids(hand: Hand) -> Solids:
    """A fist with fingers pointing down and ahead, and the arm behind it; its finger tips over (x, y)."""
    skin, sleeve = paint(rgb(hand.skin), 0.25), paint(rgb(hand.sleeve), 0.0)
    fingers = [
        together(
            [
                rod([-24, y, 22], [-4, y * 0.8, 16], 8.2, 7.2, skin),
                rod([-4, y * 0.8, 16], [1, y * 0.5, -4], 7.2, 5.6, skin),
                ball([-4, y * 0.8, 16], [7.6, 7.6, 7.6], skin),
                ball([1, y * 0.5, -4], [6.2, 6.0, 6.2], skin),
            ]
        )
        for y in (-22.0, -8.0, 7.0, 20.0)
    ]
    thumb = together(
        [rod([-40, -30, 12], [-6, -14, -2], 9.0, 7.0, skin), ball([-6, -14, -2], [7.4, 7.0, 7.0], skin)]
    )
    palm = ball([-42, 0, 22], [34, 34, 18], skin)
    wrist = rod([-60, 0, 24], [-150, 0, 40], 26, 25, skin)
    arm = rod([-135, 0, 38], [-720, 0, 110], 42, 38, sleeve)
    own = together([*fingers, thumb, palm, wrist, arm])
    turn = turn_about_up(hand.arm + 180.0) * hand.size  # its own x points away from the arm
    place = [hand.x * STUD_MM, hand.y * STUD_MM, hand.height * PLATE_MM]
    return _scaled_turn(own, turn, hand.size, place)


def _scaled_turn(own: Solids, turn: Array, size: float, place: list[float]) -> Solids:
    """Turned, made `size` times as large, and put in place."""
    straight = own.moved(turn / size, [0.0, 0.0, 0.0])
    grown = Solids(
        straight.faces * size,
        straight.face_normals,
        straight.face_paint,
        np.concatenate([straight.cylinders[:, :, :3] / size, straight.cylinders[:, :, 3:]], 2),
        straight.shapes,
        straight.cylinder_paint,
        np.concatenate([straight.balls[:, :, :3] / size, straight.balls[:, :, 3:]], 2),
        straight.ball_paint,
    )
    return grown.moved(np.eye(3), place)


@lru_cache(maxsize=16)
def cat_solids(cat: Cat) -> Solids:
    """A cat lying down: body, head with ears, four legs and a tail."""
    fur = paint(rgb(cat.colour), 0.0)
    ears = [rod([148, y, 92], [150, y * 1.1, 122], 14, 1.0, fur) for y in (-24.0, 24.0)]
    legs = [rod([x, y, 30], [x + 50, y, 14], 18, 14, fur) for x in (60.0, -70.0) for y in (-45.0, 45.0)]
    own = together(
        [
            ball([0, 0, 52], [130, 66, 52], fur),
            ball([140, 0, 68], [46, 42, 38], fur),
            rod([-115, 0, 40], [-300, 60, 24], 16, 10, fur),
            *ears,
            *legs,
        ]
    )
    return own.moved(turn_about_up(cat.heading), [cat.x * STUD_MM, cat.y * STUD_MM, 0.0])
