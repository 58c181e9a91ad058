"""Places on the map -> range bands, cover and where a mech can get to (MT-7, MT-8, MT-11, MT-12)."""

from typing import Literal

from referee.law.mechaton.sheet import Band
from referee.law.mechaton.state import Cell, Settings, State
from referee.measure.hexes import NEIGHBOURS, distance, line

Cover = Literal["none", "soft", "hard"]
_WORSE: tuple[Cover, ...] = ("none", "soft", "hard")


def band_of(settings: Settings, a: Cell, b: Cell) -> Band:
    """The range between two hexes, by how many lie between them (MT-12)."""
    intervening = distance(a, b) - 1
    if intervening <= settings.hand_reach:
        return "hand"
    return "short" if intervening <= settings.short_reach else "long"


def cover_between(state: State, a: Cell, b: Cell) -> Cover:
    """What stands between two hexes (MT-11). Along an edge the clearer side counts (house ruling)."""
    mechs = {mech.cell for mech in state.alive}
    return min((_cover_on(state, line(a, b, side)[1:-1], mechs) for side in (1, -1)), key=_WORSE.index)


def _cover_on(state: State, cells: list[Cell], mechs: set[Cell | None]) -> Cover:
    if any(cell in state.ground.hard for cell in cells):
        return "hard"
    if any(cell in state.ground.soft or cell in mechs for cell in cells):
        return "soft"
    return "none"


def reachable(state: State, name: str, steps: int) -> dict[Cell, int]:
    """Every hex the mech can end in within `steps`, with the fewest steps to it (MT-8)."""
    start = state.mech(name).cell
    assert start is not None
    others = {mech.cell for mech in state.alive if mech.name != name}
    blocked = others if state.settings.mechs_block else set()
    cost = {start: 0}
    edge = [start]
    for step in range(1, steps + 1):
        reached = []
        for q, r in edge:
            for dq, dr in NEIGHBOURS:
                cell = (q + dq, r + dr)
                if (
                    cell in cost
                    or cell in blocked
                    or cell in state.ground.hard
                    or not state.ground.holds(cell)
                ):
                    continue
                cost[cell] = step
                reached.append(cell)
        edge = reached
    return {cell: steps_there for cell, steps_there in cost.items() if cell not in others}


def home_rows(state: State, player: str) -> range:
    """The rows in which a player sets up: the first her top ones, the second the bottom, others any."""
    rows, deep = state.ground.rows, state.settings.deploy_rows
    place = [each.name for each in state.players].index(player)
    return (range(deep), range(rows - deep, rows))[place] if place < 2 else range(rows)
