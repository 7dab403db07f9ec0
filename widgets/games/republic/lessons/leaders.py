"""Who leads, and what he adds: the tactical roll of the attack that is on or could be declared, and each leader's mean beside it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from rulesdemo.games.republic.leaders import Tactical, tactical
from rulesdemo.games.republic.play import orders as o
from rulesdemo.games.republic.play.sequence import SEQUENCE
from rulesdemo.games.republic.play.state import Force, Position, enemy_of
from rulesdemo.play.engine import Throw
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _, local_figures
from widgets.games.republic.lessons.battle import tactics_label, tactics_verdict
from widgets.games.republic.lessons.ten import words
from widgets.play.game_guide import Count, Outlook, Rehearsal
from widgets.play.lesson import Lesson
from widgets.web.render_cache import cached


@cached
def mean(rules: Ruleset, attacker: str, defender: str) -> Fraction:
    """Return the modifier of a pair of letters on average."""
    return Fraction(tactical.dist(rules, attacker, defender).mean("drm"))


def tenths(number: Fraction) -> str:
    """Return a mean of the tactical table, which is a whole number of tenths, with its sign.

    >>> tenths(Fraction(3, 5)), tenths(Fraction(-22, 5)), tenths(Fraction(0))
    ('+0.6', '−4.4', '0.0')
    """
    sign = "+" if number > 0 else "−" if number < 0 else ""
    return local_figures(f"{sign}{float(abs(number)):.1f}")


def pairs(position: Position) -> Iterator[tuple[Force, Force]]:
    """Yield the attack whose tactics are still open; before any, every attack that the side which acts could declare."""
    if position.result is not None:
        return
    if position.clash is not None:
        if all(part.name != "tactics" for part in position.clash.parts):
            yield position.force(position.clash.attackers[0]), position.force(position.clash.defenders[0])
        return
    decision = SEQUENCE.decision(position)
    if decision is None or o.March not in decision.orders:
        return
    for force in position.there:
        if force.side == position.turn.side and force.sp and not force.in_city:
            yield from ((force, foe) for foe in position.outside(force.at, enemy_of(force.side)))


def pair_of(position: Position, name: str) -> tuple[Force, Force] | None:
    """Return the pair that the Force in hand leads, or else the first."""
    found = list(pairs(position))
    return next((pair for pair in found if pair[0].id == name), next(iter(found), None))


def outlook(position: Position, name: str) -> Outlook | None:
    """Return what each leader adds on average, so that one can be chosen."""
    found, now = list(pairs(position)), pair_of(position, name)
    if now is None:
        return None
    lines = tuple(
        Count(
            _("{name}, letter {letter}").format(name=force.leader.name, letter=force.leader.letter),
            0,
            is_now=(force, foe) == now,
            text=tenths(mean(position.rules, force.leader.letter, foe.leader.letter)),
        )
        for force, foe in found
    )
    foe = now[1].leader
    title = _("On average against {name}, letter {letter}").format(name=foe.name, letter=foe.letter)
    sentence = _("The leader who declares the attack throws under his own letter, and so for all who join him. [8.32]")
    return Outlook(title, lines, sentence)


def rehearsal(position: Position, name: str) -> Rehearsal | None:
    """Return the tactical roll of that pair."""
    found = pair_of(position, name)
    if found is None:
        return None
    ours, theirs = found[0].leader, found[1].leader
    title = _("{ours} ({a}) against {theirs} ({b})").format(ours=ours.name, a=ours.letter, theirs=theirs.name, b=theirs.letter)
    return Rehearsal(title, Throw(tactical, (position.rules, ours.letter, theirs.letter), None))


LEADERS: Final = Lesson("leaders", outlook=outlook, throws={Tactical: words(tactics_label, tactics_verdict)}, rehearsal=rehearsal)
