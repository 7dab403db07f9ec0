"""Saves: a game as versioned JSON, or as a short code for a link. Loading is a replay under the rules: nothing in a save is trusted.

    text = to_text(history)         from_text(text) == history
    code = to_code(history)         from_code(code) == history; the page's fragment is #s=<code>

Whatever is wrong with a save is said in one sentence that names the step: `step 12 (veer): turn: expected a whole number, got a text`.

Orders that are still secret (`Engine.secret`) are sealed: the step is {"sealed": CODE, "note": ...}, and the code is the step itself,
packed so that nobody reads it at a glance. It is no lock: anybody can open it. Once an order is revealed, saves hold it in the open.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, Final, NamedTuple

from rulesdemo.errors import DataError, InputError, RulesError
from rulesdemo.odds.dice import FixedDice
from rulesdemo.play.engine import Engine, word_of
from rulesdemo.play.game import game
from rulesdemo.play.history import Deed, History
from rulesdemo.play.order_codec import MOST_DIGITS, MOST_LETTERS, Doubled, check_keys, decode, encode
from rulesdemo.rules.datafiles import GAMES, brief_path, check_reader_file, read_reader_text, record_file, write_reader_text
from rulesdemo.rules.ruleset import FINGERPRINT, Ruleset, VariantMark, check_game, ruleset
from rulesdemo.words import N_, Nn_, brief, quote

__all__ = [
    "Salvage",
    "SaveError",
    "from_code",
    "from_text",
    "playable",
    "read_save",
    "recorded_game",
    "salvage",
    "salvage_code",
    "to_code",
    "to_text",
    "write_save",
]

FORMAT: Final = "rulesdemo-save"
VERSION: Final = 1
HEAD: Final = ("format", "version", "game", "scenario", "switches", "patches", "steps")
VARIANT: Final = "variant"  # where the rules come from a variant
STEP: Final = ("order", "faces", "rerolls")
CODE: Final = "1."  # the kind of code, before the code itself
SEALED: Final = ("sealed", "note")
NOTE: Final = "an order that is not yet revealed"

# More than any game needs; what is larger is refused before it costs time or memory.
MOST_TEXT: Final = 16_000_000
MOST_CODE: Final = 1_000_000
MOST_STEPS: Final = 50_000
MOST_FACES: Final = 1_000
MOST_REROLLS: Final = 1_000_000
MOST_CHANGES: Final = 1_000  # switches, or patches
MOST_SEALED: Final = 10_000  # letters of one step
FINGERPRINT_FORM: Final = re.compile(rf"[0-9a-f]{{{FINGERPRINT}}}")

Find = Callable[[str], Engine[Any]]


class SaveError(InputError):
    """A save that cannot be loaded; the sentence names the step at fault."""


def playable(name: str) -> Engine[Any]:
    """Return the engine of a game, or a sentence that says which games can be played."""
    check_game(name)
    engine = game(name).play()
    if engine is None:
        message = N_("{name} cannot be played yet. Games that can: {names}.").format(
            name=name, names=", ".join(each for each in GAMES if game(each).engine)
        )
        raise InputError(message)
    return engine


# -- writing ---------------------------------------------------------------------------------------------------------------------------


def to_text(history: History[Any]) -> str:
    """Return the game as JSON, one line a step, so that two saves can be compared line by line."""
    head = _head(history)
    steps = ",\n".join(f"  {_compact(step)}" for step in _steps(history))
    lines = [f' "{key}": {_compact(value)},' for key, value in head.items()]
    return "\n".join(["{", *lines, f' "steps": [\n{steps}\n ]' if steps else ' "steps": []', "}"]) + "\n"


def to_code(history: History[Any]) -> str:
    """Return the game as letters, digits, dashes and underscores, for a link."""
    text = _compact({**_head(history), "steps": list(_steps(history))}, tight=True)
    return CODE + _deflate(text)


def _deflate(text: str) -> str:
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), level=9)).decode().rstrip("=")


def _head(history: History[Any]) -> dict[str, Any]:
    rules = history.rules
    patches = {f"{table}:{row},{column}": text for table, row, column, text in rules.patches}
    names = {"format": FORMAT, "version": VERSION, "game": history.engine.game, "scenario": history.scenario}
    variant = {VARIANT: rules.variant._asdict()} if rules.variant else {}
    return {**names, **variant, "switches": dict(rules.switches), "patches": patches}


def _steps(history: History[Any]) -> Iterator[dict[str, Any]]:
    """Yield every order with its faces; those that are still secret under a seal."""
    before, now = history.opening.position, history.position
    for deed in history.done:
        step = _step(deed)
        secret = history.engine.secret(before, deed.order, now)
        yield dict(zip(SEALED, (_deflate(_compact(step, tight=True)), NOTE), strict=True)) if secret else step
        before = deed.outcome.position


def _step(deed: Deed[Any]) -> dict[str, Any]:
    fields = encode(deed.order)
    if any(name in STEP for name in fields):
        message = f"{type(deed.order).__name__} has a field by a name that saves use themselves: {', '.join(STEP)}"
        raise TypeError(message)
    again = {"rerolls": deed.rerolls} if deed.rerolls else {}
    return {"order": word_of(type(deed.order)), **fields, "faces": list(deed.faces), **again}


def _compact(value: object, *, tight: bool = False) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":") if tight else None)


# -- reading ---------------------------------------------------------------------------------------------------------------------------


class Salvage(NamedTuple):
    """What could be played again of a save: all of it, or what comes before the step that cannot hold."""

    history: History[Any] | None  # None where not even the opening holds
    steps: int  # that the save has, as far as that can be told
    wrong: SaveError | None = None

    @property
    def sentence(self) -> str:
        """Return how far the save holds, and why not further; empty where all of it holds."""
        if self.wrong is None:
            return ""
        if self.history is None or not self.history.done:
            return N_("Nothing of it could be played again: {wrong}").format(wrong=self.wrong)
        done = len(self.history.done)
        done = len(self.history.done)
        words = Nn_(
            "The first of its {all} orders was played again; {wrong}", "The first {n} of its {all} orders were played again; {wrong}", done
        )
        return words.format(n=done, all=self.steps, wrong=self.wrong)


def from_text(text: str, find: Find = playable) -> History[Any]:
    """Return the game that a save holds, played again order by order; `find` gives the engine of a game by name."""
    ((history, _steps),) = deque(_replay(text, find), maxlen=1)
    return history


def salvage(text: str, find: Find = playable) -> Salvage:
    """Return the game that a save holds, as far as it can be played again."""
    found = Salvage(None, 0)
    try:
        for history, steps in _replay(text, find):
            found = Salvage(history, steps)
    except SaveError as wrong:
        return found._replace(wrong=wrong)
    return found


def salvage_code(code: str) -> Salvage:
    """Return the game that a link holds, as far as it can be played again."""
    try:
        return salvage(_inflate(code.strip()))
    except SaveError as wrong:
        return Salvage(None, 0, wrong)


def _replay(text: str, find: Find) -> Iterator[tuple[History[Any], int]]:
    """Yield the game as it opens and after each step, with the number of steps that the save has."""
    save = _parse(text)
    with _blame(""):
        engine, history = _open(save, find)
    steps = save["steps"]
    if not isinstance(steps, list) or len(steps) > MOST_STEPS:
        message = N_("steps must be a list of at most {most} orders").format(most=MOST_STEPS)
        raise SaveError(message)
    yield history, len(steps)
    for number, step in enumerate(steps, start=1):
        history = _play(engine, history, number, step)
        yield history, len(steps)


def from_code(code: str, find: Find = playable) -> History[Any]:
    """Return the game that a link holds."""
    return from_text(_inflate(code.strip()), find)


def _parse(text: str) -> dict[str, Any]:
    """Return the JSON of a save, which has the right keys and is of a version that we know."""
    if len(text) > MOST_TEXT:
        message = N_("this is too long to be a save: more than {most:,} characters").format(most=MOST_TEXT)
        raise SaveError(message)
    try:
        save = json.loads(text, object_pairs_hook=_object, parse_int=_number)
    except json.JSONDecodeError as wrong:
        message = N_("this is not a save: it is not JSON ({what} at line {line}, column {column})").format(
            what=wrong.msg, line=wrong.lineno, column=wrong.colno
        )
        raise SaveError(message) from None
    except RecursionError:
        message = N_("this is not a save: it is nested too deeply")
        raise SaveError(message) from None
    if not isinstance(save, dict) or save.get("format") != FORMAT:
        message = N_('this is not a save: a save is an object with "format": "{format}"').format(format=FORMAT)
        raise SaveError(message)
    version = save.get("version")
    if type(version) is not int or version != VERSION:
        newer = type(version) is int and version > VERSION
        if not isinstance(version, (int, str)):
            message = N_("this save has version of no kind we know: this rulesdemo reads version {known}")
        elif newer:
            message = N_("this save has version {version}: it was made by a newer rulesdemo; update to read it")
        else:
            message = N_("this save has version {version}: this rulesdemo reads version {known}")
        message = message.format(version=quote(version), known=VERSION)
        raise SaveError(message)
    with _blame(""):
        check_keys(N_("the save"), save, (*HEAD, VARIANT), HEAD)
    return save


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object that remembers whether a key stood twice."""
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    doubled = Doubled(found)
    seen: set[str] = set()
    doubled.key = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value] # None: go on
    return doubled


