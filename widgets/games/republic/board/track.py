"""The board of a set piece that has envoys and no Forces: the alliance track with its marker, where the next audience lands, the envoys."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

from rulesdemo.games.republic.diplomacy import ambassador
from rulesdemo.games.republic.play.state import Ambassador, Position
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _
from widgets.board import counters, sea_chart
from widgets.board.counters import ONE, TWO
from widgets.games.republic import names
from widgets.kit.bars import rounded, spoken
from widgets.scene.palette import BLUE, INK, INK2, MAG, PAPER, RUST, SAND, SHEET, TEALMID, WHITE
from widgets.scene.shapes import Box, Disc, Group, Item, Label, Layer, Path, Point, Scene, Style, hatch, poly, rect, text_width
from widgets.web.phrases import modifier

TRACK: Final = (-6, 6)  # boxes that are shown; the source does not say how many there are
SIZE: Final = (600.0, 406.0)
LESSON: Final = "envoys"
STATES: Final = {
    "ready": N_("at hand"),
    "dead": N_("dead"),
    "held_for_ransom": N_("held for ransom"),
    "straying": N_("strays"),
    "waiting_audience": N_("waits for a new audience"),
    "gone": N_("gone"),
}
OUT: Final = frozenset({"dead", "gone", "held_for_ransom", "straying"})
_SIDES: Final = {"roman": ONE, "other": TWO}
_BLEED: Final = 16.0
_COLUMN: Final = 0.30  # of the height of the board, for the likeliest box
_CARD: Final = (250.0, 96.0)
_ZOOM: Final = 104.0  # the corner with the buttons that make the board larger


def is_track(position: Position) -> bool:
    """Return whether there is nothing to show but envoys."""
    return bool(position.ambassadors) and not position.forces and not position.cities


def shifts(rules: Ruleset, letter: str, drm: int) -> dict[int, Fraction]:
    """Return the boxes that an audience moves the marker by, disasters counted in."""
    return dict(_shifts(rules, letter, drm))


@lru_cache(maxsize=200)
def _shifts(rules: Ruleset, letter: str, drm: int) -> tuple[tuple[int, Fraction], ...]:
    return tuple(ambassador.dist(rules, letter, drm).marginal("shift").items())


def next_envoy(position: Position) -> Ambassador | None:
    """Return the ambassador whose audience may be next: one at hand of the side that acts."""
    able = [each for each in position.ambassadors if each.state not in OUT and not each.acted]
    able.sort(key=lambda each: each.side != position.turn.side)
    return able[0] if able else None


@dataclass(frozen=True, slots=True)
class Plan:
    """Where everything goes on a board of this size."""

    w: float
    h: float

    @property
    def step(self) -> float:
        """Return the pixels from one box to the next."""
        return float(int((self.w - 2 * _BLEED) / (TRACK[1] - TRACK[0] + 1)))

    @property
    def left(self) -> float:
        """Return where the first box begins."""
        return float(round((self.w - self.step * (TRACK[1] - TRACK[0] + 1)) / 2))

    @property
    def top(self) -> float:
        """Return the upper edge of the boxes."""
        return float(round(self.h * 0.47))

    @property
    def type(self) -> float:
        """Return the size of figures."""
        return round(min(28.0, max(13.0, self.step * 0.38)), 1)

    def box(self, number: int) -> Box:
        """Return a box of the track: left, top, right, bottom; beyond the ends the last one."""
        place = min(max(number, TRACK[0]), TRACK[1]) - TRACK[0]
        x = self.left + place * self.step
        return x, self.top, x + self.step, self.top + self.step

    def card(self, place: int, count: int) -> Box:
        """Return where an envoy's card stands, of `count`."""
        larger = max(1.0, min(1.6, self.h / SIZE[1]))
        room = self.w - (count + 1) * _BLEED
        is_tight = room - _ZOOM < _CARD[0] * count  # the buttons in the corner want their room
        wide, high = min(_CARD[0] * larger, (room - _ZOOM if is_tight else room) / count), _CARD[1] * larger
        first = _BLEED if is_tight else (self.w - count * wide - (count - 1) * _BLEED) / 2
        x = first + place * (wide + _BLEED)
        y = self.h - sea_chart.FRAME - high - 12
        return float(round(x)), float(round(y)), float(round(x + wide)), float(round(y + high))


def plan_of(size: Point | None) -> Plan:
    """Return the board in a frame."""
    return Plan(*(size or SIZE))


