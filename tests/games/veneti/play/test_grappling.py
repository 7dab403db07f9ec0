"""Grappling, scythes, breaking loose (8.11, 8.12, 8.31 to 8.33)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rulesdemo.games.veneti.play import grappling as g
from rulesdemo.games.veneti.play.movement import check_announce
from rulesdemo.games.veneti.play.orders import Announce, BreakLoose, Grapple, UseScythes
from rulesdemo.games.veneti.play.state import Exchange, Position
from rulesdemo.play.engine import Outcome
from tests.games.veneti.play.positions import chance, dist, kinds, legal, melee, position, prize, says, ship, thrown_with, with_ship

# -- breaking loose --------------------------------------------------------------------------------------------------------------------

LOOSE = BreakLoose("aquila", "dufa")


def held_pair(limit: Any = "free", **changes: Any) -> Position:
    ships = [ship("aquila", "1010", **changes), ship("dufa", "1110", side="veneti")]
    return position(ships, held=[("aquila", "dufa")], limit=limit)


def freed(outcome: Outcome[Position]) -> bool:
    return not outcome.position.ship("aquila").grappled


def test_breaking_loose_frees_both_and_costs_two_points() -> None:
    after = thrown_with(g.break_loose, held_pair(), LOOSE, 4)
    assert kinds(after) == ["BreakLooseTried"]
    assert after.events[0].free
    assert not after.position.ship("aquila").grappled
    assert not after.position.ship("dufa").grappled
    assert after.position.acting.of("aquila").spent == 2
    assert check_announce(after.position, Announce("aquila", 2)) is None
    assert check_announce(after.position, Announce("aquila", 3)) is not None


def test_a_failure_costs_nothing_but_the_try() -> None:
    after = thrown_with(g.break_loose, held_pair(crew_printed=2), LOOSE, 4).position
    doing = after.acting.of("aquila")
    assert (doing.spent, doing.tried, doing.stage) == (0, {"dufa"}, "waiting")
    assert after.ship("aquila").grappled == {"dufa"}
    says(g.check_break_loose(after, LOOSE), "Aquila has tried to break loose from Dufa.", "8.31")
    says(check_announce(after, Announce("aquila", 1)), "Aquila is grappled and cannot move.", "6.34")


def test_what_is_left_never_falls_under_nothing_a24() -> None:
    after = thrown_with(g.break_loose, held_pair(cruise=1, maximum=1), LOOSE, 6).position
    assert after.acting.of("aquila").spent == 2
    assert check_announce(after, Announce("aquila", 0)) is None
    assert check_announce(after, Announce("aquila", 1)) is not None


@pytest.mark.parametrize(
    ("changes", "other", "p"),
    [
        ({"crew_printed": 2}, {}, Fraction(1, 3)),  # crew 2 against 2: 5 or 6
        ({}, {}, Fraction(2, 3)),  # crew 3 against 2: better crew, 3 or more
        ({}, {"crew_printed": 3}, Fraction(1, 2)),
        ({"repelled": True}, {}, Fraction(5, 6)),
        ({}, {"controller": "roman", "captured": "captured"}, Fraction(1)),  # crew 3 against 0, own prize: +1 +2
        ({"crew_printed": 1}, {"crew_printed": 4}, Fraction(1, 6)),
    ],
)
def test_exact_chances_with_every_modifier(changes: Any, other: Any, p: Fraction) -> None:
    here = with_ship(held_pair(**changes), "dufa", **other)
    assert chance(g.break_loose, here, LOOSE, freed) == p


def test_a_prize_alone_breaks_loose_only_from_her_captor() -> None:
    ships = [prize("dufa", "1110", side="veneti"), ship("aquila", "1010"), ship("ura", "1211", side="veneti")]
    here = position(ships, held=[("aquila", "dufa"), ("ura", "dufa")])

    def free_of(other: str) -> Fraction:
        return chance(g.break_loose, here, BreakLoose("dufa", other), lambda o: other not in o.position.ship("dufa").grappled)

    assert (free_of("aquila"), free_of("ura")) == (Fraction(1, 3), 0)  # crew 0 needs 7: with +2 a 5 will do, with +0 nothing will


def test_held_by_two_the_better_crew_counts_for_nothing() -> None:
    ships = [ship("aquila", "1010"), ship("dufa", "1110", side="veneti"), ship("ura", "0910", side="veneti")]
    here = position(ships, held=[("aquila", "dufa"), ("aquila", "ura")])
    assert legal(g.check_break_loose, g.breaks, here) == [LOOSE, BreakLoose("aquila", "ura")]
    assert chance(g.break_loose, here, LOOSE, lambda o: "dufa" not in o.position.ship("aquila").grappled) == Fraction(1, 2)
    once = thrown_with(g.break_loose, here, LOOSE, 6).position
    twice = thrown_with(g.break_loose, once, BreakLoose("aquila", "ura"), 6).position
    assert twice.acting.of("aquila").spent == 4
    assert not twice.ship("aquila").grappled


def test_refusals_to_break_loose() -> None:
    here = held_pair()
    says(g.check_break_loose(here, BreakLoose("dufa", "aquila")), "Dufa is not in the squadron that is acting.", "6.17")
    says(g.check_break_loose(here, BreakLoose("nobody", "aquila")), "There is no ship 'nobody'.", "6.17")
    says(g.check_break_loose(here, BreakLoose("aquila", "nobody")), "Aquila is not grappled to 'nobody'.", "8.31")
    says(g.check_break_loose(here.with_doing("aquila", stage="moved"), LOOSE), "Aquila has ended her move.", "8.31")
    idle, disorder = held_pair("idle"), held_pair("disorder")
    says(g.check_break_loose(idle, LOOSE), "Aquila lies idle in the confusion.", "6.18")
    says(g.check_break_loose(disorder, LOOSE), "Aquila holds back beside an enemy and does nothing that needs movement.", "6.16")
    assert g.check_break_loose(held_pair("slow"), LOOSE) is None
    two = position([ship("aquila", "1010"), ship("lupa", "2010"), ship("dufa", "1110", side="veneti")], held=[("aquila", "dufa")])
    says(g.check_break_loose(two, BreakLoose("aquila", "lupa")), "Aquila is not grappled to Lupa.", "8.31")
    busy = two.with_doing("lupa", stage="moving", left=2)
    says(g.check_break_loose(busy, LOOSE), "Lupa is in the middle of her move.", "6.23")
    assert list(g.breaks(busy)) == []
    assert list(g.breaks(replace(two, activation=None))) == []


def test_a_straggler_may_cast_off_her_own_prize() -> None:
    ships = [ship("aquila", "1010"), prize("dufa", "1110", side="veneti")]
    here = position(ships, acting=["aquila"], held=[("aquila", "dufa")], limit="disorder")
    assert g.check_break_loose(here, LOOSE) is None


# -- scythes ---------------------------------------------------------------------------------------------------------------------------

CUT = UseScythes("aquila", "dufa")


def alongside(left: int = 2, where: str = "1110", **options: Any) -> Position:
    here = position([ship("aquila", "1010"), ship("dufa", where, side="veneti")], **options)
    return here.with_doing("aquila", stage="moving", left=left) if left else here


def test_scythes_cost_a_point_and_immobilise() -> None:
    after = thrown_with(g.use_scythes, alongside(), CUT, 4)
    doing = after.position.acting.of("aquila")
    assert (doing.left, doing.spent, doing.stage, doing.scythed) == (1, 1, "moving", True)
    assert after.position.ship("dufa").immobilised
    assert kinds(after) == ["ScythesUsed"]
    says(g.check_use_scythes(after.position, CUT), "Aquila has used her scythes in this activation.", "8.12 note")


def test_scythes_with_the_last_point_end_the_move() -> None:
    after = thrown_with(g.use_scythes, alongside(1), CUT, 3).position
    assert not after.ship("dufa").immobilised
    assert after.acting.of("aquila").stage == "moved"
    assert g.check_grapple(after, Grapple("aquila", "dufa")) is None


@pytest.mark.parametrize("crew", [1, 2, 3, 4])
def test_exact_chance_of_the_scythes(crew: int) -> None:
    here = with_ship(alongside(), "aquila", crew_printed=crew)
    assert chance(g.use_scythes, here, CUT, lambda o: o.position.ship("dufa").immobilised) == Fraction(crew, 6)


def test_refusals_of_the_scythes() -> None:
    here = alongside()
    assert legal(g.check_use_scythes, g.scythings, here) == [CUT]
    says(g.check_use_scythes(alongside(switches={"scythes": "off"}), CUT), "This game is played without the scythes.", "8.12 note")
    says(g.check_use_scythes(here, UseScythes("dufa", "aquila")), "Dufa is not in the squadron that is acting.", "6.17")
    no_points = "The scythes cost 1 PM, which Aquila does not have."
    says(g.check_use_scythes(alongside(0), CUT), no_points, "8.12 note")
    says(g.check_use_scythes(here.with_doing("aquila", stage="moved", left=0), CUT), no_points, "8.12 note")
    fast = with_ship(here, "aquila", level="maximum")
    says(g.check_use_scythes(fast, CUT), "Aquila is at Maximum speed, too fast for the scythes.", "8.12 note")
    retaken = with_ship(here, "aquila", captured="recaptured")
    says(g.check_use_scythes(retaken, CUT), "Aquila is a prize: she may move, but not fight.", "8.25")
    says(g.check_use_scythes(alongside(limit="disorder"), CUT), "Aquila holds back and does nothing beside her moving.", "6.16")
    says(g.check_use_scythes(alongside(limit="idle"), CUT), "Aquila lies idle in the confusion.", "6.18")
    says(g.check_use_scythes(with_ship(here, "dufa", immobilised=True), CUT), "Dufa is immobilised already.", "8.12 note")
    says(g.check_use_scythes(with_ship(here, "dufa", controller="roman"), CUT), "Dufa is on your own side.", "8.12 note")
    says(g.check_use_scythes(here, UseScythes("aquila", "nobody")), "There is no ship 'nobody' on the map.", "8.12 note")
    says(g.check_use_scythes(alongside(where="1009"), CUT), "Dufa is not on a flank of Aquila.", "8.12 note")
    says(g.check_use_scythes(alongside(where="1210"), CUT), "Dufa is not on a flank of Aquila.", "8.12 note")
    assert list(g.scythings(replace(here, activation=None))) == []


def test_what_the_scythes_cost_is_the_tables_to_say() -> None:
    dear = alongside(patches={("action_costs", "scythes", "pm"): "2"})
    assert thrown_with(g.use_scythes, dear, CUT, 1).position.acting.of("aquila").stage == "moved"
    poor = dear.with_doing("aquila", left=1)
    says(g.check_use_scythes(poor, CUT), "The scythes cost 2 PM, which Aquila does not have.", "8.12 note")


def test_scythes_are_roman_and_cut_only_veneti_sails() -> None:
    ships = [ship("aquila", "1010"), prize("lupa", "0911", side="roman")]
    galley = position(ships, acting=["aquila"]).with_doing("aquila", stage="moving", left=2)
    says(g.check_use_scythes(galley, UseScythes("aquila", "lupa")), "Lupa has no halyards to cut.", "8.12 note")
    theirs = position([ship("dufa", "1110", side="veneti"), ship("aquila", "1010")]).with_doing("dufa", stage="moving", left=2)
    says(g.check_use_scythes(theirs, UseScythes("dufa", "aquila")), "Dufa has no scythes.", "8.12 note")
    assert list(g.scythings(theirs)) == []
    bought = [ship("aquila", "1010"), prize("navis", "1110", side="roman", kind="sail")]
    roman_sail = position(bought, acting=["aquila"]).with_doing("aquila", stage="moving", left=2)
    says(g.check_use_scythes(roman_sail, UseScythes("aquila", "navis")), "Navis has no halyards to cut.", "8.12 note")
    copied = [prize("copia", "1010", side="veneti", kind="galley", cruise=4), ship("dufa", "1110", side="veneti")]
    their_galley = position(copied).with_doing("copia", stage="moving", left=2)
    says(g.check_use_scythes(their_galley, UseScythes("copia", "dufa")), "Copia has no scythes.", "8.12 note")
    taken = position([prize("lupa", "1010", side="roman"), prize("dufa", "1110", side="veneti")]).with_doing("lupa", stage="moving", left=2)
    says(g.check_use_scythes(taken, UseScythes("lupa", "dufa")), "Lupa has no scythes.", "8.12 note")


# -- grappling -------------------------------------------------------------------------------------------------------------------------

HOLD = Grapple("aquila", "dufa")


def beside(where: str = "1110", **options: Any) -> Position:
    """The target has no marines, so that the grapnels fly at once."""
    return position([ship("aquila", "1010"), ship("dufa", where, side="veneti", marines_printed=0)], **options)


def test_a_grapple_ties_both_and_ends_the_move() -> None:
    after = thrown_with(g.grapple, beside(), HOLD, 4)
    assert kinds(after) == ["GrappleTried"]
    assert after.position.ship("aquila").grappled == {"dufa"}
    assert after.position.ship("dufa").grappled == {"aquila"}
    doing = after.position.acting.of("aquila")
    assert (doing.stage, doing.threw) == ("moved", True)
    says(g.check_break_loose(after.position, LOOSE), "Aquila has ended her move.", "8.31")


def test_one_attempt_in_an_activation_a19() -> None:
    after = thrown_with(g.grapple, beside(), HOLD, 3).position
    assert not after.ship("aquila").grappled
    says(g.check_grapple(after, HOLD), "Aquila has thrown her grapnels in this activation.", "8.11")
    assert list(g.grapples(after)) == []


@pytest.mark.parametrize(
    ("crew", "immobilised", "also_held", "p"),
    [
        (3, False, False, "1/2"),
        (3, True, False, "5/6"),
        (3, False, True, "2/3"),
        (3, True, True, "1"),
        (1, False, False, "1/6"),
        (2, True, True, "5/6"),
    ],
)
def test_exact_chance_of_a_grapple(crew: int, immobilised: bool, also_held: bool, p: str) -> None:
    ships = [
        ship("aquila", "1010", crew_printed=crew),
        ship("dufa", "1110", side="veneti", marines_printed=0, immobilised=immobilised),
        ship("lupa", "1209"),
    ]
    here = position(ships, held=[("lupa", "dufa")] if also_held else [])
    assert chance(g.grapple, here, HOLD, lambda o: "dufa" in o.position.ship("aquila").grappled) == Fraction(p)


def test_sides_of_a_grapple_a19() -> None:
    ahead, flank, bow_flank = "1009", "1110", "1109"
    assert g.check_grapple(beside(flank), HOLD) is None
    assert g.check_grapple(beside(bow_flank), HOLD) is None
    says(g.check_grapple(beside(ahead), HOLD), "Aquila and Dufa share no flank hexside.", "8.11")
    assert g.check_grapple(beside(ahead, switches={"grapple_side": "any"}), HOLD) is None
    says(g.check_grapple(beside("1008", switches={"grapple_side": "any"}), HOLD), "Aquila and Dufa share no hexside.", "8.11")
    # In 1109 heading SW she touches the galley only with her bow.
    turned = position([ship("aquila", "1010"), ship("dufa", "1109", "SW", side="veneti", marines_printed=0)])
    assert g.check_grapple(turned, HOLD) is None
    strict = position(turned.ships, switches={"grapple_side": "both_flank"})
    says(g.check_grapple(strict, HOLD), "Aquila and Dufa share no flank hexside.", "8.11")
    assert g.check_grapple(beside(flank, switches={"grapple_side": "both_flank"}), HOLD) is None


def test_refusals_to_grapple() -> None:
    here = beside()
    assert legal(g.check_grapple, g.grapples, here) == [HOLD]
    says(g.check_grapple(with_ship(here, "aquila", captured="captured"), HOLD), "Aquila is a prize: she may move, but not fight.", "8.25")
    says(g.check_grapple(with_ship(here, "aquila", level="maximum"), HOLD), "Aquila is at Maximum speed and cannot grapple.", "8.11")
    says(g.check_grapple(here.with_doing("aquila", stage="moving", left=1), HOLD), "Aquila is still moving.", "8.11")
    says(g.check_grapple(here, Grapple("aquila", "nobody")), "There is no ship 'nobody' on the map.", "8.11")
    says(g.check_grapple(with_ship(here, "dufa", controller="roman"), HOLD), "Dufa is on your own side.", "8.11")
    says(g.check_grapple(beside(held=[("aquila", "dufa")]), HOLD), "Aquila and Dufa are grappled already.", "8.11")
    says(g.check_grapple(beside(limit="idle"), HOLD), "Aquila lies idle in the confusion.", "6.18")
    assert list(g.grapples(replace(here, activation=None))) == []
    assert list(g.grapples(here.with_doing("aquila", stage="moving", left=1))) == []


def test_one_that_holds_back_grapples_only_if_she_began_beside_an_enemy() -> None:
    here = beside(limit="disorder")
    assert g.check_grapple(here, HOLD) is None
    came = here.with_doing("aquila", began_beside=False)
    says(g.check_grapple(came, HOLD), "Aquila holds back, and no enemy was beside her when she began.", "6.16")


def test_a_grappled_ship_may_grapple_another() -> None:
    ships = [ship("aquila", "1010"), ship("dufa", "1110", side="veneti"), ship("ura", "0910", side="veneti")]
    here = position(ships, held=[("aquila", "ura")])
    assert legal(g.check_grapple, g.grapples, here) == [HOLD]


def test_the_target_may_answer_before_the_roll_a57() -> None:
    here = position([ship("aquila", "1010"), ship("dufa", "1110", side="veneti")])
    (after,) = dist(g.grapple, here, HOLD)
    assert kinds(after) == ["GrappleDeclared"]
    assert after.position.pending == Exchange((), ("dufa",), ("aquila", "dufa"))
    assert not after.position.ship("aquila").grappled


def test_no_answer_from_a_ship_that_cannot_bear() -> None:
    """In 1109 heading SW the bow of Dufa touches 1010 and nothing else of hers touches the galley."""
    here = position([ship("aquila", "1010"), ship("dufa", "1109", "SW", side="veneti")])
    assert kinds(thrown_with(g.grapple, here, HOLD, 6)) == ["GrappleTried"]


@pytest.mark.parametrize("limit", ["free", "slow", "disorder", "idle"])
def test_nothing_legal_is_left_out(limit: Any) -> None:
    """Every pair of ships against the candidates."""
    here = melee(limit=limit)
    pairs = [(one.id, other.id) for one in here.ships for other in here.ships]
    for order, check, candidates in ((Grapple, g.check_grapple, g.grapples), (BreakLoose, g.check_break_loose, g.breaks)):
        found = {order(*pair) for pair in pairs if check(here, order(*pair)) is None}
        assert set(legal(check, candidates, here)) == found
        assert bool(found) == (limit != "idle" and (limit, order) != ("disorder", BreakLoose))
    moving = here.with_doing("navis", stage="moving", left=3)
    cuts = {UseScythes(*pair) for pair in pairs if g.check_use_scythes(moving, UseScythes(*pair)) is None}
    assert set(legal(g.check_use_scythes, g.scythings, moving)) == cuts
    assert bool(cuts) == (limit in ("free", "slow"))
