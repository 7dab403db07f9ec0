"""Tells the story of a battle that is over, on a page that prints: who won, turn by turn what happened, what turned it, what was lost."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.odds.format import percent
from rulesdemo.play.history import History
from rulesdemo.words import _, ngettext
from widgets.kit.bars import fraction
from widgets.play.game_guide import Look
from widgets.play.turn_calendar import TurnCard
from widgets.sandbox.guide import SandboxGuide, score_lines, sides_of
from widgets.scene import svg
from widgets.web.badges import joined
from widgets.web.phrases import titled
from widgets.web.rule_links import cited

MOST_TURNING: Final = 5
RADIUS: Final = 30.0
LIKELY: Final = 3  # a roll counts as luck when its chance was below one in this many
MOST_HEADLINES: Final = 4  # of a turn, where a long game is told in short first

_STORY: Final = Markup(
    '<article class="story" id="story" tabindex="-1" aria-labelledby="story-title"><h2 id="story-title">{title}</h2>'
    '<div class="lede">{lede}</div><div class="row no-print"><button type="button" data-print>{print}</button></div>'
    '<div class="story-body"><div class="story-turns">{turns}</div><div class="story-side">{turning}{losses}</div></div>'
    "<figure>{board}<figcaption>{caption}</figcaption></figure></article>"
)
_TURN: Final = Markup("<section><h3>{title}</h3><p>{words}</p></section>")
_SHORT: Final = Markup('<section class="story-short"><h3>{title}</h3><ol role="list">{rows}</ol></section>')
_ROW: Final = Markup('<li><h4>{title}</h4><span class="quiet">{standing}</span><p>{words}</p></li>')
_FOLD: Final = Markup('<details class="fold" id="story-long"><summary>{title}</summary>{turns}</details>')
_TURNING: Final = Markup("<section><h3>{title}</h3><ol>{rows}</ol></section>")
_LOSSES: Final = Markup("<section><h3>{title}</h3>{lists}</section>")


class Roll(NamedTuple):
    """A roll that turned the battle: when, what came of it, by which rule, and the exact chance that it had."""

    turn: int
    words: str
    rule: str
    chance: Fraction


@dataclass(frozen=True)
class Story:
    """A game, in words that were made for it."""

    guide: SandboxGuide
    history: History[Any]
    winner: str
    players: tuple[tuple[str, str], ...]  # sides, and who had them

    def html(self) -> Markup:
        """Draw the story as text."""
        history = self.history
        position = history.position
        scene = self.guide.guide.scene(position, Look(radius=RADIUS, has_rose=True))
        return _STORY.format(
            title=self.guide.guide.title(history.scenario),
            lede=self._lede(),
            print=_("Print the story"),
            turns=self._turns(),
            turning=self._turning(),
            losses=self._losses(),
            board=Markup(svg.svg(scene, prefix="story-board")),  # noqa: S704 - our own painter, which escapes every word
            caption=_("How it ended."),
        )

    def _lede(self) -> Markup:
        result = self.history.result
        score = " ".join(score_lines(self.guide, self.history.position))
        took = self.history.turn - self.history.engine.turn(self.history.opening.position) + 1
        turns = ngettext("It took {n} turn.", "It took {n} turns.", took).format(n=took)
        players = " ".join(_("{side}: {who}.").format(side=side, who=who) for side, who in self.players)
        why = cited(self.history.engine.game, f"{titled(result.why)}. [{result.rule}]", "story-why")
        return Markup("{} {} {} {} {} {}").format(self.winner, why, score, turns, self._cut_short(), players)

    def _cut_short(self) -> str:
        """Say that the game ended before its last turn, where it has one."""
        cards, turn = self._cards(), self.history.turn
        last = max(cards, default=turn)
        return _("It ended early, on turn {n} of {last}.").format(n=turn, last=last) if turn < last else ""

    def _cards(self) -> dict[int, TurnCard]:
        plan = self.guide.plan
        return {} if plan.turns is None else {card.number: card for card in plan.turns(self.history.opening.position)}

    def _short(self) -> Markup:
        """Draw a long game in a few lines a turn: how the sides stood when it began, and what was decided in it."""
        history, cards = self.history, self._cards()
        starts: dict[int, Any] = {}
        for outcome in history.outcomes():
            starts.setdefault(history.engine.turn(outcome.position), outcome.position)
        if not all(map(self.guide.standing, starts.values())):
            return Markup("")
        heads: dict[int, list[str]] = {turn: [] for turn in starts}
        for turn, event, name in self._events():
            if self.guide.is_headline(event):
                heads.setdefault(turn, []).append(event.text(name))
        rows = joined(
            _ROW.format(
                title=cards[turn].title if turn in cards else _("Turn {n}").format(n=turn),
                standing=_("It began with {standing}.").format(standing=self.guide.standing(position)),
                words=self._headlines(heads[turn]),
            )
            for turn, position in starts.items()
        )
        return _SHORT.format(title=_("The game in short"), rows=rows)

    def _headlines(self, words: list[str]) -> str:
        more = len(words) - MOST_HEADLINES
        rest = ngettext("And {n} thing more.", "And {n} things more.", more).format(n=more) if more > 0 else ""
        return " ".join(filter(None, [*words[:MOST_HEADLINES], rest])) or _("Nothing was decided.")

    def _turns(self) -> Markup:
        """Draw every turn in full; where the game is told in short first, in a fold below."""
        short = self._short()
        turns = joined(_TURN.format(title=_("Turn {n}").format(n=turn), words=" ".join(words)) for turn, words in self.turns().items())
        return short + _FOLD.format(title=_("Turn by turn, in full"), turns=turns) if short else turns

    def turns(self) -> dict[int, list[str]]:
        """Return the sentences of each turn."""
        found: dict[int, list[str]] = {}
        for turn, event, name in self._events():
            if self.guide.is_told(event):
                found.setdefault(turn, []).append(event.text(name))
        return found

    def rolls(self) -> list[Roll]:
        """Return the rolls that turned the battle, the least likely first, of those that were against the odds."""
        found = []
        for turn, event, name in self._events():
            if event.throw is not None and self.guide.is_told(event):
                for rolled in self.guide.turning(name.args[0], event):
                    chance = rolled.chance if rolled.good else 1 - rolled.chance
                    found.append(Roll(turn, event.text(name), event.rule, chance))
        against = [roll for roll in found if roll.chance * LIKELY < 1]
        return sorted(against, key=lambda roll: roll.chance)[:MOST_TURNING]

    def _events(self) -> list[tuple[int, Any, partial[str]]]:
        """Return every event with its turn, and the names that things had then, which know the position."""
        history, found = self.history, []
        for outcome in history.outcomes():
            name = partial(history.engine.name, outcome.position)
            begins = [bool(getattr(event, "begins_turn", False)) for event in outcome.events]
            turn = history.engine.turn(outcome.position) - sum(begins)
            for event, begun in zip(outcome.events, begins, strict=True):
                turn += begun
                found.append((turn, event, name))
        return found

    def _turning(self) -> Markup:
        rolls = self.rolls()
        if not rolls:
            return Markup("")
        game = self.history.engine.game
        rows = joined(
            Markup('<li>{} <span class="quiet">{} {} {}</span></li>').format(
                cited(game, f"{roll.words} [{roll.rule}]", f"story-{place}"),
                _("Turn {n}. The chance was").format(n=roll.turn),
                fraction(roll.chance, f"story-{place}"),
                f"({percent(roll.chance)}).",
            )
            for place, roll in enumerate(rolls)
        )
        return _TURNING.format(title=_("What luck did"), rows=rows)

    def _losses(self) -> Markup:
        losses = self.guide.losses(self.history.position)
        lists = []
        for side in sides_of(self.guide, self.history.position):
            name = self.guide.sides[side]
            lost = [_("{ship}, {how}").format(ship=loss.name, how=loss.how) for loss in losses if loss.side == side]
            words = joined(Markup("<li>{}</li>").format(each) for each in lost) or Markup("<li>{}</li>").format(_("nothing"))
            lists.append(Markup("<p>{}</p><ul>{}</ul>").format(_("{side} lost").format(side=name), words))
        return _LOSSES.format(title=_("Losses"), lists=joined(lists))
