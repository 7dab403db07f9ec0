"""Any two leaders: their letters to pick, a die each to throw, the modifier as a chart, and the charts of all twenty-five pairs."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.games.republic.leaders import tactical
from rulesdemo.odds.dice import D10
from rulesdemo.odds.procedure import Played, play, replay
from rulesdemo.play.engine import Throw
from rulesdemo.rules.ruleset import Ruleset, ruleset
from rulesdemo.words import N_, _
from widgets.board.counters import ONE, TWO, Side
from widgets.games.republic.lessons.battle import tactics_verdict
from widgets.games.republic.lessons.leaders import mean, pair_of, tenths
from widgets.games.republic.panels.pairs import letters
from widgets.kit.bars import FILL, bars, spoken
from widgets.kit.odds_rows import Row, View
from widgets.kit.radio_row import radio_row
from widgets.play.session import Desk
from widgets.web.badges import die, joined
from widgets.web.phrases import modifier, unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

GAME: Final = "republic"
ROLES: Final[Mapping[str, tuple[str, Side]]] = {"attacker": (N_("Attacker"), ONE), "defender": (N_("Defender"), TWO)}
HIGH: Final = 120  # pixels of the tallest column of all pairs
SMALL: Final = (95, 34)  # a small chart: five units for each modifier

_PANEL: Final = Markup(
    '<section class="two-leaders" aria-labelledby="two-leaders-title"><h3 id="two-leaders-title">{title}</h3>'
    '<div class="leaders-both">{leaders}</div>'
    '<div class="leaders-throw"><button type="button" class="first" id="leaders-roll" data-do="extra" data-name="leaders:roll">'
    '{roll}</button>{follow}<div class="leaders-said" role="status">{said}</div></div>'
    '<div class="leaders-law">{chart}<div class="leaders-odds odds">{odds}</div></div>{all}</section>'
)
_FOLLOW: Final = Markup('<button type="button" class="second" id="leaders-follow" data-do="extra" data-name="leaders:follow">{}</button>')
_LEADER: Final = Markup('<div class="leader-card">{counter}<div class="leader-pick">{letters}<p>{mean}</p></div>{strip}</div>')
_COUNTER: Final = Markup(
    '<svg class="leader-counter" viewBox="0 0 88 88" width="88" height="88" role="img" aria-label="{label}">'
    '<rect x="2" y="2" width="84" height="84" rx="10" fill="{fill}"/>{stripes}'
    '<rect x="2" y="2" width="84" height="84" rx="10" fill="none" stroke="#1B2A33" stroke-width="3"/>'
    '<rect x="20" y="16" width="48" height="56" rx="6" fill="{tint}" stroke="#1B2A33" stroke-width="2"/>'
    '<text x="44" y="58" text-anchor="middle" class="leader-letter" aria-hidden="true">{letter}</text></svg>'
)
_STRIPES: Final = Markup(
    '<path d="M4 22 22 4M4 44 44 4M4 66 66 4M8 84 84 8M28 84 84 28M50 84 84 50M70 84 84 70" stroke="#FFFFFF" stroke-opacity=".78" '
    'stroke-width="4"/>'
)
_STRIP: Final = Markup(
    '<table class="leader-strip"><caption class="sr">{caption}</caption><colgroup></colgroup>'
    '<tbody><tr><th scope="row">{die}</th>{faces}</tr>'
    '<tr><th scope="row">{worth}</th>{values}</tr></tbody></table>'
)
_FACE: Final = Markup('<th scope="col"{lit}>{}</th>')
_VALUE: Final = Markup("<td{lit}>{number}</td>")
_LIT: Final = Markup(' class="lit"')

_CHART: Final = Markup(
    '<figure class="drm-chart"><figcaption>{title}</figcaption><ol role="list">{columns}</ol><p class="quiet">{below}</p></figure>'
)
_COLUMN: Final = Markup(
    '<li{lit}><span class="sr">{said}</span><span class="drm-count" aria-hidden="true">{count}</span>'
    '<svg class="drm-bar" width="100%" height="{tall}" aria-hidden="true"><rect width="100%" height="100%" fill="{fill}"/></svg>'
    '<b aria-hidden="true">{drm}</b></li>'
)
_ALL: Final = Markup(
    '<figure class="pick all-pairs" aria-labelledby="all-pairs-caption"><figcaption id="all-pairs-caption">{caption}</figcaption>'
    '<div class="pick-scroll" tabindex="0" role="region" aria-label="{label}"><table><thead><tr><td></td>{heads}</tr></thead>'
    "<tbody>{rows}</tbody></table></div></figure>"
)
_HEAD: Final = Markup('<th scope="{scope}">{words}</th>')
_PAIR: Final = Markup(
    '<td><label title="{said}"><input type="radio" id="leaders-pair-{pair}" name="extra:leaders:pair" data-set="extra:leaders:pair" '
    'value="{pair}"{on}><span class="sr">{said}</span><svg viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" aria-hidden="true">'
    '{bars}<path d="M47.5 0V{high}" class="nought"/></svg><span aria-hidden="true">{mean}</span></label></td>'
)
_SMALL_BAR: Final = Markup('<rect x="{x}" y="{y}" width="5" height="{tall}" fill="{fill}"/>')
_CHECKED: Final = Markup(" checked")


# -- the law of a pair -------------------------------------------------------------------------------------------------------------------


@cached
def law(rules: Ruleset, attacker: str, defender: str) -> tuple[tuple[int, Fraction], ...]:
    """The chance of every modifier that a pair can throw, lowest first."""
    return tuple(sorted((outcome.drm, chance) for outcome, chance in tactical.dist(rules, attacker, defender).items()))


@cached
def range_of(rules: Ruleset) -> tuple[int, int, Fraction]:
    """The lowest and the highest modifier of all pairs, and the largest chance of any."""
    every = [each for one in letters(rules) for other in letters(rules) for each in law(rules, one, other)]
    return min(drm for drm, _chance in every), max(drm for drm, _chance in every), max(chance for _drm, chance in every)


def fill(drm: int) -> str:
    """How a modifier looks: for the attacker, for nobody, for the defender."""
    return FILL["best" if drm > 0 else "second" if drm < 0 else "third"]


def gains(rules: Ruleset, attacker: str, defender: str) -> View:
    """Who gains by the two dice."""
    found = law(rules, attacker, defender)
    rows = (
        (_("The attacker gains"), sum((chance for drm, chance in found if drm > 0), Fraction(0)), "best"),
        (_("Nobody gains"), sum((chance for drm, chance in found if not drm), Fraction(0)), "third"),
        (_("The defender gains"), sum((chance for drm, chance in found if drm < 0), Fraction(0)), "second"),
    )
    return View("", tuple(Row(words, words, words, chance, shown) for words, chance, shown in rows), title=_("Who gains"))


# -- the panel ---------------------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class TwoLeaders:
    """The letters of both leaders, and what was thrown for them."""

    attacker: str = "A"
    defender: str = "B"
    thrown: Played[Any] | None = None
    key: str = field(default="leaders", init=False)
    _board: tuple[str, str] | None = field(default=None, init=False, repr=False)  # the pair on the board
    _seen: Any = field(default=None, init=False, repr=False)  # the practice roll that was taken in last

    def act(self, what: str, value: str, desk: Desk) -> None:
        """Another letter, another pair, a throw, or the pair on the board again."""
        known = letters(desk.rules)
        if what in ROLES and value in known:
            self._pick(*((value, self.defender) if what == "attacker" else (self.attacker, value)))
        elif what == "pair" and len(value) == len(ROLES) and all(each in known for each in value):
            self._pick(*value)
        elif what == "roll":
            self.thrown = play(tactical, random.Random(desk.seed()), desk.rules, self.attacker, self.defender)
        elif what == "follow" and self._board is not None:
            self._pick(*self._board)
        else:
            raise unknown(what)

    def kept(self) -> list[str]:
        """Both letters."""
        return [self.attacker, self.defender]

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same letters, if they are some."""
        known = letters(ruleset(GAME))
        if isinstance(kept, list) and len(kept) == len(ROLES) and all(isinstance(each, str) and each in known for each in kept):
            self._pick(*kept)

    def _pick(self, attacker: str, defender: str) -> None:
        if (attacker, defender) != (self.attacker, self.defender):
            self.attacker, self.defender, self.thrown = attacker, defender, None

    def _take_in(self, desk: Desk) -> None:
        """Follow the attack on the board, and its last practice roll."""
        found = pair_of(desk.position, desk.selected)
        pair = (found[0].leader.letter, found[1].leader.letter) if found is not None else self._board
        if pair is not None and pair != self._board:
            is_first = self._board is None
            self._board = pair
            if not is_first:
                self._pick(*pair)
        practice = desk.practice
        if practice is not self._seen:
            self._seen = practice
            throw = desk.throw()
            if practice is not None and throw is not None and throw.procedure is tactical:
                self._pick(*throw.args[1:])
                self.thrown = replay(tactical, practice.faces, desk.rules, self.attacker, self.defender)

    # -- as text -----------------------------------------------------------------------------------------------------------------------

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        self._take_in(desk)
        pair = self.attacker, self.defender
        faces = self.thrown.faces if self.thrown is not None else ()
        return _PANEL.format(
            title=_("Two letters, two dice"),
            leaders=joined(
                _leader(desk.rules, role, letter, faces[place] if faces else None)
                for place, (role, letter) in enumerate(zip(ROLES, pair, strict=True))
            ),
            roll=_("Roll for both"),
            follow=_FOLLOW.format(_("As on the board")) if self._board not in (None, pair) else "",
            said=self._said(desk.rules),
            chart=_chart(desk.rules, *pair, self.thrown.value.drm if self.thrown is not None else None),
            odds=_odds(desk.rules, *pair),
            all=_all(desk.rules, *pair),
        )

    def _said(self, rules: Ruleset) -> Markup:
        if self.thrown is None:
            return Markup('<p class="quiet">{}</p>').format(
                _("Each leader's die is read in his own row. The higher value gains the difference.")
            )
        throw = Throw(tactical, (rules, self.attacker, self.defender), self.thrown.value)
        dice = joined(die(face, pips=False) for face in self.thrown.faces)
        label = _("Dice {faces}").format(faces=", ".join(map(str, self.thrown.faces)))
        words = cited(GAME, tactics_verdict(throw, self.thrown.faces), "leaders-said")
        return Markup('<span class="leaders-dice" role="img" aria-label="{}">{}</span><div>{}</div>').format(label, dice, words)


