"""A ship's card to try out: a ship that is put anywhere, her sections as boxes to cross off or to add to, and what her losses cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import accumulate
from types import MappingProxyType
from typing import Final

from markupsafe import Markup

from rulesdemo.board.hexes import Direction, Hex
from rulesdemo.games.broadside.board import GRID
from rulesdemo.games.broadside.boarding import boarding_force
from rulesdemo.games.broadside.gunnery import gun_force
from rulesdemo.games.broadside.play import scenarios
from rulesdemo.games.broadside.play.helm import helm_of, m_of, point_of
from rulesdemo.games.broadside.play.state import Position, Ship, Turn
from rulesdemo.games.broadside.ships import crew_quality, demo_ship
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.board.try_out_board import PracticeBoard
from widgets.games.broadside import names
from widgets.games.broadside.board.open_water import open_chart
from widgets.games.broadside.board.scene import bare_scene
from widgets.games.broadside.guide import GUIDE
from widgets.games.broadside.lessons.scale import speed_words
from widgets.play.game_guide import Look
from widgets.scene.shapes import Scene
from widgets.scene.text_painter import words as spoken
from widgets.web.badges import joined, mark
from widgets.web.live import Live
from widgets.web.phrases import signed, titled
from widgets.web.rule_links import cited

SCENARIO: Final = "two_turns"
SHIP: Final = "aurore"
KINDS: Final = ("seventy_four", "frigate", "fort")
QUALITIES: Final = (1, 2, 3, 4, 5)
COLUMNS, ROWS = 11, 9
PLACE: Final = "0405"
SIZE: Final = (600.0, 560.0)
SECTION: Final = (1, 6)  # boxes of a section, fewest and most
TURNED: Final = {"-1": -1, "1": 1}
KEYS: Final = {"ArrowLeft": ("turn", -1), "ArrowRight": ("turn", 1), "ArrowUp": ("sail", 0), "ArrowDown": ("sail", 3)}

_ROWS: Final = Markup('<div class="scenes" role="group" aria-label="{label}">{inside}</div>')
_LABELLED: Final = Markup(
    '<div class="scenes" role="group" aria-labelledby="card-{key}"><span id="card-{key}">{label}</span>{inside}</div>'
)
_CARD: Final = Markup(
    '<section class="ship-card" aria-labelledby="ship-card-title"><div class="odds-head"><h3 id="ship-card-title">{title}</h3>{mark}</div>'
    '{sails}<h4>{hull_title}</h4>{hull}<table class="sky-table card-forces"><caption>{forces_title}</caption>'
    '<thead><tr><th scope="col">{force}</th><th scope="col">{printed}</th><th scope="col">{now}</th></tr></thead>'
    "<tbody>{forces}</tbody></table></section>"
)
_M: Final = Markup(
    '<h4>{title}</h4><dl class="card-m">{points}<div><dt>{inertia_title}</dt><dd>{inertia}</dd></div></dl><h4>{masts_title}</h4>{masts}'
)
_POINT: Final = Markup("<div{now}><dt>{letter} <span>{name}</span></dt><dd>{m}{was}</dd></div>")
_NOW: Final = Markup(' class="is-now" aria-current="true"')
_WAS: Final = Markup(' <s><span class="sr">{} </span>{}</s>')
_SECTION: Final = Markup(
    '<div class="card-section" role="group" aria-label="{label}">{less}<span class="card-boxes">{boxes}</span>{more}</div>'
)
_STEP: Final = Markup(
    '<button type="button" class="card-step" id="card-{what}-{n}{by}" data-do="{what}" data-name="{n}:{by}" aria-label="{label}"{off}>'
    "{sign}</button>"
)
_OFF: Final = Markup(" disabled")
_BOX: Final = Markup(
    '<button type="button" class="card-box is-{state}" id="card-box-{n}" data-do="box" data-name="{n}" aria-pressed="{lost}" '
    'aria-label="{label}"><i aria-hidden="true"></i></button>'
)
_MAST: Final = Markup(
    '<button type="button" class="card-mast is-{state}" id="card-mast-{n}" data-do="mast" data-name="{n}" aria-pressed="{lost}" '
    'aria-label="{label}">{boxes}</button>'
)
_PIP: Final = Markup('<i aria-hidden="true"></i>')
_FORCE: Final = Markup('<tr><th scope="row">{name}</th><td>{printed}</td><td><b>{now}</b></td></tr>')
_SAID: Final = Markup('<div class="panel-said">{}</div><p class="sr">{}</p>')


@dataclass(frozen=True, slots=True)
class Sheet:
    """A card as the reader has made it, and what is crossed off."""

    kind: str
    masts: tuple[int, ...]
    hull: tuple[int, ...]
    masts_lost: int = 0
    hull_lost: int = 0
    quality: int = 1


class ShipCard(PracticeBoard):
    """One ship on open water, and her card."""

    guide = GUIDE
    prefix = "card"
    title = N_("A ship and her card")
    help = N_("Left and right arrow turn the ship, up and down arrow move her a hex ahead or astern. Press a hex to put her there.")
    size = SIZE
    keeps_shape = True
    more = Markup(" data-drag")

    def __init__(self) -> None:
        """Put a two-decker on the water."""
        self.rules = ruleset("broadside")
        start = scenarios.load(SCENARIO, self.rules)
        chart = open_chart(range(1, COLUMNS + 1), range(1, ROWS + 1))
        scenario = replace(start.scenario, title=self.title, chart=chart, goal=MappingProxyType({}))
        self._start = replace(start, scenario=scenario, turn=Turn(1, "orders"))
        self.place: Hex = GRID.parse(PLACE)
        self.heading: Direction = GRID.named("SE")
        self.sheet = self._fresh(KINDS[0])
        super().__init__(Look(lesson="scale", size=SIZE))

    # -- what there is -----------------------------------------------------------------------------------------------------------------

    def _fresh(self, kind: str) -> Sheet:
        card = settled(demo_ship, self.rules, kind)
        return Sheet(kind, card.masts, card.hull)

    @property
    def ship(self) -> Ship:
        """The ship as her card makes her; a mast section more or less is as much M more or less at every point [B31]."""
        sheet = self.sheet
        card = settled(demo_ship, self.rules, sheet.kind)
        more = sum(sheet.masts) - sum(card.masts)
        crew = settled(
            crew_quality,
            self.rules,
            sheet.quality,
            card.inertia,
            card.m_close_hauled,
            card.boarding,
            card.short,
            card.long,
            card.rank != "line",
        )
        return replace(
            self._start.ship(SHIP),
            name=titled(names.KINDS[sheet.kind]),
            type_name=sheet.kind,
            rank=card.rank,
            admiral="none",
            m_close_hauled=max(0, crew.close_hauled + more) if sheet.masts else 0,
            m_reaching=max(0, card.m_reaching + more),
            m_running=max(0, card.m_running + more),
            masts=sheet.masts,
            inertia=crew.inertia if sheet.masts else 0,
            has_full_sail=card.full_sail,
            boarding=crew.boarding,
            short=crew.short,
            long=crew.long,
            sections=sheet.hull,
            hull=sum(sheet.hull) - sheet.hull_lost,
            masts_lost=sheet.masts_lost,
            place=self.place,
            heading=self.heading,
            speed=0,
        )

    @property
    def position(self) -> Position:
        """Her alone, in the wind of the set piece."""
        return replace(self._start, ships=(self.ship,))

    def current_look(self) -> Look:
        """Her, selected."""
        return replace(self.look, selected=SHIP)

    def _scene(self) -> Scene:
        """The board; nothing here asks for the number of a hex."""
        return bare_scene(self.position, self.current_look())

    def grabs(self) -> Mapping[Hex, Markup]:
        """She can be carried, and her name with her."""
        known = self.ids()
        carried = [known[name] for name in (SHIP, f"name {self.ship.name}") if name in known]
        return {self.place: Markup(' data-grab="{}"').format(" ".join(carried))}

    # -- what a reader can do ----------------------------------------------------------------------------------------------------------

    def act(self, do: str, name: str, value: object) -> None:
        """Put her elsewhere, turn her, cross boxes off, make sections larger or smaller, or take another card; anything else is nothing."""
        if do in ("press", "drag"):
            self._put(name if do == "press" else str(value))
        elif do == "turn" and name in TURNED:
            self.heading = GRID.turn_right(self.heading, TURNED[name])
        elif do == "key" and value in KEYS:
            self._key(*KEYS[str(value)])
        elif do == "kind" and name in KINDS:
            self.sheet = replace(self._fresh(name), quality=self.sheet.quality)
        elif do == "crew" and name in map(str, QUALITIES):
            self.sheet = replace(self.sheet, quality=int(name))
        elif do == "whole":
            self.sheet = replace(self.sheet, hull_lost=0, masts_lost=0)
        else:
            self._mark(do, name)

    def _put(self, label: str) -> None:
        places = {str(GRID.label(place)): place for place in self._start.scenario.chart.hexes}
        self.place = places.get(label, self.place)

    def _key(self, what: str, by: int) -> None:
        if what == "turn":
            self.heading = GRID.turn_right(self.heading, by)
            return
        there = GRID.neighbour(self.place, GRID.turn_right(self.heading, by))
        self.place = there if there in self._start.scenario.chart.hexes else self.place

    def _mark(self, do: str, name: str) -> None:
        """Cross off or restore: boxes of the hull in order, masts whole [B35, B31]; or change a section by one box."""
        sheet = self.sheet
        number, _colon, by = name.partition(":")
        if not (number.isascii() and number.isdigit()):
            return
        n = int(number)
        if do == "box" and n < sum(sheet.hull):
            self.sheet = replace(sheet, hull_lost=n if n < sheet.hull_lost else n + 1)
        elif do == "mast" and n < len(sheet.masts):
            self.sheet = replace(sheet, masts_lost=n if n < sheet.masts_lost else n + 1)
        elif do == "hull" and n < len(sheet.hull) and by in TURNED:
            hull = _changed(sheet.hull, n, TURNED[by])
            self.sheet = replace(sheet, hull=hull, hull_lost=min(sheet.hull_lost, sum(hull)))
        elif do == "masts" and n < len(sheet.masts) and by in TURNED:
            self.sheet = replace(sheet, masts=_changed(sheet.masts, n, TURNED[by]))

    # -- beside the board --------------------------------------------------------------------------------------------------------------

    def beside(self) -> dict[str, Markup]:
        """Which ship, her crew, and her card."""
        sheet = self.sheet
        kinds = joined(self.button(kind, "kind", kind, titled(names.KINDS[kind]), is_pressed=kind == sheet.kind) for kind in KINDS)
        crews = joined(self.button(f"crew-{n}", "crew", str(n), str(n), is_pressed=n == sheet.quality) for n in QUALITIES)
        whole = self.button("whole", "whole", "", _("Repair her")) if sheet.hull_lost or sheet.masts_lost else Markup("")
        return {
            "card-buttons": _ROWS.format(label=_("Ship"), inside=kinds)
            + _ROWS.format(label=_("Turn the ship"), inside=self.turn_buttons() + whole)
            + _LABELLED.format(key="crew", label=_("Crew quality"), inside=crews),
            "card-sheet": self._card(),
        }

    def words(self) -> str:
        """Return her speed on the water, and what her losses cost."""
        ship, position = self.ship, self.position
        parts = []
        if ship.is_fort:
            parts.append(_("A fort neither moves nor boards, and fires all round. [V.b forts]"))
        elif not (m := helm_of(position, ship).m):
            parts.append(_("Heading {heading} she has no M. [IV.a] [II Déplacement]").format(heading=GRID.name(ship.heading)))
        else:
            parts.append(speed_words(self.rules, m))
        if ship.masts_lost:
            gone = sum(ship.masts[: ship.masts_lost])
            form = ngettext(
                "The lost mast takes {m} M off every point. [B31]", "The lost masts take {m} M off every point. [B31]", ship.masts_lost
            )
            parts.append(form.format(m=gone))
        if ship.sections_destroyed:
            guns, boarders = self._weaker(ship)
            form = ngettext(
                "{n} hull section is empty: {guns} force for her guns, {boarders} in boarding [T9], and a mast may fall. [V.b sections]",
                "{n} hull sections are empty: {guns} force for her guns, {boarders} in boarding [T9], and masts may fall. [V.b sections]",
                ship.sections_destroyed,
            )
            parts.append(form.format(n=ship.sections_destroyed, guns=signed(guns), boarders=signed(boarders)))
        if not ship.hull:
            parts.append(_("Without hull she may still move, but not fight. [VI]"))
        return " ".join(parts)

    def _weaker(self, ship: Ship) -> tuple[int, int]:
        """What her empty sections do to the force of her guns and of her boarders."""
        lost = ship.sections_destroyed
        guns = settled(gun_force, self.rules, ship.short, lost).force - settled(gun_force, self.rules, ship.short, 0).force
        return guns, settled(boarding_force, self.rules, ship.boarding, lost).force - ship.boarding

    def message_html(self) -> Markup:
        """What her card means on the water, and the picture in words."""
        return _SAID.format(cited("broadside", self.words(), "card"), spoken(self.scene))

    def _card(self) -> Markup:
        ship = self.ship
        return _CARD.format(
            title=_("The card of a {kind}").format(kind=names.KINDS[self.sheet.kind]),
            mark=mark("reconstructed", label=True),
            sails="" if ship.is_fort else self._sails(ship),
            hull_title=_("Hull: {n} of {all} points").format(n=ship.hull, all=ship.hull_initial),
            hull=joined(self._hull_section(n) for n in range(len(self.sheet.hull))),
            forces_title=_("Force"),
            force=_("For"),
            printed=_("Card"),
            now=_("Now"),
            forces=joined(self._forces(ship)),
        )

    def _sails(self, ship: Ship) -> Markup:
        position, lying = self.position, point_of(self.position, ship)
        printed = {"B": ship.m_close_hauled, "C": ship.m_reaching, "D": ship.m_running}
        points = joined(
            _POINT.format(
                now=_NOW if point == lying else "",
                letter=point,
                name=names.POINTS[point],
                m=(m := m_of(position, ship, point)),
                was=_WAS.format(_("on her card"), number) if number != m else "",
            )
            for point, number in printed.items()
        )
        return _M.format(
            title=_("M by point of sailing"),
            points=points,
            inertia_title=_("Inertia"),
            inertia=ship.inertia,
            masts_title=_("Masts: {n} of {all} M").format(n=sum(ship.masts[ship.masts_lost :]), all=sum(ship.masts)),
            masts=joined(self._mast_section(n) for n in range(len(ship.masts))),
        )

    def _mast_section(self, n: int) -> Markup:
        sheet = self.sheet
        is_lost = n < sheet.masts_lost
        label = _("Mast section {n}, {m} M, {state}").format(n=n + 1, m=sheet.masts[n], state=_("lost") if is_lost else _("standing"))
        boxes = _MAST.format(
            state="lost" if is_lost else "left",
            n=n,
            lost="true" if is_lost else "false",
            label=label,
            boxes=_PIP * sheet.masts[n],
        )
        return self._section("masts", n, sheet.masts[n], boxes, _("Mast section {n}").format(n=n + 1))

    def _hull_section(self, n: int) -> Markup:
        sheet = self.sheet
        first = (0, *accumulate(sheet.hull))[n]
        boxes = joined(
            _BOX.format(
                state="lost" if at < sheet.hull_lost else "left",
                n=at,
                lost="true" if at < sheet.hull_lost else "false",
                label=_("Hull point {n}, {state}").format(n=at + 1, state=_("lost") if at < sheet.hull_lost else _("left")),
            )
            for at in range(first, first + sheet.hull[n])
        )
        return self._section("hull", n, sheet.hull[n], boxes, _("Hull section {n}").format(n=n + 1))

    @staticmethod
    def _section(what: str, n: int, size: int, boxes: Markup, label: str) -> Markup:
        low, high = SECTION
        steps = [
            _STEP.format(what=what, n=n, by=by, sign=sign, off=_OFF if is_off else "", label=words.format(section=label))
            for by, sign, is_off, words in (
                ("-1", "−", size <= low, _("{section}, one box less")),
                ("1", "+", size >= high, _("{section}, one box more")),
            )
        ]
        return _SECTION.format(label=label, less=steps[0], boxes=boxes, more=steps[1])

    def _forces(self, ship: Ship) -> list[Markup]:
        ranges, lost = self.rules.table("gun_ranges"), ship.sections_destroyed
        band = _("{name}, {least} to {most} hexes")
        rows = [(_("Boarding"), ship.boarding, settled(boarding_force, self.rules, ship.boarding, lost).force)]
        for key, name, force in (("short", _("Short range"), ship.short), ("long", _("Long range"), ship.long)):
            words = band.format(name=name, least=ranges.at(key, "least"), most=ranges.at(key, "most"))
            rows.append((words, force, settled(gun_force, self.rules, force, lost).force))
        return [
            _FORCE.format(name=name, printed=force, now=_("none") if now < 0 or not ship.hull else now)
            for name, force, now in (rows[1:] if ship.is_fort else rows)
        ]


def _changed(sections: tuple[int, ...], n: int, by: int) -> tuple[int, ...]:
    low, high = SECTION
    return (*sections[:n], max(low, min(high, sections[n] + by)), *sections[n + 1 :])


def ship_card() -> Live:
    """The board, for a notebook."""
    return Live(ShipCard())
