"""The roll for initiative: every pair of dice with who goes first, throws of one's own, and how often a tie sends both dice back."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from rulesdemo.games.toulon.initiative import initiative, initiative_tie
from rulesdemo.odds.dice import D6
from rulesdemo.odds.procedure import replay
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.kit.bars import number
from widgets.kit.components import Bars, Box, Cell, Heading, Note, Press, Sentence, Table
from widgets.kit.controls import Value, face_tuple
from widgets.kit.last_roll import throw
from widgets.kit.odds_rows import Row, View
from widgets.kit.panel import Component, Panel, Session, State
from widgets.kit.sign import sign
from widgets.web.render_cache import cached

ROWS: Final = 3  # throws that have a row of their own
MOST: Final = 40  # faces of one roll that are stored
FILLS: Final = ("best", "second", "third", "fourth")
SIGNS: Final = {"allied": N_("A"), "republican": N_("R"), "tie": "="}
WORDS: Final = {"allied": N_("the Allies go first"), "republican": N_("the Republicans go first"), "tie": N_("a tie: throw again")}


@cached
def outcome(rules: Ruleset, allied: int, republican: int) -> str:
    """Return what two dice settle: who goes first, or "tie"."""
    if replay(initiative_tie, (allied, republican), rules, 1).value.tied:
        return "tie"
    return str(replay(initiative, (allied, republican), rules).value.winner)


@cached
def tie_chance(rules: Ruleset, throws: int) -> Fraction:
    """Return the chance that a number of throws running are ties."""
    chance: Fraction = initiative_tie.cached_dist((rules, throws)).p(tied=True)
    return chance


def throws_view(rules: Ruleset) -> View:
    """Return the chances of how many throws it takes until somebody goes first, and how many on average."""
    labels = [(throw, ngettext("{n} throw", "{n} throws", throw).format(n=throw)) for throw in range(1, ROWS + 1)]
    chances = [tie_chance(rules, throw - 1) - tie_chance(rules, throw) for throw, _words in labels] + [tie_chance(rules, ROWS)]
    labels.append((ROWS + 1, _("more")))
    rows = tuple(Row(throw, words, words, chance, fill) for (throw, words), chance, fill in zip(labels, chances, FILLS, strict=True))
    # Each throw is needed only if all before it were ties, and every throw ties as often as the first.
    return View("", rows, 1 / (1 - tie_chance(rules, 1)))


def throws_text(rules: Ruleset, faces: tuple[int, ...]) -> str:
    """Return the throws one after the other, and who goes first in the end."""
    if not faces:
        return _("Nobody has thrown yet.")
    pairs = zip(faces[::2], faces[1::2], strict=True)
    sentences = [_("{a} to {r}: {what}.").format(a=a, r=r, what=WORDS[outcome(rules, a, r)]) for a, r in pairs]
    return " ".join(sentences) + " [1.18]"


def _act(state: State, what: str, _value: str, session: Session) -> State | None:
    """Throw both dice, and again while they tie."""
    if what != "throw":
        return None
    return state.replace(faces=throw(initiative, session, (session.rules,)))


def _stored_faces(stored: Any) -> tuple[int, ...]:  # noqa: ANN401 - whatever a browser brings
    faces = face_tuple(MOST)(stored)
    if len(faces) % 2:
        raise ValueError
    return faces


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    table = Table(
        ["", *D6.faces],
        [[own, *(_cell(rules, own, other, is_last=(own, other) == state.faces[-2:]) for other in D6.faces)] for own in D6.faces],
        _("Allied die down, Republican die across: A, R or = for a tie"),
        kind="ties-grid",
    )
    dice = Box(
        "ties-throw",
        [Press("throw", _("Throw both dice"), "1", id="throw"), Sentence(throws_text(rules, state.faces), "thrown", "ties-said")],
    )
    view = throws_view(rules)
    words = _("A throw is a tie with a chance of {one}, two running with {two}. On average it takes {mean} throws. [1.18] [T13]").format(
        one=tie_chance(rules, 1), two=tie_chance(rules, 2), mean=number(view.mean or Fraction(1))
    )
    odds = Box("ties-odds", [Heading(_("Throws until somebody goes first")), Bars(view), Note(words, "ties-told", "told")])
    yield Box("ties-both", [Box("", [table, dice]), odds])


def _cell(rules: Ruleset, own: int, other: int, *, is_last: bool) -> Cell:
    kind = outcome(rules, own, other)
    words = _("{own} to {other}: {what}").format(own=own, other=other, what=WORDS[kind])
    return Cell(sign(SIGNS[kind], words), f"is-{kind} is-lit" if is_last else f"is-{kind}")


TIES: Final = Panel("ties", "toulon", N_("Who goes first"), _body, fields=(Value("faces", (), _stored_faces),), act=_act)
