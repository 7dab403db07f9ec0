"""The messages of the data, for `make words`: extractors for Babel, which knows code and templates only.

`texts` reads a TOML file, `labels` a table's CSV. A game's `game.toml` also stands for the names that its procedures, inputs and outcomes
show, which no file has as texts.
"""

from __future__ import annotations

import ast
import csv
import io
import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final, get_args, get_type_hints

from rulesdemo.analysis.catalogue import entries
from rulesdemo.odds.inputs import OneOf
from rulesdemo.odds.procedure import every_procedure
from rulesdemo.rules.datafiles import table_names
from rulesdemo.rules.prose import messages
from widgets.web.phrases import words_of_name

Extracted = tuple[int, str | None, str | tuple[str, str], list[str]]
"""What Babel wants of a message: its line, the function that marks it, its text or the two forms of it, and comments."""

# Keys whose texts a page shows, at any depth; keys whose values are names of code; and keys under which every value is a text.
TEXTS: Final = frozenset(
    {
        *("about", "aim", "alternatives", "amount", "answer", "because", "can", "date", "en", "here", "hint", "line", "missing"),
        *("name", "note", "others", "parameters", "question", "source", "span", "state", "text", "title", "unit", "why", "words"),
    }
)
NAMES: Final = frozenset({"kind", "kinds", "name", "default"})
GROUPS: Final = frozenset({"choices", "symbols", "reasons"})
# Words that the code of notebooks hands over, by what it calls: which arguments they are.
WORDS_IN_CODE: Final[dict[str, set[int | str]]] = {"chapter": {"count"}, "PracticeLuck": {1}, "Within": {"words"}}
# Where a function has its message, and whether that has two forms; the first argument of all others is one.
FORMS: Final = {"ngettext": (0, True), "Nn_": (0, True), "count_text": (1, True)}
_NUMBER: Final = re.compile(r"^\d+_")
_RULES: Final = re.compile(r"\s*\[[^\[\]]*\]")


def texts(fileobj: BinaryIO, _keywords: object, _comment_tags: object, options: object) -> Iterator[Extracted]:  # noqa: ARG001 - Babel names it
    """Yield the messages of a TOML file."""
    content = fileobj.read().decode("utf-8")
    path = Path(fileobj.name)
    found = [words_of_name(_NUMBER.sub("", path.stem))]  # as a rule's card names chapters and cases
    if "cases" not in path.parts:
        found += _texts(tomllib.loads(content))
    if path.name == "game.toml":
        found += _names_of(path.parent.name)
    yield from _messages(found, content)


def labels(fileobj: BinaryIO, _keywords: object, _comment_tags: object, options: object) -> Iterator[Extracted]:  # noqa: ARG001 - Babel names it
    """Yield the messages of a table's grid: its name, its labels and the words in its cells."""
    content = fileobj.read().decode("utf-8")
    cells = [cell for row in csv.reader(io.StringIO(content)) for cell in row]
    names = [Path(fileobj.name).stem, *cells]
    yield from _messages([*cells, *map(words_of_name, names)], content)


def _messages(found: Iterable[str], content: str) -> Iterator[Extracted]:
    """Yield each text once, with the line on which it stands."""
    for text in dict.fromkeys(found):
        if any(letter.isalpha() for letter in text):
            start = content.find(text)
            yield content.count("\n", 0, max(start, 0)) + 1, None, text, []


def _texts(data: Any, key: str = "", *, is_shown: bool = False) -> Iterator[str]:  # noqa: ANN401 - whatever a file holds
    if isinstance(data, dict):
        for name, value in data.items():
            yield from _texts(value, name, is_shown=key in GROUPS)
    elif isinstance(data, list):
        for value in data:
            yield from _texts(value, key)
    elif isinstance(data, str):
        if key in TEXTS or is_shown:
            yield data.strip()
        if key in NAMES:
            yield words_of_name(data)


def _names_of(game: str) -> Iterator[str]:
    """Yield the names that a game's questions show: of procedures, inputs, outcomes and what these can be, and what each is about."""
    yield from map(words_of_name, table_names(game))
    known = entries(game)  # which imports the modules of the game
    yield from (procedure.title for procedure in every_procedure(f"rulesdemo.games.{game}"))
    for name, entry in known.items():
        yield words_of_name(name.partition(".")[2])
        yield _RULES.sub("", entry.sentence)
        yield from map(words_of_name, entry.fields)
        for kind in entry.fields.values():
            yield from (words_of_name(str(value)) for value in get_args(kind))
        for hint in get_type_hints(entry.procedure.body).values():
            yield from (words_of_name(str(value)) for value in get_args(hint))
        for each in entry.inputs:
            yield words_of_name(each.name)
            if isinstance(each.kind, OneOf):
                yield from (words_of_name(str(choice)) for choice in each.kind.choices)


def notebook(fileobj: BinaryIO, _keywords: object, _comment_tags: object, options: object) -> Iterator[Extracted]:  # noqa: ARG001 - Babel names it
    """Yield the messages of a notebook: its title, its prose piece by piece, and the words that its code hands to the page."""
    content = json.load(fileobj)
    found = [content["metadata"].get("title", "")]
    for cell in content["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            found += messages(source)
        else:
            for call in ast.walk(ast.parse(source)):
                if isinstance(call, ast.Call):
                    yield from _of_call(call)
    for text in dict.fromkeys(found):
        if any(letter.isalpha() for letter in text):
            yield 1, None, text, []


def _of_call(call: ast.Call) -> Iterator[Extracted]:
    """Yield the words among a call's arguments, one or several: forms of a number are a pair."""
    name = call.func.id if isinstance(call.func, ast.Name) else ""
    given: dict[int | str, ast.expr] = {**dict(enumerate(call.args)), **{each.arg: each.value for each in call.keywords if each.arg}}
    for key in given.keys() & WORDS_IN_CODE.get(name, set()):
        words = ast.literal_eval(given[key])
        if isinstance(words, tuple):
            yield 1, "ngettext", words, []
        else:
            yield 1, None, words, []


def code(fileobj: BinaryIO, keywords: Iterable[str], _comment_tags: object, options: object) -> Iterator[Extracted]:  # noqa: ARG001 - Babel names it
    """Yield the messages of a module: those that it marks, inside f-strings too, and the docstrings of commands, which are their help."""
    for node in ast.walk(ast.parse(fileobj.read())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in keywords:
            first, several = FORMS.get(node.func.id, (0, False))
            words = [each.value for each in node.args[first : first + 2] if isinstance(each, ast.Constant) and isinstance(each.value, str)]
            if words[several:]:
                yield node.lineno, node.func.id, (words[0], words[1]) if several else words[0], []
        elif isinstance(node, ast.FunctionDef) and any("command" in ast.unparse(each) for each in node.decorator_list):
            yield from ((node.lineno, None, text, []) for text in [ast.get_docstring(node)] if text)
