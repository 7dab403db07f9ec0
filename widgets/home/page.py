"""The home page: five games, their chapters, how far the reader has come, and how to read the marks.

How far the reader has come is known to the browser alone: the text carries places for it (`data-...`), which the page's own script fills.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from markupsafe import Markup

from rulesdemo.catalogues import coverage
from rulesdemo.odds.format import percent
from rulesdemo.rules.datafiles import game_file
from rulesdemo.rules.toc import LANGUAGES, Chapter, contents, notebook_file
from rulesdemo.words import N_, _, local_figures, ngettext, page_language, share_text
from widgets.chapter.missed_questions import LEAVES
from widgets.kit.fields import CHECKED
from widgets.web.badges import joined, mark, names
from widgets.web.badges import legend as marks_legend
from widgets.web.game_facts import Facts, TableFacts, facts, picture
from widgets.web.html_output import Html, is_served

MINUTES: Final = 60

_HOME: Final = Markup(
    '<div class="book home"><fieldset class="cards"><legend class="sr">{title}</legend><div class="card-row">{cards}</div></fieldset>'
    "{panels}</div>"
)
_CARD: Final = Markup(
    '<label class="card" data-card="{name}"><input type="radio" name="home-game" value="{name}"{checked}><span class="face">{picture}{flag}'
    '<span class="card-text"><span class="card-title">{title}</span><span class="card-line">{line}</span>{level}'
    '<span class="pips" aria-hidden="true">{pips}</span>'
    '<span class="card-foot"><span>{minutes}</span><span data-count="{words}">{count}</span></span></span></span></label>'
)
_PIP: Final = Markup('<i data-pip="{key}" data-state="{state}"></i>')
_PANEL: Final = Markup(
    '<section class="panel game-panel" data-game="{name}" data-done="{done}" data-open="" data-next="{here}" '
    'aria-labelledby="panel-{name}"><div class="panel-head"><div><h2 id="panel-{name}">{title}</h2>'
    '<p class="quiet">{counts} <span data-next="{next}" data-all="{all}">{first}</span></p></div>'
    '<div class="row">{buttons}</div></div><ol class="chapters">{rows}</ol>{figures}{about}</section>'
)
_ROW: Final = Markup(
    '<li data-chapter="{key}" data-state="{state}" data-number="{number}" data-title="{title}"><{tag} class="chapter-row"{link}>'
    '<span class="disc" aria-hidden="true"><span>{number}</span></span>'
    '<span class="row-text"><span class="row-title"><span class="sr">{number}. </span>{title}</span>'
    '<span class="quiet">{rules}{mark}</span><span class="begun" data-share="{share}"></span></span>'
    '<span class="quiet minutes">{minutes}</span><span class="sr" data-said></span></{tag}></li>'
)
_FIGURES: Final = Markup(
    '<ul class="figures"><li><b>{covered}</b> {done}</li><li><b>{cells}</b> {cells_words} '
    '<span class="share" aria-hidden="true">{bar}</span>{shares}</li></ul>'
)
_SHARE: Final = Markup('<span class="figure">{mark} {percent}<span class="sr"> {words}</span></span>')
_ABOUT: Final = Markup(
    '<details class="fold" id="about-{name}"><summary>{title}</summary><p>{about}</p><ul class="counts">{counts}</ul><p>{tables_line}</p>'
    '<ul class="tables">{tables}</ul></details>'
)
_AGAIN: Final = Markup(
    '<section class="book again" data-drills data-from="{origin}" aria-labelledby="again-title" hidden><div class="panel-head"><div>'
    '<h2 id="again-title">{title}</h2><p class="quiet" data-count data-due="{due}" data-due-one="{due_one}" data-rest="{rest}" '
    'data-rest-one="{rest_one}" data-nothing="{nothing}"></p></div>'
    '<div class="row"><a class="button" href="{address}">{answer}</a></div></div>'
    '<ul class="again-list"></ul><p class="quiet">{rule}</p></section>'
    '<section class="book mine" data-mine aria-label="{mine}" data-sum="{sum}" data-done="{done}" data-done-one="{done_one}" '
    'data-right="{right}" data-right-one="{right_one}" data-asks="{asks}" data-asks-one="{asks_one}" data-games="{games}" '
    'data-games-one="{games_one}" hidden><p class="quiet" data-sum></p><button type="button" class="plain" data-ask>{ask}</button>'
    '<dialog aria-labelledby="forget-title"><h2 id="forget-title">{forget_title}</h2><p>{lost}</p><ul></ul><p>{stays}</p>'
    '<div class="row"><button type="button" class="first" data-stay>{stay}</button>'
    '<button type="button" data-forget>{forget}</button></div></dialog></section>'
)
_START: Final = Markup(
    '<section class="book resume" data-resume aria-labelledby="resume-title" hidden><div><p class="quiet" id="resume-title">{was}</p>'
    '<p class="resume-where"></p></div><a class="button first" href="">{go_on}</a></section>'
    '<section class="book start-band" aria-labelledby="start-title"><div><p class="quiet">{new}</p><h2 id="start-title">{title}</h2></div>'
    '<ol>{steps}</ol><a class="button first" href="{address}">{try_it}</a></section>'
)
_FLAG: Final = Markup('<span class="flag">{}</span>')
_STEP: Final = Markup("<li><b>{}</b> {}</li>")
_LEVEL: Final = Markup('<span class="level"><span class="level-marks" aria-hidden="true">{marks}</span> {words}</span>')
LEVELS: Final = {1: N_("one table at a time"), 2: N_("some rules at once"), 3: N_("many rules at once")}
_LEGEND: Final = Markup(
    '<aside class="book legend-box" aria-labelledby="legend-title"><h2 id="legend-title">{title}</h2>{marks}'
    '<p class="quiet">{words}</p></aside>'
)


def home() -> Html:
    """Return the five games and their chapters."""
    return Html(page())


def legend() -> Html:
    """Return how to read the marks."""
    return Html(_LEGEND.format(title=_("Where each number comes from"), marks=marks_legend(names()), words=_languages()))


def _languages() -> Markup:
    """Return how much of each language is there."""
    part = Markup('<span lang="{}">{}</span> {}')
    found = (part.format(lang, LANGUAGES[lang], share_text(there, every)) for lang, (every, there) in coverage().items())
    return Markup("{}").format(_("Languages of this book:")) + Markup(" ") + Markup(" · ").join(found)


def start() -> Html:
    """Return the guided start for who is new, and the way back for who was here before, which stays hidden until the script finds it."""
    steps = (
        (_("Be refused:"), _("the rule says why.")),
        (_("Count:"), _("your chance, exactly.")),
        (_("Roll:"), _("she is yours, or not.")),
    )
    return Html(
        _START.format(
            was=_("You were here"),
            go_on=_("Continue where you were"),
            new=_("New here? Two minutes, no rules to read."),
            title=_("Your first capture"),
            steps=joined(_STEP.format(*step) for step in steps),
            address=link(f"/{page_language()}/start"),
            try_it=_("Start here"),
        )
    )


def again() -> Html:
    """Return the questions that wait to be asked again, and what the browser keeps; both stay hidden until the page's script finds any."""
    return Html(
        _AGAIN.format(
            title=_("Ask me again"),
            origin=_("{game} {number}, {title}"),
            due=_("You missed {count} questions."),
            due_one=_("You missed one question."),
            rest=_("{count} rest until tomorrow."),
            rest_one=_("One rests until tomorrow."),
            nothing=_("Nothing more today."),
            address=link(f"/{page_language()}/drills"),
            answer=_("Answer now"),
            rule=LEAVES,
            mine=_("Your progress"),
            sum=_("Kept in this browser: {list}."),
            done=_("{count} chapters done"),
            done_one=_("1 chapter done"),
            right=_("{count} right answers"),
            right_one=_("1 right answer"),
            asks=_("{count} questions to ask again"),
            asks_one=_("1 question to ask again"),
            games=_("{count} games in play"),
            games_one=_("1 game in play"),
            ask=_("Forget my progress"),
            forget_title=_("Forget your progress?"),
            lost=_("This is lost, and cannot be brought back:"),
            stays=_("Games that you saved to a file stay."),
            stay=_("Keep it"),
            forget=_("Forget it all"),
        )
    )


