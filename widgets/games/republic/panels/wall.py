"""A wall and the Force that storms it: both sides as blocks, engines that double infantry, the column, the sum, and storm after storm."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final, NamedTuple, cast

from rulesdemo.errors import InputError
from rulesdemo.games.republic.assault import Assault, asked_ratio, assault, assault_drm, assault_ratio
from rulesdemo.games.republic.modifiers import command
from rulesdemo.games.republic.play.state import Position, double_legions
from rulesdemo.games.republic.status import StatusName
from rulesdemo.games.republic.storm import Storm, storm
from rulesdemo.odds.procedure import replay
from rulesdemo.play.engine import Throw, settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _
from widgets.games.republic import names
from widgets.games.republic.lessons.siege import FALLS, HOLDS, assault_verdict
from widgets.games.republic.panels.dice_parts import ThrowRow
from widgets.games.republic.panels.siege_parts import board_siege, side_frame
from widgets.games.republic.panels.wall_picture import columns, picture
from widgets.games.republic.try_out.field import strip
from widgets.kit.chances import chance_view
from widgets.kit.components import Bars, Box, Custom, Heading, Note, Press, Sentence
from widgets.kit.controls import Choice, Int, Own
from widgets.kit.last_roll import LastRoll, Roll, throw
from widgets.kit.odds_rows import Row, View
from widgets.kit.panel import ANY, Component, Followed, Panel, Session, State
from widgets.kit.record import Parts, Record
from widgets.kit.sum_table import Term, summed, total
from widgets.kit.toggle import Toggle, TogglePress
from widgets.web.render_cache import cached

GAME: Final = "republic"
INSIDE: Final = {"": N_("none"), **names.LETTERS}
TROOPS: Final = (1, 60)  # strength points on either side


class Siege(NamedTuple):
    """Both sides of a wall, and everything that moves the die."""

    infantry: int = 20
    other_sp: int = 0  # cavalry and elephants, which no engine doubles
    defender: int = 20
    engines: int = 1
    letter: str = "C"
    inside: str = ""  # the best letter among the leaders in the city
    status: StatusName = "fresh"
    legions: int = 0  # Double Legions under a Roman leader; 0 under any other
    naval: int = 0
    roma: bool = False


class StormChances(NamedTuple):
    """The chances of one storm: the city falls, an engine is lost, and what each side loses."""

    falls: Fraction
    engine_lost: Fraction
    attacker: tuple[tuple[int, Fraction], ...]
    defender: tuple[tuple[int, Fraction], ...]


# -- what is counted -------------------------------------------------------------------------------------------------------------------


def terms(rules: Ruleset, siege: Siege) -> tuple[Term, ...]:
    """Return the modifiers in the order of the source; each is asked for alone."""
    found = settled(command, rules, siege.letter, siege.legions)
    better = better_of(siege)
    parts: tuple[tuple[str, tuple[Any, ...], str], ...] = (
        (
            _("Over command"),
            (found.excess,),
            _("{n} of {limit} Double Legions for letter {letter}").format(n=siege.legions, limit=found.limit, letter=siege.letter),
        ),
        (_("Status of the attackers"), (0, siege.status), names.STATUS[siege.status]),
        (_("Naval level at a port"), (0, "fresh", siege.naval), _("naval superiority (9.43), with its sign")),
        (_("Romans storm Roma"), (0, "fresh", 0, siege.roma), "" if siege.roma else _("no")),
        (
            _("Better battle letter"),
            (0, "fresh", 0, False, better),
            _("{a} against {b}").format(a=siege.letter, b=siege.inside) if siege.inside else _("no leader in the city"),
        ),
    )
    rule = "9.4-M"
    return tuple(Term(name, rule, settled(assault_drm, rules, *args).drm or 0, why) for name, args, why in parts)


def better_of(siege: Siege) -> str:
    """Return whose leader has the better letter; without one in the city nobody has [R52]."""
    if not siege.inside or siege.inside == siege.letter:
        return "neither"
    return "attacker" if siege.letter < siege.inside else "defender"


def is_allowed(rules: Ruleset, siege: Siege) -> bool:
    """Say whether the attackers' status lets them storm."""
    return bool(settled(assault_drm, rules, 0, siege.status).allowed)


def column_at(rules: Ruleset, siege: Siege) -> str | None:
    """Return the column of the table, None below the first."""
    return cast("str | None", settled(assault_ratio, rules, *_strengths(siege)).column)


def _strengths(siege: Siege) -> tuple[int, int, int, bool]:
    return siege.infantry, siege.defender, siege.other_sp, siege.engines > 0


def args_of(rules: Ruleset, siege: Siege) -> tuple[Any, ...]:
    """Return the arguments of the procedure of a storm."""
    return rules, *_strengths(siege), total(terms(rules, siege))


