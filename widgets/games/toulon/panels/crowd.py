"""Who fits where, by hand: put units into a zone or a fort and see the excess, and what becomes of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from markupsafe import Markup

from rulesdemo.errors import InputError
from rulesdemo.games.toulon.stacking import Stacking, stacking
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.games.toulon import names
from widgets.kit.button_rows import ButtonRow, Preset, preset_act, preset_row
from widgets.kit.components import Controls, Custom, Press, Sentence
from widgets.kit.controls import Choice, Int, Value, face_tuple
from widgets.kit.panel import Component, Panel, Session, State
from widgets.web.badges import joined

PLACES: Final = {"zone": N_("A zone"), "fortress": N_("A fort"), "fort_la_garde": N_("Fort La Garde")}
SIZES: Final = tuple(range(1, 10))
MOST: Final = 8  # units in one place
TRIES: Final = {
    "full": Preset(N_("5 and 4"), {"place": "zone", "value": 3, "units": (5, 4)}),
    "over": Preset(N_("5 and 5"), {"place": "zone", "value": 3, "units": (5, 5)}),
    "big": Preset(N_("9 alone in a fort"), {"place": "fortress", "value": 3, "units": (9,)}),
    "two": Preset(N_("4 and 4 in a fort"), {"place": "fortress", "value": 3, "units": (4, 4)}),
}

_PICTURE: Final = Markup(
    '<svg class="crowd-bar" viewBox="0 0 {w} 62" width="{w}" height="62" role="img" aria-label="{label}">{cells}{limit}</svg>'
)
_CELL: Final = Markup('<rect x="{x}" y="18" width="26" height="30" class="{kind}"/>')
_SALTIRE: Final = Markup('<path d="M{a} 26 {b} 40M{b} 26 {a} 40" class="saltire"/>')
_EDGE: Final = Markup('<path d="M{x} 16V50" class="edge"/>')
_NAME: Final = Markup('<text x="{x}" y="12" text-anchor="middle">{text}</text>')
_LIMIT: Final = Markup('<path d="M{x} 8V58" class="limit"/><text x="{t}" y="59" text-anchor="{anchor}" class="limit-text">{text}</text>')
WIDE: Final = 30


def stacking_of(rules: Ruleset, place: str, value: int, units: tuple[int, ...]) -> Stacking:
    """Return what the rule says of such a crowd."""
    found: Stacking = settled(stacking, rules, place, units, value, False)  # noqa: FBT003 - inputs of a procedure
    return found


def limit_of(rules: Ruleset, place: str, value: int) -> int:
    """Return how many strength points fit: the room of the empty place."""
    return stacking_of(rules, place, value, ()).room


def sentence(rules: Ruleset, place: str, value: int, units: tuple[int, ...]) -> str:
    """Return the sum, the limit, and what becomes of the excess."""
    found, limit = stacking_of(rules, place, value, units), limit_of(rules, place, value)
    total = sum(units)
    held = (
        _("three times {value} is {limit}").format(value=value, limit=limit)
        if place == "zone"
        else _("it holds {limit}").format(limit=limit)
    )
    words = _("{sum} in all; {held} [4.1].").format(sum=names.strength(total), held=held)
    if found.over:
        losses = ngettext("{n} temporary loss", "{n} temporary losses", found.over).format(n=found.over)
        return words + " " + _("{n} over: {losses}.").format(n=found.over, losses=losses)
    if total > limit:
        return words + " " + _("One unit alone may be bigger, so it stays.")
    if not found.room:
        return words + " " + _("All fit, and the place is full.")
    return words + " " + _("All fit, with room for {room} more.").format(room=names.strength(found.room))


def _act(state: State, what: str, value: str, session: Session) -> State | None:
    """Put a unit in or take one out, or begin with another crowd."""
    if what == "add" and value in map(str, SIZES):
        if len(state.units) == MOST:
            message = _("There is room for {n} units in the picture. Take one out first.").format(n=MOST)
            raise InputError(message)
        return state.replace(units=(*state.units, int(value)))
    if what == "out" and value in map(str, range(len(state.units))):
        return state.replace(units=(*state.units[: int(value)], *state.units[int(value) + 1 :]))
    return preset_act(TRIES)(state, what, value, session)


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    place, value, units = state.place, state.value, state.units
    over = stacking_of(rules, place, value, units).over
    yield Controls(rules, state, ("place", "value") if place == "zone" else ("place",), "crowd-set")
    sizes = [
        Press("add", str(size), str(size), is_off=len(units) >= MOST, label=_("Add a unit of {sp}").format(sp=names.strength(size)))
        for size in SIZES
    ]
    yield ButtonRow("add", _("Add a unit of"), sizes)
    yield Custom(_picture(limit_of(rules, place, value), units, over))
    out = [Press("out", f"{unit} ×", str(spot), label=_("Take out the unit of {n}").format(n=unit)) for spot, unit in enumerate(units)]
    yield ButtonRow("out", _("Take one out") if units else _("Nobody is there."), out)
    yield Sentence(sentence(rules, place, value, units), kind="crowd-told is-over" if over else "crowd-told is-fitting")
    yield preset_row(TRIES)


def _picture(limit: int, units: tuple[int, ...], over: int) -> Markup:
    """Draw a box for each strength point, units side by side; those that are lost have a saltire, and a line stands where the room ends."""
    total = sum(units)
    count = max(total, limit)
    cells = Markup("")
    at = 0
    for spot, unit in enumerate(units):
        for box in range(at, at + unit):
            cells += _CELL.format(x=4 + WIDE * box, kind="over" if box >= total - over else f"unit-{spot % 2}")
        cells += _NAME.format(x=round(4 + WIDE * (at + unit / 2)), text=unit)
        at += unit
        cells += _EDGE.format(x=2 + WIDE * at) if at < total else ""
    cells += joined(_SALTIRE.format(a=10 + WIDE * box, b=24 + WIDE * box) for box in range(total - over, total))
    cells += joined(_CELL.format(x=4 + WIDE * box, kind="free") for box in range(total, limit))
    wide = 8 + WIDE * count
    text = ngettext("{n} fits", "{n} fit", limit).format(n=limit)
    ends = limit == count
    line = _LIMIT.format(
        x=2 + WIDE * limit, t=(WIDE * limit - 4) if ends else 8 + WIDE * limit, anchor="end" if ends else "start", text=text
    )
    label = _("{units} in a place for {limit}").format(units=names.list_text(map(str, units)) or _("nobody"), limit=limit)
    return _PICTURE.format(w=wide, label=label, cells=cells, limit=line)


CROWD: Final = Panel(
    "crowd",
    "toulon",
    N_("Put units in"),
    _body,
    fields=(
        Choice("place", N_("Where"), PLACES, is_apart=True),
        Int("value", N_("Value of the zone"), (1, 6), start=3, is_apart=True),
        Value("units", (5, 3), face_tuple(MOST, sides=SIZES[-1])),
    ),
    act=_act,
)
