"""The crew plays matches by hand and word against the real loop; what it does lawfully stands, cheats don't.

The table is read without pictures (a perfect reader): what is tested here is the players, not vision.
"""

from itertools import combinations
from pathlib import Path

import pytest

from referee.law.game import load
from referee.match_file import read_match
from referee.players.crew import SELDOM, Cheating
from referee.players.deeds import Cheat
from referee.players.look import extent, gap
from referee.show import AcceptTable, Answer, Quit, RollNow, Say
from tests.referee.players.driven import Driven, drive
from tests.verdicts.matches import KINDS

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
GAMES = ("minifigs", "constructs", "momentum", "mechaton", "duelchess")


def match_of(game: str, tmp_path: Path, seed: int, cheating: Cheating | None = None) -> Driven:
    return drive(read_match(EXAMPLES / game / "match.toml"), tmp_path / "match.studeye", seed, cheating)


@pytest.mark.parametrize("game", GAMES)
def test_what_honest_players_do_stands(game: str, tmp_path: Path) -> None:
    driven = match_of(game, tmp_path, seed=1)
    judged = list(driven.deeds(most=40))
    assert len(judged) > 8
    assert not any(each.refused or each.faults for each in judged)
    assert sum(each.legal for each in judged) >= 0.9 * len(judged)
    assert driven.crew.puzzled == 0


@pytest.mark.parametrize("game", ["momentum", "mechaton"])
def test_no_hand_puts_a_model_into_another(game: str, tmp_path: Path) -> None:
    for seed in range(4):
        (tmp_path / str(seed)).mkdir()
        for each in match_of(game, tmp_path / str(seed), seed, Cheating(0.3)).deeds(most=60):
            stand = [(m.name, extent(m, (m.x, m.y))) for m in each.done.after.models]
            for (one, a), (other, b) in combinations(stand, 2):
                assert gap(a, b) > -0.3, (one, other, each.done.deed.words)


@pytest.mark.parametrize("game", GAMES)
def test_every_cheat_is_noticed_by_one_who_sees_all_and_nothing_lawful_is_accused(
    game: str, tmp_path: Path
) -> None:
    for kind in (Cheat.A_LITTLE_TOO_FAR, *KINDS[game]):
        little = 1.0 if kind is Cheat.A_LITTLE_TOO_FAR else 0.0
        share = 0.1 if kind in SELDOM else 0.5  # cheats hold a match up, and losses come late in it
        cheating = Cheating(share, little, kind)
        assert any(_tries(game, tmp_path / f"{kind.name}{seed}", seed, cheating) for seed in range(4)), kind


def _tries(game: str, folder: Path, seed: int, cheating: Cheating) -> bool:
    """Was the favourite cheat tried in this match? Until then every cheat is caught, and only cheats are."""
    folder.mkdir()
    for each in match_of(game, folder, seed, cheating).deeds(most=140):
        cheat = each.done.deed.cheat
        if cheat is None:
            assert not each.refused, each
            assert not each.faults, each
        else:
            assert each.caught, each
        if cheat is cheating.favourite:
            return True
    return False


def test_the_guide_says_which_cheats_are_played() -> None:
    guide = (EXAMPLES.parent / "docs" / "virtual.md").read_text(encoding="utf-8")
    rows = [line.strip("|").split("|") for line in guide.splitlines() if line.startswith("| ")]
    for kind in set(Cheat) - {Cheat.A_LITTLE_TOO_FAR, Cheat.TOO_FAR}:
        marks = next(row[1:] for row in rows if row[0].strip() == kind.value)
        assert [bool(mark.strip()) for mark in marks] == [kind in KINDS[game] for game in GAMES], kind


@pytest.mark.parametrize("game", GAMES)
def test_having_been_caught_the_player_puts_it_right(game: str, tmp_path: Path) -> None:
    driven = match_of(game, tmp_path, 5, Cheating(0.5))
    started = {model.name for model in driven.table.truth_for_tests.models}
    for _ in driven.deeds(most=25):
        pass
    left = {standing.model for standing in load(game).visible(driven.session.match.state)}
    assert driven.crew.puzzled == 0
    assert left & started == {model.name for model in driven.table.truth_for_tests.models}


def test_the_crew_says_only_what_a_player_can_say(tmp_path: Path) -> None:
    driven = match_of("mechaton", tmp_path, 2, Cheating())
    said = [wish for each in driven.deeds(most=30) for wish in each.done.deed.says]
    assert said
    assert all(isinstance(wish, Say | RollNow | Answer | AcceptTable | Quit) for wish in said)


def test_the_same_seed_plays_the_same_match(tmp_path: Path) -> None:
    runs = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        driven = match_of("duelchess", tmp_path / name, 4, Cheating())
        runs.append([each.done.deed for each in driven.deeds(most=15)])
    assert runs[0] == runs[1]


@pytest.mark.parametrize("game", GAMES)
def test_what_may_be_said_is_told_apart_in_plain_words(game: str, tmp_path: Path) -> None:
    driven = match_of(game, tmp_path, 4)
    seen = 0
    for _ in driven.deeds(most=40):
        labels = [choice.label for choice in driven.session.shown.choices]
        assert len(set(labels)) == len(labels), labels
        assert not [words for words in labels if "True" in words or "± 0" in words.replace("± 0.", "")]
        seen += len(labels)
    assert seen
