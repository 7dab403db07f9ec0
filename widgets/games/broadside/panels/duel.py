"""The panel of the duel: two ships, the exact chances to have won and lost after each turn, and a duel fought turn by turn beside them.

The ships are those on the board, until the reader makes others.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.errors import InputError
from rulesdemo.games.broadside.hull import Hulls, is_decided
from rulesdemo.games.broadside.play.state import Position
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _, ngettext
from widgets.games.broadside.panels.duels import (
    FACES,
    FATES,
    FORCES,
    HULLS,
    LONGEST,
    MOST_TURNS,
    USUAL,
    Duel,
    Faces,
    Side,
    fates_of,
    fought,
    from_here,
    many,
    read_duel,
    standings,
    throw,
    turn_words,
)
from widgets.kit import outcome_columns
from widgets.kit.radio_row import picked, radio_row
from widgets.kit.stepper import stepper
from widgets.play.session import Desk
from widgets.web.badges import joined, mark
from widgets.web.phrases import unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

GAME: Final = "broadside"
KEY: Final = "duel"
MANY: Final = 200
NAMES: Final = ("Aurore", "Lion")

_PANEL: Final = Markup(
    '<section class="blaze duel" aria-labelledby="duel-title"><div class="odds-head"><h3 id="duel-title">{title}</h3>{mark}</div>'
    '<div class="blaze-parts"><div class="blaze-side">{controls}</div><div class="blaze-main">{law}{story}</div></div></section>'
)
_CONTROLS: Final = Markup(
    '<p class="blaze-who" role="status">{who}</p>{ships}{first}'
    '<button type="button" id="duel-board" data-do="extra" data-name="duel:board" data-by=""{off}>{again}</button>'
)
_SHIP: Final = Markup('<div class="duel-ship" role="group" aria-label="{name}"><h4>{name}</h4>{force}{hull}</div>')
_LAW: Final = Markup('{turns}<h4>{when}</h4>{now}{chart}<div class="quiet">{note}</div>{table}')
_STORY: Final = Markup(
    '<h4 id="duel-story">{title}</h4><div class="duel-hulls">{hulls}</div><div class="duel-buttons">{buttons}</div>'
    '<details class="fold" id="duel-typed"><summary>{type_dice}</summary><div class="duel-dice">{dice}</div></details>'
    '<div class="panel-said" role="status">{said}</div>{here}{log}{many}'
)
_BUTTON: Final = Markup(
    '<button type="button" id="duel-{what}" data-do="extra" data-name="duel:{what}" data-by=""{kind}{off}>{words}</button>'
)
_HULL: Final = Markup(
    '<p class="duel-hull"><b>{name}</b><span class="duel-boxes" aria-hidden="true">{boxes}</span><span>{words}</span></p>'
)
_SECTION: Final = Markup('<span class="duel-section">{}</span>')
_BOX: Final = Markup('<i class="{}"></i>')
_LOG: Final = Markup('<ol class="sky-log duel-log" reversed>{lines}</ol>')
_LINE: Final = Markup("<li><b>{when}</b> <span>{what}</span></li>")
_MANY: Final = Markup('<p class="duel-many">{}</p>')
_OFF: Final = Markup(" disabled")
_FIRST: Final = Markup(' class="first"')


@dataclass(slots=True)
class DuelPanel:
    """The ships that are asked about, None for those on the board; the turn that is looked at; and the dice that were thrown."""

    own: Duel | None = None
    turns: int = 3
    thrown: tuple[Faces, ...] = ()
    typed: Faces = (4, 4)
    many: tuple[tuple[str, int], ...] = ()
    about: Duel = USUAL  # the ships that those dice were thrown for
    key: str = field(default=KEY, init=False)

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        who, duel = self._asked(desk)
        thrown, ended = (self.thrown, self.many) if self.about == duel else ((), ())
        return _PANEL.format(
            title=_("Broadside after broadside"),
            mark=mark("ruling"),
            controls=_controls(who, duel, is_own=self.own is not None),
            law=_law(desk.rules, who, duel, self.turns),
            story=_story(desk.rules, who, duel, thrown, self.typed, ended),
        )

    # -- what a reader can do --------------------------------------------------------------------------------------------------------

    def act(self, what: str, value: str, desk: Desk) -> None:
        """Other ships, another turn to look at, or a turn that is fought."""
        _who, duel = self._asked(desk)
        if self.about != duel:
            self.about, self.thrown, self.many = duel, (), ()
        if what == "turns" and value in ("1", "-1"):
            self.turns = max(0, min(MOST_TURNS, self.turns + int(value)))
        elif what in ("die_a", "die_b"):
            face = picked(value, FACES)
            self.typed = (face, self.typed[1]) if what == "die_a" else (self.typed[0], face)
        elif what == "again":
            self.thrown = ()
        elif what == "many":
            self.many = tuple(many(desk.rules, duel, MANY, random.Random(desk.seed())).items())
        elif what in ("fire", "use", "end"):
            self._fire(what, desk)
        else:
            self.own = _changed(what, value, duel)

    def _fire(self, what: str, desk: Desk) -> None:
        """A turn with thrown or with typed dice, or all turns to the end."""
        rules, rng = desk.rules, random.Random(desk.seed())
        if self._is_over(rules):
            message = _("This duel is over. Begin another one.")
            raise InputError(message)
        while True:
            told = fought(rules, self.about, self.thrown)
            hulls = told[-1].hulls if told else self.about.full
            faces = self.typed if what == "use" else throw(rules, self.about, hulls, len(told), rng)
            self.thrown = (*self.thrown, faces)
            if what != "end" or self._is_over(rules):
                return

    def _is_over(self, rules: Ruleset) -> bool:
        told = fought(rules, self.about, self.thrown)
        return len(told) >= LONGEST or bool(told and is_decided(told[-1].hulls))

    def _asked(self, desk: Desk) -> tuple[tuple[str, str], Duel]:
        """The names and the ships: the reader's own, or the two of the board as their cards have them."""
        position: Position = desk.position
        if self.own is None and len(position.ships) == len(NAMES):
            a, b = position.ships
            found = read_duel([a.short, "+".join(map(str, a.sections)), b.short, "+".join(map(str, b.sections)), True])
            if found is not None:
                return (a.name, b.name), found
        return NAMES, self.own or USUAL

    # -- what the browser keeps ------------------------------------------------------------------------------------------------------

    def kept(self) -> dict[str, Any]:
        """The ships, the turn that is looked at, and the dice that were thrown."""
        own = None if self.own is None else _plain(self.own)
        return {"own": own, "turns": self.turns, "about": _plain(self.about), "thrown": [list(faces) for faces in self.thrown]}

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same again, where there can be such ships and such dice."""
        if not isinstance(kept, dict) or type(kept.get("turns")) is not int or not 0 <= kept["turns"] <= MOST_TURNS:
            return
        own, about = read_duel(kept.get("own")), read_duel(kept.get("about"))
        if about is None or (own is None) != (kept.get("own") is None):
            return
        thrown = kept.get("thrown")
        if isinstance(thrown, list) and len(thrown) <= LONGEST and all(_are_faces(faces) for faces in thrown):
            self.own, self.turns, self.about = own, kept["turns"], about
            self.thrown = tuple((faces[0], faces[1]) for faces in thrown)


def _plain(duel: Duel) -> list[Any]:
    return [*duel.a, *duel.b, duel.is_first]


def _are_faces(faces: Any) -> bool:  # noqa: ANN401 - whatever a browser brings
    return isinstance(faces, list) and len(faces) == len(NAMES) and all(type(face) is int and face in FACES for face in faces)


def _changed(what: str, value: str, duel: Duel) -> Duel | None:
    """The ships after a change of one of them; None for those of the board again."""
    name, _colon, part = what.partition("_")
    if what == "board":
        return None
    if what == "first" and value in ("0", "1"):
        return duel._replace(is_first=value == "1")
    if name in ("a", "b"):
        side: Side = duel.a if name == "a" else duel.b
        low, high = FORCES
        after = None
        if part == "force" and value in ("1", "-1"):
            after = side._replace(force=max(low, min(high, side.force + int(value))))
        elif part == "hull" and value in HULLS:
            after = side._replace(hull=value)
        if after is not None:
            return duel._replace(a=after) if name == "a" else duel._replace(b=after)
    raise unknown(what)


# -- words and drawings ------------------------------------------------------------------------------------------------------------------


@cached
def _controls(who: tuple[str, str], duel: Duel, *, is_own: bool) -> Markup:
    sides = {"a": (who[0], duel.a), "b": (who[1], duel.b)}
    ships = joined(
        _SHIP.format(
            name=name,
            force=stepper(KEY, f"{key}_force", _("Force of {ship}").format(ship=name), side.force, FORCES),
            hull=radio_row(KEY, f"{key}_hull", _("Hull sections of {ship}").format(ship=name), {each: each for each in HULLS}, side.hull),
        )
        for key, (name, side) in sides.items()
    )
    return _CONTROLS.format(
        who=_("Ships of your own.") if is_own else _("The ships of the board, as they began."),
        ships=ships,
        first=radio_row(KEY, "first", _("First broadside"), {1: _("to come"), 0: _("fired")}, int(duel.is_first)),
        off="" if is_own else _OFF,
        again=_("As on the board"),
    )


@cached
def _law(rules: Ruleset, who: tuple[str, str], duel: Duel, turns: int) -> Markup:
    names, every = fates_of(who), [dict(law) for law in standings(rules, duel)]
    when = ngettext("After {n} turn", "After {n} turns", turns).format(n=turns) if turns else _("Before the first shot")
    heads = [_("Turns"), *(fate.name for fate in names.values())]
    rows = [(str(place), [law[fate] for fate in FATES]) for place, law in enumerate(every)]
    note = _("Both fire in every turn, and both at once. [SEQ] [B41] A lost section lowers the force. [T9] Critical hits are left aside.")
    return _LAW.format(
        turns=stepper(KEY, "turns", _("Turns fought"), turns, (0, MOST_TURNS)),
        when=when,
        now=outcome_columns.bar("duel-now", when, names, every[turns]),
        chart=outcome_columns.columns(_("By turns."), names, every, turns),
        note=cited(GAME, note, "duel-note"),
        table=outcome_columns.folded(KEY, _("Every chance as a fraction"), heads, rows),
    )


@cached
def _story(
    rules: Ruleset, who: tuple[str, str], duel: Duel, thrown: tuple[Faces, ...], typed: Faces, ended: tuple[tuple[str, int], ...]
) -> Markup:
    told = fought(rules, duel, thrown)
    hulls = told[-1].hulls if told else duel.full
    is_over = is_decided(hulls) or len(told) >= LONGEST
    said = turn_words(rules, duel, who, told[-1]) if told else _("Nobody has fired yet. Fire a turn, or fight to the end.")
    older = [(place, fired) for place, fired in enumerate(told[:-1], start=1)]
    log = joined(
        _LINE.format(when=_("Turn {n}").format(n=place), what=cited(GAME, turn_words(rules, duel, who, fired), f"duel-log-{place}"))
        for place, fired in reversed(older)
    )
    here = _("In the end, from here") if told else _("In the end")
    names = {fate: each for fate, each in fates_of(who).items() if fate != "none"}
    return _STORY.format(
        title=_("Fight one: turn {n}").format(n=len(told)) if told else _("Fight one"),
        hulls=joined(_hull(*each) for each in zip(who, (duel.a, duel.b), hulls, strict=True)),
        buttons=_buttons(is_over=is_over, is_begun=bool(told)),
        type_dice=_("Use dice of your own"),
        dice=joined(
            radio_row(KEY, f"die_{key}", _("Die of {ship}").format(ship=name), FACES, face)
            for key, name, face in zip(("a", "b"), who, typed, strict=True)
        )
        + _button("use", _("Fire with these"), is_off=is_over),
        said=cited(GAME, said, "duel-said"),
        here=Markup("<h4>{}</h4>{}").format(here, _end_bar(here, names, rules, duel, hulls, len(told))) if not is_decided(hulls) else "",
        log=_LOG.format(lines=log) if older else "",
        many=_many(rules, names, duel, ended),
    )


def _end_bar(title: str, names: dict[str, outcome_columns.Fate], rules: Ruleset, duel: Duel, hulls: Hulls, turn: int) -> Markup:
    return outcome_columns.bar("duel-here", title, names, dict(from_here(rules, duel, hulls, turn)))


def _buttons(*, is_over: bool, is_begun: bool) -> Markup:
    return joined(
        (
            _button("fire", _("Fire one turn"), is_off=is_over, is_first=True),
            _button("end", _("Fight to the end"), is_off=is_over),
            _button("again", _("Begin another"), is_off=not is_begun),
            _button("many", _("Fight {n} duels").format(n=MANY)),
        )
    )


def _button(what: str, words: str, *, is_off: bool = False, is_first: bool = False) -> Markup:
    return _BUTTON.format(what=what, words=words, kind=_FIRST if is_first else "", off=_OFF if is_off else "")


def _hull(name: str, side: Side, hull: int) -> Markup:
    """Her boxes, section by section; they are emptied in order."""
    sections = HULLS[side.hull]
    lost, drawn = sum(sections) - hull, []
    for size in sections:
        gone = min(size, lost)
        lost -= gone
        drawn.append(_SECTION.format(joined(_BOX.format("is-lost" if box < gone else "is-left") for box in range(size))))
    words = _("{left} of {all} hull points").format(left=hull, all=sum(sections))
    return _HULL.format(name=name, boxes=joined(drawn), words=words)


def _many(rules: Ruleset, names: dict[str, outcome_columns.Fate], duel: Duel, ended: tuple[tuple[str, int], ...]) -> Markup:
    if not ended:
        return Markup("")
    counts, law = dict(ended), dict(from_here(rules, duel, duel.full, 0))
    told = "; ".join(
        _("{what} {n} times, where {chance} are to be expected").format(
            what=fate.name, n=counts[name], chance=f"{float(law[name] * MANY):.1f}"
        )
        for name, fate in names.items()
    )
    return _MANY.format(_("{all} duels from the start: {told}.").format(all=sum(counts.values()), told=told))
