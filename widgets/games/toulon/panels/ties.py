"""The roll for initiative: every pair of dice with who goes first, throws of one's own, and how often a tie sends both dice back."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.games.toulon.initiative import initiative, initiative_tie
from rulesdemo.odds.dice import D6
from rulesdemo.odds.procedure import play, replay
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.kit.bars import bars, number
from widgets.kit.odds_rows import Row, View
from widgets.play.session import Desk
from widgets.web.badges import joined
from widgets.web.phrases import unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

GAME: Final = "toulon"
KEY: Final = "ties"
TOLD: Final = 3  # throws that have a row of their own
MOST: Final = 40  # faces of one roll that are kept
FILLS: Final = ("best", "second", "third", "fourth")
SIGNS: Final = {"allied": N_("A"), "republican": N_("R"), "tie": "="}
WORDS: Final = {"allied": N_("the Allies go first"), "republican": N_("the Republicans go first"), "tie": N_("a tie: throw again")}

_PANEL: Final = Markup(
    '<section class="ties" aria-labelledby="ties-title"><h3 id="ties-title">{title}</h3><div class="ties-both"><div>'
    '<table class="ties-grid"><caption>{caption}</caption><thead><tr><td></td>{heads}</tr></thead><tbody>{rows}</tbody></table>'
    '<div class="ties-throw"><button type="button" id="ties-throw" data-do="extra" data-name="ties:throw" data-by="1">{throw}</button>'
    '<div role="status">{thrown}</div></div></div><div class="ties-odds"><h4>{odds_title}</h4>{bars}'
    '<div class="ties-told">{told}</div></div></div></section>'
)
_HEAD: Final = Markup('<th scope="col">{}</th>')
_ROW: Final = Markup('<tr><th scope="row">{face}</th>{cells}</tr>')
_CELL: Final = Markup('<td class="is-{kind}{lit}"><span aria-hidden="true">{sign}</span><span class="sr">{words}</span></td>')


@cached
def outcome(rules: Ruleset, allied: int, republican: int) -> str:
    """What two dice settle: who goes first, or "tie"."""
    if replay(initiative_tie, (allied, republican), rules, 1).value.tied:
        return "tie"
    return str(replay(initiative, (allied, republican), rules).value.winner)


@cached
def tied(rules: Ruleset, throws: int) -> Fraction:
    """The chance that so many throws running are ties."""
    chance: Fraction = initiative_tie.kept((rules, throws)).p(tied=True)
    return chance


def needed(rules: Ruleset) -> View:
    """How many throws it takes until somebody goes first, and how many on average."""
    law = [(throw, ngettext("{n} throw", "{n} throws", throw).format(n=throw)) for throw in range(1, TOLD + 1)]
    chances = [tied(rules, throw - 1) - tied(rules, throw) for throw, _words in law] + [tied(rules, TOLD)]
    labels = [*law, (TOLD + 1, _("more"))]
    rows = tuple(Row(throw, words, words, chance, fill) for (throw, words), chance, fill in zip(labels, chances, FILLS, strict=True))
    # Each throw is needed only if all before it were ties, and every throw ties as often as the first.
    return View("", rows, 1 / (1 - tied(rules, 1)))


def said(rules: Ruleset, faces: tuple[int, ...]) -> str:
    """The throws one after the other, and who goes first in the end."""
    if not faces:
        return _("Nobody has thrown yet.")
    pairs = list(zip(faces[::2], faces[1::2], strict=True))
    told = [_("{a} to {r}: {what}.").format(a=a, r=r, what=WORDS[outcome(rules, a, r)]) for a, r in pairs]
    return " ".join(told) + " [1.18]"


@dataclass(slots=True)
class Ties:
    """The panel: the faces of the last roll, those of the Allies first in each pair."""

    faces: tuple[int, ...] = ()
    key: str = field(default=KEY, init=False)

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        return _told(desk.rules, self.faces)

    def act(self, what: str, value: str, desk: Desk) -> None:
        """Throw both dice, and again while they tie."""
        if what != "throw":
            raise unknown(f"{what} {value}")
        self.faces = play(initiative, random.Random(desk.seed()), desk.rules).faces

    def kept(self) -> Any:  # noqa: ANN401 - plain JSON
        """The faces."""
        return list(self.faces)

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same faces again, if they are those of a roll."""
        if isinstance(kept, list) and len(kept) % 2 == 0 and len(kept) <= MOST and all(face in D6.faces for face in kept):
            self.faces = tuple(map(int, kept))


@cached
def _told(rules: Ruleset, faces: tuple[int, ...]) -> Markup:
    view = needed(rules)
    last = faces[-2:]
    words = _("A throw is a tie with a chance of {one}, two running with {two}. On average it takes {mean} throws. [1.18] [T13]")
    return _PANEL.format(
        title=_("Who goes first"),
        caption=_("Allied die down, Republican die across: A, R or = for a tie"),
        heads=joined(map(_HEAD.format, D6.faces)),
        rows=joined(
            _ROW.format(face=own, cells=joined(_cell(rules, own, other, is_last=(own, other) == last) for other in D6.faces))
            for own in D6.faces
        ),
        throw=_("Throw both dice"),
        thrown=cited(GAME, said(rules, faces), f"{KEY}-thrown"),
        odds_title=_("Throws until somebody goes first"),
        bars=bars(view, KEY),
        told=cited(GAME, words.format(one=tied(rules, 1), two=tied(rules, 2), mean=number(view.mean or Fraction(1))), f"{KEY}-told"),
    )


def _cell(rules: Ruleset, own: int, other: int, *, is_last: bool) -> Markup:
    kind = outcome(rules, own, other)
    words = _("{own} to {other}: {what}").format(own=own, other=other, what=WORDS[kind])
    return _CELL.format(kind=kind, lit=" is-lit" if is_last else "", sign=SIGNS[kind], words=words)
