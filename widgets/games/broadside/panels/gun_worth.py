"""What a rake, a nearer target, a first broadside and range are worth: the same guns several ways, with exact averages."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.games.broadside.gunnery import gun_table
from rulesdemo.odds.format import exact
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _
from widgets.games.broadside.panels.gun_law import forces
from widgets.games.broadside.panels.shots import GAME, mean_of
from widgets.kit.bars import FILL, fraction
from widgets.kit.stepper import stepper
from widgets.play.session import Desk
from widgets.web.badges import joined
from widgets.web.phrases import modifier, signed, unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

START: Final = 12

_PANEL: Final = Markup(
    '<section class="worth-panel gun-worth" aria-labelledby="gun-worth-title"><h3 id="gun-worth-title">{title}</h3>'
    '<div class="panel-controls">{control}</div><div class="panel-said" role="status">{said}</div>'
    '<div class="table-scroll" tabindex="0" role="region" aria-label="{scroll}"><table class="ways-table">'
    '<caption class="sr">{title}</caption><thead><tr><th scope="col">{how}</th><th scope="col">{force}</th><th scope="col">{die}</th>'
    '<th scope="col">{mean}</th><th scope="col">{worth}</th></tr></thead>'
    '<tbody>{rows}</tbody></table></div><div class="quiet">{note}</div></section>'
)
_ROW: Final = Markup(
    '<tr><th scope="row">{name}</th><td>{force}</td><td>{die}</td><td><span class="ways-number">{mean}<span class="percent">{near}</span>'
    '</span><svg class="ways-bar" height="12" aria-hidden="true"><rect class="trough" x=".5" y=".5" width="100%" height="11" rx="3"/>'
    '<rect class="bar" x=".5" y=".5" width="{width}%" height="11" rx="3" fill="{fill}"/></svg></td><td><b>{worth}</b></td></tr>'
)


class Way(NamedTuple):
    """One way to fire the same guns: force and die after the modifier, and the average."""

    name: str
    force: int
    drm: int
    mean: Fraction
    fill: str


def ways(rules: Ruleset, force: int) -> dict[str, Way]:
    """The same guns each way, the plain shot first [T1, T8, T9]."""
    on_force, on_die = rules.table("force_modifiers"), rules.table("die_modifiers")
    rake, past = int(on_force.at("raking", "force")), int(on_force.at("not_the_nearest_target", "force"))
    first, far = int(on_die.at("first_fire")), int(on_die.at("range_5_to_7"))
    every = {
        "plain": (_("A plain shot"), 0, 0, "third"),
        "rake": (_("Raking"), rake, 0, "best"),
        "past": (_("Past a nearer enemy"), past, 0, "fourth"),
        "first": (_("First broadside"), 0, first, "second"),
        "far": (_("5 to 7 hexes away"), 0, far, "fifth"),
        "both": (_("First broadside, raking"), rake, first, "best"),
    }
    return {key: Way(name, force + more, drm, mean_of(rules, force + more, drm), fill) for key, (name, more, drm, fill) in every.items()}


@dataclass(slots=True)
class GunWorth:
    """The force before any of it."""

    force: int = START
    key: str = field(default="gunworth", init=False)

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        return _text(desk.rules, self.force)

    def act(self, what: str, value: str, desk: Desk) -> None:
        """Another force."""
        rows = forces(desk.rules)
        if what == "force" and value in ("1", "-1"):
            self.force = max(rows[0], min(rows[-1], self.force + int(value)))
        elif what == "force.at" and value.isascii() and value.isdigit() and len(value) < 3:  # noqa: PLR2004 - two digits
            self.force = max(rows[0], min(rows[-1], int(value)))
        else:
            raise unknown(what)

    def kept(self) -> int:
        """The force."""
        return self.force

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same again, if there is such a row."""
        if type(kept) is int and 0 <= kept <= 30:  # noqa: PLR2004 - the last printed row
            self.force = kept


@cached
def _text(rules: Ruleset, force: int) -> Markup:
    found, rows = ways(rules, force), forces(rules)
    plain = found["plain"].mean
    most = max(way.mean for way in found.values())
    return _PANEL.format(
        title=_("The same guns, six ways"),
        scroll=_("The same guns, six ways: table, it may be scrolled"),
        control=stepper("gunworth", "force", _("Force of a plain shot"), force, (rows[0], rows[-1]), slides=True),
        said=cited(GAME, _said(rules, found, rows[-1]), "gunworth-said"),
        how=_("How she fires"),
        force=_("Force"),
        die=_("Die"),
        mean=_("Hull points on average"),
        worth=_("Worth"),
        rows=joined(_row(key, way, plain, most) for key, way in found.items()),
        note=cited(GAME, _("Averages of the table alone, before a critical hit. [T1] [T8] [T9]"), "gunworth-note"),
    )


def _row(key: str, way: Way, plain: Fraction, most: Fraction) -> Markup:
    return _ROW.format(
        name=way.name,
        force=signed(way.force) if way.force >= 0 else _("no shot"),
        die=modifier(way.drm),
        mean=fraction(way.mean, f"gunworth-{key}"),
        near=f"{float(way.mean):.2f}",
        width=f"{float(way.mean / most) * 100 if most else 0:.2f}",
        fill=FILL[way.fill],
        worth="" if key == "plain" else gained(way.mean - plain),
    )


def gained(more: Fraction) -> str:
    """A difference with its sign.

    >>> gained(Fraction(5, 6)), gained(Fraction(-1)), gained(Fraction(0))
    ('+5/6', '−1', '0')
    """
    sign = "+" if more > 0 else "−" if more < 0 else ""
    return f"{sign}{exact(abs(more))}"


def _said(rules: Ruleset, found: dict[str, Way], last: int) -> str:
    plain, rake, past = (found[key] for key in ("plain", "rake", "past"))
    words = _("At force {force} a rake is worth {rake} of a hull point, a first broadside {first}, and distance {far}. [T8] [T9]")
    whole = _("At force {force} a rake is worth exactly 1 hull point, a first broadside {first}, and distance {far}. [T8] [T9]")
    gain = rake.mean - plain.mean
    told = (whole if gain == 1 else words).format(
        force=plain.force,
        rake=gained(gain),
        first=gained(found["first"].mean - plain.mean),
        far=gained(found["far"].mean - plain.mean),
    )
    if rake.force > last:
        is_printed = gun_table(rules, rake.force) is rules.table("gun_table")
        clamped = _("A rake goes past the last row, and is read on row {last}. [B44]")
        above = clamped if is_printed else _("Above row {last} our rebuilt rows count. [B45]")
        told += " " + above.format(last=last)
    if past.force < 0:
        told += " " + _("Past a nearer enemy no force is left, and there is no shot. [B29]")
    return told
