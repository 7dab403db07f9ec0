"""What panels with ten-sided dice share: the ten faces and what they mean, a row with a button that throws, and a leader's counter."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from markupsafe import Markup

from rulesdemo.odds.dice import D10
from rulesdemo.play.engine import Throw
from rulesdemo.words import _
from widgets.board.counters import Side
from widgets.kit.components import Press, draw
from widgets.kit.panel import Component, Panel, State
from widgets.web.badges import die, joined
from widgets.web.phrases import signed
from widgets.web.rule_links import cited

Meaning = TypeVar("Meaning")

_STRIP: Final = Markup(
    '<table class="leader-strip"><caption class="sr">{caption}</caption><colgroup></colgroup>'
    '<tbody><tr><th scope="row">{name}</th>{faces}</tr>{rows}</tbody></table>'
)
_ROW: Final = Markup('<tr><th scope="row">{}</th>{}</tr>')
_SIGN: Final = Markup('<span aria-hidden="true">{}</span><span class="sr">{}</span>')
_THROW: Final = Markup('<div class="leaders-throw">{presses}<div class="leaders-said" role="status">{words}</div></div>')
_DICE: Final = Markup('<span class="leaders-dice" role="img" aria-label="{}">{}</span>')
_COUNTER: Final = Markup(
    '<svg class="leader-counter" viewBox="0 0 88 88" width="88" height="88" role="img" aria-label="{label}">'
    '<rect x="2" y="2" width="84" height="84" rx="10" fill="{fill}"/>{stripes}'
    '<rect x="2" y="2" width="84" height="84" rx="10" fill="none" stroke="#1B2A33" stroke-width="3"/>'
    '<rect x="20" y="16" width="48" height="56" rx="6" fill="{tint}" stroke="#1B2A33" stroke-width="2"/>'
    '<text x="44" y="58" text-anchor="middle" class="leader-letter" aria-hidden="true">{text}</text></svg>'
)
_STRIPES: Final = Markup(
    '<path d="M4 22 22 4M4 44 44 4M4 66 66 4M8 84 84 8M28 84 84 28M50 84 84 50M70 84 84 70" stroke="#FFFFFF" stroke-opacity=".78" '
    'stroke-width="4"/>'
)


class Sign(NamedTuple):
    """What a face means: a sign, its words for listeners, and how the cell looks."""

    sign: str
    words: str
    kind: str = ""


FaceRow: TypeAlias = "tuple[str, Sequence[Sign | str | int]]"


def face_strip(name: str, caption: str, rows: Sequence[FaceRow], lit: Collection[int] = ()) -> Markup:
    """Draw the ten faces of a die with what they mean below; the faces in `lit` were thrown."""
    kinds = ["lit" if face in lit else "" for face in D10.faces]
    faces = joined(Markup('<th scope="col"{}>{}</th>').format(_kind(kind), face) for kind, face in zip(kinds, D10.faces, strict=True))
    below = joined(_ROW.format(head, joined(_cell(cell, kind) for kind, cell in zip(kinds, cells, strict=True))) for head, cells in rows)
    return _STRIP.format(caption=caption, name=name, faces=faces, rows=below)


def total_row(drm: int) -> list[FaceRow]:
    """Return the row of what the faces come to with a modifier; none where there is no modifier."""
    return [(_("Total"), [signed(face + drm) for face in D10.faces])] if drm else []


def _kind(kind: str) -> Markup:
    return Markup(' class="{}"').format(kind) if kind else Markup("")


def _cell(cell: Sign | str | int, kind: str) -> Markup:
    if isinstance(cell, Sign):
        kind = " ".join(filter(None, (cell.kind, kind)))
        return Markup("<td{}>{}</td>").format(_kind(kind), _SIGN.format(cell.sign, cell.words))
    return Markup("<td{}>{}</td>").format(_kind(kind), cell)


def leader_counter(label: str, text: str | int, side: Side, *, tint: str = "") -> Markup:
    """Draw a leader's counter with his letter or his rating."""
    return _COUNTER.format(label=label, fill=side.fill, tint=tint or side.tint, stripes=_STRIPES if side.striped else "", text=text)


@dataclass(frozen=True, slots=True)
class ThrowRow:
    """A button that throws, and beside it the faces and what came of them, or a quiet sentence before the first throw."""

    press: Press
    rest: str
    verdict: str = ""
    faces: Sequence[int] = ()
    more: Sequence[Component] = ()
    key: str = "said"

    def html(self, panel: Panel) -> Markup:
        """Draw the row."""
        words = Markup('<p class="quiet">{}</p>').format(self.rest)
        if self.verdict:
            words = Markup("<div>{}</div>").format(cited(panel.game, self.verdict, f"{panel.key}-{self.key}"))
        if self.faces:
            label = _("Dice {faces}").format(faces=", ".join(map(str, self.faces)))
            words = _DICE.format(label, joined(die(face, pips=False) for face in self.faces)) + words
        return _THROW.format(presses=draw(panel, (self.press, *self.more)), words=words)


def new_practice(state: State, desk: Any) -> tuple[State, Throw | None]:  # noqa: ANN401 - a page's game, with its practice dice
    """Return the state that has noted the last throw on the board, and that throw where it is a new one."""
    fall = desk.practice or desk.fallen
    key = f"{len(desk.history.done)}, {desk.luck.rolls}: {fall.faces}" if fall is not None else ""
    return state.replace(practice=key), fall.throw if fall is not None and key != state.practice else None


def face_groups(meaning: Callable[[int], Meaning]) -> list[tuple[tuple[int, ...], Meaning]]:
    """Return the faces that mean the same, lowest first, with what that is."""
    return [(tuple(faces), found) for found, faces in groupby(D10.faces, key=meaning)]
