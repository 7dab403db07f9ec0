"""The glossary: the terms that the rules define, in both languages, with what they mean in our words and where they stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from rulesdemo.contents import contents
from rulesdemo.datafiles import game_file
from rulesdemo.refs import rules_of
from widgets.facts import facts
from widgets.marks import joined, names
from widgets.shown import Html
from widgets.words import _

_PAGE: Final = Markup(
    '<div class="book glossary"><div class="field"><label for="find-term">{label}</label><input class="text" type="text" id="find-term" '
    'data-filter="term-list" aria-describedby="found-terms" autocomplete="off" spellcheck="false" disabled></div>'
    '<p class="quiet" id="found-terms" role="status" data-some="{some}" data-none="{none}">{count}</p><dl id="term-list">{terms}</dl></div>'
)
_TERM: Final = Markup(
    '<div class="term"><dt><span class="term-name">{en}</span> <span class="term-other" lang="fr">{fr}</span></dt>'
    '<dd>{text}</dd><dd class="term-where"><span class="quiet">{game}</span>{chip}</dd></div>'
)


@dataclass(frozen=True, slots=True)
class Term:
    """A word, and what it means; words of the project itself belong to no game."""

    en: str
    fr: str
    text: str
    game: str = ""
    rule: str = ""


def own_terms() -> list[Term]:
    """Words of the book itself."""
    seed, ruling, reconstructed, yours = (name for name, _meaning in names().values())
    return [
        Term(seed, "source", _("A number that is printed in the source document.")),
        Term(ruling, "lecture", _("Where the source can be read in more than one way, the reading we chose. Most can be switched.")),
        Term(reconstructed, "reconstitué", _("A number that the source lacks and that we rebuilt. It always stands with a dashed mark.")),
        Term(yours, "à vous", _("A number or a reading that you changed. Set it back whenever you like.")),
        Term(_("2d6"), "2d6", _("Two six-sided dice added: 36 ways, from 2 to 12. d6 is one die; d10 is one ten-sided die, read 0 to 9.")),
    ]


def game_terms(game: str) -> list[Term]:
    """The terms that a game's own glossary defines; which rule is the glossary, its data says."""
    home = game_file(game, "game").get("glossary")
    if home is None:
        return []
    found = [rule for rule in rules_of(game).values() if rule.id.startswith(f"{home} ")]
    return [Term(rule.title_en, rule.title_fr, rule.text, game, home) for rule in found]


def terms() -> list[Term]:
    """Every term, by its English name."""
    found = [*own_terms(), *(term for game in contents().games for term in game_terms(game))]
    return sorted(found, key=lambda term: term.en.casefold())


def glossary() -> Html:
    """The list, and a field that narrows it."""
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
    return _TERM.format(
        en=term.en,
        fr=term.fr,
        text=term.text,
        game=facts(term.game).title if term.game else _("This book"),
        chip=Markup(' <span class="chip"><span class="sr">{} </span>{}</span>').format(_("Rule"), term.rule) if term.rule else "",
    )
