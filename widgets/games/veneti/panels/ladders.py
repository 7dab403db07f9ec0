"""The one-die ladders of chapter 8: grapnels, scythes and breaking loose by crew, and the chance to get free of several ships."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.analysis.catalogue import find
from rulesdemo.games.veneti.disengagement import disengage
from rulesdemo.games.veneti.grappling import grapple, scythes
from rulesdemo.rules.ruleset import Ruleset, ruleset
from rulesdemo.words import N_, _
from widgets.kit.ladder import Head, Ladder, Rung, rung
from widgets.play.odds_view import OddsView
from widgets.play.session import Desk
from widgets.web.badges import joined
from widgets.web.phrases import signed, unknown
from widgets.web.rule_links import cited

GAME: Final = "veneti"
ALL: Final = "veneti.disengage_all"
KINDS: Final = {"grapple": N_("Grapple"), "scythes": N_("Cut the halyards"), "disengage": N_("Break loose")}
HELPS: Final = {
    "repelled_boarding": N_("she repelled a boarding this turn"),
    "better_crew": N_("her crew is better"),
    "controls_both": N_("you control both ships"),
}
STATES: Final = {(): N_("free target"), ("grappled",): N_("already held"), ("immobilised",): N_("immobilised")}
MOST_HOLDERS: Final = 3
PAIR: Final = 2

_PANEL: Final = Markup(
    '<section class="ladders" aria-labelledby="ladder-title"><h2 id="ladder-title">{title}</h2>'
    '<div class="scenes" role="group" aria-label="{title}">{kinds}</div><div class="ladder-words">{words}</div>{table}{more}</section>'
)
_BUTTON: Final = Markup(
    '<button type="button" id="ladder-{key}" data-do="extra" data-name="ladder:{what}" data-by="{by}" aria-pressed="{pressed}">'
    "{words}</button>"
)
_GROUP: Final = Markup(
    '<div class="ladder-group" role="group" aria-labelledby="ladder-{key}"><span id="ladder-{key}">{words}</span><div>{inside}</div></div>'
)
_MANY: Final = Markup('<div class="ladder-many"><div class="ladder-fields"><h3>{title}</h3>{fields}</div><div>{odds}{words}</div></div>')


def _crews(rules: Ruleset, table: str) -> tuple[int, ...]:
    return tuple(int(label) for label in rules.table(table).rows.labels)


def grapple_ladder(rules: Ruleset, lit: tuple[int, frozenset[str]] | None) -> Ladder:
    """Crew against what is known of the target."""
    table = rules.table("grapple_drm")
    states = sorted(_subsets(table.rows.labels), key=lambda names: _added(table, names))
    heads = tuple(Head(f"+{_added(table, names)}", STATES.get(names, _("both"))) for names in states)
    rungs = _rungs(rules, "grapple")
    at = None if lit is None else (_crews(rules, "grapple").index(lit[0]), [frozenset(names) for names in states].index(lit[1]))
    return _ladder("grapple", rules, heads, rungs, at)


def scythes_ladder(rules: Ruleset, crew: int | None) -> Ladder:
    """Crew alone."""
    at = None if crew is None else (_crews(rules, "scythes").index(crew), 0)
    return _ladder("scythes", rules, (Head("+0", _("nothing is added")),), _rungs(rules, "scythes"), at)


def loose_ladder(rules: Ruleset, lit: tuple[int, int] | None) -> Ladder:
    """Crew against the sum of the modifiers."""
    sums = _sums(rules)
    at = None if lit is None or lit[1] not in sums else (_crews(rules, "disengage").index(lit[0]), sums.index(lit[1]))
    heads = tuple(Head(f"+{drm}", _("no help") if not drm else "") for drm in sums)
    return _ladder("disengage", rules, heads, _rungs(rules, "disengage"), at)


def _ladder(kind: str, rules: Ruleset, heads: tuple[Head, ...], rungs: tuple[tuple[Rung, ...], ...], at: tuple[int, int] | None) -> Ladder:
    caption = _("{title}: the faces that do it, by crew and modifier").format(title=KINDS[kind])
    return Ladder(f"ladder-{kind}", caption, _("Crew"), heads, tuple(f"C{crew}" for crew in _crews(rules, kind)), rungs, at)


def _subsets(names: tuple[str, ...]) -> list[tuple[str, ...]]:
    return [found for many in range(len(names) + 1) for found in combinations(sorted(names), many)]


def _added(table: Any, names: tuple[str, ...]) -> int:  # noqa: ANN401 - a table
    return int(table.added(**{name: name in names for name in table.rows.labels}))


@cache
def _sums(rules: Ruleset) -> tuple[int, ...]:
    """Every sum that the modifiers for breaking loose can come to."""
    table = rules.table("disengage_drm")
    return tuple(sorted({_added(table, names) for names in _subsets(table.rows.labels)}))


@cache
def _rungs(rules: Ruleset, kind: str) -> tuple[tuple[Rung, ...], ...]:
    if kind == "scythes":
        return tuple((rung(scythes, "success", rules, crew),) for crew in _crews(rules, kind))
    if kind == "disengage":
        return tuple(tuple(rung(disengage, "free", rules, crew, drm) for drm in _sums(rules)) for crew in _crews(rules, kind))
    table = rules.table("grapple_drm")
    states = sorted(_subsets(table.rows.labels), key=lambda names: _added(table, names))
    return tuple(
        tuple(rung(grapple, "success", rules, crew, "immobilised" in names, "grappled" in names) for names in states)
        for crew in _crews(rules, kind)
    )


@dataclass(slots=True)
class Ladders:
    """Which ladder is shown, and by how many ships of what kind a ship is held."""

    key: str = "ladder"
    pressed: str = ""  # the ladder that was asked for
    during: Any = None  # and the order that was chosen then; another order brings its own ladder
    crew: int = 3
    held_by: int = 2
    helps: frozenset[str] = frozenset()

    # -- what a reader can do ----------------------------------------------------------------------------------------------------------

    def act(self, what: str, value: str, desk: Desk) -> None:
        """Show another ladder, or change how she is held."""
        if what == "kind" and value in KINDS:
            self.pressed, self.during = value, desk.chosen
        elif what == "crew" and value in map(str, _crews(desk.rules, "disengage")):
            self.crew = int(value)
        elif what == "held" and value in map(str, range(1, MOST_HOLDERS + 1)):
            self.held_by = int(value)
        elif what == "help" and value in HELPS:
            self.helps ^= {value}
        else:
            raise unknown(what)

    def kept(self) -> dict[str, Any]:
        """How she is held."""
        return {"crew": self.crew, "held_by": self.held_by, "helps": sorted(self.helps)}

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same again, if it can be."""
        if not isinstance(kept, dict):
            return
        crew: Any = kept.get("crew")
        held_by: Any = kept.get("held_by")
        helps: Any = kept.get("helps")
        is_crew = type(crew) is int and crew in _crews(ruleset(GAME), "disengage")
        is_held = type(held_by) is int and 1 <= held_by <= MOST_HOLDERS
        if is_crew and is_held and isinstance(helps, list) and all(each in HELPS for each in helps):
            self.crew, self.held_by, self.helps = crew, held_by, frozenset(helps)

    # -- as text -----------------------------------------------------------------------------------------------------------------------

    def shown(self, desk: Desk) -> str:
        """The ladder that was asked for, else that of the chosen order."""
        if self.pressed and desk.chosen == self.during:
            return self.pressed
        throw = desk.throw()
        return throw.procedure.name if throw is not None and throw.procedure.name in KINDS else self.pressed or "grapple"

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        kind, rules = self.shown(desk), desk.rules
        throw = desk.throw()
        args = throw.args[1:] if throw is not None and throw.procedure.name == kind else None
        kinds = joined(_button(f"kind-{name}", "kind", name, words, pressed=name == kind) for name, words in KINDS.items())
        return _PANEL.format(
            title=_("Which faces do it"),
            kinds=kinds,
            words=cited(GAME, _words(rules, kind), f"ladder-{kind}-words"),
            table=_table(rules, kind, args),
            more=self._many(rules) if kind == "disengage" else "",
        )

    def _many(self, rules: Ruleset) -> Markup:
        crews = joined(
            _button(f"crew-{crew}", "crew", str(crew), f"C{crew}", pressed=crew == self.crew) for crew in _crews(rules, "disengage")
        )
        held = joined(_button(f"held-{n}", "held", str(n), str(n), pressed=n == self.held_by) for n in range(1, MOST_HOLDERS + 1))
        table = rules.table("disengage_drm")
        helps = joined(
            _button(f"help-{name}", "help", name, f"+{table.at(name)} {words}", pressed=name in self.helps) for name, words in HELPS.items()
        )
        fields = joined(
            (
                _GROUP.format(key="crew", words=_("Her crew"), inside=crews),
                _GROUP.format(key="held", words=_("Ships that hold her"), inside=held),
                _GROUP.format(key="help", words=_("What helps her"), inside=helps),
            )
        )
        answer = find(ALL).asked({"crew": self.crew, "held_by": self.held_by, **{name: name in self.helps for name in HELPS}}, rules)
        order = [self._label(outcome) for outcome in sorted(answer.dist, reverse=True)]
        odds = OddsView.of(answer, self._label, order, title=_("One try at each of them"), key="ladder-odds").html()
        return _MANY.format(title=_("Held by several"), fields=fields, odds=odds, words=self._told())

    def _label(self, outcome: Any) -> str:  # noqa: ANN401 - a Loose
        if outcome.free:
            return _("Free of her") if self.held_by == 1 else _("Free of both") if self.held_by == PAIR else _("Free of all three")
        return (
            _("Free of {n}").format(n=outcome.broken) if outcome.broken else _("Still held by all") if self.held_by > 1 else _("Still held")
        )

    def _told(self) -> Markup:
        if self.held_by > 1 and "better_crew" in self.helps:
            words = _("Held by two or more, her better crew counts for nothing. [8.33]")
        elif self.held_by > 1:
            words = _("She rolls once for each ship, and moves only if she is free of them all. [8.33] [6.34]")
        else:
            words = _("A success costs her movement points, a failure nothing. [8.31] [8.32]")
        return Markup('<div class="quiet">{}</div>').format(cited(GAME, words, "ladder-told"))


