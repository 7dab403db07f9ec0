"""Draws the small maps of the real day: coasts from the longitude and latitude of capes and towns, and the sea with its wind.

They are sketches drawn for this book, for where a thing was, not for sailing. Each has a text twin in the labels of its groups.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from math import cos, radians
from typing import Final, NamedTuple

from rulesdemo.words import N_
from widgets.scene.palette import BLUE, COAST, COORD, INK, INK2, LAND, MAG, RUST, SEA, SHEET, SHOAL
from widgets.scene.shapes import Align, Disc, Group, Item, Label, Layer, Path, Point, Scene, Style, poly, rect, segs

WIDTH: Final = 520.0
SMALL: Final = 15.0
SOURCE_NOTE: Final = N_("A sketch of ours.")


class Chart(NamedTuple):
    """A stretch of the earth: its west and east, its south and north, in degrees."""

    west: float
    east: float
    south: float
    north: float

    @property
    def scale(self) -> float:
        """Return the pixels of a degree of latitude."""
        return WIDTH / ((self.east - self.west) * cos(radians((self.south + self.north) / 2)))

    @property
    def height(self) -> float:
        """Return how high the picture is."""
        return round((self.north - self.south) * self.scale)

    def at(self, lon: float, lat: float) -> Point:
        """Return where a place of the earth lies on the picture.

        >>> Chart(0, 2, 0, 1).at(0, 1)
        (0.0, 0.0)
        """
        return round((lon - self.west) / (self.east - self.west) * WIDTH, 1), round((self.north - lat) * self.scale, 1)


class Town(NamedTuple):
    """A place with its name, and where the name stands beside its dot."""

    name: str
    lon: float
    lat: float
    align: Align = "left"
    down: float = 0.0
    is_battle: bool = False


def _land(chart: Chart, coasts: Iterable[Iterable[Point]]) -> tuple[Item, ...]:
    """Draw land: shallow water along every coast first, so that no island's shoal lies over its neighbour."""
    outlines = [poly([chart.at(*place) for place in coast]) for coast in coasts]
    shoal, shore = Style(fill=SHOAL, line=SHOAL, width=14), Style(fill=LAND, line=COAST, width=1.6)
    return (*(Path(each, shoal) for each in outlines), *(Path(each, shore) for each in outlines))


def _town(chart: Chart, town: Town) -> Group:
    x, y = chart.at(town.lon, town.lat)
    aside = {"left": 9.0, "right": -9.0, "center": 0.0}[town.align]
    dot = Disc(x, y, 5, Style(fill=MAG, line=SHEET, width=1.5)) if town.is_battle else Disc(x, y, 3.5, Style(fill=INK))
    name = Label(x + aside, y + town.down, town.name, SMALL, "serif", 600, ink=INK, halo=LAND, halo_w=3, align=town.align)
    return Group((dot, name), label=town.name, role="mark")


def _water(x: float, y: float, text: str) -> Group:
    return Group((Label(x, y, text, SMALL, "serif", italic=True, ink=COORD, halo=SEA, halo_w=3),), label=text, role="shore")


def _scene(size: Point, title: str, desc: str, *items: Iterable[Item]) -> Scene:
    frame = rect(0, 0, *size)
    layers = [Layer("sea", (Path(frame, Style(fill=SEA)),))]
    layers += [Layer(f"part{number}", tuple(each), clip=frame) for number, each in enumerate(items)]
    return Scene(*size, tuple(layers), title, desc)


# -- the coast of the Veneti -----------------------------------------------------------------------------------------------------------

