"""Writes the text of a chapter's page: its frames, and the parts in them that change one by one. `Chapter` decides what is there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from markupsafe import Markup

from rulesdemo.analysis.catalogue import Answer
from rulesdemo.odds.reads import CellRead
from rulesdemo.play.log import lines
from rulesdemo.words import _, ngettext
from widgets.chapter.chapter_end import BUTTON, end_of_chapter, next_step
from widgets.kit.bars import PATTERNS
from widgets.kit.odds_rows import View
from widgets.kit.table_view import TableView
from widgets.play import ruling_diff
from widgets.play.desk_parts import Choice
from widgets.play.log_view import GameBar, LogView
from widgets.play.odds_view import OddsView
from widgets.play.opened_file import beside_bar
from widgets.play.order_rows import OrderRow, OrderRows
from widgets.play.outlook_view import outlook_panel
from widgets.play.real_day import real_day, real_day_fold
from widgets.play.rehearsal_dice import FreeDice
from widgets.play.ruling_diff_odds import our_rehearsal, our_views
from widgets.play.rulings_panel import RulingsPanel
from widgets.play.turn_track import turn_limit
from widgets.play.unit_picker import hand, walking_words
from widgets.play.why_view import WhyView
from widgets.scene import svg
from widgets.scene.hit_areas import hits
from widgets.scene.text_painter import words as spoken
from widgets.web.badges import joined
from widgets.web.position_cache import Remembered
from widgets.web.rule_links import cited

if TYPE_CHECKING:
    from widgets.chapter.page import Chapter

_PART: Final = Markup('data-part="{name}">{text}')
_PLAY: Final = Markup(
    '<div class="book desk">{patterns}<h2 class="sr">{try_it}</h2><div class="desk-goal" {goal}</div>'
    '<div class="desk-board"><div class="surface-box">'
    '<div class="surface" data-surface="board" tabindex="0" role="application" aria-roledescription="{kind}" aria-label="{label}" '
    'aria-describedby="board-help"><div class="sheet">{board}<div class="hits" {hits}</div></div></div></div>'
    '<p class="sr" id="board-help">{help}</p><div class="desk-under"><div class="status" role="status" {said}</div>'
    '<div class="zoom" role="group" aria-label="{zoom}"><button type="button" data-do="zoom" data-by="1" aria-label="{closer}">+</button>'
    '<button type="button" data-do="zoom" data-by="-1" aria-label="{farther}">−</button></div></div></div>'
    '<div class="desk-side"><div class="desk-act"><div class="desk-orders" {orders}</div>'
    '<div class="desk-dice"><div {tray}</div></div></div>'
    '<div class="desk-odds" tabindex="0" role="group" aria-label="{odds_title}"><div {odds}</div><div {totals}</div></div>'
    '<div class="desk-log" tabindex="0" role="group" aria-label="{log_title}" {log}</div>'
    '<details class="fold drawer in-words" id="in-words"><summary>{words_title}</summary><div {words}</div></details></div>'
    '<div class="desk-bar" {bar}</div><p class="trouble" role="alert" {trouble}</p>{day}</div>'
)
_READING: Final = Markup(
    '<div class="book reading"><div class="questions" id="questions">{first}<div {again}</div><div {end}</div></div>'
    '{more}{why}<div class="rulings-place" {rulings}</div></div>'
)
_MORE: Final = Markup('<details class="drawer questions" id="more-questions"><summary><h2>{words}</h2></summary>{questions}</details>')
_WHY: Final = Markup(
    '<details class="drawer" id="table-and-why"><summary><h2>{title}</h2></summary>'
    '<div class="reading-why{kind}"><div class="reading-table" {table}</div>'
    '<div><div {why}</div><p class="quiet">{later}</p></div></div></details>'
)
_SIDE: Final = Markup("<div {}</div>")


class ChapterView:
    """A chapter's page in text."""

    def __init__(self, page: Chapter) -> None:
        """Tell of a page."""
        self.page = page
        self._clear = Remembered()
        self._known: tuple[Any, Any, tuple[View, ...] | None] = (None, None, None)

    def play_frame(self) -> Markup:
        """Draw the board with orders, dice, odds and log."""
        parts = self.parts()
        filled = {name: _PART.format(name=name, text=Markup(text)) for name, text in parts.items()}  # noqa: S704 - made here
        return _PLAY.format(
            patterns=PATTERNS,
            board=Markup(svg.svg(self.page.scene, live=True)),  # noqa: S704 - our own painter, which escapes every word
            try_it=_("Try it"),
            kind=_("game board"),
            label=self.page.scene.title,
            zoom=_("Size of the board"),
            closer=_("Larger"),
            farther=_("Smaller"),
            help=walking_words(self.page.desk.guide),
            odds_title=_("What can happen"),
            log_title=_("Log"),
            words_title=_("The board in words"),
            day=real_day_fold(self.page.desk.guide.game, parts["day"]),
            **{
                name: filled[name]
                for name in ("goal", "hits", "said", "tray", "bar", "orders", "odds", "totals", "log", "trouble", "words")
            },
        )

    def reading_frame(self) -> Markup:
        """Draw a question with the others behind it, and behind folds the table with why, and the rulings."""
        parts = self.parts()
        questions = [f"challenge-{key}" for key in self.page.challenges]
        names = ["table", "why", *questions, "again", "end", "rulings"]
        filled = {name: _PART.format(name=name, text=Markup(parts[name])) for name in names}  # noqa: S704 - made here
        cards = [_SIDE.format(filled[name]) for name in questions]
        others = ngettext("{count} more question", "{count} more questions", len(cards) - 1).format(count=len(cards) - 1)
        return _READING.format(
            first=joined(cards[:1]),
            more=_MORE.format(words=others, questions=joined(cards[1:])) if len(cards) > 1 else "",
            why=self._why_fold(filled) if self.page.tables or self.page.when else "",
            **{name: filled[name] for name in ("again", "end", "rulings")},
        )

    def _why_fold(self, filled: dict[str, Markup]) -> Markup:
        has_table = bool(self.page.tables)
        return _WHY.format(
            title=_("The table and why") if has_table else _("Why"),
            kind="" if has_table else " no-table",
            later=_("Choose an order with dice, and why its chance is what it is stands here.") if self.page.when else "",
            **{name: filled[name] for name in ("table", "why")},
        )

    def extra_frame(self, key: str) -> Markup:
        """Draw a panel of the chapter's own."""
        text = self.page.extras[key].html(self.page.desk)
        return Markup('<div class="book extra" {}</div>').format(_PART.format(name=f"extra-{key}", text=text))

    def first_parts(self) -> dict[str, str]:
        """Return what is said about the board, which goes with it."""
        return {"said": str(self._status()), "trouble": str(Markup("{}").format(self.page.trouble))}

    def parts(self) -> dict[str, str]:
        """Return every part of the page as it is now."""
        desk = self.page.desk
        odds = self.odds()
        found: dict[str, Any] = {
            **self.first_parts(),
            "goal": self._goal(),
            "hits": self._hits(),
            "tray": self._tray(odds),
            "bar": self._bar(),
            "orders": self._orders(),
            "odds": self._odds(odds),
            "totals": self._totals(),
            "log": LogView(desk.guide.game, tuple(lines(desk.history, 0))).html(),
            "words": Markup("<p>{}</p>").format(spoken(self.page.scene)),
            "day": real_day(desk.guide, desk.rules, desk.scenario),
            "table": self._table(),
            "why": self._why(),
            "again": self.page.again.html(),
            "end": end_of_chapter(self.page),
            "rulings": self._rulings(odds),
        }
        found |= {f"challenge-{key}": task.html() for key, task in self.page.challenges.items()}
        found |= {f"extra-{key}": extra.html(desk) for key, extra in self.page.extras.items() if extra is not self.page.slate}
        return {name: str(text) for name, text in found.items()}

    def _status(self) -> Markup:
        """Draw the last thing worth telling; what the tray says too is for listeners only."""
        desk = self.page.desk
        is_told = desk.refusal is None and (desk.chosen is not None or bool(self.page.free and desk.message == self.page.tray.sentence))
        words = cited(desk.guide.game, desk.message, "said") if desk.message else Markup("")
        kind = "sr" if is_told else "is-refused" if desk.refusal is not None else "plain"
        return Markup('<div class="{}">{}</div>').format(kind, words) if desk.message else Markup("")

    def _tray(self, odds: OddsView) -> Markup:
        desk = self.page.desk
        if desk.chosen is None and desk.fallen is None and self.page.free is None:
            return Markup("")
        self.page.tray.beside = odds.hide_button() if self.page.answer is not None else Markup("")
        return self.page.tray.html()

    def _odds(self, odds: OddsView) -> Markup:
        page = self.page
        is_open = page.answer is None or page.is_free or page.desk.chosen is None
        outlook = page.desk.outlook(page.base.lesson) if is_open else None
        if outlook is None:
            return odds.html()
        panel = outlook_panel(page.desk.guide.game, outlook)
        return panel + odds.html() if page.answer is not None else panel

    def _totals(self) -> Markup:
        page = self.page
        if page.free is not None and page.is_free:
            chart = page.free.marked_chart()
            counted = page.free.tally_text(page.tray.rolls)
            tally = Markup('<p class="quiet">{}</p>').format(counted) if counted else Markup("")
            if chart is None or (page.is_rehearsing and (page.is_hidden or chart.settles_nothing)):
                return Markup("")
            title = Markup('<h4 class="totals-title">{}</h4>').format(_("Two dice added"))
            return chart.html() if page.is_rehearsing else title + chart.html() + tally
        # Chits have names, and each has one way to be drawn: columns of numbers would say nothing.
        chart = None if page.is_hidden or page.tray.names else page.chart
        if chart is None:
            return Markup("")
        return (chart if page.desk.fall is None else chart.with_roll(page.desk.fall.faces)).html()

    def _goal(self) -> Markup:
        desk = self.page.desk
        task = desk.position.scenario.goal.get("task", {})
        result = desk.history.result
        words = (
            Markup('<p class="goal"><b>{}</b> {} {}</p>').format(_("Try it."), task.get("en", ""), self._turns()) if task else Markup("")
        )
        if result is not None:
            is_done = getattr(result, "winner", "") == desk.goal_side
            verdict = _("Right. That is the goal.") if is_done else _("Not this time.")
            words = Markup('<div class="goal-end {}" role="status"><b>{}</b> {}</div>').format(
                "good" if is_done else "bad", verdict, next_step(self.page) if is_done else self._again()
            )
        if len(self.page.scenarios) > 1:
            words += Markup('<div class="scenes" role="group" aria-label="{}">{}</div>').format(
                _("Set piece"), joined(self._scene_button(name) for name in self.page.scenarios)
            )
        return words

    def _turns(self) -> Markup:
        """Say which turn of how many it is, where the set piece has several."""
        desk = self.page.desk
        limit, first = turn_limit(desk.position), desk.engine.turn(desk.history.opening.position)
        if limit <= first:
            return Markup("")
        words = _("Turn {n} of {last}.").format(n=desk.history.turn - first + 1, last=limit - first + 1)
        return Markup('<span class="goal-turn">{}</span>').format(words)

    def _again(self) -> Markup:
        return BUTTON.format(do="undo", name="", words=_("Take a step back")) + BUTTON.format(do="restart", name="", words=_("Start again"))

    def _scene_button(self, name: str) -> Markup:
        title = self.page.desk.guide.title(name)
        pressed = "true" if name == self.page.desk.scenario else "false"
        tick = "✓ " if name in self.page.goals else ""
        return Markup('<button type="button" data-do="restart" data-name="{}" aria-pressed="{}">{}{}</button>').format(
            name, pressed, tick, title
        )

    def _orders(self) -> Markup:
        desk, slate = self.page.desk, self.page.slate
        if slate is not None and slate.lines(desk):
            return slate.html(desk, self._meant())
        rows = tuple(self._row(choice) for choice in desk.choices())
        if desk.refusal is not None and all(row.refusal != desk.refusal for row in rows):
            rows += (OrderRow("refused", _("Not there"), "", desk.refusal.rule, "refused", desk.refusal),)
        decision = desk.history.decision
        empty = _("The set piece is over.") if decision is None else decision.prompt
        prompt = desk.guide.prompt(desk.position, desk.selected)
        return OrderRows(desk.guide.game, rows, empty=empty, prompt=prompt, before=hand(desk) + desk.ahead.html()).html()

    def _meant(self) -> Markup:
        """Draw the orders that a press on the board may mean, or why it means none, while orders are written."""
        desk = self.page.desk
        rows = tuple(self._row(choice) for choice in desk.choices()) if desk.narrowed else ()
        if desk.refusal is not None:
            rows += (OrderRow("refused", _("Not there"), "", desk.refusal.rule, "refused", desk.refusal),)
        return OrderRows(desk.guide.game, rows, title=_("That hex"), key="meant").html() if rows else Markup("")

    def _row(self, choice: Choice) -> OrderRow:
        state: Any = "refused" if choice.refusal is not None else "chosen" if choice.order == self.page.desk.chosen else "legal"
        name = self.page.desk.engine.name(self.page.desk.position, choice.text.ship) if choice.text.ship else ""
        text, is_one = choice.text, len(self.page.desk.position.ships) == 1 or bool(self.page.desk.selected)
        group = "" if is_one else name
        return OrderRow(
            *(choice.key, text.title, text.line, text.rule, state, choice.refusal),
            group=group,
            is_minor=text.is_minor,
            is_closing=text.is_closing,
        )

    def odds(self) -> OddsView:
        """Return the odds of the chosen order."""
        desk, guide = self.page.desk, self.page.desk.guide
        if self.page.answer is not None and self.page.free is not None and self.page.is_rehearsing:
            return self._rehearsed(self.page.free)
        throw = desk.throw()
        if self.page.answer is None or throw is None:
            return OddsView(guide.game, state="none" if self._is_without_dice() else "waiting")
        return OddsView.of_throw(
            guide,
            self.page.answer,
            throw,
            is_hidden=self.page.is_hidden,
            least=self.page.least,
            outcome=desk.fall.throw.outcome if desk.fall is not None else None,
            rolls=self.page.tray.rolls,
            title=_("What can happen") if desk.chosen is not None else _("The last throw"),
            ours=self._ours(),
        )

    def _ours(self) -> tuple[View, ...] | None:
        """Return the odds under our reading where the reader has another; once for a state of the desk."""
        desk = self.page.desk
        if self._known[0] is not desk.history or self._known[1] is not desk.chosen:
            self._known = (desk.history, desk.chosen, our_views(desk))
        return self._known[2]

    def _rulings(self, odds: OddsView) -> Markup:
        page = self.page
        moved = ruling_diff.moves_text(ruling_diff.moves(odds.views, odds.ours)) if odds.ours is not None and not page.is_hidden else ""
        return RulingsPanel.of(page.desk.rules, page.rulings, page.tables, moved=moved).html()

    def _rehearsed(self, free: FreeDice) -> OddsView:
        """Return the odds of a throw that is not due yet."""
        return OddsView(
            self.page.desk.guide.game,
            free.views,
            free.answer.provenance,
            is_hidden=self.page.is_hidden,
            least=self.page.least,
            outcome=free.thrown.value if free.thrown is not None else None,
            rolls=self.page.tray.rolls,
            title=free.due.title if free.due is not None else "",
            ours=our_rehearsal(self.page.desk, self.page.base.lesson),
            level="h3" if self.page.desk.outlook(self.page.base.lesson) is None else "h4",
        )

    def _is_without_dice(self) -> bool:
        return not self.page.when

    def _table(self) -> Markup:
        if not self.page.tables:
            return Markup("")
        views = [self._one_table(name) for name in self.page.tables]
        return joined(views)

    def _one_table(self, name: str) -> Markup:
        answer = self.page.answer
        if answer is not None:
            return TableView.of(answer, _in_force(answer, name)).html()
        return TableView(self.page.desk.rules.table(name)).html()

    def _why(self) -> Markup:
        if self.page.answer is None or not self.page.event:
            return Markup("")
        return WhyView.of(self.page.answer, self.page.event, is_open=True).html()

    def _bar(self) -> Markup:
        history = self.page.desk.history
        return GameBar(
            can_undo=self.page.desk.can_undo,
            can_redo=bool(history.undone),
            can_roll_again=self.page.desk.can_roll_again,
            has_begun=self.page.desk.can_undo,
        ).html() + beside_bar(self.page.file_fault)

    def _hits(self) -> Markup:
        """Draw one clear hex for each hex of the board: a press on it is an act, as a button's is."""
        page = self.page
        places = page.desk.guide.outlines(page.desk.position, page.look)
        size = (page.scene.w, page.scene.h)
        return self._clear.about(places, size, lambda: hits(size, places))


def _in_force(answer: Answer, name: str) -> str:
    """Return the table that was read in the place of one, where another reading has a table of its own."""
    read = {each.table for each in answer.dist.rests_on if isinstance(each, CellRead)}
    return next((other for other in sorted(read) if other.startswith(f"{name}_reading_")), name)
