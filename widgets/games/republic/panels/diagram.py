"""The force diagram: two boxes of troops with their leaders, and the fifteen modifiers of the battle roll as a sum that can be read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
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
from widgets.games.republic.lessons.adding import arrived, rivals
from widgets.games.republic.panels.ruler import fight, whole
from widgets.kit.bars import spoken
from widgets.kit.radio_row import radio_row
from widgets.kit.stepper import stepper
from widgets.kit.sum_table import Term, summed, total
from widgets.play.session import Desk
from widgets.web.badges import joined
from widgets.web.phrases import modifier, unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

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
        """All strength points."""
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
    """The modifiers in the order of the source, each with how it came about."""
    return (*_led(rules, array), *_strong(rules, array), *_arrived(rules, array), *_proven(rules, array))


def _led(rules: Ruleset, array: Array) -> Iterator[Term]:
    ours, theirs = array.attacker, array.defender
    yield Term(names.PARTS["tactics"], "8.31-a / 8.32", array.tactics, _("the attacker's value less the defender's"))
    over, why = 0, _("nobody is Roman")
    if array.roman in SIDES:
        army: Army = getattr(array, array.roman)
        found = settled(command, rules, army.letter, army.legions, array.roman == "attacker")
        over, why = (
            found.drm,
            _("{n} of {limit} Double Legions for letter {letter}").format(n=army.legions, limit=found.limit, letter=army.letter),
        )
    yield Term(names.PARTS["command"], "8.31-b / RRR 5.24", over, why)
    points = settled(subordinates, rules, ours.subordinates, theirs.subordinates).drm
    most = rules.table("battle_constants").at("subordinate_points_most")
    why = _("{a} against {b}, at most {most} each").format(a=ours.subordinates, b=theirs.subordinates, most=most)
    yield Term(names.PARTS["subordinates"], "8.31-c / 5.42", points, why)


def _strong(rules: Ruleset, array: Array) -> Iterator[Term]:
    ours, theirs = array.attacker, array.defender
    ratio = settled(combat_ratio, rules, ours.sp, theirs.sp)
    yield Term(names.PARTS["ratio"], "8.31-d", ratio.drm, _("{a} to {b}: {ratio}").format(a=ours.sp, b=theirs.sp, ratio=ratio.ratio))
    gap = ours.cavalry - theirs.cavalry
    superior = SIDES[gap <= 0]
    horse = settled(cavalry, rules, gap, array.terrain, array.roman == superior).drm
    why = _("gap {n}, {who}, on {terrain} ground").format(
        n=abs(gap), who=_("a Roman") if array.roman == superior else _("no Roman"), terrain=TERRAIN[array.terrain]
    )
    yield Term(names.PARTS["cavalry"], "8.31-e", horse, why)


def _arrived(rules: Ruleset, array: Array) -> Iterator[Term]:
    on = array.flags.__contains__
    ways = (
        ("failed_refusal", "8.31-f / 8.23, 6.55", (on("failed_refusal"), False, False, False, False, False)),
        ("ambush", "8.31-g / 6.58", (False, on("ambush"), False, False, False, False)),
        ("envelopment", "8.31-h / 6.57", (False, False, on("envelopment"), False, False, False)),
        ("river", "8.31-i", (False, False, False, on("river"), False, False)),
        ("landing", "8.31-j", (False, False, False, False, on("attacker_landed"), on("defender_landed"))),
    )
    for name, rule, said in ways:
        yield Term(names.PARTS[name], rule, settled(battle_drm, rules, *said).drm, "" if any(said) else _("no"))


def _proven(rules: Ruleset, array: Array) -> Iterator[Term]:
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
    yield Term(names.PARTS["discipline"], "8.31-k", steady, _("Veteran legions that are strong enough"))
    yield Term(names.PARTS["elite"], "8.31-l", picked, _("elite kinds of whoever is not Roman"))
    ours, theirs = array.attacker.status, array.defender.status
    found = settled(status_drm, rules, ours, theirs)
    why = _("{a} against {b}").format(a=names.STATUS[ours], b=names.STATUS[theirs])
    yield Term(names.PARTS["status"], "8.31-m", found.drm or 0, why if found.allowed else _("a neutralised Force may not attack"))
    yield Term(names.PARTS["elephants"], "8.31-n / 8.36", array.trumpeting, _("eights and nines of both sides"))
    yield Term(names.PARTS["devotio"], "8.31-o", given, _("half his campaign value") if given else _("no"))


# -- from the board ----------------------------------------------------------------------------------------------------------------------


def of_position(position: Position, name: str = "") -> Array:
    """The battle on the board as a diagram; else the one that the Force in hand would fight if it went straight at the nearest enemy."""
    if position.clash is None:
        pair = rivals(position, name)
        return Array() if pair is None else of_position(arrived(position, *pair))
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


@dataclass(slots=True)
class Diagram:
    """The battle of the board until the reader changes anything; then his own."""

    key: str = "diagram"
    own: Array | None = None

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        return _text(desk.rules, self.shown(desk), is_own=self.own is not None)

    def shown(self, desk: Desk) -> Array:
        """The diagram that is shown."""
        return self.own if self.own is not None else of_position(desk.position, desk.selected)

    def act(self, what: str, value: str, desk: Desk) -> None:
        """A number, a letter, a status or a flag is set, or the board's battle taken again."""
        if what == "follow":
            self.own = None
            return
        changed = _set(self.shown(desk), what, value)
        if changed is None:
            raise unknown(what)
        self.own = changed

    def kept(self) -> list[Any] | None:
        """The reader's own diagram."""
        own = self.own
        if own is None:
            return None
        return [list(own.attacker), list(own.defender), own.terrain, own.roman, own.tactics, own.trumpeting, sorted(own.flags)]

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same again, if every value of it can be."""
        if kept is None:
            self.own = None
            return
        try:
            attacker, defender, terrain, roman, tactics, trumpeting, flags = kept
            array = Array(Army(*attacker), Army(*defender), terrain, roman, tactics, trumpeting, frozenset(flags))
        except (TypeError, ValueError):
            return
        if _is_sound(array):
            self.own = array


def _is_sound(array: Array) -> bool:
    armies = (array.attacker, array.defender)
    numbers = [(name, getattr(army, name)) for army in armies for name in LIMITS if name in Army._fields]
    numbers += [("tactics", array.tactics), ("trumpeting", array.trumpeting)]
    return (
        all(type(number) is int and LIMITS[name][0] <= number <= LIMITS[name][1] for name, number in numbers)
        and all(army.letter in LETTERS and army.status in FROM_BEST_TO_WORST for army in armies)
        and array.terrain in TERRAIN
        and array.roman in ROMAN
        and array.flags <= FLAGS.keys()
    )


def _set(array: Array, what: str, value: str) -> Array | None:
    """The diagram with one thing changed; None where there is no such thing."""
    if what == "flag" and value in FLAGS:
        return replace(array, flags=array.flags ^ {value})
    if what == "terrain" and value in TERRAIN:
        return replace(array, terrain=value)
    if what == "roman" and value in ROMAN:
        return replace(array, roman=value)
    side, _dot, name = what.partition(".")
    changes: dict[str, Any] = {}
    if side in SIDES:
        army = _changed(getattr(array, side), name, value)
        changes = {} if army is None else {side: army}
    elif what in ("tactics", "trumpeting") and (number := _moved(getattr(array, what), what, value)) is not None:
        changes = {what: number}
    return replace(array, **changes) if changes else None


def _changed(army: Army, name: str, value: str) -> Army | None:
    """A box with one thing changed."""
    field = name.removesuffix(".at")
    changes: dict[str, Any] = {}
    if (name == "letter" and value in LETTERS) or (name == "status" and value in FROM_BEST_TO_WORST):
        changes = {name: value}
    elif field in LIMITS and field in Army._fields:
        number = _put(field, value) if name.endswith(".at") else _moved(getattr(army, field), field, value)
        changes = {} if number is None else {field: number}
    return army._replace(**changes) if changes else None


def _moved(before: int, field: str, value: str) -> int | None:
    low, high = LIMITS[field]
    return min(max(before + int(value), low), high) if value in ("-1", "1") else None


def _put(field: str, value: str) -> int | None:
    low, high = LIMITS[field]
    number = whole(value)
    return number if number is not None and low <= number <= high else None


# -- as text -----------------------------------------------------------------------------------------------------------------------------

_PANEL: Final = Markup(
    '<section class="diagram" aria-labelledby="diagram-title"><h3 id="diagram-title">{title}</h3>'
    '<div class="diagram-boxes">{boxes}</div><div class="panel-controls">{controls}</div>'
    '<div class="diagram-flags" role="group" aria-label="{came}">{flags}</div>'
    '<button type="button" id="diagram-follow" data-do="extra" data-name="diagram:follow"{off}>{follow}</button>'
    '<div class="diagram-sum"><h4>{sum_title}</h4>{sum}<div class="panel-said" role="status">{said}</div></div></section>'
)
_BOX: Final = Markup(
    '<fieldset class="diagram-box is-{side}"><legend>{name}</legend><div class="diagram-sp"><b>{sp}</b><span>{words}</span></div>{blocks}'
    '<div class="diagram-fields">{fields}</div></fieldset>'
)
_BLOCKS: Final = Markup(
    '<svg class="diagram-blocks" viewBox="0 0 {w} 22" height="22" preserveAspectRatio="xMinYMid meet" aria-hidden="true">{inside}</svg>'
)
_BLOCK: Final = Markup('<rect class="is-{kind}" x="{x}" y="2" width="7" height="18"/>')
_FLAG: Final = Markup(
    '<button type="button" class="toggle" id="diagram-flag-{name}" data-do="extra" data-name="diagram:flag" data-by="{name}" '
    'aria-pressed="{on}"><span class="toggle-sign" aria-hidden="true">{sign}</span>{words}</button>'
)
_OFF: Final = Markup(" disabled")
_TENTHS: Final = 60  # strength points that fit into the row of blocks


@cached
def _text(rules: Ruleset, array: Array, *, is_own: bool) -> Markup:
    found = terms(rules, array)
    net = total(found)
    chance = fight(rules, net).defender
    said = _("Net {n}: the defender retreats with {chance}. [8.3] [8.31]").format(n=modifier(net), chance=spoken(chance))
    if not settled(status_drm, rules, array.attacker.status, array.defender.status).allowed:
        said = _("A neutralised Force may not attack. Choose another status. [8.55]")
    controls = radio_row("diagram", "terrain", _("Ground"), TERRAIN, array.terrain)
    controls += radio_row("diagram", "roman", _("Roman"), ROMAN, array.roman)
    controls += stepper("diagram", "tactics", _("Tactics, as rolled"), array.tactics, LIMITS["tactics"])
    controls += stepper("diagram", "trumpeting", _("Elephants, as rolled"), array.trumpeting, LIMITS["trumpeting"])
    flags = joined(
        _FLAG.format(name=name, on="true" if name in array.flags else "false", sign="✓" if name in array.flags else "+", words=words)
        for name, words in FLAGS.items()
    )
    return _PANEL.format(
        title=_("Two Forces, fifteen modifiers"),
        boxes=joined(_box(side, getattr(array, side), is_roman=array.roman == side) for side in SIDES),
        controls=controls,
        came=_("How they came to battle"),
        flags=flags,
        off="" if is_own else _OFF,
        follow=_("Take the battle on the board"),
        sum_title=_("The battle roll"),
        sum=summed(GAME, "diagram-sum", _("The modifiers of the battle roll; a plus favours the attacker"), found),
        said=cited(GAME, said, "diagram-said"),
    )


def _box(side: str, army: Army, *, is_roman: bool) -> Markup:
    key = "diagram"
    words = {
        "infantry": _("Infantry"),
        "cavalry": _("Cavalry"),
        "elephants": _("Elephants"),
        "subordinates": _("Subordinates' points"),
        **(
            {"legions": _("Double Legions"), "veterans": _("Veteran legions"), "cv": _("Campaign value")}
            if is_roman
            else {"elite": _("Elite kinds")}
        ),
    }
    fields = [
        stepper(key, f"{side}.{name}", word, getattr(army, name), LIMITS[name], slides=name in SLIDING) for name, word in words.items()
    ]
    fields.append(radio_row(key, f"{side}.letter", _("Leader's letter"), LETTERS, army.letter))
    fields.append(radio_row(key, f"{side}.status", _("Status"), {each: names.STATUS[each] for each in FROM_BEST_TO_WORST}, army.status))
    title = {"attacker": _("Attacker"), "defender": _("Defender")}[side]
    return _BOX.format(
        side=side,
        name=f"{title}, {_('Roman')}" if is_roman else title,
        sp=army.sp,
        words=_("strength points: {troops}").format(troops=names.troops(army.infantry, army.cavalry, army.elephants)),
        blocks=_blocks(army),
        fields=joined(fields),
    )


def _blocks(army: Army) -> Markup:
    """A block for each strength point, or for each two or three where there are many; kinds are told apart by their fills."""
    each = -(-army.sp // _TENTHS)
    kinds = [*("foot",) * (army.infantry // each), *("horse",) * (army.cavalry // each), *("elephant",) * (army.elephants // each)]
    inside = joined(_BLOCK.format(kind=kind, x=place * 9) for place, kind in enumerate(kinds))
    return _BLOCKS.format(w=max(_TENTHS * 9, len(kinds) * 9), inside=inside)
