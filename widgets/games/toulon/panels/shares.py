"""A gain split: who took part, how many play, and what each nation and each player writes down."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final, NamedTuple

from rulesdemo.games.toulon.operations import NATIONS
from rulesdemo.games.toulon.play.state import side_of
from rulesdemo.games.toulon.players import cooperation_option, player_split, vp_share
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, local_figures, ngettext
from widgets.games.toulon import names
from widgets.games.toulon.panels.nation_buttons import OPTIONS, button_face, letters
from widgets.kit.button_rows import Several
from widgets.kit.components import Box, Cell, Controls, Sentence, Table, Text
from widgets.kit.controls import Choice, Int
from widgets.kit.panel import Component, Panel, State
from widgets.web.badges import joined


class Seat(NamedTuple):
    """An Allied player: the nations of the seat, those of them that took part, and what the player writes down."""

    nations: tuple[str, ...]
    part: tuple[str, ...]
    vp: str


def share(rules: Ruleset, total: int, nations: int) -> str:
    """Return what each nation gets."""
    found: str = settled(vp_share, rules, total, nations).vp
    return found


def seats(rules: Ruleset, total: int, players: int, nations: tuple[str, ...]) -> list[Seat]:
    """Return the Allied players with what each writes down: the shares of the seat's nations, added up [2.3, T3]."""
    each = share(rules, total, len(nations))
    found = []
    for seat in settled(player_split, rules, players).seats:
        if side_of(seat[0]) == "allied":
            holds = NATIONS if "allied" in seat else seat
            part = tuple(nation for nation in holds if nation in nations)
            found.append(Seat(tuple(holds), part, _sum(each, len(part))))
    return found


def _sum(each: str, times: int) -> str:
    """Return some shares added up, with as many decimals as one has."""
    decimals = len(each.partition(".")[2])
    return f"{float(Fraction(each) * times):.{decimals}f}"


def sentence(rules: Ruleset, total: int, players: int, nations: tuple[str, ...]) -> str:
    """Return whether the option may be chosen at all, the share, and what rounding adds or takes."""
    if not settled(cooperation_option, rules, players).allowed:
        return _("With two players one holds all the Allies: the option is not for them [2.2].")
    each = share(rules, total, len(nations))
    count = ngettext("{n} nation", "{n} nations", len(nations)).format(n=len(nations))
    words = _("{total} VP / {count}: {each} each [2.3] [T3].").format(total=total, count=count, each=local_figures(each))
    rest = Fraction(each) * len(nations) - total
    if rest:
        over = _("{n} VP too much") if rest > 0 else _("{n} VP too little")
        words += " " + _("Rounded to one decimal they add up to {sum}, {over} [T4].").format(
            sum=local_figures(_sum(each, len(nations))), over=over.format(n=local_figures(f"{float(abs(rest)):g}"))
        )
    return words


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    yield Controls(rules, state, ("nation",), "")
    if settled(cooperation_option, rules, state.players).allowed:
        yield Box("scroll-box", [_table(rules, state.total, state.players, state.nation)])
    yield Sentence(sentence(rules, state.total, state.players, state.nation), kind="crowd-told")


def _table(rules: Ruleset, total: int, players: int, nations: tuple[str, ...]) -> Table:
    each = share(rules, total, len(nations))
    rows: list[list[Text]] = [
        [
            _("Allied player {n}").format(n=number),
            joined(map(letters, seat.nations)) + names.list_text(str(names.NATIONS[nation].name) for nation in seat.nations),
            " + ".join(local_figures(each) for _nation in seat.part) or _("no part in it"),
            Cell(_("{vp} VP").format(vp=local_figures(seat.vp)), "is-total"),
        ]
        for number, seat in enumerate(seats(rules, total, players, nations), start=1)
    ]
    return Table([_("Player"), _("Holds"), _("Shares"), _("Writes down")], rows, kind="shares-table")


SHARES: Final = Panel(
    "shares",
    "toulon",
    N_("Split a gain"),
    _body,
    fields=(
        Int("total", N_("VP gained"), (1, 9), start=3),
        Choice("players", N_("Players"), {count: str(count) for count in range(2, 8)}, start=4),
        Several(
            "nation",
            N_("Who took part"),
            OPTIONS,
            start=("british", "spanish"),
            last=N_("Somebody must have taken part. Choose another nation first."),
            face=button_face,
            is_apart=True,
        ),
    ),
)
