"""The home page: what there is, counted from the data, and how to read the marks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from widgets.facts import Facts, TableFacts, every_game
from widgets.marks import joined, mark, names
from widgets.marks import legend as marks_legend
from widgets.shown import Html
from widgets.words import _, plural

_GAME: Final = Markup(
    '<article class="game"><h3>{title}</h3><p class="lede">{line}</p><ul class="counts">{counts}</ul>'
    '<details class="fold" id="about-{name}"><summary>{about_title}</summary><p>{about}</p><p>{tables_line}</p>'
    '<ul class="tables">{tables}</ul></details></article>'
)
_LEGEND: Final = Markup('<aside class="book legend-box" aria-labelledby="legend-title"><h2 id="legend-title">{title}</h2>{marks}</aside>')


@dataclass(frozen=True, slots=True)
class Home:
    """What is here, as plain facts."""

    games: tuple[Facts, ...]

    @property
    def procedures(self) -> int:
        """How many questions can be asked in all."""
        return sum(game.procedures for game in self.games)

    def html(self) -> Markup:
        """One card for each game, with its particulars folded in."""
        return Markup('<div class="book here">{}</div>').format(joined(_game(game) for game in self.games))


def _game(game: Facts) -> Markup:
    counts = (
        (game.procedures, plural("question to ask", "questions to ask", game.procedures)),
        (len(game.tables), plural("table", "tables", len(game.tables))),
        (game.rules, plural("rule in our words", "rules in our words", game.rules)),
        (game.rulings, plural("ruling of ours", "rulings of ours", game.rulings)),
    )
    return _GAME.format(
        name=game.name,
        title=game.title,
        line=game.line,
        counts=joined(Markup("<li><b>{}</b> {}</li>").format(number, words) for number, words in counts),
        about_title=_("About this game and its tables"),
        about=game.about,
        tables_line=_tables_line(game),
        tables=joined(_table(table) for table in game.tables_of_ours),
    )


def _tables_line(game: Facts) -> str:
    ours = len(game.tables_of_ours)
    printed = len(game.tables) - ours
    first = plural("{count} table is wholly printed in the source.", "{count} tables are wholly printed in the source.", printed)
    second = plural("{count} has numbers of ours:", "{count} have numbers of ours:", ours) if ours else ""
    return f"{first.format(count=printed)} {second.format(count=ours)}".strip()


def _table(table: TableFacts) -> Markup:
    partly = Markup(' <span class="quiet">{}</span>').format(_("in part")) if table.is_mixed else ""
    return Markup("<li>{} {}{}</li>").format(mark(table.provenance), table.title, partly)


def home() -> Html:
    """What is here."""
    return Html(Home(every_game()).html())


def legend() -> Html:
    """How to read the marks."""
    return Html(_LEGEND.format(title=_("Where each number comes from"), marks=marks_legend(names())))
