"""Asks again: questions that a reader missed in a chapter come back on a page of their own, and at the end of later chapters.

Which ones were missed, and when, the browser alone knows (bridge.js). It is asked, not believed: a question that the book lacks is not
asked, and every answer is judged here. What came of it goes back to the browser, which keeps the list.

>>> again = Again(most=3)
>>> again.hear_of([{"chapter": "veneti/09_boarding", "key": "free", "later": True}])
>>> [task.question[:29] for task in again.tasks.values()]
['Both decks are level now, 4 m']
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.errors import InputError, RulesError
from rulesdemo.rules.toc import Chapter, contents
from rulesdemo.words import N_, _, ngettext, page_language
from widgets.chapter.challenge import ASKS, Challenge
from widgets.chapter.question_file import challenge, questions
from widgets.web.badges import joined
from widgets.web.difference import SentParts
from widgets.web.game_facts import facts
from widgets.web.html_output import is_served
from widgets.web.live import Live
from widgets.web.phrases import unknown

MOST_AT_ONCE: Final = 3
MOST_IN_A_CHAPTER: Final = 2
LONGEST_LIST: Final = 100  # of what a browser says was missed
LEAVES: Final = N_(
    "A question leaves this list when you get it right at the first try, on a later day than you missed it. "
    "Right on the same day, it rests until tomorrow."
)

_CARD: Final = Markup('<div class="again-card">{task}<p class="again-told quiet" role="status">{told}</p></div>')
_LINK: Final = Markup('<a href="{address}">{words}</a>')
_IN_CHAPTER: Final = Markup(
    '<div class="again-box"><p class="again-intro"><b>{title}</b> <span class="quiet">{rule}</span></p>{cards}</div>'
)
_PAGE: Final = Markup(
    '<div class="book drill"><div data-part="again">{text}</div><p class="trouble" role="alert" data-part="trouble"></p></div>'
)
_ROUND: Final = Markup('<h2 class="sr">{title}</h2><div class="again-cards">{cards}</div>{after}<p class="quiet">{rule}</p>')
_END: Final = Markup('<p class="again-end" role="status"><b>{told}</b></p><p class="row">{more}</p>')
_MORE: Final = Markup('<button type="button" class="first" data-do="next">{}</button>')
_HOME: Final = Markup('<a class="button" href="{}">{}</a>')
_NOTHING: Final = Markup('<h2>{title}</h2><p>{words}</p><p class="row">{home}</p>')


@dataclass(slots=True)
class MissedQuestion:
    """A question that is asked again: its chapter and key, its card, and what came of the first try ("", "right" or "wrong")."""

    chapter: Chapter
    name: str
    task: Challenge
    is_later: bool
    result: str = ""

    @property
    def fate(self) -> str:
        """Say what becomes of it."""
        if not self.result:
            return ""
        if self.result == "wrong":
            return _("It stays on the list.")
        return _("It leaves the list.") if self.is_later else _("It rests until tomorrow.")


class Again:
    """Some missed questions, at most `most` at once, and how the reader does this time."""

    def __init__(self, most: int, here: str = "") -> None:
        """Ask `most` at once; `here` is the path of a chapter that asks only what earlier chapters of its game taught."""
        self.most = most
        self.here = here
        self.cards_now: dict[str, MissedQuestion] = {}
        self.drilled: list[list[Any]] = []  # every answer of this visit: chapter, key, whether it was right at the first try
        self.settled: dict[str, list[str]] = {}  # the questions of each chapter that were answered right, at whatever try: they count there
        self._waiting: list[MissedQuestion] = []

    @property
    def tasks(self) -> dict[str, Challenge]:
        """Return the questions on the page, by the name that their controls have."""
        return {key: each.task for key, each in self.cards_now.items()}

    @property
    def left(self) -> int:
        """Return how many wait for their turn."""
        return len(self._waiting)

    @property
    def is_over(self) -> bool:
        """Return whether all that are asked now are settled."""
        return all(each.task.state in ("right", "shown") for each in self.cards_now.values())

    def hear_of(self, missed: object, first: str = "") -> None:
        """Take what a browser says was missed; `first` is the question, `chapter/key`, that the reader wants to have first."""
        found = {each.task.key: each for each in self._known_questions(missed)}
        self._waiting = sorted(found.values(), key=lambda each: f"{each.chapter.key}/{each.name}" != first)
        self.go_on()

    def go_on(self) -> None:
        """Ask the next ones."""
        now, self._waiting = self._waiting[: self.most], self._waiting[self.most :]
        for number, each in enumerate(now, start=1):  # two may be of one chapter: the number tells their cards apart
            each.task.title = _("{number}. {chapter}").format(number=number, chapter=_chapter_name(each.chapter))
        self.cards_now = {each.task.key: each for each in now}

    def act(self, do: str, key: str, value: str) -> None:
        """Write, check, hint or show; only the first try counts, and giving up counts as a miss."""
        each = self.cards_now.get(key)
        if each is None:
            message = _("That question is no longer here.")
            raise InputError(message)
        before = each.task.tries
        if do in ("set", "check") and (value or do == "set"):
            each.task.write(value)
        if do == "check":
            each.task.check()
        elif do == "hint":
            each.task.give_hint()
        elif do == "show":
            each.task.show()
        elif do == "retry":
            each.task.try_again()
        if not each.result and (each.task.tries > before or each.task.state == "shown"):
            each.result = "right" if each.task.state == "right" else "wrong"
            self.drilled.append([each.chapter.key, each.name, each.result == "right"])
        if each.task.state == "right" and each.name not in self.settled.get(each.chapter.key, ()):
            self.settled.setdefault(each.chapter.key, []).append(each.name)

    def _known_questions(self, missed: object) -> Iterator[MissedQuestion]:
        """Yield those that the book has; whatever else a browser may say is passed over."""
        for each in missed[:LONGEST_LIST] if isinstance(missed, list) else ():
            if not isinstance(each, dict) or not isinstance(each.get("chapter"), str) or not isinstance(each.get("key"), str):
                continue
            chapter = contents().find(*each["chapter"].partition("/")[::2])
            if chapter is None or not self._is_due_here(chapter):
                continue
            try:
                if each["key"] in questions(chapter.path):
                    yield MissedQuestion(chapter, each["key"], _task(chapter, each["key"]), each.get("later") is True)
            except RulesError:  # a file that is being written: its own chapter says what is wrong
                continue

    def _is_due_here(self, chapter: Chapter) -> bool:
        if not self.here:
            return True
        _lang, _slash, key = self.here.partition("/")
        here = contents().find(*key.partition("/")[::2])
        return here is not None and here.game == chapter.game and chapter.number < here.number

    # -- as text -----------------------------------------------------------------------------------------------------------------------

    def cards(self) -> Markup:
        """Draw the questions, each with what becomes of it and the way to its chapter."""
        return joined(_CARD.format(task=each.task.html(), told=self._fate_html(each)) for each in self.cards_now.values())

    def html(self) -> Markup:
        """Draw the questions at the end of a chapter; nothing where there are none."""
        if not self.cards_now:
            return Markup("")
        title = ngettext("You missed this one before.", "You missed these before.", len(self.cards_now))
        return _IN_CHAPTER.format(title=title, rule=LEAVES, cards=self.cards())

    @staticmethod
    def _fate_html(each: MissedQuestion) -> Markup:
        chapter = each.chapter
        address = chapter.address(page_language()) if is_served() else f"{chapter.game}/{chapter.slug}.ipynb"
        way = _LINK.format(address=address, words=_("Read chapter {number} again").format(number=chapter.number))
        return Markup("{} {}").format(each.fate, way) if each.result else Markup("")


def _task(chapter: Chapter, key: str) -> Challenge:
    """Return a question under a name of its own, so that a page can have its own question of the same key."""
    return replace(challenge(chapter.path, key), key=f"again-{chapter.game}-{chapter.slug}-{key}")


def _chapter_name(chapter: Chapter) -> str:
    return _("{game} {number}, {title}").format(game=facts(chapter.game).title, number=chapter.number, title=chapter.title(page_language()))


# -- a page of its own ---------------------------------------------------------------------------------------------------------


class DrillPage:
    """The page that asks again, three questions at a time."""

    def __init__(self) -> None:
        """Wait for the browser to say what was missed."""
        self.again = Again(MOST_AT_ONCE)
        self._is_told = False
        self._sent = SentParts()

    def first(self) -> Markup:
        """Draw the frame; what to ask is not known yet."""
        return _PAGE.format(text=Markup('<p class="quiet">{}</p>').format(_("Looking up what you missed.")))

    def hear(self, acts: list[dict[str, Any]]) -> dict[str, Any]:
        """Do what the reader asks; the reply has the text if it changed, and every answer so far."""
        trouble = ""
        for act in acts:
            try:
                self._act(str(act.get("do", "")), str(act.get("name") or ""), act.get("value"), act.get("page"))
            except RulesError as wrong:
                trouble = str(wrong)
        changes = self._sent.changes({"trouble": str(Markup("{}").format(trouble)), "again": str(self.html())})
        return {**changes, "progress": {"drilled": self.again.drilled, "settled": self.again.settled}}

    def _act(self, do: str, name: str, value: object, page: object) -> None:
        text = value if isinstance(value, str) else ""
        if do == "hello":
            self._hello(page if isinstance(page, dict) else {})
        elif do == "next":
            if self.again.is_over and self.again.left:
                self.again.go_on()
        elif do in ("set", *ASKS):
            self.again.act(do, name.removeprefix("answer:"), text)
        else:
            raise unknown(do)

    def _hello(self, page: dict[str, Any]) -> None:
        if not self._is_told:
            self._is_told = True
            self.again.hear_of(page.get("missed"), str(page.get("fragment") or "").removeprefix("#"))

    def html(self) -> Markup:
        """Draw the questions of this round, and what comes after them."""
        home = _HOME.format("/" if is_served() else "home.ipynb", _("All chapters"))
        if not self.again.cards_now:
            words = _("Questions that you miss in a chapter come back here, and at the end of later chapters. {rule}").format(rule=LEAVES)
            return _NOTHING.format(title=_("Nothing to ask again"), words=words, home=home)
        after = self._after(home) if self.again.is_over else Markup("")
        return _ROUND.format(title=_("Questions"), cards=self.again.cards(), after=after, rule=LEAVES)

    def _after(self, home: Markup) -> Markup:
        right = sum(each.result == "right" for each in self.again.cards_now.values())
        words = _("{right} of {all} right at the first try.").format(right=right, all=len(self.again.cards_now))
        more = ngettext("Ask me one more", "Ask me the next {count}", min(self.again.left, self.again.most)).format(
            count=min(self.again.left, self.again.most)
        )
        return _END.format(told=words, more=(_MORE.format(more) + Markup(" ") if self.again.left else Markup("")) + home)


def drill() -> Live:
    """Return the live page that asks again."""
    return Live(DrillPage())
