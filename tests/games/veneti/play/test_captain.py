"""The captain: wins against random play, plays by the rules and by the odds alone, and does what a sensible player would."""

from __future__ import annotations

import random
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rulesdemo.games.veneti.play import ENGINE
from rulesdemo.games.veneti.play import orders as o
from rulesdemo.games.veneti.play.captain import captain, expectation
from rulesdemo.games.veneti.play.combat_events import ScythesUsed
from rulesdemo.games.veneti.play.events import Collided, RanAground
from rulesdemo.games.veneti.play.helm import Helm
from rulesdemo.games.veneti.play.state import Doing, Exchange, Position, Side, enemy_of
from rulesdemo.games.veneti.play.valuation import Boarder, assault, takes, worth
from rulesdemo.play.bots import engine_bots, play_out, random_bot
from rulesdemo.play.engine import check, legal
from rulesdemo.play.history import History
from rulesdemo.rules.ruleset import ruleset
from tests.games.veneti.play.positions import leader, position, prize, ship, with_ship

pytestmark = pytest.mark.slow


def duel(scenario: str, seed: int, **bots: Any) -> History[Position]:
    return play_out(History.start(ENGINE, scenario), bots, random.Random(seed), seed=seed)


def own_orders(here: Position, side: str) -> list[Any]:
    return [order for order in legal(ENGINE, here) if ENGINE.owner(here, order) == side]


def chosen(here: Position) -> Any:
    decision = ENGINE.decision(here)
    assert decision is not None
    order = captain(ENGINE, here, own_orders(here, decision.side), random.Random(0))
    assert check(ENGINE, here, order) is None
    return order


# -- whole games -----------------------------------------------------------------------------------------------------------------------


# Ten games from either side are played by `make bench`.
@pytest.mark.parametrize(("side", "seed"), [("roman", 1), ("roman", 2), ("veneti", 1)])
def test_the_captain_beats_random_play_and_never_grounds_or_runs_into_anybody(side: Side, seed: int) -> None:
    game = duel("evening", seed, **{side: captain, enemy_of(side): random_bot})
    assert game.result.winner == side
    ours = {each.id for each in game.opening.position.ships if each.side == side}
    mishaps = [event for outcome in game.outcomes() for event in outcome.events if isinstance(event, Collided | RanAground)]
    # A prize has changed hands, and may be run ashore by her captors.
    assert not [event for event in mishaps if event.ship in ours and not game.position.ship(event.ship).captured]


def test_every_scenario_can_be_played_by_two_captains() -> None:
    for scenario in ENGINE.scenarios():
        if scenario not in ("battle", "evening"):
            assert duel(scenario, 3, roman=captain, veneti=captain).result is not None


