"""The battle: leaders' tactics, the modifiers as a sum, the roll on the results table, and the second roll of an X."""

from __future__ import annotations

from typing import Final

from rulesdemo.games.republic.battle import Battle, FirstRoll
from rulesdemo.games.republic.play import modifiers
from rulesdemo.games.republic.play.state import Part as Parted
from rulesdemo.games.republic.play.state import Position
from rulesdemo.play.engine import Throw
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, local_figures
from widgets.games.republic import names
from widgets.games.republic.lessons.ten import named
from widgets.play.game_guide import Count, Outlook, Part
from widgets.web.phrases import modifier, signed

RETREATS: Final = {"defender": N_("Defender retreats"), "none": N_("Nobody retreats"), "attacker": N_("Attacker retreats")}
AGAIN: Final = N_("X, roll again")
roll_label: Final = named("retreat", {**RETREATS, None: AGAIN})
ENDS: Final = {
    "defender": N_("The defender must retreat."),
    "none": N_("Nobody must retreat."),
    "attacker": N_("The attacker must retreat."),
}

# -- tactics ---------------------------------------------------------------------------------------------------------------------------


def tactics_label(throw: Throw) -> str:
    """Return the modifier."""
    return modifier(throw.outcome.drm)


def tactics_verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """Return both dice, both values, and who gains."""
    rules, attacker, defender = throw.args
    table = rules.table("tactical")
    ours, theirs = table.at(faces[0], attacker), table.at(faces[1], defender)
    drm = throw.outcome.drm
    end = _("Nobody gains.") if not drm else _("{n} on the battle roll, for the {who}.").format(n=modifier(drm), who=names.ROLES[drm < 0])
    sentence = _("{a} with letter {la} is worth {va}, {b} with letter {lb} is worth {vb} [8.32]. {va} − {vb} = {drm}. {end}")
    return sentence.format(a=faces[0], la=attacker, va=ours, b=faces[1], lb=defender, vb=theirs, drm=signed(drm), end=end)


# -- the modifiers ---------------------------------------------------------------------------------------------------------------------


def parts_now(position: Position) -> tuple[Parted, ...]:
    """Return the modifiers as far as they are known: those found, or those that would be found if the battle were joined now."""
    if position.clash is None:
        return ()
    return position.clash.parts or modifiers.all_modifiers(position, position.clash)


def modifiers_outlook(position: Position, _name: str) -> Outlook | None:
    """Return the modifiers of the battle that is on or about to be, line by line."""
    found = parts_now(position)
    if not found or position.result is not None:
        return None
    lines = [Count(names.PARTS[part.name], part.drm, text=modifier(part.drm)) for part in found if part.drm]
    lines.append(Count(_("in all"), sum(part.drm for part in found), is_now=True, text=modifier(sum(part.drm for part in found))))
    waiting = [name for name in ("tactics", "elephants", "devotio") if name not in {part.name for part in found}]
    sentence = _("A plus favours the attacker. All of them add up. [8.31]")
    if "tactics" in waiting:
        sentence += " " + _("Tactics are still to be thrown for. [8.32]")
    return Outlook(_("The battle roll so far"), tuple(lines), sentence)


# -- the roll --------------------------------------------------------------------------------------------------------------------------


def loss(value: object) -> str:
    """Return a loss as the table prints it."""
    return _("a star") if value == "*" else local_figures(f"{value} %")


def result(outcome: Battle | FirstRoll) -> str:
    """Return what a row says."""
    return _("Attacker {a}, defender {d}.").format(a=loss(outcome.attacker_loss), d=loss(outcome.defender_loss))


def roll_verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """Return the die, all modifiers, the row, and what it says."""
    rules, drm = throw.args
    outcome: FirstRoll = throw.outcome
    start = _row(rules, faces[0], drm)
    if outcome.x is not None:
        return _("{start} is an X with {n} [8.4]. Throw again.").format(start=start, n=modifier(outcome.x))
    return f"{start}. {result(outcome)} {ENDS[outcome.retreat or 'none']}"


def _row(rules: Ruleset, face: int, drm: int) -> str:
    labels = rules.table("brt").rows.labels
    row = min(max(face + drm, int(labels[0])), int(labels[-1]))
    sign = "−" if drm < 0 else "+"
    return _("{face} {sign} {drm} [8.31]: row {row} [8.3]").format(face=face, sign=sign, drm=abs(drm), row=modifier(row))


def again_verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """Return the second die of an X with its shift and the cunning points, its row, and what that says; whole battles in short."""
    outcome: Battle = throw.outcome
    if throw.procedure.name != "unpredictable":
        dice = _("Dice: {faces} [8.3].").format(faces=", ".join(map(str, faces)))
        return f"{dice} {result(outcome)} {ENDS[outcome.retreat]}"
    rules, shift, ours, theirs = throw.args
    table = rules.table("unpredictable")
    landed = min(max(sum(faces) + shift + ours - theirs, int(table.rows.labels[0])), int(table.rows.labels[-1]))
    steps = [f"{sum(faces)}", *(f"{'−' if number < 0 else '+'} {abs(number)}" for number in (shift, ours, -theirs) if number)]
    start = _("{sum}: bracket {n}, row {row} [8.4]").format(sum=" ".join(steps), n=landed, row=modifier(int(table.at(landed))))
    return f"{start}. {result(outcome)} {ENDS[outcome.retreat]}"


def battle_parts(_throw: Throw) -> tuple[Part, ...]:
    """Return who must retreat first, then both losses by themselves."""
    return (
        Part(("retreat",), _("Who gives way"), roll_label, ORDER),
        Part(("attacker_loss",), _("Attacker's loss in percent")),
        Part(("defender_loss",), _("Defender's loss in percent")),
    )


ORDER: Final = (RETREATS["defender"], RETREATS["none"], AGAIN, RETREATS["attacker"])
