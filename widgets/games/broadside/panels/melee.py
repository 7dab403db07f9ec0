"""Several ships in one hex: the reader puts them there, sees how the forces are spread, and fights round by round with the real engine."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.errors import FacesError, InputError
from rulesdemo.games.broadside.boarding import boarding_round
from rulesdemo.games.broadside.play import scenarios
from rulesdemo.games.broadside.play.boarding import begin_boarding, force_of, roll_boarding, share_on
from rulesdemo.games.broadside.play.events import BoardersStruck
from rulesdemo.games.broadside.play.orders import RollBoarding
from rulesdemo.games.broadside.play.state import SIDES, Position, Ship, Side, enemy_of
from rulesdemo.odds.dice import FixedDice, RandomDice
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _, ngettext
from widgets.games.broadside import names
from widgets.games.broadside.board.scene import scene, shown_by
from widgets.games.broadside.board.ships import PAIR, berths
from widgets.games.broadside.lessons.boarders import spread_told
from widgets.kit import bars
from widgets.kit.bars import number
from widgets.kit.box_row import boxes
from widgets.kit.odds_rows import Row, View
from widgets.kit.stepper import stepper
from widgets.play.game_guide import Look
from widgets.play.session import Desk
from widgets.scene import svg
from widgets.scene.shapes import Group, Label
from widgets.web.badges import die, joined
from widgets.web.phrases import titled, unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

GAME: Final = "broadside"
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

_PANEL: Final = Markup(
    '<section class="sky-panel melee" aria-labelledby="melee-title"><h3 id="melee-title">{title}</h3>'
    '<div class="sky-both"><div class="sky-board">{board}<div class="wheel-turns">{buttons}</div></div>'
    '<div class="sky-told"><div class="panel-said" role="status">{said}</div><div class="melee-sides">{sides}</div></div></div>'
    '<h4>{law_title}</h4><div class="melee-laws">{laws}</div>{log}</section>'
)
_SIDE: Final = Markup(
    '<div class="melee-side" role="group" aria-label="{name}"><h4>{name}</h4>{ships}<div class="melee-add">{add}</div></div>'
)
_SHIP: Final = Markup('<div class="melee-ship">{head}{hull}<div class="melee-set">{force}{away}</div></div>')
_HEAD: Final = Markup('<p class="melee-name"><b>{name}</b>, {kind}. {struck}</p>')
_BUTTON: Final = Markup(
    '<button type="button" id="melee-{key}" data-do="extra" data-name="melee:{what}" data-by="{by}"{more}>{words}</button>'
)
_LAW: Final = Markup('<div class="melee-law"><p>{title}</p>{bars}</div>')
_LOG: Final = Markup('<h4>{title}</h4><ol class="melee-log" role="list">{rounds}</ol>')
_ROUND: Final = Markup('<li><b>{name}</b><ul role="list">{dice}</ul></li>')
_DIE: Final = Markup("<li>{die}<span>{words}</span></li>")
_FIRST: Final = Markup(' class="first"')
_OFF: Final = Markup(' aria-disabled="true"')  # a button that sleeps outright would let go of the focus


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
    """One die of a round: whom it strikes, the face, the force and the points."""

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
    """The id of a side's ship by her number.

    >>> ship_id("french", 2)
    'f2'
    """
    return f"{_LETTER[side]}{place}"


@lru_cache(maxsize=50)
def start(rules: Ruleset, sides: Sides) -> Fight:
    """All of them locked in one hex, before the first round."""
    ships = [
        {
            "id": ship_id(side, place),
            "name": NAMES[side][place],
            "side": side,
            "type": each.kind,
            "at": PLACE,
            "heading": "N",
            "locked": True,
        }
        for side, own in zip(SIDES, sides, strict=True)
        for place, each in enumerate(own)
    ]
    words = {"name": "melee", "title": {"en": "In one hex", "fr": "Dans un hex"}, "about": "Ours.", "provenance": "reconstructed"}
    sea = {"map": {"columns": 3, "rows": 3}, "weather": {"wind_from": "N", "force": 2}}
    position = scenarios.build({**words, "source": ["Ours."], "turns": 20, **sea, "ship": ships}, rules)
    forces = {ship_id(side, place): each.force for side, own in zip(SIDES, sides, strict=True) for place, each in enumerate(own)}
    position = replace(position, ships=tuple(replace(ship, boarding=forces[ship.id]) for ship in position.ships))
    return Fight(begin_boarding(position.with_turn(number=1, step="boarding")).position)


def _one_round(fight: Fight, dice: Any) -> Fight:  # noqa: ANN401 - any hand of dice that keeps its faces
    """Everybody who is struck throws; after the last round of a turn the next turn's begin [V.a, B12]."""
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
    """The rounds that these faces make, as far as the rules in force ask for such faces."""
    if not thrown:
        return start(rules, sides)
    before = after(rules, sides, thrown[:-1])
    if is_over(before) or len(before.rounds) < len(thrown) - 1:
        return before
    dice = FixedDice(thrown[-1])
    try:
        found = _one_round(before, dice)
        dice.finish()
    except FacesError:
        return before
    return found


