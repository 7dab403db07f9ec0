"""A panel about critical hits: which lines of the table a force can reach, a ship to mark them on, and the turns after."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.errors import InputError
from rulesdemo.games.broadside.criticals import critical_hit
from rulesdemo.games.broadside.gunnery import gunnery
from rulesdemo.games.broadside.play.state import Position
from rulesdemo.odds.dice import D6
from rulesdemo.odds.format import exact
from rulesdemo.odds.procedure import play, replay
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _
from widgets.games.broadside import names
from widgets.games.broadside.board.scene import scene, shown_by
from widgets.games.broadside.lessons.gunnery import effect_of
from widgets.games.broadside.panels.bench import NEAR, SHIP, Bench, Step, Told, after, is_gone, ratings, restored, start, thrown
from widgets.games.broadside.panels.gun_law import forces
from widgets.games.broadside.panels.sky import row, table
from widgets.kit.bars import fraction
from widgets.kit.box_row import boxes
from widgets.kit.radio_row import radio_row
from widgets.kit.stepper import stepper
from widgets.play.game_guide import Look
from widgets.play.session import Desk
from widgets.scene import svg
from widgets.web.badges import chip, joined
from widgets.web.phrases import titled, unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

GAME: Final = "broadside"
FIRERS: Final = ("ship", "fort")
START: Final = 10
LAST: Final = 30  # no force that a browser kept can be higher
MOST_STEPS: Final = 30
SIZE: Final = (420.0, 340.0)

_PANEL: Final = Markup(
    '<section class="sky-panel criticals" aria-labelledby="crit-title"><h3 id="crit-title">{title}</h3>'
    '<div class="panel-controls">{controls}</div><div class="quiet">{reach}</div>'
    '<ol class="crit-lines" role="list" aria-label="{lines_name}">{lines}</ol>'
    '<div class="sky-both"><div class="sky-board">{board}<div class="wheel-turns">{buttons}</div></div>'
    '<div class="sky-told"><div class="panel-said" role="status">{said}</div>{hulls}<div class="sky-tables">{ratings}</div>'
    "{log}</div></div></section>"
)
_LINE: Final = Markup(
    '<li class="crit-line{lit}"><button type="button" id="crit-line-{line}" data-do="extra" data-name="crit:line" data-by="{line}"{off}>'
    '<b>{line}</b><span class="crit-name">{name}</span><span class="crit-chance">{chance}</span></button></li>'
)
_NOTHING: Final = Markup(
    '<li class="crit-line is-nothing{lit}"><div><b>{line}</b><span class="crit-name">{name}</span>'
    '<span class="crit-chance">{chance}</span></div></li>'
)
_BUTTON: Final = Markup('<button type="button" id="crit-{what}" data-do="extra" data-name="crit:{what}" data-by=""{more}>{words}</button>')
_CELL: Final = Markup("<td>{}</td>")
_CHANGED: Final = Markup('<td class="is-here"><b>{}</b><span class="sr"> {}</span></td>')
_LOG: Final = Markup('<h4>{title}</h4><ol class="sky-log crit-log">{lines}</ol>')
_ITEM: Final = Markup("<li><b>{when}</b><span>{what}</span></li>")
_OFF: Final = Markup(' aria-disabled="true"')  # a button that sleeps outright would let go of the focus


# -- the table -------------------------------------------------------------------------------------------------------------------------


def lines_of(rules: Ruleset) -> dict[int, str]:
    """The lines that do something, with their effects [T12]."""
    labels = [label for label in rules.table("critical").rows.labels if str(label).isdigit()]
    return {int(label): effect_of(rules, int(label)) for label in labels}


def reached(rules: Ruleset, force: int, *, is_fort: bool) -> dict[int, Fraction]:
    """The chance of every line once there is a critical hit; 0 is for those that do nothing [T12, B16, B17]."""
    law = critical_hit.dist(rules, force, is_fort)
    return {line: Fraction(law.p(critical=line)) for line in (0, *lines_of(rules))}


def per_shot(rules: Ruleset, force: int, line: int, *, is_fort: bool) -> Fraction:
    """The chance that a shot of this force brings a line, nothing added to its die [V.b critique]."""
    return Fraction(gunnery.dist(rules, force, 0, is_fort).p(critical=line))


# -- the panel -------------------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Criticals:
    """The force that hits her and who fires, what was done to her, and the last die that was thrown for a line."""

    force: int = START
    firer: str = "ship"
    steps: tuple[Step, ...] = ()
    die: tuple[int, int, str] | None = None  # the face, and the force and the firer that it was thrown for
    key: str = field(default="crit", init=False)

    def act(self, what: str, value: str, desk: Desk) -> None:
        """Another force or firer; a line marked or thrown for; a turn more; or a sound ship again."""
        rows = forces(desk.rules)
        if what == "force" and value in ("1", "-1"):
            self.force = max(rows[0], min(rows[-1], self.force + int(value)))
        elif what == "force.at" and value.isascii() and value.isdigit() and len(value) < 3:  # noqa: PLR2004 - two digits
            self.force = max(rows[0], min(rows[-1], int(value)))
        elif what == "firer" and value in FIRERS:
            self.firer = value
        elif what == "line" and value.isascii() and value.isdigit() and int(value) in lines_of(desk.rules):
            self._do(desk, "hit", int(value))
        elif what == "throw":
            self._throw(desk)
        elif what in ("silent", "firing"):
            self._do(desk, what, 0)
        elif what == "again":
            self.steps, self.die = (), None
        else:
            raise unknown(what)

    def _do(self, desk: Desk, what: str, line: int) -> None:
        bench = after(desk.rules, self.steps)
        if is_gone(bench):
            message = _("She is gone. Take a sound ship again.")
            raise InputError(message)
        if len(self.steps) >= MOST_STEPS:
            message = _("{n} steps are enough for one ship. Take a sound ship again.").format(n=MOST_STEPS)
            raise InputError(message)
        self.steps, self.die = (*self.steps, thrown(bench, what, line, desk.seed())), None

    def _throw(self, desk: Desk) -> None:
        found = play(critical_hit, random.Random(desk.seed()), desk.rules, self.force, self.firer == "fort")
        if found.value.critical:
            self._do(desk, "hit", found.value.critical)
        self.die = (found.faces[0], self.force, self.firer)

    def kept(self) -> dict[str, Any]:
        """The force and everything that was done to her."""
        return {"force": self.force, "firer": self.firer, "steps": [[each.what, each.line, list(each.faces)] for each in self.steps]}

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same again, if it can be."""
        if not isinstance(kept, dict) or kept.get("firer") not in FIRERS or type(kept.get("force")) is not int:
            return
        steps = restored(kept.get("steps"))
        if 0 <= kept["force"] <= LAST and steps is not None and len(steps) <= MOST_STEPS:
            self.force, self.firer, self.steps = kept["force"], kept["firer"], steps

    def html(self, desk: Desk) -> Markup:
        """The panel, under the rules in force."""
        return _panel(desk.rules, self.force, self.firer, self.steps, self.die)


