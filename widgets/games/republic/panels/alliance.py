"""The alliance track: where the marker stands, where the next audience can move it, what can become of the envoy, and all four letters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.games.republic.diplomacy import ambassador
from rulesdemo.games.republic.play.state import Position
from rulesdemo.odds.format import exact, percent
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _
from widgets.games.republic.board.track import TRACK, next_envoy, shifts
from widgets.games.republic.lessons.envoys import FATES
from widgets.kit.bars import bars, spoken
from widgets.kit.box_track import box_track, law_on
from widgets.kit.odds_rows import Row, View
from widgets.kit.pick_table import Cell, pick_table, shade
from widgets.kit.radio_row import radio_row
from widgets.kit.stepper import stepper
from widgets.play.session import Desk
from widgets.web.phrases import modifier, titled, unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

GAME: Final = "republic"
LETTERS: Final = {letter: letter for letter in "ABCD"}
DRM: Final = (-5, 5)
_FILLS: Final = {"returns": "best", "waiting": "sixth", "straying": "second", "ransom": "fourth", "dead": "third"}

_PANEL: Final = Markup(
    '<section class="alliance" aria-labelledby="alliance-title"><h3 id="alliance-title">{title}</h3>'
    '<div class="panel-controls">{controls}</div>{track}<div class="panel-said" role="status">{said}</div>'
    '<div class="alliance-both"><div><h4>{fates}</h4>{bars}</div>{table}</div>'
    '<div class="quiet">{note}</div></section>'
)


@lru_cache(maxsize=200)
def fates(rules: Ruleset, letter: str, drm: int) -> dict[str, Fraction]:
    """What becomes of him."""
    law = ambassador.dist(rules, letter, drm)
    return {fate: law.p(fate=fate) for fate in FATES if law.p(fate=fate)}


def first_letter(position: Position) -> str:
    """The letter of the ambassador whose audience may be next, else of any."""
    envoy = next_envoy(position) or next(iter(position.ambassadors), None)
    return envoy.letter if envoy is not None else "A"


def better(law: Mapping[int, Fraction]) -> Fraction:
    """The chance that the marker moves in the side's favour."""
    return sum((chance for shift, chance in law.items() if shift > 0), Fraction(0))


@dataclass(slots=True)
class Alliance:
    """The letter of the ambassador, from the board until the reader picks one, and a modifier that the source has none of."""

    key: str = "alliance"
    letter: str = ""  # empty: as on the board
    drm: int = 0
    picked: str = ""  # the cell of the table

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        position: Position = desk.position
        sign = 1 if position.turn.side == "roman" else -1
        return _text(desk.rules, self.letter or first_letter(position), self.drm, sign * position.alliance, self.picked)

    def act(self, what: str, value: str, desk: Desk) -> None:  # noqa: ARG002 - as every panel has it
        """Pick a letter, or move the modifier."""
        if what == "letter" and value in LETTERS:
            self.letter = value
        elif what == "cell" and value[:1] in LETTERS:
            self.letter, self.picked = value[:1], value
        elif what == "drm" and value in ("-1", "1"):
            self.drm = min(max(self.drm + int(value), DRM[0]), DRM[1])
        else:
            raise unknown(what)

    def kept(self) -> list[Any]:
        """Both."""
        return [self.letter, self.drm]

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same again, if it can be."""
        if isinstance(kept, list) and len(kept) == len(self.kept()) and kept[0] in ("", *LETTERS):
            letter, drm = kept
            if type(drm) is int and DRM[0] <= drm <= DRM[1]:
                self.letter, self.drm = letter, drm


@cached
def _text(rules: Ruleset, letter: str, drm: int, alliance: int, picked: str) -> Markup:
    at = min(max(alliance, TRACK[0]), TRACK[1])
    law = shifts(rules, letter, drm)
    mean = sum((shift * chance for shift, chance in law.items()), Fraction(0))
    told = _("Letter {letter}: {mean} boxes on average, better than before with {better}. [12.34]")
    ends = fates(rules, letter, drm)
    view = View("", tuple(Row(fate, titled(FATES[fate]), titled(FATES[fate]), ends[fate], _FILLS[fate]) for fate in _FILLS if fate in ends))
    controls = radio_row("alliance", "letter", _("Ambassador's letter"), LETTERS, letter)
    controls += stepper("alliance", "drm", _("Modifier of yours"), drm, DRM)
    note = _("Boxes are counted in favour of the side that acts. The source gives no modifiers and no length of the track. [12.34] [R37]")
    return _PANEL.format(
        title=_("The alliance track"),
        controls=controls,
        track=box_track(_("The alliance track, with the chance to land on each box"), TRACK, at, tuple(law_on(TRACK, at, law).items())),
        said=cited(GAME, told.format(letter=letter, mean=exact(mean), better=spoken(better(law))), "alliance-said"),
        fates=_("What becomes of him"),
        bars=bars(view, "alliance-bars", has_heading=False),
        table=_table(rules, drm, picked),
        note=cited(GAME, note, "alliance-note"),
    )


@cached
def _table(rules: Ruleset, drm: int, picked: str) -> Markup:
    """Every letter: the chance of each move of the marker, of a better one, of a disaster that takes him, and the mean."""
    laws = {letter: shifts(rules, letter, drm) for letter in LETTERS}
    moves = sorted({shift for law in laws.values() for shift in law})
    rows = []
    for letter, law in laws.items():
        cells: list[Cell | None] = []
        for shift in moves:
            said = _("Letter {letter}, the marker moves {n}").format(letter=letter, n=modifier(shift))
            cells.append(_cell(f"{letter}{shift}", said, law[shift]) if shift in law else None)
        said = _("Letter {letter}, the marker moves your way").format(letter=letter)
        cells.append(_cell(f"{letter}better", said, better(law), is_edge=True))
        ends = fates(rules, letter, drm)
        said = _("Letter {letter}, he dies").format(letter=letter)
        cells.append(_cell(f"{letter}dies", said, ends["dead"], is_edge=True) if "dead" in ends else None)
        mean = sum((shift * chance for shift, chance in law.items()), Fraction(0))
        said = _("Letter {letter}, boxes on average").format(letter=letter)
        cells.append(Cell(f"{letter}mean", f"{float(mean):.2f}", said, mean, is_chance=False, is_edge=True))
        rows.append((letter, cells))
    caption = _("Every letter with modifier {n}, in percent, disasters counted in. Pick a cell for its exact chance")
    caption = caption.format(n=modifier(drm))
    columns = [_("Letter"), *map(modifier, moves), _("Your way"), _("He dies"), _("Mean")]
    return pick_table("alliance", "cell", caption, columns, rows, picked, rest=_("Two letters move the marker your way equally often."))


def _cell(key: str, said: str, chance: Fraction, *, is_edge: bool = False) -> Cell:
    shown = percent(chance).removesuffix(" %")
    return Cell(key, shown, said, chance, shade=0 if is_edge else shade(chance, Fraction(1)), is_edge=is_edge)
