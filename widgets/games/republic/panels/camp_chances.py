"""The exact chances of the workshop: the next battle and each modifier's worth, the battle after it, the city, and what it would take."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

from rulesdemo.games.republic.assault import assault
from rulesdemo.games.republic.battle import full_battle
from rulesdemo.games.republic.campaign import campaign_battle
from rulesdemo.games.republic.elephants import elephants
from rulesdemo.games.republic.leaders import leader_loss, leader_loss_drm
from rulesdemo.games.republic.play.siege import storm_of, treachery_modifier
from rulesdemo.games.republic.play.state import Legion
from rulesdemo.games.republic.status import Aftermath, status_drm
from rulesdemo.games.republic.strength import combat_ratio, force_drm
from rulesdemo.games.republic.surrender import surrender
from rulesdemo.games.republic.treachery import treachery
from rulesdemo.odds.dist import Dist
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import cache_by_language
from widgets.games.republic import names
from widgets.games.republic.panels.camp import Camp, array_of, position_of, refusal_of
from widgets.games.republic.panels.diagram import FLAGS, terms
from widgets.games.republic.panels.retreats import ORDER
from widgets.kit.sum_table import Term, total

APART: Final = ("8.31-a / 8.32", "8.31-d", "8.31-e", "8.31-m", "8.31-n / 8.36")  # what the procedure of a battle finds by itself
FATES: Final = ("safe", "wounded", "killed")
MOST_NET: Final = 40  # no battle is less than certain beyond
MOST_FOOT: Final = 400  # infantry that is thought of when a reader asks what it would take

Chances = tuple[Fraction, ...]


class BattleChances(NamedTuple):
    """The next battle: who retreats, the points lost, the statuses, and both leaders' fates; of every pair the attacker comes first."""

    retreat: dict[str, Fraction]
    lost: tuple[dict[int, Fraction], dict[int, Fraction]]
    means: tuple[Fraction, Fraction]
    after: tuple[dict[str, Fraction], dict[str, Fraction]]
    fates: tuple[dict[str, Fraction], dict[str, Fraction]]


def is_allowed(rules: Ruleset, camp: Camp) -> bool:
    """Say whether the attacker may attack at all [8.55]."""
    return not camp.is_over and bool(settled(status_drm, rules, camp.hosts[0].status, camp.hosts[1].status).allowed)


def parts_of(rules: Ruleset, camp: Camp) -> tuple[Term, ...]:
    """Return the modifiers before any dice, with how each came about."""
    return tuple(term for term in terms(rules, array_of(camp)) if term.rule not in ("8.31-a / 8.32", "8.31-n / 8.36"))


def net_of(rules: Ruleset, camp: Camp) -> int:
    """Return what the modifiers come to."""
    return total(parts_of(rules, camp))


@lru_cache(maxsize=200)
def aftermath_of(rules: Ruleset, camp: Camp) -> Dist[Aftermath]:
    """Return the joint distribution of the next battle."""
    ours, theirs = camp.hosts
    rest = total(term for term in terms(rules, array_of(camp)) if term.rule not in APART)
    return campaign_battle.dist(
        rules,
        ours.letter,
        theirs.letter,
        ours.infantry,
        theirs.infantry,
        ours.cavalry,
        theirs.cavalry,
        ours.elephants,
        theirs.elephants,
        ours.status,
        theirs.status,
        rest,
        camp.terrain,
        "attacker" if camp.attacker == "roman" else "defender",
        camp.major,
    )


@lru_cache(maxsize=200)
def battle_chances(rules: Ruleset, camp: Camp) -> BattleChances:
    """Return the next battle in its parts."""
    dist = aftermath_of(rules, camp)
    retreat = {who: Fraction(dist.p(retreat=who)) for who in ORDER}
    return BattleChances(
        retreat,
        (dict(sorted(dist.marginal("attacker_lost").items())), dict(sorted(dist.marginal("defender_lost").items()))),
        (Fraction(dist.mean("attacker_lost")), Fraction(dist.mean("defender_lost"))),
        (dict(dist.marginal("attacker_after").items()), dict(dist.marginal("defender_after").items())),
        (_fate(rules, camp, 0, retreat), _fate(rules, camp, 1, retreat)),
    )


