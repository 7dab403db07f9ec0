"""Readers who go through a chapter by its page alone: they press what the page offers, and nothing else.

One does each set piece as the table of goals does it and answers each question. The other makes each mistake once: the near miss of the
table before its line, and at each question a wrong answer, the hint and the answer shown, before fresh numbers. What a reader wants to do
and the page does not offer has been done already, by the page or by the opponent; what leads nowhere is begun again with the page's own
button.
Both read a `Paper`, which is a page in a browser, or one without a browser.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from playwright.sync_api import Locator, Page

from rulesdemo.play import saves
from rulesdemo.play.bots import engine_bots
from rulesdemo.play.engine import Engine, legal
from rulesdemo.play.history import History
from rulesdemo.play.order_codec import order_text
from rulesdemo.rules.datafiles import GAMES, read_toml
from tests.play.test_play_cases import read
from tests.support.browser import settled
from tests.support.markup import Marked, folded
from widgets.chapter.challenge import Challenge
from widgets.chapter.expected_answer import Choice
from widgets.chapter.page import Chapter

GOALS = Path(__file__).parents[1] / "play" / "goals"
LINES: dict[tuple[str, str], dict[str, Any]] = {
    (name, piece): lines for name in GAMES for piece, lines in read_toml(GOALS / f"{name}.toml").items()
}
TYPED = 3  # attempts in which the dice are typed; after them the page throws
MOST_IMPROVISED = 80
MOST_TABS = 400
ATTEMPTS = 16  # times that a set piece is begun; dice of an opponent may spoil the first ones
SLATE = "slate"
PLAYED = ("goal", "orders", "tray", "bar", "hits", "end")  # parts that a reader plays in


class Offer(NamedTuple):
    """Something to press or to write into: what is done, its name, the value that goes along, and the class of the row around it."""

    do: str
    name: str
    by: str = ""
    row: str = ""


class Paper(Protocol):
    """A page as a reader has it before him."""

    def offers(self) -> list[Offer]:
        """Return everything that can be pressed or written into."""

    def press(self, offer: Offer) -> None:
        """Press it."""

    def write(self, name: str, text: str) -> None:
        """Write into a field, and press Enter."""

    def words(self, part: str) -> str:
        """Return the words of a part of the page."""

    def game(self) -> str:
        """Return the game as the page stores it."""

    def orders(self) -> list[str]:
        """Return the orders of that game, those that the page gave by itself among them."""


class Stuck(AssertionError):
    """A reader knows no way on."""


@cache
def offers_of(text: str) -> tuple[Offer, ...]:
    """Return what a part of a page offers."""
    found, row = [], ""
    for tag, attrs in Marked(text).tags:
        row = attrs.get("class", "") if tag == "li" else row
        if "data-do" in attrs and "disabled" not in attrs:
            found.append(Offer(attrs["data-do"], attrs.get("data-name", ""), attrs.get("data-by", ""), row))
        elif "data-set" in attrs:
            found.append(Offer("set", attrs["data-set"], attrs.get("value", ""), row))
    return tuple(found)


class PlainPaper:
    """A page without a browser: its text, and acts as a browser sends them."""

    def __init__(self, page: Chapter) -> None:
        self.page = page
        self._parts = page.view.parts()

    def offers(self) -> list[Offer]:
        """Return the buttons and fields of the parts that a reader plays and answers in."""
        return [offer for name, text in self._parts.items() if name in PLAYED or name.startswith("challenge-") for offer in offers_of(text)]

    def _send(self, **act: Any) -> None:
        self._parts |= self.page.hear([act]).get("parts", {})

    def press(self, offer: Offer) -> None:
        """Send the act of a button."""
        self._send(do=offer.do, name=offer.name, value=offer.by)

    def write(self, name: str, text: str) -> None:
        """Send what was written; Enter checks an answer, takes the dice, and goes on in the slate."""
        if name == "dice":
            self._send(do="use dice", name="", value=text)
        elif name.startswith("answer:"):
            self._send(do="check", name=name, value=text)
        else:
            self._send(do="extra next", name=name, value=text)

    def words(self, part: str) -> str:
        """Return the words of a part."""
        return folded(self._parts[part])

    def game(self) -> str:
        """Return the save that a browser would keep."""
        return saves.to_text(self.page.desk.history)

    def orders(self) -> list[str]:
        """Return the orders of the record."""
        return [order_text(deed.order) for deed in self.page.desk.history.done]


@dataclass
class Reader:
    """Somebody who goes through a chapter."""

    paper: Paper
    page: Chapter  # the same chapter without a browser, which says what its set pieces and questions are
    errs: bool = False
    log: list[str] = field(default_factory=list)
    seen: int = 0  # orders of the record that the reader has given or taken note of
    rolls: bool = False  # whether he leaves the dice to the page

    @property
    def engine(self) -> Engine[Any]:
        return self.page.desk.engine

    def finish(self) -> None:
        """Do all that the chapter has."""
        for piece in self.page.scenarios:
            self.play(piece)
        for task in self.page.challenges.values():
            self.answer(task)
        if "Chapter done" not in self.paper.words("end"):
            raise self.stuck("the chapter is not done")

    def stuck(self, why: str) -> Stuck:
        rows = [f"{each.name} ({each.row})" for each in self.paper.offers() if each.do == "choose"]
        told = [f"{part}: {self.paper.words(part)}" for part in ("goal", "said", "end")]
        return Stuck("\n".join((f"{self.page.name}: {why}", *self.log[-30:], "rows:", *rows, *told)))

    # -- set pieces --------------------------------------------------------------------------------------------------------------------

    def play(self, piece: str) -> None:
        """Reach the goal of a set piece."""
        if len(self.page.scenarios) > 1:
            self.begin(piece)
        lines = LINES[self.engine.game, piece]
        if self.errs:
            self.follow(lines["misses"])
            self.begin(piece)
        for attempt in range(ATTEMPTS):
            self.rolls = attempt >= TYPED
            self.follow(lines["meets"])
            self.improvise()
            if self.is_met():
                return
            self.begin(piece)
        raise self.stuck(f"the goal of {piece} is not reached")

    def begin(self, piece: str) -> None:
        """Begin a set piece, or begin it again; nothing was done yet where the page offers neither."""
        again = [each for each in self.paper.offers() if each.do == "restart" and each.name in (piece, "")]
        if again:
            self.log.append(f"begin {piece}")
            self.paper.press(max(again, key=lambda each: each.name == piece))
        self.seen = 0

    def is_met(self) -> bool:
        return "Right. That is the goal." in self.paper.words("goal")

    def is_over(self) -> bool:
        return self.is_met() or "Not this time." in self.paper.words("goal")

    def record(self) -> History[Any]:
        """Return the game as the page has it."""
        game = self.paper.game()
        return saves.from_text(game) if game else self.page.desk.history

    def follow(self, line: list[str]) -> None:
        """Give the orders of a line, but those that the page has given by itself."""
        for words in line:
            if self.is_over():
                return
            if words.endswith(" refused"):
                continue
            given = read(self.engine, words)
            by_itself = self.paper.orders()[self.seen :]
            if (key := order_text(given.order)) in by_itself:
                self.seen += by_itself.index(key) + 1
            else:
                self.give(given.order, given.faces)

    def improvise(self) -> None:
        """Go on as the game's captain would, where the opponent has spoiled the line."""
        captain, dice = engine_bots(self.engine.game)["captain"], random.Random(24)
        for _step in range(MOST_IMPROVISED):
            rows = {each.name for each in self.paper.offers() if each.do == "choose" and "is-refused" not in each.row}
            if self.is_over() or not rows:
                return
            position = self.record().position
            side = self.engine.decision(position).side
            orders = [order for order in legal(self.engine, position) if order_text(order) in rows]
            self.give(captain(self.engine, self.engine.sight(position, side), orders, dice) if len(orders) > 1 else orders[0], ())

    def give(self, order: Any, faces: tuple[int, ...]) -> None:
        """Give an order: by its row, on the slate, or after its ship was taken in hand."""
        key = order_text(order)
        if any(each.do == "set" and each.name.startswith(f"extra:{SLATE}:") for each in self.paper.offers()):
            self.write_order(order)
            return
        row = self.row(key) or self.row_after_press(order)
        if row is None:
            self.log.append(f"skip {key}")
            return
        if "is-chosen" not in row.row:
            self.log.append(f"choose {key}")
            self.paper.press(row)
        if any("is-chosen" in each.row and each.name == key for each in self.paper.offers()):
            self.throw(() if self.rolls else faces)
        self.seen += 1

    def row(self, key: str) -> Offer | None:
        """Return the row of an order that is not refused."""
        rows = [each for each in self.paper.offers() if each.do == "choose" and each.name == key]
        return next((each for each in rows if "is-refused" not in each.row), None)

    def row_after_press(self, order: Any) -> Offer | None:
        """Return the row that comes when the ship or unit is taken in hand that the order is for."""
        guide, position = self.page.desk.guide, self.record().position
        name = next((found for field in ("ship", "unit", "force") if (found := getattr(order, field, ""))), "")
        take = next((each for each in self.paper.offers() if each.do == "take" and each.name == name), None)
        if take is None and name and position.find(name) is not None:
            place = guide.grid.label(guide.place_of(position, name))
            take = next((each for each in self.paper.offers() if each.do == "press" and each.name == place), None)
        if take is None:
            return None
        self.log.append(f"take {name}")
        self.paper.press(take)
        second = next((each for each in self.paper.offers() if each.do == "take" and each.name == name), None)
        if second is not None and self.row(order_text(order)) is None:  # of a stack
            self.paper.press(second)
        return self.row(order_text(order))

    def write_order(self, order: Any) -> None:
        """Write an order on the slate, or close it."""
        if ship := getattr(order, "ship", ""):
            self.log.append(f"write {ship} {order.text}")
            self.paper.write(f"extra:{SLATE}:at:{ship}", order.text)
        else:
            self.log.append("close the logs")
            self.paper.press(next(each for each in self.paper.offers() if each.name == f"{SLATE}:close"))
            self.seen = len(self.paper.orders())

    def throw(self, faces: tuple[int, ...]) -> None:
        """Throw: the faces of the table's line, where it has some, are typed as those of real dice."""
        self.log.append(f"throw {faces}")
        if not faces:
            self.paper.press(Offer("roll", ""))
            return
        if not any(each.do == "set" and each.name == "dice" for each in self.paper.offers()):
            self.paper.press(Offer("type dice", ""))
        self.paper.write("dice", " ".join(map(str, faces)))

    # -- questions ---------------------------------------------------------------------------------------------------------------------

    def answer(self, task: Challenge) -> None:
        """Answer a question; one who errs first answers wrong, takes the hint, has the answer shown and tries again."""
        name = f"answer:{task.key}"
        if self.errs:
            self.fill(task, right=False)
            if "is-right" in self.card(task):
                raise self.stuck(f"a wrong answer to {task.key} is right")
            for do in ("hint", "show", "retry"):
                offer = next((each for each in self.paper.offers() if each.do == do and each.name == name), None)
                if offer is None and do != "hint":
                    raise self.stuck(f"{task.key} does not offer {do}")
                if offer is not None:
                    self.log.append(f"{do} {task.key}")
                    self.paper.press(offer)
            task.show()
            task.try_again()
        self.fill(task, right=True)
        if "Right" not in self.card(task):
            raise self.stuck(f"the right answer to {task.key} is not taken: {self.card(task)}")

    def card(self, task: Challenge) -> str:
        return self.paper.words(f"challenge-{task.key}")

    def fill(self, task: Challenge, *, right: bool) -> None:
        """Write an answer or choose an option, and have it checked."""
        expected = task.expected
        if isinstance(expected, Choice):
            value = next(each.value for each in expected.options if (each.value == expected.exact) == right)
            self.paper.write(f"answer:{task.key}", value)
        else:
            self.paper.write(f"answer:{task.key}", str(expected.exact if right else wrong_number(expected.exact)))


