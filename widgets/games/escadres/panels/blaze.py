"""A burning ship turn by turn: the exact chances that her fires are out, that she burns still and that she has exploded, and the end of it.

The ship is the one on the board, until the reader makes one of his own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.analysis.catalogue import find
from rulesdemo.games.escadres.blaze import Between, Standing, blaze
from rulesdemo.games.escadres.play.state import Position
from rulesdemo.games.escadres.ships import DemoShip, demo_ship
from rulesdemo.odds.format import exact
from rulesdemo.odds.surds import Surd
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _, ngettext
from widgets.kit.bars import fraction, rounded
from widgets.kit.radio_row import picked, radio_row
from widgets.kit.stepper import stepper
from widgets.play.session import Desk
from widgets.web.badges import joined, mark
from widgets.web.phrases import signed, unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

SHIP: Final = "seventy_four"
MOST_FIRES: Final = 6
MOST_TURNS: Final = 12
PLACES: Final = 15  # decimals shown of a chance that is too long to print
# Colour and form: plain teal, plain amber (fire and nothing else is amber), dots.
FILLS: Final = {"out": "#0A6259", "burning": "#F0B429", "exploded": "url(#fill-third)"}
COLUMN: Final = 24  # units of the drawing for one turn
HIGH: Final = 100

_PANEL: Final = Markup(
    '<section class="blaze" aria-labelledby="blaze-title"><div class="odds-head"><h3 id="blaze-title">{title}</h3>{mark}</div>'
    '<div class="blaze-parts"><div class="blaze-side">{controls}</div><div class="blaze-main">{told}</div></div></section>'
)
_CONTROLS: Final = Markup(
    '<p class="blaze-who" role="status">{who}</p><div class="blaze-steps">{steps}</div>{training}'
    '<button type="button" id="blaze-board" data-do="extra" data-name="blaze:board" data-by=""{off}>{again}</button>'
)
_TOLD: Final = Markup('{turns}<h4>{when}</h4>{now}{chart}<h4>{end_title}</h4>{end}<div class="quiet">{note}</div>')
_BAR: Final = Markup(
    '<svg class="blaze-bar" height="28" role="img" aria-label="{label}">{parts}</svg><dl class="blaze-list" id="{key}">{lines}</dl>'
)
_PART: Final = Markup('<rect x="{x}%" y=".5" width="{w}%" height="27" fill="{fill}"/>')
_LINE: Final = Markup(
    '<div class="is-{fate}"><dt><svg width="14" height="14" aria-hidden="true"><rect x=".5" y=".5" width="13" height="13" '
    'fill="{fill}"/></svg>{name}</dt><dd>{chance}<span class="percent">{percent}</span></dd></div>'
)
_CHART: Final = Markup(
    '<svg class="blaze-turns" viewBox="0 0 {wide} {high}" preserveAspectRatio="none" role="img" aria-label="{label}">{columns}</svg>'
    '<ol class="blaze-axis" start="0" aria-hidden="true">{numbers}</ol>'
)
_COLUMN: Final = Markup('<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="{fill}" class="{kind}"/>')
_NUMBER: Final = Markup("<li{kind}>{n}</li>")
_LONG: Final = Markup('<details class="exact" id="{key}-exact"><summary>{word}</summary><div>{long}</div></details>')
_OFF: Final = Markup(" disabled")


class Burning(NamedTuple):
    """What there is of a ship, and the fires aboard."""

    power: int
    crew: int
    fires: int
    training: int
    is_burnt: bool = False  # the fires have burnt in this turn, and are still to be fought


_KEPT: Final = ("power", "crew", "fires", "training")
LIMITS: Final = {"fires": (1, MOST_FIRES), "training": (-2, 2)}


def sheet(rules: Ruleset) -> DemoShip:
    """The demonstration ship that all of this is about."""
    found: DemoShip = settled(demo_ship, rules, SHIP)
    return found


def fates() -> dict[str, str]:
    """What each fate is called."""
    return {"out": _("all fires out"), "burning": _("still burning"), "exploded": _("exploded")}


@dataclass(slots=True)
class Ablaze:
    """The ship that is asked about, None for the one on the board, and how many turns on."""

    own: Burning | None = None
    turns: int = 3
    key: str = field(default="blaze", init=False)

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        name, burning = self._asked(desk)
        return _PANEL.format(
            title=_("What becomes of her"),
            mark=mark(_provenance(desk.rules)),
            controls=self._controls(desk, name, burning),
            told=_told(desk.rules, burning, self.turns),
        )

    def act(self, what: str, value: str, desk: Desk) -> None:
        """A turn, a box, a fire more or less; another training; or the ship on the board again."""
        _name, burning = self._asked(desk)
        if what == "board":
            self.own = None
        elif what == "training":
            self.own = burning._replace(training=picked(value, _trainings()) - _SHIFT, is_burnt=False)
        elif what in ("turns", "power", "crew", "fires") and value in ("1", "-1"):
            self._step(what, int(value), burning, desk.rules)
        else:
            raise unknown(what)

    def kept(self) -> dict[str, Any]:
        """The ship and the turns."""
        return {"turns": self.turns, "own": None if self.own is None else list(self.own[: len(_KEPT)])}

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """Stand as it was kept, where there can be such a ship."""
        if not isinstance(kept, dict) or type(kept.get("turns")) is not int or not 0 <= kept["turns"] <= MOST_TURNS:
            return
        own = kept.get("own")
        if own is None:
            self.turns, self.own = kept["turns"], None
        elif isinstance(own, list) and len(own) == len(_KEPT) and all(type(each) is int for each in own):
            burning = Burning(*own)
            largest = {"power": (1, 99), "crew": (0, 99), **LIMITS}
            if all(low <= getattr(burning, name) <= high for name, (low, high) in largest.items()):
                self.turns, self.own = kept["turns"], burning

    def _asked(self, desk: Desk) -> tuple[str, Burning]:
        """The ship of the reader's own, the first of the board that burns and is no larger than a 74, or a full 74 with one fire."""
        largest = sheet(desk.rules)
        if self.own is not None:
            return "", self.own._replace(power=min(self.own.power, largest.power), crew=min(self.own.crew, largest.crew))
        position: Position = desk.position
        for ship in position.there:
            if 0 < ship.fires <= MOST_FIRES and 0 < ship.power <= largest.power and ship.crew <= largest.crew:
                is_burnt = position.turn.step == "fight" and any(due.ship == ship.id for due in position.turn.due)
                return ship.name, Burning(ship.power, ship.crew, ship.fires, ship.training, is_burnt)
        return "", Burning(largest.power, largest.crew, 1, 0)

    def _step(self, what: str, by: int, burning: Burning, rules: Ruleset) -> None:
        if what == "turns":
            self.turns = max(0, min(MOST_TURNS, self.turns + by))
            return
        low, high = _limits(rules)[what]
        self.own = burning._replace(**{what: max(low, min(high, getattr(burning, what) + by)), "is_burnt": False})

    def _controls(self, desk: Desk, name: str, burning: Burning) -> Markup:
        steps = {"power": _("Power"), "crew": _("Crew"), "fires": _("Fires")}
        limits = _limits(desk.rules)
        if not name:
            who = _("A ship of your own.") if self.own is not None else _("Nothing burns on the board: a full 74 with one fire.")
        elif burning.is_burnt:
            who = _("{ship} as she is on the board now, her fires still to be fought.").format(ship=name)
        else:
            who = _("{ship} as she is on the board now.").format(ship=name)
        return _CONTROLS.format(
            who=who,
            steps=joined(stepper(self.key, what, words, getattr(burning, what), limits[what]) for what, words in steps.items()),
            training=radio_row(self.key, "training", _("Training"), _trainings(), burning.training + _SHIFT),
            off=_OFF if self.own is None else "",
            again=_("As on the board"),
        )


