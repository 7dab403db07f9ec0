"""Several ships in one hex: the reader puts them there, sees how the forces are spread, and fights round by round with the real engine."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.errors import InputError
from rulesdemo.games.broadside.boarding import boarding_round
from rulesdemo.games.broadside.play import scenarios
from rulesdemo.games.broadside.play.boarding import begin_boarding, force_of, roll_boarding, share_on
from rulesdemo.games.broadside.play.events import BoardersStruck
from rulesdemo.games.broadside.play.orders import RollBoarding
from rulesdemo.games.broadside.play.state import SIDES, Position, Ship, Side, enemy_of
from rulesdemo.odds.dice import RandomDice
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.board import made_up
from widgets.games.broadside import names
from widgets.games.broadside.board.scene import display_of, scene
from widgets.games.broadside.board.ships import PAIR, berths
from widgets.games.broadside.lessons.boarders import spread_words
from widgets.games.broadside.panels.parts import board_and_words
from widgets.games.broadside.panels.replay import with_faces
from widgets.kit.bars import number
from widgets.kit.components import Bars, Board, Box, Boxes, Custom, Heading, Note, Press, Sentence, buttons
from widgets.kit.controls import Value, throws
from widgets.kit.odds_rows import Row, View
from widgets.kit.panel import Component, Panel, Session, State
from widgets.kit.stepper import stepper
from widgets.play.game_guide import Look
from widgets.scene.shapes import Group, Label, Scene
from widgets.web.badges import die, joined
from widgets.web.phrases import titled

NAMES: Final[dict[Side, tuple[str, ...]]] = {"french": ("Aurore", "Hardi", "Sirène"), "british": ("Lion", "Orion", "Ceres")}
KINDS: Final = ("seventy_four", "frigate")
MOST_SHIPS: Final = 3
MOST_FORCE: Final = 20
MOST_ROUNDS: Final = 12
SIZE: Final = (420.0, 400.0)
RADII: Final = (130.0, 195.0)  # of the hex: for two ships, and for more, who need all of the picture
NAME: Final = 17.0  # the size of names; they stand over the bows and under the boxes by turns, so that neighbours leave each other room
NAMES_UP, NAMES_DOWN = 0.96, 1.32  # from the middle of a ship to her name, in radii of her size
PLACE: Final = "0202"
_LETTER: Final[dict[Side, str]] = {"french": "f", "british": "b"}

_HEAD: Final = Markup('<p class="melee-name"><b>{name}</b>, {kind}. {facts}</p>')
_LOG: Final = Markup('<ol class="melee-log" role="list">{}</ol>')
_ROUND: Final = Markup('<li><b>{name}</b><ul role="list">{dice}</ul></li>')
_DIE: Final = Markup("<li>{die}<span>{words}</span></li>")


class Fighter(NamedTuple):
    """A ship to put in the hex: her kind, which gives her hull, and her force."""

    kind: str
    force: int


Sides = tuple[tuple[Fighter, ...], tuple[Fighter, ...]]

# The example that the booklet works out; which hulls those ships have it does not say.
BOOKLET: Final[Sides] = (
    (Fighter("seventy_four", 10), Fighter("frigate", 5)),
    (Fighter("frigate", 6), Fighter("frigate", 4), Fighter("seventy_four", 8)),
)


class Struck(NamedTuple):
    """One die of a round: the ship that it strikes, the face, the force and the points."""

    ship: str
    face: int
    force: int
    damage: int


class Fight(NamedTuple):
    """How the ships stand, and the dice of every round so far."""

    position: Position
    rounds: tuple[tuple[Struck, ...], ...] = ()


# -- the engine ------------------------------------------------------------------------------------------------------------------------


def ship_id(side: Side, place: int) -> str:
    """Return the id of a side's ship by her number.

    >>> ship_id("french", 2)
    'f2'
    """
    return f"{_LETTER[side]}{place}"


@lru_cache(maxsize=50)
def start(rules: Ruleset, sides: Sides) -> Fight:
    """Lock all of them in one hex, before the first round."""
    fighters = [(side, place, each) for side, own in zip(SIDES, sides, strict=True) for place, each in enumerate(own)]
    ships = [
        made_up.ship(ship_id(side, place), side, each.kind, PLACE, "N", name=NAMES[side][place], locked=True)
        for side, place, each in fighters
    ]
    weather, title = {"wind_from": "N", "force": 2}, {"en": N_("In one hex"), "fr": "Dans un hexagone"}
    position = scenarios.build(made_up.scenario("melee", ships, (3, 3), title=title, turns=20, weather=weather), rules)
    forces = {ship_id(side, place): each.force for side, place, each in fighters}
    position = replace(position, ships=tuple(replace(ship, boarding=forces[ship.id]) for ship in position.ships))
    return Fight(begin_boarding(position.with_turn(number=1, step="boarding")).position)


def _one_round(fight: Fight, dice: Any) -> Fight:  # noqa: ANN401 - any hand of dice that keeps its faces
    """Throw for everybody who is struck; after the last round of a turn the next turn's begin [V.a, B12]."""
    position, struck = fight.position, []
    for name in position.turn.due:
        position, events = roll_boarding(dice, position, RollBoarding(name))
        hit = next(event for event in events if isinstance(event, BoardersStruck))
        struck.append(Struck(name, dice.faces[-1], hit.force, hit.damage))
    if not position.turn.due:
        position = begin_boarding(position.with_turn(number=position.turn.number + 1)).position
    return Fight(position, (*fight.rounds, tuple(struck)))


