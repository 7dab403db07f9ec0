"""Ships and their ratings (rules I Echelle, II, T10)."""

from fractions import Fraction
from typing import Annotated, Literal, NamedTuple

from rulesdemo.games.broadside.rounding import rounded
from rulesdemo.odds.dice import Dice
from rulesdemo.odds.inputs import Count, OneOf, Whole, YesNo
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset

ShipName = Annotated[str, OneOf(("seventy_four", "frigate", "fort"))]


class Scale(NamedTuple):
    """What a speed means on the water; the knots are the source's rounded figure."""

    metres: int
    minutes: int
    tenths_of_knot: int


class ByTheKnots(NamedTuple):
    """How far the printed knots would take her, and how many knots her hexes really are."""

    metres: Fraction
    knots: Fraction


class DemoShip(NamedTuple):
    """A demonstration ship's ratings; a fort has no masts and never moves."""

    rank: Literal["line", "other", "fort"]
    m_close_hauled: int
    m_reaching: int
    m_running: int
    masts: tuple[int, ...]
    inertia: int
    boarding: int
    short: int
    long: int
    hull: tuple[int, ...]
    full_sail: bool


class CrewRatings(NamedTuple):
    """A ship's ratings with her crew; `rigging` is a change, the rest are the ratings themselves."""

    inertia: int
    rigging: int
    close_hauled: int
    boarding: int
    short: int
    long: int


@procedure(rules=("I Echelle",), public=True)
def scale(dice: Dice, rules: Ruleset, m: Count, turns: Count = 1) -> Scale:  # noqa: ARG001 - no dice
    """How far and how long a ship sails at M hexes a turn; one hex for one M governs, the knots do not quite agree [I Echelle, B1].

    >>> from rulesdemo import odds
    >>> odds("broadside.scale", m=3).p(metres=600, minutes=5, tenths_of_knot=45)
    Fraction(1, 1)
    """
    table = rules.table("scale")
    return Scale(m * turns * table.at("hex_metres"), turns * table.at("turn_minutes"), round(m * table.at("knots_per_m") * 10))


@procedure(rules=("I Echelle",), public=True)
def by_the_knots(dice: Dice, rules: Ruleset, m: Count, turns: Count = 1) -> ByTheKnots:  # noqa: ARG001 - no dice
    """How far a ship would sail at the knots printed for her M, and the knots that one hex for one M comes to [I Echelle, B1].

    >>> from rulesdemo import odds
    >>> odds("broadside.by_the_knots", m=1).mean("metres")
    Fraction(463, 2)
    """
    table = rules.table("scale")
    turns_in_an_hour = Fraction(table.at("minutes_in_an_hour"), table.at("turn_minutes"))
    mile = table.at("mile_metres")
    return ByTheKnots(
        m * turns * Fraction(table.at("knots_per_m")) * mile / turns_in_an_hour,
        Fraction(m * table.at("hex_metres"), mile) * turns_in_an_hour,
    )


@procedure(rules=("II Déplacement", "II Combat", "II Coque"), public=True)
def demo_ship(dice: Dice, rules: Ruleset, ship: ShipName) -> DemoShip:  # noqa: ARG001 - no dice
    """The ratings of our demonstration ships; the source's ship cards are lost [II, B54].

    >>> from rulesdemo import odds
    >>> odds("broadside.demo_ship", ship="frigate").p(hull=(3, 3), full_sail=True)
    Fraction(1, 1)
    """
    card = rules.table("demo_ships").record(ship)
    return DemoShip(
        card.rank,
        card.m_close_hauled or 0,
        card.m_reaching or 0,
        card.m_running or 0,
        tuple(mast for mast in (card.mast_1, card.mast_2) if mast),
        card.inertia or 0,
        card.boarding,
        card.short,
        card.long,
        tuple(section for section in (card.hull_1, card.hull_2, card.hull_3) if section),
        card.full_sail == "yes",
    )


@procedure(rules=("T10",), public=True)
def crew_quality(
    dice: Dice,  # noqa: ARG001 - no dice
    rules: Ruleset,
    quality: Annotated[int, Whole(1, 5)],
    inertia: Count = 0,
    close_hauled: Count = 0,
    boarding: Count = 0,
    short: Count = 0,
    long: Count = 0,
    under_two_decks: YesNo = False,
) -> CrewRatings:
    """A ship's ratings with her crew, for fleet lists: some are added to, forces multiplied, halves rounded up [T10, B49, B50, B51].

    >>> from rulesdemo import odds
    >>> odds("broadside.crew_quality", quality=4, boarding=9, short=10).p(boarding=23, short=20)
    Fraction(1, 1)
    """
    line = rules.table("crew_quality").record(quality)
    rigging = line.rigging or 0
    return CrewRatings(
        inertia + (line.inertia or 0),
        rigging if line.rigging_only is None or under_two_decks else 0,
        close_hauled + (line.close_hauled or 0),
        *(
            rounded(rules, "crew_force", force * (1 if times is None else times))
            for force, times in zip((boarding, short, long), line[-3:], strict=True)
        ),
    )
