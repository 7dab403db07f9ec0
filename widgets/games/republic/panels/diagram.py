"""The force diagram: two boxes of troops with their leaders, and the fifteen modifiers of the battle roll as a sum that can be read."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from markupsafe import Markup

from rulesdemo.games.republic.modifiers import battle_drm, command, devotio, discipline, elite, subordinates
from rulesdemo.games.republic.play.modifiers import worst_status
from rulesdemo.games.republic.play.state import Force, Position, double_legions
from rulesdemo.games.republic.status import StatusName, status_drm
from rulesdemo.games.republic.strength import cavalry, combat_ratio
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _
from widgets.games.republic import names
from widgets.games.republic.lessons.adding import on_arrival, rivals
from widgets.games.republic.panels.ruler import fight
from widgets.kit.bars import spoken
from widgets.kit.components import Box, Custom, Heading, Press, Sentence
from widgets.kit.controls import Choice, Int, Own
from widgets.kit.frame import Frame
from widgets.kit.panel import ANY, Component, Field, Followed, Panel, State
from widgets.kit.record import Parts, Record
from widgets.kit.sum_table import Term, summed, total
from widgets.kit.toggle import Toggles
from widgets.web.badges import joined
from widgets.web.phrases import modifier

GAME: Final = "republic"
SIDES: Final = ("attacker", "defender")
TERRAIN: Final = names.TERRAIN
ROMAN: Final = {"attacker": N_("attacker"), "defender": N_("defender"), "neither": N_("neither")}
FLAGS: Final = {
    "failed_refusal": N_("Refusal or interception failed"),
    "ambush": N_("Ambush"),
    "envelopment": N_("Double envelopment"),
    "river": N_("Attacker crossed a river"),
    "attacker_landed": N_("Attacker just landed"),
    "defender_landed": N_("Defender just landed"),
    "devotio": N_("The Roman leader gives his life"),
}
Numbers: TypeAlias = "Mapping[str, tuple[str, tuple[int, int]]]"
# The least and the most that a box holds; no rule sets them, they are only wide enough.
NUMBERS: Final[Numbers] = {
    "infantry": (N_("Infantry"), (1, 120)),
    "cavalry": (N_("Cavalry"), (0, 40)),
    "elephants": (N_("Elephants"), (0, 9)),
    "subordinates": (N_("Subordinates' points"), (0, 5)),
    "legions": (N_("Double Legions"), (0, 9)),
    "veterans": (N_("Veteran legions"), (0, 9)),
    "cv": (N_("Campaign value"), (1, 9)),
    "elite": (N_("Elite kinds"), (0, 5)),
}
SLIDING: Final = ("infantry", "cavalry", "sp")
ROMANS: Final = ("legions", "veterans", "cv")  # numbers that only a Roman has
OTHERS: Final = ("elite",)
ROLLED: Final = (-9, 9)


class Army(NamedTuple):
    """One box of the diagram."""

    infantry: int = 30
    cavalry: int = 0
    elephants: int = 0
    letter: str = "C"
    cv: int = 5
    legions: int = 0  # Double Legions
    veterans: int = 0  # of them, Veteran ones that are strong enough
    subordinates: int = 0
    elite: int = 0
    status: StatusName = "fresh"

    @property
    def sp(self) -> int:
        """Return all strength points."""
        return self.infantry + self.cavalry + self.elephants


class Array(NamedTuple):
    """Both boxes, the ground, who is Roman, what came by dice, and how the Forces came there."""

    attacker: Army = Army()
    defender: Army = Army()
    terrain: str = "flat"
    roman: str = "attacker"
    tactics: int = 0
    trumpeting: int = 0  # eights and nines of the attacker's elephants less those of the defender's
    flags: Collection[str] = ()


# -- the fifteen -------------------------------------------------------------------------------------------------------------------------


def terms(rules: Ruleset, array: Array) -> tuple[Term, ...]:
    """Return the modifiers in the order of the source, each with how it came about."""
    return (*_leaders(rules, array), *_strengths(rules, array), *_approach(rules, array), *_troops(rules, array))


def _leaders(rules: Ruleset, array: Array) -> Iterator[Term]:
    ours, theirs = array.attacker, array.defender
    yield Term(names.PARTS["tactics"], "8.31-a / 8.32", array.tactics, N_("the attacker's value less the defender's"))
    over, why = 0, N_("nobody is Roman")
    if array.roman in SIDES:
        army: Army = getattr(array, array.roman)
        found = settled(command, rules, army.letter, army.legions, array.roman == "attacker")
        over, why = (
            found.drm,
            N_("{n} of {limit} Double Legions for letter {letter}").format(n=army.legions, limit=found.limit, letter=army.letter),
        )
    yield Term(names.PARTS["command"], "8.31-b / RRR 5.24", over, why)
    points = settled(subordinates, rules, ours.subordinates, theirs.subordinates).drm
    most = rules.table("battle_constants").at("subordinate_points_most")
    why = N_("{a} against {b}, at most {most} each").format(a=ours.subordinates, b=theirs.subordinates, most=most)
    yield Term(names.PARTS["subordinates"], "8.31-c / 5.42", points, why)


def ratio_term(rules: Ruleset, ours: int, theirs: int) -> Term:
    """Return the modifier of the combat ratio."""
    ratio = settled(combat_ratio, rules, ours, theirs)
    return Term(names.PARTS["ratio"], "8.31-d", ratio.drm, N_("{a} to {b}: {ratio}").format(a=ours, b=theirs, ratio=ratio.ratio))


def _strengths(rules: Ruleset, array: Array) -> Iterator[Term]:
    ours, theirs = array.attacker, array.defender
    yield ratio_term(rules, ours.sp, theirs.sp)
    gap = ours.cavalry - theirs.cavalry
    superior = SIDES[gap <= 0]
    horse = settled(cavalry, rules, gap, array.terrain, array.roman == superior).drm
    why = N_("gap {n}, {who}, on {terrain} ground").format(
        n=abs(gap), who=N_("a Roman") if array.roman == superior else N_("no Roman"), terrain=TERRAIN[array.terrain]
    )
    yield Term(names.PARTS["cavalry"], "8.31-e", horse, why)


def _approach(rules: Ruleset, array: Array) -> Iterator[Term]:
    on = array.flags.__contains__
    ways = (
        ("failed_refusal", "8.31-f / 8.23, 6.55", (on("failed_refusal"), False, False, False, False, False)),
        ("ambush", "8.31-g / 6.58", (False, on("ambush"), False, False, False, False)),
        ("envelopment", "8.31-h / 6.57", (False, False, on("envelopment"), False, False, False)),
        ("river", "8.31-i", (False, False, False, on("river"), False, False)),
        ("landing", "8.31-j", (False, False, False, False, on("attacker_landed"), on("defender_landed"))),
    )
    for name, rule, facts in ways:
        yield Term(names.PARTS[name], rule, settled(battle_drm, rules, *facts).drm, "" if any(facts) else N_("no"))


def _troops(rules: Ruleset, array: Array) -> Iterator[Term]:
    steady = picked = given = 0
    if array.roman in SIDES:
        army: Army = getattr(array, array.roman)
        least = int(rules.table("battle_constants").at("veteran_legion_least_infantry_sp"))
        steady = settled(discipline, rules, (least,) * army.veterans, array.roman == "attacker").drm
        if "devotio" in array.flags:
            given = settled(devotio, rules, army.cv, array.roman == "attacker").drm
    for side in SIDES:
        if side != array.roman:
            picked += settled(elite, rules, getattr(array, side).elite, side == "attacker").drm
    yield Term(names.PARTS["discipline"], "8.31-k", steady, N_("Veteran legions that are strong enough"))
    yield Term(names.PARTS["elite"], "8.31-l", picked, N_("elite kinds of the side that is not Roman"))
    ours, theirs = array.attacker.status, array.defender.status
    found = settled(status_drm, rules, ours, theirs)
    why = N_("{a} against {b}").format(a=names.STATUS[ours], b=names.STATUS[theirs])
    yield Term(names.PARTS["status"], "8.31-m", found.drm or 0, why if found.allowed else N_("a neutralised Force may not attack"))
    yield Term(names.PARTS["elephants"], "8.31-n / 8.36", array.trumpeting, N_("eights and nines of both sides"))
    yield Term(names.PARTS["devotio"], "8.31-o", given, N_("half his campaign value") if given else N_("no"))


# -- from the board ----------------------------------------------------------------------------------------------------------------------


def of_position(position: Position, name: str = "") -> Array:
    """Return the battle on the board as a diagram; else the one of the Force in hand, if it went straight at the nearest enemy."""
    if position.clash is None:
        pair = rivals(position, name)
        return Array() if pair is None else of_position(on_arrival(position, *pair))
    clash = position.clash
    sides = tuple(tuple(map(position.force, each)) for each in clash.forces)
    marks = [[mark for force in side for mark in force.marks] for side in sides]
    flags = {
        "failed_refusal": clash.failed_refusal or "failed_interception" in marks[1],
        "ambush": "ambush" in marks[0],
        "envelopment": "double_envelopment" in marks[0],
        "river": any(force.crossed for force in sides[0]),
        "attacker_landed": "just_landed" in marks[0],
        "defender_landed": "just_landed" in marks[1],
        "devotio": bool(clash.devotio),
    }
    roman = [side[0].roman for side in sides]
    return Array(
        _army(position.rules, sides[0]),
        _army(position.rules, sides[1]),
        terrain=position.scenario.ground.terrain[clash.place],
        roman=SIDES[0] if roman[0] else SIDES[1] if roman[1] else "neither",
        tactics=clash.part("tactics") or 0,
        trumpeting=clash.part("elephants") or 0,
        flags=tuple(name for name in FLAGS if flags[name]),
    )


def _army(rules: Ruleset, forces: tuple[Force, ...]) -> Army:
    least = int(rules.table("battle_constants").at("veteran_legion_least_infantry_sp"))
    return Army(
        sum(force.infantry for force in forces),
        sum(force.cavalry for force in forces),
        sum(force.elephants for force in forces),
        forces[0].leader.letter,
        forces[0].leader.cv,
        double_legions(rules, *forces),
        sum(legion.veteran and legion.infantry >= least for force in forces for legion in force.legions),
        sum(force.leader.subordinates for force in forces),
        sum(force.elite for force in forces),
        worst_status(forces),
    )


# -- the panel ---------------------------------------------------------------------------------------------------------------------------


def force_field(side: str, force: Any, numbers: Numbers, number: type[Int] = Int) -> Record:  # noqa: ANN401 - a named tuple
    """Return the field of a Force: a letter, a status, and numbers with their words and limits."""
    parts: dict[str, Field] = {
        name: number(f"{side}.{name}", words, limits, slides=name in SLIDING) for name, (words, limits) in numbers.items()
    }
    parts["letter"] = Choice(f"{side}.letter", N_("Leader's letter"), names.LETTERS)
    parts["status"] = Choice(f"{side}.status", N_("Status"), names.STATUS)
    return Record(side, force, parts=tuple(map(parts.__getitem__, force._fields)))


ARRAY: Final = Record(
    "array",
    Array(),
    parts=(
        *(force_field(side, Army(), NUMBERS) for side in SIDES),
        Choice("terrain", N_("Ground"), TERRAIN),
        Choice("roman", N_("Roman"), ROMAN),
        Int("tactics", N_("Tactics, as rolled"), ROLLED),
        Int("trumpeting", N_("Elephants, as rolled"), ROLLED),
        Toggles("flag", N_("How they came to battle"), FLAGS),
    ),
)


# -- as text -----------------------------------------------------------------------------------------------------------------------------

_STRENGTH: Final = Markup('<div class="diagram-sp"><b>{sp}</b><span>{words}</span></div>')
_BLOCKS: Final = Markup(
    '<svg class="diagram-blocks" viewBox="0 0 {w} 22" height="22" preserveAspectRatio="xMinYMid meet" aria-hidden="true">{inside}</svg>'
)
_BLOCK: Final = Markup('<rect class="is-{kind}" x="{x}" y="2" width="7" height="18"/>')
_TENTHS: Final = 60  # strength points that fit into the row of blocks


def strength_line(infantry: int, cavalry: int, elephants: int) -> Custom:
    """Return the strength points of a Force, and of what troops they are."""
    words = _("strength points: {troops}").format(troops=names.troops(infantry, cavalry, elephants))
    return Custom(_STRENGTH.format(sp=infantry + cavalry + elephants, words=words))


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    array = state.array
    found = terms(rules, array)
    net = total(found)
    yield Box("diagram-boxes", [_box(rules, state, side, getattr(array, side)) for side in SIDES])
    yield Parts(rules, state, ("terrain", "roman", "tactics", "trumpeting"), "panel-controls")
    yield Parts(rules, state, ("flag",))
    yield Press("follow", _("Take the battle on the board"), is_off=state.own is None)
    words = _("Net {n}: the defender retreats with a chance of {chance}. [8.3] [8.31]")
    words = words.format(n=modifier(net), chance=spoken(fight(rules, net).defender))
    if not settled(status_drm, rules, array.attacker.status, array.defender.status).allowed:
        words = _("A neutralised Force may not attack. Choose another status. [8.55]")
    label = _("The modifiers of the battle roll; a plus favours the attacker")
    yield Box("diagram-sum", [Heading(_("The battle roll")), Custom(summed(GAME, "diagram-sum", label, found)), Sentence(words)])


def _box(rules: Ruleset, state: State, side: str, army: Army) -> Frame:
    is_roman = state.array.roman == side
    numbers = [name for name in NUMBERS if name not in (OTHERS if is_roman else ROMANS)]
    controls = Parts(rules, state, tuple(f"{side}.{name}" for name in (*numbers, "letter", "status")), "diagram-fields")
    title = {"attacker": _("Attacker"), "defender": _("Defender")}[side]
    title = _("{role}, Roman").format(role=title) if is_roman else title
    return Frame(f"diagram-box is-{side}", title, [strength_line(*army[:3]), Custom(_blocks(army)), controls])


def _blocks(army: Army) -> Markup:
    """Draw a block for each strength point, or for each two or three where there are many; kinds are told apart by their fills."""
    each = -(-army.sp // _TENTHS)
    kinds = [*("foot",) * (army.infantry // each), *("horse",) * (army.cavalry // each), *("elephant",) * (army.elephants // each)]
    inside = joined(_BLOCK.format(kind=kind, x=place * 9) for place, kind in enumerate(kinds))
    return _BLOCKS.format(w=max(_TENTHS * 9, len(kinds) * 9), inside=inside)


DIAGRAM: Final = Panel(
    "diagram",
    GAME,
    N_("Two Forces, fifteen modifiers"),
    _body,
    fields=(ARRAY, Own(what="follow")),
    follow=lambda session: Followed({"array": of_position(session.position, session.selected)}),
    upgrade=lambda stored: {"own": None} if stored is None else [stored, ANY],
)
