"""Saves, links and orders, changed at random: each is read or refused in one sentence, within bounds of time and memory.

`python -m tests.attack.fuzzed_saves [--count N] [--seed N]` changes the saves and links of tests/saves and games that were just played, as
JSON and as bytes, and writes orders with wrong fields. What is read all the same is a whole game: sound, and saved and read again.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from rulesdemo.errors import RulesError
from rulesdemo.odds.dice import RandomDice
from rulesdemo.play.engine import Engine, apply, check, legal, word_of
from rulesdemo.play.history import History
from rulesdemo.play.order_codec import decode, encode, order_text, read_order
from rulesdemo.play.saves import from_code, from_text, playable, read_save, to_code, to_text
from rulesdemo.rules.datafiles import GAMES, table_names
from rulesdemo.rules.rule_index import switches_of
from rulesdemo.rules.ruleset import ruleset
from tests.attack.inputs import Note, OutOfTime, attack_with, budget, fault_of, main
from tests.attack.mutations import TEXTS, changed, packed, plain, spoiled, spoiled_code, written

FOLDER: Final = Path(__file__).parents[1] / "saves"
LIMIT: Final = 5.0  # seconds of work; what is longest of what we read costs a fifth
CHUNK: Final = 5_000
FEW: Final = 30  # steps of a save that is cut short, so that most of the time goes into changes and not into replays
MOST_LETTERS: Final = 1_000  # of a refusal
SHARE: Final = 0.1  # of what was read that is looked at closely


@cache
def saves() -> tuple[dict[str, Any], ...]:
    """Return the saves of every release, and games that were played just now, as JSON."""
    found = []
    for path in sorted(FOLDER.glob("*/*.json")):
        data = json.loads(path.read_text(encoding="utf-8"))
        if isinstance(data, dict) and data.get("format"):
            found.append(data)
    for game in GAMES:
        engine = playable(game)
        for number, scenario in enumerate(engine.scenarios()):
            rng = random.Random(number)
            history = History.start(engine, scenario)
            for _ in range(FEW):
                if history.decision is None:
                    break
                history = history.play(rng.choice(list(legal(engine, history.position))), RandomDice(rng))
            found.append(json.loads(to_text(history)))
    return tuple(found)


@cache
def codes() -> tuple[str, ...]:
    """Return the links of every release, and of what `saves` has."""
    old = [
        entry["fragment"].removeprefix("s=")
        for path in sorted(FOLDER.glob("*/links.json"))
        for entry in json.loads(path.read_text(encoding="utf-8"))
    ]
    return tuple(old + [packed(json.dumps(save)) for save in saves()])


@cache
def games() -> tuple[History[Any], ...]:
    """Return games with positions to give orders in."""
    return tuple(from_text(json.dumps(save)) for save in saves())


def some_save(rng: random.Random) -> dict[str, Any]:
    """Return a copy of a save, cut short as a rule."""
    save = rng.choice(saves())
    steps = save["steps"] if rng.random() < 0.02 else save["steps"][: rng.randrange(FEW)]
    copy = json.loads(json.dumps({**save, "steps": steps}))
    assert isinstance(copy, dict)
    return copy


def changed_save(rng: random.Random) -> str:
    """Return the text of a save with one change of its JSON or several."""
    save: Any = some_save(rng)
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        save = changed(rng, save)
    return written(rng, save)


def plausible_save(rng: random.Random) -> str:
    """Return the text of a save that is well formed, with other dice, ids, numbers, orders, tables or switches."""
    save = some_save(rng)
    for _ in range(rng.choice((1, 1, 2, 3))):
        change = rng.randrange(8)
        if change < 2:
            save["patches"], save["switches"] = other_rules(rng, save["game"])
        elif not save["steps"]:
            save["steps"] = some_save(rng)["steps"]
        elif change == 2:
            save["steps"].insert(rng.randrange(len(save["steps"]) + 1), rng.choice(rng.choice(of_game(save["game"]))["steps"] or [{}]))
        elif change == 3:
            del save["steps"][rng.randrange(len(save["steps"]))]
        elif change == 4:
            step = rng.choice(save["steps"])
            step["faces"] = [rng.randrange(1, 7) for _face in step.get("faces", ())]
        else:
            step = rng.choice(save["steps"])
            step.update({name: likely(rng, save["game"], value) for name, value in step.items() if name != "faces" and rng.random() < 0.5})
    return json.dumps(save)


@cache
def of_game(game: str) -> tuple[dict[str, Any], ...]:
    """Return the saves of one game."""
    return tuple(save for save in saves() if save["game"] == game)


@cache
def words_of(game: str) -> tuple[str, ...]:
    """Return every text that stands in an order of a game: ids, words, places."""
    found: set[str] = set()

    def look(value: Any) -> None:
        if isinstance(value, str):
            found.add(value)
        elif isinstance(value, list | dict):
            for each in value.values() if isinstance(value, dict) else value:
                look(each)

    for save in of_game(game):
        look(save["steps"])
    return tuple(sorted(found))


def likely(rng: random.Random, game: str, value: Any) -> Any:
    """Return a value that could stand in the place of this one."""
    if isinstance(value, bool):
        return rng.random() < 0.5
    if isinstance(value, int):
        return rng.choice((value + 1, value - 1, 0, rng.randrange(7), -value, 99, 10**9))
    if isinstance(value, str):
        return rng.choice(words_of(game))
    if isinstance(value, list):
        found = [likely(rng, game, each) if rng.random() < 0.5 else each for each in value]
        rng.shuffle(found)
        return found + found[:1] if rng.random() < 0.2 else found[1:] if rng.random() < 0.2 else found
    if isinstance(value, dict):
        return {key: likely(rng, game, each) for key, each in value.items()}
    return rng.choice((value, *words_of(game)[:5], 1))


def other_rules(rng: random.Random, game: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return patches of cells that there are, with any text, and switches."""
    patches = {}
    for _ in range(rng.choice((0, 1, 1, 2, 20))):
        table = ruleset(game).table(rng.choice(table_names(game)))
        row, column = rng.choice(table.rows.labels), rng.choice(table.columns.labels)
        patches[f"{table.name}:{row},{column}"] = rng.choice(
            ("0", "1", "2", "7", "-5", "99", "999999999", "9" * 190, "x", "", "*", "-", "1/2", "+1", "NE")
        )
    settings = {name: rng.choice(switch.choices)[0] for name, switch in switches_of(game).items() if rng.random() < 0.2}
    return patches, settings


