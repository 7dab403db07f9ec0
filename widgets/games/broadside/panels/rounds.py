"""Two ships that board each other, round by round: the exact chance of every end, and what each has lost on average by then."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from rulesdemo.analysis.catalogue import answer
from rulesdemo.games.broadside.boarding import board_once
from rulesdemo.games.broadside.hull import Fight, Hulls, is_decided, outcome
from rulesdemo.odds.chains import repeat
from rulesdemo.odds.format import exact
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, local_figures, ngettext
from widgets.kit.components import Controls, Note, Sentence
from widgets.kit.controls import Choice, Int
from widgets.kit.outcome_columns import Fate
from widgets.kit.outcomes import OutcomeColumns, Outcomes, OutcomeTable, beside
from widgets.kit.panel import Component, Panel, State
from widgets.web.badges import mark

TURN: Final = "broadside.boarding_turn"
FORCES: Final = (0, 20)
MOST_ROUNDS: Final = 9
# A 74, something between, and a frigate.
HULLS: Final = {"444": (4, 4, 4), "44": (4, 4), "33": (3, 3)}
HULL_WORDS: Final = {key: " + ".join(map(str, sections)) for key, sections in HULLS.items()}
LONG: Final = 6  # digits below the line from which a mean is only shown rounded
# The best for the first ship first.
FATES: Final = {
    "b": Fate(N_("Lion beaten"), "best"),
    "none": Fate(N_("both fight on"), "sixth"),
    "both": Fate(N_("both beaten"), "fourth"),
    "a": Fate(N_("Aurore beaten"), "third"),
}


def fight(rules: Ruleset, ships: State, rounds: int) -> dict[Fight, Fraction]:
    """Return the chance of each state of the two after some rounds [V.a, T9, B40]."""
    a, b = (ships.force_a, HULLS[ships.hull_a]), (ships.force_b, HULLS[ships.hull_b])
    chances = repeat(board_once, is_decided).dist(rules, a, b, Hulls(sum(a[1]), sum(b[1])), rounds)
    return {outcome(hulls): Fraction(chance) for hulls, chance in chances.items()}


def ends(rules: Ruleset, ships: State, rounds: int) -> dict[str, Fraction]:
    """Return the chance of each fate after some rounds."""
    found = dict.fromkeys(FATES, Fraction(0))
    for each, chance in fight(rules, ships, rounds).items():
        found[each.beaten] += chance
    return found


def mean_losses(rules: Ruleset, ships: State, rounds: int) -> tuple[Fraction, Fraction]:
    """Return the hull points that each has lost on average."""
    chances = fight(rules, ships, rounds)
    left_a = sum((each.hull_a * chance for each, chance in chances.items()), Fraction(0))
    left_b = sum((each.hull_b * chance for each, chance in chances.items()), Fraction(0))
    return sum(HULLS[ships.hull_a]) - left_a, sum(HULLS[ships.hull_b]) - left_b


# -- the panel -------------------------------------------------------------------------------------------------------------------------


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    yield beside([Controls(rules, state, ("force_a", "hull_a", "force_b", "hull_b"), kind="")], list(_chances(rules, state)))


def _chances(rules: Ruleset, state: State) -> Iterator[Component]:
    rounds = state.rounds
    every = [ends(rules, state, n) for n in range(MOST_ROUNDS + 1)]
    when = ngettext("After {n} round", "After {n} rounds", rounds).format(n=rounds) if rounds else _("Now")
    boarding = rules.table("boarding")
    yield Controls(rules, state, ("rounds",), kind="")
    yield Outcomes("now", when, FATES, every[rounds])
    yield OutcomeColumns(_("By rounds."), FATES, every, rounds)
    yield Note(_("Rounds, across. {n} rounds are a turn.").format(n=boarding.at("rounds_per_turn")), "sinking-key")
    loss_a, loss_b = mean_losses(rules, state, rounds)
    form = _("On average Aurore has lost {a} hull points by then, and Lion {b}.")
    yield Sentence(form.format(a=_number(loss_a), b=_number(loss_b)))
    heads = (_("Rounds"), *(fate.name for fate in FATES.values()))
    yield OutcomeTable(_("Every chance as a fraction"), heads, [(str(n), tuple(each.values())) for n, each in enumerate(every)])
    note = _("A hull section that is empty costs {n} force from the next round on. [T9] [B40] Below 0 she strikes nobody. [B70]")
    yield Note(note.format(n=abs(int(boarding.at("force_per_destroyed_section")))))


def _number(value: Fraction) -> str:
    if value.denominator == 1:
        return str(value.numerator)
    near = _("about {n}").format(n=local_figures(f"{float(value):.2f}"))
    return f"{exact(value)} ({near})" if len(str(value.denominator)) < LONG else near


ROUNDS: Final = Panel(
    "rounds",
    "broadside",
    N_("Two ships to the end"),
    _body,
    fields=(
        Int("force_a", N_("Force of Aurore"), FORCES, start=10, is_apart=True),
        Choice("hull_a", N_("Hull of Aurore"), HULL_WORDS, start="44", is_apart=True),
        Int("force_b", N_("Force of Lion"), FORCES, start=6, is_apart=True),
        Choice("hull_b", N_("Hull of Lion"), HULL_WORDS, start="33", is_apart=True),
        Int("rounds", N_("Rounds"), (0, MOST_ROUNDS), start=3, slides=True, is_apart=True),
    ),
    kind="blaze rounds",
    mark=lambda rules, _state: mark(answer(TURN, rules, force_a=10, hull_a=(4, 4), force_b=6, hull_b=(3, 3)).provenance),
)
