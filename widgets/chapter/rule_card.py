"""A rule on a card: in our words, both titles, where it comes from, who teaches it, how often it is tested, and what we ruled on it.

`rules_page` has every card of a game, and the tables that they read; search and glossary lead there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from rulesdemo.analysis.rule_coverage import Account, accounts
from rulesdemo.errors import InputError
from rulesdemo.rules.glossary import anchor
from rulesdemo.rules.rule_index import Ruling, rule
from rulesdemo.rules.ruleset import ruleset
from rulesdemo.rules.tables import Table
from rulesdemo.words import _, in_both, ngettext, page_language, speak_of
from widgets.kit.table_view import TableView
from widgets.web.badges import joined, mark
from widgets.web.html_output import Html, is_served
from widgets.web.phrases import spaced, titled

_CARD: Final = Markup(
    '<article class="rule-card" id="{key}" aria-labelledby="{key}-title"><div class="rule-head"><span class="chip">{number}</span>'
    '<{level} id="{key}-title">{title}</{level}>{mark}</div>'
    '<p class="other-title" lang="{lang}">{other}</p>{untitled}<p class="rule-words">{text}</p>{missing}'
    '<dl class="rule-facts">{facts}</dl>{rulings}'
    '<details class="fold" id="{key}-account"><summary>{account}</summary><dl class="rule-facts">{more}</dl></details></article>'
)
_MISSING: Final = Markup('<p class="rule-words">{}</p>')
_FACT: Final = Markup("<div><dt>{name}</dt><dd>{value}</dd></div>")
_RULINGS: Final = Markup(
    '<details class="fold" id="{key}-rulings"><summary>{words}</summary><ul class="card-rulings">{inside}</ul></details>'
)
_RULING: Final = Markup("<li>{mark} <b>{number}</b> {question} <b>{answer}</b> {why}</li>")
_PAGE: Final = Markup(
    '<div class="book rules-page"><div class="field"><label for="find-rule">{label}</label><input class="text" type="text" id="find-rule" '
    'data-filter="rule-list" aria-describedby="found-rules" autocomplete="off" spellcheck="false" disabled></div>'
    '<p class="quiet" id="found-rules" role="status" data-some="{some}" data-none="{none}">{count}</p>'
    '<div id="rule-list">{cards}</div><h2 id="tables">{tables_title}</h2><div class="rule-tables">{tables}</div></div>'
)
_TABLE: Final = Markup('<div id="{place}">{table}</div>')
_LINK: Final = Markup('<a href="{}">{}</a>')
_CHAPTER: Final = re.compile(r"(?P<number>\d+)_(?P<name>\w+)")


@dataclass(frozen=True, slots=True)
class RuleCard:
    """The account of one rule."""

    account: Account
    key: str = "card"
    level: str = "h3"
    has_tables: bool = False  # whether the tables stand on the same page, to be led to

    @classmethod
    def of(cls, game: str, number: str, key: str = "card") -> RuleCard:
        """Return the card of a rule; a number that the game lacks is refused with the nearest one."""
        rule(game, number)
        found = accounts(game).get(number)
        if found is None:  # a rule without an account would be a fault of the data
            message = f"{game} has no account of rule {number!r}"
            raise InputError(message)
        return cls(found, key)

    def html(self) -> Markup:
        """Draw the card as text."""
        account, rule = self.account, self.account.rule
        title, other, lang = in_both(rule.title_en, rule.title_fr)
        return _CARD.format(
            key=self.key,
            level=self.level,
            number=rule.id,
            title=title,
            other=other,
            lang=lang,
            untitled=Markup('<p class="quiet">{}</p>').format(_("The source gives it no title; this one is ours."))
            if rule.untitled
            else "",
            mark=mark(account.provenance, label=True),
            text=rule.text,
            missing=_MISSING.format(_("Not played: {missing}").format(missing=_(rule.missing))) if rule.missing else "",
            facts=joined(_FACT.format(name=name, value=value) for name, value in self._facts()),
            account=_("How it is kept"),
            more=joined(_FACT.format(name=name, value=value) for name, value in self._account()),
            rulings=self._rulings(),
        )

    def _facts(self) -> list[tuple[str, Markup | str]]:
        account = self.account
        facts: list[tuple[str, Markup | str]] = [(_("Taught in"), self._chapters())]
        if account.procedures:
            facts.append((_("Dice"), ", ".join(spaced(name.partition(".")[2]) for name in account.procedures)))
        if account.tables:
            facts.append((ngettext("Table", "Tables", len(account.tables)), Markup(", ").join(map(self._table, account.tables))))
        return facts

    def _account(self) -> list[tuple[str, Markup | str]]:
        """Return what is of use to those who check or change the rules."""
        account = self.account
        cases = ngettext("{count} worked case", "{count} worked cases", account.cases).format(count=account.cases)
        facts: list[tuple[str, Markup | str]] = [
            (_("Kind"), ", ".join(map(_, account.rule.kinds))),
            (_("Standing"), _standing(account.rule.status)),
            (_("Tested by"), cases if account.cases else _("no case of its own")),
        ]
        if account.code:
            modules = (module.removeprefix(f"rulesdemo.games.{account.rule.game}.") for module in account.code)
            facts.append((_("Code"), Markup(", ").join(Markup("<code>{}</code>").format(module) for module in modules)))
        return facts

    def _table(self, name: str) -> Markup:
        title = ruleset(self.account.rule.game).table(name).info.title
        return _LINK.format(f"#{anchor('table', name)}", title) if self.has_tables else Markup("{}").format(title)

    def _chapters(self) -> Markup | str:
        if not self.account.chapters:
            return _("no chapter yet")
        return Markup(", ").join(
            _LINK.format(f"/{page_language()}/{path.partition('/')[2]}", chapter_words(path)) for path in self.account.chapters
        )

    def _rulings(self) -> Markup:
        rulings = self.account.rulings
        if not rulings:
            return Markup("")
        words = ngettext("{count} ruling of ours on it", "{count} rulings of ours on it", len(rulings)).format(count=len(rulings))
        return _RULINGS.format(key=self.key, words=words, inside=joined(map(_ruling, rulings)))


def _ruling(ruling: Ruling) -> Markup:
    return _RULING.format(mark=mark(ruling.provenance), number=ruling.id, question=ruling.question, answer=ruling.answer, why=ruling.why)


def _standing(status: str) -> str:
    return {
        "done": _("played by the engine"),
        "partly": _("played in part"),
        "note": _("told, not played"),
        "unused": _("not used by the source"),
        "out-of-scope": _("the source lacks it"),
        "planned": _("not complete yet"),
    }[status]


def chapter_words(path: str) -> str:
    """Return a chapter by its path.

    >>> chapter_words("en/somewhere/09_boarding")
    '9 Boarding'
    """
    name = path.rpartition("/")[2]
    found = _CHAPTER.fullmatch(name)
    return f"{int(found['number'])} {titled(spaced(found['name']))}" if found else titled(spaced(name))


# -- every rule of a game ------------------------------------------------------------------------------------------------------


def rule_link(game: str, number: str) -> str:
    """Return the address of a rule's card; in a notebook, the file that has it."""
    place = anchor("rule", number)
    return f"/{page_language()}/{game}/rules#{place}" if is_served() else f"{game}/rules.ipynb#{place}"


def rules_page(game: str) -> Html:
    """Return every card of a game in the order of the source, a field that narrows them, and the tables."""
    speak_of(game)
    known = accounts(game)
    some = _("{count} of {all} rules.")
    cards = joined(RuleCard(account, anchor("rule", number), "h2", has_tables=True).html() for number, account in known.items())
    used = dict.fromkeys(name for account in known.values() for name in account.tables)
    return Html(
        _PAGE.format(
            label=_("Find a rule by its number or its words, in English or French"),
            some=some,
            none=_("No rule has these letters. Write fewer of them."),
            count=some.format(count=len(known), all=len(known)),
            cards=cards,
            tables_title=_("Tables"),
            tables=joined(_shown_table(ruleset(game).table(name), name) for name in used),
        )
    )


def _shown_table(table: Table, name: str) -> Markup:
    return _TABLE.format(place=anchor("table", name), table=TableView(table, key=anchor("table", name)).html())
