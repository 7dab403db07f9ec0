"""Two tables of one to twelve dice: what a volley does, and whether it takes a ship out; each number exact when it is picked."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.odds.format import exact
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.games.escadres.panels.volleys import DICE, Standing, Volley, standings, volleys
from widgets.kit.pick_table import Cell, figures, pick_table
from widgets.kit.stepper import stepper
from widgets.play.session import Desk
from widgets.web.phrases import unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

GAME: Final = "escadres"
LIMITS: Final = {"power": (1, 12), "crew": (1, 12)}
NAMES: Final = {"power": N_("Her power"), "crew": N_("Her crew")}
VOLLEY_NAMES: Final = {
    "nothing": N_("Nothing"),
    "some_fire": N_("Some fire"),
    "explodes": N_("Explodes"),
    "some_critical": N_("Some critical"),
    "mast_hit": N_("Mast hit"),
    "mean_power": N_("Mean power"),
    "mean_crew": N_("Mean crew"),
    "mean_fires": N_("Mean fires"),
}
STANDING_NAMES: Final = {"struck": N_("Struck"), "exploded": N_("Exploded"), "out": N_("Out of action")}
AS_FRACTIONS: Final = frozenset({"nothing", "mean_power", "mean_crew", "mean_fires"})

_PANEL: Final = Markup(
    '<section class="volley-tables" aria-labelledby="volley-tables-title"><h3 id="volley-tables-title">{title}</h3>'
    '<div class="quiet">{words}</div><div class="volley-both"><div>{volleys}</div><div>{standings}'
    '<div class="panel-controls">{controls}</div></div></div></section>'
)


@dataclass(slots=True)
class VolleyTables:
    """The target of the second table, and the cells that are picked."""

    power: int = 8
    crew: int = 6
    volley: str = ""
    standing: str = ""
    key: str = field(default="vtables", init=False)

    def act(self, what: str, value: str, desk: Desk) -> None:  # noqa: ARG002 - as every panel is asked
        """Another target, or another cell."""
        if what in LIMITS and value in ("1", "-1"):
            low, high = LIMITS[what]
            setattr(self, what, max(low, min(high, getattr(self, what) + int(value))))
            self.standing = ""
        elif what in ("volley", "standing") and len(value) < 20:  # noqa: PLR2004 - as long as the longest name of a column
            setattr(self, what, value)
        else:
            raise unknown(what)

    def kept(self) -> list[int]:
        """The target."""
        return [self.power, self.crew]

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same target, where there can be one."""
        if not isinstance(kept, list) or len(kept) != len(LIMITS) or any(type(each) is not int for each in kept):
            return
        if all(low <= each <= high for each, (low, high) in zip(kept, LIMITS.values(), strict=True)):
            self.power, self.crew = kept

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        return _told(desk.rules, self.power, self.crew, self.volley, self.standing)


@cached
def _told(rules: Ruleset, power: int, crew: int, volley: str, standing: str) -> Markup:
    steps = (stepper("vtables", what, NAMES[what], value, LIMITS[what]) for what, value in (("power", power), ("crew", crew)))
    words = _("Each die for itself: no box runs out, and no explosion hides what the others did. [E-DMG-1] [E-DMG-2] [E-DMG-3]")
    target = _("A ship with power {power} and crew {crew}: struck but afloat, exploded, or either").format(power=power, crew=crew)
    rest = _("Pick a number to read it exactly.")
    return _PANEL.format(
        title=_("One to twelve dice"),
        words=cited(GAME, words, "vtables"),
        volleys=pick_table(
            "vtables", "volley", _("What a volley does"), _heads(VOLLEY_NAMES), _lines(volleys(rules), VOLLEY_NAMES), volley, rest=rest
        ),
        controls=Markup("").join(steps),
        standings=pick_table(
            "vtables",
            "standing",
            target,
            _heads(STANDING_NAMES),
            _lines(standings(rules, power, crew), STANDING_NAMES),
            standing,
            rest=rest,
        ),
    )


def _heads(names: dict[str, str]) -> list[str]:
    return [_("Dice"), *names.values()]


def _lines(table: tuple[Volley, ...] | tuple[Standing, ...], names: dict[str, str]) -> list[tuple[str, list[Cell | None]]]:
    return [
        (str(n), [_cell(n, name, words, getattr(line, name)) for name, words in names.items()]) for n, line in zip(DICE, table, strict=True)
    ]


def _cell(dice: int, name: str, words: str, value: Fraction) -> Cell:
    thrown = ngettext("{n} die", "{n} dice", dice).format(n=dice)
    said = _("{dice}, {what}").format(dice=thrown, what=words[:1].lower() + words[1:])
    shown = exact(value) if name in AS_FRACTIONS else figures(value)
    return Cell(f"{dice}-{name}", shown, said, value, is_chance=not name.startswith("mean"))
