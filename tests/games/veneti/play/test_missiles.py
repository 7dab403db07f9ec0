"""Missile fire (8.41 to 8.46, 8.51, 8.52): reach, arcs, sharing, reaction, effects all at once."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest

from rulesdemo.board.sectors import gap
from rulesdemo.errors import RulesError
from rulesdemo.games.veneti import board
from rulesdemo.games.veneti.play import combat
from rulesdemo.games.veneti.play import missiles as m
from rulesdemo.games.veneti.play.grappling import grapple
from rulesdemo.games.veneti.play.orders import Fire, Grapple, HoldFire, React, Share
from rulesdemo.games.veneti.play.ships import marines_of
from rulesdemo.games.veneti.play.state import Exchange, Position, Ship, Shot
from rulesdemo.rules.ruleset import ruleset
from tests.games.veneti.play.positions import (
    OPEN_SEA,
    chance,
    dist,
    kinds,
    legal,
    melee,
    position,
    prize,
    says,
    ship,
    thrown_with,
    with_ship,
)

AT_DUFA = Fire("aquila", (Share("dufa", 3),))


def against(where: str, heading: str = "N", *more: Ship, **options: Any) -> Position:
    """A galley heading N in 1010 and 1011, a ship of the Veneti without marines, and what else there is."""
    return position([ship("aquila", "1010"), ship("dufa", where, heading, side="veneti", marines_printed=0), *more], **options)


def shot(here: Position, *, flaming: bool = False, firer: str = "aquila", target: str = "dufa") -> Any:
    return m.check_shot(here, here.ship(firer), here.ship(target), flaming, marines=marines_of(here, here.ship(firer)))


# -- reach and arcs ------------------------------------------------------------------------------------------------------------------------

BEAM = ["1109", "0909", "1110", "0910", "1111", "0911"]  # beside every flank-type side
OFF_BEAM = ["1209", "1210", "1211", "0809", "0810", "0811", "1212"]  # two hexes away


@pytest.mark.parametrize("where", BEAM + OFF_BEAM)
def test_ordinary_fire_through_the_flanks(where: str) -> None:
    assert shot(against(where)) is None


@pytest.mark.parametrize("where", ["1009", "1012", "1008", "1013"])
def test_never_over_bow_or_stern(where: str) -> None:
    says(shot(against(where)), "Aquila can reach Dufa only over her bow or stern.", "8.41")


@pytest.mark.parametrize("where", ["1007", "1310", "1014", "2020"])
def test_out_of_reach(where: str) -> None:
    says(shot(against(where)), "Dufa is out of reach of the missiles of Aquila.", "8.41")


def test_a_square_ship_shoots_past_her_bow_but_not_over_it() -> None:
    here = position([ship("dufa", "1010", side="veneti"), ship("aquila", "1109")])
    assert shot(here, firer="dufa", target="aquila") is None
    ahead = position([ship("dufa", "1010", side="veneti"), ship("aquila", "1008")])
    says(shot(ahead, firer="dufa", target="aquila"), "Dufa can reach Aquila only over her bow or stern.", "8.41")


def test_a_shot_at_two_hexes_needs_one_empty_hex_between_a25() -> None:
    """Between the galley and 1210 lie 1109 and 1110."""
    assert shot(against("1210", "N", ship("lupa", "1110"))) is None  # Lupa fills 1110 and 1111; 1109 is open
    both = against("1210", "N", ship("lupa", "1109"))  # 1109 and 1110
    says(shot(both), "Another ship lies between Aquila and Dufa.", "8.46")
    # Toward 1209 only 1109 lies between.
    friend = ship("ura", "1109", side="veneti")
    says(shot(against("1209", "N", friend)), "Another ship lies between Aquila and Dufa.", "8.46")


def test_an_open_way_over_the_bow_does_not_serve() -> None:
    """Between 1010 heading NE and 1009's neighbour 1108 lie 1009 (flank) and 1109 (bow)."""
    ships = [ship("aquila", "1010", "NE"), ship("dufa", "1108", side="veneti"), ship("ura", "1009", side="veneti")]
    says(shot(position(ships)), "Aquila can reach Dufa only over her bow or stern.", "8.41")
    assert shot(position(ships[:2])) is None


def test_the_coast_stops_no_shot() -> None:
    assert shot(against("1210", coast=["1109", "1110"])) is None