_GULF: Final = Chart(-3.75, -1.85, 47.08, 47.8)
_BRITTANY: Final = (
    *((-3.9, 47.8), (-3.6, 47.78), (-3.45, 47.72), (-3.36, 47.7), (-3.21, 47.65), (-3.13, 47.59), (-3.14, 47.53), (-3.15, 47.48)),
    *((-3.1, 47.465), (-3.1, 47.52), (-3.11, 47.58), (-3.07, 47.57), (-3.0, 47.57), (-2.94, 47.555), (-2.96, 47.6), (-2.9, 47.63)),
    *((-2.76, 47.63), (-2.72, 47.59), (-2.8, 47.56), (-2.91, 47.545), (-2.85, 47.495), (-2.68, 47.49), (-2.6, 47.52), (-2.46, 47.5)),
    *((-2.52, 47.44), (-2.56, 47.37), (-2.48, 47.33), (-2.55, 47.29), (-2.39, 47.27), (-2.2, 47.265), (-2.05, 47.3), (-1.8, 47.22)),
    *(
        (-1.8, 47.19),
        (-2.05, 47.27),
        (-2.17, 47.24),
        (-2.25, 47.135),
        (-2.1, 47.11),
        (-1.98, 47.03),
        (-1.5, 47.0),
        (-1.5, 47.9),
        (-3.9, 47.9),
    ),
)
_ISLES: Final = (
    ((-3.26, 47.385), (-3.17, 47.365), (-3.06, 47.31), (-3.1, 47.285), (-3.2, 47.295), (-3.25, 47.335)),
    ((-3.5, 47.65), (-3.42, 47.64), (-3.42, 47.62), (-3.5, 47.635)),
    ((-2.99, 47.4), (-2.95, 47.385), (-2.97, 47.38)),
    ((-2.89, 47.345), (-2.85, 47.335), (-2.88, 47.33)),
    ((-2.86, 47.605), (-2.84, 47.585), (-2.86, 47.58)),
    ((-2.8, 47.6), (-2.78, 47.585), (-2.8, 47.58)),
)


def _gulf() -> Scene:
    chart = _GULF
    x, y = chart.at(-2.9, 47.42)
    where = Group(
        (
            Path(_oval(x, y, 104, 40), Style(fill="#8E1D6318", line=MAG, width=2, dash=(6, 4))),
            Label(20, chart.height - 46, N_("Somewhere here:"), SMALL, "serif", italic=True, ink=MAG, align="left"),
            Label(20, chart.height - 24, N_("Caesar names no place"), SMALL, "serif", italic=True, ink=MAG, align="left"),
        ),
        label=N_("The dashed oval off the gulf: somewhere here, for Caesar names no place"),
        role="sector",
    )
    names = (_name(chart, Town(N_("Veneti"), -2.76, 47.7), 20), _name(chart, Town(N_("Loire"), -1.94, 47.31), SMALL))
    return _scene(
        (WIDTH, chart.height),
        N_("The coast of the Veneti, as it runs today"),
        N_("Land lies to the north, with a gulf of many islets; the mouth of the Loire is at the lower right. North is up"),
        _land(chart, (_BRITTANY, *_ISLES)),
        (*names, _water(*chart.at(-3.42, 47.5), N_("Ocean")), where),
    )


def _name(chart: Chart, town: Town, size: float) -> Group:
    """Draw the name of a people or a river: it has no dot."""
    x, y = chart.at(town.lon, town.lat)
    return Group((Label(x, y, town.name, size, "serif", 600, ink=INK2, halo=LAND, halo_w=3),), label=town.name, role="mark")


def _oval(x: float, y: float, a: float, b: float) -> tuple[tuple[str | float, ...], ...]:
    k = 0.5523
    return (
        ("M", x + a, y),
        ("C", x + a, y + k * b, x + k * a, y + b, x, y + b),
        ("C", x - k * a, y + b, x - a, y + k * b, x - a, y),
        ("C", x - a, y - k * b, x - k * a, y - b, x, y - b),
        ("C", x + k * a, y - b, x + a, y - k * b, x + a, y),
        ("Z",),
    )


# -- Toulon and its roadsteads ---------------------------------------------------------------------------------------------------------

_ROADS: Final = Chart(5.86, 6.0, 43.06, 43.15)
_PROVENCE: Final = (
    *((5.8, 43.03), (5.865, 43.05), (5.876, 43.062), (5.889, 43.073), (5.9, 43.0725), (5.912, 43.067), (5.93, 43.0645), (5.95, 43.066)),
    *((5.958, 43.072), (5.953, 43.079), (5.94, 43.084), (5.931, 43.082), (5.928, 43.0785), (5.923, 43.083), (5.913, 43.0795)),
    *((5.904, 43.077), (5.897, 43.0785), (5.894, 43.084), (5.899, 43.09), (5.908, 43.09), (5.911, 43.0945), (5.907, 43.0965)),
    *((5.899, 43.0965), (5.888, 43.1), (5.88, 43.106), (5.881, 43.113), (5.892, 43.116), (5.905, 43.115), (5.915, 43.118)),
    *((5.93, 43.1175), (5.934, 43.112), (5.928, 43.1045), (5.934, 43.1025), (5.944, 43.1035), (5.956, 43.1), (5.968, 43.0995)),
    *((5.978, 43.103), (5.992, 43.1), (6.05, 43.09), (6.05, 43.2), (5.8, 43.2)),
)