@cached
def storm_chances(rules: Ruleset, siege: Siege) -> StormChances:
    """Return the exact chances of a storm."""
    dist = storm.dist(*args_of(rules, siege))

    def losses(name: str) -> tuple[tuple[int, Fraction], ...]:
        return tuple(sorted((int(points), Fraction(chance)) for points, chance in dist.marginal(name).items()))

    falls, engine_lost = Fraction(dist.p(falls=True)), Fraction(dist.p(engine_lost=True))
    return StormChances(falls, engine_lost, losses("attacker_lost"), losses("defender_lost"))


def mean(chances: tuple[tuple[int, Fraction], ...]) -> Fraction:
    """Return the average of points by their chances."""
    return sum((points * chance for points, chance in chances), Fraction(0))


def after_storm(siege: Siege, outcome: Storm) -> Siege:
    """Return both sides after a storm: cavalry and elephants go first, because no engine doubles them; a last point stays to look at."""
    other = min(siege.other_sp, outcome.attacker_lost)
    return siege._replace(
        infantry=max(TROOPS[0], siege.infantry - (outcome.attacker_lost - other)),
        other_sp=siege.other_sp - other,
        defender=max(TROOPS[0], siege.defender - outcome.defender_lost),
        engines=siege.engines - outcome.engine_lost,
    )


# -- the panel -------------------------------------------------------------------------------------------------------------------------


def siege_on(position: Position, name: str) -> Siege:
    """Return the siege of the Force in hand, or of the first before a city; else the one that the panel begins with."""
    found = board_siege(position, name)
    if found is None or found[1].strength is None:
        return Siege()
    force, city = found
    inside = position.inside(city)
    return Siege(
        force.infantry,
        force.cavalry + force.elephants,
        (city.strength or 0) + sum(each.sp for each in inside),
        force.engines,
        force.leader.letter,
        min((each.leader.letter for each in inside), default=""),
        force.status,
        double_legions(position.rules, force) if force.roman else 0,
        city.naval if city.port else 0,
        city.roma and force.roman,
    )


class Before(NamedTuple):
    """How both sides stood when the dice fell, which storm it was, and whether it took the city."""

    siege: Siege
    storms: int
    outcome: Storm


def _act(state: State, what: str, _value: str, session: Session) -> State | None:
    """Storm the wall, or bring or take away the engines."""
    if what == "marker":
        return state.replace(siege=state.siege._replace(engines=0 if state.siege.engines else 1))
    return _storm(state, session) if what == "storm" else None


def _storm(state: State, session: Session) -> State:
    siege, rules = state.siege, session.rules
    if not is_allowed(rules, siege):
        message = _("A neutralised Force may not assault (8.55). Give it another status.")
        raise InputError(message)
    if state.roll is not None and state.roll.before.outcome.falls:
        message = _("The city is taken (9.4). Change anything to set out another siege, or take the one on the board.")
        raise InputError(message)
    faces = throw(storm, session, args_of(rules, siege))
    outcome = replay(storm, faces, *args_of(rules, siege)).value
    after = after_storm(siege, outcome)
    storms = state.roll.before.storms + 1 if state.roll is not None else 1
    # The dice lie there as long as both sides stand as they left them.
    return state.replace(siege=after, own="", roll=Roll((rules, after), faces, Before(siege, storms, outcome)))


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    siege = state.siege
    parts, allowed = terms(rules, siege), is_allowed(rules, siege)
    found = settled(assault_ratio, rules, *_strengths(siege))
    need = rules.table("assault").at(found.column) if found.column is not None else None
    drm = total(parts)
    good = tuple(need is not None and face + drm >= need for face in range(10))
    yield Custom(picture(siege.infantry, siege.other_sp, siege.defender, found.attacker_sp, has_engines=siege.engines > 0))
    yield Box("wall-fields", list(_sides(rules, state)))
    yield Sentence(_strength_text(siege, found.attacker_sp, found.column, need))
    yield Custom(columns(rules, found.column, drm))
    sum_parts: list[Component] = [
        Heading(_("The assault die")),
        Custom(summed(GAME, "wall-sum", _("The modifiers of the assault; a plus favours the attacker"), parts)),
        Custom(strip(good, drm, (_("The ten faces"), _("Means"), FALLS.lower(), HOLDS.lower()))),
    ]
    yield Box("wall-both", [Box("", sum_parts), Box("odds", list(_odds(rules, siege)) if allowed else _refusal())])
    yield _throw_row(rules, state.roll, allowed=allowed)
    yield Box("wall-losses odds", list(_losses(rules, siege)) if allowed else [])


def _sides(rules: Ruleset, state: State) -> Iterator[Component]:
    engines = TogglePress("marker", _("Siege engines"), state.siege.engines > 0)
    troops, more = Parts(rules, state, ("infantry", "other_sp")), Parts(rules, state, ("letter", "status", "legions"))
    yield side_frame("attacker", _("Before the walls"), [troops, engines, more])
    follow = Press("follow", _("Take the siege on the board"), is_off=state.own is None)
    yield side_frame("defender", _("Inside"), [Parts(rules, state, ("defender", "inside", "naval", "roma")), follow])


