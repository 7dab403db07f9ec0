"""The parts of a panel's body. Each is a record that draws itself; `Custom` holds what is one of a kind.

Words in `Sentence`, `Note`, captions and table heads may cite rules, `[4.13b]`, which open in place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, TypeAlias

from markupsafe import Markup, escape

from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _
from widgets.kit import bars, box_row, column_chart, pick_table
from widgets.kit.odds_rows import View
from widgets.kit.panel import Component, Panel, State
from widgets.scene import svg
from widgets.scene.shapes import Scene
from widgets.web.badges import die, has_pips, joined
from widgets.web.rule_links import cited

Text: TypeAlias = "str | Markup | Fraction | int | Cell"

_BOX: Final = Markup('<div class="{kind}"{more}>{inside}</div>')
_BUTTON: Final = Markup(
    '<button type="button" id="{key}-{id}" data-do="extra" data-name="{key}:{what}" data-by="{by}"{kind}{more}>{words}</button>'
)
# A button that sleeps outright would let go of the focus.
_OFF: Final = Markup(' aria-disabled="true"')
_CURRENT: Final = Markup(' aria-current="true"')
_TABLE: Final = Markup("<table{kind}>{caption}{head}<tbody>{rows}</tbody>{foot}</table>")
_SCROLL: Final = Markup('<div class="table-scroll{more}" tabindex="0" role="region" aria-label="{label}">{table}</div>')
_CHANCE: Final = Markup('{fraction} <span class="percent">{percent}</span>')
_FOLD: Final = Markup('<details class="{kind}" id="{key}"><summary>{words}</summary>{inside}</details>')
_FIGURE: Final = Markup("<figure{kind}><figcaption>{caption}</figcaption>{inside}</figure>")
_FACT: Final = Markup("<div><dt>{name}</dt><dd>{value}</dd></div>")
_DIE: Final = Markup('<span class="die-face"><span class="sr">{face}</span>{die}</span>')


def _kind(kind: str) -> Markup:
    return Markup(' class="{}"').format(kind) if kind else Markup("")


def draw(panel: Panel, parts: Iterable[Component]) -> Markup:
    """Draw some parts one after the other."""
    return joined(part.html(panel) for part in parts)


@dataclass(frozen=True, slots=True)
class Custom:
    """What no other component draws: markup of the panel's own."""

    markup: Markup

    def html(self, panel: Panel) -> Markup:  # noqa: ARG002 - as every component is asked
        """Return the markup."""
        return self.markup


@dataclass(frozen=True, slots=True)
class Sentence:
    """What the panel says: the sentence that changes with the controls, spoken when it does."""

    text: str
    key: str = "said"
    kind: str = "panel-said"

    def html(self, panel: Panel) -> Markup:
        """Draw the sentence."""
        words = _inside(panel.game, self.text, f"{panel.key}-{self.key}")
        return _BOX.format(kind=self.kind, more=Markup(' role="status"'), inside=words)


@dataclass(frozen=True, slots=True)
class Note:
    """A quiet sentence."""

    text: str
    kind: str = "quiet"
    key: str = "note"

    def html(self, panel: Panel) -> Markup:
        """Draw the sentence."""
        words = _inside(panel.game, self.text, f"{panel.key}-{self.key}")
        tag = "div" if "<details" in words else "p"  # a fold ends a paragraph
        return Markup("<{tag}{kind}>{words}</{tag}>").format(tag=tag, kind=_kind(self.kind), words=words)


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading within the panel."""

    text: str
    level: int = 4
    key: str = "heading"

    def html(self, panel: Panel) -> Markup:
        """Draw the heading."""
        words = _inside(panel.game, self.text, f"{panel.key}-{self.key}")
        return Markup("<h{level}>{words}</h{level}>").format(level=self.level, words=words)


@dataclass(frozen=True, slots=True)
class Items:
    """Sentences in a list."""

    rows: Sequence[str]
    kind: str = ""
    key: str = "items"

    def html(self, panel: Panel) -> Markup:
        """Draw the list."""
        inside = joined(
            Markup("<li>{}</li>").format(_inside(panel.game, row, f"{panel.key}-{self.key}-{place}")) for place, row in enumerate(self.rows)
        )
        return Markup("<ul{}>{}</ul>").format(_kind(self.kind), inside)


@dataclass(frozen=True, slots=True)
class Box:
    """Parts within one frame: beside each other, or a group with a label, as the style of `kind` has it."""

    kind: str
    parts: Sequence[Component]
    label: str = ""
    is_status: bool = False  # spoken when it changes

    def html(self, panel: Panel) -> Markup:
        """Draw the frame and its parts."""
        more = Markup(' role="group" aria-label="{}"').format(self.label) if self.label else Markup("")
        more += Markup(' role="status"') if self.is_status else ""
        return Markup("<div{}{}>{}</div>").format(_kind(self.kind), more, draw(panel, self.parts))


@dataclass(frozen=True, slots=True)
class Controls:
    """The controls of fields that stand apart from the row on top."""

    rules: Ruleset
    state: State
    names: tuple[str, ...]
    kind: str = "panel-controls"

    def html(self, panel: Panel) -> Markup:
        """Draw the controls."""
        fields = {each.name: each for each in panel.fields}
        inside = joined(fields[name].control(panel.key, self.rules, self.state) for name in self.names)
        return _BOX.format(kind=self.kind, more="", inside=inside) if self.kind else inside


@dataclass(frozen=True, slots=True)
class Press:
    """A button: the panel's `act` hears `what` and `value`. One that is off stays in reach of the Tab key, and is refused with a reason."""

    what: str
    words: str
    value: str = ""
    is_off: bool = False
    is_first: bool = False
    kind: str = ""
    is_pressed: bool | None = None
    id: str = ""
    label: str = ""  # for listeners, where the words alone do not say enough

    def html(self, panel: Panel) -> Markup:
        """Draw the button."""
        more = _OFF if self.is_off else Markup("")
        if self.label:
            more += Markup(' aria-label="{}"').format(self.label)
        if self.is_pressed is not None:
            more += Markup(' aria-pressed="{}"').format("true" if self.is_pressed else "false")
        kind = " ".join(filter(None, (self.kind, "first" if self.is_first else "")))
        name = self.id or (f"{self.what}-{self.value}" if self.value else self.what)
        return _BUTTON.format(key=panel.key, id=name, what=self.what, by=self.value, kind=_kind(kind), more=more, words=self.words)


