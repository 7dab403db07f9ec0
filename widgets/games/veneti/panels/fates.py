"""What becomes of ships that are tied together when one of them burns: the exact chance of every fate of every ship, turn by turn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.errors import InputError
from rulesdemo.games.veneti.cluster import FATES, Cluster, Story, Ties, story
from rulesdemo.games.veneti.play.clusters import clusters, standing, ties_of
from rulesdemo.games.veneti.play.state import Position
from rulesdemo.odds.reads import weakest
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _
from widgets.games.veneti.lessons.fire import MOST_TIED
from widgets.kit.bars import fraction, number, rounded, spoken
from widgets.play.session import Desk
from widgets.web.badges import joined, mark
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

MOST_TURNS: Final = 8
END: Final = "end"
# Colour and form: plain, diagonals, plain amber (fire and nothing else is amber), dots.
FILLS: Final = {"untouched": "#0A6259", "out": "url(#fill-second)", "burning": "#F0B429", "lost": "url(#fill-third)"}

_PANEL: Final = Markup(
    '<section class="fates" aria-labelledby="fates-title"><div class="odds-head"><h3 id="fates-title">{title}</h3>{mark}</div>'
    '<div class="fates-lead">{lead}</div>{inside}</section>'
)
_LIT: Final = Markup('<div class="fates-lit" role="group" aria-label="{label}"><span class="fates-legend">{label}</span>{buttons}</div>')
_LIGHT: Final = Markup(
    '<button type="button" id="fates-light-{ship}" data-do="extra" data-name="fates:light" data-by="{ship}" aria-pressed="{is_lit}"'
    "{off}>{words}</button>"
)
_TURNS: Final = Markup('<fieldset class="side-by-side small fates-turns"><legend>{legend}</legend><div>{inside}</div></fieldset>')
_TURN: Final = Markup(
    '<label><input type="radio" name="fates-turns" data-set="extra:fates:turns" value="{value}"{checked}><span>{words}</span></label>'
)
_CLUSTER: Final = Markup('<ul class="fates-ships">{ships}</ul><div class="quiet">{mean}</div>')
_SHIP: Final = Markup(
    '<li><b class="fates-name">{name}</b><svg class="fates-bar" height="24" role="img" aria-label="{label}">{parts}</svg>'
    '<dl class="fates-list">{lines}</dl></li>'
)
_PART: Final = Markup('<rect x="{x}%" y=".5" width="{w}%" height="23" fill="{fill}"/>')
_LINE: Final = Markup(
    '<div class="is-{fate}{none}"><dt><svg width="14" height="14" aria-hidden="true">'
    '<rect x=".5" y=".5" width="13" height="13" fill="{fill}"/></svg>{name}</dt><dd>{chance}{percent}</dd></div>'
)
_PERCENT: Final = Markup('<span class="percent">{}</span>')
_CHECKED: Final = Markup(" checked")
_OFF: Final = Markup(" disabled")


def fate_names() -> dict[str, str]:
    """What each fate is called."""
    return {"untouched": _("spared"), "out": _("burnt, now out"), "burning": _("on fire"), "lost": _("lost")}


@dataclass(slots=True)
class Fates:
    """The turn that is looked at, and the ships that are set alight in thought only."""

    lit: tuple[str, ...] = ()
    turns: int | None = None  # None for the end
    key: str = field(default="fates", init=False)

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        position: Position = desk.position
        groups = _groups(position, self.lit)
        stories = {
            names: story(position.rules, ties_of(position, names), start)
            for names in groups
            if len(names) <= MOST_TIED and not _is_cold(start := standing(position, names, self.lit))
        }
        inside: list[Markup] = [self._lights(position, groups)]
        if stories:
            inside.append(self._turn_row())
            inside += [
                _told(told.rules, told.ties, told.start, tuple((name, position.ship(name).name) for name in names), self.turns)
                for names, told in stories.items()
            ]
        else:
            inside.append(Markup('<div class="odds-note">{}</div>').format(self._nothing(groups)))
        lead = _("As long as the ships stay tied as they are, and each of them acts in every turn. [8.53] [8.54] [8.54 note]")
        return _PANEL.format(
            title=_("What becomes of each ship"),
            mark=mark(_provenance(next(iter(stories.values())))) if stories else "",
            lead=cited("veneti", lead, "fates-lead"),
            inside=joined(inside),
        )

    def act(self, what: str, value: str, desk: Desk) -> None:
        """Look at another turn, or light a ship in thought and put her out again."""
        if what == "turns" and value in _TURN_VALUES:
            self.turns = None if value == END else int(value)
        elif what == "light" and (ship := desk.position.find(value)) is not None and not ship.gone and not ship.on_fire:
            self.lit = tuple(name for name in self.lit if name != value) if value in self.lit else (*self.lit, value)
        else:
            message = _("Nothing burns there: choose a ship that is afloat, or a turn from 0 to {most}.").format(most=MOST_TURNS)
            raise InputError(message)

    def kept(self) -> dict[str, Any]:
        """The turn and the ships."""
        return {"turns": END if self.turns is None else str(self.turns), "lit": list(self.lit)}

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """Stand as it was kept."""
        if not isinstance(kept, dict) or kept.get("turns") not in _TURN_VALUES:
            return
        lit = kept.get("lit")
        if isinstance(lit, list) and all(isinstance(name, str) for name in lit):
            self.turns = None if kept["turns"] == END else int(kept["turns"])
            self.lit = tuple(dict.fromkeys(lit))

    def _lights(self, position: Position, groups: Iterable[tuple[str, ...]]) -> Markup:
        buttons = [self._light(position, name) for names in groups for name in names]
        return _LIT.format(label=_("What if she burnt?"), buttons=joined(buttons)) if buttons else Markup("")

    def _light(self, position: Position, name: str) -> Markup:
        ship = position.ship(name)
        words = _("{ship} burns") if ship.on_fire else _("Light {ship}")
        is_lit = ship.on_fire or name in self.lit
        return _LIGHT.format(
            ship=name, is_lit="true" if is_lit else "false", off=_OFF if ship.on_fire else "", words=words.format(ship=ship.name)
        )

    def _turn_row(self) -> Markup:
        now = END if self.turns is None else str(self.turns)
        names = {"0": _("now"), END: _("in the end")}
        inside = joined(
            _TURN.format(value=value, words=names.get(value, value), checked=_CHECKED if value == now else "") for value in _TURN_VALUES
        )
        return _TURNS.format(legend=_("After so many turns"), inside=inside)

    @staticmethod
    def _nothing(groups: tuple[tuple[str, ...], ...]) -> str:
        if any(len(names) > MOST_TIED for names in groups):
            return _("More than {most} ships are tied together: too many for an exact answer here. We never guess.").format(most=MOST_TIED)
        return _("Nothing burns. Light a ship to see what would follow.") if groups else _("No ship is tied to another, and nothing burns.")


_TURN_VALUES: Final = (*map(str, range(MOST_TURNS + 1)), END)


def _groups(position: Position, lit: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """The clusters worth a word: tied ships, and whoever burns alone."""
    every = clusters(position)
    return tuple(names for names in every if len(names) > 1 or position.ship(names[0]).on_fire or names[0] in lit)


def _is_cold(start: Cluster) -> bool:
    return not any(fate in ("burning", "waiting") for fate in start.fates)


def _provenance(told: Story) -> str:
    return weakest([read.provenance for read in told.law(1).rests_on])


@cached
def _told(rules: Ruleset, ties: Ties, start: Cluster, ships: tuple[tuple[str, str], ...], turns: int | None) -> Markup:
    """One cluster: a bar and the numbers for each ship, and how long it all takes."""
    told = story(rules, ties, start)
    rows = joined(
        _ship(name, {fate: told.chance(place, fate, turns) for fate in FATES}, f"fates-{key}") for place, (key, name) in enumerate(ships)
    )
    mean = _("On average {turns} turns pass until nothing burns any more.").format(turns=number(told.mean_turns()))
    return _CLUSTER.format(ships=rows, mean=mean)


def _ship(name: str, chances: dict[Any, Fraction], key: str) -> Markup:
    words = fate_names()
    parts, x = [], Fraction(0)
    for fate, chance in chances.items():
        if chance:
            parts.append(_PART.format(x=f"{float(x) * 100:.3f}", w=f"{float(chance) * 100:.3f}", fill=FILLS[fate]))
        x += chance
    lines = [
        _LINE.format(
            fate=fate,
            none="" if chance else " is-none",
            fill=FILLS[fate],
            name=words[fate],
            chance=fraction(chance, f"{key}-{fate}"),
            percent=_PERCENT.format(rounded(chance)) if chance else "",
        )
        for fate, chance in chances.items()
    ]
    label = f"{name}: " + ", ".join(f"{words[fate]} {spoken(chance)}" for fate, chance in chances.items() if chance)
    return _SHIP.format(name=name, label=label, parts=joined(parts), lines=joined(lines))
