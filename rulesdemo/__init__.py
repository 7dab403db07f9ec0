"""rulesdemo: five wargames, every rule by its number, every chance as an exact fraction.

>>> from rulesdemo import odds, roll, games
>>> odds("veneti.boarding", attackers=4, defenders=1).p(captured=True)
Fraction(11, 12)
>>> odds("republic.full_battle", attacker="A", defender="B", drm=2).marginal("retreat").p("defender")
Fraction(2759, 5000)
>>> roll("escadres.volley", dice=6, power=10, crew=8, seed=7).faces
(3, 2, 4, 6, 1, 1, 5)
>>> [game.name for game in games()]
['broadside', 'escadres', 'republic', 'toulon', 'veneti']

Nothing heavy is loaded here: a game's rules are read when it is first asked for.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping
    from importlib.machinery import ModuleSpec
    from types import ModuleType

    from rulesdemo import games
    from rulesdemo.analysis.catalogue import answer
    from rulesdemo.api import odds, roll

__version__ = "0.5.0"
__all__ = ["answer", "games", "odds", "roll"]

_HOMES = {
    "odds": "rulesdemo.odds",
    "roll": "rulesdemo.api",
    "games": "rulesdemo.games",
    "answer": "rulesdemo.analysis.catalogue",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever the name stands for
    """Load a public name on first use (PEP 562)."""
    if name not in _HOMES:
        message = f"module 'rulesdemo' has no attribute {name!r}"
        raise AttributeError(message)
    from importlib import import_module

    home = import_module(_HOMES[name])
    value = home if name in ("games", "odds") else getattr(home, name)
    globals()[name] = value
    return value


# Modules of 0.5 and their new places; the next release drops the old names. `widgets` adds its own.
MOVED = {
    "rulesdemo.arcs": "rulesdemo.board.sectors",
    "rulesdemo.audit": "rulesdemo.rules.table_audit",
    "rulesdemo.averages": "rulesdemo.analysis.moments",
    "rulesdemo.beyond": "rulesdemo.analysis.unbounded",
    "rulesdemo.bots": "rulesdemo.play.bots",
    "rulesdemo.branches": "rulesdemo.analysis.branch_tree",
    "rulesdemo.catalogue": "rulesdemo.analysis.catalogue",
    "rulesdemo.chains": "rulesdemo.odds.chains",
    "rulesdemo.contents": "rulesdemo.rules.toc",
    "rulesdemo.coverage": "rulesdemo.analysis.rule_coverage",
    "rulesdemo.datafiles": "rulesdemo.rules.datafiles",
    "rulesdemo.dice": "rulesdemo.odds.dice",
    "rulesdemo.dist": "rulesdemo.odds.dist",
    "rulesdemo.engine": "rulesdemo.play.engine",
    "rulesdemo.entries": "rulesdemo.rules.scenario_reader",
    "rulesdemo.formulas": "rulesdemo.analysis.formulas",
    "rulesdemo.game": "rulesdemo.play.game",
    "rulesdemo.hexes": "rulesdemo.board.hexes",
    "rulesdemo.history": "rulesdemo.play.history",
    "rulesdemo.inputs": "rulesdemo.odds.inputs",
    "rulesdemo.later": "rulesdemo.odds.placeholders",
    "rulesdemo.ledger": "rulesdemo.odds.reads",
    "rulesdemo.log": "rulesdemo.play.log",
    "rulesdemo.mix": "rulesdemo.odds.mixture",
    "rulesdemo.pools": "rulesdemo.odds.dice_pools",
    "rulesdemo.procedure": "rulesdemo.odds.procedure",
    "rulesdemo.questions": "rulesdemo.analysis.inverse",
    "rulesdemo.recurrences": "rulesdemo.analysis.recurrences",
    "rulesdemo.refs": "rulesdemo.rules.rule_index",
    "rulesdemo.report": "rulesdemo.analysis.report",
    "rulesdemo.ruleset": "rulesdemo.rules.ruleset",
    "rulesdemo.saves": "rulesdemo.play.saves",
    "rulesdemo.show": "rulesdemo.odds.format",
    "rulesdemo.spelling": "rulesdemo.play.order_codec",
    "rulesdemo.steps": "rulesdemo.analysis.derivation_steps",
    "rulesdemo.stretches": "rulesdemo.analysis.piecewise",
    "rulesdemo.surds": "rulesdemo.odds.surds",
    "rulesdemo.tables": "rulesdemo.rules.tables",
    "rulesdemo.terms": "rulesdemo.rules.glossary",
    "rulesdemo.trees": "rulesdemo.analysis.odds_tree",
    "rulesdemo.turns": "rulesdemo.play.sequence",
    "rulesdemo.walk": "rulesdemo.odds.enumerate",
    "rulesdemo.why": "rulesdemo.analysis.derivation",
    "rulesdemo.zones": "rulesdemo.board.zones",
}


def moved_name(package: str, name: str, homes: Mapping[str, str]) -> Any:  # noqa: ANN401 - whatever the name stands for
    """Return, with a warning, a name that 0.5 had in a module which is a package now; `homes` maps names to modules of the package."""
    if name not in homes:
        message = f"module {package!r} has no attribute {name!r}"
        raise AttributeError(message)
    home = f"{package}.{homes[name]}"
    _warn(f"{package}.{name}", f"{home}.{name}", 4)
    from importlib import import_module

    return getattr(import_module(home), name)


def _warn(old: str, new: str, stacklevel: int) -> None:
    import warnings

    warnings.warn(f"{old} is {new} now; the old name goes with the next release", DeprecationWarning, stacklevel=stacklevel)


class _MovedModules:
    """Finds a moved module under its old name; it stands last on the path, so a module that exists never gets here."""

    @staticmethod
    def find_spec(name: str, _path: object = None, _target: object = None) -> ModuleSpec | None:
        """Return how to load the old name, or None for any other name."""
        if name not in MOVED:
            return None
        from importlib.machinery import ModuleSpec

        return ModuleSpec(name, _MovedModules)  # type: ignore[arg-type] # the class is its own loader, as Python's own are

    @staticmethod
    def create_module(_spec: ModuleSpec) -> None:
        """Let Python make an empty module, which `exec_module` replaces."""

    @staticmethod
    def exec_module(module: ModuleType) -> None:
        """Put the moved module itself under the old name, so that both names are one module."""
        from importlib import import_module

        old, new = module.__name__, MOVED[module.__name__]
        _warn(old, new, 3)
        sys.modules[old] = import_module(new)


sys.meta_path.append(_MovedModules)
