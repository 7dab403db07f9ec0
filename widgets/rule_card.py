"""A rule on a card: in our words, both titles, where it comes from, who teaches it, how often it is tested, and what we ruled on it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from rulesdemo.coverage import Account, accounts
from rulesdemo.errors import InputError
from rulesdemo.refs import Ruling, rule
from widgets.marks import joined, mark
from widgets.words import _, plural, spaced, titled

_CARD: Final = Markup(
    '<article class="rule-card" id="{key}" aria-labelledby="{key}-title"><div class="rule-head"><span class="chip">{number}</span>'
    '<h3 id="{key}-title">{title}</h3>{mark}</div><p class="other-title" lang="fr">{french}</p>{untitled}<p class="rule-words">{text}</p>'
    '<dl class="rule-facts">{facts}</dl>{rulings}</article>'
)
_FACT: Final = Markup("<div><dt>{name}</dt><dd>{value}</dd></div>")
_RULINGS: Final = Markup(
    '<details class="fold" id="{key}-rulings"><summary>{words}</summary><ul class="card-rulings">{inside}</ul></details>'
)
_RULING: Final = Markup("<li>{mark} <b>{number}</b> {question} <b>{answer}</b> {why}</li>")
_CHAPTER: Final = re.compile(r"(?P<number>\d+)_(?P<name>\w+)")


@dataclass(frozen=True, slots=True)
class RuleCard:
    """The account of one rule."""

    account: Account
    key: str = "card"

    @classmethod
    def of(cls, game: str, number: str, key: str = "card") -> RuleCard:
        """The card of a rule; a number that the game lacks is refused with the nearest one."""
        rule(game, number)
        found = accounts(game).get(number)
        if found is None:  # a rule without an account would be a fault of the data
            message = f"{game} has no account of rule {number!r}"
            raise InputError(message)
        return cls(found, key)

    def html(self) -> Markup:
        """The card as text."""
        account, told = self.account, self.account.rule
        return _CARD.format(
            key=self.key,
            number=told.id,
            title=told.title_en,
            french=told.title_fr,
            untitled=Markup('<p class="quiet">{}</p>').format(_("The source gives it no title; this one is ours."))
            if told.untitled
            else "",
            mark=mark(account.provenance, label=True),
            text=told.text,
            facts=joined(_FACT.format(name=name, value=value) for name, value in self._facts()),
            rulings=self._rulings(),
        )

    def _facts(self) -> list[tuple[str, Markup | str]]:
        account = self.account
        cases = plural("{count} worked case", "{count} worked cases", account.cases).format(count=account.cases)
        facts: list[tuple[str, Markup | str]] = [
            (_("Kind"), ", ".join(account.rule.kinds)),
            (_("Standing"), _standing(account.rule.status)),
            (_("Taught in"), self._chapters()),
            (_("Tested by"), cases if account.cases else _("no case of its own")),
        ]
        if account.procedures:
            facts.append((_("Dice"), ", ".join(spaced(name.partition(".")[2]) for name in account.procedures)))
        return facts

    def _chapters(self) -> Markup | str:
        if not self.account.chapters:
            return _("no chapter yet")
        return Markup(", ").join(Markup('<a href="/{}">{}</a>').format(path, chapter_words(path)) for path in self.account.chapters)

    def _rulings(self) -> Markup:
        rulings = self.account.rulings
        if not rulings:
            return Markup("")
        words = plural("{count} ruling of ours on it", "{count} rulings of ours on it", len(rulings)).format(count=len(rulings))
        return _RULINGS.format(key=self.key, words=words, inside=joined(map(_ruling, rulings)))


def _ruling(ruling: Ruling) -> Markup:
    return _RULING.format(mark=mark(ruling.provenance), number=ruling.id, question=ruling.question, answer=ruling.answer, why=ruling.why)


def _standing(status: str) -> str:
    return {
        "done": _("played by the engine"),
        "note": _("told, not played"),
        "unused": _("not used by the source"),
        "out-of-scope": _("the source lacks it"),
        "planned": _("not complete yet"),
    }[status]


def chapter_words(path: str) -> str:
    """A chapter by its path.

    >>> chapter_words("en/somewhere/09_boarding")
    '9 Boarding'
    """
    name = path.rpartition("/")[2]
    found = _CHAPTER.fullmatch(name)
    return f"{int(found['number'])} {titled(spaced(found['name']))}" if found else titled(spaced(name))
