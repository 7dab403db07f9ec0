"""Pay an action: choose a force and what it does, then press a purse; it pays, or says by which rule it does not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final, Literal, NamedTuple

from markupsafe import Markup

from rulesdemo.games.toulon.operations import can_pay, entry_cost
from rulesdemo.games.toulon.play.state import PURSES, side_of
from rulesdemo.games.toulon.play.supplied import demo
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _
from widgets.games.toulon import names
from widgets.games.toulon.lessons.purses import purse_words
from widgets.games.toulon.panels.nation_buttons import OPTIONS, button_face, letters, nation_of
from widgets.kit.button_rows import Several
from widgets.kit.components import Box, Controls, Custom, Note, Press, Sentence
from widgets.kit.controls import Choice, Value
from widgets.kit.panel import Component, Panel, Session, State
from widgets.web.badges import joined
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

_PURSES: Final = Markup('<ul class="pay-purses" role="list">{}</ul>')
_PURSE: Final = Markup(
    '<li><button type="button" id="pay-purse-{by}" data-do="extra" data-name="pay:purse" data-by="{by}" class="pay-purse is-{kind}" '
    'aria-label="{label}"><span class="pay-name">{letters}{name}</span><span class="pay-coins" aria-hidden="true">{coins}</span>'
    '<span class="pay-op">{op}</span><span class="pay-verdict">{sign}{verdict}</span></button></li>'
)
_COIN: Final = Markup('<i style="background:{fill};border-color:{line}"></i>')
_SIGNS: Final = {"pays": "✓ ", "poor": "… ", "bars": "✕ "}
VERDICTS: Final = {"pays": N_("may pay"), "poor": N_("too little in it"), "bars": N_("may not pay")}


class Action(NamedTuple):
    """A force and what it does: the nations of an Allied force, or one unit of the Republicans, and where Bonaparte is."""

    side: Literal["allied", "republican"] = "allied"
    nations: tuple[str, ...] = ("sardinian",)
    unit: str = "west"
    bonaparte: str = "with"
    does: str = "march"

    @property
    def force(self) -> str:
        """The force as the procedure takes it."""
        return ",".join(self.nations) if self.side == "allied" else self.unit


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


def check_action(action: Action) -> str:
    """Return why the action cannot be at all, from any purse; nothing where it can [4.4]."""
    is_battery = action.side == "republican" and action.unit == "battery"
    if action.does == "hasten" and is_battery:
        return _("Bonaparte's batteries may not be hastened, whoever pays. Hasten another unit. [4.4]")
    if action.does == "battery" and not is_battery:
        return _("That is no battery. Choose the Bonaparte battery to place one. [4.4]")
    return ""


def verdict(rules: Ruleset, purse: str, action: Action) -> Verdict:
    """Return whether a purse may pay for a force, and why [4.2a to 4.2f, T36]."""
    stacked, in_play = action.bonaparte == "with", action.bonaparte != "out"
    allowed = settled(can_pay, rules, purse, action.force, stacked, in_play).allowed
    name = titled(names.purse(purse))
    if allowed is None:
        return Verdict(
            allowed=True,
            words=_("{name} pays for the Reserves: the source does not say who does, and we let either wing. [T36]").format(name=name),
        )
    return Verdict(bool(allowed), (_why if allowed else _why_not)(purse, action).format(name=name))


def _why(purse: str, action: Action) -> str:
    if purse == "bonaparte":
        return (
            _("{name} pays for his batteries. [4.2a]") if action.unit == "battery" else _("{name} pays for those stacked with him. [4.2a]")
        )
    if action.side == "republican":
        return _("{name} pays for batteries too. [4.2b]") if action.unit == "battery" else _("{name} pays for its own wing. [T36]")
    if action.nations == (purse,):
        return _("{name} pays for its own. [T36]")
    if purse in action.nations:
        return _("{name} pays for the whole force, because its nation is in it. [4.2e]")
    if len(action.nations) > 1:
        return _("{name} always pays for Neapolitans and Sardinians, and so for a force with them in it. [4.2e] [4.2f]")
    return _("{name} always pays for Neapolitans and Sardinians. [4.2f]")


def _why_not(purse: str, action: Action) -> str:
    if purse == "bonaparte" and action.bonaparte == "out":
        return _("{name} is shut while he is out of play. [4.2c]")
    if purse == "bonaparte":
        return _("{name} pays only for batteries and for those stacked with him. [4.2a]")
    if action.side == "republican":
        rule = "[4.2b]" if action.unit == "battery" else "[T36]"
        return _("{name} does not pay for that unit. Take another purse.") + " " + rule
    if len(action.nations) > 1:
        return _("{name} does not pay: nobody of its nation is in the force. [4.2e]")
    return _("{name} does not pay for another nation. Put a unit of its own into the force, or take another purse. [4.2f] [T36]")


class Pressed(NamedTuple):
    """The last press on a purse: the action it was for, the purse, and whether it paid."""

    action: Action
    purse: str
    paid: bool


def action_of(state: State) -> Action:
    """Return the force that is chosen, and what it does."""
    return Action(state.side, state.nation, state.unit, state.bonaparte, state.does)


def left(state: State, purse: str) -> int:
    """Return what is in a purse."""
    return scale()[purse] - int(dict(state.spent).get(purse, 0))


def _act(state: State, what: str, value: str, session: Session) -> State | None:
    """Press a purse, or fill them again."""
    if what == "fill":
        return state.replace(spent=(), last=None)
    if what != "purse" or value not in PURSES or side_of(value) != state.side:
        return None
    action, op = action_of(state), price(session.rules, state.does)
    paid = not check_action(action) and verdict(session.rules, value, action).allowed and left(state, value) >= op
    if paid:
        spent = dict(state.spent)
        state = state.replace(spent=tuple(sorted({**spent, value: spent.get(value, 0) + op}.items())))
    return state.replace(last=Pressed(action, value, paid))


def _forget(_rules: Ruleset, state: State) -> State:
    """Forget the last press once the action is another one."""
    return state.replace(last=None) if state.last is not None and state.last.action != action_of(state) else state


def sentence(rules: Ruleset, state: State) -> str:
    """Return what the last press led to, or what is to be pressed."""
    action, last = action_of(state), state.last
    barred = check_action(action)
    if last is None:
        return barred or _("Press the purse that should pay.")
    found, op = verdict(rules, last.purse, action), price(rules, action.does)
    if last.paid:
        return _("Paid {op}. {why}").format(op=names.op(op), why=found.words)
    if barred or not found.allowed:
        return _("Refused. {why}").format(why=barred or found.words)
    words = _("Refused. {name} holds {had}, and this costs {op}. Take another purse, or fill them again. [4.2e]")
    return words.format(name=titled(names.purse(last.purse)), had=names.op(left(state, last.purse)), op=op)


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    is_allied, op = state.side == "allied", price(rules, state.does)
    yield Controls(rules, state, ("side",) if is_allied else ("side", "bonaparte"))
    yield Controls(rules, state, ("nation",), "") if is_allied else Controls(rules, state, ("unit",))
    yield Controls(rules, state, ("does",))
    words = _("It costs {op}, as printed [6.3].") if state.does == "enter" else _("It costs {op}, our own value [T38].")
    yield Note(words.format(op=names.op(op)), "pay-price", "price")
    yield Custom(_PURSES.format(joined(_purse(rules, purse, state, op) for purse in PURSES if side_of(purse) == state.side)))
    is_refused = state.last is not None and not state.last.paid
    yield Sentence(sentence(rules, state), kind="crowd-told is-over" if is_refused else "crowd-told is-fitting")
    yield Box("crowd-row", [Press("fill", _("Fill the purses again"))])


def _purse(rules: Ruleset, purse: str, state: State, op: int) -> Markup:
    action, had, nation = action_of(state), left(state, purse), nation_of(purse)
    is_barred = check_action(action) or not verdict(rules, purse, action).allowed
    kind = "bars" if is_barred else "pays" if had >= op else "poor"
    line = nation.ink if side_of(purse) == "republican" and purse in names.NATIONS else nation.fill
    label = _("{purse}, {op}, {verdict}").format(purse=titled(names.purse(purse)), op=names.op(had), verdict=VERDICTS[kind])
    return _PURSE.format(
        by=purse,
        kind=kind,
        label=label,
        letters=letters(purse),
        name=purse_words(purse),
        coins=joined(_COIN.format(fill=nation.fill, line=line) for _coin in range(had)),
        op=names.op(had),
        sign=_SIGNS[kind],
        verdict=VERDICTS[kind],
    )


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
        Value("last", None, is_stored=False),
    ),
    act=_act,
    settle=_forget,
    upgrade=lambda stored: {**stored, "nation": stored["nations"]},
)
