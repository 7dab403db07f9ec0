"""A panel about inertia: last speed, inertia and M as three rows of one picture, and the numbers that all three let through."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.games.broadside.movement import legal_spend
from rulesdemo.games.broadside.play.helm import helm_of
from rulesdemo.games.broadside.play.state import Position
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _, ngettext
from widgets.games.broadside.lessons.orders import span
from widgets.kit.stepper import stepper
from widgets.play.order_rows import TICK
from widgets.play.session import Desk
from widgets.web.badges import joined
from widgets.web.phrases import unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

MOST: Final = {"m": 9, "inertia": 4, "speed": 9}

_PANEL: Final = Markup(
    '<section class="inertia" aria-labelledby="inertia-title"><h3 id="inertia-title">{title}</h3>'
    '<div class="panel-controls">{controls}</div>'
    '<div class="panel-said" role="status">{said}</div><div class="inertia-both"><div>{picture}<div class="quiet">{way}</div></div>{grid}'
    "</div></section>"
)
_BOARD: Final = Markup('<button type="button" id="inertia-board" data-do="extra" data-name="inertia:board" data-by="">{}</button>')
_PICTURE: Final = Markup('<table class="inertia-line"><caption class="sr">{label}</caption><tbody>{rows}</tbody></table>')
_ROW: Final = Markup("<tr>{}</tr>")
_GAP: Final = Markup('<td colspan="{}"></td>')
_REACH: Final = Markup('<td colspan="{wide}" class="{kind}"><span>{words}</span></td>')
_BOX: Final = Markup('<td class="box is-{kind}"><b>{n}</b>{sign}<span class="sr"> {said}</span></td>')
_GRID: Final = Markup(
    '<table class="inertia-grid"><caption>{caption}</caption><thead><tr><th scope="col">{corner}</th>{heads}</tr></thead>'
    "<tbody>{rows}</tbody></table>"
)
_HEAD: Final = Markup('<th scope="col">{}</th>')
_LINE: Final = Markup('<tr{now}><th scope="row">{speed}</th>{cells}</tr>')
_NOW: Final = Markup(' class="is-now" aria-current="true"')
_YES: Final = Markup('<td class="yes">{sign}<span class="sr">{word}</span></td>')
_NO: Final = Markup('<td class="no"><span aria-hidden="true">·</span><span class="sr">{word}</span></td>')
_DASH: Final = Markup('<i aria-hidden="true">{}</i>')


class Way(NamedTuple):
    """The M that a ship has, her inertia, and the hexes that she crossed last turn."""

    m: int
    inertia: int
    speed: int


class InertiaWindow:
    """A panel: the ship on the board until the reader sets numbers of his own."""

    key = "inertia"

    def __init__(self) -> None:
        """Follow the board."""
        self.own: Way | None = None

    def way(self, desk: Desk) -> Way:
        """What is looked at."""
        return self.own or of_board(desk.position, desk.selected)

    def html(self, desk: Desk) -> Markup:
        """The panel, under the rules in force."""
        return _panel(desk.rules, self.way(desk), is_own=self.own is not None)

    def act(self, what: str, value: str, desk: Desk) -> None:
        """One more or one less of something, or back to the ship on the board."""
        if what == "board":
            self.own = None
            return
        if what not in MOST or value not in ("1", "-1"):
            raise unknown(what)
        now = self.way(desk)
        self.own = now._replace(**{what: max(0, min(MOST[what], getattr(now, what) + int(value)))})

    def kept(self) -> list[int] | None:
        """The reader's numbers."""
        return None if self.own is None else list(self.own)

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same, if they can be."""
        if isinstance(kept, list) and len(kept) == len(MOST) and all(type(each) is int for each in kept):
            way = Way(*kept)
            if all(0 <= getattr(way, name) <= most for name, most in MOST.items()):
                self.own = way


def of_board(position: Position, selected: str) -> Way:
    """The ship in hand, or the first there is."""
    ship = position.find(selected) or position.ships[0]
    helm = helm_of(position, ship)
    return Way(min(helm.m, MOST["m"]), min(helm.inertia, MOST["inertia"]), min(helm.speed, MOST["speed"]))


@lru_cache(maxsize=2_000)
def spends(rules: Ruleset, way: Way) -> tuple[int, ...]:
    """The M that she may spend [IV.d, B6]."""
    found: tuple[int, ...] = settled(legal_spend, rules, way.m, way.inertia, way.speed).spend
    return found


def gathers(rules: Ruleset, way: Way) -> tuple[int, ...]:
    """Her speed turn by turn when she spends the most that she may from a standstill, up to her M; nothing where she never gets there."""
    speeds: list[int] = []
    now = 0
    while now < way.m:
        following = spends(rules, way._replace(speed=now))[-1]
        if following == now:
            return ()
        now = following
        speeds.append(now)
    return tuple(speeds)


def loses(rules: Ruleset, way: Way) -> tuple[int, ...]:
    """Her speed turn by turn when she spends the least that she may, until she lies still; nothing where she never does."""
    speeds: list[int] = []
    now = way.speed
    while now:
        following = spends(rules, way._replace(speed=now))[0]
        if following == now:
            return ()
        now = following
        speeds.append(now)
    return tuple(speeds)


@cached
def _panel(rules: Ruleset, way: Way, *, is_own: bool) -> Markup:
    names = {"speed": _("Last speed"), "inertia": _("Inertia"), "m": _("M that she has")}
    controls = [stepper("inertia", what, name, getattr(way, what), (0, MOST[what])) for what, name in names.items()]
    return _PANEL.format(
        title=_("What may she spend?"),
        controls=joined(controls) + (_BOARD.format(_("As on the board")) if is_own else Markup("")),
        said=cited("broadside", told(rules, way), "inertia"),
        picture=_picture(rules, way),
        way=cited("broadside", _turns_told(rules, way), "inertia-way"),
        grid=_grid(rules, way),
    )


def told(rules: Ruleset, way: Way) -> str:
    """What she may spend, and what decides it."""
    found = spends(rules, way)
    said = _("She spends {span}. [IV.d]").format(span=span(found[0], found[-1]))
    if way.speed - way.inertia > way.m:
        return f"{said} {_('Her M are too few for her last speed: she spends them all. [B6]')}"
    if way.speed + way.inertia > way.m:
        return f"{said} {_('Inertia would allow more, but she has no more M. [B6]')}"
    if way.speed < way.inertia:
        return f"{said} {_('Nobody spends less than nothing. [B6]')}"
    return f"{said} {_('Her last speed, less and more her inertia. [B6]')}"


def _turns_told(rules: Ruleset, way: Way) -> str:
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


def _last(way: Way) -> int:
    """The highest number that the picture needs."""
    return max(way.m, way.speed + way.inertia, 5)


def _picture(rules: Ruleset, way: Way) -> Markup:
    """Three rows over one scale: how far inertia reaches, the numbers, and how far her M reach."""
    last, found = _last(way), spends(rules, way)
    low, high = max(0, way.speed - way.inertia), way.speed + way.inertia
    window = _("{speed} ± {inertia}").format(speed=way.speed, inertia=way.inertia)
    boxes = joined(_box(n, way, found) for n in range(last + 1))
    return _PICTURE.format(
        label=_("Inertia lets her spend {low} to {high}, her M 0 to {m}; both: {span}").format(
            low=low, high=high, m=way.m, span=span(found[0], found[-1])
        ),
        rows=joined(
            map(_ROW.format, (_stretch(low, high, last, "by-inertia", window), boxes, _stretch(0, way.m, last, "by-m", _m(way.m))))
        ),
    )


def _m(m: int) -> str:
    return _("{m} M").format(m=m)


def _stretch(low: int, high: int, last: int, kind: str, words: str) -> Markup:
    before = _GAP.format(low) if low else Markup("")
    after = _GAP.format(last - high) if last > high else Markup("")
    return before + _REACH.format(wide=high - low + 1, kind=kind, words=words) + after


def _box(n: int, way: Way, found: tuple[int, ...]) -> Markup:
    if n in found:
        return _BOX.format(kind="open", n=n, sign=TICK, said=_("she may"))
    if n > way.m:
        kind, short, said = "beyond", _("no M"), _("more M than she has")
    elif n < way.speed - way.inertia:
        kind, short, said = "slow", _("slow"), _("too slow")
    else:
        kind, short, said = "fast", _("fast"), _("too fast")
    return _BOX.format(kind=kind, n=n, sign=_DASH.format(short), said=said)


def _grid(rules: Ruleset, way: Way) -> Markup:
    """Every last speed up to her M, with what it leaves open."""
    speeds = range(max(way.m, way.speed) + 1)
    columns = range(way.m + 1)
    rows = []
    for speed in speeds:
        found = spends(rules, way._replace(speed=speed))
        cells = joined(_YES.format(sign=TICK, word=_("yes")) if n in found else _NO.format(word=_("no")) for n in columns)
        rows.append(_LINE.format(now=_NOW if speed == way.speed else "", speed=speed, cells=cells))
    return _GRID.format(
        caption=_("What each last speed leaves open"),
        corner=_("Last speed"),
        heads=joined(map(_HEAD.format, map(_m, columns))),
        rows=joined(rows),
    )
