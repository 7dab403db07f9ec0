"""Shows our rulings: every choice of a reading that a chapter rests on, why we made it, and the other readings, one press away.

A switch takes effect at once; what then differs from our reading carries the mark of the reader.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from rulesdemo.odds.reads import PROVENANCES
from rulesdemo.rules.rule_index import Ruling, Switch, rulings_of
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.rules.tables import Table
from rulesdemo.words import _, ngettext
from widgets.kit.fields import CHECKED
from widgets.web.badges import chips, joined, mark
from widgets.web.render_cache import cached

_PANEL: Final = Markup(
    '<details class="fold big drawer rulings-panel" id="{key}"{open}><summary><h3>{title}</h3> <span class="quiet">{count}</span></summary>'
    "{words}{inside}</details>"
)
_RULING: Final = Markup(
    '<section class="ruling-card{kind}" aria-labelledby="{key}-q"><div class="ruling-head">{mark}<span class="ruling-id">{number}</span>'
    '{chips}</div><h4 id="{key}-q">{question}</h4><p><strong>{answer}</strong> {why}</p>{others}</section>'
)
# What cannot be switched is told behind its question: a chapter may rest on ten of these.
_FOLDED: Final = Markup(
    '<details class="fold ruling-fold" id="{key}"><summary>{mark}<span><span class="ruling-id">{number}</span> {question}</span></summary>'
    '<div class="ruling-head">{chips}</div><p><strong>{answer}</strong> {why}</p>{others}</details>'
)
_OTHERS: Final = Markup('<p class="quiet">{lead} {list}</p>')
_SWITCH: Final = Markup('<fieldset class="choices"><legend class="sr">{legend}</legend>{choices}</fieldset>{moved}{back}')
_CHANGED: Final = Markup('<p class="ruling-moved" role="status">{}</p>')
_CHOICE: Final = Markup(
    '<label class="choice"><input type="radio" name="{key}-{name}" data-set="switch:{name}" value="{value}"{checked}>'
    '<span class="dot" aria-hidden="true"></span><span>{words}{ours}</span></label>'
)
_OURS: Final = Markup(' <span class="quiet">{}</span>')
_BACK: Final = Markup('<button type="button" class="plain" id="{key}-back" data-do="{do}" data-name="{name}">{words}</button>')


@dataclass(frozen=True, slots=True)
class RulingsPanel:
    """The rulings and rebuilt tables of a chapter, under the rules as the reader has set them."""

    rules: Ruleset
    rulings: tuple[Ruling, ...]
    tables: tuple[Table, ...] = ()
    title: str = ""
    is_open: bool = False
    moved: str = ""  # what the reader's readings changed in the odds of the page
    key: str = "rulings"

    @classmethod
    def of(cls, rules: Ruleset, cited: Iterable[str], tables: Iterable[str] = (), **more: object) -> RulingsPanel:
        """Return the panel of a chapter: rulings by number, or all that touch a rule, and those of its tables not wholly printed."""
        numbers = set(cited)
        found = tuple(each for each in rulings_of(rules.game).values() if each.id in numbers or numbers.intersection(each.rules))
        read_tables = [rules.table(name) for name in tables]
        ours = tuple(table for table in read_tables if _weak(table))
        return cls(rules, tuple(sorted(found, key=lambda each: each.switch is None)), ours, **more)  # type: ignore[arg-type]

    @property
    def changed(self) -> tuple[str, ...]:
        """Return the switches here that stand at other than our reading."""
        here = {each.switch.name for each in self.rulings if each.switch is not None}
        return tuple(name for name, _value in self.rules.switches if name in here)

    def html(self) -> Markup:
        """Draw the panel as text."""
        return _text(self)

    def render(self) -> Markup:
        """Draw the panel as text, made anew."""
        count = len(self.rulings) + len(self.tables)
        opened = Markup(" open") if self.is_open or self.changed else ""
        if not count:
            return Markup('<p class="quiet">{}</p>').format(
                _("This chapter rests on nothing of ours: every number is printed in the source.")
            )
        return _PANEL.format(
            key=self.key,
            open=opened,
            title=self.title or _("What did we rule here?"),
            count=ngettext("{count} choice of ours", "{count} choices of ours", count).format(count=count),
            words=self._words(),
            inside=joined([*map(self._ruling, self.rulings), *map(self._table, self.tables)]),
        )

    def _words(self) -> Markup:
        if len(self.changed) > 1:
            words = _("{count} of these are set as you like it. Every chance on this page follows them.").format(count=len(self.changed))
            back = _BACK.format(key=self.key, do="forget switches", name="", words=_("Set all back"))
            return Markup('<div class="ruling-changed"><p>{}</p>{}</div>').format(words, back)
        return Markup('<p class="quiet">{}</p>').format(_("Choose another reading, and every chance on this page follows it at once."))

    def _ruling(self, ruling: Ruling) -> Markup:
        key = f"{self.key}-{ruling.id}"
        switch = ruling.switch
        is_yours = switch is not None and switch.name in self.changed
        return (_FOLDED if switch is None else _RULING).format(
            key=key,
            kind=" is-yours" if is_yours else "",
            mark=mark("yours" if is_yours else ruling.provenance, label=switch is not None),
            number=ruling.id,
            chips=chips(ruling.game, ruling.rules, key),
            question=ruling.question,
            answer=ruling.answer,
            why=ruling.why,
            others=choices_of(self.rules, switch, key, self.moved) if switch is not None else self._others(ruling),
        )

    @staticmethod
    def _others(ruling: Ruling) -> Markup:
        if not ruling.alternatives:
            return Markup("")
        return _OTHERS.format(lead=_("It could also be read:"), list=" ".join(map(str, ruling.alternatives)))

    def _table(self, table: Table) -> Markup:
        info = table.info
        key = f"{self.key}-table-{table.name}"
        return _FOLDED.format(
            key=key,
            mark=mark(_weak(table)),
            number=_("Table"),
            chips=chips(info.game, info.rules, key),
            question=_("{title}: where do the numbers come from?").format(title=info.title),
            answer="",
            why=f"{info.source} {info.note}".strip(),
            others=Markup(""),
        )


def choices_of(rules: Ruleset, switch: Switch, key: str, moved: str = "") -> Markup:
    """Draw the readings that a switch offers, ours marked; where another holds, what it has moved and the way back."""
    chosen = dict(rules.switches).get(switch.name, switch.default)
    is_ours = chosen == switch.default
    choices = joined(
        _CHOICE.format(
            key=key,
            name=switch.name,
            value=value,
            words=words,
            checked=CHECKED if value == chosen else "",
            ours=_OURS.format(_("(our reading)")) if value == switch.default else "",
        )
        for value, words in switch.choices
    )
    return _SWITCH.format(
        legend=_("How to read it"),
        choices=choices,
        moved=_CHANGED.format(moved) if moved and not is_ours else "",
        back="" if is_ours else _BACK.format(key=key, do="reset switch", name=switch.name, words=_("Back to our reading")),
    )


@cached
def _text(panel: RulingsPanel) -> Markup:
    return panel.render()


def _weak(table: Table) -> str:
    """Return the weakest provenance in a table, empty where all of it is printed."""
    found = {cell.provenance for row in table.cells for cell in row} - {"seed"}
    return max(found, key=PROVENANCES.index, default="")
