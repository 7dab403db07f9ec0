"""Every shot of one ship: whom she may shoot at and why not, what changes the die, D and D/F by face, the answer, and shared fire."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Final

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
from rulesdemo.words import N_, _, listing, ngettext
from widgets.games.veneti.board.fire_lines import drm_of, firer, modifiers
from widgets.kit.bars import rounded
from widgets.kit.components import Bars, Box, Custom, Heading, Items, Note, Press
from widgets.kit.controls import Own, Value, short_text
from widgets.kit.ladder import strip
from widgets.kit.odds_rows import Row, View
from widgets.kit.panel import Component, Followed, Panel, State
from widgets.play.session import Desk
from widgets.web.phrases import modifier

QUESTION: Final = "veneti.missiles"
ORDINARY: Final = False
PAIR: Final = 2
RESULTS: Final = {"DF": "better", "D": "good", "none": "bad"}
NAMES: Final = {"DF": N_("D/F: a marine, and flame if it burns"), "D": N_("D: a marine"), "none": N_("No effect")}
FILLS: Final = {"DF": "best", "D": "second", "none": "third"}

_FACES: Final = Markup('<div class="shot-faces"><span class="faces" aria-hidden="true">{faces}</span><span>{words}</span></div>')


@cache
def results(rules: Ruleset, marines: int, drm: int) -> tuple[str, ...]:
    """Return what the table says to each face of the die."""
    table = rules.table("missile_fire")
    return tuple(str(table.at(face + drm, marines)) for face in D6.faces)


def chances(rules: Ruleset, marines: int, drm: int) -> dict[str, Fraction]:
    """Return the chance of each result of the table, D/F first."""
    found = results(rules, marines, drm)
    return {result: Fraction(found.count(result), len(found)) for result in RESULTS}


def hit_chance(rules: Ruleset, marines: int, drm: int) -> Fraction:
    """Return the chance that a shot costs the target a marine, by the procedure itself."""
    none: Fraction = find(QUESTION).answer({"marines": marines, "drm": drm}, rules).dist.p(depletion=0)
    return 1 - none


# -- the panel -------------------------------------------------------------------------------------------------------------------------


def _in_hand(desk: Desk) -> str:
    """Return the ship whose shots matter on the board: the one in hand, or the first that is afloat."""
    ship = firer(desk.position, desk.selected) or next(iter(desk.position.afloat), None)
    return ship.id if ship is not None else ""


def _act(state: State, what: str, value: str, desk: Desk) -> State | None:
    return state.replace(ship=value) if what == "from" and desk.position.find(value) is not None else None


def _body(_rules: Ruleset, state: State, seen: tuple[Position, str]) -> Iterator[Component]:
    position, in_hand = seen
    ship = next((each for name in (state.ship, in_hand) for each in position.afloat if each.id == name), None)
    if ship is None:
        return
    targets = opponents(position, ship)
    presses = [Press("from", each.name, each.id, is_pressed=each is ship, id=each.id) for each in position.afloat]
    yield Box("scenes shots-from", presses, label=_("Who shoots"))
    yield Note(_who(position, ship), "shots-words", "who")
    yield Box("shots-list", [_card(position, ship, target) for target in targets])
    yield Box("shots-shared", [Heading(_("Shared fire"), 3), *_shared_fire(position, ship, targets)])


def _who(position: Position, ship: Ship) -> str:
    marines = marines_of(position, ship)
    words = ngettext("{ship} shoots with {n} marine, one die.", "{ship} shoots with {n} marines, one die.", marines)
    return words.format(ship=ship.name, n=marines) + " " + _("The F of a result counts only for flaming missiles. [8.44] [8.45]")


def _card(position: Position, ship: Ship, target: Ship) -> Box:
    rules, marines = position.rules, marines_of(position, ship)
    refusal = check_shot(position, ship, target, ORDINARY, marines=marines)
    title = Heading(target.name, 3)
    if refusal is not None:
        no = Note(_("No shot. {words}").format(words=refusal), "", f"{target.id}-no")
        return Box("shot is-refused", [title, no], label=target.name)
    drm = drm_of(position, ship, target)
    faces = strip([RESULTS[result] for result in results(rules, marines, drm)])
    parts: list[Component] = [
        Note(_die(position, ship, target, drm), "", f"{target.id}-die"),
        Custom(_FACES.format(faces=faces, words=_faces(rules, marines, drm))),
        Bars(_odds(rules, marines, drm), target.id),
        Note(_answer(position, ship, target), key=f"{target.id}-answer"),
    ]
    return Box("shot", [title, *parts], label=target.name)


def _die(position: Position, ship: Ship, target: Ship, drm: int) -> str:
    """Return what changes the die: each modifier in words, and the sum."""
    found = modifiers(position, ship, target)
    if not found:
        return _("Nothing changes the die. [8.44]")
    parts = ", ".join(f"{words} {modifier(number)}" for words, number in found)
    return _("{parts}: {sum} to the die. [8.44]").format(parts=parts[:1].upper() + parts[1:], sum=modifier(drm))


def _chance(chance: Fraction) -> str:
    """Return a chance as it stands within a sentence."""
    return exact(chance) if chance.denominator == 1 else f"{exact(chance)} ({rounded(chance)})"


def _faces(rules: Ruleset, marines: int, drm: int) -> str:
    found = results(rules, marines, drm)
    lines = []
    for result, name in (("D", "D"), ("DF", "D/F")):
        faces = [str(face) for face, each in zip(D6.faces, found, strict=True) if each == result]
        if faces:
            lines.append(_("{result} on {faces}").format(result=name, faces=", ".join(faces)))
    return _("; ").join(lines) or _("no face hits")


def _odds(rules: Ruleset, marines: int, drm: int) -> View:
    rows = (Row(result, NAMES[result], NAMES[result], chance, FILLS[result]) for result, chance in chances(rules, marines, drm).items())
    return View("", tuple(rows))


def _answer(position: Position, ship: Ship, target: Ship) -> str:
    """Return what may come back [8.42]."""
    if position.activation is not None and target.id in position.activation.reacted:
        return _("{target} has answered once in this activation. [8.42]").format(target=target.name)
    marines = marines_of(position, target)
    refusal = check_shot(position, target, ship, ORDINARY, marines=marines)
    if refusal is not None:
        return _("She cannot answer. {reason} [{rule}]").format(reason=refusal.reason, rule=refusal.rule)
    chance = hit_chance(position.rules, marines, drm_of(position, target, ship))
    return _("She may answer at the same time: {chance} to cost {ship} a marine. [8.42]").format(chance=_chance(chance), ship=ship.name)


def _shared_fire(position: Position, ship: Ship, targets: tuple[Ship, ...]) -> Iterator[Component]:
    """Return what sharing her fire between two ships would do [8.43]."""
    marines, rules = marines_of(position, ship), position.rules
    split = settled(fire_split, rules, marines, PAIR) if marines else None
    open_ = [target for target in targets if check_shot(position, ship, target, ORDINARY, marines=marines) is None]
    rows: list[str] = []
    if split is None or not split.legal:
        words = _("{ship} has too few marines to share them: each target needs one. [8.43]").format(ship=ship.name)
    else:
        words = _("At the end of her move {ship} may share her {n} marines between two ships, columns {columns}. [8.43]").format(
            ship=ship.name, n=marines, columns=listing(split.columns)
        )
        rows = [row for pair in combinations(open_, PAIR) for row in _shares(position, ship, pair, marines)]
        words += "" if rows else " " + _("Here she has not two to shoot at.")
    yield Note(words, "", "shared")
    if rows:
        yield Items(rows, "shots-shares")


def _shares(position: Position, ship: Ship, pair: tuple[Ship, Ship], marines: int) -> list[str]:
    """Return every way to share the marines between two ships, with the chance of each shot and of any hit."""
    rules, (one, other) = position.rules, pair
    found = []
    for share in range(marines - 1, 0, -1):
        first = hit_chance(rules, share, drm_of(position, ship, one))
        second = hit_chance(rules, marines - share, drm_of(position, ship, other))
        found.append(
            _("{n} at {one}: {first}. {m} at {other}: {second}. Any hit: {any}.").format(
                n=share,
                one=one.name,
                first=_chance(first),
                m=marines - share,
                other=other.name,
                second=_chance(second),
                any=_chance(1 - (1 - first) * (1 - second)),
            )
        )
    return found


SHOTS: Final = Panel(
    "shots",
    "veneti",
    N_("Every shot"),
    _body,
    fields=(Value("ship", "", short_text, str), Own()),
    act=_act,
    reads=lambda desk: (desk.position, _in_hand(desk)),
    follow=lambda desk: Followed({"ship": _in_hand(desk)}, desk.selected),
    level=2,
)
