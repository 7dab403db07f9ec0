"""Two Forces with the flags of their statuses: what these do to the next battle, how it would leave both, and one battle after another."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, NamedTuple, cast

from markupsafe import Markup

from rulesdemo.errors import InputError
from rulesdemo.games.republic.battle import full_battle
from rulesdemo.games.republic.play.losses import troops_of
from rulesdemo.games.republic.play.modifiers import worst_status
from rulesdemo.games.republic.status import FROM_BEST_TO_WORST, Aftermath, StatusName, aftermath, effect, status_drm
from rulesdemo.games.republic.strength import combat_ratio
from rulesdemo.odds.format import percent
from rulesdemo.odds.procedure import Played, play
from rulesdemo.play.engine import Throw, settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _
from widgets.board.counters import ONE, TWO
from widgets.games.republic import names
from widgets.games.republic.lessons.battle import RETREATS
from widgets.games.republic.lessons.cost import after_verdict, next_battle, others, status_name
from widgets.games.republic.panels.ruler import whole
from widgets.kit.bars import bars
from widgets.kit.odds_rows import Row, View
from widgets.kit.pick_table import Cell, pick_table, shade
from widgets.kit.radio_row import radio_row
from widgets.kit.stepper import stepper
from widgets.kit.sum_table import Term, summed, total
from widgets.play.session import Desk
from widgets.web.badges import die, joined
from widgets.web.phrases import modifier, unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

GAME: Final = "republic"
SIDES: Final = {"attacker": N_("Attacker"), "defender": N_("Defender")}
LETTERS: Final = {letter: letter for letter in "ABCDE"}
WORDS: Final = {status: names.STATUS[status] for status in FROM_BEST_TO_WORST}
# The least and the most that the panel holds; no rule sets them, they are only wide enough.
SIZES: Final = (1, 80)
DRMS: Final = (-10, 10)
FILLS: Final = {"defender": "best", "none": "sixth", "attacker": "third"}
STATUS_FILLS: Final = {"fresh": "best", "fatigued": "second", "disorganised": "third", "neutralised": "fourth"}


class Side(NamedTuple):
    """A Force: its leader's letter, its strength points and its status."""

    letter: str = "C"
    sp: int = 27
    status: StatusName = "fresh"


class Meeting(NamedTuple):
    """Two Forces, the sum of all modifiers but tactics, ratio and statuses, and whether a victory is a major one."""

    attacker: Side = Side()
    defender: Side = Side()
    drm: int = 0
    major: bool = False


class Law(NamedTuple):
    """What a meeting comes to: who gives way, and how each side is left."""

    retreat: tuple[tuple[str, Fraction], ...]
    attacker: tuple[tuple[str, Fraction], ...]
    defender: tuple[tuple[str, Fraction], ...]


# -- what is counted -------------------------------------------------------------------------------------------------------------------


def is_allowed(rules: Ruleset, meeting: Meeting) -> bool:
    """Whether the attacker's status lets him attack."""
    return bool(settled(status_drm, rules, meeting.attacker.status, meeting.defender.status).allowed)


def args_of(rules: Ruleset, meeting: Meeting) -> tuple[Any, ...]:
    """What the procedure of a battle and its aftermath is asked with."""
    ours, theirs, drm, major = meeting
    return rules, ours.letter, theirs.letter, ours.sp, theirs.sp, ours.status, theirs.status, drm, major


def terms(rules: Ruleset, meeting: Meeting) -> tuple[Term, ...]:
    """The modifiers before the leaders' dice."""
    ours, theirs = meeting.attacker, meeting.defender
    ratio = settled(combat_ratio, rules, ours.sp, theirs.sp)
    attack, defence = effect(rules, "battle_attack", ours.status), effect(rules, "battle_defence", theirs.status)
    return (
        Term(names.PARTS["ratio"], "8.31-d", ratio.drm, _("{a} to {b}: {ratio}").format(a=ours.sp, b=theirs.sp, ratio=ratio.ratio)),
        Term(_("Attacker's status"), "8.55", attack or 0, names.STATUS[ours.status]),
        Term(_("Defender's status"), "8.55", defence, names.STATUS[theirs.status]),
        Term(_("All other modifiers"), "8.31", meeting.drm),
    )


