"""A panel about critical hits: which lines of the table a force can reach, a ship to mark them on, and the turns after.

What happens to her is the game's own engine at work.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.errors import InputError
from rulesdemo.games.broadside.criticals import critical_hit
from rulesdemo.games.broadside.gunnery import gunnery
from rulesdemo.games.broadside.movement import speed_window
from rulesdemo.games.broadside.play import damage, scenarios, tending
from rulesdemo.games.broadside.play import orders as o
from rulesdemo.games.broadside.play.boarding import force_of
from rulesdemo.games.broadside.play.command import lag_of
from rulesdemo.games.broadside.play.gunnery import aim_of, check_guns
from rulesdemo.games.broadside.play.helm import m_of
from rulesdemo.games.broadside.play.rolling import first_due
from rulesdemo.games.broadside.play.state import Position
from rulesdemo.games.broadside.play.surrender import settle_surrenders
from rulesdemo.odds.dice import D6, RandomDice
from rulesdemo.odds.format import exact
from rulesdemo.odds.procedure import play, replay
from rulesdemo.play.engine import Outcome, settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.board import made_up
from widgets.games.broadside import names
from widgets.games.broadside.board.scene import bare_scene
from widgets.games.broadside.lessons import THROWS
from widgets.games.broadside.lessons.gunnery import effect_of
from widgets.games.broadside.panels.gun_rows import force_limits
from widgets.games.broadside.panels.parts import Log, board_and_words, marked_cell
from widgets.games.broadside.panels.replay import with_faces
from widgets.kit.bars import fraction
from widgets.kit.components import Board, Box, Boxes, Cell, Custom, Heading, Note, Press, Sentence, Table, buttons
from widgets.kit.controls import Choice, Int, Value, face_tuple, one_of
from widgets.kit.panel import Component, Panel, Session, State
from widgets.play.game_guide import Look
from widgets.web.badges import chip, joined
from widgets.web.phrases import modifier, titled

SHIP, NEAR, FOE = "aurore", "hardi", "lion"
FIRERS: Final = {"ship": N_("a ship"), "fort": N_("a fort")}
SIZE: Final = (420.0, 340.0)
FAST: Final = 9  # a speed from which inertia shows whole
MOST_LINE: Final = 99  # no table has more lines
MOST_STEPS: Final = 30
MOST_DICE: Final = 30  # no step throws more
DEEDS: Final = ("hit", "silent", "firing")
_SCENE: Final = MappingProxyType(
    made_up.scenario(
        "bench",
        [
            made_up.ship(SHIP, "french", "seventy_four", "0303", "N", admiral="chief"),
            made_up.ship(NEAR, "french", "seventy_four", "0304", "N"),
            made_up.ship(FOE, "british", "seventy_four", "0503", "N"),
        ],
        (7, 5),
        title={"en": N_("A ship to break"), "fr": "Un navire à casser"},
        turns=20,
        weather={"wind_from": "NW", "force": 3},
    )
)

_LINES: Final = Markup('<ol class="crit-lines" role="list" aria-label="{name}">{lines}</ol>')
_LINE: Final = Markup('<li class="crit-line{lit}">{inside}</li>')
_WORDS: Final = Markup('<b>{line}</b><span class="crit-name">{name}</span><span class="crit-chance">{chance}</span>')


class Step(NamedTuple):
    """Something that was done to her: a critical hit by its line, or a turn, silent or firing; and the faces that fell."""

    what: str  # one of DEEDS
    line: int
    faces: tuple[int, ...]


class Entry(NamedTuple):
    """A step as it came out: the turn, and a sentence for everything that happened."""

    turn: int
    lines: tuple[str, ...]


class Bench(NamedTuple):
    """How things stand, and how they came to."""

    position: Position
    story: tuple[Entry, ...] = ()


@lru_cache(maxsize=20)
def start(rules: Ruleset) -> Bench:
    """Return three sound ships: the one to break, a friend one hex away, and an enemy two hexes away for her to fire at."""
    position = scenarios.build(_SCENE, rules)
    ships = tuple(replace(ship, has_fired=True) for ship in position.ships)
    return Bench(replace(position, ships=ships).with_turn(number=1))


# -- what is done to her ---------------------------------------------------------------------------------------------------------------


class _Hand:
    """Carries steps of the game out one after the other and notes what is said of each."""

    def __init__(self, position: Position, dice: Any) -> None:  # noqa: ANN401 - any hand of dice that keeps its faces
        self.position = position
        self.dice = dice
        self.lines: list[str] = []

    def do(self, step: Callable[[Position], Outcome[Position]]) -> None:
        """Carry out what happens by itself."""
        self._note(step(self.position), ())

    def roll(self, roll: Callable[..., Outcome[Position]], order: Callable[[str], Any]) -> None:
        """Throw for everybody who is due."""
        while (due := first_due(self.position)) is not None:
            before = len(self.dice.faces)
            self._note(roll(self.dice, self.position, order(due)), tuple(self.dice.faces[before:]))

    def _note(self, outcome: Outcome[Position], faces: tuple[int, ...]) -> None:
        self.position = outcome.position
        for event in outcome.events:
            if event.throw is not None:
                words = THROWS[type(event.throw.outcome)].verdict(event.throw, faces)
                self.lines.append(f"{event.ship.title()}. {words}")
            else:
                self.lines.append(f"{event.text(str.title)} [{event.rule}]")


def _carry_out(bench: Bench, what: str, line: int, dice: Any) -> Bench:  # noqa: ANN401 - see _Hand
    position = bench.position
    if what != "hit":
        # A new turn: leaks and fires of earlier ones cost what they cost [B19].
        ship = position.ship(SHIP)
        fires = what == "firing" and check_guns(position, ship) is None
        position = position.with_ship(replace(ship, fired=fires)).with_turn(number=position.turn.number + 1)
    hand = _Hand(position, dice)
    if what == "hit":
        hand.do(lambda now: damage.critical(now, SHIP, line))
        hand.do(damage.blow_up)
    else:
        hand.do(tending.call_for_leaks)
        hand.roll(tending.roll_leak, o.RollLeak)
        hand.do(tending.call_for_fires)
        hand.roll(tending.roll_fire, o.RollFire)
    hand.do(damage.call_for_masts)
    hand.roll(damage.roll_mast, o.RollMast)
    hand.do(settle_surrenders)
    lines = hand.lines or [_("Nothing leaks and nothing burns.")]
    return Bench(hand.position, (*bench.story, Entry(position.turn.number, tuple(lines))))


def throw_step(bench: Bench, what: str, line: int, seed: int) -> Step:
    """Return a step with the faces that a seed throws."""
    dice = RandomDice(random.Random(seed))
    _carry_out(bench, what, line, dice)
    return Step(what, line, tuple(dice.faces))


@lru_cache(maxsize=200)
def after(rules: Ruleset, steps: tuple[Step, ...]) -> Bench:
    """Return the ships after some steps, as far as the rules in force ask for such faces."""
    if not steps:
        return start(rules)
    before = after(rules, steps[:-1])
    last = steps[-1]
    is_nothing = last.what == "hit" and (not last.line or effect_of(rules, last.line) == "none")
    if is_nothing or is_gone(before) or len(before.story) < len(steps) - 1:
        return before
    return with_faces(last.faces, partial(_carry_out, before, last.what, last.line), before)


def is_gone(bench: Bench) -> bool:
    """Say whether there is no ship left to hit."""
    return bool(bench.position.ship(SHIP).gone)


# -- what she is worth -----------------------------------------------------------------------------------------------------------------


class Rating(NamedTuple):
    """One rating of her: its name, what it is now, and the rule that could change it."""

    name: str
    now: str
    rule: str


def ratings(position: Position) -> tuple[Rating, ...]:
    """Return every rating that a critical hit or a lost section can touch, as the game itself computes it."""
    ship, foe = position.ship(SHIP), position.ship(FOE)
    shot = aim_of(position, ship, foe)
    fires = check_guns(position, ship) is None and shot.fires
    boards = force_of(position, ship)
    window = settled(speed_window, position.rules, FAST + FAST, ship.inertia, FAST, ship.damage.rigging_inertia)
    lag = lag_of(position, ship)
    none = _("none")
    written = ngettext("{n} turn ahead", "{n} turns ahead", lag).format(n=lag) if lag else _("each turn")
    return (
        Rating(_("Force of her guns at 2 hexes"), str(shot.force) if fires else none, "T9"),
        Rating(_("Added to her die"), modifier(shot.drm) if fires else none, "T8"),
        Rating(_("Force of her boarders"), str(boards) if boards >= 0 else none, "V.a"),
        Rating(_("M reaching, wind force {n}").format(n=position.sky.force), str(m_of(position, ship, "C")), "IV.a"),
        Rating(_("Inertia"), none if ship.gone else str(window.most - FAST), "IV.d"),
        Rating(_("Orders are written"), none if ship.gone else written, "VII"),
    )


def stored_steps(stored: Any) -> tuple[Step, ...]:  # noqa: ANN401 - whatever a browser brings
    """Return steps from their stored form; a ValueError for what they cannot be."""
    faces_of, what_of, line_of = face_tuple(MOST_DICE), one_of(DEEDS), one_of(range(MOST_LINE + 1))
    if len(stored) > MOST_STEPS:
        raise ValueError
    return tuple(Step(what_of(what), line_of(line), faces_of(faces)) for what, line, faces in stored)


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
    board = Board(bare_scene(bench.position, Look(size=SIZE, selected=SHIP)), "bench")
    yield board_and_words([board, buttons(*presses)], words)


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
        now = marked_cell(each.now, _("(changed)")) if each.now != before[each.name] else each.now
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
