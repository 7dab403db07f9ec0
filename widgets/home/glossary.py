"""The glossary: the terms that the rules define, in both languages, with what they mean in our words and where they stand."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from rulesdemo.rules.glossary import Term, terms
from rulesdemo.words import _, in_both
from widgets.chapter.rule_card import rule_link
from widgets.web.badges import joined
from widgets.web.game_facts import facts
from widgets.web.html_output import Html

_PAGE: Final = Markup(
    '<div class="book glossary"><div class="field"><label for="find-term">{label}</label><input class="text" type="text" id="find-term" '
    'data-filter="term-list" aria-describedby="found-terms" autocomplete="off" spellcheck="false" disabled></div>'
    '<p class="quiet" id="found-terms" role="status" data-some="{some}" data-none="{none}">{count}</p><dl id="term-list">{terms}</dl></div>'
)
_TERM: Final = Markup(
    '<div class="term" id="{place}"><dt><span class="term-name">{name}</span> <span class="term-other" lang="{lang}">{other}</span></dt>'
    '<dd>{text}</dd><dd class="term-where"><span class="quiet">{game}</span>{link}</dd></div>'
)
_LINK: Final = Markup(' <a class="chip-link" href="{address}"><span class="sr">{rule} </span><span class="chip">{number}</span></a>')


def glossary() -> Html:
    """Return the list, and a field that narrows it."""
    every = terms()
    some = _("{count} of {all} terms.")
    return Html(
        _PAGE.format(
            label=_("Find a term, in English or French"),
            some=some,
            none=_("No term has these letters. Write fewer of them."),
            count=some.format(count=len(every), all=len(every)),
            terms=joined(_term(term) for term in every),
        )
    )


def _term(term: Term) -> Markup:
    name, other, lang = in_both(term.en, term.fr)
    return _TERM.format(
        place=term.place,
        name=name,
        other=other,
        lang=lang,
        text=term.text,
        game=facts(term.game).title if term.game else _("This book"),
        link=_LINK.format(address=rule_link(term.game, term.id), rule=_("Rule"), number=term.rule) if term.rule else "",
    )
