"""What a battle costs: percentages and stars, elephants, the leaders' fates, and the statuses that it leaves."""

from __future__ import annotations

from typing import Final

from rulesdemo.games.republic.attrition import SiegeAttrition
from rulesdemo.games.republic.battle import BattleLosses, battle_losses
from rulesdemo.games.republic.elephants import Charge
from rulesdemo.games.republic.leaders import LeaderLoss
from rulesdemo.games.republic.losses import HUNDRED, TEN, Lost, percent_of
from rulesdemo.games.republic.play import modifiers
from rulesdemo.games.republic.play.losses import troops_of
from rulesdemo.games.republic.play.state import Clash, Position
from rulesdemo.games.republic.status import FROM_BEST_TO_WORST, Aftermath, aftermath, effect, status_drm, status_effects
from rulesdemo.play.engine import Throw, settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _
from widgets.games.republic import names
from widgets.games.republic.lessons.battle import ENDS, RETREATS, roll_label
from widgets.games.republic.lessons.leaders import pair_of
from widgets.games.republic.lessons.ten import named, total, words
from widgets.play.game_guide import Count, Outlook, Part, Rehearsal
from widgets.play.lesson import Lesson
from widgets.web.phrases import modifier, titled

FATES: Final = {"safe": N_("Safe"), "wounded": N_("Wounded"), "killed": N_("Killed")}
WHO: Final = tuple(RETREATS.values())

# -- the battle to come ----------------------------------------------------------------------------------------------------------------


def next_battle(position: Position, name: str) -> Clash | None:
    """Return the battle whose tactics are still open; before it, the one that the Force in hand or another could begin."""
    if position.clash is not None:
        is_open = position.result is None and position.clash.part("tactics") is None
        return position.clash if is_open else None
    found = pair_of(position, name)
    if found is None or not settled(status_drm, position.rules, found[0].status, found[1].status).allowed:
        return None
    return Clash((found[0].id,), (found[1].id,), found[0].at, entered=False)


def others(position: Position, clash: Clash, *known: str) -> int:
    """Return the sum of the modifiers so far but for those that are known by themselves."""
    return sum(part.drm for part in modifiers.all_modifiers(position, clash) if part.name not in known)


def attack_title(position: Position, clash: Clash) -> str:
    """Return who attacks whom."""
    ours, theirs = (position.force(each[0]) for each in clash.forces)
    return _("{ours} against {theirs}").format(ours=ours.name, theirs=theirs.name)


def _letters(position: Position, clash: Clash) -> tuple[str, ...]:
    return tuple(position.force(each[0]).leader.letter for each in clash.forces)


def _strengths(position: Position, clash: Clash) -> tuple[int, ...]:
    return tuple(sum(troops_of(position, each)) for each in clash.forces)


# -- percentages -----------------------------------------------------------------------------------------------------------------------


def pieces(rules: Ruleset, percent: int, sp: int) -> tuple[tuple[int, int], ...]:
    """Return a Force as the percentage table takes it, hundreds, tens and units, each with what it loses [8.34, R28]."""
    rest = sp % HUNDRED
    split = (sp - rest, rest - rest % TEN, rest % TEN)
    return tuple((points, percent_of(rules, percent, points)) for points in split if points)


def losses_outlook(position: Position, _name: str) -> Outlook | None:
    """Return how the loss that is due is counted, while its owner chooses which troops to take off."""
    if not position.dues or position.clash is None or position.clash.result is None:
        return None
    due, clash = position.dues[0], position.clash
    role = int(due.side != position.side_of(0))
    loss, sp = clash.result[role] if clash.result is not None else 0, sum(troops_of(position, due.forces))
    title = _("{force} loses {points}").format(force=position.force(due.forces[0]).name, points=names.strength(due.lost))
    if not isinstance(loss, int):
        return Outlook(title, (Count(_("thrown for the star"), due.lost, is_now=True),), _("The owner takes the points off. [8.3-*] [R45]"))
    found = pieces(position.rules, loss, sp)
    lines = [Count(_("{percent} % of {points}").format(percent=loss, points=points), lost, text=str(lost)) for points, lost in found]
    lines.append(Count(_("in all"), due.lost, is_now=True, text=str(due.lost)))
    return Outlook(title, tuple(lines), _("Tens and units are read by themselves and added. The owner takes the points off. [8.34] [R45]"))


