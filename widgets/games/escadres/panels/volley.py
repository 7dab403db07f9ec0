"""A volley: choose the dice and the target, throw them, and see how likely each loss of power and crew is, together and by itself."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.games.escadres.damage import MANY_SHOTS, Damage, volley
from rulesdemo.games.escadres.play.events import losses_text as losses
from rulesdemo.odds.format import hundredths
from rulesdemo.odds.procedure import replay
from rulesdemo.rules.ruleset import Ruleset, ruleset
from rulesdemo.words import N_, _, local_figures, ngettext
from widgets.games.escadres.names import no_more
from widgets.games.escadres.panels.branches import Branch, ways
from widgets.games.escadres.panels.volleys import Joint, Target, joint
from widgets.kit.bars import HALF_A_TENTH, rounded, spoken
from widgets.kit.box_row import boxes
from widgets.kit.components import Bars, Box, Controls, Custom, Figure, Fold, Note, PickTable, Press
from widgets.kit.controls import Int, Own, Pick
from widgets.kit.last_roll import LastRoll, Roll, roll_act
from widgets.kit.odds_rows import Row, View
from widgets.kit.panel import ANY, Component, Followed, Panel, State
from widgets.kit.pick_table import Cell, shade
from widgets.kit.step_curve import step_curve
from widgets.kit.tiles import Tiles
from widgets.play import ruling_diff
from widgets.web.badges import mark
from widgets.web.phrases import titled

GAME: Final = "escadres"
BOXES: Final = (1, 12)  # as our largest demonstration ship has
FIELDS: Final = ("dice", "power", "crew")
FIRST: Final = [8, 6, 5]  # the shot that the chapter begins with, which 0.5 stored even where nobody had set it

_DIE: Final = Markup("<b>{faces}</b> {does}")
_NUMBER: Final = Markup("<b>{number}</b><span>{percent}</span>")


# -- the board -------------------------------------------------------------------------------------------------------------------------


def _on_board(session: Any) -> Target | None:  # noqa: ANN401 - the page's game
    """Return the shot that is chosen on the board, if the panel can show it."""
    throw = session.throw()
    if throw is None or throw.procedure is not volley:
        return None
    shot = Target(*throw.args[1:])
    return shot if shot.dice <= MANY_SHOTS and max(shot.power, shot.crew) <= BOXES[1] and min(shot) else None


def _follow(session: Any) -> Followed:  # noqa: ANN401 - the page's game
    """Return the shot on the board and its last roll; another shot and another roll are another moment."""
    shot = _on_board(session)
    if shot is None:
        return Followed({})
    moment, fall = ",".join(map(str, shot)), session.fall
    if fall is None:
        return Followed(shot._asdict(), moment)
    moment += f" {len(session.history.done)} {session.luck.rolls}"
    return Followed({**shot._asdict(), "roll": Roll((session.rules, *shot), fall.faces)}, moment)


def _stored_moment(own: str | None) -> str | None:
    """Return the moment without its roll, which no browser stores."""
    return own and own.partition(" ")[0]


def _upgrade(stored: Any) -> dict[str, Any]:  # noqa: ANN401 - whatever a browser brings
    return {} if stored == FIRST else {**dict(zip(FIELDS, stored, strict=True)), "own": ANY}


def _target(state: State) -> Target:
    return Target(state.dice, state.power, state.crew)


def _arguments(rules: Ruleset, state: State) -> tuple[Any, ...]:
    return rules, *_target(state)


def _cells(_rules: Ruleset, state: State) -> dict[str, str]:
    power, crew = range(state.power + 1), range(state.crew + 1)
    names = [*(f"{lost},{gone}" for lost in power for gone in crew), *(f"p{lost}" for lost in power), *(f"c{gone}" for gone in crew), "all"]
    return dict.fromkeys(names, "")


# -- the panel -------------------------------------------------------------------------------------------------------------------------


def _body(rules: Ruleset, state: State, on_board: Target | None) -> Iterator[Component]:
    target = _target(state)
    presses = [Press("roll", ngettext("Throw {n} die", "Throw {n} dice", target.dice).format(n=target.dice), is_first=True)]
    if on_board is not None and on_board != target:
        presses.append(Press("follow", _("As on the board"), kind="second"))
    side = Box("volley-side", [Controls(rules, state, FIELDS), Box("volley-buttons", presses)])
    yield Box("volley-top", [side, Box("volley-sheet", list(_sheet(rules, target, state.roll)), is_status=True)])
    chances = joint(rules, target)
    view = fates(chances)
    was = ruling_diff.was(view, fates(joint(ruleset(GAME), target))) if rules.switches else {}
    out = Note(_("Out of action, struck or exploded: {chance}.").format(chance=spoken(chances.out)), "volley-out")
    curves = [
        _curve("power", _("Power: chance to lose at least this many, in percent"), chances.power),
        _curve("crew", _("Crew: chance to lose at least this many, in percent"), chances.crew),
    ]
    yield Box(
        "volley-law", [Box("volley-fates odds", [Bars(view, "fates", was), out]), _heat(chances, state.cell), Box("volley-curves", curves)]
    )


# -- the sheet -------------------------------------------------------------------------------------------------------------------------


def _sheet(rules: Ruleset, target: Target, roll: Roll | None) -> Iterator[Component]:
    if roll is None:
        yield Custom(boxes(_("Power"), target.power) + boxes(_("Crew"), target.crew))
        yield Note(_("Throw the dice, here or above, and the boxes fill."))
        return
    lost: Damage = replay(volley, roll.faces, rules, *target).value
    power, crew = (target.power, target.crew) if lost.exploded else (lost.power, lost.crew)
    yield Custom(boxes(_("Power"), target.power, power) + boxes(_("Crew"), target.crew, crew))
    yield Tiles([_die(path) for path in ways(rules, roll.faces)], "volley-dice", is_ordered=True, has_role=False)
    yield Note(_result(target, lost), "volley-said", "said")


def _die(path: tuple[Branch, ...]) -> Markup:
    # In reading B a die that is thrown on has cost something already, and its title says so.
    return _DIE.format(faces=", ".join(branch.faces_text for branch in path), does=path[-1].title)


def _result(target: Target, lost: Damage) -> str:
    """Return what the shot came to, and how she stands."""
    cost = titled(losses(lost))
    if lost.exploded:
        return _("{cost}: she explodes, whatever the other dice did. [E-DMG-3] [E40]").format(cost=cost)
    lacking = [name for name, have, gone in ((_("power"), target.power, lost.power), (_("crew"), target.crew, lost.crew)) if gone == have]
    if lacking:
        words = _("{cost}. She has no {what} left and strikes; what goes beyond that is lost. [E-MARK-2] [E-MARK-3]")
        return words.format(cost=cost, what=no_more(lacking))
    return _("{cost}. She fights on. [E-MARK-1]").format(cost=cost)


# -- the chances -----------------------------------------------------------------------------------------------------------------------


def fates(chances: Joint) -> View:
    """Return how she stands, in the order and with the fills of the shot above: best for the ship that fires."""
    rows = ((_("Explodes"), chances.exploded, "best"), (_("Strikes"), chances.struck, "second"), (_("Fights on"), 1 - chances.out, "third"))
    return View("", tuple(Row(words, words, words, chance, fill) for words, chance, fill in rows), title=_("How she stands"))


def _short(chance: Fraction) -> str:
    """Return percent to a tenth without its sign, for a small cell; never rounded away."""
    if 0 < chance < HALF_A_TENTH:
        return local_figures("<0.1").replace("<0.", "<.")  # English leaves the nought out
    return hundredths(chance)


def _heat(chances: Joint, picked: str) -> PickTable:
    _dice, power, crew = chances.target
    most = max(chances.cells.values(), default=Fraction(1))
    rows: list[tuple[str, list[Cell | None]]] = []
    for gone in range(crew + 1):
        cells = [_cell(chances, lost, gone, most) for lost in range(power + 1)]
        said = _("{n} crew lost, whatever the power").format(n=gone)
        rows.append((_edge(gone, crew), [*cells, _sum(f"c{gone}", said, chances.crew[gone])]))
    sums = [_sum(f"p{lost}", _("{n} power lost, whatever the crew").format(n=lost), chance) for lost, chance in enumerate(chances.power)]
    whole = _sum("all", _("She stays afloat, whatever is lost"), 1 - chances.exploded)
    rows.append((_("All"), [*sums, whole]))
    top = max(chances.cells.items(), key=lambda pair: pair[1], default=((0, 0), Fraction(0)))
    rest = _("Pick a cell for its exact chance. Likeliest: {power} power and {crew} crew lost, {chance}.").format(
        power=top[0][0], crew=top[0][1], chance=rounded(top[1])
    )
    caption = _("Power lost (across) and crew lost (down), in percent, while she stays afloat. Darker is likelier; with ⚑ she strikes.")
    columns = [Markup('<span class="sr">{}</span>').format(_("Crew lost")), *(_edge(lost, power) for lost in range(power + 1)), _("All")]
    return PickTable("cell", caption, columns, rows, picked, rest, "heat")


def _edge(number: int, most: int) -> str:
    """Return a number at the edge of the map; with the last box she strikes."""
    return _("{n} ⚑").format(n=number) if number == most else str(number)


def _cell(chances: Joint, power: int, crew: int, most: Fraction) -> Cell | None:
    chance = chances.chance(power, crew)
    if not chance:
        return None
    end = _("she strikes") if power == chances.target.power or crew == chances.target.crew else _("she fights on")
    said = _("{power} power and {crew} crew lost, {end}").format(power=power, crew=crew, end=end)
    return Cell(f"{power},{crew}", _short(chance), said, chance, shade=shade(chance, most))


def _sum(value: str, said: str, chance: Fraction) -> Cell | None:
    return Cell(value, _short(chance), said, chance, is_edge=True) if chance else None


def _curve(name: str, title: str, chances: tuple[Fraction, ...]) -> Figure:
    """Return the chance of a number of boxes or more, from one box on."""
    # The explosion, which costs her everything, is in no row: it is told by itself.
    least = [sum(chances[count:], Fraction(0)) for count in range(1, len(chances))]
    words = [_("{number} or more").format(number=count) for count in range(1, len(chances))]
    rows = tuple(Row(each, each, each, chance, "best") for each, chance in zip(words, least, strict=True))
    numbers = [_NUMBER.format(number=count, percent=f"{float(chance) * 100:.0f}") for count, chance in enumerate(least, 1)]
    least_words = "; ".join(f"{count}, {rounded(chance)}" for count, chance in enumerate(least, 1))
    label = _("{name}: {words}").format(name=title, words=least_words)
    parts: list[Component] = [
        Custom(step_curve(label, least)),
        Tiles(numbers, f"least-list of-{len(least)}", is_ordered=True, has_role=False, is_hidden=True),
        Fold(_("Exact chances"), [Bars(View("", rows), name)], f"{name}-all", "fold"),
    ]
    return Figure(title, parts, "least", name)


VOLLEY: Final = Panel(
    "volley",
    GAME,
    N_("All the dice together"),
    _body,
    fields=(
        Int("dice", N_("Dice"), (1, MANY_SHOTS), start=8, is_apart=True),
        Int("power", N_("Her power"), BOXES, start=8, is_apart=True),
        Int("crew", N_("Her crew"), BOXES, start=6, is_apart=True),
        LastRoll(basis=_arguments),
        Pick("cell", "", _cells, is_stored=False),
        Own(what="follow", form=_stored_moment),
    ),
    act=roll_act(volley, _arguments),
    reads=_on_board,
    follow=_follow,
    upgrade=_upgrade,
    mark=lambda rules, state: mark(joint(rules, _target(state)).provenance),
    remembers=True,
)
