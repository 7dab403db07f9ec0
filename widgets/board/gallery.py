"""A gallery of counters, marks and boards, to be looked at: `python -m widgets.board.gallery --out DIR`.

Writes SVG files, and PNG files beside them where a Chromium is found. Boards come from the games' modules, each of which may have a
function `gallery()` that gives its scenes by name.
"""

from __future__ import annotations

import argparse
import base64
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path as File
from typing import Final

from rulesdemo.rules.datafiles import GAMES, folder
from widgets.board import counters, markers, sea_chart
from widgets.board.counters import ONE, TWO
from widgets.board.sail_counters import sailer
from widgets.scene.palette import INK2, PAPER, SEA
from widgets.scene.shapes import Disc, Group, Item, Label, Layer, Path, Point, Scene, Style, hexpts, placed, poly, rect
from widgets.scene.svg import svg

BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome")
FLAGS: Final = ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-dev-shm-usage", "--no-first-run")
CARD: Final = (282.0, 148.0)
STEP: Final = (306.0, 226.0)
TILE: Final = (164.0, 150.0)
FACES: Final = (
    ("Source Sans 3", "source-sans-3", (("400", "normal"), ("400", "italic"), ("600", "normal"), ("700", "normal"))),
    ("Source Serif 4", "source-serif-4", (("400", "normal"), ("400", "italic"), ("600", "normal"))),
)


# -- counters --------------------------------------------------------------------------------------------------------------------------


def _two_hexes(r: float) -> list[Item]:
    return [Path(poly(hexpts(x * r, 0, r, "pointy")), Style(line="#A5BFC9", width=1.0)) for x in (-0.866, 0.866)]


def _at(picture: Group, x: float, y: float, r: float, turn: float = 0.0) -> Group:
    return placed(picture, (x, y), r, turn)


def _cards(r: float) -> list[tuple[str, str, list[Item]]]:
    """Return title, second line and picture of each card, around (0, 0)."""
    rowed: list[Item] = [
        *_two_hexes(r),
        _at(counters.galley(), 0, 0, r),
        _at(counters.figure("C3"), counters.GALLEY_CREW * r, 0, r),
        _at(counters.plate("M2", ONE), counters.GALLEY_PLATE * r, 0, r),
    ]
    squares: list[Item] = []
    for x, fallen in ((-48.0, False), (48.0, True)):
        squares += [
            Path(poly(hexpts(x, 0, r, "pointy")), Style(line="#A5BFC9", width=1.0)),
            _at(counters.square_ship(TWO, immobilised=fallen), x, 0, r),
            _at(counters.plate("M1", TWO, 0.38), x, counters.SQUARE_PLATE_DOWN * r, r),
        ]
    small = r * 0.78
    ropes: list[Item] = [
        _at(counters.galley(), -40, 0, small, -90),
        _at(counters.plate("M2", ONE), -40, -counters.GALLEY_PLATE * small, small),
        _at(counters.square_ship(), 40, 10, small, -90),
        _at(counters.plate("M1", TWO, 0.38), 40, 10 + 0.4 * small, small),
        markers.grapple((-40 + 0.31 * small, 2), (40 - 0.62 * small, 2), small),
    ]
    fires: list[Item] = [_at(counters.fire(), -40, 4, r * 1.0), _at(counters.fire(2), 36, 4, r * 1.0)]
    struck = sailer("two-decker", TWO, 0, struck=True)
    return [
        ("Galley, two hexes", "Side one: solid rust", rowed),
        ("Square ship", "Side two: hatched; flip = immobilised", squares),
        ("Ship of the line", "2 or 3 deck bars, three sails", [*_two_hexes(r), _at(sailer("three-decker", ONE, 0), 0, 0, r)]),
        ("Frigate", "One bar, slim, three sails", [*_two_hexes(r), _at(sailer("frigate", TWO, 0), 0, 0, r)]),
        ("Brig", "One bar, two masts, short", [*_two_hexes(r), _at(sailer("brig", TWO, 0), 0, 0, r)]),
        ("Grapple link", "Two ropes, rings and hooks", ropes),
        ("Fire", "Count in the dark disc", fires),
        (
            "Captured",
            "Captor above, prize below",
            [_at(counters.captured(ONE, TWO), -46, 30, r), _at(counters.captured(TWO, ONE), 30, 30, r)],
        ),
        (
            "Leader, Admiral",
            "Swallowtail; square with star",
            [_at(counters.leader(ONE), -62, 30, r), _at(counters.leader(TWO, admiral=True), 28, 30, r)],
        ),
        (
            "Fort, redoubt, battery",
            "Star, notched square, lunette",
            [_at(counters.fort(), -66, 0, r), _at(counters.redoubt(), 6, 0, r), _at(counters.battery(TWO), 72, 0, r)],
        ),
        ("Wind rose", "Letters: class of each heading", [_at(sea_chart.rose(-60, 0, ("A", "B", "A", "C", "D", "C")), 10, 0, 48)]),
        ("Provenance", "Seed, ruling, reconstructed, yours", _provenance()),
        ("Struck", "Pale, without sails", [*_two_hexes(r), _at(struck, 0, 0, r)]),
        ("Markers", "Acted, tired, at Maximum, straggler", _markers(r * 1.3)),
        ("Side two rows too", "Stripes clipped to the hull", [*_two_hexes(r), _at(counters.galley(TWO), 0, 0, r)]),
        (
            "Selected",
            "Magenta halo in a paper gap",
            [*_two_hexes(r), _at(counters.halo(counters.GALLEY_HULL, "galley"), 0, 0, r), *rowed[2:]],
        ),
    ]


