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
from rulesdemo.words import N_, _, ngettext
from widgets.games.escadres.board.ranges import line_between, names_at
from widgets.games.escadres.lessons.blast import reach_of, source_of
from widgets.games.escadres.panels.stored_name import ship_name
from widgets.kit.bars import fraction, rounded, spoken
from widgets.kit.components import Box, Custom, Note, Press
from widgets.kit.controls import Value
from widgets.kit.outcome_columns import Fate, strip
from widgets.kit.panel import Component, Panel, State
from widgets.web.badges import joined, mark

MOST_SHIPS: Final = 7
"""With more of them the ways in which they can burst take seconds to work out, and no page waits for that."""
RARE: Final = Fraction(1, 20)
# Colour and form: plain, plain amber (fire and nothing else is amber), dots.
FATES: Final = {
    "dark": Fate(N_("no new fire"), "best"),
    "alight": Fate(N_("set alight"), "fire"),
    "burst": Fate(N_("explodes"), "third"),
}

_LEGEND: Final = Markup('<span class="fates-legend">{}</span>')
_LIST: Final = Markup('<ul class="fates-ships">{ships}</ul><div class="chain-sum"><span>{words}</span> {chance} <b>{near}</b></div>')
_SHIP: Final = Markup(
    '<li><span class="chain-who"><b class="fates-name">{name}</b><span class="quiet">{dice}</span></span>{bar}'
    '<dl class="fates-list">{lines}</dl></li>'
)
_SPARED: Final = Markup('<span class="chain-spared">{}</span>')
_LINE: Final = Markup('<div><dt>{sign}{name}</dt><dd>{chance}<span class="percent">{percent}</span></dd></div>')


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
    label = _("Who bursts?")
    ships = [Press("source", ship.name, ship.id, is_pressed=ship is source, id=ship.id) for ship in position.there]
    yield Box("fates-lit", [Custom(_LEGEND.format(label)), *ships], label)
    if len(position.there) > MOST_SHIPS:
        words = _("More than {most} ships are on the table: too many for an exact answer here. We never guess.")
        yield Note(words.format(most=MOST_SHIPS), "odds-note")
    else:
        yield Custom(_fates(position, source, chain(position, source.id)))


def _fates(position: Position, source: Ship, found: Chain) -> Markup:
    """Draw a bar and the numbers for each ship, and the chance that it does not end with the first."""
    return _LIST.format(
        ships=joined(_ship(position, source, ship, found) for ship in position.there if ship is not source),
        words=_("{ship} takes at least one other ship with her:").format(ship=source.name),
        chance=fraction(found.spreads, "chain-all"),
        near=_near(found.spreads),
    )


def _ship(position: Position, source: Ship, ship: Ship, found: Chain) -> Markup:
    dice, key = dict(found.hits).get(ship.id, 0), f"chain-{ship.id}"
    bar, lines = _SPARED.format(_("no debris reaches her")), []
    if dice:
        debris = debris_on(position.rules, dice)
        chances = {name: getattr(debris, name) for name in FATES}
        label = f"{ship.name}: " + ", ".join(f"{fate.name} {spoken(chances[name])}" for name, fate in FATES.items())
        bar = strip(label, FATES, chances, "fates-bar", 24)
        lines = [_line(fate.sign, fate.name, chances[name], f"{key}-{name}") for name, fate in FATES.items()]
    lines.append(_line(Markup(""), _("explodes, chains counted"), found.bursts(ship.id), f"{key}-end"))
    return _SHIP.format(name=ship.name, dice=_dice_text(position, source, ship, dice), bar=bar, lines=joined(lines))


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


def _line(sign: Markup, name: str, chance: Fraction, key: str) -> Markup:
    return _LINE.format(sign=sign, name=name, chance=fraction(chance, key), percent=_near(chance))


def _near(chance: Fraction) -> str:
    """Return a percent; of what is rare, how many times one must try for it once.

    >>> _near(Fraction(29, 144)), _near(Fraction(1, 432)), _near(Fraction(0))
    ('20.1 %', '1 in 432', '0.0 %')
    """
    if not 0 < chance < RARE:
        return rounded(chance)
    times = 1 / chance
    return (_("1 in {n}") if times.denominator == 1 else _("about 1 in {n}")).format(n=f"{round(times):,}")


CHAIN: Final = Panel(
    "chain",
    "escadres",
    N_("If a ship blew up"),
    _body,
    fields=(Value("source", "", ship_name, str),),
    act=_act,
    reads=lambda session: session.position,
    kind="fates chain",
    heading=_heading,
)
