"""Writes the text of a sandbox: its frame, and the parts in it that change one by one. `Battle` decides what is there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from markupsafe import Markup

from rulesdemo.play.log import lines, texts, thrown_for
from rulesdemo.words import _, local_signs
from widgets.kit.bars import PATTERNS
from widgets.play.desk_parts import Choice
from widgets.play.hover_card import glance_card
from widgets.play.log_view import LogView
from widgets.play.luck import LuckMeter, Rolled
from widgets.play.odds_view import OddsView
from widgets.play.opened_file import beside_bar
from widgets.play.order_rows import OrderRow, OrderRows
from widgets.play.real_day import real_day, real_day_fold
from widgets.play.slow_motion import KEYS as SLOW_KEYS
from widgets.play.turn_track import calendar_of, track
from widgets.play.unit_picker import hand, walking_words
from widgets.sandbox import start_card
from widgets.sandbox import view_parts as parts
from widgets.sandbox.battle_report import Story
from widgets.sandbox.guide import party_of, score_lines, sides_of, team_of
from widgets.sandbox.standing import standing
from widgets.sandbox.viewpoint import HUMAN
from widgets.scene import svg
from widgets.scene.geometry import Outline
from widgets.scene.hit_areas import hits
from widgets.scene.text_painter import words as spoken
from widgets.web.badges import die, joined
from widgets.web.position_cache import Remembered
from widgets.web.rule_links import cited

if TYPE_CHECKING:
    from widgets.sandbox.page import Sandbox
    from widgets.sandbox.session import Battle

NEWEST: Final = 30  # orders that the log tells; the whole of it is a press away
AHEAD: Final = 6  # and those still to come that a reader sees who looks back
SHOWN: Final = 9  # lines before the fold

_FRAME: Final = Markup(
    '<div class="book desk sandbox">{patterns}<h2 class="sr">{battle}</h2><div class="sand-state" {state}</div>'
    '<div class="sand-calendar" {calendar}</div><div class="sand-ask" {ask}</div>'
    '<div class="desk-board"><div class="surface-box">'
    '<div class="surface" data-surface="board" tabindex="0" role="application" aria-roledescription="{kind}" aria-label="{label}" '
    'aria-describedby="board-help" data-keys="{keys}"><div class="sheet">{board}<div class="hits" {hits}</div></div></div>'
    '<div class="card" {card}</div><div class="board-tools" {tools}</div>'
    '<div class="zoom" role="group" aria-label="{zoom}"><button type="button" data-do="zoom" data-by="1" aria-label="{closer}">+</button>'
    '<button type="button" data-do="zoom" data-by="-1" aria-label="{farther}">−</button></div></div>'
    '<p class="sr" id="board-help">{help}</p><div class="status" role="status" {said}</div>'
    '<p class="trouble" role="alert" {trouble}</p><div class="sand-slow" {slow}</div><div class="sand-slow-said" {slow_said}</div></div>'
    '<div class="sand-right"><div class="sand-orders" {orders}</div><div class="sand-sheet" {sheet}</div>'
    '<div class="sand-luck" {luck}</div></div><div class="sand-fallen" {fallen}</div>'
    '<div class="sand-replay" {replay}</div><div class="sand-bar" {bar}</div>{day_fold}'
    '<div class="sand-log" {log}</div><div class="sand-setup" {setup}</div>'
    '<details class="fold in-words" id="in-words"><summary>{words_title}</summary><div {words}</div></details>'
    '<div class="sand-story" {story}</div></div>'
)
_PART: Final = Markup('data-part="{name}">{text}')
_FALLEN: Final = Markup(
    '<div class="fallen"><span class="dice fresh" role="img" aria-label="{said}">{dice}</span>'
    "<div><b>{title}</b> {words}{typed}</div></div>"
)


class SandboxView:
    """A sandbox in text."""

    def __init__(self, page: Sandbox) -> None:
        """Tell of a page."""
        self.page = page
        self._luck: dict[int, tuple[Any, tuple[Rolled, ...]]] = {}  # what each order of the record was worth, by the order itself
        self._eyes: tuple[str, bool] = ("", False)  # through which they were seen
        self._story: tuple[Any, Markup] | None = None  # of a game that is over
        self._clear = Remembered()

    @property
    def battle(self) -> Battle:
        """Return what is told of."""
        return self.page.battle

    def frame(self, filled: dict[str, str]) -> Markup:
        """Draw the whole page."""
        made = {name: _PART.format(name=name, text=Markup(text)) for name, text in filled.items()}  # noqa: S704 - made here
        return _FRAME.format(
            patterns=PATTERNS,
            battle=_("The battle"),
            board=Markup(svg.svg(self.page.scene, live=True)),  # noqa: S704 - our own painter, which escapes every word
            kind=_("game board"),
            label=self.page.scene.title,
            zoom=_("Size of the board"),
            closer=_("Larger"),
            farther=_("Smaller"),
            help=self._help(),
            keys=" ".join(self._keys()),
            words_title=_("The board in words"),
            day_fold=real_day_fold(self.battle.guide.guide.game, filled["day"]),
            **made,
        )

    def _keys(self) -> Iterator[str]:
        """Yield the board's own keys besides those of every board."""
        yield from "aA" if self.battle.guide.has_glances else ""
        yield from SLOW_KEYS if self.battle.curtain.slate is not None else ()

    def first_parts(self) -> dict[str, str]:
        """Return what goes with the board: what was just done."""
        desk = self.battle.desk
        kind = "is-refused" if desk.refusal is not None else "plain"
        words = cited(desk.guide.game, desk.message, "said") if desk.message else Markup("")
        message = Markup('<div class="{}">{}</div>').format(kind, words) if desk.message else Markup("")
        return {"said": str(message), "trouble": str(Markup("{}").format(self.page.trouble))}

    def parts(self) -> dict[str, str]:
        """Return every other part as it is now."""
        battle = self.battle
        found: dict[str, Markup] = {
            "state": self._state(),
            "calendar": calendar_of(battle.guide.plan, battle.position),
            "ask": self._ask(),
            "hits": self._hit_places(),
            "card": card.html() if (card := self.card()) is not None else self._glance(),
            "tools": parts.tools(has_arcs=self.page.has_arcs) if battle.guide.has_glances else Markup(""),
            "orders": self._orders(),
            "fallen": self._fallen(),
            "bar": self._bar(),
            "replay": parts.replay(len(battle.desk.history.done), plays=battle.plays_back),
            "sheet": self._sheet(),
            "luck": self._luck_meter(),
            "log": self._log(),
            "setup": self._setup(),
            "slow": battle.slow.html(len(battle.moments()) - 1),
            "slow_said": battle.slow.moment_html(battle.desk.guide.game, tuple(moment.words for moment in battle.moments())),
            "words": Markup("<p>{}</p>").format(spoken(self.page.scene)),
            "day": real_day(battle.desk.guide, battle.desk.rules, battle.desk.scenario),
            "story": self._story_html(),
        }
        return {name: str(text) for name, text in found.items()}

    def values(self) -> dict[str, Any]:
        """Return where controls stand that are not written anew while a reader holds them."""
        battle = self.battle
        done = len(battle.desk.history.done)
        values = {"replay": str(done if battle.replay is None else battle.replay)}
        return {**values, "slow": str(battle.slow.step)} if battle.slow.step is not None else values

    # -- who acts ----------------------------------------------------------------------------------------------------------------------

    def _state(self) -> Markup:
        battle, guide = self.battle, self.battle.guide
        history = battle.history
        decision = history.decision
        who = _("The battle is over.")
        place = -1
        if decision is not None:
            place = team_of(guide, decision.side)
            is_human = battle.seats[decision.side] == HUMAN
            seat = _("you decide") if is_human else parts.seat_words(battle.seats[decision.side])
            who = _("{side}: {seat}").format(side=guide.sides[decision.side], seat=seat)
        bands = [(band, team_of(guide, band.side)) for band in guide.bands(battle.position)]
        return parts.state(track(guide.plan, battle.position), who, place, bands) + standing(battle)

    def _ask(self) -> Markup:
        """Draw what must be settled first: the card before the battle, or a question; one about an order stands beside the orders."""
        battle = self.battle
        asked = parts.question(battle.question) if battle.question is not None and battle.question.order is None else Markup("")
        return asked + start_card.card(battle) if battle.is_waiting else asked

    def _luck_meter(self) -> Markup:
        guide = self.battle.guide
        sides = sides_of(guide, self.battle.position)
        names = {side: guide.sides[side] for side in sides}
        return LuckMeter.of(self.rolls(), names, teams={side: team_of(guide, side) for side in sides}).html()

    # -- orders ------------------------------------------------------------------------------------------------------------------------

    def _orders(self) -> Markup:
        battle, desk = self.battle, self.battle.desk
        decision = desk.history.decision
        if battle.replay is not None:
            return parts.looking_back(battle.replay, len(battle.desk.history.done), battle.history.turn)
        if decision is None:
            return self._result()
        if not battle.is_mine:
            return self._bots_turn(battle.guide.sides[decision.side], battle.seats[decision.side])
        if battle.covered:
            return battle.curtain.html(battle.covered, battle.guide.sides)
        if battle.is_writing and battle.curtain.slate is not None:
            title = _("{side}: write your orders").format(side=battle.guide.sides[decision.side])
            note = _("The other side has written already, and stands by it.") if battle.pledge.is_given else ""
            return battle.curtain.slate.html(desk, self._meant(), title, note)
        return self._rows(decision)

    def _bots_turn(self, side: str, seat: str) -> Markup:
        battle = self.battle
        if battle.is_waiting:
            return parts.before_battle(side, seat)
        return parts.bot_at_work(side, seat, is_stopped=battle.is_stopped, has_reader=HUMAN in battle.seats.values())

    def _meant(self) -> Markup:
        """Draw the orders that a press on the board may mean, while orders are written."""
        battle, desk = self.battle, self.battle.desk
        rows = [self._row(row) for row in battle.rows()]
        refused = [OrderRow("refused", _("Not there"), "", desk.refusal.rule, "refused", desk.refusal)] if desk.refusal is not None else []
        if not rows and not refused:
            return Markup("")
        return OrderRows(desk.guide.game, (*rows, *refused), title=_("That hex"), key="meant").html() + (
            parts.all_orders() if desk.narrowed else Markup("")
        )

    def _rows(self, decision: Any) -> Markup:  # noqa: ANN401 - a Decision
        battle, desk = self.battle, self.battle.desk
        if battle.question is not None and battle.question.order is not None:
            return parts.asked_first(battle.question)
        rows = [self._row(row) for row in battle.rows()]
        if desk.refusal is not None and all(row.refusal != desk.refusal for row in rows):
            rows.append(OrderRow("refused", _("Not there"), "", desk.refusal.rule, "refused", desk.refusal))
        title = _("{side}: your move").format(side=battle.guide.sides[decision.side])
        held = hand(desk) + desk.ahead.html()
        before = held or parts.actors(battle.guide.actors(desk.position), desk.selected)
        if desk.chosen is not None:
            rows = [row for row in rows if row.state == "chosen"]
            before = Markup("")
        is_own = battle.curtain.is_own(decision.side, battle.viewer)
        ask = (desk.guide.prompt(desk.position, desk.selected) or decision.prompt) if is_own else ""
        listed = OrderRows(desk.guide.game, tuple(rows), title=title, prompt="" if desk.chosen is not None else ask, before=before).html()
        if held and not rows:
            return parts.nothing_yet(title, ask, held)
        if desk.chosen is not None:
            throw = desk.throw()
            battle.tray.names = desk.guide.faces(throw) if throw is not None else ()
            return listed + parts.chosen_order(battle.tray.html(), has_others=battle.is_choosing, run=battle.run)
        return listed + (parts.all_orders() if desk.narrowed else Markup(""))

    def _row(self, choice: Choice) -> OrderRow:
        battle, desk = self.battle, self.battle.desk
        state: Any = "refused" if choice.refusal is not None else "chosen" if choice.order == desk.chosen else "legal"
        text = choice.text
        throw = desk.throw_of(choice.order) if choice.refusal is None else None
        stake = battle.guide.stake(throw, battle.mover) if throw is not None else None
        hint = parts.hint(stake) if stake is not None else ""
        name = desk.name(text.ship) if text.ship and not desk.selected else ""
        return OrderRow(
            choice.key,
            text.title,
            text.line,
            text.rule,
            state,
            choice.refusal,
            hint,
            name,
            text.is_minor,
            is_closing=text.is_closing,
            has_odds=throw is not None,
        )

    def _result(self) -> Markup:
        battle = self.battle
        result = battle.desk.history.result
        position = battle.desk.position
        if party_of(battle.guide) is not None or hasattr(battle.guide, "score_text"):
            points = joined(Markup("<li>{}</li>").format(line) for line in score_lines(battle.guide, position))
        else:
            score = battle.guide.score(position)
            points = parts.ships_taken([(battle.guide.sides[side], points) for side, points in score.items()])
        return parts.result(battle.desk.guide.game, self._winner(), result.why, result.rule, points)

    def _winner(self) -> str:
        result, party = self.battle.desk.history.result, party_of(self.battle.guide)
        if party is not None:
            return party.winner(result)
        winner, sides = result.winner, self.battle.guide.sides
        return _("{side} have won.").format(side=sides[winner]) if winner in sides else _("Nobody has won.")

    def card(self) -> OddsView | None:
        """Return the exact odds of the order that the pointer rests on, or that was chosen."""
        battle, desk = self.battle, self.battle.desk
        if not battle.can_order:
            return None
        key = battle.hovered
        order = next((row.order for row in battle.rows() if row.key == key and row.refusal is None), None) if key else None
        order = desk.chosen if order is None else order
        answer = desk.answer_of(order) if order is not None else None
        throw = desk.throw_of(order) if order is not None else None
        if answer is None or throw is None:
            return None
        title = desk.guide.say(desk.seen, order).title
        return OddsView.of_throw(desk.guide, answer, throw, title=title, key="card", least=self.page.least)

    def _glance(self) -> Markup:
        """Show what the ship in hand could do to the one that is looked at."""
        battle = self.battle
        seen = battle.looked_at if battle.can_order else ""
        found = battle.guide.glance(battle.position, battle.desk.selected, seen) if seen else None
        return Markup("") if found is None else glance_card(battle.desk.guide.game, found, is_pinned=seen == battle.inspected)

    def _help(self) -> str:
        words = walking_words(self.battle.desk.guide)
        words += f" {_('A shows or hides fire arcs.')}" if self.battle.guide.has_glances else ""
        has_slow = self.battle.curtain.slate is not None
        return f"{words} {_('Comma and full stop step through the last move.')}" if has_slow else words

    def _fallen(self) -> Markup:
        fallen = self.battle.fallen
        if fallen is None or self.battle.replay is not None:
            return Markup("")
        side = self.battle.guide.sides.get(fallen.side, "")
        return _FALLEN.format(
            said=_("Dice: {faces}.").format(faces=", ".join(map(str, fallen.faces))),
            dice=joined(die(face, pips=self.battle.tray.pips) for face in fallen.faces),
            title=local_signs(f"{side}: {fallen.title}."),
            words=cited(self.battle.desk.guide.game, fallen.words, "fallen"),
            typed=f" {_('Your own dice.')}" if fallen.typed else "",
        )

    # -- beside and below ----------------------------------------------------------------------------------------------------------------

    def _bar(self) -> Markup:
        battle = self.battle
        history = battle.desk.history
        last = history.done[-1] if history.done else None
        is_mine = last is not None and battle.seats[battle.giver(len(history.done) - 1)] == HUMAN
        return parts.bar(
            can_undo=battle.can_undo,
            can_redo=bool(history.undone),
            can_roll_again=battle.desk.can_roll_again and is_mine and battle.replay is None,
        ) + beside_bar(self.page.file_fault)

    def _sheet(self) -> Markup:
        battle = self.battle
        ship = battle.inspected or (battle.desk.selected if battle.can_order else battle.last_ship())
        sheet = battle.guide.sheet(battle.position, ship) if ship or party_of(battle.guide) is not None else None
        return parts.sheet(sheet) if sheet is not None else Markup("")

    def rolls(self) -> list[Rolled]:
        """Return what every throw so far was worth."""
        eyes = (self.battle.viewer, self.battle.desk.history.result is None)
        before = self._luck if eyes == self._eyes else {}
        self._eyes, self._luck = eyes, {}  # orders of another game are let go
        for deed in self.battle.history.done:
            known = before.get(id(deed))
            self._luck[id(deed)] = known if known is not None and known[0] is deed else (deed, self._rolled(deed))
        return [roll for _deed, rolls in self._luck.values() for roll in rolls]

    def _rolled(self, deed: Any) -> tuple[Rolled, ...]:  # noqa: ANN401 - a Deed
        found: list[Rolled] = []
        for event in deed.outcome.events:
            if event.throw is not None and texts(self.battle.desk.engine, event, deed.outcome.position, self.battle.seen)[1]:
                step = thrown_for(event.throw, [step for step in deed.story if step.faces])
                found += self.battle.guide.rolls_of(deed.outcome.position, event, len(step.faces) if step is not None else 1)
        return tuple(found)

    def _log(self) -> Markup:
        battle = self.battle
        history = battle.desk.history
        here = len(history.done) if battle.replay is None else battle.replay
        ahead = min(len(history.done), here + AHEAD)
        since = -1 if self.page.has_whole_log else max(0, here - NEWEST)
        until = history if self.page.has_whole_log else history.at(ahead)
        entries = tuple(lines(until, since, battle.seen))
        most = len(entries) if self.page.has_whole_log else SHOWN
        lit = -1 if battle.replay is None else battle.replay
        view = LogView(battle.desk.guide.game, entries, lit=lit, most=most).html()
        return view + parts.log_button(is_whole=self.page.has_whole_log) if history.done else view

    def _setup(self) -> Markup:
        battle, guide = self.battle, self.battle.guide
        party, refusal = party_of(guide), battle.desk.refusal
        unfit = None if refusal is None or battle.unfit is None else (*battle.unfit, refusal.way_out)
        return parts.setup(
            battles=[(name, guide.guide.title(name)) for name in guide.battles],
            picked=battle.picked,
            seats=[(side, guide.sides[side], seat) for side, seat in battle.seats.items()],
            bots=list(battle.bots),
            pace=battle.pace,
            has_former=bool(battle.former),
            teams=() if party is None else party.team_names,
            more="" if party is None else party.panel(battle.desk.position, unfit),
        )

    def _hit_places(self) -> Markup:
        """Draw one clear hex for each hex of the board; where the board tells something of it, also to be pointed at."""
        page = self.page
        places = page.battle.desk.guide.outlines(self.battle.position, page.look)
        size = (page.scene.w, page.scene.h)
        return self._clear.about(places, size, lambda: hits(size, places, self._hovers(places)))

    def _hovers(self, places: tuple[Outline, ...]) -> dict[str, Markup]:
        return {name: Markup(' data-hover="hex {}"').format(name) for name, _corners in places} if self.battle.guide.has_glances else {}

    def _story_html(self) -> Markup:
        """Draw the story, once the battle is over; the record that it tells is never changed."""
        battle = self.battle
        history = battle.desk.history
        if history.result is None:
            return Markup("")
        if self._story is None or self._story[0] is not history:
            players = [(battle.guide.sides[side], parts.seat_words(seat)) for side, seat in battle.seats.items()]
            self._story = (history, Story(battle.guide, history, self._winner(), tuple(players)).html())
        return self._story[1]
