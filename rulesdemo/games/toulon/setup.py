"""Setting up (rules 1.2 to 1.17, 3.1 to 3.3): the markers, the first turn, and the late deployment."""

from typing import Annotated, Literal, NamedTuple

from rulesdemo.errors import InputError
from rulesdemo.odds.dice import Dice
from rulesdemo.odds.inputs import Count, Whole, YesNo
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_

Players = Annotated[int, Whole(2, 7)]


class StartingMarkers(NamedTuple):
    """Where every marker of the standard game begins."""

    rade_control: Literal["both_allied"]
    op_tracks: int
    ammunition_stockpile: int
    evacuation_trigger: int
    significant_defeat: Literal["none"]
    victory_differential: int
    loss_differential: int
    game_turn: int


class StartTurn(NamedTuple):
    """The first turn, and whether it needs the late deployment."""

    turn: int
    late: bool


class Deployment(NamedTuple):
    """The rounds of the late deployment, and the most units that each side can place in them."""

    rounds: int
    allied_units: int
    west_units: int
    east_units: int
    batteries: int


class Eligible(NamedTuple):
    """Whether the distance allows a placement."""

    eligible: bool


@procedure(rules=("1.2", "1.4", "1.5", "1.6", "1.7", "1.8", "1.9", "1.10"), public=True)
def starting_markers(dice: Dice, rules: Ruleset) -> StartingMarkers:  # noqa: ARG001 - no dice
    """Where the markers stand before turn 1; a late start moves only the turn marker [1.2, 1.4 to 1.10].

    >>> from rulesdemo import odds
    >>> odds("toulon.starting_markers").p(rade_control="both_allied", op_tracks=0, game_turn=1)
    Fraction(1, 1)
    """
    table = rules.table("setup_markers")
    return StartingMarkers(*(table.at(marker) for marker in StartingMarkers._fields))


@procedure(rules=("1.10", "1.12", "1.17", "3.1-3.3"), public=True)
def start_turn(dice: Dice, rules: Ruleset, players: Players, short: YesNo = False) -> StartTurn:  # noqa: ARG001 - no dice
    """Five players or more begin on turn 5, and so do two to four who choose the short game [1.10, 1.12, 3.1-3.3].

    >>> from rulesdemo import odds
    >>> odds("toulon.start_turn", players=4).p(turn=1), odds("toulon.start_turn", players=5).p(turn=5)
    (Fraction(1, 1), Fraction(1, 1))
    """
    if not short:
        turn = rules.table("players").at(players, "start_turn")
        return StartTurn(turn, turn > rules.table("setup_markers").at("game_turn"))
    late = rules.table("deployment")
    least, most = late.at("short_least_players"), late.at("short_most_players")
    if not least <= players <= most:
        message = N_("the short game is for {least} to {most} players, not {players}").format(least=least, most=most, players=players)
        raise InputError(message)
    return StartTurn(late.at("first_turn"), late=True)


@procedure(rules=("1.15", "1.16 A", "1.16 B", "1.16 C", "1.16 E"), public=True)
def deployment(dice: Dice, rules: Ruleset) -> Deployment:  # noqa: ARG001 - no dice
    """The rounds of placing units before a late start, and how many units they let each side place [1.15, 1.16, T2].

    >>> from rulesdemo import odds
    >>> odds("toulon.deployment").p(rounds=10, allied_units=20)
    Fraction(1, 1)
    """
    table = rules.table("deployment")
    rounds = table.at("rounds" if rules.switch("deploy_rounds") == "10" else "repeats")
    allied, west, east = (rounds * table.at(f"{side}_units_per_round") for side in ("allied", "west", "east"))
    return Deployment(rounds, allied, west, east, table.at("batteries"))


@procedure(rules=("1.14",), public=True)
def eligible_distance(dice: Dice, rules: Ruleset, steps: Count) -> Eligible:  # noqa: ARG001 - no dice
    """A unit may be placed next to a friendly depot, beach or unit, or with one zone between, not on its spot alone [1.14, T20].

    >>> from rulesdemo import odds
    >>> [odds("toulon.eligible_distance", steps=steps).p(eligible=True) == 1 for steps in range(4)]
    [False, True, True, False]
    """
    table = rules.table("deployment")
    # The ruling is noted only where it bites.
    if steps < table.cell("nearest", "value").value:
        return Eligible(steps >= table.at("nearest"))
    return Eligible(steps <= table.at("farthest"))
