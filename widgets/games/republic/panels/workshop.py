"""The workshop: two Forces and a city of the reader's, and the steps of their campaign, with every die and rule of each in a log."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.errors import InputError
from rulesdemo.games.republic.status import FROM_BEST_TO_WORST
from rulesdemo.play.log import Line
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.games.republic import names
from widgets.games.republic.lessons.adding import rivals
from widgets.games.republic.panels.camp import (
    CDI,
    CITY,
    GAME,
    LIMITS,
    NAMES,
    SIDES,
    STEPS,
    TOWN_LIMITS,
    Camp,
    Host,
    changed,
    of_forces,
    packed,
    stepped,
    take,
    told,
    unpacked,
)
from widgets.games.republic.panels.diagram import FLAGS, LETTERS, TERRAIN
from widgets.games.republic.panels.pairs import Pairs
from widgets.games.republic.panels.pairs import changed as with_row
from widgets.kit.radio_row import radio_row
from widgets.kit.stepper import stepper
from widgets.play.log_view import LogView
from widgets.play.session import Desk
from widgets.web.badges import joined
from widgets.web.phrases import unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

KEY: Final = "camp"
SPEND: Final = (0, 9)
MOST_BACK: Final = 20  # steps that can be taken back
MOST_LINES: Final = 400
SLIDING: Final = ("infantry", "cavalry")
OWNERS: Final = {"roman": N_("Rome"), "other": N_("the enemies of Rome")}
SIDE_WORDS: Final = {"roman": N_("The Romans"), "other": N_("The enemies of Rome")}
STEP_WORDS: Final = {
    "battle": N_("Fight the battle"),
    "assault": N_("Storm {city}"),
    "treachery": N_("Have its gates opened"),
    "surrender": N_("Call on it to surrender"),
}

_PANEL: Final = Markup(
    '<section class="workshop" aria-labelledby="camp-title"><h3 id="camp-title">{title}</h3>'
    '<div class="panel-controls">{from_board}{back}{anew}</div><div class="diagram-boxes">{boxes}</div>'
    '<div class="panel-controls">{controls}</div><div class="diagram-flags" role="group" aria-label="{came}">{flags}</div>{city}'
    '<div class="workshop-steps" role="group" aria-label="{steps_label}">{steps}</div>'
    '<div class="panel-said" role="status">{said}</div>{log}</section>'
)
_BOX: Final = Markup(
    '<fieldset class="diagram-box is-{role}"><legend>{name}, {role_words}</legend><div class="diagram-sp"><b>{sp}</b>'
    '<span>{words}</span></div><div class="diagram-fields">{fields}</div></fieldset>'
)
_CITY: Final = Markup(
    '<fieldset class="diagram-box workshop-city"><legend>{name}</legend><div class="diagram-fields">{fields}</div></fieldset>'
)
_BUTTON: Final = Markup(
    '<button type="button" class="{kind}" id="camp-{key}" data-do="extra" data-name="camp:{what}" data-by="{by}"{off}>{words}</button>'
)
_TOGGLE: Final = Markup(
    '<button type="button" class="toggle" id="camp-{key}" data-do="extra" data-name="camp:{what}" data-by="{by}" aria-pressed="{on}">'
    '<span class="toggle-sign" aria-hidden="true">{sign}</span>{words}</button>'
)
_OFF: Final = Markup(" disabled")


@dataclass(slots=True)
class Workshop:
    """What was built and fought so far; a row of the battle table that the map of pairs changes counts here too."""

    table: Pairs | None = None
    camp: Camp = field(default_factory=Camp)
    spend: int = 1
    steps: int = 0
    log: tuple[Line, ...] = ()
    back: tuple[tuple[Camp, int, tuple[Line, ...]], ...] = ()
    key: str = field(default=KEY, init=False)

    def rules(self, desk: Desk) -> Ruleset:
        """The rules of the desk, with the row that the reader has changed in thought."""
        table = self.table
        return desk.rules if table is None or not table.to else with_row(desk.rules, table.row, table.to)

    def act(self, what: str, value: str, desk: Desk) -> None:
        """Build, take a step, or take one back."""
        if what == "step" and value in STEPS:
            self._take(value, desk)
        elif what == "back" and self.back:
            (self.camp, self.steps, self.log), self.back = self.back[-1], self.back[:-1]
        elif what == "anew":
            self._turn_to(Camp())
        elif what == "board":
            self._turn_to(of_board(desk))
        elif what == "spend" and (number := stepped(self.spend, SPEND, value)) is not None:
            self.spend = number
        elif (camp := changed(self.camp, what, value)) is not None:
            self.camp = camp
        else:
            raise unknown(what)

    def _take(self, kind: str, desk: Desk) -> None:
        step = take(self.camp, kind, self.spend, self.rules(desk), random.Random(desk.seed()))
        self._remember()
        self.steps += 1
        self.camp = step.camp
        told = tuple(line._replace(turn=self.steps, step=self.steps) for line in step.told)
        self.log = (*self.log, *told)[-MOST_LINES:]

    def _turn_to(self, camp: Camp) -> None:
        self._remember()
        self.camp, self.steps, self.log = camp, 0, ()

    def _remember(self) -> None:
        self.back = (*self.back, (self.camp, self.steps, self.log))[-MOST_BACK:]

    def kept(self) -> list[Any]:
        """The Forces as they stand, and how many steps it took; the log is not kept."""
        return [packed(self.camp), self.spend, self.steps]

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same again, if every value of it can be."""
        if not isinstance(kept, list) or len(kept) != len(self.kept()):
            return
        camp, spend, steps = unpacked(kept[0]), kept[1], kept[2]
        if camp is not None and type(spend) is int and SPEND[0] <= spend <= SPEND[1] and type(steps) is int and steps >= 0:
            self.camp, self.spend, self.steps = camp, spend, steps

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        has_board = rivals(desk.position, desk.selected) is not None
        return _text(self.camp, self.spend, self.steps, self.log, has_back=bool(self.back), has_board=has_board)


