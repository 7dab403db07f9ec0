"""The text of the form: a frame, and parts that change one by one. `Ask` decides; this only tells."""

from __future__ import annotations

import json
import re
from html import escape
from itertools import groupby
from typing import Any, Final

from rulesdemo.catalogue import Entry
from rulesdemo.errors import RulesError
from rulesdemo.refs import rules_of, rulings_of
from widgets import ask_told as told
from widgets.ask import Ask, is_small
from widgets.bars import PATTERNS
from widgets.facts import every_game, facts, picture
from widgets.fields import field
from widgets.marks import chips
from widgets.words import _, plural, spaced, titled

_CITED: Final = re.compile(r"\s*\[([^\]]*)\]\.?$")


class AskPage:
    """The form for one `Ask`: its text, and what a page may ask of it."""

    def __init__(self, ask: Ask) -> None:
        """Show this state."""
        self.ask = ask
        self._form = ("", "")
        self._sent: dict[str, str] = {}

    # -- to and from a page ----------------------------------------------------------------------------------------------

    def first(self) -> str:
        """The whole text; controls sleep until the page is live."""
        parts = self._sent = self.parts()
        part = {name: f'data-part="{name}">{text}' for name, text in parts.items()}
        return (
            f'<div class="book ask">{PATTERNS}<fieldset class="asleep" data-wake disabled>'
            f'<legend class="sr">{escape(_("Ask for odds"))}</legend>'
            f"{self._cards()}"
            f'<section class="panel" aria-labelledby="panel-title"><div class="question" {part["question"]}</div>'
            f'<div class="answer"><div {part["odds"]}</div>'
            f'<div class="tray"><div class="buttons" {part["buttons"]}</div><div class="result" role="status" {part["rolled"]}</div></div></div>'
            f'<div class="below"><div {part["rests"]}</div><div {part["elsewhere"]}</div></div>'
            f'<div class="wide" {part["rulings"]}</div></section></fieldset>'
            f'<p class="trouble" role="alert" {part["trouble"]}</p><p class="sr" role="status" {part["said"]}</p></div>'
        )

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
        changed = {name: text for name, text in parts.items() if self._sent.get(name) != text}
        self._sent = parts
        tally = self.ask.tally
        return {
            "parts": changed,
            "values": dict(self.ask.pushed),
            "wrong": [f"in:{name}" for name in self.ask.wrong],
            "more": tally is not None and not tally.is_over,
            "keep": json.dumps(self.ask.kept()),
        }

    def _do(self, act: dict[str, Any]) -> None:
        name, value = act.get("name"), act.get("value")
        match act.get("do"):
            case "set" if isinstance(name, str) and is_small(value):
                self.ask.set(name, value)
            case "step" if isinstance(name, str) and value in (1, -1, "1", "-1"):
                self.ask.step(name, int(value))
            case "roll":
                self.ask.roll()
            case "roll many":
                self.ask.roll_many()
            case "more":
                self.ask.go_on()
            case "forget switches":
                self.ask.forget_switches()
            case "hello" if isinstance(value, str) and value:
                self._restore(value)
            case _:
                pass

    def _restore(self, kept: str) -> None:
        try:
            found = json.loads(kept)
        except ValueError:
            return
        if isinstance(found, dict):
            self._form = ("", "")
            self.ask.restore(found)

    # -- text --------------------------------------------------------------------------------------------------------------

    def parts(self) -> dict[str, str]:
        """Every part by name, outer parts first."""
        ask = self.ask
        return {
            "question": self._question(),
            **{f"wrong-{each.name}": escape(titled(ask.wrong.get(each.name, ""))) for each in ask.entry.inputs},
            "odds": told.odds(ask),
            "buttons": told.buttons(ask),
            "rolled": told.rolled(ask),
            "rests": told.rests(ask),
            "elsewhere": told.elsewhere(ask),
            "rulings": told.rulings(ask),
            "trouble": "",
            "said": escape(told.said(ask)),
        }

    def _cards(self) -> str:
        cards = "".join(
            f'<label class="card"><input type="radio" name="game" data-set="game" value="{escape(game.name)}"'
            f"{' checked' if game.name == self.ask.game else ''}>"
            f'<span class="face">{picture(game.name)}<span class="card-text"><span class="card-title">{escape(game.title)}</span>'
            f'<span class="card-line">{escape(game.line)}</span>'
            f'<span class="card-count">{escape(_count(game.procedures))}</span></span></span></label>'
            for game in sorted(every_game(), key=lambda game: game.name != self.ask.game)  # the one that the page opens with stands first
        )
        return f'<fieldset class="cards"><legend>{escape(_("Pick a game"))}</legend><div class="card-row">{cards}</div></fieldset>'

    def _question(self) -> str:
        """The form of one procedure, written once when it is opened, so that typing never redraws a field."""
        name = self.ask.entry.name
        if self._form[0] != name:
            self._form = (name, self._written(self.ask.entry))
        return self._form[1]

    def _written(self, entry: Entry) -> str:
        game = facts(entry.game)
        text, cited = sentence(entry)
        fields = "".join(field(each, self.ask.typed[each.name]) for each in entry.inputs)
        none = f'<p class="quiet">{escape(_("This one takes no inputs."))}</p>'
        return (
            f'<h2 id="panel-title">{escape(game.title)}</h2><p class="quiet">{escape(_("Dice: {dice}.").format(dice=game.dice))}</p>'
            f'<div class="field"><label for="procedure">{escape(_("What do you want to know?"))}</label>'
            f'<select id="procedure" data-set="procedure">{self._options()}</select></div>'
            f'<p class="sentence">{escape(text)}</p>{chips(entry.game, cited, "ask")}'
            f'<div class="fields">{fields or none}</div>'
        )

    def _options(self) -> str:
        out = ""
        for module, group in groupby(self.ask.procedures(), key=lambda entry: entry.procedure.module):
            inside = "".join(
                f'<option value="{escape(entry.name)}"{" selected" if entry.name == self.ask.entry.name else ""}>'
                f"{escape(titled(spaced(entry.procedure.title)))}</option>"
                for entry in group
            )
            out += f'<optgroup label="{escape(titled(spaced(module.rpartition(".")[2])))}">{inside}</optgroup>'
        return out


def sentence(entry: Entry) -> tuple[str, tuple[str, ...]]:
    """What a procedure works out, and the rules and rulings that it cites; these stand beside it as chips."""
    text = entry.sentence.replace("`", "")
    cited = _CITED.search(text)
    if cited is None:
        return text, entry.rules
    extra = [each.strip() for each in cited[1].split(",")]
    known = [each for each in extra if each in rules_of(entry.game) or each in rulings_of(entry.game)]
    return text[: cited.start()].rstrip(".") + ".", tuple(dict.fromkeys([*entry.rules, *known]))


def _count(procedures: int) -> str:
    return plural("{count} question", "{count} questions", procedures).format(count=procedures)
