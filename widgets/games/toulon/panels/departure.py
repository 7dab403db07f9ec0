"""When the ships leave: a track of turns, the exact chance that Toulon's war supply lasts, a siege thrown turn by turn, and the price."""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.games.toulon.evacuation import evacuation, supply_fails, war_supply, war_supply_failures
from rulesdemo.games.toulon.play.state import Position
from rulesdemo.odds.format import exact
from rulesdemo.odds.procedure import odds, play, replay
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset, ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.games.toulon.panels.calendar import calendar
from widgets.kit.turn_chart import Run, RunWords, TurnRun, panel
from widgets.play.session import Desk
from widgets.web.badges import die, joined
from widgets.web.phrases import modifier, unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

GAME: Final = "toulon"
KEY: Final = "departure"
LEDGER: Final = "ledger"


# -- the track of turns --------------------------------------------------------------------------------------------------------------------


def lasting(rules: Ruleset, _first: int, turns: int) -> Fraction:
    """The chance that war supply holds on each of so many turns after the ships have gone."""
    return Fraction(odds(war_supply, rules, turns).p(failed=False))


def told(rules: Ruleset, first: int, last: int) -> str:
    """How many throws there are, what each must not be, and how many fail on average."""
    turns = last - first + 1
    mean = Fraction(odds(war_supply_failures, rules, turns).mean("failures"))
    when = _("The ships leave on turn {first}.").format(first=first)
    throws = ngettext("{n} throw up to turn {last} [3.8].", "{n} throws up to turn {last} [3.8].", turns).format(n=turns, last=last)
    average = _("The average number of failures is {mean}.").format(mean=exact(mean))
    before = "" if first == calendar(rules).turns[0] else _("Before that the roadsteads supply Toulon [4.8a].")
    return " ".join(part for part in (when, throws, average, before) if part)


WORDS: Final = RunWords(
    N_("Supplied, turn after turn"),
    N_("The ships leave on turn"),
    N_("Look as far as turn"),
    N_("Dotted: the ships are there and supply is sure. Solid: supplied on every turn so far. Dashed: later turns."),
    N_("Supplied on every turn"),
    N_("Cut off at least once"),
    N_("Every chance as a fraction"),
)


def departures() -> Run:
    """The run of turns from the first to the last that the source speaks of."""
    return Run(GAME, calendar(ruleset(GAME)).turns, lasting, 1, WORDS, told)


_THROWN: Final = Markup(
    '<div class="siege"><div class="siege-do"><button type="button" id="departure-throw" data-do="extra" data-name="departure:throw" '
    'data-by="1">{words}</button><span class="quiet">{count}</span></div>{turns}</div>'
)
_TURNS: Final = Markup('<ol class="siege-turns" role="list">{turns}</ol><p role="status">{sum}</p>')
_TURN: Final = Markup('<li class="is-{kind}"><b>{turn}</b>{die}<span>{words}</span></li>')


@dataclass(slots=True)
class Departure(TurnRun):
    """The panel: both turns, what was thrown for the turns between them, and how many sieges were thrown."""

    thrown: tuple[int, ...] = ()
    sieges: int = 0
    whole: int = 0

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        below = _siege(desk.rules, self.first, self.last, self.thrown, (self.sieges, self.whole))
        return panel(self.key, self.run, (self.first, self.last), desk.rules, below)

    def act(self, what: str, value: str, desk: Desk) -> None:
        """Throw for every turn, or look at others."""
        if what == "throw":
            played = play(war_supply_failures, random.Random(desk.seed()), desk.rules, self.last - self.first + 1)
            self.thrown = tuple(played.faces)
            self.sieges += 1
            self.whole += not played.value.failures
            return
        before = (self.first, self.last)
        TurnRun.act(self, what, value, desk)
        if before != (self.first, self.last):
            self.thrown, self.sieges, self.whole = (), 0, 0


def departure(first: int = 5, last: int = 7) -> Departure:
    """The track as a panel of a chapter."""
    return Departure(departures(), first, last, KEY)