def _number(digits: str) -> int | float:
    """Return a whole number; one that is too long to be meant becomes infinite, which fits no field."""
    return int(digits) if len(digits) <= MOST_DIGITS + 1 else float("inf")


def _open(save: dict[str, Any], find: Find) -> tuple[Engine[Any], History[Any]]:
    """Return the start of the game, under the save's rules."""
    for key in ("game", "scenario"):
        if not isinstance(save[key], str) or len(save[key]) > MOST_LETTERS:
            message = N_("{key} must be a name").format(key=key)
            raise InputError(message)
    engine = find(save["game"])
    return engine, History.start(engine, save["scenario"], _rules(save))


def _rules(save: dict[str, Any]) -> Ruleset:
    for key in ("switches", "patches"):
        given = save[key]
        if not isinstance(given, dict) or len(given) > MOST_CHANGES:
            message = N_("{key} must be an object of at most {most} names and texts").format(key=key, most=MOST_CHANGES)
            raise InputError(message)
        check_keys(key, given, given, ())
        for name, value in given.items():
            if not isinstance(value, str) or len(value) > MOST_LETTERS or len(name) > MOST_LETTERS:
                message = N_("{key}: {name} must be a text").format(key=key, name=quote(name))
                raise InputError(message)
    cells = {}
    for place, text in save["patches"].items():
        table, colon, where = place.partition(":")
        row, comma, column = where.rpartition(",")
        if not (colon and comma):
            message = N_("patch {place} is not TABLE:ROW,COL").format(place=quote(place))
            raise InputError(message)
        cells[table, row, column] = text
    return ruleset(save["game"], save["switches"], cells, _variant_mark(save))