# -- as text ---------------------------------------------------------------------------------------------------------------------------


@cached
def _panel(rules: Ruleset, force: int, firer: str, steps: tuple[Step, ...], die: tuple[int, int, str] | None) -> Markup:
    bench, rows = after(rules, steps), forces(rules)
    firers = {"ship": _("a ship"), "fort": _("a fort")}
    gone = _OFF if is_gone(bench) else Markup("")
    buttons = [
        _BUTTON.format(what="throw", more=Markup(' class="first"') + gone, words=_("Throw for a line")),
        _BUTTON.format(what="silent", more=gone, words=_("Next turn, guns silent")),
        _BUTTON.format(what="firing", more=gone, words=_("Next turn, she fires")),
        _BUTTON.format(what="again", more="", words=_("A sound ship again")) if steps else Markup(""),
    ]
    return _PANEL.format(
        title=_("Mark a critical hit, step the turns"),
        controls=stepper("crit", "force", _("Force of the shot"), force, (rows[0], rows[-1]), slides=True)
        + radio_row("crit", "firer", _("Fired by"), firers, firer),
        reach=cited(GAME, _reach_told(rules, force, is_fort=firer == "fort"), "crit-reach"),
        lines_name=_("Lines of the critical table"),
        lines=_lines(rules, force, is_fort=firer == "fort", is_off=is_gone(bench)),
        board=_drawn(bench.position),
        buttons=joined(buttons),
        said=cited(GAME, _said(rules, bench, die), "crit-said"),
        hulls=_hulls(bench),
        ratings=_ratings(rules, bench),
        log=_log(bench.story),
    )


def _reach_told(rules: Ruleset, force: int, *, is_fort: bool) -> str:
    low, high = min(D6.faces) + force, max(D6.faces) + force
    law = reached(rules, force, is_fort=is_fort)
    shot = sum(per_shot(rules, force, line, is_fort=is_fort) for line in law if line)
    burns = next(line for line, effect in lines_of(rules).items() if effect == "fire")
    fire = per_shot(rules, force, burns, is_fort=is_fort)
    first = _("Die + {force}: a total from {low} to {high}. [T12]").format(force=force, low=low, high=high)
    if is_fort:
        first += " " + _("From a fort it is fire or nothing. [V.b forts] [B17]")
    if high > burns and not is_fort:
        first += " " + _("Past the last line it is fire. [B16]")
    form = _("A shot of this force brings a line that tells with {shot}, and fire with {fire}; only a rolled {six} does. [V.b critique]")
    six = int(rules.table("critical_effects").at("critical_natural_die"))
    return f"{first} {form.format(shot=exact(Fraction(shot)), fire=exact(fire), six=six)}"


