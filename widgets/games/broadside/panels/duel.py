"""Two ships that fire at each other: the exact chances turn by turn, and one duel fought with its dice and rules beside them.

The ships are those on the board, until the reader makes others. Critical hits are left aside here; on the board they count.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.analysis.catalogue import answer
from rulesdemo.errors import InputError
from rulesdemo.games.broadside.gunnery import exchange
from rulesdemo.games.broadside.hull import Hulls, empty_sections, is_decided, outcome
from rulesdemo.games.broadside.hull import Ship as Guns
from rulesdemo.games.broadside.play.facts import clauses
from rulesdemo.odds.chains import Chain
from rulesdemo.odds.dice import D6
from rulesdemo.odds.procedure import play, replay
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, local_figures, ngettext
from widgets.games.broadside.lessons.gunnery import points, read_die
from widgets.games.broadside.panels.parts import Log, whose
from widgets.kit.components import Box, Controls, Custom, Fold, Heading, Note, Press, Sentence, buttons
from widgets.kit.controls import Choice, Int, Own, Value, throws
from widgets.kit.outcome_columns import Chances, Fate
from widgets.kit.outcomes import OutcomeColumns, Outcomes, OutcomeTable, beside
from widgets.kit.panel import Component, Followed, Panel, Session, State
from widgets.play.session import Desk
from widgets.web.badges import joined, mark

MOST_TURNS: Final = 12  # that the curve shows
LONGEST: Final = 60  # turns that are fought at most
HULLS: Final = {"3+3": (3, 3), "4+4": (4, 4), "4+4+4": (4, 4, 4)}  # the cards of our ships, and of those on this chapter's board
# Both fire as long as they float: two sections may be gone before the last, and each costs 2 of the force.
FORCES: Final = (4, 30)
FACES: Final = {face: str(face) for face in D6.faces}
MANY: Final = 200
NAMES: Final = ("Aurore", "Lion")
# Who is beaten, the best for the first ship at the foot of a column.
FATES: Final = {
    "b": Fate(N_("{ship} has won").format(ship=NAMES[0]), "best"),
    "both": Fate(N_("both are beaten"), "second"),
    "none": Fate(N_("still fighting"), "sixth"),
    "a": Fate(N_("{ship} has won").format(ship=NAMES[1]), "third"),
}
HULL_NAMES: Final = {each: each for each in HULLS}
Faces = tuple[int, int]  # the die of the first ship, and of the second

_HULL: Final = Markup(
    '<p class="duel-hull"><b>{name}</b><span class="duel-boxes" aria-hidden="true">{boxes}</span><span>{words}</span></p>'
)
_SECTION: Final = Markup('<span class="duel-section">{}</span>')
_BOX: Final = Markup('<i class="{}"></i>')


class Duel(NamedTuple):
    """Two ships, each with her short force and her hull as a card has it, and 1 while their first broadsides are still to come."""

    a_force: int = 10
    a_hull: str = "4+4"
    b_force: int = 10
    b_hull: str = "4+4"
    first: int = 1

    @property
    def ships(self) -> tuple[Guns, Guns]:
        """Force and sections of both, as the procedures take them."""
        return (self.a_force, HULLS[self.a_hull]), (self.b_force, HULLS[self.b_hull])

    @property
    def full(self) -> Hulls:
        """The hull points of two ships that nobody has hit."""
        return Hulls(sum(HULLS[self.a_hull]), sum(HULLS[self.b_hull]))


class Volley(NamedTuple):
    """One turn of a duel: both dice, the hull points left, and those before."""

    faces: Faces
    hulls: Hulls
    before: Hulls
    drm: int


USUAL: Final = Duel()


def is_possible(duel: Duel) -> bool:
    """Say whether the panel has such ships."""
    low, high = FORCES
    return {duel.a_hull, duel.b_hull} <= HULLS.keys() and all(low <= force <= high for force in (duel.a_force, duel.b_force))


def stored_duel(stored: Any) -> Duel:  # noqa: ANN401 - whatever a browser brings
    """Return the duel of a stored form; a ValueError for what there cannot be."""
    if not isinstance(stored, list) or [type(each) for each in stored] != [int, str, int, str, bool]:
        raise ValueError
    duel = Duel(*stored)._replace(first=int(stored[-1]))
    if not is_possible(duel):
        raise ValueError
    return duel


# -- chances -----------------------------------------------------------------------------------------------------------------------------


def first_drm(rules: Ruleset, duel: Duel, turn: int) -> int:
    """Return what both dice of a turn get, the first turn being 0 [T8]."""
    return int(rules.table("die_modifiers").at("first_fire")) if duel.first and not turn else 0


@lru_cache(maxsize=200)
def standings(rules: Ruleset, duel: Duel) -> tuple[Chances, ...]:
    """Return the chance of each fate after no turn, after one, two and so on [V.b, T1, T8, T9]."""
    (force_a, hull_a), (force_b, hull_b) = duel.ships
    ships = {"force_a": force_a, "hull_a": hull_a, "force_b": force_b, "hull_b": hull_b, "first_fire": bool(duel.first)}
    every = (answer("broadside.duel", rules, **ships, turns=turns).dist for turns in range(MOST_TURNS + 1))
    return tuple({fate: chances.p(beaten=fate) for fate in FATES} for chances in every)


@lru_cache(maxsize=500)
def from_here(rules: Ruleset, duel: Duel, hulls: Hulls, turn: int) -> Chances:
    """Return the chance of each end, from somewhere in a duel: the turns fought so far, and the hull points left."""
    start = {hulls: Fraction(1)}
    drm = first_drm(rules, duel, turn)
    if drm and not is_decided(hulls):
        chances = exchange.dist(rules, *duel.ships, drm, hulls)
        start = {each: Fraction(weight, chances.total) for each, weight in chances.weights.items()}
    found = dict.fromkeys(FATES, Fraction(0))
    for each, chance in start.items():
        for fate, share in _ends(rules, duel.ships, each).items():
            found[fate] += chance * share
    return found


@lru_cache(maxsize=2000)
def _ends(rules: Ruleset, ships: tuple[Guns, Guns], hulls: Hulls) -> Chances:
    """Return how it ends once the first broadsides are fired."""
    chances = Chain(exchange, hulls, is_decided, rules, *ships, 0).ends()
    found = dict.fromkeys(FATES, Fraction(0))
    for ends, weight in chances.weights.items():
        found[outcome(ends).beaten] += Fraction(weight, chances.total)
    return found


# -- one duel, and many ------------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=200)
def volleys(rules: Ruleset, duel: Duel, thrown: tuple[Faces, ...]) -> tuple[Volley, ...]:
    """Return the turns of a duel with these dice, as far as it goes."""
    found: list[Volley] = []
    hulls = duel.full
    for turn, faces in enumerate(thrown):
        if is_decided(hulls):
            break
        drm = first_drm(rules, duel, turn)
        # The procedure throws first for the shot that hits the first ship.
        after = replay(exchange, reversed(faces), rules, *duel.ships, drm, hulls).value
        found.append(Volley(faces, after, hulls, drm))
        hulls = after
    return tuple(found)


def throw(rules: Ruleset, duel: Duel, hulls: Hulls, turn: int, rng: random.Random) -> Faces:
    """Return the dice of one turn."""
    die_b, die_a = play(exchange, rng, rules, *duel.ships, first_drm(rules, duel, turn), hulls).faces
    return die_a, die_b


def many(rules: Ruleset, duel: Duel, count: int, rng: random.Random) -> dict[str, int]:
    """Fight a number of duels out, and count how they end."""
    found = dict.fromkeys(FATES, 0)
    for _number in range(count):
        hulls, turn = duel.full, 0
        while not is_decided(hulls) and turn < LONGEST:
            hulls = play(exchange, rng, rules, *duel.ships, first_drm(rules, duel, turn), hulls).value
            turn += 1
        found[outcome(hulls).beaten] += 1
    return found


# -- in words ----------------------------------------------------------------------------------------------------------------------------


def shot_words(rules: Ruleset, names: Sequence[str], firer: Guns, shot: tuple[int, int, int], hulls: tuple[int, int]) -> str:
    """Return one shot in words: the force with its losses, the die with its modifier, what it costs, and what is left of the target.

    `shot` is the hull of the firer before the turn, her die and its modifier; `hulls` that of the target before and after.
    """
    name, target = names
    hull, die, drm = shot
    before, after = hulls
    force, sections = firer
    gone = empty_sections(sections, hull)
    cost = int(rules.table("force_modifiers").at("destroyed_hull_section", "force"))
    row = force + cost * gone
    why = ngettext(
        "{force} − {less} for {n} section lost [T9] = {row}", "{force} − {less} for {n} sections lost [T9] = {row}", gone
    ).format(force=force, less=-cost * gone, n=gone, row=row)
    first = _(" with the first broadside [T8]") if drm else ""
    form = _("{ship}: {die}{first} on the row of force {row} [T1]: {hurt}. {target} has {left} left.")
    return form.format(
        ship=name,
        die=read_die(die, drm),
        first=first,
        row=why if gone else row,
        hurt=points(before - after) if before - after else _("no damage"),
        target=target,
        left=after,
    )


def turn_words(rules: Ruleset, duel: Duel, volley: Volley) -> str:
    """Return both shots of a turn in words, and what it has come to."""
    (a, b), (guns_a, guns_b) = NAMES, duel.ships
    (die_a, die_b), before, after = volley.faces, volley.before, volley.hulls
    words = [
        shot_words(rules, NAMES, guns_a, (before.a, die_a, volley.drm), (before.b, after.b)),
        shot_words(rules, NAMES[::-1], guns_b, (before.b, die_b, volley.drm), (before.a, after.a)),
    ]
    for name, (_force, sections), was, now in ((a, guns_a, before.a, after.a), (b, guns_b, before.b, after.b)):
        if now and empty_sections(sections, now) > empty_sections(sections, was):
            words.append(_("A section of {ship} is empty: from now on she fires with less. [V.b sections]").format(ship=name))
    if is_decided(after):
        winner = {"b": a, "a": b}.get(outcome(after).beaten)
        words.append(
            _("Both fired at once, and both are beaten. [B41] [VI]") if winner is None else _("{ship} has won. [VI]").format(ship=winner)
        )
    return " ".join(words)


# -- the ships and the dice ------------------------------------------------------------------------------------------------------------


def duel_of(state: State) -> Duel:
    """Return the two ships of a state."""
    return Duel(*(getattr(state, name) for name in Duel._fields))


def _follow(desk: Desk) -> Followed:
    """Return the two ships of the board as their cards have them."""
    found = USUAL
    if len(desk.position.ships) == len(NAMES):
        a, b = desk.position.ships
        found = Duel(a.short, "+".join(map(str, a.sections)), b.short, "+".join(map(str, b.sections)))
    return Followed((found if is_possible(found) else USUAL)._asdict())


def _settle(_rules: Ruleset, state: State) -> State:
    """Take the dice back that were thrown for other ships."""
    duel = duel_of(state)
    return state if state.duel == duel else state.replace(duel=duel, thrown=(), ends=())


def _act(state: State, what: str, _value: str, session: Session) -> State | None:
    """Fight a turn with thrown dice or with the reader's, or to the end; fight many; begin another."""
    if what == "again":
        return state.replace(thrown=())
    if what == "many":
        return state.replace(ends=tuple(many(session.rules, state.duel, MANY, random.Random(session.seed())).items()))
    return _fire(state, what, session) if what in ("fire", "use", "end") else None