def is_refused_well(wrong: RulesError) -> str:
    """Return what is wrong with a refusal; "" if nothing is."""
    text = str(wrong)
    try:
        text.encode()
    except UnicodeEncodeError:
        return f"a refusal with half a letter: {text!r}"
    if not text or "\n" in text or len(text) > MOST_LETTERS:
        return f"a refusal that is no short sentence: {text[:2000]!r}"
    return ""


def look_at(history: History[Any], rng: random.Random) -> str:
    """Return what is wrong with a game that was read; "" if nothing is."""
    engine, position = history.engine, history.position
    if faults := list(engine.faults(position)):
        return f"a game with a position that cannot be: {faults}\n{to_text(history)}"
    if rng.random() < SHARE:
        if (history.decision is None) == (history.result is None):
            return "a game that neither goes on nor is over"
        if history.decision is not None and not any(True for _ in legal(engine, position)):
            return f"a game with a dead end:\n{to_text(history)}"
        if from_text(to_text(history)) != history or from_code(to_code(history)) != history:
            return f"a game that does not come back:\n{to_text(history)}"
        engine.situation(position)
    return ""


def read_one(rng: random.Random, limit: float, given: Any, read: Callable[[Any], History[Any]]) -> str:
    """Read something; return the fault, or ""."""
    try:
        with budget(limit):
            fault = look_at(read(given), rng)
    except RulesError as wrong:
        fault = is_refused_well(wrong)
    except OutOfTime as wrong:
        fault = f"over its budget of {limit:g} seconds: {fault_of(wrong)}"
    except Exception as wrong:  # noqa: BLE001 - whatever it is, it is a fault
        fault = fault_of(wrong)
    return f"{fault}\ngiven: {ascii(given)[:2000]}" if fault else ""


def a_save(rng: random.Random, limit: float) -> str:
    """Read a save whose JSON was changed."""
    return read_one(rng, limit, changed_save(rng), from_text)


def a_plausible_save(rng: random.Random, limit: float) -> str:
    """Read a save that is well formed."""
    return read_one(rng, limit, plausible_save(rng), from_text)


def a_spoiled_save(rng: random.Random, limit: float) -> str:
    """Read a save whose bytes were changed, as a file now and then."""
    raw = spoiled(rng, json.dumps(some_save(rng), indent=rng.choice((None, 1))).encode())
    if rng.random() < 0.9:
        return (
            read_one(rng, limit, raw.decode("utf-8", "surrogatepass" if rng.random() < 0.5 else "replace"), from_text)
            if _is_text(raw)
            else (read_one(rng, limit, raw.decode("latin-1"), from_text))
        )
    with TemporaryDirectory() as folder:
        file = Path(folder, "game.json")
        file.write_bytes(raw)
        return read_one(rng, limit, str(file), read_save)


def _is_text(raw: bytes) -> bool:
    try:
        raw.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return False
    return True