def _variant_mark(save: dict[str, Any]) -> VariantMark | None:
    """Return the variant that a save names; which rules hold is said by its switches and patches alone."""
    if VARIANT not in save:
        return None
    given, names = save[VARIANT], VariantMark._fields
    if not isinstance(given, dict):
        message = N_("variant must be an object with {names}").format(names=", ".join(names))
        raise InputError(message)
    check_keys(VARIANT, given, names, names)
    for name, value in given.items():
        if not isinstance(value, str) or len(value) > MOST_LETTERS or not value.isprintable():
            message = N_("{key}: {name} must be a text").format(key=VARIANT, name=quote(name))
            raise InputError(message)
    if not FINGERPRINT_FORM.fullmatch(given["fingerprint"]):
        message = N_("variant: a fingerprint is {count} hexadecimal digits, not {text}").format(
            count=FINGERPRINT, text=quote(given["fingerprint"])
        )
        raise InputError(message)
    return VariantMark(**given)


def _play(engine: Engine[Any], history: History[Any], number: int, step: Any) -> History[Any]:  # noqa: ANN401 - whatever the save held
    """Play one more step of the save."""
    with _blame(N_("step {number}: ").format(number=number)):
        if not isinstance(step, dict):
            message = N_("a step must be an object with order and faces")
            raise InputError(message)
        if SEALED[0] in step:
            step = _unseal(step)
        check_keys(N_("a step"), {key: step[key] for key in STEP if key in step}, STEP, ("order", "faces"))
        word = step["order"]
        if not isinstance(word, str):
            message = N_("order must be a word")
            raise InputError(message)
    with _blame(N_("step {number} ({order}): ").format(number=number, order=brief(word) if word.isidentifier() else quote(word))):
        if isinstance(step, Doubled):
            check_keys(N_("it"), step, (), ())
        order = decode(engine, word, {key: value for key, value in step.items() if key not in STEP})
        for unasked in engine.unasked(history.position, order):
            history = history.play(unasked, FixedDice(()))
        return history.play(order, FixedDice(_faces(step["faces"])), _rerolls(step))


