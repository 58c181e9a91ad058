"""Every id of the law has a test that carries it, a mutant that breaks it, and a place in the guide."""

import re

import pytest

from referee.law.ids import GUIDE_PAGES, TITLES, RuleId, guide_link
from tests.mutants.listed import ROOT, files_naming, listed


def marked(rule_id: str) -> bool:
    """Does a test's mark carry the id?"""
    mark = re.compile(rf'mark\.rule\([^)]*"{rule_id}"[^)]*\)')
    return any(mark.search((ROOT / path).read_text(encoding="utf-8")) for path in files_naming(rule_id))


@pytest.mark.parametrize("rule_id", TITLES)
def test_an_id_has_a_test_that_carries_it(rule_id: RuleId) -> None:
    assert marked(rule_id), f"no test is marked with {rule_id}, {TITLES[rule_id]}"


def test_every_id_has_a_mutant() -> None:
    broken = {mutant.rule for mutant in listed()}
    assert not [rule_id for rule_id in TITLES if rule_id not in broken]


def test_every_mutant_breaks_a_text_that_stands_once() -> None:
    texts = {mutant.file: (ROOT / mutant.file).read_text(encoding="utf-8") for mutant in listed()}
    assert not [mutant for mutant in listed() if texts[mutant.file].count(mutant.text) != 1]


def test_every_id_has_its_place_in_the_guide() -> None:
    pages = {
        page: (ROOT / "docs/rules" / page).read_text(encoding="utf-8")
        for page in GUIDE_PAGES.values()
        if (ROOT / "docs/rules" / page).is_file()
    }
    missing = []
    for rule_id in TITLES:
        page, anchor = guide_link(rule_id).split("#")
        if f'<a id="{anchor}"></a>' not in pages.get(page, ""):
            missing.append(rule_id)
    assert not missing
