"""Pay an action: choose a force and what it does, then press a purse; it pays, or says by which rule it does not."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.games.toulon.operations import can_pay, entry_cost
from rulesdemo.games.toulon.play.state import PURSES, side_of
from rulesdemo.games.toulon.play.supplied import demo
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _
from widgets.games.toulon import names
from widgets.games.toulon.panels.nation_buttons import OPTIONS, button_face, letters
from widgets.kit.button_rows import Several
from widgets.kit.components import Box, Controls, Note, Press, Sentence
from widgets.kit.controls import Choice, Value
from widgets.kit.last_roll import LastRoll
from widgets.kit.panel import Component, Panel, Session, State
from widgets.kit.tiles import Tile, Tiles
from widgets.web.phrases import titled

SIDES: Final = {"allied": N_("Allies"), "republican": N_("Republicans")}
UNITS: Final = {"west": N_("West wing"), "east": N_("East wing"), "reserve": N_("Reserves"), "battery": N_("Bonaparte battery")}
WHERE: Final = {"with": N_("with the unit"), "away": N_("elsewhere"), "out": N_("out of play")}
DOES: Final = {
    "march": N_("March a zone"),
    "enter": N_("Enter an enemy zone"),
    "hasten": N_("Hasten a reinforcement"),
    "battery": N_("Place a battery"),
}
DEMO: Final = {"march": "nml_op", "hasten": "hasten_op", "battery": "battery_op"}

_PURSE: Final = Markup(
    '<span class="pay-name">{letters}{name}</span><span class="pay-coins" aria-hidden="true">{coins}</span>'
    '<span class="pay-op">{op}</span><span class="pay-verdict">{sign}{verdict}</span>'
)
_COIN: Final = Markup('<i style="background:{fill};border-color:{line}"></i>')
_SIGNS: Final = {"pays": "✓ ", "poor": "… ", "bars": "✕ "}
VERDICTS: Final = {"pays": N_("may pay"), "poor": N_("too little in it"), "bars": N_("may not pay")}


class Verdict(NamedTuple):
    """Whether a purse may pay, and the sentence with its rule."""

    allowed: bool
    words: str


@cache
def scale() -> Mapping[str, int]:
    """Return what is in the purses at first: the demonstration scale [T38]."""
    found: Mapping[str, int] = demo()["op_scale"]
    return found


def price(rules: Ruleset, does: str) -> int:
    """Return what an action costs; entering an enemy zone is printed, the others are demonstration values [6.3, T38]."""
    if does == "enter":
        return int(settled(entry_cost, rules, False, False).op)  # noqa: FBT003 - inputs of a procedure
    return int(demo()["numbers"][DEMO[does]])


def check_action(state: State) -> str:
    """Return why the action cannot be at all, from any purse; nothing where it can [4.4]."""
    is_battery = state.side == "republican" and state.unit == "battery"
    if state.does == "hasten" and is_battery:
        return _("Bonaparte's batteries may not be hastened, whoever pays. Hasten another unit. [4.4]")
    if state.does == "battery" and not is_battery:
        return _("That is no battery. Choose the Bonaparte battery to place one. [4.4]")
    return ""


def verdict(rules: Ruleset, purse: str, state: State) -> Verdict:
    """Return whether a purse may pay for a force, and why [4.2a to 4.2f, T36]."""
    force = ",".join(state.nation) if state.side == "allied" else state.unit
    stacked, in_play = state.bonaparte == "with", state.bonaparte != "out"
    allowed = settled(can_pay, rules, purse, force, stacked, in_play).allowed
    name = titled(names.purse(purse))
    if allowed is None:
        return Verdict(
            allowed=True,
            words=_("{name} pays for the Reserves: the source does not say who does, and we let either wing. [T36]").format(name=name),
        )
    return Verdict(bool(allowed), (_why if allowed else _why_not)(purse, state).format(name=name))


def _why(purse: str, state: State) -> str:
    if purse == "bonaparte":
        is_his = state.unit == "battery"
        return _("{name} pays for his batteries. [4.2a]") if is_his else _("{name} pays for those stacked with him. [4.2a]")
    if state.side == "republican":
        return _("{name} pays for batteries too. [4.2b]") if state.unit == "battery" else _("{name} pays for its own wing. [T36]")
    if state.nation == (purse,):
        return _("{name} pays for its own. [T36]")
    if purse in state.nation:
        return _("{name} pays for the whole force, because its nation is in it. [4.2e]")
    if len(state.nation) > 1:
        return _("{name} always pays for Neapolitans and Sardinians, and so for a force with them in it. [4.2e] [4.2f]")
    return _("{name} always pays for Neapolitans and Sardinians. [4.2f]")


def _why_not(purse: str, state: State) -> str:
    if purse == "bonaparte" and state.bonaparte == "out":
        return _("{name} is shut while he is out of play. [4.2c]")
    if purse == "bonaparte":
        return _("{name} pays only for batteries and for those stacked with him. [4.2a]")
    if state.side == "republican":
        rule = "[4.2b]" if state.unit == "battery" else "[T36]"
        return _("{name} does not pay for that unit. Take another purse.") + " " + rule
    if len(state.nation) > 1:
        return _("{name} does not pay: nobody of its nation is in the force. [4.2e]")
    return _("{name} does not pay for another nation. Put a unit of its own into the force, or take another purse. [4.2f] [T36]")


class Pressed(NamedTuple):
    """The last press on a purse: what it was for, the purse, and whether it paid."""

    basis: Hashable
    purse: str
    paid: bool


def _action(_rules: Ruleset, state: State) -> Hashable:
    return state.side, state.nation, state.unit, state.bonaparte, state.does


def op_left(state: State, purse: str) -> int:
    """Return what is in a purse."""
    return scale()[purse] - int(dict(state.spent).get(purse, 0))


def _act(state: State, what: str, value: str, session: Session) -> State | None:
    """Press a purse, or fill them again."""
    if what == "fill":
        return state.replace(spent=(), last=None)
    if what != "purse" or value not in PURSES or side_of(value) != state.side:
        return None
    op = price(session.rules, state.does)
    paid = not check_action(state) and verdict(session.rules, value, state).allowed and op_left(state, value) >= op
    if paid:
        spent = dict(state.spent)
        state = state.replace(spent=tuple(sorted({**spent, value: spent.get(value, 0) + op}.items())))
    return state.replace(last=Pressed(_action(session.rules, state), value, paid))


def sentence(rules: Ruleset, state: State) -> str:
    """Return what the last press led to, or what is to be pressed."""
    barred, last = check_action(state), state.last
    if last is None:
        return barred or _("Press the purse that should pay.")
    found, op = verdict(rules, last.purse, state), price(rules, state.does)
    if last.paid:
        return _("Paid {op}. {why}").format(op=names.op(op), why=found.words)
    if barred or not found.allowed:
        return _("Refused. {why}").format(why=barred or found.words)
    words = _("Refused. {name} holds {had}, and this costs {op}. Take another purse, or fill them again. [4.2e]")
    return words.format(name=titled(names.purse(last.purse)), had=names.op(op_left(state, last.purse)), op=op)


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    is_allied, op = state.side == "allied", price(rules, state.does)
    yield Controls(rules, state, ("side",) if is_allied else ("side", "bonaparte"))
    yield Controls(rules, state, ("nation",), "") if is_allied else Controls(rules, state, ("unit",))
    yield Controls(rules, state, ("does",))
    words = _("It costs {op}, as printed [6.3].") if state.does == "enter" else _("It costs {op}, our own value [T38].")
    yield Note(words.format(op=names.op(op)), "pay-price", "price")
    yield Tiles([Tile([_purse(rules, purse, state, op)]) for purse in PURSES if side_of(purse) == state.side], "pay-purses")
    is_refused = state.last is not None and not state.last.paid
    yield Sentence(sentence(rules, state), kind="crowd-told is-over" if is_refused else "crowd-told is-fitting")
    yield Box("crowd-row", [Press("fill", _("Fill the purses again"))])


def _purse(rules: Ruleset, purse: str, state: State, op: int) -> Press:
    had, nation = op_left(state, purse), names.nation_of(purse)
    is_barred = check_action(state) or not verdict(rules, purse, state).allowed
    kind = "bars" if is_barred else "pays" if had >= op else "poor"
    line = nation.ink if side_of(purse) == "republican" and purse in names.NATIONS else nation.fill
    face = _PURSE.format(
        letters=letters(purse),
        name=nation.name,
        coins=_COIN.format(fill=nation.fill, line=line) * had,
        op=names.op(had),
        sign=_SIGNS[kind],
        verdict=VERDICTS[kind],
    )
    label = _("{purse}, {op}, {verdict}").format(purse=titled(names.purse(purse)), op=names.op(had), verdict=VERDICTS[kind])
    return Press("purse", face, purse, kind=f"pay-purse is-{kind}", label=label)


def _stored_spent(stored: Any) -> tuple[tuple[str, int], ...]:  # noqa: ANN401 - whatever a browser brings
    if not all(type(op) is int and 0 <= op <= scale()[purse] for purse, op in stored.items()):
        raise ValueError
    return tuple(sorted(stored.items()))


def _offers(_rules: Ruleset, state: State) -> Mapping[str, str]:
    """Return what the force may be told to do: the Allies have no battery to place."""
    is_offered = state.side == "republican" or state.does == "battery"
    return {name: words for name, words in DOES.items() if name != "battery" or is_offered}


PAY: Final = Panel(
    "pay",
    "toulon",
    N_("Who pays?"),
    _body,
    fields=(
        Choice("side", N_("Side"), SIDES, is_apart=True),
        Several(
            "nation",
            N_("In the force"),
            OPTIONS,
            start=("sardinian",),
            last=N_("Somebody must be in the force. Choose another nation first."),
            face=button_face,
            is_apart=True,
        ),
        Choice("unit", N_("The unit"), UNITS, is_apart=True),
        Choice("bonaparte", N_("Bonaparte is"), WHERE, is_apart=True),
        Choice("does", N_("It is to"), _offers, start="march", is_apart=True),
        Value("spent", (), _stored_spent, dict),
        LastRoll("last", basis=_action),
    ),
    act=_act,
    upgrade=lambda stored: {**stored, "nation": stored["nations"]},
)