def _unseal(step: dict[str, Any]) -> dict[str, Any]:
    """Return the step under a seal."""
    check_keys(N_("a sealed step"), step, SEALED, SEALED)
    code = step[SEALED[0]]
    if not isinstance(code, str) or len(code) > MOST_SEALED:
        message = N_("sealed must be a text of at most {most} letters").format(most=MOST_SEALED)
        raise InputError(message)
    try:
        found = json.loads(_inflated_text(code, MOST_SEALED), object_pairs_hook=_object, parse_int=_number)
    except (binascii.Error, ValueError, zlib.error, RecursionError):
        found = None
    if not isinstance(found, dict) or SEALED[0] in found:
        message = N_("its seal is broken: part of it is missing or changed")
        raise InputError(message)
    return found


def _faces(given: Any) -> tuple[int, ...]:  # noqa: ANN401 - whatever the save held
    if not isinstance(given, list) or not all(type(face) is int for face in given):
        message = N_("faces must be a list of whole numbers")
        raise InputError(message)
    if len(given) > MOST_FACES:
        message = N_("{count} faces are more than one order throws").format(count=len(given))
        raise InputError(message)
    return tuple(given)


def _rerolls(step: dict[str, Any]) -> int:
    times = step.get("rerolls", 0)
    if type(times) is not int or not 0 <= times <= MOST_REROLLS:
        message = N_("rerolls must be a whole number from 0 to {most}").format(most=MOST_REROLLS)
        raise InputError(message)
    if times and not step["faces"]:
        message = N_("no dice were thrown, so none were rolled again")
        raise InputError(message)
    return times


@contextmanager
def _blame(place: str) -> Iterator[None]:
    """Name the place in the save in every refusal inside."""
    try:
        yield
    except RulesError as wrong:
        message = N_("{place}{wrong}").format(place=place, wrong=wrong)
        raise SaveError(message) from None


def _inflate(code: str) -> str:
    """Return the text inside a code."""
    if len(code) > MOST_CODE:
        message = N_("this is too long to be a link's code: more than {most:,} characters").format(most=MOST_CODE)
        raise SaveError(message)
    if not code.startswith(CODE):
        kind, dot, _ = code.partition(".")
        newer = bool(dot) and kind.isascii() and kind.isdigit() and len(kind) <= MOST_DIGITS
        if newer:
            message = N_("this link does not hold a game that we can read: it was made by another version of rulesdemo")
        else:
            message = N_("this link does not hold a game that we can read: a code begins with {code}").format(code=CODE)
        raise SaveError(message)
    try:
        return _inflated_text(code[len(CODE) :], MOST_TEXT)
    except (binascii.Error, ValueError, zlib.error):
        message = N_("this link's code is damaged: part of it is missing or changed")
        raise SaveError(message) from None


def _inflated_text(packed: str, most: int) -> str:
    """Return the text that was packed; what is cut short, too long, or has something behind it is an error."""
    data = base64.b64decode(packed + "=" * (-len(packed) % 4), altchars=b"-_", validate=True)
    stream = zlib.decompressobj()
    inflated = stream.decompress(data, most)
    if not stream.eof or stream.unused_data:
        raise zlib.error
    return inflated.decode()


# -- files -----------------------------------------------------------------------------------------------------------------------------


@cache
def recorded_game(game: str, name: str) -> History[Any]:
    """Return a recorded game of the book, played again order by order."""
    text, file = record_file(game, name)
    try:
        return from_text(text)
    except SaveError as wrong:
        message = N_("{file}: {wrong}").format(file=file, wrong=wrong)
        raise DataError(message) from None


def read_save(file: str, find: Find = playable) -> History[Any]:
    """Return the game in a file that the reader named."""
    try:
        return from_text(read_reader_text(file, MOST_TEXT), find)
    except SaveError as wrong:
        message = N_("{file}: {wrong}").format(file=brief_path(file), wrong=wrong)
        raise SaveError(message) from None


def write_save(history: History[Any], file: str) -> None:
    """Write the game to a file; only a save is ever overwritten."""
    check_target(file)
    write_reader_text(file, to_text(history))


def check_target(file: str) -> None:
    """Refuse a file that cannot be written, and one that is there already and is not a save."""
    if not check_reader_file(file):
        return
    text = read_reader_text(file, MOST_TEXT)
    if text.strip() and f'"{FORMAT}"' not in text[:MOST_LETTERS]:
        message = N_("{file} is there already and is not a save; choose another name").format(file=brief_path(file))
        raise InputError(message)
