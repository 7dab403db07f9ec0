"""Two Forces with the flags of their statuses: what these do to the next battle, how it would leave both, and one battle after another."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.errors import InputError
from rulesdemo.games.republic.battle import full_battle
from rulesdemo.games.republic.play.losses import troops_of
from rulesdemo.games.republic.play.modifiers import worst_status
from rulesdemo.games.republic.status import FROM_BEST_TO_WORST, Aftermath, StatusName, aftermath, effect, status_drm
from rulesdemo.odds.procedure import replay
from rulesdemo.play.engine import Throw, settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _
from widgets.board.counters import ONE, TWO
from widgets.games.republic import names
from widgets.games.republic.lessons.cost import after_verdict, next_battle, others, status_name
from widgets.games.republic.panels.diagram import force_field, ratio_term
from widgets.games.republic.panels.dice_parts import ThrowRow
from widgets.games.republic.panels.retreats import ORDER, former_chances, retreat_view
from widgets.kit.chances import chance_cell, chance_view
from widgets.kit.components import Bars, Box, Controls, Custom, Heading, Note, PickTable, Press
from widgets.kit.controls import Int, Own, Value
from widgets.kit.frame import Frame
from widgets.kit.last_roll import LastRoll, Roll, throw
from widgets.kit.odds_rows import View
from widgets.kit.panel import ANY, Component, Followed, Panel, Session, State
from widgets.kit.pick_table import Cell
from widgets.kit.record import Parts
from widgets.kit.sum_table import Term, summed, total
from widgets.kit.toggle import Toggle
from widgets.web.phrases import modifier
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

GAME: Final = "republic"
SIDES: Final = {"attacker": N_("Attacker"), "defender": N_("Defender")}
# The least and the most that the panel holds; no rule sets them, they are only wide enough.
SIZES: Final = (1, 80)
DRMS: Final = (-10, 10)
STATUS_FILLS: Final = {"fresh": "best", "fatigued": "second", "disorganised": "third", "neutralised": "fourth"}


class Side(NamedTuple):
    """A Force: its leader's letter, its strength points and its status."""

    letter: str = "C"
    sp: int = 27
    status: StatusName = "fresh"


class Meeting(NamedTuple):
    """Two Forces, the sum of all modifiers but tactics, ratio and statuses, and whether a victory is a major one."""

    attacker: Side = Side()
    defender: Side = Side()
    drm: int = 0
    major: bool = False


class BattleChances(NamedTuple):
    """What a meeting comes to: who gives way, and how each side is left."""

    retreat: tuple[tuple[str, Fraction], ...]
    attacker: tuple[tuple[str, Fraction], ...]
    defender: tuple[tuple[str, Fraction], ...]


# -- what is counted -------------------------------------------------------------------------------------------------------------------


def is_allowed(rules: Ruleset, meeting: Meeting) -> bool:
    """Say whether the attacker's status lets him attack."""
    return bool(settled(status_drm, rules, meeting.attacker.status, meeting.defender.status).allowed)


def args_of(rules: Ruleset, meeting: Meeting) -> tuple[Any, ...]:
    """Return the arguments of the procedure of a battle and its aftermath."""
    ours, theirs, drm, major = meeting
    return rules, ours.letter, theirs.letter, ours.sp, theirs.sp, ours.status, theirs.status, drm, major


def terms(rules: Ruleset, meeting: Meeting) -> tuple[Term, ...]:
    """Return the modifiers before the leaders' dice."""
    ours, theirs = meeting.attacker, meeting.defender
    attack, defence = effect(rules, "battle_attack", ours.status), effect(rules, "battle_defence", theirs.status)
    return (
        ratio_term(rules, ours.sp, theirs.sp),
        Term(_("Attacker's status"), "8.55", attack or 0, names.STATUS[ours.status]),
        Term(_("Defender's status"), "8.55", defence, names.STATUS[theirs.status]),
        Term(_("All other modifiers"), "8.31", meeting.drm),
    )


