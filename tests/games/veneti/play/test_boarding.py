"""Boarding (8.2): who goes over, capture, repulse, losses."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest

from rulesdemo.errors import RulesError
from rulesdemo.games.veneti.play import boarding as b
from rulesdemo.games.veneti.play.orders import Board, Party, TakeLoss
from rulesdemo.games.veneti.play.ships import crew_of, marines_of
from rulesdemo.games.veneti.play.state import Position, Toll
from tests.games.veneti.play.positions import chance, dist, kinds, leader, legal, melee, position, prize, says, ship, thrown_with, with_ship

ONE = Board("dufa", (Party("aquila", 3),))


def pair(**options: Any) -> Position:
    """A galley of three marines holds a higher ship of two."""
    return position([ship("aquila", "1010"), ship("dufa", "1110", side="veneti")], held=[("aquila", "dufa")], **options)


def two_on_one(**changes: Any) -> Position:
    """Two galleys of two marines hold a ship of one, all of one height (8.23 ex)."""
    ships = [
        ship("aquila", "1010", marines_printed=2),
        ship("lupa", "1210", marines_printed=2),
        ship("dufa", "1110", side="veneti", **{"marines_printed": 1, "height": 0, **changes}),
    ]
    return position(ships, held=[("aquila", "dufa"), ("lupa", "dufa")])


BOTH = Board("dufa", (Party("aquila", 2), Party("lupa", 2)))


def held_by_two(limit: Any = "free") -> Position:
    ships = [ship("aquila", "1010"), ship("dufa", "1110", side="veneti", height=0), ship("ura", "0910", side="veneti", height=0)]
    return position(ships, held=[("aquila", "dufa"), ("aquila", "ura")], limit=limit)


def captured(outcome: Any) -> bool:
    return outcome.position.ship("dufa").controller == "roman"


# -- who may -----------------------------------------------------------------------------------------------------------------------------


def test_vt14_a_ship_held_by_two_shares_her_marines() -> None:
    here = held_by_two()
    first = {(order.target, order.parties[0].marines) for order in legal(b.check_board, b.boardings, here)}
    assert first == {(target, marines) for target in ("dufa", "ura") for marines in (1, 2, 3)}
    for sent in (1, 2):
        after = thrown_with(b.board, here, Board("dufa", (Party("aquila", sent),)), 4, 4).position  # an 8 captures and costs nobody
        rest = {(order.target, order.parties[0].marines) for order in legal(b.check_board, b.boardings, after)}
        assert rest == {("ura", 3 - sent)}


def test_marines_kept_for_another_target_are_not_lost_with_those_who_went() -> None:
    here = thrown_with(b.board, held_by_two(), Board("dufa", (Party("aquila", 1),)), 1, 1).position  # repelled: one marine gone
    assert marines_of(here, here.ship("aquila")) == 2
    assert legal(b.check_board, b.boardings, here) == [Board("ura", (Party("aquila", 2),))]


def test_marines_who_went_over_do_not_go_again() -> None:
    here = thrown_with(b.board, held_by_two(), Board("dufa", (Party("aquila", 3),)), 3, 4).position  # captured, no loss
    assert captured_by(here, "dufa") == "roman"
    says(b.check_board(here, Board("ura", (Party("aquila", 1),))), "All the marines of Aquila have gone over in this activation.", "8.22")
    assert not b.any_boarding(here)


def test_a_ship_held_by_three_sends_what_is_left_each_time() -> None:
    ships = [
        ship("aquila", "1010", marines_printed=4),
        *(ship(name, where, side="veneti", height=-1, marines_printed=0) for name, where in THREE),
    ]
    here = position(ships, held=[("aquila", name) for name, _ in THREE])
    for name in ("dufa", "lexa"):
        here = thrown_with(b.board, here, Board(name, (Party("aquila", 1),)), 3, 4).position  # captured, no loss
    assert here.acting.boarded == {"dufa", "lexa"}
    assert legal(b.check_board, b.boardings, here) == [Board("ura", (Party("aquila", 2),))]


THREE = [("dufa", "1110"), ("lexa", "1109"), ("ura", "0910")]


def test_nobody_boards_a_prize_of_her_own_side() -> None:
    ships = [ship("aquila", "1010"), prize("dufa", "1110", side="veneti"), ship("ura", "0910", side="veneti")]
    here = position(ships, acting=["aquila"], held=[("aquila", "dufa"), ("aquila", "ura")])
    assert legal(b.check_board, b.boardings, here) == [Board("ura", (Party("aquila", 3),))]


@pytest.mark.parametrize("limit", ["free", "disorder"])
def test_nothing_legal_is_left_out(limit: Any) -> None:
    """Every order that anybody could write down, up to the order in which ships are named, against the candidates."""
    here = melee(limit=limit)
    names = [each.id for each in here.ships]
    parties = [
        tuple(Party(name, marines) for name, marines in zip(group, numbers, strict=True))
        for many in (1, 2, 3)
        for group in combinations(names, many)
        for numbers in product(range(5), repeat=many)
    ]
    every = {Board(target, sent) for target in names for sent in parties}
    found = {order for order in every if b.check_board(here, order) is None}
    offered = legal(b.check_board, b.boardings, here)
    assert len(offered) == len(set(offered)) == len(found) > 5
    assert set(offered) == found


def captured_by(here: Position, name: str) -> str:
    return here.ship(name).controller


def test_every_group_of_ships_may_board() -> None:
    orders = legal(b.check_board, b.boardings, two_on_one())
    assert orders == [BOTH, Board("dufa", (Party("aquila", 2),)), Board("dufa", (Party("lupa", 2),))]


def test_refusals_to_board() -> None:
    here = pair()
    assert b.check_board(here, ONE) is None
    named = "Each boarding ship must be named once, and there must be one."
    says(b.check_board(here, Board("dufa", ())), named, "8.22")
    says(b.check_board(here, Board("dufa", (Party("aquila", 1), Party("aquila", 2)))), named, "8.22")
    says(b.check_board(here, Board("dufa", (Party("aquila", 2),))), "Aquila has no other enemy to board, so all her marines go.", "8.22")
    says(b.check_board(held_by_two(), Board("dufa", (Party("aquila", 4),))), "Aquila cannot send 4 marines.", "8.22")
    says(b.check_board(held_by_two(), Board("dufa", (Party("aquila", 0),))), "Aquila cannot send 0 marines.", "8.22")
    says(b.check_board(here, Board("nobody", (Party("aquila", 3),))), "There is no ship 'nobody' on the map.", "8.21")
    says(b.check_board(here, Board("aquila", (Party("aquila", 3),))), "Aquila is on your own side.", "8.21")
    says(b.check_board(here, Board("aquila", (Party("dufa", 2),))), "Dufa is not in the squadron that is acting.", "6.17")
    spent = with_ship(here, "aquila", depletion=5)
    says(b.check_board(spent, ONE), "Aquila has no marines left and can only defend herself.", "8.21")
    assert not b.any_boarding(spent)
    taken = with_ship(here, "aquila", captured="recaptured")
    says(b.check_board(taken, ONE), "Aquila is a prize: she may move, but not fight.", "8.25")
    loose = position(here.ships, held=[])
    loose = with_ship(with_ship(loose, "aquila", grappled=frozenset()), "dufa", grappled=frozenset())
    says(b.check_board(loose, ONE), "Aquila is not grappled to Dufa.", "8.21")
    assert not b.any_boarding(loose)
    says(b.check_board(pair(limit="idle"), ONE), "Aquila lies idle in the confusion.", "6.18")
    assert not b.any_boarding(pair(limit="idle"))
    assert not b.any_boarding(pair(acting=()))


def test_one_that_holds_back_boards_only_if_she_began_beside_an_enemy() -> None:
    here = pair(limit="disorder")
    assert b.check_board(here, ONE) is None
    assert b.any_boarding(here)
    came = here.with_doing("aquila", began_beside=False)
    says(b.check_board(came, ONE), "Aquila holds back, and no enemy was beside her when she began.", "6.16")
    assert not b.any_boarding(came)
    assert list(b.boardings(came)) == []


def test_one_attempt_on_a_ship_in_a_turn() -> None:
    in_vain = "Dufa has been boarded in vain this turn."
    here = thrown_with(b.board, two_on_one(marines_printed=6), Board("dufa", (Party("aquila", 2),)), 1, 2).position
    says(b.check_board(here, Board("dufa", (Party("lupa", 2),))), in_vain, "8.27")
    assert not b.any_boarding(here)
    later = position(here.ships, acting=["lupa"], number=2)
    says(b.check_board(later, Board("dufa", (Party("lupa", 2),))), in_vain, "8.27")
    tried = pair().with_activation(boarded=frozenset({"dufa"}))
    says(b.check_board(tried, ONE), in_vain, "8.27")
    next_turn = with_ship(later, "dufa", repelled=False)
    assert b.check_board(next_turn, Board("dufa", (Party("lupa", 2),))) is None


# -- the fight -----------------------------------------------------------------------------------------------------------------------------


def test_vt15_and_the_printed_chances_of_four_against_one() -> None:
    here = two_on_one()
    assert chance(b.board, here, BOTH, captured) == Fraction(11, 12)
    assert chance(b.board, here, BOTH, lambda o: captured(o) and o.position.pending is None) == Fraction(23, 36)
    assert chance(b.board, here, BOTH, lambda o: captured(o) and o.position.pending is not None) == Fraction(5, 18)
    assert chance(b.board, two_on_one(height=1), BOTH, captured) == Fraction(5, 6)
    assert chance(b.board, two_on_one(height=-1), BOTH, captured) == Fraction(35, 36)


def test_three_against_two_from_below() -> None:
    assert chance(b.board, pair(), ONE, captured) == Fraction(7, 12)


def test_the_lowest_of_several_boarders_counts() -> None:
    here = with_ship(two_on_one(height=1), "lupa", height=2)
    assert b.height_of(here, BOTH.parties, here.ship("dufa")) == -1
    assert b.height_of(here, (Party("lupa", 2),), here.ship("dufa")) == 1
    assert b.height_of(with_ship(here, "aquila", height=1), BOTH.parties, here.ship("dufa")) == 0


def test_vt23_repelled_on_three_costs_both_a_marine() -> None:
    here = with_ship(two_on_one(), "aquila", marines_printed=4)
    after = thrown_with(b.board, here, Board("dufa", (Party("aquila", 4),)), 1, 2)
    aquila, dufa = after.position.ship("aquila"), after.position.ship("dufa")
    assert (marines_of(after.position, aquila), marines_of(after.position, dufa)) == (3, 0)
    assert (dufa.controller, dufa.repelled, dufa.grappled) == ("veneti", True, {"aquila", "lupa"})
    assert kinds(after) == ["Boarded", "MarinesLost", "MarinesLost"]
    assert [event.ship for event in after.events[1:]] == ["dufa", "aquila"]


def test_vt24_captured_on_nine_costs_the_boarder_a_marine() -> None:
    here = with_ship(two_on_one(), "aquila", marines_printed=4)
    after = thrown_with(b.board, here, Board("dufa", (Party("aquila", 4),)), 4, 5)
    assert marines_of(after.position, after.position.ship("aquila")) == 3
    assert kinds(after) == ["Boarded", "ShipCaptured", "MarinesLost"]


def test_vt25_depletion_may_pass_the_marines_aboard() -> None:
    here = with_ship(pair(), "dufa", depletion=5)
    assert marines_of(here, here.ship("dufa")) == 0


def test_a_repulse_by_nobody_raises_the_marker_and_loses_nobody() -> None:
    here = with_ship(pair(), "dufa", marines_printed=0, height=4)
    after = thrown_with(b.board, here, ONE, 1, 1)
    assert after.position.ship("dufa").depletion == 1
    assert kinds(after) == ["Boarded", "MarinesLost"]
    assert after.events[1].ship == "aquila"


def test_a17_bands_on_the_natural_or_the_modified_total() -> None:
    """Three against two from below need 6: a natural 9 captures and costs a marine, unless it is read as the 8 it becomes."""
    for switches, left in (({}, 2), ({"boarding_bands": "modified"}, 3)):
        after = thrown_with(b.board, pair(switches=switches), ONE, 4, 5).position
        assert after.ship("dufa").controller == "roman"
        assert marines_of(after, after.ship("aquila")) == left


def test_a_captured_ship() -> None:
    here = position(
        [ship("dufa", "1110", side="veneti", marines_printed=9), ship("aquila", "1010", level="maximum")],
        [leader("brutus", "aquila")],
        held=[("aquila", "dufa")],
    )
    after = thrown_with(b.board, here, Board("aquila", (Party("dufa", 9),)), 3, 4)
    aquila = after.position.ship("aquila")
    assert (aquila.controller, aquila.captured, aquila.level, aquila.grappled) == ("veneti", "captured", "cruise", {"dufa"})
    assert (crew_of(after.position, aquila), marines_of(after.position, aquila)) == (0, 0)
    assert after.position.leader("brutus").lost_on == 1  # A27
    assert kinds(after) == ["Boarded", "ShipCaptured", "LeaderLost"]


def test_a_prize_retaken_and_a31() -> None:
    """She defends with nobody, though her captor lies beside her: three against none need 4."""
    ships = [ship("ura", "1209", side="veneti", marines_printed=3), prize("dufa", "1110", side="veneti"), ship("aquila", "1010")]
    here = position(ships, acting=["ura"], held=[("ura", "dufa"), ("aquila", "dufa")])
    order = Board("dufa", (Party("ura", 3),))
    assert chance(b.board, here, order, lambda o: not captured(o)) == Fraction(11, 12)
    after = thrown_with(b.board, here, order, 3, 4)
    dufa = after.position.ship("dufa")
    assert (dufa.controller, dufa.captured) == ("veneti", "recaptured")
    assert (crew_of(after.position, dufa), marines_of(after.position, dufa)) == (0, 0)
    assert kinds(after) == ["Boarded", "ShipRetaken"]
    again = thrown_with(b.board, position(after.position.ships, acting=["aquila"], number=2), Board("dufa", (Party("aquila", 3),)), 3, 4)
    assert again.position.ship("dufa").captured == "captured"
    assert kinds(again) == ["Boarded", "ShipCaptured"]


# -- losses ------------------------------------------------------------------------------------------------------------------------------


def test_a18_the_boarder_says_who_loses_the_marine() -> None:
    after = thrown_with(b.board, two_on_one(), BOTH, 1, 1)
    assert after.position.pending == Toll(("aquila", "lupa"))
    assert kinds(after) == ["Boarded", "MarinesLost"]
    decision = b.decide_toll(after.position)
    assert decision is not None
    assert (decision.side, decision.orders, decision.rule) == ("roman", (TakeLoss,), "8.28")
    assert legal(b.check_take_loss, b.losses, after.position) == [TakeLoss("aquila"), TakeLoss("lupa")]
    says(b.check_take_loss(after.position, TakeLoss("dufa")), "The loss falls on a ship that has just boarded.", "8.28")
    (done,) = dist(b.take_loss, after.position, TakeLoss("lupa"))
    assert done.position.pending is None
    assert [marines_of(done.position, done.position.ship(name)) for name in ("aquila", "lupa")] == [2, 1]
    assert kinds(done) == ["MarinesLost"]


def test_no_loss_no_question() -> None:
    here = pair()
    assert b.decide_toll(here) is None
    assert list(b.losses(here)) == []
    says(b.check_take_loss(here, TakeLoss("aquila")), "No boarder has a loss to bear now.", "8.28")
    with pytest.raises(RulesError, match="no boarder has a loss to bear"):
        dist(b.take_loss, here, TakeLoss("aquila"))


def test_a_table_that_costs_more_asks_for_each_marine() -> None:
    here = two_on_one()
    dear = position(here.ships, patches={("boarding_losses", "2", "repelled_attacker"): "3"})
    dear = thrown_with(b.board, dear, BOTH, 1, 1).position
    assert dear.pending == Toll(("aquila", "lupa"), 3)
    for name in ("aquila", "aquila"):  # then only Lupa has marines left, and nobody is asked
        dear = thrown_with(b.take_loss, dear, TakeLoss(name)).position
    assert dear.pending is None
    assert [marines_of(dear, dear.ship(name)) for name in ("aquila", "lupa")] == [0, 1]


def test_a18_who_loses_it_when_nobody_says() -> None:
    here = two_on_one()
    assert b.default_loser(here, ("lupa", "aquila")) == "aquila"
    assert b.default_loser(with_ship(here, "aquila", depletion=1), ("aquila", "lupa")) == "lupa"
