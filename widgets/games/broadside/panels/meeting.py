"""A panel about shared hexes: orders written for some ships, opened together, moment by moment, and why who keeps which hex."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.errors import InputError
from rulesdemo.games.broadside.board import GRID
from rulesdemo.games.broadside.grammar import Fault, read_order
from rulesdemo.games.broadside.play import ENGINE
from rulesdemo.games.broadside.play.helm import check_order, helm_of, straight_on, walk
from rulesdemo.games.broadside.play.movement import moves
from rulesdemo.games.broadside.play.state import Asked, Contact, Place, Position, Track
from rulesdemo.odds.dice import D6, RandomDice
from rulesdemo.play.engine import apply
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.board.sheet import free_corner, window_around
from widgets.games.broadside import names
from widgets.games.broadside.board.scene import scene, sheet_of, shown_by
from widgets.games.broadside.board.tracks import Moment, contact_words, moment_words, moments
from widgets.games.broadside.panels.meetings import (
    ENEMIES,
    EXAMPLES,
    FRIENDS,
    OWN,
    THROWS,
    Meeting,
    Moved,
    ids,
    law,
    meeting_of,
    moved,
    start,
)
from widgets.games.broadside.panels.sky import FORCES
from widgets.kit.bars import bars
from widgets.kit.odds_rows import Row, View
from widgets.kit.radio_row import picked, radio_row
from widgets.kit.stepper import stepper
from widgets.play.game_guide import Look
from widgets.play.order_slate import LONGEST
from widgets.play.session import Desk
from widgets.scene import svg
from widgets.scene.shapes import Scene
from widgets.web.badges import joined
from widgets.web.phrases import titled, unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

KEY: Final = "meet"
SIZE: Final = (440.0, 400.0)
FACES: Final = {face: str(face) for face in D6.faces}
FLAGS: Final = {OWN: N_("As told"), FRIENDS: N_("All friends"), ENEMIES: N_("First against the others")}
FILLS: Final = ("best", "second", "third", "fourth", "fifth", "sixth")
MOST_THROWS: Final = 6
COLOSSAL: Final = 100  # more moments than any movement has, and more dice than any throw
MERITS: Final = {"more M spent": "spent", "more M to spend": "potential", "more hull": "hull"}
_PANEL: Final = Markup(
    '<section class="meet-panel" aria-labelledby="meet-title"><h3 id="meet-title">{title}</h3><div class="panel-controls">{controls}</div>'
    '<div class="sky-both"><div class="sky-board">{board}<div class="meet-move">{step}{play}</div>'
    '<div class="panel-said" role="status">{said}</div>{dice}</div>'
    '<div class="sky-told"><div class="meet-orders">{orders}</div><div class="table-scroll" tabindex="0" role="region" '
    'aria-label="{caption}"><table class="sky-table meet-table"><caption>{caption}</caption><thead><tr>{heads}</tr></thead>'
    '<tbody>{rows}</tbody></table></div><div class="odds">{law}</div></div></div></section>'
)
_PICK: Final = Markup(
    '<div class="field"><label for="meet-example">{name}</label>'
    '<select id="meet-example" data-set="extra:meet:example">{options}</select></div>'
)
_OPTION: Final = Markup('<option value="{value}"{on}>{words}</option>')
_ON: Final = Markup(" selected")
_ORDER: Final = Markup(
    '<div class="meet-order is-{state}"><label for="meet-order-{ship}">{label}</label>'
    '<input type="text" class="text" id="meet-order-{ship}" data-set="extra:meet:order.{ship}" value="{value}" maxlength="{most}" '
    'autocomplete="off" autocapitalize="characters" spellcheck="false" aria-describedby="meet-told-{ship}"{wrong}>'
    '<div class="meet-told" id="meet-told-{ship}">{told}</div></div>'
)
_WRONG: Final = Markup(' aria-invalid="true"')
_HEAD: Final = Markup('<th scope="col">{}</th>')
_ROW: Final = Markup('<tr><th scope="row">{name}</th>{cells}</tr>')
_CELL: Final = Markup("<td{here}>{words}</td>")
_HERE: Final = Markup(' class="is-here"')
_BOLD: Final = Markup("<b>{}</b>")
_DICE: Final = Markup('<div class="meet-dice">{faces}{buttons}</div>')
_BUTTON: Final = Markup('<button type="button" id="meet-{what}" data-do="extra" data-name="meet:{what}" data-by=""{more}>{words}</button>')
_FIRST: Final = Markup(' class="first"')


class MeetingBoard:
    """A panel: the first example, until the reader takes another, writes orders, throws, or steps through the move."""

    key = KEY

    def __init__(self) -> None:
        """Two ships that want one hex, before they move."""
        self.meeting = meeting_of(next(iter(EXAMPLES)))
        self.step = 0
        self.is_playing = False

    # -- what a reader can do ----------------------------------------------------------------------------------------------------------

    def act(self, what: str, value: str, desk: Desk) -> None:
        """Another example, order, flag or wind begins anew; a throw goes on; a step looks at another moment."""
        kind, _dot, ship = what.partition(".")
        now = self.meeting
        self.is_playing = what == "play"
        if what in ("play", "stop"):
            self.step = 0 if what == "play" else self.step
            return
        if what in ("step", "step.at"):
            self.step = _stepped(self.step, what, value, len(pictures(moved(desk.rules, now))) - 1)
            return
        if what in ("throw", "face"):
            self._throw(value if what == "face" else "", desk)
            return
        if what == "example" and value in EXAMPLES:
            now = meeting_of(value)
        elif what == "flags" and value in FLAGS:
            now = now._replace(flags=value)
        elif what == "force":
            now = now._replace(force=picked(value, FORCES))
        elif what == "again":
            now = now._replace()
        elif kind == "order" and ship in ids(now.example):
            orders = {**dict(now.orders), ship: value.strip().upper()[:LONGEST]}
            now = now._replace(orders=tuple((name, orders[name]) for name in ids(now.example) if orders.get(name)))
        else:
            raise unknown(what)
        self.meeting, self.step = now._replace(faces=()), 0

    def tick(self, desk: Desk) -> None:
        """The next moment, while it plays."""
        last = len(pictures(moved(desk.rules, self.meeting))) - 1
        self.step = min(last, self.step + 1)
        self.is_playing = self.step < last

    def _throw(self, face: str, desk: Desk) -> None:
        """Throw whatever is asked for, or take a face of the reader's own; the moment that comes of it is looked at."""
        here = moved(desk.rules, self.meeting)
        if here.asked is None or (face and here.asked.kind != "contact"):
            message = _("No such die is due. Throw the one that is named, or go on with the move.")
            raise InputError(message)
        if face:
            faces: tuple[int, ...] = (picked(face, FACES),)
        else:
            dice = RandomDice(random.Random(desk.seed()))
            apply(ENGINE, dice, here.position, THROWS[here.asked.kind])
            faces = tuple(dice.faces)
        self.meeting = self.meeting._replace(faces=(*self.meeting.faces, faces))
        self.step = len(pictures(moved(desk.rules, self.meeting))) - 1

    def kept(self) -> list[Any]:
        """The example, what was changed and thrown, and the moment."""
        now = self.meeting
        return [now.example, [list(pair) for pair in now.orders], now.flags, now.force, [list(faces) for faces in now.faces], self.step]

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same, if it can be."""
        if not isinstance(kept, list) or [type(each) for each in kept] != [str, list, str, int, list, int]:
            return
        example, orders, flags, force, faces, step = kept
        if example not in EXAMPLES or flags not in FLAGS or force not in FORCES or not 0 <= step < COLOSSAL or len(faces) > MOST_THROWS:
            return
        if not all(_is_order(pair, example) for pair in orders) or not all(_are_faces(each) for each in faces):
            return
        self.meeting = Meeting(example, tuple((name, text) for name, text in orders), flags, force, tuple(map(tuple, faces)))
        self.step = step

    # -- as text -----------------------------------------------------------------------------------------------------------------------

    def html(self, desk: Desk) -> Markup:
        """The panel, under the rules in force."""
        last = len(pictures(moved(desk.rules, self.meeting))) - 1
        return _panel(desk.rules, self.meeting, min(self.step, last), is_playing=self.is_playing)


def _is_order(pair: Any, example: str) -> bool:  # noqa: ANN401 - whatever a browser brings
    is_pair = isinstance(pair, list) and [type(each) for each in pair] == [str, str]
    return is_pair and pair[0] in ids(example) and 0 < len(pair[1]) <= LONGEST


def _are_faces(faces: Any) -> bool:  # noqa: ANN401 - whatever a browser brings
    return isinstance(faces, list) and 0 < len(faces) < COLOSSAL and all(type(face) is int and face in FACES for face in faces)


def _stepped(now: int, what: str, value: str, last: int) -> int:
    told = value.removeprefix("-")
    if not told.isascii() or not told.isdigit() or int(told) >= COLOSSAL:
        message = _("{value} is not among the choices.").format(value=repr(value[:20]))
        raise InputError(message)
    return max(0, min(last, min(now, last) + int(value) if what == "step" else int(value)))


# -- moments ---------------------------------------------------------------------------------------------------------------------------


def pictures(found: Moved) -> tuple[Moment, ...]:
    """Every moment of a movement; the last one waits for dice where some are asked for."""
    every = moments(found.event)
    return (*every[:-1], every[-1]._replace(asked=found.asked)) if found.asked is not None else every


def picture(found: Moved, step: int) -> Scene:
    """The board at a moment, framed so that all of the movement fits."""
    hexes = found.position.scenario.chart.hexes
    taken = [place.hex for track in found.event.tracks for place in track.steps]
    shown = shown_by(found.position, Look(size=SIZE, window=window_around(GRID, hexes, taken)))
    sheet = sheet_of(hexes, shown.radius, shown.window, shown.size)
    return scene(found.position, replace(shown, moment=pictures(found)[step], rose=free_corner(sheet, taken, ())))


def told(found: Moved, step: int) -> str:
    """What a moment shows, the numbers that decided, and the rule."""
    now = pictures(found)[step]
    words = f"{moment_words(found.position, now)}."
    if now.asked is not None:
        return f"{words} {'[V.a] [B66]' if now.asked.kind == 'contact' else '[IV] [B9]'}"
    if not now.contacts:
        orders = [f"{found.position.ship(track.ship).name} {track.order}" for track in found.event.tracks if track.order]
        return _("{words} The orders: {orders}. [IV]").format(words=words, orders=", ".join(orders)) if not step else f"{words} [IV]"
    return f"{words} {_decided(found, now.contacts[-1])}"


def _decided(found: Moved, contact: Contact) -> str:
    """The two numbers that were compared, or the rule that needs none."""
    tracks = {track.ship: track for track in found.event.tracks}
    if contact.how != "kept":
        return "[V.a] [B14]"
    merit = MERITS.get(contact.why)
    if merit is None:
        return _("A ship that has not moved has no hex to go back to. [B65]") if contact.why.startswith("the other") else "[IV] [B9]"
    more, less = (getattr(tracks[name], merit) for name in (contact.keeper, contact.back))
    form = {
        "spent": _("{more} M spent against {less}. [IV]"),
        "potential": _("Equal in M spent; {more} M to spend against {less}. [IV]"),
        "hull": _("Equal in both; {more} hull points against {less}. [IV]"),
    }[merit]
    return form.format(more=more, less=less)


# -- orders ----------------------------------------------------------------------------------------------------------------------------


def read(position: Position, ship: str, text: str) -> tuple[bool, str]:
    """Whether an order can be carried out, and where it leads; one that cannot counts as none."""
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


def _order(position: Position, meeting: Meeting, ship: str) -> Markup:
    text = dict(meeting.orders).get(ship, "")
    is_good, words = read(position, ship, text)
    found = position.ship(ship)
    helm = helm_of(position, found)
    side = names.SIDES[found.side]
    label = _("{ship}, {side} {kind}: {least} to {most} M").format(
        ship=found.name, side=side, kind=names.KINDS[found.type_name], least=helm.least, most=helm.most
    )
    return _ORDER.format(
        state="good" if is_good else "wrong",
        ship=ship,
        label=label,
        value=text,
        most=LONGEST,
        wrong="" if is_good else _WRONG,
        told=cited("broadside", words, f"meet-{ship}"),
    )


# -- the panel -------------------------------------------------------------------------------------------------------------------------


@cached
def _panel(rules: Ruleset, meeting: Meeting, step: int, *, is_playing: bool) -> Markup:
    found = moved(rules, meeting)
    last = len(pictures(found)) - 1
    position = start(rules, meeting)
    options = joined(
        _OPTION.format(value=number, on=_ON if number == meeting.example else "", words=f"{number} {each.title}")
        for number, each in EXAMPLES.items()
    )
    controls = [
        _PICK.format(name=_("Example"), options=options),
        radio_row(KEY, "flags", _("Whose ships"), FLAGS, meeting.flags),
        radio_row(KEY, "force", _("Wind force"), FORCES, meeting.force),
    ]
    heads = (_("Ship"), _("Order"), _("M spent"), _("M to spend"), _("Hull"), _("Ends in"))
    now = pictures(found)[step]
    return _PANEL.format(
        title=_("Orders opened together"),
        controls=joined(controls),
        board=Markup(svg.svg(picture(found, step), f"{KEY}-board")),  # noqa: S704 - our own painter, which escapes every word
        step=stepper(KEY, "step", _("Moment of the move"), step, (0, last), slides=True),
        play=_BUTTON.format(what="stop", more="", words=_("Stop")) if is_playing else _play(last),
        said=cited("broadside", told(found, step), "meet-said"),
        dice=_dice(found.asked if step == last else None, meeting),
        orders=joined(_order(position, meeting, ship) for ship in ids(meeting.example)),
        caption=_("What is compared, in this order"),
        heads=joined(map(_HEAD.format, heads)),
        rows=joined(_row(found, track, now) for track in found.event.tracks),
        law=_law(rules, meeting, found),
    )


def _play(last: int) -> Markup:
    """Where nobody moves there is nothing to play."""
    return _BUTTON.format(what="play", more="", words=_("Play")) if last else Markup("")


def _row(found: Moved, track: Track, now: Moment) -> Markup:
    """A ship's numbers; those that decided the last hex so far stand out."""
    contact = now.contacts[-1] if now.contacts else None
    merit = MERITS.get(contact.why, "") if contact is not None and track.ship in (contact.keeper, contact.back) else ""
    here = next(each for each in now.tracks if each.ship == track.ship)
    ends = GRID.label(here.place.hex) if now.number == now.last and now.asked is None else "…"
    values = {"order": track.order or "–", "spent": track.spent, "potential": track.potential, "hull": track.hull, "ends": ends}
    cells = [
        _CELL.format(here=_HERE if name == merit else "", words=_BOLD.format(value) if name == merit else value)
        for name, value in values.items()
    ]
    return _ROW.format(name=found.position.ship(track.ship).name, cells=joined(cells))


