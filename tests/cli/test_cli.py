"""The command line, run as a user runs it: what it prints, what it refuses, and with which exit code."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest

from rulesdemo.analysis.rule_coverage import accounts
from rulesdemo.rules.datafiles import GAMES, folder, scenario_names
from rulesdemo.rules.rule_index import rules_of
from tests.support import commands


def run(*args: str, stdin: str = "", folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "rulesdemo", *args], input=stdin, capture_output=True, text=True, check=False, timeout=120, cwd=folder
    )


def good(*args: str, stdin: str = "") -> str:
    return commands.good(run(*args, stdin=stdin))


def bad(*args: str, stdin: str = "") -> str:
    return commands.bad(run(*args, stdin=stdin))


def test_odds_as_json_is_what_the_contract_prints() -> None:
    answer = json.loads(good("odds", "veneti.boarding", "attackers=4", "defenders=1", "--json"))
    assert answer["procedure"] == "veneti.boarding"
    assert answer["inputs"] == {"attackers": 4, "defenders": 1, "height": 0}
    assert answer["rules"] == ["8.23", "8.24", "8.28"]
    assert answer["provenance"] == "seed"
    assert answer["rests_on"] == [{"table": "boarding", "cell": ["4", "1"], "provenance": "seed"}]
    assert {"outcome": {"captured": True, "attacker_loss": 0, "defender_loss": 0}, "p": "23/36"} in answer["outcomes"]
    assert sum(Fraction(line["p"]) for line in answer["outcomes"]) == 1


def test_odds_as_a_table_shows_fraction_rule_and_mark() -> None:
    text = good("odds", "veneti.boarding", "attackers=5", "defenders=1")
    assert "25/36" in text
    assert "8.23" in text
    assert "reconstructed" in text


def test_odds_as_csv() -> None:
    rows = list(csv.DictReader(io.StringIO(good("odds", "veneti.grapple", "crew=3", "--csv"))))
    assert rows == [
        {"success": "false", "p": "1/2", "provenance": "reconstructed"},
        {"success": "true", "p": "1/2", "provenance": "reconstructed"},
    ]


def test_odds_as_latex() -> None:
    assert r"$\frac{23}{36}$" in good("odds", "veneti.boarding", "attackers=4", "defenders=1", "--latex")
    lines = good("odds", "veneti.boarding", "attackers=4", "defenders=1", "--latex", "--fields", "captured").splitlines()
    assert lines[1:-1] == [r"captured & chance \\ \hline", r"no & $\frac{1}{12}$ \\", r"yes & $\frac{11}{12}$ \\"]


def test_only_some_fields() -> None:
    answer = json.loads(good("odds", "veneti.boarding", "attackers=4", "defenders=1", "--json", "--fields", "captured"))
    assert answer["outcomes"] == [{"outcome": {"captured": False}, "p": "1/12"}, {"outcome": {"captured": True}, "p": "11/12"}]


def test_set_and_patch() -> None:
    answer = json.loads(
        good("odds", "veneti.boarding", "attackers=4", "defenders=1", "--patch", "boarding:4,1=7", "--json", "--fields", "captured")
    )
    assert answer["provenance"] == "yours"
    assert answer["outcomes"][1]["p"] == "7/12"
    answer = json.loads(
        good("odds", "veneti.boarding", "attackers=4", "defenders=1", "height=1", "--set", "boarding_bands=modified", "--json")
    )
    assert {"switch": "boarding_bands", "value": "modified", "ruling": "A17", "provenance": "ruling"} in answer["rests_on"]


BAD = [
    (["odds", "venetti.boarding"], "no game 'venetti'. Did you mean veneti?"),
    (["odds", "veneti.bording"], "no procedure 'veneti.bording'. Did you mean veneti.boarding?"),
    (["odds", "boarding"], "Did you mean veneti.boarding?"),
    (["odds"], "name a procedure"),
    (["odds", "veneti.boarding"], "needs attackers"),
    (["odds", "veneti.boarding", "attackers=4"], "needs defenders"),
    (["odds", "veneti.boarding", "attackers=4", "defender=1"], "Did you mean defenders?"),
    (["odds", "veneti.boarding", "attackers=0", "defenders=1"], "attackers must be a whole number from 1 up, not '0'"),
    (["odds", "veneti.boarding", "attackers=NaN", "defenders=1"], "not 'NaN'"),
    (["odds", "veneti.boarding", "attackers=4.0", "defenders=1"], "not '4.0'"),
    (
        ["odds", "veneti.boarding", "attackers=" + "9" * 6000, "defenders=1"],
        "a whole number from 1 up of at most 30 digits, not a number that long",
    ),
    (["odds", "veneti.boarding", "attackers", "defenders=1"], "'attackers' is not KEY=VALUE"),
    (["odds", "veneti.boarding", "attackers=4", "attackers=5", "defenders=1"], "attackers is given twice"),
    (["odds", "veneti.boarding", "attackers=4", "defenders=1", "--set", "boarding_band=natural"], "Did you mean boarding_bands?"),
    (["odds", "veneti.boarding", "attackers=4", "defenders=1", "--set", "boarding_bands=both"], "it takes natural, modified"),
    (
        ["odds", "veneti.boarding", "attackers=4", "defenders=1", "--set", "boarding_bands"],
        "is not KEY=VALUE, as in boarding_bands=modified",
    ),
    (["odds", "veneti.boarding", "attackers=4", "defenders=1", "--patch", "boarding:99,1=5"], "has no cell 99,1"),
    (["odds", "veneti.boarding", "attackers=4", "defenders=1", "--patch", "bording:4,1=5"], "Did you mean boarding?"),
    (["odds", "veneti.boarding", "attackers=4", "defenders=1", "--patch", "boarding=5"], "is not TABLE:ROW,COL=VALUE"),
    (["odds", "veneti.boarding", "attackers=4", "defenders=1", "--patch", "boarding:4,1=x"], "'x' is not a whole number"),
    (["odds", "veneti.boarding", "attackers=4", "defenders=1", "--json", "--csv"], "choose one of --json and --csv"),
    (["odds", "veneti.boarding", "attackers=4", "defenders=1", "--jsn"], "--json"),
    (["odds", "veneti.boarding", "attackers=4", "defenders=1", "--fields", "capture"], "Did you mean captured?"),
    (["odds", "escadres.zone", "heading=0", "place=1"], "place must be 2 numbers with commas between, each any whole number, not '1'"),
    (["odds", "--batch", "no-such-file.json"], "cannot be read"),
    (["odds", "--batch", "-", "veneti.boarding"], "give nothing else"),
    (["roll", "veneti.boarding", "attackers=4", "defenders=1", "--faces", "3"], "the dice run out"),
    (["roll", "veneti.boarding", "attackers=4", "defenders=1", "--faces", "3,7"], "is not on a d6"),
    (["roll", "veneti.boarding", "attackers=4", "defenders=1", "--faces", "3,4,5"], "left over"),
    (["roll", "veneti.boarding", "attackers=4", "defenders=1", "--faces", "a,b"], "is not a list of faces"),
    (["roll", "veneti.boarding", "attackers=4", "defenders=1", "--times", "0"], "--times"),
    (["roll", "veneti.boarding", "attackers=4", "defenders=1", "--seed", "x"], "--seed"),
    (["rules", "venetti"], "Did you mean veneti?"),
    (["rules", "veneti", "8.32x"], "veneti has no rule '8.32x'"),
    (["rules", "veneti", "--lang", "de"], "no language 'de'"),
    (["tables", "veneti", "bording"], "Did you mean boarding?"),
    (["tables", "veneti", "bording", "--audit"], "Did you mean boarding?"),
    (["tables", "veneti", "--latex"], "--latex writes one table"),
    (["tables", "nowhere"], "no game 'nowhere'"),
    (["procedures", "nowhere"], "no game 'nowhere'"),
    (["oods"], "no command 'oods'. Did you mean odds?"),
]


@pytest.mark.parametrize(("args", "words"), BAD, ids=[" ".join(args)[:90] for args, _ in BAD])
def test_bad_input_gets_one_line(args: list[str], words: str) -> None:
    assert words in bad(*args)


def batch(cases: Any, code: int) -> tuple[Any, str]:
    done = run("odds", "--batch", "-", stdin=cases if isinstance(cases, str) else json.dumps(cases))
    assert done.returncode == code, (done.stdout[:500], done.stderr)
    assert "Traceback" not in done.stderr
    return (json.loads(done.stdout, parse_constant=pytest.fail) if done.stdout else None), done.stderr


def test_a_batch_answers_in_order() -> None:
    cases = [
        {"procedure": "veneti.transfer", "inputs": {}},
        {"procedure": "veneti.boarding", "inputs": {"attackers": 4, "defenders": 1}},
        {"procedure": "veneti.transfer"},
    ]
    answers, errors = batch(cases, 0)
    assert [answer["procedure"] for answer in answers] == ["veneti.transfer", "veneti.boarding", "veneti.transfer"]
    assert answers[0] == answers[2]
    assert errors == ""


def test_one_bad_case_leaves_the_others_standing() -> None:
    cases = [
        {"procedure": "veneti.transfer"},
        {"procedure": "veneti.bording", "inputs": {"attackers": 4}},
        {"procedure": "veneti.straggler", "inputs": {"crew": 2}},
        "not a case",
        {"procedure": "veneti.straggler", "inputs": {"crew": 9}},
        {"procedure": "veneti.straggler", "inputs": [2]},
        {"procedure": 7},
        {"procedure": "veneti.straggler", "input": {"crew": 2}},
    ]
    answers, errors = batch(cases, 2)
    assert len(answers) == len(cases)
    assert [index for index, answer in enumerate(answers) if "error" in answer] == [1, 3, 4, 5, 6, 7]
    assert answers[1]["procedure"] == "veneti.bording"
    assert answers[1]["inputs"] == {"attackers": 4}
    assert "Did you mean veneti.boarding?" in answers[1]["error"]
    assert {"outcome": {"obeys": True}, "p": "1/3"} in answers[2]["outcomes"]
    assert "6 of 8 cases" in errors


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is not JSON"),
        ("[", "is not JSON"),
        ("{}", "must hold a JSON list of cases, not an object"),
        ("null", "not null"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_a_batch_that_is_no_list(text: str, words: str) -> None:
    answers, errors = batch(text, 2)
    assert answers is None
    assert words in errors
    assert errors.count("\n") == 1


def test_an_empty_batch_has_no_answers_and_nothing_failed() -> None:
    assert batch("[]", 0) == ([], "")


def test_every_command_takes_a_language_and_refuses_one_that_we_do_not_speak() -> None:
    assert "probabilité" in run("odds", "veneti.spread", "--lang", "fr").stdout
    assert run("odds", "veneti.spread", "--lang", "fr", "--json").stdout == run("odds", "veneti.spread", "--json").stdout
    for command in (("odds", "veneti.spread"), ("roll", "veneti.spread"), ("procedures",), ("play", "veneti"), ("rules", "veneti")):
        done = run(*command, "--lang", "xx")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == "rulesdemo: no language 'xx'. Known: en, fr.\n"


@pytest.mark.parametrize("option", [("--bots", "nope"), ("--save", "x.json"), ("--set", "a=b"), ("--patch", "a:b,c=d"), ("--seed", "1")])
def test_who_wants_to_play_names_a_scenario(option: tuple[str, str]) -> None:
    done = run("play", "veneti", *option)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("rulesdemo: which scenario of veneti? Known: battle, evening,")


def test_a_cell_is_patched_once() -> None:
    done = run("odds", "veneti.boarding", "attackers=4", "defenders=1", "--patch", "boarding:4,1=5", "--patch", "boarding:4,1=6")
    assert (done.returncode, done.stderr) == (2, "rulesdemo: --patch boarding:4,1 is given twice\n")


@pytest.mark.parametrize(
    ("count", "code", "words"),
    [
        ("null=6", 0, "mean 97/36"),
        ("nul=6", 2, "--count nul: turns_away is never that here. Did you mean null?"),
        ("null=x", 2, "--count null=x: what it counts for must be a number such as 0 or 3/2"),
        ("0=1", 2, "can be null"),
    ],
)
def test_what_is_no_number_can_be_counted(count: str, code: int, words: str) -> None:
    done = run("mean", "toulon.leader_wound", "--field", "turns_away", "--count", count)
    assert done.returncode == code
    assert words in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("case", "name"),
    [
        ('{"procedure": "veneti.straggler", "inputs": {"crew": 3, "crew": 4}}', "crew"),
        ('{"procedure": "veneti.spread", "procedure": "veneti.straggler", "inputs": {"crew": 3}}', "procedure"),
        ('{"procedure": "veneti.straggler", "inputs": {"crew": 3}, "set": {"scythes": "a", "scythes": "b"}}', "scythes"),
    ],
)
def test_what_a_case_gives_twice_is_refused_and_the_others_stand(case: str, name: str) -> None:
    answers, _errors = batch(f'[{case}, {{"procedure": "veneti.straggler", "inputs": {{"crew": 3}}}}]', 2)
    assert answers[0]["error"] == f"{name} is given twice"
    assert "outcomes" in answers[1]


def test_a_batch_with_nan_and_endless_numbers() -> None:
    text = (
        '[{"procedure": "veneti.straggler", "inputs": {"crew": NaN}},'
        ' {"procedure": "veneti.straggler", "inputs": {"crew": -1e999}},'
        ' {"procedure": "veneti.disengage", "inputs": {"crew": 2, "drm": ' + "9" * 6000 + "}},"
        ' {"procedure": "veneti.disengage", "inputs": {"crew": 2, "drm": 99999999999}}]'
    )
    answers, _ = batch(text, 2)
    assert answers[0]["inputs"] == {"crew": "NaN"}
    assert "crew must be a whole number from 0 to 4, not 'NaN'" in answers[0]["error"]
    assert "not '-1e999'" in answers[1]["error"]
    assert "drm must be any whole number of at most 30 digits" in answers[2]["error"]
    assert answers[3]["outcomes"] == [{"outcome": {"free": True}, "p": "1"}]


def test_a_batch_with_letters_that_the_terminal_cannot_write() -> None:
    text = '[{"procedure": "v\u00e9n\u00e9ti.spread"}, {"procedure": "\\ud800", "inputs": {"\\udfff": 1}}, {"procedure": "veneti.spread"}]'
    command = [sys.executable, "-m", "rulesdemo", "odds", "--batch", "-"]
    for given, told in (
        (text.encode(), "2 of 3 cases"),
        (b"\xef\xbb\xbf" + text.encode(), "2 of 3 cases"),
        (b"\xff[]", "it is not UTF-8 text"),
    ):
        done = subprocess.run(
            command, input=given, capture_output=True, check=False, timeout=60, env={**os.environ, "PYTHONIOENCODING": "ascii"}
        )
        assert done.returncode == 2
        assert told in done.stderr.decode()
        assert done.stderr.count(b"\n") == 1
        assert ["error" in answer for answer in json.loads(done.stdout or "[]")] == ([True, True, False] if "cases" in told else [])


def test_a_batch_case_may_bring_its_own_rules() -> None:
    cases = [
        {"procedure": "veneti.boarding", "inputs": {"attackers": 4, "defenders": 1}, "patch": {"boarding:4,1": 7}, "fields": ["captured"]}
    ]
    answers, _ = batch(cases, 0)
    assert answers[0]["outcomes"][1] == {"outcome": {"captured": True}, "p": "7/12"}


def test_roll_shows_faces_result_and_chance_and_repeats_by_seed() -> None:
    first = json.loads(good("roll", "veneti.boarding", "attackers=4", "defenders=1", "--seed", "7", "--json"))
    again = json.loads(good("roll", "veneti.boarding", "attackers=4", "defenders=1", "--seed", "7", "--json"))
    assert first == again
    typed = json.loads(
        good("roll", "veneti.boarding", "attackers=4", "defenders=1", "--faces", ",".join(map(str, first["faces"])), "--json")
    )
    assert typed["outcome"] == first["outcome"]
    assert typed["p"] == first["p"]
    text = good("roll", "veneti.boarding", "attackers=4", "defenders=1", "--faces", "6,6")
    assert "5/18" in text
    assert "captured yes" in text


def test_many_rolls_stand_beside_the_exact_odds() -> None:
    tally = json.loads(good("roll", "veneti.transfer", "--times", "600", "--seed", "1", "--json"))
    assert sum(line["count"] for line in tally["tally"]) == 600
    assert {line["p"] for line in tally["tally"]} == {"1/3", "2/3"}
    assert [line["expected"] for line in tally["tally"]] == ["200", "400"]


def test_games_as_json() -> None:
    games = json.loads(good("games", "--json"))
    assert [game["name"] for game in games] == list(GAMES)
    for game in games:
        assert game["title"]["en"]
        assert game["title"]["fr"]
        assert sorted(game["scenarios"]) == list(scenario_names(game["name"]))
        notebooks = folder("book").glob(f"en/{game['name']}/[0-9]*.ipynb")
        assert game["chapters"] == sorted(f"en/{game['name']}/{path.stem}" for path in notebooks)
        assert all(name.startswith(game["name"] + ".") for name in game["procedures"])


def test_procedures_list_inputs_and_outcomes() -> None:
    listed = {each["procedure"]: each for each in json.loads(good("procedures", "veneti", "--json"))}
    boarding = listed["veneti.boarding"]
    assert boarding["outcome"] == ["captured", "attacker_loss", "defender_loss"]
    assert boarding["inputs"][2] == {"name": "height", "range": "one of -1, 0, 1", "default": 0}
    assert boarding["provenance"] == "reconstructed"
    assert listed["veneti.transfer"]["provenance"] == "seed"
    assert "veneti.boarding  attackers=1+ defenders=0+ height=-1|0|1[0]" in good("procedures", "veneti")


@pytest.mark.parametrize("game", GAMES)
def test_coverage_lists_every_id_in_order(game: str) -> None:
    listed = json.loads(good("rules", game, "--coverage", "--json"))
    assert [line["id"] for line in listed] == list(rules_of(game))
    for line in listed:
        more = {"missing"} if line["status"] == "partly" else set()
        assert set(line) == {"id", "title", "status", "code", "cases", "chapters", *more}


def test_a_rule_played_in_part_says_which_part_is_not() -> None:
    rule = rules_of("broadside")["T10"]
    assert rule.status == "partly"
    assert rule.missing.startswith("The change of rigging: it is shown")
    assert json.loads(good("rules", "broadside", "T10", "--json"))["missing"] == rule.missing
    card = good("rules", "broadside", "T10")
    assert re.search(r"^status +partly$", card, re.MULTILINE)
    assert f"not played  {rule.missing}" in card
    coverage = good("rules", "broadside", "--coverage")
    assert "1 partly" in coverage
    assert f"T10, not played: {rule.missing}" in coverage


def test_a_rule_card() -> None:
    card = good("rules", "veneti", "8.28")
    assert "A17" in card
    assert "veneti.boarding" in card
    assert "code        boarding, play.boarding" in card
    assert f"taught in   {', '.join(accounts('veneti')['8.28'].chapters) or 'no chapter yet'}" in card
    full = json.loads(good("rules", "veneti", "8.23", "--json"))
    assert full["code"] == ["rulesdemo.games.veneti.boarding", "rulesdemo.games.veneti.play.boarding"]
    assert full["cases"] > 0


def test_tables_show_marks_and_round_trip_as_csv() -> None:
    text = good("tables", "veneti", "boarding")
    assert "4 ●" in text
    assert "reconstructed: rebuilt by us" in text
    rows = list(csv.reader(io.StringIO(good("tables", "veneti", "boarding", "--csv"))))
    assert rows[0] == ["attackers", *map(str, range(9))]
    assert rows[4][:3] == ["4", "3", "4"]


def test_the_audit_prints_what_it_found() -> None:
    text = good("tables", "--audit")
    assert "row 1 reads 7, 6, 5, 5, 3" in text
    for cell in ("row 5, column 90", "row 15, column 3", "row 45, column 3", "row 55, column 30", "row 55, column 50", "row 65, column 4"):
        assert f"{cell}: printed" in text
    assert "column rigging rises, but goes from 0 at 2 to -1 at 3" in text
    assert "column attacker falls, but goes from 30 at -10 to 35 at -9" in text
    listed = list(csv.DictReader(io.StringIO(good("tables", "broadside", "--audit", "--csv"))))
    assert [(line["table"], line["kind"]) for line in listed] == [("crew_quality", "turns back")]
    findings = json.loads(good("tables", "republic", "--audit", "--json"))
    assert sum(finding["table"] == "percent_losses" for finding in findings) == 6


def test_a_table_for_a_spreadsheet_and_for_print() -> None:
    listed = csv.DictReader(io.StringIO(good("tables", "veneti", "--csv")))
    assert {"game": "veneti", "table": "spread", "title": "Spread of fire", "rules": "8.54", "provenance": "seed"} in listed
    lines = good("tables", "republic", "treachery", "--latex").splitlines()
    assert lines[:3] == [r"\begin{tabular}{lrrrrr}", r"cdi & 3 & 4 & 5 & 6 & 7 \\ \hline", r"1 & 7 & 6 & 5 & 5 & 3 \\"]


def test_help_and_version() -> None:
    assert "odds" in good("--help")
    assert "odds" in good()
    assert "KEY=VALUE" in good("odds", "--help")
    assert good("--version").startswith("rulesdemo 0.")


@pytest.mark.parametrize("args", [["tables"], ["procedures"], ["odds", "escadres.gun", "--json"]], ids=" ".join)
def test_a_reader_who_has_gone_away_is_not_an_error(args: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "rulesdemo", *args], stdout=writer, stderr=subprocess.PIPE, text=True, check=False, timeout=60
    )
    os.close(writer)
    assert done.returncode == 0
    assert done.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
def test_a_full_disk_is_no_bug_of_ours() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "rulesdemo", "games"], stdout=full, stderr=subprocess.PIPE, text=True, check=False, timeout=60
        )
    assert "the answer cannot be written: No space left on device" in commands.bad(done)


def test_nowhere_to_write_to() -> None:
    command = [
        sys.executable,
        "-c",
        "import sys; sys.stdout = None; sys.argv = ['rulesdemo', 'games']; from rulesdemo.__main__ import main; main()",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert "standard output is closed" in commands.bad(done)


def test_nothing_heavy_is_loaded() -> None:
    code = "import sys, rulesdemo; rulesdemo.odds('veneti.boarding', attackers=4, defenders=1); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    loaded = set(done.stdout.split())
    assert "rulesdemo.games.veneti" in loaded
    assert not loaded & {"sympy", "numpy", "IPython", "voila", "rich", "rulesdemo.games.republic"}


def test_why_ends_in_the_fraction_of_the_odds() -> None:
    text = good("why", "veneti.boarding", "attackers=4", "defenders=1", "--when", "captured=true")
    assert text.rstrip().endswith("33/36 = 11/12.")
    assert r"\frac{11}{12}" in good("why", "veneti.boarding", "attackers=4", "defenders=1", "--when", "captured=true", "--latex")


def test_a_formula_in_the_number_of_turns_and_in_a_modifier() -> None:
    assert good("formula", "veneti.burning", "--over", "rolls", "--when", "state=out") == "2/3 - 2/(3*2**n) (n >= 0)\n"
    assert "-1 <= drm <= 3: (drm + 2)/6" in good("formula", "veneti.disengage", "crew=2", "--over", "drm", "--when", "free=true")
    assert r"\begin{cases}" in good("formula", "veneti.disengage", "crew=2", "--over", "drm", "--when", "free=true", "--latex")


def test_a_formula_claims_no_more_than_is_proved() -> None:
    leak = good("formula", "escadres.leak", "hull=16", "--over", "turns", "--when", "hull=0")
    assert leak.startswith("1 - (5/6)**n - ")
    assert leak.endswith("(n >= 0)\n")
    many = good("formula", "broadside.fire", "hull=200", "--over", "turns", "--when", "state=burnt")
    assert many.endswith("there are only exact terms. rulesdemo odds broadside.fire gives each.\n")
    loss = good("formula", "republic.percent_loss", "percent=5", "--over", "sp", "--when", "lost=6")
    assert loss.endswith("Looked at sp 0 to 1000; nothing is said above.\n")


def test_the_least_modifier_that_is_enough() -> None:
    # The battle table's defender retreats with 11/20 at +3, with 12/25 at +2.
    text = good("least", "republic.battle", "--over", "drm", "--when", "retreat=defender", "--chance", "1/2", "--more")
    assert text.startswith("drm 3 is the smallest")
    assert text == good("least", "republic.battle", "--over", "drm", "--when", "retreat=defender", "--chance", "50 %", "--more")


def test_what_each_input_is_worth() -> None:
    lines = good("worth", "veneti.grapple", "crew=2", "--when", "success=true").splitlines()
    assert lines[0] == "success yes: 1/3 (33.3 %)"
    assert "immobilised no -> yes: +1/3 to 2/3 (66.7 %)" in lines
    assert all("--json" not in line for line in lines)


def test_the_exact_worth_is_one_option_away() -> None:
    asked = ("worth", "escadres.leak", "hull=2", "turns=28", "--when", "hull=0")
    assert good(*asked).splitlines()[-1] == "(~ is rounded; --json gives the exact fraction.)"
    answer = json.loads(good(*asked, "--json"))
    assert answer["procedure"] == "escadres.leak"
    assert answer["inputs"] == {"hull": 2, "turns": 28, "faces": 1}
    # She floats with no leak in 28 turns, or with one.
    chance = 1 - Fraction(5, 6) ** 28 - 28 * Fraction(1, 6) * Fraction(5, 6) ** 27
    assert Fraction(answer["p"]) == chance
    (longer,) = [move for move in answer["worth"] if (move["input"], move["to"]) == ("turns", 29)]
    assert Fraction(longer["p"]) == 1 - Fraction(5, 6) ** 29 - 29 * Fraction(1, 6) * Fraction(5, 6) ** 28
    assert Fraction(longer["change"]) == Fraction(longer["p"]) - chance
    assert longer["from"] == 28


def test_mean_and_variance() -> None:
    assert good("mean", "veneti.sprint_cost", "crew=3", "cruise=4", "used=6", "--field", "pm_lost") == "mean 5/2, variance 17/4\n"


def test_the_exact_mean_is_one_option_away() -> None:
    asked = ("mean", "escadres.leak", "hull=5", "turns=28", "--field", "hull")
    assert good(*asked) == "mean ~ 0.95808986, variance ~ 1.4374449\n(~ is rounded; --json gives the exact fraction.)\n"
    answer = json.loads(good(*asked, "--json"))
    left = {5 - leaks: comb(28, leaks) * Fraction(5 ** (28 - leaks), 6**28) for leaks in range(5)}
    mean = sum(hull * chance for hull, chance in left.items())
    variance = sum(hull**2 * chance for hull, chance in left.items()) - mean**2
    assert answer == {
        "procedure": "escadres.leak",
        "inputs": {"hull": 5, "turns": 28, "faces": 1},
        "field": "hull",
        "mean": str(mean),
        "variance": str(variance),
    }


def test_a_rounded_mean_in_latex_says_so_between_its_sides_and_nowhere_else() -> None:
    lines = good("mean", "escadres.leak", "hull=5", "turns=28", "--field", "hull", "--latex").splitlines()
    assert lines[0].startswith(r"\mu = E[\text{hull}] \approx 0 \cdot 0.51052100 + 1 \cdot 0.19873255 + ")
    assert lines[0].endswith(r" + 5 \cdot 0.0060663171 \approx 0.95808986")
    assert lines[2] == r"\sigma^2 \approx 2.3553811 - \left(0.95808986\right)^2 \approx 1.4374449"
    for line in lines:
        assert not re.search(r"(\\cdot|[-+=(]) *\\approx", line)
    (first, *_) = good("mean", "escadres.leak", "hull=2", "turns=1", "--field", "hull", "--latex").splitlines()
    assert first == r"\mu = E[\text{hull}] = 1 \cdot \frac{1}{6} + 2 \cdot \frac{5}{6} = \frac{11}{6}"


def test_flags_are_shown_as_flags_in_a_roll() -> None:
    text = good("roll", "escadres.volley", "dice=2", "power=3", "crew=3", "--faces", "2,3")
    assert "  gun, each die: power 1, crew 0, fires 0, speed 0, turns 0, stopped no, exploded no\n" in text


def test_a_table_of_many_outcomes_shows_the_first_of_them() -> None:
    asked = ("odds", "escadres.volley", "dice=5", "power=4", "crew=4")
    outcomes = json.loads(good(*asked, "--json"))["outcomes"]
    ordered = sorted(outcomes, key=lambda line: tuple(line["outcome"].values()))
    _, _, _, heads, *lines = good(*asked).splitlines()
    assert heads.split() == [*outcomes[0]["outcome"], "chance"]
    assert f"... and {len(outcomes) - 60} more outcomes" in lines
    for line, shown in zip(lines[:60], ordered[:60], strict=True):
        values = ["yes" if value is True else "no" if value is False else str(value) for value in shown["outcome"].values()]
        assert line.split()[:8] == [*values, shown["p"]]


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["why", "veneti.boarding", "attackers=4", "defenders=1"], "--when"),
        (["why", "veneti.boarding", "attackers=4", "defenders=1", "--when", "capture=true"], "Did you mean captured?"),
        (["why", "veneti.boarding", "attackers=4", "defenders=1", "--when", "captured=maybe"], "captured is true or false, not 'maybe'"),
        (["why", "veneti.boarding", "attackers=4", "defenders=1", "--when", "attacker_loss=some"], "attacker_loss is never 'some'"),
        (["formula", "veneti.burning", "--over", "turns", "--when", "state=out"], "no whole-number input 'turns'"),
        (["formula", "veneti.burning", "--over", "rolls", "--when", "state=gone"], "state is never 'gone'"),
        (["least", "republic.battle", "--over", "drm", "--when", "retreat=defender", "--chance", "7"], "is not a chance"),
        (["least", "republic.battle", "--over", "drm", "--when", "retreat=defender", "--chance", "1/0"], "is not a chance"),
        (["least", "republic.battle", "--over", "drm", "--when", "retreat=defender", "--chance", "1e-400000000"], "is not a chance"),
        (["least", "republic.battle", "--over", "drm", "--when", "retreat=defender", "--chance", "50% or so"], "is not a chance"),
        (["mean", "republic.battle", "drm=0", "--field", "attacker_loss", "--count", "*=1e400000000"], "must be a number such as 0"),
        (["mean", "republic.battle", "drm=0", "--field", "attacker_loss", "--count", "*=" + "1" * 61], "must be a number such as 0"),
        (["mean", "republic.battle", "drm=0", "--field", "attacker_loss", "--json", "--latex"], "choose one of --json and --latex"),
        (["why", "republic.battle", "drm=0", "--when", "attacker_loss=x"], "never 'x'. Known: *. Or give a whole number."),
        (["why", "toulon.leader_wound", "--when", "turns_away=x"], "never 'x'. It is a whole number or null."),
        (["why", "toulon.can_pay", "purse=west", "unit=west", "--when", "allowed=x"], "allowed is true or false or null, not 'x'"),
        (["mean", "veneti.boarding", "attackers=4", "defenders=1", "--field", "loss"], "no outcome field 'loss'"),
        (["mean", "veneti.burning", "rolls=2", "--field", "state"], "which is no number"),
    ],
)
def test_explaining_refuses_in_one_line(args: list[str], words: str) -> None:
    assert words in bad(*args)
