"""A panel that takes an order apart: each sign with what it does and what it costs, and the track of it for a ship in open water."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final, NamedTuple

from markupsafe import Markup, escape

from rulesdemo.games.broadside.board import GRID
from rulesdemo.games.broadside.grammar import FULL_SAIL, LEFT, Parsed, read_order
from rulesdemo.games.broadside.play.helm import cost_of, helm_of
from rulesdemo.games.broadside.play.state import Position, Turn
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _, ngettext
from widgets.games.broadside import names
from widgets.games.broadside.board.scene import scene
from widgets.games.broadside.lessons.orders import span
from widgets.games.broadside.panels.points import NOON, SHIPS
from widgets.games.broadside.panels.sky import Conditions, open_water
from widgets.games.broadside.slate import SLATE
from widgets.kit.radio_row import radio_row
from widgets.play.game_guide import Look
from widgets.play.order_rows import SALTIRE, TICK
from widgets.play.order_slate import LONGEST, Wrong
from widgets.play.session import Desk
from widgets.scene import svg
from widgets.web.badges import chip, joined, mark
from widgets.web.phrases import titled, unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

EXAMPLES: Final = ("3", "1G1", "1G1D1", "1GG1", "G1", "2D1D", "VH2", "A", "-A-")
STARTS: Final = "1G1D1"
HEADINGS: Final = {"B": GRID.named("NE"), "C": GRID.named("SE"), "D": GRID.named("S")}
SPEED: Final = 3  # hexes crossed last turn, as in the example of the rules
ACROSS: Final = (10, 10)  # so that five hexes, the most that these ships may spend, stay on the map whichever way they go
PLACE: Final = "0505"
SIZE: Final = (352.0, 360.0)

_PANEL: Final = Markup(
    '<section class="reader" aria-labelledby="reader-title"><div class="odds-head"><h3 id="reader-title">{title}</h3>{mark}</div>'
    '<div class="panel-controls">{controls}</div><div class="sky-both"><div class="sky-board">{board}</div><div class="reader-side">'
    '<label for="reader-text">{label}</label><input type="text" class="text" id="reader-text" data-set="extra:reader:text" value="{value}" '
    'maxlength="{most}" autocomplete="off" autocapitalize="characters" spellcheck="false" aria-describedby="reader-told"{wrong}>'
    '<div class="reader-tries" role="group" aria-label="{tries_label}">{tries}</div>'
    '<ol class="reader-signs" role="list" aria-label="{signs_label}">{signs}</ol>'
    '<div id="reader-told" role="status">{told}</div></div></div></section>'
)
_TRY: Final = Markup(
    '<button type="button" id="reader-try-{n}" data-do="extra" data-name="reader:text" data-by="{text}"{now}>{text}</button>'
)
_PRESSED: Final = Markup(' aria-pressed="true"')
_INVALID: Final = Markup(' aria-invalid="true"')
_SIGN: Final = Markup(
    '<li><b class="reader-sign">{text}</b><span class="reader-does">{does} {chip}</span><b class="reader-cost">{cost}</b></li>'
)
_TOTAL: Final = Markup('<li class="is-total"><b class="reader-sign">{text}</b><span>{does}</span><b class="reader-cost">{cost}</b></li>')
# No paragraph: a rule that opens in place would end it.
_TOLD: Final = Markup('<div class="reader-told is-{kind}">{sign} {echo}{words}</div>')
_ECHO: Final = Markup('<span class="slate-echo" aria-hidden="true">{}<mark>{}</mark>{}</span> ')


class Sign(NamedTuple):
    """A part of an order: as it is written, what it does, by which rule, and the M or the turns that it takes."""

    text: str
    does: str
    rule: str
    m: int
    turns: int = 0


class OrderReader:
    """A panel: an order as it is typed, for a ship and a point of sailing that the reader picks."""

    key = "reader"

    def __init__(self) -> None:
        """Two pivots, of which one costs."""
        self.text, self.kind, self.point = STARTS, "seventy_four", "C"

    def html(self, desk: Desk) -> Markup:
        """The panel, under the rules in force."""
        return _panel(desk.rules, self.text, self.kind, self.point)

    def act(self, what: str, value: str, desk: Desk) -> None:  # noqa: ARG002 - as every panel is asked
        """Other words, another ship, or another point of sailing."""
        if what == "text":
            self.text = value[:LONGEST]
        elif what == "kind" and value in SHIPS:
            self.kind = value
        elif what == "point" and value in HEADINGS:
            self.point = value
        else:
            raise unknown(what)

    def wrong(self, desk: Desk) -> list[str]:
        """The field, where the ship may not have the order."""
        return ["extra:reader:text"] if is_wrong(desk.rules, self.text, self.kind, self.point) else []

    def kept(self) -> list[str]:
        """What is read, and for whom."""
        return [self.text, self.kind, self.point]

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same, if it can be."""
        if isinstance(kept, list) and [type(each) for each in kept] == [str, str, str]:
            text, kind, point = kept
            if len(text) <= LONGEST and kind in SHIPS and point in HEADINGS:
                self.text, self.kind, self.point = text, kind, point


# -- taking an order apart -------------------------------------------------------------------------------------------------------------


