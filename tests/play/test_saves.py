"""Saves: a game there and back, as text, code and file; and whatever is not a save, refused in one sentence that names the step."""

from __future__ import annotations

import base64
import json
import os
import random
import re
import stat
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo.errors import InputError
from rulesdemo.odds.dice import FixedDice
from rulesdemo.play import saves
from rulesdemo.play.bots import play_out, random_bot
from rulesdemo.play.engine import Engine, check
from rulesdemo.play.game import game as find_game
from rulesdemo.play.history import History
from rulesdemo.play.saves import SaveError, from_code, from_text, playable, read_save, to_code, to_text, write_save
from rulesdemo.rules.datafiles import read_reader_text, write_reader_text
from rulesdemo.rules.ruleset import ruleset
from tests.support import race
from tests.support.race import ENGINE, Dash, Leg, Limp, Run, Walk


def find(name: str) -> Engine[Any]:
    """The race by the name it borrowed; any other game as usual."""
    return ENGINE if name == race.GAME else playable(name)


def bots_game(seed: int, scenario: str = "sprint") -> History[Any]:
    return play_out(History.start(ENGINE, scenario), dict.fromkeys(ENGINE.sides, random_bot), random.Random(seed))


def example() -> History[Any]:
    """Five steps: no dice, dice, dice rolled again, records inside, and a switch."""
    history = History.start(ENGINE, "marathon", ruleset(race.GAME, {"ratio_rounding": "defender"}))
    history = history.play(Walk("ro"), FixedDice(())).play(Run("bo", 2), FixedDice((4,)))
    history = history.play(Dash((Leg("ro", 1), Leg("ro", 2, True)), True), FixedDice((3, 1))).roll_again(FixedDice((5, 6)))
    return history.play(Limp("bo"), FixedDice((6, 6))).play(race.Cheer("red"), FixedDice((1, 4)))


EXAMPLE = example()


def plain(history: History[Any] = EXAMPLE) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(to_text(history))
    return loaded


# -- there and back ----------------------------------------------------------------------------------------------------------------------


def test_the_text_is_what_the_format_says() -> None:
    assert to_text(EXAMPLE) == (
        "{\n"
        ' "format": "rulesdemo-save",\n'
        ' "version": 1,\n'
        ' "game": "republic",\n'
        ' "scenario": "marathon",\n'
        ' "switches": {"ratio_rounding": "defender"},\n'
        ' "patches": {},\n'
        ' "steps": [\n'
        '  {"order": "walk", "runner": "ro", "faces": []},\n'
        '  {"order": "run", "runner": "bo", "pace": 2, "faces": [4]},\n'
        '  {"order": "dash", "legs": [{"runner": "ro", "pace": 1, "proud": false}, {"runner": "ro", "pace": 2, "proud": true}],'
        ' "shout": true, "faces": [5, 6], "rerolls": 1},\n'
        '  {"order": "limp", "runner": "bo", "faces": [6, 6]},\n'
        '  {"order": "cheer", "side": "red", "faces": [1, 4]}\n'
        " ]\n"
        "}\n"
    )


@given(st.integers(0, 60))
def test_there_and_back(seed: int) -> None:
    history = bots_game(seed)
    again = from_text(to_text(history), find)
    assert again == history
    assert list(again.outcomes()) == list(history.outcomes())
    assert to_text(again) == to_text(history)
    assert from_code(to_code(history), find) == history


def test_a_game_without_orders_and_one_under_other_rules() -> None:
    begun = History.start(ENGINE, "sprint", ruleset(race.GAME, patches={("tactical", "0", "A"): "5"}))
    assert json.loads(to_text(begun))["patches"] == {"tactical:0,A": "5"}
    for history in (begun, EXAMPLE):
        assert from_text(to_text(history), find) == history
        assert from_code(to_code(history), find).rules is history.rules


def test_what_was_taken_back_is_not_saved() -> None:
    assert from_text(to_text(EXAMPLE.undo()), find) == EXAMPLE.undo()


def test_a_code_fits_a_link() -> None:
    code = to_code(EXAMPLE)
    assert code.startswith("1.")
    assert set(code) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.")
    assert from_code(f" {code}\n", find) == EXAMPLE
    assert len(to_code(bots_game(1, "marathon"))) < len(to_text(bots_game(1, "marathon"))) / 8


