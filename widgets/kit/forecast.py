"""A forecast: how strong the wind will be, turn after turn, with every chance exact. What blows, and by which dice, is the game's."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from markupsafe import Markup

from rulesdemo.odds.format import exact
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, local_signs, ngettext
from widgets.kit.bars import rounded
from widgets.kit.components import Bars, Box, Controls, Fold, Heading, Note, Table, draw
from widgets.kit.controls import Choice
from widgets.kit.odds_rows import FILLS, Row, View
from widgets.kit.panel import Component, Panel, State
from widgets.web.badges import joined

_FIGURE: Final = Markup(
    '<figure><svg class="forecast-chart" role="img" aria-label="{label}">{columns}</svg>'
    '<figcaption class="quiet">{caption}</figcaption>{below}</figure>'
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
    """What can be some turns on: the chance of each strength, and of each thing to have come about at least once by then."""

    strengths: Mapping[int, Fraction]
    once: Mapping[str, Fraction]


class ForecastWords(NamedTuple):
    """The words of a forecast; `name` calls a strength by its name."""

    lead: str
    caption: str
    until: str
    name: Callable[[int], str]


def turns_ahead(most: int) -> Choice:
    """Return the field of the turn that is looked at."""
    return Choice("turns", N_("Turns ahead"), {turns: str(turns) for turns in range(1, most + 1)}, start=3, is_apart=True)


def forecast(rules: Ruleset, state: State, words: ForecastWords, every: Sequence[Ahead], *below: Component) -> Iterator[Component]:
    """Yield the chart of all turns from now on, and the chances of one of them; `every` begins with now, `below` stands under the chart."""
    now = every[state.turns]
    names = {strength: words.name(strength) for strength in now.strengths}
    strengths = View("", tuple(Row(each, names[each], names[each], chance, "best") for each, chance in now.strengths.items()))
    events = View("", tuple(Row(name, name, name, chance, fill) for (name, chance), fill in zip(now.once.items(), FILLS[1:], strict=False)))
    yield Note(words.lead, key="lead")
    chart = _Chart(names, every, state.turns, words.caption, (Controls(rules, state, ("turns",), ""), *below))
    numbers: list[Component] = [Heading(in_turns(state.turns)), Bars(strengths, "strength"), Heading(words.until), Bars(events, "event")]
    yield Box("forecast-both", [chart, Box("", numbers)])
    title = _("Every chance as a fraction")
    rows = [[str(turns), *map(exact, (*each.strengths.values(), *each.once.values()))] for turns, each in enumerate(every)]
    heads = [_("Turns"), *names.values(), *now.once]
    yield Fold(title, [Table(heads, rows, title, kind="forecast-table", label=title, hides_caption=True)], "all", "fold")


@dataclass(frozen=True, slots=True)
class _Chart:
    """A column of strengths for every turn, and what stands under them."""

    names: Mapping[int, str]
    every: Sequence[Ahead]
    turns: int
    caption: str
    below: Sequence[Component]

    def html(self, panel: Panel) -> Markup:
        """Draw the columns, with all chances in words for listeners."""
        spoken = "; ".join(local_signs(f"{each}: {_in_words(self.names, ahead.strengths)}") for each, ahead in enumerate(self.every))
        columns = (
            _column(place, len(self.every), ahead.strengths, is_chosen=place == self.turns) for place, ahead in enumerate(self.every)
        )
        return _FIGURE.format(
            label=_("Chances of each strength by turns ahead. {list}.").format(list=spoken),
            columns=joined(columns),
            caption=self.caption,
            below=draw(panel, self.below),
        )


def in_turns(turns: int) -> str:
    """Return the heading of what is some turns ahead."""
    return ngettext("In {n} turn", "In {n} turns", turns).format(n=turns)


def _in_words(names: Mapping[int, str], strengths: Mapping[int, Fraction]) -> str:
    return ", ".join(f"{names[each]} {rounded(chance)}" for each, chance in strengths.items() if chance)


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


def _p(percent: Fraction) -> str:
    return f"{float(percent):.2f}"
