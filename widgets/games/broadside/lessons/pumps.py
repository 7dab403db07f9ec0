"""Leaks and fires: what each of them will have come to in the end, were it alone, and the die that is thrown for the next of them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from rulesdemo.games.broadside.criticals import Fire, Leak, burn_turn, fire, large_leak, small_leak
from rulesdemo.games.broadside.play.state import Position, Ship
from rulesdemo.odds.dice import D6
from rulesdemo.odds.dist import Dist
from rulesdemo.odds.format import exact, percent
from rulesdemo.play.engine import Throw
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _, ngettext
from widgets.play.game_guide import Count, Outlook, Rehearsal
from widgets.play.lesson import Lesson

KINDS: Final = ("silent", "firing", "large", "fire")
LEAK: Final = ("repaired", "leaking", "sunk")
FIRE: Final = ("out", "burning", "burnt", "exploded")
LONG: Final = 10_000  # a fraction with more below the line is shown as a percent


def _dist(rules: Ruleset, kind: str, hull: int, turns: int) -> Dist[Any]:
    if kind == "fire":
        return fire.dist(rules, hull, turns)
    return large_leak.dist(rules, hull, turns) if kind == "large" else small_leak.dist(rules, hull, turns, kind == "silent")


def chances_after(rules: Ruleset, kind: str, hull: int, turns: int) -> dict[str, Fraction]:
    """Return how a leak or a fire alone stands after some turns, by its state; `kind` is one of KINDS [T12]."""
    dist, states = _dist(rules, kind, hull, turns), FIRE if kind == "fire" else LEAK
    return {state: Fraction(dist.p(state=state)) for state in states}


def mean_lost(rules: Ruleset, kind: str, hull: int) -> Fraction:
    """Return the hull points that it costs on average until it is settled; an explosion is not counted."""
    return hull - Fraction(_dist(rules, kind, hull, hull).mean("hull"))


def end(rules: Ruleset, kind: str, hull: int) -> dict[str, Fraction]:
    """Return how it ends: every turn that settles nothing costs a hull point at least, so there are no more turns than points."""
    return {state: chance for state, chance in chances_after(rules, kind, hull, hull).items() if state not in ("leaking", "burning")}


def kind_of(ship: Ship) -> str:
    """Return the kind of her leak, or of her fire where she has no leak; nothing where she has neither."""
    if ship.damage.leak != "none":
        return "large" if ship.damage.leak == "large" else "firing" if ship.fired else "silent"
    return "fire" if ship.damage.fire else ""


def outlook(position: Position, name: str) -> Outlook | None:
    """Return what her leak and her fire would come to, each alone."""
    ship = position.find(name) or next((each for each in position.there if kind_of(each)), None)
    if ship is None or ship.gone or position.result is not None or not kind_of(ship):
        return None
    rules, lines = position.rules, []
    if ship.damage.leak != "none":
        kind = "large" if ship.damage.leak == "large" else "silent"
        lines.append(_line(_("Leak repaired in time"), end(rules, kind, ship.hull)["repaired"]))
    if ship.damage.fire:
        found = end(rules, "fire", ship.hull)
        lines.append(_line(_("Fire put out"), found["out"]))
        lines.append(_line(_("Fire reaches the powder"), found["exploded"]))
        lines.append(_line(_("Burnt to the water"), found["burnt"]))
    hull = ngettext("{n} hull point left", "{n} hull points left", ship.hull).format(n=ship.hull)
    return Outlook(_("{ship}, {hull}").format(ship=ship.name, hull=hull), tuple(lines), _sentence(rules, ship))


def _line(name: str, chance: Fraction) -> Count:
    text = exact(chance) if chance.denominator < LONG else percent(chance).replace(" ", "\N{NO-BREAK SPACE}")
    return Count(name, round(100 * chance), text=text)


def leak_terms(rules: Ruleset, size: str) -> tuple[int, int]:
    """Return what a small or large leak costs each turn, and the highest face that repairs it [T12]."""
    need = max(face for face in D6.faces if rules.table(f"{size}_leak").at(face) == "repaired")
    return int(rules.table("critical_effects").at(f"{size}_leak_loss")), need


def fire_faces(rules: Ruleset, result: str) -> str:
    """Return the faces on which a fire does something, as a list [T12].

    >>> from rulesdemo.rules.ruleset import ruleset
    >>> fire_faces(ruleset("broadside"), "out")
    '4 or 5'
    """
    faces = [str(face) for face in D6.faces if rules.table("fire").at(face, "result") == result]
    return faces[0] if len(faces) == 1 else _("{some} or {last}").format(some=", ".join(faces[:-1]), last=faces[-1])


def leak_words(rules: Ruleset, size: str) -> str:
    """Return a leak in a sentence."""
    cost, need = leak_terms(rules, size)
    form = ngettext(
        "The leak takes {n} hull point a turn, then {need} or less on a die repairs it. [T12] [B19]",
        "The leak takes {n} hull points a turn, then {need} or less on a die repairs it. [T12] [B19]",
        cost,
    )
    return form.format(n=cost, need=need)


def fire_words(rules: Ruleset) -> str:
    """Return a fire in a sentence."""
    form = _("The fire throws a die each turn: {out} puts it out, {blast} is an explosion, {burns} costs as many hull points. [T12]")
    return form.format(out=fire_faces(rules, "out"), blast=fire_faces(rules, "explosion"), burns=fire_faces(rules, "burns"))


def _sentence(rules: Ruleset, ship: Ship) -> str:
    words = [_("Each by itself, to the end.")]
    if ship.damage.leak != "none":
        words.append(leak_words(rules, ship.damage.leak))
    if ship.damage.fire:
        words.append(fire_words(rules))
    return " ".join(words)


def rehearsal(position: Position, name: str) -> Rehearsal | None:
    """Return the next die for her leak, or for her fire, while orders are being written."""
    if position.turn.step != "orders" or position.result is not None:
        return None
    ship = position.find(name) or next((each for each in position.there if kind_of(each)), None)
    if ship is None or ship.gone or not kind_of(ship):
        return None
    rules, kind = position.rules, kind_of(ship)
    if kind == "fire":
        return Rehearsal(_("The fire this turn"), Throw(burn_turn, (rules, Fire("burning", ship.hull)), Fire("out", ship.hull)))
    proc, args = (large_leak, (rules, ship.hull, 1)) if kind == "large" else (small_leak, (rules, ship.hull, 1, True))
    if len(proc.dist(*args)) == 1:  # her last hull point: no die can save her
        return None
    return Rehearsal(_("The leak this turn"), Throw(proc, args, Leak("leaking", ship.hull)))


PUMPS: Final = Lesson("pumps", outlook=outlook, rehearsal=rehearsal)
