"""The board from above: reach, sights, the last way, troubles and models over the ground."""

import itertools
import math

import pygame

from referee.display.frame import Frame, Point, framed
from referee.display.ground import draw_ground, draw_reach
from referee.display.marks import arrow_head, disc, thick_line
from referee.display.theme import (
    BLUE,
    COVER_COLOURS,
    FAINT,
    GREEN,
    GROUND,
    INK,
    ORANGE,
    PANEL,
    PLAYER_COLOURS,
    RGB,
    VERMILION,
    Type,
    ink_on,
    piece_colour,
)
from referee.law.arithmetic import number
from referee.law.measured import Measured
from referee.show import ModelShown, Shown

FADED = 90  # opacity of what is destroyed
NEXT_TO = 5.0  # studs between models that stand side by side
HERE = 1.0  # studs within which a model stands where it should
ASKED = 3.5  # studs: the ring around what a question is about
BEAT_S = 1.2  # a trouble's ring pulses this slowly


def player_colour(shown: Shown, owner: str) -> RGB:
    """The colour of a player's rims, by her place at the table."""
    names = [player.name for player in shown.players]
    return PLAYER_COLOURS[names.index(owner) % len(PLAYER_COLOURS)] if owner in names else FAINT


def draw_board(
    on: pygame.Surface,
    within: pygame.Rect,
    shown: Shown,
    types: Type,
    turns: int,
    places: dict[str, Point],
    now_s: float,
) -> Frame:
    """Draw everything on the board; `places` has models that are on their way. The frame for clicks."""
    on.set_clip(within)
    ground = draw_ground(within.size, shown.board, turns, shown.heights, shown.grid, shown.marked)
    on.blit(ground, within.topleft)
    frame = framed(shown.board, within, turns)
    if shown.reach:
        lines = shown.grid.kind != "studs"  # studs come in strips, whose seams mean nothing
        on.blit(draw_reach(within.size, shown.board, turns, shown.reach, lines), within.topleft)
    _draw_sights(on, frame, shown)
    _draw_way(on, frame, shown)
    for model in sorted(shown.models, key=lambda each: each.level):
        at = places.get(model.name, model.at)
        if at is not None:
            _draw_model(on, frame, shown, model, at, types)
    _draw_troubles(on, frame, shown, now_s)
    if shown.question is not None and shown.question.at is not None:
        at = frame.to_px(shown.question.at)
        pygame.draw.circle(on, BLUE, at, frame.px * ASKED, max(3, round(frame.px / 4)))
    _draw_ruler(on, frame, shown)
    _draw_headings(on, frame, shown, types)
    _label_sights(on, frame, shown, types)  # words last: nothing is drawn across them
    _label_way(on, frame, shown, types)
    on.set_clip(None)
    return frame


def model_at(shown: Shown, frame: Frame, pixel: Point) -> str | None:
    """The model under a click: the nearest middle within its radius and a bit."""
    near = [
        (math.dist(frame.to_px(model.at), pixel), model.name)
        for model in shown.models
        if model.at is not None
        and math.dist(frame.to_px(model.at), pixel) <= max(1.2, model.radius) * frame.px * 1.2
    ]
    return min(near)[1] if near else None


def _draw_sights(on: pygame.Surface, frame: Frame, shown: Shown) -> None:
    for sight in shown.sights:
        a, b = frame.to_px(sight.start), frame.to_px(sight.end)
        colour = COVER_COLOURS[sight.cover]
        _dashed(on, colour, a, b, frame.px * 0.7, max(2, round(frame.px / 6)))  # a look, not a way


def _label_sights(on: pygame.Surface, frame: Frame, shown: Shown, types: Type) -> None:
    for sight in shown.sights:
        a, b = frame.to_px(sight.start), frame.to_px(sight.end)
        if math.dist(sight.start, sight.end) < NEXT_TO:
            continue  # no room for words between the two
        words = {"none": "clear", "soft": "soft cover", "hard": "no sight: hard cover", "unseen": "can't see"}
        share = "" if sight.exposure is None else f" · {sight.exposure:.0%} exposed"
        _label(on, words[sight.cover] + share, _between(a, b), types.small, COVER_COLOURS[sight.cover])


def _draw_way(on: pygame.Surface, frame: Frame, shown: Shown) -> None:
    way = shown.way
    if way is None or len(way.points) < 2:
        return
    colour = GREEN if way.legal else VERMILION
    points = [frame.to_px(p) for p in way.points]
    thick_line(on, GROUND, points, max(6, round(frame.px / 2.2)))
    thick_line(on, colour, points, max(3, round(frame.px / 4)))
    arrow_head(on, colour, points[-2], points[-1], frame.px * 0.7)
    pygame.draw.circle(on, colour, points[0], frame.px * 0.4, max(2, round(frame.px / 8)))


