"""Caches whose values hold words, and which of them do not ask for the language: found in the source, and by watching them at work."""

from __future__ import annotations

import ast
import functools
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[2]
PACKAGES: Final = ("rulesdemo", "widgets")
BLIND: Final = {"lru_cache", "cache", "cached_property"}
WORDS: Final = "rulesdemo.words"
CATALOGUES: Final = "rulesdemo.catalogues"  # which ask for the language by name
# What gives the words of the session's language at once; `N_` gives a message, which may be cached.
ASKING: Final = {(WORDS, "_"), (WORDS, "ngettext"), (WORDS, "language"), (WORDS, "cache_by_language")}

# -- in the source ---------------------------------------------------------------------------------------------------------------------


@dataclass
class Function:
    """A function or method: how it caches, and what it calls, as (module, name)."""

    where: str
    is_cached: bool = False
    is_memo: bool = False  # it writes into a dictionary of its module
    calls: set[tuple[str, str]] = field(default_factory=set)

    @property
    def is_blind(self) -> bool:
        """Whether it has a cache that does not ask for the language."""
        return self.is_cached or (self.is_memo and (WORDS, "language") not in self.calls)


def _name_of(decorator: ast.expr) -> str:
    made = decorator.func if isinstance(decorator, ast.Call) else decorator
    return made.attr if isinstance(made, ast.Attribute) else made.id if isinstance(made, ast.Name) else ""


class _Reader(ast.NodeVisitor):
    """Reads the functions of one module; a method is named `Class.method`."""

    def __init__(self, module: str) -> None:
        self.module = module
        self.imported: dict[str, tuple[str, str]] = {}
        self.functions: dict[tuple[str, str], Function] = {}
        self._memos: set[str] = set()  # dictionaries of the module
        self._class = ""
        self._inside: Function | None = None

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        for each in node.names:
            self.imported[each.asname or each.name] = (node.module or "", each.name)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if self._inside is None and isinstance(node.target, ast.Name) and isinstance(node.value, ast.Dict) and not node.value.keys:
            self._memos.add(node.target.id)
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        for each in node.targets:
            if self._inside is not None and isinstance(each, ast.Subscript) and isinstance(each.value, ast.Name):
                self._inside.is_memo |= each.value.id in self._memos
        self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        outer, self._class = self._class, f"{node.name}."
        self.generic_visit(node)
        self._class = outer

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if self._inside is not None:  # what stands inside a function is part of it
            self.generic_visit(node)
            return
        decorators = [_name_of(each) for each in node.decorator_list]
        self._inside = Function(f"{self.module}:{node.lineno} {self._class}{node.name}", not BLIND.isdisjoint(decorators))
        self.functions[self.module, self._class + node.name] = self._inside
        self._inside.calls |= {self.imported[name] for name in decorators if name in self.imported}
        for each in node.body:
            self.visit(each)
        self._inside = None

    def visit_Raise(self, node: ast.Raise) -> None:
        """Pass over what is raised: no cache holds it."""

    def visit_Call(self, node: ast.Call) -> None:
        if self._inside is not None:
            made = node.func
            if isinstance(made, ast.Name):
                self._inside.calls.add(self.imported.get(made.id, (self.module, made.id)))
            elif isinstance(made, ast.Attribute) and isinstance(made.value, ast.Name):
                if made.value.id == "self":
                    self._inside.calls.add((self.module, self._class + made.attr))
                elif made.value.id in self.imported:  # a module
                    self._inside.calls.add((".".join(self.imported[made.value.id]), made.attr))
        self.generic_visit(node)


def functions(root: Path = ROOT) -> dict[tuple[str, str], Function]:
    """Every function of our packages, by module and name."""
    found = {}
    for path in sorted(path for package in PACKAGES for path in (root / package).rglob("*.py")):
        module = ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
        reader = _Reader(module)
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):  # imports inside functions count for the whole module
            if isinstance(node, ast.ImportFrom):
                reader.visit_ImportFrom(node)
        reader.visit(tree)
        found |= reader.functions
    return found


def blind_caches(known: dict[tuple[str, str], Function]) -> Iterator[str]:
    """Every cache without a language whose function asks for words, itself or through what it calls, with the way there."""
    ways: dict[tuple[str, str], str] = dict.fromkeys(ASKING, "")
    grown = True
    while grown:
        grown = False
        for key, function in known.items():
            asked = next((call for call in sorted(function.calls) if call in ways), None)
            if key not in ways and key[0] != WORDS and asked is not None:
                ways[key] = f"{asked[1]} {ways[asked]}".strip()
                grown = True
    yield from (f"{function.where}: {ways[key]}" for key, function in known.items() if function.is_blind and key in ways)


# -- at work ---------------------------------------------------------------------------------------------------------------------------

_working: list[dict[str, bool]] = []  # the caches that are working something out
caught: set[str] = set()


def _watched(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def from_work(*args: Any, **kwargs: Any) -> Any:
        probe = {"asked": False}
        _working.append(probe)
        try:
            value = function(*args, **kwargs)
        finally:
            _working.pop()
        if probe["asked"]:  # what raises is not cached
            caught.add(f"{function.__module__}.{function.__qualname__}")
        return value

    return from_work


def _is_ours(function: Callable[..., Any]) -> bool:
    return function.__module__.startswith(tuple(f"{package}." for package in PACKAGES)) and function.__module__ not in {WORDS, CATALOGUES}


class _Language:
    """The session's language, which notes for whom it is asked."""

    def __init__(self, real: Any) -> None:
        self._real = real

    def get(self, *first: str) -> str:
        for probe in _working:
            probe["asked"] = True
        return str(self._real.get(*first))

    def set(self, lang: str) -> None:
        self._real.set(lang)


def watch_caches() -> None:
    """Watch every cache without a language from now on; our modules must not have been imported yet."""
    assert not any(name.startswith(PACKAGES) for name in sys.modules)
    plain_lru, plain_property = functools.lru_cache, functools.cached_property

    def lru_cache(maxsize: Any = 128, typed: bool = False) -> Any:
        if callable(maxsize):
            return lru_cache()(maxsize)
        return lambda function: plain_lru(maxsize, typed)(_watched(function) if _is_ours(function) else function)

    class CachedProperty(plain_property):  # type: ignore[type-arg]
        def __init__(self, function: Callable[..., Any]) -> None:
            super().__init__(_watched(function) if _is_ours(function) else function)

    functools.lru_cache = lru_cache  # type: ignore[assignment]
    functools.cache = lru_cache(None)  # type: ignore[assignment]
    functools.cached_property = CachedProperty  # type: ignore[misc]

    from rulesdemo import words

    words._language = _Language(words._language)  # type: ignore[assignment]
