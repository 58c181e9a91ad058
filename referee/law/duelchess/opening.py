"""A set-up -> the first state of a duel, or what is wrong with it (DC-10, DC-11, DC-12)."""

from dataclasses import replace

from referee.law.arithmetic import half_up
from referee.law.codec import from_plain
from referee.law.duelchess.board import SIDE, on_board, walled_off
from referee.law.duelchess.sheet import ELEMENTS, account, read_sheet
from referee.law.duelchess.state import Cell, Duelist, Settings, State
from referee.law.setup import Entry, Setup
from referee.problems import BadInput

LEAST_POWER, MOST_POWER = 200, 400
MOST_PIECES = 10


def start(setup: Setup) -> State:
    """The duel set up: two players, lawful cards, the agreed limits (DC-12)."""
    settings = from_plain(Settings, setup.settings, "settings")
    if len(setup.players) != 2:
        raise BadInput(f"a duel has two players, not {len(setup.players)}: name two")
    if not LEAST_POWER <= settings.power <= MOST_POWER:
        raise BadInput(f"settings: power {settings.power} is not within 200 to 400 (DC-11)")
    for _, element in settings.places:
        if element not in ELEMENTS:
            raise BadInput(f"settings: places: no element is called '{element}' (DC-2)")
    pieces = tuple(_duelist(entry, settings) for entry in setup.models)
    for ways in sorted({piece.ways for piece in pieces}):
        if walled_off(settings, ways):
            raise BadInput(
                f"settings: the obstacles wall off a side for who moves {ways}, leave a way (DC-10)"
            )
    state = State(setup.players, pieces, settings, (settings.power,) * 2, setup.doubt == "mover")
    _check_teams(state)
    _check_squares(state)
    return after_placing(state)


def _duelist(entry: Entry, settings: Settings) -> Duelist:
    where = f"model '{entry.name}'"
    plain = {**entry.sheet, "pip": settings.pip, "normal_colours": settings.normal_colours}
    sheet = read_sheet(plain, where)
    card = account(sheet)
    if card.faults:
        raise BadInput(f"{where}: {card.faults[0].sentence} ({card.faults[0].rule})")
    value, attack, defence, movement, reach, health = (
        half_up(card.total(what)) for what in ("Value", "Attack", "Defence", "Movement", "Range", "Health")
    )
    ways, aims = (fact.value for fact in card.facts)
    return Duelist(
        entry.name, entry.owner, sheet.element, value, attack, defence, movement, ways, reach, aims, health,
        entry.cell,
    )  # fmt: skip


def _check_teams(state: State) -> None:
    settings, names = state.settings, [player.name for player in state.players]
    for piece in state.pieces:
        if piece.owner not in names:
            raise BadInput(f"model '{piece.name}': its owner '{piece.owner}' is no player of the duel")
    for name in names:
        team = state.team(name)
        most = min(settings.most_pieces, MOST_PIECES)
        if not 1 <= len(team) <= most:
            raise BadInput(f"{name} has {len(team)} pieces; 1 to {most} are agreed (DC-12)")
        worth = sum(piece.value for piece in team)
        if settings.most_value and worth > settings.most_value:
            raise BadInput(f"{name}'s pieces are worth {worth}, {settings.most_value} is agreed (DC-12)")


def _check_squares(state: State) -> None:
    taken: set[Cell] = set()
    for piece in state.pieces:
        if piece.cell is None:
            continue
        if piece.cell in taken or piece.cell in state.settings.obstacles or not on_board(piece.cell):
            raise BadInput(
                f"model '{piece.name}': square {piece.cell} is taken or none, choose another (DC-10)"
            )
        if piece.cell not in home(state, piece.owner):
            rows = state.settings.deploy_rows
            raise BadInput(f"model '{piece.name}': it starts in its {rows} bottom rows (DC-12)")
        taken.add(piece.cell)


def home(state: State, player: str) -> list[Cell]:
    """The squares of a player's bottom rows; the first player's are at the bottom of the picture (DC-12)."""
    deep = state.settings.deploy_rows
    rows = range(SIDE - deep, SIDE) if player == state.players[0].name else range(deep)
    return [(column, row) for row in rows for column in range(SIDE)]


def after_placing(state: State) -> State:
    """On to the first P-roll once every piece stands."""
    return state if any(piece.cell is None for piece in state.pieces) else replace(state, phase="power")