def _dice(asked: Asked | None, meeting: Meeting) -> Markup:
    buttons = [_BUTTON.format(what="again", more="", words=_("Take the dice back"))] if meeting.faces else []
    faces = Markup("")
    if asked is not None:
        words = _("Throw the die") if asked.kind == "contact" else _("Throw a die each")
        buttons.insert(0, _BUTTON.format(what="throw", more=_FIRST, words=words))
        faces = radio_row(KEY, "face", _("Or take a face"), FACES, 0) if asked.kind == "contact" else faces
    thrown = ", ".join(" ".join(map(str, each)) for each in meeting.faces)
    if thrown:
        buttons.insert(0, Markup('<span class="meet-thrown">{}</span>').format(_("Thrown: {faces}").format(faces=thrown)))
    return _DICE.format(faces=faces, buttons=joined(buttons)) if buttons else Markup("")


def _law(rules: Ruleset, meeting: Meeting, found: Moved) -> Markup:
    """How it can end, from the opening of the orders on."""
    rows = []
    for place, (contacts, chance) in enumerate(law(rules, meeting)):
        words = ". ".join(contact_words(found.position, contact) for contact in contacts)
        words = words or _("No two ships end in one hex")
        rows.append(Row(place, words, words, chance, FILLS[min(place, len(FILLS) - 1)]))
    title = ngettext("How it ends", "How it can end", len(rows))
    return bars(View("", tuple(rows), title=titled(title)), "meet-law")