@cached
def law_of(rules: Ruleset, meeting: Meeting) -> Law:
    """The exact law of the battle and its aftermath."""
    dist = aftermath.dist(*args_of(rules, meeting))

    def after(name: str) -> tuple[tuple[str, Fraction], ...]:
        return tuple((status, Fraction(dist.p(**{name: status}))) for status in FROM_BEST_TO_WORST)

    return Law(tuple((who, Fraction(dist.p(retreat=who))) for who in RETREATS), after("attacker_after"), after("defender_after"))


@cached
def gives_way(rules: Ruleset, letters: tuple[str, str], drm: int) -> Fraction:
    """The chance that the defender must retreat, from the leaders' dice on."""
    return Fraction(full_battle.dist(rules, *letters, drm).p(retreat="defender"))


def fought(meeting: Meeting, outcome: Aftermath) -> Meeting:
    """The same two after a battle; who is worn down to nothing keeps a last point, so that there is somebody to look at."""
    ours, theirs = meeting.attacker, meeting.defender
    return meeting._replace(
        attacker=ours._replace(sp=max(SIZES[0], ours.sp - outcome.attacker_lost), status=outcome.attacker_after),
        defender=theirs._replace(sp=max(SIZES[0], theirs.sp - outcome.defender_lost), status=outcome.defender_after),
    )


# -- the panel -------------------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Flags:
    """The two Forces of the board until the reader changes anything, then his own; and the battles that he had them fight."""

    own: Meeting | None = None
    thrown: Played[Aftermath] | None = None
    before: Meeting | None = None  # how they stood when the dice fell
    battles: int = 0
    key: str = field(default="flags", init=False)
    _rules: Ruleset | None = field(default=None, init=False, repr=False)

    def shown(self, desk: Desk) -> Meeting:
        """The two Forces that are shown."""
        return self.own if self.own is not None else of_board(desk)

    def act(self, what: str, value: str, desk: Desk) -> None:
        """A flag, a letter, a number, a battle, an exchange of roles, or the board's Forces again."""
        meeting = self.shown(desk)
        if what == "follow":
            self.own, self.battles = None, 0
            self._take_up()
        elif what == "fight":
            self._fight(meeting, desk)
        else:
            changed = _set(meeting, what, value)
            if changed is None:
                raise unknown(what)
            self.own = changed
            self._take_up()

    def kept(self) -> list[Any] | None:
        """The reader's own Forces."""
        return None if self.own is None else [list(self.own.attacker), list(self.own.defender), self.own.drm, self.own.major]

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same again, if every value of it can be."""
        if not isinstance(kept, list) or len(kept) != len(Meeting._fields) or not all(isinstance(each, list) for each in kept[:2]):
            return
        ours, theirs, drm, major = kept
        if len(ours) == len(theirs) == len(Side._fields) and type(drm) is int and type(major) is bool:
            meeting = Meeting(Side(*ours), Side(*theirs), drm, major)
            if _is_sound(meeting):
                self.own = meeting

    def _fight(self, meeting: Meeting, desk: Desk) -> None:
        if not is_allowed(desk.rules, meeting):
            message = _("A neutralised Force may not attack (8.55). Give it another status, or let the other side attack.")
            raise InputError(message)
        self.thrown = play(aftermath, random.Random(desk.seed()), *args_of(desk.rules, meeting))
        self.before, self.own = meeting, fought(meeting, self.thrown.value)
        self.battles += 1

    def _take_up(self) -> None:
        self.thrown, self.before = None, None

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now; dice that were read under other rules are taken up."""
        if self._rules is not desk.rules:
            self._rules = desk.rules
            self._take_up()
        told = (self.before, self.thrown.value, self.thrown.faces) if self.thrown is not None and self.before is not None else None
        return _text(desk.rules, self.shown(desk), told, self.battles, is_own=self.own is not None)