def test_flaming_missiles_fly_one_hex_through_any_side() -> None:
    def flame(where: str) -> Any:
        return shot(with_ship(against(where), "aquila", flame=True), flaming=True)

    assert all(flame(where) is None for where in ["1009", "1012", *BEAM])
    says(flame("1210"), "Dufa is out of reach of the flaming missiles of Aquila.", "8.52")
    says(shot(against("1110"), flaming=True), "Aquila carries no flaming missiles.", "8.51")
    over_bow = shot(with_ship(against("1009"), "aquila", flame=True))
    assert over_bow.way_out == "Bring a flank to bear, or fire flaming missiles from the next hex."


def test_somebody_must_be_aboard() -> None:
    here = against("1110")
    says(shot(with_ship(here, "aquila", depletion=4)), "Aquila has no marines left and can only defend herself.", "8.44")
    says(shot(with_ship(here, "aquila", captured="recaptured")), "Aquila is a prize: she may move, but not fight.", "8.25")
    says(shot(with_ship(here, "dufa", controller="roman")), "Dufa is on your own side.", "8.42")
    says(shot(with_ship(here, "dufa", gone="burnt")), "There is no ship 'dufa' on the map.", "8.42")


@pytest.mark.parametrize(("kind", "heading"), list(product(("galley", "sail"), ("N", "NE", "S"))))
def test_reach_against_plain_distances(kind: Any, heading: str) -> None:
    """The hexes reached, and the first hex of every way, agree with the map's own geometry."""
    firer = ship("aquila", "1515", heading, kind=kind)
    ways = combat.reach_of(kind, firer.bow, firer.heading, 3)
    shape = board.galley(firer.bow, firer.heading) if kind == "galley" else board.sailing_ship(firer.bow, firer.heading)
    for place in OPEN_SEA:
        away = gap(firer.hexes, (place,))
        assert (place in ways) == (1 <= away <= 3)
        if away in (1, 2):
            target = board.sailing_ship(place, firer.heading)
            nearer = ways[place].nearer or (place,)
            assert ways[place].hexes == away
            assert set(nearer) == set(board.first_hexes(shape, target))


def test_a_longer_range_is_the_tables_to_give() -> None:
    far = against("1310")
    assert shot(far) is not None
    longer = position(far.ships, patches={("missile_range", "ordinary", "hexes"): "3"})
    assert shot(longer) is None
    # The ways to 1310 pass 1109, 1110 or 1111, and then 1210 or 1211.
    for wall in ([ship("lupa", "1210")], [ship("lupa", "1109"), ship("ursa", "1111")]):
        says(shot(replace(longer, ships=(*far.ships, *wall))), "Another ship lies between Aquila and Dufa.", "8.46")
    assert shot(replace(longer, ships=(*far.ships, ship("lupa", "1109")))) is None


# -- firing --------------------------------------------------------------------------------------------------------------------------------


def test_a_shot_that_nobody_answers_is_rolled_at_once() -> None:
    after = thrown_with(m.fire, against("1110"), AT_DUFA, 6)
    assert kinds(after) == ["ShotFired"]
    assert after.position.pending is None
    assert after.position.acting.of("aquila").fired
    assert after.position.ship("dufa").depletion == 1


def test_refusals_to_fire() -> None:
    here = against("1110")
    assert m.check_fire(here, AT_DUFA) is None
    says(m.check_fire(here, Fire("dufa", (Share("aquila", 1),))), "Dufa is not in the squadron that is acting.", "6.17")
    says(m.check_fire(here.with_doing("aquila", fired=True), AT_DUFA), "Aquila has fired in this activation.", "8.42")
    once = "Each target must be named once, and there must be one."
    says(m.check_fire(here, Fire("aquila", ())), once, "8.43")
    says(m.check_fire(here, Fire("aquila", (Share("dufa", 1), Share("dufa", 2)))), once, "8.43")
    says(m.check_fire(here, Fire("aquila", (Share("dufa", 2),))), "All the marines of Aquila fire: the shares must add up to 3.", "8.43")
    says(m.check_fire(here, Fire("aquila", (Share("dufa", 0),))), "Every target needs marines to fire at it.", "8.43")
    says(m.check_fire(here, Fire("aquila", (Share("nobody", 3),))), "There is no ship 'nobody' on the map.", "8.42")
    says(m.check_fire(with_ship(here, "aquila", depletion=3), AT_DUFA), "Aquila has no marines left and can only defend herself.", "8.44")
    says(m.check_fire(against("1110", limit="idle"), AT_DUFA), "Aquila lies idle in the confusion.", "6.18")
    says(m.check_fire(against("1009"), AT_DUFA), "Aquila can reach Dufa only over her bow or stern.", "8.41")
    two = against("1110", "N", ship("lupa", "2010")).with_doing("lupa", stage="moving", left=1)
    says(m.check_fire(two, AT_DUFA), "Lupa is in the middle of her move.", "6.23")
    assert list(m.shots(two)) == []
    assert list(m.shots(replace(here, activation=None))) == []