@cached
def battle_chances(rules: Ruleset, meeting: Meeting) -> BattleChances:
    """Return the exact chances of the battle and its aftermath."""
    dist = aftermath.dist(*args_of(rules, meeting))

    def after(name: str) -> tuple[tuple[str, Fraction], ...]:
        return tuple((status, Fraction(dist.p(**{name: status}))) for status in FROM_BEST_TO_WORST)

    retreat = tuple((who, Fraction(dist.p(retreat=who))) for who in ORDER)
    return BattleChances(retreat, after("attacker_after"), after("defender_after"))


@cached
def gives_way(rules: Ruleset, letters: tuple[str, str], drm: int) -> Fraction:
    """Return the chance that the defender must retreat, from the leaders' dice on."""
    return Fraction(full_battle.dist(rules, *letters, drm).p(retreat="defender"))


def after_battle(meeting: Meeting, outcome: Aftermath) -> Meeting:
    """Return the same two after a battle; a Force that is worn down to nothing keeps a last point, so that there is something to show."""
    ours, theirs = meeting.attacker, meeting.defender
    return meeting._replace(
        attacker=ours._replace(sp=max(SIZES[0], ours.sp - outcome.attacker_lost), status=outcome.attacker_after),
        defender=theirs._replace(sp=max(SIZES[0], theirs.sp - outcome.defender_lost), status=outcome.defender_after),
    )


# -- the panel -------------------------------------------------------------------------------------------------------------------------


def meeting_of(state: State) -> Meeting:
    """Return the two Forces that a state of the panel shows."""
    return Meeting(**{name: getattr(state, name) for name in Meeting._fields})


def meeting_on(desk: Any) -> Meeting:  # noqa: ANN401 - a page's game
    """Return the battle that is about to be fought on the board, or two equal Forces."""
    position = desk.position
    clash = next_battle(position, desk.selected)
    if clash is None:
        return Meeting()
    sides = []
    for each in clash.forces:
        forces = tuple(map(position.force, each))
        sides.append(Side(forces[0].leader.letter, sum(troops_of(position, each)), worst_status(forces)))
    return Meeting(sides[0], sides[1], others(position, clash, "ratio", "status"), position.scenario.inputs.major == "yes")


def _act(state: State, what: str, value: str, session: Session) -> State | None:
    """Fight, let the other side attack, or set both flags by a cell of the table."""
    if what == "fight":
        return _fight(state, meeting_of(state), session)
    if what == "swap":
        return state.replace(attacker=state.defender, defender=state.attacker)
    ours, _dash, theirs = value.partition("-")
    if what == "cell" and ours in FROM_BEST_TO_WORST and theirs in FROM_BEST_TO_WORST:
        return state.replace(attacker=state.attacker._replace(status=ours), defender=state.defender._replace(status=theirs))
    return None


def _fight(state: State, meeting: Meeting, session: Session) -> State:
    if not is_allowed(session.rules, meeting):
        message = _("A neutralised Force may not attack (8.55). Give it another status, or let the other side attack.")
        raise InputError(message)
    args = args_of(session.rules, meeting)
    faces = throw(aftermath, session, args)
    after = after_battle(meeting, replay(aftermath, faces, *args).value)
    # The dice lie there as long as both sides stand as they left them.
    roll = Roll((session.rules, after), faces, meeting)
    return state.replace(**after._asdict(), own="", battles=state.battles + 1, roll=roll)


# -- as text ---------------------------------------------------------------------------------------------------------------------------

