"""The force diagram: two boxes of troops with their leaders, and the fifteen modifiers of the battle roll as a sum that can be read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.games.republic.modifiers import battle_drm, command, devotio, discipline, elite, subordinates
from rulesdemo.games.republic.play.modifiers import worst_status
from rulesdemo.games.republic.play.state import Force, Position
from rulesdemo.games.republic.status import FROM_BEST_TO_WORST, StatusName, status_drm
from rulesdemo.games.republic.strength import cavalry, combat_ratio
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _
from widgets.games.republic import names
from widgets.games.republic.lessons.adding import on_arrival, rivals
from widgets.games.republic.panels.ruler import fight
from widgets.kit.bars import spoken
from widgets.kit.components import Box, Controls, Custom, Heading, Press, Said
from widgets.kit.controls import Choice, Int, Own
from widgets.kit.frame import Frame
from widgets.kit.panel import ANY, Component, Field, Followed, Panel, State
from widgets.kit.sum_table import Term, summed, total
from widgets.kit.toggle import Toggles
from widgets.web.badges import joined
from widgets.web.phrases import modifier

GAME: Final = "republic"
SIDES: Final = ("attacker", "defender")
LETTERS: Final = {letter: letter for letter in "ABCDE"}
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
# The least and the most that the boxes hold; no rule sets them, they are only wide enough.
LIMITS: Final = {
    "infantry": (1, 120),
    "cavalry": (0, 40),
    "elephants": (0, 9),
    "legions": (0, 9),
    "veterans": (0, 9),
    "subordinates": (0, 5),
    "elite": (0, 5),
    "cv": (1, 9),
    "tactics": (-9, 9),
    "trumpeting": (-9, 9),
}
SLIDING: Final = ("infantry", "cavalry")
NUMBERS: Final = {
    "infantry": N_("Infantry"),
    "cavalry": N_("Cavalry"),
    "elephants": N_("Elephants"),
    "subordinates": N_("Subordinates' points"),
    "legions": N_("Double Legions"),
    "veterans": N_("Veteran legions"),
    "cv": N_("Campaign value"),
    "elite": N_("Elite kinds"),
}
ROMANS: Final = ("legions", "veterans", "cv")  # numbers that only a Roman has
OTHERS: Final = ("elite",)


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


@dataclass(frozen=True, slots=True)
class Array:
    """Both boxes, the ground, who is Roman, what came by dice, and how the Forces came there."""

    attacker: Army = Army()  # noqa: RUF009 - a named tuple
    defender: Army = Army()  # noqa: RUF009
    terrain: str = "flat"
    roman: str = "attacker"
    tactics: int = 0
    trumpeting: int = 0  # eights and nines of the attacker's elephants less those of the defender's
    flags: frozenset[str] = frozenset()


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


def _strengths(rules: Ruleset, array: Array) -> Iterator[Term]:
    ours, theirs = array.attacker, array.defender
    ratio = settled(combat_ratio, rules, ours.sp, theirs.sp)
    yield Term(names.PARTS["ratio"], "8.31-d", ratio.drm, N_("{a} to {b}: {ratio}").format(a=ours.sp, b=theirs.sp, ratio=ratio.ratio))
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
        flags=frozenset(name for name, on in flags.items() if on),
    )


def _army(rules: Ruleset, forces: tuple[Force, ...]) -> Army:
    least = int(rules.table("battle_constants").at("veteran_legion_least_infantry_sp"))
    return Army(
        sum(force.infantry for force in forces),
        sum(force.cavalry for force in forces),
        sum(force.elephants for force in forces),
        forces[0].leader.letter,
        forces[0].leader.cv,
        sum(force.double_legions for force in forces),
        sum(legion.veteran and legion.infantry >= least for force in forces for legion in force.legions),
        sum(force.leader.subordinates for force in forces),
        sum(force.elite for force in forces),
        worst_status(forces),
    )


# -- the panel ---------------------------------------------------------------------------------------------------------------------------


def array_of(state: State) -> Array:
    """Return the diagram of a state."""
    ours, theirs = (Army(*(getattr(state, f"{side}.{name}") for name in Army._fields)) for side in SIDES)
    return Array(ours, theirs, state.terrain, state.roman, state.tactics, state.trumpeting, frozenset(state.flag))


def fields_of(array: Array) -> dict[str, Any]:
    """Return a diagram as the fields of the panel."""
    armies = {f"{side}.{name}": value for side in SIDES for name, value in getattr(array, side)._asdict().items()}
    flags = tuple(name for name in FLAGS if name in array.flags)
    more = {"terrain": array.terrain, "roman": array.roman, "tactics": array.tactics, "trumpeting": array.trumpeting}
    return {**armies, **more, "flag": flags}


def _of_board(session: Any) -> Followed:  # noqa: ANN401 - a session of any game
    return Followed(fields_of(of_position(session.position, session.selected)))


def _upgrade(stored: Any) -> Any:  # noqa: ANN401 - whatever a browser brings
    if stored is None:
        return {"own": None}
    attacker, defender, terrain, roman, tactics, trumpeting, flags = stored
    array = Array(Army(*attacker), Army(*defender), terrain, roman, tactics, trumpeting)
    return {**fields_of(array), "flag": flags, "own": ANY}


def _army_fields(side: str) -> Iterator[Field]:
    for name, words in NUMBERS.items():
        yield Int(f"{side}.{name}", words, LIMITS[name], getattr(Army(), name), name in SLIDING, is_apart=True)
    yield Choice(f"{side}.letter", N_("Leader's letter"), LETTERS, start=Army().letter, is_apart=True)
    yield Choice(f"{side}.status", N_("Status"), {each: names.STATUS[each] for each in FROM_BEST_TO_WORST}, is_apart=True)


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
    array = array_of(state)
    found = terms(rules, array)
    net = total(found)
    yield Box("diagram-boxes", [_box(rules, state, side, getattr(array, side)) for side in SIDES])
    yield Controls(rules, state, ("terrain", "roman", "tactics", "trumpeting"))
    yield Controls(rules, state, ("flag",), kind="")
    yield Press("follow", _("Take the battle on the board"), is_off=state.own is None)
    words = _("Net {n}: the defender retreats with a chance of {chance}. [8.3] [8.31]")
    words = words.format(n=modifier(net), chance=spoken(fight(rules, net).defender))
    if not settled(status_drm, rules, array.attacker.status, array.defender.status).allowed:
        words = _("A neutralised Force may not attack. Choose another status. [8.55]")
    label = _("The modifiers of the battle roll; a plus favours the attacker")
    yield Box("diagram-sum", [Heading(_("The battle roll")), Custom(summed(GAME, "diagram-sum", label, found)), Said(words)])


def _box(rules: Ruleset, state: State, side: str, army: Army) -> Frame:
    is_roman = state.roman == side
    numbers = [name for name in NUMBERS if name not in (OTHERS if is_roman else ROMANS)]
    controls = Controls(rules, state, tuple(f"{side}.{name}" for name in (*numbers, "letter", "status")), "diagram-fields")
    title = {"attacker": _("Attacker"), "defender": _("Defender")}[side]
    title = f"{title}, {_('Roman')}" if is_roman else title
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
    fields=(
        *(each for side in SIDES for each in _army_fields(side)),
        Choice("terrain", N_("Ground"), TERRAIN, start="flat", is_apart=True),
        Choice("roman", N_("Roman"), ROMAN, is_apart=True),
        Int("tactics", N_("Tactics, as rolled"), LIMITS["tactics"], is_apart=True),
        Int("trumpeting", N_("Elephants, as rolled"), LIMITS["trumpeting"], is_apart=True),
        Toggles("flag", N_("How they came to battle"), FLAGS, is_apart=True),
        Own(what="follow"),
    ),
    follow=_of_board,
    upgrade=_upgrade,
)