def page() -> Markup:
    """Draw one card for each game, and the chapters of the chosen one below."""
    games = [facts(game) for game in contents().games]
    cards = joined(_card(game, is_first=number == 0) for number, game in enumerate(games))
    return _HOME.format(title=_("Games"), cards=cards, panels=joined(_panel(game) for game in games))


# -- cards -------------------------------------------------------------------------------------------------------------------


def _card(game: Facts, *, is_first: bool) -> Markup:
    chapters = contents().of(game.name)
    there = [each for each in chapters if each.is_there]
    words = _("{done} of {all}") if there else ngettext("{all} to come", "{all} to come", len(chapters))
    return _CARD.format(
        name=game.name,
        checked=CHECKED if is_first else "",
        picture=Markup(picture(game.name)),  # noqa: S704 - our own drawing
        title=game.title,
        line=game_file(game.name, "game")["you"][page_language()],
        flag=_FLAG.format(_("Begin with this one")) if is_first else "",
        level=_level(game_file(game.name, "game")["level"]),
        pips=joined(_PIP.format(key=each.key, state=state(each, there)) for each in chapters),
        minutes=spent(sum(each.minutes for each in chapters)),
        words=words,
        count=words.format(done=0, all=len(chapters)),
    )


def _level(level: int) -> Markup:
    """Draw how many rules a reader needs at once: our judgement, nobody has counted them."""
    marks = joined(Markup("<i{}></i>").format(Markup(' class="full"') if place <= level else "") for place in LEVELS)
    return _LEVEL.format(marks=marks, words=_(LEVELS[level]))


