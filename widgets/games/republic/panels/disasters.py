"""Disasters of an ambassador: what each pair of faces does, what it costs to mend it, a throw, and the ransom."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from rulesdemo.games.republic.diplomacy import Audience, ambassador_price, disaster, ransom
from rulesdemo.odds.dice import D10
from rulesdemo.odds.procedure import play, replay
from rulesdemo.play.engine import Throw, settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.games.republic import names
from widgets.games.republic.lessons.envoys import audience_verdict, ransom_verdict
from widgets.games.republic.panels.dice_parts import ThrowRow, face_groups
from widgets.kit.chances import plain_view
from widgets.kit.components import Bars, Box, Note, Press, Table
from widgets.kit.controls import Value
from widgets.kit.odds_rows import View
from widgets.kit.panel import Component, Panel, Session, State
from widgets.web.phrases import modifier

GAME: Final = "republic"
_WHAT: Final = {
    ("dead", False): N_("He is executed"),
    ("dead", True): N_("He dies of illness"),
    ("ransom", False): N_("He is held for ransom"),
    ("straying", False): N_("He strays"),
    ("waiting", False): N_("His audience is cancelled"),
}


def of_face(rules: Ruleset, face: int) -> Audience:
    """Return the disaster of a face."""
    return replay(disaster, (face,), rules).value


def what_of(found: Audience) -> str:
    """Say what happens to him; who dies and still gains a box was ill."""
    return _WHAT[found.fate, found.fate == "dead" and found.shift > 0]


def mends(rules: Ruleset, found: Audience) -> str:
    """Say what it takes to have him back."""
    if found.fate == "ransom":
        costs = sorted(each.points for each, _chance in ransom.dist(rules).items())
        return _("{low} to {high} cunning points, at any time").format(low=costs[0], high=costs[-1])
    prices = {"straying": "recall_straying", "waiting": "new_audience"}
    if found.fate not in prices:
        return _("nothing")
    cost = names.cunning(settled(ambassador_price, rules, prices[found.fate]).points)
    ways = {"straying": _("{cost}, at once"), "waiting": _("{cost}, for a new audience in another operation")}
    return ways[found.fate].format(cost=cost)


def _act(state: State, what: str, _value: str, session: Session) -> State | None:
    """Throw for a disaster; a capture throws for its ransom at once."""
    if what != "roll":
        return None
    rng, rules = random.Random(session.seed()), session.rules
    found = play(disaster, rng, rules)
    fate = found.value.fate
    price = play(ransom, rng, rules).faces if fate == "ransom" else ()
    count, deaths = state.counts
    return state.replace(counts=(count + 1, deaths + (fate == "dead")), faces=(*found.faces, *price))


def _settle(rules: Ruleset, state: State) -> State:
    """Take up dice that other rules asked for: a ransom has its die, and nothing else has two."""
    is_held = bool(state.faces) and of_face(rules, state.faces[0]).fate == "ransom"
    return state if bool(state.faces[1:]) == is_held else state.replace(faces=())


def _counts(stored: Any) -> tuple[int, int]:  # noqa: ANN401 - whatever a browser brings
    count, deaths = stored
    if type(count) is not int or type(deaths) is not int or not 0 <= deaths <= count:
        raise ValueError
    return count, deaths


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    groups = face_groups(lambda face: of_face(rules, face))
    caption = _("The die of a disaster")
    yield Table(
        [_("Die"), _("What happens"), _("Marker"), _("What mends it"), _("Chance")],
        [
            [
                ", ".join(map(str, faces)),
                what_of(found),
                modifier(found.shift) if found.shift else _("stays"),
                mends(rules, found),
                Fraction(len(faces), len(D10.faces)),
            ]
            for faces, found in groups
        ],
        caption,
        kind="letter-means disaster-table",
        label=caption,
        row_kinds={place: "lit" for place, (faces, _found) in enumerate(groups) if set(state.faces[:1]) & set(faces)},
    )
    press = Press("roll", _("Throw for a disaster"), is_first=True)
    yield ThrowRow(press, _("Every disaster has two faces of ten."), _verdict(rules, state), state.faces)
    yield Box("odds", [Bars(_prices(rules), "ransom")])
    yield Note(_("Points come from what the scenario gives the ambassador. [R53]"))


def _verdict(rules: Ruleset, state: State) -> str:
    if not state.faces:
        return ""
    first, rest = state.faces[:1], state.faces[1:]
    words = audience_verdict(Throw(disaster, (rules,), of_face(rules, first[0])), first)
    if rest:
        price = ransom_verdict(Throw(ransom, (rules,), replay(ransom, rest, rules).value), rest)
        words += " " + _("Then {told}").format(told=price)
    count, deaths = state.counts
    disasters = ngettext("{n} disaster", "{n} disasters", count).format(n=count)
    so_far = _("So far {count}, and he died in {deaths}.").format(count=disasters, deaths=deaths)
    return f"{words} {so_far}"


def _prices(rules: Ruleset) -> View:
    """Return the exact distribution of the ransom."""
    rows = ((names.cunning(found.points), chance) for found, chance in sorted(ransom.dist(rules).items()))
    return plain_view(rows, _("The ransom: half a die, rounded down, at least 1"))


DISASTERS: Final = Panel(
    "disasters",
    GAME,
    N_("Five disasters"),
    _body,
    fields=(Value("counts", (0, 0), _counts), Value("faces", (), is_stored=False)),
    act=_act,
    settle=_settle,
    kind="disaster-panel",
)