def _roadsteads() -> Scene:
    chart = _ROADS
    towns = (
        Town(N_("Toulon"), 5.931, 43.1235),
        Town(N_("Mont Faron"), 5.948, 43.142),
        Town(N_("La Malgue"), 5.945, 43.108),
        Town(N_("Malbousquet"), 5.905, 43.122, "right"),
        Town(N_("La Seyne"), 5.882, 43.0995, "right", 4),
        Town(N_("Little Gibraltar"), 5.9, 43.0915, "right", 4, is_battle=True),
        Town(N_("Éguillette"), 5.908, 43.0945, "left", -8),
        Town(N_("Cape Cépet"), 5.951, 43.0725, "right"),
    )
    return _scene(
        (WIDTH, chart.height),
        N_("Toulon and its two roadsteads"),
        N_("A promontory parts the inner roadstead, under the town, from the outer one; a peninsula closes the south. North is up"),
        _land(chart, (_PROVENCE,)),
        (
            _water(*chart.at(5.9085, 43.1075), N_("Petite Rade")),
            _water(*chart.at(5.951, 43.0915), N_("Grande Rade")),
            *(_town(chart, town) for town in towns),
        ),
    )


# -- Italy -----------------------------------------------------------------------------------------------------------------------------

_SOUTH: Final = Chart(10.6, 18.7, 39.25, 43.75)
_ITALY: Final = (
    *((10.2, 44.2), (10.3, 43.5), (10.5, 42.95), (10.8, 42.9), (11.1, 42.6), (11.15, 42.4), (11.75, 42.1), (12.25, 41.75), (12.65, 41.45)),
    *((13.05, 41.23), (13.55, 41.22), (13.95, 41.0), (14.05, 40.79), (14.3, 40.83), (14.35, 40.58), (14.75, 40.67), (14.92, 40.24)),
    *((15.3, 40.03), (15.65, 40.05), (15.82, 39.7), (16.02, 39.3), (16.15, 38.8), (17.0, 38.8), (17.12, 39.1), (17.13, 39.4), (16.8, 39.6)),
    *((16.52, 39.7), (16.62, 39.98), (16.75, 40.25), (16.95, 40.47), (17.2, 40.47), (17.5, 40.3), (17.95, 40.2), (18.0, 39.95)),
    *((18.36, 39.8), (18.5, 40.15), (18.0, 40.65), (17.3, 40.95), (16.87, 41.13), (16.1, 41.42), (15.92, 41.6), (16.18, 41.8)),
    *((15.95, 41.94), (15.3, 41.92), (14.75, 42.1), (14.2, 42.48), (13.87, 43.0), (13.55, 43.58), (12.9, 43.93), (12.4, 44.2)),
)


def _italy() -> Scene:
    chart = _SOUTH
    towns = (
        Town(N_("Rome"), 12.48, 41.89),
        Town(N_("Sentinum"), 12.85, 43.4, "right", is_battle=True),
        Town(N_("Luceria"), 15.34, 41.5, "right"),
        Town(N_("Asculum"), 15.56, 41.2, "left", is_battle=True),
        Town(N_("Beneventum"), 14.78, 41.13, "right", is_battle=True),
        Town(N_("Heraclea"), 16.68, 40.22, "right", is_battle=True),
        Town(N_("Tarentum"), 17.23, 40.48, "left", -10),
        Town(N_("Thurii"), 16.48, 39.74, "right"),
    )
    return _scene(
        (WIDTH, chart.height),
        N_("Central and southern Italy"),
        N_("Rome lies near the west coast; the battles against Pyrrhus are in the south, around the gulf of Tarentum. North is up"),
        _land(chart, (_ITALY,)),
        (
            _water(*chart.at(12.4, 40.6), N_("Tyrrhenian Sea")),
            _water(*chart.at(16.3, 42.7), N_("Adriatic Sea")),
            *(_town(chart, town) for town in towns),
        ),
    )


