"""A wall and whoever storms it: both sides as blocks, engines that double infantry, the column, the sum, and storm after storm."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, NamedTuple, cast

from markupsafe import Markup

from rulesdemo.errors import InputError
from rulesdemo.games.republic.assault import Assault, asked_ratio, assault, assault_drm, assault_ratio
from rulesdemo.games.republic.modifiers import command
from rulesdemo.games.republic.play.state import Position
from rulesdemo.games.republic.status import FROM_BEST_TO_WORST, StatusName
from rulesdemo.games.republic.storm import Storm, storm
from rulesdemo.odds.procedure import Played, play, replay
from rulesdemo.play.engine import Throw, settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _
from widgets.games.republic import names
from widgets.games.republic.lessons.siege import FALLS, HOLDS, assault_verdict, before_walls
from widgets.games.republic.panels.ruler import whole
from widgets.games.republic.panels.wall_picture import columns, picture
from widgets.games.republic.try_out.field import strip
from widgets.kit.bars import bars
from widgets.kit.odds_rows import Row, View
from widgets.kit.radio_row import radio_row
from widgets.kit.stepper import stepper
from widgets.kit.sum_table import Term, summed, total
from widgets.play.session import Desk
from widgets.web.badges import die, joined
from widgets.web.phrases import unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

GAME: Final = "republic"
LETTERS: Final = {letter: letter for letter in "ABCDE"}
INSIDE: Final = {"": N_("none"), **LETTERS}
WORDS: Final = {status: names.STATUS[status] for status in FROM_BEST_TO_WORST}
# The least and the most that the panel holds; no rule sets them, they are only wide enough.
LIMITS: Final = {"infantry": (1, 60), "other_sp": (0, 20), "defender": (1, 60), "engines": (0, 3), "legions": (0, 9), "naval": (-4, 4)}
SLIDING: Final = ("infantry", "defender")


class Siege(NamedTuple):
    """Both sides of a wall, and everything that moves the die."""

    infantry: int = 20
    other_sp: int = 0  # cavalry and elephants, which no engine doubles
    defender: int = 20
    engines: int = 1
    letter: str = "C"
    inside: str = ""  # the best letter among the leaders in the city
    status: StatusName = "fresh"
    legions: int = 0  # Double Legions under the Roman leader; 0 for whoever is no Roman
    naval: int = 0
    roma: bool = False


class Losses(NamedTuple):
    """The law of one storm: the city, and what each side loses."""

    falls: Fraction
    engine_lost: Fraction
    attacker: tuple[tuple[int, Fraction], ...]
    defender: tuple[tuple[int, Fraction], ...]


# -- what is counted -------------------------------------------------------------------------------------------------------------------


def terms(rules: Ruleset, siege: Siege) -> tuple[Term, ...]:
    """The modifiers in the order of the source; each is asked for alone."""
    found = settled(command, rules, siege.letter, siege.legions)
    better = better_of(siege)
    parts: tuple[tuple[str, tuple[Any, ...], str], ...] = (
        (
            _("Over command"),
            (found.excess,),
            _("{n} of {limit} Double Legions for letter {letter}").format(n=siege.legions, limit=found.limit, letter=siege.letter),
        ),
        (_("Status of the attackers"), (0, siege.status), names.STATUS[siege.status]),
        (_("Naval level at a port"), (0, "fresh", siege.naval), _("naval superiority (9.43), with its sign")),
        (_("Romans storm Roma"), (0, "fresh", 0, siege.roma), "" if siege.roma else _("no")),
        (
            _("Better battle letter"),
            (0, "fresh", 0, False, better),
            _("{a} against {b}").format(a=siege.letter, b=siege.inside) if siege.inside else _("no leader in the city"),
        ),
    )
    rule = "9.4-M"
    return tuple(Term(name, rule, settled(assault_drm, rules, *asked).drm or 0, why) for name, asked, why in parts)


def better_of(siege: Siege) -> str:
    """Whose leader has the better letter; without one in the city nobody has [R52]."""
    if not siege.inside or siege.inside == siege.letter:
        return "neither"
    return "attacker" if siege.letter < siege.inside else "defender"


def is_allowed(rules: Ruleset, siege: Siege) -> bool:
    """Whether the attackers' status lets them storm."""
    return bool(settled(assault_drm, rules, 0, siege.status).allowed)


def column_at(rules: Ruleset, siege: Siege) -> str | None:
    """The column of the table, None below the first."""
    return cast("str | None", settled(assault_ratio, rules, *_strengths(siege)).column)


def _strengths(siege: Siege) -> tuple[int, int, int, bool]:
    return siege.infantry, siege.defender, siege.other_sp, siege.engines > 0


