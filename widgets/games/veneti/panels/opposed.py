"""The initiative roll with any two Admirals: both ratings to set, all 36 throws in a table, ties and what they add up to, and a throw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, Final, Literal

from markupsafe import Markup

from rulesdemo.analysis.catalogue import find
from rulesdemo.errors import FacesError
from rulesdemo.games.veneti.initiative import initiative, opposed
from rulesdemo.odds.dice import D6
from rulesdemo.odds.procedure import attempts, replay
from rulesdemo.play.engine import Throw
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _
from widgets.games.veneti.lessons.initiative import CHOOSES, winner_label
from widgets.kit.bars import number
from widgets.kit.components import Box, Controls, Custom, Heading, Items, Press, Sentence
from widgets.kit.controls import Int
from widgets.kit.last_roll import LastRoll, roll_act
from widgets.kit.panel import Component, Panel, State
from widgets.kit.sign import sign
from widgets.play.odds_view import OddsView
from widgets.web.badges import die, joined
from widgets.web.rule_links import stacked

QUESTION: Final = "veneti.initiative"
Winner = Literal["roman", "veneti", "tie"]
SIGNS: Final[dict[Winner, str]] = {"roman": "R", "veneti": "V", "tie": "="}
WORDS: Final[dict[Winner, str]] = {"roman": N_("The Romans win"), "veneti": N_("The Veneti win"), "tie": N_("A tie, thrown again")}
RATINGS: Final = (0, 5)  # that the procedure takes
MOST_ROUNDS: Final = 6  # shown; of more ties than that the last ones

_TABLE: Final = Markup(
    '<figure class="opposed-table"><div class="table-scroll" tabindex="0" role="region" aria-label="{caption}"><table>'
    '<caption class="sr">{caption}</caption><thead><tr><td></td><td></td><th colspan="{wide}" scope="colgroup">{across}</th></tr>'
    "<tr><td></td><td></td>{heads}</tr></thead><tbody>{rows}</tbody></table></div><figcaption>{legend}</figcaption></figure>"
)
_DOWN: Final = Markup('<th rowspan="{high}" scope="rowgroup" class="opposed-down"><span>{down}</span></th>')
_HEAD: Final = Markup('<th scope="{scope}">{face}</th>')
_CELL: Final = Markup('<td class="is-{kind}{thrown}">{sign}</td>')
_LEGEND: Final = Markup(
    '<span class="opposed-key"><span class="opposed-sign is-{kind}" aria-hidden="true"><span class="opposed-letter">{sign}</span>'
    "</span>{words}</span>"
)
_ROUND: Final = Markup('<div class="opposed-round"><span role="img" aria-label="{spoken}">{dice}</span><span>{words}</span></div>')
_QUIET: Final = Markup('<p class="quiet">{}</p>')


@cache
def grid(rules: Ruleset, roman: int, veneti: int) -> dict[tuple[int, int], Winner]:
    """Return who wins with each pair of faces, the Roman die first; where the procedure itself wants more dice there is a tie."""
    found: dict[tuple[int, int], Winner] = {}
    for own, other in product(D6.faces, D6.faces):
        try:
            found[own, other] = replay(initiative, (own, other), rules, roman, veneti).value.winner
        except FacesError:
            found[own, other] = "tie"
    return found


def roll_row(words: str, rounds: Sequence[Markup], prompt: str) -> Box:
    """Return the button that throws, and beside it the rounds of the last throw, or what to expect before the first."""
    inside = joined(rounds) if rounds else _QUIET.format(prompt)
    return Box("opposed-roll", [Press("roll", words, is_first=True), Sentence(inside, kind="opposed-thrown")])


def round_line(spoken: str, faces: Sequence[int], words: str) -> Markup:
    """Draw the dice of one round, with what they mean."""
    return _ROUND.format(spoken=spoken, dice=joined(die(face, pips=True) for face in faces), words=words)


def _args(rules: Ruleset, state: State) -> tuple[Any, ...]:
    return rules, state.roman, state.veneti


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    answer, args = find(QUESTION).answer({"roman": state.roman, "veneti": state.veneti}, rules), _args(rules, state)
    outcome = replay(initiative, state.roll.faces, *args).value if state.roll is not None else None
    odds = OddsView.of(
        answer,
        lambda each: winner_label(Throw(initiative, args, each)),
        tuple(WORDS.values()),
        title=_("Who chooses"),
        outcome=outcome,
        key="opposed-odds",
    )
    pairs = _pairs(state)
    ends = [*[_("A tie: throw again.")] * (len(pairs) - 1), CHOOSES[outcome.winner]] if outcome is not None else []
    rounds = [_round(state, pair, end) for pair, end in zip(pairs, ends, strict=True)]
    yield Box(
        "opposed-left",
        [
            Controls(rules, state, ("roman", "veneti"), "opposed-ratings"),
            Custom(odds.html()),
            roll_row(_("Roll for both"), rounds[-MOST_ROUNDS:], _("Each side throws a die and adds its rating.")),
        ],
    )
    ties = Heading(_("What the ties add up to [3.0 Initiative]"), 3, key="ties")
    yield Box("opposed-right", [Custom(_table(rules, state)), Box("opposed-sum", [ties, Items(_ties(rules, state))])])


def _pairs(state: State) -> list[tuple[int, int]]:
    faces = state.roll.faces if state.roll is not None else ()
    return list(zip(faces[::2], faces[1::2], strict=True))


def _round(state: State, faces: tuple[int, int], end: str) -> Markup:
    """Draw one round: two dice, two totals, and whether it is over."""
    own, other = faces
    words = _("{roman} against {veneti}.").format(
        roman=f"{own} + {state.roman} = {own + state.roman}", veneti=f"{other} + {state.veneti} = {other + state.veneti}"
    )
    return round_line(_("Roman die {a}, Veneti die {b}").format(a=own, b=other), faces, f"{words} {end}")


def _table(rules: Ruleset, state: State) -> Markup:
    cells, faces, pairs = grid(rules, state.roman, state.veneti), D6.faces, _pairs(state)
    rows = joined(
        Markup("<tr>{}{}{}</tr>").format(
            _DOWN.format(high=len(faces), down=_("Roman die")) if own == faces[0] else "",
            _HEAD.format(scope="row", face=own),
            joined(_cell(cells[own, other], is_thrown=(own, other) in pairs) for other in faces),
        )
        for own in faces
    )
    counts = {kind: sum(each == kind for each in cells.values()) for kind in SIGNS}
    return _TABLE.format(
        caption=_("Who wins with each pair of dice"),
        wide=len(faces),
        across=_("Veneti die"),
        heads=joined(_HEAD.format(scope="col", face=face) for face in faces),
        rows=rows,
        legend=joined(
            _LEGEND.format(kind=kind, sign=SIGNS[kind], words=_("{name}: {words}").format(name=WORDS[kind], words=count))
            for kind, count in counts.items()
        ),
    )


def _cell(kind: Winner, *, is_thrown: bool) -> Markup:
    words = f"{WORDS[kind]}, {_('your roll')}" if is_thrown else WORDS[kind]
    return _CELL.format(kind=kind, thrown=" is-thrown" if is_thrown else "", sign=sign(SIGNS[kind], words, "opposed-letter"))


def _ties(rules: Ruleset, state: State) -> list[Markup]:
    """Return how the ties add up: the first throw, the one after a tie, and so on without end."""
    cells = list(grid(rules, state.roman, state.veneti).values())
    every, won, tied = len(cells), cells.count("roman"), cells.count("tie")
    edge, share = state.roman - state.veneti, Fraction(won, every - tied)
    if won:
        first = _("Romans at once {won}/{every}, after one tie {tied}/{every} × {won}/{every}, and so on.")
        total = _("Ties only put it off, so leave them out: {sum}.")
        left = f"{won}/{every - tied}"
        lines = [first.format(won=won, tied=tied, every=every), total.format(sum=left if str(share) == left else f"{left} = {share}")]
    else:
        lines = [_("Ties only put it off: the Romans never win a throw, so they never choose.")]
    lines.append(_("It takes {rounds} rounds on average.").format(rounds=number(attempts(opposed, edge))))
    lines.append(_("Only the difference of the ratings counts, here {n}.").format(n=abs(edge)))
    return [stacked(each) for each in lines]


OPPOSED: Final = Panel(
    "opposed",
    "veneti",
    N_("Any two Admirals"),
    _body,
    fields=(
        Int("roman", N_("Roman Admiral"), RATINGS, start=2, is_apart=True),
        Int("veneti", N_("Veneti Admiral"), RATINGS, start=2, is_apart=True),
        LastRoll(basis=_args),
    ),
    act=roll_act(initiative, _args),
    level=2,
)
