"""Who controls a zone, and whom a work helps: two small tables that the engine fills, and the picked cell in words."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.games.toulon.play import fortifications, ground, scenarios
from rulesdemo.games.toulon.play.state import Position, Redoubt, Side
from rulesdemo.words import N_, _
from widgets.play.session import Desk
from widgets.web.badges import joined
from widgets.web.phrases import titled, unknown
from widgets.web.rule_links import cited

GAME: Final = "toulon"
KEY: Final = "works"
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

_PANEL: Final = Markup(
    '<section class="works" aria-labelledby="works-title"><h3 id="works-title">{title}</h3>'
    '<div class="works-both">{one}{two}</div></section>'
)
_TABLE: Final = Markup(
    '<div class="works-one"><table class="works-table"><caption>{caption}</caption><thead><tr><td></td>{heads}</tr></thead>'
    "<tbody>{rows}</tbody></table>{words}</div>"
)
_HEAD: Final = Markup('<th scope="col">{}</th>')
_ROW: Final = Markup('<tr><th scope="row">{head}</th>{cells}</tr>')
_CELL: Final = Markup(
    '<td><button type="button" id="works-{by}" data-do="extra" data-name="works:pick" data-by="{by}" class="is-{kind}" aria-pressed="{on}" '
    'aria-label="{label}">{words}</button></td>'
)
_PLAIN: Final = Markup('<td class="is-{kind}">{words}</td>')


@lru_cache(maxsize=20)
def _standing(allied: str, republican: str) -> Position:
    """A position in which these two stand in the zone and nobody else."""
    position = scenarios.start("late").position
    for side, who in (("allied", allied), ("republican", republican)):
        name = UNITS[side].get(who)
        position = position if name is None else position.with_unit(name, place=ZONE)
    return position


def control(allied: str, republican: str) -> Side | None:
    """Who controls a zone in which these stand, as the engine says."""
    return ground.control(_standing(allied, republican), ZONE)


@lru_cache(maxsize=20)
def helps(work: str, side: Side) -> bool:
    """Whether a work helps a side, as the engine says."""
    position = replace(_standing("unit", "unit"), redoubts=(WORKS[work][2],))
    return fortifications.helps(position, side, ZONE) is not None


def words_of(allied: str, republican: str) -> str:
    """Why the zone is whose it is."""
    side = control(allied, republican)
    if side is not None:
        return (PATROLLED if "patrol" in (allied, republican) else ALONE)[side]
    there = [who for who in (allied, republican) if who != "nobody"]
    if not there:
        return _("Nobody is there: no-man's land. [4.5]")
    if len(there) == 1:
        return _("A patrol occupies the zone and does not control it: no-man's land for whoever moves. [4.5]")
    if "unit" not in there:
        return _("Patrols of both sides: nobody controls the zone. [4.5]")
    return _("Both sides stand there: nobody controls the zone until one has gone. [4.5]")


@dataclass(slots=True)
class Works:
    """The panel: which cell of the table of control is picked."""

    allied: str = "patrol"
    republican: str = "nobody"
    key: str = field(default=KEY, init=False)

    def html(self, desk: Desk) -> Markup:  # noqa: ARG002 - the board is not asked
        """The panel as it is now."""
        return _told(self.allied, self.republican)

    def act(self, what: str, value: str, desk: Desk) -> None:  # noqa: ARG002 - the board is not touched
        """Pick another cell."""
        allied, _dash, republican = value.partition("-")
        if what != "pick" or allied not in WHO or republican not in WHO:
            raise unknown(f"{what} {value}")
        self.allied, self.republican = allied, republican

    def kept(self) -> Any:  # noqa: ANN401 - plain JSON
        """The cell."""
        return f"{self.allied}-{self.republican}"

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """Pick the cell that was kept."""
        allied, _dash, republican = kept.partition("-") if isinstance(kept, str) else ("", "", "")
        if allied in WHO and republican in WHO:
            self.allied, self.republican = allied, republican


@lru_cache(maxsize=20)
def _told(allied: str, republican: str) -> Markup:
    rows = joined(_ROW.format(head=titled(WHO[own]), cells=joined(_cell(own, other, (allied, republican)) for other in WHO)) for own in WHO)
    said = cited(GAME, words_of(allied, republican), KEY)
    one = _TABLE.format(
        caption=_("Who controls it: Allies down, Republicans across"),
        heads=joined(map(_HEAD.format, map(titled, WHO.values()))),
        rows=rows,
        words=said,
    )
    works = joined(
        _ROW.format(
            head=cited(GAME, f"{name} [{rule}]", f"works-{work}"),
            cells=joined(
                _PLAIN.format(kind="yes" if helps(work, side) else "no", words=_("helps") if helps(work, side) else _("does not"))
                for side in SIDES
            ),
        )
        for work, (name, rule, _redoubt) in WORKS.items()
    )
    two = _TABLE.format(caption=_("Whom a work helps"), heads=joined(map(_HEAD.format, SIDES.values())), rows=works, words="")
    return _PANEL.format(title=_("Whose zone, whose walls"), one=one, two=two)


SIDES: Final[dict[Any, str]] = {"allied": N_("Allies"), "republican": N_("Republicans")}


def _cell(own: str, other: str, picked: tuple[str, str]) -> Markup:
    side = control(own, other)
    label = _("Allies {own}, Republicans {other}: {whose}").format(own=WHO[own], other=WHO[other], whose=SIDES.get(side, _("nobody's")))
    on = "true" if (own, other) == picked else "false"
    return _CELL.format(by=f"{own}-{other}", kind=side or "none", on=on, label=label, words=SIGNS[side])