_SHIFT: Final = 2  # a control has no negative values


def _trainings() -> dict[int, str]:
    low, high = LIMITS["training"]
    return {each + _SHIFT: f"+{each}" if each > 0 else signed(each) for each in range(low, high + 1)}


def _limits(rules: Ruleset) -> dict[str, tuple[int, int]]:
    largest = sheet(rules)
    return {"power": (1, largest.power), "crew": (0, largest.crew), **LIMITS}


@cached
def _provenance(rules: Ruleset) -> str:
    return find("escadres.fire_turn").asked({"power": 1, "crew": 1, "fires": 1}, rules).provenance


def after(rules: Ruleset, burning: Burning, turns: int) -> Standing:
    """How she stands after so many ends of turn."""
    largest = sheet(rules)
    return blaze(rules, burning.training, largest.power, largest.crew).after(*burning[:3], turns, is_burnt=burning.is_burnt)


def saved(rules: Ruleset, burning: Burning) -> Surd:
    """The chance that she is saved in the end."""
    largest = sheet(rules)
    return blaze(rules, burning.training, largest.power, largest.crew).saved(*burning[:3], is_burnt=burning.is_burnt)


# -- words and drawings ----------------------------------------------------------------------------------------------------------------


@cached
def _told(rules: Ruleset, burning: Burning, turns: int) -> Markup:
    standings = [after(rules, burning, n) for n in range(turns + 1)]
    end = saved(rules, burning)
    low, high = end.between(PLACES)
    words = ngettext("After {n} end of turn", "After {n} ends of turn", turns).format(n=turns) if turns else _("Now")
    return _TOLD.format(
        turns=stepper("blaze", "turns", _("Ends of turn"), turns, (0, MOST_TURNS)),
        when=words,
        now=_bar("blaze-now", {fate: (each, between(each, f"blaze-{fate}")) for fate, each in standings[-1]._asdict().items()}, words),
        chart=_chart(standings),
        end_title=_("In the end"),
        end=_bar(
            "blaze-end",
            {
                "out": (Between(low, high), surd(end, "blaze-end-out")),
                "exploded": (Between(1 - high, 1 - low), surd(1 - end, "blaze-end-exploded")),
            },
            _("In the end"),
        ),
        note=cited("escadres", _note(burning, end), "blaze-note"),
    )


