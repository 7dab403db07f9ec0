"""The initiative roll with any two Admirals: both ratings to set, all 36 throws in a table, ties and what they add up to, and a throw."""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, Final, Literal

from markupsafe import Markup

from rulesdemo.analysis.catalogue import find
from rulesdemo.errors import FacesError, InputError
from rulesdemo.games.veneti.initiative import initiative, opposed
from rulesdemo.odds.dice import D6
from rulesdemo.odds.inputs import Whole
from rulesdemo.odds.procedure import Played, attempts, play, replay
from rulesdemo.play.engine import Throw
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _
from widgets.games.veneti.lessons.initiative import CHOOSES, winner_label
from widgets.kit.bars import number
from widgets.kit.stepper import stepper
from widgets.play.odds_view import OddsView
from widgets.play.session import Desk
from widgets.web.badges import die, joined
from widgets.web.phrases import unknown
from widgets.web.rule_links import cited, stacked

QUESTION: Final = "veneti.initiative"
Cell = Literal["roman", "veneti", "tie"]
SIGNS: Final[dict[Cell, str]] = {"roman": "R", "veneti": "V", "tie": "="}
WORDS: Final[dict[Cell, str]] = {"roman": N_("The Romans win"), "veneti": N_("The Veneti win"), "tie": N_("A tie, thrown again")}
ADMIRALS: Final = {"roman": N_("Roman Admiral"), "veneti": N_("Veneti Admiral")}
MOST_ROUNDS: Final = 6  # shown; whoever ties more often sees the last ones

_PANEL: Final = Markup(
    '<section class="opposed" aria-labelledby="opposed-title"><h2 id="opposed-title">{title}</h2>'
    '<div class="opposed-left"><div class="opposed-ratings">{ratings}</div>{odds}'
    '<div class="opposed-roll"><button type="button" class="first" id="opposed-roll" data-do="extra" data-name="opposed:roll">{roll}'
    '</button><div class="opposed-thrown" role="status">{thrown}</div></div></div>'
    '<div class="opposed-right">{table}<div class="opposed-sum">{summed}</div></div></section>'
)
_TABLE: Final = Markup(
    '<figure class="opposed-table"><div class="table-scroll" tabindex="0" role="region" aria-label="{caption}"><table>'
    '<caption class="sr">{caption}</caption><thead><tr><td></td><td></td><th colspan="{wide}" scope="colgroup">{across}</th></tr>'
    "<tr><td></td><td></td>{heads}</tr></thead><tbody>{rows}</tbody></table></div><figcaption>{legend}</figcaption></figure>"
)
_DOWN: Final = Markup('<th rowspan="{high}" scope="rowgroup" class="opposed-down"><span>{down}</span></th>')
_HEAD: Final = Markup('<th scope="{scope}">{face}</th>')
_CELL: Final = Markup(
    '<td class="is-{kind}{thrown}"><span class="opposed-letter" aria-hidden="true">{sign}</span><span class="sr">{words}</span></td>'
)
_LEGEND: Final = Markup(
    '<span class="opposed-key"><span class="opposed-sign is-{kind}" aria-hidden="true"><span class="opposed-letter">{sign}</span>'
    "</span>{words}</span>"
)
_ROUND: Final = Markup('<div class="opposed-round"><span role="img" aria-label="{said}">{dice}</span><span>{words}</span></div>')


@cache
def grid(rules: Ruleset, roman: int, veneti: int) -> dict[tuple[int, int], Cell]:
    """Who wins with each pair of faces, the Roman die first; the procedure itself is asked, and where it wants more dice there is a tie."""
    found: dict[tuple[int, int], Cell] = {}
    for own, other in product(D6.faces, D6.faces):
        try:
            found[own, other] = replay(initiative, (own, other), rules, roman, veneti).value.winner
        except FacesError:
            found[own, other] = "tie"
    return found


