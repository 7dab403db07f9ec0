"""Two ships that board each other, round by round: the exact chance of every end, and what each has lost on average by then."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.analysis.catalogue import answer
from rulesdemo.games.broadside.boarding import board_once
from rulesdemo.games.broadside.hull import Fight, Hulls, is_decided, outcome
from rulesdemo.odds.chains import repeat
from rulesdemo.odds.format import exact
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _, ngettext
from widgets.kit import outcome_columns
from widgets.kit.outcome_columns import Fate
from widgets.kit.radio_row import radio_row
from widgets.kit.stepper import stepper
from widgets.play.session import Desk
from widgets.web.badges import joined, mark
from widgets.web.phrases import unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

GAME: Final = "broadside"
MOST_FORCE: Final = 20
MOST_ROUNDS: Final = 9
# A 74, something between, and a frigate.
HULLS: Final = {"444": (4, 4, 4), "44": (4, 4), "33": (3, 3)}
LONG: Final = 6  # digits below the line from which a mean is only shown rounded

_PANEL: Final = Markup(
    '<section class="blaze rounds" aria-labelledby="rounds-title"><div class="odds-head"><h3 id="rounds-title">{title}</h3>{mark}</div>'
    '<div class="blaze-parts"><div class="blaze-side">{controls}</div><div class="blaze-main">{told}</div></div></section>'
)
_TOLD: Final = Markup(
    '{rounds}<h4>{when}</h4>{now}{chart}<p class="sinking-key">{key}</p><div class="panel-said" role="status">{mean}</div>{table}'
    '<div class="quiet">{note}</div>'
)


class Pair(NamedTuple):
    """Two ships: the force and the hull of each."""

    force_a: int = 10
    hull_a: str = "44"
    force_b: int = 6
    hull_b: str = "33"


START: Final = Pair()


def fight(rules: Ruleset, pair: Pair, rounds: int) -> dict[Fight, Fraction]:
    """How they stand after so many rounds [V.a, T9, B40]."""
    a, b = (pair.force_a, HULLS[pair.hull_a]), (pair.force_b, HULLS[pair.hull_b])
    law = repeat(board_once, is_decided).dist(rules, a, b, Hulls(sum(a[1]), sum(b[1])), rounds)
    return {outcome(hulls): Fraction(chance) for hulls, chance in law.items()}


def ends(rules: Ruleset, pair: Pair, rounds: int) -> dict[str, Fraction]:
    """The same by who is beaten."""
    found = dict.fromkeys(fates_of(), Fraction(0))
    for each, chance in fight(rules, pair, rounds).items():
        found[each.beaten] += chance
    return found


def lost(rules: Ruleset, pair: Pair, rounds: int) -> tuple[Fraction, Fraction]:
    """What each has lost on average."""
    law = fight(rules, pair, rounds)
    left_a = sum((each.hull_a * chance for each, chance in law.items()), Fraction(0))
    left_b = sum((each.hull_b * chance for each, chance in law.items()), Fraction(0))
    return sum(HULLS[pair.hull_a]) - left_a, sum(HULLS[pair.hull_b]) - left_b


def fates_of() -> dict[str, Fate]:
    """What can have become of the two, the best for the first ship first."""
    return {
        "b": Fate(_("Lion beaten"), "best"),
        "none": Fate(_("both fight on"), "sixth"),
        "both": Fate(_("both beaten"), "fourth"),
        "a": Fate(_("Aurore beaten"), "third"),
    }


@dataclass(slots=True)
class Rounds:
    """The two ships, and the number of rounds."""

    pair: Pair = START
    rounds: int = 3
    key: str = field(default="rounds", init=False)

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        return _panel(desk.rules, self.pair, self.rounds)

    def act(self, what: str, value: str, desk: Desk) -> None:  # noqa: ARG002 - as every panel is asked
        """Another force, hull or number of rounds."""
        name, _dot, whole = what.partition(".")
        if name in ("force_a", "force_b", "rounds") and value in ("1", "-1") and not whole:
            self._put(name, int(value) + (self.rounds if name == "rounds" else getattr(self.pair, name)))
        elif name == "rounds" and whole == "at" and value.isascii() and value.isdigit() and len(value) < 3:  # noqa: PLR2004 - two digits
            self._put(name, int(value))
        elif what in ("hull_a", "hull_b") and value in HULLS:
            self.pair = self.pair._replace(hull_a=value) if what == "hull_a" else self.pair._replace(hull_b=value)
        else:
            raise unknown(what)

    def _put(self, name: str, number: int) -> None:
        if name == "rounds":
            self.rounds = max(0, min(MOST_ROUNDS, number))
        else:
            force = max(0, min(MOST_FORCE, number))
            self.pair = self.pair._replace(force_a=force) if name == "force_a" else self.pair._replace(force_b=force)

    def kept(self) -> list[Any]:
        """The ships and the rounds."""
        return [*self.pair, self.rounds]

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same again, if they can be."""
        if not isinstance(kept, list) or [type(each) for each in kept] != [int, str, int, str, int]:
            return
        pair = Pair(*kept[:-1])
        forces = all(0 <= force <= MOST_FORCE for force in (pair.force_a, pair.force_b))
        if forces and pair.hull_a in HULLS and pair.hull_b in HULLS and 0 <= kept[-1] <= MOST_ROUNDS:
            self.pair, self.rounds = pair, kept[-1]


