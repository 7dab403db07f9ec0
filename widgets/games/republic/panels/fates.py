"""A leader's fate: his survival rating, what is added to the dice, both dice face by face, a throw, and every rating in a table."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.errors import FacesError
from rulesdemo.games.republic.leaders import LeaderLoss, leader_loss, leader_loss_drm
from rulesdemo.odds.dice import D10
from rulesdemo.odds.format import percent
from rulesdemo.odds.procedure import Played, play, replay
from rulesdemo.play.engine import Throw, settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _
from widgets.board.counters import ONE
from widgets.games.republic.lessons.cost import FATES, fate_verdict
from widgets.kit.bars import bars
from widgets.kit.odds_rows import Row, View
from widgets.kit.pick_table import Cell, pick_table, shade
from widgets.kit.stepper import stepper
from widgets.play.session import Desk
from widgets.web.badges import die, joined
from widgets.web.phrases import modifier, unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

GAME: Final = "republic"
RATINGS: Final = (0, 10)
FLAGS: Final = {"defeated": N_("In a defeated Force"), "pluto": N_("Visit to Pluto")}
FILLS: Final = {"safe": "best", "wounded": "second", "killed": "third"}
SIGNS: Final = {"safe": "✓", "hit": "✗", "wounded": "W", "killed": "†"}

_PANEL: Final = Markup(
    '<section class="fate" aria-labelledby="fate-title"><h3 id="fate-title">{title}</h3><div class="fate-both"><div>'
    '<div class="fate-leader">{counter}<div class="panel-controls">{controls}</div></div>{strips}<p class="quiet">{legend}</p>'
    '<div class="leaders-throw"><button type="button" class="first" id="fate-roll" data-do="extra" data-name="fate:roll">{roll}</button>'
    '<div class="leaders-said" role="status">{said}</div></div><div class="odds">{odds}</div></div>{table}</div></section>'
)
_COUNTER: Final = Markup(
    '<svg class="leader-counter" viewBox="0 0 88 88" width="88" height="88" role="img" aria-label="{label}">'
    '<rect x="2" y="2" width="84" height="84" rx="10" fill="{fill}" stroke="#1B2A33" stroke-width="3"/>'
    '<rect x="20" y="16" width="48" height="56" rx="6" fill="#FFFDF9" stroke="#1B2A33" stroke-width="2"/>'
    '<text x="44" y="58" text-anchor="middle" class="leader-letter" aria-hidden="true">{vm}</text></svg>'
)
_FLAG: Final = Markup(
    '<button type="button" class="toggle" id="fate-{what}" data-do="extra" data-name="fate:{what}" aria-pressed="{on}">'
    '<span class="toggle-sign" aria-hidden="true">{sign}</span>{words}</button>'
)
_STRIP: Final = Markup(
    '<table class="leader-strip"><caption class="sr">{caption}</caption><colgroup></colgroup>'
    '<tbody><tr><th scope="row">{name}</th>{faces}</tr>'
    '<tr><th scope="row">{means}</th>{signs}</tr></tbody></table>'
)
_FACE: Final = Markup('<th scope="col"{lit}>{face}</th>')
_SIGN: Final = Markup('<td{lit}><span aria-hidden="true">{sign}</span><span class="sr">{words}</span></td>')
_LIT: Final = Markup(' class="lit"')


def added(rules: Ruleset, *, defeated: bool, pluto: bool) -> int:
    """What is added to the dice."""
    return int(settled(leader_loss_drm, rules, defeated, pluto).drm)


@cached
def chances(rules: Ruleset, vm: int, drm: int) -> tuple[tuple[str, Fraction], ...]:
    """The exact chance of every fate, best first."""
    dist = leader_loss.dist(rules, vm, drm)
    return tuple((fate, Fraction(dist.p(fate=fate))) for fate in FATES)


@dataclass(slots=True)
class Fate:
    """A leader's rating, what he has been through, what was thrown for him, and the cell that is picked."""

    vm: int = 7
    defeated: bool = False
    pluto: bool = False
    thrown: Played[LeaderLoss] | None = None
    picked: str = ""
    key: str = field(default="fate", init=False)
    _rules: Ruleset | None = field(default=None, init=False, repr=False)

    def act(self, what: str, value: str, desk: Desk) -> None:
        """Another rating, a flag, a throw, or a cell of the table."""
        if what == "vm" and value in ("1", "-1"):
            self.vm, self.thrown = max(RATINGS[0], min(RATINGS[1], self.vm + int(value))), None
        elif what in FLAGS:
            setattr(self, what, not getattr(self, what))
            self.thrown = None
        elif what == "roll":
            self.thrown = play(leader_loss, random.Random(desk.seed()), desk.rules, self.vm, self._drm(desk.rules))
        elif what == "cell" and value.partition("-")[2] in FATES:
            self.picked = value
        else:
            raise unknown(what)

    def kept(self) -> list[Any]:
        """The rating and both flags."""
        return [self.vm, self.defeated, self.pluto]

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same again, where there can be such."""
        if isinstance(kept, list) and [type(each) for each in kept] == [int, bool, bool] and RATINGS[0] <= kept[0] <= RATINGS[1]:
            self.vm, self.defeated, self.pluto = kept

    def _drm(self, rules: Ruleset) -> int:
        return added(rules, defeated=self.defeated, pluto=self.pluto)

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now; dice that were read under other rules are taken up."""
        if self._rules is not desk.rules:
            self._rules, self.thrown = desk.rules, None
        drm = self._drm(desk.rules)
        controls = stepper("fate", "vm", _("Survival rating"), self.vm, RATINGS)
        controls += joined(
            _FLAG.format(what=what, on="true" if on else "false", sign="✓" if on else "+", words=words)
            for what, words in FLAGS.items()
            for on in (getattr(self, what),)
        )
        return _PANEL.format(
            title=_("A leader's two dice"),
            counter=_COUNTER.format(label=_("A leader with survival rating {vm}").format(vm=self.vm), fill=ONE.fill, vm=self.vm),
            controls=controls,
            strips=_strips(desk.rules, self.vm, drm, self.thrown.faces if self.thrown is not None else ()),
            legend=_("✓ safe, ✗ hit and thrown for again; W wounded, † killed. Added to the dice: {n}.").format(n=modifier(drm)),
            roll=_("Throw for him"),
            said=self._said(desk.rules, drm),
            odds=bars(_view(desk.rules, self.vm, drm), "fate-odds"),
            table=_table(desk.rules, drm, self.picked),
        )

    def _said(self, rules: Ruleset, drm: int) -> Markup:
        if self.thrown is None:
            return Markup('<p class="quiet">{}</p>').format(_("The second die is thrown only if the first one hits him."))
        dice = joined(die(face, pips=False) for face in self.thrown.faces)
        label = _("Dice {faces}").format(faces=", ".join(map(str, self.thrown.faces)))
        throw = Throw(leader_loss, (rules, self.vm, drm), self.thrown.value)
        words = cited(GAME, fate_verdict(throw, self.thrown.faces), "fate-said")
        return Markup('<span class="leaders-dice" role="img" aria-label="{}">{}</span><div>{}</div>').format(label, dice, words)


