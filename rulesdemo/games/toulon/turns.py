"""Rules by turn (section 5): what holds from which turn on, the council of war, and the Austrians."""

from typing import Annotated, NamedTuple

from rulesdemo.games.toulon.throws import Chance, loaded_die
from rulesdemo.odds.chains import repeat
from rulesdemo.odds.dice import D6, Dice
from rulesdemo.odds.inputs import OneOf, Turns, Whole
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset

Turn = Annotated[int, Whole(1)]
TurnSwitch = Annotated[
    str,
    OneOf(
        (
            "general_espionage",
            "inspect_toulon",
            "council_of_war",
            "batteries_mobile",
            "royal_louis_regains_permanent",
            "all_republican_guns_are_batteries",
            "nml_supply_roll",
            "austrian_roll",
            "ohara_commands",
            "dugommier_replaces_carteaux",
            "wings_merge",
            "cambridgeshires_permanent_losses",
            "remove_national_guard",
        )
    ),
]


class TurnRules(NamedTuple):
    """Rules in force on the turn, and events that happen on it."""

    in_force: tuple[str, ...]
    events: tuple[str, ...]


class TurnRule(NamedTuple):
    """The turn from which a rule holds, or on which an event normally or always happens, and its permanent losses."""

    from_turn: int | None
    at_turn: int | None
    amount: int | None
    normally: bool


class Council(NamedTuple):
    """Whether the Allies hold their council unheard."""

    held: bool


class Austrians(NamedTuple):
    """Whether the Austrians come."""

    come: bool


@procedure(rules=("5a", "5b", "5d", "5e", "5f", "5h", "5i", "5j", "5k", "5l", "5m"), public=True)
def turn_rules(dice: Dice, rules: Ruleset, turn: Turn) -> TurnRules:  # noqa: ARG001 - no dice
    """The rules of section 5 in force on a turn, and what happens on that very turn [5a to 5m].

    >>> from rulesdemo import odds
    >>> next(iter(odds("toulon.turn_rules", turn=2)))
    TurnRules(in_force=('general_espionage',), events=())
    """
    table = rules.table("turn_switches")
    starts = {name: table.at(name, "from") for name in table.rows.labels}
    return TurnRules(
        tuple(name for name, start in starts.items() if start is not None and start <= turn),
        tuple(name for name in starts if table.at(name, "at") == turn),
    )


@procedure(rules=("5a", "5b", "5c", "5d", "5e", "5f", "5g", "5h", "5i", "5j", "5k", "5l", "5m"), public=True)
def turn_rule(dice: Dice, rules: Ruleset, name: TurnSwitch) -> TurnRule:  # noqa: ARG001 - no dice
    """When one rule of section 5 begins or one event happens, and how many permanent losses it moves [5a to 5m].

    >>> from rulesdemo import odds
    >>> odds("toulon.turn_rule", name="cambridgeshires_permanent_losses").p(at_turn=13, amount=3)
    Fraction(1, 1)
    """
    table = rules.table("turn_switches")
    return TurnRule(table.at(name, "from"), table.at(name, "at"), table.at(name, "amount"), table.at(name, "normally") == "yes")


@procedure(rules=("5c",), public=True)
def council(dice: Dice, rules: Ruleset, turn: Turn) -> Council:
    """From turn 3 the Allies hold a council of war out of Republican hearing on 1 or 2 [5c].

    >>> from rulesdemo import odds
    >>> odds("toulon.council", turn=2).p(held=True), odds("toulon.council", turn=3).p(held=True)
    (Fraction(0, 1), Fraction(1, 3))
    """
    if turn < rules.table("turn_switches").at("council_of_war", "from"):
        return Council(held=False)
    return Council(dice.read(D6, rules.table("council").under(D6, "result")) == "held")


@procedure
def council_turn(dice: Dice, rules: Ruleset, turn: int, so_far: Council) -> Council:  # noqa: ARG001 - the state decides when to stop
    """One more turn's try."""
    return dice.do(council, rules, turn)


def is_held(so_far: Council) -> bool:
    """They have met."""
    return so_far.held


@procedure(rules=("5c",), public=True)
def council_within(dice: Dice, rules: Ruleset, turn: Turn, turns: Turns) -> Council:
    """Whether the Allies hold a council at least once within some turns, this one being the first [5c].

    >>> from rulesdemo import odds
    >>> odds("toulon.council_within", turn=3, turns=3).p(held=True)
    Fraction(19, 27)
    """
    first = max(turn, rules.table("turn_switches").at("council_of_war", "from"))
    return Council(*dice.do(repeat(council_turn, is_held), rules, first, Council(held=False), max(0, turn + turns - first)))


@procedure(rules=("5h",), public=True)
def austrian_roll(dice: Dice, rules: Ruleset, turn: Turn, chance: Chance) -> Austrians:
    """From turn 9 the Toulonnais player rolls for the Austrians, at a chance that the reader supplies [5h].

    >>> from rulesdemo import odds
    >>> odds("toulon.austrian_roll", turn=9, chance="1/6").p(come=True)
    Fraction(1, 6)
    """
    if turn < rules.table("turn_switches").at("austrian_roll", "from"):
        return Austrians(come=False)
    return Austrians(dice.roll(loaded_die(chance)))
