"""The two calls most users need.

odds("veneti.boarding", attackers=4, defenders=1)            a Dist of exact chances
roll("escadres.volley", dice=6, power=10, crew=8, seed=7)    one throw, with its faces
games()                                                      the five games
"""

from __future__ import annotations

import random
from typing import Any

from rulesdemo.catalogue import find
from rulesdemo.dist import Dist
from rulesdemo.procedure import Played, Procedure
from rulesdemo.ruleset import Ruleset


def odds(procedure: str | Procedure[..., Any], /, *args: Any, rules: Ruleset | None = None, **inputs: Any) -> Dist[Any]:  # noqa: ANN401 - any inputs
    """The exact law of a procedure, by name with named inputs, or of a procedure of your own with its arguments."""
    if isinstance(procedure, Procedure):
        return procedure.dist(*args, **inputs)
    return find(procedure).asked(inputs, rules).dist


def roll(procedure: str, /, *, seed: int | None = None, rules: Ruleset | None = None, **inputs: Any) -> Played[Any]:  # noqa: ANN401 - any inputs
    """One throw of a procedure by name; the same seed gives the same faces."""
    return find(procedure).thrown(inputs, random.Random(seed), rules)