@lru_cache(maxsize=200)
def after(rules: Ruleset, sides: Sides, thrown: tuple[tuple[int, ...], ...]) -> Fight:
    """Return the rounds that these faces make, as far as the rules in force ask for such faces."""
    if not thrown:
        return start(rules, sides)
    before = after(rules, sides, thrown[:-1])
    if is_over(before) or len(before.rounds) < len(thrown) - 1:
        return before
    return with_faces(thrown[-1], partial(_one_round, before), before)


def is_over(fight: Fight) -> bool:
    """Say whether nobody is struck any more."""
    return not fight.position.turn.due


def is_done(fight: Fight) -> bool:
    """Say whether no further round may be fought here."""
    return is_over(fight) or len(fight.rounds) >= MOST_ROUNDS


def losses(position: Position) -> dict[Side, dict[int, Fraction]]:
    """Return the exact chances of the points that each side loses in the next round; nothing for a side that nobody strikes [V.a, T1]."""
    struck = {side: [ship for ship in position.there if ship.side == side and ship.locked and ship.hull] for side in SIDES}
    forces = {side: tuple(max(0, force_of(position, ship)) for ship in own) for side, own in struck.items()}
    if not all(forces.values()):
        return {side: {} for side in SIDES}
    chances = boarding_round.dist(position.rules, forces["french"], forces["british"])
    fields: dict[Side, str] = {"french": "loss_a", "british": "loss_b"}
    return {
        side: {points: Fraction(chance) for points, chance in sorted(chances.marginal(fields[side]).items())}
        if any(share_on(position, ship) >= 0 for ship in struck[side])
        else {}
        for side in SIDES
    }


# -- the panel -------------------------------------------------------------------------------------------------------------------------


def usual(rules: Ruleset, kind: str) -> Fighter:
    """Return a ship of a kind with the force of her card."""
    return Fighter(kind, int(rules.table("demo_ships").at(kind, "boarding")))


def _act(state: State, what: str, value: str, session: Session) -> State | None:
    """Fight a round; change a side's ships; begin again, with the same ships or those of the booklet."""
    if what == "fight":
        return _fight(state, session)
    if what == "again":
        return state.replace(thrown=())
    if what == "booklet":
        return state.replace(sides=BOOKLET, thrown=())
    for side, own in zip(SIDES, state.sides, strict=True):
        if what == f"add-{side}" and value in KINDS:
            return _with_side(state, side, (*own, usual(session.rules, value)))
        for place in range(len(own)):
            if what == ship_id(side, place) and value in ("1", "-1", "away"):
                return _with_side(state, side, _ships_after(own, place, value))
    return None