def _fire(state: State, what: str, session: Session) -> State:
    rules, rng = session.rules, random.Random(session.seed())
    hulls, turns = _stand(rules, state)
    if _is_over(hulls, turns):
        message = _("This duel is over. Begin another one.")
        raise InputError(message)
    while True:
        faces = (state.die_a, state.die_b) if what == "use" else throw(rules, state.duel, hulls, turns, rng)
        state = state.replace(thrown=(*state.thrown, faces))
        hulls, turns = _stand(rules, state)
        if what != "end" or _is_over(hulls, turns):
            return state


def _stand(rules: Ruleset, state: State) -> tuple[Hulls, int]:
    """Return the hull points left, and the turns fought."""
    turns = volleys(rules, state.duel, state.thrown)
    return turns[-1].hulls if turns else state.duel.full, len(turns)


def _is_over(hulls: Hulls, turns: int) -> bool:
    return is_decided(hulls) or turns >= LONGEST


def _upgrade(old: dict[str, Any]) -> dict[str, Any]:
    ships = stored_duel(old["about"] if old["own"] is None else old["own"])
    own = None if old["own"] is None else ""
    return {**ships._asdict(), "turns": old["turns"], "duel": old["about"], "thrown": old["thrown"], "own": own}


# -- as text ---------------------------------------------------------------------------------------------------------------------------


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    is_own = state.own is not None
    side: list[Component] = [whose(_("Ships of your own.") if is_own else _("The ships of the board, as they began."))]
    for key, name in zip(("a", "b"), NAMES, strict=True):
        controls = Controls(rules, state, (f"{key}_force", f"{key}_hull"), kind="")
        side.append(Box("duel-ship", [Heading(name), controls], label=name))
    side += [Controls(rules, state, ("first",), kind=""), Press("board", _("As on the board"), is_off=not is_own)]
    yield beside(side, [*_chances(rules, state), *_story(rules, state)])


