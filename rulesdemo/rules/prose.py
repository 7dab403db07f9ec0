"""The words of a notebook as messages: a paragraph, list item, table cell or heading each, so that its French is made from one catalogue.

A notebook is written once, in English. `notebook_in` returns it in another language: the same cells with the same ids, tags and code, and
the markdown of each put together again from its translated pieces.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from typing import Any, Final

from rulesdemo.words import ENGLISH, _, has_words

# What stands before the words of a line: a heading's signs, an item's sign or number; and an HTML tag that holds a whole paragraph.
LINE: Final = re.compile(r"(?P<before>#+\s+|\s*(?:[-*]|\d+\.)\s+|\s*\|)?(?P<words>.*)")
ELEMENT: Final = re.compile(r"(?P<before><(?P<tag>\w+)(?: [^>]*)?>)(?P<words>.*)(?P<after></(?P=tag)>)\Z", re.DOTALL)
RULER: Final = re.compile(r"[\s|:-]+\Z")
FENCE: Final = "```"

Piece = tuple[str, bool]
"""A piece of a cell's source, and whether it is a message."""


def pieces(source: str) -> list[Piece]:
    r"""Return a cell's source in pieces, which put together are the source again.

    >>> [text for text, is_message in pieces("## The rule\n\nShips move.\nThen they fire.\n\n- one\n- two") if is_message]
    ['The rule', 'Ships move.\nThen they fire.', 'one', 'two']
    >>> [text for text, is_message in pieces("| a | 1 |") if is_message]
    ['a']
    """
    return [piece for part in re.split(r"(\n{2,})", source) for piece in _of_part(part)]


def messages(source: str) -> Iterator[str]:
    """Yield the messages of a cell's source."""
    return (text for text, is_message in pieces(source) if is_message)


def source_in_words(source: str) -> str:
    """Return a cell's source in the session's language; what has no words in it is marked as English, for screen readers."""
    return "".join(_in_words(text) if is_message else text for text, is_message in pieces(source))


def _in_words(text: str) -> str:
    return _(text) if has_words(text) else f'<span lang="{ENGLISH}">{text}</span>'


def notebook_in_words(notebook: Any) -> Any:  # noqa: ANN401 - nbformat's own, or plain JSON
    """Return a copy of a notebook whose words are in the session's language; its code is as it was."""
    made = copy.deepcopy(notebook)
    for cell in made["cells"]:
        if cell["cell_type"] == "markdown":
            cell["source"] = source_in_words("".join(cell["source"]))
    if title := made["metadata"].get("title"):
        made["metadata"]["title"] = _(title)
    return made


def _of_part(part: str) -> Iterator[Piece]:
    if not part.strip() or part.startswith(FENCE):
        yield part, False
        return
    if element := ELEMENT.match(part):
        yield element["before"], False
        yield from _words(element["words"])
        yield element["after"], False
        return
    paragraph: list[str] = []
    for line in part.split("\n"):
        found = LINE.match(line)
        before = (found and found["before"]) or ""
        if not before and paragraph:
            paragraph[-1] += f"\n{line}"
        else:
            paragraph.append(line)
    for number, line in enumerate(paragraph):
        if number:
            yield "\n", False
        yield from _of_line(line)


def _of_line(line: str) -> Iterator[Piece]:
    first = line.partition("\n")[0]
    found = LINE.match(first)
    before = (found and found["before"]) or ""
    words = line[len(before) :]
    if before:
        yield before, False
    if before.strip() != "|":
        yield from _words(words)
        return
    for number, cell in enumerate(re.split(r"(?<!\\)\|", words)):
        if number:
            yield "|", False
        yield from _words(cell)


def _words(text: str) -> Iterator[Piece]:
    """Yield words without the space around them; what has no letter is no message."""
    if not any(letter.isalpha() for letter in text) or RULER.match(text):
        if text:
            yield text, False
        return
    bare = text.strip()
    start = text.index(bare)
    for piece in ((text[:start], False), (bare, True), (text[start + len(bare) :], False)):
        if piece[0]:
            yield piece