def _label_way(on: pygame.Surface, frame: Frame, shown: Shown, types: Type) -> None:
    way = shown.way
    if way is None or way.length is None or len(way.points) < 2:
        return
    points = [frame.to_px(p) for p in way.points]
    limit = "" if way.limit is None else f" of {number(round(way.limit, 2))}"
    words = f"{_said(way.length)}{limit} studs"
    middle = points[len(points) // 2] if len(points) > 2 else _between(points[0], points[1])
    if math.dist(points[0], points[-1]) < types.body.size(words)[0]:  # it would hide both ends
        middle = middle[0], min(y for _, y in points) - 2.2 * frame.px
    _label(on, words, middle, types.body, GREEN if way.legal else VERMILION)


def _draw_ruler(on: pygame.Surface, frame: Frame, shown: Shown) -> None:
    points = [frame.to_px(p) for p in shown.ruler]
    for a, b in itertools.pairwise(points):
        _dashed(on, INK, a, b, frame.px * 0.5, max(2, round(frame.px / 6)))
    for end in (points[0], points[-1]) if points else ():
        pygame.draw.circle(on, INK, end, frame.px * 0.45, max(2, round(frame.px / 7)))


def _draw_headings(on: pygame.Surface, frame: Frame, shown: Shown, types: Type) -> None:
    """Around the selected model: which way each heading is that may be named."""
    model = next((m for m in shown.models if m.name == shown.selected and m.at is not None), None)
    if model is None or model.at is None:
        return
    x, y = frame.to_px(model.at)
    away = 2.0 * max(9.0, model.radius * frame.px) + types.small.get_height() / 2  # past its name
    for name, degrees in shown.headings:
        angle = frame.angle(degrees)
        _label(on, name, (x + away * math.cos(angle), y + away * math.sin(angle)), types.small, PANEL)


def _dashed(on: pygame.Surface, colour: RGB, a: Point, b: Point, dash_px: float, width: int) -> None:
    steps = max(2, int(math.dist(a, b) / dash_px))
    for k in range(0, steps, 2):
        p, q = ((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for t in (k / steps, (k + 1) / steps))
        thick_line(on, colour, [p, q], width)


def _draw_model(
    on: pygame.Surface, frame: Frame, shown: Shown, model: ModelShown, at: Point, types: Type
) -> None:
    x, y = frame.to_px(at)
    radius = max(9, round(model.radius * frame.px))
    rim = player_colour(shown, model.owner)
    fill = piece_colour(model.colours[0] if model.colours else None)
    body = disc(radius, fill, rim, max(3, radius // 5))
    if model.destroyed:
        body = body.copy()
        body.set_alpha(FADED)
    if model.name == shown.selected:
        pygame.draw.circle(on, INK, (x, y), radius + max(3, radius // 5), max(2, radius // 8))
    if model.facing is not None:
        angle = frame.angle(model.facing)
        tip = (x + math.cos(angle) * radius * 1.25, y + math.sin(angle) * radius * 1.25)
        arrow_head(on, rim, (x, y), tip, max(6.0, radius * 0.55))
    on.blit(body, (round(x - radius), round(y - radius)))
    for k, colour in enumerate(model.colours[1:4]):
        pygame.draw.circle(
            on, piece_colour(colour), (x + (k - 1) * radius * 0.5, y + radius * 0.35), radius * 0.2
        )
    if model.level:
        drawn = types.small.render(f"+{model.level}", True, ink_on(fill))
        on.blit(drawn, drawn.get_rect(center=(x, y - radius * 0.25)))
    if model.destroyed:
        for a, b in (((-1, -1), (1, 1)), ((-1, 1), (1, -1))):
            thick_line(
                on,
                VERMILION,
                [
                    (x + a[0] * radius * 0.6, y + a[1] * radius * 0.6),
                    (x + b[0] * radius * 0.6, y + b[1] * radius * 0.6),
                ],
                max(3, radius // 5),
            )
    name = types.small.render(model.name, True, INK)
    plate = name.get_rect(midtop=(round(x), round(y + radius + 2))).inflate(8, 2)
    plate.clamp_ip(on.get_clip())
    pygame.draw.rect(on, GROUND, plate, border_radius=4)
    on.blit(name, name.get_rect(center=plate.center))


def _draw_troubles(on: pygame.Surface, frame: Frame, shown: Shown, now_s: float) -> None:
    swell = 0.5 + 0.5 * math.sin(2 * math.pi * now_s / BEAT_S)
    for trouble in shown.troubles:
        if trouble.at is None:
            continue
        at = frame.to_px(trouble.at)
        pygame.draw.circle(on, ORANGE, at, frame.px * (2.0 + 0.5 * swell), max(3, round(frame.px / 4)))
        if trouble.to is not None and math.dist(trouble.at, trouble.to) > HERE:
            to = frame.to_px(trouble.to)
            _dashed(on, ORANGE, at, to, frame.px * 0.9, max(3, round(frame.px / 5)))  # back to where it was
            arrow_head(on, ORANGE, at, to, frame.px * 0.8)


def _label(on: pygame.Surface, words: str, at: Point, font: pygame.font.Font, colour: RGB) -> None:
    drawn = font.render(words, True, ink_on(colour))
    plate = drawn.get_rect(center=(round(at[0]), round(at[1]))).inflate(14, 6)
    plate.clamp_ip(on.get_clip())
    pygame.draw.rect(on, colour, plate, border_radius=6)
    on.blit(drawn, drawn.get_rect(center=plate.center))


def _between(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _said(length: Measured) -> str:
    """Counted hexes have no error worth a word."""
    return length.text() if length.error else number(length.value)