def _fate(rules: Ruleset, camp: Camp, role: int, retreat: dict[str, Fraction]) -> dict[str, Fraction]:
    """Return a leader's fate, by whether his Force is defeated; one who gives his life has none [8.6, 8.31-o]."""
    if "devotio" in camp.flags and camp.sides[role] == "roman":
        return {"safe": Fraction(0), "wounded": Fraction(0), "killed": Fraction(1)}
    found = dict.fromkeys(FATES, Fraction(0))
    for who, chance in retreat.items():
        drm = settled(leader_loss_drm, rules, who == ("attacker", "defender")[role]).drm
        dist = leader_loss.dist(rules, camp.hosts[role].vm, drm)
        for fate in FATES:
            found[fate] += chance * Fraction(dist.p(fate=fate))
    return found


# -- retreats alone, which depend on one number ------------------------------------------------------------------------------------------


@lru_cache(maxsize=4000)
def gives_way(rules: Ruleset, letters: tuple[str, str], herds: tuple[int, int], net: int, who: str) -> Fraction:
    """Return the chance of a retreat at a sum of modifiers before any dice, leaders, elephants and X counted in."""
    found = Fraction(0)
    for one, chance in _helps(rules, herds[0]):
        for other, likely in _helps(rules, herds[1]):
            found += chance * likely * _retreat(rules, letters, net + one - other, who)
    return found


@lru_cache(maxsize=4000)
def _retreat(rules: Ruleset, letters: tuple[str, str], drm: int, who: str) -> Fraction:
    return Fraction(full_battle.dist(rules, *letters, drm).p(retreat=who))


@lru_cache(maxsize=50)
def _helps(rules: Ruleset, count: int) -> tuple[tuple[int, Fraction], ...]:
    """Return what elephants bring on the roll."""
    return tuple(elephants.dist(rules, count).marginal("drm").items()) if count else ((0, Fraction(1)),)


def chance_at(rules: Ruleset, camp: Camp, net: int, who: str = "defender") -> Fraction:
    """Return the chance of a retreat in this battle if the modifiers came to something else."""
    ours, theirs = camp.hosts
    return gives_way(rules, (ours.letter, theirs.letter), (ours.elephants, theirs.elephants), net, who)


def chance_now(rules: Ruleset, camp: Camp) -> Fraction:
    """Return the chance that the defender retreats."""
    return chance_at(rules, camp, net_of(rules, camp))


class Worth(NamedTuple):
    """A modifier, the chance without it, and what it adds to the chance."""

    term: Term
    without: Fraction
    worth: Fraction


def worths(rules: Ruleset, camp: Camp, who: str = "defender") -> tuple[Worth, ...]:
    """Return every modifier that counts, in the order of the source, with what it is worth to a retreat."""
    found = parts_of(rules, camp)
    net = total(found)
    now = chance_at(rules, camp, net, who)
    made = []
    for term in found:
        if term.number:
            without = chance_at(rules, camp, net - term.number, who)
            made.append(Worth(term, without, now - without))
    return tuple(made)


# -- the battle after the next -----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=100)
def second_battle(rules: Ruleset, camp: Camp) -> tuple[Fraction, Fraction]:
    """Return the chances, if the same side attacks again, that it may, and that the defender then retreats.

    Every way in which the first battle can end is counted. Losses are counted as infantry, which is what their owner takes off first;
    cavalry, elephants, and leaders stay as they are.
    """
    able = wins = Fraction(0)
    ours, theirs = camp.hosts
    for end, chance in aftermath_of(rules, camp).items():
        left = ours.sp - end.attacker_lost, theirs.sp - end.defender_lost
        found = settled(status_drm, rules, end.attacker_after, end.defender_after)
        if not found.allowed or min(left) < 1 or min(ours.infantry - end.attacker_lost, theirs.infantry - end.defender_lost) < 1:
            continue
        able += chance
        wins += chance * chance_at(rules, camp, _again(rules, camp, left) + (found.drm or 0))
    return able, wins


def _again(rules: Ruleset, camp: Camp, left: tuple[int, int]) -> int:
    """Return the modifiers of a second battle but for the statuses: how the Forces came to the first no longer counts."""
    plain = camp._replace(flags=())
    rest = sum(term.number for term in terms(rules, array_of(plain)) if term.rule not in APART)
    roman = "attacker" if camp.attacker == "roman" else "defender"
    horse = camp.hosts[0].cavalry, camp.hosts[1].cavalry
    return rest + int(settled(force_drm, rules, *left, *horse, camp.terrain, roman).drm)


# -- the city ------------------------------------------------------------------------------------------------------------------------------


class CityChances(NamedTuple):
    """A way to take the city: whether it may be tried, its modifier or number in words, the chance, and what it costs on average."""

    kind: str
    refused: str
    chance: Fraction
    drm: int = 0
    ratio: str = ""
    losses: tuple[Fraction, Fraction] = (Fraction(0), Fraction(0))
    danger: Fraction = Fraction(0)  # an engine lost, or the leader killed