def a_link(rng: random.Random, limit: float) -> str:
    """Read a link that was cut or flipped, or that holds a changed save."""
    code = packed(changed_save(rng)) if rng.random() < 0.3 else spoiled_code(rng, rng.choice(codes()))
    return read_one(rng, limit, code, from_code)


def give(engine: Engine[Any], position: Any, rng: random.Random, limit: float, given: Any, read: Callable[[], Any]) -> str:
    """Read an order and give it; return the fault, or ""."""
    try:
        with budget(limit):
            order = read()
            refusal = check(engine, position, order)
            if refusal is not None:
                wrong = RulesError(str(refusal))
                fault = is_refused_well(wrong)
            else:
                after = apply(engine, RandomDice(rng), position, order).position
                fault = "".join(engine.faults(after))
                encode(order)
    except RulesError as wrong:
        fault = is_refused_well(wrong)
    except OutOfTime as wrong:
        fault = f"over its budget of {limit:g} seconds: {fault_of(wrong)}"
    except Exception as wrong:  # noqa: BLE001 - as above
        fault = fault_of(wrong)
    return f"{fault}\n{engine.game}, given: {ascii(given)[:2000]}" if fault else ""


def place_to_play(rng: random.Random) -> tuple[Engine[Any], Any, Any]:
    """Return a position in the middle of a game, and an order that somebody gave in some game of the same kind."""
    history = rng.choice(games())
    history = history.at(rng.randrange(len(history.done) + 1))
    others = [deed.order for each in games() if each.engine is history.engine for deed in each.done[:3]]
    options = [*others, *history.done] or [None]
    known = list(legal(history.engine, history.position)) if rng.random() < 0.3 else []
    order = rng.choice(known or options)
    return history.engine, history.position, getattr(order, "order", order)


def an_order(rng: random.Random, limit: float) -> str:
    """Give an order whose fields were changed."""
    engine, position, order = place_to_play(rng)
    fields: Any = json.loads(json.dumps(encode(order)))
    word = word_of(type(order))
    if rng.random() < 0.5:  # well formed
        fields = {name: likely(rng, engine.game, value) if rng.random() < 0.6 else value for name, value in fields.items()}
        return give(engine, position, rng, limit, (word, fields), lambda: decode(engine, word, fields))
    for _ in range(rng.choice((0, 1, 1, 1, 2))):
        fields = changed(rng, fields) if fields else {rng.choice(TEXTS): 1}
        if not isinstance(fields, dict):
            fields = {}
    if rng.random() < 0.1:
        word = rng.choice((*map(word_of, engine.verbs), *TEXTS))
    given = plain(fields)
    return give(engine, position, rng, limit, (word, given), lambda: decode(engine, word, given))


def a_typed_order(rng: random.Random, limit: float) -> str:
    """Give an order that somebody typed, with mistakes."""
    engine, position, order = place_to_play(rng)
    text = order_text(order)
    for _ in range(rng.choice((0, 1, 1, 2))):
        words = text.split() or [""]
        here = rng.randrange(len(words))
        change = rng.randrange(5)
        if change == 0:
            del words[here]
        elif change == 1:
            words.insert(here, rng.choice((*TEXTS, *words)))
        elif change == 2:
            words[here] = words[here].partition("=")[0] + "=" + rng.choice(TEXTS)
        elif change == 3:
            words[here] = spoiled(rng, words[here].encode("utf-8", "replace")).decode("latin-1")
        else:
            words[here] = words[here].partition("=")[2]
        text = " ".join(words)
    return give(engine, position, rng, limit, text, lambda: read_order(engine, text))


KINDS: Final[tuple[tuple[str, Callable[[random.Random, float], str], int], ...]] = (
    ("saves with their JSON changed", a_save, 4),
    ("saves with other dice, ids, orders, tables and switches", a_plausible_save, 4),
    ("saves with their bytes changed", a_spoiled_save, 2),
    ("links cut, flipped or made up", a_link, 2),
    ("orders with their fields changed", an_order, 5),
    ("orders typed with mistakes", a_typed_order, 4),
)


def try_one(rng: random.Random, _number: int, limit: float, note: Note) -> None:
    """Try one input of any kind."""
    ((kind, each, _weight),) = rng.choices(KINDS, [weight for _kind, _each, weight in KINDS])
    note(kind, each(rng, limit))


def attack(
    count: int, seed: int, limit: float = LIMIT, minutes: float = 24 * 60, say: Callable[[Any], object] = print, first: int = 0
) -> int:
    """Try this many saves, links and orders, or as many as the time allows; return the number of faults."""
    games()
    codes()
    return attack_with("saves, links and orders", try_one, CHUNK, count, seed, limit, minutes, say, first)


if __name__ == "__main__":
    main(attack, __doc__, 1_000_000, LIMIT)
