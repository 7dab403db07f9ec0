"""All pairs of leaders at all modifiers as a heat map that follows a changed row of the battle table at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.errors import InputError
from rulesdemo.games.republic.pairs import MODIFIERS, Retreats, retreats_by_pair
from rulesdemo.rules.ruleset import Ruleset, ruleset
from rulesdemo.words import _
from widgets.games.republic.lessons.battle import RETREATS
from widgets.games.republic.panels.cells import edited, is_again
from widgets.games.republic.panels.ruler import whole
from widgets.kit.bars import spoken
from widgets.kit.pick_table import shade
from widgets.kit.radio_row import radio_row
from widgets.kit.stepper import stepper
from widgets.play.session import Desk
from widgets.web.badges import joined
from widgets.web.phrases import modifier, unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited, stacked

GAME: Final = "republic"
WHO: Final = tuple(RETREATS)  # defender, none, attacker

_PANEL: Final = Markup(
    '<section class="pairs-panel" aria-labelledby="pairs-title"><h3 id="pairs-title">{title}</h3>'
    '<div class="panel-controls">{controls}</div>'
    '<div class="pairs-change"><h4>{change}</h4><div class="panel-controls">{edit}</div></div>'
    '<div class="panel-said" role="status">{said}</div>'
    '<div class="table-scroll pairs-scroll" tabindex="0" role="region" aria-label="{label}"><table class="pairs-heat">'
    '<caption class="sr">{label}</caption>'
    '<thead><tr><td></td>{heads}</tr></thead><tbody>{rows}</tbody></table></div><div class="quiet">{note}</div></section>'
)
_HEAD: Final = Markup('<th scope="col"{lit}>{words}</th>')
_ROW: Final = Markup('<tr><th scope="row"{lit}>{words}</th>{cells}</tr>')
_CELL: Final = Markup('<td class="shade-{shade}{kind}">{number}{moved}</td>')
_MOVED: Final = Markup('<span class="heat-moved"><span class="sr">{words}</span><span aria-hidden="true">{sign}</span></span>')
_LIT: Final = Markup(' class="lit"')
_RESET: Final = Markup('<button type="button" id="pairs-reset" data-do="extra" data-name="pairs:reset"{off}>{words}</button>')
_OFF: Final = Markup(" disabled")

Law = Mapping[tuple[str, str], tuple[Retreats, ...]]


@lru_cache(maxsize=40)
def law_of(rules: Ruleset) -> Law:
    """Every pair at every modifier under these rules."""
    return retreats_by_pair(rules)


def letters(rules: Ruleset) -> tuple[str, ...]:
    """The battle letters, best first."""
    return tuple(str(each) for each in rules.table("tactical").columns.labels)


def changed(rules: Ruleset, row: int, who: str) -> Ruleset:
    """The rules with another side that retreats in one row; an X has no retreat of its own to change."""
    return edited(rules, ((row, "retreat", who),))


@dataclass(slots=True)
class Pairs:
    """Which retreat is mapped, the pair and the modifier that are looked at, and the row that is changed in thought."""

    key: str = "pairs"
    who: str = "defender"
    attacker: str = "A"
    defender: str = "B"
    drm: int = 0
    row: int = 4
    to: str = ""  # who retreats in that row instead; empty: as printed

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        return _text(desk.rules, (self.who, self.attacker, self.defender), self.drm, self.row, self.to)

    def act(self, what: str, value: str, desk: Desk) -> None:
        """Look at something else, change a row in thought, or let it be as printed."""
        labels = desk.rules.table("brt").rows.labels
        if what == "reset":
            self.to = ""
        elif what in ("who", "to") and value in WHO:
            self._put(what, value, desk.rules)
        elif what in ("attacker", "defender") and value in letters(desk.rules):
            setattr(self, what, value)
        elif what == "drm" and (step := whole(value)) in (-1, 1):
            self.drm = min(max(self.drm + (step or 0), MODIFIERS[0]), MODIFIERS[-1])
        elif what == "row" and (step := whole(value)) in (-1, 1):
            self.row = min(max(self.row + (step or 0), int(labels[0])), int(labels[-1]))
            self.to = ""
        else:
            raise unknown(what)

    def _put(self, what: str, value: str, rules: Ruleset) -> None:
        if what == "who":
            self.who = value
        elif is_again(rules, self.row):
            message = _("Row {row} is an X and has no retreat of its own. Choose another row.").format(row=modifier(self.row))
            raise InputError(message)
        else:
            self.to = "" if rules.table("brt").record(self.row).retreat == value else value

    def kept(self) -> list[Any]:
        """All of it."""
        return [self.who, self.attacker, self.defender, self.drm, self.row, self.to]

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same again, if it can be."""
        if not isinstance(kept, list) or len(kept) != len(self.kept()):
            return
        who, attacker, defender, drm, row, to = kept
        rules = ruleset(GAME)
        known, labels = letters(rules), rules.table("brt").rows.labels
        sound = who in WHO and attacker in known and defender in known and to in ("", *WHO)
        if sound and type(drm) is int and drm in MODIFIERS and type(row) is int and int(labels[0]) <= row <= int(labels[-1]):
            self.who, self.attacker, self.defender, self.drm, self.row = who, attacker, defender, drm, row
            self.to = "" if is_again(rules, row) else to


