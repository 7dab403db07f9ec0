"""Fire aboard: how many fires the crew puts out."""

from __future__ import annotations

from typing import Final

from rulesdemo.engine import Throw
from rulesdemo.games.escadres.burning import FireFighting
from widgets.lesson import Lesson, Words
from widgets.words import _, plural, signed

ALL_OUT: Final = _("All fires out")


def label(throw: Throw) -> str:
    """How many fires are left."""
    left: int = throw.outcome.left
    return plural("{n} fire left", "{n} fires left", left).format(n=left) if left else ALL_OUT


def verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """The faces, the training, what was needed, and what it means."""
    rules, fires, training = throw.args
    left: int = throw.outcome.left
    shown = ", ".join(map(str, faces))
    sign = "+" if training > 0 else ""
    added = _("{faces}, each {training} for training [E-TRN-1].").format(faces=shown, training=f"{sign}{signed(training)}")
    need = _("A fire goes out on {need} or more, and never on a rolled {never} [E-BURN-3].")
    table = rules.table("fire_fighting")
    out = plural("{n} fire is out", "{n} fires are out", fires - left).format(n=fires - left) if fires > left else _("No fire is out")
    still = plural("{n} still burns", "{n} still burn", left).format(n=left) if left else _("none burns any more")
    return " ".join(
        (
            added if training else f"{shown}.",
            need.format(need=table.at("need"), never=table.at("always_fails")),
            _("{out}, {still}.").format(out=out, still=still),
        )
    )


FIRE: Final = Lesson("fire", throws={FireFighting: Words(label, verdict, (ALL_OUT,))})