def wrong_number(exact: Fraction | int) -> str:
    """Return another number of the same kind.

    >>> wrong_number(Fraction(5, 6)), wrong_number(8)
    ('5/12', '9')
    """
    if isinstance(exact, Fraction):
        return str(exact / 2 or Fraction(1, 2))
    return str(exact + 1)


# What a page in a browser offers, as `PlainPaper` reads it from the text.
OFFERS = """(played) => [...document.querySelectorAll("[data-part]")]
  .filter((part) => played.includes(part.dataset.part) || part.dataset.part.startsWith("challenge-"))
  .flatMap((part) => [...part.querySelectorAll("[data-do]:not(:disabled), [data-set]")])
  .map((node) => [node.dataset.do ?? "set", node.dataset.do ? node.dataset.name ?? "" : node.dataset.set, node.dataset.by ?? "",
    node.closest("li")?.className ?? ""])"""


class BrowserPaper:
    """A page in a browser, pressed by mouse; or, with `by_keys`, by Tab, Enter, Space and the arrows alone."""

    def __init__(self, page: Page, *, by_keys: bool = False) -> None:
        self.page, self.by_keys = page, by_keys

    def offers(self) -> list[Offer]:
        """Return the buttons and fields of the parts that a reader plays and answers in."""
        return [Offer(*each) for each in settled(self.page).evaluate(OFFERS, list(PLAYED))]

    def _find(self, selector: str) -> Locator:
        """Return a thing on the page, once all folds around it are open."""
        found = self.page.locator(selector).first
        while found.evaluate("node => Boolean(node.closest('details:not([open])'))"):
            self._use(found.locator("xpath=ancestor::details[not(@open)][last()]/summary"))
        return found

    def _use(self, found: Locator) -> None:
        if self.by_keys:
            self._reach(found)
            self.page.keyboard.press("Enter")
        else:
            found.click()

    def _reach(self, found: Locator) -> None:
        """Press Tab until the focus is there."""
        found.evaluate("node => { window.wanted = node; }")
        for _press in range(MOST_TABS):
            if self.page.evaluate("document.activeElement === window.wanted"):
                return
            self.page.keyboard.press("Tab")
        message = f"no Tab leads to {found}"
        raise Stuck(message)

    def press(self, offer: Offer) -> None:
        """Press a button."""
        name = f"[data-name={json.dumps(offer.name, ensure_ascii=False)}]" if offer.name else ""
        by = f"[data-by={json.dumps(offer.by, ensure_ascii=False)}]" if offer.by else ""
        self._use(self._find(f"[data-do={json.dumps(offer.do, ensure_ascii=False)}]{name}{by}"))
        settled(self.page)

    def write(self, name: str, text: str) -> None:
        """Write into a field and press Enter, or choose an option and have it checked."""
        field = self._find(f"[data-set={json.dumps(name, ensure_ascii=False)}]")
        if field.get_attribute("type") == "radio":
            self._choose(name, text)
        elif self.by_keys:
            self._reach(field)
            self.page.keyboard.press("Control+A")
            self.page.keyboard.type(text)
            self.page.keyboard.press("Enter")
        else:
            field.fill(text)
            field.press("Enter")
        settled(self.page)

    def _choose(self, name: str, value: str) -> None:
        option = self.page.locator(f"[data-set={json.dumps(name, ensure_ascii=False)}][value={json.dumps(value, ensure_ascii=False)}]")
        if self.by_keys:
            group = self.page.locator(f"[data-set={json.dumps(name, ensure_ascii=False)}]")
            checked = group.and_(self.page.locator(":checked"))
            self._reach(checked if checked.count() else group.first)
            self.page.keyboard.press("Space")
            for _press in range(group.count()):
                if option.is_checked():
                    break
                self.page.keyboard.press("ArrowDown")
                settled(self.page)
        else:
            option.locator("xpath=..").click()
        settled(self.page)
        self.press(Offer("check", name))

    def words(self, part: str) -> str:
        """Return the words of a part."""
        return " ".join(
            (settled(self.page).locator(f"[data-part={json.dumps(part, ensure_ascii=False)}]").first.text_content() or "").split()
        )

    def game(self) -> str:
        """Return the save that the browser has stored."""
        chapter = "document.documentElement.dataset.key"
        stored = settled(self.page).evaluate(f"JSON.parse(localStorage.getItem(`last:${{{chapter}}}`) ?? 'null')?.text ?? ''")
        return str(json.loads(stored)["save"]) if stored else ""

    def orders(self) -> list[str]:
        """Return the orders of the record."""
        game = self.game()
        return [order_text(deed.order) for deed in saves.from_text(game).done] if game else []
