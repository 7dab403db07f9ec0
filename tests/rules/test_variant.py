"""Variants: what a file may say, what it changes, and where its name and fingerprint come up again."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from pathlib import Path

import pytest

from rulesdemo.api import odds, roll
from rulesdemo.errors import InputError
from rulesdemo.odds.procedure import procedure
from rulesdemo.play.bots import chosen_bots, engine_bots, play_out
from rulesdemo.play.history import History
from rulesdemo.play.saves import SaveError, from_code, from_text, playable, to_code, to_text
from rulesdemo.rules.ruleset import fingerprint, ruleset
from rulesdemo.rules.variant import Variant, parse_variant, read_variant
from tests.cli.test_cli import bad, good

HARDER = """
name = "Harder boarding"
author = "A. Reader"
notes = "Only to try."
game = "veneti"

[switches]
boarding_bands = "modified"

[cells]
"boarding:4,1" = 5
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "harder.toml"
    path.write_text(HARDER, encoding="utf-8")
    return str(path)


def test_a_variant_is_the_switches_and_cells_of_its_file(file: str) -> None:
    rules = read_variant(file).rules()
    assert rules.switches == (("boarding_bands", "modified"),)
    assert rules.patches == (("boarding", "4", "1", "5"),)
    assert rules.variant == ("Harder boarding", "A. Reader", fingerprint(rules))


def test_cells_of_one_table_may_stand_together() -> None:
    apart = parse_variant('name = "a"\n[cells]\n"boarding:4,1" = 5\n"boarding:5,1" = "6"', "a.toml")
    together = parse_variant('name = "b"\n[cells.boarding]\n"4,1" = "5"\n"5, 1" = 6', "b.toml")
    assert apart.rules("veneti").patches == together.rules("veneti").patches
    assert apart.rules("veneti").variant.fingerprint == together.rules("veneti").variant.fingerprint  # type: ignore[union-attr]


def test_the_fingerprint_tells_changes_apart_and_not_names() -> None:
    marks = {
        parse_variant(f'name = "{name}"\n[cells]\n"boarding:4,1" = {cell}', "x").rules("veneti").variant for name in "ab" for cell in (5, 6)
    }
    assert len(marks) == 4
    assert len({mark.fingerprint for mark in marks if mark}) == 2


def test_own_switches_and_cells_go_on_top(file: str) -> None:
    rules = read_variant(file).rules("veneti", {"boarding_bands": "natural"}, {("boarding", "4", "1"): "6", ("boarding", "5", "1"): "4"})
    assert rules.switches == ()
    assert rules.patches == (("boarding", "4", "1", "6"), ("boarding", "5", "1", "4"))
    assert rules.variant is not None
    assert rules.variant.fingerprint != fingerprint(rules)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name =", "v.toml: it is not valid TOML"),
        ('author = "nobody"', "v.toml: a variant needs a name"),
        ("name = 3", "v.toml: name must be a text"),
        ('name = "a\\nb"', "v.toml: name must be a text"),
        ('name = "a"\nswitchs = {}', "Did you mean switches?"),
        ('name = "a"\ngame = "venetti"', "Did you mean veneti?"),
        ('name = "a"\nswitches = 3', "v.toml: switches must be a table"),
        ('name = "a"\n[cells]\nboarding = 3', '"TABLE:ROW,COL"'),
        ('name = "a"\n[cells]\n"boarding:4,1" = 1.5', "v.toml: boarding:4,1 must be a text or a whole number"),
        ('name = "a"\n[cells]\n"boarding:4,1" = true', "must be a text or a whole number"),
        ('name = "a"\n[cells]\n"boarding:4,1" = 5\n"boarding:4, 1" = 6', "given twice"),
        ('name = "a"\ngame = "veneti"\n[cells]\n"boardng:4,1" = 5', "v.toml: veneti has no table 'boardng'. Did you mean boarding?"),
        ('name = "a"\ngame = "veneti"\n[switches]\nboarding_bands = "odd"', "v.toml: switch boarding_bands of veneti has no setting 'odd'"),
        ("a = " + "[" * 5000, "v.toml: it is n"),
    ],
)
def test_a_bad_file_is_refused_in_one_sentence_with_its_name(text: str, said: str) -> None:
    with pytest.raises(InputError, match=r"v\.toml") as refused:
        parse_variant(text, "v.toml")
    assert said in str(refused.value)


def test_a_variant_of_one_game_is_none_of_another(file: str) -> None:
    with pytest.raises(InputError, match="is a variant of veneti, not of republic"):
        odds("republic.refusal", variant=file, cv=3)


def test_python_takes_a_file_or_a_variant(file: str) -> None:
    # 2d6 of 5 or more, 30 in 36; the printed cell is 4, 33 in 36.
    assert odds("veneti.boarding", variant=file, attackers=4, defenders=1).p(captured=True) == Fraction(30, 36)
    assert odds("veneti.boarding", variant=Path(file), attackers=4, defenders=1).p(captured=True) == Fraction(30, 36)
    plain = Variant("plain", cells={("boarding", "4", "1"): "5"})
    assert odds("veneti.boarding", variant=plain, attackers=4, defenders=1).p(captured=True) == Fraction(30, 36)
    assert odds("veneti.boarding", attackers=4, defenders=1).p(captured=True) == Fraction(33, 36)
    assert roll("veneti.boarding", variant=plain, attackers=4, defenders=1, seed=7).faces
    with pytest.raises(InputError, match="not both"):
        odds("veneti.boarding", variant=plain, rules=ruleset("veneti"), attackers=4, defenders=1)


