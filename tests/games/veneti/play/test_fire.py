"""Fire aboard: fighting it and its spread (3.0 G1, 8.53, 8.54)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rulesdemo.games.veneti.play import fire as f
from rulesdemo.games.veneti.play.orders import FightFire, RollSpread
from rulesdemo.games.veneti.play.ships import marines_of
from rulesdemo.games.veneti.play.state import Position
from tests.games.veneti.play.positions import chance, dist, kinds, leader, position, prize, says, ship, thrown_with, with_ship


def cluster(due: tuple[str, ...] = ("aquila",), **changes: Any) -> Position:
    """A burning galley held by two sailing ships, one of them alight; after the eighth activation of the game."""
    ships = [
        ship("aquila", "1010", on_fire=True, **changes),
        ship("dufa", "1110", side="veneti"),
        ship("ura", "0910", side="veneti", on_fire=True),
        ship("lupa", "2010"),
    ]
    here = position(ships, [leader("brutus", "aquila")], acting=(), held=[("aquila", "dufa"), ("aquila", "ura")], number=8)
    return here.with_turn(due=due)


def test_who_must_fight_a_fire() -> None:
    here = cluster()
    assert f.fires_to_fight(here) == ("aquila", "ura")
    assert f.fires_to_fight(with_ship(here, "aquila", barred_since=7)) == ("ura",)
    assert f.fires_to_fight(with_ship(here, "ura", gone="burnt")) == ("aquila",)


def test_the_owner_of_the_first_ship_throws() -> None:
    decision = f.decide_fire(cluster(("ura", "aquila")))
    assert decision is not None
    assert (decision.side, decision.orders, decision.rule) == ("veneti", (FightFire,), "8.53")
    assert decision.prompt == "Ura is on fire: throw to put it out."
    assert f.decide_fire(cluster(())) is None
    assert list(f.fights(cluster(("ura", "aquila")))) == [FightFire("ura")]


def test_a_prize_is_fought_for_by_her_captor() -> None:
    here = position([prize("dufa", "1110", side="veneti", on_fire=True)], acting=()).with_turn(due=("dufa",))
    decision = f.decide_fire(here)
    assert decision is not None
    assert decision.side == "roman"


def test_refusals() -> None:
    here = cluster(("aquila", "ura"))
    assert f.check_fight_fire(here, FightFire("aquila")) is None
    says(f.check_fight_fire(here, FightFire("ura")), "It is Aquila who rolls now.", "8.53")
    says(f.check_fight_fire(cluster(()), FightFire("ura")), "No ship has to roll for fire now.", "8.53")
    assert f.check_roll_spread(cluster(("dufa",)), RollSpread("dufa")) is None
    says(f.check_roll_spread(cluster(("dufa",)), RollSpread("lupa")), "It is Dufa who rolls now.", "8.54")
    says(f.check_roll_spread(cluster(()), RollSpread("lupa")), "No ship has to roll for fire now.", "8.54")


@pytest.mark.parametrize("face", [5, 6])
def test_out(face: int) -> None:
    after = thrown_with(f.fight_fire, cluster(("aquila", "ura")), FightFire("aquila"), face)
    assert not after.position.ship("aquila").on_fire
    assert after.position.turn.due == ("ura",)
    assert kinds(after) == ["FireFought"]


@pytest.mark.parametrize("face", [3, 4])
def test_burns_on(face: int) -> None:
    after = thrown_with(f.fight_fire, cluster(), FightFire("aquila"), face)
    assert after.position.ship("aquila").on_fire
    assert not after.position.ship("dufa").on_fire
    assert kinds(after) == ["FireFought"]


def test_the_fire_gains() -> None:
    after = thrown_with(f.fight_fire, cluster(), FightFire("aquila"), 2)
    aquila, dufa, ura = (after.position.ship(name) for name in ("aquila", "dufa", "ura"))
    assert marines_of(after.position, aquila) == 2
    assert aquila.on_fire
    assert (dufa.on_fire, dufa.barred_since) == (True, 8)
    assert (ura.on_fire, ura.barred_since) == (True, None)  # she burnt before, and may roll this turn
    assert kinds(after) == ["FireFought", "CaughtFire"]
    assert (after.events[1].ship, after.events[1].source) == ("dufa", "aquila")


def test_the_ship_is_lost() -> None:
    after = thrown_with(f.fight_fire, cluster(), FightFire("aquila"), 1)
    aquila, dufa = after.position.ship("aquila"), after.position.ship("dufa")
    assert (aquila.gone, aquila.on_fire, aquila.grappled) == ("burnt", False, frozenset())
    assert (dufa.on_fire, dufa.barred_since, dufa.grappled) == (True, 8, frozenset())
    assert after.position.leader("brutus").lost
    assert kinds(after) == ["FireFought", "CaughtFire", "LeaderLost"]
    assert f.ships_to_test(after.position) == ()


def test_exact_chances_of_one_roll() -> None:
    def p(happens: Any) -> Fraction:
        return chance(f.fight_fire, cluster(), FightFire("aquila"), happens)

    assert p(lambda o: o.position.ship("aquila").gone == "burnt") == Fraction(1, 6)
    assert p(lambda o: o.position.ship("dufa").on_fire) == Fraction(1, 3)
    assert p(lambda o: not o.position.ship("aquila").on_fire and not o.position.ship("aquila").gone) == Fraction(1, 3)


def test_who_may_catch_fire() -> None:
    assert f.ships_to_test(cluster()) == ("dufa",)  # once, and neither those alight nor those apart
    ships = [ship("dufa", "1110", side="veneti"), ship("aquila", "1010", on_fire=True), ship("lupa", "1210", on_fire=True)]
    assert f.ships_to_test(position(ships, held=[("dufa", "aquila"), ("dufa", "lupa")])) == ("dufa",)


def test_the_spread() -> None:
    here = cluster(("dufa",))
    decision = f.decide_spread(here)
    assert decision is not None
    assert (decision.side, decision.orders, decision.rule) == ("veneti", (RollSpread,), "8.54")
    assert list(f.spreads(here)) == [RollSpread("dufa")]
    assert f.decide_spread(cluster(())) is None
    lit = thrown_with(f.roll_spread, here, RollSpread("dufa"), 5)
    assert (lit.position.ship("dufa").on_fire, lit.position.ship("dufa").barred_since) == (True, 8)
    assert lit.position.turn.due == ()
    assert kinds(lit) == ["SpreadTested"]
    assert not thrown_with(f.roll_spread, here, RollSpread("dufa"), 4).position.ship("dufa").on_fire
    assert chance(f.roll_spread, here, RollSpread("dufa"), lambda o: o.position.ship("dufa").on_fire) == Fraction(1, 3)


def test_a_neighbour_catches_fire_in_one_turn_with_four_ninths() -> None:
    """The recovery roll lights her with 1/3; else, while it burns on (1/3), the spread does with 1/3: 1/3 + 1/9."""
    pair = [ship("aquila", "1010", on_fire=True), ship("dufa", "1110", side="veneti")]
    here = position(pair, acting=(), held=[("aquila", "dufa")]).with_turn(due=("aquila",))
    total = Fraction(0)
    for outcome, p in dist(f.fight_fire, here, FightFire("aquila")).items():
        after = outcome.position
        if after.ship("dufa").on_fire:
            total += p
        elif f.ships_to_test(after):
            ready = after.with_turn(due=f.ships_to_test(after))
            total += p * chance(f.roll_spread, ready, RollSpread("dufa"), lambda o: o.position.ship("dufa").on_fire)
    assert total == Fraction(4, 9)


def test_the_bar_falls_at_the_end_of_her_next_activation_a26() -> None:
    def after(number: int, *acting: str) -> int | None:
        ships = [ship("aquila", "1010", on_fire=True, barred_since=8), ship("lupa", "2010")]
        return f.lift_bars(position(ships, acting=acting, number=number)).ship("aquila").barred_since

    assert after(9, "aquila") is None
    assert after(9, "lupa") == 8
    assert after(8, "aquila") == 8  # lit in the middle of this very activation
    assert after(9) == 8
    same = position([ship("aquila", "1010")])
    assert f.lift_bars(same) is same
