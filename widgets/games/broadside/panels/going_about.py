"""A panel about going about: one ship, three ways to the other tack, and what each costs in turns and in ground to windward."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.board.hexes import Direction, Hex
from rulesdemo.errors import InputError
from rulesdemo.games.broadside.board import GRID, point_index
from rulesdemo.games.broadside.play.helm import CLOSE_HAULED, helm_of, m_of, parsed, point_at
from rulesdemo.games.broadside.play.state import Chart, Position
from rulesdemo.games.broadside.play.weather import begin_turn
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.board.hex_notes import note_at
from widgets.board.sheet import free_corner
from widgets.games.broadside import names
from widgets.games.broadside.board.scene import scene, sheet_of, shown_by
from widgets.games.broadside.panels.about import IRONS, TACK, TURNS, WAYS, WEAR, Leg, Passage, alone, demo, passages
from widgets.kit.radio_row import picked, radio_row
from widgets.kit.stepper import stepper
from widgets.play.game_guide import Look
from widgets.play.session import Desk
from widgets.scene import svg
from widgets.scene.geometry import BoardGrid
from widgets.scene.shapes import INK, MAG, SHEET, Disc, Group, Item, Label, Path, Scene, Style, poly
from widgets.web.badges import joined, mark
from widgets.web.phrases import signed, titled, unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

KEY: Final = "about"
SHIPS: Final = {"seventy_four": "lion", "frigate": "sirene"}
FORCES: Final = {force: str(force) for force in range(1, 7)}  # in a calm nobody goes about
WIND, HEADING = Direction(0), Direction(1)  # from north, and close-hauled to its right
SIZE: Final = (440.0, 400.0)
START: Final = "3030"  # far from where the numbers of hexes end
NAMES: Final = {TACK: N_("Tack"), IRONS: N_("Stop head to wind"), WEAR: N_("Wear round")}
DASHES: Final[dict[str, tuple[float, ...]]] = {TACK: (), IRONS: (2.0, 5.0), WEAR: (10.0, 5.0)}
COLUMN: Final = 40  # pixels of the tallest column of the table
_PANEL: Final = Markup(
    '<section class="about-panel" aria-labelledby="about-title"><div class="odds-head"><h3 id="about-title">{title}</h3>{mark}</div>'
    '<div class="panel-controls">{controls}</div><div class="sky-both"><div class="sky-board">{board}{turn}</div>'
    '<div class="sky-told"><div class="panel-said" role="status">{said}</div><div class="table-scroll" tabindex="0" role="region" '
    'aria-label="{caption}"><table class="about-table"><caption>{caption}</caption><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody>'
    '</table></div><p class="quiet">{below}</p></div></div></section>'
)
_HEAD: Final = Markup('<th scope="col">{}</th>')
_ROW: Final = Markup('<tr{now}><th scope="row">{name}</th>{cells}</tr>')
_NOW: Final = Markup(' class="is-now"')
_TURN: Final = Markup(
    '<td class="about-turn{here}"><svg viewBox="0 0 30 {high}" width="30" height="{high}" aria-hidden="true">'
    '<rect x="4.5" y="{y}" width="21" height="{tall}" class="{kind}"/></svg><b>{hexes}</b> <span class="about-order">{order}</span></td>'
)
_CELL: Final = Markup("<td><b>{}</b></td>")
_CANNOT: Final = Markup('<td colspan="{across}" class="about-cannot">{words}</td>')


class Trial(NamedTuple):
    """The kind of ship, the wind's force, her last speed, the way that is looked at, and after how many turns."""

    kind: str
    force: int
    speed: int
    way: str
    turn: int


START_TRIAL: Final = Trial("seventy_four", 3, 3, TACK, 1)


