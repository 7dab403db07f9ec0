"""Initiative (rule 1.18): the dice are ours, the re-roll of a tie is the source's."""

from typing import Annotated, Literal, NamedTuple

from rulesdemo.games.toulon.throws import throw
from rulesdemo.odds.chains import repeat
from rulesdemo.odds.dice import AGAIN, Dice, Source
from rulesdemo.odds.inputs import Whole
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset


class Initiative(NamedTuple):
    """Who won the roll."""

    winner: Literal["allied", "republican"]


class Tie(NamedTuple):
    """Whether every throw was a tie."""

    tied: bool


def own_dice(rules: Ruleset) -> Source[int]:
    """What each side throws [T13]."""
    table = rules.table("initiative")
    return throw(table.at("dice"), table.at("sides"))


@procedure(rules=("1.18",), public=True)
def initiative(dice: Dice, rules: Ruleset) -> Initiative:
    """Each side throws a die, the higher wins, and a tie is thrown again [1.18, T13, T16].

    >>> from rulesdemo import odds
    >>> odds("toulon.initiative").p(winner="allied")
    Fraction(1, 2)
    """
    own = own_dice(rules)
    lead = dice.gap(own, own, "the Allies' die and the Republicans'")
    return AGAIN if lead == 0 else Initiative("allied" if lead > 0 else "republican")


@procedure
def tie_again(dice: Dice, rules: Ruleset, so_far: Tie) -> Tie:  # noqa: ARG001 - the state decides when to stop
    """One more throw."""
    own = own_dice(rules)
    return Tie(dice.gap(own, own) == 0)


def is_broken(so_far: Tie) -> bool:
    """Somebody has won."""
    return not so_far.tied


@procedure(rules=("1.18",), public=True)
def initiative_tie(dice: Dice, rules: Ruleset, throws: Annotated[int, Whole(0, 1000)] = 1) -> Tie:
    """Whether the first throws for initiative are all ties, so that one more is needed [1.18].

    >>> from rulesdemo import odds
    >>> odds("toulon.initiative_tie", throws=2).p(tied=True)
    Fraction(1, 36)
    """
    return Tie(*dice.do(repeat(tie_again, is_broken), rules, Tie(tied=True), throws))