def losses_rehearsal(position: Position, name: str) -> Rehearsal | None:
    """Return the whole bill of the battle to come, from the tactics on."""
    clash = next_battle(position, name)
    if clash is None:
        return None
    args = (position.rules, *_letters(position, clash), *_strengths(position, clash), others(position, clash, "ratio"))
    return Rehearsal(attack_title(position, clash), Throw(battle_losses, args, None))


def bill_label(throw: Throw) -> str:
    """Return what both sides lose."""
    return _("Attacker {a}, defender {d}").format(a=throw.outcome.attacker_lost, d=throw.outcome.defender_lost)


def bill_verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """Return the dice, what both sides lose, and who goes."""
    lost = [names.strength(points) for points in (throw.outcome.attacker_lost, throw.outcome.defender_lost)]
    sentence = _("{dice} [8.3]. The attacker loses {a}, the defender {d} [8.34]. {end}")
    return sentence.format(dice=_dice(faces), a=lost[0], d=lost[1], end=ENDS[throw.outcome.retreat])


def bill_parts(_throw: Throw) -> tuple[Part, ...]:
    """Return what each side loses."""
    return (
        Part(("defender_lost",), _("Points that the defender loses")),
        Part(("attacker_lost",), _("Points that the attacker loses")),
        Part(("retreat",), _("Who gives way"), roll_label, WHO),
    )


def _dice(faces: tuple[int, ...]) -> str:
    return _("Dice {faces}").format(faces=", ".join(map(str, faces)))


# -- the star --------------------------------------------------------------------------------------------------------------------------


def star_label(throw: Throw) -> str:
    """Return the points lost."""
    return names.strength(throw.outcome.lost)