def _note(burning: Burning, end: Surd) -> str:
    if not burning.crew:
        return _("Nobody is left to fight the fires: she burns until she explodes. [E-CREW-2]")
    if end.is_rational():
        return _("Each fire burns, lights others and is fought by dice of its own; nothing is cut off.")
    return _(
        "Fires have no highest number, for a critical can light one and take nothing. [E-DMG-2] Nothing is cut off here: each fire has "
        "dice of its own, and its fate solves a quadratic equation. So the chance in the end is no fraction but has a root in it, √{under}."
    ).format(under=end.under)


def _bar(key: str, chances: dict[str, tuple[Between, Markup]], title: str) -> Markup:
    names = fates()
    parts, x = [], Fraction(0)
    for fate, (chance, _exact) in chances.items():
        if chance.high > 0:
            parts.append(_PART.format(x=f"{float(x) * 100:.3f}", w=f"{float(chance.low) * 100:.3f}", fill=FILLS[fate]))
        x += chance.low
    lines = [
        _LINE.format(fate=fate, fill=FILLS[fate], name=names[fate], chance=text, percent=rounded(chance.low))
        for fate, (chance, text) in chances.items()
    ]
    label = f"{title}: " + ", ".join(f"{names[fate]} {rounded(chance.low)}" for fate, (chance, _exact) in chances.items())
    return _BAR.format(label=label, parts=joined(parts), lines=joined(lines), key=key)


def _chart(standings: list[Standing]) -> Markup:
    """A column for each turn that has been looked at; the others wait."""
    columns, numbers = [], []
    for n in range(MOST_TURNS + 1):
        x, top = n * COLUMN + 2, Fraction(HIGH)
        columns.append(_COLUMN.format(x=x, y=0, w=COLUMN - 4, h=HIGH, fill="none", kind="waits"))
        for fate, chance in standings[n]._asdict().items() if n < len(standings) else ():
            high = chance.low * HIGH
            top -= high
            if high:
                columns.append(
                    _COLUMN.format(x=x, y=f"{float(top):.2f}", w=COLUMN - 4, h=f"{float(high):.2f}", fill=FILLS[fate], kind="part")
                )
        numbers.append(_NUMBER.format(kind=Markup(' class="now"') if n == len(standings) - 1 else "", n=n))
    names = fates()
    said = "; ".join(
        f"{n}: " + ", ".join(f"{names[fate]} {rounded(chance.low)}" for fate, chance in each._asdict().items())
        for n, each in enumerate(standings)
    )
    return _CHART.format(
        wide=COLUMN * (MOST_TURNS + 1),
        high=HIGH,
        label=_("By ends of turn. {list}").format(list=said),
        columns=joined(columns),
        numbers=joined(numbers),
    )


def between(chance: Between, key: str) -> Markup:
    """An exact chance, or the two decimals that one too long to print lies between."""
    if chance.is_exact:
        return fraction(chance.low, key)
    scale = 10**PLACES
    low, high = Fraction(floor(chance.low * scale), scale), Fraction(ceil(chance.high * scale), scale)
    text = _("A fraction too long to print. Worked out once rounded down and once up, it lies between {low} and {high}.")
    return _LONG.format(key=key, word=_("exact"), long=text.format(low=decimals(low), high=decimals(high)))


def surd(chance: Surd, key: str) -> Markup:
    """An exact chance that may have a root in it."""
    if chance.is_rational():
        return fraction(Fraction(chance.plain), key)
    return _LONG.format(
        key=key,
        word=_("exact"),
        long=Markup("<code>{}</code> {}").format(
            surd_text(chance), _("about {number}").format(number=decimals(chance.between(PLACES)[0]) + "…")
        ),
    )


def surd_text(chance: Surd) -> str:
    """A number with a root, in full.

    >>> surd_text(Surd(Fraction(3, 2), Fraction(-1, 2), 5))
    '3/2 − 1/2 √5'
    """
    plain, root = Fraction(chance.plain), Fraction(chance.root)
    whole = exact(plain).replace("-", "−")
    return f"{whole} {'+' if root > 0 else '−'} {exact(abs(root))} √{chance.under}"


def decimals(value: Fraction, places: int = PLACES) -> str:
    """A number from 0 to 1 in decimals, cut off.

    >>> decimals(Fraction(2, 3), 4)
    '0.6666'
    """
    return f"{int(value)}.{int(value * 10**places) % 10**places:0{places}d}"