# -- one leader --------------------------------------------------------------------------------------------------------------------------


@cached
def _leader(rules: Ruleset, role: str, letter: str, face: int | None) -> Markup:
    name, side = ROLES[role]
    table = rules.table("tactical")
    values = [table.at(each, letter) for each in D10.faces]
    average = Fraction(sum(values), len(values))
    return _LEADER.format(
        counter=_COUNTER.format(
            label=_("{role}: a leader with letter {letter}").format(role=name, letter=letter),
            fill=side.fill,
            tint=side.tint,
            stripes=_STRIPES if side.striped else "",
            letter=letter,
        ),
        letters=radio_row("leaders", role, name, {each: each for each in letters(rules)}, letter),
        mean=_("{low} to {high}, on average {mean}").format(low=min(values), high=max(values), mean=f"{float(average):.1f}"),
        strip=_STRIP.format(
            caption=_("What each face is worth with letter {letter}").format(letter=letter),
            die=_("Die"),
            worth=_("Worth"),
            faces=joined(_FACE.format(each, lit=_LIT if each == face else "") for each in D10.faces),
            values=joined(
                _VALUE.format(number=each, lit=_LIT if place == face else "") for place, each in zip(D10.faces, values, strict=True)
            ),
        ),
    )


# -- charts ------------------------------------------------------------------------------------------------------------------------------