def test_one_that_holds_back_fires_only_if_she_began_beside_an_enemy() -> None:
    here = against("1110", limit="disorder")
    assert m.check_fire(here, AT_DUFA) is None
    says(
        m.check_fire(here.with_doing("aquila", began_beside=False), AT_DUFA),
        "Aquila holds back, and no enemy was beside her when she began.",
        "6.16",
    )


@pytest.mark.parametrize("stage", ["waiting", "moving", "moved"])
def test_at_any_point_of_her_move_and_she_moves_on(stage: Any) -> None:
    here = against("1110").with_doing("aquila", stage=stage, left=2 if stage == "moving" else 0)
    after = thrown_with(m.fire, here, AT_DUFA, 1).position
    assert (after.acting.of("aquila").stage, after.acting.of("aquila").fired) == (stage, True)


# -- sharing -------------------------------------------------------------------------------------------------------------------------------


def between_two(marines: int = 3, stage: Any = "moved", **options: Any) -> Position:
    ships = [
        ship("aquila", "1010", marines_printed=marines),
        ship("dufa", "1110", side="veneti", marines_printed=0),
        ship("ura", "0910", side="veneti", marines_printed=0),
    ]
    return position(ships, **options).with_doing("aquila", stage=stage)


def split(dufa: int, ura: int) -> Fire:
    return Fire("aquila", (Share("dufa", dufa), Share("ura", ura)))


def test_vt16_three_marines_shared_among_two_use_the_first_column_each() -> None:
    """Higher targets: 6 - 1 = 5 is nothing in column 1-2, so level them; then a 6 hits and a 5 does not."""
    here = with_ship(with_ship(between_two(), "dufa", height=0), "ura", height=0)
    assert m.check_fire(here, split(1, 2)) is None
    after = thrown_with(m.fire, here, split(1, 2), 6, 5)
    assert [after.position.ship(name).depletion for name in ("dufa", "ura")] == [1, 0]
    assert kinds(after) == ["ShotFired", "ShotFired"]
    whole = thrown_with(m.fire, here, Fire("aquila", (Share("ura", 3),)), 5)  # all three: column 3-4
    assert whole.position.ship("ura").depletion == 1
    both = chance(m.fire, here, split(2, 1), lambda o: all(o.position.ship(name).depletion for name in ("dufa", "ura")))
    assert both == Fraction(1, 36)


def test_vt17_one_marine_cannot_be_shared() -> None:
    says(m.check_fire(between_two(1), split(1, 0)), "Aquila has too few marines (1) to share among 2 targets.", "8.43")
    assert legal(m.check_fire, m.shots, between_two(1)) == [Fire("aquila", (Share("dufa", 1),)), Fire("aquila", (Share("ura", 1),))]


def test_every_way_to_share() -> None:
    ways = legal(m.check_fire, m.shots, between_two())
    assert {tuple(share.marines for share in order.shares) for order in ways if len(order.shares) == 2} == {(1, 2), (2, 1)}
    assert len(ways) == 4
    third = position([*between_two(4).ships, ship("lexa", "1109", side="veneti", marines_printed=0)]).with_doing("aquila", stage="moved")
    ways = legal(m.check_fire, m.shots, third)
    assert len(ways) == len(set(ways)) == 3 + 3 * 3 + 3  # one target; two of three by 1+3, 2+2, 3+1; all three by 2+1+1


