"""Shows what a reader's own reading changes: facts about the board under our rulings and under his, beside the switch itself.

A game says what the facts are, as words with a name; the panel finds those that differ. It knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.rules.rule_index import Ruling, rulings_of
from rulesdemo.rules.ruleset import ruleset
from rulesdemo.words import _, ngettext
from widgets.play.rulings_panel import choices_of
from widgets.play.session import Desk
from widgets.web.badges import joined, mark
from widgets.web.phrases import unknown
from widgets.web.rule_links import stacked


class Fact(NamedTuple):
    """Something that hangs on how the rules are read: what it is called, and how it stands."""

    name: str
    told: str


_PANEL: Final = Markup(
    '<section class="your-reading" aria-labelledby="{key}-title"><h3 id="{key}-title">{title}</h3>'
    '<div class="your-reading-both"><div>{switches}</div><div role="status">{inside}</div></div></section>'
)
_SWITCH: Final = Markup("<h4>{id} {question}</h4>{choices}")
_TABLE: Final = Markup(
    '<p class="panel-said">{words}</p><div class="table-scroll"><table class="before-after"><caption class="sr">{title}</caption>'
    '<thead><tr><th scope="col">{what}</th><th scope="col">{before}</th><th scope="col">{after} {mark}</th></tr></thead>'
    "<tbody>{rows}</tbody></table></div>"
)
_ROW: Final = Markup(
    '<tr><th scope="row">{name}</th><td data-name="{ours}">{before}</td>'
    '<td class="is-yours" data-name="{yours}"><span aria-hidden="true">→ </span>{after}</td></tr>'
)


class YourReading:
    """A panel with the switches that a chapter is about, and what they change here."""

    def __init__(self, facts: Callable[[Any], Iterable[Fact]], *switches: str, key: str = "readings") -> None:
        """Compare these facts of the position; the switches named can be set here too."""
        self.key = key
        self._facts = facts
        self._switches = switches

    def html(self, desk: Desk) -> Markup:
        """Draw the panel as it is now."""
        rulings = {each.switch.name: each for each in rulings_of(desk.rules.game).values() if each.switch is not None}
        return _PANEL.format(
            key=self.key,
            title=_("What your reading changes"),
            switches=joined(self._switch(desk, rulings[name]) for name in self._switches),
            inside=self._inside(desk),
        )

    def changes(self, desk: Desk) -> list[tuple[Fact, Fact]]:
        """Return the facts that differ from our reading, each before and after; what is missing on one side has no words there."""
        if not desk.rules.switches:
            return []
        plain = replace(desk.position, rules=ruleset(desk.rules.game))
        before = {fact.name: fact for fact in self._facts(plain)}
        after = {fact.name: fact for fact in self._facts(desk.position)}
        pairs = [(before.get(name, Fact(name, "")), after.get(name, Fact(name, ""))) for name in {**before, **after}]
        return [(one, other) for one, other in pairs if one != other]

    def act(self, what: str, _value: str, _desk: Desk) -> None:
        """Ignore every press: the switches are the page's own."""
        raise unknown(what)

    def stored_state(self) -> None:
        """Store nothing."""

    def restore(self, stored: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """Restore nothing."""

    def _switch(self, desk: Desk, ruling: Ruling) -> Markup:
        if ruling.switch is None:
            return Markup("")
        choices = choices_of(desk.rules, ruling.switch, f"{self.key}-{ruling.id}")
        return _SWITCH.format(id=ruling.id, question=ruling.question, choices=choices)

    def _inside(self, desk: Desk) -> Markup:
        if not desk.rules.switches:
            words = _("All readings are ours. Choose another: the board marks every hex that it moves, and this list tells the rest.")
            return Markup('<p class="quiet">{}</p>').format(words)
        found = self.changes(desk)
        if not found:
            return Markup('<p class="panel-said">{}</p>').format(_("Your reading changes nothing here. Move on, or look at another ship."))
        count = ngettext("{n} thing is different under your reading.", "{n} things are different under your reading.", len(found))
        return _TABLE.format(
            words=count.format(n=len(found)),
            title=_("What your reading changes"),
            what=_("Here"),
            before=_("Our reading"),
            after=_("Yours"),
            mark=mark("yours", label=False),
            rows=joined(
                _ROW.format(
                    name=one.name,
                    ours=_("ours"),
                    yours=_("yours"),
                    before=stacked(one.told or _("none")),
                    after=stacked(other.told or _("none")),
                )
                for one, other in found
            ),
        )
