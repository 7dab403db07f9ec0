"""Command (rule VII): who is in command, and how many turns ahead orders are written."""

from typing import Annotated, Literal, NamedTuple

from rulesdemo.odds.dice import Dice
from rulesdemo.odds.inputs import Many, OneOf, Whole, YesNo
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset

Through = Literal["chief", "second_admiral", "none"]


class CommandChain(NamedTuple):
    """Through whom she is in command."""

    command: Through


class OrderLag(NamedTuple):
    """How many turns ahead her orders are written."""

    turns: int


@procedure(rules=("VII",), public=True)
def command_chain(
    dice: Dice,  # noqa: ARG001 - no dice
    rules: Ruleset,
    links: Annotated[tuple[int, ...], Many(Whole(0), most=100)],
    second_admiral: YesNo = False,
) -> CommandChain:
    """Whether a chain of ships, told by the hexes from one to the next, carries the chief's command to the last of them [VII, B26].

    The first may be a second admiral; in command he writes each turn, as if under the chief himself.

    >>> from rulesdemo import odds
    >>> odds("broadside.command_chain", links=(2, 2)).p(command="chief")
    Fraction(1, 1)
    """
    reach = rules.table("command")
    first, *others = links
    if first > reach.at("second_admiral_reach" if second_admiral else "chief_reach") or any(
        gap > reach.at("friend_reach") for gap in others
    ):
        return CommandChain("none")
    return CommandChain("second_admiral" if second_admiral and others else "chief")


@procedure(rules=("VII", "T12"), public=True)
def order_lag(
    dice: Dice,  # noqa: ARG001 - no dice
    rules: Ruleset,
    rank: Annotated[str, OneOf(("line", "other"))],
    command: Annotated[Through, OneOf(("chief", "second_admiral", "none"))],
    captain_dead: YesNo = False,
    officers_dead: YesNo = False,
) -> OrderLag:
    """How far ahead orders are written, by rank and command; a dead captain or, instead, all officers dead add to it [VII, T12, B18, B26].

    >>> from rulesdemo import odds
    >>> odds("broadside.order_lag", rank="other", command="none").p(turns=2)
    Fraction(1, 1)
    """
    kind = "a_ship_of_the_line" if rank == "line" else "another_ship"
    rows = {"chief": "in_command", "second_admiral": "under_a_second_admiral", "none": f"for_{kind}_out_of_command"}
    turns = rules.table("command").at(f"turns_ahead_{rows[command]}")
    if officers_dead:
        turns += rules.table("critical_effects").at("officers_dead_lag")
    elif captain_dead:
        turns += rules.table("critical_effects").at("captain_dead_lag")
    return OrderLag(turns)
