"""Words of the code: no participle for a name, and no word in a docstring or a comment that has a plainer one."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
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


def test_the_words_are_found() -> None:
    source = '"""Tells whoever asks."""\ndef _kept(law):\n    """So many laws."""  # a rule of ours\n    return "so many", law\n'
    assert faults_of(source) == {"def kept": 1, "whoever": 1, "so many": 1, "law": 1, "of ours": 1}
    assert faults_of('"""Outlaws keep flawless lawns."""\ndef retold() -> None: ...\n') == {}


def test_no_forbidden_word_is_there() -> None:
    assert faults() == {}, "a plainer word is in CONTRIBUTING.md, under Words"
