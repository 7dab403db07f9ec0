"""Every shot of one ship: the number of dice as a sum to read, or the rule that says no and who stands in the way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.games.escadres.play.state import Position, Ship
from rulesdemo.words import _, ngettext
from widgets.games.escadres.board.ranges import zones_of
from widgets.games.escadres.panels.aim import GAME, Shot, Term, aimed_by, enemies, ours, shot_of
from widgets.play.ruling_diff_panel import Fact
from widgets.play.session import Desk
from widgets.web.badges import joined, mark
from widgets.web.phrases import unknown
from widgets.web.rule_links import cited

_PANEL: Final = Markup(
    '<section class="shots" aria-labelledby="shots-title"><h2 id="shots-title">{title}</h2>'
    '<div class="scenes shots-from" role="group" aria-label="{who}">{ships}</div>'
    '<div class="shots-words">{words}</div><div class="shots-list">{cards}</div></section>'
)
_SHIP: Final = Markup(
    '<button type="button" id="shots-{ship}" data-do="extra" data-name="shots:from" data-by="{ship}" aria-pressed="{pressed}">'
    "{name}</button>"
)
_CARD: Final = Markup('<section class="shot{kind}" aria-labelledby="shot-{key}"><h3 id="shot-{key}">{title}</h3>{inside}</section>')
_SUM: Final = Markup('<p class="dice-sum">{inside}</p>')
_TERM: Final = Markup('{sign}<span class="sum-term{kind}"><b>{number}</b> <span>{name}</span></span>')
_SIGN: Final = Markup(' <span class="sum-sign">{}</span> ')
_BEFORE: Final = Markup('<p class="sum-before">{mark} {words}</p>')


def dice_sum(terms: tuple[Term, ...], dice: int) -> Markup:
    """The sum with a tile for each part."""
    parts = [_term(term, is_first=not place) for place, term in enumerate(terms)]
    total = _TERM.format(sign=_SIGN.format("="), kind=" is-total", number=dice, name=ngettext("die", "dice", dice))
    return _SUM.format(inside=joined([*parts, total]))


def _term(term: Term, *, is_first: bool) -> Markup:
    sign = "" if is_first else _SIGN.format("−" if term.number < 0 else "+")
    return _TERM.format(sign=sign, kind="", number=abs(term.number), name=term.name)


@dataclass(slots=True)
class EveryShot:
    """The ship whose shots are listed: the one that fires on the board, unless another was pressed here."""

    key: str = "shots"
    pressed: str = ""
    during: str = ""  # who fired on the board then; another who does brings her own shots

    # -- what a reader can do ----------------------------------------------------------------------------------------------------------

    def act(self, what: str, value: str, desk: Desk) -> None:
        """Look from another ship."""
        ship = desk.position.find(value)
        if what != "from" or ship is None or ship.gone:
            raise unknown(what)
        self.pressed, self.during = value, _firing(desk)

    def kept(self) -> list[str]:
        """The ship that was pressed, and the one that fired on the board then."""
        return [self.pressed, self.during]

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same again; names that are none here show the ship on the board."""
        if isinstance(kept, list) and len(kept) == len(self.kept()) and all(isinstance(each, str) for each in kept):
            self.pressed, self.during = kept

    def ship(self, desk: Desk) -> Ship | None:
        """The ship whose shots are listed."""
        firing = _firing(desk)
        wanted = self.pressed if self.pressed and firing == self.during else firing
        return next((ship for ship in desk.position.there if ship.id == wanted), next(iter(desk.position.there), None))

    # -- as text -----------------------------------------------------------------------------------------------------------------------

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        position, ship = desk.position, self.ship(desk)
        if ship is None:
            return Markup("")
        ships = joined(_SHIP.format(ship=each.id, name=each.name, pressed="true" if each is ship else "false") for each in position.there)
        return _PANEL.format(
            title=_("The dice of every shot"),
            who=_("Who fires"),
            ships=ships,
            words=cited(GAME, _who(ship), "shots-who"),
            cards=joined(_card(position, shot_of(position, ship, target)) for target in enemies(position, ship)),
        )


def _firing(desk: Desk) -> str:
    ship = aimed_by(desk.position, desk.regarded or desk.selected).ship
    return ship.id if ship is not None else ""


def _who(ship: Ship) -> str:
    if ship.struck:
        return _("{ship} has struck, and fires no more. [E-MARK-2]").format(ship=ship.name)
    return _("{ship} has {n} power left: so many dice, less one for each hex between. [E-FIRE-3]").format(ship=ship.name, n=ship.power)


def _card(position: Position, shot: Shot) -> Markup:
    key = shot.target.id
    if shot.refusal is not None:
        inside = [cited(GAME, _("No shot. {words}").format(words=shot.told), f"shot-{key}-no")]
    else:
        rules = " ".join(f"[{rule}]" for rule in dict.fromkeys(term.rule for term in shot.terms))
        inside = [dice_sum(shot.terms, shot.dice), Markup('<div class="quiet">{}</div>').format(cited(GAME, rules, f"shot-{key}-sum"))]
    before = shot_of(ours(position), shot.ship, shot.target)
    if before.short != shot.short:
        inside.append(_BEFORE.format(mark=mark("yours"), words=_("Under our reading: {before}.").format(before=before.short)))
    return _CARD.format(kind="" if shot.refusal is None else " is-refused", key=key, title=shot.target.name, inside=joined(inside))


# -- what hangs on how the zones are read ----------------------------------------------------------------------------------------------


def facts(position: Position) -> Iterator[Fact]:
    """Every shot between the two sides, those of the ship that plays first, and how large the zones are of her and of whom she aims at."""
    aimed = aimed_by(position, "")
    for ship in sorted(position.there, key=lambda ship: ship != aimed.ship):
        for target in enemies(position, ship):
            yield Fact(_("{ship} at {target}").format(ship=ship.name, target=target.name), shot_of(position, ship, target).short)
    for each in aimed:
        if each is not None:
            zones = zones_of(position, each)
            abeam, keel = sum(len(band.hexes) for band in zones.bands), len(zones.ahead) + len(zones.astern)
            yield Fact(_("Fire zone of {ship}").format(ship=each.name), ngettext("{n} hex", "{n} hexes", abeam).format(n=abeam))
            yield Fact(_("Enfilade zone of {ship}").format(ship=each.name), ngettext("{n} hex", "{n} hexes", keel).format(n=keel))