# -- what is refused ---------------------------------------------------------------------------------------------------------------------


def edited(*path: str | int, value: Any = ..., **changes: Any) -> str:
    """The example with something put at a place, or taken away from it."""
    save = plain()
    here: Any = save
    for key in path[:-1]:
        here = here[key]
    if path and value is ...:
        del here[path[-1]]
    elif path:
        here[path[-1]] = value
    return json.dumps({**save, **changes})


STEP_4 = {"order": "limp", "runner": "bo", "faces": [6, 6]}
BAD: list[tuple[str, str]] = [
    # not a save at all
    ("", "it is not JSON (Expecting value at line 1, column 1)"),
    ("{", "it is not JSON"),
    ("\ufeff{}", "it is not JSON"),
    ("[]", 'a save is an object with "format": "rulesdemo-save"'),
    ("null", "a save is an object"),
    ("7", "a save is an object"),
    ('"rulesdemo-save"', "a save is an object"),
    ("{}", "a save is an object"),
    ("[" * 100_000, "nested too deeply"),
    ('{"format":' * 100_000, "nested too deeply"),
    (edited("format", value="rulesdemo-saves"), "this is not a save"),
    (edited("format", value=["rulesdemo-save"]), "this is not a save"),
    # versions
    (edited("version", value=2), "has version 2: it was made by a newer rulesdemo"),
    (edited("version", value=0), "has version 0: this rulesdemo reads version 1"),
    (edited("version", value=True), "has version True"),
    (edited("version", value="1"), "has version '1'"),
    (edited("version", value=1.0), "has version of no kind we know"),
    (edited("version"), "has version of no kind we know"),
    # the head
    (edited(extra=1), "the save has no field 'extra'"),
    (edited("steps"), "the save needs steps"),
    (edited("patches"), "the save needs patches"),
    (edited("game", value="venetti"), "no game 'venetti'. Did you mean veneti?"),
    (edited("game", value=["veneti"]), "game must be a name"),
    (edited("game", value="toulon"), "toulon has no switch 'ratio_rounding'"),
    (edited("scenario", value="maraton"), "Did you mean marathon?"),
    (edited("scenario", value=1), "scenario must be a name"),
    (edited("scenario", value="m" * 10_000), "scenario must be a name"),
    (edited("switches", value=[]), "switches must be an object"),
    (edited("switches", value={"ratio": "x"}), "has no switch 'ratio'"),
    (edited("switches", value={"ratio_rounding": "up"}), "has no setting 'up'"),
    (edited("switches", value={"ratio_rounding": 1}), "switches: 'ratio_rounding' must be a text"),
    (edited("switches", value={f"s{at}": "x" for at in range(1001)}), "switches must be an object of at most 1000"),
    (edited("patches", value={"tactical": "1"}), "patch 'tactical' is not TABLE:ROW,COL"),
    (edited("patches", value={"tactical:0,Z": "1"}), "has no battle letter 'Z'"),
    (edited("patches", value={"tactcal:0,A": "1"}), "Did you mean tactical?"),
    (edited("patches", value={"tactical:0,A": 1}), "patches: 'tactical:0,A' must be a text"),
    (edited("patches", value={"tactical:0,A": "x"}), "'x'"),
    (edited("steps", value={}), "steps must be a list"),
    (edited("steps", value=[STEP_4] * 50_001), "at most 50000 orders"),
    ('{"format": "rulesdemo-save", "version": 1, "version": 1}', "the save gives 'version' twice"),
    (to_text(EXAMPLE).replace('"switches": {', '"switches": {"ratio_rounding": "larger", '), "switches gives 'ratio_rounding' twice"),
    # a step
    (edited("steps", 1, value=[]), "step 2: a step must be an object with order and faces"),
    (edited("steps", 1, value=None), "step 2: a step must be an object"),
    (edited("steps", 1, "order"), "step 2: a step needs order"),
    (edited("steps", 1, "faces"), "step 2: a step needs faces"),
    (edited("steps", 1, "order", value=3), "step 2: order must be a word"),
    (edited("steps", 1, "order", value="rum"), "step 2 (rum): there is no order 'rum'. Did you mean run?"),
    (edited("steps", 1, "order", value="r" * 9999), "there is no order 'rrr"),
    (edited("steps", 1, "order", value="\ud800\n"), "step 2 ('\\ud800\\n'): there is no order"),
    (edited("steps", 1, "pace"), "step 2 (run): run needs pace"),
    (edited("steps", 1, "pase", value=1), "step 2 (run): run has no field 'pase'. Did you mean pace?"),
    (edited("steps", 1, "pace", value=True), "step 2 (run): pace: expected a whole number, got true or false"),
    (edited("steps", 1, "pace", value=2.0), "step 2 (run): pace: expected a whole number"),
    (edited("steps", 1, "pace", value="HUGE").replace('"HUGE"', "9" * 9000), "step 2 (run): pace: expected a whole number"),
    (edited("steps", 1, "pace", value=float("nan")), "step 2 (run): pace: expected a whole number"),
    (edited("steps", 1, "runner", value=float("inf")), "step 2 (run): runner: expected a text"),
    (edited("steps", 1, "runner", value="ro"), "step 2 (run): Rowan waits. [1] Choose the other runner."),
    (edited("steps", 1, "runner", value="mo"), "step 2 (run): There is no runner 'mo'."),
    (edited("steps", 2, "legs", 0, "pace"), "step 3 (dash): dash's legs needs pace"),
    (edited("steps", 2, "legs", 0, "pacer", value=1), "step 3 (dash): dash's legs has no field 'pacer'"),
    (edited("steps", 2, "legs", value=[]), "step 3 (dash): A dash has two or three legs. [1.2]"),
    (edited("steps", 2, "legs", 0, value=[[[[]]]]), "step 3 (dash): dash's legs must be an object"),
    (to_text(EXAMPLE).replace('"pace": 2, "faces"', '"pace": 2, "pace": 2, "faces"'), "step 2 (run): it gives 'pace' twice"),
    (to_text(EXAMPLE).replace('"pace": 1, "proud"', '"pace": 1, "pace": 1, "proud"'), "step 3 (dash): dash's legs gives 'pace' twice"),
    (to_text(EXAMPLE).replace('"faces": [4]', '"faces": [4], "faces": [4]'), "step 2 (run): it gives 'faces' twice"),
    # dice
    (edited("steps", 1, "faces", value=[]), "step 2 (run): the dice run out"),
    (edited("steps", 1, "faces", value=[4, 4]), "step 2 (run): 1 faces left over"),
    (edited("steps", 0, "faces", value=[4]), "step 1 (walk): 1 faces left over"),
    (edited("steps", 1, "faces", value=[7]), "step 2 (run): face 7 at place 1 is not on a d6"),
    (edited("steps", 1, "faces", value=[0]), "step 2 (run): face 0"),
    (edited("steps", 1, "faces", value=[True]), "step 2 (run): faces must be a list of whole numbers"),
    (edited("steps", 1, "faces", value=[4.0]), "step 2 (run): faces must be a list of whole numbers"),
    (edited("steps", 1, "faces", value=[10**400]), "step 2 (run): faces must be a list of whole numbers"),
    (edited("steps", 1, "faces", value="4"), "step 2 (run): faces must be a list"),
    (edited("steps", 1, "faces", value=4), "step 2 (run): faces must be a list"),
    (edited("steps", 1, "faces", value=[4] * 1001), "step 2 (run): 1001 faces are more than one order throws"),
    (edited("steps", 1, "rerolls", value=-1), "step 2 (run): rerolls must be a whole number"),
    (edited("steps", 1, "rerolls", value=True), "step 2 (run): rerolls must be a whole number"),
    (edited("steps", 1, "rerolls", value=10**8), "step 2 (run): rerolls must be a whole number"),
    (edited("steps", 1, "rerolls", value=10**100), "step 2 (run): rerolls must be a whole number"),
    (edited("steps", 0, "rerolls", value=1), "step 1 (walk): no dice were thrown, so none were rolled again"),
    (edited("switches", value={}), "step 4 (limp): 1 faces left over"),
    (edited("patches", value={"tactical:0,A": "5"}), "step 4 (limp): this order makes no sense with your patch tactical:0,A=5"),
]


