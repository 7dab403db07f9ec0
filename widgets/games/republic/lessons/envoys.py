"""Envoys: audiences, what goes wrong at them, and what it costs to mend that."""

from __future__ import annotations

from typing import Final

from rulesdemo.games.republic.diplomacy import Audience, CunningPoints
from rulesdemo.play.engine import Throw
from rulesdemo.words import N_, _
from widgets.games.republic import names
from widgets.games.republic.lessons.ten import total, words
from widgets.play.lesson import Lesson
from widgets.web.phrases import modifier

FATES: Final = {
    "returns": N_("he returns"),
    "dead": N_("he dies"),
    "ransom": N_("he is held for ransom"),
    "straying": N_("he strays"),
    "waiting": N_("his audience is cancelled"),
}
ENDS: Final = {
    "returns": N_("He returns."),
    "dead": N_("He does not live to return [12.34-D]."),
    "ransom": N_("He is held for ransom [12.34-D]."),
    "straying": N_("He strays [12.34-D]."),
    "waiting": N_("His audience is cancelled [12.34-D]."),
}


def audience_label(throw: Throw) -> str:
    """Return how far the marker moves, and what became of the envoy."""
    return _("{n}, {fate}").format(n=modifier(throw.outcome.shift), fate=FATES[throw.outcome.fate])


def audience_verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """Return the dice, how far the marker moves, and what became of the envoy."""
    shift, fate = throw.outcome
    start = ", ".join(map(str, faces))
    if throw.procedure.name == "ambassador" and len(faces) == 1:
        _rules, letter, *more = throw.args
        start = _("{total} under letter {letter}").format(total=total(faces[0], more[0] if more else 0, "12.34"), letter=letter)
    boxes = _("The marker stays.") if not shift else _("The marker moves {n}.").format(n=modifier(shift))
    return f"{start} [12.34]. {boxes} {ENDS[fate]}"


def ransom_label(throw: Throw) -> str:
    """Return the points to pay."""
    return names.points(throw.outcome.points)


def ransom_verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """Return the die, halved, and the ransom."""
    sentence = _("{face}, halved and rounded down, but at least 1 [12.34-D]. The ransom is {points}.")
    return sentence.format(face=sum(faces), points=names.cunning(throw.outcome.points))


ENVOYS: Final = Lesson(
    "envoys", throws={Audience: words(audience_label, audience_verdict), CunningPoints: words(ransom_label, ransom_verdict)}
)
