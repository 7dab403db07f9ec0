"""The two calls most users need.

odds("veneti.boarding", attackers=4, defenders=1)            a Dist of exact chances
roll("escadres.volley", dice=6, power=10, crew=8, seed=7)    one throw, with its faces
games()                                                      the five games
"""

from __future__ import annotations

import random
from os import PathLike
from typing import Any

from rulesdemo.analysis.catalogue import Entry, find
from rulesdemo.errors import InputError
from rulesdemo.odds.dist import Dist
from rulesdemo.odds.procedure import Played, Procedure
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.rules.variant import Variant, variant_of
from rulesdemo.words import N_

VariantLike = Variant | str | PathLike[str]


def odds(
    procedure: str | Procedure[..., Any],
    /,
    *args: Any,  # noqa: ANN401 - any inputs
    rules: Ruleset | None = None,
    variant: VariantLike | None = None,
    **inputs: Any,  # noqa: ANN401 - any inputs
) -> Dist[Any]:
    """The exact distribution of a procedure, by name with named inputs, or of a procedure of your own with its arguments.

    `variant` is a variant or the name of its file, which takes the place of `rules`.
    """
    if isinstance(procedure, Procedure):
        chosen = _chosen("", rules, variant)
        return procedure.dist(*args, **inputs, **({} if chosen is None else {"rules": chosen}))
    entry = _entry_named(procedure, args)
    return entry.answer(inputs, _chosen(entry.game, rules, variant)).dist


def roll(
    procedure: str,
    /,
    *args: Any,  # noqa: ANN401 - any inputs
    seed: int | None = None,
    rules: Ruleset | None = None,
    variant: VariantLike | None = None,
    **inputs: Any,  # noqa: ANN401 - any inputs
) -> Played[Any]:
    """One throw of a procedure by name; the same seed gives the same faces."""
    entry = _entry_named(procedure, args)
    return entry.throw(inputs, random.Random(seed), _chosen(entry.game, rules, variant))


def _chosen(game: str, rules: Ruleset | None, variant: VariantLike | None) -> Ruleset | None:
    """The rules that a caller chose, as a ruleset or as a variant; None for those as printed."""
    if variant is None:
        return rules
    if rules is not None:
        message = N_("give rules or a variant, not both")
        raise InputError(message)
    return variant_of(variant).rules(game)


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