def _chances(rules: Ruleset, state: State) -> Iterator[Component]:
    turns, every = state.turns, standings(rules, state.duel)
    when = ngettext("After {n} turn", "After {n} turns", turns).format(n=turns) if turns else _("Before the first shot")
    yield Controls(rules, state, ("turns",), kind="")
    yield Outcomes("now", when, FATES, every[turns])
    yield OutcomeColumns(_("By turns."), FATES, every, turns)
    yield Note(
        _("Both fire in every turn, and both at once. [SEQ] [B41] A lost section lowers the force. [T9] Critical hits are left aside.")
    )
    heads = (_("Turns"), *(fate.name for fate in FATES.values()))
    yield OutcomeTable(_("Every chance as a fraction"), heads, [(str(n), list(each.values())) for n, each in enumerate(every)])


def _story(rules: Ruleset, state: State) -> Iterator[Component]:
    duel, (hulls, turns) = state.duel, _stand(rules, state)
    words = [turn_words(rules, duel, each) for each in volleys(rules, duel, state.thrown)]
    is_over = _is_over(hulls, turns)
    yield Heading(_("Fight one: turn {n}").format(n=turns) if turns else _("Fight one"))
    yield Box("duel-hulls", [_hull(name, sections, left) for name, (_force, sections), left in zip(NAMES, duel.ships, hulls, strict=True)])
    yield buttons(
        Press("fire", _("Fire one turn"), is_off=is_over, is_first=True),
        Press("end", _("Fight to the end"), is_off=is_over),
        Press("again", _("Begin another"), is_off=not turns),
        Press("many", _("Fight {n} duels").format(n=MANY)),
        kind="duel-buttons",
    )
    dice: list[Component] = [Controls(rules, state, ("die_a", "die_b"), kind=""), Press("use", _("Fire with these"), is_off=is_over)]
    yield Fold(_("Use dice of your own"), [Box("duel-dice", dice)], key="typed", kind="fold")
    yield Sentence(words[-1] if words else _("Nobody has fired yet. Fire a turn, or fight to the end."))
    fates = {name: fate for name, fate in FATES.items() if name != "none"}
    if not is_decided(hulls):
        yield Outcomes("here", _("In the end, from here") if turns else _("In the end"), fates, from_here(rules, duel, hulls, turns))
    if words[:-1]:
        older = [(_("Turn {n}").format(n=place), each) for place, each in enumerate(words[:-1], start=1)]
        yield Log(older, "duel-log", is_reversed=True)
    if state.ends:
        counts, chances = dict(state.ends), from_here(rules, duel, duel.full, 0)
        form = _("{what} {n} times, where {chance} are to be expected")
        parts = [
            form.format(what=fate.name, n=counts[name], chance=local_figures(f"{float(chances[name] * MANY):.1f}"))
            for name, fate in fates.items()
        ]
        yield Note(_("{all} duels from the start: {told}.").format(all=sum(counts.values()), told=clauses(parts)), "duel-many")


