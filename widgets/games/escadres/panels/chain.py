"""What one explosion leads to: for every other ship her dice of debris, the exact chance of each fate, and chains counted to their end."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.errors import InputError
from rulesdemo.games.escadres.play.chain import Chain, chain, debris_on
from rulesdemo.games.escadres.play.damage import stops_debris
from rulesdemo.games.escadres.play.places import apart
from rulesdemo.games.escadres.play.state import Position, Ship
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, local_figures, ngettext
from widgets.games.escadres.board.ranges import line_between, names_at
from widgets.games.escadres.lessons.blast import reach_of, source_of
from widgets.kit.bars import fraction, rounded
from widgets.kit.components import Custom, Note, Press
from widgets.kit.controls import Value, short_text
from widgets.kit.outcome_columns import Fate
from widgets.kit.panel import Component, Panel, State
from widgets.kit.ship_fates import Line, ShipFate, ShipFates, fates_bar, fates_name, question_row
from widgets.web.badges import mark

MOST_SHIPS: Final = 7
"""With more of them the ways in which they can burst take seconds to work out, and no page waits for that."""
RARE: Final = Fraction(1, 20)
# Colour and form: plain, plain amber (fire and nothing else is amber), dots.
FATES: Final = {
    "dark": Fate(N_("no new fire"), "best"),
    "alight": Fate(N_("set alight"), "fire"),
    "burst": Fate(N_("explodes"), "third"),
}

_WHO: Final = Markup('<span class="chain-who">{name}<span class="quiet">{dice}</span></span>')
_SPARED: Final = Markup('<span class="chain-spared">{}</span>')
_SUM: Final = Markup('<div class="chain-sum"><span>{words}</span> {chance} <b>{near}</b></div>')


def _source(position: Position, chosen: str) -> Ship | None:
    """Return who bursts: the ship that was chosen, else the one that the board warns of, else any that is there."""
    named = (position.find(chosen), source_of(position))
    return next((ship for ship in (*named, *position.there) if ship is not None and not ship.gone), None)


def _act(state: State, what: str, value: str, session: Any) -> State:  # noqa: ANN401 - the page's game
    """Let another ship burst in thought."""
    ship = session.position.find(value)
    if what != "source" or ship is None or ship.gone:
        message = _("Nobody bursts there: choose a ship that is on the table.")
        raise InputError(message)
    return state.replace(source=value)


def _heading(_rules: Ruleset, state: State, position: Position) -> tuple[str, Markup]:
    source = _source(position, state.source)
    if source is None:
        return _("If a ship blew up"), Markup("")
    return _("If {ship} blew up").format(ship=source.name), mark("ruling")


def _body(_rules: Ruleset, state: State, position: Position) -> Iterator[Component]:
    source = _source(position, state.source)
    lead = _("Every ship at once, as they lie now. An explosion that sets off another counts too, to the end. [E-BLAST-1] [E50]")
    yield Note(lead, "fates-lead", "lead")
    if source is None:
        yield Note(_("No ship is left to burst."), "odds-note")
        return
    yield question_row(
        _("Who bursts?"), [Press("source", ship.name, ship.id, is_pressed=ship is source, id=ship.id) for ship in position.there]
    )
    if len(position.there) > MOST_SHIPS:
        words = _("More than {most} ships are on the table: too many for an exact answer here. We never guess.")
        yield Note(words.format(most=MOST_SHIPS), "odds-note")
        return
    found = chain(position, source.id)
    yield ShipFates([_ship(position, source, ship, found) for ship in position.there if ship is not source])
    words = _("{ship} takes at least one other ship with her:").format(ship=source.name)
    yield Custom(_SUM.format(words=words, chance=fraction(found.spreads, "chain-all"), near=_near(found.spreads)))


def _ship(position: Position, source: Ship, ship: Ship, found: Chain) -> ShipFate:
    dice = dict(found.hits).get(ship.id, 0)
    bar, lines = _SPARED.format(_("no debris reaches her")), {}
    if dice:
        debris = debris_on(position.rules, dice)
        chances = {name: getattr(debris, name) for name in FATES}
        bar = fates_bar(ship.name, FATES, chances)
        lines = {name: Line(fate.name, chances[name], _near(chances[name]), fate.sign) for name, fate in FATES.items()}
    end = found.bursts(ship.id)
    lines["end"] = Line(_("explodes, chains counted"), end, _near(end))
    return ShipFate(ship.id, _WHO.format(name=fates_name(ship.name), dice=_dice_text(position, source, ship, dice)), bar, lines)


def _dice_text(position: Position, source: Ship, ship: Ship, dice: int) -> str:
    """Return her dice in words, or why she has none."""
    away = apart(source.berth, ship.berth)
    hexes = ngettext("{n} hex away", "{n} hexes away", away).format(n=away)
    if dice:
        return ngettext("{n} die, {hexes}", "{n} dice, {hexes}", dice).format(n=dice, hexes=hexes)
    if ship in reach_of(position, source).far:
        return _("too far: {hexes}").format(hexes=hexes)
    line = line_between(source, ship, lambda place: stops_debris(position, source, place))
    return _("sheltered by {names}, {hexes}").format(names=names_at(position, line.stop), hexes=hexes)


def _near(chance: Fraction) -> str:
    """Return a percent; of what is rare, how many times one must try for it once.

    >>> _near(Fraction(29, 144)), _near(Fraction(1, 432)), _near(Fraction(0))
    ('20.1 %', '1 in 432', '0.0 %')
    """
    if not 0 < chance < RARE:
        return rounded(chance)
    times = 1 / chance
    return (_("1 in {n}") if times.denominator == 1 else _("about 1 in {n}")).format(n=local_figures(f"{round(times):,}"))


CHAIN: Final = Panel(
    "chain",
    "escadres",
    N_("If a ship blew up"),
    _body,
    fields=(Value("source", "", short_text, str),),
    act=_act,
    reads=lambda session: session.position,
    kind="fates chain",
    heading=_heading,
)