@cached
def _text(rules: Ruleset, looked: tuple[str, str, str], drm: int, row: int, to: str) -> Markup:
    who, attacker, defender = looked
    now = law_of(changed(rules, row, to)) if to else law_of(rules)
    place = MODIFIERS.index(drm)
    chance, was = (getattr(law[attacker, defender][place], who) for law in (now, law_of(rules)))
    words = _("{a} attacks {d} at {n}: {who}").format(a=attacker, d=defender, n=modifier(drm), who=RETREATS[who].lower())
    words += f" {spoken(chance)}" + ("." if chance == was else _(", was {before}.").format(before=spoken(was)))
    known = letters(rules)
    controls = radio_row("pairs", "who", _("Map of"), {each: RETREATS[each] for each in WHO}, who)
    controls += radio_row("pairs", "attacker", _("Attacker"), {each: each for each in known}, attacker)
    controls += radio_row("pairs", "defender", _("Defender"), {each: each for each in known}, defender)
    controls += stepper("pairs", "drm", _("All other modifiers"), drm, (MODIFIERS[0], MODIFIERS[-1]))
    return _PANEL.format(
        title=_("Twenty-five pairs of leaders"),
        controls=controls,
        change=_("Change one row of the battle table"),
        edit=_edit(rules, row, to),
        said=stacked(words),
        label=_("Chance in percent that: {who}. A row for each pair, a column for each sum of other modifiers").format(
            who=RETREATS[who].lower()
        ),
        heads=joined(_HEAD.format(lit=_LIT if each == drm else "", words=modifier(each)) for each in MODIFIERS),
        rows=joined(
            _ROW.format(
                lit=_LIT if pair == (attacker, defender) else "",
                words=_("{a} against {d}").format(a=pair[0], d=pair[1]),
                cells=_cells(now[pair], law_of(rules)[pair], who, lit=place if pair == (attacker, defender) else None),
            )
            for pair in now
        ),
        note=cited(
            GAME,
            _("In whole percent; darker is likelier. Leaders' rolls and the second roll of an X are counted in. [8.32] [8.4]"),
            "pairs-note",
        ),
    )


def _edit(rules: Ruleset, row: int, to: str) -> Markup:
    labels = rules.table("brt").rows.labels
    line = rules.table("brt").record(row)
    printed = "" if line.x is not None else line.retreat
    edit = stepper("pairs", "row", _("Row"), row, (int(labels[0]), int(labels[-1])))
    if printed:
        edit += radio_row("pairs", "to", _("Who retreats there"), {each: RETREATS[each] for each in WHO}, to or printed)
    else:
        edit += Markup('<span class="quiet">{}</span>').format(_("This row is an X: it has no retreat of its own."))
    return edit + _RESET.format(words=_("As printed"), off="" if to else _OFF)


def _cells(now: tuple[Retreats, ...], before: tuple[Retreats, ...], who: str, lit: int | None) -> Markup:
    found = []
    for place, (one, other) in enumerate(zip(now, before, strict=True)):
        chance, was = getattr(one, who), getattr(other, who)
        moved = Markup("")
        if chance != was:
            moved = _MOVED.format(words=_("more than before") if chance > was else _("less than before"), sign="▲" if chance > was else "▼")
        kind = " lit" if place == lit else ""
        found.append(_CELL.format(shade=shade(chance, Fraction(1)), kind=kind, number=round(100 * chance), moved=moved))
    return joined(found)
