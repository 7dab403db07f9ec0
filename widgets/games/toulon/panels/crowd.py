"""Who fits where, by hand: put units into a zone or a fort and see the excess, and what becomes of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.games.toulon.stacking import Stacking, stacking
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.games.toulon import names
from widgets.kit.radio_row import radio_row
from widgets.kit.stepper import stepper
from widgets.play.session import Desk
from widgets.web.badges import joined
from widgets.web.phrases import unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

GAME: Final = "toulon"
KEY: Final = "crowd"
PLACES: Final = {"zone": N_("A zone"), "fortress": N_("A fort"), "fort_la_garde": N_("Fort La Garde")}
VALUES: Final = (1, 6)
SIZES: Final = tuple(range(1, 10))
MOST: Final = 8  # units in one place


class Try(NamedTuple):
    """A crowd to begin with: where, the value of the zone, and the units."""

    words: str
    place: str
    value: int
    units: tuple[int, ...]


TRIES: Final = {
    "full": Try(N_("5 and 4"), "zone", 3, (5, 4)),
    "over": Try(N_("5 and 5"), "zone", 3, (5, 5)),
    "big": Try(N_("9 alone in a fort"), "fortress", 3, (9,)),
    "two": Try(N_("4 and 4 in a fort"), "fortress", 3, (4, 4)),
}

_PANEL: Final = Markup(
    '<section class="crowd" aria-labelledby="crowd-title"><h3 id="crowd-title">{title}</h3><div class="crowd-set">{place}{value}</div>'
    '<div class="crowd-row" role="group" aria-labelledby="crowd-add"><span id="crowd-add">{add}</span>{sizes}</div>{picture}'
    '<div class="crowd-row" role="group" aria-labelledby="crowd-out"><span id="crowd-out">{out}</span>{units}</div>'
    '<div class="crowd-told {state}" role="status">{told}</div>'
    '<div class="crowd-row" role="group" aria-labelledby="crowd-tries"><span id="crowd-tries">{tries}</span>{buttons}</div></section>'
)
_ACT: Final = Markup(
    '<button type="button" id="crowd-{what}-{by}" data-do="extra" data-name="crowd:{what}" data-by="{by}"{off}{label}>{words}</button>'
)
_OFF: Final = Markup(" disabled")
_LABEL: Final = Markup(' aria-label="{}"')
_PICTURE: Final = Markup(
    '<svg class="crowd-bar" viewBox="0 0 {w} 62" width="{w}" height="62" role="img" aria-label="{label}">{cells}{limit}</svg>'
)
_CELL: Final = Markup('<rect x="{x}" y="18" width="26" height="30" class="{kind}"/>')
_SALTIRE: Final = Markup('<path d="M{a} 26 {b} 40M{b} 26 {a} 40" class="saltire"/>')
_EDGE: Final = Markup('<path d="M{x} 16V50" class="edge"/>')
_NAME: Final = Markup('<text x="{x}" y="12" text-anchor="middle">{text}</text>')
_LIMIT: Final = Markup('<path d="M{x} 8V58" class="limit"/><text x="{t}" y="59" text-anchor="{anchor}" class="limit-text">{text}</text>')
WIDE: Final = 30


def stood(rules: Ruleset, place: str, value: int, units: tuple[int, ...]) -> Stacking:
    """What the rule says of such a crowd."""
    found: Stacking = settled(stacking, rules, place, units, value, False)  # noqa: FBT003 - inputs of a procedure
    return found


def limit_of(rules: Ruleset, place: str, value: int) -> int:
    """How many strength points fit: the room of the empty place."""
    return stood(rules, place, value, ()).room


def told(rules: Ruleset, place: str, value: int, units: tuple[int, ...]) -> str:
    """The sum, the limit, and what becomes of the excess."""
    found, limit = stood(rules, place, value, units), limit_of(rules, place, value)
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


@dataclass(slots=True)
class Crowd:
    """The panel: a place, the value of a zone, and the units in it."""

    place: str = "zone"
    value: int = 3
    units: tuple[int, ...] = (5, 3)
    key: str = field(default=KEY, init=False)

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        return _told(desk.rules, self.place, self.value, self.units)

    def act(self, what: str, value: str, desk: Desk) -> None:  # noqa: ARG002 - the board is not touched
        """Put a unit in or take one out, or choose another place."""
        number = int(value) if value.lstrip("-").isdigit() and len(value) < 3 else None  # noqa: PLR2004 - no number here is so long
        if what == "place" and value in PLACES:
            self.place = value
        elif what == "try" and value in TRIES:
            _words, self.place, self.value, self.units = TRIES[value]
        elif what == "value" and number in (-1, 1):
            self.value = min(max(self.value + number, VALUES[0]), VALUES[1])
        elif what == "add" and number in SIZES and len(self.units) < MOST:
            self.units = (*self.units, number)
        elif what == "out" and number is not None and 0 <= number < len(self.units):
            self.units = (*self.units[:number], *self.units[number + 1 :])
        else:
            raise unknown(f"{what} {value}")

    def kept(self) -> Any:  # noqa: ANN401 - plain JSON
        """The place and the units."""
        return [self.place, self.value, list(self.units)]

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """Stand again as it was kept."""
        match kept:
            case [str(place), int(value), list(units)] if place in PLACES and VALUES[0] <= value <= VALUES[1] and len(units) <= MOST:
                if all(isinstance(unit, int) and unit in SIZES for unit in units):
                    self.place, self.value, self.units = place, value, tuple(units)


@cached
def _told(rules: Ruleset, place: str, value: int, units: tuple[int, ...]) -> Markup:
    found = stood(rules, place, value, units)
    full = _OFF if len(units) >= MOST else ""
    return _PANEL.format(
        title=_("Put units in"),
        place=radio_row(KEY, "place", _("Where"), PLACES, place),
        value=stepper(KEY, "value", _("Value of the zone"), value, VALUES) if place == "zone" else "",
        add=_("Add a unit of"),
        sizes=joined(
            _ACT.format(
                what="add", by=size, off=full, words=size, label=_LABEL.format(_("Add a unit of {sp}").format(sp=names.strength(size)))
            )
            for size in SIZES
        ),
        out=_("Take one out") if units else _("Nobody is there."),
        units=joined(
            _ACT.format(what="out", by=spot, off="", words=f"{unit} ×", label=_LABEL.format(_("Take out the unit of {n}").format(n=unit)))
            for spot, unit in enumerate(units)
        ),
        picture=_picture(limit_of(rules, place, value), units, found.over),
        state="is-over" if found.over else "is-fitting",
        told=cited(GAME, told(rules, place, value, units), KEY),
        tries=_("Try"),
        buttons=joined(_ACT.format(what="try", by=name, off="", words=each.words, label="") for name, each in TRIES.items()),
    )


def _picture(limit: int, units: tuple[int, ...], over: int) -> Markup:
    """A box for each strength point, units side by side; those that are lost have a saltire, and a line stands where the room ends."""
    total = sum(units)
    count = max(total, limit)
    cells = Markup("")
    at = 0
    for spot, unit in enumerate(units):
        cells += joined(_CELL.format(x=4 + WIDE * (at + box), kind=_kind(at + box, spot, total - over)) for box in range(unit))
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
    label = _("{units} in a place for {limit}").format(units=names.listed(map(str, units)) or _("nobody"), limit=limit)
    return _PICTURE.format(w=wide, label=label, cells=cells, limit=line)


def _kind(box: int, spot: int, kept_: int) -> str:
    return "over" if box >= kept_ else f"unit-{spot % 2}"
