"""The home page: what there is, counted from the data, and how to read the marks."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from widgets.facts import Facts, TableFacts, every_game
from widgets.marks import legend as marks_legend
from widgets.marks import mark, names
from widgets.shown import Html
from widgets.words import _, plural


@dataclass(frozen=True, slots=True)
class Home:
    """What is here, as plain facts."""

    games: tuple[Facts, ...]

    @property
    def procedures(self) -> int:
        """How many questions can be asked in all."""
        return sum(game.procedures for game in self.games)

    def html(self) -> str:
        """One line for each game, with its particulars folded in."""
        return f'<div class="book here">{"".join(_game(game) for game in self.games)}</div>'


def _game(game: Facts) -> str:
    counts = (
        (game.procedures, plural("question about dice and rules", "questions about dice and rules", game.procedures)),
        (len(game.tables), plural("table", "tables", len(game.tables))),
        (game.rules, plural("rule in our words", "rules in our words", game.rules)),
        (game.rulings, plural("ruling of ours", "rulings of ours", game.rulings)),
    )
    shown = "".join(f"<li><b>{number}</b> {escape(words)}</li>" for number, words in counts)
    ours = game.tables_of_ours
    printed = len(game.tables) - len(ours)
    return (
        f'<article class="game"><h3>{escape(game.title)}</h3><p class="lede">{escape(game.line)}</p><ul class="counts">{shown}</ul>'
        f'<details class="fold" id="about-{escape(game.name)}"><summary>{escape(_("About this game, and which tables are ours"))}</summary>'
        f"<p>{escape(game.about)}</p><p>{escape(_tables_line(printed, len(ours)))}</p>"
        f'<ul class="tables">{"".join(_table(table) for table in ours)}</ul></details></article>'
    )


def _tables_line(printed: int, ours: int) -> str:
    first = plural("{count} table is wholly printed in the source.", "{count} tables are wholly printed in the source.", printed).format(
        count=printed
    )
    if not ours:
        return first
    second = plural("{count} has numbers of ours:", "{count} have numbers of ours:", ours).format(count=ours)
    return f"{first} {second}"


def _table(table: TableFacts) -> str:
    partly = f' <span class="quiet">{escape(_("in part"))}</span>' if table.is_mixed else ""
    return f"<li>{mark(table.provenance)} {escape(table.title)}{partly}</li>"


def home() -> Html:
    """What is here."""
    return Html(Home(every_game()).html())


def legend() -> Html:
    """How to read the marks."""
    title = escape(_("Where each number comes from"))
    return Html(
        f'<aside class="book legend-box" aria-labelledby="legend-title"><h2 id="legend-title">{title}</h2>{marks_legend(names())}</aside>'
    )
