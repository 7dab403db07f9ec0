"""Pay an action: choose a force and what it does, then press a purse; it pays, or says by which rule it does not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, Literal, NamedTuple

from markupsafe import Markup

from rulesdemo.errors import InputError
from rulesdemo.games.toulon.operations import NATIONS, can_pay, entry_cost
from rulesdemo.games.toulon.play.state import PURSES, side_of
from rulesdemo.games.toulon.play.supplied import demo
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _
from widgets.games.toulon import names
from widgets.games.toulon.lessons.purses import purse_words
from widgets.kit.radio_row import radio_row
from widgets.play.session import Desk
from widgets.scene.shapes import BLUE, SHEET
from widgets.web.badges import joined
from widgets.web.phrases import titled, unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

GAME: Final = "toulon"
KEY: Final = "pay"
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
BONAPARTE: Final = (N_("Bo"), BLUE, SHEET)

_PANEL: Final = Markup(
    '<section class="pay" aria-labelledby="pay-title"><h3 id="pay-title">{title}</h3><div class="panel-controls">{side}{who}</div>{force}'
    '<div class="panel-controls">{does}</div><div class="pay-price">{price}</div><ul class="pay-purses" role="list">{purses}</ul>'
    '<div class="crowd-told {state}" role="status">{told}</div>'
    '<div class="crowd-row"><button type="button" id="pay-fill" data-do="extra" data-name="pay:fill" data-by="">{fill}</button></div>'
    "</section>"
)
_FORCE: Final = Markup(
    '<div class="crowd-row" role="group" aria-labelledby="pay-force"><span id="pay-force">{legend}</span>{nations}</div>'
)
_NATION: Final = Markup(
    '<button type="button" id="pay-nation-{by}" data-do="extra" data-name="pay:nation" data-by="{by}" aria-pressed="{on}">'
    "{letters}{words}</button>"
)
_LETTERS: Final = Markup('<b class="letters" style="background:{fill};color:{ink}" aria-hidden="true">{letters}</b> ')
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


START: Final = Action()
CHOICES: Final[Mapping[str, Mapping[str, str]]] = {"side": SIDES, "unit": UNITS, "bonaparte": WHERE, "does": DOES}


class Verdict(NamedTuple):
    """Whether a purse may pay, and the sentence with its rule."""

    allowed: bool
    words: str


@cache
def scale() -> Mapping[str, int]:
    """What is in the purses at first: the demonstration scale [T38]."""
    found: Mapping[str, int] = demo()["op_scale"]
    return found


def price(rules: Ruleset, does: str) -> int:
    """What an action costs; entering an enemy zone is printed, the others are demonstration values [6.3, T38]."""
    if does == "enter":
        return int(settled(entry_cost, rules, False, False).op)  # noqa: FBT003 - inputs of a procedure
    return int(demo()["numbers"][DEMO[does]])


def check_action(action: Action) -> str:
    """Why the action cannot be at all, whoever would pay; empty where it can [4.4]."""
    is_battery = action.side == "republican" and action.unit == "battery"
    if action.does == "hasten" and is_battery:
        return _("Bonaparte's batteries may not be hastened, whoever pays. Hasten another unit. [4.4]")
    if action.does == "battery" and not is_battery:
        return _("That is no battery. Choose the Bonaparte battery to place one. [4.4]")
    return ""


def verdict(rules: Ruleset, purse: str, action: Action) -> Verdict:
    """Whether a purse may pay for a force, and why [4.2a to 4.2f, T36]."""
    stacked, in_play = action.bonaparte == "with", action.bonaparte != "out"
    said = settled(can_pay, rules, purse, action.force, stacked, in_play).allowed
    name = titled(names.purse(purse))
    if said is None:
        return Verdict(
            allowed=True,
            words=_("{name} pays for the Reserves: the source does not say who does, and we let either wing. [T36]").format(name=name),
        )
    return Verdict(bool(said), (_why if said else _why_not)(purse, action).format(name=name))


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
    """What a press on a purse led to."""

    paid: bool
    words: str


NOTHING: Final = Pressed(paid=False, words="")


@dataclass(slots=True)
class Pay:
    """The panel: an action, what was spent from each purse, and what the last press led to."""

    action: Action = START
    spent: tuple[tuple[str, int], ...] = ()
    last: Pressed = NOTHING
    key: str = field(default=KEY, init=False)

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        return _told(desk.rules, self.action, self.spent, self.last)

    def act(self, what: str, value: str, desk: Desk) -> None:
        """Choose a force or what it does, press a purse, or fill them again."""
        if what in CHOICES and value in CHOICES[what]:
            self.action, self.last = Action(**{**self.action._asdict(), what: value}), NOTHING
        elif what == "nation" and value in NATIONS:
            chosen = set(self.action.nations) ^ {value}
            if not chosen:
                message = _("Somebody must be in the force. Choose another nation first.")
                raise InputError(message)
            self.action, self.last = self.action._replace(nations=tuple(nation for nation in NATIONS if nation in chosen)), NOTHING
        elif what == "purse" and value in PURSES and side_of(value) == self.action.side:
            self._press(value, desk.rules)
        elif what == "fill":
            self.spent, self.last = (), NOTHING
        else:
            raise unknown(f"{what} {value}")

    def _press(self, purse: str, rules: Ruleset) -> None:
        op, had, found = price(rules, self.action.does), left(self.spent, purse), verdict(rules, purse, self.action)
        barred = check_action(self.action)
        if barred or not found.allowed:
            self.last = Pressed(paid=False, words=_("Refused. {why}").format(why=barred or found.words))
        elif had < op:
            words = _("Refused. {name} holds {had}, and this costs {op}. Take another purse, or fill them again. [4.2e]")
            self.last = Pressed(paid=False, words=words.format(name=titled(names.purse(purse)), had=names.op(had), op=op))
        else:
            self.spent = tuple(sorted({**dict(self.spent), purse: dict(self.spent).get(purse, 0) + op}.items()))
            self.last = Pressed(paid=True, words=_("Paid {op}. {why}").format(op=names.op(op), why=found.words))

    def kept(self) -> Any:  # noqa: ANN401 - plain JSON
        """The action, and what was spent."""
        return {**self.action._asdict(), "nations": list(self.action.nations), "spent": dict(self.spent)}

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """Stand again as it was kept."""
        if not isinstance(kept, dict) or set(kept) != {*Action._fields, "spent"}:
            return
        nations, spent = kept["nations"], kept["spent"]
        is_known = all(isinstance(kept[name], str) and kept[name] in choices for name, choices in CHOICES.items())
        is_force = isinstance(nations, list) and bool(nations) and all(nation in NATIONS for nation in nations)
        is_spent = isinstance(spent, dict) and all(
            purse in PURSES and isinstance(op, int) and 0 <= op <= scale()[purse] for purse, op in spent.items()
        )
        if is_known and is_force and is_spent:
            self.action = Action(
                **{**{name: kept[name] for name in CHOICES}, "nations": tuple(each for each in NATIONS if each in nations)}
            )
            self.spent = tuple(sorted(spent.items()))


def left(spent: tuple[tuple[str, int], ...], purse: str) -> int:
    """What is in a purse."""
    return scale()[purse] - dict(spent).get(purse, 0)


@cached
def _told(rules: Ruleset, action: Action, spent: tuple[tuple[str, int], ...], last: Pressed) -> Markup:
    allied = action.side == "allied"
    does = {name: words for name, words in DOES.items() if name != "battery" or not allied}
    does = does if action.does in does else DOES
    op = price(rules, action.does)
    printed = action.does == "enter"
    price_words = _("It costs {op}, as printed [6.3].") if printed else _("It costs {op}: a value of ours [T38].")
    waiting = check_action(action) or _("Press the purse that shall pay.")
    return _PANEL.format(
        title=_("Who pays?"),
        side=radio_row(KEY, "side", _("Side"), SIDES, action.side),
        who="" if allied else radio_row(KEY, "bonaparte", _("Bonaparte is"), WHERE, action.bonaparte),
        force=_force(action),
        does=radio_row(KEY, "does", _("It is to"), does, action.does),
        price=cited(GAME, price_words.format(op=names.op(op)), "pay-price"),
        purses=joined(_purse(rules, purse, action, left(spent, purse), op) for purse in PURSES if side_of(purse) == action.side),
        state="is-fitting" if last.paid or not last.words else "is-over",
        told=cited(GAME, last.words or waiting, KEY),
        fill=_("Fill the purses again"),
    )


def _force(action: Action) -> Markup:
    if action.side == "republican":
        return Markup('<div class="panel-controls">{}</div>').format(radio_row(KEY, "unit", _("The unit"), UNITS, action.unit))
    return _FORCE.format(
        legend=_("In the force"),
        nations=joined(
            _NATION.format(
                by=nation, on="true" if nation in action.nations else "false", letters=_letters(nation), words=names.NATIONS[nation].name
            )
            for nation in NATIONS
        ),
    )


def _colours(purse: str) -> tuple[str, str, str]:
    """The letters of a purse, its colour, and the ink on it."""
    found = names.NATIONS.get(purse)
    return (found.letters, found.fill, found.ink) if found is not None else BONAPARTE


def _letters(purse: str) -> Markup:
    text, fill, ink = _colours(purse)
    return _LETTERS.format(fill=fill, ink=ink, letters=text)


def _purse(rules: Ruleset, purse: str, action: Action, had: int, op: int) -> Markup:
    found = verdict(rules, purse, action)
    kind = "bars" if check_action(action) or not found.allowed else "pays" if had >= op else "poor"
    _text, fill, ink = _colours(purse)
    line = ink if side_of(purse) == "republican" and purse in names.NATIONS else fill
    label = _("{purse}, {op}, {verdict}").format(purse=titled(names.purse(purse)), op=names.op(had), verdict=VERDICTS[kind])
    return _PURSE.format(
        by=purse,
        kind=kind,
        label=label,
        letters=_letters(purse),
        name=purse_words(purse),
        coins=joined(_COIN.format(fill=fill, line=line) for _coin in range(had)),
        op=names.op(had),
        sign=_SIGNS[kind],
        verdict=VERDICTS[kind],
    )
