"""Two squadrons with one signal: any initiative, both dice of rule 6.18 together, and what each end of it means."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.analysis.catalogue import find
from rulesdemo.errors import InputError
from rulesdemo.games.veneti.squadrons import double_attempt
from rulesdemo.odds.procedure import Played, play
from rulesdemo.words import N_, _
from widgets.games.veneti.lessons.initiative import STATES
from widgets.games.veneti.panels.opposed import limits
from widgets.kit.stepper import stepper
from widgets.play.odds_view import OddsView
from widgets.play.session import Desk
from widgets.web.badges import die, joined
from widgets.web.phrases import unknown
from widgets.web.rule_links import cited

QUESTION: Final = "veneti.double_attempt"
# What can come of it, best first: a name, and what it means for the two squadrons.
ENDS: Final = {
    "together": (N_("Both act together"), N_("Both squadrons act now, in one go.")),
    "in_order": STATES["none"],
    "slow": STATES["slow"],
    "disorder": STATES["disorder"],
    "idle": STATES["idle"],
}

_PANEL: Final = Markup(
    '<section class="opposed signal" aria-labelledby="signal-title"><h2 id="signal-title">{title}</h2>'
    '<div class="opposed-left">{rating}<div class="opposed-roll"><button type="button" class="first" id="signal-roll" data-do="extra" '
    'data-name="signal:roll">{roll}</button><div class="opposed-thrown" role="status">{thrown}</div></div></div>'
    '<div class="opposed-right">{odds}</div><div class="signal-wide"><h3>{means}</h3><dl class="signal-means">{ends}</dl></div></section>'
)
_END: Final = Markup("<dt>{name}</dt><dd>{words}</dd>")
_THROWN: Final = Markup('<div class="opposed-round"><span role="img" aria-label="{said}">{dice}</span><span>{words}</span></div>')


@dataclass(slots=True)
class SignalTry:
    """An Admiral's initiative, and the last try."""

    initiative: int = 3
    thrown: Played[Any] | None = None
    key: str = "signal"

    # -- what a reader can do ----------------------------------------------------------------------------------------------------------

    def act(self, what: str, value: str, desk: Desk) -> None:
        """Raise or lower the initiative, or try."""
        low, high = limits()
        if what == "initiative" and value in ("-1", "1"):
            if not low <= self.initiative + int(value) <= high:
                message = _("An Admiral's initiative is a number from {low} to {high}.").format(low=low, high=high)
                raise InputError(message)
            self.initiative += int(value)
            self.thrown = None
        elif what == "roll":
            self.thrown = play(double_attempt, random.Random(desk.seed()), desk.rules, self.initiative)
        else:
            raise unknown(what)

    def kept(self) -> dict[str, int]:
        """The initiative."""
        return {"initiative": self.initiative}

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The initiative again, if it is one."""
        low, high = limits()
        value = kept.get("initiative") if isinstance(kept, dict) else None
        if type(value) is int and low <= value <= high:
            self.initiative = value

    # -- as text -----------------------------------------------------------------------------------------------------------------------

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        answer = find(QUESTION).asked(self.kept(), desk.rules)
        outcome = self.thrown.value if self.thrown is not None else None
        names = tuple(name for name, _means in ENDS.values())
        odds = OddsView.of(answer, lambda each: ENDS[each.result][0], names, title=_("How it ends"), outcome=outcome, key="signal-odds")
        return _PANEL.format(
            title=cited("veneti", _("Two squadrons, one signal [6.18]"), "signal-title"),
            rating=stepper(self.key, "initiative", _("Initiative of the Admiral"), self.initiative, limits()),
            roll=_("Try the signal"),
            thrown=self._thrown(),
            odds=odds.html(),
            means=_("What each means for the other squadron"),
            ends=joined(_END.format(name=name, words=cited("veneti", means, f"signal-{end}")) for end, (name, means) in ENDS.items()),
        )

    def _thrown(self) -> Markup:
        if self.thrown is None:
            words = _("One die for the signal. If it fails, another for the confusion.")
            return Markup('<p class="quiet">{}</p>').format(words)
        faces = self.thrown.faces
        name = ENDS[self.thrown.value.result][0]
        if len(faces) == 1:
            words = _("{face}, at most {initiative}. {name}.").format(face=faces[0], initiative=self.initiative, name=name)
        else:
            failed = _("{face}: the signal fails. Confusion {other}: {name}.")
            words = failed.format(face=faces[0], other=faces[1], name=name[0].lower() + name[1:])
        dice = joined(die(face, pips=True) for face in faces)
        return _THROWN.format(said=_("Dice {faces}").format(faces=" ".join(map(str, faces))), dice=dice, words=words)
