"""Limits of a command: how long it may take, how much memory, how much it reads, and how it is stopped."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rulesdemo.analysis.catalogue import find
from rulesdemo.cli.batch import run_batch
from rulesdemo.cli.limits import MOST_SECONDS
from rulesdemo.cli.main import chosen_rules
from rulesdemo.cli.roll import often
from rulesdemo.odds.budget import time_limit
from rulesdemo.odds.procedure import forget_all
from rulesdemo.rules.ruleset import ruleset
from tests.support.commands import bad, good

# Two big ships of the line, a force left open: for sixty turns a second for each force.
SHIPS = ["broadside.duel", "hull_a=10,10,10", "hull_b=10,10,10", "force_b=9"]
LONG = {"procedure": "broadside.fire", "inputs": {"hull": 10**8, "turns": 1000}}
SHORT = {"procedure": "veneti.spread"}


def started(*args: str, stdin: Any = None) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "rulesdemo", *args], stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def run(*args: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "rulesdemo", *args], input=stdin, capture_output=True, text=True, check=False, timeout=120)


# -- ranges ----------------------------------------------------------------------------------------------------------------------------


def test_a_range_is_tested_by_its_bounds() -> None:
    asked = ["worth", "republic.full_battle", "attacker=A", "defender=B", "--json", "--when"]
    whole, half = (json.loads(good(run(*asked, f"attacker_loss={span}"))) for span in ("0..999999999999", "0..95"))
    assert Fraction(whole["p"]) == Fraction(half["p"]) < 1  # no loss is above 95 percent; an asterisk is no number
    assert (whole["event"], half["event"]) == ("attacker_loss 0 to 999999999999", "attacker_loss 0 to 95")


@pytest.mark.parametrize(
    ("procedure", "event", "words"),
    [
        (["republic.full_battle", "attacker=A", "defender=B"], "retreat=0..999999999999", "Known: attacker, defender, none."),
        (["republic.full_battle", "attacker=A", "defender=B"], "retreat=5", "Known: attacker, defender, none."),
        (["republic.combat_ratio", "attacker=3", "defender=1"], "ratio=0..999999999999", "It is a text, and texts have no range."),
        (["veneti.boarding", "attackers=4", "defenders=1"], "captured=0..1", "captured is true or false, not '0..1'"),
        (["veneti.boarding", "attackers=4", "defenders=1"], "attacker_loss=3..1", "write the smaller number first"),
        (["veneti.boarding", "attackers=4", "defenders=1"], "attacker_loss=0..", "It is a whole number."),
        (["veneti.fatigue", "crew=3", "cruise=4", "used=6"], "level=x", "level is never 'x'. It is a whole number."),
    ],
)
@pytest.mark.parametrize("command", ["why", "worth"])
def test_a_range_of_what_is_no_number_is_refused(command: str, procedure: list[str], event: str, words: str) -> None:
    assert words in bad(run(command, *procedure, "--when", event))


# -- time ------------------------------------------------------------------------------------------------------------------------------

TOO_LONG = [
    (["odds", "broadside.fire", "hull=100000000", "turns=1000"], "nothing was found"),
    (["least", *SHIPS, "force_a=10", "--over", "turns", "--when", "beaten=a", "--chance", "99/100"], "Nobody looked above"),
    (["formula", *SHIPS, "turns=60", "--over", "force_a", "--when", "beaten=a"], "nobody looked above force_a -"),
    (["worth", *SHIPS, "force_a=10", "turns=60", "--when", "beaten=a"], "of 6 changes were found"),
]


@pytest.mark.parametrize(("args", "found"), TOO_LONG, ids=[args[0] for args, _ in TOO_LONG])
def test_a_question_ends_with_what_was_found(args: list[str], found: str) -> None:
    seconds = "0.05" if args[0] == "odds" else "0.7"
    sentence = bad(run(*args, "--limit-seconds", seconds))
    assert sentence.startswith(f"rulesdemo: stopped after {seconds} seconds: ")
    assert found in sentence or "nothing was found" in sentence  # as on a machine with much other work
    assert sentence.endswith("(--limit-seconds gives more)\n")


def test_rolls_that_were_made_are_tallied() -> None:
    with time_limit(1):
        text, over = often(find("veneti.boarding"), {"attackers": 4, "defenders": 1}, 7, 10_000_000, ruleset("veneti"), as_json=True)
    tally = json.loads(text)
    assert tally["times"] == sum(row["count"] for row in tally["tally"]) < 10_000_000
    assert str(over) == f"{tally['times']:,} of 10,000,000 rolls were made"


def answers(capsys: pytest.CaptureFixture[str], folder: Path, cases: list[Any], seconds: float) -> list[Any]:
    file = folder / "cases.json"
    file.write_text(json.dumps(cases), encoding="utf-8")
    forget_all()
    with time_limit(seconds):
        assert run_batch(str(file), lambda game: chosen_rules(game, None, None)) == 2
    return json.loads(capsys.readouterr().out)  # type: ignore[no-any-return]


def test_a_long_case_leaves_the_others_standing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    found = answers(capsys, tmp_path, [SHORT, LONG, SHORT], 0.5)
    assert ["error" in answer for answer in found] == [False, True, False]
    assert found[1] == {**LONG, "error": "not found within 0.5 seconds (--limit-seconds gives more)"}


def test_a_batch_ends_although_every_case_is_long(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    errors = [answer["error"] for answer in answers(capsys, tmp_path, [LONG] * 30, 0.1)]
    assert errors[0] == "not found within 0.1 seconds (--limit-seconds gives more)"
    assert errors[-1] == "nobody came to this case: the time of the batch was over (--limit-seconds gives more)"


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", str(MOST_SECONDS + 1)])
def test_a_limit_is_some_seconds(seconds: str) -> None:
    assert "--limit-seconds must be more than 0 and at most 86,400" in bad(run("odds", "veneti.spread", "--limit-seconds", seconds))


def test_who_plays_or_serves_takes_his_time() -> None:
    for command in ("play", "serve", "lab"):
        assert "--limit-seconds" in bad(run(command, "veneti", "--limit-seconds", "1"))
    assert "--limit-seconds" in good(run("least", "--help"))


# -- memory ----------------------------------------------------------------------------------------------------------------------------


def test_more_outcomes_than_can_be_listed_are_refused_before_they_are_made() -> None:
    words = (
        "escadres.blast has up to 8,552,714 outcomes here, more than the 300,000 that are listed: ask for some fields only (power, crew,"
    )
    for form in ("--json", "--csv", "--latex"):
        assert words in bad(run("odds", "escadres.blast", "dice=12", form))
    assert json.loads(good(run("odds", "escadres.blast", "dice=12", "--json", "--fields", "crew")))["outcomes"]
    assert "8,552,714 outcomes" in run("odds", "--batch", "-", stdin='[{"procedure": "escadres.blast", "inputs": {"dice": 12}}]').stdout


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not bound the addresses of a process")
def test_what_fills_the_memory_all_the_same_is_stopped() -> None:
    code = "import sys; from rulesdemo.cli import limits, main; limits.MOST_MEMORY = 60 << 20; main.main()"
    asked = ["odds", "escadres.volley", "dice=16", "power=10", "crew=8", "--json"]
    done = subprocess.run([sys.executable, "-c", code, *asked], capture_output=True, text=True, check=False, timeout=120)
    assert "stopped: the answer takes more than 2 gigabytes of memory; ask for less" in bad(done)
    batch = json.dumps([{"procedure": asked[1], "inputs": {"dice": 16, "power": 10, "crew": 8}}, SHORT])
    done = subprocess.run(
        [sys.executable, "-c", code, "odds", "--batch", "-"], input=batch, capture_output=True, text=True, check=False, timeout=120
    )
    assert ["error" in answer for answer in json.loads(done.stdout)] == [True, False]


# -- what is read ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="a file without end")
def test_a_file_without_end_is_refused() -> None:
    assert "/dev/zero is too long: more than 10,000,000 characters" in bad(run("odds", "--batch", "/dev/zero"))
    with Path("/dev/zero").open(encoding="ascii") as zeros:
        process = started("odds", "--batch", "-", stdin=zeros)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (2, "")
    assert err == "rulesdemo: standard input is too long: more than 10,000,000 bytes\n"


# -- Ctrl-C ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is a signal here")
def test_the_first_answers_of_a_batch_are_printed_before_the_last_are_known_and_ctrl_c_leaves_a_list(tmp_path: Path) -> None:
    file = tmp_path / "cases.json"
    file.write_text(json.dumps([SHORT, LONG, SHORT]), encoding="utf-8")
    process = started("odds", "--batch", str(file))
    assert process.stdout is not None
    first = process.stdout.read(40)  # there while the second case, which takes minutes, is being worked out
    assert first.startswith('[{"procedure": "veneti.spread"')
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    rest = process.stdout.read()
    _out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "rulesdemo: stopped\n")
    assert [answer["procedure"] for answer in json.loads(first + rest)] == ["veneti.spread"]


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is a signal here")
@pytest.mark.parametrize("at", ["rulesdemo.cli.main", "rulesdemo.analysis.catalogue", "rulesdemo.odds.chains"])
def test_ctrl_c_says_one_sentence_from_the_first_moment_on(at: str) -> None:
    # The signal comes while a module is being loaded: a moment that a test can name.
    code = f"""
import os, signal, sys
class Stop:
    def find_spec(self, name, path=None, target=None):
        if name == {at!r}:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Stop())
from rulesdemo.__main__ import main
main()
"""
    done = subprocess.run(
        [sys.executable, "-c", code, "odds", "broadside.fire", "hull=9", "turns=9"], capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "rulesdemo: stopped\n")