def test_a_procedure_of_ones_own_runs_under_a_variant(file: str) -> None:
    @procedure
    def row(dice, rules):  # type: ignore[no-untyped-def] # noqa: ANN001, ANN202, ARG001 - a reader's own, without types
        return rules.table("boarding").at("4", "1")

    assert dict(odds(row, variant=file).items()) == {5: 1}


def test_a_save_carries_its_variant_and_replays(file: str) -> None:
    engine = playable("veneti")
    start = History.start(engine, "boarders", read_variant(file).rules())
    history = play_out(start, chosen_bots("random", engine, engine_bots("veneti")), random.Random(3))
    for again in (from_text(to_text(history)), from_code(to_code(history))):
        assert again.rules is history.rules
        assert again.position == history.position
    assert json.loads(to_text(history))["variant"]["name"] == "Harder boarding"


@pytest.mark.parametrize(
    "variant", ["3", '{"name": "a"}', '{"name": "a", "author": "", "fingerprint": "zz"}', '{"name": 3, "author": "", "fingerprint": "0"}']
)
def test_a_save_with_a_spoiled_variant_is_refused(variant: str, file: str) -> None:
    save = json.loads(to_text(History.start(playable("veneti"), "boarders", read_variant(file).rules())))
    save["variant"] = json.loads(variant)
    with pytest.raises(SaveError, match="variant"):
        from_text(json.dumps(save))


@pytest.mark.parametrize(
    "words",
    [
        ["odds", "veneti.boarding", "attackers=4", "defenders=1"],
        ["roll", "veneti.boarding", "attackers=4", "defenders=1", "--seed", "7"],
        ["roll", "veneti.boarding", "attackers=4", "defenders=1", "--seed", "7", "--times", "9"],
        ["worth", "veneti.boarding", "attackers=4", "defenders=1", "--when", "captured=true"],
        ["mean", "veneti.boarding", "attackers=4", "defenders=1", "--field", "attacker_loss"],
        ["play", "veneti", "boarders", "--seed", "1", "--bots", "random"],
    ],
)
def test_json_answers_name_the_variant(words: list[str], file: str) -> None:
    answer = json.loads(good(*words, "--json", "--variant", file))
    assert answer["variant"]["name"] == "Harder boarding"
    assert answer["variant"]["provenance"] == "yours"
    assert answer["variant"]["fingerprint"] == fingerprint(read_variant(file).rules())


def test_commands_without_json_take_it_too(file: str) -> None:
    event = ["attackers=4", "defenders=1", "--when", "captured=true"]
    assert "5/6" in good("why", "veneti.boarding", *event, "--variant", file)
    assert "5/6" in good("formula", "veneti.boarding", "attackers=4", "--over", "defenders", "--when", "captured=true", "--variant", file)
    assert "Harder boarding" in good("odds", "veneti.boarding", "attackers=4", "defenders=1", "--variant", file)
    assert good(
        "least", "veneti.boarding", "defenders=1", "--over", "attackers", "--when", "captured=true", "--chance", "11/12", "--variant", file
    ).startswith("attackers 5 is the smallest")
    assert "5 ✎" in good("tables", "veneti", "boarding", "--variant", file)
    assert "✎ switch boarding_bands at modified, yours" in good("rules", "veneti", "--rulings", "--variant", file)


def test_a_save_of_the_command_line_replays(file: str, tmp_path: Path) -> None:
    save = str(tmp_path / "save.json")
    good("play", "veneti", "boarders", "--seed", "1", "--bots", "random", "--variant", file, "--save", save)
    assert "variant Harder boarding" in good("replay", save)
    assert json.loads(good("replay", save, "--json"))["variant"]["name"] == "Harder boarding"


def test_a_batch_goes_under_the_variant_and_a_case_on_top_of_it(file: str, tmp_path: Path) -> None:
    case = {"procedure": "veneti.boarding", "inputs": {"attackers": 4, "defenders": 1}}
    batch = tmp_path / "cases.json"
    batch.write_text(json.dumps([case, {**case, "patch": {"boarding:4,1": 6}}]), encoding="utf-8")
    chances = [
        sum(Fraction(line["p"]) for line in answer["outcomes"] if line["outcome"]["captured"])
        for answer in json.loads(good("odds", "--batch", str(batch), "--variant", file))
    ]
    assert chances == [Fraction(30, 36), Fraction(26, 36)]


def test_bad_files_end_with_2_and_one_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text('nmae = "x"', encoding="utf-8")
    assert "Did you mean name?" in bad("odds", "veneti.grapple", "crew=2", "--variant", str(path))
    assert "cannot be read" in bad("odds", "veneti.grapple", "crew=2", "--variant", str(tmp_path / "none.toml"))
    assert "one game" in bad("tables", "--patch", "boarding:4,1=5")