@pytest.mark.parametrize("stage", ["waiting", "moved"])
def test_nothing_legal_is_left_out(stage: Any) -> None:
    """Every order that anybody could write down, up to the order in which targets are named, against the candidates."""
    here = melee()
    for doing in here.acting.doings:
        here = here.with_doing(doing.ship, stage=stage)
    names = [each.id for each in here.ships]
    ways = [
        tuple(Share(target, part) for target, part in zip(targets, parts, strict=True))
        for many in (1, 2, 3, 4)
        for targets in combinations(names, many)
        for parts in product(range(1, 5), repeat=many)
        if sum(parts) <= 4
    ]
    every = (Fire(name, shares, flaming) for name in names for shares in ways for flaming in (False, True))
    found = {_sorted(order) for order in every if m.check_fire(here, order) is None}
    offered = [_sorted(order) for order in legal(m.check_fire, m.shots, here)]
    assert len(offered) == len(set(offered)) == len(found) > 10
    assert set(offered) == found


def _sorted(order: Fire) -> Fire:
    return replace(order, shares=tuple(sorted(order.shares)))


def test_refusals_to_share() -> None:
    at_the_end = "Aquila can share her fire only at the end of her move."
    says(m.check_fire(between_two(stage="moving").with_doing("aquila", left=1), split(1, 2)), at_the_end, "8.43")
    says(m.check_fire(between_two(stage="waiting"), split(1, 2)), at_the_end, "8.43")
    says(m.check_fire(between_two(), split(1, 1)), "All the marines of Aquila fire: the shares must add up to 3.", "8.43")
    says(m.check_fire(between_two(), split(3, 0)), "Every target needs marines to fire at it.", "8.43")
    says(m.check_fire(between_two(), split(4, -1)), "Every target needs marines to fire at it.", "8.43")


def test_a_grappled_ship_shares_her_fire_and_thereby_ends_her_move() -> None:
    here = between_two(stage="waiting", held=[("aquila", "dufa")])
    assert m.check_fire(here, split(1, 2)) is None
    after = thrown_with(m.fire, here, split(1, 2), 1, 1).position
    assert after.acting.of("aquila").stage == "moved"


def test_flaming_candidates_only_for_ships_that_carry_them() -> None:
    here = with_ship(between_two(), "aquila", flame=True)
    assert sum(order.flaming for order in legal(m.check_fire, m.shots, here)) == 4
    assert not any(order.flaming for order in m.shots(between_two()))


# -- effects -------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("where", "target", "firer", "hit"),
    [
        ("1110", {"height": 0}, {}, "1/3"),  # M3: 5 or more
        ("1110", {"height": 1}, {}, "1/6"),
        ("1110", {"height": 0}, {"height": 1}, "1/2"),
        ("1210", {"height": 0}, {}, "1/6"),
        ("1210", {"height": 5}, {}, "0"),
        ("1110", {"height": 0, "immobilised": True}, {}, "1/2"),
        ("1110", {"height": 0, "crippled": True}, {}, "1/2"),
        ("1110", {"height": 1, "immobilised": True, "crippled": True}, {}, "1/3"),
    ],
)
def test_exact_chance_of_a_hit_with_every_modifier(where: str, target: Any, firer: Any, hit: str) -> None:
    here = with_ship(with_ship(against(where), "dufa", **target), "aquila", **firer)
    assert chance(m.fire, here, AT_DUFA, lambda o: o.position.ship("dufa").depletion == 1) == Fraction(hit)


def flaming_at(**options: Any) -> Position:
    return with_ship(with_ship(against("1110", number=4, **options), "aquila", flame=True), "dufa", height=0)


FLAMES = Fire("aquila", (Share("dufa", 3),), flaming=True)


def test_flames_catch_on_four() -> None:
    lit = thrown_with(m.fire, flaming_at(), FLAMES, 6, 4)
    dufa = lit.position.ship("dufa")
    assert (dufa.on_fire, dufa.barred_since, dufa.depletion) == (True, None, 1)
    assert (lit.events[0].fire, lit.events[0].reaction) == (True, False)
    assert not thrown_with(m.fire, flaming_at(), FLAMES, 6, 3).position.ship("dufa").on_fire
    assert chance(m.fire, flaming_at(), FLAMES, lambda o: o.position.ship("dufa").on_fire) == Fraction(1, 12)


def test_ordinary_missiles_light_nothing() -> None:
    assert chance(m.fire, flaming_at(), AT_DUFA, lambda o: o.position.ship("dufa").on_fire) == 0


def test_a26_under_the_other_reading_a_missiles_fire_is_barred_too() -> None:
    here = flaming_at(switches={"fire_bar": "any_new_fire"})
    assert thrown_with(m.fire, here, FLAMES, 6, 4).position.ship("dufa").barred_since == 4
    burning = with_ship(here, "dufa", on_fire=True)
    assert thrown_with(m.fire, burning, FLAMES, 6, 4).position.ship("dufa").barred_since is None  # she burnt before