def of_board(desk: Desk) -> Meeting:
    """The battle that is about to be fought on the board, or two equal Forces."""
    position = desk.position
    clash = next_battle(position, desk.selected)
    if clash is None:
        return Meeting()
    sides = []
    for each in clash.forces:
        forces = tuple(map(position.force, each))
        sp = min(max(sum(troops_of(position, each)), SIZES[0]), SIZES[1])
        sides.append(Side(forces[0].leader.letter, sp, worst_status(forces)))
    rest = min(max(others(position, clash, "ratio", "status"), DRMS[0]), DRMS[1])
    return Meeting(sides[0], sides[1], rest, position.scenario.inputs.major == "yes")


def _is_sound(meeting: Meeting) -> bool:
    sides = (meeting.attacker, meeting.defender)
    is_right = [[type(each) for each in side] == [str, int, str] for side in sides]
    return (
        all(is_right)
        and DRMS[0] <= meeting.drm <= DRMS[1]
        and all(side.letter in LETTERS and side.status in FROM_BEST_TO_WORST and SIZES[0] <= side.sp <= SIZES[1] for side in sides)
    )


def _set(meeting: Meeting, what: str, value: str) -> Meeting | None:
    """The two with one thing changed; None where there is no such thing."""
    if what == "swap":
        return meeting._replace(attacker=meeting.defender, defender=meeting.attacker)
    if what == "major":
        return meeting._replace(major=not meeting.major)
    if what == "drm" and value in ("-1", "1"):
        return meeting._replace(drm=min(max(meeting.drm + int(value), DRMS[0]), DRMS[1]))
    ours, _dash, theirs = value.partition("-")
    if what == "cell" and ours in FROM_BEST_TO_WORST and theirs in FROM_BEST_TO_WORST:
        return meeting._replace(
            attacker=meeting.attacker._replace(status=cast("StatusName", ours)),
            defender=meeting.defender._replace(status=cast("StatusName", theirs)),
        )
    name, _dot, thing = what.partition(".")
    side = _changed(getattr(meeting, name), thing, value) if name in SIDES else None
    if side is None:
        return None
    return meeting._replace(attacker=side) if name == "attacker" else meeting._replace(defender=side)


def _changed(side: Side, thing: str, value: str) -> Side | None:
    if thing == "letter" and value in LETTERS:
        return side._replace(letter=value)
    if thing == "status" and value in FROM_BEST_TO_WORST:
        return side._replace(status=cast("StatusName", value))
    number = whole(value)
    if thing == "sp" and number in (-1, 1):
        return side._replace(sp=min(max(side.sp + number, SIZES[0]), SIZES[1]))
    if thing == "sp.at" and number is not None and SIZES[0] <= number <= SIZES[1]:
        return side._replace(sp=number)
    return None


# -- as text ---------------------------------------------------------------------------------------------------------------------------

_PANEL: Final = Markup(
    '<section class="flags" aria-labelledby="flags-title"><h3 id="flags-title">{title}</h3><div class="flags-sides">{sides}</div>'
    '<div class="panel-controls">{controls}</div><div class="flags-both"><div><h4>{sum_title}</h4>{sum}</div>{odds}</div>'
    '<div class="leaders-throw"><button type="button" class="first" id="flags-fight" data-do="extra" data-name="flags:fight"{off}>{fight}'
    '</button><div class="leaders-said" role="status">{said}</div></div>{after}{table}</section>'
)
_BUTTON: Final = Markup('<button type="button" id="flags-{what}" data-do="extra" data-name="flags:{what}"{off}>{words}</button>')
_MAJOR: Final = Markup(
    '<button type="button" class="toggle" id="flags-major" data-do="extra" data-name="flags:major" aria-pressed="{on}">'
    '<span class="toggle-sign" aria-hidden="true">{sign}</span>{words}</button>'
)
_OFF: Final = Markup(" disabled")
_SIDE: Final = Markup(
    '<fieldset class="flag-side is-{side}"><legend>{name}</legend><div class="flag-head">{flag}<div class="flag-word"><b>{status}</b>'
    '<span>{does}</span></div></div>{radios}<div class="flag-more">{size}{letter}</div></fieldset>'
)
_FLAG: Final = Markup(
    '<svg class="status-flag" viewBox="0 0 104 96" width="104" height="96" role="img" aria-label="{label}">'
    '<path d="{pole}" stroke="#1B2A33" stroke-width="4" stroke-linecap="round" fill="none"/>'
    '<path d="{cloth}" fill="{fill}" stroke="{line}" stroke-width="3" stroke-linejoin="round"/>{more}</svg>'
)
# The flag flies, hangs, is torn, and lies on the ground: the form tells the status, not the colour.
_UPRIGHT: Final = "M18 92V6"
_SHAPES: Final = {
    "fresh": (_UPRIGHT, "M18 10H92V52H18Z"),
    "fatigued": (_UPRIGHT, "M18 10C34 10 50 18 58 36 64 50 60 66 64 80L50 74 40 84C42 66 40 52 18 50Z"),
    "disorganised": (_UPRIGHT, "M18 10H86L72 18 90 26 66 31 84 42 62 44 70 54H18Z"),
    "neutralised": ("M18 92V64M22 60 52 84", "M40 92 48 74H98L90 82 100 92Z"),
}
_TEARS: Final = Markup('<path d="M40 12 46 26 38 34 44 52" fill="none" stroke="#1B2A33" stroke-width="2"/>')
_LAW: Final = Markup('<div class="odds">{law}</div>')
_AFTER: Final = Markup('<div class="flags-after odds"><div>{ours}</div><div>{theirs}</div>{note}</div>')