def args_of(rules: Ruleset, siege: Siege) -> tuple[Any, ...]:
    """What the procedure of a storm is asked with."""
    return rules, *_strengths(siege), total(terms(rules, siege))


@cached
def law_of(rules: Ruleset, siege: Siege) -> Losses:
    """The exact law of a storm."""
    dist = storm.dist(*args_of(rules, siege))

    def lost(name: str) -> tuple[tuple[int, Fraction], ...]:
        return tuple(sorted((int(points), Fraction(chance)) for points, chance in dist.marginal(name).items()))

    return Losses(Fraction(dist.p(falls=True)), Fraction(dist.p(engine_lost=True)), lost("attacker_lost"), lost("defender_lost"))


def mean(law: tuple[tuple[int, Fraction], ...]) -> Fraction:
    """The average of a law of points."""
    return sum((points * chance for points, chance in law), Fraction(0))


def stormed(siege: Siege, outcome: Storm) -> Siege:
    """Both sides after a storm: cavalry and elephants go first, because no engine doubles them; a last point stays to look at."""
    other = min(siege.other_sp, outcome.attacker_lost)
    return siege._replace(
        infantry=max(LIMITS["infantry"][0], siege.infantry - (outcome.attacker_lost - other)),
        other_sp=siege.other_sp - other,
        defender=max(LIMITS["defender"][0], siege.defender - outcome.defender_lost),
        engines=siege.engines - outcome.engine_lost,
    )


# -- the panel -------------------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Wall:
    """The siege of the board until the reader changes anything, then his own; and the storms that he had made."""

    own: Siege | None = None
    thrown: Played[Storm] | None = None
    before: Siege | None = None  # how both sides stood when the dice fell
    storms: int = 0
    key: str = field(default="wall", init=False)
    _rules: Ruleset | None = field(default=None, init=False, repr=False)

    def shown(self, desk: Desk) -> Siege:
        """The siege that is shown."""
        return self.own if self.own is not None else of_position(desk.position, desk.selected)

    def act(self, what: str, value: str, desk: Desk) -> None:
        """A number, a letter, a status, a switch, a storm, or the board's siege again."""
        siege = self.shown(desk)
        if what == "follow":
            self.own = None
            self._take_up()
        elif what == "storm":
            self._storm(siege, desk)
        else:
            changed = _set(siege, what, value)
            if changed is None:
                raise unknown(what)
            self.own = changed
            self._take_up()

    def kept(self) -> list[Any] | None:
        """The reader's own siege."""
        return None if self.own is None else list(self.own)

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same again, if every value of it can be."""
        if isinstance(kept, list) and [type(each) for each in kept] == [type(each) for each in Siege()]:
            siege = Siege(*kept)
            if _is_sound(siege):
                self.own = siege

    def _storm(self, siege: Siege, desk: Desk) -> None:
        if not is_allowed(desk.rules, siege):
            message = _("A neutralised Force may not assault (8.55). Give it another status.")
            raise InputError(message)
        if self.thrown is not None and self.thrown.value.falls:
            message = _("The city is taken (9.4). Change anything to set out another siege, or take the one on the board.")
            raise InputError(message)
        self.thrown = play(storm, random.Random(desk.seed()), *args_of(desk.rules, siege))
        self.before, self.own = siege, stormed(siege, self.thrown.value)
        self.storms += 1

    def _take_up(self) -> None:
        self.thrown, self.before, self.storms = None, None, 0

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now; dice that were read under other rules are taken up."""
        if self._rules is not desk.rules:
            self._rules = desk.rules
            self._take_up()
        told = (self.before, self.thrown.faces) if self.thrown is not None and self.before is not None else None
        is_taken = self.thrown is not None and self.thrown.value.falls
        return _text(desk.rules, self.shown(desk), told, self.storms, is_own=self.own is not None, is_taken=is_taken)


def of_position(position: Position, name: str) -> Siege:
    """The siege of the Force in hand, or of the first that stands before a city; else the one that the panel begins with."""
    every = (name, *(force.id for force in position.there))
    found = next((pair for each in every if (pair := before_walls(position, each)) is not None), None)
    if found is None or found[1].strength is None:
        return Siege()
    force, city = found
    inside = position.inside(city)
    numbers = {
        "infantry": force.infantry,
        "other_sp": force.cavalry + force.elephants,
        "defender": city.strength or 0,
        "engines": force.engines,
        "legions": force.double_legions if force.roman else 0,
        "naval": city.naval if city.port else 0,
    }
    numbers["defender"] += sum(each.sp for each in inside)
    return Siege(
        **{each: min(max(number, LIMITS[each][0]), LIMITS[each][1]) for each, number in numbers.items()},
        letter=force.leader.letter,
        inside=min((each.leader.letter for each in inside), default=""),
        status=force.status,
        roma=city.roma and force.roman,
    )


