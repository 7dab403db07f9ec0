"""What one explosion leads to (E-BLAST), by hand where that is short, and against the engine rolling it out for every fate."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from rulesdemo.games.escadres.play import ENGINE, scenarios
from rulesdemo.games.escadres.play.chain import chain, debris_on
from rulesdemo.games.escadres.play.damage import explode, roll_debris
from rulesdemo.games.escadres.play.orders import RollDebris
from rulesdemo.games.escadres.play.state import Blast, Position
from rulesdemo.odds.dice import FixedDice
from rulesdemo.rules.ruleset import ruleset
from tests.games.escadres.play.given import position_of

RULES = ruleset("escadres")
MAGAZINE = (6, 6, 6, 4)  # a critical, a big one, a major explosion, and the magazine


def bursts(dice: int) -> Fraction:
    """One die fires a magazine with chance 1/432 (question 1 of the specification)."""
    return 1 - Fraction(431, 432) ** dice


def table(*ships: str) -> Position:
    return position_of({"ships": ships}, RULES).position


@pytest.mark.parametrize(("dice", "chance"), [(3, Fraction(558577, 80621568)), (5, bursts(5)), (10, bursts(10))])
def test_what_debris_does_to_a_ship(dice: int, chance: Fraction) -> None:
    """Question 14: fire 29/144 for one die; a die that neither lights a fire nor the magazine has 344 ways of 432."""
    found = debris_on(RULES, dice)
    assert found.burst == chance
    assert found.dark == Fraction(344, 432) ** dice
    assert found.alight == Fraction(431, 432) ** dice - Fraction(344, 432) ** dice
    assert found.dark + found.alight + found.burst == 1


def test_one_ship_two_hexes_away() -> None:
    found = chain(table("royal french seventy_four 1008 E C0", "hardi french seventy_four 1010 E C0"), "royal")
    assert dict(found.hits) == {"hardi": 5}
    assert found.chances == {frozenset(): 1 - bursts(5), frozenset({"hardi"}): bursts(5)}
    assert found.spreads == found.bursts("hardi") == bursts(5)


def test_who_is_sheltered_bursts_only_after_her_shelter() -> None:
    """Near bars the way to Lion; if she bursts she is off the table (E50), and her own 5 dice reach Lion."""
    ships = ("royal french seventy_four 1008 E C0", "near french seventy_four 1010 E C0", "lion british seventy_four 1012 E C0")
    found = chain(table(*ships), "royal")
    assert dict(found.hits) == {"near": 5}
    assert found.spreads == bursts(5)
    assert found.bursts("lion") == bursts(5) ** 2


def rolled_out(position: Position, weight: Fraction, burst: frozenset[str]) -> dict[frozenset[str], Fraction]:
    """Every end of the debris in the air, as the engine deals with it: each ship bursts or takes no harm."""
    pending = position.pending
    if not isinstance(pending, Blast):
        return {burst: weight}
    found: dict[frozenset[str], Fraction] = {}
    ship, dice = pending.hits[0]
    for faces, chance, more in (((1,) * dice, 1 - bursts(dice), frozenset()), ((*MAGAZINE, *(1,) * (dice - 1)), bursts(dice), {ship})):
        after = roll_debris(FixedDice(faces), position, RollDebris(ship)).position
        for names, share in rolled_out(after, weight * chance, burst | more).items():
            found[names] = found.get(names, Fraction(0)) + share
    return found


@pytest.mark.parametrize(("scenario", "source"), [("lee", "hector"), ("lee", "bold"), ("magazine", "nymphe")])
def test_the_engine_comes_to_the_same(scenario: str, source: str) -> None:
    position = scenarios.load(scenario)
    if scenario == "lee":  # without one of them: the engine takes its time over six
        position = replace(position, ships=tuple(ship for ship in position.ships if ship.id != "brave"))
    flying = explode(position, source, "E-DMG-3").position
    assert dict(chain(position, source).chances) == rolled_out(flying, Fraction(1), frozenset())


def test_what_is_drawn_or_due_makes_no_difference() -> None:
    position = scenarios.load("lee")
    started = ENGINE.start("lee", None).position
    assert chain(started, "hector") is chain(position, "hector")
