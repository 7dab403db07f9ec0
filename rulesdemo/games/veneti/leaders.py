"""Leaders (rules 6.7): transfer and replacement."""

from typing import NamedTuple

from rulesdemo.odds.chains import repeat
from rulesdemo.odds.dice import D6, Dice
from rulesdemo.odds.inputs import Turns
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset


class Transfer(NamedTuple):
    """Whether the leader got across."""

    moved: bool


class GenericLeader(NamedTuple):
    """The values of a leader who steps in, of any leader just transferred, and the place a line ahead needs him in."""

    command_range: int
    initiative: int
    reduced_initiative: int
    line_place: int


@procedure(rules=("6.75",), public=True)
def transfer(dice: Dice, rules: Ruleset) -> Transfer:
    """A leader moves to the nearest ship on 3 to 6 [6.75].

    >>> from rulesdemo import odds
    >>> odds("veneti.transfer").p(moved=True)
    Fraction(2, 3)
    """
    return Transfer(dice.read(D6, rules.table("transfer").under(D6, "result")) == "moves")


@procedure
def try_again(dice: Dice, rules: Ruleset, _before: Transfer) -> Transfer:
    """Another turn, another try [6.74]."""
    return dice.do(transfer, rules)


def is_across(leader: Transfer) -> bool:
    """Whether he needs no more tries."""
    return leader.moved


@procedure(rules=("6.75", "6.74"), public=True)
def transfer_within(dice: Dice, rules: Ruleset, turns: Turns) -> Transfer:
    """Whether a leader who tries once a turn gets across within some turns [6.74, 6.75].

    >>> from rulesdemo import odds
    >>> odds("veneti.transfer_within", turns=2).p(moved=True)
    Fraction(8, 9)
    """
    return Transfer(*dice.do(repeat(try_again, is_across), rules, Transfer(moved=False), turns))


@procedure(rules=("6.76", "6.75", "6.12"), public=True)
def generic_leader(dice: Dice, rules: Ruleset) -> GenericLeader:  # noqa: ARG001 - no dice
    """The leader who replaces a lost one; a reduced Admiral's initiative; how far forward in a line the command ship must be [6.76, 6.12].

    >>> from rulesdemo import odds
    >>> odds("veneti.generic_leader").p(command_range=4, initiative=0)
    Fraction(1, 1)
    """
    values = rules.table("command")
    return GenericLeader(*(values.at(name) for name in ("generic_range", "generic_initiative", "reduced_initiative", "line_place")))
