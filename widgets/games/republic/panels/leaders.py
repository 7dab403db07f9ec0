"""Any two leaders: their letters to pick, a die each to throw, the modifier as a chart, and the charts of all twenty-five pairs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.games.republic.leaders import tactical
from rulesdemo.odds.dice import D10
from rulesdemo.odds.procedure import replay
from rulesdemo.play.engine import Throw
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, local_figures
from widgets.board.counters import ONE, TWO, Side
from widgets.games.republic import names
from widgets.games.republic.lessons.battle import tactics_verdict
from widgets.games.republic.lessons.leaders import mean, pair_of, tenths
from widgets.games.republic.panels.dice_parts import ThrowRow, face_strip, leader_counter, new_practice
from widgets.games.republic.panels.pairs import letters
from widgets.kit.bars import FILL, spoken
from widgets.kit.chances import chance_view
from widgets.kit.components import Bars, Box, Controls, Custom, Note, Press
from widgets.kit.controls import Choice, Value
from widgets.kit.last_roll import LastRoll, Roll, roll_act
from widgets.kit.odds_rows import View
from widgets.kit.panel import Component, Panel, Session, State
from widgets.web.badges import joined
from widgets.web.phrases import modifier
from widgets.web.render_cache import cached

ROLES: Final[Mapping[str, tuple[str, Side]]] = {"attacker": (N_("Attacker"), ONE), "defender": (N_("Defender"), TWO)}
HIGH: Final = 120  # pixels of the tallest column of all pairs
SMALL: Final = (95, 34)  # a small chart: five units for each modifier

_CHART: Final = Markup(
    '<figure class="drm-chart"><figcaption>{title}</figcaption><ol role="list">{columns}</ol><p class="quiet">{below}</p></figure>'
)
_COLUMN: Final = Markup(
    '<li{lit}><span class="sr">{words}</span><span class="drm-count" aria-hidden="true">{count}</span>'
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
    '<td><label title="{words}"><input type="radio" id="leaders-pair-{pair}" name="extra:leaders:pair" data-set="extra:leaders:pair" '
    'value="{pair}"{on}><span class="sr">{words}</span><svg viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" aria-hidden="true">'
    '{bars}<path d="M47.5 0V{high}" class="nought"/></svg><span aria-hidden="true">{mean}</span></label></td>'
)
_SMALL_BAR: Final = Markup('<rect x="{x}" y="{y}" width="5" height="{tall}" fill="{fill}"/>')
_LIT: Final = Markup(' class="lit"')
_CHECKED: Final = Markup(" checked")


# -- the chances of a pair ---------------------------------------------------------------------------------------------------------------


@cached
def pair_chances(rules: Ruleset, attacker: str, defender: str) -> tuple[tuple[int, Fraction], ...]:
    """Return the chance of every modifier that a pair can throw, lowest first."""
    return tuple(sorted((outcome.drm, chance) for outcome, chance in tactical.dist(rules, attacker, defender).items()))


@cached
def range_of(rules: Ruleset) -> tuple[int, int, Fraction]:
    """Return the lowest and the highest modifier of all pairs, and the largest chance of any."""
    every = [each for one in letters(rules) for other in letters(rules) for each in pair_chances(rules, one, other)]
    return min(drm for drm, _chance in every), max(drm for drm, _chance in every), max(chance for _drm, chance in every)


def fill(drm: int) -> str:
    """Return how a modifier looks: for the attacker, for nobody, for the defender."""
    return FILL["best" if drm > 0 else "second" if drm < 0 else "third"]


def gains(rules: Ruleset, attacker: str, defender: str) -> View:
    """Return who gains by the two dice."""
    found = pair_chances(rules, attacker, defender)
    rows = (
        (_("The attacker gains"), sum((chance for drm, chance in found if drm > 0), Fraction(0)), "best"),
        (_("Nobody gains"), sum((chance for drm, chance in found if not drm), Fraction(0)), "third"),
        (_("The defender gains"), sum((chance for drm, chance in found if drm < 0), Fraction(0)), "second"),
    )
    return chance_view(rows, _("Who gains"))


# -- the panel ---------------------------------------------------------------------------------------------------------------------------


def _args(rules: Ruleset, state: State) -> tuple[Any, ...]:
    return rules, state.attacker, state.defender


def _act(state: State, what: str, value: str, session: Session) -> State | None:
    """Show another pair, or the pair on the board again; or throw."""
    pair = tuple(value) if what == "pair" else state.board if what == "follow" else ()
    if len(pair) == len(ROLES) and all(each in names.LETTERS for each in pair):
        return state.replace(attacker=pair[0], defender=pair[1])
    return roll_act(tactical, _args)(state, what, value, session)


def _notice(state: State, desk: Any) -> State:  # noqa: ANN401 - a page's game, with its practice dice
    """Follow the attack on the board, and its last practice roll; the panel begins with letters of its own."""
    found = pair_of(desk.position, desk.selected)
    pair = (found[0].leader.letter, found[1].leader.letter) if found is not None else state.board
    if pair != state.board:
        letters_now = {"attacker": pair[0], "defender": pair[1]} if state.board else {}
        state = state.replace(board=pair, **letters_now)
    state, throw = new_practice(state, desk)
    if throw is None or throw.procedure is not tactical:
        return state
    attacker, defender = throw.args[1:]
    return state.replace(
        attacker=attacker, defender=defender, roll=Roll((desk.rules, attacker, defender), (desk.practice or desk.fallen).faces)
    )


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    pair, args = (state.attacker, state.defender), _args(rules, state)
    faces, outcome, verdict = (), None, ""
    if state.roll is not None:
        faces = state.roll.faces
        outcome = replay(tactical, faces, *args).value
        verdict = tactics_verdict(Throw(tactical, args, outcome), faces)
    yield Box("leaders-both", [_leader(rules, state, role, faces[place : place + 1]) for place, role in enumerate(ROLES)])
    follow = Press("follow", _("As on the board"), kind="second")
    yield ThrowRow(
        Press("roll", _("Roll for both"), is_first=True),
        _("Each leader's die is read in his own row. The higher value gains the difference."),
        verdict,
        faces,
        [follow] if state.board not in ((), pair) else [],
    )
    chart = Custom(_chart(rules, *pair, outcome.drm if outcome is not None else None))
    yield Box("leaders-law", [chart, Box("leaders-odds odds", [Bars(gains(rules, *pair), "gains")])])
    yield Custom(_all(rules, *pair))


def _leader(rules: Ruleset, state: State, role: str, lit: tuple[int, ...]) -> Component:
    (name, side), letter = ROLES[role], getattr(state, role)
    values = [rules.table("tactical").at(face, letter) for face in D10.faces]
    average = local_figures(f"{float(Fraction(sum(values), len(values))):.1f}")
    label = _("{role}: a leader with letter {letter}").format(role=name, letter=letter)
    text = _("{low} to {high}, on average {mean}").format(low=min(values), high=max(values), mean=average)
    caption = _("What each face is worth with letter {letter}").format(letter=letter)
    return Box(
        "leader-card",
        [
            Custom(leader_counter(label, letter, side)),
            Box("leader-pick", [Controls(rules, state, (role,), kind=""), Note(text, "")]),
            Custom(face_strip(_("Die"), caption, [(_("Worth"), values)], lit)),
        ],
    )


# -- charts ------------------------------------------------------------------------------------------------------------------------------


def _chart(rules: Ruleset, attacker: str, defender: str, thrown: int | None) -> Markup:
    """Draw a column for every modifier that any pair can throw, so that pairs can be compared; over it, how many of all throws give it."""
    low, high, most = range_of(rules)
    chances = dict(pair_chances(rules, attacker, defender))
    throws = len(D10.faces) ** len(ROLES)
    columns = []
    for drm in range(low, high + 1):
        chance = chances.get(drm, Fraction(0))
        tall = round(float(chance / most) * HIGH, 1)
        words = _("{n}: {chance}").format(n=modifier(drm), chance=spoken(chance)) if chance else _("{n}: never").format(n=modifier(drm))
        columns.append(
            _COLUMN.format(
                lit=_LIT if drm == thrown else "",
                words=words + (", " + _("your roll") if drm == thrown else ""),
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
    """Return a mean as a fraction, and in tenths where it is not whole.

    >>> _average(Fraction(1)), _average(Fraction(-3, 5))
    ('+1', '−3/5, or −0.6')
    """
    text = f"{'−' if number < 0 else '+' if number > 0 else ''}{abs(number)}"
    return text if number.denominator == 1 else _("{fraction}, or {tenths}").format(fraction=text, tenths=tenths(number))


def _all(rules: Ruleset, attacker: str, defender: str) -> Markup:
    """Draw every pair as a small chart; picking one shows it above."""
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
    small_bars = []
    for drm, chance in pair_chances(rules, attacker, defender):
        tall = round(float(chance / most) * (high - 1), 1)
        small_bars.append(_SMALL_BAR.format(x=5 * (drm - low), y=round(high - tall, 1), tall=tall, fill=fill(drm)))
    return _PAIR.format(
        pair=f"{attacker}{defender}",
        words=_("{a} attacks {d}, on average {mean}").format(a=attacker, d=defender, mean=tenths(average)),
        on=_CHECKED if is_on else "",
        wide=wide,
        high=high,
        bars=joined(small_bars),
        mean=tenths(average),
    )


LEADERS: Final = Panel(
    "leaders",
    "republic",
    N_("Two letters, two dice"),
    _body,
    fields=(
        Choice("attacker", ROLES["attacker"][0], names.LETTERS, start="A", is_apart=True),
        Choice("defender", ROLES["defender"][0], names.LETTERS, start="B", is_apart=True),
        Value("board", (), is_stored=False),  # the letters of the attack there
        Value("practice", "", is_stored=False),
        LastRoll(basis=_args),
    ),
    act=_act,
    notice=_notice,
    kind="two-leaders",
)