def track_scene(position: Position, size: Point | None, desc: str, *, lesson: str = "", plain: bool = False) -> Scene:
    """Draw the whole board."""
    plan = plan_of(size)
    items: list[Item] = [_boxes(position, plan)]
    envoy = next_envoy(position)
    if lesson == LESSON and envoy is not None and position.result is None:
        items.append(_landing_chances(position, plan, envoy))
    items += _goal(position, plan)
    items.append(_marker(position, plan))
    count = len(position.ambassadors)
    cards = tuple(_card(each, plan.card(place, count), plain=plain) for place, each in enumerate(position.ambassadors))
    ground = (Path(rect(0, 0, plan.w, plan.h), Style(WHITE if plain else PAPER)), *sea_chart.neatline(plan.w, plan.h))
    inner = sea_chart.inside(plan.w, plan.h)
    layers = (Layer("base", ground), Layer("range", tuple(items), inner), Layer("marks", cards, inner))
    return Scene(plan.w, plan.h, layers, position.scenario.title, desc)


# -- the track -------------------------------------------------------------------------------------------------------------------------


def _box(plan: Plan, number: int) -> Group:
    """Draw one box with its number."""
    left, top, right, bottom = plan.box(number)
    wide, high = right - left, bottom - top
    shape = rect(0, 0, wide, high)
    fill = SHEET if not number else ONE.tint if number > 0 else TWO.tint
    items: list[Item] = [Path(shape, Style(fill))]
    if number < 0:
        items.append(Group((Path(hatch((0, 0, wide, high), 7.0, mirrored=True), Style(line=WHITE, width=2.0)),), clip=shape))
    items.append(Path(shape, Style(line=INK, width=1.2, join="miter")))
    items.append(Label(wide / 2, high / 2, modifier(number), plan.type, weight=600, halo=fill, halo_w=4.0))
    return Group(tuple(items), at=(left, top))


def _boxes(position: Position, plan: Plan) -> Group:
    """Draw thirteen boxes: Rome's solid, the enemy's striped, the middle one bare."""
    items: list[Item] = [_box(plan, number) for number in range(TRACK[0], TRACK[1] + 1)]
    low = plan.box(0)[3] + 0.9 * plan.type
    size = max(13.0, plan.type * 0.9)
    others = _("for the {others}").format(others=_(position.scenario.others))
    items.append(Label(plan.left, low, f"← {others}", size, "serif", italic=True, ink=BLUE, align="left"))
    ours = _("for Rome")
    items.append(Label(plan.w - plan.left, low, f"{ours} →", size, "serif", italic=True, ink=RUST, align="right"))
    words = _("The alliance track, from {low} for the {others} to {high} for Rome")
    label = words.format(low=modifier(TRACK[0]), high=modifier(TRACK[1]), others=_(position.scenario.others))
    return Group(tuple(items), id="track", role="shore", label=label)


def _marker(position: Position, plan: Plan) -> Group:
    """Draw a magenta ring around the box, and a pointer under it."""
    left, top, right, bottom = plan.box(position.alliance)
    middle, size = (right - left) / 2, 0.30 * plan.step
    ring = Path(rect(2, 2, right - left - 4, bottom - top - 4, 3), Style(line=MAG, width=4.0))
    pointer = Path(
        poly([(middle, bottom - top + 2), (middle + size, bottom - top + 2 + 1.5 * size), (middle - size, bottom - top + 2 + 1.5 * size)]),
        Style(MAG, SHEET, 1.5),
    )
    label = _("The marker stands at {n}").format(n=modifier(position.alliance))
    return Group((ring, pointer), at=(left, top), id="marker", role="mark", label=label)


def _goal(position: Position, plan: Plan) -> list[Item]:
    """Draw the box that the task asks for, while there is a task."""
    goal = position.scenario.goal
    if goal.get("kind") != "alliance" or position.result is not None:
        return []
    number = int(goal["need"]) * (1 if goal["side"] == "roman" else -1)
    left, top, right, bottom = plan.box(number)
    ring = Path(rect(left - 3, top - 3, right - left + 6, bottom - top + 6, 5), Style(line=INK, width=2.0, dash=(6.0, 4.0)))
    label = Label((left + right) / 2, bottom + 0.9 * plan.type, _("goal"), max(13.0, plan.type * 0.85), weight=600)
    words = _("The goal: box {n} or beyond").format(n=modifier(number))
    return [Group((ring, label), id="goal", role="mark", label=words)]


