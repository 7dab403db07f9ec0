"""Initiative (3.0) against all 36 pairs of faces."""

from fractions import Fraction
from itertools import product

import pytest

from rulesdemo import odds
from rulesdemo.games.veneti.initiative import opposed
from rulesdemo.odds.procedure import attempts

FACES = range(1, 7)
RATINGS = range(6)
# Section 8, question 1: the chance to win and the mean number of rounds, for an edge of 0 to 5.
WINS = [Fraction(1, 2), Fraction(21, 31), Fraction(13, 16), Fraction(10, 11), Fraction(33, 34), Fraction(1)]
ROUNDS = [Fraction(6, 5), Fraction(36, 31), Fraction(9, 8), Fraction(12, 11), Fraction(18, 17), Fraction(36, 35)]


@pytest.mark.parametrize("edge", range(6))
def test_printed_chances_and_rounds(edge: int) -> None:
    for roman, veneti in product(RATINGS, RATINGS):
        if roman - veneti == edge:
            assert odds("veneti.initiative", roman=roman, veneti=veneti).p(winner="roman") == WINS[edge]
        if veneti - roman == edge:
            assert odds("veneti.initiative", roman=roman, veneti=veneti).p(winner="veneti") == WINS[edge]
    assert attempts(opposed, edge) == attempts(opposed, -edge) == ROUNDS[edge]


@pytest.mark.parametrize(("roman", "veneti"), list(product(RATINGS, RATINGS)))
def test_decided_pairs_of_faces(roman: int, veneti: int) -> None:
    won = sum(own + roman > other + veneti for own, other in product(FACES, FACES))
    lost = sum(own + roman < other + veneti for own, other in product(FACES, FACES))
    dist = odds("veneti.initiative", roman=roman, veneti=veneti)
    assert dist.p(winner="roman") == Fraction(won, won + lost)
    assert dist.p(winner="veneti") == Fraction(lost, won + lost)
    assert attempts(opposed, roman - veneti) == Fraction(36, won + lost)
