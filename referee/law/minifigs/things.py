"""Hands and what lies about -> picking up, dropping and putting together again (MF-8 to MF-12, MF-17)."""

from dataclasses import replace

from referee.law.ids import rule
from referee.law.minifigs.body import attached
from referee.law.minifigs.sheet import Piece, hands_free
from referee.law.minifigs.state import Drop, Figure, PickUp, Reassemble, State, Thing
from referee.law.minifigs.turn import Done, acting, near
from referee.law.refusal import Refused


def thing_name(figure: Figure, piece: Piece) -> str:
    """What a piece is called once it lies on the field."""
    return f"{piece.of or figure.name}'s {piece.name}"


def hands_needed(thing: Thing) -> int:
    """Hands that hold it."""
    return 2 if thing.weapon and thing.weapon.two_handed else 1


def hands_left(figure: Figure) -> int:
    """Hands that hold no equipment, less the pieces no container takes (MF-10, MF-17)."""
    used = sum(hands_needed(thing) for thing in (*figure.wielded, *shields(figure)))
    used += max(len(figure.carried) - figure.sheet.container, 0)
    return hands_free(figure.sheet) - used


def room(figure: Figure) -> int:
    """Pieces it can still take: a piece a hand, more in an open container, none in a hook (MF-10, MF-17)."""
    return hands_left(figure) + max(figure.sheet.container - len(figure.carried), 0)


def pick_up(state: State, claim: PickUp) -> Done:
    """MF-10 and MF-12: with a free hand or an open container; equipment ends the movement."""
    figure = acting(state, claim.player, claim.model, costs_act=False)
    thing = _find(state.loose, claim.thing)
    reached = claim.in_reach
    if reached is None and thing is not None and thing.at is not None:
        reached = near(figure.at, thing.at, state.settings.beside)
    if thing is None or not reached:
        raise Refused(f"{claim.thing} does not lie within {figure.name}'s reach", rule("MF-12"))
    if not figure.body.has("torso"):
        raise Refused(f"{figure.name} has no torso and carries nothing", rule("MF-9"))
    hands = hands_needed(thing)
    if (hands_left(figure) if thing.equipment else room(figure)) < hands:
        raise Refused(f"{figure.name} has no hand free for {thing.name}", rule("MF-10"))
    loose = tuple(t for t in state.loose if t is not thing)
    taken = replace(thing, at=None)
    if not thing.equipment:
        after = replace(figure, carried=(*figure.carried, taken))
        said, why = f"{figure.name} picks up {thing.name}, free of charge", "MF-10"
    else:
        after = _armed(replace(figure, rooted=True, fresh=(*figure.fresh, thing.name)), taken)
        said, why = f"{figure.name} takes {thing.name} and moves no more this turn", "MF-12"
    return replace(state.with_figure(after), loose=loose), said, (rule(why),), ()


def _armed(figure: Figure, thing: Thing) -> Figure:
    """The figure with a weapon or shield in its hand."""
    if thing.piece is None:
        return replace(figure, wielded=(*figure.wielded, thing))
    shield = replace(thing.piece, of="" if thing.of == figure.name else thing.of)
    return replace(figure, body=replace(figure.body, pieces=(*figure.body.pieces, shield)))


def drop(state: State, claim: Drop) -> Done:
    """MF-12: free, any number of times; a hook is never dropped (MF-17)."""
    figure = acting(state, claim.player, claim.model, costs_act=False)
    if figure.sheet.hook and claim.thing == figure.sheet.hook.name:
        raise Refused(f"{claim.thing} is part of {figure.name}'s torso", rule("MF-17"))
    thing = _find((*figure.carried, *figure.wielded, *shields(figure)), claim.thing)
    if thing is None:
        raise Refused(f"{figure.name} does not hold {claim.thing}", rule("MF-12"))
    kept = tuple(p for p in figure.body.pieces if p.part != "shield" or thing_name(figure, p) != thing.name)
    after = replace(
        figure,
        carried=tuple(t for t in figure.carried if t.name != thing.name),
        wielded=tuple(t for t in figure.wielded if t.name != thing.name),
        body=replace(figure.body, pieces=kept),
    )
    said = f"{figure.name} drops {thing.name}"
    loose = (*state.loose, replace(thing, at=figure.at))
    return replace(state.with_figure(after), loose=loose), said, (rule("MF-12"),), ()


def shields(figure: Figure) -> tuple[Thing, ...]:
    """The shields in its hands, as things that can be dropped."""
    held = [p for p in figure.body.pieces if p.part == "shield"]
    return tuple(Thing(thing_name(figure, p), p.of or figure.name, None, p) for p in held)


def reassemble(state: State, claim: Reassemble) -> Done:
    """MF-11: a whole turn by the home flag; each hand may attach one carried piece to a model there."""
    figure = acting(state, claim.player, claim.model, costs_act=True)
    onto = state.figure(claim.onto)
    if figure.acts or figure.rooted:
        raise Refused(f"{figure.name} must spend its whole turn reassembling", rule("MF-11"))
    if onto is None or not onto.alive or not _together(state, figure, onto):
        sentence = f"{claim.onto} is not next to the home flag by which {figure.name} began its turn"
        raise Refused(sentence, rule("MF-11"))
    if not 1 <= len(claim.things) <= hands_free(figure.sheet):
        raise Refused(f"{figure.name} has {hands_free(figure.sheet)} hands, one piece each", rule("MF-11"))
    spent = replace(figure, acts=state.settings.acts, moved=True, rooted=True)
    for name in claim.things:
        thing = _find(spent.carried, name)
        if thing is None or thing.piece is None:
            raise Refused(f"{name} is not in {figure.name}'s hands", rule("MF-11"))
        spent = replace(spent, carried=tuple(t for t in spent.carried if t is not thing))
        onto = spent if onto.name == spent.name else onto
        piece = replace(thing.piece, of="" if thing.of == onto.name else thing.of)
        body = attached(onto.body, piece, onto.sheet)
        if body is None:
            raise Refused(f"{thing.name} does not fit onto {onto.name}", rule("MF-11"))
        onto = replace(onto, body=body)
        spent = onto if onto.name == spent.name else spent
    said = f"{figure.name} puts {' and '.join(claim.things)} onto {onto.name}"
    return state.with_figure(spent).with_figure(onto), said, (rule("MF-11"),), ()


def _together(state: State, figure: Figure, onto: Figure) -> bool:
    """Is `onto` next to the flag by which `figure` works, or beside one with special equipment (MF-10)?"""
    flag = (state.settings.flags or {}).get(figure.owner)
    if figure.began_by_flag and flag is not None and near(onto.at, flag, state.settings.beside):
        return True
    return figure.sheet.reassembles_anywhere and near(onto.at, figure.at, state.settings.beside)


def empty_hands(figure: Figure) -> tuple[Figure, tuple[Thing, ...]]:
    """The figure with nothing in its hands, and what it let fall (MF-9)."""
    held = tuple(replace(thing, at=figure.at) for thing in (*figure.carried, *figure.wielded))
    return replace(figure, carried=(), wielded=()), held


def _find(things: tuple[Thing, ...], name: str) -> Thing | None:
    """The thing of that full name, else the first called so on its sheet."""
    exact = next((thing for thing in things if thing.name == name), None)
    return exact or next((thing for thing in things if thing.called(name)), None)