@cached
def _siege(rules: Ruleset, first: int, last: int, thrown: tuple[int, ...], counted: tuple[int, int]) -> Markup:
    """A throw for each turn, and what became of it."""
    sieges, whole = counted
    count = ""
    if sieges:
        count = ngettext("{n} siege thrown, {whole} supplied to the end.", "{n} sieges thrown, {whole} supplied to the end.", sieges)
        count = count.format(n=sieges, whole=whole)
    words = _("Throw for turn {first}") if first == last else _("Throw for turns {first} to {last}")
    turns = Markup("")
    if thrown:
        failed = [replay(supply_fails, (face,), rules).value for face in thrown]
        shown = joined(
            _TURN.format(
                kind="cut" if cut else "supplied",
                turn=first + place,
                die=die(face, pips=True),
                words=(_("{half}: cut off") if cut else _("{half}: supplied")).format(half=(face + 1) // 2),
            )
            for place, (face, cut) in enumerate(zip(thrown, failed, strict=True))
        )
        number = sum(failed)
        total = (
            _("Supplied to the end.") if not number else ngettext("Cut off on {n} turn.", "Cut off on {n} turns.", number).format(n=number)
        )
        turns = _TURNS.format(turns=shown, sum=total)
    return _THROWN.format(words=words.format(first=first, last=last), count=count, turns=turns)


# -- the price -----------------------------------------------------------------------------------------------------------------------------


class Price(NamedTuple):
    """A line of the ledger: what is in question, with the ships and without them."""

    what: str
    here: str
    gone: str


_LEDGER: Final = Markup(
    '<section class="ledger" aria-labelledby="ledger-title"><h3 id="ledger-title">{title}</h3><div class="table-scroll" tabindex="0" '
    'role="region" aria-label="{both}"><table class="ledger-table"><thead><tr><td></td>{heads}</tr></thead><tbody>{rows}</tbody></table>'
    "</div></section>"
)
_HEAD: Final = Markup('<th scope="col" class="{kind}">{words}{now}</th>')
_HERE: Final = Markup(' <span class="ledger-now">{}</span>')
_LINE: Final = Markup('<tr><th scope="row">{what}</th><td class="{one}">{here}</td><td class="{two}">{gone}</td></tr>')


def prices(position: Position) -> tuple[Price, ...]:
    """What the ships take with them: the Allied points, the gun crews, the sea, the sure supply, and the way back."""
    rules = position.rules
    cost = settled(evacuation, rules)
    crews = sum(unit.crew for unit in position.units)
    left = crews if cost.activated_guns else 0
    fails = Fraction(odds(supply_fails, rules).p(True))  # noqa: FBT003 - the outcome
    points = position.vp - cost.vp if position.evacuated else position.vp
    return (
        Price(_("Allied victory points [3.7]"), modifier(points), modifier(points + cost.vp)),
        Price(_("Gun crews in the game [3.7]"), str(crews), str(left)),
        Price(
            _("War supply of Toulon [3.8]"),
            _("sure, while both roadsteads are Allied [4.8a]"),
            _("{p} a turn [T30]").format(p=exact(1 - fails)),
        ),
        Price(
            _("Troops by sea [3.9]"), _("from beach to beach"), _("from beach to beach") if cost.sea_moves else _("none, and no retreat")
        ),
        Price(_("Evacuation gauge [3.4]"), _("not used"), _("not used")),
        Price(_("Who decides [3.6]"), _("the British player"), _("nobody: it is done")),
        Price(_("The other way [3.10]"), _("may be taken on any later turn"), _("there is none")),
    )


class Ledger:
    """The price as a panel; the column that holds on the board is marked. It only tells."""

    key = LEDGER

    def html(self, desk: Desk) -> Markup:
        """The ledger as it is now."""
        position: Position = desk.position
        return _ledger(prices(position), is_gone=position.evacuated)

    def act(self, what: str, value: str, desk: Desk) -> None:  # noqa: ARG002 - as every panel is asked
        """Nothing can be done here."""
        raise unknown(what)

    def kept(self) -> None:
        """There is nothing to keep."""

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """There is nothing to restore."""


@cached
def _ledger(lines: tuple[Price, ...], *, is_gone: bool) -> Markup:
    kinds = ("", "is-now") if is_gone else ("is-now", "")
    heads = (_("With the ships"), _("Without them"))
    now = _HERE.format(_("on the board now"))
    return _LEDGER.format(
        title=_("What the ships take with them"),
        both=_("With the ships and without them"),
        heads=joined(_HEAD.format(kind=kind, words=words, now=now if kind else "") for kind, words in zip(kinds, heads, strict=True)),
        rows=joined(
            _LINE.format(
                what=cited(GAME, line.what, f"ledger-{place}"),
                here=cited(GAME, line.here, f"ledger-{place}-here"),
                gone=cited(GAME, line.gone, f"ledger-{place}-gone"),
                one=kinds[0],
                two=kinds[1],
            )
            for place, line in enumerate(lines)
        ),
    )
