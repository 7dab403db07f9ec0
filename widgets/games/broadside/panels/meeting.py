"""A panel about shared hexes: orders written for some ships, opened together, moment by moment, and why who keeps which hex."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.errors import InputError
from rulesdemo.games.broadside.board import GRID
from rulesdemo.games.broadside.grammar import Fault, read_order
from rulesdemo.games.broadside.play import ENGINE
from rulesdemo.games.broadside.play.contact import HULL, NOWHERE, POTENTIAL, SPENT
from rulesdemo.games.broadside.play.helm import check_order, helm_of, straight_on, walk
from rulesdemo.games.broadside.play.movement import moves
from rulesdemo.games.broadside.play.state import Contact, DiceRequest, Place, Position, Track
from rulesdemo.odds.dice import D6, RandomDice
from rulesdemo.play.engine import apply
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.board.sheet import free_corner, window_around
from widgets.games.broadside import names
from widgets.games.broadside.board.scene import display_of, scene, sheet_of
from widgets.games.broadside.board.tracks import Moment, contact_words, moment_words, moments
from widgets.games.broadside.panels.meetings import (
    ENEMIES,
    EXAMPLES,
    FRIENDS,
    OWN,
    THROWS,
    Meeting,
    Movement,
    end_chances,
    ids,
    meeting_of,
    movement,
    start,
)
from widgets.games.broadside.panels.parts import board_and_words
from widgets.games.broadside.panels.sky import FORCES
from widgets.kit.components import Bars, Board, Box, Cell, Controls, Custom, Press, Sentence, Table
from widgets.kit.controls import Choice, Int, Select, Value, throws
from widgets.kit.odds_rows import Row, View
from widgets.kit.panel import Component, Panel, Session, State
from widgets.kit.radio_row import picked
from widgets.kit.radios import Radios
from widgets.kit.text_field import TextInput
from widgets.play.game_guide import Look
from widgets.play.order_slate import LONGEST
from widgets.scene.shapes import Scene
from widgets.web.phrases import titled
from widgets.web.rule_links import cited

SIZE: Final = (440.0, 400.0)
FIRST: Final = meeting_of(next(iter(EXAMPLES)))
TITLES: Final = {number: N_("{number} {title}").format(number=number, title=each.title) for number, each in EXAMPLES.items()}
FACES: Final = {face: str(face) for face in D6.faces}
FLAGS: Final = {OWN: N_("As told"), FRIENDS: N_("All friends"), ENEMIES: N_("First against the others")}
FILLS: Final = ("best", "second", "third", "fourth", "fifth", "sixth")
MOST_THROWS: Final = 6
MOST_DICE: Final = 99  # more than any throw has
# Why a ship keeps a hex: the field of a track that was compared, and what is said of both numbers.
MERITS: Final = {
    SPENT: ("spent", N_("{more} M spent against {less}. [IV]")),
    POTENTIAL: ("potential", N_("Equal in M spent; {more} M to spend against {less}. [IV]")),
    HULL: ("hull", N_("Equal in both; {more} hull points against {less}. [IV]")),
}

_READING: Final = Markup('<div class="meet-told" id="meet-told-{ship}">{words}</div>')
_THROWN: Final = Markup('<span class="meet-thrown">{}</span>')
_BOLD: Final = Markup("<b>{}</b>")


# -- what a reader can do --------------------------------------------------------------------------------------------------------------


def meeting_in(state: State) -> Meeting:
    """Return the meeting of a state; where orders are stored for ships that the example does not have, it has its own."""
    known, orders = ids(state.example), state.orders
    if any(ship not in known for ship, _text in orders):
        orders = EXAMPLES[state.example].orders
    return Meeting(state.example, orders, state.flags, state.force, state.faces)


def _last(rules: Ruleset, state: State) -> int:
    return len(pictures(movement(rules, meeting_in(state)))) - 1


def _act(state: State, what: str, value: str, session: Session) -> State | None:
    """Play the move or stop it, throw or take the dice back, or write an order."""
    if what in ("play", "stop"):
        return state.replace(is_playing=what == "play", step=0 if what == "play" else state.step)
    if what == "again":
        return state.replace(faces=(), step=0)
    if what in ("throw", "face"):
        return _throw(state, value if what == "face" else "", session)
    kind, _dot, ship = what.partition(".")
    if kind != "order" or ship not in ids(state.example):
        return None
    orders = {**dict(meeting_in(state).orders), ship: value.strip().upper()[:LONGEST]}
    return state.replace(orders=tuple((name, orders[name]) for name in ids(state.example) if orders.get(name)))


def _throw(state: State, face: str, session: Session) -> State:
    """Throw what is due, or take a face of the reader's own; the moment that comes of it is looked at."""
    here = movement(session.rules, meeting_in(state))
    if here.asked is None or (face and here.asked.kind != "contact"):
        message = _("No such die is due. Throw the one that is named, or go on with the move.")
        raise InputError(message)
    if face:
        faces: tuple[int, ...] = (picked(face, FACES),)
    else:
        dice = RandomDice(random.Random(session.seed()))
        apply(ENGINE, dice, here.position, THROWS[here.asked.kind])
        faces = tuple(dice.faces)
    state = state.replace(faces=(*state.faces, faces))
    return state.replace(step=_last(session.rules, state))