def buttons(*presses: Press, kind: str = "wheel-turns") -> Box:
    """Return a row of buttons."""
    return Box(kind, presses)


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table that is more than its text: marked by a class, spanning columns, or the head of its row.

    `name` is what its column is called, where a narrow page shows the cell without the heads.
    """

    text: str | Markup | Fraction | int
    kind: str = ""
    is_head: bool = False
    span: int = 1
    name: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table. A Fraction is shown exactly, with its percent; the first cell of a row is its head where `has_row_heads`.

    With a `label` the table scrolls by itself on a narrow page, in a frame that `scroll_kind` may mark. `row_kinds` marks rows by a class,
    `current` is the row that listeners hear to be the one that holds now, `foot` has the rows of the foot.
    """

    heads: Sequence[Text]
    rows: Sequence[Sequence[Text]]
    caption: str = ""
    kind: str = ""
    label: str = ""
    has_row_heads: bool = True
    key: str = "table"
    row_kinds: Mapping[int, str] = field(default_factory=dict)
    foot: Sequence[Sequence[Text]] = ()
    current: int | None = None
    scroll_kind: str = ""
    hides_caption: bool = False  # from the eye; listeners have it all the same

    def html(self, panel: Panel) -> Markup:
        """Draw the table."""
        key = f"{panel.key}-{self.key}"
        head = joined(self._cell(panel.game, each, f"{key}-head-{n}", "col") for n, each in enumerate(self.heads))
        foot = joined(self._row(panel.game, cells, f"{key}-foot-{row}") for row, cells in enumerate(self.foot))
        table = _TABLE.format(
            kind=_kind(self.kind),
            caption=self._caption(panel.game, key) if self.caption else "",
            head=Markup("<thead><tr>{}</tr></thead>").format(head) if head else "",
            rows=joined(
                self._row(panel.game, cells, f"{key}-{row}", self.row_kinds.get(row, ""), is_current=row == self.current)
                for row, cells in enumerate(self.rows)
            ),
            foot=Markup("<tfoot>{}</tfoot>").format(foot) if foot else "",
        )
        more = f" {self.scroll_kind}" if self.scroll_kind else ""
        return _SCROLL.format(label=self.label, more=more, table=table) if self.label else table

    def _caption(self, game: str, key: str) -> Markup:
        return Markup("<caption{}>{}</caption>").format(_kind("sr" if self.hides_caption else ""), _inside(game, self.caption, key))

    def _row(self, game: str, cells: Sequence[Text], key: str, kind: str = "", *, is_current: bool = False) -> Markup:
        inside = joined(
            self._cell(game, each, f"{key}-{n}", "row" if self.has_row_heads and n == 0 else "") for n, each in enumerate(cells)
        )
        return Markup("<tr{}{}>{}</tr>").format(_kind(kind), _CURRENT if is_current else "", inside)

    def _cell(self, game: str, cell: Text, key: str, scope: str) -> Markup:
        each = cell if isinstance(cell, Cell) else Cell(cell)
        inside = _inside(game, each.text, key)
        more = Markup(' colspan="{}"').format(each.span) if each.span > 1 else Markup("")
        if each.name:
            more += Markup(' data-name="{}"').format(each.name)
        scope = scope or ("row" if each.is_head else "")
        if not scope or (scope == "col" and not inside):  # a head without words names nothing
            return Markup("<td{}{}>{}</td>").format(_kind(each.kind), more, inside)
        return Markup('<th scope="{}"{}{}>{}</th>').format(scope, _kind(each.kind), more, inside)


