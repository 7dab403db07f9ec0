"""Boarding again and again: the exact chance that a ship is taken within one try, two, and so on, as a curve of steps."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.analysis.catalogue import Answer, find
from rulesdemo.errors import InputError
from rulesdemo.games.veneti.boarding import Boarding
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.kit.bars import fraction, rounded, spoken
from widgets.kit.components import Box, Custom, Note
from widgets.kit.controls import Own, Value
from widgets.kit.panel import Component, Followed, Panel, State
from widgets.kit.step_curve import step_curve
from widgets.kit.tiles import Tiles
from widgets.play.session import Desk
from widgets.web.badges import mark

PROCEDURE: Final = "veneti.boarding_within"
MOST_TRIES: Final = 6

_TRY: Final = Markup('<span class="tries-number">{number}</span>{fraction}<span class="percent">{percent}</span>')


class Fight(NamedTuple):
    """What a boarding begins with."""

    attackers: int
    defenders: int
    height: int


@lru_cache(maxsize=100)
def answers(rules: Ruleset | None, fight: Fight) -> tuple[Answer, ...]:
    """Return the odds within one try, two, and so on."""
    question = find(PROCEDURE)
    return tuple(question.answer({**fight._asdict(), "tries": tries}, rules) for tries in range(1, MOST_TRIES + 1))


def _follow(desk: Desk) -> Followed:
    throw = desk.throw()
    return Followed({} if throw is None or not isinstance(throw.outcome, Boarding) else {"fight": Fight(*throw.args[1:4])})


def _stored_fight(stored: Any) -> Fight | None:  # noqa: ANN401 - whatever a browser brings
    if stored is None:
        return None
    fight = Fight(*stored)
    if not all(type(each) is int for each in fight):
        raise TypeError
    try:
        answers(None, fight)
    except InputError:
        raise ValueError from None
    return fight


def _mark(rules: Ruleset, state: State) -> Markup:
    return Markup("") if state.fight is None else mark(answers(rules, state.fight)[-1].provenance)


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    if state.fight is None:
        yield Note(_("Choose a boarding to see how soon it succeeds."), "odds-note")
        return
    chances = [Fraction(answer.dist.p(captured=True)) for answer in answers(rules, state.fight)]
    words = _title(state.fight)
    yield Note(words, "tries-what")
    yield _chart(words, chances)
    yield Note(_why(chances))


def _title(fight: Fight) -> str:
    what = ngettext(
        "{n} marine against {m} {where}: chance of capture, by number of tries",
        "{n} marines against {m} {where}: chance of capture, by number of tries",
        fight.attackers,
    )
    where = {-1: _("on a higher deck"), 0: _("on a deck as high"), 1: _("on a lower deck")}[fight.height]
    return what.format(n=fight.attackers, m=fight.defenders, where=where)


def _chart(words: str, chances: list[Fraction]) -> Box:
    numbered = list(enumerate(chances, 1))
    tries = [_TRY.format(number=place, fraction=fraction(chance, f"tries-{place}"), percent=rounded(chance)) for place, chance in numbered]
    found = _("; ").join(f"{place}, {spoken(chance)}" for place, chance in numbered)
    label = _("{name}: {words}").format(name=words, words=found)
    return Box("tries-chart", [Custom(step_curve(label, chances)), Tiles(tries, "tries-list", is_ordered=True, has_role=False)])


def _why(chances: list[Fraction]) -> str:
    """Return where the shape of the curve comes from."""
    again = _("A new try is for a new turn, while the ships stay grappled. [8.27] Each repulse costs you a marine. [8.28]")
    flat = next((place for place in range(1, len(chances)) if chances[place] == chances[place - 1]), None)
    if flat is None or chances[-1] == 1:
        return again
    spent = ngettext("After {n} try nobody is left to board.", "After {n} tries nobody is left to board.", flat).format(n=flat)
    return f"{again} {spent} [8.21]"


TRIES: Final = Panel(
    "tries",
    "veneti",
    N_("And if you try again?"),
    _body,
    fields=(Value("fight", None, _stored_fight, lambda fight: fight and list(fight)), Own(is_stored=False)),
    follow=_follow,
    remembers=True,
    mark=_mark,
)
