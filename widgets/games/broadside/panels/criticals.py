"""A panel about critical hits: which lines of the table a force can reach, a ship to mark them on, and the turns after."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
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
from rulesdemo.words import N_, _
from widgets.games.broadside import names
from widgets.games.broadside.board.scene import display_of, scene
from widgets.games.broadside.lessons.gunnery import effect_of
from widgets.games.broadside.panels.bench import MOST_STEPS, NEAR, SHIP, Bench, after, is_gone, ratings, start, stored_steps, throw_step
from widgets.games.broadside.panels.gun_rows import force_limits
from widgets.games.broadside.panels.parts import Log, board_and_words
from widgets.kit.bars import fraction
from widgets.kit.components import Board, Box, Boxes, Cell, Custom, Heading, Note, Press, Sentence, Table, buttons
from widgets.kit.controls import Choice, Int, Value
from widgets.kit.panel import Component, Panel, Session, State
from widgets.play.game_guide import Look
from widgets.scene.shapes import Scene
from widgets.web.badges import chip, joined
from widgets.web.phrases import titled

FIRERS: Final = {"ship": N_("a ship"), "fort": N_("a fort")}
SIZE: Final = (420.0, 340.0)

_LINES: Final = Markup('<ol class="crit-lines" role="list" aria-label="{name}">{lines}</ol>')
_LINE: Final = Markup('<li class="crit-line{lit}">{inside}</li>')
_WORDS: Final = Markup('<b>{line}</b><span class="crit-name">{name}</span><span class="crit-chance">{chance}</span>')
_CHANGED: Final = Markup('<b>{}</b><span class="sr"> {}</span>')


# -- the table -------------------------------------------------------------------------------------------------------------------------


def lines_of(rules: Ruleset) -> dict[int, str]:
    """Return the lines that do something, with their effects [T12]."""
    labels = [label for label in rules.table("critical").rows.labels if str(label).isdigit()]
    return {int(label): effect_of(rules, int(label)) for label in labels}


def line_chances(rules: Ruleset, force: int, *, is_fort: bool) -> dict[int, Fraction]:
    """Return the chance of every line once there is a critical hit; 0 is for those that do nothing [T12, B16, B17]."""
    chances = critical_hit.dist(rules, force, is_fort)
    return {line: Fraction(chances.p(critical=line)) for line in (0, *lines_of(rules))}


def per_shot(rules: Ruleset, force: int, line: int, *, is_fort: bool) -> Fraction:
    """Return the chance that a shot of this force brings a line, nothing added to its die [V.b critique]."""
    return Fraction(gunnery.dist(rules, force, 0, is_fort).p(critical=line))


def critical_hit_line(rules: Ruleset, face: int, force: int, firer: str) -> int:
    """Return the line that a face comes to, 0 for none."""
    return int(replay(critical_hit, (face,), rules, force, firer == "fort").value.critical)


# -- the panel -------------------------------------------------------------------------------------------------------------------------


def _act(state: State, what: str, value: str, session: Session) -> State | None:
    """Mark a line or throw for one, let a turn pass, or take a sound ship again."""
    if what == "again":
        return state.replace(steps=(), die=None)
    if what in ("silent", "firing"):
        return _do(state, what, 0, session)
    if what == "throw":
        found = play(critical_hit, random.Random(session.seed()), session.rules, state.force, state.firer == "fort")
        after_it = _do(state, "hit", found.value.critical, session) if found.value.critical else state
        return after_it.replace(die=(found.faces[0], state.force, state.firer))
    lines = {str(line): line for line in lines_of(session.rules)}
    return _do(state, "hit", lines[value], session) if what == "line" and value in lines else None


def _do(state: State, what: str, line: int, session: Session) -> State:
    bench = after(session.rules, state.steps)
    if is_gone(bench):
        message = _("She is gone. Take a sound ship again.")
        raise InputError(message)
    if len(state.steps) >= MOST_STEPS:
        message = _("{n} steps are enough for one ship. Take a sound ship again.").format(n=MOST_STEPS)
        raise InputError(message)
    return state.replace(steps=(*state.steps, throw_step(bench, what, line, session.seed())), die=None)


# -- as text ---------------------------------------------------------------------------------------------------------------------------


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    bench, is_fort = after(rules, state.steps), state.firer == "fort"
    is_off = is_gone(bench)
    presses = [
        Press("throw", _("Throw for a line"), is_off=is_off, is_first=True),
        Press("silent", _("Next turn, guns silent"), is_off=is_off),
        Press("firing", _("Next turn, she fires"), is_off=is_off),
    ]
    if state.steps:
        presses.append(Press("again", _("A sound ship again")))
    yield Note(_reach_words(rules, state.force, is_fort=is_fort), key="reach")
    yield Custom(_lines(rules, state.force, is_fort=is_fort, is_off=is_off))
    ships = [bench.position.ship(name) for name in (SHIP, NEAR)]
    words: list[Component] = [
        Sentence(_sentence(rules, bench, state.die)),
        Box("crit-hulls", [Boxes(ship.name, ship.hull, ship.hull_initial) for ship in ships], label=_("Hull points")),
        Box("sky-tables", [_ratings(rules, bench)]),
    ]
    if bench.story:
        words += [Heading(titled(_("what happened, the last first"))), log_of(bench)]
    yield board_and_words([Board(_scene(bench.position), "bench"), buttons(*presses)], words)


def _reach_words(rules: Ruleset, force: int, *, is_fort: bool) -> str:
    low, high = min(D6.faces) + force, max(D6.faces) + force
    lines = lines_of(rules)
    shot = sum((per_shot(rules, force, line, is_fort=is_fort) for line in lines), Fraction(0))
    burns = next(line for line, effect in lines.items() if effect == "fire")
    fire = per_shot(rules, force, burns, is_fort=is_fort)
    words = [_("Die + {force}: a total from {low} to {high}. [T12]").format(force=force, low=low, high=high)]
    if is_fort:
        words.append(_("From a fort it is fire or nothing. [V.b forts] [B17]"))
    elif high > burns:
        words.append(_("Past the last line it is fire. [B16]"))
    form = _("A shot of this force brings a line that tells with {shot}, and fire with {fire}; only a rolled {six} does. [V.b critique]")
    six = int(rules.table("critical_effects").at("critical_natural_die"))
    return " ".join((*words, form.format(shot=exact(shot), fire=exact(fire), six=six)))


def _lines(rules: Ruleset, force: int, *, is_fort: bool, is_off: bool) -> Markup:
    chances, every = line_chances(rules, force, is_fort=is_fort), lines_of(rules)
    nothing = _line_words("–" if is_fort else f"≤ {min(every) - 1}", _("nothing"), chances[0], 0)
    items = [_LINE.format(lit=f" is-nothing{_lit(chances[0])}", inside=Markup("<div>{}</div>").format(nothing))]
    for line, effect in every.items():
        words = _line_words(line, names.CRITICALS[effect], chances[line], line)
        items.append(_LINE.format(lit=_lit(chances[line]), inside=Press("line", words, str(line), is_off=is_off).html(CRITICALS)))
    return _LINES.format(name=_("Lines of the critical table"), lines=joined(items))


def _lit(chance: Fraction) -> str:
    return " is-lit" if chance else ""


def _line_words(number: int | str, name: str, chance: Fraction, line: int) -> Markup:
    never = Markup('<span class="quiet">{}</span>').format(_("never"))
    return _WORDS.format(line=number, name=name, chance=fraction(chance, f"crit-chance-{line}") if chance else never)


def _scene(position: Position) -> Scene:
    return scene(position, replace(display_of(position, Look(size=SIZE, selected=SHIP)), numbers=False))


def _sentence(rules: Ruleset, bench: Bench, die: tuple[int, int, str] | None) -> str:
    """Return the die, if one was thrown for a line, and how she stands."""
    if die is None:
        return _state_words(bench)
    face, force, firer = die
    line = critical_hit_line(rules, face, force, firer)
    what = names.CRITICALS[effect_of(rules, line)] if line else _("nothing")
    chips = "[V.b forts]" if firer == "fort" else "[T12]"
    words = _("{face} + {force} = {sum}: {what}. {chips}").format(face=face, force=force, sum=face + force, what=what, chips=chips)
    return f"{words} {_state_words(bench)}"


def _state_words(bench: Bench) -> str:
    ship = bench.position.ship(SHIP)
    if ship.gone:
        gone = {"sunk": _("She has sunk. [VI]"), "exploded": _("She has blown up and is gone. [T12] [B20]")}
        return gone.get(ship.gone, "")
    if not ship.hull:
        return _("No hull is left: she may move, and cannot fight. [VI]")
    if not ship.can_fight:
        return _("She fights fire or water, and nobody else. [T12]")
    if not bench.story:
        return _("Aurore is sound. Press a line of the table to mark it on her, or throw for one.")
    return _("She fights on.")


def _ratings(rules: Ruleset, bench: Bench) -> Table:
    before = {each.name: each.now for each in ratings(start(rules).position)}
    rows: list[list[Any]] = []
    for place, each in enumerate(ratings(bench.position)):
        is_changed = each.now != before[each.name]
        now = Cell(_CHANGED.format(each.now, _("(changed)")), "is-here") if is_changed else each.now
        rows.append([each.name, before[each.name], now, chip("broadside", each.rule, f"crit-rating-{place}")])
    changed = {place: "is-now" for place, row in enumerate(rows) if isinstance(row[2], Cell)}
    return Table([_("Rating"), _("Sound"), _("Now"), _("Rule")], rows, _("Aurore, a 74"), "sky-table", row_kinds=changed)


def log_of(bench: Bench) -> Log:
    """Return everything that happened to her, the last first."""
    return Log(
        [(_("Turn {n}").format(n=entry.turn), words) for entry in bench.story for words in entry.lines], "crit-log", is_reversed=True
    )


CRITICALS: Final = Panel(
    "crit",
    "broadside",
    N_("Mark a critical hit, step the turns"),
    _body,
    fields=(
        Int("force", N_("Force of the shot"), force_limits, start=10, slides=True),
        Choice("firer", N_("Fired by"), FIRERS),
        Value("steps", (), stored_steps, lambda steps: [[each.what, each.line, list(each.faces)] for each in steps]),
        Value("die", None, is_stored=False),  # the face last thrown for a line, with the force and the firer
    ),
    act=_act,
    kind="sky-panel criticals",
)