def _inside(game: str, text: str | Markup | Fraction | int, key: str) -> Markup:
    if isinstance(text, Fraction):
        return chance_text(text, key)
    return escape(text) if isinstance(text, Markup | int) else cited(game, str(text), key)


def chance_text(chance: Fraction, key: str) -> Markup:
    """Draw a chance: exact, with its percent."""
    return _CHANCE.format(fraction=bars.fraction(chance, key), percent=bars.rounded(chance))


@dataclass(frozen=True, slots=True)
class PickTable:
    """A table of numbers in which one cell can be picked: the control of a `Pick` field. One stop for the Tab key, arrows inside."""

    what: str
    caption: str
    columns: Sequence[str]
    rows: Sequence[tuple[str, Sequence[pick_table.Cell | None]]]
    picked: str
    rest: str
    kind: str = ""

    def html(self, panel: Panel) -> Markup:
        """Draw the table, with the exact value of the picked cell below."""
        return pick_table.pick_table(
            panel.key, self.what, self.caption, self.columns, self.rows, str(self.picked), rest=self.rest, kind=self.kind
        )


@dataclass(frozen=True, slots=True)
class Bars:
    """Chances as bars, each with its exact fraction and percent."""

    view: View
    key: str = "odds"
    was: Mapping[str, Fraction] = field(default_factory=dict)
    has_heading: bool = True

    def html(self, panel: Panel) -> Markup:
        """Draw the bars."""
        return bars.bars(self.view, f"{panel.key}-{self.key}", was=self.was, has_heading=self.has_heading)


@dataclass(frozen=True, slots=True)
class Columns:
    """Columns over a line of numbers."""

    columns: Sequence[column_chart.Column]
    label: str
    words: str = ""
    own: int | None = None
    mark: column_chart.Mark | None = None

    def html(self, panel: Panel) -> Markup:  # noqa: ARG002 - as every component is asked
        """Draw the chart."""
        return column_chart.columns(self.columns, self.label, self.words, own=self.own, mark=self.mark)


@dataclass(frozen=True, slots=True)
class Boxes:
    """A row of boxes, crossed off from the right: hull, crew, supply."""

    name: str
    left: int
    initial: int

    def html(self, panel: Panel) -> Markup:  # noqa: ARG002 - as every component is asked
        """Draw the boxes."""
        return box_row.boxes(self.name, self.left, initial=self.initial)


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice as they fell."""

    faces: Sequence[int]
    kind: str = "dice-faces"

    def html(self, panel: Panel) -> Markup:
        """Draw the dice, with their numbers for listeners."""
        inside = joined(_DIE.format(face=face, die=die(face, pips=has_pips(panel.game))) for face in self.faces)
        return _BOX.format(kind=self.kind, more="", inside=inside)


@dataclass(frozen=True, slots=True)
class Board:
    """A scene: a map, or a drawing with the painter's shapes."""

    scene: Scene
    name: str = "board"

    def html(self, panel: Panel) -> Markup:  # noqa: ARG002 - as every component is asked
        """Draw the scene."""
        return Markup(svg.svg(self.scene, self.name))  # noqa: S704 - our own painter, which escapes every word


@dataclass(frozen=True, slots=True)
class Fold:
    """Parts behind a click."""

    words: str
    parts: Sequence[Component]
    key: str = "more"
    kind: str = "more"

    def html(self, panel: Panel) -> Markup:
        """Draw the fold."""
        return _FOLD.format(kind=self.kind, key=f"{panel.key}-{self.key}", words=self.words, inside=draw(panel, self.parts))


@dataclass(frozen=True, slots=True)
class Figure:
    """Parts below a caption of their own."""

    caption: str
    parts: Sequence[Component]
    kind: str = ""
    key: str = "figure"

    def html(self, panel: Panel) -> Markup:
        """Draw the caption and the parts."""
        caption = _inside(panel.game, self.caption, f"{panel.key}-{self.key}")
        return _FIGURE.format(kind=_kind(self.kind), caption=caption, inside=draw(panel, self.parts))


@dataclass(frozen=True, slots=True)
class Facts:
    """Names with their values, side by side or below each other, as the style of `kind` has it."""

    facts: Mapping[str, str | Markup | Fraction | int]
    kind: str = ""
    key: str = "facts"

    def html(self, panel: Panel) -> Markup:
        """Draw the list."""
        key = f"{panel.key}-{self.key}"
        facts = enumerate(self.facts.items())
        rows = joined(_FACT.format(name=name, value=_inside(panel.game, value, f"{key}-{n}")) for n, (name, value) in facts)
        return Markup("<dl{}>{}</dl>").format(_kind(self.kind), rows)


def scroll_label(caption: str) -> str:
    """Return what a table that may be scrolled is called."""
    return _("{caption}, table; it may be scrolled").format(caption=caption)
