"""Words of the code: no participle for a name, and no word in a docstring or a comment that has a plainer one.

What is still there is listed by file, with its count, in tests/prose_allowed.txt. The list may only shrink: `python -m tests.test_prose`
writes it anew after some words are gone, and refuses to let it grow.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
ALLOWED = Path(__file__).with_name("prose_allowed.txt")
PARTICIPLES = frozenset({"told", "kept", "asked", "said", "shown", "wanted"})
WORDS = {
    "law": re.compile(r"\blaws?\b", re.IGNORECASE),  # a distribution
    "whoever": re.compile(r"\bwhoever\b", re.IGNORECASE),
    "so many": re.compile(r"\bso many\b", re.IGNORECASE),
    "of ours": re.compile(r"\bof ours\b", re.IGNORECASE),
}
SUSPECT = re.compile(
    r"\blaws?\b|\bwhoever\b|\bso many\b|\bof ours\b|\b(?:def|class) _*(?:told|kept|asked|said|shown|wanted)_*\b", re.IGNORECASE
)
LEFT_OUT = frozenset({"tests/test_prose.py"})  # it names the words

Faults = Counter[tuple[str, str]]


def files() -> list[Path]:
    return sorted(path for folder in ("rulesdemo", "widgets", "tests") for path in (ROOT / folder).rglob("*.py"))


def names(tree: ast.AST) -> Iterator[str]:
    """The names that a module defines and that are bare participles."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and node.name.strip("_").lower() in PARTICIPLES:
            yield node.name.strip("_").lower()


def texts(source: str, tree: ast.AST) -> Iterator[str]:
    """The docstrings and comments of a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield ast.get_docstring(node) or ""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string


def faults_of(source: str) -> Counter[str]:
    """How often a module has each forbidden word."""
    if not SUSPECT.search(source):  # reading a module's tokens takes a while
        return Counter()
    tree = ast.parse(source)
    found = Counter(f"def {name}" for name in names(tree))
    for text in texts(source, tree):
        for word, pattern in WORDS.items():
            found[word] += len(pattern.findall(text))
    return +found


def faults() -> Faults:
    """How often each file has each forbidden word."""
    found: Faults = Counter()
    for path in files():
        name = path.relative_to(ROOT).as_posix()
        if name not in LEFT_OUT:
            found.update({(name, word): count for word, count in faults_of(path.read_text(encoding="utf-8")).items()})
    return found


def allowed() -> Faults:
    rows = [line.split("\t") for line in ALLOWED.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return Counter({(name, word): int(count) for name, word, count in rows})


def test_the_words_are_found() -> None:
    source = '"""Tells whoever asks."""\ndef _kept(law):\n    """So many laws."""  # a rule of ours\n    return "so many", law\n'
    assert faults_of(source) == {"def kept": 1, "whoever": 1, "so many": 1, "law": 1, "of ours": 1}
    assert faults_of('"""Outlaws keep flawless lawns."""\ndef retold() -> None: ...\n') == {}


def test_no_forbidden_word_is_new() -> None:
    before = allowed()
    grown = {f"{name}: {word}": f"{count} more than {before[name, word]}" for (name, word), count in (faults() - before).items()}
    assert grown == {}, "a plainer word is in CONTRIBUTING.md, under Words"


def test_every_line_of_the_list_names_a_file_once() -> None:
    lines = ALLOWED.read_text(encoding="utf-8").splitlines()[1:]
    assert len({tuple(line.split("\t")[:2]) for line in lines}) == len(lines)
    assert not any("*" in line for line in lines)


def write(*, may_grow: bool = False) -> None:
    """Write the list of what is still there."""
    now, before = faults(), allowed() if ALLOWED.exists() else Counter()
    if now - before and not may_grow:
        sys.exit("\n".join(f"{name}: {word}" for name, word in sorted(now - before)))
    head = "# What tests/test_prose.py still allows: file, word, count. The aim is an empty list.\n"
    ALLOWED.write_text(head + "".join(f"{name}\t{word}\t{count}\n" for (name, word), count in sorted(now.items())), encoding="utf-8")


if __name__ == "__main__":
    write(may_grow="--grow" in sys.argv)
