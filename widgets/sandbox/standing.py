"""How a battle stands, above its board: the score on a chip, the turns that are left, and the last turn in one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from markupsafe import Markup

from rulesdemo.play.log import texts
from rulesdemo.words import _, ngettext
from widgets.play.turn_track import turn_limit
from widgets.sandbox.guide import party_of, score_lines
from widgets.web.badges import joined
from widgets.web.rule_links import cited

if TYPE_CHECKING:
    from widgets.sandbox.session import Battle

_CHIP: Final = Markup('<p class="score-chip"><b>{label}</b> {score}<span class="score-left">{left}</span></p>')
_SIDE: Final = Markup('<span class="score-side">{name} <b>{n}</b></span>')
_LAST: Final = Markup('<p class="last-turn"><b>{label}</b> {words}</p>')


def standing(battle: Battle) -> Markup:
    """Draw how the battle stands."""
    return _chip(battle) + _last_turn(battle)


def _chip(battle: Battle) -> Markup:
    guide, position = battle.guide, battle.position
    if party_of(guide) is not None:
        score = joined(Markup('<span class="score-side">{}</span> ').format(line) for line in score_lines(guide, position))
    else:
        score = joined(_SIDE.format(name=guide.sides[side], n=n) for side, n in guide.score(position).items())
    return _CHIP.format(label=_("Score"), score=score, left=turns_left(position, battle.history.turn))


def turns_left(position: object, turn: int) -> str:
    """Return how many turns are still to come, where their number is limited.

    >>> from types import SimpleNamespace
    >>> nine = SimpleNamespace(scenario=SimpleNamespace(turns=9))
    >>> turns_left(nine, 2), turns_left(nine, 8), turns_left(nine, 9)
    ('7 turns follow this one.', '1 turn follows this one.', 'This is the last turn.')
    """
    limit = turn_limit(position)
    if not limit:
        return ""
    left = limit - turn
    if left <= 0:
        return _("This is the last turn.")
    return ngettext("{n} turn follows this one.", "{n} turns follow this one.", left).format(n=left)


def _last_turn(battle: Battle) -> Markup:
    """Tell the turn before in one sentence: the last thing that was decided in it, and how many more there were."""
    history, guide = battle.history, battle.guide
    before = history.turn - 1
    if before < history.engine.turn(history.opening.position) or history.result is not None:
        return Markup("")
    told = told_in(battle, before)
    if not told:
        return _LAST.format(label=_("Last turn."), words=_("Nothing was won or lost."))
    words = cited(guide.guide.game, told[-1], "last-turn")
    more = len(told) - 1
    rest = ngettext("There was {n} thing more; the log tells it.", "There were {n} things more; the log tells them.", more).format(n=more)
    return _LAST.format(label=_("Last turn."), words=Markup("{} {}").format(words, rest) if more else words)


def told_in(battle: Battle, wanted: int) -> tuple[str, ...]:
    """Return what the story tells of a turn, in the words that the reader at the screen may read."""
    history = battle.history
    if battle.last_told[0] is history and battle.last_told[1] == wanted:
        return battle.last_told[2]
    found: list[str] = []
    for deed in reversed(history.done):
        outcome = deed.outcome
        begins = [bool(getattr(event, "begins_turn", False)) for event in outcome.events]
        turn = history.engine.turn(outcome.position) - sum(begins)
        here = []
        for event, begun in zip(outcome.events, begins, strict=True):
            turn += begun
            if turn == wanted and battle.guide.is_told(event):
                here.append(texts(history.engine, event, outcome.position, battle.seen)[0])
        found = here + found
        if history.engine.turn(outcome.position) < wanted:
            break
    battle.last_told = (history, wanted, tuple(found))
    return battle.last_told[2]
