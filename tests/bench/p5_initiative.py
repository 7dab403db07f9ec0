"""Initiative: one die each and a rating, ties thrown again without end."""

from __future__ import annotations

from itertools import product
from typing import Any

import dyce
import icepool
from constants import RATINGS
from distributions import Answers, Distribution, Row, expanded, translated

from rulesdemo.analysis.catalogue import find
from rulesdemo.odds.dice import AGAIN, D6, Dice
from rulesdemo.odds.procedure import odds, procedure
from rulesdemo.rules.ruleset import ruleset

CASES = tuple(product(RATINGS, RATINGS))


@procedure
def opposed(dice: Dice, edge: int) -> bool:
    """Whether the side with `edge` more points wins."""
    lead = dice.gap(D6, D6) + edge
    return AGAIN if lead == 0 else lead > 0


def ours() -> Answers:
    """With the kit's verbs; only the difference of the ratings counts, and a distribution asked for again is in the cache."""
    return {(own, other): odds(opposed, own - other) for own, other in CASES}


def in_the_game() -> Answers:
    """The project's own procedure, under its rules."""
    rules = ruleset("veneti")
    procedure = find("veneti.initiative").procedure
    return {case: procedure.dist(rules, *case) for case in CASES}


def with_icepool() -> Answers:
    """An unlimited re-roll, once per difference."""
    gap = icepool.d(6) - icepool.d(6)
    edges = {edge: (gap + edge).reroll([0], depth="inf") > 0 for edge in {own - other for own, other in CASES}}
    return {(own, other): edges[own - other] for own, other in CASES}


def with_dyce() -> Answers:
    """A tie expands to nothing, which is an unlimited re-roll; once per difference."""
    gap = dyce.H(6) - dyce.H(6)
    nothing = dyce.H({})
    edges = {
        edge: expanded(lambda lead, edge=edge: lead.outcome + edge > 0 if lead.outcome + edge else nothing, gap)
        for edge in {own - other for own, other in CASES}
    }
    return {(own, other): edges[own - other] for own, other in CASES}


def by_hand() -> dict[Any, Distribution]:
    """One dict for the gap of two dice, one per difference of ratings."""
    gap: dict[int, int] = {}
    for mine in range(1, 7):
        for theirs in range(1, 7):
            gap[mine - theirs] = gap.get(mine - theirs, 0) + 1
    edges: dict[int, Distribution] = {}
    answers = {}
    for own, other in CASES:
        edge = own - other
        if edge not in edges:
            dist: dict[bool, int] = {}
            total = 0
            for lead, ways in gap.items():
                if lead + edge:
                    wins = lead + edge > 0
                    dist[wins] = dist.get(wins, 0) + ways
                    total += ways
            edges[edge] = dist, total
        answers[own, other] = edges[edge]
    return answers


ROWS = (
    Row(
        name="Initiative",
        inputs="ties re-rolled, ratings 0..5 x 0..5",
        ours=ours,
        hand=by_hand,
        hand_is="dicts",
        peers={"icepool": with_icepool, "dyce": with_dyce},
        game=in_the_game,
        game_is="veneti.initiative",
        game_says=lambda answers: translated(answers, lambda outcome: outcome.winner == "roman"),
    ),
)
