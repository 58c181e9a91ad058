"""What is said beside the board: players, the ruling and its arithmetic, what is due, dice, proof, health."""

import io
from functools import lru_cache

import pygame

from referee.display.board_view import player_colour
from referee.display.marks import die_mark, verdict_mark
from referee.display.text import fitting, shortened, wrapped, write
from referee.display.theme import (
    BLUE,
    FAINT,
    INK,
    ORANGE,
    PANEL,
    PANEL_EDGE,
    PURPLE,
    RGB,
    VERDICT_COLOURS,
    VERMILION,
    Type,
)
from referee.law.arithmetic import Sum
from referee.law.ids import TITLES
from referee.narrator import sentence
from referee.show import Shown, Weight

PAD = 14  # pixels of the design inside a panel


def panel(on: pygame.Surface, where: pygame.Rect, types: Type, edge: RGB = PANEL_EDGE) -> pygame.Rect:
    """An empty panel; the room inside it."""
    pygame.draw.rect(on, PANEL, where, border_radius=round(12 * types.scale))
    pygame.draw.rect(on, edge, where, max(2, round(2 * types.scale)), border_radius=round(12 * types.scale))
    return where.inflate(-2 * round(PAD * types.scale), -2 * round(PAD * types.scale * 0.7))


def draw_top(on: pygame.Surface, where: pygame.Rect, shown: Shown, types: Type) -> None:
    """Title, health of camera and device, the record's head."""
    title = types.large.render(shown.title or shown.game, True, INK)
    on.blit(title, title.get_rect(midleft=where.midleft))
    x = where.right
    health = shown.health
    speed = f" · {health.frames_per_s:.0f} frames/s" if health.frames_per_s else ""
    for words, well in ((health.device, health.device_well), (health.camera + speed, health.camera_well)):
        drawn = types.small.render(words, True, FAINT if well else ORANGE)
        x -= drawn.get_width()
        on.blit(drawn, drawn.get_rect(midleft=(x, where.centery)))
        x -= round(18 * types.scale)
        mark = pygame.Rect(0, 0, round(12 * types.scale), round(12 * types.scale))
        mark.center = (x + round(4 * types.scale), where.centery)
        if well:
            pygame.draw.circle(on, FAINT, mark.center, mark.width // 2)
        else:
            pygame.draw.polygon(on, VERMILION, [mark.midtop, mark.bottomright, mark.bottomleft])
        x -= round(22 * types.scale)
    if shown.head:
        drawn = types.small.render(f"record {shown.head[:16]}", True, FAINT)
        on.blit(drawn, drawn.get_rect(midright=(x, where.centery)))


def draw_players(on: pygame.Surface, where: pygame.Rect, shown: Shown, types: Type) -> None:
    """A card for each player; the one whose turn it is stands out."""
    count = max(1, len(shown.players))
    gap = round(10 * types.scale)
    wide = (where.width - gap * (count - 1)) // count
    for k, player in enumerate(shown.players):
        card = pygame.Rect(where.left + k * (wide + gap), where.top, wide, where.height)
        colour = player_colour(shown, player.name)
        inside = panel(on, card, types, colour if player.here else PANEL_EDGE)
        bar = pygame.Rect(card.left, card.top, round(10 * types.scale), card.height)
        pygame.draw.rect(on, colour, bar, border_radius=round(5 * types.scale))
        if player.here:
            pygame.draw.rect(
                on, colour, card, max(3, round(4 * types.scale)), border_radius=round(12 * types.scale)
            )
        name = player.name + (" — your turn" if player.here else "")
        y = write(on, shortened(name, types.large, inside.width), types.large, inside.move(8, 0), INK)
        if player.score and y + types.small.get_height() <= card.bottom:
            write(
                on,
                player.score,
                types.small,
                pygame.Rect(inside.left + 8, y, inside.width - 8, card.bottom - y),
                FAINT,
            )


def draw_ruling(on: pygame.Surface, where: pygame.Rect, shown: Shown, types: Type) -> None:
    """The ruling in one large sentence, its rules and arithmetic below."""
    if shown.outcome is not None:
        _draw_outcome(on, where, shown, types)
        return
    ruling = shown.ruling
    edge = PANEL_EDGE if ruling is None else VERDICT_COLOURS[ruling.verdict]
    inside = panel(on, where, types, edge)
    if ruling is None:
        words = sentence(shown.told) or "Welcome to the table. The referee is watching."
        write(on, words, fitting(words, [types.huge, types.large, types.body], inside), inside, FAINT)
        return
    side = round(64 * types.scale)
    on.blit(verdict_mark(ruling.verdict, side), inside.topleft)
    word = types.large.render(ruling.verdict.value.upper(), True, edge)
    on.blit(
        word, word.get_rect(midleft=(inside.left + side + round(14 * types.scale), inside.top + side // 2))
    )
    aside = sentence(shown.told) or shown.claim
    if aside:
        free = inside.right - (inside.left + side + word.get_width() + round(34 * types.scale))
        said = types.small.render(shortened(aside, types.small, free), True, FAINT)
        on.blit(said, said.get_rect(midright=(inside.right, inside.top + side // 2)))
    top = inside.top + side + round(8 * types.scale)
    room = pygame.Rect(inside.left, top, inside.width, round((inside.bottom - top) * 0.62))
    words = sentence(ruling.sentence)
    y = write(on, words, fitting(words, [types.huge, types.large, types.body], room), room)
    lines = [f"{each.what}: {_worked_out(each)}" for each in ruling.arithmetic]
    lines += [f"Legal instead: {'; '.join(ruling.legal_instead)}"] if ruling.legal_instead else []
    rules = "  ·  ".join(f"{each} {TITLES[each]}" for each in ruling.rules)
    rest = pygame.Rect(inside.left, y + 4, inside.width, inside.bottom - y - 4)
    if rest.height >= types.small.get_linesize():
        y = write(
            on, rules, types.small, pygame.Rect(*rest.topleft, rest.width, types.small.get_linesize()), BLUE
        )
        left = pygame.Rect(rest.left, y, rest.width, rest.bottom - y)
        if lines and left.height >= types.small.get_linesize():
            words = "\n".join(lines)
            write(on, words, fitting(words, [types.body, types.small], left), left, FAINT)


def _worked_out(each: Sum) -> str:
    """A sum as it is written; of a single number that nothing bounds, the number alone."""
    alone = len(each.terms) == 1 and each.total == each.raw
    return each.text().rpartition(" = ")[0] if alone else each.text()


def _draw_outcome(on: pygame.Surface, where: pygame.Rect, shown: Shown, types: Type) -> None:
    outcome = shown.outcome
    assert outcome is not None
    colour = player_colour(shown, outcome.winner) if outcome.winner else FAINT
    inside = panel(on, where, types, colour)
    words = f"{outcome.winner} wins!" if outcome.winner else "A draw."
    y = write(on, words, types.huge, inside, colour)
    scores = "  ·  ".join(f"{name} {value:g}" for name, value in outcome.scores)
    rules = "  ·  ".join(f"{each} {TITLES[each]}" for each in outcome.rules)
    rest = pygame.Rect(inside.left, y + 6, inside.width, inside.bottom - y - 6)
    y = write(on, "\n".join(filter(None, (sentence(outcome.why), scores))), types.body, rest, INK)
    write(on, rules, types.small, pygame.Rect(rest.left, y, rest.width, max(1, rest.bottom - y)), BLUE)


def draw_due(on: pygame.Surface, where: pygame.Rect, shown: Shown, types: Type) -> None:
    """What must happen next; troubles and questions come first, for the match waits on them."""
    waits = [t for t in shown.troubles if t.weight is Weight.WAITS]
    if shown.paused:
        inside = panel(on, where, types, ORANGE)
        write(on, "Paused. Nothing is ruled until you go on (P).", types.large, inside, ORANGE)
    elif waits:
        inside = panel(on, where, types, ORANGE)
        more = f"  (+{len(waits) - 1} more)" if len(waits) > 1 else ""
        y = write(
            on,
            waits[0].what + more,
            fitting(waits[0].what + more, [types.large, types.body], inside),
            inside,
            ORANGE,
        )
        if y < inside.bottom:
            write(on, waits[0].cure, types.body, pygame.Rect(inside.left, y, inside.width, inside.bottom - y))
    elif shown.question is not None:
        inside = panel(on, where, types, BLUE)
        words = sentence(shown.question.words)
        write(on, words, fitting(words, [types.large, types.body], inside), inside, BLUE)
    elif shown.due is not None:
        inside = panel(on, where, types)
        side = round(46 * types.scale)
        kinds = [kind for kind in shown.due.dice for _ in range(kind.count)]
        room = min(len(kinds), 8) * (side + 6)
        words = f"{shown.due.player}: {shown.due.what}"
        text = pygame.Rect(inside.left, inside.top, inside.width - room - 10, inside.height)
        write(on, words, fitting(words, [types.large, types.body], text), text)
        for k, kind in enumerate(kinds[:8]):
            mark = die_mark(None, kind.sides, kind.colour, side)
            on.blit(mark, (inside.right - room + k * (side + 6), inside.centery - side // 2))
    else:
        inside = panel(on, where, types)
        write(on, "The match is over. An appeal is still heard; Leave ends it.", types.body, inside, FAINT)


def draw_typing(on: pygame.Surface, where: pygame.Rect, typed: str, types: Type) -> None:
    """A roll being typed in."""
    inside = panel(on, where, types, BLUE)
    y = write(on, f"The roll: {typed}_", types.large, inside, BLUE)
    room = pygame.Rect(inside.left, y, inside.width, inside.bottom - y)
    write(
        on,
        "Every die's value with a space between, then Enter. Heads is 2, tails 1.",
        types.small,
        room,
        FAINT,
    )


def draw_dice(on: pygame.Surface, where: pygame.Rect, shown: Shown, types: Type) -> None:
    """The dice as they fell, and whether hands are over the table."""
    inside = panel(on, where, types)
    side = min(inside.height, round(60 * types.scale))
    x = inside.left
    for die in shown.dice:
        if x + side > inside.right:
            break
        on.blit(die_mark(die.value, die.sides, die.colour, side), (x, inside.centery - side // 2))
        x += side + round(10 * types.scale)
    words = "Hands over the table: waiting." if shown.hands else "" if shown.dice else "No dice yet."
    if words and inside.right - x > 60:
        room = pygame.Rect(x + 8, inside.top, inside.right - x - 8, inside.height)
        write(on, words, fitting(words, [types.body, types.small], room), room, FAINT)


def draw_evidence(on: pygame.Surface, where: pygame.Rect, shown: Shown, types: Type) -> None:
    """The picture before and the picture after, small; `draw_proof` shows them large."""
    inside = panel(on, where, types)
    half = (inside.width - 8) // 2
    for k, (jpeg, word) in enumerate(((shown.evidence.before, "before"), (shown.evidence.after, "after"))):
        room = pygame.Rect(inside.left + k * (half + 8), inside.top, half, inside.height)
        if jpeg is not None:
            _draw_picture(on, room, jpeg, word, types)
    if shown.evidence.after is None:
        words = "said, not seen: no pictures" if shown.ruling is not None else "no pictures yet"
        write(on, words, types.small, inside, FAINT)


def draw_proof(on: pygame.Surface, where: pygame.Rect, shown: Shown, types: Type) -> None:
    """Before and after as large as the board's room lets them be, one over the other."""
    inside = panel(on, where, types)
    half = (inside.height - 8) // 2
    pictures = ((shown.evidence.before, "before"), (shown.evidence.after, "after"))
    for k, (jpeg, word) in enumerate(pictures):
        room = pygame.Rect(inside.left, inside.top + k * (half + 8), inside.width, half)
        if jpeg is not None:
            _draw_picture(on, room, jpeg, word, types)
    if shown.evidence.after is None:
        write(on, "There are no pictures of the last ruling: it was said, not seen.", types.large, inside)


def draw_notes(
    on: pygame.Surface, where: pygame.Rect, shown: Shown, hints: tuple[str, ...], types: Type
) -> None:
    """What is worth knowing though the match goes on, along the board's lower edge."""
    bottom = where.bottom - round(8 * types.scale)
    notes = [t for t in shown.troubles if t.weight is Weight.NOTE]
    told = [f"{t.what}: {t.cure}" if t.cure else t.what for t in notes]
    for words in filter(None, (*told, *hints, shown.measured)):
        lines = wrapped(words, types.body, where.width - round(60 * types.scale))
        tall = len(lines) * types.body.get_linesize()
        strip = pygame.Rect(0, 0, where.width - round(16 * types.scale), tall + round(28 * types.scale))
        strip.midbottom = (where.centerx, bottom)
        write(on, words, types.body, panel(on, strip, types, PURPLE))
        bottom = strip.top - round(6 * types.scale)


def _draw_picture(on: pygame.Surface, room: pygame.Rect, jpeg: bytes, word: str, types: Type) -> None:
    picture = _thumbnail(jpeg, room.size)
    where = picture.get_rect(center=room.center)
    on.blit(picture, where)
    on.blit(types.small.render(f" {word} ", True, INK, PANEL), where)


@lru_cache(maxsize=4)
def _thumbnail(jpeg: bytes, room: tuple[int, int]) -> pygame.Surface:
    picture = pygame.image.load(io.BytesIO(jpeg))
    shrink = min(room[0] / picture.get_width(), room[1] / picture.get_height())
    size = (round(picture.get_width() * shrink), round(picture.get_height() * shrink))
    return pygame.transform.smoothscale(picture, size)


def draw_sheet(on: pygame.Surface, where: pygame.Rect, shown: Shown, types: Type) -> None:
    """The selected model's sheet (else the first of whose turn it is), with what it lost."""
    inside = panel(on, where, types)
    here = {player.name for player in shown.players if player.here}
    chosen = [m for m in shown.models if m.name == shown.selected]
    chosen += [m for m in shown.models if m.owner in here and not m.destroyed]
    if not chosen:
        return
    model = chosen[0]
    y = write(on, model.name, types.body, inside, player_colour(shown, model.owner))
    lines = list(model.stats)
    lines += [f"lost: {', '.join(model.lost)}"] if model.lost else []
    if y < inside.bottom:
        write(
            on,
            "\n".join(lines),
            types.small,
            pygame.Rect(inside.left, y, inside.width, inside.bottom - y),
            INK,
        )
