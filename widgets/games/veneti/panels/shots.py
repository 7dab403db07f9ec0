"""Every shot of one ship: whom she may shoot at and why not, what changes the die, D and D/F by face, the answer, and shared fire."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.analysis.catalogue import find
from rulesdemo.games.veneti.missiles import fire_split
from rulesdemo.games.veneti.play.combat import check_shot
from rulesdemo.games.veneti.play.ships import marines_of, opponents
from rulesdemo.games.veneti.play.state import Position, Ship
from rulesdemo.odds.dice import D6
from rulesdemo.odds.format import exact
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.games.veneti.board.fire_lines import drm_of, modifiers, regarded
from widgets.kit.bars import bars, rounded
from widgets.kit.ladder import strip
from widgets.kit.odds_rows import Row, View
from widgets.play.session import Desk
from widgets.web.badges import joined
from widgets.web.phrases import signed, unknown
from widgets.web.rule_links import cited

GAME: Final = "veneti"
QUESTION: Final = "veneti.missiles"
ORDINARY: Final = False
PAIR: Final = 2
RESULTS: Final = {"DF": "better", "D": "good", "none": "bad"}
NAMES: Final = {"DF": N_("D/F: a marine, and flame if it burns"), "D": N_("D: a marine"), "none": N_("No effect")}
FILLS: Final = {"DF": "best", "D": "second", "none": "third"}

_PANEL: Final = Markup(
    '<section class="shots" aria-labelledby="shots-title"><h2 id="shots-title">{title}</h2>'
    '<div class="scenes shots-from" role="group" aria-label="{who}">{ships}</div>'
    '<div class="shots-words">{words}</div><div class="shots-list">{cards}</div>'
    '<div class="shots-shared"><h3>{shared}</h3>{split}</div></section>'
)
_SHIP: Final = Markup(
    '<button type="button" id="shots-{ship}" data-do="extra" data-name="shots:from" data-by="{ship}" aria-pressed="{pressed}">'
    "{name}</button>"
)
_CARD: Final = Markup('<section class="shot{kind}" aria-labelledby="shot-{key}"><h3 id="shot-{key}">{title}</h3>{inside}</section>')
_FACES: Final = Markup('<div class="shot-faces"><span class="faces" aria-hidden="true">{faces}</span><span>{words}</span></div>')


@cache
def results(rules: Ruleset, marines: int, drm: int) -> tuple[str, ...]:
    """What the table says to each face of the die."""
    table = rules.table("missile_fire")
    return tuple(str(table.at(face + drm, marines)) for face in D6.faces)


def chances(rules: Ruleset, marines: int, drm: int) -> dict[str, Fraction]:
    """The chance of each result of the table, D/F first."""
    found = results(rules, marines, drm)
    return {result: Fraction(found.count(result), len(found)) for result in RESULTS}


def hit_chance(rules: Ruleset, marines: int, drm: int) -> Fraction:
    """The chance that a shot costs the target a marine, by the procedure itself."""
    none: Fraction = find(QUESTION).asked({"marines": marines, "drm": drm}, rules).dist.p(depletion=0)
    return 1 - none


@dataclass(slots=True)
class Shots:
    """The ship whose shots are listed; the one in hand unless another was pressed."""

    key: str = "shots"
    pressed: str = ""
    during: str = ""  # the ship that was in hand then; another in hand brings her own shots

    # -- what a reader can do ----------------------------------------------------------------------------------------------------------

    def act(self, what: str, value: str, desk: Desk) -> None:
        """Look from another ship."""
        if what != "from" or desk.position.find(value) is None:
            raise unknown(what)
        self.pressed, self.during = value, desk.selected

    def kept(self) -> list[str]:
        """The ship that was pressed, and the one that was in hand then."""
        return [self.pressed, self.during]

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same again; names that are none here show the ship in hand."""
        if isinstance(kept, list) and len(kept) == len(self.kept()) and all(isinstance(each, str) for each in kept):
            self.pressed, self.during = kept

    def ship(self, desk: Desk) -> Ship | None:
        """The ship whose shots are listed."""
        position = desk.position
        pressed = position.find(self.pressed) if self.pressed and desk.selected == self.during else None
        found = pressed if pressed is not None and not pressed.gone else regarded(position, desk.selected)
        return found or next(iter(position.afloat), None)

    # -- as text -----------------------------------------------------------------------------------------------------------------------

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        position, ship = desk.position, self.ship(desk)
        if ship is None:
            return Markup("")
        ships = joined(_SHIP.format(ship=each.id, name=each.name, pressed="true" if each is ship else "false") for each in position.afloat)
        targets = opponents(position, ship)
        return _PANEL.format(
            title=_("Every shot"),
            who=_("Who shoots"),
            ships=ships,
            words=cited(GAME, _who(position, ship), "shots-who"),
            cards=joined(_card(position, ship, target) for target in targets),
            shared=_("Shared fire"),
            split=_shared(position, ship, targets),
        )


def _who(position: Position, ship: Ship) -> str:
    marines = marines_of(position, ship)
    words = ngettext("{ship} shoots with {n} marine, one die.", "{ship} shoots with {n} marines, one die.", marines)
    return words.format(ship=ship.name, n=marines) + " " + _("The F of a result counts only for flaming missiles. [8.44] [8.45]")


