"""A panel about inertia: last speed, inertia and M as three rows of one picture, and the numbers that all three let through."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.games.broadside.movement import legal_spend
from rulesdemo.games.broadside.play.helm import helm_of
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.games.broadside.lessons.orders import span
from widgets.kit.components import Box, Cell, Controls, Custom, Note, Press, Sentence, Table
from widgets.kit.controls import Int, Own
from widgets.kit.panel import Component, Followed, Panel, State
from widgets.play.order_rows import TICK
from widgets.play.session import Desk
from widgets.web.badges import joined

MOST: Final = {"m": 9, "inertia": 4, "speed": 9}
LEAST_SCALE: Final = 5  # the scale of the picture goes at least as far

_PICTURE: Final = Markup('<table class="inertia-line"><caption class="sr">{label}</caption><tbody>{rows}</tbody></table>')
_ROW: Final = Markup("<tr>{}</tr>")
_GAP: Final = Markup('<td colspan="{}"></td>')
_REACH: Final = Markup('<td colspan="{wide}" class="{kind}"><span>{words}</span></td>')
_BOX: Final = Markup('<td class="box is-{kind}"><b>{n}</b>{sign}<span class="sr"> {words}</span></td>')
_SIGN: Final = Markup('{sign}<span class="sr">{word}</span>')
_DOT: Final = Markup('<span aria-hidden="true">·</span>')
_DASH: Final = Markup('<i aria-hidden="true">{}</i>')


class Way(NamedTuple):
    """The M that a ship has, her inertia, and the hexes that she crossed last turn."""

    m: int
    inertia: int
    speed: int


@lru_cache(maxsize=2_000)
def spends(rules: Ruleset, way: Way) -> tuple[int, ...]:
    """Return the M that she may spend [IV.d, B6]."""
    found: tuple[int, ...] = settled(legal_spend, rules, way.m, way.inertia, way.speed).spend
    return found


def gathers(rules: Ruleset, way: Way) -> tuple[int, ...]:
    """Return her speeds, turn by turn, when she spends the most from a standstill up to her M; none where she never gets there."""
    return _speeds(rules, way, start=0, goal=way.m, choice=-1)


def loses(rules: Ruleset, way: Way) -> tuple[int, ...]:
    """Return her speeds, turn by turn, when she spends the least until she lies still; none where she never does."""
    return _speeds(rules, way, start=way.speed, goal=0, choice=0)


def _speeds(rules: Ruleset, way: Way, *, start: int, goal: int, choice: int) -> tuple[int, ...]:
    speeds, now = [], start
    while now != goal:
        following = spends(rules, way._replace(speed=now))[choice]
        if following == now:
            return ()
        now = following
        speeds.append(now)
    return tuple(speeds)


# -- in words --------------------------------------------------------------------------------------------------------------------------


def spend_words(rules: Ruleset, way: Way) -> str:
    """Return what she may spend, and what decides it."""
    found = spends(rules, way)
    if way.speed - way.inertia > way.m:
        form = _("She spends {span}. [IV.d] Her M are too few for her last speed: she spends them all. [B6]")
    elif way.speed + way.inertia > way.m:
        form = _("She spends {span}. [IV.d] Inertia would allow more, but she has no more M. [B6]")
    elif way.speed < way.inertia:
        form = _("She spends {span}. [IV.d] Nobody spends less than nothing. [B6]")
    else:
        form = _("She spends {span}. [IV.d] Her last speed, less and more her inertia. [B6]")
    return form.format(span=span(found[0], found[-1]))


def _turn_words(rules: Ruleset, way: Way) -> str:
    up, down = gathers(rules, way), loses(rules, way)
    parts = []
    if up:
        form = ngettext("From a standstill to {m} M in {n} turn: {list}.", "From a standstill to {m} M in {n} turns: {list}.", len(up))
        parts.append(form.format(m=way.m, n=len(up), list=", ".join(map(str, up))))
    elif way.m:
        parts.append(_("Without inertia a ship that lies still never moves."))
    if down:
        form = ngettext("To a stop from {v} in {n} turn: {list}.", "To a stop from {v} in {n} turns: {list}.", len(down))
        parts.append(form.format(v=way.speed, n=len(down), list=", ".join(map(str, down))))
    return f"{' '.join(parts)} [IV.d]" if parts else _("She lies still and stays. [IV.d]")


# -- the picture -----------------------------------------------------------------------------------------------------------------------


def _picture(rules: Ruleset, way: Way) -> Markup:
    """Draw three rows over one scale: how far inertia reaches, the numbers, and how far her M reach."""
    last, found = max(way.m, way.speed + way.inertia, LEAST_SCALE), spends(rules, way)
    low, high = max(0, way.speed - way.inertia), way.speed + way.inertia
    window = _("{speed} ± {inertia}").format(speed=way.speed, inertia=way.inertia)
    boxes = joined(_box(n, way, found) for n in range(last + 1))
    form = _("Inertia lets her spend {low} to {high}, her M 0 to {m}; both: {span}")
    rows = (_stretch(low, high, last, "by-inertia", window), boxes, _stretch(0, way.m, last, "by-m", _m(way.m)))
    label = form.format(low=low, high=high, m=way.m, span=span(found[0], found[-1]))
    return _PICTURE.format(label=label, rows=joined(map(_ROW.format, rows)))


def _m(m: int) -> str:
    return _("{m} M").format(m=m)


def _stretch(low: int, high: int, last: int, kind: str, words: str) -> Markup:
    before = _GAP.format(low) if low else Markup("")
    after = _GAP.format(last - high) if last > high else Markup("")
    return before + _REACH.format(wide=high - low + 1, kind=kind, words=words) + after


def _box(n: int, way: Way, found: tuple[int, ...]) -> Markup:
    if n in found:
        return _BOX.format(kind="open", n=n, sign=TICK, words=_("she may"))
    if n > way.m:
        kind, short, words = "beyond", _("no M"), _("more M than she has")
    elif n < way.speed - way.inertia:
        kind, short, words = "slow", _("slow"), _("too slow")
    else:
        kind, short, words = "fast", _("fast"), _("too fast")
    return _BOX.format(kind=kind, n=n, sign=_DASH.format(short), words=words)


def _grid(rules: Ruleset, way: Way) -> Table:
    """Return every last speed up to her M, with what it leaves open."""
    columns = range(way.m + 1)
    yes, no = Cell(_SIGN.format(sign=TICK, word=_("yes")), "yes"), Cell(_SIGN.format(sign=_DOT, word=_("no")), "no")
    rows: list[list[Any]] = []
    for speed in range(max(way.m, way.speed) + 1):
        found = spends(rules, way._replace(speed=speed))
        rows.append([speed, *(yes if n in found else no for n in columns)])
    heads = [_("Last speed"), *map(_m, columns)]
    return Table(heads, rows, _("What each last speed leaves open"), "inertia-grid", row_kinds={way.speed: "is-now"}, current=way.speed)


# -- the panel -------------------------------------------------------------------------------------------------------------------------


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    way = Way(state.m, state.inertia, state.speed)
    back = [Press("board", _("As on the board"))] if state.own is not None else []
    yield Box("panel-controls", [Controls(rules, state, ("speed", "inertia", "m"), kind=""), *back])
    yield Sentence(spend_words(rules, way))
    picture = Box("inertia-picture", [Custom(_picture(rules, way)), Note(_turn_words(rules, way), key="way")])
    yield Box("inertia-both", [picture, _grid(rules, way)])


def _follow(desk: Desk) -> Followed:
    """Return the numbers of the ship in hand, or of the first there is."""
    helm = helm_of(desk.position, desk.position.find(desk.selected) or desk.position.ships[0])
    return Followed({name: min(getattr(helm, name), most) for name, most in MOST.items()})


INERTIA: Final = Panel(
    "inertia",
    "broadside",
    N_("What may she spend?"),
    _body,
    fields=(
        Int("m", N_("M that she has"), (0, MOST["m"]), is_apart=True),
        Int("inertia", N_("Inertia"), (0, MOST["inertia"]), is_apart=True),
        Int("speed", N_("Last speed"), (0, MOST["speed"]), is_apart=True),
        Own(),
    ),
    follow=_follow,
    upgrade=lambda old: dict(zip(MOST, old, strict=True)) | {"own": ""} if old is not None else {},
)
