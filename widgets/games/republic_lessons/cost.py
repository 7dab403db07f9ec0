"""What a battle costs: stars, elephants, the leaders' fates, and the statuses that it leaves."""

from __future__ import annotations

from typing import Final

from rulesdemo.engine import Throw, settled
from rulesdemo.games.republic.elephants import Charge
from rulesdemo.games.republic.leaders import LeaderLoss
from rulesdemo.games.republic.losses import HUNDRED, Lost
from rulesdemo.games.republic.play.state import Position
from rulesdemo.games.republic.status import FROM_BEST_TO_WORST, status_effects
from widgets.games import republic_names as names
from widgets.games.republic_lessons.ten import total, words
from widgets.guide import Count, Outlook, Part
from widgets.lesson import Lesson
from widgets.words import _, modifier, titled

FATES: Final = {"safe": _("Safe"), "wounded": _("Wounded"), "killed": _("Killed")}

# -- the star --------------------------------------------------------------------------------------------------------------------------


def star_label(throw: Throw) -> str:
    """Points lost."""
    return names.strength(throw.outcome.lost)


def star_verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """The die, the cap, and what is lost."""
    rules, sp = throw.args
    percent = rules.table("star_loss").at("cap_percent")
    told = _("{face}, but at most {percent} % of {sp}, which is {most} [8.3-*]. {lost}.")
    lost = _("The star costs {points}").format(points=names.strength(throw.outcome.lost))
    return told.format(face=sum(faces), percent=percent, sp=sp, most=sp * percent // HUNDRED, lost=lost)


# -- elephants -------------------------------------------------------------------------------------------------------------------------


def charge_label(throw: Throw) -> str:
    """What they did, in a few words."""
    charge: Charge = throw.outcome
    told = []
    if charge.drm:
        told.append(_("{n} on the battle roll").format(n=f"+{charge.drm}"))
    if charge.enemy_infantry or charge.enemy_cavalry:
        told.append(_("enemy loses {troops}").format(troops=names.troops(charge.enemy_infantry, charge.enemy_cavalry, 0)))
    if charge.lost or charge.own_infantry or charge.own_cavalry:
        told.append(_("you lose {troops}").format(troops=names.troops(charge.own_infantry, charge.own_cavalry, charge.lost)))
    return titled(", ".join(told)) if told else _("Nothing happens")


def charge_verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """Every die, and what all of them come to."""
    return _("{faces} [8.36]. {what}.").format(faces=", ".join(map(str, faces)), what=charge_label(throw))


def charge_parts(_throw: Throw) -> tuple[Part, ...]:
    """The kinds of loss by themselves, and the help on the roll."""
    return (
        Part(("drm",), _("Help on the battle roll")),
        Part(("lost",), _("Elephants lost")),
        Part(("enemy_cavalry",), _("Enemy cavalry lost")),
        Part(("enemy_infantry",), _("Enemy infantry lost")),
    )


# -- leaders ---------------------------------------------------------------------------------------------------------------------------


def fate_label(throw: Throw) -> str:
    """His fate."""
    return FATES[throw.outcome.fate]


def fate_verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """One die or two against his rating, and what it means."""
    rules, vm, *more = throw.args
    drm = more[0] if more else 0
    again = drm if rules.switch("leader_loss_drm") == "both" else 0
    told = [_("{total}, rating {vm} [8.6].").format(total=total(faces[0], drm, "8.6"), vm=vm)]
    if len(faces) > 1:
        told.append(_("Then {total}.").format(total=total(faces[1], again, "8.6")))
    ends = {"safe": _("He is safe."), "wounded": _("He is wounded."), "killed": _("He is killed.")}
    return " ".join((*told, ends[throw.outcome.fate]))


# -- statuses --------------------------------------------------------------------------------------------------------------------------


def status_outlook(position: Position, name: str) -> Outlook | None:
    """What the status of the Force in hand does, beside the others."""
    force = position.find(name) if name else None
    if force is None or not force.sp:
        return None
    lines = []
    for status in FROM_BEST_TO_WORST:
        found = settled(status_effects, position.rules, status)
        attack = _("no attack") if found.battle_attack is None else modifier(found.battle_attack)
        text = f"{attack}, {modifier(found.battle_defence)}"
        lines.append(Count(names.STATUS[status], 0, is_now=status == force.status, text=text))
    told = _("The first number is on its own attack, the second on an attack against it. [8.55]")
    return Outlook(_("{force} is {status}").format(force=force.name, status=names.STATUS[force.status]), tuple(lines), told)


LOSSES: Final = Lesson("losses", throws={Lost: words(star_label, star_verdict)})
ELEPHANTS: Final = Lesson("elephants", throws={Charge: words(charge_label, charge_verdict, parts=charge_parts)})
FATE: Final = Lesson("fate", throws={LeaderLoss: words(fate_label, fate_verdict, tuple(FATES.values()))})
STATUS: Final = Lesson("status", outlook=status_outlook)
