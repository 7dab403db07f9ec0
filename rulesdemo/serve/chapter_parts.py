"""What keeps a chapter's page short: sections wait behind their headings, and so does all of a rule but its first sentences.

The notebook has everything one below the other; which cells begin a section, and which one is the rule, is told by their tags.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate
from typing import Final, NamedTuple

SECTION: Final = "fold"  # the tag of a heading that opens with the words and the cells below it
RULE: Final = "rule"

MOST_SENTENCES: Final = 8
_CITED: Final = re.compile(r"\s*\[[^\]]*\]")
_END: Final = re.compile(r"[.?!](?=\s|\)|\"|\*|$)")
_ABBREVIATION: Final = re.compile(r"\b(e\.g|i\.e|cf|vs|St|ch|no)\.")
_HISTORY: Final = '<p class="source">'
_SECTION_END: Final = "</details>"


class RuleWords(NamedTuple):
    """The parts of a rule in Markdown: what is shown, paragraphs that wait, and what the source says."""

    shown: str
    rest: tuple[str, ...]
    history: str


def sentences(text: str) -> int:
    """Return how many sentences a text has; the numbers of rules are none.

    >>> sentences("Two dice decide. [8.23] A **six** wins (mostly). Does it? [A17]"), sentences("| 1 | 2 |")
    (3, 0)
    """
    return len(_END.findall(_ABBREVIATION.sub(r"\\1", _CITED.sub("", text))))


def divide(source: str) -> RuleWords:
    """Return the parts of a rule: paragraphs are shown as long as they have no more than eight sentences together.

    >>> paragraphs = ["## The rule", "One. Two.", "More. " * 6, "The rest.", '<p class="source">Caesar.</p>']
    >>> rule = divide(chr(10).join(f"{each}{chr(10)}" for each in paragraphs))
    >>> rule.shown.split(chr(10)), rule.rest, rule.history
    (['## The rule', '', 'One. Two.', '', 'More. More. More. More. More. More.'], ('The rest.',), '<p class="source">Caesar.</p>')
    """
    blocks = [block.strip() for block in re.split(r"\n\s*\n", source) if block.strip()]
    words = [block for block in blocks if not block.startswith(_HISTORY)]
    counts = list(accumulate(map(sentences, words)))
    place = bisect_right(counts, MOST_SENTENCES)
    history = [block for block in blocks if block.startswith(_HISTORY)]
    return RuleWords("\n\n".join(words[:place]), tuple(words[place:]), "\n\n".join(history))


class Sections:
    """Puts the cells below a section's heading into its fold. The heading's text ends where its words end, and the fold is closed here."""

    def __init__(self) -> None:
        """Begin outside of all sections."""
        self._open: list[str] = []
        self._is_sound = True

    def add(self, text: str, tags: list[str], *, is_words: bool, is_sound: bool = True) -> Iterator[tuple[str, bool]]:
        """Take a cell, and yield what is whole by now, and whether nothing in it failed; words end a section, and may begin another.

        >>> parts = Sections()
        >>> list(parts.add("<div>The rule</div>", [], is_words=True))
        [('<div>The rule</div>', True)]
        >>> list(parts.add("<details>What if", ["fold"], is_words=True)), list(parts.add("<p>1/2</p>", [], is_words=False, is_sound=False))
        ([], [])
        >>> list(parts.add("<div>Notes</div>", [], is_words=True))
        [('<details>What if<p>1/2</p></details>', False), ('<div>Notes</div>', True)]
        """
        if is_words:
            yield from self.end()
        if self._open or SECTION in tags:
            self._open.append(text)
            self._is_sound = self._is_sound and is_sound
        elif text:
            yield text, is_sound

    def end(self) -> Iterator[tuple[str, bool]]:
        """Yield the section that is open, if one is."""
        if self._open:
            yield "".join((*self._open, _SECTION_END)), self._is_sound
        self._open, self._is_sound = [], True
