"""Several players (rules 2.1 to 2.6): who holds which side, and the personal victory points of the Allies."""

from decimal import Decimal
from fractions import Fraction
from typing import Annotated, NamedTuple

from rulesdemo.games.toulon.operations import NATIONS
from rulesdemo.games.toulon.setup import Players
from rulesdemo.odds.dice import Dice
from rulesdemo.odds.inputs import AnyInt, Count, OneOf, Whole
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset

# British, Spanish, Neapolitan, Sardinian, Toulonnais.
Nationalities = Annotated[int, Whole(1, 5)]

COMMANDS = (*NATIONS, "west", "east", "bonaparte")
HALF = Fraction(1, 2)


class PlayerSplit(NamedTuple):
    """The sides of each player, first player first."""

    seats: tuple[tuple[str, ...], ...]


class Commander(NamedTuple):
    """The player who commands a nation, a wing or Bonaparte, and how many of these he commands in all."""

    player: int
    commands: int


class Option(NamedTuple):
    """Whether the option may be chosen."""

    allowed: bool


class PersonalPoints(NamedTuple):
    """Victory points as the players write them down: a decimal such as 1.5."""

    vp: str


@procedure(rules=("2.1",), public=True)
def player_split(dice: Dice, rules: Ruleset, players: Players) -> PlayerSplit:  # noqa: ARG001 - no dice
    """How the sides are shared out among two to seven players [2.1].

    >>> from rulesdemo import odds
    >>> next(iter(odds("toulon.player_split", players=3))).seats
    (('allied',), ('west', 'bonaparte'), ('east',))
    """
    table = rules.table("players")
    seats: dict[int, list[str]] = {}
    for side in table.columns.labels:
        if side != "start_turn" and (seat := table.at(players, side)) is not None:
            seats.setdefault(seat, []).append(side)
    return PlayerSplit(tuple(tuple(seats[seat]) for seat in sorted(seats)))


@procedure(rules=("2.1",), public=True)
def commander(dice: Dice, rules: Ruleset, players: Players, side: Annotated[str, OneOf(COMMANDS)]) -> Commander:  # noqa: ARG001 - no dice
    """Which player commands a nation, a wing or Bonaparte, and how many of the eight he commands [2.1].

    >>> from rulesdemo import odds
    >>> odds("toulon.commander", players=6, side="toulonnais").p(player=4, commands=2)
    Fraction(1, 1)
    """
    table = rules.table("players")
    held = {each: table.at(players, each) or table.at(players, "allied" if each in NATIONS else "republican") for each in COMMANDS}
    return Commander(held[side], sum(player == held[side] for player in held.values()))


@procedure(rules=("2.2",), public=True)
def cooperation_option(dice: Dice, rules: Ruleset, players: Players) -> Option:  # noqa: ARG001 - no dice
    """Limited co-operation, with its personal victory points, is only for more than two players [2.2].

    >>> from rulesdemo import odds
    >>> odds("toulon.cooperation_option", players=2).p(allowed=False)
    Fraction(1, 1)
    """
    return Option(players > rules.table("victory_points").at("option_players_over"))


@procedure(rules=("2.3",), public=True)
def vp_share(dice: Dice, rules: Ruleset, total: Count, nationalities: Nationalities) -> PersonalPoints:  # noqa: ARG001 - no dice
    """A gain is shared equally among the nationalities that had a part in it, to one decimal [2.3, T3, T4].

    >>> from rulesdemo import odds
    >>> odds("toulon.vp_share", total=3, nationalities=2).p(vp="1.5")
    Fraction(1, 1)
    """
    shares = rules.table("victory_points").at("shares_per_nationality")
    return PersonalPoints(points_text(rules, Fraction(total * shares, nationalities)))


@procedure(rules=("2.4",), public=True)
def saved_op_vp(dice: Dice, rules: Ruleset, saved: Count, scale: Count, random: AnyInt = 0) -> PersonalPoints:  # noqa: ARG001 - no dice; random OP change nothing, which is the rule's point
    """What the OP kept at the end of a turn are worth: their part of the turn's scale, doubled, to one decimal [2.4, T4].

    >>> from rulesdemo import odds
    >>> odds("toulon.saved_op_vp", saved=5, scale=13, random=-2).p(vp="0.8")
    Fraction(1, 1)
    """
    table = rules.table("victory_points")
    return PersonalPoints(points_text(rules, Fraction(saved * table.at("saved_factor"), scale or table.at("zero_scale_counts"))))


def points_text(rules: Ruleset, points: Fraction) -> str:
    """Points to the nearest decimal that players keep; the ruling on exact halves is read only for one [T4]."""
    table = rules.table("victory_points")
    decimals = table.at("decimals")
    number, rest = divmod(points * 10**decimals, 1)
    number += table.at("half_up") if rest == HALF else int(rest > HALF)
    return f"{Decimal(f'{number}e-{decimals}'):f}"