class GoingAbout:
    """A panel: a two-decker about to tack, until the reader changes ship, wind, speed, way or turn."""

    key = KEY

    def __init__(self) -> None:
        """A 74 at speed 3 in a wind that changes nothing."""
        self.trial = START_TRIAL

    def html(self, desk: Desk) -> Markup:
        """The panel, under the rules in force."""
        return _panel(desk.rules, self.now(desk))

    def now(self, desk: Desk) -> Trial:
        """What is looked at; a lighter wind may leave her less speed than was chosen, and another way may be over sooner."""
        now = self.trial._replace(speed=min(self.trial.speed, max(speeds(desk.rules, self.trial))))
        return now._replace(turn=min(now.turn, horizon(desk.rules, now)))

    def act(self, what: str, value: str, desk: Desk) -> None:
        """Another ship, wind, speed or way, or another turn of it."""
        now = self.now(desk)
        if what == "kind" and value in SHIPS:
            now = now._replace(kind=value)
        elif what == "force":
            now = now._replace(force=picked(value, FORCES))
        elif what == "speed":
            now = now._replace(speed=picked(value, speeds(desk.rules, now)))
        elif what == "way" and value in WAYS:
            now = now._replace(way=value)
        elif what in ("turn", "turn.at"):
            now = now._replace(turn=_turn(now.turn, what, value))
        else:
            raise unknown(what)
        self.trial = now

    def kept(self) -> list[Any]:
        """What is looked at."""
        return list(self.trial)

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same, if it can be."""
        if not isinstance(kept, list) or [type(each) for each in kept] != [str, int, int, str, int]:
            return
        trial = Trial(*kept)
        known = trial.kind in SHIPS and trial.force in FORCES and trial.way in WAYS
        if known and 1 <= trial.speed <= max(FORCES) and 0 <= trial.turn <= TURNS:
            self.trial = trial


def _turn(now: int, what: str, value: str) -> int:
    told = value.removeprefix("-")
    if not told.isascii() or not told.isdigit() or len(told) > 1:
        message = _("{value} is not among the choices.").format(value=repr(value[:20]))
        raise InputError(message)
    return max(0, min(TURNS, now + int(value) if what == "turn" else int(value)))


def speeds(rules: Ruleset, trial: Trial) -> dict[int, str]:
    """The speeds that she can have close-hauled in this wind; 1 at least, so that there is something to go about with."""
    ship = demo(rules, SHIPS[trial.kind], HEADING, 1)
    most = max(1, m_of(alone(rules, ship, WIND, trial.force), ship, CLOSE_HAULED))
    return {speed: str(speed) for speed in range(1, most + 1)}


def horizon(rules: Ruleset, trial: Trial) -> int:
    """The turns that are told: until she sails as before on every way that is open."""
    return max((passage.done for passage in ways(rules, trial).values() if passage is not None), default=1)


def ways(rules: Ruleset, trial: Trial) -> dict[str, Passage | None]:
    """Every way to the other tack."""
    return passages(rules, demo(rules, SHIPS[trial.kind], HEADING, trial.speed), WIND, trial.force)


# -- the board -------------------------------------------------------------------------------------------------------------------------


class Spot(NamedTuple):
    """Where she is at the end of a turn, and her heading."""

    hex: Hex
    heading: Direction


def spots(passage: Passage, turns: int) -> tuple[tuple[Hex, ...], tuple[Spot, ...]]:
    """Every hex of a way from its start on, and where she is before the first turn and after each."""
    track = [GRID.parse(START)]
    ends = [Spot(track[0], HEADING)]
    for leg in passage.legs[:turns]:
        for step in leg.steps:
            track.append(GRID.neighbour(track[-1], step))
        ends.append(Spot(track[-1], leg.heading))
    return tuple(track), tuple(ends)


def picture(rules: Ruleset, trial: Trial) -> Scene:
    """All ways as tracks, the one that is looked at in front with a number where each turn ends, and the ship on it."""
    found = {way: spots(passage, horizon(rules, trial)) for way, passage in ways(rules, trial).items() if passage is not None}
    every = {place for track, _ends in found.values() for place in track} | {GRID.parse(START)}
    here = found[trial.way][1][trial.turn] if trial.way in found else Spot(GRID.parse(START), HEADING)
    position = _afloat(rules, trial, every, here)
    shown = replace(shown_by(position, Look(lesson="", size=SIZE, selected=position.ships[0].id)), numbers=False)
    sheet = sheet_of(position.scenario.chart.hexes, shown.radius, shown.window, shown.size)
    shown = replace(shown, rose=free_corner(sheet, every, ()), names=False)
    drawn = scene(position, shown)
    order = sorted(found, key=lambda way: way == trial.way)
    items = [item for way in order for item in _track(sheet.board, way, found[way], is_chosen=way == trial.way)]
    layers = tuple(replace(layer, items=(*layer.items, *items)) if layer.name == "range" else layer for layer in drawn.layers)
    return replace(drawn, layers=layers)


def _afloat(rules: Ruleset, trial: Trial, wanted: set[Hex], here: Spot) -> Position:
    """The ship at one end of a turn, on a map that is as large as the tracks are."""
    labels = [GRID.label(place) for place in wanted]
    columns, rows = [int(label[:2]) for label in labels], [int(label[2:]) for label in labels]
    hexes = frozenset(
        GRID.parse(f"{column:02}{row:02}")
        for column in range(min(columns) - 1, max(columns) + 2)
        for row in range(min(rows) - 1, max(rows) + 2)
    )
    position = alone(rules, demo(rules, SHIPS[trial.kind], here.heading, trial.speed), WIND, trial.force)
    scenario = replace(position.scenario, title=_("Ways to the other tack"), chart=Chart(hexes, frozenset()), goal=MappingProxyType({}))
    ship = replace(position.ships[0], place=here.hex, in_irons=here.heading == WIND)
    return replace(position, scenario=scenario, ships=(ship,), turn=replace(position.turn, number=max(1, trial.turn)))


def _track(board: BoardGrid, way: str, found: tuple[tuple[Hex, ...], tuple[Spot, ...]], *, is_chosen: bool) -> list[Item]:
    track, ends = found
    places = [board.centre(place) for place in track]
    line = poly(((round(x, 1), round(y, 1)) for x, y in places), closed=False)
    colour, width = (MAG, 3.5) if is_chosen else (INK, 1.6)
    items: list[Item] = [Path(line, Style(line=SHEET, width=width + 3.0, cap="round"))] if is_chosen else []
    items.append(Path(line, Style(line=colour, width=width, dash=DASHES[way])))
    if is_chosen:
        items += [_numbered(board, place, turns) for place, turns in _ended(ends).items()]
    x, y = places[-1]
    items.append(note_at(board, (x, y - 1.1 * board.radius), NAMES[way], colour))
    hexes = ", ".join(str(len(list(turn))) for turn in _by_turn(track, ends))
    label = _("{way}: hexes turn by turn {hexes}").format(way=NAMES[way], hexes=hexes)
    return [Group(tuple(items), id=f"way {way}", role="path", label=label)]


def _by_turn(track: tuple[Hex, ...], ends: tuple[Spot, ...]) -> list[range]:
    """The places in the track that each turn adds."""
    at = [0]
    for _before, end in pairwise(ends):
        # She may stay where she is, and never comes back to a hex: so the hex tells how far the track has got.
        at.append(track.index(end.hex))
    return [range(one, other) for one, other in pairwise(at)]


def _ended(ends: tuple[Spot, ...]) -> dict[Hex, str]:
    """The turns that end in each hex: more than one where she lies still."""
    found: dict[Hex, list[str]] = {}
    for turn, (place, _heading) in enumerate(ends):
        if turn:
            found.setdefault(place, []).append(str(turn))
    return {place: _(" and ").join(turns) if len(turns) > 1 else turns[0] for place, turns in found.items()}


def _numbered(board: BoardGrid, place: Hex, text: str) -> Group:
    size = max(12.0, 0.6 * board.radius)
    ring = Disc(0.0, 0.0, round((0.72 if len(text) == 1 else 1.5) * size, 1), Style(SHEET, MAG, 1.8))
    x, y = board.centre(place)
    return Group((ring, Label(0.0, 0.0, text, size, weight=700, ink=MAG)), at=(round(x, 1), round(y, 1)))


# -- in words --------------------------------------------------------------------------------------------------------------------------


@cached
def _panel(rules: Ruleset, trial: Trial) -> Markup:
    found = ways(rules, trial)
    controls = [
        radio_row(KEY, "kind", _("Ship"), {kind: titled(names.KINDS[kind]) for kind in SHIPS}, trial.kind),
        radio_row(KEY, "force", _("Wind force"), FORCES, trial.force),
        radio_row(KEY, "speed", _("Last speed"), speeds(rules, trial), trial.speed),
        radio_row(KEY, "way", _("Way"), NAMES, trial.way),
    ]
    turns = horizon(rules, trial)
    heads = (_("Way"), *(str(turn) for turn in range(1, turns + 1)), _("As before after"), _("To windward"))
    return _PANEL.format(
        title=_("Three ways to the other tack"),
        mark=mark("reconstructed"),
        controls=joined(controls),
        board=Markup(svg.svg(picture(rules, trial), f"{KEY}-board")),  # noqa: S704 - our own painter, which escapes every word
        turn=stepper(KEY, "turn", _("Turn"), trial.turn, (0, turns), slides=True),
        said=cited("broadside", told(rules, trial), KEY),
        caption=_("Hexes sailed in each turn, with the order"),
        heads=joined(map(_HEAD.format, heads)),
        rows=joined(_row(rules, trial, way, passage) for way, passage in found.items()),
        below=_below(trial, found, turns),
    )


def _row(rules: Ruleset, trial: Trial, way: str, passage: Passage | None) -> Markup:
    now, turns = _NOW if way == trial.way else "", horizon(rules, trial)
    if passage is None:
        words = cited("broadside", why_not(rules, trial, way), f"about-no-{way}")
        return _ROW.format(now=now, name=NAMES[way], cells=_CANNOT.format(across=turns + 2, words=words))
    most = max(len(leg.steps) for other in ways(rules, trial).values() if other is not None for leg in other.legs[:turns])
    cells = [
        _TURN.format(
            here=" is-here" if way == trial.way and turn == trial.turn else "",
            high=COLUMN + 1,
            y=f"{COLUMN + 0.5 - (tall := round(COLUMN * len(leg.steps) / max(1, most))):g}",
            tall=tall,
            kind="is-slow" if turn <= passage.done and len(leg.steps) < trial.speed else "is-fast",
            hexes=len(leg.steps),
            order=leg.order,
        )
        for turn, leg in enumerate(passage.legs[:turns], start=1)
    ]
    took = ngettext("{n} turn", "{n} turns", passage.done).format(n=passage.done)
    ground = passage.windward(WIND, turns)
    cells += [_CELL.format(took), _CELL.format(told_ground(ground))]
    return _ROW.format(now=now, name=NAMES[way], cells=joined(cells))


def told_ground(ground: Fraction) -> str:
    """Hexes to windward, halves as a player writes them."""
    whole, half = divmod(abs(ground), 1)
    text = f"{whole or ''}½" if half else str(whole)
    return f"−{text}" if ground < 0 else text


def why_not(rules: Ruleset, trial: Trial, way: str) -> str:
    """Why a way is closed to her in this wind."""
    most = max(speeds(rules, trial))
    if way == TACK:
        need = int(rules.table("order_costs").at("tack", "m"))
        form = _("She cannot. A tack takes {need} M, and close-hauled in this wind she never has more than {most}. [IV.f] [B7]")
        return form.format(need=need, most=most)
    form = _("She cannot. To turn she needs a hex before the pivot and one after it, and close-hauled she has {most} M. [IV.c]")
    return form.format(most=most)


def told(rules: Ruleset, trial: Trial) -> str:
    """The turn that is looked at, in a sentence or two."""
    passage = ways(rules, trial)[trial.way]
    if passage is None:
        return why_not(rules, trial, trial.way)
    if not trial.turn:
        form = _("Before the first turn: close-hauled, heading {heading}, last speed {speed}. The other tack is {other}. [IV.a]")
        return form.format(heading=GRID.name(HEADING), speed=trial.speed, other=GRID.name(passage.legs[-1].heading))
    leg = passage.legs[trial.turn - 1]
    before = passage.legs[trial.turn - 2].speed if trial.turn > 1 else trial.speed
    went = ngettext("{n} hex", "{n} hexes", len(leg.steps)).format(n=len(leg.steps))
    first = _("Turn {n}, order {order}: {went}, then {point}, heading {heading}.").format(
        n=trial.turn, order=leg.order, went=went, point=_point(rules, leg), heading=GRID.name(leg.heading)
    )
    return f"{first} {_why(rules, trial, leg, before)}"


def _point(rules: Ruleset, leg: Leg) -> str:
    return names.POINTS[point_at(rules, point_index(leg.heading, WIND))]


def _why(rules: Ruleset, trial: Trial, leg: Leg, before: int) -> str:
    order = parsed(leg.order)
    if order.tack:
        return _("The tack ends her move, and next turn counts from speed {n}. [IV.f]").format(n=signed(leg.speed))
    if leg.stopped:
        return _("The pivot brings her head to wind, and she stops dead: the rest of the order is lost. [IV.e] [B67]")
    if order.kind == "pivot":
        return _("One pivot on the spot is all that she may do after the wind has stopped her. [IV.e] [B8]")
    if any(order.turns):
        more = len("".join(order.turns)) > 1
        cost = _("The first pivot of a turn is free, each later one costs M. [IV.c]") if more else _("One pivot in a turn is free. [IV.c]")
        return _("She turns away from the wind and keeps her way.") + f" {cost}"
    ship = demo(rules, SHIPS[trial.kind], leg.heading, before)
    begun = begin_turn(alone(rules, ship, WIND, trial.force)).position
    helm = helm_of(begun, begun.ships[0])
    form = _("From speed {before}, with inertia {inertia}, she may spend {least} to {most} M. [IV.d]")
    return form.format(before=before, inertia=helm.inertia, least=helm.least, most=helm.most)


def _below(trial: Trial, found: dict[str, Passage | None], turns: int) -> str:
    usual = _("As before: on the other tack, with speed {speed} again. To windward: hexes gained against the wind in {turns} turns.")
    told_ = usual.format(speed=trial.speed, turns=turns)
    able = {way: passage for way, passage in found.items() if passage is not None}
    if not able:
        return told_
    best = max(able, key=lambda way: able[way].windward(WIND, turns))
    quickest = min(able, key=lambda way: able[way].done)
    form = _("Quickest here: {quickest}. Most ground: {best}.")
    return f"{told_} {form.format(quickest=NAMES[quickest].lower(), best=NAMES[best].lower())}"