def _with_side(state: State, side: Side, own: tuple[Fighter, ...]) -> State:
    if not 1 <= len(own) <= MOST_SHIPS:
        message = _("A side has 1 to {n} ships here.").format(n=MOST_SHIPS)
        raise InputError(message)
    return state.replace(sides=tuple(own if each == side else old for each, old in zip(SIDES, state.sides, strict=True)), thrown=())


def _fight(state: State, session: Session) -> State:
    fight = after(session.rules, state.sides, state.thrown)
    if is_done(fight):
        message = _("This boarding is over. Begin again, or put other ships there.")
        raise InputError(message)
    dice = RandomDice(random.Random(session.seed()))
    _one_round(fight, dice)
    return state.replace(thrown=(*state.thrown, tuple(dice.faces)))


def _ships_after(own: tuple[Fighter, ...], place: int, value: str) -> tuple[Fighter, ...]:
    if value == "away":
        return (*own[:place], *own[place + 1 :])
    force = max(0, min(MOST_FORCE, own[place].force + int(value)))
    return (*own[:place], own[place]._replace(force=force), *own[place + 1 :])


def _stored_sides(stored: Any) -> Sides:  # noqa: ANN401 - whatever a browser brings
    french, british = (tuple(Fighter(kind, force) for kind, force in own) for own in stored)
    for own in (french, british):
        if not 1 <= len(own) <= MOST_SHIPS or not all(each.kind in KINDS and each.force in range(MOST_FORCE + 1) for each in own):
            raise ValueError
    return french, british


# -- as text ---------------------------------------------------------------------------------------------------------------------------


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    fight = after(rules, state.sides, state.thrown)
    is_over_now = is_done(fight)
    presses = buttons(
        Press("fight", _("Fight a round"), is_off=is_over_now, is_first=True),
        Press("again", _("Begin again"), is_off=not state.thrown),
        Press("booklet", _("The booklet’s example")),
    )
    sides = [_side(rules, side, own, fight.position) for side, own in zip(SIDES, state.sides, strict=True)]
    yield board_and_words(
        [Board(_scene(fight.position), "hex"), presses],
        [Sentence(_sentence(fight)), Box("melee-sides", sides)],
    )
    yield Heading(_("No round is left") if is_over_now else _("What the next round costs"))
    yield Box("melee-laws", [] if is_over_now else _costs(fight.position))
    yield from _log(rules, fight)


def _scene(position: Position) -> Scene:
    # One hex is all there is to see, and it has to hold six ships: the ropes between all of them would hide the hulls.
    position = replace(position, ships=tuple(replace(ship, locked=False) for ship in position.ships))
    is_crowd = len(position.ships) > PAIR
    shown = replace(display_of(position, Look(radius=RADII[is_crowd], size=SIZE, window=(PLACE, PLACE))), numbers=False, rose="")
    drawn = scene(position, shown)
    if is_crowd:
        layers = (replace(layer, items=_name_labels(position)) if layer.name == "names" else layer for layer in drawn.layers)
        drawn = replace(drawn, layers=tuple(layers))
    return drawn


def _name_labels(position: Position) -> tuple[Group, ...]:
    """Return the names of ships that lie side by side."""
    places = sorted(berths(position.ships).items(), key=lambda each: each[1].x)
    found = []
    for nth, (ship, berth) in enumerate(places):
        down = (NAMES_DOWN if nth % 2 else -NAMES_UP) * berth.size
        at = (round(SIZE[0] / 2 + berth.x * RADII[1], 1), round(SIZE[1] / 2 + (berth.y + down) * RADII[1], 1))
        name = position.ship(ship).name
        found.append(Group((Label(0, 0, name, NAME, "serif", italic=True),), at=at, id=f"name {name}", role="name"))
    return tuple(found)


def _sentence(fight: Fight) -> str:
    position = fight.position
    if not is_over(fight):
        return spread_words(position, [ship for ship in position.there if ship.locked])
    fights = {side: any(ship.side == side and ship.can_fight for ship in position.there) for side in SIDES}
    if all(fights.values()):
        return _("Nobody has any force left, and nobody is struck. [B70]")
    winners = [side for side, is_able in fights.items() if is_able]
    if not winners:
        return _("Nobody on either side can fight any more. The boarding is over. [V.a] [B12]")
    loser = names.SIDES[enemy_of(winners[0])]
    return _("The {side} have no ship left that can fight. The boarding is over. [V.a] [B12]").format(side=loser)