@cached
def _text(
    rules: Ruleset, meeting: Meeting, told: tuple[Meeting, Aftermath, tuple[int, ...]] | None, battles: int, *, is_own: bool
) -> Markup:
    parts, allowed = terms(rules, meeting), is_allowed(rules, meeting)
    controls = stepper("flags", "drm", _("All other modifiers"), meeting.drm, DRMS)
    controls += _MAJOR.format(
        on="true" if meeting.major else "false", sign="✓" if meeting.major else "+", words=_("A victory is a major one")
    )
    controls += _BUTTON.format(what="swap", off="", words=_("The other side attacks"))
    controls += _BUTTON.format(what="follow", off="" if is_own else _OFF, words=_("Take the Forces on the board"))
    net = total(parts)
    return _PANEL.format(
        title=_("Two Forces and their flags"),
        sides=joined(_side(rules, side, getattr(meeting, side)) for side in SIDES),
        controls=controls,
        sum_title=_("The next battle roll"),
        sum=summed(
            GAME, "flags-sum", _("The modifiers of the battle roll; a plus favours the attacker"), parts, _("before the leaders' dice")
        ),
        odds=_odds(rules, meeting) if allowed else _refused(),
        off="" if allowed else _OFF,
        fight=_("Fight it") if not battles else _("Fight again"),
        said=_said(rules, told, battles),
        after=_after(rules, meeting) if allowed else "",
        table=_table(rules, meeting, net - parts[1].number - parts[2].number),
    )


def _side(rules: Ruleset, name: str, side: Side) -> Markup:
    style = ONE if name == "attacker" else TWO
    pole, cloth = _SHAPES[side.status]
    attack, defence = effect(rules, "battle_attack", side.status), effect(rules, "battle_defence", side.status)
    ours = _("may not attack") if attack is None else _("its attack {n}").format(n=modifier(attack))
    size = stepper("flags", f"{name}.sp", _("Strength points"), side.sp, SIZES, slides=True)
    return _SIDE.format(
        side=name,
        name=SIDES[name],
        flag=_FLAG.format(
            label=_("The flag of a Force that is {status}").format(status=names.STATUS[side.status]),
            pole=pole,
            cloth=cloth,
            fill=style.fill if name == "attacker" else "#FFFDF9",
            line="#1B2A33" if name == "attacker" else style.fill,
            more=_TEARS if side.status == "disorganised" else "",
        ),
        status=status_name(side.status),
        does=_("{attack}, an attack on it {n}").format(attack=ours, n=modifier(defence)),
        radios=radio_row("flags", f"{name}.status", _("Status"), WORDS, side.status),
        size=size,
        letter=radio_row("flags", f"{name}.letter", _("Leader's letter"), LETTERS, side.letter),
    )


