"""`make play`: what it says must be what is on its own table."""

from pathlib import Path

from referee.demonstration import demonstrate


def test_the_demonstration_counts_the_studs_and_reads_the_dice_it_sees(tmp_path: Path) -> None:
    said = list(demonstrate(tmp_path))
    assert any("32 × 32 studs" in sentence and "green" in sentence for sentence in said)
    dice = next(sentence for sentence in said if sentence.startswith("Dice"))
    assert all(die in dice for die in ("white 5", "red 3", "green 6"))
    assert {"fit.png", "knocked.png", "table.toml"} <= {path.name for path in tmp_path.iterdir()}