def of_board(desk: Desk) -> Camp:
    """The Force in hand on the board and the enemy nearest to it."""
    pair = rivals(desk.position, desk.selected)
    if pair is None:
        message = _("No two enemies stand in the open on the board. Build your own Forces, or go on with the game first.")
        raise InputError(message)
    ours, theirs = pair
    return of_forces(ours, theirs, desk.position.scenario.ground.terrain[theirs.at])


# -- as text ---------------------------------------------------------------------------------------------------------------------------


@cached
def _text(camp: Camp, spend: int, steps: int, log: tuple[Line, ...], *, has_back: bool, has_board: bool) -> Markup:
    controls = radio_row(KEY, "attacker", _("Who attacks"), SIDE_WORDS, camp.attacker)
    controls += radio_row(KEY, "terrain", _("Ground"), TERRAIN, camp.terrain)
    controls += _toggle("major", "major", "", _("A victory is a major one"), on=camp.major)
    flags = joined(_toggle(f"flag-{name}", "flag", name, words, on=name in camp.flags) for name, words in FLAGS.items())
    return _PANEL.format(
        title=_("Two Forces of your own"),
        from_board=_button("board", "board", "", _("Take the Forces on the board"), off=not has_board),
        back=_button("back", "back", "", _("A step back"), off=not has_back),
        anew=_button("anew", "anew", "", _("All anew")),
        boxes=joined(_box(camp, side) for side in SIDES),
        controls=controls,
        came=_("How they came to battle"),
        flags=flags,
        city=_city(camp, spend),
        steps_label=_("The next step of the campaign"),
        steps=joined(
            _button(f"step-{kind}", "step", kind, words.format(city=CITY), kind="first" if kind == "battle" else "")
            for kind, words in STEP_WORDS.items()
        ),
        said=_said(camp, steps),
        log=LogView(GAME, log, title=_("Every step with its rule"), key="camp-log", most=24).html() if log else "",
    )


def _button(key: str, what: str, by: str, words: str, *, kind: str = "", off: bool = False) -> Markup:
    return _BUTTON.format(kind=kind, key=key, what=what, by=by, words=words, off=_OFF if off else "")


def _toggle(key: str, what: str, by: str, words: str, *, on: bool) -> Markup:
    return _TOGGLE.format(key=key, what=what, by=by, on="true" if on else "false", sign="✓" if on else "+", words=words)


def _box(camp: Camp, side: Any) -> Markup:  # noqa: ANN401 - one of both sides
    host: Host = camp.host(side)
    role = "attacker" if side == camp.attacker else "defender"
    words = {
        "infantry": _("Infantry"),
        "cavalry": _("Cavalry"),
        "elephants": _("Elephants"),
        "cv": _("Campaign value"),
        "vm": _("Survival rating"),
        "cunning": _("Cunning points"),
        "subordinates": _("Subordinates' points"),
        "engines": _("Siege engines"),
        **({"legions": _("Double Legions"), "veterans": _("Veteran legions")} if side == "roman" else {"elite": _("Elite kinds")}),
    }
    fields = [
        stepper(KEY, f"{side}.{name}", word, getattr(host, name), LIMITS[name], slides=name in SLIDING) for name, word in words.items()
    ]
    fields.append(radio_row(KEY, f"{side}.letter", _("Leader's letter"), LETTERS, host.letter))
    fields.append(radio_row(KEY, f"{side}.status", _("Status"), {each: names.STATUS[each] for each in FROM_BEST_TO_WORST}, host.status))
    return _BOX.format(
        role=role,
        name=NAMES[side],
        role_words=_("attacks") if role == "attacker" else _("defends"),
        sp=host.sp,
        words=_("strength points: {troops}").format(troops=names.troops(host.infantry, host.cavalry, host.elephants)),
        fields=joined(fields),
    )


def _city(camp: Camp, spend: int) -> Markup:
    town = camp.town
    words = {
        "walls": _("Walls and garrison"),
        "siege_defence": _("Siege defence"),
        "cunning": _("Cunning points inside"),
        "naval": _("Naval level, if a port"),
    }
    fields = [
        radio_row(KEY, "town.owner", _("Held by"), SIDE_WORDS, town.owner),
        radio_row(KEY, "town.cdi", _("Intrinsic defence"), CDI, town.cdi),
    ]
    fields += [stepper(KEY, f"town.{name}", word, getattr(town, name), TOWN_LIMITS[name]) for name, word in words.items()]
    fields.append(_toggle("town-manned", "town.manned", "", _("The defending Force is inside"), on=town.manned))
    fields.append(stepper(KEY, "spend", _("Points spent on the gates"), spend, SPEND))
    return _CITY.format(name=_("{city}, a city in the hex").format(city=CITY), fields=joined(fields))


def _said(camp: Camp, steps: int) -> Markup:
    if camp.is_over:
        words = _("A Force has no infantry left, and the campaign is over. Go a step back, or build anew.")
    elif not steps:
        words = _("Build both Forces. Then take a step: losses, statuses and leaders are carried on to the next. [8.54] [8.6]")
    else:
        words = ngettext("{n} step is behind them.", "{n} steps are behind them.", steps).format(n=steps)
        forces = "; ".join(told(camp, side) for side in SIDES)
        words += " " + _("{forces}. {city} is held by {owner}.").format(forces=forces, city=CITY, owner=OWNERS[camp.town.owner])
    return cited(GAME, words, "camp-said")