@cached
def _chart(rules: Ruleset, attacker: str, defender: str, thrown: int | None) -> Markup:
    """A column for every modifier that any pair can throw, so that pairs can be compared; over it, how many of all throws give it."""
    low, high, most = range_of(rules)
    chances = dict(law(rules, attacker, defender))
    throws = len(D10.faces) ** len(ROLES)
    columns = []
    for drm in range(low, high + 1):
        chance = chances.get(drm, Fraction(0))
        tall = round(float(chance / most) * HIGH, 1)
        said = _("{n}: {chance}").format(n=modifier(drm), chance=spoken(chance)) if chance else _("{n}: never").format(n=modifier(drm))
        columns.append(
            _COLUMN.format(
                lit=_LIT if drm == thrown else "",
                said=said + (", " + _("your roll") if drm == thrown else ""),
                count=chance * throws if chance else "",
                tall=tall,
                fill=fill(drm),
                drm=modifier(drm),
            )
        )
    average = mean(rules, attacker, defender)
    return _CHART.format(
        title=_("{a} attacks {d}: the modifier in {n} throws").format(a=attacker, d=defender, n=throws),
        columns=joined(columns),
        below=_("A plus is the attacker's. On average {mean}.").format(mean=_average(average)),
    )


def _average(number: Fraction) -> str:
    """A mean as a fraction, and in tenths where it is not whole.

    >>> _average(Fraction(1)), _average(Fraction(-3, 5))
    ('+1', '−3/5, or −0.6')
    """
    text = f"{'−' if number < 0 else '+' if number > 0 else ''}{abs(number)}"
    return text if number.denominator == 1 else _("{fraction}, or {tenths}").format(fraction=text, tenths=tenths(number))


@cached
def _odds(rules: Ruleset, attacker: str, defender: str) -> Markup:
    return bars(gains(rules, attacker, defender), "leaders-gains")


@cached
def _all(rules: Ruleset, attacker: str, defender: str) -> Markup:
    """Every pair as a small chart; picking one shows it above."""
    known = letters(rules)
    caption = _("All {n} pairs: the attacker's letter down, the defender's across. Pick one to see it large.").format(n=len(known) ** 2)
    return _ALL.format(
        caption=caption,
        label=_("{caption} It may be scrolled.").format(caption=caption),
        heads=joined(_HEAD.format(scope="col", words=each) for each in known),
        rows=joined(
            Markup("<tr>{}</tr>").format(
                _HEAD.format(scope="row", words=one)
                + joined(_small(rules, one, other, is_on=(one, other) == (attacker, defender)) for other in known)
            )
            for one in known
        ),
    )


def _small(rules: Ruleset, attacker: str, defender: str, *, is_on: bool) -> Markup:
    low, _high, most = range_of(rules)
    wide, high = SMALL
    average = mean(rules, attacker, defender)
    shown = []
    for drm, chance in law(rules, attacker, defender):
        tall = round(float(chance / most) * (high - 1), 1)
        shown.append(_SMALL_BAR.format(x=5 * (drm - low), y=round(high - tall, 1), tall=tall, fill=fill(drm)))
    return _PAIR.format(
        pair=f"{attacker}{defender}",
        said=_("{a} attacks {d}, on average {mean}").format(a=attacker, d=defender, mean=tenths(average)),
        on=_CHECKED if is_on else "",
        wide=wide,
        high=high,
        bars=joined(shown),
        mean=tenths(average),
    )