# -- reaction ------------------------------------------------------------------------------------------------------------------------------


def duel(**options: Any) -> Position:
    """One marine each, side by side and level: a 6 hits."""
    ships = [ship("aquila", "1010", marines_printed=1), ship("dufa", "1110", side="veneti", marines_printed=1, height=0)]
    return position(ships, **options)


DUEL = Fire("aquila", (Share("dufa", 1),))
ANSWER = React("dufa", "aquila")


def declared(here: Position | None = None) -> Position:
    (after,) = dist(m.fire, here or duel(), DUEL)
    assert kinds(after) == ["FireDeclared"]
    return after.position


def test_a_target_may_answer_first() -> None:
    here = declared()
    assert here.pending == Exchange((Shot("aquila", "dufa", 1, False),), ("dufa",))
    assert here.acting.of("aquila").fired
    decision = m.decide(here)
    assert decision is not None
    assert (decision.side, decision.orders, decision.rule) == ("veneti", (React, HoldFire), "8.42")
    assert decision.prompt == "Aquila fires at Dufa: answer with missiles, or hold your fire."
    assert legal(m.check_react, m.reactions, here) == [ANSWER]
    assert legal(m.check_hold_fire, m.holds, here) == [HoldFire("dufa")]


def test_simultaneous_fire_both_lose_their_last_marine() -> None:
    """Each fires with the marine it had when the shot was declared: 1/6 each, 1/36 both [8.42, 8.63]."""
    here = declared()
    after = thrown_with(m.react, here, ANSWER, 6, 6)
    assert [marines_of(after.position, after.position.ship(name)) for name in ("aquila", "dufa")] == [0, 0]
    assert [(event.shot.firer, event.reaction) for event in after.events] == [("aquila", False), ("dufa", True)]
    assert after.position.pending is None
    assert after.position.acting.reacted == {"dufa"}

    def hits(*names: str) -> Fraction:
        return chance(m.react, here, ANSWER, lambda o: {n for n in ("aquila", "dufa") if o.position.ship(n).depletion} == set(names))

    assert (hits(), hits("aquila"), hits("dufa"), hits("aquila", "dufa")) == tuple(Fraction(n, 36) for n in (25, 5, 5, 1))


def test_holding_fire_lets_the_shot_fall_and_keeps_the_answer_for_later() -> None:
    after = thrown_with(m.hold_fire, declared(), HoldFire("dufa"), 5)
    assert kinds(after) == ["FireHeld", "ShotFired"]
    assert after.position.acting.reacted == frozenset()
    assert after.position.pending is None


def test_a20_once_in_an_enemy_activation() -> None:
    ships = [*duel().ships, ship("lupa", "1210")]
    here = position(ships)
    after = thrown_with(m.react, declared(here), ANSWER, 1, 1).position
    again = thrown_with(m.fire, after, Fire("lupa", (Share("dufa", 3),)), 1)  # rolled at once: Dufa has answered
    assert kinds(again) == ["ShotFired"]
    dufa, lupa = after.ship("dufa"), after.ship("lupa")
    assert not m.may_react(after, dufa, lupa)
    assert m.may_react(position(ships, number=2), dufa, lupa)


def test_who_may_react() -> None:
    here = duel()
    aquila, dufa = here.ship("aquila"), here.ship("dufa")
    assert m.may_react(here, dufa, aquila)
    assert not m.may_react(here, aquila, dufa)  # of the acting side
    assert not m.may_react(with_ship(here, "dufa", depletion=1), replace(dufa, depletion=1), aquila)
    assert not m.may_react(replace(here, activation=None), dufa, aquila)
    turned = with_ship(duel(), "dufa", bow=board.GRID.parse("1109"), heading=board.GRID.named("SW"))  # only her bow touches the galley
    assert not m.may_react(turned, turned.ship("dufa"), turned.ship("aquila"))


