"""A line of elephants: how many, on which side, what every face does, a throw for all of them, and the exact laws of what they bring."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.games.republic.elephants import Charge, elephant, elephant_charge, elephants
from rulesdemo.odds.dice import D10
from rulesdemo.odds.procedure import Played, play, replay
from rulesdemo.play.engine import Throw
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.games.republic.lessons.cost import charge_label
from widgets.kit.bars import bars, fraction, rounded, spoken
from widgets.kit.odds_rows import Row, View
from widgets.kit.radio_row import radio_row
from widgets.kit.stepper import stepper
from widgets.play.session import Desk
from widgets.web.badges import joined
from widgets.web.phrases import modifier, unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

GAME: Final = "republic"
COUNTS: Final = (1, 8)
ROLES: Final = {"attacker": N_("Attacks"), "defender": N_("Defends")}
START: Final = 3

_PANEL: Final = Markup(
    '<section class="herd" aria-labelledby="herd-title"><h3 id="herd-title">{title}</h3><div class="panel-controls">{controls}</div>'
    '<ol class="herd-line" role="list">{tiles}</ol>'
    '<div class="leaders-throw"><button type="button" class="first" id="herd-roll" data-do="extra" data-name="herd:roll">{roll}</button>'
    '<div class="leaders-said" role="status">{said}</div></div>{faces}{laws}</section>'
)
_TILE: Final = Markup(
    '<li class="herd-tile is-{kind}"><svg viewBox="0 0 64 48" width="64" height="48" aria-hidden="true">'
    '<path class="beast" d="M6 40V24C6 13 15 8 26 8H38C44 4 56 6 58 16 59 23 58 32 60 38L55 40C52 36 53 28 51 25L47 27V40H39V31H21V40Z"/>'
    '<path class="ear" d="M40 11C35 14 36 23 42 24 46 22 46 14 44 11Z"/><circle class="eye" cx="51" cy="15" r="1.8"/>{cross}</svg>'
    "<b>{face}</b><span>{words}</span></li>"
)
_CROSS: Final = Markup('<path class="cross" d="M6 4 58 44M58 4 6 44"/>')
_FACES: Final = Markup(
    '<table class="letter-means herd-faces"><caption>{caption}</caption><thead><tr><th scope="col">{die}</th><th scope="col">{does}</th>'
    '<th scope="col">{chance}</th></tr></thead><tbody>{rows}</tbody></table>'
)
_FACE: Final = Markup('<tr{lit}><th scope="row">{faces}</th><td>{does}</td><td>{chance} <span class="percent">{percent}</span></td></tr>')
_LIT: Final = Markup(' class="lit"')
_LAWS: Final = Markup('<div class="herd-laws odds">{laws}</div><div class="quiet">{note}</div>')


# -- what a face does ------------------------------------------------------------------------------------------------------------------


def face_does(rules: Ruleset, face: int) -> Charge:
    """What one elephant does with a face."""
    return replay(elephant, (face,), rules).value


def words_of(rules: Ruleset, charge: Charge, role: str) -> str:
    """The same in a few words; a help on the battle roll has the sign of the owner's side."""
    quiet = charge._replace(drm=0)
    told = [] if quiet == Charge(0, 0, 0, 0, 0, 0) and charge.drm else [charge_label(Throw(elephant, (rules,), quiet))]
    told += [_("{n} on the battle roll").format(n=modifier(signed_for(charge, role)))] if charge.drm else []
    return ", ".join(told)


def signed_for(charge: Charge, role: str) -> int:
    """The modifier of the battle roll: a plus for an attacker's elephants, a minus for a defender's."""
    return charge.drm if role == "attacker" else -charge.drm


@cached
def groups(rules: Ruleset) -> tuple[tuple[tuple[int, ...], Charge], ...]:
    """The faces that do the same, lowest first."""
    return tuple((tuple(faces), charge) for charge, faces in groupby(D10.faces, key=lambda face: face_does(rules, face)))


def kind_of(charge: Charge) -> str:
    """How an elephant fares: lost, a help on the roll, a harm to the enemy, or nothing."""
    if charge.lost:
        return "lost"
    return "help" if charge.drm else "harm" if charge.enemy_infantry or charge.enemy_cavalry else "idle"


# -- the laws --------------------------------------------------------------------------------------------------------------------------


@cached
def laws(rules: Ruleset, count: int, role: str) -> tuple[View, ...]:
    """The help on the battle roll, the elephants lost, and the points that the enemy loses, each by itself."""
    dist = elephants.dist(rules, count)
    enemy = dist.map(lambda charge: charge.enemy_infantry + charge.enemy_cavalry)
    return (
        _view(
            _("Modifier of the battle roll"),
            [(modifier(n if role == "attacker" else -n), chance) for n, chance in _sorted(dist.marginal("drm"))],
        ),
        _view(_("Elephants lost"), [(str(n), chance) for n, chance in _sorted(dist.marginal("lost"))]),
        _view(_("Points that the enemy loses"), [(str(n), chance) for n, chance in _sorted(enemy)]),
    )


