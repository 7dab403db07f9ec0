"""Any shot on the board, part by part: who fires at whom, the sum of the force, the sum of the die, and the exact damage."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final, NamedTuple

from markupsafe import Markup

from rulesdemo.errors import InputError
from rulesdemo.games.broadside.play.state import Position, Ship
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _
from widgets.games.broadside.lessons.gunnery import NOTHING, points
from widgets.games.broadside.panels.shots import Pair, Shot, aiming, damage_chances, enemies, shot_of
from widgets.kit.components import Bars, Box, Heading, Note
from widgets.kit.controls import Own, Value
from widgets.kit.odds_rows import Row, View
from widgets.kit.panel import Component, Followed, Panel, State
from widgets.kit.radios import Radios
from widgets.kit.sum_line import Part, SumLine
from widgets.play.session import Desk
from widgets.web.phrases import modifier, unknown


class Seen(NamedTuple):
    """The position, and the pair that the board shows."""

    position: Position
    pair: tuple[str, str]


# -- who fires at whom -----------------------------------------------------------------------------------------------------------------


def _on_board(desk: Desk) -> tuple[str, str]:
    ship, target = aiming(desk.position, desk.regarded or desk.selected)
    return (ship.id if ship is not None else "", target.id if target is not None else "")


def _moment(desk: Desk) -> str:
    return " ".join(_on_board(desk))


def _follow(desk: Desk) -> Followed:
    ship, target = _on_board(desk)
    return Followed({"ship": ship, "target": target}, _moment(desk))


def pair_of(state: State, seen: Seen) -> Pair:
    """Return who fires at whom here: as picked, or as on the board where that cannot be."""
    there = {each.id: each for each in seen.position.there}
    ship, target = there.get(state.ship), there.get(state.target)
    if ship is not None and target is not None and ship.side != target.side:
        return Pair(ship, target)
    return Pair(*map(there.get, seen.pair))


def aiming_at(position: Position, ship: Ship) -> Ship | None:
    """Return the enemy that a ship would fire at, or the nearest one where she can fire at none."""
    return min(
        enemies(position, ship),
        key=lambda other: (shot_of(position, ship, other).refusal is not None, ship.place.distance(other.place)),
        default=None,
    )


def _act(state: State, what: str, value: str, desk: Desk) -> State | None:
    """Take another firer or another target; the board draws the line between them."""
    position = desk.position
    ship, target = pair_of(state, Seen(position, _on_board(desk)))
    found = next((each for each in position.there if each.id == value), None)
    if found is None or what not in ("ship", "target") or ship is None:
        raise unknown(what)
    if what == "ship":
        is_enemy = target is not None and target.side != found.side
        ship, target = found, target if is_enemy else aiming_at(position, found)
    else:
        target = found
    if target is None or target.side == ship.side:
        message = _("{name} is on her own side: choose an enemy.").format(name=found.name)
        raise InputError(message)
    acting = aiming(position, "").ship
    is_own = ship.id == desk.selected or ship.side == (acting.side if acting is not None else "")
    desk.regarded = target.id if is_own else ship.id
    return state.replace(ship=ship.id, target=target.id, own=_moment(desk))


# -- the panel -------------------------------------------------------------------------------------------------------------------------


def _heading(_rules: Ruleset, state: State, seen: Seen) -> tuple[str, Markup | None]:
    ship, target = pair_of(state, seen)
    if ship is None or target is None:
        return _("Who fires at whom"), None
    return _("{ship} at {target}").format(ship=ship.name, target=target.name), None


def _body(rules: Ruleset, state: State, seen: Seen) -> Iterator[Component]:
    position, (ship, target) = seen.position, pair_of(state, seen)
    if ship is None or target is None:
        return
    firers, others = ({each.id: each.name for each in ships} for ships in (position.there, enemies(position, ship)))
    yield Box("panel-controls", [Radios("ship", _("Who fires"), firers, ship.id), Radios("target", _("At whom"), others, target.id)])
    shot = shot_of(position, ship, target)
    odds = [] if shot.refusal is not None else [Bars(damage_view(rules, shot.aimed.force, shot.aimed.drm), "damage")]
    yield Box("gun-aim-both", [Box("", list(_sums(shot))), Box("odds", odds)], is_status=True)


def _sums(shot: Shot) -> Iterator[Component]:
    if shot.refusal is not None:
        yield Note(_("No shot. {words}").format(words=shot.refusal_text), "", "no")
        return
    yield Heading(_("Force"))
    yield SumLine(shot.force, shot.aimed.force, _("row of the table"))
    yield Heading(_("Added to the die"))
    yield SumLine(shot.die or [Part(0, _("no modifier"))], modifier(shot.aimed.drm), _("columns"), has_sign=True)
    yield Note(" ".join(f"[{rule}]" for rule in shot.rules), key="rules")


def damage_view(rules: Ruleset, force: int, drm: int) -> View:
    """Return the hull points that a shot costs, with their average."""
    chances = damage_chances(rules, force, drm)
    mean = sum((damage * chance for damage, chance in chances), Fraction(0))
    rows = tuple(Row(damage, words := points(damage) if damage else NOTHING, words, chance, "best") for damage, chance in chances)
    return View("", rows, mean, title=_("Hull points lost"))


AIM: Final = Panel(
    "aim",
    "broadside",
    N_("Who fires at whom"),
    _body,
    fields=(Value("ship", "", is_stored=False), Value("target", "", is_stored=False), Own(is_stored=False)),
    act=_act,
    reads=lambda desk: Seen(desk.position, _on_board(desk)),
    follow=_follow,
    kind="gun-aim",
    heading=_heading,
)
