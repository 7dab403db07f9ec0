"""What a rake, a nearer target, a first broadside and range are worth: the same guns several ways, with exact averages."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final, NamedTuple

from markupsafe import Markup

from rulesdemo.games.broadside.gunnery import gun_table
from rulesdemo.odds.format import exact
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, local_figures
from widgets.games.broadside.panels.shots import mean_of
from widgets.kit.bars import FILL, fraction
from widgets.kit.components import Note, Sentence, Table
from widgets.kit.controls import Int
from widgets.kit.panel import Component, Panel, State
from widgets.web.phrases import modifier, signed

FORCES: Final = (0, 30)  # that have a printed row

_MEAN: Final = Markup(
    '<span class="ways-number">{mean}<span class="percent">{near}</span></span><svg class="ways-bar" height="12" aria-hidden="true">'
    '<rect class="trough" x=".5" y=".5" width="100%" height="11" rx="3"/>'
    '<rect class="bar" x=".5" y=".5" width="{width}%" height="11" rx="3" fill="{fill}"/></svg>'
)


class Way(NamedTuple):
    """One way to fire the same guns: force and die after the modifier, and the average."""

    name: str
    force: int
    drm: int
    mean: Fraction
    fill: str


def ways(rules: Ruleset, force: int) -> dict[str, Way]:
    """Return the same guns each way, the plain shot first [T1, T8, T9]."""
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


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    found = ways(rules, state.force)
    yield Sentence(_sentence(rules, found))
    most = max(way.mean for way in found.values())
    yield Table(
        [_("How she fires"), _("Force"), _("Die"), _("Hull points on average"), _("Worth")],
        [
            [
                way.name,
                signed(way.force) if way.force >= 0 else _("no shot"),
                modifier(way.drm),
                _mean(key, way, most),
                "" if key == "plain" else Markup("<b>{}</b>").format(difference(way.mean - found["plain"].mean)),
            ]
            for key, way in found.items()
        ],
        _("The same guns, six ways"),
        kind="ways-table",
        label=_("The same guns, six ways: table, it may be scrolled"),
        hides_caption=True,
    )
    yield Note(_("Averages of the table alone, before a critical hit. [T1] [T8] [T9]"))


def _mean(key: str, way: Way, most: Fraction) -> Markup:
    return _MEAN.format(
        mean=fraction(way.mean, f"gunworth-{key}"),
        near=local_figures(f"{float(way.mean):.2f}"),
        width=f"{float(way.mean / most) * 100 if most else 0:.2f}",
        fill=FILL[way.fill],
    )


def difference(more: Fraction) -> str:
    """Return a difference with its sign.

    >>> difference(Fraction(5, 6)), difference(Fraction(-1)), difference(Fraction(0))
    ('+5/6', '−1', '0')
    """
    sign = "+" if more > 0 else "−" if more < 0 else ""
    return f"{sign}{exact(abs(more))}"


def _sentence(rules: Ruleset, found: dict[str, Way]) -> str:
    plain, rake, past = (found[key] for key in ("plain", "rake", "past"))
    words = _("At force {force} a rake is worth {rake} of a hull point, a first broadside {first}, and distance {far}. [T8] [T9]")
    whole = _("At force {force} a rake is worth exactly 1 hull point, a first broadside {first}, and distance {far}. [T8] [T9]")
    gain = rake.mean - plain.mean
    lines = [
        (whole if gain == 1 else words).format(
            force=plain.force,
            rake=difference(gain),
            first=difference(found["first"].mean - plain.mean),
            far=difference(found["far"].mean - plain.mean),
        )
    ]
    if rake.force > FORCES[1]:
        is_printed = gun_table(rules, rake.force) is rules.table("gun_table")
        clamped = _("A rake goes past the last row, and is read on row {last}. [B44]")
        lines.append((clamped if is_printed else _("Above row {last} our rebuilt rows count. [B45]")).format(last=FORCES[1]))
    if past.force < 0:
        lines.append(_("Past a nearer enemy no force is left, and there is no shot. [B29]"))
    return " ".join(lines)


GUN_WORTH: Final = Panel(
    "gunworth",
    "broadside",
    N_("The same guns, six ways"),
    _body,
    fields=(Int("force", N_("Force of a plain shot"), FORCES, start=12, slides=True),),
    kind="worth-panel gun-worth",
)
