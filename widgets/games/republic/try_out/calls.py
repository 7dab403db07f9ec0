"""A field to call a Force to: two leaders, a battle, and the way between them, which the reader draws; value and chance follow."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from fractions import Fraction
from typing import Final

from markupsafe import Markup

from rulesdemo.board.hexes import Hex
from rulesdemo.games.republic.board import CLOSED, GRID, Way, measure
from rulesdemo.games.republic.coordination import coordination, coordination_value
from rulesdemo.games.republic.play.coordination import Call, call_of
from rulesdemo.games.republic.play.state import ATTACKER, Clash, Force, Position
from rulesdemo.odds.dice import D10
from rulesdemo.play.engine import Refusal, settled
from rulesdemo.words import N_, _, ngettext
from widgets.board.hex_notes import hex_list
from widgets.games.republic import names
from widgets.games.republic.lessons.before import COMES, WAITS
from widgets.games.republic.try_out.field import GAME, Field, Post, field_of, strip, two_bars
from widgets.kit.components import Box, Custom, Sentence, Table, Text
from widgets.play.game_guide import Look
from widgets.web.badges import chip, joined
from widgets.web.live import Live
from widgets.web.phrases import signed
from widgets.web.render_cache import cached

VALUES: Final = (0, 9)  # of a campaign value
CALLER, CALLED, FOE, TOWN = "fabius", "decius", "gauls", "town"
DRAWN: Final = ("0302", "0403", "0503")  # the way that is there at first
TITLE: Final = N_("Two leaders and the way between them")
BEGINS: Final = field_of(
    TITLE,
    {
        "marsh": ["0303", "0605"],
        "mountain": ["0502", "0201"],
        "rivers": [f"04{row:02} {side}" for row in range(1, 6) for side in ("NW", "SW") if (row, side) != (1, "NW")],
        "roads": ["0404 SW", "0404 NE"],
    },
    (TOWN, N_("Town"), "0603"),
    (
        Post(CALLER, "Fabius", "roman", "0503", 19, "Fabius", "B", 7),
        Post(CALLED, "Decius", "roman", "0203", 10, "Decius", "C", 6),
        Post(FOE, N_("Gallic Host"), "other", "0503", 29, N_("a chief"), "D", 4),
    ),
)
TOOLS: Final = {"way": N_("Press hex after hex from Decius to the battle. Press a hex of the way again to go back to it.")}

_ROW: Final = Markup('<li class="is-{state}"><span class="sum-name">{name}</span>{chip}<b class="sum-number">{number}</b></li>')
_VALUE: Final = Markup(
    '<h3>{title}</h3><ol class="sum-list" role="list" aria-label="{title}">{rows}<li class="sum-total"><span class="sum-name">{all}</span>'
    '<b class="sum-number">{value}</b></li></ol>{below}'
)


class CallBoard(Field):
    """A leader in battle, one who may come, and the ground between them."""

    prefix = "calls"
    title = TITLE
    lesson = "ways"
    begins = BEGINS
    pieces = (CALLER, CALLED)
    tools = TOOLS
    hint = TOOLS["way"]

    def put_back(self) -> None:
        """A way is drawn, and drawing goes on."""
        super().put_back()
        self.held = "way"
        self.way: tuple[Hex, ...] = tuple(map(GRID.parse, DRAWN))
        self.cvs = {name: self.start.force(name).leader.cv for name in (CALLER, CALLED)}
        self.is_inside = False
        self.has_best = False

    # -- what there is -----------------------------------------------------------------------------------------------------------------

    def state(self) -> tuple[Hashable, ...]:
        """The campaign values, and whether Decius is behind walls."""
        return tuple(self.cvs.values()), self.is_inside

    def build_position(self) -> Position:
        """The battle is where Fabius is."""
        place = self.at[CALLER]
        forces = tuple(self._force(force) for force in self.start.forces)
        return replace(self.start, forces=forces, clash=Clash((CALLER,), (FOE,), place, entered=False))

    def _force(self, force: Force) -> Force:
        if force.id == FOE:
            return replace(force, at=self.at[CALLER])
        leader = replace(force.leader, cv=self.cvs[force.id])
        return replace(force, at=self.at[force.id], leader=leader, in_city=self.is_inside and force.id == CALLED)

    @property
    def call(self) -> Call:
        """How Decius can come, by the way that costs least."""
        return call_of(self.position, ATTACKER, self.position.force(CALLED))

    @property
    def last(self) -> Hex:
        """Where the way that is drawn has come to."""
        return self.way[-1] if self.way else self.at[CALLED]

    @property
    def has_arrived(self) -> bool:
        """Whether it leads to the battle."""
        return self.last == self.at[CALLER]

    @property
    def drawn_way(self) -> Way:
        """The way that is drawn, with what it crosses."""
        return measure(self.start.scenario.ground, self.at[CALLED], self.way)

    def value(self, way: Way) -> int:
        """What the die must not pass, by some way."""
        return int(settled(coordination_value, self.rules, *self.cvs.values(), len(way.hexes), way.rivers).value)

    def chance(self, way: Way) -> Fraction:
        """How often Decius comes by some way."""
        one, other = self.cvs.values()
        return Fraction(coordination.dist(self.rules, one, other, len(way.hexes), way.rivers).p(coordinated=True))

    def current_look(self) -> Look:
        """The way that is drawn with what it has cost so far; if that is asked for, the cheapest one too."""
        steps = [self.at[CALLED], *self.way]
        costs = [self._off(measure(self.start.scenario.ground, steps[0], tuple(steps[1 : end + 1]))) for end in range(len(steps))]
        path = tuple(zip(steps, costs, strict=True)) if self.way else ()
        return replace(super().current_look(), path=path, lesson="coordination" if self.has_best else self.lesson)

    def _off(self, way: Way) -> int:
        """What a way takes off the value."""
        return self.value(Way((), 0, river_last=False)) - self.value(way)

    # -- what a reader can do ----------------------------------------------------------------------------------------------------------

    def step(self, what: str, by: int) -> None:
        """A campaign value."""
        if what in self.cvs:
            self.cvs[what] = max(VALUES[0], min(VALUES[1], self.cvs[what] + by))
            self.say(self._verdict())

    def do(self, do: str, name: str) -> None:  # noqa: ARG002 - its buttons need no name
        """Into the city or out of it, or show the cheapest way or hide it."""
        if do == "best":
            self.has_best = not self.has_best
            self.say(self._verdict())
        elif do == "inside":
            self._go_inside()

    def _go_inside(self) -> None:
        (town,) = self.start.cities
        if self.at[CALLED] != town.at:
            where = _("Move him to {hex} first.").format(hex=GRID.label(town.at))
            self.refuse(Refusal(_("Decius is not at a city."), "8.26-C", where))
            return
        self.is_inside = not self.is_inside
        self.say(self._verdict())

    def carry(self, piece: str, place: Hex) -> None:
        """A Force that goes elsewhere leaves the way that was drawn behind, and the city."""
        super().carry(piece, place)
        self.way = ()
        if piece == CALLED:
            self.is_inside = False

    def landing_text(self, piece: str) -> str:
        """Where it stands, and what is next."""
        where = _("{piece} stands in {hex}.").format(piece=self.name_of(piece), hex=GRID.label(self.at[piece]))
        self.held = "way"
        return f"{where} {self._verdict()}"

    def use(self, tool: str, place: Hex) -> None:  # noqa: ARG002 - drawing is all there is
        """The way goes on to a hex, or takes a step back."""
        if place == self.last:
            self.way = self.way[:-1]
        elif place == self.at[CALLED]:
            self.way = ()
        elif place in self.way:
            self.way = self.way[: self.way.index(place) + 1]
        elif (wrong := self._wrong(place)) is not None:
            self.refuse(wrong)
            return
        else:
            self.way = (*self.way, place)
        self.say(self._verdict())

    def _wrong(self, place: Hex) -> Refusal | None:
        """Why the way may not go on to a hex."""
        ground, here = self.start.scenario.ground, GRID.label(place)
        most = self.rules.table("coordination").at("max_distance")
        if self.has_arrived:
            reason = _("The way is at the battle already.")
            return Refusal(reason, "8.26", _("Press {hex} to take its last step back.").format(hex=GRID.label(self.last)))
        if place not in ground.around(self.last):
            reason = _("{hex} is not next to {last}.").format(hex=here, last=GRID.label(self.last))
            return Refusal(reason, "8.26", _("Go on with one of {hexes}.").format(hexes=hex_list(GRID, ground.around(self.last))))
        if len(self.way) == most:
            reason = _("The way has {n} hexes, and more may not be.").format(n=most)
            return Refusal(reason, "8.26-C", _("Take a step back, or bring the Forces nearer."))
        if ground.terrain[place] in CLOSED and place != self.at[CALLER]:
            reason = _("{hex} is {terrain}, and no way is traced through it.").format(
                hex=here, terrain=names.TERRAIN[ground.terrain[place]]
            )
            return Refusal(reason, "8.26-C", _("Go round it."))
        return None

    def _verdict(self) -> str:
        """Tell how things are, in a sentence."""
        call = self.call
        if call.result == "automatic":
            return _("They share a hex, and nobody is behind walls: Decius joins in without a roll. [8.26-C]")
        if not self.has_arrived:
            return self._to_go(call)
        words = _("Value {value}, chance {chance}. [8.26]").format(
            value=signed(self.value(self.drawn_way)), chance=self.chance(self.drawn_way)
        )
        return _("Decius is in the city: roll with distance 0. [8.26-C] {told}").format(told=words) if not self.way else words

    def _to_go(self, call: Call) -> str:
        if call.result == "barred":
            most = self.rules.table("coordination").at("max_distance")
            return _("There is no way of at most {n} hexes that keeps clear of mountain and marsh. [8.26-C]").format(n=most)
        return _("The way has come to {hex}. Go on to the battle in {end}. [8.26]").format(
            hex=GRID.label(self.last), end=GRID.label(self.at[CALLER])
        )

    # -- beside the board --------------------------------------------------------------------------------------------------------------

    def beside(self) -> dict[str, Markup]:
        """What can be taken in hand, the numbers, the value, and the cheapest way."""
        return {"calls-pieces": self._pieces(), "calls-numbers": self._numbers(), "calls-value": self._value(), "calls-best": self._best()}

    def _pieces(self) -> Markup:
        words = {"way": _("Draw the way"), CALLER: _("Move Fabius"), CALLED: _("Move Decius")}
        more = self.button("inside", "inside", "", _("Decius is in the city"), is_pressed=self.is_inside)
        best = self.button("best", "best", "", _("Show the cheapest way"), is_pressed=self.has_best)
        back = self.button("back", "put back", "", _("As it was"))
        return self.takers(_("In hand"), Markup(""), words) + Markup('<div class="scenes">{}</div>').format(more + best + back)

    def _numbers(self) -> Markup:
        labels = {CALLER: _("Campaign value of Fabius"), CALLED: _("Campaign value of Decius")}
        numbers = self.numbers(VALUES, *((name, label, self.cvs[name]) for name, label in labels.items()))
        return self.draw(Box("panel-controls", [Custom(numbers)]))

    def _value(self) -> Markup:
        call = self.call
        if call.result == "automatic" or (call.result == "barred" and not self.way):
            return self.draw(Sentence(self._verdict(), "value"))
        way, one, other = self.drawn_way, self.cvs[CALLER], self.cvs[CALLED]
        dry, nowhere = way._replace(rivers=0), Way((), 0, river_last=False)
        hexes, rivers = len(way.hexes), way.rivers
        rows = (
            (_("Half of {a} + {b}, rounded down").format(a=one, b=other), self.value(nowhere)),
            (ngettext("{n} hex", "{n} hexes", hexes).format(n=hexes), self.value(dry) - self.value(nowhere)),
            (ngettext("{n} river off the road", "{n} rivers off the road", rivers).format(n=rivers), self.value(way) - self.value(dry)),
        )
        below = _odds(self.value(way), self.chance(way)) if self.has_arrived else self.draw(Sentence(self._verdict(), "value"))
        return _sum(rows, self.value(way), below)

    def _best(self) -> Markup:
        call = self.call
        if not self.has_best or call.way is None or call.result != "roll":
            return Markup("")
        rows = [self._line(_("The cheapest way"), call.way), *([self._line(_("Your way"), self.drawn_way)] if self.has_arrived else [])]
        return self.draw(Table([_("Way"), _("Hexes"), _("Value"), _("Chance")], rows, _("Ways to the battle"), "slip-table"))

    def _line(self, words: str, way: Way) -> list[Text]:
        return [words, ", ".join(map(GRID.label, way.hexes)) or _("none"), signed(self.value(way)), self.chance(way)]


def _sum(rows: tuple[tuple[str, int], ...], value: int, below: Markup) -> Markup:
    """How the value is made."""
    return _VALUE.format(
        title=_("The value of this way"),
        rows=joined(
            _ROW.format(
                state="part" if number else "nought", name=name, chip=chip(GAME, "8.26", f"calls-sum-{place}"), number=signed(number)
            )
            for place, (name, number) in enumerate(rows)
        ),
        all=_("Value"),
        value=signed(value),
        below=below,
    )


@cached
def _odds(value: int, chance: Fraction) -> Markup:
    """Draw the ten faces against the value, and the chance."""
    words = (_("The ten faces"), _("Means"), COMES.lower(), WAITS.lower())
    faces = strip(tuple(face <= value for face in D10.faces), 0, words)
    return Markup('{}<div class="odds">{}</div>').format(faces, two_bars("calls-odds", chance, (COMES, WAITS)))


def call_board() -> Live:
    """The board, for a notebook."""
    return Live(CallBoard())