def _card(position: Position, ship: Ship, target: Ship) -> Markup:
    marines = marines_of(position, ship)
    refusal = check_shot(position, ship, target, ORDINARY, marines=marines)
    if refusal is not None:
        return _CARD.format(
            kind=" is-refused",
            key=target.id,
            title=target.name,
            inside=cited(GAME, _("No shot. {words}").format(words=refusal), f"shot-{target.id}-no"),
        )
    drm = drm_of(position, ship, target)
    inside = [
        Markup("<div>{}</div>").format(cited(GAME, _die(position, ship, target, drm), f"shot-{target.id}-die")),
        _FACES.format(
            faces=strip([RESULTS[result] for result in results(position.rules, marines, drm)]), words=_faces(position.rules, marines, drm)
        ),
        _bars(position.rules, marines, drm, f"shot-{target.id}"),
        Markup('<div class="quiet">{}</div>').format(cited(GAME, _answer(position, ship, target), f"shot-{target.id}-answer")),
    ]
    return _CARD.format(kind="", key=target.id, title=target.name, inside=joined(inside))


def _die(position: Position, ship: Ship, target: Ship, drm: int) -> str:
    """What changes the die: each modifier in words, and the sum."""
    found = modifiers(position, ship, target)
    if not found:
        return _("Nothing changes the die. [8.44]")
    parts = ", ".join(f"{words} {_plus(number)}" for words, number in found)
    return _("{parts}: {sum} to the die. [8.44]").format(parts=parts[:1].upper() + parts[1:], sum=_plus(drm))


def _said(chance: Fraction) -> str:
    """A chance within a sentence."""
    return exact(chance) if chance.denominator == 1 else f"{exact(chance)} ({rounded(chance)})"


def _plus(number: int) -> str:
    return f"+{number}" if number > 0 else signed(number)


def _faces(rules: Ruleset, marines: int, drm: int) -> str:
    found = results(rules, marines, drm)
    told = []
    for result, name in (("D", "D"), ("DF", "D/F")):
        faces = [str(face) for face, each in zip(D6.faces, found, strict=True) if each == result]
        if faces:
            told.append(_("{result} on {faces}").format(result=name, faces=", ".join(faces)))
    return "; ".join(told) or _("no face hits")


def _bars(rules: Ruleset, marines: int, drm: int, key: str) -> Markup:
    rows = tuple(
        Row(result, NAMES[result], NAMES[result], chance, FILLS[result]) for result, chance in chances(rules, marines, drm).items()
    )
    return bars(View("", rows), key)


def _answer(position: Position, ship: Ship, target: Ship) -> str:
    """What may come back [8.42]."""
    if position.activation is not None and target.id in position.activation.reacted:
        return _("{target} has answered once in this activation. [8.42]").format(target=target.name)
    marines = marines_of(position, target)
    refusal = check_shot(position, target, ship, ORDINARY, marines=marines)
    if refusal is not None:
        return _("She cannot answer. {reason} [{rule}]").format(reason=refusal.reason, rule=refusal.rule)
    chance = hit_chance(position.rules, marines, drm_of(position, target, ship))
    return _("She may answer at the same time: {chance} to cost {ship} a marine. [8.42]").format(chance=_said(chance), ship=ship.name)


def _shared(position: Position, ship: Ship, targets: tuple[Ship, ...]) -> Markup:
    """What sharing her fire between two ships would do [8.43]."""
    marines, rules = marines_of(position, ship), position.rules
    split = settled(fire_split, rules, marines, PAIR) if marines else None
    open_ = [target for target in targets if check_shot(position, ship, target, ORDINARY, marines=marines) is None]
    rows: list[str] = []
    if split is None or not split.legal:
        words = _("{ship} has too few marines to share them: each target needs one. [8.43]").format(ship=ship.name)
    else:
        words = _("At the end of her move {ship} may share her {n} marines between two ships, columns {columns}. [8.43]").format(
            ship=ship.name, n=marines, columns=_(" and ").join(split.columns)
        )
        rows = [row for pair in combinations(open_, PAIR) for row in _shares(position, ship, pair, marines)]
        words += "" if rows else " " + _("Here she has not two to shoot at.")
    items = joined(Markup("<li>{}</li>").format(row) for row in rows)
    return Markup("<div>{}</div>{}").format(
        cited(GAME, words, "shots-shared"), Markup('<ul class="shots-shares">{}</ul>').format(items) if rows else ""
    )


def _shares(position: Position, ship: Ship, pair: tuple[Ship, Ship], marines: int) -> list[str]:
    """Every way to share the marines between two ships, with the chance of each shot and of any hit."""
    rules, (one, other) = position.rules, pair
    found = []
    for share in range(marines - 1, 0, -1):
        first, second = (
            hit_chance(rules, share, drm_of(position, ship, one)),
            hit_chance(rules, marines - share, drm_of(position, ship, other)),
        )
        words = _("{n} at {one}: {first}. {m} at {other}: {second}. Any hit: {any}.")
        told = {"first": _said(first), "second": _said(second), "any": _said(1 - (1 - first) * (1 - second))}
        found.append(words.format(n=share, one=one.name, m=marines - share, other=other.name, **told))
    return found