def state(chapter: Chapter, there: list[Chapter]) -> str:
    """Return how a chapter stands for a reader who has done none."""
    if not chapter.is_there:
        return "planned"
    return "next" if chapter == there[0] else "open"


def spent(minutes: int) -> str:
    """Return a time as readers say it.

    >>> spent(110), spent(60), spent(25)
    ('1 h 50', '1 h', '25 min')
    """
    hours, rest = divmod(minutes, MINUTES)
    if not hours:
        return _("{minutes} min").format(minutes=rest)
    return _("{hours} h {minutes}").format(hours=hours, minutes=f"{rest:02}") if rest else _("{hours} h").format(hours=hours)


# -- chapters ------------------------------------------------------------------------------------------------------------------


def _panel(game: Facts) -> Markup:
    chapters = contents().of(game.name)
    there = [each for each in chapters if each.is_there]
    first = _("Next: {n}, {title}.")
    return _PANEL.format(
        name=game.name,
        title=game.title,
        done=_("Done."),
        here=_("Next."),
        counts=_counts(len(chapters), len(there)),
        next=first,
        all=_("All that are there are done."),
        first=first.format(n=there[0].number, title=there[0].title(page_language())) if there else "",
        buttons=_buttons(game.name, there),
        rows=joined(_row(each, state(each, there)) for each in chapters),
        figures=_figures(game),
        about=_about(game),
    )


def _figures(game: Facts) -> Markup:
    """Show how many rules have code, cases and a chapter, and where the numbers of the tables come from."""
    cells = sum(number for _kind, number in game.cells)
    return _FIGURES.format(
        covered=_("{done} of {due}").format(done=game.done, due=game.due),
        done=_("rules played, tried and taught; {count} in part").format(count=game.in_part)
        if game.in_part
        else _("rules played, tried and taught"),
        cells=local_figures(f"{cells:,}"),
        cells_words=ngettext("number in tables:", "numbers in tables:", cells),
        bar=joined(Markup('<i data-kind="{}" style="flex-grow: {}"></i>').format(kind, number) for kind, number in game.cells),
        shares=joined(
            _SHARE.format(mark=mark(kind), percent=percent(Fraction(number, cells)), words=name_of(kind)) for kind, number in game.cells
        ),
    )