def _button(key: str, what: str, by: str, words: str, *, pressed: bool) -> Markup:
    return _BUTTON.format(key=key, what=what, by=by, words=words, pressed="true" if pressed else "false")


def _words(rules: Ruleset, kind: str) -> str:
    if kind == "grapple":
        return _("One die by the crew of the ship that throws. What is known of the target is added to it. [8.12]")
    if kind == "disengage":
        table = rules.table("disengage_drm")
        helps = "; ".join(f"+{signed(int(table.at(name)))} {words}" for name, words in HELPS.items())
        return _("One die for each ship that holds her, by her own crew. Added: {helps}. [8.31]").format(helps=helps)
    if rules.switch("scythes") == "off":
        return _("This game is played without the scythes; the switch is under What we ruled. [8.12 note]")
    return _("One die by the crew of the galley. The source names the tool and gives no roll: this one is ours. [8.12 note] [A47]")


def _table(rules: Ruleset, kind: str, args: tuple[Any, ...] | None) -> Markup:
    if kind == "scythes":
        return scythes_ladder(rules, args[0] if args else None).html()
    if kind == "disengage":
        return loose_ladder(rules, (args[0], args[1]) if args else None).html()
    names = frozenset(name for name, on in zip(("immobilised", "grappled"), args[1:], strict=True) if on) if args else frozenset()
    return grapple_ladder(rules, (args[0], names) if args else None).html()
