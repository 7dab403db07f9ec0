"""A chapter's page: one desk, and around it the odds, the dice, the table, the challenges and the rulings, all over one state.

A notebook makes a chapter and shows its pieces, each in a cell of its own:

    page = chapter("veneti", "boarders", name="en/veneti/09_boarding", rules=("8.2",), tables=("boarding",))
    page.ask("free", "height")  # questions from 09_boarding.toml
    page.play()
    page.extra(Forecast())  # a panel that only this chapter has
    page.reading()

Whatever one piece changes is shown in all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.analysis.catalogue import Answer
from rulesdemo.errors import InputError, RulesError
from rulesdemo.words import _, speak_of
from widgets.chapter import storage
from widgets.chapter.challenge import ASKS, Challenge
from widgets.chapter.missed_questions import MOST_IN_A_CHAPTER, Again
from widgets.chapter.question_file import challenge
from widgets.chapter.view import ChapterView
from widgets.kit.panel import Panel, PanelView
from widgets.kit.totals_chart import Totals, totals
from widgets.play.board_sizes import BOARD, framed
from widgets.play.dice_tray import Count, DiceTray
from widgets.play.game_guide import Guide, Look
from widgets.play.lesson import Extra, tick, waits, wrong_fields
from widgets.play.many_rolls import ManyRolls
from widgets.play.order_slate import OrderSlate, SlateWords, choose_row, press_place
from widgets.play.rehearsal_dice import FreeDice
from widgets.play.save_text import fault_of
from widgets.play.session import Desk
from widgets.play.strikes import strikes_since
from widgets.play.unit_picker import take
from widgets.scene import svg
from widgets.scene.geometry import nearest_outline
from widgets.web.difference import SentParts
from widgets.web.live import Live
from widgets.web.phrases import unknown
from widgets.web.piece import Piece
from widgets.web.position_cache import Remembered

ZOOMS: Final = (0.6, 0.8, 1.0, 1.3, 1.6, 2.0)


class Chapter:
    """Everything on the page of one chapter."""

    def __init__(  # noqa: PLR0913 - a notebook says by name what its chapter needs
        self,
        guide: Guide,
        scenarios: Iterable[str],
        *,
        name: str = "",
        lesson: str = "",
        rules: Iterable[str] = (),
        tables: Iterable[str] = (),
        when: Mapping[str, Any] | None = None,
        seeds: Iterable[int] = (),
        ship: str = "",
        begin: Iterable[str] | Mapping[str, Iterable[str]] = (),
        chosen: str = "",
        dice: str = "",
        count: tuple[str, str] = ("", ""),
        windows: Mapping[str, tuple[str, str]] | None = None,
        at_once: bool = False,
        slate: SlateWords | None = None,
        opponent: str = "",
    ) -> None:
        """Set the first scenario out.

        `when` is the event whose chance "Why" derives; `ship` is in hand and the order `chosen` is chosen from the start, after the orders
        of `begin`, by set piece where they differ; `dice` is a question of the catalogue to throw for where no order is; `count` is what
        one and several good rolls are called; `windows` are the parts of the maps that are shown; with `at_once`, a throw that is all
        there is to do is chosen by itself; with the words of a `slate`, orders are written on one beside the board, in the place of the
        rows; an `opponent` plays every side but the reader's.
        """
        self.scenarios = tuple(scenarios)
        self.windows = dict(windows or {})
        self.desk = Desk(guide, self.scenarios[0], begin=begin, seeds=seeds, opponent=opponent)
        self.name = name or f"{guide.game}/{self.scenarios[0]}"
        self.tray = DiceTray.of_game(guide.game)
        self.challenges: dict[str, Challenge] = {}
        self.again = Again(MOST_IN_A_CHAPTER, self.name)
        self.slate = OrderSlate(slate, guide.game) if slate is not None else None
        self.extras: dict[str, Extra] = {self.slate.key: self.slate} if self.slate is not None else {}
        self.rulings: tuple[str, ...] = tuple(rules)
        self.tables: tuple[str, ...] = tuple(tables)
        self.when: dict[str, Any] = dict(when or {})
        self.base = Look(lesson=lesson, size=BOARD)
        self.desk.regards = lesson in guide.lessons and guide.lessons[lesson].regards
        self.free = FreeDice(dice) if dice else None
        self._has_own_dice = bool(dice)
        self.count = count
        self.at_once = at_once
        self.is_hidden = False
        self.least: frozenset[str] = frozenset()
        self.trouble = ""
        self.file_fault = ""  # why the file that was chosen last was not opened
        self.goals: set[str] = set()  # scenarios whose goal was reached
        self._ship = ship
        self._chosen = chosen
        self._is_fresh = True  # nothing was done yet, so what is chosen from the start is to be chosen
        self._painters: list[Any] = []
        self._pieces: list[tuple[Piece, Live]] = []
        self._sent = SentParts()
        self.view = ChapterView(self)
        self.answer: Answer | None = None
        self.chart: Totals | None = None
        self.look = self.base
        self.scene: Any  # as `_settle` draws it
        self._charts = Remembered()  # about the answer
        self._is_restored = False
        self._replies: dict[str, Any] = {}
        self._more = False
        self._begun: dict[str, Any] = {}  # what `begin` has sent
        self._settle()
        self._drawn = svg.Drawing(self.scene, live=True)

    # -- pieces ------------------------------------------------------------------------------------------------------------------------

    def ask(self, *keys: str) -> None:
        """Ask questions of the chapter's file; each gets a number, so that it has a name of its own."""
        for key in keys:
            self.challenges[key] = challenge(self.name, key, _("Challenge {n}").format(n=len(self.challenges) + 1))

    def play(self) -> Live:
        """Return the board with orders, dice, odds and log."""
        return self._piece(self.view.play_frame)

    def reading(self) -> Live:
        """Return the table that was read, why the chance is what it is, the challenges, and what we ruled."""
        return self._piece(self.view.reading_frame)

    def extra(self, extra: Panel | Extra) -> Live:
        """Return a panel that only this chapter has."""
        view = PanelView(extra) if isinstance(extra, Panel) else extra
        self.extras[view.key] = view
        return self._piece(lambda: self.view.extra_frame(view.key))

    def canvas(self) -> Any:  # noqa: ANN401 - ipycanvas's own
        """Return the same board on an ipycanvas, for JupyterLab: pressing it is pressing the board."""
        from widgets.scene.canvas import CanvasPainter

        painter = CanvasPainter(self.scene)
        painter.widget.on_mouse_down(lambda x, y: self._press_at(x / painter.view.k, y / painter.view.k))
        self._painters.append(painter)
        return painter.widget

    def _press_at(self, x: float, y: float) -> None:
        """Press the canvas, in pixels of the scene."""
        self.hear([{"do": "press", "name": nearest_outline(self.desk.guide.outlines(self.desk.position, self.look), x, y)}])

    def _piece(self, frame: Callable[[], Markup]) -> Live:
        piece = Piece(self, frame, self._drawn.name)
        self._sent.put(self.view.parts())
        live = Live(piece)
        self._pieces.append((piece, live))
        return live

    # -- what the reader does ----------------------------------------------------------------------------------------------------------

    def hear(self, acts: list[dict[str, Any]], piece: Piece | None = None) -> dict[str, Any]:
        """Do some acts; the reply has what changed, and the other pieces hear of it too."""
        first = self.begin(acts)
        rest = self.finish(piece)
        parts = {**first.get("parts", {}), **rest.get("parts", {})}
        return {**first, **rest, **({"parts": parts} if parts else {})}

    def begin(self, acts: list[dict[str, Any]]) -> dict[str, Any]:
        """Do some acts; the reply has the board, what there is to say about it, and what the page itself must do. `finish` must follow."""
        self.trouble = self.file_fault = ""
        self._replies = {}
        self._more = False
        before = self.desk.history
        for act in acts:
            try:
                self._act(str(act.get("do", "")), str(act.get("name") or ""), act.get("value"), act.get("page"))
            except RulesError as wrong:
                self.trouble = str(wrong)
        self._settle()
        self._begun = self._first_changes()
        marks = strikes_since(self.desk.guide, before, self.desk.history, self._drawn.name)
        return {**self._begun, **marks, **self._replies, **({"more": True} if self._more else waits(self.extras))}

    def finish(self, piece: Piece | None) -> dict[str, Any]:
        """Return the parts that take longer to write; the other pieces are told both halves."""
        rest = self._other_changes()
        parts = {**self._begun.get("parts", {}), **rest.get("parts", {})}
        both = {**self._begun, **rest, **({"parts": parts} if parts else {})}
        for other, live in self._pieces:
            if other is not piece and (news := other.news(both)) is not None:
                live.send({"n": None, **news})
        return {**rest, "keep": storage.stored_state(self)}

    def _act(self, do: str, name: str, value: Any, page: Any) -> None:  # noqa: ANN401 - whatever a page sends
        text = value if isinstance(value, str) else ""
        if do == "hello":
            self._hello(text, page if isinstance(page, dict) else {})
        elif do == "page":
            self.base = framed(self.base, page if isinstance(page, dict) else {})
        elif do == "set":
            self._set(name, text)
        elif do in ASKS:
            self._challenge(do, name.removeprefix("answer:"), text)
        elif do == "extra":
            self._extra(name, text)
        elif do == "extra next":  # Enter in a field of the slate
            self._extra(name.removeprefix("extra:").replace(":at:", ":next:", 1), text)
        elif do == "open":
            storage.open_text(self, text)
        else:
            plain: Callable[[], Any] | None = {
                "press": lambda: self._press(name),
                "key": lambda: self._key(text),
                "choose": lambda: choose_row(self.slate, self.desk, name),
                "roll": self._roll,
                "type dice": self.tray.toggle_typing,
                "use dice": lambda: self._use_dice(text),
                "practise": self._practise,
                "take": lambda: take(self.desk, name),
                "roll many": self._roll_many,
                "stop rolls": self.tray.stop_rolls,
                "more": self._go_on,
                "go": self.desk.ahead.go,
                "leave": self.desk.ahead.leave,
                "undo": self.desk.undo,
                "redo": self.desk.redo,
                "restart": lambda: self._restart(name),
                "roll again": self.desk.roll_again,
                "zoom": lambda: self._zoom(1 if text == "1" else -1),
                "hide odds": lambda: setattr(self, "is_hidden", True),
                "show odds": lambda: setattr(self, "is_hidden", False),
                "reset switch": lambda: self.desk.set_switch(name, ""),
                "forget switches": lambda: self.desk.set_switch("", ""),
                "save": lambda: self._replies.update(storage.saved(self)),
                "copy link": lambda: self._replies.update(storage.linked(self)),
            }.get(do)
            if plain is None:
                raise unknown(do)
            plain()

    def _hello(self, stored: str, page: Mapping[str, Any]) -> None:
        """Put up what a page kept, or what its address carries, when it comes or comes back."""
        self.base = framed(self.base, page)
        if self._is_restored:
            return
        self._is_restored = True
        self.again.hear_of(page.get("missed"))
        storage.hear_of_progress(self, page.get("progress"))
        if stored:
            self._put_aside(fault_of(lambda: storage.restore(self, stored)))
        fragment = str(page.get("fragment") or "").removeprefix("#")
        if fragment.startswith("s="):
            former = self.desk.history
            storage.open_link(self, fragment[2:])
            if former.done and former != self.desk.history:
                self._put_aside(_("Another game was open here. The link's has taken its place."))

    def _put_aside(self, why: str) -> None:
        """Have the browser keep what it has stored under a name of its own, for something else is about to take its place."""
        if why:
            self._replies["aside"] = why

    def _press(self, name: str) -> None:
        self.desk.is_keyed = False
        press_place(self.slate, self.desk, self.desk.guide.grid.parse(name))

    def _restart(self, name: str) -> None:
        self.desk.restart(name if name in self.scenarios else "")
        if self.slate is not None:
            self.slate.clear()
        self._is_fresh = True

    def _set(self, name: str, value: str) -> None:
        kind, _colon, what = name.partition(":")
        if name == "dice":
            self.tray.write(value)
        elif kind == "answer" and what in self.challenges:
            self.challenges[what].write(value)
        elif kind == "answer" and what in self.again.cards_now:
            self.again.act("set", what, value)
        elif kind == "switch":
            self.desk.set_switch(what, value)
        elif kind == "extra":
            self._extra(what, value)
        elif kind == "odds":
            self.least = self.view.odds().turn(name, value).least
        elif name == "scenario" and value in self.scenarios:
            self._restart(value)
        else:
            raise unknown(name)

    def _extra(self, name: str, value: str) -> None:
        key, _colon, what = name.partition(":")
        extra = self.extras.get(key)
        if extra is None:
            raise unknown(name)
        extra.act(what, value, self.desk)

    def _challenge(self, do: str, key: str, value: str) -> None:
        if key in self.again.cards_now:
            self.again.act(do, key, value)
            return
        task = self.challenges.get(key)
        if task is None:
            raise InputError(_("That question is no longer here."))
        if do == "check":
            if value:
                task.write(value)
            task.check()
        elif do == "hint":
            task.give_hint()
        elif do == "show":
            task.show()
        else:
            task.try_again()

    def _key(self, key: str) -> None:
        desk = self.desk
        desk.is_keyed = key != "Escape"
        if key in ("Enter", " "):
            if desk.focus is not None:
                press_place(self.slate, desk, desk.focus)
        elif key == "Escape":
            desk.select("")
        elif key in ("+", "-"):
            self._zoom(1 if key == "+" else -1)
        else:
            desk.walk(key)

    def _zoom(self, by: int) -> None:
        place = ZOOMS.index(self.base.zoom) + by
        self.base = replace(self.base, zoom=ZOOMS[max(0, min(len(ZOOMS) - 1, place))])

    @property
    def event(self) -> dict[str, Any]:
        """Return the event that the chapter asks about, in the fields that the chosen order's throw has."""
        known = self.answer.entry.fields if self.answer is not None else {}
        return {name: value for name, value in self.when.items() if name in known}

    # -- dice --------------------------------------------------------------------------------------------------------------------------

    def _roll(self) -> None:
        if not self.is_free or self.free is None:
            self._throw(self.desk.roll)
        else:
            self.free.roll(self.desk.seed())
            self._show_free(self.free, typed=False)

    def _throw(self, give: Callable[[], None]) -> None:
        """Carry the chosen order out with dice, and show how they fell."""
        give()
        if (fall := self.desk.fallen) is not None:
            self.tray.lay(fall.faces, fall.words, typed=fall.typed)

    def _practise(self) -> None:
        """Throw for the chosen order, for practice."""
        fall = self.desk.practise()
        self.tray.show_practice(fall.faces, fall.words)
        if self.answer is not None and self.event:
            chance = None if self.is_hidden else self.answer.dist.p(**self.event)
            self.tray.count = Count(self.desk.luck.rolls, self.desk.luck.hits(self.event), chance, *self.count)

    @property
    def is_free(self) -> bool:
        """Return whether the dice belong to no order."""
        return self.free is not None and self.desk.chosen is None

    @property
    def is_rehearsing(self) -> bool:
        """Return whether the dice are those of a throw that is not due yet."""
        return self.is_free and self.free is not None and self.free.due is not None

    def _rehearse(self) -> None:
        """Lay out the dice of the throw to come, if the lesson has one; what was thrown stays as long as it is for the same."""
        desk = self.desk
        if self._has_own_dice:
            return
        self._choose_what_was_rehearsed()
        due = desk.rehearsal(self.base.lesson) if desk.chosen is None else None
        if (self.free.due if self.free is not None else None) == due:
            return
        self.free = FreeDice.rehearsing(desk.guide, due) if due is not None else None
        if desk.fall is None:
            self.tray.clear()

    def _choose_what_was_rehearsed(self) -> None:
        """Choose a throw that could be rehearsed and is now all that is left to do: the dice lie on the table already."""
        desk = self.desk
        is_asked = desk.chosen is None and (self.at_once or self.free is not None)
        rows = [row for row in desk.choices() if row.refusal is None] if is_asked else []
        if len(rows) == 1 and desk.throw_of(rows[0].order) is not None:
            desk.chosen = rows[0].order
            desk.selected = rows[0].text.ship or desk.selected

    def _show_free(self, free: FreeDice, *, typed: bool) -> None:
        self.desk.message = free.sentence()
        self.tray.show(free.thrown.faces if free.thrown is not None else (), free.sentence(), typed=typed)

    def _use_dice(self, text: str) -> None:
        if text:
            self.tray.write(text)
        faces = self.tray.take(self.desk.highest())
        if faces is None:
            return
        try:
            if self.is_free and self.free is not None:
                self.free.use(faces)
                self._show_free(self.free, typed=True)
            else:
                self._throw(lambda: self.desk.use_dice(faces))
        except RulesError as wrong:
            self.tray.refuse(str(wrong))

    def _roll_many(self) -> None:
        if self.is_free and self.free is not None:
            self.tray.rolls = self.free.many(self.desk.seed())
            self._go_on()
            return
        answer, throw = self.answer, self.desk.throw()
        if answer is None or throw is None:
            raise InputError(_("Choose an order with dice first."))
        self.tray.rolls = ManyRolls.of(throw.procedure, throw.args, self.view.odds().views, self.desk.seed())
        self._go_on()

    def _go_on(self) -> None:
        tick(self.extras, self.desk)
        if (rolls := self.tray.rolls) is not None and not rolls.is_over:
            rolls.go_on()
            self._more = not rolls.is_over

    # -- parts -------------------------------------------------------------------------------------------------------------------------

    def _settle(self) -> None:
        """Work out what all parts need, once for an act."""
        desk = self.desk
        if self._ship and desk.guide.selectable(desk.position, self._ship) and not desk.guide.selectable(desk.position, desk.selected):
            desk.selected = self._ship  # nobody is in hand, or a ship whose turn it is not
        if self._is_fresh and self._chosen and not desk.can_undo and any(row.key == self._chosen for row in desk.choices()):
            desk.choose(self._chosen)
        self._is_fresh = False
        self.base = replace(self.base, window=self.windows.get(desk.scenario))
        self._rehearse()
        self.answer = self.free.answer if self.free is not None and self.is_rehearsing else desk.answer()
        self._settle_tray()
        throw = desk.throw()
        self.tray.names = desk.guide.faces(throw) if throw is not None else ()
        odds = self.view.odds()
        self.chart = None
        if (answer := self.answer) is not None and odds.views:
            self.chart = self._charts.about(answer, odds.views[0], lambda: totals(answer, odds.views[0]))
        if self.is_free and self.free is not None:
            self.chart = self.free.chart
        # A throw that settles everything tells how many dice to type; where more may follow, the rules say when they are due.
        self.tray.need = len(self.chart.source.dice) if self.chart is not None and self.chart.settles else None
        if self.slate is not None:
            desk.plots = self.slate.plots(desk)
        self.look = desk.look(self.base)
        self.scene = desk.guide.scene(desk.position, self.look)
        result = desk.history.result
        if result is not None and getattr(result, "winner", "") == desk.goal_side:
            self.goals.add(desk.scenario)

    def _settle_tray(self) -> None:
        """Take up dice that belong to nothing that is shown."""
        self.tray.is_practice, self.tray.can_order = self.is_free, self.desk.chosen is not None
        is_old = (self.desk.fallen is None and self.tray.faces) or (self.desk.practice is None and self.tray.tried)
        if is_old and not self.is_free:
            self.tray.clear()

    def _first_changes(self) -> dict[str, Any]:
        """Return what the reader is looking at: the board, and the words for what was done."""
        patches = self._drawn.show(self.scene)
        for painter in self._painters:
            painter.show(self.scene)
        return {**self._sent.changes(self.view.first_parts()), **({"patches": patches} if patches else {})}

    def _other_changes(self) -> dict[str, Any]:
        changes = self._sent.changes(self.view.parts())
        self.tray.settle()
        wrong = wrong_fields(self.extras.values(), self.desk)
        return {**changes, **wrong, "progress": storage.progress(self)}


def chapter(game: str, *scenarios: str, **more: Any) -> Chapter:  # noqa: ANN401 - as Chapter takes them
    """Return the page of a chapter over some set pieces of a game."""
    from importlib import import_module

    speak_of(game)
    return Chapter(import_module(f"widgets.games.{game}.guide").GUIDE, scenarios, **more)
