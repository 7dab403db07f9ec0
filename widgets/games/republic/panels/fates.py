"""A leader's fate: his survival rating, what is added to the dice, both dice face by face, a throw, and every rating in a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Final

from rulesdemo.errors import FacesError
from rulesdemo.games.republic.leaders import leader_loss, leader_loss_drm
from rulesdemo.odds.dice import D10
from rulesdemo.odds.procedure import replay
from rulesdemo.play.engine import Throw, settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _
from widgets.board.counters import ONE
from widgets.games.republic.lessons.cost import FATES, fate_verdict
from widgets.games.republic.panels.dice_parts import Sign, ThrowRow, face_strip, leader_counter
from widgets.kit.chances import chance_cell, chance_view
from widgets.kit.components import Bars, Box, Controls, Custom, Note, PickTable, Press
from widgets.kit.controls import Int, Pick
from widgets.kit.last_roll import LastRoll, roll_act
from widgets.kit.panel import Component, Panel, State
from widgets.kit.toggle import Toggle
from widgets.web.phrases import modifier
from widgets.web.render_cache import cached

RATINGS: Final = (0, 10)
FILLS: Final = {"safe": "best", "wounded": "second", "killed": "third"}
SIGNS: Final = {"safe": "✓", "hit": "✗", "killed": "†"}  # a wound has the first letter of its word
CELLS: Final = {f"{vm}-{fate}": "" for vm in range(RATINGS[0], RATINGS[1] + 1) for fate in FATES}
PAPER: Final = "#FFFDF9"


def loss_modifier(rules: Ruleset, *, defeated: bool, pluto: bool) -> int:
    """Return what is added to the dice."""
    return int(settled(leader_loss_drm, rules, defeated, pluto).drm)


@cached
def chances(rules: Ruleset, vm: int, drm: int) -> tuple[tuple[str, Fraction], ...]:
    """Return the exact chance of every fate, best first."""
    dist = leader_loss.dist(rules, vm, drm)
    return tuple((fate, Fraction(dist.p(fate=fate))) for fate in FATES)


def _args(rules: Ruleset, state: State) -> tuple[Any, ...]:
    return rules, state.vm, loss_modifier(rules, defeated=state.defeated, pluto=state.pluto)


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    _rules, vm, drm = _args(rules, state)
    faces = state.roll.faces if state.roll is not None else ()
    counter = leader_counter(_("A leader with survival rating {vm}").format(vm=vm), vm, ONE, tint=PAPER)
    legend = _("✓ safe, ✗ hit and thrown for again; W wounded, † killed. Added to the dice: {n}.").format(n=modifier(drm))
    view = chance_view(((FATES[fate], chance, FILLS[fate]) for fate, chance in chances(rules, vm, drm)), _("His fate"))
    left = [
        Box("fate-leader", [Custom(counter), Controls(rules, state, ("vm", "defeated", "pluto"))]),
        *_strips(rules, vm, drm, faces),
        Note(legend),
        _throw_row(rules, vm, drm, faces),
        Box("odds", [Bars(view)]),
    ]
    yield Box("fate-both", [Box("", left), _table(rules, drm, state.cell)])


def _throw_row(rules: Ruleset, vm: int, drm: int, faces: tuple[int, ...]) -> ThrowRow:
    verdict = ""
    if faces:
        args = (rules, vm, drm)
        verdict = fate_verdict(Throw(leader_loss, args, replay(leader_loss, faces, *args).value), faces)
    press = Press("roll", _("Throw for him"), is_first=True)
    return ThrowRow(press, _("The second die is thrown only if the first one hits him."), verdict, faces)


def _strips(rules: Ruleset, vm: int, drm: int, faces: tuple[int, ...]) -> Iterator[Component]:
    """Yield both dice face by face; the procedure itself is asked what each would mean."""
    first = [_first_die(rules, vm, drm, face) for face in D10.faces]
    yield _strip(_("First die"), first, faces[:1])
    hit = next((face for face, meaning in zip(D10.faces, first, strict=True) if meaning == "hit"), None)
    if hit is not None:
        second = [replay(leader_loss, (hit, face), rules, vm, drm).value.fate for face in D10.faces]
        yield _strip(_("Second die"), second, faces[1:])


def _first_die(rules: Ruleset, vm: int, drm: int, face: int) -> str:
    """Return what the first die means: where the procedure wants another one, a hit."""
    try:
        return replay(leader_loss, (face,), rules, vm, drm).value.fate
    except FacesError:
        return "hit"


def _strip(name: str, meanings: Sequence[str], lit: tuple[int, ...]) -> Component:
    words = {"hit": _("hit"), **{fate: text.lower() for fate, text in FATES.items()}}
    signs = {**SIGNS, "wounded": FATES["wounded"][:1]}
    cells = [Sign(signs[meaning], words[meaning]) for meaning in meanings]
    return Custom(face_strip(name, _("{name}, face by face").format(name=name), [(_("Means"), cells)], lit))


def _table(rules: Ruleset, drm: int, picked: str) -> PickTable:
    rows = []
    for vm in range(RATINGS[0], RATINGS[1] + 1):
        cells = []
        for fate, chance in chances(rules, vm, drm):
            text = _("Rating {vm}, {fate}").format(vm=vm, fate=FATES[fate].lower())
            cells.append(chance_cell(f"{vm}-{fate}", text, chance))
        rows.append((str(vm), cells))
    caption = _("Every rating with {n} added, in percent").format(n=modifier(drm))
    return PickTable("cell", caption, [_("Rating"), *FATES.values()], rows, picked, _("Pick a cell for its exact chance."), "heat")


FATE: Final = Panel(
    "fate",
    "republic",
    N_("A leader's two dice"),
    _body,
    fields=(
        Int("vm", N_("Survival rating"), RATINGS, start=7, is_apart=True),
        Toggle("defeated", N_("In a defeated Force"), is_apart=True),
        Toggle("pluto", N_("Visit to Pluto"), is_apart=True),
        Pick("cell", "", CELLS, is_stored=False),
        LastRoll(basis=_args),
    ),
    act=roll_act(leader_loss, _args),
)
