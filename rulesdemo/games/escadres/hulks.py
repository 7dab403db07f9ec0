"""Ships without power (E-HULL, E-LEAK): hull points, leaks, and a hulk on fire."""

from bisect import bisect_left
from fractions import Fraction
from typing import Annotated, Final, Literal, NamedTuple

from rulesdemo.games.escadres.burning import Crew, Fires, Power, fire_turn
from rulesdemo.games.escadres.ships import Training
from rulesdemo.odds.chains import Chain, repeat
from rulesdemo.odds.dice import D6, Dice
from rulesdemo.odds.inputs import Count, OneOf, Turns, Whole, YesNo
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset

Faces = Annotated[int, OneOf((1, 2, 3))]


class Hull(NamedTuple):
    """Hull points."""

    hull: int


class LeakFaces(NamedTuple):
    """How many of the highest faces leak."""

    faces: int


class Afloat(NamedTuple):
    """Turns until a hulk sinks: on average, and the first by which she has sunk with a chance of a half at least."""

    mean: int
    median: int


class HulkTurn(NamedTuple):
    """How a hulk ends the turn; `out` is afloat without fire."""

    state: Literal["sunk", "exploded", "out", "burning"]
    hull: int
    crew: int
    fires: int


SUNK: Final = HulkTurn("sunk", 0, 0, 0)


@procedure(rules=("E-HULL-1",), public=True)
def hull(dice: Dice, rules: Ruleset, power_initial: Annotated[int, Whole(1)]) -> Hull:  # noqa: ARG001 - no dice
    """The hull points of a ship that has lost her power: half of what she started with, rounded up [E-HULL-1].

    >>> from rulesdemo import odds
    >>> odds("escadres.hull", power_initial=9).p(hull=5)
    Fraction(1, 1)
    """
    return Hull(-(-power_initial // rules.table("hull").at("divisor")))


@procedure(rules=("E-LEAK-1", "E-TRN-1"), public=True)
def leak_faces(dice: Dice, rules: Ruleset, guns: Annotated[int, Whole(1)], training: Training = 0, storm: YesNo = False) -> LeakFaces:  # noqa: ARG001 - no dice
    """How many faces leak: more for a small ship or bad training, and one more in a storm [E-LEAK-1, E44, E45, E46].

    >>> from rulesdemo import odds
    >>> odds("escadres.leak_faces", guns=18, storm=True).p(faces=3)
    Fraction(1, 1)
    """
    limits = rules.table("leak")
    # Nobody calls training of 0 or more bad, so only worse training asks what bad means.
    weak = guns <= limits.at("small_ship_guns") or (training < 0 and training <= limits.at(f"bad_training_{rules.switch('bad_training')}"))
    ship = ("storm_small_or_bad" if storm else "small_or_bad") if weak else ("storm" if storm else "normal")
    return LeakFaces(rules.table("leak_faces").at(ship))


@procedure
def leak_once(dice: Dice, faces: int, hull: int) -> int:
    """One turn's leak test: the highest faces cost a hull point."""
    leaks: bool = dice.roll(D6) > max(D6.faces) - faces
    return hull - leaks


def is_sunk(hull: int) -> bool:
    """No hull point is left."""
    return hull == 0


@procedure(rules=("E-LEAK-1", "E-LEAK-2"), public=True)
def leak(dice: Dice, rules: Ruleset, hull: Count, turns: Turns, faces: Faces = 1) -> Hull:  # noqa: ARG001 - no table
    """The hull points of a ship without power after some turns of leak tests, which end when she sinks [E-LEAK-1, E-LEAK-2].

    >>> from rulesdemo import odds
    >>> odds("escadres.leak", hull=2, turns=6, faces=2).p(hull=0)
    Fraction(473, 729)
    """
    return Hull(dice.do(repeat(leak_once, is_sunk), faces, hull, turns))


@procedure(rules=("E-LEAK-1", "E-LEAK-2"), public=True)
def afloat(dice: Dice, rules: Ruleset, hull: Power, faces: Faces = 1) -> Afloat:  # noqa: ARG001 - no dice, no table
    """How long a ship without power floats when only water takes her hull points: the mean of turns, and the median [E-LEAK-1, E-LEAK-2].

    >>> from rulesdemo import odds
    >>> odds("escadres.afloat", hull=5).p(mean=30, median=28)
    Fraction(1, 1)
    """
    # The count of faces goes into six without a rest, and half of all such ships have sunk by the mean or before it.
    mean = int(Chain(leak_once, hull, is_sunk, faces).mean_turns())
    half = bisect_left(range(mean), Fraction(1, 2), key=lambda turns: repeat(leak_once, is_sunk).dist(faces, hull, turns).p(0))
    return Afloat(mean, half)


@procedure(rules=("E-HULL-2", "E-LEAK-1", "E-LEAK-2", "E-BURN-4"), public=True)
def hulk_turn(dice: Dice, rules: Ruleset, hull: Power, crew: Crew, fires: Fires, training: Training = 0, faces: Faces = 1) -> HulkTurn:
    """The end of a hulk's turn: a leak test, then fires, which strike the hull; a sunk ship burns no more [E-HULL-2, E-LEAK-2, E16, E42].

    >>> from rulesdemo import odds
    >>> odds("escadres.hulk_turn", hull=1, crew=0, fires=1).p(state="sunk")
    Fraction(1, 6)
    """
    if rules.switch("end_order") == "leak_first":
        afloat = dice.do(leak, rules, hull, 1, faces).hull
        return HulkTurn(*dice.do(fire_turn, rules, afloat, crew, fires, training)) if afloat else SUNK
    burnt = dice.do(fire_turn, rules, hull, crew, fires, training)
    if burnt.state == "exploded":
        return HulkTurn(*burnt)
    afloat = dice.do(leak, rules, burnt.power, 1, faces).hull
    return HulkTurn(burnt.state, afloat, burnt.crew, burnt.fires) if afloat else SUNK