def _react(before: State, after: State) -> State:
    """Begin another example, and a move with other orders, flags or wind, anew; whatever is done, the move plays no longer."""
    if before.is_playing:
        after = after.replace(is_playing=False)
    if after.example != before.example:
        fresh = meeting_of(after.example)
        return after.replace(orders=fresh.orders, flags=fresh.flags, force=fresh.force, faces=(), step=0)
    is_same = (after.orders, after.flags, after.force) == (before.orders, before.flags, before.force)
    return after if is_same else after.replace(faces=(), step=0)


def _tick(state: State, session: Session) -> State:
    last = _last(session.rules, state)
    step = min(last, state.step + 1)
    return state.replace(step=step, is_playing=step < last)


def _stored_orders(stored: Any) -> tuple[tuple[str, str], ...]:  # noqa: ANN401 - whatever a browser brings
    orders = tuple((ship, text) for ship, text in stored)
    if not all(isinstance(ship, str) and isinstance(text, str) and 0 < len(text) <= LONGEST for ship, text in orders):
        raise ValueError
    return orders


# -- moments ---------------------------------------------------------------------------------------------------------------------------


def pictures(found: Movement) -> tuple[Moment, ...]:
    """Return every moment of a movement; the last one waits for dice where some are asked for."""
    every = moments(found.event)
    return (*every[:-1], every[-1]._replace(asked=found.asked)) if found.asked is not None else every


def picture(found: Movement, step: int) -> Scene:
    """Draw the board at a moment, framed so that all of the movement fits."""
    hexes = found.position.scenario.chart.hexes
    taken = [place.hex for track in found.event.tracks for place in track.steps]
    shown = display_of(found.position, Look(size=SIZE, window=window_around(GRID, hexes, taken)))
    sheet = sheet_of(hexes, shown.radius, shown.window, shown.size)
    return scene(found.position, replace(shown, moment=pictures(found)[step], rose=free_corner(sheet, taken, ())))


def moment_sentence(found: Movement, step: int) -> str:
    """Return what a moment shows, the numbers that decided, and the rule."""
    now = pictures(found)[step]
    words = f"{moment_words(found.position, now)}."
    if now.asked is not None:
        return f"{words} {'[V.a] [B66]' if now.asked.kind == 'contact' else '[IV] [B9]'}"
    if not now.contacts:
        orders = [f"{found.position.ship(track.ship).name} {track.order}" for track in found.event.tracks if track.order]
        return _("{words} The orders: {orders}. [IV]").format(words=words, orders=", ".join(orders)) if not step else f"{words} [IV]"
    return f"{words} {_reason(found, now.contacts[-1])}"


def _reason(found: Movement, contact: Contact) -> str:
    """Return the two numbers that were compared, or the rule that needs none."""
    tracks = {track.ship: track for track in found.event.tracks}
    if contact.how != "kept":
        return "[V.a] [B14]"
    if contact.why == NOWHERE:
        return _("A ship that has not moved has no hex to go back to. [B65]")
    if contact.why not in MERITS:
        return "[IV] [B9]"
    merit, form = MERITS[contact.why]
    more, less = (getattr(tracks[name], merit) for name in (contact.keeper, contact.back))
    return str(form.format(more=more, less=less))


# -- orders ----------------------------------------------------------------------------------------------------------------------------


def reading(position: Position, ship: str, text: str) -> tuple[bool, str]:
    """Return whether an order can be carried out, and where it leads; one that cannot counts as none."""
    found = position.ship(ship)
    if not moves(found):
        return True, _("She does not move. [IV]")
    helm = helm_of(position, found)
    straight = _("So she sails straight on with {n} M. [B26] [B58]").format(n=straight_on(helm))
    if not text:
        return True, _("No order: she sails straight on with {n} M. [B26]").format(n=straight_on(helm))
    order = read_order(position.rules, text)
    if isinstance(order, Fault):
        return False, _("At character {at}: {reason} [{rule}] {straight}").format(**order._asdict(), straight=straight)
    refusal = check_order(position.rules, helm, text)
    if refusal is not None:
        return False, f"{refusal.reason} [{refusal.rule}] {straight}"
    here = Place(found.place, found.heading)
    way = walk(position.rules, position.scenario.chart, position.sky.wind_from, here, order)
    if way.left:
        return True, _("She leaves the map. [B61]")
    return True, _("To {hex}, heading {heading}.").format(hex=GRID.label(way.end.hex), heading=GRID.name(way.end.heading))


def _wrong(rules: Ruleset, state: State) -> list[str]:
    meeting = meeting_in(state)
    position, orders = start(rules, meeting), dict(meeting.orders)
    return [f"order.{ship}" for ship in ids(state.example) if not reading(position, ship, orders.get(ship, ""))[0]]