_HEAD: Final = Markup('<div class="flag-head">{flag}<div class="flag-word"><b>{status}</b><span>{effect}</span></div></div>')
_FLAG: Final = Markup(
    '<svg class="status-flag" viewBox="0 0 104 96" width="104" height="96" role="img" aria-label="{label}">'
    '<path d="{pole}" stroke="#1B2A33" stroke-width="4" stroke-linecap="round" fill="none"/>'
    '<path d="{cloth}" fill="{fill}" stroke="{line}" stroke-width="3" stroke-linejoin="round"/>{more}</svg>'
)
# The flag flies, hangs, is torn, and lies on the ground: the form tells the status, not the colour.
_UPRIGHT: Final = "M18 92V6"
_SHAPES: Final = {
    "fresh": (_UPRIGHT, "M18 10H92V52H18Z"),
    "fatigued": (_UPRIGHT, "M18 10C34 10 50 18 58 36 64 50 60 66 64 80L50 74 40 84C42 66 40 52 18 50Z"),
    "disorganised": (_UPRIGHT, "M18 10H86L72 18 90 26 66 31 84 42 62 44 70 54H18Z"),
    "neutralised": ("M18 92V64M22 60 52 84", "M40 92 48 74H98L90 82 100 92Z"),
}
_TEARS: Final = Markup('<path d="M40 12 46 26 38 34 44 52" fill="none" stroke="#1B2A33" stroke-width="2"/>')


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    meeting = meeting_of(state)
    parts, allowed = terms(rules, meeting), is_allowed(rules, meeting)
    yield Box("flags-sides", [_side(rules, state, name, getattr(meeting, name)) for name in SIDES])
    swap = Press("swap", _("The other side attacks"))
    follow = Press("follow", _("Take the Forces on the board"), is_off=state.own is None)
    yield Box("panel-controls", [Controls(rules, state, ("drm", "major"), kind=""), swap, follow])
    label = _("The modifiers of the battle roll; a plus favours the attacker")
    sum_list = Custom(summed(GAME, "flags-sum", label, parts, _("before the leaders' dice")))
    odds = list(_odds(rules, meeting)) if allowed else _refusal()
    yield Box("flags-both", [Box("", [Heading(_("The next battle roll")), sum_list]), Box("odds", odds)])
    yield ThrowRow(
        Press("fight", _("Fight again") if state.battles else _("Fight it"), is_first=True, is_off=not allowed),
        _("Losses and statuses are carried over to the next battle."),
        _verdict(rules, state.roll, state.battles) if state.roll is not None else "",
        state.roll.faces if state.roll is not None else (),
    )
    if allowed:
        yield _after(rules, meeting)
    yield _table(rules, meeting, total(parts) - parts[1].number - parts[2].number)


def _side(rules: Ruleset, state: State, name: str, side: Side) -> Component:
    is_attacker = name == "attacker"
    pole, cloth = _SHAPES[side.status]
    attack, defence = effect(rules, "battle_attack", side.status), effect(rules, "battle_defence", side.status)
    own = _("may not attack") if attack is None else _("its attack {n}").format(n=modifier(attack))
    flag = _FLAG.format(
        label=_("The flag of a Force that is {status}").format(status=names.STATUS[side.status]),
        pole=pole,
        cloth=cloth,
        fill=ONE.fill if is_attacker else "#FFFDF9",
        line="#1B2A33" if is_attacker else TWO.fill,
        more=_TEARS if side.status == "disorganised" else "",
    )
    effect_text = _("{attack}, an attack on it {n}").format(attack=own, n=modifier(defence))
    head = Custom(_HEAD.format(flag=flag, status=status_name(side.status), effect=effect_text))
    status = Parts(rules, state, (f"{name}.status",))
    more = Parts(rules, state, (f"{name}.sp", f"{name}.letter"), "flag-more")
    return Frame(f"flag-side is-{name}", SIDES[name], [head, status, more])


def _odds(rules: Ruleset, meeting: Meeting) -> Iterator[Component]:
    """Yield the chances of who gives way, and what they would be if both were fresh."""
    fresh = meeting._replace(attacker=meeting.attacker._replace(status="fresh"), defender=meeting.defender._replace(status="fresh"))
    chances = dict(battle_chances(rules, meeting).retreat)
    was = former_chances(chances, dict(battle_chances(rules, fresh).retreat))
    yield Bars(retreat_view(chances, _("Who gives way")), was=was)
    if was:
        yield Custom(cited(GAME, _("Where it says was: with both Forces fresh. [8.31-m] [8.32]"), "flags-note"))


