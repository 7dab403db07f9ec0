"""Leaks and fires turn by turn: the exact chance of every end, for any hull, and how the chance to be saved grows with the hull.

The ship is the one on the board, until the reader makes another.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.analysis.catalogue import answer
from rulesdemo.games.broadside.play.facts import clauses
from rulesdemo.games.broadside.play.state import Ship
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, local_figures, ngettext
from widgets.games.broadside.lessons.pumps import KINDS, chances_after, end, fire_words, kind_of, leak_terms, leak_words, mean_lost
from widgets.games.broadside.panels.parts import whose
from widgets.kit.bars import number, rounded
from widgets.kit.components import Controls, Custom, Figure, Note, Press, Sentence
from widgets.kit.controls import Choice, Int, Own
from widgets.kit.outcome_columns import Fate
from widgets.kit.outcomes import OutcomeColumns, Outcomes, OutcomeTable, beside
from widgets.kit.panel import Component, Followed, Panel, State
from widgets.play.session import Desk
from widgets.web.badges import joined, mark

MOST_HULL: Final = 18
MOST_TURNS: Final = 12
START: Final = ("silent", 4)
KIND_NAMES: Final = dict(
    zip(KINDS, (N_("small leak, guns silent"), N_("small leak, she fires"), N_("large leak"), N_("fire")), strict=True)
)
# What can have become of her, the best first.
FIRE_FATES: Final = {
    "out": Fate(N_("put out"), "best"),
    "burning": Fate(N_("still burning"), "fire"),
    "burnt": Fate(N_("burnt to the water"), "fourth"),
    "exploded": Fate(N_("exploded"), "third"),
}
LEAK_FATES: Final = {
    "repaired": Fate(N_("repaired"), "best"),
    "leaking": Fate(N_("still leaking"), "fifth"),
    "sunk": Fate(N_("sunk"), "third"),
}
CURVES: Final = ("silent", "large", "fire")
WIDE: Final = 600  # units of the drawing of curves
HIGH: Final = 200
TOP: Final = 12
BELOW: Final = 26
LEFT: Final = 44
RIGHT: Final = 12

_CURVES: Final = Markup('<svg class="chain-curves" viewBox="0 0 {wide} {tall}" role="img" aria-label="{label}">{parts}</svg>')
_GRID: Final = Markup('<path d="{d}" class="grid"/>')
_LINE: Final = Markup('<path d="{d}" class="curve is-{kind}{now}"/>')
_DOT: Final = Markup('<circle cx="{x}" cy="{y}" r="{r}" class="dot{now}"/>')
_SQUARE: Final = Markup('<rect x="{x}" y="{y}" width="{w}" height="{w}" class="dot{now}"/>')
_FLAME: Final = Markup('<path d="{d}" class="dot{now}"/>')
_WORD: Final = Markup('<text x="{x}" y="{y}" text-anchor="{anchor}" class="{kind}">{words}</text>')


def chance_saved(rules: Ruleset, kind: str, hull: int) -> Fraction:
    """Return the chance that it is put right before the ship is gone."""
    return end(rules, kind, hull)["out" if kind == "fire" else "repaired"]


# -- the panel -------------------------------------------------------------------------------------------------------------------------


def _ship(desk: Desk) -> Ship | None:
    """Return the first ship of the board that leaks or burns."""
    return next((ship for ship in desk.position.there if kind_of(ship) and 0 < ship.hull <= MOST_HULL), None)


def _follow(desk: Desk) -> Followed:
    ship = _ship(desk)
    kind, hull = (kind_of(ship), ship.hull) if ship is not None else START
    return Followed({"kind": kind, "hull": hull})


def _upgrade(old: dict[str, Any]) -> dict[str, Any]:
    kind, hull = old["own"] or START
    return {"kind": kind, "hull": hull, "turns": old["turns"], "own": None if old["own"] is None else ""}


def _mark(rules: Ruleset, state: State) -> Markup:
    name = {"large": "large_leak", "fire": "fire"}.get(state.kind, "small_leak")
    return mark(answer(f"broadside.{name}", rules, hull=1, turns=1).provenance)


def _body(rules: Ruleset, state: State, name: str) -> Iterator[Component]:
    if state.own is not None:
        who = _("A ship of your own.")
    elif name:
        who = _("{ship} as she is on the board now, with this alone.").format(ship=name)
    else:
        who = _("Nothing leaks or burns on the board: a small leak, 4 hull points.")
    side: list[Component] = [
        whose(who),
        Controls(rules, state, ("kind", "hull"), kind=""),
        Press("board", _("As on the board"), is_off=state.own is None),
        Note(_rule(rules, state.kind), key="rule"),
    ]
    yield beside(side, list(_chances(rules, state)))


def _rule(rules: Ruleset, kind: str) -> str:
    if kind == "silent":
        return leak_words(rules, "small")
    if kind != "firing":
        words = fire_words(rules) if kind == "fire" else leak_words(rules, "large")
        return words + " " + _("She cannot fight meanwhile. [T12]")
    cost, _need = leak_terms(rules, "small")
    form = ngettext(
        "A crew at its guns does not pump: every turn costs {n} hull point, and nothing is ever repaired. [T12]",
        "A crew at its guns does not pump: every turn costs {n} hull points, and nothing is ever repaired. [T12]",
        cost,
    )
    return form.format(n=cost)


def _chances(rules: Ruleset, state: State) -> Iterator[Component]:
    kind, hull, turns = state.kind, state.hull, state.turns
    fates = FIRE_FATES if kind == "fire" else LEAK_FATES
    every = [chances_after(rules, kind, hull, n) for n in range(MOST_TURNS + 1)]
    when = ngettext("After {n} turn", "After {n} turns", turns).format(n=turns) if turns else _("Now")
    last = end(rules, kind, hull)
    yield Controls(rules, state, ("turns",), kind="")
    yield Outcomes("now", when, fates, every[turns])
    yield OutcomeColumns(_("By turns."), fates, every, turns)
    yield Outcomes("end", _("In the end"), {name: fate for name, fate in fates.items() if name in last}, last)
    burnt = _("By then the fire alone has burnt {n} hull points on average.")
    form = burnt if kind == "fire" else _("Hull points lost on average: {n}.")
    yield Sentence(form.format(n=number(mean_lost(rules, kind, hull))))
    legend = _("Solid line, discs: small leak, guns silent. Dashes, squares: large leak. Dots, triangles: fire.")
    caption = _("The chance to be saved, by the hull points that she has left. [T12]")
    yield Figure(caption, [Custom(_curves(rules, kind, hull)), Note(legend, "sinking-key")], "sinking-figure", "curves")
    heads = (_("Hull"), _("Small leak repaired"), _("Large leak repaired"), _("Fire put out"), _("Fire: exploded"), _("Fire: burnt"))
    yield OutcomeTable(_("Every chance as a fraction"), heads, [(str(n), _ends(rules, n)) for n in range(1, MOST_HULL + 1)])


def _ends(rules: Ruleset, hull: int) -> tuple[Fraction, ...]:
    fire = end(rules, "fire", hull)
    return chance_saved(rules, "silent", hull), chance_saved(rules, "large", hull), fire["out"], fire["exploded"], fire["burnt"]


# -- the curves ------------------------------------------------------------------------------------------------------------------------


def _curves(rules: Ruleset, kind: str, hull: int) -> Markup:
    """Draw a curve for each kind that can be put right; the one that is looked at is heavy, with a large mark at her hull."""
    hulls, tall = range(1, MOST_HULL + 1), TOP + HIGH + BELOW
    parts = [_GRID.format(d="".join(f"M{LEFT} {TOP + HIGH * part // 4}H{WIDE - RIGHT}" for part in range(5)))]
    parts += [
        _WORD.format(x=LEFT - 6, y=TOP + HIGH * part // 4 + 5, anchor="end", kind="axis", words=local_figures(f"{100 - 25 * part} %"))
        for part in range(5)
    ]
    parts += [_WORD.format(x=f"{_x(n):.1f}", y=tall - 6, anchor="middle", kind="axis", words=n) for n in hulls]
    for each in CURVES:
        points = {n: (_x(n), _y(chance_saved(rules, each, n))) for n in hulls}
        line = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points.values())
        parts.append(_LINE.format(d=line, kind=each, now=" now" if each == kind else ""))
        parts += [_sign(each, x, y, is_now=(each, n) == (kind, hull)) for n, (x, y) in points.items()]
    spoken = clauses(f"{KIND_NAMES[each]} {rounded(chance_saved(rules, each, hull))}" for each in CURVES)
    label = ngettext("Saved with {n} hull point: {list}.", "Saved with {n} hull points: {list}.", hull)
    return _CURVES.format(wide=WIDE, tall=tall, label=label.format(n=hull, list=spoken), parts=joined(parts))


def _sign(kind: str, x: float, y: float, *, is_now: bool) -> Markup:
    r, now = (8.0, " now") if is_now else (4.0, "")
    if kind == "silent":
        return _DOT.format(x=f"{x:.1f}", y=f"{y:.1f}", r=r, now=now)
    if kind == "large":
        return _SQUARE.format(x=f"{x - r:.1f}", y=f"{y - r:.1f}", w=2 * r, now=now)
    return _FLAME.format(d=f"M{x:.1f} {y - 1.3 * r:.1f}l{1.2 * r:.1f} {2 * r:.1f}h{-2.4 * r:.1f}z", now=now)


def _x(hull: int) -> float:
    return LEFT + (WIDE - LEFT - RIGHT) * (hull - 0.5) / MOST_HULL


def _y(chance: Fraction) -> float:
    return TOP + HIGH * (1 - float(chance))


CHAINS: Final = Panel(
    "chains",
    "broadside",
    N_("What becomes of her"),
    _body,
    fields=(
        Choice("kind", N_("What is wrong"), KIND_NAMES, is_apart=True),
        Int("hull", N_("Hull points left"), (1, MOST_HULL), start=START[1], slides=True, is_apart=True),
        Int("turns", N_("Turns"), (0, MOST_TURNS), start=3, slides=True, is_apart=True),
        Own(),
    ),
    reads=lambda desk: getattr(_ship(desk), "name", ""),
    follow=_follow,
    upgrade=_upgrade,
    kind="blaze chains",
    mark=_mark,
)
