"""Whose turn it is, which figure may act, and what a turn's end forgets (HR-1, HR-3, MF-2, MF-9)."""

from dataclasses import replace

from referee.law.arithmetic import Sum
from referee.law.ids import RuleId, rule
from referee.law.minifigs.state import EndTurn, Figure, State
from referee.law.refusal import Refused

Done = tuple[State, str, tuple[RuleId, ...], tuple[Sum, ...]]


def acting(state: State, player: str, model: str, *, costs_act: bool) -> Figure:
    """The figure that acts, if it may."""
    figure = state.figure(model)
    if figure is None:
        raise Refused(f"there is no model called {model}", rule("HR-1"))
    if player != state.player or figure.owner != player:
        raise Refused(f"it is {state.player}'s turn, with {state.player}'s models", rule("HR-1"))
    if not figure.alive:
        raise Refused(f"{model} has no legs and is out of the game", rule("MF-9"))
    begun = sum(each.begun for each in state.figures if each.owner == player)
    if state.settings.figures_a_turn and not figure.begun and begun >= state.settings.figures_a_turn:
        raise Refused(f"{begun} of {player}'s figures have acted this turn, that is all", rule("HR-1"))
    if costs_act and figure.acts >= state.settings.acts:
        raise Refused(f"{model} has acted {figure.acts} times this turn", rule("HR-3"))
    return figure


def end_turn(state: State, claim: EndTurn) -> Done:
    """HR-1: the next player's turn; damage and acts are forgotten (MF-2)."""
    if claim.player != state.player:
        raise Refused(f"it is {state.player}'s turn", rule("HR-1"))
    flags = state.settings.flags or {}
    following = replace(state, turn=state.turn + 1)
    figures = tuple(
        replace(
            f,
            body=f.body.forget(),
            acts=0,
            moved=False,
            rooted=False,
            fresh=() if f.owner == following.player else f.fresh,  # until its own next turn (MF-12)
            began_by_flag=f.owner in flags and near(f.at, flags[f.owner], state.settings.beside),
        )
        for f in state.figures
    )
    said = f"{claim.player}'s turn is over; {following.player} is next"
    return replace(following, figures=figures), said, (rule("HR-1"), rule("MF-2")), ()


def near(at: tuple[float, float], other: tuple[float, float], studs: float) -> bool:
    """Are two middles at most `studs` apart along either side of the board?"""
    return max(abs(at[0] - other[0]), abs(at[1] - other[1])) <= studs