@cache_by_language(200)
def city_chances(rules: Ruleset, camp: Camp, spend: int) -> tuple[CityChances, ...]:
    """Return storm, treachery and a call to surrender."""
    return tuple(_city(rules, camp, kind, spend) for kind in ("assault", "treachery", "surrender"))


def _city(rules: Ruleset, camp: Camp, kind: str, spend: int) -> CityChances:
    refused = refusal_of(camp, kind, spend, rules)
    if refused:
        return CityChances(kind, refused, Fraction(0))
    position = position_of(camp, kind, rules)
    force, city = position.force(camp.attacker), position.cities[0]
    if kind == "assault":
        storm = storm_of(position, force, city)
        dist = assault.dist(rules, storm.ratio, storm.drm)
        losses = (Fraction(dist.mean("attacker_loss")), Fraction(dist.mean("defender_loss")))
        danger = Fraction(dist.p(engine_lost=True)) if force.engines else Fraction(0)
        return CityChances(kind, "", Fraction(dist.p(success=True)), storm.drm, storm.column or "", losses, danger)
    if kind == "treachery":
        drm = treachery_modifier(position, city, spend)
        betrayal = treachery.dist(rules, city.cdi, force.leader.cv, drm)
        return CityChances(kind, "", Fraction(betrayal.p(falls=True)), drm, danger=Fraction(betrayal.p(leader_killed=True)))
    return CityChances(kind, "", Fraction(surrender.dist(rules, city.cdi).p(surrenders=True)))


# -- what it would take ------------------------------------------------------------------------------------------------------------------


class Needs(NamedTuple):
    """What would bring a chance of at least a given size: the least sum of modifiers, infantry by itself, and single changes that do it."""

    net: int
    has: int
    least_net: int | None
    infantry: int | None
    flags: tuple[str, ...]
    letters: tuple[str, ...]
    storm: int | None  # infantry before the walls
    storm_engines: int | None  # the same with engines


@cache_by_language(200)
def needs(rules: Ruleset, camp: Camp, least: Fraction) -> Needs:
    """Return the fewest points and the least modifier for a retreat of the defender, and for a storm, with at least this chance."""
    net = net_of(rules, camp)
    enough = next((sum_ for sum_ in range(-MOST_NET, MOST_NET + 1) if chance_at(rules, camp, sum_) >= least), None)
    # Nothing says that more is always better, so every number of points is tried from the fewest on.
    ours, theirs = camp.hosts
    plain = net - int(settled(combat_ratio, rules, ours.sp, theirs.sp).drm)
    foot = next((n for n in range(1, MOST_FOOT + 1) if chance_at(rules, camp, plain + _ratio(rules, camp, n)) >= least), None)
    flagged = {name: camp._replace(flags=(*camp.flags, name)) for name in FLAGS if name not in camp.flags}
    flags = tuple(name for name, other in flagged.items() if chance_now(rules, other) >= least)
    # A Roman's letter changes his command too.
    led = {letter: camp.with_host(camp.attacker, ours._replace(letter=letter)) for letter in names.LETTERS if letter != ours.letter}
    letters = tuple(letter for letter, other in led.items() if chance_now(rules, other) >= least)
    return Needs(
        net, ours.infantry, enough, foot, flags, letters, _storm(rules, camp, least, engines=0), _storm(rules, camp, least, engines=1)
    )


def _ratio(rules: Ruleset, camp: Camp, infantry: int) -> int:
    ours, theirs = camp.hosts
    return int(settled(combat_ratio, rules, infantry + ours.cavalry + ours.elephants, theirs.sp).drm)


def _storm(rules: Ruleset, camp: Camp, least: Fraction, *, engines: int) -> int | None:
    """Return the fewest infantry points that storm the city with at least this chance."""
    if camp.town.owner == camp.attacker or refusal_of(camp, "assault", 0, rules):
        return None
    position = position_of(camp, "assault", rules)
    force, city = position.force(camp.attacker), position.cities[0]
    # A storm asks how many legions there are and how much infantry in all, and not where it stands.
    legions = tuple(Legion(1) for _legion in range(force.standing_legions))
    for infantry in range(max(1, len(legions)), MOST_FOOT + 1):
        tried = replace(force, legions=legions, troops_outside_legions=infantry - len(legions), engines=engines)
        storm = storm_of(position.with_forces((tried,)), tried, city)
        if Fraction(assault.dist(rules, storm.ratio, storm.drm).p(success=True)) >= least:
            return infantry
    return None
