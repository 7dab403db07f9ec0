"""What letters are worth: their mean values side by side, and who retreats in a whole battle between any two of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.games.republic.pairs import MODIFIERS, Retreats
from rulesdemo.odds.dice import D10
from rulesdemo.odds.format import percent
from rulesdemo.rules.ruleset import Ruleset, ruleset
from rulesdemo.words import _
from widgets.games.republic.lessons.battle import RETREATS
from widgets.games.republic.panels.pairs import law_of, letters
from widgets.kit.bars import bars, fraction
from widgets.kit.odds_rows import Row, View
from widgets.kit.pick_table import Cell, pick_table, shade
from widgets.kit.stepper import stepper
from widgets.play.session import Desk
from widgets.web.badges import joined
from widgets.web.phrases import modifier, unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

GAME: Final = "republic"
FILLS: Final = {"defender": "best", "none": "sixth", "attacker": "third"}
START: Final = "AB"

_PANEL: Final = Markup(
    '<section class="leader-tables" aria-labelledby="leader-tables-title"><h3 id="leader-tables-title">{title}</h3>'
    '<div class="leader-tables-both"><div>{means}</div><div>{controls}{table}<div class="odds">{odds}</div></div></div></section>'
)
_MEANS: Final = Markup(
    '<table class="letter-means"><caption>{caption}</caption><thead><tr><th scope="col">{letter}</th><th scope="col">{mean}</th>'
    '<th scope="col">{step}</th></tr></thead><tbody>{rows}</tbody></table><div class="quiet">{note}</div>'
)
_ROW: Final = Markup(
    '<tr><th scope="row">{letter}</th><td>{mean}<svg class="letter-bar" viewBox="0 0 90 14" preserveAspectRatio="none" aria-hidden="true">'
    '<rect width="{wide}" height="14"/></svg></td><td>{step}</td></tr>'
)

_CORNER: Final = Markup('<span class="sr">{}</span>')


@cached
def means(rules: Ruleset) -> tuple[tuple[str, Fraction], ...]:
    """The mean tactical value of each letter, best first."""
    table = rules.table("tactical")
    return tuple((each, Fraction(sum(table.at(face, each) for face in D10.faces), len(D10.faces))) for each in letters(rules))


@dataclass(slots=True)
class LeaderTables:
    """The sum of all other modifiers, and the pair that is picked."""

    drm: int = 0
    picked: str = START
    key: str = field(default="letters", init=False)

    def act(self, what: str, value: str, desk: Desk) -> None:
        """Another modifier or another pair."""
        known = letters(desk.rules)
        if what == "drm" and value in ("1", "-1"):
            self.drm = max(MODIFIERS[0], min(MODIFIERS[-1], self.drm + int(value)))
        elif what == "pair" and len(value) == len(START) and all(each in known for each in value):
            self.picked = value
        else:
            raise unknown(what)

    def kept(self) -> list[Any]:
        """Both."""
        return [self.drm, self.picked]

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same again, where there can be such."""
        if isinstance(kept, list) and len(kept) == len(self.kept()):
            drm, picked = kept
            is_pair = isinstance(picked, str) and len(picked) == len(START) and set(picked) <= set(letters(ruleset(GAME)))
            if is_pair and type(drm) is int and drm in MODIFIERS:
                self.drm, self.picked = drm, picked

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        return _text(desk.rules, self.drm, self.picked)


@cached
def _text(rules: Ruleset, drm: int, picked: str) -> Markup:
    place, known = MODIFIERS.index(drm), letters(rules)
    found = {pair: chances[place] for pair, chances in law_of(rules).items()}
    most = max(chances.defender for chances in found.values())
    rows = [(one, [_cell(one, other, found[one, other], most) for other in known]) for one in known]
    caption = _("Chance in percent that the defender retreats: attacker's letter down, defender's across, all other modifiers {n}").format(
        n=modifier(drm)
    )
    return _PANEL.format(
        title=_("Mean values and whole battles"),
        means=_means(rules),
        controls=stepper("letters", "drm", _("All other modifiers"), drm, (MODIFIERS[0], MODIFIERS[-1])),
        table=pick_table("letters", "pair", caption, [_CORNER.format(_("Attacker")), *known], rows, picked, rest="", kind="heat"),
        odds=bars(_fates(found[picked[0], picked[1]], picked), "letters-fates"),
    )


def _cell(attacker: str, defender: str, chances: Retreats, most: Fraction) -> Cell:
    said = _("{a} attacks {d}, the defender retreats").format(a=attacker, d=defender)
    shown = percent(chances.defender).removesuffix(" %")
    return Cell(f"{attacker}{defender}", shown, said, chances.defender, shade=shade(chances.defender, most))


def _fates(chances: Retreats, pair: str) -> View:
    rows = tuple(Row(words, words, words, getattr(chances, who), FILLS[who]) for who, words in RETREATS.items())
    return View("", rows, title=_("{a} attacks {d}").format(a=pair[0], d=pair[1]))


@cached
def _means(rules: Ruleset) -> Markup:
    found = means(rules)
    most = max(value for _letter, value in found)
    rows = []
    for place, (letter, value) in enumerate(found):
        step = value - found[place - 1][1] if place else None
        rows.append(
            _ROW.format(
                letter=letter,
                mean=fraction(value, f"letters-mean-{letter}") + Markup(' <span class="percent">{}</span>').format(f"{float(value):.1f}"),
                wide=round(float(value / most) * 90, 1),
                step="" if step is None else f"−{float(-step):.1f}",
            )
        )
    note = _("Each letter by itself, over the ten faces of its die. The modifier of two letters is on average the gap between them. [8.32]")
    return _MEANS.format(
        caption=_("Mean tactical value"),
        letter=_("Letter"),
        mean=_("Mean"),
        step=_("Step"),
        rows=joined(rows),
        note=cited(GAME, note, "letters-note"),
    )