def _provenance() -> list[Item]:
    marks = [counters.provenance(each) for each in ("seed", "ruling", "reconstructed", "yours")]
    return [_at(mark, x, 0, 32) for mark, x in zip(marks, (-70, -24, 22, 68), strict=True)]


def _markers(r: float) -> list[Item]:
    marks = (counters.acted(), counters.fatigued(2), counters.maximum(), counters.straggler())
    return [_at(mark, x, 0, r) for mark, x in zip(marks, (-80, -27, 27, 80), strict=True)]


def counter_sheet(r: float = 46.0) -> Scene:
    """Draw every counter and mark, each on its card."""
    items: list[Item] = [Path(rect(0, 0, 1264, 940), Style(PAPER)), Label(40, 40, "Counters and marks", 32, "serif", 600, align="left")]
    for place, (title, line, picture) in enumerate(_cards(r)):
        x, y = 40 + place % 4 * STEP[0] - 10, 80 + place // 4 * (STEP[1] - 16)
        items += [
            Path(rect(x, y, *CARD, 4), Style(SEA)),
            Group(tuple(picture), at=(x + CARD[0] / 2, y + CARD[1] / 2), id=f"card {place}", role="card", label=f"{title}: {line}"),
            Label(x, y + CARD[1] + 15, title, 16, weight=600, align="left"),
            Label(x, y + CARD[1] + 34, line, 14, ink=INK2, align="left"),
        ]
    return Scene(1264, 940, (Layer("base", tuple(items)),), "Counters and marks", "Every counter and mark on a card of its own.")


# -- states ----------------------------------------------------------------------------------------------------------------------------


