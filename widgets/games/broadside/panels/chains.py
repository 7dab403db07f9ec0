"""Leaks and fires turn by turn: the exact chance of every end, for any hull, and how the chance to be saved grows with the hull.

The ship is the one on the board, until the reader makes one of his own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.analysis.catalogue import answer
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _, ngettext
from widgets.games.broadside.lessons.pumps import KINDS, end, fire_told, kind_of, law, leak_terms, leak_told, mean_lost
from widgets.kit import outcome_columns
from widgets.kit.bars import number, rounded
from widgets.kit.outcome_columns import Fate
from widgets.kit.radio_row import radio_row
from widgets.kit.stepper import stepper
from widgets.play.session import Desk
from widgets.web.badges import joined, mark
from widgets.web.phrases import unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

GAME: Final = "broadside"
MOST_HULL: Final = 18
MOST_TURNS: Final = 12
START: Final = ("silent", 4)
WIDE: Final = 600  # units of the drawing of curves
HIGH: Final = 200
TOP: Final = 12
BELOW: Final = 26
LEFT: Final = 44
RIGHT: Final = 12

_PANEL: Final = Markup(
    '<section class="blaze chains" aria-labelledby="chains-title"><div class="odds-head"><h3 id="chains-title">{title}</h3>{mark}</div>'
    '<div class="blaze-parts"><div class="blaze-side">{controls}</div><div class="blaze-main">{told}</div></div></section>'
)
_CONTROLS: Final = Markup(
    '<p class="blaze-who" role="status">{who}</p>{kind}{hull}'
    '<button type="button" id="chains-board" data-do="extra" data-name="chains:board" data-by=""{off}>{again}</button>'
    '<div class="quiet">{rule}</div>'
)
_TOLD: Final = Markup(
    '{turns}<h4>{when}</h4>{now}{chart}<h4>{end_title}</h4>{end}<div class="panel-said">{mean}</div>'
    '<figure class="sinking-figure"><figcaption>{caption}</figcaption>{curves}<p class="sinking-key">{legend}</p></figure>{table}'
)
_CURVES: Final = Markup('<svg class="chain-curves" viewBox="0 0 {wide} {tall}" role="img" aria-label="{label}">{parts}</svg>')
_GRID: Final = Markup('<path d="{d}" class="grid"/>')
_LINE: Final = Markup('<path d="{d}" class="curve is-{kind}{now}"/>')
_DOT: Final = Markup('<circle cx="{x}" cy="{y}" r="{r}" class="dot{now}"/>')
_SQUARE: Final = Markup('<rect x="{x}" y="{y}" width="{w}" height="{w}" class="dot{now}"/>')
_FLAME: Final = Markup('<path d="{d}" class="dot{now}"/>')
_WORD: Final = Markup('<text x="{x}" y="{y}" text-anchor="{anchor}" class="{kind}">{words}</text>')
_OFF: Final = Markup(" disabled")


class Asked(NamedTuple):
    """What is wrong with her, and the hull points that she has left."""

    kind: str
    hull: int


def kinds() -> dict[str, str]:
    """What each kind is called."""
    return {"silent": _("small leak, guns silent"), "firing": _("small leak, she fires"), "large": _("large leak"), "fire": _("fire")}


def fates_of(kind: str) -> dict[str, Fate]:
    """What can have become of her, the best first."""
    if kind == "fire":
        return {
            "out": Fate(_("put out"), "best"),
            "burning": Fate(_("still burning"), "fire"),
            "burnt": Fate(_("burnt to the water"), "fourth"),
            "exploded": Fate(_("exploded"), "third"),
        }
    return {"repaired": Fate(_("repaired"), "best"), "leaking": Fate(_("still leaking"), "fifth"), "sunk": Fate(_("sunk"), "third")}


@dataclass(slots=True)
class Chains:
    """The ship that is asked about, None for the one on the board, and how many turns on."""

    own: Asked | None = None
    turns: int = 3
    key: str = field(default="chains", init=False)

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        name, asked = self._asked(desk)
        if self.own is not None:
            who = _("A ship of your own.")
        elif name:
            who = _("{ship} as she is on the board now, with this alone.").format(ship=name)
        else:
            who = _("Nothing leaks or burns on the board: a small leak, 4 hull points.")
        return _panel(desk.rules, asked, self.turns, who, is_own=self.own is not None)

    def act(self, what: str, value: str, desk: Desk) -> None:
        """Another kind, another hull, another turn; or the ship on the board again."""
        _name, asked = self._asked(desk)
        if what == "board":
            self.own = None
        elif what == "kind" and value in KINDS:
            self.own = asked._replace(kind=value)
        elif what in ("hull", "turns") and value in ("1", "-1"):
            self._put(what, int(value) + (asked.hull if what == "hull" else self.turns), asked)
        elif what in ("hull.at", "turns.at") and value.isascii() and value.isdigit() and len(value) < 3:  # noqa: PLR2004 - two digits
            self._put(what.partition(".")[0], int(value), asked)
        else:
            raise unknown(what)

    def _put(self, what: str, number: int, asked: Asked) -> None:
        if what == "turns":
            self.turns = max(0, min(MOST_TURNS, number))
        else:
            self.own = asked._replace(hull=max(1, min(MOST_HULL, number)))

    def kept(self) -> dict[str, Any]:
        """The ship and the turns."""
        return {"turns": self.turns, "own": None if self.own is None else list(self.own)}

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """Stand as it was kept, where there can be such a ship."""
        if not isinstance(kept, dict) or type(kept.get("turns")) is not int or not 0 <= kept["turns"] <= MOST_TURNS:
            return
        own = kept.get("own")
        if own is None:
            self.turns, self.own = kept["turns"], None
        elif isinstance(own, list) and [type(each) for each in own] == [str, int] and own[0] in KINDS and 1 <= own[1] <= MOST_HULL:
            self.turns, self.own = kept["turns"], Asked(*own)

    def _asked(self, desk: Desk) -> tuple[str, Asked]:
        """The ship of the reader's own, the first of the board that leaks or burns, or a small leak and a small hull."""
        if self.own is not None:
            return "", self.own
        for ship in desk.position.there:
            if (kind := kind_of(ship)) and 0 < ship.hull <= MOST_HULL:
                return ship.name, Asked(kind, ship.hull)
        return "", Asked(*START)


