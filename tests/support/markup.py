"""Text of a page, read back: its tags, its words, and what is wrong with it."""

import re
from collections import Counter
from html.parser import HTMLParser

EMPTY = {"input", "br", "img", "meta", "link"}
DRAWN = {"path", "use", "rect", "circle", "line", "text", "svg", "pattern", "defs"}
# What ends a paragraph that is still open.
BLOCKS = {"details", "div", "ul", "ol", "p", "table", "section", "fieldset", "h3", "h4", "figure", "dl", "pre"}


class Marked(HTMLParser):
    """One piece of text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.faults: list[str] = []
        self._open: list[str] = []
        self._words: list[str] = []
        self.feed(text)
        self.close()
        self.faults += [f"<{tag}> is never closed" for tag in self._open]
        ids = Counter(attrs["id"] for _tag, attrs in self.tags if "id" in attrs)
        self.faults += [f"id {name} stands {count} times" for name, count in ids.items() if count > 1]
        for _tag, attrs in self.tags:
            for refers in ("for", "aria-labelledby", "data-copy"):
                self.faults += [f"{refers} {name} is not there" for name in attrs.get(refers, "").split() if name not in ids]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))
        if "p" in self._open and tag in BLOCKS:
            self.faults.append(f"<{tag}> in a paragraph")
        if "button" in self._open and tag in {"details", "a", "input", "button"}:
            self.faults.append(f"<{tag}> in a button")
        if tag not in EMPTY:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in DRAWN:
            self.faults.append(f"<{tag}/> closes itself")
        self.tags.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open.pop() != tag:
            self.faults.append(f"</{tag}> closes nothing")

    def handle_data(self, data: str) -> None:
        self._words.append(data)

    @property
    def words(self) -> str:
        """The words, without what is between the tags."""
        return " ".join(" ".join(self._words).split())

    def all(self, tag: str = "", **wanted: str) -> list[dict[str, str]]:
        """The attributes of every such tag; `do="roll"` asks for data-do."""
        names = {"class_": "class"}
        return [
            attrs
            for name, attrs in self.tags
            if (not tag or name == tag) and all(attrs.get(names.get(key, f"data-{key}")) == value for key, value in wanted.items())
        ]

    def classed(self, name: str) -> list[dict[str, str]]:
        """The attributes of every tag of that class."""
        return [attrs for _tag, attrs in self.tags if name in attrs.get("class", "").split()]


def plain(html: object) -> str:
    """The words in one line."""
    return " ".join(re.sub(r"<[^>]+>", " ", str(html)).split())


def run_on(html: object) -> str:
    """The words in one line; a tag within a sentence leaves no gap before the full stop."""
    return " ".join(re.sub(r"<[^>]+>", "", str(html)).split())


def seen(html: object) -> str:
    """What a reader sees, in one line: what is said to listeners only is left out."""
    return plain(re.sub(r'<span class="sr">[^<]*</span>', "", str(html)))


def heard(html: object) -> str:
    """What a listener hears, in one line: what is only looked at is left out."""
    return plain(re.sub(r'<span aria-hidden="true">[^<]*</span>', "", str(html)))


def folded(html: object) -> str:
    """The words in one line, without the texts of rules that unfold."""
    return plain(re.sub(r'<div class="rule-text">.*?</div>', "", str(html)))