def _sorted(dist: Any) -> list[tuple[int, Fraction]]:  # noqa: ANN401 - a law of whole numbers
    return sorted(dist.items())


def _view(title: str, rows: list[tuple[str, Fraction]]) -> View:
    return View("", tuple(Row(words, words, words, chance, "best") for words, chance in rows), title=title)


# -- the panel -------------------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Herd:
    """How many elephants there are, whose they are, and what was thrown for them."""

    count: int = START
    role: str = "attacker"
    thrown: Played[Any] | None = None
    key: str = field(default="herd", init=False)
    _seen: Any = field(default=None, init=False, repr=False)  # the practice roll that was taken in last

    def act(self, what: str, value: str, desk: Desk) -> None:
        """One more or one less, the other side, or a throw."""
        if what == "count" and value in ("1", "-1"):
            self._line_up(max(COUNTS[0], min(COUNTS[1], self.count + int(value))))
        elif what == "role" and value in ROLES:
            self.role = value
        elif what == "roll":
            self.thrown = play(elephants, random.Random(desk.seed()), desk.rules, self.count)
        else:
            raise unknown(what)

    def kept(self) -> list[Any]:
        """How many, and whose."""
        return [self.count, self.role]

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same again, where there can be such."""
        if isinstance(kept, list) and [type(each) for each in kept] == [int, str]:
            count, role = kept
            if role in ROLES and COUNTS[0] <= count <= COUNTS[1]:
                self._line_up(count)
                self.role = role

    def _line_up(self, count: int) -> None:
        if count != self.count:
            self.count, self.thrown = count, None

    def _take_in(self, desk: Desk) -> None:
        """Show the charge that was practised on the board."""
        practice, throw = desk.practice, desk.throw()
        if practice is self._seen:
            return
        self._seen = practice
        if practice is not None and throw is not None and throw.procedure is elephant_charge and throw.args[1] <= COUNTS[1]:
            self._line_up(throw.args[1])
            self.thrown = replay(elephants, practice.faces, desk.rules, self.count)

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        self._take_in(desk)
        faces = self.thrown.faces if self.thrown is not None else ()
        controls = stepper("herd", "count", _("Elephant points"), self.count, COUNTS)
        return _PANEL.format(
            title=_("The elephant line"),
            controls=controls + radio_row("herd", "role", _("Their owner"), ROLES, self.role),
            tiles=_tiles(desk.rules, self.count, faces, self.role),
            roll=ngettext("Throw {n} die", "Throw {n} dice", self.count).format(n=self.count),
            said=self._said(desk.rules),
            faces=_faces(desk.rules, frozenset(faces), self.role),
            laws=_laws(desk.rules, self.count, self.role),
        )

    def _said(self, rules: Ruleset) -> Markup:
        if self.thrown is None:
            return Markup('<p class="quiet">{}</p>').format(_("One die for each elephant point."))
        charge: Charge = self.thrown.value
        roll = modifier(signed_for(charge, self.role))
        losses = words_of(rules, charge._replace(drm=0), self.role)
        told = _("{losses}. Modifier of the battle roll {n}. [8.36] [8.31-n / 8.36]").format(losses=losses, n=roll)
        return Markup("<div>{}</div>").format(cited(GAME, told, "herd-said"))


@cached
def _tiles(rules: Ruleset, count: int, faces: tuple[int, ...], role: str) -> Markup:
    if not faces:
        return joined(_TILE.format(kind="waiting", cross="", face="", words=_("waits")) for _place in range(count))
    tiles = []
    for face in faces:
        charge = face_does(rules, face)
        kind = kind_of(charge)
        tiles.append(_TILE.format(kind=kind, cross=_CROSS if kind == "lost" else "", face=face, words=words_of(rules, charge, role)))
    return joined(tiles)


@cached
def _faces(rules: Ruleset, thrown: frozenset[int], role: str) -> Markup:
    rows = []
    for faces, charge in groups(rules):
        chance = Fraction(len(faces), len(D10.faces))
        rows.append(
            _FACE.format(
                lit=_LIT if thrown.intersection(faces) else "",
                faces=str(faces[0]) if len(faces) == 1 else f"{faces[0]}-{faces[-1]}",
                does=words_of(rules, charge, role),
                chance=fraction(chance, f"herd-face-{faces[0]}"),
                percent=rounded(chance),
            )
        )
    return _FACES.format(caption=_("What one die does"), die=_("Die"), does=_("Effect"), chance=_("Chance"), rows=joined(rows))


@cached
def _laws(rules: Ruleset, count: int, role: str) -> Markup:
    whole = elephants.dist(rules, count).p(lost=0)
    note = _("All of them live with {chance}. Each list is by itself, in Forces with troops enough to lose. [8.36] [R24]")
    shown = joined(Markup("<div>{}</div>").format(bars(view, f"herd-law-{place}")) for place, view in enumerate(laws(rules, count, role)))
    return _LAWS.format(laws=shown, note=cited(GAME, note.format(chance=spoken(Fraction(whole))), "herd-note"))
