"""Who controls a zone, and whom a work helps: two small tables that the engine fills, and the picked cell in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.games.toulon.play import fortifications, ground, scenarios
from rulesdemo.games.toulon.play.state import Position, Redoubt, Side
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _
from widgets.kit.components import Box, Cell, Custom, Table
from widgets.kit.controls import Pick
from widgets.kit.panel import Component, Panel, State
from widgets.web.phrases import titled
from widgets.web.rule_links import cited

ZONE: Final = "la_valette"  # where nothing is printed that could get in the way
WHO: Final = {"nobody": N_("nobody"), "patrol": N_("a patrol"), "unit": N_("a regiment")}
UNITS: Final = {"allied": {"patrol": "patrol_naples", "unit": "marines"}, "republican": {"patrol": "west_patrol", "unit": "marseille"}}
WORKS: Final = {
    "old": (N_("Improved redoubt of before the siege"), "4.7a", Redoubt(ZONE, "improved", "allied")),
    "allied": (N_("Redoubt that the Allies dug"), "4.7b", Redoubt(ZONE, "normal", "allied", 4)),
    "republican": (N_("Redoubt that the Republicans dug"), "4.7b", Redoubt(ZONE, "normal", "republican", 4)),
}
SIGNS: Final = {"allied": N_("A"), "republican": N_("R"), None: N_("none")}
ALONE: Final = {
    "allied": N_("The Allies stand there alone, with more than a patrol: they control the zone. [4.5]"),
    "republican": N_("The Republicans stand there alone, with more than a patrol: they control the zone. [4.5]"),
}
PATROLLED: Final = {
    "allied": N_("The Republican patrol only makes the zone occupied: the Allied regiment keeps control. [4.5]"),
    "republican": N_("The Allied patrol only makes the zone occupied: the Republican regiment keeps control. [4.5]"),
}
SIDES: Final[dict[Any, str]] = {"allied": N_("Allies"), "republican": N_("Republicans")}
CELLS: Final = {f"{allied}-{republican}": "" for allied in WHO for republican in WHO}

_BUTTON: Final = Markup(
    '<button type="button" id="works-{by}" data-do="extra" data-name="works:pick" data-by="{by}" class="is-{kind}" aria-pressed="{on}" '
    'aria-label="{label}">{words}</button>'
)


@lru_cache(maxsize=20)
def _position(allied: str, republican: str) -> Position:
    """Return a position in which these two stand in the zone and nobody else."""
    position = scenarios.start("late").position
    for side, who in (("allied", allied), ("republican", republican)):
        name = UNITS[side].get(who)
        position = position if name is None else position.with_unit(name, place=ZONE)
    return position


def control(allied: str, republican: str) -> Side | None:
    """Return who controls a zone in which these stand, as the engine says."""
    return ground.control(_position(allied, republican), ZONE)


@lru_cache(maxsize=20)
def helps(work: str, side: Side) -> bool:
    """Say whether a work helps a side, as the engine says."""
    position = replace(_position("unit", "unit"), redoubts=(WORKS[work][2],))
    return fortifications.helps(position, side, ZONE) is not None


def sentence(allied: str, republican: str) -> str:
    """Return why the zone is whose it is."""
    side = control(allied, republican)
    if side is not None:
        return (PATROLLED if "patrol" in (allied, republican) else ALONE)[side]
    there = [who for who in (allied, republican) if who != "nobody"]
    if not there:
        return _("Nobody is there: no-man's land. [4.5]")
    if len(there) == 1:
        return _("A patrol occupies the zone and does not control it: for movement it is no-man's land. [4.5]")
    if "unit" not in there:
        return _("Patrols of both sides: nobody controls the zone. [4.5]")
    return _("Both sides stand there: nobody controls the zone until one has gone. [4.5]")


def _body(_rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    control_table = Table(
        ["", *map(titled, WHO.values())],
        [[titled(WHO[own]), *(_button(own, other, state.pick) for other in WHO)] for own in WHO],
        _("Who controls it: Allies down, Republicans across"),
        kind="works-table",
    )
    help_table = Table(
        ["", *SIDES.values()],
        [[f"{name} [{rule}]", *(_help_cell(work, side) for side in SIDES)] for work, (name, rule, _redoubt) in WORKS.items()],
        _("Whom a work helps"),
        kind="works-table",
        key="helps",
    )
    words = Custom(cited("toulon", sentence(*state.pick.split("-")), "works"))
    yield Box("works-both", [Box("works-one", [control_table, words]), Box("works-one", [help_table])])


def _button(own: str, other: str, picked: str) -> Markup:
    side, name = control(own, other), f"{own}-{other}"
    label = _("Allies {own}, Republicans {other}: {whose}").format(own=WHO[own], other=WHO[other], whose=SIDES.get(side, _("nobody's")))
    return _BUTTON.format(by=name, kind=side or "none", on="true" if name == picked else "false", label=label, words=SIGNS[side])


def _help_cell(work: str, side: Side) -> Cell:
    return Cell(_("helps"), "is-yes") if helps(work, side) else Cell(_("does not"), "is-no")


WORKS_PANEL: Final = Panel(
    "works", "toulon", N_("Whose zone, whose walls"), _body, fields=(Pick("pick", "", CELLS, start="patrol-nobody"),)
)
