"""`rulesdemo odds --when`, tables over ranges of inputs, and `most`, run as a user runs them."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from pathlib import Path

import pytest

from rulesdemo.analysis.catalogue import find
from rulesdemo.analysis.event_table import event_table
from rulesdemo.analysis.largest import largest
from rulesdemo.analysis.question import parse_question
from rulesdemo.api import odds
from rulesdemo.errors import InputError, OutOfTime
from rulesdemo.odds.budget import time_limit
from rulesdemo.rules.ruleset import ruleset
from tests.cli.test_cli import bad, good

CASE = ["odds", "veneti.boarding", "attackers=4", "defenders=1"]
RANGES = ["odds", "veneti.boarding", "attackers=1..12", "defenders=0..8", "--when", "captured"]


def test_json_has_p_and_what_odds_has() -> None:
    answer = json.loads(good(*CASE, "--when", "captured", "--when", "attacker_loss=0", "--json"))
    assert answer["p"] == "23/36"
    assert answer["event"] == "captured=true and attacker_loss=0"
    assert (answer["procedure"], answer["provenance"], answer["rules"]) == ("veneti.boarding", "seed", ["8.23", "8.24", "8.28"])
    assert answer["inputs"] == {"attackers": 4, "defenders": 1, "height": 0}
    assert "given" not in answer


def test_given() -> None:
    answer = json.loads(good(*CASE, "--when", "attacker_loss=1", "--given", "captured", "--json"))
    assert (answer["p"], answer["given"]) == ("10/33", "captured=true")
    assert "attacker_loss=1 given captured=true: 10/33 (30.3 %)" in good(*CASE, "--when", "attacker_loss=1", "--given", "captured")
    assert "never comes here" in bad(*CASE, "--when", "captured", "--given", "attacker_loss=9")


def test_other_forms() -> None:
    assert good(*CASE, "--when", "captured", "--csv").splitlines() == ["event,p,provenance", "captured=true,11/12,seed"]
    assert good(*CASE, "--when", "captured", "--latex").strip() == r"P(\text{captured=true}) = \frac{11}{12}"
    assert "captured=true: 11/12 (91.7 %)" in good(*CASE, "--when", "captured")


def test_a_table_has_every_cell_exactly() -> None:
    table = json.loads(good(*RANGES, "--json"))
    assert table["inputs"] == {"height": 0}
    assert table["ranges"] == {"attackers": list(range(1, 13)), "defenders": list(range(9))}
    assert [tuple(cell["inputs"].values()) for cell in table["cells"]] == [(a, d) for a in range(1, 13) for d in range(9)]
    for cell in table["cells"]:
        assert Fraction(cell["p"]) == odds("veneti.boarding", **cell["inputs"]).p(captured=True)
    rows = list(csv.DictReader(io.StringIO(good(*RANGES, "--csv"))))
    assert [row["p"] for row in rows] == [cell["p"] for cell in table["cells"]]
    assert {row["provenance"] for row in rows} == {"reconstructed"}


def test_a_table_as_text_heat_map_and_latex() -> None:
    lines = good(*RANGES).splitlines()
    row = next(line.split() for line in lines if line.startswith("4 "))
    assert row[:3] == ["4", "35/36", "11/12"]
    heat = good(*RANGES, "--heat")
    assert next(line.split() for line in heat.splitlines() if line.startswith("4 "))[:5] == ["4", "██", "97", "██", "92"]
    latex = good(*RANGES, "--latex")
    assert r"4 & $\frac{35}{36}$ & $\frac{11}{12}$" in latex
    assert latex.count(r"\\") == 13


def test_ranges_of_words_and_lists() -> None:
    table = json.loads(good("odds", "republic.tactical", "attacker=A..C", "defender=A|E", "--when", "drm>=0", "--json"))
    assert table["ranges"] == {"attacker": ["A", "B", "C"], "defender": ["A", "E"]}
    signs = json.loads(good("odds", "veneti.boarding", "attackers=2", "defenders=1|3", "height=-1..1", "--when", "captured", "--json"))
    assert [cell["inputs"] for cell in signs["cells"]] == [{"defenders": d, "height": h} for d in (1, 3) for h in (-1, 0, 1)]


def test_bad_ranges_are_refused() -> None:
    assert "from 1 up, not 0" in bad("odds", "veneti.boarding", "attackers=0..3", "defenders=1", "--when", "captured")
    assert "write the smaller number first" in bad("odds", "veneti.boarding", "attackers=3..1", "defenders=1", "--when", "captured")
    assert "several values" in bad("odds", "veneti.boarding", "attackers=1..3", "defenders=1")
    assert "more than 50,000" in bad("odds", "veneti.boarding", "attackers=1..999999999999", "defenders=1", "--when", "captured")
    assert "more than 50,000" in bad("odds", "veneti.boarding", "attackers=1..999", "defenders=1..999", "--when", "captured")
    assert "--heat draws a table" in bad(*CASE, "--when", "captured", "--heat")


def test_a_given_alone_asks_for_the_event() -> None:
    assert "say which outcomes are meant" in bad(*CASE, "--given", "captured")


def test_a_cell_that_the_rule_refuses_says_why() -> None:
    entry = find("veneti.boarding")
    question = parse_question(entry, ["captured"], ["attacker_loss=0 and captured"])
    table = event_table(entry, {"attackers": "1..2", "defenders": "0..6"}, question, ruleset("veneti"))
    reasons = [cell.refusal for cell in table.cells]
    for cell in table.cells:
        law = odds("veneti.boarding", **dict(zip(table.ranges, cell.inputs, strict=True)))
        assert (cell.chance is None) == (law.p(attacker_loss=0, captured=True) == 0)
    assert any("never comes here" in reason for reason in reasons)


def test_a_table_says_how_far_it_came() -> None:
    entry = find("veneti.boarding")
    with time_limit(-1), pytest.raises(OutOfTime, match="0 of 108 cells"):
        event_table(entry, {"attackers": "1..12", "defenders": "0..8"}, parse_question(entry, ["captured"]), ruleset("veneti"))


def test_a_batch_may_ask_for_events(tmp_path: Path) -> None:
    case = {"procedure": "veneti.boarding", "inputs": {"attackers": 4, "defenders": 1}}
    batch = tmp_path / "cases.json"
    batch.write_text(
        json.dumps([{**case, "when": "captured"}, {**case, "when": ["attacker_loss=1"], "given": "captured"}]), encoding="utf-8"
    )
    assert [answer["p"] for answer in json.loads(good("odds", "--batch", str(batch)))] == ["11/12", "10/33"]


def test_most_is_the_other_end_of_least() -> None:
    asked = ["veneti.boarding", "attackers=4", "--over", "defenders", "--when", "captured", "--chance", "1/2"]
    assert good("most", *asked).startswith("defenders 4 is the largest with a chance of at least 1/2 of captured yes: 7/12 (58.3 %)")
    endless = good("most", "veneti.boarding", "defenders=4", "--over", "attackers", "--when", "captured", "--chance", "1/2")
    assert "and so does every larger one" in endless
    assert "No defenders from 0 to 9 gives" in good("most", *asked[:-1], "1", "--more")


@pytest.mark.parametrize("least", [Fraction(k, 12) for k in range(13)])
def test_the_largest_is_the_last_of_all_by_brute_force(least: Fraction) -> None:
    found = largest("republic.ambassador", "drm", {"fate": "returns"}, least, letter="B")
    chances = {drm: odds("republic.ambassador", letter="B", drm=drm).p(fate="returns") for drm in range(-60, 61)}
    enough = [drm for drm, chance in chances.items() if chance >= least]
    if found.endless:
        assert 60 in enough
    else:
        assert found.value == (max(enough) if enough else None)


def test_largest_refuses_what_smallest_refuses() -> None:
    with pytest.raises(InputError, match="left open"):
        largest("veneti.boarding", "defenders", {"captured": True}, Fraction(1, 2), attackers=4, defenders=1)