# -- the open sea ----------------------------------------------------------------------------------------------------------------------


def _ship(at: Point, turn: float, ink: str, *, is_hatched: bool = False) -> Group:
    """Draw a ship seen from above, her bow to the right before she is turned."""
    hull = (("M", 36, 0), ("Q", 20, -11, -28, -9), ("L", -32, 0), ("L", -28, 9), ("Q", 20, 11, 36, 0), ("Z",))
    masts = tuple(Disc(x, 0, 2.6, Style(fill=SHEET if not is_hatched else ink)) for x in (-16, 0, 16))
    yards = Path(segs([((x, -15), (x, 15)) for x in (-16, 0, 16)]), Style(line=ink, width=2.4, cap="round"))
    fill = SHEET if is_hatched else ink
    return Group((yards, Path(hull, Style(fill=fill, line=ink, width=2)), *masts), at=at, turn=turn)


def _wind(x: float, y: float) -> Group:
    shaft = Path(segs([((x, y - 26), (x, y + 22))]), Style(line=INK, width=3, cap="round"))
    head = Path(poly([(x, y + 34), (x - 8, y + 18), (x + 8, y + 18)]), Style(fill=INK))
    word = Label(x + 16, y, N_("the wind blows"), SMALL, "serif", italic=True, ink=INK, align="left")
    return Group((shaft, head, word), label=N_("The wind blows from the top of the picture to the bottom"), role="wind")


def _note(x: float, y: float, text: str, align: Align = "left", ink: str = INK) -> Label:
    return Label(x, y, text, SMALL, "serif", italic=True, ink=ink, halo=SEA, halo_w=3, align=align)


def _way(*places: Point) -> Path:
    return Path(segs([places]), Style(line=COORD, width=1.6, dash=(5, 4), cap="round"))


def _weather_gage() -> Scene:
    size = (WIDTH, 300.0)
    above = tuple(_ship((150 + 105 * n, 92 + 8 * n), 38, RUST) for n in range(4))
    below = tuple(_ship((130 + 105 * n, 232), 0, BLUE, is_hatched=True) for n in range(4))
    ways = tuple(_way((178 + 105 * n, 116 + 8 * n), (232 + 105 * n, 160 + 8 * n)) for n in range(3))
    return _scene(
        size,
        N_("The weather gage"),
        N_("Two lines of ships on an open sea"),
        (_wind(40, 52),),
        ways,
        (
            Group(
                (*above, _note(178, 52, N_("to windward: gives battle, or refuses it"))),
                role="ship",
                label=N_("The line to windward comes down with the wind: it gives battle, or refuses it"),
            ),
            Group(
                (*below, _note(96, 272, N_("to leeward: must wait, but fires whole broadsides"))),
                role="ship",
                label=N_("The line to leeward must wait, but its broadsides bear on those who come down"),
            ),
        ),
    )


def _raking() -> Scene:
    size = (WIDTH, 300.0)
    shots = Path(segs([((312 + 14 * n, 118), (318 + 10 * n, 252)) for n in range(3)]), Style(line=MAG, width=2, dash=(2, 6), cap="round"))
    return _scene(
        size,
        N_("A raking shot"),
        N_("Two ships on an open sea"),
        (_wind(40, 52),),
        (_way((120, 96), (282, 96)), shots),
        (
            Group(
                (_ship((328, 96), 0, RUST), _note(250, 62, N_("crosses her stern, and fires"))),
                role="ship",
                label=N_("One ship crosses the other's stern and fires her broadside"),
            ),
            Group(
                (_ship((328, 200), 90, BLUE, is_hatched=True), _note(300, 182, N_("cannot answer: her guns look sideways"), "right")),
                role="ship",
                label=N_("The other cannot answer, for her guns look to the sides"),
            ),
            Group(
                (_note(508, 282, N_("shot runs the whole deck"), "right", ink=MAG),),
                role="line",
                label=N_("The shot runs the whole length of her decks"),
            ),
        ),
    )


MAPS: Final[dict[str, Callable[[], Scene]]] = {
    "gulf": _gulf,
    "roadsteads": _roadsteads,
    "italy": _italy,
    "weather_gage": _weather_gage,
    "raking": _raking,
}


@cache
def real_day_map(name: str) -> Scene:
    """Return the map of that name."""
    return MAPS[name]()