def _refusal() -> list[Component]:
    words = _("Refused. A neutralised Force may not attack. Give it another status, or let the other side attack. [8.55]")
    return [Heading(_("Who gives way")), Note(words, "is-refused", "refused")]


def _after(rules: Ruleset, meeting: Meeting) -> Component:
    chances = battle_chances(rules, meeting)
    parts: list[Component] = [
        Box("", [Bars(_after_view(_("The attacker afterwards"), chances.attacker), "ours")]),
        Box("", [Bars(_after_view(_("The defender afterwards"), chances.defender), "theirs")]),
    ]
    least = int(rules.table("status_constants").at("battle_least_sp"))
    if max(meeting.attacker.sp, meeting.defender.sp) < least:
        words = _("Neither side has {n} points, so this battle changes no status. [8.54-C]").format(n=least)
        parts.append(Note(words, "flags-small", "small"))
    return Box("flags-after odds", parts)


def _after_view(title: str, chances: tuple[tuple[str, Fraction], ...]) -> View:
    return chance_view(((status_name(status), chance, STATUS_FILLS[status]) for status, chance in chances if chance), title)


def _verdict(rules: Ruleset, roll: Roll, battles: int) -> str:
    args = args_of(rules, roll.before)
    outcome = replay(aftermath, roll.faces, *args).value
    losses = _("Lost: attacker {a}, defender {d}. [8.34]").format(a=outcome.attacker_lost, d=outcome.defender_lost)
    start = _("Battle {n}.").format(n=battles)
    return f"{start} {after_verdict(Throw(aftermath, args, outcome), roll.faces)} {losses}"


def _table(rules: Ruleset, meeting: Meeting, rest: int) -> PickTable:
    """Return the chance that the defender retreats, for every pair of statuses."""
    letters = meeting.attacker.letter, meeting.defender.letter
    rows = []
    for ours in FROM_BEST_TO_WORST:
        cells: list[Cell | None] = []
        for theirs in FROM_BEST_TO_WORST:
            found = settled(status_drm, rules, ours, theirs)
            if not found.allowed:
                cells.append(None)
                continue
            chance = gives_way(rules, letters, rest + found.drm)
            words = _("Attacker {a}, defender {d}, modifier {n}: the defender retreats").format(
                a=names.STATUS[ours], d=names.STATUS[theirs], n=modifier(found.drm)
            )
            cells.append(chance_cell(f"{ours}-{theirs}", words, chance))
        rows.append((status_name(ours), cells))
    caption = _("The defender retreats, in percent: the attacker's status down, the defender's across. Pick a cell to set both flags")
    columns = [_("Status"), *map(status_name, FROM_BEST_TO_WORST)]
    pair = f"{meeting.attacker.status}-{meeting.defender.status}"
    return PickTable("cell", caption, columns, rows, pair, _("A neutralised Force may not attack."), "heat")


FLAGS: Final = Panel(
    "flags",
    GAME,
    N_("Two Forces and their flags"),
    _body,
    fields=(
        *(force_field(side, Side(), {"sp": (N_("Strength points"), SIZES)}) for side in SIDES),
        Int("drm", N_("All other modifiers"), DRMS, is_apart=True),
        Toggle("major", N_("A victory is a major one"), is_apart=True),
        Own(what="follow"),
        Value("battles", 0, is_stored=False),
        LastRoll(basis=lambda rules, state: (rules, meeting_of(state))),
    ),
    act=_act,
    follow=lambda session: Followed(meeting_on(session)._asdict()),
    # Battles are counted from the start again when the Forces of the board are taken.
    settle=lambda _rules, state: state.replace(battles=0) if state.own is None else state,
    upgrade=lambda stored: [*stored, ANY],
)
