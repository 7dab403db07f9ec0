"""The account of the rules: code that cites them, cases that exercise them."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from rulesdemo.analysis.rule_coverage import accounts, citing_modules
from rulesdemo.play.game import game as find_game
from rulesdemo.rules.datafiles import GAMES
from rulesdemo.rules.rule_index import TO_CARRY_OUT, rules_of

ROOT = Path(__file__).parents[2]
CASES = Path(__file__).parents[1] / "cases"
PLAYABLE = [name for name in GAMES if find_game(name).engine]


@pytest.mark.parametrize("game", PLAYABLE)
def test_every_rule_to_carry_out_has_code_and_a_case(game: str) -> None:
    owed = [account for account in accounts(game).values() if account.rule.status in TO_CARRY_OUT]
    assert owed
    assert [account.rule.id for account in owed if not account.code] == []
    assert [account.rule.id for account in owed if not account.cases] == []


@pytest.mark.parametrize("game", PLAYABLE)
def test_every_rule_to_carry_out_is_carried_out_by_the_engine(game: str) -> None:
    carried_out = frozenset().union(*citing_modules(game).values())
    owed = [rule.id for rule in rules_of(game).values() if rule.status in TO_CARRY_OUT]
    assert [rule for rule in owed if rule not in carried_out] == []


@pytest.mark.parametrize("game", PLAYABLE)
def test_the_engine_cites_only_rules_that_exist(game: str) -> None:
    known = set(rules_of(game))
    assert {module: sorted(ids - known) for module, ids in citing_modules(game).items() if ids - known} == {}


@pytest.mark.parametrize("game", PLAYABLE)
def test_no_unused_rule_is_carried_out(game: str) -> None:
    unused = {rule.id for rule in rules_of(game).values() if rule.status == "unused"}
    assert [rule for rule in unused if accounts(game)[rule].code] == []


@pytest.mark.parametrize("game", PLAYABLE)
def test_all_modules_of_the_engine_are_looked_at(game: str) -> None:
    package = find_game(game).engine
    folder = Path(__file__).parents[2].joinpath(*package.split("."))
    assert set(citing_modules(game)) == {package} | {f"{package}.{path.stem}" for path in folder.glob("*.py") if path.stem != "__init__"}


def test_what_a_module_imports_is_counted_where_it_is_defined() -> None:
    assert "6.34" in citing_modules("veneti")["rulesdemo.games.veneti.play.movement"]
    assert "6.34" not in citing_modules("veneti")["rulesdemo.games.veneti.play.sequence"]  # which imports that module


def test_cases_of_procedures_and_of_play_are_counted_together() -> None:
    def count(pattern: str) -> int:
        paths = (CASES / "veneti").glob(pattern)
        return sum(case["rules"].count("8.23") for path in paths for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"])

    assert count("*.toml") > 0
    assert count("play/*.toml") > 0
    assert accounts("veneti")["8.23"].cases == count("*.toml") + count("play/*.toml")


def test_a_game_without_an_engine_has_its_procedures_for_code() -> None:
    for game in set(GAMES) - set(PLAYABLE):
        assert citing_modules(game) == {}
        procedures = {proc.module for proc in find_game(game).procedures().values()}
        assert {module for account in accounts(game).values() for module in account.code} <= procedures


@pytest.mark.parametrize("game", GAMES)
def test_what_is_done_has_code_a_case_and_a_chapter_and_what_has_them_is_done(game: str) -> None:
    complete = {account.rule.id for account in accounts(game).values() if account.code and account.cases and account.chapters}
    statuses = {rule.id: rule.status for rule in rules_of(game).values()}
    done = {rule for rule, status in statuses.items() if status in ("done", "partly")}
    assert done == {rule for rule in complete if statuses[rule] in TO_CARRY_OUT}


def test_a_chapter_cites_every_rule_that_the_contents_say_it_teaches() -> None:
    toc = tomllib.loads((ROOT / "book" / "toc.toml").read_text(encoding="utf-8"))
    assert toc["chapter"]
    for chapter in toc["chapter"]:
        cells = json.loads((ROOT / "book" / f"{chapter['path']}.ipynb").read_text(encoding="utf-8"))["cells"]
        words = "".join(line for cell in cells if cell["cell_type"] == "markdown" for line in cell["source"])
        assert [rule for rule in chapter["rules"] if f"[{rule}]" not in words] == []
