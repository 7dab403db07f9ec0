"""Commands that tell what a change of the rules moves: impact, over a whole game, and compare, over one procedure."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final

from rulesdemo.cli.explain import Procedure
from rulesdemo.cli.main import Events, GameName, Inputs, Json, Patch, Set, VariantFile, app, chosen_rules, pairs, say
from rulesdemo.errors import InputError
from rulesdemo.words import N_, _

if TYPE_CHECKING:
    from rulesdemo.analysis.impact import Contrast, Place

MOST_LINES: Final = 40


def _both(game: str, switches: list[str] | None, patches: list[str] | None, variant: str) -> tuple[Any, Any]:
    """The rules as printed, and as the reader changed them."""
    before, after = chosen_rules(game, None, None), chosen_rules(game, switches, patches, variant)
    if (before.switches, before.patches) == (after.switches, after.patches):
        message = N_("nothing is changed: give --set, --patch or --variant")
        raise InputError(message)
    return before, after


@app.command()
def impact(
    game: GameName,
    as_json: Json = False,
    switches: Set = None,
    patches: Patch = None,
    variant: VariantFile = "",
) -> None:
    """Every procedure of a game whose odds a change of the rules moves, the largest first."""
    from rulesdemo.analysis import report
    from rulesdemo.analysis.impact import impact as moved
    from rulesdemo.play.log import changes_json

    before, after = _both(game, switches, patches, variant)
    found: list[Contrast] = []
    try:
        found.extend(moved(before, after, _progress))
    finally:  # Ctrl-C too shows what was found so far
        found.sort(key=lambda each: -each.places[0].size if each.places else 0)
        if sys.stderr.isatty():
            sys.stderr.write("\r\x1b[K")
        if as_json:
            listed = [{"procedure": each.entry.name, **_contrast_json(each, 1)} for each in found]
            say(report.to_json({"game": game, "procedures": listed, **changes_json(after)}))
        else:
            say(_impact_text(found))


def _progress(done: int, count: int) -> None:
    if sys.stderr.isatty():
        sys.stderr.write("\r" + _("{done} of {count} procedures").format(done=done, count=count) + " ")
        sys.stderr.flush()


def _impact_text(found: list[Contrast]) -> str:
    from rulesdemo.analysis.report import grid

    moved = [each for each in found if each.places]
    rows = [(each.entry.name, *_place_cells(each.places[0]), f"{len(each.places)}/{each.asked}") for each in moved]
    heads = (_("procedure"), _("moves by up to"), _("where"), _("inputs that move"))
    lines = [grid(heads, rows) if rows else _("No chance moves under the inputs that were tried.")]
    lines += [_("{name} takes too long and was not compared").format(name=each.entry.name) for each in found if not each.places]
    return "\n".join(lines)


def _place_cells(place: Place) -> tuple[str, str]:
    from rulesdemo.odds.format import fraction, percent, plain, word

    where = " ".join(f"{name}={word(plain(value))}" for name, value in place.inputs.items())
    return f"{fraction(place.size)} ({percent(place.size)})", where


def _contrast_json(found: Contrast, most: int | None = None) -> dict[str, Any]:
    from rulesdemo.odds.format import exact, plain

    places = [
        {
            "inputs": {name: plain(value) for name, value in place.inputs.items()},
            "distance": exact(place.distance),
            **({} if place.before is None or place.after is None else {"before": exact(place.before), "after": exact(place.after)}),
        }
        for place in found.places[:most]
    ]
    return {"differ": len(found.places), "asked": found.asked, "of": found.of, "places": places}


@app.command()
def compare(
    procedure: Procedure,
    inputs: Inputs = None,
    when: Events = None,
    as_json: Json = False,
    switches: Set = None,
    patches: Patch = None,
    variant: VariantFile = "",
) -> None:
    """Where a procedure's odds differ from those as printed, and by how much, over all inputs that are left out."""
    from rulesdemo.analysis import report
    from rulesdemo.analysis.catalogue import find
    from rulesdemo.analysis.impact import contrast
    from rulesdemo.analysis.question import parse_question
    from rulesdemo.odds.format import fraction
    from rulesdemo.play.log import changes_json

    entry = find(procedure)
    before, after = _both(entry.game, switches, patches, variant)
    found = contrast(entry, pairs(inputs), before, after, parse_question(entry, when) if when else None)
    if as_json:
        say(report.to_json({"procedure": entry.name, **_contrast_json(found), **changes_json(after)}))
        return
    names = [each.name for each in entry.inputs]
    rows = [
        (
            *(report.csv_word(place.inputs[name]) for name in names),
            *(() if place.before is None or place.after is None else (fraction(place.before), fraction(place.after))),
            fraction(place.size),
        )
        for place in found.places[:MOST_LINES]
    ]
    heads = (*names, *((_("before"), _("after")) if when else ()), _("change"))
    counted = _("{differ:,} of {asked:,} inputs differ").format(differ=len(found.places), asked=found.asked)
    say("\n".join([counted, *(["", report.grid(heads, rows)] if rows else [])]))
