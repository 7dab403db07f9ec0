"""The card before a battle: which one, whose side the reader takes, who plays the others and how well, what it is about and how it ends.

While it lies on the table no bot acts, so that nobody is shot at before he has chosen. An order of the reader's own begins the battle too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from markupsafe import Markup

from rulesdemo.words import N_, _
from widgets.play.turn_track import turn_limit
from widgets.sandbox.guide import SandboxGuide
from widgets.sandbox.viewpoint import HUMAN
from widgets.web.badges import joined
from widgets.web.phrases import titled, unknown
from widgets.web.rule_links import cited

if TYPE_CHECKING:
    from widgets.sandbox.session import Battle

ALL: Final = "all"  # readers sit at every side
NONE: Final = "none"  # and at none
LEVELS: Final = {"captain": N_("The captain: thinks ahead"), "random": N_("Chance: any legal order, for a first try")}
_CARD: Final = Markup(
    '<section class="start-card" aria-labelledby="start-title"><h3 id="start-title">{title}</h3><div class="start-fields">{fields}</div>'
    '<p class="start-about">{about}</p><p class="start-end">{ends}</p>'
    '<div class="row"><button type="button" class="first" id="do-start" data-do="start">{begin}</button>'
    '<span class="quiet">{note}</span></div></section>'
)
_SELECT: Final = Markup(
    '<div class="field"><label for="start-{key}">{label}</label><select id="start-{key}" data-set="start:{key}">{options}</select></div>'
)
_OPTION: Final = Markup('<option value="{value}"{chosen}>{words}</option>')


def side_of(battle: Battle) -> str:
    """Return the side that the reader has taken: all, none, or the first of his."""
    own = [side for side, seat in battle.seats.items() if seat == HUMAN]
    return ALL if own and len(own) == len(battle.seats) else own[0] if own else NONE


def level_of(battle: Battle) -> str:
    """Return who plays the other sides; the best there is where nobody does."""
    return next((seat for seat in battle.seats.values() if seat != HUMAN), next(reversed(battle.bots)))


def choose(battle: Battle, what: str, value: str) -> None:
    """Take a battle, a side or a level."""
    side, level = side_of(battle), level_of(battle)
    if what == "battle" and value in battle.guide.battles:
        battle.picked = value
        battle.set_out()
    elif what == "side" and value in (*battle.seats, ALL, NONE):
        side = value
    elif what == "level" and value in battle.bots:
        level = value
    else:
        raise unknown(f"start:{what}")
    side = side if side in (*battle.seats, ALL, NONE) else next(iter(battle.seats))
    battle.sit({each: HUMAN if side in (each, ALL) else level for each in battle.seats})


def ending(guide: SandboxGuide, position: object, battle: str) -> str:
    """Return how a battle ends and what wins it: the task of the side that has one, or the game's own words, and its last turn."""
    task = guide.guide.task(battle)
    words = [task or str(guide.ending)]
    if limit := turn_limit(position):
        words.append(_("It ends after turn {n} at the latest.").format(n=limit))
    return " ".join(filter(None, words))


def card(battle: Battle) -> Markup:
    """Draw the card."""
    guide, game = battle.guide, battle.desk.guide
    side, level = side_of(battle), level_of(battle)
    sides = [(name, titled(guide.sides[name])) for name in battle.seats]
    sides += [(ALL, _("Every side: we share this screen")), (NONE, _("No side: I only look on"))]
    levels = [(name, LEVELS.get(name, titled(name))) for name in reversed(battle.bots)]
    fields = [
        _select("battle", _("The battle"), [(name, game.title(name)) for name in guide.battles], battle.picked),
        _select("side", _("You are"), sides, side),
    ]
    fields += [_select("level", _("Against you"), levels, level)] if side not in (ALL, NONE) else []
    fields += [_select("level", _("They are played by"), levels, level)] if side == NONE else []
    return _CARD.format(
        title=_("Before the battle"),
        fields=joined(fields),
        about=game.about(battle.picked),
        ends=cited(game.game, ending(guide, battle.desk.position, battle.picked), "start-end"),
        begin=_("Begin"),
        note=_("Nobody moves until you begin."),
    )


def _select(key: str, label: str, options: list[tuple[str, str]], value: str) -> Markup:
    made = joined(_OPTION.format(value=each, words=words, chosen=Markup(" selected") if each == value else "") for each, words in options)
    return _SELECT.format(key=key, label=label, options=made)