def _landing_chances(position: Position, plan: Plan, envoy: Ambassador) -> Group:
    """A column on every box that the next audience can end on, as high as its chance."""
    sign = 1 if envoy.side == "roman" else -1
    chances: dict[int, Fraction] = {}
    for shift, chance in shifts(position.rules, envoy.letter, position.scenario.inputs.diplomacy_drm).items():
        number = min(max(position.alliance + sign * shift, TRACK[0]), TRACK[1])
        chances[number] = chances.get(number, Fraction(0)) + chance
    most, parts = max(chances.values()), []
    items: list[Item] = []
    small = max(13.0, plan.type * 0.85)
    texts = {number: rounded(chance).rstrip("\N{NARROW NO-BREAK SPACE} %") for number, chance in chances.items()}
    if any(text_width(text, small) > plan.step for text in texts.values()):
        texts = {number: str(round(100 * chance)) for number, chance in chances.items()}
    for number, chance in sorted(chances.items()):
        left, top, right, _bottom = plan.box(number)
        high = round(float(chance / most) * _COLUMN * plan.h, 1)
        better = sign * (number - position.alliance)
        fill = TEALMID if better > 0 else SAND if better < 0 else SHEET
        shape = rect(left + 4, top - 5 - high, right - left - 8, high)
        items.append(Path(shape, Style(fill, INK, 1.0, join="miter")))
        items.append(Label((left + right) / 2, top - 5 - high - 0.75 * small, texts[number], small, halo=PAPER, halo_w=3.0))
        parts.append(_("box {n} with {chance}").format(n=modifier(number), chance=spoken(chance)))
    size = max(13.0, plan.type * 0.9)
    title = _("Where the next audience leaves the marker, in percent")
    items.append(Label(plan.w / 2, sea_chart.FRAME + 1.2 * size, title, size, ink=INK2, halo=PAPER, halo_w=3.0))
    label = _("The next audience of {envoy}: {boxes}").format(envoy=envoy.name, boxes=", ".join(parts))
    return Group(tuple(items), id="law", role="sector", label=label)


# -- envoys ----------------------------------------------------------------------------------------------------------------------------


def envoy_words(envoy: Ambassador) -> str:
    """Return an ambassador: his letter, his points, and where he is."""
    told = [envoy.name, _("letter {letter}").format(letter=envoy.letter), names.cunning(envoy.cunning), STATES[envoy.state]]
    if envoy.ransom:
        told.append(_("{points} still to pay").format(points=names.points(envoy.ransom)))
    return ", ".join(map(str, told))


def _card(envoy: Ambassador, box: Box, *, plain: bool) -> Group:
    """Draw a card with his letter, his name, a disc for each cunning point, and what has become of him."""
    left, top, right, bottom = box
    wide, high = right - left, bottom - top
    side, is_out = _SIDES[envoy.side], envoy.state in OUT
    plate, size = high * 0.56, max(14.0, high * 0.18)
    shape = rect(0, 0, plate, plate, 6)
    at = ((high - plate) / 2, (high - plate) / 2)
    badge: list[Item] = [Path(shape, Style(side.fill))]
    if side.striped:
        badge.append(Group((Path(hatch((0, 0, plate, plate), 8.0, mirrored=True), Style(line=WHITE, width=3.0)),), clip=shape))
    inner = rect(plate * 0.18, plate * 0.14, plate * 0.64, plate * 0.72, 4)
    badge += [
        Path(shape, Style(line=INK, width=2.0)),
        Path(inner, Style(SHEET, INK, 1.4)),
        Label(plate / 2, plate / 2, envoy.letter, plate * 0.52, "serif", weight=600),
    ]
    if is_out:
        badge.append(Path(poly([(2, 2), (plate - 2, plate - 2)], closed=False), Style(line=INK, width=3.0)))
    x = high - 4
    state = STATES[envoy.state] + (_(", owes {n}").format(n=envoy.ransom) if envoy.ransom else "")
    items: list[Item] = [
        Path(rect(0, 0, wide, high, 8), Style(WHITE if plain else SHEET, INK, 1.4, dash=(6.0, 4.0) if is_out else ())),
        Group(tuple(badge), at=at),
        Label(x, high * 0.24, envoy.name, size * 1.15, "serif", weight=600, italic=True, align="left"),
        Label(x, high * 0.50, state, size, align="left", weight=600 if is_out else 400),
    ]
    dot = size * 0.42
    items += [Disc(x + dot + place * 2.6 * dot, high * 0.77, dot, Style(MAG, INK, 1.0)) for place in range(envoy.cunning)]
    said = _("cunning") if envoy.cunning else _("no cunning left")
    after = x + envoy.cunning * 2.6 * dot + (dot if envoy.cunning else 0)
    items.append(Label(after, high * 0.77, said, max(13.0, size * 0.9), align="left"))
    if envoy.acted:
        items.append(Group((counters.acted(),), at=(wide - 18, 18), scale=high * 0.5))
    return Group(tuple(items), at=(left, top), id=envoy.id, role="ship", label=envoy_words(envoy), box=(0, 0, wide, high))