@pytest.mark.parametrize(("text", "words"), BAD, ids=[f"{at} {words[:60]}" for at, (_, words) in enumerate(BAD)])
def test_what_is_no_save_is_refused_in_one_sentence(text: str, words: str) -> None:
    with pytest.raises(SaveError) as refused:
        from_text(text, find)
    said = str(refused.value)
    assert words in said
    assert len(said) < 600
    assert "\n" not in said
    said.encode()  # nothing that a terminal cannot show


def test_a_text_without_end_is_refused_before_it_is_read() -> None:
    with pytest.raises(SaveError, match="too long to be a save"):
        from_text(" " * (saves.MOST_TEXT + 1), find)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(["ro", "bo", "run", "red"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def places(value: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a JSON value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [here, *(place for key, each in inside for place in places(each, (*here, key)))]


@given(st.data())
def test_a_changed_save_is_refused_with_its_step_or_is_another_whole_game(data: st.DataObject) -> None:
    save = plain()
    place = data.draw(st.sampled_from([place for place in places(save) if place]))
    here: Any = save
    for key in place[:-1]:
        here = here[key]
    change = data.draw(st.sampled_from(["put", "drop", "double", "swap"]))
    if change == "drop":
        del here[place[-1]]
    elif change == "double" and isinstance(here, list):
        here.insert(place[-1], here[place[-1]])
    elif change == "swap" and isinstance(here, list):
        here.reverse()
    else:
        here[place[-1]] = data.draw(JSON | st.integers(0, 7))
    sound = place[1] if place[0] == "steps" and len(place) > 1 and change != "swap" else 0
    check_loads(json.dumps(save), sound, named=place[0] == "steps" and len(place) > 1)


def check_loads(text: str, sound: int, *, named: bool) -> None:
    """Refused at a step after the sound ones, or a game that its own record gives again."""
    try:
        history = from_text(text, find)
    except SaveError as wrong:
        step = re.match(r"step (\d+)( \(.+\))?: ", str(wrong))
        assert step is not None or not named, wrong  # noqa: PT017 - refused or not, it is checked
        assert step is None or int(step[1]) > sound, wrong  # noqa: PT017 - as above
        return
    again = History.start(ENGINE, history.scenario, history.rules)
    for deed in history.done:
        assert check(ENGINE, again.position, deed.order) is None
        again = again.play(deed.order, FixedDice(deed.faces), deed.rerolls)
    assert again == history
    assert to_text(from_text(to_text(history), find)) == to_text(history)


@given(st.text(max_size=200) | st.binary(max_size=200).map(lambda raw: raw.decode("latin-1")))
def test_any_text_is_refused_kindly(text: str) -> None:
    for load in (from_text, from_code):
        with pytest.raises(SaveError):
            load(text, find)


# -- codes -------------------------------------------------------------------------------------------------------------------------------


def packed(raw: bytes) -> str:
    return "1." + base64.urlsafe_b64encode(raw).decode().rstrip("=")


CODES: list[tuple[str, str]] = [
    ("", "a code begins with 1."),
    ("2.abc", "made by another version of rulesdemo"),
    ("abc", "a code begins with 1."),
    ("1.", "damaged"),
    ("1.####", "damaged"),
    ("1.abcde", "damaged"),
    ("1.\u00e9\u00e9", "damaged"),
    (packed(b"hello"), "damaged"),
    (packed(zlib.compress(b"\xff\xfe")), "damaged"),
    (packed(zlib.compress(to_text(EXAMPLE).encode()) + b"more"), "damaged"),
    (packed(zlib.compress(to_text(EXAMPLE).encode())[:-6]), "damaged"),
    (packed(zlib.compress(b"{}")), "this is not a save"),
    (packed(zlib.compress(b" " * (saves.MOST_TEXT + 1))), "damaged"),  # 16 MB in 21 kB
    ("1." + "A" * 1_000_001, "too long to be a link's code"),
    (packed(zlib.compress(edited("steps", 1, "faces", value=[7]).encode())), "step 2 (run): face 7"),
]


@pytest.mark.parametrize(("code", "words"), CODES, ids=range(len(CODES)))
def test_a_bad_code_is_refused(code: str, words: str) -> None:
    with pytest.raises(SaveError) as refused:
        from_code(code, find)
    assert words in str(refused.value)


@given(st.data())
def test_a_code_with_a_letter_changed_is_refused_or_means_the_same(data: st.DataObject) -> None:
    code = to_code(EXAMPLE)
    at = data.draw(st.integers(0, len(code) - 1))
    letter = data.draw(st.sampled_from("ABab01-_.#"))
    try:
        history = from_code(code[:at] + letter + code[at + 1 :], find)
    except SaveError:
        return
    assert history == EXAMPLE  # the spare bits of the last letter


# -- files -------------------------------------------------------------------------------------------------------------------------------


def test_a_file_there_and_back(tmp_path: Path) -> None:
    file = str(tmp_path / "game.json")
    write_save(EXAMPLE, file)
    assert read_save(file, find) == EXAMPLE
    write_save(EXAMPLE.undo(), file)
    assert read_save(file, find) == EXAMPLE.undo()
    assert [each.name for each in tmp_path.iterdir()] == ["game.json"]


def test_a_bad_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(edited("steps", 1, "faces", value=[7]))
    with pytest.raises(SaveError, match=r"game\.json: step 2 \(run\): face 7"):
        read_save(str(file), find)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda path: path.mkdir(), "it is a folder"),
        (lambda path: path.write_text("my diary"), "is there already and is not a save"),
        (lambda path: path.write_bytes(b"\xff\xfe\x00"), "it is not UTF-8 text"),
        (os.mkfifo, "it is no plain file"),
        (lambda path: path.symlink_to(path), "cannot be written"),
    ],
    ids=["folder", "other text", "other bytes", "pipe", "link to itself"],
)
def test_what_is_no_save_is_not_overwritten(tmp_path: Path, make: Callable[[Path], object], words: str) -> None:
    path = tmp_path / "thing"
    make(path)
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(InputError) as refused:
        write_save(EXAMPLE, str(path))
    assert words in str(refused.value)
    assert before is None or path.read_bytes() == before
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize(
    ("name", "words"),
    [("no/such/folder.json", "its folder does not exist"), ("x" * 300, "cannot be written"), ("a\0b", "not valid"), ("", "empty")],
)
def test_a_name_that_cannot_be_is_refused(tmp_path: Path, name: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        write_save(EXAMPLE, f"{tmp_path}/{name}" if name else "")


def test_an_empty_file_may_be_filled_and_a_link_is_followed(tmp_path: Path) -> None:
    file, link = tmp_path / "game.json", tmp_path / "link.json"
    file.touch(mode=0o640)
    link.symlink_to(file)
    write_save(EXAMPLE, str(link))
    assert link.is_symlink()
    assert read_save(str(file), find) == EXAMPLE
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


def test_a_write_that_fails_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.json"
    write_save(EXAMPLE, str(file))
    with pytest.raises(InputError, match="cannot be written"):
        write_reader_text(str(file), "\ud800")
    monkeypatch.setattr(Path, "replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(InputError, match="No space left on device"):
        write_save(EXAMPLE.undo(), str(file))
    monkeypatch.undo()
    assert read_save(str(file), find) == EXAMPLE
    assert len(list(tmp_path.iterdir())) == 1


def test_a_file_without_end_is_not_read_to_its_end(tmp_path: Path) -> None:
    file = tmp_path / "long"
    file.write_text("x" * 100)
    with pytest.raises(InputError, match="is too long: more than 99 characters"):
        read_reader_text(str(file), 99)
    assert read_reader_text(str(file), 100) == read_reader_text(str(file)) == "x" * 100


def test_an_order_with_a_field_that_saves_use_themselves_is_a_fault_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saves, "STEP", ("order", "faces", "runner"))
    with pytest.raises(TypeError, match="Walk has a field by a name that saves use themselves"):
        to_text(EXAMPLE)


def test_a_game_without_an_engine_says_which_games_can_be_played(monkeypatch: pytest.MonkeyPatch) -> None:
    bare = replace(find_game("toulon"), engine="")
    monkeypatch.setattr("rulesdemo.play.saves.game", lambda name: bare if name == "toulon" else find_game(name))
    with pytest.raises(InputError, match=r"toulon cannot be played yet\. Games that can: broadside, escadres, republic, veneti\."):
        playable("toulon")
