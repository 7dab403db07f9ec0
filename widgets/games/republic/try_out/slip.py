"""A field to refuse battle on: defender, attacker, city and river go where the reader likes; ways out, modifiers and chance follow."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from fractions import Fraction
from typing import Final, NamedTuple

from markupsafe import Markup

from rulesdemo.board.hexes import Hex
from rulesdemo.games.republic.board import GRID
from rulesdemo.games.republic.board import Side as Hexside
from rulesdemo.games.republic.play.attack import bar_to_refusal, refusal_modifier
from rulesdemo.games.republic.play.ground import WayOut, ways_out
from rulesdemo.games.republic.play.state import Attempt, Clash, Force, Position, Scenario, Side, enemy_of
from rulesdemo.games.republic.refusal import refusal, withdrawal
from rulesdemo.odds.dice import D10
from rulesdemo.play.engine import Refusal, settled
from rulesdemo.words import N_, _
from widgets.board.hex_notes import hex_list
from widgets.games.republic import names
from widgets.games.republic.lessons.before import AWAY, STAYS, least_attrition, refusal_lines, way_words
from widgets.games.republic.try_out.field import GAME, Field, Post, field_of, strip, two_bars
from widgets.kit.components import Box, Custom, Heading, Sentence, Table, Text
from widgets.kit.sum_table import Term, summed
from widgets.web.badges import joined
from widgets.web.live import Live
from widgets.web.phrases import modifier, titled

VALUES: Final = (0, 9)  # of a campaign value
POINTS: Final = (0, 5)  # of cunning that this board lets anybody spend
DEFENDER, ATTACKER, SECOND, CITY = "defender", "attacker", "second", "luceria"
MARKS: Final = {"intercepted": N_("It was intercepted"), "being_overrun": N_("It is being overrun")}

_ENDS: Final = Markup('<span class="slip-ends">{}</span>')
TITLE: Final = N_("A Force that would rather not fight")
BEGINS: Final = field_of(
    TITLE,
    {
        "mountain": ["0202", "0604"],
        "marsh": ["0304", "0602"],
        "rough": ["0205", "0501"],
        "rivers": ["0403 N", "0403 NE"],
    },
    (CITY, "Luceria", "0503"),
    (
        Post(DEFENDER, N_("Defender"), "roman", "0403", 28, N_("the defending leader"), "C", 6),
        Post(ATTACKER, N_("Attacker"), "other", "0403", 34, N_("the attacking leader"), "B", 5),
        Post(SECOND, N_("Second host"), "other", "0302", 10, N_("a chief"), "D", 4),
    ),
)
TOOLS: Final = {"river": N_("The river is in hand. Press a hex next to the defender, and it comes or goes between the two.")}


class Out(NamedTuple):
    """The ways out of one kind: into the city, or into the open; the modifier, the chance, and the hexes by attrition points."""

    kind: str
    words: str
    way: WayOut
    drm: int
    chance: Fraction
    ends: tuple[tuple[int, tuple[Hex, ...]], ...]
    most_lost: int


class SlipBoard(Field):
    """A Force that is attacked, its attacker, another enemy, a friendly city, and a river."""

    prefix = "slip"
    title = TITLE
    lesson = "refusal"
    begins = BEGINS
    pieces = (DEFENDER, ATTACKER, SECOND, CITY)
    tools = TOOLS
    hint = N_("Drag a piece to another hex, or press it and then the hex.")

    def put_back(self) -> None:
        """A Roman with campaign value 6, next to a city of his, and nobody spends anything."""
        super().put_back()
        self.rivers: frozenset[Hexside] = self.start.scenario.ground.rivers
        self.is_roman = True
        self.marks: tuple[str, ...] = ()
        self.cv, self.ours, self.theirs = 6, 0, 0
        self.kind = "city"
        self._scenarios: dict[frozenset[Hexside], Scenario] = {}

    # -- what there is -----------------------------------------------------------------------------------------------------------------

    def state(self) -> tuple[Hashable, ...]:
        """The river, who is Roman, the marks and the campaign value."""
        return self.rivers, self.is_roman, self.marks, self.cv

    def build_position(self) -> Position:
        """An attack, where attacker and defender share a hex."""
        side: Side = "roman" if self.is_roman else "other"
        forces = tuple(self._force(force, side if force.id == DEFENDER else enemy_of(side)) for force in self.start.forces)
        (city,) = self.start.cities
        is_attacked = self.at[ATTACKER] == self.at[DEFENDER]
        return replace(
            self.start,
            scenario=self._scenario(),
            forces=forces,
            cities=(replace(city, at=self.at[CITY], owner=side),),
            clash=Clash((ATTACKER,), (DEFENDER,), self.at[DEFENDER], entered=False) if is_attacked else None,
        )

    def _force(self, force: Force, side: Side) -> Force:
        is_ours = force.id == DEFENDER
        leader = replace(force.leader, cv=self.cv) if is_ours else force.leader
        return replace(force, side=side, at=self.at[force.id], leader=leader, marks=self.marks if is_ours else ())

    def _scenario(self) -> Scenario:
        """The map with its river; one for each course, because drawings of a map are kept."""
        if self.rivers not in self._scenarios:
            ground = self.start.scenario.ground._replace(rivers=self.rivers)
            self._scenarios[self.rivers] = replace(self.start.scenario, ground=ground)
        return self._scenarios[self.rivers]

    @property
    def force(self) -> Force:
        """The defender."""
        return self.position.force(DEFENDER)

    def outs(self) -> tuple[Out, ...]:
        """The ways out by kind, the city first; none where nobody attacks or refusal is barred."""
        position, force = self.position, self.force
        if position.clash is None or bar_to_refusal(position, force) is not None:
            return ()
        found = []
        for kind in ("city", "open"):
            ways = [way for way in ways_out(position, force) if way.city == (kind == "city")]
            if ways:
                found.append(self._out(position, kind, ways))
        return tuple(found)

    def _out(self, position: Position, kind: str, ways: list[WayOut]) -> Out:
        force, terrain = position.force(DEFENDER), position.scenario.ground.terrain
        least = least_attrition(position, force, ways)
        paths = [(",".join(terrain[step] for step in way.route) or terrain[force.at], way.city) for way in ways]
        most_lost = max(settled(withdrawal, self.rules, path, force.sp, is_city).most_lost for path, is_city in paths)
        drm = refusal_modifier(position, force, self.attempt(ways[0]))
        by_points = {points: tuple(sorted(end for end, cost in least.items() if cost == points)) for points in sorted(set(least.values()))}
        return Out(kind, titled(way_words(position, ways[0], force)), ways[0], drm, self.chance(drm), tuple(by_points.items()), most_lost)

    def attempt(self, way: WayOut) -> Attempt:
        """A refusal by this way, with the points that both leaders spend."""
        return Attempt(way.route, way.city, self.ours, self.theirs)

    def chance(self, drm: int) -> Fraction:
        """How often the defender gets away with this modifier."""
        return Fraction(refusal.dist(self.rules, self.cv, drm).p(refused=True))

    def current_out(self) -> Out | None:
        """The kind of way that is looked at, or the only one that there is."""
        found = self.outs()
        return next((out for out in found if out.kind == self.kind), found[0] if found else None)

    # -- what a reader can do ----------------------------------------------------------------------------------------------------------

    def step(self, what: str, by: int) -> None:
        """The campaign value, or the points that a leader spends."""
        if what == "cv":
            self.cv = max(VALUES[0], min(VALUES[1], self.cv + by))
        elif what in ("ours", "theirs"):
            setattr(self, what, max(POINTS[0], min(POINTS[1], getattr(self, what) + by)))
        else:
            return
        self.say(self._chance_text())

    def do(self, do: str, name: str) -> None:
        """Another people, a mark on the defender, or the other kind of way."""
        if do == "roman":
            self.is_roman = not self.is_roman
        elif do == "mark" and name in MARKS:
            self.marks = () if name in self.marks else (name,)
        elif do == "way" and name in ("city", "open"):
            self.kind = name
        else:
            return
        self.say(self._chance_text())

    def use(self, tool: str, place: Hex) -> None:  # noqa: ARG002 - the river is all there is
        """The river between the defender and a hex next to it comes or goes."""
        here = self.at[DEFENDER]
        near = self.start.scenario.ground.around(here)
        if place not in near:
            where = _("Press one of {hexes}.").format(hexes=hex_list(GRID, near))
            self.refuse(Refusal(_("{hex} is not next to the defender.").format(hex=GRID.label(place)), "8.23-M", where))
            return
        side = frozenset((here, place))
        self.rivers ^= {side}
        words = _("A river runs between {one} and {other}.") if side in self.rivers else _("No river runs between {one} and {other}.")
        self.say(f"{words.format(one=GRID.label(here), other=GRID.label(place))} {self._chance_text()}")

    def carry(self, piece: str, place: Hex) -> None:
        """A defender who is attacked takes the battle along."""
        if piece == DEFENDER and self.at[ATTACKER] == self.at[DEFENDER]:
            self.at[ATTACKER] = place
        super().carry(piece, place)

    def landing_text(self, piece: str) -> str:
        """Where it stands now, and what that makes of the refusal."""
        where = _("{piece} stands in {hex}.").format(piece=self.name_of(piece), hex=GRID.label(self.at[piece]))
        return f"{where} {self._chance_text()}"

    def _chance_text(self) -> str:
        out = self.current_out()
        return self._why_not() if out is None else _("{way}: {chance}. [8.23]").format(way=out.words, chance=out.chance)

    def _why_not(self) -> str:
        """Why there is nothing to refuse, or why it may not be."""
        position = self.position
        if position.clash is None:
            return _("Nobody attacks. Put the attacker into the defender's hex. [R-PRE-1]")
        why = bar_to_refusal(position, self.force)
        return _("Refusal is barred: {why}. [8.23-C]").format(why=why)

    # -- beside the board --------------------------------------------------------------------------------------------------------------

    def beside(self) -> dict[str, Markup]:
        """What can be moved, the numbers, the ways out, and the sum of the one that is looked at."""
        return {"slip-pieces": self._pieces(), "slip-numbers": self._numbers(), "slip-ways": self._ways(), "slip-sum": self._sum()}

    def _pieces(self) -> Markup:
        words = {name: self.name_of(name) for name in self.pieces} | {"river": _("River")}
        back = self.button("back", "put back", "", _("As it was"))
        marks = joined(self.button(mark, "mark", mark, words, is_pressed=mark in self.marks) for mark, words in MARKS.items())
        roman = self.button("roman", "roman", "", _("It is Roman"), is_pressed=self.is_roman)
        return self.takers(_("Pick up"), back, words) + self.row(_("The defender"), roman + marks)

    def _numbers(self) -> Markup:
        points = ("ours", _("Defender spends"), self.ours), ("theirs", _("Attacker spends"), self.theirs)
        numbers = self.numbers(VALUES, ("cv", _("Campaign value"), self.cv)) + self.numbers(POINTS, *points)
        return self.draw(Box("panel-controls", [Custom(numbers)]))

    def _ways(self) -> Markup:
        found, current = self.outs(), self.current_out()
        if current is None:
            return self.draw(Sentence(self._why_not(), "ways", "practice-said is-refused"))
        heads = [_("Where to"), _("Modifier"), _("Gets away"), _("Attrition")]
        rows = [self._line(out, is_now=out.kind == current.kind) for out in found]
        caption = _("Ways out of {hex}").format(hex=GRID.label(self.at[DEFENDER]))
        return self.draw(Table(heads, rows, caption, "slip-table", row_kinds={found.index(current): "is-now"}))

    def _line(self, out: Out, *, is_now: bool) -> list[Text]:
        if out.kind == "city":
            lines = [_("no attrition")]
        else:
            lines = [f"{names.points(points)}: {hex_list(GRID, hexes)}" for points, hexes in out.ends]
            lines.append(_("at most {sp} lost").format(sp=names.strength(out.most_lost)))
        button = self.button(f"way-{out.kind}", "way", out.kind, out.words, is_pressed=is_now)
        return [button, modifier(out.drm), out.chance, joined(_ENDS.format(line) for line in lines)]

    def _sum(self) -> Markup:
        out = self.current_out()
        if out is None:
            return Markup("")
        lines = refusal_lines(self.position, self.force, self.attempt(out.way))
        terms = tuple(Term(titled(name), "8.23-M", number) for name, number in lines)
        title = _("{way}: {cv} or less gets away").format(way=out.words, cv=self.cv)
        good = tuple(face + out.drm <= self.cv for face in D10.faces)
        words = (_("The ten faces"), _("Means"), AWAY.lower(), STAYS.lower())
        return self.draw(
            Heading(title, 3),
            Custom(summed(GAME, "slip-sum", _("Modifiers of the refusal"), terms)),
            Custom(strip(good, out.drm, words)),
            Box("odds", [Custom(two_bars("slip-odds", out.chance, (AWAY, STAYS)))]),
        )


def slip_board() -> Live:
    """The board, for a notebook."""
    return Live(SlipBoard())