def _side(rules: Ruleset, side: Side, own: tuple[Fighter, ...], position: Position) -> Box:
    name = titled(names.SIDES[side])
    ships = [_ship(position, position.ship(ship_id(side, place)), each, is_one=len(own) == 1) for place, each in enumerate(own)]
    forces = {kind: usual(rules, kind).force for kind in KINDS}
    add = [
        Press(
            f"add-{side}", _("Add a {kind}, force {n}").format(kind=names.KINDS[kind], n=forces[kind]), kind, is_off=len(own) >= MOST_SHIPS
        )
        for kind in KINDS
    ]
    return Box("melee-side", [Heading(name), *ships, buttons(*add, kind="melee-add")], label=name)


def _ship(position: Position, ship: Ship, each: Fighter, *, is_one: bool) -> Box:
    force, share = force_of(position, ship), share_on(position, ship) if ship.locked else -1
    facts = [_("Force {n} now.").format(n=max(0, force)) if force != each.force and ship.hull else ""]
    facts += [_("She cannot fight.")] if not ship.can_fight else [_("Struck with {n}.").format(n=share)] if share >= 0 else []
    head = _HEAD.format(name=ship.name, kind=names.KINDS[each.kind], facts=" ".join(filter(None, facts)))
    force_control = stepper("melee", ship.id, _("Force of {ship}").format(ship=ship.name), each.force, (0, MOST_FORCE))
    away = Press(ship.id, _("Take {ship} away").format(ship=ship.name), "away", is_off=is_one)
    hull = Boxes(_("Hull"), ship.hull, ship.hull_initial)
    return Box("melee-ship", [Custom(head), hull, Box("melee-set", [Custom(force_control), away])])


def _costs(position: Position) -> list[Component]:
    parts: list[Component] = []
    for side, chances in losses(position).items():
        name = names.SIDES[side]
        if not chances:
            parts.append(Box("melee-law", [Note(_("Nobody strikes the {side}.").format(side=name), "")]))
            continue
        mean = sum((points * chance for points, chance in chances.items()), Fraction(0))
        title = _("The {side} lose, all together: {mean} hull points on average").format(side=name, mean=number(mean))
        fill = "third" if side == "french" else "second"
        rows = tuple(Row(points, str(points), _points(points), chance, fill) for points, chance in chances.items())
        parts.append(Box("melee-law", [Note(title, ""), Bars(View("", rows), f"law-{side}")]))
    return parts


def _points(points: int) -> str:
    return ngettext("{n} point", "{n} points", points).format(n=points) if points else _("nothing")


def _log(rules: Ruleset, fight: Fight) -> Iterator[Component]:
    if not fight.rounds:
        return
    a_turn = int(rules.table("boarding").at("rounds_per_turn"))
    items = []
    for place, struck in reversed(list(enumerate(fight.rounds))):
        name = _("Turn {turn}, round {n}").format(turn=place // a_turn + 1, n=place % a_turn + 1)
        dice = joined(_DIE.format(die=die(each.face, pips=True), words=_struck_text(fight.position, each)) for each in struck)
        items.append(_ROUND.format(name=name, dice=dice))
    yield Heading(_("The rounds, the last first"))
    yield Custom(_LOG.format(joined(items)))


def _struck_text(position: Position, struck: Struck) -> str:
    form = _("{ship}, row {force}: {points}")
    return form.format(ship=position.ship(struck.ship).name, force=struck.force, points=_points(struck.damage))


MELEE: Final = Panel(
    "melee",
    "broadside",
    N_("Put them in one hex"),
    _body,
    fields=(
        Value("sides", BOOKLET, _stored_sides, lambda sides: [[list(each) for each in own] for own in sides]),
        throws("thrown", MOST_ROUNDS, 2 * MOST_SHIPS),
    ),
    act=_act,
    kind="sky-panel melee",
)
