"""Deploying late: how far every zone is from the nearest friend, which zones are eligible now, and why the others are not."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Final, Literal

from rulesdemo.games.toulon.initiative import Tie, initiative_tie
from rulesdemo.games.toulon.play import ground, setup
from rulesdemo.games.toulon.play.orders import Overrule, PlaceUnit
from rulesdemo.games.toulon.play.sequence import SEQUENCE
from rulesdemo.games.toulon.play.state import Position, Proposal, Unit, enemy_of, side_of
from rulesdemo.play.engine import Throw
from rulesdemo.words import N_, _, ngettext
from widgets.board.zone_sheet import ZoneSheet, pill
from widgets.games.toulon import names
from widgets.play.game_guide import Count, Look, Outlook, Rehearsal
from widgets.play.lesson import Lesson, Words, either
from widgets.scene.palette import INK, TEAL
from widgets.scene.shapes import Item

Why = Literal["near", "used", "enemy", "beach", "far"]
REASONS: Final[dict[Why, str]] = {
    "used": N_("{zone} has its Allied unit of this round"),
    "enemy": N_("{zone} holds an enemy unit"),
    "beach": N_("{zone} has no beach, so the roadstead does not lead there"),
    "far": N_("{zone} is more than two steps from any friend"),
}
COUNTED: Final[dict[Why, str]] = {
    "used": N_("shut: used this round"),
    "enemy": N_("shut: an enemy is there"),
    "beach": N_("shut: over water, no beach"),
    "far": N_("shut: too far"),
}
CORNER: Final = 0.78  # of a radius, across and up
TIED, SETTLED = N_("A tie, throw again"), N_("Somebody goes first")
SIDES: Final = {"allied": "british", "west": "west", "east": "east"}


def placing(position: Position, name: str) -> Unit | str:
    """The unit that is about to be placed: the one in hand, the one wished for, or else the nation whose step it is; "" at other times."""
    decision = SEQUENCE.decision(position)
    if decision is None or position.turn.step not in SIDES or not {PlaceUnit, Overrule} & set(decision.orders):
        return ""
    wished = position.pending.unit if isinstance(position.pending, Proposal) else name
    unit = position.find(wished)
    if unit is not None and (isinstance(position.pending, Proposal) or unit in setup.in_hand(position)):
        return unit
    return SIDES[position.turn.step]


def why(position: Position, nation: str, zone: str) -> Why:
    """Whether a zone may be chosen now: near enough, free of enemies and, for the Allies, not used in this round; or what is against it."""
    if zone in setup.eligible(position, nation):
        return "used" if zone in position.turn.placed else "near"
    if ground.is_occupied(position, enemy_of(side_of(nation)), zone):
        return "enemy"
    return "beach" if setup.lacks_beach(position, nation, zone) else "far"


def outlook(position: Position, name: str) -> Outlook | None:
    """How many zones are eligible at one step and at two, and how many are shut for which reason; those eligible are tinted."""
    who = placing(position, name)
    if not who:
        return None
    nation = who.nation if isinstance(who, Unit) else who
    ways, zones = setup.ways(position, nation), position.board.chart.of_kind("land")
    found = {zone: why(position, nation, zone) for zone in zones}
    near = [zone for zone in zones if found[zone] == "near"]
    steps = [len(ways[zone]) - 1 for zone in near]
    counts = [Count(_("one step from a friend"), steps.count(1), "bar"), Count(_("two steps"), steps.count(2), "bar")]
    shut = Counter(found.values())
    counts += [Count(words, shut[reason], "bar") for reason, words in COUNTED.items() if shut[reason]]
    title = (
        _("Where {unit} may be placed").format(unit=who.name)
        if isinstance(who, Unit)
        else ngettext("{n} eligible zone", "{n} eligible zones", len(near)).format(n=len(near))
    )
    words = _("A friend is a depot, a beach of the first landings or a unit; for the Republicans only of the same wing. [1.14]")
    if nation not in ("west", "east", "reserve"):
        words = _("A friend is the fleet, a beach of the first landings or any Allied unit. [1.14]")
    words += " " + _("At the upper right of a zone are its steps; × is shut.")
    return Outlook(title, tuple(counts), words, frozenset() if isinstance(who, Unit) else frozenset(near))


def overlay(position: Position, sheet: ZoneSheet, look: Look) -> tuple[Item, ...]:
    """A plate at every zone of land: its steps from the nearest friend where it is eligible, else what shuts it."""
    who = placing(position, look.selected)
    if not who:
        return ()
    nation = who.nation if isinstance(who, Unit) else who
    ways = setup.ways(position, nation)
    return tuple(
        _plate(position, sheet, zone, why(position, nation, zone), ways.get(zone, ())) for zone in position.board.chart.of_kind("land")
    )


def _plate(position: Position, sheet: ZoneSheet, zone: str, reason: Why, way: tuple[str, ...]) -> Item:
    """A small plate at the upper right of a zone, where nothing else stands."""
    where = names.zone(position, zone)
    x, y = sheet.centre(zone)
    far = CORNER * sheet.reach(zone)
    at = (float(round(x + far)), float(round(y - far)))
    if reason != "near":
        words = REASONS[reason].format(zone=where)
        return replace(pill("×", sheet.type, ink=INK, line=INK), at=at, id=f"shut {zone}", role="sector", label=words)
    steps = len(way) - 1
    form = ngettext("{zone}: {n} step from {friend}", "{zone}: {n} steps from {friend}", steps)
    words = form.format(zone=where, n=steps, friend=names.zone(position, way[0]))
    if steps > 1:
        words += " " + _("by {between}").format(between=names.list_text(names.zone(position, each) for each in way[1:-1]))
    return replace(pill(str(steps), sheet.type, ink=TEAL, line=TEAL), at=at, id=f"steps {zone}", role="sector", label=words)


# -- the roll for initiative, which comes once all are placed ------------------------------------------------------------------------------


def rehearsal(position: Position, _name: str) -> Rehearsal | None:
    """While units are placed, the first throw of the turn to come: whether it is a tie."""
    if position.result is not None or position.turn.step not in SIDES:
        return None
    return Rehearsal(_("Then, for initiative: a tie?"), Throw(initiative_tie, (position.rules, 1), Tie(tied=False)))


def tie_verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """Both dice, and what they settle."""
    dice = _("{a} for the Allies, {r} for the Republicans.").format(a=faces[-2], r=faces[-1])
    return f"{dice} {_('A tie: both throw again.') if throw.outcome.tied else _('The higher goes first.')} [1.18]"


ELIGIBLE: Final = Lesson(
    "eligible",
    outlook=outlook,
    overlay=overlay,
    rehearsal=rehearsal,
    throws={Tie: Words(either("tied", TIED, SETTLED), tie_verdict, (SETTLED, TIED))},
)