def _is_sound(siege: Siege) -> bool:
    return (
        all(low <= getattr(siege, name) <= high for name, (low, high) in LIMITS.items())
        and siege.letter in LETTERS
        and siege.inside in INSIDE
        and siege.status in FROM_BEST_TO_WORST
    )


def _set(siege: Siege, what: str, value: str) -> Siege | None:
    """The siege with one thing changed; None where there is no such thing."""
    name, number = what.removesuffix(".at"), whole(value)
    if what == "roma":
        return siege._replace(roma=not siege.roma)
    if what == "marker":
        return siege._replace(engines=0 if siege.engines else 1)
    words = {"letter": LETTERS, "inside": INSIDE, "status": WORDS}
    changes: dict[str, Any] = {}
    if what in words and value in words[what]:
        changes = {what: value}
    elif name in LIMITS and number is not None:
        low, high = LIMITS[name]
        if what.endswith(".at") and low <= number <= high:
            changes = {name: number}
        elif what == name and number in (-1, 1):
            changes = {name: min(max(getattr(siege, name) + number, low), high)}
    return siege._replace(**changes) if changes else None


# -- as text ---------------------------------------------------------------------------------------------------------------------------

_PANEL: Final = Markup(
    '<section class="wall" aria-labelledby="wall-title"><h3 id="wall-title">{title}</h3>{picture}'
    '<div class="wall-fields">{fields}</div><div class="panel-said" role="status">{said}</div>{columns}'
    '<div class="wall-both"><div><h4>{sum_title}</h4>{sum}{strip}</div><div class="odds">{odds}</div></div>'
    '<div class="leaders-throw"><button type="button" class="first" id="wall-storm" data-do="extra" data-name="wall:storm"{off}>{storm}'
    '</button><div class="leaders-said" role="status">{rolled}</div></div><div class="wall-losses odds">{losses}</div></section>'
)
_BUTTON: Final = Markup('<button type="button" id="wall-follow" data-do="extra" data-name="wall:follow"{off}>{words}</button>')
_TOGGLE: Final = Markup(
    '<button type="button" class="toggle" id="wall-{what}" data-do="extra" data-name="wall:{what}" aria-pressed="{on}">'
    '<span class="toggle-sign" aria-hidden="true">{sign}</span>{words}</button>'
)
_SIDE: Final = Markup('<fieldset class="wall-side is-{side}"><legend>{name}</legend><div class="wall-row">{inside}</div></fieldset>')
_OFF: Final = Markup(" disabled")


def toggle(what: str, words: str, *, is_on: bool) -> Markup:
    """A switch of the panel."""
    return _TOGGLE.format(what=what, on="true" if is_on else "false", sign="✓" if is_on else "+", words=words)


@cached
def _text(rules: Ruleset, siege: Siege, told: tuple[Siege, tuple[int, ...]] | None, storms: int, *, is_own: bool, is_taken: bool) -> Markup:
    parts, allowed = terms(rules, siege), is_allowed(rules, siege)
    found = settled(assault_ratio, rules, *_strengths(siege))
    need = rules.table("assault").at(found.column) if found.column is not None else None
    drm = total(parts)
    good = tuple(need is not None and face + drm >= need for face in range(10))
    fall, hold = (each.lower() for each in (FALLS, HOLDS))
    return _PANEL.format(
        title=_("The wall"),
        picture=picture(siege.infantry, siege.other_sp, siege.defender, found.attacker_sp, has_engines=siege.engines > 0),
        fields=_fields(siege, is_own=is_own),
        said=cited(GAME, _said(siege, found.attacker_sp, found.column, need), "wall-said"),
        columns=columns(rules, found.column, drm),
        sum_title=_("The assault die"),
        sum=summed(GAME, "wall-sum", _("The modifiers of the assault; a plus favours the attacker"), parts),
        strip=strip(good, tuple(face + drm for face in range(10)), (_("The ten faces"), _("Means"), fall, hold)),
        odds=_odds(rules, siege) if allowed else _refused(),
        off="" if allowed and not is_taken else _OFF,
        storm=_("The city is taken") if is_taken else _("Storm again") if storms else _("Storm it"),
        rolled=_rolled(rules, told, storms),
        losses=_losses(rules, siege) if allowed else "",
    )


