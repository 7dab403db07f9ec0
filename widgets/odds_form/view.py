"""Writes the text of the form: a frame, and parts that change one by one. `Ask` decides what is there."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from itertools import groupby
from typing import Any, Final

from markupsafe import Markup, escape

from rulesdemo.analysis.catalogue import Entry
from rulesdemo.errors import RulesError
from rulesdemo.rules.rule_index import rules_of, rulings_of
from rulesdemo.words import _, ngettext, speak_of
from widgets.kit.bars import PATTERNS
from widgets.kit.fields import CHECKED, field, options
from widgets.odds_form import results
from widgets.odds_form.form import Ask, is_small
from widgets.odds_form.input_worth import worths
from widgets.web.badges import chips, joined
from widgets.web.game_facts import Facts, every_game, facts, picture
from widgets.web.phrases import spaced, titled

_CITED: Final = re.compile(r"\s*\[([^\]]*)\]\.?$")
_PART: Final = Markup('data-part="{name}">{text}')
_FRAME: Final = Markup(
    '<div class="book ask">{patterns}<fieldset class="asleep" data-wake disabled><legend class="sr">{title}</legend>{cards}'
    '<section class="panel" aria-labelledby="panel-title"><div class="question" {question}</div>'
    '<div class="answer"><div {odds}</div><div class="tray"><div class="buttons" {buttons}</div>'
    '<div class="result" role="status" {rolled}</div></div></div>'
    '{worth}<div class="below"><div {rests}</div><div {elsewhere}</div></div><div class="wide" {rulings}</div></section></fieldset>'
    '<p class="trouble" role="alert" {trouble}</p><p class="sr" role="status" {said}</p></div>'
)
_WORTH: Final = Markup('<div class="worths" {}</div>')
_CARDS: Final = Markup('<fieldset class="cards"><legend>{title}</legend><div class="card-row">{cards}</div></fieldset>')
_CARD: Final = Markup(
    '<label class="card"><input type="radio" name="game" data-set="game" value="{name}"{checked}><span class="face">{picture}'
    '<span class="card-text"><span class="card-title">{title}</span><span class="card-line">{line}</span>'
    '<span class="card-count">{count}</span></span></span></label>'
)
_QUESTION: Final = Markup(
    '<h2 id="panel-title">{title}</h2>{dice}{picker}<p class="sentence">{sentence}</p>{chips}<div class="fields">{fields}</div>'
)
_PICKER: Final = Markup(
    '<div class="field"><label for="procedure">{ask}</label><select id="procedure" data-set="procedure">{choices}</select></div>'
)


class AskPage:
    """The form for one `Ask`: its text, and what a page may ask of it."""

    def __init__(self, ask: Ask, *, alone: bool = False, when: Mapping[str, Any] | None = None) -> None:
        """Show this state; `alone`, the form keeps to its one procedure, and tells what each input is worth to the event `when`."""
        self.ask = ask
        self.alone = alone
        self.when = dict(when or {})
        self._form = ("", Markup(""))
        self._sent: dict[str, Markup] = {}

    # -- to and from a page ----------------------------------------------------------------------------------------------

    def first(self) -> Markup:
        """Draw the whole text; controls sleep until the page is live."""
        self._sent = self.parts()
        parts = {name: _PART.format(name=name, text=text) for name, text in self._sent.items() if not name.startswith("wrong-")}
        parts["worth"] = _WORTH.format(parts["worth"]) if self.when else Markup("")
        return _FRAME.format(patterns=PATTERNS, title=_("Ask for odds"), cards="" if self.alone else self._cards(), **parts)

    def hear(self, acts: list[dict[str, Any]]) -> dict[str, Any]:
        """Do what the page asks, one act after the other; a refused act is a sentence and changes nothing."""
        self.ask.pushed.clear()
        trouble = ""
        for act in acts:
            try:
                self._do(act)
            except RulesError as wrong:
                trouble = titled(str(wrong))
        parts = {**self.parts(), "trouble": escape(trouble)}
        is_new = self._sent.get("question") != parts["question"]  # a new form has empty places for refusals
        changed = {name: text for name, text in parts.items() if self._sent.get(name) != text or (is_new and name.startswith("wrong-"))}
        self._sent = parts
        tally = self.ask.tally
        return {
            "parts": changed,
            "values": dict(self.ask.pushed),
            "wrong": [f"in:{name}" for name in self.ask.wrong],
            "more": tally is not None and not tally.is_over,
            # Beside a board, what the browser keeps for the page is the reader's game.
            **({} if self.alone else {"keep": json.dumps(self.ask.stored_state())}),
        }

    def _do(self, act: dict[str, Any]) -> None:
        name, value = act.get("name"), act.get("value")
        match act.get("do"):
            case "set" if isinstance(name, str) and is_small(value):
                self.ask.set(name, value)
            case "step" if isinstance(name, str) and value in ("1", "-1"):
                self.ask.step(name, int(value))
            case "roll":
                self.ask.roll()
            case "roll many":
                self.ask.roll_many()
            case "more":
                self.ask.go_on()
            case "forget switches":
                self.ask.forget_switches()
            case "hello" if isinstance(value, str) and value and not self.alone:
                self._restore(value)
            case _:
                pass  # an act of another page

    def _restore(self, stored: str) -> None:
        try:
            found = json.loads(stored)
        except (ValueError, RecursionError):
            return
        if isinstance(found, dict):
            self._form = ("", Markup(""))
            self.ask.restore(found)

    # -- text --------------------------------------------------------------------------------------------------------------

    def parts(self) -> dict[str, Markup]:
        """Return every part by name, outer parts first."""
        ask = self.ask
        speak_of(ask.entry.game)
        return {
            "question": self._question(),
            **{f"wrong-{each.name}": escape(titled(ask.wrong.get(each.name, ""))) for each in ask.entry.inputs},
            "odds": results.odds(ask),
            "buttons": results.buttons(ask),
            "rolled": results.rolls(ask),
            "worth": worths(ask, self.when) if self.when else Markup(""),
            "rests": results.rests(ask),
            "elsewhere": results.elsewhere(ask),
            "rulings": results.rulings(ask),
            "trouble": Markup(""),
            "said": escape(results.status_text(ask)),
        }

    def _cards(self) -> Markup:
        # The game that the page opens with stands first.
        games = sorted(every_game(), key=lambda game: game.name != self.ask.game)
        return _CARDS.format(title=_("Pick a game"), cards=joined(self._card(game) for game in games))

    def _card(self, game: Facts) -> Markup:
        return _CARD.format(
            name=game.name,
            checked=CHECKED if game.name == self.ask.game else "",
            picture=Markup(picture(game.name)),  # noqa: S704 - our own drawing
            title=game.title,
            line=game.line,
            count=ngettext("{count} question", "{count} questions", game.procedures).format(count=game.procedures),
        )

    def _question(self) -> Markup:
        """Draw the form of one procedure, written once when it is opened, so that typing never redraws a field."""
        name = self.ask.entry.name
        if self._form[0] != name:
            self._form = (name, self._written(self.ask.entry))
        return self._form[1]

    def _written(self, entry: Entry) -> Markup:
        game = facts(entry.game)
        text, cited = sentence(entry)
        fields = joined(field(each, self.ask.typed[each.name], entry.name) for each in entry.inputs)
        picker = "" if self.alone else _PICKER.format(ask=_("What do you want to know?"), choices=self._choices())
        return _QUESTION.format(
            title=titled(spaced(entry.procedure.title)) if self.alone else game.title,
            # Of the game, not of the question: some throw only part of its dice, and some none.
            dice="" if self.alone else Markup('<p class="quiet">{}</p>').format(_("The game's dice: {dice}.").format(dice=game.dice)),
            picker=picker,
            sentence=text,
            chips=chips(entry.game, cited, "ask"),
            fields=fields or Markup('<p class="quiet">{}</p>').format(_("This one takes no inputs.")),
        )

    def _choices(self) -> Markup:
        groups = []
        for module, group in groupby(self.ask.procedures(), key=lambda entry: entry.procedure.module):
            words = {entry.name: titled(spaced(entry.procedure.title)) for entry in group}
            label = titled(spaced(module.rpartition(".")[2]))
            groups.append(Markup('<optgroup label="{}">{}</optgroup>').format(label, options(words, self.ask.entry.name)))
        return joined(groups)


def sentence(entry: Entry) -> tuple[str, tuple[str, ...]]:
    """Return what a procedure works out, and the rules and rulings that it cites; these stand beside it as chips."""
    text = entry.sentence
    cited = _CITED.search(text)
    if cited is None:
        return _(text).replace("`", ""), entry.rules
    extra = [each.strip() for each in cited[1].split(",")]
    known = [each for each in extra if each in rules_of(entry.game) or each in rulings_of(entry.game)]
    return _(text[: cited.start()].rstrip(".") + ".").replace("`", ""), tuple(dict.fromkeys([*entry.rules, *known]))