def _order(position: Position, ship: str, text: str) -> Box:
    is_good, words = reading(position, ship, text)
    found = position.ship(ship)
    helm = helm_of(position, found)
    label = _("{ship}, {kind}: {least} to {most} M").format(
        ship=found.name, kind=names.SHIPS[found.side, found.type_name], least=helm.least, most=helm.most
    )
    line = TextInput(f"order.{ship}", label, text, LONGEST, f"told-{ship}", is_wrong=not is_good, id=f"order-{ship}")
    leads = Custom(_READING.format(ship=ship, words=cited("broadside", words, f"meet-{ship}")))
    return Box(f"meet-order is-{'good' if is_good else 'wrong'}", [line, leads])


# -- the panel -------------------------------------------------------------------------------------------------------------------------


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    meeting = meeting_in(state)
    found, position = movement(rules, meeting), start(rules, meeting)
    last, now, orders = _last(rules, state), pictures(found)[state.step], dict(meeting.orders)
    step: list[Component] = [Controls(rules, state, ("step",), kind="")]
    if last:  # where nobody moves there is nothing to play
        step.append(Press("stop", _("Stop")) if state.is_playing else Press("play", _("Play")))
    dice = _dice(found.asked if state.step == last else None, meeting)
    board: list[Component] = [Board(picture(found, state.step), "meet-board"), Box("meet-move", step)]
    board += [Sentence(moment_sentence(found, state.step)), *([Box("meet-dice", dice)] if dice else [])]
    heads = (_("Ship"), _("Order"), _("M spent"), _("M to spend"), _("Hull"), _("Ends in"))
    caption, rows = _("What is compared, in this order"), [_row(found, track, now) for track in found.event.tracks]
    words: list[Component] = [
        Box("meet-orders", [_order(position, ship, orders.get(ship, "")) for ship in ids(state.example)]),
        Table(heads, rows, caption, "sky-table meet-table", label=caption),
        Box("odds", [Bars(_ends(rules, meeting, found), "law")]),
    ]
    yield board_and_words(board, words)


def _row(found: Movement, track: Track, now: Moment) -> list[Any]:
    """Return a ship's numbers; those that decided the last hex so far stand out."""
    contact = now.contacts[-1] if now.contacts else None
    why = contact.why if contact is not None and track.ship in (contact.keeper, contact.back) else ""
    merit, _words = MERITS.get(why, ("", ""))
    here = next(each for each in now.tracks if each.ship == track.ship)
    ends = GRID.label(here.place.hex) if now.number == now.last and now.asked is None else "…"
    values = {"order": track.order or "–", "spent": track.spent, "potential": track.potential, "hull": track.hull, "ends": ends}
    cells = (Cell(_BOLD.format(value), "is-here") if name == merit else value for name, value in values.items())
    return [found.position.ship(track.ship).name, *cells]


def _dice(asked: DiceRequest | None, meeting: Meeting) -> list[Component]:
    parts: list[Component] = []
    if asked is not None and asked.kind == "contact":
        parts.append(Radios("face", _("Or take a face"), FACES, 0))
    if meeting.faces:
        faces = ", ".join(" ".join(map(str, each)) for each in meeting.faces)
        parts.append(Custom(_THROWN.format(_("Thrown: {faces}").format(faces=faces))))
    if asked is not None:
        parts.append(Press("throw", _("Throw the die") if asked.kind == "contact" else _("Throw a die each"), is_first=True))
    if meeting.faces:
        parts.append(Press("again", _("Take the dice back")))
    return parts


def _ends(rules: Ruleset, meeting: Meeting, found: Movement) -> View:
    """Return how it can end, from the opening of the orders on."""
    rows = []
    for place, (contacts, chance) in enumerate(end_chances(rules, meeting)):
        words = ". ".join(contact_words(found.position, contact) for contact in contacts) or _("No two ships end in one hex")
        rows.append(Row(place, words, words, chance, FILLS[min(place, len(FILLS) - 1)]))
    return View("", tuple(rows), title=titled(ngettext("How it ends", "How it can end", len(rows))))


MEETING: Final = Panel(
    "meet",
    "broadside",
    N_("Orders opened together"),
    _body,
    fields=(
        Select("example", N_("Example"), TITLES),
        Value("orders", FIRST.orders, _stored_orders, lambda orders: list(map(list, orders))),
        Choice("flags", N_("Whose ships"), FLAGS),
        Choice("force", N_("Wind force"), FORCES, start=FIRST.force),
        throws("faces", MOST_THROWS, MOST_DICE, least=1),
        Int("step", N_("Moment of the move"), lambda rules, state: (0, _last(rules, state)), slides=True, is_apart=True),
        Value("is_playing", start=False, is_stored=False),
    ),
    act=_act,
    react=_react,
    wrong=_wrong,
    plays=lambda state: bool(state.is_playing),
    tick=_tick,
    kind="meet-panel",
)
