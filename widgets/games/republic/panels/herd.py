"""A line of elephants: how many, on which side, what every face does, a throw for all of them, and the chances of what they bring."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.games.republic.elephants import Charge, elephant, elephant_charge, elephants
from rulesdemo.odds.dice import D10
from rulesdemo.odds.procedure import replay
from rulesdemo.play.engine import Throw
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.games.republic.lessons.cost import charge_label
from widgets.games.republic.panels.dice_parts import ThrowRow, face_groups, new_practice
from widgets.kit.bars import spoken
from widgets.kit.chances import plain_view
from widgets.kit.components import Bars, Box, Custom, Note, Press, Table
from widgets.kit.controls import Choice, Int, Value
from widgets.kit.last_roll import LastRoll, Roll, roll_act
from widgets.kit.odds_rows import View
from widgets.kit.panel import Component, Panel, State
from widgets.web.badges import joined
from widgets.web.phrases import modifier
from widgets.web.render_cache import cached

COUNTS: Final = (1, 8)
ROLES: Final = {"attacker": N_("Attacks"), "defender": N_("Defends")}

_LINE: Final = Markup('<ol class="herd-line" role="list">{}</ol>')
_TILE: Final = Markup(
    '<li class="herd-tile is-{kind}"><svg viewBox="0 0 64 48" width="64" height="48" aria-hidden="true">'
    '<path class="beast" d="M6 40V24C6 13 15 8 26 8H38C44 4 56 6 58 16 59 23 58 32 60 38L55 40C52 36 53 28 51 25L47 27V40H39V31H21V40Z"/>'
    '<path class="ear" d="M40 11C35 14 36 23 42 24 46 22 46 14 44 11Z"/><circle class="eye" cx="51" cy="15" r="1.8"/>{cross}</svg>'
    "<b>{face}</b><span>{words}</span></li>"
)
_CROSS: Final = Markup('<path class="cross" d="M6 4 58 44M58 4 6 44"/>')


# -- what a face does ------------------------------------------------------------------------------------------------------------------


def face_does(rules: Ruleset, face: int) -> Charge:
    """Return what one elephant does with a face."""
    return replay(elephant, (face,), rules).value


def words_of(rules: Ruleset, charge: Charge, role: str) -> str:
    """Return a charge in a few words; a help on the battle roll has the sign of the owner's side."""
    quiet = charge._replace(drm=0)
    parts = [] if quiet == Charge(0, 0, 0, 0, 0, 0) and charge.drm else [charge_label(Throw(elephant, (rules,), quiet))]
    parts += [_("{n} on the battle roll").format(n=modifier(roll_modifier(charge, role)))] if charge.drm else []
    return ", ".join(map(str, parts))


def roll_modifier(charge: Charge, role: str) -> int:
    """Return the modifier of the battle roll: a plus for an attacker's elephants, a minus for a defender's."""
    return charge.drm if role == "attacker" else -charge.drm


@cached
def groups(rules: Ruleset) -> list[tuple[tuple[int, ...], Charge]]:
    """Return the faces that do the same, lowest first."""
    return face_groups(lambda face: face_does(rules, face))


def kind_of(charge: Charge) -> str:
    """Return how an elephant fares: lost, a help on the roll, a harm to the enemy, or nothing."""
    if charge.lost:
        return "lost"
    return "help" if charge.drm else "harm" if charge.enemy_infantry or charge.enemy_cavalry else "idle"


# -- the chances -----------------------------------------------------------------------------------------------------------------------


@cached
def charge_views(rules: Ruleset, count: int, role: str) -> tuple[View, ...]:
    """Return the help on the battle roll, the elephants lost, and the points that the enemy loses, each by itself."""
    dist = elephants.dist(rules, count)
    enemy = dist.map(lambda charge: charge.enemy_infantry + charge.enemy_cavalry)
    sign = 1 if role == "attacker" else -1
    return (
        plain_view(((modifier(sign * n), chance) for n, chance in sorted(dist.marginal("drm").items())), _("Modifier of the battle roll")),
        plain_view(((str(n), chance) for n, chance in sorted(dist.marginal("lost").items())), _("Elephants lost")),
        plain_view(((str(n), chance) for n, chance in sorted(enemy.items())), _("Points that the enemy loses")),
    )


# -- the panel -------------------------------------------------------------------------------------------------------------------------


def _args(rules: Ruleset, state: State) -> tuple[Any, ...]:
    return rules, state.count


def _notice(state: State, desk: Any) -> State:  # noqa: ANN401 - a page's game, with its practice dice
    """Show the charge that was practised on the board."""
    state, throw = new_practice(state, desk)
    if throw is None or throw.procedure is not elephant_charge or throw.args[1] > COUNTS[1]:
        return state
    count = throw.args[1]
    return state.replace(count=count, roll=Roll((desk.rules, count), (desk.practice or desk.fallen).faces))


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    count, role = state.count, state.role
    faces = state.roll.faces if state.roll is not None else ()
    yield Custom(_LINE.format(_tiles(rules, count, faces, role)))
    press = Press("roll", ngettext("Throw {n} die", "Throw {n} dice", count).format(n=count), is_first=True)
    yield ThrowRow(press, _("One die for each elephant point."), _verdict(rules, count, faces, role) if faces else "")
    groups_now = groups(rules)
    yield Table(
        [_("Die"), _("Effect"), _("Chance")],
        [[_range_text(each), words_of(rules, charge, role), Fraction(len(each), len(D10.faces))] for each, charge in groups_now],
        _("What one die does"),
        kind="letter-means herd-faces",
        row_kinds={place: "lit" for place, (each, _charge) in enumerate(groups_now) if set(each) & set(faces)},
    )
    yield Box("herd-laws odds", [Box("", [Bars(view, f"law-{place}")]) for place, view in enumerate(charge_views(rules, count, role))])
    alive = spoken(Fraction(elephants.dist(rules, count).p(lost=0)))
    note = _("All of them live with a chance of {chance}. Each list stands alone, in Forces with troops enough to lose. [8.36] [R24]")
    yield Note(note.format(chance=alive))


def _range_text(faces: tuple[int, ...]) -> str:
    return str(faces[0]) if len(faces) == 1 else f"{faces[0]}-{faces[-1]}"


def _verdict(rules: Ruleset, count: int, faces: tuple[int, ...], role: str) -> str:
    charge: Charge = replay(elephants, faces, rules, count).value
    losses = words_of(rules, charge._replace(drm=0), role)
    form = _("{losses}. Modifier of the battle roll {n}. [8.36] [8.31-n / 8.36]")
    return form.format(losses=losses, n=modifier(roll_modifier(charge, role)))


def _tiles(rules: Ruleset, count: int, faces: tuple[int, ...], role: str) -> Markup:
    if not faces:
        return joined(_TILE.format(kind="waiting", cross="", face="", words=_("waits")) for _place in range(count))
    tiles = []
    for face in faces:
        charge = face_does(rules, face)
        kind = kind_of(charge)
        tiles.append(_TILE.format(kind=kind, cross=_CROSS if kind == "lost" else "", face=face, words=words_of(rules, charge, role)))
    return joined(tiles)


HERD: Final = Panel(
    "herd",
    "republic",
    N_("The elephant line"),
    _body,
    fields=(
        Int("count", N_("Elephant points"), COUNTS, start=3),
        Choice("role", N_("Their owner"), ROLES),
        Value("practice", "", is_stored=False),
        LastRoll(basis=_args),
    ),
    act=roll_act(elephants, _args),
    notice=_notice,
)
