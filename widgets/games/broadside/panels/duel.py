"""The panel of the duel: two ships, the exact chances to have won and lost after each turn, and a duel fought turn by turn beside them.

The ships are those on the board, until the reader makes others.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.errors import InputError
from rulesdemo.games.broadside.hull import Hulls, is_decided
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.games.broadside.panels.duels import (
    FACES,
    FATES,
    FORCES,
    HULLS,
    LONGEST,
    MOST_TURNS,
    USUAL,
    Duel,
    Faces,
    Side,
    fates_of,
    from_here,
    many,
    read_duel,
    standings,
    throw,
    turn_words,
    volleys,
)
from widgets.games.broadside.panels.parts import Log
from widgets.kit.components import Box, Controls, Custom, Fold, Heading, Note, Press, Sentence, buttons
from widgets.kit.controls import Choice, Int, Own, Value, face_tuple
from widgets.kit.outcomes import OutcomeColumns, Outcomes, OutcomeTable, beside
from widgets.kit.panel import Component, Followed, Panel, Session, State
from widgets.play.session import Desk
from widgets.web.badges import joined, mark

MANY: Final = 200
NAMES: Final = ("Aurore", "Lion")
HULL_NAMES: Final = {each: each for each in HULLS}

_WHO: Final = Markup('<p class="blaze-who" role="status">{}</p>')
_HULL: Final = Markup(
    '<p class="duel-hull"><b>{name}</b><span class="duel-boxes" aria-hidden="true">{boxes}</span><span>{words}</span></p>'
)
_SECTION: Final = Markup('<span class="duel-section">{}</span>')
_BOX: Final = Markup('<i class="{}"></i>')


# -- the ships and the dice ------------------------------------------------------------------------------------------------------------


def duel_of(state: State) -> Duel:
    """Return the two ships of a state."""
    return Duel(Side(state.a_force, state.a_hull), Side(state.b_force, state.b_hull), bool(state.first))


def _fields(duel: Duel) -> dict[str, Any]:
    (a_force, a_hull), (b_force, b_hull), is_first = duel
    return {"a_force": a_force, "a_hull": a_hull, "b_force": b_force, "b_hull": b_hull, "first": int(is_first)}


def _follow(desk: Desk) -> Followed:
    """Return the two ships of the board as their cards have them."""
    found = None
    if len(desk.position.ships) == len(NAMES):
        a, b = desk.position.ships
        found = read_duel([a.short, "+".join(map(str, a.sections)), b.short, "+".join(map(str, b.sections)), True])
    return Followed(_fields(found or USUAL))


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


def _stored_duel(stored: Any) -> Duel:  # noqa: ANN401 - whatever a browser brings
    found = read_duel(stored)
    if found is None:
        raise ValueError
    return found


def _stored_dice(stored: Any) -> tuple[Faces, ...]:  # noqa: ANN401 - whatever a browser brings
    if not isinstance(stored, list) or len(stored) > LONGEST:
        raise ValueError
    return tuple((a, b) for a, b in map(face_tuple(len(NAMES)), stored))


def _upgrade(old: dict[str, Any]) -> dict[str, Any]:
    ships = _stored_duel(old["about"] if old["own"] is None else old["own"])
    own = None if old["own"] is None else ""
    return {**_fields(ships), "turns": old["turns"], "duel": old["about"], "thrown": old["thrown"], "own": own}


# -- as text ---------------------------------------------------------------------------------------------------------------------------


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    is_own = state.own is not None
    side: list[Component] = [Custom(_WHO.format(_("Ships of your own.") if is_own else _("The ships of the board, as they began.")))]
    for key, name in zip(("a", "b"), NAMES, strict=True):
        controls = Controls(rules, state, (f"{key}_force", f"{key}_hull"), kind="")
        side.append(Box("duel-ship", [Heading(name), controls], label=name))
    side += [Controls(rules, state, ("first",), kind=""), Press("board", _("As on the board"), is_off=not is_own)]
    yield beside(side, [*_chances(rules, state), *_story(rules, state)])


def _chances(rules: Ruleset, state: State) -> Iterator[Component]:
    turns, fates, every = state.turns, fates_of(NAMES), [dict(chances) for chances in standings(rules, state.duel)]
    when = ngettext("After {n} turn", "After {n} turns", turns).format(n=turns) if turns else _("Before the first shot")
    yield Controls(rules, state, ("turns",), kind="")
    yield Outcomes("now", when, fates, every[turns])
    yield OutcomeColumns(_("By turns."), fates, every, turns)
    yield Note(
        _("Both fire in every turn, and both at once. [SEQ] [B41] A lost section lowers the force. [T9] Critical hits are left aside.")
    )
    heads = (_("Turns"), *(fate.name for fate in fates.values()))
    rows = [(str(n), [chances[fate] for fate in FATES]) for n, chances in enumerate(every)]
    yield OutcomeTable(_("Every chance as a fraction"), heads, rows)


def _story(rules: Ruleset, state: State) -> Iterator[Component]:
    duel, (hulls, turns) = state.duel, _stand(rules, state)
    words = [turn_words(rules, duel, NAMES, each) for each in volleys(rules, duel, state.thrown)]
    is_over = _is_over(hulls, turns)
    yield Heading(_("Fight one: turn {n}").format(n=turns) if turns else _("Fight one"))
    yield Box("duel-hulls", [_hull(*each) for each in zip(NAMES, (duel.a, duel.b), hulls, strict=True)])
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
    fates = {name: fate for name, fate in fates_of(NAMES).items() if name != "none"}
    if not is_decided(hulls):
        yield Outcomes("here", _("In the end, from here") if turns else _("In the end"), fates, dict(from_here(rules, duel, hulls, turns)))
    if words[:-1]:
        older = [(_("Turn {n}").format(n=place), each) for place, each in enumerate(words[:-1], start=1)]
        yield Log(older, "duel-log", is_reversed=True)
    if state.ends:
        counts, chances = dict(state.ends), dict(from_here(rules, duel, duel.full, 0))
        form = _("{what} {n} times, where {chance} are to be expected")
        parts = [form.format(what=fate.name, n=counts[name], chance=f"{float(chances[name] * MANY):.1f}") for name, fate in fates.items()]
        yield Note(_("{all} duels from the start: {told}.").format(all=sum(counts.values()), told="; ".join(parts)), "duel-many")


def _hull(name: str, side: Side, hull: int) -> Custom:
    """Draw her boxes, section by section; they are emptied in order."""
    sections = HULLS[side.hull]
    lost, drawn = sum(sections) - hull, []
    for size in sections:
        gone = min(size, lost)
        lost -= gone
        drawn.append(_SECTION.format(joined(_BOX.format("is-lost" if box < gone else "is-left") for box in range(size))))
    words = _("{left} of {all} hull points").format(left=hull, all=sum(sections))
    return Custom(_HULL.format(name=name, boxes=joined(drawn), words=words))


def _ship_fields(key: str, name: str) -> tuple[Int, Choice]:
    return (
        Int(f"{key}_force", N_("Force of {ship}").format(ship=name), FORCES, start=USUAL.a.force, is_apart=True),
        Choice(f"{key}_hull", N_("Hull sections of {ship}").format(ship=name), HULL_NAMES, start=USUAL.a.hull, is_apart=True),
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
        Value("duel", USUAL, _stored_duel, lambda duel: [*duel.a, *duel.b, duel.is_first]),  # that the dice were thrown for
        Value("thrown", (), _stored_dice, lambda thrown: list(map(list, thrown))),
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
