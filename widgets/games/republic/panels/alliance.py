"""The alliance track: where the marker stands, where the next audience can move it, what can become of the envoy, and all four letters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from rulesdemo.games.republic.diplomacy import ambassador
from rulesdemo.games.republic.play.state import Position
from rulesdemo.odds.format import exact
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, local_figures
from widgets.games.republic.board.track import TRACK, next_envoy, shifts
from widgets.games.republic.lessons.envoys import FATES
from widgets.kit.bars import spoken
from widgets.kit.box_track import box_track, landing_chances
from widgets.kit.chances import chance_cell, chance_view
from widgets.kit.components import Bars, Box, Custom, Heading, Note, PickTable, Sentence
from widgets.kit.controls import Choice, Int, Own, Value
from widgets.kit.panel import ANY, Component, Followed, Panel, Session, State
from widgets.kit.pick_table import Cell
from widgets.web.phrases import modifier, titled

LETTERS: Final = {letter: letter for letter in "ABCD"}
DRM: Final = (-5, 5)
_FILLS: Final = {"returns": "best", "waiting": "sixth", "straying": "second", "ransom": "fourth", "dead": "third"}


@lru_cache(maxsize=200)
def fates(rules: Ruleset, letter: str, drm: int) -> dict[str, Fraction]:
    """Return the chance of each fate of an ambassador."""
    ends = ambassador.dist(rules, letter, drm)
    return {fate: ends.p(fate=fate) for fate in FATES if ends.p(fate=fate)}


def first_letter(position: Position) -> str:
    """Return the letter of the ambassador whose audience may be next, else of any."""
    envoy = next_envoy(position) or next(iter(position.ambassadors), None)
    return envoy.letter if envoy is not None else "A"


def better(moves: Mapping[int, Fraction]) -> Fraction:
    """Return the chance that the marker moves in the side's favour."""
    return sum((chance for shift, chance in moves.items() if shift > 0), Fraction(0))


def average(moves: Mapping[int, Fraction]) -> Fraction:
    """Return the boxes that the marker moves on average."""
    return sum((shift * chance for shift, chance in moves.items()), Fraction(0))


def _place(session: Any) -> int:  # noqa: ANN401 - a session of any game
    """Return where the marker stands, counted in favour of the side that acts."""
    position: Position = session.position
    alliance = position.alliance if position.turn.side == "roman" else -position.alliance
    return min(max(alliance, TRACK[0]), TRACK[1])


def _act(state: State, what: str, value: str, session: Session) -> State | None:
    """Pick a cell of the table, and its letter."""
    cells = {cell.value for _letter, row in _rows(session.rules, state.drm) for cell in row if cell is not None}
    return state.replace(letter=value[0], cell=value) if what == "cell" and value in cells else None


def _upgrade(stored: Any) -> Any:  # noqa: ANN401 - whatever a browser brings
    letter, drm = stored
    return {"letter": letter, "drm": drm, "own": ANY} if letter else {"drm": drm}


def _body(rules: Ruleset, state: State, place: int) -> Iterator[Component]:
    letter, moves, ends = state.letter, shifts(rules, state.letter, state.drm), fates(rules, state.letter, state.drm)
    label = _("The alliance track, with the chance to land on each box")
    yield Custom(box_track(label, TRACK, place, tuple(landing_chances(TRACK, place, moves).items())))
    words = _("Letter {letter}: {mean} boxes on average, better than before with a chance of {better}. [12.34]")
    yield Sentence(words.format(letter=letter, mean=exact(average(moves)), better=spoken(better(moves))))
    view = chance_view((titled(FATES[fate]), ends[fate], _FILLS[fate]) for fate in _FILLS if fate in ends)
    caption = _("Every letter with modifier {n}, in percent, disasters counted in. Pick a cell for its exact chance")
    table = PickTable(
        "cell",
        caption.format(n=modifier(state.drm)),
        [_("Letter"), *map(modifier, _moves(rules, state.drm)), _("Moves your way"), _("He dies"), _("Mean")],
        _rows(rules, state.drm),
        state.cell,
        rest=_("Two letters move the marker your way equally often."),
    )
    yield Box("alliance-both", [Box("", [Heading(_("What becomes of him")), Bars(view, "bars", has_heading=False)]), table])
    yield Note(
        _("Boxes are counted in favour of the side that acts. The source gives no modifiers and no length of the track. [12.34] [R37]")
    )


def _moves(rules: Ruleset, drm: int) -> list[int]:
    return sorted({shift for letter in LETTERS for shift in shifts(rules, letter, drm)})


def _rows(rules: Ruleset, drm: int) -> list[tuple[str, list[Cell | None]]]:
    """Return every letter: the chance of each move of the marker, of a better one, of a disaster that takes him, and the mean."""
    rows = []
    for letter in LETTERS:
        moves, ends = shifts(rules, letter, drm), fates(rules, letter, drm)
        cells: list[Cell | None] = []
        for shift in _moves(rules, drm):
            words = _("Letter {letter}, the marker moves {n}").format(letter=letter, n=modifier(shift))
            cells.append(chance_cell(f"{letter}{shift}", words, moves[shift]) if shift in moves else None)
        words = _("Letter {letter}, the marker moves your way").format(letter=letter)
        cells.append(_edge_cell(f"{letter}better", words, better(moves)))
        words = _("Letter {letter}, he dies").format(letter=letter)
        cells.append(_edge_cell(f"{letter}dies", words, ends["dead"]) if "dead" in ends else None)
        words, mean = _("Letter {letter}, boxes on average").format(letter=letter), average(moves)
        cells.append(Cell(f"{letter}mean", local_figures(f"{float(mean):.2f}"), words, mean, is_chance=False, is_edge=True))
        rows.append((letter, cells))
    return rows


def _edge_cell(key: str, words: str, chance: Fraction) -> Cell:
    return replace(chance_cell(key, words, chance), shade=0, is_edge=True)


ALLIANCE: Final = Panel(
    "alliance",
    "republic",
    N_("The alliance track"),
    _body,
    fields=(
        Choice("letter", N_("Ambassador's letter"), LETTERS),
        Int("drm", N_("Modifier of yours"), DRM),
        Value("cell", "", is_stored=False),
        Own(),
    ),
    act=_act,
    reads=_place,
    follow=lambda session: Followed({"letter": first_letter(session.position)}),
    upgrade=_upgrade,
)
