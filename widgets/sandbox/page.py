"""The sandbox: a whole battle on one page, against a friend at the same table or against a bot.

    page = sandbox("veneti")
    page.play()

What can be done is in `Battle`; here the page's acts are carried to it, and the parts that changed are sent back.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.errors import RulesError
from rulesdemo.words import speak_of
from widgets.kit.panel import Panel, PanelView
from widgets.play.board_sizes import NARROW, WIDEST
from widgets.play.game_guide import Look
from widgets.play.lesson import Extra
from widgets.play.save_text import fault_of
from widgets.play.slow_motion import KEYS as SLOW_KEYS
from widgets.play.slow_motion import PACE as SLOW_PACE
from widgets.play.strikes import strikes_since
from widgets.sandbox import start_card, storage
from widgets.sandbox.guide import SandboxGuide, party_of
from widgets.sandbox.panels import Bench
from widgets.sandbox.session import PACES, Battle
from widgets.sandbox.view import SandboxView
from widgets.sandbox.viewpoint import HUMAN
from widgets.scene import svg
from widgets.web.difference import SentParts
from widgets.web.live import Live
from widgets.web.phrases import unknown

RADII: Final = (18.0, 24.0, 30.0, 38.0, 47.0, 60.0)
USUAL, ON_A_PHONE, IN_A_ROOM = 2, 3, 4  # places among them
WIDE: Final = 1280  # pixels of a page that does not say how wide it is
KEEP_EVERY: Final = 2.0  # seconds between what the browser keeps while a bot is at work
GIVING: Final = ("press", "key", "go", "choose", "roll", "roll on", "use dice", "slate", "slate next")  # how a reader gives orders
LOOKING: Final = ("slow", "more", "hover", "page", "zoom", "arcs", "key", "hello")  # what leaves a look at slow motion as it is


class Sandbox:
    """Everything on the page."""

    def __init__(self, guide: SandboxGuide, *, battle: str = "", seeds: Iterable[int] = ()) -> None:
        """Set out a battle and draw it."""
        self.battle = Battle(guide, battle=battle, seeds=seeds)
        self.battle.is_waiting = True
        self.has_whole_log = False
        self.has_arcs = guide.has_glances
        self.trouble = ""
        self.file_fault = ""  # why the file that was chosen last was not opened
        self.least: frozenset[str] = frozenset()  # numbers on the card of odds that are shown as each or more
        self.size = USUAL
        self._room = USUAL  # the size that the page has room for
        self._width = WIDE
        self.base = self._sized(Look(has_rose=True))
        self._is_restored = False
        self._replies: dict[str, Any] = {}
        self._stored: tuple[Any, ...] = ()
        self._stored_at = 0.0
        self._sent = SentParts()
        self.bench = Bench(self)
        self.view = SandboxView(self)
        self.look = self.base
        self.scene: Any
        self._settle()
        self._drawn = svg.Drawing(self.scene, live=True)

    def play(self) -> Live:
        """Return the page as one live piece."""
        return Live(self)

    def extra(self, panel: Panel | Extra) -> Live:
        """Add a panel under the board that follows the battle."""
        return self.bench.add(PanelView(panel) if isinstance(panel, Panel) else panel)

    # -- the page ----------------------------------------------------------------------------------------------------------------------

    def first(self) -> Markup:
        """Draw the whole page."""
        self._sent.put({**self.view.parts(), **self.view.first_parts()})
        return self.view.frame(self._sent.parts)

    def hear(self, acts: list[dict[str, Any]]) -> dict[str, Any]:
        """Do what the reader asks; the reply has the board and what there is to say about it. `rest` has the other parts."""
        battle = self.battle
        self._replies = {}
        battle.sight = ""
        if any(act.get("do") not in ("more", "hover") for act in acts):
            self.trouble = self.file_fault = ""
        before = battle.desk.history
        for act in acts:
            if act.get("do") not in LOOKING and act.get("name") != "slow":
                battle.slow.stop()
            try:
                self._act(str(act.get("do", "")), str(act.get("name") or ""), act.get("value"), act.get("page"))
            except RulesError as wrong:
                self.trouble = str(wrong)
        if battle.desk.history is not before and any(act.get("do") in GIVING for act in acts):
            battle.is_waiting = False
        self._settle()
        patches = self._drawn.show(self.scene)
        marks = strikes_since(battle.desk.guide, before, battle.desk.history, self._drawn.name)
        reply = {**({"patches": patches} if patches else {}), **marks, **self._sent.changes(self.view.first_parts()), **self._replies}
        if battle.is_running:
            pace = "step" if battle.is_opening and battle.pace == "quick" else battle.pace
            reply["more"] = True if battle.is_jumping else PACES[pace] or True
        elif battle.slow.is_playing:
            reply["more"] = SLOW_PACE
        elif battle.plays_back:
            reply["more"] = max(PACES[battle.pace], PACES["quick"])
        if all(act.get("do") != "hello" for act in acts):
            return {**reply, "rest": self.rest}
        rest = self.rest()
        parts = {**reply.get("parts", {}), **rest.get("parts", {})}
        return {**reply, **rest, **({"parts": parts} if parts else {})}

    def rest(self) -> dict[str, Any]:
        """Return the parts that take longer to write, and what the browser keeps."""
        reply: dict[str, Any] = self._sent.changes(self.view.parts())
        self.bench.follow()
        self.battle.tray.settle()
        # Where the board must be moved to is asked of the browser after it has been drawn: measuring makes it lay out the page.
        look = {"look": self.battle.sight} if self.battle.sight else {}
        slate = self.battle.curtain.slate if self.battle.is_writing else None
        wrong = {"wrong": slate.wrong(self.battle.desk)} if slate is not None else {}
        return {**reply, **look, "values": self.view.values(), **wrong, **self._keep()}

    def _keep(self) -> dict[str, Any]:
        """Return what the browser keeps, when it has changed; not after every order of a bot at work."""
        battle = self.battle
        drafts = battle.curtain.slate.stored_state() if battle.curtain.slate is not None else ""
        now = (battle.desk.history, dict(battle.seats), battle.pace, battle.picked, battle.former, drafts, battle.is_waiting)
        is_same = bool(self._stored) and now[0] is self._stored[0] and now[1:] == self._stored[1:]
        if is_same or (battle.is_running and time.monotonic() - self._stored_at < KEEP_EVERY):
            return {}
        self._stored, self._stored_at = now, time.monotonic()
        return {"keep": storage.stored_state(battle, self.bench.stored_state())}

    def _settle(self) -> None:
        """Work out what the board shows."""
        battle, desk = self.battle, self.battle.desk
        moments = battle.moments() if battle.slow.step is not None else ()
        if moments:
            self.look = self.base
            self.scene = moments[min(battle.slow.step or 0, len(moments) - 1)].scene(self.base)
            return
        if battle.can_order:
            self.look = replace(desk.look(self.base), ready=battle.guide.ready(desk.position))
            if battle.is_writing and battle.curtain.slate is not None:
                self.look = replace(self.look, plots=battle.curtain.slate.plots(desk))
        else:
            path = desk.path() if battle.replay is None else ()
            self.look = replace(self.base, selected=battle.last_ship(), path=path, focus=desk.focus if desk.is_keyed else None)
        self.look = self._glancing(self.look)
        self.scene = desk.guide.scene(battle.position, self.look)

    def _glancing(self, look: Look) -> Look:
        """Return the look with the inspected ship; while no order can be given, she takes the place of the ship that acted last."""
        battle = self.battle
        seen = battle.looked_at if battle.guide.has_glances else ""
        if seen and not battle.can_order:
            look = replace(look, selected="")
        return replace(look, regarded=seen, has_arcs=self.has_arcs and (battle.can_order or bool(seen)))

    # -- what the reader does ----------------------------------------------------------------------------------------------------------

    def _act(self, do: str, name: str, value: Any, page: Any) -> None:  # noqa: ANN401 - whatever a page sends
        text = value if isinstance(value, str) else ""
        if do == "hello":
            self._hello(text, page if isinstance(page, dict) else {})
        elif do == "page":
            self._frame(page if isinstance(page, dict) else {})
        elif do == "set":
            self._set(name, text)
        elif do == "open":
            self.file_fault = storage.open_text(self.battle, text)
        else:
            plain = self._plain(name, text).get(do)
            if plain is None:
                raise unknown(do)
            plain()

    def _plain(self, name: str, text: str) -> dict[str, Callable[[], Any]]:
        """Return what each button does."""
        battle = self.battle
        return {
            "press": lambda: battle.press(name),
            "key": lambda: self._key(text),
            "choose": lambda: battle.choose(name),
            "hover": lambda: battle.hover(name),
            "go": lambda: battle.on_desk(battle.desk.ahead.go),
            "leave": battle.desk.ahead.leave,
            "select": lambda: battle.select(name),
            "take": lambda: battle.take(name),
            "roll on": battle.roll_on,
            "seat all": lambda: battle.seat_all(name),
            "drop": battle.drop,
            "roll": battle.roll,
            "practise": battle.practise,
            "type dice": battle.tray.toggle_typing,
            "use dice": lambda: battle.use_dice(text),
            "undo": battle.undo,
            "redo": battle.redo,
            "roll again": battle.roll_again,
            "more": self._more,
            "uncover": battle.uncover,
            "slate": lambda: battle.write(name.partition(":")[2], text),
            "slate next": lambda: battle.write(name.partition(":")[2].replace("at:", "next:", 1), text),
            "slow": lambda: battle.look_slowly(name),
            "stop": lambda: battle.stop(is_stopped=True),
            "go on": lambda: battle.stop(is_stopped=False),
            "jump": battle.jump,
            "new game": battle.ask_for_new,
            "begin": battle.begin,
            "start": lambda: setattr(battle, "is_waiting", False),
            "end anyway": battle.end_anyway,
            "dismiss": lambda: setattr(battle, "question", None),
            "former": battle.bring_back,
            "look back": lambda: battle.look_back(name),
            "back": lambda: battle.look_at(None),
            "play on": battle.play_on,
            "save": lambda: self._replies.update(storage.saved(battle)),
            "copy link": lambda: self._replies.update(storage.linked(battle)),
            "copy long link": lambda: self._replies.update(storage.linked(battle, any_length=True)),
            "zoom": lambda: self._zoom(1 if text == "1" else -1),
            "arcs": self._turn_arcs,
            "whole log": lambda: setattr(self, "has_whole_log", not self.has_whole_log),
        }

    def _hello(self, stored: str, page: Mapping[str, Any]) -> None:
        """Put up what a page kept, and then what its address carries, when it comes or comes back."""
        battle = self.battle
        self._frame(page)
        if not self._is_restored:
            self._is_restored = True
            fragment = str(page.get("fragment") or "").removeprefix("#")
            if stored and (why := fault_of(lambda: storage.restore(battle, self.bench.panels, stored))):
                self._replies["aside"] = why
            if fragment.startswith("s="):
                battle.desk.message = storage.open_link(battle, fragment[2:]) or battle.desk.message
        battle.see(battle.desk.selected or next(iter(battle.guide.ready(battle.position)), ""))

    def _frame(self, page: Mapping[str, Any]) -> None:
        """Take the usual size of a hex on this page; one that the reader has chosen stays while the page is of the same kind."""
        width, is_room = page.get("width"), page.get("projector") is True
        room = IN_A_ROOM if is_room else ON_A_PHONE if isinstance(width, int) and 0 < width < NARROW else USUAL
        if room != self._room:
            self._room = self.size = room
        self._width = width if isinstance(width, int) and 0 < width < WIDEST else WIDE
        self.base = self._sized(replace(self.base, projector=is_room))

    def _sized(self, look: Look) -> Look:
        """Return the same look at the size that the reader has chosen; a map of zones fills the page."""
        party = party_of(self.battle.guide)
        look = replace(look, radius=RADII[self.size])
        return look if party is None else party.framed(look, self._width, RADII[self.size] / RADII[self._room])

    def _key(self, key: str) -> None:
        if key in ("+", "-"):
            self._zoom(1 if key == "+" else -1)
        elif key in ("a", "A"):
            self._turn_arcs()
        elif key in SLOW_KEYS:
            self.battle.look_slowly(SLOW_KEYS[key])
        else:
            self.battle.key(key)

    def _more(self) -> None:
        """Show the next picture of slow motion, or the next order of a bot, after time has passed."""
        if self.battle.plays_back:
            self.battle.look_back("next")
        elif self.battle.slow.is_playing:
            self.battle.slow.tick(len(self.battle.moments()) - 1)
        else:
            self.battle.go_on()

    def _turn_arcs(self) -> None:
        self.has_arcs = self.battle.guide.has_glances and not self.has_arcs

    def _zoom(self, by: int) -> None:
        self.size = max(0, min(len(RADII) - 1, self.size + by))
        self.base = self._sized(self.base)

    def _set(self, name: str, value: str) -> None:
        battle = self.battle
        kind, _colon, what = name.partition(":")
        if name == "dice":
            battle.tray.write(value)
        elif name == "replay" and value.isdecimal():
            battle.look_at(min(int(value[:6]), len(battle.desk.history.done)))
        elif name == "slow" and value.isdecimal():
            battle.slow.is_playing, battle.slow.step = False, min(int(value[:6]), max(0, len(battle.moments()) - 1))
        elif kind in ("slate", "start", "supply"):
            takes: dict[str, Callable[[str, str], None]] = {
                "slate": battle.write,
                "start": partial(start_card.choose, battle),
                "supply": battle.supply,
            }
            takes[kind](what, value)
        elif name == "pace" and value in PACES:
            battle.pace = value
        elif name == "battle" and value in battle.guide.battles:
            battle.picked = value
        elif kind == "card" and (card := self.view.card()) is not None:
            self.least = card.turn(name, value).least
        elif kind == "seat" and what in battle.seats and (value == HUMAN or value in battle.bots):
            battle.seats[what] = value
            battle.after()
        else:
            raise unknown(name)


def sandbox(game: str, **more: Any) -> Sandbox:  # noqa: ANN401 - as Sandbox takes them
    """Return the sandbox of a game."""
    from importlib import import_module

    speak_of(game)
    return Sandbox(import_module(f"widgets.games.{game}.sandbox").SANDBOX, **more)
