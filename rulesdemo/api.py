"""The two calls most users need.

odds("veneti.boarding", attackers=4, defenders=1)            a Dist of exact chances
roll("escadres.volley", dice=6, power=10, crew=8, seed=7)    one throw, with its faces
games()                                                      the five games
"""

from __future__ import annotations

import random
from typing import Any

from rulesdemo.analysis.catalogue import Entry, find
from rulesdemo.errors import InputError
from rulesdemo.odds.dist import Dist
from rulesdemo.odds.procedure import Played, Procedure
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_


def odds(procedure: str | Procedure[..., Any], /, *args: Any, rules: Ruleset | None = None, **inputs: Any) -> Dist[Any]:  # noqa: ANN401 - any inputs
    """The exact distribution of a procedure, by name with named inputs, or of a procedure of your own with its arguments."""
    if isinstance(procedure, Procedure):
        return procedure.dist(*args, **inputs, **({} if rules is None else {"rules": rules}))
    return _entry_named(procedure, args).answer(inputs, rules).dist


def roll(procedure: str, /, *args: Any, seed: int | None = None, rules: Ruleset | None = None, **inputs: Any) -> Played[Any]:  # noqa: ANN401 - any inputs
    """One throw of a procedure by name; the same seed gives the same faces."""
    return _entry_named(procedure, args).throw(inputs, random.Random(seed), rules)


def _entry_named(procedure: str, args: tuple[object, ...]) -> Entry:
    """The procedure of that name; values without a name are refused, since nobody can see which input they are meant for."""
    entry = find(procedure)
    if args:
        known = ", ".join(each.name for each in entry.inputs)
        hint = N_("Known: {names}.").format(names=known) if known else N_("It takes no inputs.")
        message = N_("{procedure} takes its inputs by name, and {value!r:.60} has none. {hint}").format(
            procedure=procedure, value=args[0], hint=hint
        )
        raise InputError(message)
    return entry
