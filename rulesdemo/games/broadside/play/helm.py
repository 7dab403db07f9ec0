"""What a written order asks of a ship (IV to IV.g, T7, T11): may she, what does it spend, where does it lead, what else could she write."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from rulesdemo.board.hexes import Direction
from rulesdemo.games.broadside.board import GRID, point_index
from rulesdemo.games.broadside.grammar import DROP_ANCHOR, FULL_SAIL, LEFT, RIGHT, WEIGH, Fault, Parsed, parse, read_order
from rulesdemo.games.broadside.movement import HEAD_TO_WIND, m_available, pivot, pivots_on_the_spot, point_of_sailing, speed_window
from rulesdemo.games.broadside.orders import order_cost, tack_allowed
from rulesdemo.games.broadside.play.facts import POINTS
from rulesdemo.games.broadside.play.state import Anchor, Chart, Place, Position, Ship
from rulesdemo.games.broadside.weather import wind_effects
from rulesdemo.play.engine import Refusal, cites, settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_

CLOSE_HAULED: Final = "B"
STAY: Final = "0"
WAYS: Final = {LEFT: "left", RIGHT: "right"}


class Helm(NamedTuple):
    """All that decides which orders a ship may be given for this turn."""

    m: int
    least: int
    most: int
    m_close_hauled: int
    inertia: int
    speed: int
    relative: int  # hexsides from where the wind comes to her heading
    anchor: Anchor
    in_irons: bool
    calm: bool
    no_sail: str  # why she may not set full sail; "" when she may


# -- what she has ----------------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1_000)
def point_at(rules: Ruleset, relative: int) -> str:
    """Return the point of sailing at `relative` hexsides off the wind [IV.a, B52]."""
    return str(settled(point_of_sailing, rules, GRID.names[relative], GRID.names[0]).point)


@cites("IV.a", "T3")
def point_of(position: Position, ship: Ship) -> str:
    """A head to wind, B close-hauled, C reaching or D running [IV.a]."""
    return point_at(position.rules, point_index(ship.heading, position.sky.wind_from))


@lru_cache(maxsize=20_000)
def available(rules: Ruleset, card: tuple[int, int, int], point: str, force: int, *state: int) -> int:
    """The M of a card at a point and in a wind; `state` is initial hull, mast points lost, full sail, rigging hits, anchored [B34]."""
    by_point = dict(zip("BCD", card, strict=True))
    hull_initial, masts_lost, full_sail, rigging, anchored = state
    return int(
        settled(
            m_available, rules, by_point.get(point, 0), point, force, hull_initial, masts_lost, bool(full_sail), rigging, bool(anchored)
        ).m
    )


@cites("II Déplacement", "IV.a", "IV.c", "IV.g", "T3", "T12")
def m_of(position: Position, ship: Ship, point: str) -> int:
    """The M that she has at a point of sailing, with the masts, the sail and the wind of this turn [T3, B31, B34]."""
    if ship.is_fort:
        return 0
    return available(
        position.rules,
        (ship.m_close_hauled, ship.m_reaching, ship.m_running),
        point,
        position.sky.force,
        ship.hull_initial,
        sum(ship.masts[: ship.masts_lost]),
        ship.sail in ("on", "taking_in"),
        ship.damage.rigging_m,
        ship.anchor not in ("none", "dropping"),
    )


@lru_cache(maxsize=20_000)
def _window(rules: Ruleset, m: int, inertia: int, speed: int, hits: int) -> tuple[int, int]:
    least, most = settled(speed_window, rules, m, inertia, speed, hits)
    return least, most


@cites("IV.g", "T3")
def _no_sail(position: Position, ship: Ship) -> str:
    """Why full sail cannot be set, by a word; what is set can always be taken in [IV.g, B46, B63]."""
    if not ship.has_full_sail:
        return "card"
    if ship.masts_lost or ship.damage.rigging_m or ship.damage.rigging_inertia:
        return "rig"
    if ship.sail == "off" and not settled(wind_effects, position.rules, position.sky.force).full_sail:
        return "wind"
    return ""


@cites("IV", "IV.d", "IV.d ex", "IV.e", "T11")
def helm_of(position: Position, ship: Ship) -> Helm:
    """What she may spend this turn, and what holds her [IV.d, B6]."""
    known: Helm | None = position.memo.get(ship.id)
    if known is None:
        point = point_of(position, ship)
        m = 0 if ship.in_irons else m_of(position, ship, point)
        least, most = _window(position.rules, m, ship.inertia, ship.speed, ship.damage.rigging_inertia)
        known = Helm(
            m,
            least,
            most,
            m_of(position, ship, CLOSE_HAULED),
            ship.inertia,
            ship.speed,
            point_index(ship.heading, position.sky.wind_from),
            ship.anchor,
            ship.in_irons,
            position.sky.force == 0,
            _no_sail(position, ship),
        )
        position.memo[ship.id] = known
    return known


# -- may she ---------------------------------------------------------------------------------------------------------------------------


def spelling_refusal(fault: Fault) -> Refusal:
    """A fault of spelling, with the character at which it stands."""
    return Refusal(N_("At character {at}: {reason}").format(at=fault.at, reason=fault.reason), fault.rule, fault.way_out)


@lru_cache(maxsize=200_000)
def cost_of(rules: Ruleset, text: str) -> int:
    """The M that an order spends [T7, IV.b, IV.c]."""
    return int(settled(order_cost, rules, parse_well_formed(text).text).m)


def parse_well_formed(text: str) -> Parsed:
    """An order that is known to be well formed."""
    order = parse(text)
    if isinstance(order, Fault):
        raise TypeError(order.reason)
    return order


@cites("IV.b", "IV.c", "IV.d", "IV.e", "IV.f", "IV.g", "T7", "T11")
@lru_cache(maxsize=200_000)
def check_order(rules: Ruleset, helm: Helm, text: str) -> Refusal | None:
    """Whether a ship may be given this order for this turn."""
    order = read_order(rules, text)
    if isinstance(order, Fault):
        return spelling_refusal(order)
    if order.kind == "moves":
        return _check_moves(rules, helm, order)
    if order.kind == "pivot":
        return _check_pivot(rules, helm)
    return _check_anchor(helm, order)


@cites("T7", "IV.c")
def _check_anchor(helm: Helm, order: Parsed) -> Refusal | None:
    """A is for a ship that may spend nothing this turn, -A- for one at anchor [T7, B57, B62]."""
    if order.kind == "weigh":
        if helm.anchor == "down":
            return None
        return Refusal(N_("Her anchor is not down."), "T7", N_("Write -A- only for a ship at anchor."))
    if helm.anchor != "none":
        return Refusal(N_("Her anchor is down already, or on its way."), "T7", N_("Write G or D to swing her at anchor, or -A- to weigh."))
    if helm.in_irons:
        return _in_irons()
    if helm.least:
        return Refusal(
            N_("She runs too fast to anchor: she must spend {least} M at least.").format(least=helm.least),
            "IV.d",
            N_("Slow down first: write {least}.").format(least=helm.least),
        )
    return None


def _in_irons() -> Refusal:
    return Refusal(N_("The wind has stopped her head to wind: she can only pivot on the spot."), "IV.e", N_("Write G or D."))


@cites("IV.c", "IV.e", "T11", "T3")
def _check_pivot(rules: Ruleset, helm: Helm) -> Refusal | None:
    """A pivot on the spot: at anchor, or after the wind has stopped her; without wind only at anchor [IV.c, B8, B28]."""
    anchored = helm.anchor == "down"
    if helm.calm and not anchored:
        return Refusal(N_("Without wind only a ship at anchor can pivot."), "T3", N_("Write {order}.").format(order=STAY))
    if settled(pivots_on_the_spot, rules, anchored, helm.in_irons).pivots:
        return None
    return Refusal(
        N_("A pivot on the spot is for ships at anchor or stopped head to wind."), "IV.c", N_("Put a hex before and after it, such as 1G1.")
    )


@cites("IV", "IV.c", "IV.d", "IV.e", "IV.f", "IV.g")
def _check_moves(rules: Ruleset, helm: Helm, order: Parsed) -> Refusal | None:
    """Hexes ahead and pivots within the window, then perhaps a tack [IV.d, IV.f, B6, B7]."""
    spends = cost_of(rules, order.text)
    if spends and helm.in_irons:
        return _in_irons()
    if spends and helm.anchor not in ("none", "dropping"):
        return Refusal(N_("At anchor she has no M."), "IV.c", N_("Write G or D to swing her, or -A- to weigh."))
    if order.sail and helm.no_sail:
        return _SAILS[helm.no_sail]
    if order.tack:
        return _check_tack(rules, helm, order, spends)
    if helm.least <= spends <= helm.most:
        return None
    if helm.least < helm.most:
        reason = N_("This spends {spends} M, and she may spend {least} to {most} M this turn.")
    else:
        reason = N_("This spends {spends} M, and she may spend exactly {most} M this turn.")
    straight = helm.least if spends < helm.least else helm.most
    return Refusal(
        reason.format(spends=spends, least=helm.least, most=helm.most),
        "IV.d",
        N_("Write {order}, or another order that fits.").format(order=straight),
    )


_SAILS: Final = {
    "card": Refusal(N_("She carries no full sail."), "IV.g", N_("Leave VH out.")),
    "rig": Refusal(N_("Full sail needs a rig without damage."), "IV.g", N_("Leave VH out.")),
    "wind": Refusal(N_("The wind is too strong for full sail."), "T3", N_("Leave VH out until the wind drops below force 4.")),
}


@cites("IV.f", "T11")
def _check_tack(rules: Ruleset, helm: Helm, order: Parsed, spends: int) -> Refusal | None:
    """From close-hauled, through the wind, with M and way enough; the lower limit of the window is waived [IV.f, B7]."""
    before = sum((1 if letter == RIGHT else -1) for letter in "".join(order.turns))
    relative = (helm.relative + before) % len(GRID.names)
    if point_at(rules, relative) != CLOSE_HAULED:
        point = POINTS[point_at(rules, relative)]
        return Refusal(
            N_("A tack begins close-hauled, and she would be {point}.").format(point=point), "IV.f", N_("Come close to the wind first.")
        )
    if point_at(rules, (relative + (1 if order.tacks == RIGHT else -1)) % len(GRID.names)) != HEAD_TO_WIND:
        other = LEFT if order.tacks == RIGHT else RIGHT
        return Refusal(
            N_("A tack goes through the wind, and this turns away from it."), "IV.f", N_("Write {order}.").format(order=f"{other}1{other}")
        )
    tack = cost_of(rules, f"{order.tacks}1{order.tacks}")
    close_hauled = settled(tack_allowed, rules, helm.m_close_hauled, helm.inertia, helm.speed)
    if close_hauled.allowed and spends <= helm.most:
        return None
    can = min(helm.most, helm.m_close_hauled)
    return Refusal(
        N_("The tack and what comes before it take {spends} M, and she has {can} M for it.").format(spends=spends, can=can),
        "IV.f",
        N_("Gather way until {tack} M can be spent close-hauled, or write fewer hexes before the tack.").format(tack=tack),
    )


# -- what it does ----------------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1_000)
def heading_after(rules: Ruleset, heading: Direction, letter: str) -> Direction:
    """The heading after a pivot [IV.c, B53]."""
    return GRID.named(settled(pivot, rules, GRID.name(heading), WAYS[letter]).heading)


class Walk(NamedTuple):
    """Where an order leads: after each hex with the heading in which she leaves it, what she comes to, and whether she left the map."""

    steps: tuple[Place, ...]
    end: Place
    left: bool = False
    tacked: bool = False


@cites("IV.b", "IV.c", "IV.e", "IV.f", "T11")
def walk(rules: Ruleset, chart: Chart, wind_from: Direction, start: Place, order: Parsed) -> Walk:
    """Follow an order hex by hex; head to wind she stops dead, before land she stops, and past the edge she is gone [IV.e, B60, B61]."""
    if order.kind != "moves":
        turned = Place(start.hex, heading_after(rules, start.heading, order.turns[0])) if order.kind == "pivot" else start
        return Walk((turned,), turned)
    steps = [start]
    legs = [(hexes, order.turns[place] if place < len(order.turns) else "") for place, hexes in enumerate(order.hexes)]
    for hexes, pivots in legs:
        if not _ahead(chart, steps, hexes):
            return _cut_short(chart, steps)
        for letter in pivots:
            steps[-1] = Place(steps[-1].hex, heading_after(rules, steps[-1].heading, letter))
        if pivots and point_at(rules, point_index(steps[-1].heading, wind_from)) == HEAD_TO_WIND:
            return Walk(tuple(steps), steps[-1])
    return _tack(rules, chart, steps, order) if order.tack else Walk(tuple(steps), steps[-1])


@cites("IV.f")
def _tack(rules: Ruleset, chart: Chart, steps: list[Place], order: Parsed) -> Walk:
    """Pivot, a hex head to wind, and pivot the same way [IV.f]."""
    steps[-1] = Place(steps[-1].hex, heading_after(rules, steps[-1].heading, order.tacks))
    if not _ahead(chart, steps, int(order.tack[1].text)):
        return _cut_short(chart, steps)
    end = Place(steps[-1].hex, heading_after(rules, steps[-1].heading, order.tacks))
    return Walk(tuple(steps), end, tacked=True)


def _ahead(chart: Chart, steps: list[Place], hexes: int) -> bool:
    """Add that number of hexes ahead; False when land or the edge of the map came before the last."""
    for _ in range(hexes):
        here = steps[-1]
        following = GRID.neighbour(here.hex, here.heading)
        if following in chart.land or following not in chart.hexes:
            return False
        steps.append(Place(following, here.heading))
    return True


def _cut_short(chart: Chart, steps: list[Place]) -> Walk:
    here = steps[-1]
    return Walk(tuple(steps), here, left=GRID.neighbour(here.hex, here.heading) not in chart.hexes)


@cites("VII", "IV.d")
def straight_on(helm: Helm) -> str:
    """The order of a ship that has none: straight on at her last speed, as far as is legal [VII, B26]."""
    return str(max(helm.least, min(helm.most, helm.speed)))


# -- all that could be written ---------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=2_000)
def spellings(rules: Ruleset, most: int, *, sail: bool) -> tuple[str, ...]:
    """Every order that spends at most so much, each in one spelling: the shortest moves first."""
    steps = sorted(_steps(rules, most), key=lambda text: (cost_of(rules, text), len(text), text))
    tacks = tuple(f"{letter}1{letter}" for letter in (LEFT, RIGHT))
    moves = [*steps, *(f"{text}{tack}" for text in ("", *steps) if text != STAY for tack in tacks)]
    fitting = [text for text in moves if cost_of(rules, text) <= most]
    full = [f"{FULL_SAIL}{text}" for text in fitting if text not in tacks] if sail else []
    return (*fitting, *(text for text in full if cost_of(rules, text) <= most), LEFT, RIGHT, DROP_ANCHOR, WEIGH)


def _steps(rules: Ruleset, most: int) -> Iterator[str]:
    """Numbers with single pivots between them."""
    yield STAY
    layer = [str(hexes) for hexes in range(1, most + 1)]
    while layer:
        yield from layer
        longer = (f"{text}{letter}{hexes}" for text in layer for letter in (LEFT, RIGHT) for hexes in range(1, most + 1))
        layer = [text for text in longer if _fits(rules, text, most)]


def _fits(rules: Ruleset, text: str, most: int) -> bool:
    return not isinstance(read_order(rules, text), Fault) and cost_of(rules, text) <= most


@lru_cache(maxsize=20_000)
def legal_orders(rules: Ruleset, helm: Helm) -> tuple[str, ...]:
    """Every order that a ship may be given for this turn, each in one spelling."""
    return tuple(text for text in spellings(rules, helm.most, sail=not helm.no_sail) if check_order(rules, helm, text) is None)