def _strength_text(siege: Siege, strength: int, column: str | None, need: int | None) -> str:
    if siege.engines and siege.other_sp:
        sides = _("Engines count the infantry twice: {n} and {other} make {sp} against {theirs}. [9.4-S]")
    elif siege.engines:
        sides = _("Engines count the infantry twice: {sp} against {theirs}. [9.4-S]")
    else:
        sides = _("{sp} against {theirs}.")
    sides = sides.format(n=strength - siege.other_sp, other=siege.other_sp, sp=strength, theirs=siege.defender)
    if column is None:
        fails = _("That is less than 1-2, and the assault fails whatever the die shows. [9.4] [R31]")
        return f"{sides} {fails}"
    takes = _("That is {column}, and takes {n} or more. [9.4] [R4]").format(column=column, n=need)
    return f"{sides} {takes}"


def _odds(rules: Ruleset, siege: Siege) -> Iterator[Component]:
    """Yield the chances of the city, and what they would be with the engines the other way."""
    chances = storm_chances(rules, siege)
    other = storm_chances(rules, siege._replace(engines=0 if siege.engines else 1)).falls
    rows = ((FALLS, chances.falls, "best"), (HOLDS, 1 - chances.falls, "third"))
    was = {FALLS: other, HOLDS: 1 - other} if other != chances.falls else {}
    yield Bars(chance_view(rows, _("The city")), was=was)
    if was:
        words = _("Where it says was: without engines. [9.4-S]") if siege.engines else _("Where it says was: with engines. [9.4-S]")
        yield Note(words, "wall-note")
    if siege.engines:
        rows = ((_("No engine is lost"), 1 - chances.engine_lost, "best"), (_("An engine is lost"), chances.engine_lost, "third"))
        yield Bars(chance_view(rows, _("The engines")), "engines")


def _refusal() -> list[Component]:
    words = _("Refused. A neutralised Force may not assault. Give it another status. [8.55]")
    return [Heading(_("The city")), Note(words, "is-refused", "refused")]


def _losses(rules: Ruleset, siege: Siege) -> Iterator[Component]:
    chances = storm_chances(rules, siege)
    views = (
        (_("The attacker loses, in strength points"), chances.attacker, "ours"),
        (_("The defender loses, in strength points"), chances.defender, "theirs"),
    )
    for title, each, key in views:
        rows = tuple(Row(points, str(points), str(points), chance, "best") for points, chance in each)
        yield Box("", [Bars(View("lost", rows, mean(each), title=title), key)])


def _throw_row(rules: Ruleset, roll: Roll | None, *, allowed: bool) -> ThrowRow:
    is_taken = roll is not None and roll.before.outcome.falls
    words = _("The city is taken") if is_taken else _("Storm again") if roll is not None else _("Storm it")
    press = Press("storm", words, is_first=True, is_off=not allowed or is_taken)
    rest = _("Three dice: the assault, then one for each side's losses.")
    verdict, faces = (_verdict(rules, roll), roll.faces) if roll is not None else ("", ())
    return ThrowRow(press, rest, verdict, faces, key="rolled")


def _verdict(rules: Ruleset, roll: Roll) -> str:
    siege, storms, outcome = roll.before
    found = settled(assault_ratio, rules, *_strengths(siege))
    args = (rules, asked_ratio(found, siege.defender), total(terms(rules, siege)))
    result: Assault = replay(assault, roll.faces, *args).value
    verdict = assault_verdict(Throw(assault, args, result._replace(engine_lost=outcome.engine_lost)), roll.faces)
    points = _("In strength points: {a} and {d}. [8.34]").format(a=outcome.attacker_lost, d=outcome.defender_lost)
    start = _("Storm {n}.").format(n=storms)
    return f"{start} {verdict} {points}"


SIEGE: Final = Record(
    "siege",
    Siege(),
    parts=(
        # The least and the most that the panel holds; no rule sets them, they are only wide enough.
        Int("infantry", N_("Infantry"), TROOPS, slides=True),
        Int("other_sp", N_("Cavalry and elephants"), (0, 20)),
        Int("defender", N_("Walls and garrison"), TROOPS, slides=True),
        Int("engines", N_("Siege engines"), (0, 3)),
        Choice("letter", N_("Leader's letter"), names.LETTERS),
        Choice("inside", N_("Best letter inside"), INSIDE),
        Choice("status", N_("Status"), names.STATUS),
        Int("legions", N_("Double Legions, if Roman"), (0, 9)),
        Int("naval", N_("Naval level at a port"), (-4, 4)),
        Toggle("roma", N_("The city is Roma, stormed by Romans")),
    ),
)
WALL: Final = Panel(
    "wall",
    GAME,
    N_("The wall"),
    _body,
    fields=(SIEGE, Own(what="follow"), LastRoll(basis=lambda rules, state: (rules, state.siege))),
    act=_act,
    follow=lambda session: Followed({"siege": siege_on(session.position, session.selected)}),
    upgrade=lambda stored: [stored, ANY],
)
