"""What a ship can still do (rules 2.1, 6.41, 6.46, 8.21, 8.25, 8.61 to 8.64), and the demonstration ships."""

from typing import Annotated, Literal, NamedTuple

from rulesdemo.odds.dice import D6, Dice
from rulesdemo.odds.inputs import Count, OneOf, Whole, YesNo
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset

Half = Annotated[str, OneOf(("square", "galley_bow", "galley_stern"))]
ShipName = Annotated[str, OneOf(("galley", "strong_galley", "sail"))]


class Marines(NamedTuple):
    """Marines left, and whether they may board."""

    marines: int
    may_board: bool


class Crew(NamedTuple):
    """The crew quality that counts."""

    crew: int


class DemoShip(NamedTuple):
    """A demonstration ship's values; sailing ships have no rowing speed."""

    crew: int
    marines: int
    cruise: int | None
    maximum: int | None


class DemoSetup(NamedTuple):
    """What the demonstration starts with."""

    roman_initiative: int
    veneti_initiative: int
    command_range: int
    wind_strength: int
    wind_to: str
    flame_one_in: int


Square = Literal["self", "bow", "bow_flank", "flank", "stern_flank", "stern"]


class Side(NamedTuple):
    """Which side of the ship a neighbouring hex lies on."""

    side: Square


class Around(NamedTuple):
    """How many hexes touch a ship, and how many of them lie on a flank of any kind."""

    hexes: int
    flank_type: int


class Total(NamedTuple):
    """Two dice added."""

    total: int


@procedure(rules=("2.2",), public=True)
def two_dice(dice: Dice, rules: Ruleset) -> Total:  # noqa: ARG001 - reads no table
    """Two six-sided dice added, which the source writes 2d12 [2.2, A2].

    >>> from rulesdemo import odds
    >>> odds("veneti.two_dice").p(total=7)
    Fraction(1, 6)
    """
    return Total(dice.total(2, D6))


@procedure(rules=("8.61", "8.62", "8.64", "8.21"), public=True)
def marines_left(dice: Dice, rules: Ruleset, printed: Count, depletion: Count = 0, captured: YesNo = False) -> Marines:  # noqa: ARG001 - no dice
    """Depletion lowers marines, never under 0; a captured ship has none; a ship with none only defends [8.61, 8.62, 8.21].

    >>> from rulesdemo import odds
    >>> odds("veneti.marines_left", printed=2, depletion=5).p(marines=0)
    Fraction(1, 1)
    """
    limits = rules.table("marines")
    left = limits.at("captured") if captured else max(limits.at("floor"), printed - depletion * limits.at("depletion_step"))
    return Marines(left, left >= limits.at("board_least"))


@procedure(rules=("6.41", "6.46", "8.25"), public=True)
def crew_left(dice: Dice, rules: Ruleset, printed: Annotated[int, Whole(1, 4)], captured: YesNo = False) -> Crew:  # noqa: ARG001 - no dice
    """Crew quality never falls except by capture [6.46, 8.25].

    >>> from rulesdemo import odds
    >>> odds("veneti.crew_left", printed=3, captured=True).p(crew=0)
    Fraction(1, 1)
    """
    limits = rules.table("crew")
    return Crew(limits.at("captured") if captured else min(max(printed, limits.at("least")), limits.at("most")))


@procedure(rules=("5.0",), public=True)
def side(dice: Dice, rules: Ruleset, direction: Annotated[int, Whole(0, 5)], of: Half) -> Side:  # noqa: ARG001 - no dice
    """Which side a neighbouring hex touches, by its direction from the heading, for a square ship or for either half of a galley [5.0].

    >>> from rulesdemo import odds
    >>> odds("veneti.side", direction=1, of="square").p(side="bow_flank")
    Fraction(1, 1)
    """
    return Side(rules.table("sides").at(direction, of))


@procedure(rules=("5.0",), public=True)
def hexes_around(dice: Dice, rules: Ruleset, kind: Annotated[str, OneOf(("galley", "sail"))]) -> Around:  # noqa: ARG001 - no dice
    """How many hexes touch a galley or a sailing ship, and how many are flank-type [5.0, A25].

    >>> from rulesdemo import odds
    >>> next(iter(odds("veneti.hexes_around", kind="galley")))
    Around(hexes=8, flank_type=6)
    """
    table = rules.table("sides")
    halves = ("galley_bow", "galley_stern") if kind == "galley" else ("square",)
    touched = [place for half in halves for direction in range(6) if (place := table.at(direction, half)) != "self"]
    # A pure flank hex touches both halves of a galley, and so comes up twice.
    hexes = len(touched) - touched.count("flank") // len(halves)
    return Around(hexes, hexes - touched.count("bow") - touched.count("stern"))


@procedure(rules=("2.1",), public=True)
def demo_ship(dice: Dice, rules: Ruleset, ship: ShipName) -> DemoShip:  # noqa: ARG001 - no dice
    """The values of our demonstration ships; the source's counters are not in it [2.1].

    >>> from rulesdemo import odds
    >>> odds("veneti.demo_ship", ship="galley").p(cruise=4, maximum=6)
    Fraction(1, 1)
    """
    return DemoShip(*rules.table("demo_ships").record(ship))


@procedure(rules=("9.0",), public=True)
def demo_setup(dice: Dice, rules: Ruleset) -> DemoSetup:  # noqa: ARG001 - no dice
    """What our demonstration starts with; the source's scenario is not in it [9.0].

    >>> from rulesdemo import odds
    >>> odds("veneti.demo_setup").p(wind_strength=3)
    Fraction(1, 1)
    """
    start = rules.table("demo_setup")
    return DemoSetup(*(start.at(name) for name in DemoSetup._fields))