def star_verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """Return the die, the cap, and what is lost."""
    rules, sp = throw.args
    percent = rules.table("star_loss").at("cap_percent")
    sentence = _("{face}, but at most {percent} % of {sp}, which is {most} [8.3-*]. {lost}.")
    lost = _("The star costs {points}").format(points=names.strength(throw.outcome.lost))
    return sentence.format(face=sum(faces), percent=percent, sp=sp, most=sp * percent // HUNDRED, lost=lost)


def siege_verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """Return the die, what the status adds, and what the turn before the city costs."""
    rules, _losses, status = throw.args
    sentence = _("{face} with {drm} [8.55], as the scenario says [R58]. The turn before the city costs {points}.")
    drm = modifier(effect(rules, "siege_attrition", status))
    return sentence.format(face=sum(faces), drm=drm, points=names.strength(throw.outcome.lost))


# -- elephants -------------------------------------------------------------------------------------------------------------------------


def charge_label(throw: Throw) -> str:
    """Return what the elephants did, in a few words."""
    charge: Charge = throw.outcome
    parts = []
    if charge.drm:
        parts.append(_("{n} on the battle roll").format(n=f"+{charge.drm}"))
    if charge.enemy_infantry or charge.enemy_cavalry:
        parts.append(_("enemy loses {troops}").format(troops=names.troops(charge.enemy_infantry, charge.enemy_cavalry, 0)))
    if charge.lost or charge.own_infantry or charge.own_cavalry:
        parts.append(_("you lose {troops}").format(troops=names.troops(charge.own_infantry, charge.own_cavalry, charge.lost)))
    return titled(", ".join(map(str, parts))) if parts else _("Nothing happens")


def charge_verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """Return every die, and what all of them come to."""
    return _("{faces} [8.36]. {what}.").format(faces=", ".join(map(str, faces)), what=charge_label(throw))


def charge_parts(_throw: Throw) -> tuple[Part, ...]:
    """Return the kinds of loss by themselves, and the help on the roll."""
    return (
        Part(("drm",), _("Help on the battle roll")),
        Part(("lost",), _("Elephants lost")),
        Part(("enemy_cavalry",), _("Enemy cavalry lost")),
        Part(("enemy_infantry",), _("Enemy infantry lost")),
    )


# -- leaders ---------------------------------------------------------------------------------------------------------------------------


def fate_verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """Return one die or two against the leader's rating, and what they mean."""
    rules, vm, *more = throw.args
    drm = more[0] if more else 0
    again = drm if rules.switch("leader_loss_drm") == "both" else 0
    sentences = [_("{total}, rating {vm} [8.6].").format(total=total(faces[0], drm, "8.6"), vm=vm)]
    if len(faces) > 1:
        sentences.append(_("Then {total}.").format(total=total(faces[1], again, "8.6")))
    ends = {"safe": _("He is safe."), "wounded": _("He is wounded."), "killed": _("He is killed.")}
    return " ".join(map(str, (*sentences, ends[throw.outcome.fate])))


# -- statuses --------------------------------------------------------------------------------------------------------------------------


def status_outlook(position: Position, name: str) -> Outlook | None:
    """Return what the status of the Force in hand does, beside the others."""
    force = position.find(name) if name else None
    if force is None or not force.sp:
        return None
    lines = []
    for status in FROM_BEST_TO_WORST:
        found = settled(status_effects, position.rules, status)
        attack = _("no attack") if found.battle_attack is None else modifier(found.battle_attack)
        text = f"{attack}, {modifier(found.battle_defence)}"
        lines.append(Count(names.STATUS[status], 0, is_now=status == force.status, text=text))
    sentence = _("The first number is on its own attack, the second on an attack against it. [8.55]")
    return Outlook(_("{force} is {status}").format(force=force.name, status=names.STATUS[force.status]), tuple(lines), sentence)


def status_rehearsal(position: Position, name: str) -> Rehearsal | None:
    """Return how the battle to come would leave both sides."""
    clash = next_battle(position, name)
    if clash is None:
        return None
    statuses = tuple(modifiers.worst_status(tuple(map(position.force, each))) for each in clash.forces)
    rest = others(position, clash, "ratio", "status")
    is_major = position.scenario.inputs.major == "yes"
    args = (position.rules, *_letters(position, clash), *_strengths(position, clash), *statuses, rest, is_major)
    return Rehearsal(attack_title(position, clash), Throw(aftermath, args, None))


def after_label(throw: Throw) -> str:
    """Return how both sides are left."""
    found = [names.STATUS[status] for status in (throw.outcome.attacker_after, throw.outcome.defender_after)]
    return _("Attacker {a}, defender {d}").format(a=found[0], d=found[1])


def after_verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """Return the dice, who goes, and how both sides are left."""
    ours, theirs = (names.STATUS[status] for status in (throw.outcome.attacker_after, throw.outcome.defender_after))
    sentence = _("{dice} [8.3]. {end} The attacker is {a} now, the defender {d} [8.54].")
    return sentence.format(dice=_dice(faces), end=ENDS[throw.outcome.retreat], a=ours, d=theirs)


def status_name(status: str) -> str:
    """Return a status as a row of the odds begins with it."""
    return titled(next(words for name, words in names.STATUS.items() if name == status))


def _status(throw: Throw) -> str:
    """Return a side's status, in a list that has nothing else."""
    return status_name(throw.outcome)


def after_parts(_throw: Throw) -> tuple[Part, ...]:
    """Return each side's status, and who gives way."""
    worst_first = tuple(map(status_name, reversed(FROM_BEST_TO_WORST)))
    return (
        Part(("defender_after",), _("The defender afterwards"), _status, worst_first),
        Part(("attacker_after",), _("The attacker afterwards"), _status, worst_first[::-1]),
        Part(("retreat",), _("Who gives way"), roll_label, WHO),
    )


LOSSES: Final = Lesson(
    "losses",
    outlook=losses_outlook,
    throws={Lost: words(star_label, star_verdict), BattleLosses: words(bill_label, bill_verdict, parts=bill_parts)},
    rehearsal=losses_rehearsal,
)
ELEPHANTS: Final = Lesson("elephants", throws={Charge: words(charge_label, charge_verdict, parts=charge_parts)})
FATE: Final = Lesson("fate", throws={LeaderLoss: words(named("fate", FATES), fate_verdict, tuple(FATES.values()))})
STATUS: Final = Lesson(
    "status",
    outlook=status_outlook,
    throws={Aftermath: words(after_label, after_verdict, parts=after_parts), SiegeAttrition: words(star_label, siege_verdict)},
    rehearsal=status_rehearsal,
)