def signs(rules: Ruleset, order: Parsed) -> tuple[Sign, ...]:
    """The parts of a well-formed order in their order, each with what it costs."""
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
    pivoted = 0
    for token in sorted((*order.ahead, *order.pivots), key=lambda each: each.at):
        if token.text.isdigit():
            n = int(token.text)
            yield Sign(token.text, ngettext("{n} hex ahead", "{n} hexes ahead", n).format(n=n), "IV.b", n * int(costs.at("ahead", "m")))
            continue
        form = _("left, the first pivot") if token.text == LEFT else _("right, the first pivot")
        if pivoted:
            form = _("left, a later pivot") if token.text == LEFT else _("right, a later pivot")
        yield Sign(token.text, form, "IV.c", int(costs.at("turn_later" if pivoted else "turn_first", "m")))
        pivoted += 1
    if order.tack:
        does = _("a tack to the left") if order.tacks == LEFT else _("a tack to the right")
        yield Sign("".join(token.text for token in order.tack), does, "IV.f", int(costs.at("tack", "m")))


def _cost(sign: Sign) -> str:
    if sign.turns:
        return ngettext("{n} turn", "{n} turns", sign.turns).format(n=sign.turns)
    return _("{n} M").format(n=sign.m) if sign.m else _("free")


# -- the page --------------------------------------------------------------------------------------------------------------------------


def sailing(rules: Ruleset, kind: str, point: str) -> Position:
    """The ship in open water, in a wind from N of force 3, with her last speed; her log is open."""
    sky = Conditions(int(GRID.named("N")), 3, "clear", NOON)
    position = open_water(rules, sky, ACROSS, SHIPS[kind], int(HEADINGS[point]))
    (ship,) = position.ships
    return replace(position, ships=(replace(ship, place=GRID.parse(PLACE), speed=SPEED, admiral="chief"),), turn=Turn(1, "orders"))


@cached
def is_wrong(rules: Ruleset, text: str, kind: str, point: str) -> bool:
    """Whether the ship may not have this order."""
    position = sailing(rules, kind, point)
    return bool(text.strip()) and isinstance(SLATE.read(position, position.ships[0].id, text.strip()), Wrong)


@cached
def _panel(rules: Ruleset, text: str, kind: str, point: str) -> Markup:
    said = text.strip()
    position = sailing(rules, kind, point)
    (ship,) = position.ships
    order = read_order(rules, said) if said else None
    look = Look(size=SIZE, plots=((ship.id, said),) if said else ())
    kinds = {each: titled(names.KINDS[each]) for each in SHIPS}
    points = {each: f"{each} {names.POINTS[each]}" for each in HEADINGS}
    return _PANEL.format(
        title=_("Take an order apart"),
        mark=mark("reconstructed"),
        controls=radio_row("reader", "kind", _("Ship"), kinds, kind) + radio_row("reader", "point", _("Point of sailing"), points, point),
        board=Markup(svg.svg(scene(position, look), "reader-board")),  # noqa: S704 - our own painter, which escapes every word
        label=_("An order"),
        value=text,
        most=LONGEST,
        wrong=_INVALID if is_wrong(rules, text, kind, point) else "",
        tries_label=_("Orders to try"),
        tries=joined(_TRY.format(n=n, text=each, now=_PRESSED if each == said.upper() else "") for n, each in enumerate(EXAMPLES)),
        signs_label=_("What each part costs"),
        signs=_signs(rules, order) if isinstance(order, Parsed) else "",
        told=_told(position, said),
    )


def _signs(rules: Ruleset, order: Parsed) -> Markup:
    found = signs(rules, order)
    lines = [
        _SIGN.format(text=each.text, does=each.does, chip=chip("broadside", each.rule, f"reader-{n}"), cost=_cost(each))
        for n, each in enumerate(found)
    ]
    if order.kind == "moves":
        spends = cost_of(rules, order.text)
        lines.append(_TOTAL.format(text=order.text, does=_("in all"), cost=_("{n} M").format(n=spends)))
    return joined(lines)


def _told(position: Position, said: str) -> Markup:
    """Whether the ship may have this order now, and if not, from which sign on and why."""
    (ship,) = position.ships
    helm = helm_of(position, ship)
    form = _("{ship} crossed {speed} hexes last turn: she may spend {span}. [IV.d]")
    may = cited("broadside", form.format(ship=ship.name, speed=SPEED, span=span(helm.least, helm.most)), "reader-may")
    if not said:
        return _TOLD.format(kind="quiet", sign="", echo="", words=may)
    found = SLATE.read(position, ship.id, said)
    if not isinstance(found, Wrong):
        return _TOLD.format(kind="good", sign=TICK, echo="", words=cited("broadside", found.line, "reader-line"))
    where = _("At sign {n}. ").format(n=found.at) if found.at else ""
    words = cited("broadside", f"{where}{found.reason} [{found.rule}] {found.way_out}", "reader-wrong")
    at = found.at
    echo = _ECHO.format(said[: at - 1], said[at - 1 : at] or Markup("&nbsp;"), escape(said[at:])) if at else Markup("")
    return _TOLD.format(kind="wrong", sign=SALTIRE, echo=echo, words=words)
