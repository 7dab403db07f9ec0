"""A panel that takes an order apart: each sign with what it does and what it costs, and the track of it for a ship in open water."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from markupsafe import Markup

from rulesdemo.games.broadside.board import GRID
from rulesdemo.games.broadside.grammar import FULL_SAIL, LEFT, Parsed, read_order
from rulesdemo.games.broadside.play.helm import cost_of, helm_of
from rulesdemo.games.broadside.play.state import Position, Turn
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.games.broadside import names
from widgets.games.broadside.board.scene import scene
from widgets.games.broadside.lessons.orders import span
from widgets.games.broadside.panels.parts import board_and_words
from widgets.games.broadside.panels.points import NOON, SHIPS
from widgets.games.broadside.panels.sky import Conditions, open_water
from widgets.games.broadside.slate import SLATE
from widgets.kit.components import Board, Box, Custom, Press
from widgets.kit.controls import Choice
from widgets.kit.panel import Component, Panel, State
from widgets.kit.text_field import Text, TextInput
from widgets.play.game_guide import Look
from widgets.play.order_rows import SALTIRE, TICK
from widgets.play.order_slate import LONGEST, Course, Wrong, echo
from widgets.web.badges import chip, joined, mark
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

EXAMPLES: Final = ("3", "1G1", "1G1D1", "1GG1", "G1", "2D1D", "VH2", "A", "-A-")
STARTS: Final = "1G1D1"
HEADINGS: Final = {"B": GRID.named("NE"), "C": GRID.named("SE"), "D": GRID.named("S")}
SPEED: Final = 3  # hexes crossed last turn, as in the example of the rules
ACROSS: Final = (10, 10)  # so that five hexes, the most that these ships may spend, stay on the map whichever way they go
PLACE: Final = "0505"
SIZE: Final = (352.0, 360.0)

_SIGNS: Final = Markup('<ol class="reader-signs" role="list" aria-label="{label}">{signs}</ol>')
_SIGN: Final = Markup(
    '<li><b class="reader-sign">{text}</b><span class="reader-does">{does} {chip}</span><b class="reader-cost">{cost}</b></li>'
)
_TOTAL: Final = Markup('<li class="is-total"><b class="reader-sign">{text}</b><span>{does}</span><b class="reader-cost">{cost}</b></li>')
# No paragraph: a rule that opens in place would end it.
_VERDICT: Final = Markup('<div id="reader-told" role="status"><div class="reader-told is-{kind}">{sign} {echo}{words}</div></div>')


class Sign(NamedTuple):
    """A part of an order: as it is written, what it does, by which rule, and the M or the turns that it takes."""

    text: str
    does: str
    rule: str
    m: int
    turns: int = 0


# -- taking an order apart -------------------------------------------------------------------------------------------------------------


def signs(rules: Ruleset, order: Parsed) -> tuple[Sign, ...]:
    """Return the parts of a well-formed order in their order, each with what it costs."""
    costs = rules.table("order_costs")
    if order.kind in ("anchor", "weigh"):
        name = "drop_anchor" if order.kind == "anchor" else "weigh"
        does = _("she drops anchor") if order.kind == "anchor" else _("she weighs anchor")
        return (Sign(order.text, does, "T7", 0, int(costs.at(name, "turns"))),)
    if order.kind == "pivot":
        return (Sign(order.text, _("she swings on the spot"), "IV.c", 0),)
    return tuple(_moves(rules, order))


def _moves(rules: Ruleset, order: Parsed) -> Iterator[Sign]:
    costs = rules.table("order_costs")
    if order.sail:
        yield Sign(FULL_SAIL, _("she sets full sail"), "IV.g", int(costs.at("full_sail", "m")))
    pivots = 0
    for token in sorted((*order.ahead, *order.pivots), key=lambda each: each.at):
        if token.text.isdigit():
            n = int(token.text)
            yield Sign(token.text, ngettext("{n} hex ahead", "{n} hexes ahead", n).format(n=n), "IV.b", n * int(costs.at("ahead", "m")))
            continue
        form = _("left, the first pivot") if token.text == LEFT else _("right, the first pivot")
        if pivots:
            form = _("left, a later pivot") if token.text == LEFT else _("right, a later pivot")
        yield Sign(token.text, form, "IV.c", int(costs.at("turn_later" if pivots else "turn_first", "m")))
        pivots += 1
    if order.tack:
        does = _("a tack to the left") if order.tacks == LEFT else _("a tack to the right")
        yield Sign("".join(token.text for token in order.tack), does, "IV.f", int(costs.at("tack", "m")))


def _cost(sign: Sign) -> str:
    if sign.turns:
        return ngettext("{n} turn", "{n} turns", sign.turns).format(n=sign.turns)
    return _("{n} M").format(n=sign.m) if sign.m else _("free")


# -- the page --------------------------------------------------------------------------------------------------------------------------


def sailing(rules: Ruleset, kind: str, point: str) -> Position:
    """Return the ship in open water, in a wind from N of force 3, with her last speed; her log is open."""
    sky = Conditions(int(GRID.named("N")), 3, "clear", NOON)
    position = open_water(rules, sky, ACROSS, SHIPS[kind], int(HEADINGS[point]))
    (ship,) = position.ships
    return replace(position, ships=(replace(ship, place=GRID.parse(PLACE), speed=SPEED, admiral="chief"),), turn=Turn(1, "orders"))


@cached
def _reading(rules: Ruleset, text: str, kind: str, point: str) -> Course | Wrong | None:
    """Return where an order leads the ship, or why she may not have it; nothing for no order."""
    position = sailing(rules, kind, point)
    return SLATE.read(position, position.ships[0].id, text) if text else None


def _wrong(rules: Ruleset, state: State) -> list[str]:
    return ["text"] if isinstance(_reading(rules, state.text.strip(), state.kind, state.point), Wrong) else []


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    text = state.text.strip()
    position = sailing(rules, state.kind, state.point)
    look = Look(size=SIZE, plots=((position.ships[0].id, text),) if text else ())
    order = read_order(rules, text) if text else None
    tries = [Press("text", each, each, is_pressed=each == text.upper(), id=f"try-{n}") for n, each in enumerate(EXAMPLES)]
    words: list[Component] = [
        TextInput("text", _("An order"), state.text, LONGEST, "told", is_wrong=bool(_wrong(rules, state))),
        Box("reader-tries", tries, label=_("Orders to try")),
        Custom(_SIGNS.format(label=_("What each part costs"), signs=_signs(rules, order) if isinstance(order, Parsed) else "")),
        Custom(_verdict(position, text, _reading(rules, text, state.kind, state.point))),
    ]
    yield board_and_words([Board(scene(position, look), "reader-board")], words, "reader-side")


def _signs(rules: Ruleset, order: Parsed) -> Markup:
    lines = [
        _SIGN.format(text=each.text, does=each.does, chip=chip("broadside", each.rule, f"reader-{n}"), cost=_cost(each))
        for n, each in enumerate(signs(rules, order))
    ]
    if order.kind == "moves":
        lines.append(_TOTAL.format(text=order.text, does=_("in all"), cost=_("{n} M").format(n=cost_of(rules, order.text))))
    return joined(lines)


def _verdict(position: Position, text: str, found: Course | Wrong | None) -> Markup:
    """Draw whether the ship may have this order now, and if not, from which sign on and why."""
    (ship,) = position.ships
    if found is None:
        helm = helm_of(position, ship)
        form = _("{ship} crossed {speed} hexes last turn: she may spend {span}. [IV.d]")
        words = form.format(ship=ship.name, speed=SPEED, span=span(helm.least, helm.most))
        return _VERDICT.format(kind="quiet", sign="", echo="", words=cited("broadside", words, "reader-may"))
    if not isinstance(found, Wrong):
        return _VERDICT.format(kind="good", sign=TICK, echo="", words=cited("broadside", found.line, "reader-line"))
    where = _("At sign {n}. ").format(n=found.at) if found.at else ""
    words = cited("broadside", f"{where}{found.reason} [{found.rule}] {found.way_out}", "reader-wrong")
    return _VERDICT.format(kind="wrong", sign=SALTIRE, echo=echo(text, found.at), words=words)


READER: Final = Panel(
    "reader",
    "broadside",
    N_("Take an order apart"),
    _body,
    fields=(
        Text("text", STARTS, most=LONGEST),
        Choice("kind", N_("Ship"), {kind: names.SHIP_CHOICES[kind] for kind in SHIPS}, start="seventy_four"),
        Choice("point", N_("Point of sailing"), names.POINT_CHOICES, start="C"),
    ),
    mark=lambda _rules, _state: mark("reconstructed"),
    wrong=_wrong,
)