def states(r: float = 46.0) -> Scene:
    """Draw the states of a hex side by side."""
    number = Label(0, -0.62 * r, "2319", 14, weight=600)
    trail = (Disc(-30, 18, 3, Style("#8E1D63")), Disc(-20, 12, 3, Style("#8E1D63")), markers.cost("2", r))
    pictures: list[tuple[str, str, tuple[Item, ...]]] = [
        ("Rest", "thin grid line", ()),
        ("Hover", "ink line, label shown", (markers.hovered(r), number)),
        ("Selected", "double magenta ring", (markers.selected(r),)),
        ("Legal", "teal line and dot", (markers.legal(r),)),
        ("Legal, with cost", "the dot gives way", (markers.legal(r, cost="3"),)),
        ("Refused", "dashed, saltire, on press", (markers.refused(r),)),
        ("Focus", "magenta outline, gap", (markers.focused(r),)),
        ("Path", "dots with running cost", trail),
    ]
    w = TILE[0] * len(pictures) + 40
    items: list[Item] = [Path(rect(0, 0, w, 190), Style(PAPER))]
    for place, (title, line, picture) in enumerate(pictures):
        x = 20 + TILE[0] * (place + 0.5)
        rest = Path(poly(hexpts(0, 0, r)), Style(SEA, "#A5BFC9", 1.0))
        items += [
            Group((rest, *picture), at=(x, 66), id=f"state {place}", role="mark", label=f"{title}: {line}"),
            Label(x, 136, title, 16, weight=600),
            Label(x, 157, line, 14, ink=INK2),
        ]
    return Scene(w, 190, (Layer("base", tuple(items)),), "States of a hex", "Eight hexes, each in another state.")


# -- files -----------------------------------------------------------------------------------------------------------------------------


def scenes() -> dict[str, Scene]:
    """Return everything in the gallery, by name."""
    found = {"counters": counter_sheet(), "states": states()}
    for game in GAMES:
        boards = import_module(f"widgets.games.{game}.gallery").gallery()
        found.update({f"{game}_{name}": scene for name, scene in boards.items()})
    return found


def font_faces() -> str:
    """Return the page's fonts inside a style sheet, for a picture that is looked at by itself."""
    fonts = folder("book") / "template" / "static" / "fonts"
    rules = []
    for family, stem, cuts in FACES:
        for weight, slant in cuts:
            data = base64.b64encode((fonts / f"{stem}-latin-{weight}-{slant}.woff2").read_bytes()).decode()
            source = f"url(data:font/woff2;base64,{data}) format('woff2')"
            rules.append(f"@font-face{{font-family:'{family}';font-weight:{weight};font-style:{slant};src:{source}}}")
    return "".join(rules)


def page(picture: str) -> str:
    """Return a page with nothing on it but a picture."""
    return f"<!doctype html><meta charset=utf-8><style>{font_faces()}body{{margin:0}}svg{{display:block}}</style>{picture}"


def photograph(browser: str, picture: str, size: Point, out: File, scale: float = 1.0) -> None:
    """Make a PNG of an SVG picture, by a browser without a window."""
    with tempfile.TemporaryDirectory() as scratch:
        html = File(scratch) / "picture.html"
        html.write_text(page(picture), encoding="utf-8")
        shape = [f"--window-size={round(size[0])},{round(size[1])}", f"--force-device-scale-factor={scale:g}"]
        command = [
            browser,
            *FLAGS,
            *shape,
            f"--user-data-dir={scratch}/profile",
            "--virtual-time-budget=2000",
            f"--screenshot={out}",
            html.as_uri(),
        ]
        subprocess.run(command, check=True, capture_output=True, timeout=120)  # noqa: S603 - a browser found on the PATH


def main(arguments: Iterable[str] | None = None) -> int:
    """Write the gallery."""
    parser = argparse.ArgumentParser(prog="python -m widgets.board.gallery", description="Write pictures of every counter, mark and board.")
    parser.add_argument("--out", type=File, required=True, metavar="DIR")
    parser.add_argument("--scale", type=float, default=1.0, help="pixels of the screen to one of the page")
    parser.add_argument("--only", default="", help="names that contain this")
    options = parser.parse_args(None if arguments is None else list(arguments))
    options.out.mkdir(parents=True, exist_ok=True)
    browser = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    for name, scene in scenes().items():
        if options.only in name:
            picture = svg(scene)
            (options.out / f"{name}.svg").write_text(picture, encoding="utf-8")
            if browser:
                photograph(browser, picture, (scene.w, scene.h), options.out / f"{name}.png", options.scale)
    return 0


if __name__ == "__main__":
    sys.exit(main())