def _hull(name: str, sections: tuple[int, ...], hull: int) -> Custom:
    """Draw her boxes, section by section; they are emptied in order."""
    lost, drawn = sum(sections) - hull, []
    for size in sections:
        gone = min(size, lost)
        lost -= gone
        drawn.append(_SECTION.format(joined(_BOX.format("is-lost" if box < gone else "is-left") for box in range(size))))
    words = _("{left} of {all} hull points").format(left=hull, all=sum(sections))
    return Custom(_HULL.format(name=name, boxes=joined(drawn), words=words))


def _ship_fields(key: str, name: str) -> tuple[Int, Choice]:
    return (
        Int(f"{key}_force", N_("Force of {ship}").format(ship=name), FORCES, start=USUAL.a_force, is_apart=True),
        Choice(f"{key}_hull", N_("Hull sections of {ship}").format(ship=name), HULL_NAMES, start=USUAL.a_hull, is_apart=True),
    )


DUEL: Final = Panel(
    "duel",
    "broadside",
    N_("Broadside after broadside"),
    _body,
    fields=(
        *_ship_fields("a", NAMES[0]),
        *_ship_fields("b", NAMES[1]),
        Choice("first", N_("First broadside"), {1: N_("to come"), 0: N_("fired")}, is_apart=True),
        Int("turns", N_("Turns fought"), (0, MOST_TURNS), start=3, is_apart=True),
        *(
            Choice(f"die_{key}", N_("Die of {ship}").format(ship=name), FACES, start=4, is_apart=True, is_stored=False)
            for key, name in zip(("a", "b"), NAMES, strict=True)
        ),
        Value("duel", USUAL, stored_duel, lambda duel: [*duel[:-1], bool(duel.first)]),  # that the dice were thrown for
        throws("thrown", LONGEST, len(NAMES), least=len(NAMES)),
        Value("ends", (), is_stored=False),  # of many duels, with their numbers
        Own(),
    ),
    act=_act,
    follow=_follow,
    settle=_settle,
    upgrade=_upgrade,
    kind="blaze duel",
    mark=lambda _rules, _state: mark("ruling"),
)