def is_over(fight: Fight) -> bool:
    """Whether nobody is struck any more."""
    return not fight.position.turn.due


def losses(position: Position) -> dict[Side, dict[int, Fraction]]:
    """The exact law of the points that each side loses in the round to come; nothing for a side that nobody strikes [V.a, T1]."""
    struck = {side: [ship for ship in position.there if ship.side == side and ship.locked and ship.hull] for side in SIDES}
    forces = {side: tuple(max(0, force_of(position, ship)) for ship in own) for side, own in struck.items()}
    if not all(forces.values()):
        return {side: {} for side in SIDES}
    law = boarding_round.dist(position.rules, forces["french"], forces["british"])
    fields: dict[Side, str] = {"french": "loss_a", "british": "loss_b"}
    return {
        side: {points: Fraction(chance) for points, chance in sorted(law.marginal(fields[side]).items())}
        if any(share_on(position, ship) >= 0 for ship in struck[side])
        else {}
        for side in SIDES
    }


# -- the panel -------------------------------------------------------------------------------------------------------------------------


def usual(desk: Desk, kind: str) -> Fighter:
    """A ship of a kind with the force of her card."""
    return Fighter(kind, int(desk.rules.table("demo_ships").at(kind, "boarding")))


@dataclass(slots=True)
class Melee:
    """The ships in the hex, and the faces of the rounds fought."""

    sides: Sides = BOOKLET
    thrown: tuple[tuple[int, ...], ...] = ()
    key: str = field(default="melee", init=False)

    def html(self, desk: Desk) -> Markup:
        """The panel, under the rules in force."""
        return _panel(desk.rules, self.sides, self.thrown)

    def act(self, what: str, value: str, desk: Desk) -> None:
        """A round; a ship more, fewer, or of another force; the same ships again; or those of the booklet."""
        if what == "fight":
            self._fight(desk)
        elif what == "again":
            self.thrown = ()
        elif what == "booklet":
            self.sides, self.thrown = BOOKLET, ()
        elif what.startswith("add-") and what[4:] in SIDES and value in KINDS:
            self._change(what[4:], lambda own: (*own, usual(desk, value)))
        elif (found := self._found(what)) is not None and value in ("1", "-1", "away"):
            side, place = found
            self._change(side, lambda own: _changed(own, place, value))
        else:
            raise unknown(what)

    def _found(self, what: str) -> tuple[Side, int] | None:
        for side, own in zip(SIDES, self.sides, strict=True):
            for place in range(len(own)):
                if what == ship_id(side, place):
                    return side, place
        return None

    def _change(self, side: Any, change: Any) -> None:  # noqa: ANN401 - a side, and what to do to its ships
        own = change(self.sides[SIDES.index(side)])
        if not 1 <= len(own) <= MOST_SHIPS:
            message = _("A side has 1 to {n} ships here.").format(n=MOST_SHIPS)
            raise InputError(message)
        french, british = (own if each == side else self.sides[SIDES.index(each)] for each in SIDES)
        self.sides, self.thrown = (french, british), ()

    def _fight(self, desk: Desk) -> None:
        fight = after(desk.rules, self.sides, self.thrown)
        if is_over(fight) or len(self.thrown) >= MOST_ROUNDS:
            message = _("This boarding is over. Begin again, or put other ships there.")
            raise InputError(message)
        dice = RandomDice(random.Random(desk.seed()))
        _one_round(fight, dice)
        self.thrown = (*self.thrown, tuple(dice.faces))

    def kept(self) -> list[Any]:
        """The ships and the faces."""
        return [[[list(each) for each in own] for own in self.sides], [list(faces) for faces in self.thrown]]

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same again, if they can be."""
        if not isinstance(kept, list) or len(kept) != len(("sides", "thrown")):
            return
        sides, thrown = kept
        if not isinstance(sides, list) or len(sides) != len(SIDES) or not all(map(_is_side, sides)):
            return
        if isinstance(thrown, list) and len(thrown) <= MOST_ROUNDS and all(map(_are_faces, thrown)):
            french, british = (tuple(Fighter(*each) for each in own) for own in sides)
            self.sides, self.thrown = (french, british), tuple(map(tuple, thrown))


def _changed(own: tuple[Fighter, ...], place: int, value: str) -> tuple[Fighter, ...]:
    if value == "away":
        return (*own[:place], *own[place + 1 :])
    force = max(0, min(MOST_FORCE, own[place].force + int(value)))
    return (*own[:place], own[place]._replace(force=force), *own[place + 1 :])


def _is_side(own: Any) -> bool:  # noqa: ANN401 - whatever a browser brings
    if not isinstance(own, list) or not 1 <= len(own) <= MOST_SHIPS:
        return False
    return all(
        isinstance(each, list) and [type(part) for part in each] == [str, int] and each[0] in KINDS and 0 <= each[1] <= MOST_FORCE
        for each in own
    )


def _are_faces(faces: Any) -> bool:  # noqa: ANN401 - whatever a browser brings
    return isinstance(faces, list) and all(type(face) is int and 1 <= face <= 6 for face in faces)  # noqa: PLR2004 - a die


# -- as text ---------------------------------------------------------------------------------------------------------------------------


@cached
def _panel(rules: Ruleset, sides: Sides, thrown: tuple[tuple[int, ...], ...]) -> Markup:
    fight = after(rules, sides, thrown)
    is_done = is_over(fight) or len(thrown) >= MOST_ROUNDS
    buttons = [
        _BUTTON.format(key="fight", what="fight", by="", more=_FIRST + (_OFF if is_done else ""), words=_("Fight a round")),
        _BUTTON.format(key="again", what="again", by="", more="" if thrown else _OFF, words=_("Begin again")),
        _BUTTON.format(key="booklet", what="booklet", by="", more="", words=_("The booklet’s example")),
    ]
    return _PANEL.format(
        title=_("Put them in one hex"),
        board=_drawn(fight.position),
        buttons=joined(buttons),
        said=cited(GAME, _said(fight), "melee-said"),
        sides=joined(_side(rules, side, own, fight.position) for side, own in zip(SIDES, sides, strict=True)),
        law_title=_("What the next round costs") if not is_done else _("No round is left"),
        laws=_laws(fight.position) if not is_done else Markup(""),
        log=_log(rules, fight),
    )


@cached
def _drawn(position: Position) -> Markup:
    # One hex is all there is to see, and it has to hold six ships: the ropes between all of them would hide the hulls.
    position = replace(position, ships=tuple(replace(ship, locked=False) for ship in position.ships))
    is_crowd = len(position.ships) > PAIR
    shown = replace(shown_by(position, Look(radius=RADII[is_crowd], size=SIZE, window=(PLACE, PLACE))), numbers=False, rose="")
    drawn = scene(position, shown)
    if is_crowd:
        layers = (replace(layer, items=_named(position)) if layer.name == "names" else layer for layer in drawn.layers)
        drawn = replace(drawn, layers=tuple(layers))
    return Markup(svg.svg(drawn, "hex"))  # noqa: S704 - our own painter, which escapes every word


def _named(position: Position) -> tuple[Group, ...]:
    """The names of ships that lie side by side."""
    places = sorted(berths(position.ships).items(), key=lambda each: each[1].x)
    found = []
    for nth, (ship, berth) in enumerate(places):
        down = (NAMES_DOWN if nth % 2 else -NAMES_UP) * berth.size
        at = (round(SIZE[0] / 2 + berth.x * RADII[1], 1), round(SIZE[1] / 2 + (berth.y + down) * RADII[1], 1))
        name = position.ship(ship).name
        found.append(Group((Label(0, 0, name, NAME, "serif", italic=True),), at=at, id=f"name {name}", role="name"))
    return tuple(found)


def _said(fight: Fight) -> str:
    position = fight.position
    if not is_over(fight):
        return spread_told(position, [ship for ship in position.there if ship.locked])
    fights = {side: any(ship.side == side and ship.can_fight for ship in position.there) for side in SIDES}
    if all(fights.values()):
        return _("Nobody has any force left, and nobody is struck. [B70]")
    winners = [side for side, is_able in fights.items() if is_able]
    if not winners:
        return _("Nobody on either side can fight any more. The boarding is over. [V.a] [B12]")
    loser = names.SIDES[enemy_of(winners[0])]
    return _("The {side} have no ship left that can fight. The boarding is over. [V.a] [B12]").format(side=loser)


def _side(rules: Ruleset, side: Side, own: tuple[Fighter, ...], position: Position) -> Markup:
    ships = joined(_ship(position, position.ship(ship_id(side, place)), each, is_one=len(own) == 1) for place, each in enumerate(own))
    more = _OFF if len(own) >= MOST_SHIPS else ""
    add = joined(
        _BUTTON.format(
            key=f"add-{side}-{kind}",
            what=f"add-{side}",
            by=kind,
            more=more,
            words=_("Add a {kind}, force {n}").format(kind=names.KINDS[kind], n=rules.table("demo_ships").at(kind, "boarding")),
        )
        for kind in KINDS
    )
    return _SIDE.format(name=titled(names.SIDES[side]), ships=ships, add=add)


def _ship(position: Position, ship: Ship, each: Fighter, *, is_one: bool) -> Markup:
    force = force_of(position, ship)
    share = share_on(position, ship) if ship.locked else -1
    told = [_("Force {n} now.").format(n=max(0, force)) if force != each.force and ship.hull else ""]
    told += [_("She cannot fight.")] if not ship.can_fight else [_("Struck with {n}.").format(n=share)] if share >= 0 else []
    return _SHIP.format(
        head=_HEAD.format(name=ship.name, kind=names.KINDS[each.kind], struck=" ".join(filter(None, told))),
        hull=boxes(_("Hull"), ship.hull, initial=ship.hull_initial),
        force=stepper("melee", ship.id, _("Force of {ship}").format(ship=ship.name), each.force, (0, MOST_FORCE)),
        away=_BUTTON.format(
            key=f"away-{ship.id}", what=ship.id, by="away", more=_OFF if is_one else "", words=_("Take {ship} away").format(ship=ship.name)
        ),
    )


def _laws(position: Position) -> Markup:
    parts = []
    for side, law in losses(position).items():
        name = names.SIDES[side]
        if not law:
            parts.append(_LAW.format(title=_("Nobody strikes the {side}.").format(side=name), bars=""))
            continue
        mean = sum((points * chance for points, chance in law.items()), Fraction(0))
        title = _("The {side} lose, all together: {mean} hull points on average").format(side=name, mean=number(mean))
        fill = "third" if side == "french" else "second"
        rows = tuple(Row(points, str(points), _points(points), chance, fill) for points, chance in law.items())
        parts.append(_LAW.format(title=title, bars=bars.bars(View("", rows), f"melee-law-{side}")))
    return joined(parts)


def _points(points: int) -> str:
    return ngettext("{n} point", "{n} points", points).format(n=points) if points else _("nothing")


def _log(rules: Ruleset, fight: Fight) -> Markup:
    if not fight.rounds:
        return Markup("")
    a_turn = int(rules.table("boarding").at("rounds_per_turn"))
    items = []
    for place, struck in reversed(list(enumerate(fight.rounds))):
        name = _("Turn {turn}, round {n}").format(turn=place // a_turn + 1, n=place % a_turn + 1)
        dice = joined(_DIE.format(die=die(each.face, pips=True), words=_struck_told(fight.position, each)) for each in struck)
        items.append(_ROUND.format(name=name, dice=dice))
    return _LOG.format(title=_("The rounds, the last first"), rounds=joined(items))


def _struck_told(position: Position, struck: Struck) -> str:
    form = _("{ship}, row {force}: {points}")
    return form.format(ship=position.ship(struck.ship).name, force=struck.force, points=_points(struck.damage))
