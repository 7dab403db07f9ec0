"""A panel as a record: its fields, and a pure function from their state to components. The kit makes all the rest.

    RING = Panel(
        "ring", "toulon", N_("What a ring costs"),
        fields=(Int("turns", N_("Turns in the ring"), (1, 4), start=2), Choice("fort", N_("Where"), FORT)),
        body=ring,  # (rules, state, seen) -> [Sentence(...), Columns(...), Table(...)]
    )

A page shows it with `page.extra(RING)`. The kit draws the controls, checks whatever a browser brings, stores the state with a version, and
renders a state once in each language. `reads` names what the body needs of the session beyond the rules: it must be hashable, and the
body gets it as `seen`. `act` handles what no field handles: a button that throws dice, a list that grows.

A body that works on a named tuple has it as one field, a Record (record.py), whose parts are fields of their own.

Fields that `follow` names have the values of the board until the reader sets one of them; the panel then has an `Own` field (controls.py).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Protocol

from markupsafe import Markup

from rulesdemo.rules.ruleset import Ruleset
from widgets.web.badges import joined
from widgets.web.phrases import unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

VERSION: Final = 1  # of the stored form; a list or a bare value is the form that 0.5 stored

_PANEL: Final = Markup('<section class="{kind}" aria-labelledby="{key}-title">{head}{controls}{body}</section>')
_TITLE: Final = Markup('<h{level} id="{key}-title">{title}</h{level}>')
_NAME: Final = Markup('<span id="{key}-title" hidden>{title}</span>')
_HEAD: Final = Markup('<div class="odds-head">{title}{mark}</div>')
_CONTROLS: Final = Markup('<div class="panel-controls">{}</div>')


class State:
    """The values of a panel's fields, by name; it never changes, and equal states are one key of the render cache."""

    __slots__ = ("_values",)
    _values: dict[str, Any]

    def __init__(self, **values: Any) -> None:  # noqa: ANN401 - each field has a type of its own
        """Hold these values."""
        object.__setattr__(self, "_values", values)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - each field has a type of its own
        """Return the value of one field."""
        try:
            return self._values[name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse: a change is a new state."""
        message = f"a state does not change: use state.replace({name}=...)"
        raise AttributeError(message)

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle by value."""
        return _state, (self._values,)

    def __eq__(self, other: object) -> bool:
        """Compare by value."""
        return isinstance(other, State) and self._values == other._values

    def __hash__(self) -> int:
        """Hash by value."""
        return hash(tuple(self._values.items()))

    def __repr__(self) -> str:
        """Show the values."""
        return f"State({', '.join(f'{name}={value!r}' for name, value in self._values.items())})"

    def values(self) -> dict[str, Any]:
        """Return the fields by name."""
        return dict(self._values)

    def replace(self, **changes: Any) -> State:  # noqa: ANN401 - each field has a type of its own
        """Return the state with some fields changed."""
        return State(**{**self._values, **changes})


def _state(values: dict[str, Any]) -> State:
    return State(**values)


class Session(Protocol):
    """What a panel may read of the page's game."""

    @property
    def rules(self) -> Ruleset:
        """Return the rules in force."""

    @property
    def position(self) -> Any:  # noqa: ANN401 - the game's own
        """Return the position on the board."""

    @property
    def selected(self) -> str:
        """Return the unit in hand."""

    def seed(self) -> int:
        """Draw a seed for dice."""


class Field(Protocol):
    """One value of a panel's state, with its control and its checks."""

    @property
    def name(self) -> str:
        """Return the name in the state, and in what a page sends."""

    @property
    def is_apart(self) -> bool:
        """Return whether the body places the control, instead of the row on top."""

    @property
    def is_stored(self) -> bool:
        """Return whether the browser stores it; else it begins anew with the page."""

    def initial(self, rules: Ruleset) -> Any:  # noqa: ANN401 - the field's own
        """Return the value to begin with."""

    def control(self, key: str, rules: Ruleset, state: State) -> Markup:
        """Draw the control of the panel `key`."""

    def hears(self, what: str) -> bool:
        """Say whether an act is this field's."""

    def read(self, what: str, text: str, rules: Ruleset, state: State) -> Any:  # noqa: ANN401 - the field's own
        """Return the new value for what a page sent; an InputError for what cannot be."""

    def fit(self, value: Any, rules: Ruleset, state: State) -> Any:  # noqa: ANN401 - the field's own
        """Return the value, or the nearest that these rules and the fields before it allow."""

    def load(self, stored: Any) -> Any:  # noqa: ANN401 - whatever a browser brings
        """Return the value of a stored form; a ValueError for what it cannot be."""

    def dump(self, value: Any) -> Any:  # noqa: ANN401 - plain JSON
        """Return the stored form of a value."""


class Component(Protocol):
    """A part of a panel's body."""

    def html(self, panel: Panel) -> Markup:
        """Draw the part."""


ANY: Final = "*"  # a moment that every moment of the board is: what 0.5 stored does not say when it was set


class Followed(NamedTuple):
    """The board's values of some fields, and the moment: at another moment the board's values hold again.

    Without values there is nothing to follow, and what the reader has set stands.
    """

    values: Mapping[str, Any]
    moment: str = ""


# A panel that reads more of a page's game than a Session has declares what it reads: Any lets it.
Body = Callable[[Ruleset, State, Any], Iterable[Component]]
Act = Callable[[State, str, str, Any], State | None]
Heading = Callable[[Ruleset, State, Any], tuple[str, Markup | None]]


def _reads_nothing(_session: Session) -> Hashable:
    return None


def _same(_rules: Ruleset, state: State) -> State:
    return state


def _as_stored(stored: Any) -> Any:  # noqa: ANN401 - whatever a browser brings
    return stored


def _never(_state: State) -> bool:
    return False


def _keep(state: State, _session: Session) -> State:
    return state


def _no_reaction(_before: State, after: State) -> State:
    return after


def _no_faults(_rules: Ruleset, _state: State) -> Iterable[str]:
    return ()


@dataclass(frozen=True, eq=False, slots=True)
class Panel:
    """What one panel is. `settle` mends a state whose fields exclude each other; `upgrade` turns an old stored form into field values.

    A title may cite rules; at `level` 0 it is heard only, for the page has it as its own heading. `mark` draws a provenance mark beside
    the title; `heading` returns title and mark where they depend on what is seen. A panel that `remembers` still has the board's last
    values where `follow` names none any more. One that plays by itself says so by `plays`, and `tick` makes the next picture. `wrong`
    names the inputs that hold something wrong. `react` gets the states before and after an act, and returns what else follows from it: a
    list begins anew, a die is taken back. `notice` takes over what is new on the board, such as dice thrown there; unlike fields that
    `follow` the board, the panel then holds it until something else changes it.
    """

    key: str
    game: str
    title: str
    body: Body
    fields: tuple[Field, ...] = ()
    act: Act | None = None
    reads: Callable[[Any], Hashable] = _reads_nothing
    follow: Callable[[Any], Followed] | None = None
    settle: Callable[[Ruleset, State], State] = _same
    upgrade: Callable[[Any], Any] = _as_stored
    kind: str = ""
    mark: Callable[[Ruleset, State], Markup] | None = None
    heading: Heading | None = None
    level: int = 3
    remembers: bool = False
    plays: Callable[[State], bool] = _never
    tick: Callable[[State, Session], State] = _keep
    wrong: Callable[[Ruleset, State], Iterable[str]] = _no_faults
    react: Callable[[State, State], State] = _no_reaction
    notice: Callable[[State, Any], State] = _keep

    def initial(self, rules: Ruleset) -> State:
        """Return the state to begin with."""
        return State(**{field.name: field.initial(rules) for field in self.fields})

    def fit(self, rules: Ruleset, state: State) -> State:
        """Return the state, every field within the limits that the rules and the fields before it leave."""
        for field in self.fields:
            value = getattr(state, field.name)
            found = field.fit(value, rules, state)
            if found != value:
                state = state.replace(**{field.name: found})
        return self.settle(rules, state)

    def current(self, state: State, session: Session) -> State:
        """Return the state with the board's values of the fields that follow it, unless the reader has set them at this moment."""
        if self.follow is None:
            return state
        followed = self.follow(session)
        if not followed.values or state.own in (followed.moment, ANY):
            return state
        return self.fit(session.rules, state.replace(**followed.values, own=None))

    def after(self, state: State, what: str, value: str, session: Session) -> State:
        """Return the state after an act of the reader; an InputError says why there is none."""
        before = self.current(state, session)
        after = self.fit(session.rules, self.react(before, self._after(before, what, value, session)))
        followed = self.follow(session) if self.follow is not None else Followed({})
        if any(getattr(after, name) != getattr(before, name) for name in followed.values):
            after = after.replace(own=followed.moment)
        return after

    def _after(self, state: State, what: str, value: str, session: Session) -> State:
        for field in self.fields:
            if field.hears(what):
                state = state.replace(**{field.name: field.read(what, value, session.rules, state)})
                break
        else:
            found = self.act(state, what, value, session) if self.act is not None else None
            if found is None:
                raise unknown(f"{what} {value}".strip())
            state = found
        return state

    def components(self, rules: Ruleset, state: State, seen: Hashable = None) -> list[Component]:
        """Return the parts of the body."""
        return list(self.body(rules, state, seen))

    def html(self, rules: Ruleset, state: State, seen: Hashable = None) -> Markup:
        """Draw the panel in one state."""
        return _render(self, rules, state, seen)

    def dump(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return the stored form of some fields."""
        return {
            "v": VERSION,
            **{field.name: field.dump(values[field.name]) for field in self.fields if field.is_stored and field.name in values},
        }

    def load(self, stored: Any) -> dict[str, Any]:  # noqa: ANN401 - whatever a browser brings
        """Return the fields that a stored form holds: none where one of them is broken, for they belong together.

        A form of 0.5 goes through `upgrade` first; a list has the fields in their order, and a bare value is the only field.
        """
        is_current = isinstance(stored, dict) and type(stored.get("v")) is int
        try:
            values = stored if is_current else _named(self.upgrade(stored), self.fields)
            return {field.name: field.load(values[field.name]) for field in self.fields if field.is_stored and field.name in values}
        except (ValueError, TypeError, LookupError, AttributeError):
            return {}


def _named(old: Any, fields: tuple[Field, ...]) -> Mapping[str, Any]:  # noqa: ANN401 - whatever a browser brings
    if isinstance(old, dict):
        return old
    stored = [field for field in fields if field.is_stored]
    if len(stored) == 1:
        return {stored[0].name: old}
    if not isinstance(old, list | tuple):  # the letters of a word are no values of fields
        raise TypeError
    return {field.name: value for field, value in zip(stored, old, strict=True)}


@cached
def _render(panel: Panel, rules: Ruleset, state: State, seen: Hashable) -> Markup:
    controls = joined(field.control(panel.key, rules, state) for field in panel.fields if not field.is_apart)
    return _PANEL.format(
        key=panel.key,
        kind=panel.kind or panel.key,
        head=_head(panel, rules, state, seen),
        controls=_CONTROLS.format(controls) if controls else "",
        body=joined(part.html(panel) for part in panel.components(rules, state, seen)),
    )


def _head(panel: Panel, rules: Ruleset, state: State, seen: Hashable) -> Markup:
    title: str = panel.title
    mark = panel.mark(rules, state) if panel.mark is not None else None
    if panel.heading is not None:
        title, mark = panel.heading(rules, state, seen)
    words = title if isinstance(title, Markup) else cited(panel.game, str(title), f"{panel.key}-title")
    text = (_TITLE if panel.level else _NAME).format(key=panel.key, level=panel.level, title=words)
    return text if mark is None else _HEAD.format(title=text, mark=mark)


class PanelView:
    """One panel on one page: the record, and the state that it is in now."""

    def __init__(self, panel: Panel, **fields: Any) -> None:  # noqa: ANN401 - each field has a type of its own
        """Begin with these fields, and with what the others begin with."""
        self.panel = panel
        self.key = panel.key
        self._state: State | None = None
        self._fields: dict[str, Any] = fields  # until the rules are known

    def state(self, rules: Ruleset) -> State:
        """Return the state under the rules in force."""
        if self._state is None:
            self._state = self.panel.initial(rules).replace(**self._fields)
        return self.panel.fit(rules, self._state)

    def current(self, session: Session) -> State:
        """Return the state as it is shown: what is new on the board is taken over, and fields that follow the board have its values."""
        if self.panel.notice is not _keep:
            self._state = self.panel.notice(self.state(session.rules), session)
        return self.panel.current(self.state(session.rules), session)

    def put(self, state: State) -> None:
        """Stand in another state."""
        self._state = state

    def html(self, session: Session) -> Markup:
        """Draw the panel as it is now."""
        state = self.current(session)
        if self.panel.remembers:
            self._state = state
        return self.panel.html(session.rules, state, self.panel.reads(session))

    def act(self, what: str, value: str, session: Session) -> None:
        """Do what a button or a control asks; what cannot be is an InputError, and changes nothing."""
        self._state = self.panel.after(self.state(session.rules), what, value, session)

    @property
    def is_playing(self) -> bool:
        """Return whether the panel goes on by itself."""
        return self._state is not None and self.panel.plays(self._state)

    def tick(self, session: Session) -> None:
        """Show the next picture."""
        self._state = self.panel.tick(self.state(session.rules), session)

    def wrong(self, session: Session) -> list[str]:
        """Return the inputs that hold something wrong, by the names that a page has for them."""
        return [f"extra:{self.key}:{name}" for name in self.panel.wrong(session.rules, self.current(session))]

    def stored_state(self) -> dict[str, Any]:
        """Return what the browser stores of it."""
        return self.panel.dump(self._fields if self._state is None else self._state.values())

    def restore(self, stored: Any) -> bool:  # noqa: ANN401 - whatever a browser brings
        """Stand as stored; what is broken changes nothing, and False says that it is."""
        found = self.panel.load(stored)
        if self._state is None:
            self._fields = {**self._fields, **found}
        else:
            self._state = self._state.replace(**found)
        return bool(found) or stored is None or not any(field.is_stored for field in self.panel.fields)