@cached
def _provenance(rules: Ruleset, kind: str) -> str:
    name = {"large": "large_leak", "fire": "fire"}.get(kind, "small_leak")
    return answer(f"{GAME}.{name}", rules, hull=1, turns=1).provenance


# -- words and drawings ----------------------------------------------------------------------------------------------------------------


@cached
def _panel(rules: Ruleset, asked: Asked, turns: int, who: str, *, is_own: bool) -> Markup:
    return _PANEL.format(
        title=_("What becomes of her"),
        mark=mark(_provenance(rules, asked.kind)),
        controls=_CONTROLS.format(
            who=who,
            kind=radio_row("chains", "kind", _("What is wrong"), kinds(), asked.kind),
            hull=stepper("chains", "hull", _("Hull points left"), asked.hull, (1, MOST_HULL), slides=True),
            off=Markup("") if is_own else _OFF,
            again=_("As on the board"),
            rule=cited(GAME, _rule(rules, asked.kind), "chains-rule"),
        ),
        told=_told(rules, asked, turns),
    )


def _rule(rules: Ruleset, kind: str) -> str:
    if kind == "fire":
        return fire_told(rules) + " " + _("She cannot fight meanwhile. [T12]")
    if kind == "large":
        return leak_told(rules, "large") + " " + _("She cannot fight meanwhile. [T12]")
    if kind == "silent":
        return leak_told(rules, "small")
    cost, _need = leak_terms(rules, "small")
    form = ngettext(
        "A crew at its guns does not pump: every turn costs {n} hull point, and nothing is ever repaired. [T12]",
        "A crew at its guns does not pump: every turn costs {n} hull points, and nothing is ever repaired. [T12]",
        cost,
    )
    return form.format(n=cost)


def _told(rules: Ruleset, asked: Asked, turns: int) -> Markup:
    named = fates_of(asked.kind)
    every = [law(rules, asked.kind, asked.hull, n) for n in range(MOST_TURNS + 1)]
    when = ngettext("After {n} turn", "After {n} turns", turns).format(n=turns) if turns else _("Now")
    last = end(rules, asked.kind, asked.hull)
    ends = {name: fate for name, fate in named.items() if name in last}
    return _TOLD.format(
        turns=stepper("chains", "turns", _("Turns"), turns, (0, MOST_TURNS), slides=True),
        when=when,
        now=outcome_columns.bar("chains-now", when, named, every[turns]),
        chart=outcome_columns.columns(_("By turns."), named, every, turns),
        end_title=_("In the end"),
        end=outcome_columns.bar("chains-end", _("In the end"), ends, last),
        mean=_mean(rules, asked),
        caption=cited(GAME, _("The chance to be saved, by the hull points that she has left. [T12]"), "chains-curves"),
        curves=_curves(rules, asked),
        legend=_("Solid line, discs: small leak, guns silent. Dashes, squares: large leak. Dots, triangles: fire."),
        table=outcome_columns.folded("chains", _("Every chance as a fraction"), _heads(), _rows(rules)),
    )