def test_refusals_to_answer() -> None:
    here = declared()
    nothing = "Nobody has fired or tried to grapple, so there is nothing to answer."
    says(m.check_react(duel(), ANSWER), nothing, "8.42")
    says(m.check_hold_fire(duel(), HoldFire("dufa")), nothing, "8.42")
    says(m.check_react(here, React("aquila", "dufa")), "It is Dufa who may answer now.", "8.42")
    says(m.check_hold_fire(here, HoldFire("aquila")), "It is Dufa who may answer now.", "8.42")
    says(m.check_react(here, React("dufa", "lupa")), "Dufa may answer only the ship that attacks her.", "8.42")
    says(m.check_react(here, React("dufa", "aquila", flaming=True)), "Dufa carries no flaming missiles.", "8.51")
    assert m.decide(duel()) is None
    assert list(m.reactions(duel())) == list(m.holds(duel())) == []
    with pytest.raises(RulesError, match="no shot or grapple waits"):
        dist(m.react, duel(), ANSWER)


def test_several_targets_answer_in_turn_and_all_falls_together() -> None:
    ships = [ship("aquila", "1010"), ship("dufa", "1110", side="veneti", height=0), ship("ura", "0910", side="veneti", height=0)]
    here = position(ships).with_doing("aquila", stage="moved")
    first = thrown_with(m.fire, here, split(2, 1)).position
    assert isinstance(first.pending, Exchange)
    assert first.pending.waiting == ("dufa", "ura")
    second = thrown_with(m.react, first, ANSWER)
    assert kinds(second) == []
    assert second.position.ship("aquila").depletion == 0
    last = thrown_with(m.react, second.position, React("ura", "aquila"), 6, 6, 6, 6)
    assert [last.position.ship(name).depletion for name in ("aquila", "dufa", "ura")] == [2, 1, 1]
    assert [event.reaction for event in last.events] == [False, False, True, True]
    assert last.position.acting.reacted == {"dufa", "ura"}


def test_romans_may_answer_with_flames() -> None:
    ships = [ship("dufa", "1110", side="veneti"), ship("aquila", "1010", flame=True)]
    here = thrown_with(m.fire, position(ships), Fire("dufa", (Share("aquila", 2),))).position
    assert legal(m.check_react, m.reactions, here) == [React("aquila", "dufa"), React("aquila", "dufa", flaming=True)]
    after = thrown_with(m.react, with_ship(here, "dufa", height=0), React("aquila", "dufa", flaming=True), 1, 6, 6).position
    assert after.ship("dufa").on_fire


def test_a57_a_grapple_is_answered_before_its_roll() -> None:
    here = thrown_with(grapple, duel(), Grapple("aquila", "dufa")).position
    decision = m.decide(here)
    assert decision is not None
    assert decision.prompt == "Aquila is about to grapple Dufa: answer with missiles, or hold your fire."
    after = thrown_with(m.react, here, ANSWER, 6, 4)
    assert kinds(after) == ["ShotFired", "GrappleTried"]
    assert after.events[0].reaction
    assert after.position.ship("aquila").depletion == 1
    assert after.position.ship("aquila").grappled == {"dufa"}
    held = thrown_with(m.hold_fire, here, HoldFire("dufa"), 3)
    assert kinds(held) == ["FireHeld", "GrappleTried"]
    assert held.position.ship("aquila").grappled == frozenset()
    assert chance(m.react, here, ANSWER, lambda o: bool(o.position.ship("dufa").grappled)) == Fraction(1, 2)


def test_a_lost_ship_is_not_grappled() -> None:
    here = with_ship(duel(), "dufa", gone="burnt")
    assert kinds(thrown_with(m.resolve, here, Exchange((), (), ("aquila", "dufa")))) == []


def test_a_prize_never_answers() -> None:
    here = position([ship("aquila", "1010"), prize("lupa", "1110", side="roman")], acting=["aquila"])
    assert not m.may_react(here, here.ship("lupa"), here.ship("aquila"))
    assert kinds(thrown_with(m.fire, here, Fire("aquila", (Share("lupa", 3),)), 1)) == ["ShotFired"]


def test_any_range_of_a_readers_patch_ends_with_the_map() -> None:
    """With 9999 hexes all round, the ways would never be told to their end."""
    rules = ruleset("veneti", patches={("missile_range", "ordinary", "hexes"): "9999"})
    here = replace(against("1310"), rules=rules)
    firer = here.ship("aquila")
    ways = combat.ways_from(here, firer, flaming=False)
    assert max(way.hexes for way in ways.values()) < 150
    far = max((place for place in ways if place in here.scenario.sea.hexes), key=lambda place: ways[place].hexes)
    sides = list(combat.sides_left_by(here, firer, ways, far))
    assert sides
    assert len(sides) <= len(firer.around)  # and not once for each of the shortest ways
