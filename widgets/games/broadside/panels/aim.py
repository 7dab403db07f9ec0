"""Any shot on the board, part by part: who fires at whom, the sum of the force, the sum of the die, and the exact damage."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.errors import InputError
from rulesdemo.games.broadside.play.state import Position, Ship
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _
from widgets.games.broadside.lessons.gunnery import NOTHING, points
from widgets.games.broadside.panels.shots import GAME, Pair, Shot, Term, aiming, enemies, law_of, shot_of
from widgets.kit.bars import bars
from widgets.kit.odds_rows import Row, View
from widgets.kit.radio_row import radio_row
from widgets.play.session import Desk
from widgets.web.badges import joined
from widgets.web.phrases import modifier, signed, unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

_PANEL: Final = Markup(
    '<section class="gun-aim" aria-labelledby="gun-aim-title"><h3 id="gun-aim-title">{title}</h3>'
    '<div class="panel-controls">{controls}</div><div class="gun-aim-both" role="status"><div>{sums}</div>'
    '<div class="odds">{law}</div></div></section>'
)
_SUM: Final = Markup('<h4>{title}</h4><p class="dice-sum">{inside}</p>')
_TERM: Final = Markup('{sign}<span class="sum-term{kind}"><b>{number}</b> <span>{name}</span></span>')
_SIGN: Final = Markup(' <span class="sum-sign">{}</span> ')


@dataclass(slots=True)
class ShotPanel:
    """The two ships: as on the board, unless others were picked here."""

    picked: tuple[str, str] = ("", "")  # who fires, and at whom
    key: str = field(default="aim", init=False)
    _seen: tuple[str, str] = field(default=("", ""), init=False, repr=False)  # the pair on the board when they were picked

    # -- what a reader can do ----------------------------------------------------------------------------------------------------------

    def act(self, what: str, value: str, desk: Desk) -> None:
        """Another firer or another target; the board draws the line between them."""
        position = desk.position
        ship, target = self.pair(desk)
        found = next((each for each in position.there if each.id == value), None)
        if found is None or what not in ("ship", "target") or ship is None:
            raise unknown(what)
        if what == "ship":
            same = target is not None and target.side != found.side
            ship, target = found, target if same else aiming_at(position, found)
        else:
            target = found
        if target is None or target.side == ship.side:
            message = _("{name} is on her own side: choose an enemy.").format(name=found.name)
            raise InputError(message)
        self.picked = ship.id, target.id
        desk.regarded = target.id if ship.id == desk.selected or ship.side == _side(desk) else ship.id
        self._seen = _on_board(desk)

    def pair(self, desk: Desk) -> Pair:
        """Who fires at whom here."""
        if any(self.picked) and self._seen == _on_board(desk):
            ship, target = (next((each for each in desk.position.there if each.id == name), None) for name in self.picked)
            if ship is not None and target is not None and ship.side != target.side:
                return Pair(ship, target)
        return aiming(desk.position, desk.regarded or desk.selected)

    def kept(self) -> None:
        """Nothing: it follows the board."""

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """Nothing was kept."""

    # -- as text -----------------------------------------------------------------------------------------------------------------------

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        position, (ship, target) = desk.position, self.pair(desk)
        if ship is None or target is None:
            return Markup("")
        shot = shot_of(position, ship, target)
        controls = radio_row(self.key, "ship", _("Who fires"), _names(position.there), ship.id)
        controls += radio_row(self.key, "target", _("At whom"), _names(enemies(position, ship)), target.id)
        return _PANEL.format(
            title=_("{ship} at {target}").format(ship=ship.name, target=target.name),
            controls=controls,
            sums=_sums(shot),
            law=_law(position.rules, shot.aimed.force, shot.aimed.drm) if shot.refusal is None else "",
        )


def aiming_at(position: Position, ship: Ship) -> Ship | None:
    """The enemy that a ship would fire at, or the nearest one where she can fire at none."""
    return min(
        enemies(position, ship),
        key=lambda other: (shot_of(position, ship, other).refusal is not None, ship.place.distance(other.place)),
        default=None,
    )


def _on_board(desk: Desk) -> tuple[str, str]:
    ship, target = aiming(desk.position, desk.regarded or desk.selected)
    return (ship.id if ship is not None else "", target.id if target is not None else "")


def _side(desk: Desk) -> str:
    """The side of the ship that acts on the board."""
    ship = aiming(desk.position, "").ship
    return ship.side if ship is not None else ""


def _names(ships: Iterable[Ship]) -> dict[str, str]:
    return {ship.id: ship.name for ship in ships}


# -- both sums -------------------------------------------------------------------------------------------------------------------------


def _sums(shot: Shot) -> Markup:
    if shot.refusal is not None:
        return cited(GAME, _("No shot. {words}").format(words=shot.told), "aim-no")
    chips = cited(GAME, " ".join(f"[{rule}]" for rule in shot.rules), "aim-rules")
    die = shot.die or (Term(_("no modifier"), 0, "T8"),)
    return (
        _sum(_("Force"), shot.force, str(shot.aimed.force), _("row of the table"))
        + _sum(_("Added to the die"), die, modifier(shot.aimed.drm), _("columns"), is_plain=False)
        + Markup('<div class="quiet">{}</div>').format(chips)
    )


def _sum(title: str, terms: tuple[Term, ...], total: str, what: str, *, is_plain: bool = True) -> Markup:
    parts = [_term(term, place, is_plain=is_plain) for place, term in enumerate(terms)]
    whole = _TERM.format(sign=_SIGN.format("="), kind=" is-total", number=total, name=what)
    return _SUM.format(title=title, inside=joined([*parts, whole]))


def _term(term: Term, place: int, *, is_plain: bool) -> Markup:
    if not place:
        number = signed(term.number) if is_plain else modifier(term.number)
        return _TERM.format(sign="", kind="", number=number, name=term.name)
    sign = _SIGN.format("−" if term.number < 0 else "+")
    return _TERM.format(sign=sign, kind="", number=abs(term.number), name=term.name)


# -- the damage ------------------------------------------------------------------------------------------------------------------------


@cached
def _law(rules: Ruleset, force: int, drm: int) -> Markup:
    return bars(damage_view(rules, force, drm), "aim-law")


def damage_view(rules: Ruleset, force: int, drm: int) -> View:
    """The hull points that a shot costs, with their average."""
    law = law_of(rules, force, drm)
    mean = sum((damage * chance for damage, chance in law), Fraction(0))
    rows = tuple(Row(damage, words := points(damage) if damage else NOTHING, words, chance, "best") for damage, chance in law)
    return View("", rows, mean, title=_("Hull points lost"))
