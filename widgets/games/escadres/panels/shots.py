"""Every shot of one ship: the number of dice as a sum to read, or the rule that says no and who stands in the way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.games.escadres.play.state import Position, Ship
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.games.escadres.board.ranges import zones_of
from widgets.games.escadres.panels.aim import GAME, Shot, aimed_by, enemies, ours, shot_of
from widgets.kit.components import Box, Custom, Heading, Note, Press
from widgets.kit.controls import Own, Value, short_text
from widgets.kit.panel import Component, Followed, Panel, State
from widgets.kit.sum_line import Part, SumLine
from widgets.play.ruling_diff_panel import Fact
from widgets.web.badges import mark

_BEFORE: Final = Markup('<p class="sum-before">{mark} {words}</p>')


def _follow(session: Any) -> Followed:  # noqa: ANN401 - the page's game
    """Return the ship that fires on the board; another who does brings her own shots."""
    ship = aimed_by(session.position, session.regarded or session.selected).ship
    name = ship.id if ship is not None else ""
    return Followed({"ship": name}, name)


def _act(state: State, what: str, value: str, session: Any) -> State | None:  # noqa: ANN401 - the page's game
    ship = session.position.find(value)
    return state.replace(ship=value) if what == "from" and ship is not None and not ship.gone else None


def _body(_rules: Ruleset, state: State, position: Position) -> Iterator[Component]:
    ship = next((ship for ship in position.there if ship.id == state.ship), next(iter(position.there), None))
    if ship is None:
        return
    ships = [Press("from", each.name, each.id, is_pressed=each is ship, id=each.id) for each in position.there]
    yield Box("scenes shots-from", ships, _("Who fires"))
    yield Note(_who(ship), "shots-words", "who")
    yield Box("shots-list", [_card(position, shot_of(position, ship, target)) for target in enemies(position, ship)])


def _who(ship: Ship) -> str:
    if ship.struck:
        return _("{ship} has struck, and can no longer fire. [E-MARK-2]").format(ship=ship.name)
    return _("{ship} has {n} power left: that many dice, less one for each hex between. [E-FIRE-3]").format(ship=ship.name, n=ship.power)


def _card(position: Position, shot: Shot) -> Box:
    key, parts = shot.target.id, [Part(term.number, term.name) for term in shot.terms]
    inside: list[Component] = [Heading(shot.target.name, 3)]
    if shot.refusal is not None:
        inside.append(Note(_("No shot. {words}").format(words=shot.refusal_text), "", f"{key}-no"))
    else:
        rules = " ".join(f"[{rule}]" for rule in dict.fromkeys(term.rule for term in shot.terms))
        inside += [SumLine(parts, shot.dice, ngettext("die", "dice", shot.dice)), Note(rules, key=f"{key}-sum")]
    before = shot_of(ours(position), shot.ship, shot.target)
    if before.short != shot.short:
        words = _("Under our reading: {before}.").format(before=before.short)
        inside.append(Custom(_BEFORE.format(mark=mark("yours"), words=words)))
    return Box("shot" if shot.refusal is None else "shot is-refused", inside, shot.target.name)


# -- what hangs on how the zones are read ----------------------------------------------------------------------------------------------


def facts(position: Position) -> Iterator[Fact]:
    """Yield every shot between the sides, those of the ship that plays first, and how large the zones of her and of her target are."""
    aimed = aimed_by(position, "")
    for ship in sorted(position.there, key=lambda ship: ship != aimed.ship):
        for target in enemies(position, ship):
            yield Fact(_("{ship} at {target}").format(ship=ship.name, target=target.name), shot_of(position, ship, target).short)
    for each in aimed:
        if each is not None:
            zones = zones_of(position, each)
            abeam, keel = sum(len(band.hexes) for band in zones.bands), len(zones.ahead) + len(zones.astern)
            yield Fact(_("Fire zone of {ship}").format(ship=each.name), ngettext("{n} hex", "{n} hexes", abeam).format(n=abeam))
            yield Fact(_("Enfilade zone of {ship}").format(ship=each.name), ngettext("{n} hex", "{n} hexes", keel).format(n=keel))


SHOTS: Final = Panel(
    "shots",
    GAME,
    N_("The dice of every shot"),
    _body,
    fields=(Value("ship", "", short_text, str), Own()),
    act=_act,
    reads=lambda session: session.position,
    follow=_follow,
    level=2,
)