def _counts(every: int, there: int) -> str:
    words = ngettext("{count} chapter.", "{count} chapters.", every).format(count=every)
    if not there:
        return f"{words} {_('None is there yet: ask for exact odds in the designers’ lab.')}"
    if there < every:
        return ngettext("{count} chapter,", "{count} chapters,", every).format(count=every) + " " + _("{there} there.").format(there=there)
    return words


def _buttons(game: str, there: list[Chapter]) -> Markup:
    button = Markup('<a class="button{kind}" href="{address}"{more}>{text}</a>')
    found = [
        _sandbox_button(game, button),
        button.format(kind="" if there else " first", address=link(f"/{page_language()}/lab"), more="", text=_("Designers’ lab")),
    ]
    if there:
        go, start, again = _("Continue at {n}"), _("Start at {n}"), _("Again from {n}")
        more = Markup(' data-go="{}" data-start="{}" data-again="{}"').format(go, start, again)
        text = start.format(n=there[0].number)
        found.append(button.format(kind=" first", address=link(there[0].address(page_language())), more=more, text=text))
    return joined(found)


def _sandbox_button(game: str, button: Markup) -> Markup:
    is_there = notebook_file(game, "sandbox").is_file()
    words, kind = (_("Sandbox"), "") if is_there else (_("Sandbox, to come"), " to-come")
    return button.format(kind=kind, address=link(f"/{page_language()}/{game}/sandbox"), more="", text=words)


def _row(chapter: Chapter, stands: str) -> Markup:
    many = len(re.split(", | to ", chapter.span)) if chapter.span else len(chapter.sections)
    rules = ngettext("rule {rules}", "rules {rules}", many).format(rules=chapter.span or ", ".join(chapter.sections))
    return _ROW.format(
        tag="a" if chapter.is_there else "span",
        link=Markup(' href="{}"').format(link(chapter.address(page_language()))) if chapter.is_there else "",
        key=chapter.key,
        state=stands,
        number=chapter.number,
        title=chapter.title(page_language()),
        share=_("{done} of {of} done"),
        rules=rules,
        mark="" if chapter.is_there else f", {_('not there yet')}",
        minutes=spent(chapter.minutes),
    )


def link(address: str) -> str:
    """Return an address of the served book; in a notebook, the file that stands for it."""
    return address if is_served() else f"{address.removeprefix(f'/{page_language()}/')}.ipynb"


# -- what a game has ---------------------------------------------------------------------------------------------------------


def _about(game: Facts) -> Markup:
    counts = (
        (game.procedures, ngettext("question to ask", "questions to ask", game.procedures)),
        (len(game.tables), ngettext("table", "tables", len(game.tables))),
        (game.rules, _rules_link(game)),
        (game.rulings, ngettext("ruling of ours", "rulings of ours", game.rulings)),
    )
    return _ABOUT.format(
        name=game.name,
        title=_("About this game and its tables"),
        about=game.about,
        counts=joined(Markup("<li><b>{}</b> {}</li>").format(number, words) for number, words in counts),
        tables_line=_tables_line(game),
        tables=joined(_table(table) for table in game.tables_of_ours),
    )


def _rules_link(game: Facts) -> Markup:
    words = ngettext("rule in our words", "rules in our words", game.rules)
    return Markup('<a href="{}">{}</a>').format(link(f"/{page_language()}/{game.name}/rules"), words)


def _tables_line(game: Facts) -> str:
    ours = len(game.tables_of_ours)
    printed = len(game.tables) - ours
    first = ngettext("{count} table is wholly printed in the source.", "{count} tables are wholly printed in the source.", printed)
    second = ngettext("{count} has numbers of ours:", "{count} have numbers of ours:", ours) if ours else ""
    return f"{first.format(count=printed)} {second.format(count=ours)}".strip()


def name_of(provenance: str) -> str:
    """Return a provenance in the middle of a sentence.

    >>> name_of("seed")
    'printed in the source'
    """
    return names()[provenance][1]


def _table(table: TableFacts) -> Markup:
    partly = Markup(' <span class="quiet">{}</span>').format(_("in part")) if table.is_mixed else ""
    return Markup("<li>{} {}{}</li>").format(mark(table.provenance), table.title, partly)