def _view(rules: Ruleset, vm: int, drm: int) -> View:
    rows = tuple(Row(FATES[fate], FATES[fate], FATES[fate], chance, FILLS[fate]) for fate, chance in chances(rules, vm, drm))
    return View("", rows, title=_("His fate"))


@cached
def _strips(rules: Ruleset, vm: int, drm: int, faces: tuple[int, ...]) -> Markup:
    """Both dice face by face; the procedure itself is asked what each would mean."""
    first = [_first(rules, vm, drm, face) for face in D10.faces]
    hitting = next((face for face, what in zip(D10.faces, first, strict=True) if what == "hit"), None)
    text = _strip(_("First die"), first, faces[0] if faces else None)
    if hitting is None:
        return text
    second: list[str] = [replay(leader_loss, (hitting, face), rules, vm, drm).value.fate for face in D10.faces]
    return text + _strip(_("Second die"), second, faces[1] if len(faces) > 1 else None)


def _first(rules: Ruleset, vm: int, drm: int, face: int) -> str:
    """What the first die means: where the procedure wants another one, a hit."""
    try:
        return replay(leader_loss, (face,), rules, vm, drm).value.fate
    except FacesError:
        return "hit"


def _strip(name: str, means: list[str], thrown: int | None) -> Markup:
    words = {"hit": _("hit"), **{fate: told.lower() for fate, told in FATES.items()}}
    return _STRIP.format(
        caption=_("{name}, face by face").format(name=name),
        name=name,
        means=_("Means"),
        faces=joined(_FACE.format(face=face, lit=_LIT if face == thrown else "") for face in D10.faces),
        signs=joined(
            _SIGN.format(sign=SIGNS[what], words=words[what], lit=_LIT if face == thrown else "")
            for face, what in zip(D10.faces, means, strict=True)
        ),
    )


@cached
def _table(rules: Ruleset, drm: int, picked: str) -> Markup:
    rows = []
    for vm in range(RATINGS[0], RATINGS[1] + 1):
        cells = [
            Cell(
                f"{vm}-{fate}",
                percent(chance).removesuffix(" %"),
                _("Rating {vm}, {fate}").format(vm=vm, fate=FATES[fate].lower()),
                chance,
                shade=shade(chance, Fraction(1)),
            )
            for fate, chance in chances(rules, vm, drm)
        ]
        rows.append((str(vm), cells))
    caption = _("Every rating with {n} added, in percent").format(n=modifier(drm))
    columns = [_("Rating"), *FATES.values()]
    return pick_table("fate", "cell", caption, columns, rows, picked, rest=_("Pick a cell for its exact chance."), kind="heat")