@dataclass(slots=True)
class OpposedRoll:
    """Two ratings, and the last throw."""

    roman: int = 2
    veneti: int = 2
    thrown: Played[Any] | None = None
    key: str = "opposed"

    # -- what a reader can do ----------------------------------------------------------------------------------------------------------

    def act(self, what: str, value: str, desk: Desk) -> None:
        """Raise or lower a rating, or throw."""
        if what in ADMIRALS and value in ("-1", "1"):
            self._rate(what, getattr(self, what) + int(value))
        elif what == "roll":
            self.thrown = play(initiative, random.Random(desk.seed()), desk.rules, self.roman, self.veneti)
        else:
            raise unknown(what)

    def _rate(self, side: str, rating: int) -> None:
        low, high = limits()
        if not low <= rating <= high:
            message = _("An Admiral's initiative is a number from {low} to {high}.").format(low=low, high=high)
            raise InputError(message)
        setattr(self, side, rating)
        self.thrown = None

    def kept(self) -> dict[str, int]:
        """The ratings."""
        return {"roman": self.roman, "veneti": self.veneti}

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The ratings again, if they are some."""
        low, high = limits()
        if isinstance(kept, dict) and all(type(kept.get(side)) is int and low <= kept[side] <= high for side in ADMIRALS):
            self.roman, self.veneti = kept["roman"], kept["veneti"]

    # -- as text -----------------------------------------------------------------------------------------------------------------------

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        rules = desk.rules
        answer = find(QUESTION).asked(self.kept(), rules)
        label = lambda outcome: winner_label(Throw(initiative, (rules, self.roman, self.veneti), outcome))  # noqa: E731 - a name for each
        outcome = self.thrown.value if self.thrown is not None else None
        odds = OddsView.of(answer, label, tuple(WORDS.values()), title=_("Who chooses"), outcome=outcome, key="opposed-odds")
        return _PANEL.format(
            title=_("Any two Admirals"),
            ratings=joined(stepper(self.key, side, name, getattr(self, side), limits()) for side, name in ADMIRALS.items()),
            odds=odds.html(),
            roll=_("Roll for both"),
            thrown=self._rounds(),
            table=self._table(rules),
            summed=self._summed(rules),
        )

    @property
    def _pairs(self) -> list[tuple[int, int]]:
        faces = self.thrown.faces if self.thrown is not None else ()
        return list(zip(faces[::2], faces[1::2], strict=True))

    def _rounds(self) -> Markup:
        """Every round of the last throw: two dice, two totals, and whether it is over."""
        if self.thrown is None:
            return Markup('<p class="quiet">{}</p>').format(_("Each side throws a die and adds its rating."))
        last = len(self._pairs) - 1
        told = [self._round(own, other, is_last=place == last) for place, (own, other) in enumerate(self._pairs)]
        return joined(told[-MOST_ROUNDS:])

    def _round(self, own: int, other: int, *, is_last: bool) -> Markup:
        sums = f"{own} + {self.roman} = {own + self.roman}", f"{other} + {self.veneti} = {other + self.veneti}"
        words = _("{roman} against {veneti}.").format(roman=sums[0], veneti=sums[1])
        winner = self.thrown.value.winner if self.thrown is not None and is_last else ""
        words += " " + (CHOOSES[winner] if winner else _("A tie: throw again."))
        dice = die(own, pips=True) + die(other, pips=True)
        return _ROUND.format(said=_("Roman die {a}, Veneti die {b}").format(a=own, b=other), dice=dice, words=words)

    def _table(self, rules: Ruleset) -> Markup:
        cells = grid(rules, self.roman, self.veneti)
        faces = D6.faces
        rows = joined(
            Markup("<tr>{}</tr>").format(
                (_DOWN.format(high=len(faces), down=_("Roman die")) if own == faces[0] else Markup(""))
                + _HEAD.format(scope="row", face=own)
                + joined(self._cell(own, other, cells[own, other]) for other in faces)
            )
            for own in faces
        )
        counts = [(kind, sum(each == kind for each in cells.values())) for kind in SIGNS]
        legend = joined(_LEGEND.format(kind=kind, sign=SIGNS[kind], words=f"{WORDS[kind]}: {count}") for kind, count in counts)
        return _TABLE.format(
            caption=_("Who wins with each pair of dice"),
            wide=len(faces),
            across=_("Veneti die"),
            heads=joined(_HEAD.format(scope="col", face=face) for face in faces),
            rows=rows,
            legend=legend,
        )

    def _cell(self, own: int, other: int, kind: Cell) -> Markup:
        thrown = (own, other) in self._pairs
        words = WORDS[kind] + (", " + _("your roll") if thrown else "")
        return _CELL.format(kind=kind, thrown=" is-thrown" if thrown else "", sign=SIGNS[kind], words=words)

    def _summed(self, rules: Ruleset) -> Markup:
        """How the ties add up: the first throw, the one after a tie, and so on without end."""
        cells = list(grid(rules, self.roman, self.veneti).values())
        every, won, tied = len(cells), cells.count("roman"), cells.count("tie")
        edge, shares = self.roman - self.veneti, Fraction(won, every - tied)
        if won:
            first = _("Romans at once {won}/{every}, after one tie {tied}/{every} × {won}/{every}, and so on.")
            total = _("Ties only put it off, so leave them out: {sum}.")
            left = f"{won}/{every - tied}"
            told = [first.format(won=won, tied=tied, every=every), total.format(sum=left if str(shares) == left else f"{left} = {shares}")]
        else:
            told = [_("Ties only put it off: the Romans never win a throw, so they never choose.")]
        told.append(_("It takes {rounds} rounds on average.").format(rounds=number(attempts(opposed, edge))))
        told.append(_("Only the difference of the ratings counts, here {n}.").format(n=abs(edge)))
        lines = joined(Markup("<li>{}</li>").format(stacked(each)) for each in told)
        heading = cited("veneti", _("What the ties add up to [3.0 Initiative]"), "opposed-ties")
        return Markup("<h3>{}</h3><ul>{}</ul>").format(heading, lines)


@cache
def limits() -> tuple[int, int]:
    """The ratings that the procedure takes."""
    kind = find(QUESTION).inputs[0].kind
    if not isinstance(kind, Whole) or kind.low is None or kind.high is None:
        message = f"{QUESTION} takes ratings of no known range"
        raise InputError(message)
    return kind.low, kind.high
