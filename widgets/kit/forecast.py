"""A forecast: how strong the wind will be, turn after turn, with every chance exact. What blows, and by which dice, is the game's."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.odds.format import exact
from rulesdemo.words import _, ngettext
from widgets.kit import bars
from widgets.kit.odds_rows import FILLS, Row, View
from widgets.kit.radio_row import picked, radio_row
from widgets.web.badges import joined, mark
from widgets.web.phrases import unknown

KEY: Final = "forecast"
_PANEL: Final = Markup(
    '<section class="forecast" aria-labelledby="forecast-title"><div class="odds-head"><h3 id="forecast-title">{title}</h3>{mark}</div>'
    '<p class="quiet">{words}</p><div class="forecast-both"><figure>'
    '<svg class="forecast-chart" role="img" aria-label="{label}">{columns}</svg>'
    '<figcaption class="quiet">{caption}</figcaption>{control}{below}</figure>'
    "<div><h4>{what}</h4>{strengths}<h4>{until}</h4>{events}</div></div>"
    '<details class="fold" id="forecast-all"><summary>{fold}</summary><div class="table-scroll" tabindex="0" role="region" '
    'aria-label="{fold}"><table class="forecast-table"><caption class="sr">{fold}</caption>{table}</table></div></details></section>'
)
_SEGMENT: Final = Markup('<rect x="{x}%" y="{y}%" width="{width}%" height="{height}%" class="column wind-{strength}"/>')
_DIGIT: Final = Markup('<text x="{x}%" y="{y}%" dy="5" class="digit{dark}">{strength}</text>')
_AXIS: Final = Markup('<text x="{x}%" y="100%" dy="-4" class="axis">{n}</text>')
_CHOSEN: Final = Markup('<rect x="{x}%" y="0" width="{width}%" height="100%" rx="4" class="chosen"/>')
FLOOR: Final = Fraction(90)  # percent of the drawing that columns have
SHARE: Final = Fraction(4, 5)  # of its place, what a column takes
ROOM: Final = Fraction(7, 100)  # the least chance whose segment has room for a number
DARK: Final = 4  # strengths from here on are painted dark


class Ahead(NamedTuple):
    """What can be so many turns on: the chance of each strength, and of each thing to have come about at least once by then."""

    strengths: Mapping[int, Fraction]
    once: Mapping[str, Fraction]


class Told(NamedTuple):
    """The words of a forecast; `name` calls a strength by its name, `below` stands under the chart."""

    title: str
    words: str
    caption: str
    until: str
    provenance: str
    name: Callable[[int], str]
    below: Markup = Markup("")


class TurnsAhead:
    """The half of such a panel that knows which turn is looked at."""

    key = KEY

    def __init__(self, most: int, turns: int = 3) -> None:
        """Look some turns ahead, `most` at the most."""
        self.most = most
        self.turns = turns

    @property
    def choices(self) -> dict[int, str]:
        """The turns that can be looked at."""
        return {turns: str(turns) for turns in range(1, self.most + 1)}

    def act(self, what: str, value: str, _desk: Any) -> None:  # noqa: ANN401 - a desk, which this half does not ask
        """Look at another turn."""
        if what != "turns":
            raise unknown(what)
        self.turns = picked(value, self.choices)

    def kept(self) -> int:
        """The turn that is looked at."""
        return self.turns

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same, if it is one."""
        if type(kept) is int and kept in self.choices:
            self.turns = kept


def panel(told: Told, every: Sequence[Ahead], turns: int) -> Markup:
    """The chart of all turns from now on, and the chances of one of them; `every` begins with now."""
    now, most = every[turns], len(every) - 1
    names = {strength: told.name(strength) for strength in now.strengths}
    strengths = View("", tuple(Row(each, names[each], names[each], chance, "best") for each, chance in now.strengths.items()))
    events = View("", tuple(Row(name, name, name, chance, fill) for (name, chance), fill in zip(now.once.items(), FILLS[1:], strict=False)))
    said = "; ".join(f"{each}: {_said(names, ahead.strengths)}" for each, ahead in enumerate(every))
    return _PANEL.format(
        title=told.title,
        mark=mark(told.provenance),
        words=told.words,
        label=_("Chances of each strength by turns ahead. {list}.").format(list=said),
        columns=joined(_column(place, len(every), ahead.strengths, is_chosen=place == turns) for place, ahead in enumerate(every)),
        caption=told.caption,
        control=radio_row(KEY, "turns", _("Turns ahead"), {each: str(each) for each in range(1, most + 1)}, turns),
        below=told.below,
        what=in_turns(turns),
        strengths=bars.bars(strengths, "forecast-strength"),
        until=told.until,
        events=bars.bars(events, "forecast-event"),
        fold=_("Every chance as a fraction"),
        table=_table(names, every),
    )


def in_turns(turns: int) -> str:
    """The heading of what is so many turns ahead."""
    return ngettext("In {n} turn", "In {n} turns", turns).format(n=turns)


def _said(names: Mapping[int, str], strengths: Mapping[int, Fraction]) -> str:
    return ", ".join(f"{names[each]} {bars.rounded(chance)}" for each, chance in strengths.items() if chance)


def _column(place: int, columns: int, strengths: Mapping[int, Fraction], *, is_chosen: bool) -> Markup:
    pitch = Fraction(100, columns)
    left, width = pitch * place + pitch * (1 - SHARE) / 2, pitch * SHARE
    parts = [_CHOSEN.format(x=_p(pitch * place), width=_p(pitch))] if is_chosen else []
    y = FLOOR
    for strength, chance in strengths.items():
        height = chance * (FLOOR - 2)
        y -= height
        if not chance:
            continue
        parts.append(_SEGMENT.format(x=_p(left), y=_p(y), width=_p(width), height=_p(height), strength=strength))
        if chance >= ROOM:
            dark = " on-dark" if strength >= DARK else ""
            parts.append(_DIGIT.format(x=_p(left + width / 2), y=_p(y + height / 2), dark=dark, strength=strength))
    parts.append(_AXIS.format(x=_p(left + width / 2), n=place))
    return joined(parts)


def _table(names: Mapping[int, str], every: Sequence[Ahead]) -> Markup:
    heads = [_("Turns"), *names.values(), *every[0].once]
    head = joined(Markup('<th scope="col">{}</th>').format(each) for each in heads)
    rows = [
        Markup('<tr><th scope="row">{}</th>{}</tr>').format(
            turns, joined(Markup("<td>{}</td>").format(exact(chance)) for chance in (*ahead.strengths.values(), *ahead.once.values()))
        )
        for turns, ahead in enumerate(every)
    ]
    return Markup("<thead><tr>{}</tr></thead><tbody>{}</tbody>").format(head, joined(rows))


def _p(percent: Fraction) -> str:
    return f"{float(percent):.2f}"
