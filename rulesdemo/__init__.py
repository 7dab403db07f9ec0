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

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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
