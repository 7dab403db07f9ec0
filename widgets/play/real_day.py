"""The real day: what happened, which of it is true, disputed or ours, and where it can be read, one press away from every board."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from markupsafe import Markup

from rulesdemo.rules.history import DISPUTED, OURS, TRUE, History, Source, Statement, history_of
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _
from widgets.kit.components import Board, Box, Facts, Fold, Heading, Items, Note
from widgets.kit.panel import Component, Panel, State
from widgets.play.game_guide import Guide
from widgets.play.real_day_maps import SOURCE_NOTE, real_day_map
from widgets.scene.text_painter import words as spoken
from widgets.web.badges import joined
from widgets.web.rule_links import cited

KEY: Final = "real-day"
_FOLD: Final = Markup(
    '<details class="fold drawer real-day" id="real-day"><summary><h2>{title}</h2>'
    '<span class="quiet">{hint}</span></summary><div data-part="day">{text}</div></details>'
)
# A quill for what a source says, crossed blades where sources disagree, a dashed box for what is ours: no marks of the tables.
_QUILL: Final = '<path d="M2.5 14 13.5 2.5C9 2.5 5 6 4.5 11" fill="{}" stroke="#1B2A33" stroke-width="1.4" stroke-linejoin="round"/>'
_SHAPES: Final = {
    TRUE: Markup(_QUILL.format("#1B2A33")),  # noqa: S704 - written here
    DISPUTED: Markup('<path d="M3 13.5 13 2.5M13 13.5 3 2.5M3 2.5h3M13 2.5h-3" fill="none" stroke="#8E1D63" stroke-width="1.8"/>'),
    OURS: Markup(
        '<rect x="2.2" y="2.2" width="11.6" height="11.6" fill="none" stroke="#1B2A33" stroke-width="1.6" stroke-dasharray="2.6 1.8"/>'
    ),
}
_MARK: Final = Markup('<svg class="mark" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">{}</svg>')
_STATEMENT: Final = Markup('<li class="day-{mark}">{shape}<div><span class="sr">{name} </span>{date}{text} {sources}{more}</div></li>')
_VOICES: Final = Markup('<ul class="day-voices">{}</ul>')
_VOICE: Final = Markup("<li>{} {}</li>")
_SOURCE: Final = Markup('<cite class="day-source">{}, <span translate="no">{}</span></cite>')


def mark_names() -> dict[str, tuple[str, str]]:
    """Return each mark with its name for listeners, and what it means."""
    return {
        TRUE: (_("True:"), _("True: a source says so")),
        DISPUTED: (_("Disputed:"), _("Disputed: the sources disagree")),
        OURS: (_("Ours:"), _("Ours: made for the game")),
    }


def _sources(sources: Iterable[Source]) -> Markup:
    return Markup(" ").join(_SOURCE.format(each.work.line, each.place) for each in sources)


@dataclass(frozen=True, slots=True)
class Statements:
    """Statements with their marks and their sources, one below the other."""

    statements: Sequence[Statement]
    key: str

    def html(self, panel: Panel) -> Markup:
        """Draw the list."""
        rows = joined(self._row(panel, each, f"{panel.key}-{self.key}-{place}") for place, each in enumerate(self.statements))
        return Markup('<ul class="day-list {}">{}</ul>').format(f"day-{self.key}", rows)

    def _row(self, panel: Panel, said: Statement, key: str) -> Markup:
        voices = joined(_VOICE.format(voice.text, _sources(voice.sources)) for voice in said.voices)
        more = _VOICES.format(voices) if voices else Markup("")
        if said.here:
            here = cited(panel.game, str(said.here), f"{key}-here")
            more += Markup('<div class="day-here"><b>{}</b> {}</div>').format(_("In the game:"), here)
        return _STATEMENT.format(
            mark=said.mark,
            shape=_MARK.format(_SHAPES[said.mark]),
            name=mark_names()[said.mark][0],
            date=Markup("<b>{}</b> ").format(said.date) if said.date else "",
            text=cited(panel.game, str(said.text), key),
            sources=_sources(said.sources),
            more=more,
        )


@dataclass(frozen=True, slots=True)
class Legend:
    """The three marks with their words."""

    def html(self, panel: Panel) -> Markup:  # noqa: ARG002 - as every component is asked
        """Draw the legend."""
        rows = joined(Markup("<li>{} {}</li>").format(_MARK.format(_SHAPES[mark]), words) for mark, (_name, words) in mark_names().items())
        return Markup('<ul class="day-legend">{}</ul>').format(rows)


@dataclass(frozen=True, slots=True)
class Setting:
    """The board that the reader sees: its title, what it is about and where it comes from."""

    scenario: str
    title: str
    about: str
    source: tuple[str, ...]


def _body(rules: Ruleset, _state: State, seen: Hashable) -> Iterator[Component]:
    assert isinstance(seen, Setting)  # noqa: S101 - `real_day` alone draws the panel
    history = history_of(rules.game)
    yield Box("day-board", list(_board(history, seen)))
    if history is None:
        return
    scene = real_day_map(history.map)
    facts = {
        _("Who"): Statements([history.who], "who"),
        _("When"): Statements([history.when], "when"),
        _("Where"): Statements([history.where], "where"),
    }
    panel = day_panel(rules.game)
    where = Facts({name: each.html(panel) for name, each in facts.items()}, "day-facts")
    in_words = Fold(_("The map in words"), [Items([*spoken(scene).split("\n")], "day-twin")], "map-words", "fold day-words")
    drawing: tuple[Component, ...] = (Box("day-map", [Board(scene, "real-day-map")]), Note(str(SOURCE_NOTE), key="sketch"), in_words)
    story = {
        "days": (_("What happened"), history.days),
        "causes": (_("Why it came to this"), history.causes),
        "aftermath": (_("What came of it"), history.aftermath),
    }
    known = {"craft": (_("What sailors knew"), history.craft), "known": (_("Names, ships and numbers"), history.known)}
    played = {"game": (_("The source, and the game"), history.here)}
    works: tuple[Component, ...] = (
        Heading(_("To read"), 3, "read-title"),
        Items([work.title for work in history.works], "day-works", "works"),
    )
    yield Box("day-columns", [Box("day-left", (*drawing, where, Legend())), Box("day-right", tuple(_lists(story)))])
    yield Box("day-columns", [Box("day-left", tuple(_lists(known))), Box("day-right", (*_lists(played), *works))])


def _board(history: History | None, seen: Setting) -> Iterator[Component]:
    yield Heading(_("This board: {title}").format(title=seen.title), 3, "board")
    of_it = history.of_scenario(seen.scenario) if history is not None else None
    if of_it is not None:
        yield Statements([of_it], "war")
    if seen.about:
        yield Note(seen.about, "", "about")
    yield Items(seen.source, "day-board-sources", "board-source")


def _lists(parts: Mapping[str, tuple[str, tuple[Statement, ...]]]) -> Iterator[Component]:
    """Yield each list under its heading, but none that is empty."""
    for key, (title, statements) in parts.items():
        if statements:
            yield Heading(title, 3, f"{key}-title")
            yield Statements(statements, key)


@cache
def day_panel(game: str) -> Panel:
    """Return the panel of a game."""
    return Panel(KEY, game, N_("The real day"), _body, level=0)


def real_day(guide: Guide, rules: Ruleset, scenario: str) -> Markup:
    """Draw what is in the fold, for the board that is open."""
    seen = Setting(scenario, guide.title(scenario), guide.about(scenario), guide.source(scenario))
    panel = day_panel(guide.game)
    return panel.html(rules, panel.initial(rules), seen)


def real_day_fold(game: str, text: str) -> Markup:
    """Draw the fold with its title, which says what it is about."""
    history = history_of(game)
    about = str(history.title) if history is not None else ""
    title = _("The real day: {about}").format(about=about) if about else _("The real day")
    hint = _("What happened, what is true, and what is ours")
    return _FOLD.format(title=title, hint=hint, text=Markup(text))  # noqa: S704 - made by `real_day`
