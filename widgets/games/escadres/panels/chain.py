"""What one explosion leads to: for every other ship her dice of debris, the exact chance of each fate, and chains counted to their end."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.errors import InputError
from rulesdemo.games.escadres.play.chain import Chain, chain, debris_on
from rulesdemo.games.escadres.play.damage import stops_debris
from rulesdemo.games.escadres.play.places import apart
from rulesdemo.games.escadres.play.state import Position, Ship
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _, ngettext
from widgets.games.escadres.board.ranges import line_between, names_at
from widgets.games.escadres.lessons.blast import reach_of, source_of
from widgets.kit.bars import fraction, rounded, spoken
from widgets.play.session import Desk
from widgets.web.badges import joined, mark
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

MOST_SHIPS: Final = 7
"""With more of them the ways in which they can burst take seconds to work out, and no page waits for that."""
RARE: Final = Fraction(1, 20)
# Colour and form: plain, plain amber (fire and nothing else is amber), dots.
FILLS: Final = {"dark": "#0A6259", "alight": "#F0B429", "burst": "url(#fill-third)"}

_PANEL: Final = Markup(
    '<section class="fates chain" aria-labelledby="chain-title"><div class="odds-head"><h3 id="chain-title">{title}</h3>{mark}</div>'
    '<div class="fates-lead">{lead}</div>{buttons}{inside}</section>'
)
_PICK: Final = Markup('<div class="fates-lit" role="group" aria-label="{label}"><span class="fates-legend">{label}</span>{buttons}</div>')
_SHIP_BUTTON: Final = Markup(
    '<button type="button" id="chain-{ship}" data-do="extra" data-name="chain:source" data-by="{ship}" aria-pressed="{on}">{name}</button>'
)
_LIST: Final = Markup('<ul class="fates-ships">{ships}</ul><div class="chain-sum">{total}</div>')
_SHIP: Final = Markup(
    '<li><span class="chain-who"><b class="fates-name">{name}</b><span class="quiet">{dice}</span></span>{bar}'
    '<dl class="fates-list">{lines}</dl></li>'
)
_BAR: Final = Markup('<svg class="fates-bar" height="24" role="img" aria-label="{label}">{parts}</svg>')
_PART: Final = Markup('<rect x="{x}%" y=".5" width="{w}%" height="23" fill="{fill}"/>')
_SPARED: Final = Markup('<span class="chain-spared">{}</span>')
_LINE: Final = Markup('<div><dt>{sign}{name}</dt><dd>{chance}<span class="percent">{percent}</span></dd></div>')
_SIGN: Final = Markup('<svg width="14" height="14" aria-hidden="true"><rect x=".5" y=".5" width="13" height="13" fill="{fill}"/></svg>')


def fate_names() -> dict[str, str]:
    """What each fate is called."""
    return {"dark": _("no new fire"), "alight": _("set alight"), "burst": _("explodes")}


@dataclass(slots=True)
class Chains:
    """The ship that bursts in thought; without one, the ship that the board warns of."""

    source: str = ""
    key: str = field(default="chain", init=False)

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        position: Position = desk.position
        source = self._source(position)
        lead = _("Every ship at once, as they lie now. An explosion that sets off another counts too, to the end. [E-BLAST-1] [E50]")
        inside = Markup('<div class="odds-note">{}</div>').format(_("No ship is left to burst."))
        if source is not None and len(position.there) > MOST_SHIPS:
            words = _("More than {most} ships are on the table: too many for an exact answer here. We never guess.")
            inside = Markup('<div class="odds-note">{}</div>').format(words.format(most=MOST_SHIPS))
        elif source is not None:
            found = chain(position, source.id)
            ships = tuple((ship.id, ship.name, *_struck(position, source, ship, found)) for ship in position.there if ship is not source)
            inside = _told(position.rules, source.name, ships, tuple(found.bursts(ship[0]) for ship in ships), found.spreads)
        title = _("If {ship} blew up").format(ship=source.name) if source is not None else _("If a ship blew up")
        return _PANEL.format(
            title=title,
            mark=mark("ruling") if source is not None else "",
            lead=cited("escadres", lead, "chain-lead"),
            buttons=self._buttons(position, source),
            inside=inside,
        )

    def act(self, what: str, value: str, desk: Desk) -> None:
        """Let another ship burst in thought."""
        ship = desk.position.find(value)
        if what != "source" or ship is None or ship.gone:
            message = _("Nobody bursts there: choose a ship that is on the table.")
            raise InputError(message)
        self.source = value

    def kept(self) -> str:
        """The ship."""
        return self.source

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """Stand as it was kept."""
        if isinstance(kept, str):
            self.source = kept

    def _source(self, position: Position) -> Ship | None:
        """Who bursts: the ship that was chosen, else the one that the board warns of, else any that is there."""
        chosen, warned = position.find(self.source), source_of(position)
        wanted = [ship for ship in (chosen, warned) if ship is not None and not ship.gone]
        return next(iter((*wanted, *position.there)), None)

    @staticmethod
    def _buttons(position: Position, source: Ship | None) -> Markup:
        buttons = joined(
            _SHIP_BUTTON.format(ship=ship.id, name=ship.name, on="true" if ship is source else "false") for ship in position.there
        )
        return _PICK.format(label=_("Who bursts?"), buttons=buttons) if buttons else Markup("")


def _struck(position: Position, source: Ship, ship: Ship, found: Chain) -> tuple[int, str]:
    """Her dice, and how they come about in words."""
    away = apart(source.berth, ship.berth)
    hexes = ngettext("{n} hex away", "{n} hexes away", away).format(n=away)
    dice = dict(found.hits).get(ship.id, 0)
    if dice:
        return dice, ngettext("{n} die, {hexes}", "{n} dice, {hexes}", dice).format(n=dice, hexes=hexes)
    if ship in reach_of(position, source).far:
        return 0, _("too far: {hexes}").format(hexes=hexes)
    line = line_between(source, ship, lambda place: stops_debris(position, source, place))
    return 0, _("sheltered by {names}, {hexes}").format(names=names_at(position, line.stop), hexes=hexes)


@cached
def _told(
    rules: Ruleset, source: str, ships: tuple[tuple[str, str, int, str], ...], ends: tuple[Fraction, ...], spreads: Fraction
) -> Markup:
    """A bar and the numbers for each ship, and the chance that it does not end with the first."""
    rows = joined(_ship(rules, ship, end) for ship, end in zip(ships, ends, strict=True))
    words = _("{ship} takes at least one other ship with her:").format(ship=source)
    total = Markup("<span>{}</span> {} <b>{}</b>").format(words, fraction(spreads, "chain-all"), _near(spreads))
    return _LIST.format(ships=rows, total=total)


def _ship(rules: Ruleset, ship: tuple[str, str, int, str], end: Fraction) -> Markup:
    key, name, dice, why = ship
    names = fate_names()
    bar, lines = _SPARED.format(_("no debris reaches her")), []
    if dice:
        fates = debris_on(rules, dice)
        chances = {"dark": fates.dark, "alight": fates.alight, "burst": fates.burst}
        parts, x = [], Fraction(0)
        for fate, chance in chances.items():
            parts.append(_PART.format(x=f"{float(x) * 100:.3f}", w=f"{float(chance) * 100:.3f}", fill=FILLS[fate]))
            x += chance
        label = f"{name}: " + ", ".join(f"{names[fate]} {spoken(chance)}" for fate, chance in chances.items())
        bar = _BAR.format(label=label, parts=joined(parts))
        lines = [_line(_SIGN.format(fill=FILLS[fate]), names[fate], chance, f"chain-{key}-{fate}") for fate, chance in chances.items()]
    lines.append(_line(Markup(""), _("explodes, chains counted"), end, f"chain-{key}-end"))
    return _SHIP.format(name=name, dice=why, bar=bar, lines=joined(lines))


def _line(sign: Markup, name: str, chance: Fraction, key: str) -> Markup:
    return _LINE.format(sign=sign, name=name, chance=fraction(chance, key), percent=_near(chance))


def _near(chance: Fraction) -> str:
    """A percent; of what is rare, how many times one must try for it once.

    >>> _near(Fraction(29, 144)), _near(Fraction(1, 432)), _near(Fraction(0))
    ('20.1 %', '1 in 432', '0.0 %')
    """
    if not 0 < chance < RARE:
        return rounded(chance)
    times = 1 / chance
    return (_("1 in {n}") if times.denominator == 1 else _("about 1 in {n}")).format(n=f"{round(times):,}")
