"""Disasters of an ambassador: what each pair of faces does, what it costs to mend it, a throw, and the ransom."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.games.republic.diplomacy import Audience, CunningPoints, ambassador_price, disaster, ransom
from rulesdemo.odds.dice import D10
from rulesdemo.odds.procedure import Played, play, replay
from rulesdemo.play.engine import Throw, settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.games.republic import names
from widgets.games.republic.lessons.envoys import audience_verdict, ransom_verdict
from widgets.kit.bars import bars, fraction, rounded
from widgets.kit.odds_rows import Row, View
from widgets.play.session import Desk
from widgets.web.badges import die, joined
from widgets.web.phrases import modifier, unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

GAME: Final = "republic"
_WHAT: Final = {
    ("dead", False): N_("He is executed"),
    ("dead", True): N_("He dies of illness"),
    ("ransom", False): N_("He is held for ransom"),
    ("straying", False): N_("He strays"),
    ("waiting", False): N_("His audience is cancelled"),
}

_PANEL: Final = Markup(
    '<section class="disaster-panel" aria-labelledby="disasters-title"><h3 id="disasters-title">{title}</h3>{table}'
    '<div class="leaders-throw"><button type="button" class="first" id="disasters-roll" data-do="extra" data-name="disasters:roll">{roll}'
    '</button><div class="leaders-said" role="status">{said}</div></div><div class="odds">{ransom}</div><div class="quiet">{note}</div>'
    "</section>"
)
_TABLE: Final = Markup(
    '<div class="table-scroll" tabindex="0" role="region" aria-label="{caption}"><table class="letter-means disaster-table">'
    '<caption>{caption}</caption><thead><tr><th scope="col">{die}</th><th scope="col">{what}</th><th scope="col">{marker}</th>'
    '<th scope="col">{mends}</th><th scope="col">{chance}</th></tr></thead><tbody>{rows}</tbody></table></div>'
)
_ROW: Final = Markup(
    '<tr{lit}><th scope="row">{faces}</th><td>{what}</td><td>{marker}</td><td>{mends}</td>'
    '<td>{chance} <span class="percent">{percent}</span></td></tr>'
)
_LIT: Final = Markup(' class="lit"')


def of_face(rules: Ruleset, face: int) -> Audience:
    """The disaster of a face."""
    return replay(disaster, (face,), rules).value


def what_of(found: Audience) -> str:
    """What happens to him, in a few words; who dies and still gains a box was ill."""
    return _WHAT[found.fate, found.fate == "dead" and found.shift > 0]


def mends(rules: Ruleset, found: Audience) -> str:
    """What it takes to have him back."""
    if found.fate == "ransom":
        costs = sorted(each.points for each, _chance in ransom.dist(rules).items())
        return _("{low} to {high} cunning points, at any time").format(low=costs[0], high=costs[-1])
    prices = {"straying": "recall_straying", "waiting": "new_audience"}
    if found.fate not in prices:
        return _("nothing")
    cost = names.cunning(settled(ambassador_price, rules, prices[found.fate]).points)
    told = {"straying": _("{cost}, at once"), "waiting": _("{cost}, for a new audience in another operation")}
    return told[found.fate].format(cost=cost)


@dataclass(slots=True)
class Disasters:
    """What was thrown: the disaster, the ransom where one is due, and how many there were."""

    thrown: Played[Audience] | None = None
    price: Played[CunningPoints] | None = None
    count: int = 0
    deaths: int = 0
    key: str = field(default="disasters", init=False)
    _rules: Ruleset | None = field(default=None, init=False, repr=False)

    def act(self, what: str, value: str, desk: Desk) -> None:  # noqa: ARG002 - as every panel has it
        """Throw for a disaster; a capture throws for its ransom at once."""
        if what != "roll":
            raise unknown(what)
        rng = random.Random(desk.seed())
        self.thrown = play(disaster, rng, desk.rules)
        fate = self.thrown.value.fate
        self.price = play(ransom, rng, desk.rules) if fate == "ransom" else None
        self.count, self.deaths = self.count + 1, self.deaths + (fate == "dead")

    def kept(self) -> list[Any]:
        """How many there were, and how many he did not live through."""
        return [self.count, self.deaths]

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same again, if it can be."""
        if isinstance(kept, list) and [type(each) for each in kept] == [int, int] and 0 <= kept[1] <= kept[0]:
            self.count, self.deaths = kept

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now; dice that were read under other rules are taken up."""
        if self._rules is not desk.rules:
            self._rules, self.thrown, self.price = desk.rules, None, None
        return _PANEL.format(
            title=_("Five disasters"),
            table=_table(desk.rules, self.thrown.faces[0] if self.thrown is not None else None),
            roll=_("Throw for a disaster"),
            said=self._said(desk.rules),
            ransom=_ransom(desk.rules),
            note=cited(GAME, _("Points come from what the scenario gives the ambassador. [R53]"), "disasters-note"),
        )

    def _said(self, rules: Ruleset) -> Markup:
        if self.thrown is None:
            return Markup('<p class="quiet">{}</p>').format(_("Every disaster has two faces of ten."))
        faces = self.thrown.faces
        words = audience_verdict(Throw(disaster, (rules,), self.thrown.value), faces)
        if self.price is not None:
            words += " " + _("Then {told}").format(told=ransom_verdict(Throw(ransom, (rules,), self.price.value), self.price.faces))
            faces = (*faces, *self.price.faces)
        count = ngettext("{n} disaster", "{n} disasters", self.count).format(n=self.count)
        words += " " + _("So far {count}, and he died in {deaths}.").format(count=count, deaths=self.deaths)
        label = _("Dice {faces}").format(faces=", ".join(map(str, faces)))
        dice = joined(die(face, pips=False) for face in faces)
        return Markup('<span class="leaders-dice" role="img" aria-label="{}">{}</span><div>{}</div>').format(
            label, dice, cited(GAME, words, "disasters-said")
        )


@cached
def _table(rules: Ruleset, thrown: int | None) -> Markup:
    rows = []
    for found, group in groupby(D10.faces, key=lambda face: of_face(rules, face)):
        faces = tuple(group)
        chance = Fraction(len(faces), len(D10.faces))
        rows.append(
            _ROW.format(
                lit=_LIT if thrown in faces else "",
                faces=", ".join(map(str, faces)),
                what=what_of(found),
                marker=modifier(found.shift) if found.shift else _("stays"),
                mends=mends(rules, found),
                chance=fraction(chance, f"disasters-{faces[0]}"),
                percent=rounded(chance),
            )
        )
    return _TABLE.format(
        caption=_("The die of a disaster"),
        die=_("Die"),
        what=_("What happens"),
        marker=_("Marker"),
        mends=_("What mends it"),
        chance=_("Chance"),
        rows=joined(rows),
    )


@cached
def _ransom(rules: Ruleset) -> Markup:
    """The exact law of the ransom."""
    rows = tuple(
        Row(found.points, names.cunning(found.points), names.cunning(found.points), chance, "best")
        for found, chance in sorted(ransom.dist(rules).items())
    )
    return bars(View("", rows, title=_("The ransom: half a die, rounded down, at least 1")), "disasters-ransom")