def _mean(rules: Ruleset, asked: Asked) -> Markup:
    lost = number(mean_lost(rules, asked.kind, asked.hull))
    form = (
        _("By then the fire alone has burnt {n} hull points on average.")
        if asked.kind == "fire"
        else _("Hull points lost on average: {n}.")
    )
    return Markup("<p>{}</p>").format(form.format(n=lost))


def saved(rules: Ruleset, kind: str, hull: int) -> Fraction:
    """The chance that it is put right before the ship is gone."""
    return end(rules, kind, hull)["out" if kind == "fire" else "repaired"]


def _heads() -> tuple[str, ...]:
    return (_("Hull"), _("Small leak repaired"), _("Large leak repaired"), _("Fire put out"), _("Fire: exploded"), _("Fire: burnt"))


def _rows(rules: Ruleset) -> list[tuple[str, tuple[Fraction, ...]]]:
    found: list[tuple[str, tuple[Fraction, ...]]] = []
    for hull in range(1, MOST_HULL + 1):
        burnt = end(rules, "fire", hull)
        chances = (saved(rules, "silent", hull), saved(rules, "large", hull), burnt["out"], burnt["exploded"], burnt["burnt"])
        found.append((str(hull), chances))
    return found


CURVES: Final = ("silent", "large", "fire")


def _curves(rules: Ruleset, asked: Asked) -> Markup:
    """A curve for each kind that can be put right; the one that is looked at is heavy, with a large mark at her hull."""
    tall = TOP + HIGH + BELOW
    parts = [_GRID.format(d="".join(f"M{LEFT} {TOP + HIGH * part // 4}H{WIDE - RIGHT}" for part in range(5)))]
    parts += [
        _WORD.format(x=LEFT - 6, y=TOP + HIGH * part // 4 + 5, anchor="end", kind="axis", words=f"{100 - 25 * part} %") for part in range(5)
    ]
    parts += [_WORD.format(x=f"{_x(hull):.1f}", y=tall - 6, anchor="middle", kind="axis", words=hull) for hull in range(1, MOST_HULL + 1)]
    for kind in CURVES:
        points = [(_x(hull), _y(saved(rules, kind, hull))) for hull in range(1, MOST_HULL + 1)]
        now = " now" if kind == asked.kind else ""
        parts.append(_LINE.format(d="M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points), kind=kind, now=now))
        parts += [_sign(kind, x, y, is_now=kind == asked.kind and hull == asked.hull) for hull, (x, y) in enumerate(points, start=1)]
    said = "; ".join(f"{kinds()[kind]} {rounded(saved(rules, kind, asked.hull))}" for kind in CURVES)
    hull = ngettext("Saved with {n} hull point: {list}.", "Saved with {n} hull points: {list}.", asked.hull)
    return _CURVES.format(wide=WIDE, tall=tall, label=hull.format(n=asked.hull, list=said), parts=joined(parts))


def _sign(kind: str, x: float, y: float, *, is_now: bool) -> Markup:
    r, now = (8.0, " now") if is_now else (4.0, "")
    if kind == "silent":
        return _DOT.format(x=f"{x:.1f}", y=f"{y:.1f}", r=r, now=now)
    if kind == "large":
        return _SQUARE.format(x=f"{x - r:.1f}", y=f"{y - r:.1f}", w=2 * r, now=now)
    return _FLAME.format(d=f"M{x:.1f} {y - 1.3 * r:.1f}l{1.2 * r:.1f} {2 * r:.1f}h{-2.4 * r:.1f}z", now=now)


def _x(hull: int) -> float:
    return LEFT + (WIDE - LEFT - RIGHT) * (hull - 0.5) / MOST_HULL


def _y(chance: Fraction) -> float:
    return TOP + HIGH * (1 - float(chance))