# -- words and drawings ----------------------------------------------------------------------------------------------------------------


@cached
def _provenance(rules: Ruleset) -> str:
    return answer(f"{GAME}.boarding_turn", rules, force_a=10, hull_a=(4, 4), force_b=6, hull_b=(3, 3)).provenance


@cached
def _panel(rules: Ruleset, pair: Pair, rounds: int) -> Markup:
    hulls = {key: " + ".join(map(str, sections)) for key, sections in HULLS.items()}
    controls = [
        stepper("rounds", "force_a", _("Force of Aurore"), pair.force_a, (0, MOST_FORCE)),
        radio_row("rounds", "hull_a", _("Hull of Aurore"), hulls, pair.hull_a),
        stepper("rounds", "force_b", _("Force of Lion"), pair.force_b, (0, MOST_FORCE)),
        radio_row("rounds", "hull_b", _("Hull of Lion"), hulls, pair.hull_b),
    ]
    return _PANEL.format(
        title=_("Two ships to the end"), mark=mark(_provenance(rules)), controls=joined(controls), told=_told(rules, pair, rounds)
    )


def _told(rules: Ruleset, pair: Pair, rounds: int) -> Markup:
    every = [ends(rules, pair, n) for n in range(MOST_ROUNDS + 1)]
    when = ngettext("After {n} round", "After {n} rounds", rounds).format(n=rounds) if rounds else _("Now")
    a_turn, less = int(rules.table("boarding").at("rounds_per_turn")), abs(int(rules.table("boarding").at("force_per_destroyed_section")))
    named = fates_of()
    note = _("A hull section that is empty costs {n} force from the next round on. [T9] [B40] Below 0 she strikes nobody. [B70]")
    return _TOLD.format(
        rounds=stepper("rounds", "rounds", _("Rounds"), rounds, (0, MOST_ROUNDS), slides=True),
        when=when,
        now=outcome_columns.bar("rounds-now", when, named, every[rounds]),
        chart=outcome_columns.columns(_("By rounds."), named, every, rounds),
        key=_("Rounds, across. {n} rounds are a turn.").format(n=a_turn),
        mean=Markup("<p>{}</p>").format(_mean(rules, pair, rounds)),
        table=outcome_columns.folded(
            "rounds",
            _("Every chance as a fraction"),
            (_("Rounds"), *(fate.name for fate in named.values())),
            [(str(n), tuple(each[name] for name in named)) for n, each in enumerate(every)],
        ),
        note=cited(GAME, note.format(n=less), "rounds-note"),
    )


def _mean(rules: Ruleset, pair: Pair, rounds: int) -> str:
    of_a, of_b = lost(rules, pair, rounds)
    form = _("On average Aurore has lost {a} hull points by then, and Lion {b}.")
    return form.format(a=_number(of_a), b=_number(of_b))


def _number(value: Fraction) -> str:
    if value.denominator == 1:
        return str(value.numerator)
    near = _("about {n}").format(n=f"{float(value):.2f}")
    return f"{exact(value)} ({near})" if len(str(value.denominator)) < LONG else near