def _lines(rules: Ruleset, force: int, *, is_fort: bool, is_off: bool) -> Markup:
    law, every = reached(rules, force, is_fort=is_fort), lines_of(rules)
    nothing = "≤ " + str(min(every) - 1) if not is_fort else "–"
    parts = [_NOTHING.format(lit=_lit(law[0]), line=nothing, name=_("nothing"), chance=_chance(law[0], 0))]
    parts += [
        _LINE.format(
            lit=_lit(law[line]), line=line, off=_OFF if is_off else "", name=names.CRITICALS[effect], chance=_chance(law[line], line)
        )
        for line, effect in every.items()
    ]
    return joined(parts)


def _lit(chance: Fraction) -> str:
    return " is-lit" if chance else ""


def _chance(chance: Fraction, line: int) -> Markup:
    return fraction(chance, f"crit-chance-{line}") if chance else Markup('<span class="quiet">{}</span>').format(_("never"))


@cached
def _drawn(position: Position) -> Markup:
    shown = replace(shown_by(position, Look(size=SIZE, selected=SHIP)), numbers=False)
    return Markup(svg.svg(scene(position, shown), "bench"))  # noqa: S704 - our own painter, which escapes every word


def _said(rules: Ruleset, bench: Bench, die: tuple[int, int, str] | None) -> str:
    """The die, if one was thrown for a line, and how she stands."""
    told = []
    if die is not None:
        face, force, firer = die
        line = critical_hit_line(rules, face, force, firer)
        what = names.CRITICALS[effect_of(rules, line)] if line else _("nothing")
        chips = "[V.b forts]" if firer == "fort" else "[T12]"
        told.append(_("{face} + {force} = {sum}: {what}. {chips}").format(face=face, force=force, sum=face + force, what=what, chips=chips))
    ship = bench.position.ship(SHIP)
    if ship.gone:
        gone = {"sunk": _("She has sunk. [VI]"), "exploded": _("She has blown up and is gone. [T12] [B20]")}
        told.append(gone.get(ship.gone, ""))
    elif not ship.hull:
        told.append(_("No hull is left: she may move, and cannot fight. [VI]"))
    elif not ship.can_fight:
        told.append(_("She fights fire or water, and nobody else. [T12]"))
    elif not bench.story:
        told.append(_("Aurore is sound. Press a line of the table to mark it on her, or throw for one."))
    else:
        told.append(_("She fights on."))
    return " ".join(told)


def critical_hit_line(rules: Ruleset, face: int, force: int, firer: str) -> int:
    """The line that a face comes to, 0 for none."""
    return int(replay(critical_hit, (face,), rules, force, firer == "fort").value.critical)


def _hulls(bench: Bench) -> Markup:
    ships = (bench.position.ship(name) for name in (SHIP, NEAR))
    rows = joined(boxes(ship.name, ship.hull, initial=ship.hull_initial) for ship in ships)
    return Markup('<div class="crit-hulls" role="group" aria-label="{}">{}</div>').format(_("Hull points"), rows)


def _ratings(rules: Ruleset, bench: Bench) -> Markup:
    before = {each.name: each.now for each in ratings(start(rules).position)}
    found = []
    for place, each in enumerate(ratings(bench.position)):
        was = before[each.name]
        cell = _CHANGED.format(each.now, _("(changed)")) if each.now != was else _CELL.format(each.now)
        rule = _CELL.format(chip(GAME, each.rule, f"crit-rating-{place}"))
        found.append(row(each.name, (_CELL.format(was), cell, rule), is_now=each.now != was))
    return table(_("Aurore, a 74"), (_("Rating"), _("Sound"), _("Now"), _("Rule")), found)


def _log(story: tuple[Told, ...]) -> Markup:
    if not story:
        return Markup("")
    items = [
        _ITEM.format(when=_("Turn {n}").format(n=told.turn), what=cited(GAME, words, f"crit-log-{place}-{n}"))
        for place, told in reversed(list(enumerate(story)))
        for n, words in reversed(list(enumerate(told.lines)))
    ]
    return _LOG.format(title=titled(_("what happened, the last first")), lines=joined(items))