def _odds(rules: Ruleset, meeting: Meeting) -> Markup:
    """Who gives way, and what it would be if both were fresh."""
    law = law_of(rules, meeting).retreat
    rested = meeting._replace(attacker=meeting.attacker._replace(status="fresh"), defender=meeting.defender._replace(status="fresh"))
    before = {RETREATS[who]: chance for who, chance in law_of(rules, rested).retreat}
    rows = tuple(Row(RETREATS[who], RETREATS[who], RETREATS[who], chance, FILLS[who]) for who, chance in law)
    was = {row.label: before[row.label] for row in rows if before[row.label] != row.chance}
    note = cited(GAME, _("Where it says was: with both Forces fresh. [8.31-m] [8.32]"), "flags-note") if was else Markup("")
    return _LAW.format(law=bars(View("", rows, title=_("Who gives way")), "flags-odds", was=was) + note)


def _refused() -> Markup:
    words = _("Refused. A neutralised Force may not attack. Give it another status, or let the other side attack. [8.55]")
    return Markup('<div class="odds"><h4>{}</h4><div class="is-refused">{}</div></div>').format(
        _("Who gives way"), cited(GAME, words, "flags-refused")
    )


def _after(rules: Ruleset, meeting: Meeting) -> Markup:
    law = law_of(rules, meeting)
    least = int(rules.table("status_constants").at("battle_least_sp"))
    words = _("Neither side has {n} points, so this battle changes no status. [8.54-C]").format(n=least)
    is_small = max(meeting.attacker.sp, meeting.defender.sp) < least
    return _AFTER.format(
        ours=bars(_after_view(_("The attacker afterwards"), law.attacker), "flags-ours"),
        theirs=bars(_after_view(_("The defender afterwards"), law.defender), "flags-theirs"),
        note=Markup('<div class="flags-small">{}</div>').format(cited(GAME, words, "flags-small")) if is_small else "",
    )


def _after_view(title: str, law: tuple[tuple[str, Fraction], ...]) -> View:
    rows = tuple(Row(status, status_name(status), status_name(status), chance, STATUS_FILLS[status]) for status, chance in law if chance)
    return View("", rows, title=title)


def _said(rules: Ruleset, told: tuple[Meeting, Aftermath, tuple[int, ...]] | None, battles: int) -> Markup:
    if told is None:
        words = _("Losses and statuses are carried over to the next battle.")
        return Markup('<p class="quiet">{}</p>').format(words)
    before, outcome, faces = told
    dice = joined(die(face, pips=False) for face in faces)
    label = _("Dice {faces}").format(faces=", ".join(map(str, faces)))
    lost = _("Lost: attacker {a}, defender {d}. [8.34]").format(a=outcome.attacker_lost, d=outcome.defender_lost)
    count = _("Battle {n}.").format(n=battles)
    words = f"{count} {after_verdict(Throw(aftermath, args_of(rules, before), outcome), faces)} {lost}"
    return Markup('<span class="leaders-dice" role="img" aria-label="{}">{}</span><div>{}</div>').format(
        label, dice, cited(GAME, words, "flags-said")
    )


def _table(rules: Ruleset, meeting: Meeting, rest: int) -> Markup:
    """The chance that the defender retreats, for every pair of statuses."""
    letters = meeting.attacker.letter, meeting.defender.letter
    rows = []
    for ours in FROM_BEST_TO_WORST:
        cells: list[Cell | None] = []
        for theirs in FROM_BEST_TO_WORST:
            found = settled(status_drm, rules, ours, theirs)
            if not found.allowed:
                cells.append(None)
                continue
            chance = gives_way(rules, letters, rest + found.drm)
            said = _("Attacker {a}, defender {d}, modifier {n}: the defender retreats").format(
                a=names.STATUS[ours], d=names.STATUS[theirs], n=modifier(found.drm)
            )
            cells.append(Cell(f"{ours}-{theirs}", percent(chance).removesuffix(" %"), said, chance, shade=shade(chance, Fraction(1))))
        rows.append((status_name(ours), cells))
    caption = _("The defender retreats, in percent: the attacker's status down, the defender's across. Pick a cell to set both flags")
    columns = [_("Status"), *map(status_name, FROM_BEST_TO_WORST)]
    picked = f"{meeting.attacker.status}-{meeting.defender.status}"
    return pick_table("flags", "cell", caption, columns, rows, picked, rest=_("A neutralised Force may not attack."), kind="heat")
