"""The alliance track: where the marker stands, where the next audience can move it, and what can become of the ambassador."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.errors import InputError
from rulesdemo.games.republic.diplomacy import ambassador
from rulesdemo.games.republic.play.state import Position
from rulesdemo.ruleset import Ruleset
from rulesdemo.show import exact
from widgets.bars import bars, spoken
from widgets.box_track import box_track, law_on
from widgets.cited import cited
from widgets.desk import Desk
from widgets.games.republic_lessons.envoys import FATES
from widgets.kept_text import kept
from widgets.laws import Row, View
from widgets.radio_row import radio_row
from widgets.stepper import stepper
from widgets.words import _, titled

GAME: Final = "republic"
TRACK: Final = (-6, 6)  # boxes that are shown; the source does not say how many there are
LETTERS: Final = {letter: letter for letter in "ABCD"}
DRM: Final = (-5, 5)
_FILLS: Final = {"returns": "best", "waiting": "sixth", "straying": "second", "ransom": "fourth", "dead": "third"}

_PANEL: Final = Markup(
    '<section class="alliance" aria-labelledby="alliance-title"><h3 id="alliance-title">{title}</h3>'
    '<div class="panel-controls">{controls}</div>{track}<div class="panel-said" role="status">{said}</div><h4>{fates}</h4>{bars}'
    '<div class="quiet">{note}</div></section>'
)


@lru_cache(maxsize=200)
def shifts(rules: Ruleset, letter: str, drm: int) -> dict[int, Fraction]:
    """The boxes that an audience moves the marker by, disasters counted in."""
    law = ambassador.dist(rules, letter, drm)
    return dict(law.marginal("shift").items())


@lru_cache(maxsize=200)
def fates(rules: Ruleset, letter: str, drm: int) -> dict[str, Fraction]:
    """What becomes of him."""
    law = ambassador.dist(rules, letter, drm)
    return {fate: law.p(fate=fate) for fate in FATES if law.p(fate=fate)}


def first_envoy(position: Position) -> str:
    """The letter of the ambassador who acts next: one of the side whose operations these are, else any."""
    own = sorted(position.ambassadors, key=lambda each: (each.side != position.turn.side, each.state != "ready"))
    return own[0].letter if own else "A"


@dataclass(slots=True)
class Alliance:
    """The letter of the ambassador, from the board until the reader picks one, and a modifier that the source has none of."""

    key: str = "alliance"
    letter: str = ""  # empty: as on the board
    drm: int = 0

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        position: Position = desk.position
        sign = 1 if position.turn.side == "roman" else -1
        return _text(desk.rules, self.letter or first_envoy(position), self.drm, sign * position.alliance)

    def act(self, what: str, value: str, desk: Desk) -> None:  # noqa: ARG002 - as every panel has it
        """Pick a letter, or move the modifier."""
        if what == "letter" and value in LETTERS:
            self.letter = value
        elif what == "drm" and value in ("-1", "1"):
            self.drm = min(max(self.drm + int(value), DRM[0]), DRM[1])
        else:
            message = _("Nothing here is called {name}.").format(name=repr(what[:40]))
            raise InputError(message)

    def kept(self) -> list[Any]:
        """Both."""
        return [self.letter, self.drm]

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same again, if it can be."""
        if isinstance(kept, list) and len(kept) == len(self.kept()) and kept[0] in ("", *LETTERS):
            letter, drm = kept
            if type(drm) is int and DRM[0] <= drm <= DRM[1]:
                self.letter, self.drm = letter, drm


@kept
def _text(rules: Ruleset, letter: str, drm: int, alliance: int) -> Markup:
    at = min(max(alliance, TRACK[0]), TRACK[1])
    law = shifts(rules, letter, drm)
    better = sum((chance for shift, chance in law.items() if shift > 0), Fraction(0))
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
        said=cited(GAME, told.format(letter=letter, mean=exact(mean), better=spoken(better)), "alliance-said"),
        fates=_("What becomes of him"),
        bars=bars(view, "alliance-bars", has_heading=False),
        note=cited(GAME, note, "alliance-note"),
    )
