"""A burning ship turn by turn: the exact chances that her fires are out, that she burns still and that she has exploded, and the end of it.

The ship is the one on the board, until the reader makes another.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil, floor
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.games.escadres.blaze import Between, Standing, blaze
from rulesdemo.games.escadres.play.state import Position
from rulesdemo.games.escadres.ships import DemoShip, demo_ship
from rulesdemo.odds.format import exact
from rulesdemo.odds.surds import Surd
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, local_figures, ngettext
from widgets.kit.answer_mark import answer_mark
from widgets.kit.bars import fraction
from widgets.kit.components import Controls, Note, Press, Sentence
from widgets.kit.controls import Choice, Int, Own, Value
from widgets.kit.outcome_columns import Fate
from widgets.kit.outcomes import OutcomeColumns, Outcomes, beside
from widgets.kit.panel import ANY, Component, Followed, Panel, State
from widgets.web.phrases import signed

GAME: Final = "escadres"
ONE_TURN: Final = "escadres.fire_turn"
SHIP: Final = "seventy_four"
MOST_FIRES: Final = 6
MOST_TURNS: Final = 12
PLACES: Final = 15  # decimals shown of a chance that is too long to print
TRAININGS: Final = {training: f"+{training}" if training > 0 else signed(training) for training in range(-2, 3)}
# Colour and form: plain teal, plain amber (fire and nothing else is amber), dots.
FATES: Final = {
    "out": Fate(N_("all fires out"), "best"),
    "burning": Fate(N_("still burning"), "fire"),
    "exploded": Fate(N_("exploded"), "third"),
}
ENDS: Final = {name: FATES[name] for name in ("out", "exploded")}

_LONG: Final = Markup('<details class="exact" id="{key}-exact"><summary>{word}</summary><div>{long}</div></details>')


class Burning(NamedTuple):
    """What there is of a ship, and the fires aboard."""

    power: int
    crew: int
    fires: int
    training: int
    is_burnt: bool = False  # the fires have burnt in this turn, and are still to be fought


def sheet(rules: Ruleset) -> DemoShip:
    """Return the demonstration ship that all of this is about."""
    found: DemoShip = settled(demo_ship, rules, SHIP)
    return found


def after(rules: Ruleset, burning: Burning, turns: int) -> Standing:
    """Return how she stands after a number of ends of turn."""
    largest = sheet(rules)
    return blaze(rules, burning.training, largest.power, largest.crew).after(*burning[:3], turns, is_burnt=burning.is_burnt)


def saved_chance(rules: Ruleset, burning: Burning) -> Surd:
    """Return the chance that she is saved in the end."""
    largest = sheet(rules)
    return blaze(rules, burning.training, largest.power, largest.crew).saved(*burning[:3], is_burnt=burning.is_burnt)


# -- the ship on the board -------------------------------------------------------------------------------------------------------------


def _on_board(position: Position) -> tuple[str, Burning]:
    """Return the first ship of the board that burns and is no larger than a 74, with her name, or a full 74 with one fire."""
    largest = sheet(position.rules)
    for ship in position.there:
        if 0 < ship.fires <= MOST_FIRES and 0 < ship.power <= largest.power and ship.crew <= largest.crew:
            is_burnt = position.turn.step == "fight" and any(due.ship == ship.id for due in position.turn.due)
            return ship.name, Burning(ship.power, ship.crew, ship.fires, ship.training, is_burnt)
    return "", Burning(largest.power, largest.crew, 1, 0)


def _follow(session: Any) -> Followed:  # noqa: ANN401 - the page's game
    return Followed(_on_board(session.position)[1]._asdict())


def _settle(_rules: Ruleset, state: State) -> State:
    return state if state.own is None else state.replace(is_burnt=False)


def _upgrade(stored: Any) -> dict[str, Any]:  # noqa: ANN401 - whatever a browser brings
    own = stored["own"]
    if own is None:
        return {"turns": stored["turns"]}
    power, crew, fires, training = own
    return {"turns": stored["turns"], "power": power, "crew": crew, "fires": fires, "training": training, "own": ANY}


# -- words and drawings ----------------------------------------------------------------------------------------------------------------


def _body(rules: Ruleset, state: State, name: str) -> Iterator[Component]:
    burning = Burning(state.power, state.crew, state.fires, state.training, state.is_burnt)
    side: list[Component] = [
        Sentence(_who(state, name), kind="blaze-who"),
        Controls(rules, state, ("power", "crew", "fires"), "blaze-steps"),
        Controls(rules, state, ("training",), ""),
        Press("board", _("As on the board"), is_off=state.own is None),
    ]
    main = [Controls(rules, state, ("turns",), ""), *_turns(rules, burning, state.turns), *_end(burning, saved_chance(rules, burning))]
    yield beside(side, main)


def _who(state: State, name: str) -> str:
    if state.own is not None:
        return _("A ship of your own.")
    if not name:
        return _("Nothing burns on the board: a full 74 with one fire.")
    if state.is_burnt:
        return _("{ship} as she is on the board now, her fires still to be fought.").format(ship=name)
    return _("{ship} as she is on the board now.").format(ship=name)


def _turns(rules: Ruleset, burning: Burning, turns: int) -> Iterator[Component]:
    standings = [after(rules, burning, n)._asdict() for n in range(turns + 1)]
    words = ngettext("After {n} end of turn", "After {n} ends of turn", turns).format(n=turns) if turns else _("Now")
    every = [{fate: chance.low for fate, chance in each.items()} for each in standings]
    texts = {fate: between(chance, f"blaze-{fate}") for fate, chance in standings[-1].items()}
    yield Outcomes("now", words, FATES, every[-1], texts)
    yield OutcomeColumns(_("By ends of turn."), FATES, every, turns, MOST_TURNS)


def _end(burning: Burning, end: Surd) -> Iterator[Component]:
    low, high = end.between(PLACES)
    texts = {"out": surd(end, "blaze-end-out"), "exploded": surd(1 - end, "blaze-end-exploded")}
    yield Outcomes("end", _("In the end"), ENDS, {"out": low, "exploded": 1 - high}, texts)
    yield Note(_note(burning, end))


def _note(burning: Burning, end: Surd) -> str:
    if not burning.crew:
        return _("Nobody is left to fight the fires: she burns until she explodes. [E-CREW-2]")
    if end.is_rational():
        return _("Each fire burns, lights others and is fought by dice of its own; nothing is cut off.")
    return _(
        "Fires have no highest number, for a critical can light one and take nothing. [E-DMG-2] Nothing is cut off here: each fire has "
        "dice of its own, and its fate solves a quadratic equation. So the chance in the end is no fraction but has a root in it, √{under}."
    ).format(under=end.under)


def between(chance: Between, key: str) -> Markup:
    """Draw an exact chance, or the two decimals that one too long to print lies between."""
    if chance.is_exact:
        return fraction(chance.low, key)
    scale = 10**PLACES
    low, high = Fraction(floor(chance.low * scale), scale), Fraction(ceil(chance.high * scale), scale)
    text = _("A fraction too long to print. Worked out once rounded down and once up, it lies between {low} and {high}.")
    return _LONG.format(key=key, word=_("exact"), long=text.format(low=decimals(low), high=decimals(high)))


def surd(chance: Surd, key: str) -> Markup:
    """Draw an exact chance that may have a root in it."""
    if chance.is_rational():
        return fraction(Fraction(chance.plain), key)
    near = _("about {number}").format(number=decimals(chance.between(PLACES)[0]) + "…")
    return _LONG.format(key=key, word=_("exact"), long=Markup("<code>{}</code> {}").format(surd_text(chance), near))


def surd_text(chance: Surd) -> str:
    """Return a number with a root, in full.

    >>> surd_text(Surd(Fraction(3, 2), Fraction(-1, 2), 5))
    '3/2 − 1/2 √5'
    """
    plain, root = Fraction(chance.plain), Fraction(chance.root)
    whole = exact(plain).replace("-", "−")
    return f"{whole} {'+' if root > 0 else '−'} {exact(abs(root))} √{chance.under}"


def decimals(value: Fraction, places: int = PLACES) -> str:
    """Return a number from 0 to 1 in decimals, cut off.

    >>> decimals(Fraction(2, 3), 4)
    '0.6666'
    """
    return local_figures(f"{int(value)}.{int(value * 10**places) % 10**places:0{places}d}")


BLAZE: Final = Panel(
    "blaze",
    GAME,
    N_("What becomes of her"),
    _body,
    fields=(
        Int("power", N_("Power"), lambda rules, _state: (1, sheet(rules).power), start=1, is_apart=True),
        Int("crew", N_("Crew"), lambda rules, _state: (0, sheet(rules).crew), is_apart=True),
        Int("fires", N_("Fires"), (1, MOST_FIRES), start=1, is_apart=True),
        Choice("training", N_("Training"), TRAININGS, start=0, is_apart=True),
        Value("is_burnt", start=False, is_stored=False),
        Int("turns", N_("Ends of turn"), (0, MOST_TURNS), start=3, is_apart=True),
        Own(),
    ),
    reads=lambda session: _on_board(session.position)[0],
    follow=_follow,
    settle=_settle,
    upgrade=_upgrade,
    mark=answer_mark(ONE_TURN, power=1, crew=1, fires=1),
)