def _fields(siege: Siege, *, is_own: bool) -> Markup:
    def number(name: str, words: str) -> Markup:
        return stepper("wall", name, words, getattr(siege, name), LIMITS[name], slides=name in SLIDING)

    ours = number("infantry", _("Infantry")) + number("other_sp", _("Cavalry and elephants"))
    ours += toggle("marker", _("Siege engines"), is_on=siege.engines > 0)
    ours += radio_row("wall", "letter", _("Leader's letter"), LETTERS, siege.letter)
    ours += radio_row("wall", "status", _("Status"), WORDS, siege.status)
    ours += number("legions", _("Double Legions, if Roman"))
    theirs = number("defender", _("Walls and garrison")) + radio_row("wall", "inside", _("Best letter inside"), INSIDE, siege.inside)
    theirs += number("naval", _("Naval level at a port"))
    theirs += toggle("roma", _("The city is Roma, stormed by Romans"), is_on=siege.roma)
    theirs += _BUTTON.format(words=_("Take the siege on the board"), off="" if is_own else _OFF)
    return _SIDE.format(side="attacker", name=_("Before the walls"), inside=ours) + _SIDE.format(
        side="defender", name=_("Inside"), inside=theirs
    )


def _said(siege: Siege, strength: int, column: str | None, need: int | None) -> str:
    if siege.engines:
        counted = _("Engines count the infantry twice: {n} and {other} make {sp} against {theirs}. [9.4-S]").format(
            n=strength - siege.other_sp, other=siege.other_sp, sp=strength, theirs=siege.defender
        )
        if not siege.other_sp:
            counted = _("Engines count the infantry twice: {sp} against {theirs}. [9.4-S]").format(sp=strength, theirs=siege.defender)
    else:
        counted = _("{sp} against {theirs}.").format(sp=strength, theirs=siege.defender)
    if column is None:
        return f"{counted} {_('That is less than 1-2, and the assault fails whatever the die shows. [9.4] [R31]')}"
    return f"{counted} {_('That is {column}, and takes {n} or more. [9.4] [R4]').format(column=column, n=need)}"


def _odds(rules: Ruleset, siege: Siege) -> Markup:
    """The city, and what it would be with the engines the other way."""
    law = law_of(rules, siege)
    other = law_of(rules, siege._replace(engines=0 if siege.engines else 1)).falls
    rows = (Row(FALLS, FALLS, FALLS, law.falls, "best"), Row(HOLDS, HOLDS, HOLDS, 1 - law.falls, "third"))
    was = {FALLS: other, HOLDS: 1 - other} if other != law.falls else {}
    text = bars(View("", rows, title=_("The city")), "wall-odds", was=was)
    if was:
        words = _("Where it says was: without engines. [9.4-S]") if siege.engines else _("Where it says was: with engines. [9.4-S]")
        text += Markup('<div class="wall-note">{}</div>').format(cited(GAME, words, "wall-note"))
    if siege.engines:
        gone, stay = _("An engine is lost"), _("No engine is lost")
        rows = (Row(stay, stay, stay, 1 - law.engine_lost, "best"), Row(gone, gone, gone, law.engine_lost, "third"))
        text += bars(View("", rows, title=_("The engines")), "wall-engines")
    return text


def _refused() -> Markup:
    words = _("Refused. A neutralised Force may not assault. Give it another status. [8.55]")
    return Markup('<h4>{}</h4><div class="is-refused">{}</div>').format(_("The city"), cited(GAME, words, "wall-refused"))


def _losses(rules: Ruleset, siege: Siege) -> Markup:
    law = law_of(rules, siege)
    views = (
        (_("The attacker loses, in strength points"), law.attacker, "ours"),
        (_("The defender loses, in strength points"), law.defender, "theirs"),
    )
    return joined(
        Markup("<div>{}</div>").format(
            bars(View("lost", tuple(Row(n, str(n), str(n), p, "best") for n, p in each), mean(each), title=title), f"wall-{key}")
        )
        for title, each, key in views
    )


def _rolled(rules: Ruleset, told: tuple[Siege, tuple[int, ...]] | None, storms: int) -> Markup:
    if told is None:
        return Markup('<p class="quiet">{}</p>').format(_("Three dice: the assault, then one for each side's losses."))
    before, faces = told
    outcome = replay(storm, faces, *args_of(rules, before)).value
    found = settled(assault_ratio, rules, *_strengths(before))
    args = (rules, asked_ratio(found, before.defender), total(terms(rules, before)))
    result: Assault = replay(assault, faces, *args).value
    shown = result._replace(engine_lost=outcome.engine_lost)
    lost = _("In strength points: {a} and {d}. [8.34]").format(a=outcome.attacker_lost, d=outcome.defender_lost)
    words = f"{_('Storm {n}.').format(n=storms)} {assault_verdict(Throw(assault, args, shown), faces)} {lost}"
    label = _("Dice {faces}").format(faces=", ".join(map(str, faces)))
    dice = joined(die(face, pips=False) for face in faces)
    return Markup('<span class="leaders-dice" role="img" aria-label="{}">{}</span><div>{}</div>').format(
        label, dice, cited(GAME, words, "wall-rolled")
    )
