"""Works out the odds of the chosen order under our reading, for a reader who has set a switch of his own."""

from __future__ import annotations

from dataclasses import replace

from rulesdemo.analysis.catalogue import thrown_for
from rulesdemo.play.engine import Throw, check
from rulesdemo.rules.ruleset import ruleset
from widgets.kit import odds_rows
from widgets.kit.odds_rows import View
from widgets.play.first_throw import throws_for
from widgets.play.game_guide import Guide, Rehearsal
from widgets.play.rehearsal_dice import FreeDice
from widgets.play.session import Desk
from widgets.web.render_cache import cached


def our_views(desk: Desk) -> tuple[View, ...] | None:
    """Return the odds of the chosen order under our reading; None where ours is in force, or nothing is thrown."""
    throw = desk.throw()
    if throw is None or not desk.rules.switches:
        return None
    ours = _under_ours(desk, throw)
    answer = thrown_for(desk.engine.game, ours.procedure, ours.args)
    return odds_rows.in_words(answer, desk.guide, ours)


def our_rehearsal(desk: Desk, lesson: str) -> tuple[View, ...] | None:
    """Return the same of a throw that is rehearsed: as it would be from this position; None where there would be none."""
    if not desk.rules.switches:
        return None
    position = replace(desk.position, rules=ruleset(desk.engine.game))
    due = desk.guide.rehearsal(position, desk.regarded or desk.selected, lesson)
    return None if due is None else _rehearsed(desk.guide, due)


@cached
def _rehearsed(guide: Guide, due: Rehearsal) -> tuple[View, ...]:
    """Return the rows of a rehearsed throw, cached because a page needs them after every press."""
    return FreeDice.rehearsing(guide, due).views


def _under_ours(desk: Desk, throw: Throw) -> Throw:
    """Return what the order throws for after the same game under our reading; where that game cannot be, the same throw alone."""
    rules = ruleset(desk.engine.game)
    history, is_lost = desk.retold(rules)
    if not is_lost and desk.chosen is not None and check(desk.engine, history.position, desk.chosen) is None:
        found = throws_for(desk.engine, history.position, desk.chosen)
        if found is not None and found.procedure is throw.procedure:
            return found
    return throw._replace(args=(rules, *throw.args[1:]))
