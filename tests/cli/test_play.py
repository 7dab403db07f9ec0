"""`rulesdemo play` and `rulesdemo replay`, run as a user runs them: by bots, by hand, by a script, and stopped halfway.

The race (tests/support/race.py) stands in for a game; the last tests play a real one.
"""

from __future__ import annotations

import io
import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rulesdemo.cli.main import main
from rulesdemo.play.game import game
from rulesdemo.play.saves import from_text
from rulesdemo.rules.datafiles import GAMES
from tests.support import commands
from tests.support.race import ENGINE, GAME

ROOT = Path(__file__).parents[2]
RACE = [sys.executable, "-m", "tests.support.race"]
REAL = [sys.executable, "-m", "rulesdemo"]


@pytest.fixture(autouse=True)
def entered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The race in the place of the real game's engine, and the checkout as the folder we are in."""
    played = game(GAME)
    before = played.engine
    object.__setattr__(played, "engine", "tests.support.race")
    monkeypatch.chdir(ROOT)
    yield
    object.__setattr__(played, "engine", before)


def heed_ctrl_c() -> None:
    """Tests started in the background of a shell ignore Ctrl-C, and so would what they start."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def run(*args: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """The command line in this process, which spares half a second each time."""
    told, wrong = io.StringIO(), io.StringIO()
    with redirect_stdout(told), redirect_stderr(wrong), pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["rulesdemo", *args])
        patch.setattr(sys, "stdin", io.StringIO(stdin))
        with pytest.raises(SystemExit) as left:
            main()
    return subprocess.CompletedProcess(args, int(left.value.code or 0), told.getvalue(), wrong.getvalue())


def process(*args: str, command: list[str] = RACE) -> str:
    """The same as a process of its own."""
    done = subprocess.run([*command, *args], capture_output=True, text=True, check=False, timeout=120, cwd=ROOT)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def good(*args: str, stdin: str = "") -> str:
    return commands.good(run(*args, stdin=stdin))


def bad(*args: str, stdin: str = "") -> str:
    return commands.bad(run(*args, stdin=stdin))


@pytest.fixture
def save(tmp_path: Path) -> str:
    return str(tmp_path / "game.json")


def steps(file: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(Path(file).read_text(encoding="utf-8"))["steps"]
    return found


# -- by bots -----------------------------------------------------------------------------------------------------------------------------


def test_without_a_scenario_they_are_listed() -> None:
    assert good("play", GAME).split() == list(ENGINE.scenarios())
    assert json.loads(good("play", GAME, "--json")) == list(ENGINE.scenarios())


def test_bots_play_and_the_log_is_printed() -> None:
    lines = good("play", GAME, "sprint", "--bots", "random", "--seed", "3").splitlines()
    assert lines[0] == "republic sprint, seed 3"
    assert lines[1] == "T1  Lap 1. [3]"
    assert lines[2] == "T1  Rowan runs 2. [1]  (3; 1/3)"
    assert lines[-2:] == ["T3  Red wins. [9]", "18 orders, turn 3, over"]
    assert process("play", GAME, "sprint", "--bots", "random", "--seed", "3").splitlines() == lines


def test_json_is_what_the_contract_prints() -> None:
    told = json.loads(good("play", GAME, "sprint", "--bots", "random", "--seed", "3", "--json"))
    assert told["result"] == {"winner": "red", "by": 3, "rule": "9"}
    assert (told["turns"], told["orders"], told["seed"]) == (3, 18, 3)
    assert told["log"][1] == {"turn": 1, "text": "Rowan runs 2.", "rule": "1", "faces": [3], "p": "1/3"}
    assert all(line["p"] is None or 0 < Fraction(line["p"]) <= 1 for line in told["log"])
    assert json.loads(good("play", GAME, "sprint", "--seed", "3", "--json")) == told


def test_without_a_seed_the_one_drawn_is_told() -> None:
    told = json.loads(good("play", GAME, "sprint", "--json"))
    assert json.loads(good("play", GAME, "sprint", "--json", "--seed", str(told["seed"]))) == told


def test_a_bot_for_each_side(save: str) -> None:
    good("play", GAME, "sprint", "--bots", "red=hare,blue=tortoise", "--seed", "1", "--save", save)
    assert {step["order"] for step in steps(save)} == {"dash", "walk"}


def test_a_game_is_saved_and_replayed(save: str) -> None:
    told = good("play", GAME, "sprint", "--bots", "random", "--seed", "3", "--save", save, "--set", "ratio_rounding=defender")
    assert told.splitlines()[-1] == f"saved in {save}"
    again = good("replay", save)
    assert again.splitlines()[0] == "republic sprint, set ratio_rounding=defender"
    assert again.splitlines()[1:] == told.splitlines()[1:-1]
    as_json = json.loads(good("play", GAME, "sprint", "--seed", "3", "--json", "--save", save, "--set", "ratio_rounding=defender"))
    del as_json["seed"]
    assert json.loads(good("replay", save, "--json")) == as_json
    assert good("replay", "-", "--full", stdin=Path(save).read_text()).startswith(
        "game republic\nscenario sprint\nset ratio_rounding=defender\n"
    )


def test_a_game_that_gets_stuck_says_where_and_is_saved(save: str) -> None:
    done = run("play", GAME, "wall", "--bots", "random", "--seed", "4", "--save", save)
    assert done.returncode == 2
    assert f"is stuck at step {len(steps(save))}, seed 4" in done.stderr
    assert "Traceback" not in done.stderr


# -- what is refused ---------------------------------------------------------------------------------------------------------------------


BAD = [
    (["play"], "GAME"),
    (["play", "republik"], "no game 'republik'. Did you mean republic?"),
    (["play", GAME, "sprnt", "--bots", "random"], "Did you mean sprint?"),
    (["play", GAME, "sprint", "--bots", "rando"], "Did you mean random?"),
    (["play", GAME, "sprint", "--bots", "green=random"], "has no side 'green'"),
    (["play", GAME, "sprint", "--bots", "red=random", "--json"], "--json needs a bot for every side: red, blue"),
    (["play", GAME, "sprint", "--seed", "x"], "--seed"),
    (["play", GAME, "sprint", "--bots", "random", "--set", "ratio=1"], "has no switch 'ratio'"),
    (["play", GAME, "sprint", "--bots", "random", "--patch", "tactical=1"], "is not TABLE:ROW,COL=VALUE"),
    (["play", GAME, "sprint", "--bots", "random", "--save", "."], "it is a folder"),
    (["play", GAME, "sprint", "--bots", "random", "--save", "no/such/place.json"], "its folder does not exist"),
    (["play", GAME, "sprint", "--bots", "random", "--save", "README.md"], "is there already and is not a save"),
    (["replay"], "FILE"),
    (["replay", "no-such-file.json"], "cannot be read"),
    (["replay", "."], "cannot be read"),
    (["replay", "README.md"], "README.md: this is not a save: it is not JSON"),
    (["replay", "-"], "it is not JSON"),
    (["replay", "-", "--json", "--full"], "choose one of --json and --full"),
]


@pytest.mark.parametrize(("args", "words"), BAD, ids=[" ".join(args) for args, _ in BAD])
def test_bad_input_gets_one_line(args: list[str], words: str) -> None:
    assert words in bad(*args)


def test_a_patch_without_sense_gets_one_line() -> None:
    words = "this order makes no sense with your patch tactical:0,A=5"
    assert words in bad("play", GAME, "marathon", "--bots", "random", "--seed", "1", "--patch", "tactical:0,A=5")
    assert words in good("play", GAME, "marathon", "--patch", "tactical:0,A=5", stdin="limp ro\nwalk ro\n")


def test_a_bad_save_names_its_step(save: str) -> None:
    good("play", GAME, "sprint", "--bots", "random", "--seed", "3", "--save", save)
    text = Path(save).read_text()
    Path(save).write_text(text.replace('"faces": [3]', '"faces": [9]', 1))
    assert "game.json: step 1 (run): face 9 at place 1 is not on a d6" in bad("replay", save)


# -- by hand -----------------------------------------------------------------------------------------------------------------------------


def by_hand(*lines: str, args: tuple[str, ...] = ()) -> str:
    return good("play", GAME, "marathon", "--seed", "3", *args, stdin="\n".join(lines))


def test_the_situation_the_question_and_the_orders_are_shown() -> None:
    text = by_hand()
    assert "Lap 1: red 0, blue 0 of 400." in text
    assert "red: Move Rowan. [1]" in text
    assert "   4  dash legs=ro:1:no,ro:2:yes\n" in text
    assert "   9  (blue) cheer side=blue\n" in text
    assert text.endswith("0 orders, turn 1, not over\n")


def test_orders_by_number_by_words_and_with_typed_dice(save: str) -> None:
    by_hand("1", "run runner=bo pace=2 dice 6", "run ro 1 dice 3", "4 dice 2, 5", f"save {save}", "quit", "1")
    assert [(step["order"], step["faces"]) for step in steps(save)] == [("walk", []), ("run", [6]), ("run", [3]), ("dash", [2, 5])]


def test_undo_and_redo_give_the_same_dice(save: str) -> None:
    by_hand("2", "2", f"save {save}", "undo", "undo", "redo", "redo", args=("--save", save))
    first = steps(save)
    by_hand("2", "2", args=("--save", save))
    assert steps(save) == first
    by_hand("2", "2", "undo", args=("--save", save))
    assert steps(save) == first[:1]


def test_what_cannot_be_done_is_said_and_the_game_goes_on() -> None:
    lines = "undo;redo;again;99;0;frob;run bo 1;run ro 3;run ro 1 dice 7;1 dice x;1 dice;odds;why;save;save .;more;orders zebra; ;;1"
    text = by_hand(*lines.split(";"))
    for words in (
        "nothing to take back",
        "none to give again",
        "no dice to roll again",
        "there is no order 99: 9 are numbered",
        "there is no order 'frob'",
        "Bo waits. [1] Choose the other runner.",
        "pace is 1 or 2, not '3'",
        "face 7 at place 1 is not on a d6",
        "'x' is not a list of faces",
        "'' is not a list of faces",
        "say which order",
        "say where, as in: save game.json",
        ". cannot be written: it is a folder",
        "There are no more orders.",
        "No legal order has 'zebra' in it.",
        "T1  Rowan runs 1. [1]",
    ):
        assert words in text
    assert text.endswith("1 order, turn 1, not over\n")


def test_why_an_order_is_refused() -> None:
    text = by_hand("why walk bo", "why 1", "why cheer red")
    assert "Bo waits. [1] Choose the other runner.\n" in text
    assert text.count("That is legal now.") == 2


def test_odds_are_exact() -> None:
    text = by_hand("odds run ro 2", "odds 1", "odds rest")
    assert "1/3     33.3 %  Rowan runs 2. Rowan pants.\n" in text
    assert "1       100.0 %  Rowan runs 1.\n" in text
    assert "1       100.0 %  Nothing happens.\n" in text


def test_odds_of_an_illegal_order_say_why() -> None:
    assert "Bo waits. [1] Choose the other runner.\n" in by_hand("odds walk bo")


def test_rolling_again_is_kept(save: str) -> None:
    text = by_hand("run ro 2 dice 1", "again", "again", args=("--save", save))
    assert steps(save)[0]["rerolls"] == 2
    assert "rolled again 2 times)" in text


def test_help_log_show_and_lists() -> None:
    text = by_hand("help", "1", "log", "show", "orders run", "orders")
    assert "NUMBER             give that order" in text
    assert "Lap 1: red 1, blue 0 of 400." in text
    assert text.count("T1  Rowan runs 1. [1]") == 2


def test_against_a_bot_undo_goes_back_to_the_readers_own_choice(save: str) -> None:
    by_hand("1", "1", "undo", args=("--bots", "blue=tortoise", "--save", save))
    assert [step["runner"] for step in steps(save)] == ["ro", "bo"]
    by_hand("1", "1", "undo", "redo", args=("--bots", "blue=tortoise", "--save", save))
    assert [step["runner"] for step in steps(save)] == ["ro", "bo"] * 2
    assert "No order of yours has been given yet" in by_hand("undo", args=("--bots", "red=tortoise"))


def test_after_the_end_one_can_still_look_back(save: str) -> None:
    text = good("play", GAME, "sprint", "--bots", "blue=tortoise", "--seed", "1", "--save", save, stdin="4 dice 6 6\n" * 2 + "1\nundo\n")
    assert "The game is over: undo, log, save FILE or quit." in text
    assert "there is no order 1: 0 are numbered" in text
    assert [step["order"] for step in steps(save)] == ["dash", "walk"]


def test_input_that_is_no_text_is_refused() -> None:
    done = subprocess.run([*RACE, "play", GAME, "sprint"], input=b"\xff\xfe\n", capture_output=True, check=False, timeout=60, cwd=ROOT)
    assert b"Traceback" not in done.stderr
    assert done.returncode in (0, 2)  # as the system's encoding has it: no text at all, or no order of that name


# -- stopped -----------------------------------------------------------------------------------------------------------------------------


@pytest.fixture
def started(save: str) -> Iterator[Any]:
    """Starts the race with a save; whatever is left is ended afterwards."""
    begun = []

    def start(*args: str, **options: Any) -> subprocess.Popen[bytes]:
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        wanted = {**pipes, "preexec_fn": heed_ctrl_c, **options}
        begun.append(subprocess.Popen([*RACE, "play", GAME, *args, "--save", save], cwd=ROOT, bufsize=0, **wanted))
        return begun[-1]

    yield start
    for each in begun:
        each.kill()
        each.wait()
        for pipe in (each.stdin, each.stdout, each.stderr):
            if pipe:
                pipe.close()


def test_ctrl_c_while_bots_play_keeps_the_game(started: Any, save: str) -> None:
    running = started("ultra", "--bots", "random", "--seed", "1")
    told = b""
    while told.count(b"\n") < 50:  # it is well under way
        told = running.stdout.read(4096) + told
    running.send_signal(signal.SIGINT)
    told, wrong = running.communicate(timeout=60)
    assert running.returncode == 130
    assert b"Traceback" not in wrong
    assert told.endswith(f"saved in {save}\n".encode())
    assert len(from_text(Path(save).read_text(), lambda _: ENGINE).done) > 10


def test_ctrl_c_while_waiting_for_the_reader_keeps_the_game(started: Any, save: str) -> None:
    running = started("sprint", "--seed", "1", env={**os.environ, "PYTHONUNBUFFERED": "1"})
    running.stdin.write(b"1\n")
    told = b""
    while b"blue: Move Bo." not in told or not told.endswith(b"cheer side=blue\n"):
        told += running.stdout.read(4096)
    time.sleep(0.2)
    running.send_signal(signal.SIGINT)
    _, wrong = running.communicate(timeout=60)
    assert running.returncode == 130
    assert b"Traceback" not in wrong
    assert [step["order"] for step in steps(save)] == ["walk"]


def test_a_reader_of_the_log_who_goes_away_is_no_fault(started: Any) -> None:
    running = started("marathon", "--bots", "random", "--seed", "1")
    running.stdout.read(10)
    running.stdout.close()
    running.stdout = None
    _, wrong = running.communicate(timeout=60)
    assert b"Traceback" not in wrong
    assert running.returncode == 0


def test_at_a_terminal_the_side_is_the_prompt() -> None:
    master, slave = pty.openpty()
    command = [*RACE, "play", GAME, "sprint", "--seed", "1"]
    running = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, cwd=ROOT, preexec_fn=heed_ctrl_c)  # noqa: PLW1509 - as above
    os.write(master, b"1\n\x04")
    told = b""
    while b"not over" not in told:
        told += os.read(master, 4096)
    assert running.wait(timeout=60) == 0
    assert b"red> " in told
    assert b"blue> " in told
    os.close(slave)
    os.close(master)


def test_long_play_says_on_a_terminal_how_far_it_is(started: Any) -> None:
    master, slave = pty.openpty()
    running = started("ultra", "--json", "--seed", "1", stderr=slave)
    told = b""
    while b"orders" not in told:
        told += os.read(master, 4096)
    running.send_signal(signal.SIGINT)
    assert running.wait(timeout=60) == 130
    assert re.match(rb"\rturn \d+, \d+ orders ", told)
    os.close(slave)
    os.close(master)


# -- a real game -------------------------------------------------------------------------------------------------------------------------


PLAYABLE = [name for name in GAMES if game(name).engine]


def test_some_game_can_be_played() -> None:
    assert PLAYABLE


def test_games_lists_the_scenarios() -> None:
    listed = {each["name"]: each["scenarios"] for each in json.loads(process("games", "--json", command=REAL))}
    for name in GAMES:
        assert bool(listed[name]) == (name in PLAYABLE)
        assert name not in PLAYABLE or process("play", name, command=REAL).split() == listed[name]


@pytest.mark.parametrize("name", PLAYABLE)
def test_a_real_game_is_played_saved_and_replayed(name: str, save: str) -> None:
    scenario = process("play", name, command=REAL).split()[-1]
    told = json.loads(process("play", name, scenario, "--bots", "random", "--seed", "1", "--json", "--save", save, command=REAL))
    assert told["result"]
    assert told["orders"] == len(steps(save))
    assert any(line["faces"] for line in told["log"])
    del told["seed"]
    assert json.loads(process("replay", save, "--json", command=REAL)) == told