def test_the_same_seed_gives_the_same_game_whatever_the_order_of_sets() -> None:
    code = (
        "import random; from rulesdemo.play.bots import *; from rulesdemo.games.veneti.play import ENGINE\n"
        "bots = dict.fromkeys(ENGINE.sides, engine_bots('veneti')['captain'])\n"
        "game = play_out(History.start(ENGINE, 'whole_turn'), bots, random.Random(5))\n"
        "print([(deed.order, deed.faces) for deed in game.done])"
    )
    told = {
        subprocess.run([sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1


def test_the_choice_does_not_depend_on_the_dice_to_come() -> None:
    asked = 0

    def watched(engine: Any, here: Position, orders: list[Any], rng: random.Random) -> Any:
        nonlocal asked
        before = rng.getstate()
        order = captain(engine, here, orders, rng)
        assert rng.getstate() == before  # the driver throws the dice from this very generator
        asked += 1
        if asked % 10 == 0:
            assert captain(engine, here, orders, random.Random(asked)) == order
        return order

    duel("whole_turn", 4, roman=watched, veneti=watched)
    assert asked > 20


def test_the_game_names_its_captain() -> None:
    assert engine_bots("veneti")["captain"] is captain


# -- odds ------------------------------------------------------------------------------------------------------------------------------


def test_chances_are_those_of_the_procedures() -> None:
    rules = ruleset("veneti")
    # 4 against 1, spec section 8, answer 5: 11/12; lower 5/6.
    assert takes(rules, 4, 1, 0) == float(Fraction(11, 12))
    assert takes(rules, 4, 1, -1) == float(Fraction(5, 6))
    assert takes(rules, 0, 1, 0) == 0
    # One boarder who holds for certain is a plain boarding; one who holds half the time, half of that.
    assert assault(rules, [Boarder(4, 1.0, 0)], 1, 0) == pytest.approx(11 / 12)
    assert assault(rules, [Boarder(4, 0.5, 0)], 1, 1) == pytest.approx(5 / 12)
    assert assault(rules, [], 1, 0) == assault(rules, [Boarder(0, 1.0, 0)], 1, 0) == 0


def test_what_is_good_for_one_side_is_bad_for_the_other() -> None:
    here = position([ship("aquila", "1010"), ship("gull", "2020", side="veneti")])
    assert worth(here, "roman") == -worth(here, "veneti")
    assert worth(with_ship(here, "gull", immobilised=True), "roman") > worth(here, "roman")
    assert worth(with_ship(here, "aquila", on_fire=True), "roman") < worth(here, "roman")
    taken = with_ship(here, "gull", controller="roman", captured="captured")
    assert worth(taken, "roman") > worth(here, "roman") + 100


def test_an_expectation_is_the_mean_over_every_face() -> None:
    here = position([ship("aquila", "1010"), ship("gull", "1110", side="veneti", marines_printed=0)], wind=(0, "N"))
    order = o.Grapple("aquila", "gull")
    free, held = (
        worth(ENGINE.verbs[o.Grapple].do(dice, here, order).position, "roman")  # type: ignore[arg-type]
        for dice in (_Face(1), _Face(6))
    )
    assert expectation(ENGINE, here, order, "roman") == pytest.approx((free + held) / 2)  # C3 holds on 4 to 6
    assert held > free


class _Face:
    """A hand of dice that gives one outcome of a procedure: the lowest or the highest face."""

    def __init__(self, face: int) -> None:
        self.face = face

    def do(self, procedure: Any, *args: Any) -> Any:
        return procedure.body(self, *args)

    def roll(self, _die: Any) -> int:
        return self.face


# -- sensible play ---------------------------------------------------------------------------------------------------------------------


def boarding(here: Position) -> Position:
    return replace(here.with_activation(moved=True), turn=replace(here.turn, step="board"))


def test_he_boards_when_the_odds_are_good_and_with_all_who_hold_her() -> None:
    ships = [ship("aquila", "1010"), ship("lupa", "1210", "S"), ship("gull", "1110", side="veneti")]
    here = boarding(position(ships, held=[("aquila", "gull"), ("lupa", "gull")], wind=(0, "N")))
    order = chosen(here)
    assert isinstance(order, o.Board)
    assert {party.ship for party in order.parties} == {"aquila", "lupa"}


def test_he_does_not_tie_himself_to_a_hornets_nest() -> None:
    strong = ship("gull", "1110", side="veneti", marines_printed=8)
    here = position([ship("aquila", "1010", marines_printed=1), strong], wind=(0, "N")).with_doing("aquila", stage="moved", fired=True)
    assert o.Grapple("aquila", "gull") in own_orders(here, "roman")
    assert chosen(here) == o.EndMovement()


def test_he_takes_the_ship_that_wins_the_battle() -> None:
    game = duel("boarders", 1, roman=captain, veneti=captain)
    assert any(isinstance(deed.order, o.Board) for deed in game.done)


def test_he_retakes_a_prize() -> None:
    ships = [ship("aquila", "1010"), prize("lupa", "1110", side="roman"), ship("gull", "2020", side="veneti")]
    here = boarding(position(ships, held=[("aquila", "lupa")], wind=(0, "N")))
    assert isinstance(chosen(here), o.Board)


def test_galleys_cut_halyards_before_they_grapple() -> None:
    game = duel("hooks", 1, roman=captain, veneti=captain)
    assert any(isinstance(event, ScythesUsed) for outcome in game.outcomes() for event in outcome.events)


def test_a_galley_comes_alongside_on_her_flank_and_grapples() -> None:
    here = position([ship("aquila", "1014"), ship("gull", "1010", "N", side="veneti", marines_printed=1)], wind=(0, "N"))
    for _ in range(10):
        order = chosen(here)
        if isinstance(order, o.UseScythes | o.Grapple):
            return
        assert isinstance(order, o.Announce | o.Ahead | o.Veer | o.Pivot)
        here = ENGINE.verbs[type(order)].do(None, here, order).position  # type: ignore[arg-type]
    pytest.fail("she never came alongside")


def test_no_plan_leads_ashore_off_the_map_or_into_a_ship() -> None:
    shore = ["0909", "1008", "1109", "1110"]
    here = position([ship("aquila", "1010"), ship("lupa", "0911"), ship("gull", "1004", side="veneti")], acting=["aquila"], coast=shore)
    helm = Helm(here, here.ship("aquila"), here.acting.of("aquila"))
    barred = set(here.scenario.sea.coast) | set(here.ship("lupa").hexes)
    for layer in helm._reach(4):
        for berth in layer:
            there = replace(here.ship("aquila"), bow=berth.bow, heading=berth.heading)
            assert barred.isdisjoint(there.hexes)
            assert set(there.hexes) <= here.scenario.sea.hexes


@pytest.mark.parametrize(("crew", "sprints"), [(3, False), (4, True)])
def test_he_sprints_only_where_it_gains_more_than_it_costs(crew: int, sprints: bool) -> None:
    # 6 PM at Cruise 4 gain 2 now; they cost 5/2 later at C3, 3/2 at C4 (spec section 8, answer 11).
    here = position([ship("aquila", "0101", crew_printed=crew), ship("gull", "2828", side="veneti")], acting=())
    here = replace(here, turn=replace(here.turn, step="speed", due=("speed",)))
    order = chosen(here)
    assert order == (o.SetSpeed(("aquila",), "maximum") if sprints else o.EndSpeed())
    near = with_ship(here, "gull", bow=ship("gull", "0106").bow)
    assert chosen(near) == o.EndSpeed()


def attacked(marines: int) -> Position:
    """Gull of the Veneti throws grapnels at Aquila, whose marines can hurt her if they are three (5.9: 1/6 at -1) and not if two."""
    ships = [ship("gull", "1110", side="veneti"), ship("aquila", "1010", marines_printed=marines)]
    here = position(ships, wind=(0, "N")).with_doing("gull", stage="moved", threw=True)
    return replace(here, pending=Exchange((), ("aquila",), grapple=("gull", "aquila")))


def test_reaction_fire_is_given_when_it_may_hurt() -> None:
    assert chosen(attacked(3)) == o.React("aquila", "gull")
    assert chosen(attacked(2)) == o.HoldFire("aquila")


def test_a_leader_leaves_a_ship_that_is_about_to_be_taken_or_burnt() -> None:
    ships = [
        ship("gull", "1110", side="veneti"),
        ship("tern", "0910", side="veneti"),
        ship("aquila", "1010", marines_printed=1),
        ship("lupa", "1020"),
    ]
    held = position(ships, [leader("brutus", "aquila", admiral=True)], held=[("tern", "aquila")], wind=(0, "N"))
    held = replace(held.with_doing("gull", stage="moved", threw=True), pending=Exchange((), ("aquila",), grapple=("gull", "aquila")))
    assert chosen(held) == o.Transfer("brutus", "lupa")
    quiet = position(ships[2:], [leader("brutus", "aquila", admiral=True)], acting=["aquila", "lupa"])
    assert not isinstance(chosen(quiet), o.Transfer)
    assert chosen(with_ship(quiet, "aquila", on_fire=True)) == o.Transfer("brutus", "lupa")


def test_an_interrupt_that_helps_nobody_is_passed() -> None:
    here = position([ship("aquila", "1010"), ship("lupa", "1020")], [leader("brutus", "aquila")])
    assert captain(ENGINE, here, [o.Transfer("brutus", "lupa")], random.Random(0)) is None


def test_a_ship_without_a_way_out_gives_her_points_up() -> None:
    # The shore all round: nothing but Stop is left when every step is off the map.
    here = position([ship("gull", "0101", "NW", side="veneti"), ship("aquila", "2020")])
    here = here.with_doing("gull", stage="moving", left=2)
    assert chosen(here) == o.Stop("gull")


def test_nothing_is_done_in_vain_once_everybody_has_moved() -> None:
    here = position([ship("aquila", "0110"), ship("gull", "2828", side="veneti")])
    here = here.with_activation(doings=(Doing("aquila", began_beside=False, stage="moved"),))
    assert chosen(here) == o.EndMovement()
