"""The end of a chapter: what is left to do in it, and once all is done, what the reader can do now and what comes next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from markupsafe import Markup

from rulesdemo.rules.toc import Chapter as Listed
from rulesdemo.rules.toc import contents, notebook_file
from rulesdemo.words import _, ngettext, page_language
from widgets.chapter.question_file import lesson_learnt
from widgets.play.order_rows import TICK

if TYPE_CHECKING:
    from widgets.chapter.page import Chapter

BUTTON: Final = Markup('<button type="button" data-do="{do}" data-name="{name}">{words}</button>')
LINK: Final = Markup('<a class="button{kind}" href="{href}">{words}</a>')
_TO_BOARD: Final = Markup('<a class="button" href="#play" data-do="restart" data-name="{name}">{words}</a>')
_END: Final = Markup(
    '<section class="chapter-end{kind}" aria-labelledby="chapter-end-title"><h3 id="chapter-end-title">{sign}{title}</h3>'
    '<div role="status"><p>{words}</p></div><p class="row">{ways}</p></section>'
)


def is_done(page: Chapter) -> bool:
    """Return whether every goal was reached and every question answered."""
    return not goals_left(page) and not questions_left(page)


def goals_left(page: Chapter) -> list[str]:
    """Return the set pieces whose goal was not reached yet."""
    return [name for name in page.scenarios if name not in page.goals]


def questions_left(page: Chapter) -> list[str]:
    """Return the keys of the questions that have no right answer yet."""
    return [key for key, task in page.challenges.items() if not task.counts]


def end_of_chapter(page: Chapter) -> Markup:
    """Draw the end of a chapter: what the reader can do now and what is next, or what is left to do."""
    if is_done(page):
        learnt = f"{lesson_learnt(page.name)} {_whereto(page.name)}".strip()
        return _END.format(kind=" is-done", sign=TICK, title=_("Chapter done"), words=learnt, ways=next_link(page.name, kind=" first"))
    goals, questions = goals_left(page), questions_left(page)
    left = [ngettext("{n} set piece", "{n} set pieces", len(goals)).format(n=len(goals))] if goals else []
    left += [ngettext("{n} question", "{n} questions", len(questions)).format(n=len(questions))] if questions else []
    words = _("{first} and {second}.").format(first=left[0], second=left[1]) if len(left) > 1 else f"{left[0]}."
    ways = [_TO_BOARD.format(name=name, words=page.desk.guide.title(name)) for name in goals]
    ways += [LINK.format(kind="", href=f"#ask-{key}-title", words=page.challenges[key].title) for key in questions]
    return _END.format(kind="", sign="", title=_("Left to do in this chapter"), words=words, ways=Markup(" ").join(ways))


def next_step(page: Chapter) -> Markup:
    """Draw what comes after a goal that was reached: the next set piece, then the questions, then the next chapter."""
    if left := goals_left(page):
        return BUTTON.format(do="restart", name=left[0], words=_("Next: {title}").format(title=page.desk.guide.title(left[0])))
    if questions := questions_left(page):
        return LINK.format(kind="", href=f"#ask-{questions[0]}-title", words=_("Now the questions below"))
    return next_link(page.name)


def next_link(name: str, kind: str = "") -> Markup:
    """Draw the way to the next chapter; after the last one to the game's sandbox."""
    (here, after), lang = _neighbours(name), page_language()
    if after is not None:
        return LINK.format(kind=kind, href=after.address(lang), words=f"{after.number} {after.title(lang)} →")
    if here is not None and notebook_file(here.game, "sandbox").is_file():
        return LINK.format(kind=kind, href=f"/{lang}/{here.game}/sandbox", words=_("To the sandbox →"))
    return LINK.format(kind=kind, href="/", words=_("All chapters"))


def _whereto(name: str) -> str:
    (here, after), lang = _neighbours(name), page_language()
    if after is not None:
        return _("Next comes {title}: {aim}").format(title=after.title(lang), aim=after.aim(lang))
    return _("That was the last chapter of this game. Play it against the captain.") if here is not None else ""


def _neighbours(name: str) -> tuple[Listed | None, Listed | None]:
    """Return the chapter of a path, and the one after it."""
    game, _slash, slug = name.partition("/")[2].partition("/")
    here = contents().find(game, slug)
    return here, contents().around(here)[1] if here is not None else None
