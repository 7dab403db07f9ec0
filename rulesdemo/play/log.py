"""The story of a game for people: every event as a sentence with its turn, its rule, its faces and the exact chance it had.

for line in lines(history):
    print(line)             T1  Aquila grapples Gull. [8.12]  (5; 1/2)
print(playthrough(history))     the whole game as a text that can be read aloud and compared
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any, Final, NamedTuple

from rulesdemo.odds.dice import Step
from rulesdemo.odds.format import exact, fraction, plain
from rulesdemo.play.engine import Engine, Outcome, Throw
from rulesdemo.play.history import Deed, History
from rulesdemo.play.order_codec import order_text
from rulesdemo.rules.ruleset import Ruleset, fingerprint
from rulesdemo.words import _, brief, local_signs, ngettext

INDENT: Final = "   "

Eyes = Callable[[Any], Any]  # a position, as a side may see it


class Line(NamedTuple):
    """One event; `step` counts the orders from 1, and 0 is the start."""

    step: int
    turn: int
    text: str
    rule: str
    faces: tuple[int, ...] = ()
    p: Fraction | None = None
    rerolls: int = 0
    names_faces: bool = False  # the text itself names what was drawn, so that a picture of the dice would say nothing

    def __str__(self) -> str:
        """Return the line as a terminal shows it.

        >>> print(Line(3, 1, "Aquila grapples Gull.", "8.12", (5,), Fraction(1, 2)))
        T1  Aquila grapples Gull. [8.12]  (5; 1/2)
        """
        return f"T{self.turn}  {self.body}"

    @property
    def body(self) -> str:
        """Return the line without its turn."""
        dice = [" ".join(map(str, self.faces))] if self.faces else []
        dice += [] if self.p is None else [fraction(self.p)]
        dice += [again(self.rerolls)] if self.rerolls else []
        return f"{self.text} [{self.rule}]" + (f"  ({'; '.join(dice)})" if dice else "")

    def json(self) -> dict[str, Any]:
        """Return the line as CONTRACT of `rulesdemo play --json` has it; `rerolls` only where dice were rolled again."""
        told = {"turn": self.turn, "text": self.text, "rule": self.rule, "faces": list(self.faces), "p": self.p and exact(self.p)}
        return {**told, "rerolls": self.rerolls} if self.rerolls else told


def again(times: int) -> str:
    """Return how often dice were rolled again, in words.

    >>> again(1), again(3)
    ('rolled again', 'rolled again 3 times')
    """
    return ngettext("rolled again", "rolled again {n} times", times).format(n=times)


def lines(history: History[Any], since: int = -1, eyes: Eyes | None = None) -> list[Line]:
    """Return every line of the game; with `since`, only those after that step, of which the start is 0.

    With `eyes`, as one side may read it: what it has no name for is told by the name that it has, and without the chance.
    """
    found = list(_lines_of(history, 0, history.opening, (), eyes=eyes)) if since < 0 else []
    for step, deed in enumerate(history.done[max(since, 0) :], start=max(since, 0) + 1):
        found += _lines_of(history, step, deed.outcome, deed.story, deed.rerolls, eyes)
    return found


def texts(engine: Engine[Any], event: Any, position: Any, eyes: Eyes | None) -> tuple[str, bool]:  # noqa: ANN401 - any event of a game
    """Return an event as a sentence for those eyes, and whether they may know all that is in it."""
    whole: str = event.text(partial(engine.name, position))
    seen = position if eyes is None else eyes(position)
    if seen is position:
        return whole, True
    text: str = event.text(partial(engine.name, seen))
    return text, text == whole


def _lines_of(
    history: History[Any], step: int, outcome: Outcome[Any], story: tuple[Step, ...], rerolls: int = 0, eyes: Eyes | None = None
) -> Iterator[Line]:
    """Yield the lines of one order."""
    begins = [bool(getattr(event, "begins_turn", False)) for event in outcome.events]
    turn = history.engine.turn(outcome.position) - sum(begins)
    for event, begun, (faces, chance) in zip(outcome.events, begins, _faces_by_event(outcome.events, story), strict=True):
        turn += begun
        names_faces = bool(getattr(event, "names_faces", False))
        text, is_whole = texts(history.engine, event, outcome.position, eyes)
        yield Line(step, turn, text, event.rule, faces, chance if is_whole else None, rerolls if faces else 0, names_faces)


def _faces_by_event(events: tuple[Any, ...], story: tuple[Step, ...]) -> list[tuple[tuple[int, ...], Fraction | None]]:
    """Return, for every event, the faces that were thrown for it and their chance.

    Each throw is told once, by the first event that carries it. Faces that no event carries go to the first event, so that no die
    that fell is left out.
    """
    left = [step for step in story if step.faces]
    shared: list[tuple[tuple[int, ...], Fraction | None]] = []
    for event in events:
        step = None if event.throw is None else thrown_for(event.throw, left)
        if step is not None:
            left = [each for each in left if each is not step]
        shared.append(((), None) if step is None else (step.faces, event.throw.chance))
    if left and shared:
        faces, chance = shared[0]
        shared[0] = (faces + tuple(face for step in left for face in step.faces), chance)
    return shared


def thrown_for(throw: Throw, left: list[Step]) -> Step | None:
    """Return the step of the story that gave this outcome: the very same object if it is there, else an equal one."""
    alike = [step for step in left if step.what == throw.procedure.title and step.value == throw.outcome]
    return next((step for step in alike if step.value is throw.outcome), alike[0] if alike else None)


# -- whole games -----------------------------------------------------------------------------------------------------------------------


def game_json(history: History[Any]) -> dict[str, Any]:
    """Return the game as CONTRACT of `rulesdemo play --json` has it."""
    return {
        "game": history.engine.game,
        "scenario": history.scenario,
        "result": plain(history.result),
        "turns": history.turn,
        "orders": len(history.done),
        "log": [line.json() for line in lines(history)],
        **changes_json(history.rules),
    }


def changes(rules: Ruleset) -> list[str]:
    """Return what the reader changed in the rules, as the command line takes it."""
    switches = [variant_text(rules)] if rules.variant else []
    switches += [_("set {switch}").format(switch=f"{name}={value}") for name, value in rules.switches]
    return switches + [_("patch {cell}").format(cell=f"{table}:{row},{column}={brief(text)}") for table, row, column, text in rules.patches]


def changes_json(rules: Ruleset) -> dict[str, Any]:
    """Return what a reader changed in the rules; nothing where they are as printed."""
    out: dict[str, Any] = {}
    if rules.switches:
        out["set"] = dict(rules.switches)
    if rules.patches:
        out["patch"] = {f"{table}:{row},{column}": text for table, row, column, text in rules.patches}
    if rules.variant:
        out["variant"] = {**rules.variant._asdict(), "provenance": "yours"}
    return out


def variant_text(rules: Ruleset) -> str:
    """Return the name and the fingerprint of the variant that the rules come from, and whether they are still as it has them."""
    mark = rules.variant
    if mark is None:
        return ""
    whole = mark.fingerprint == fingerprint(rules)
    words = _("variant {name} ({fingerprint}), yours") if whole else _("variant {name} ({fingerprint}) with changes, yours")
    return words.format(name=brief(mark.name), fingerprint=mark.fingerprint)


def playthrough(history: History[Any]) -> str:
    """Write the whole game: every decision and its rule, the order, the dice and what came of it; the board at every new turn.

    Orders that are still secret are only said to be sealed.
    """
    engine = history.engine
    text = [
        _("game {game}").format(game=engine.game),
        _("scenario {scenario}").format(scenario=history.scenario),
        *changes(history.rules),
    ]
    text += ["", local_signs(engine.situation(history.opening.position)), "", *(line.body for line in lines(history.at(0)))]
    before = history.opening.position
    for step, deed in enumerate(history.done, start=1):
        text += ["", *_decision_lines(history, step, before, deed)]
        text += [f"{INDENT}{line.body}" for line in _lines_of(history, step, deed.outcome, deed.story)]
        after = deed.outcome.position
        if engine.turn(after) != engine.turn(before) or step == len(history.done):
            text += ["", local_signs(engine.situation(after))]
        before = after
    return "\n".join(text) + "\n"


def _decision_lines(history: History[Any], step: int, before: Any, deed: Deed[Any]) -> Iterator[str]:  # noqa: ANN401 - a position
    """Yield the decision that was due, and the order and the dice that met it."""
    engine = history.engine
    decision = engine.decision(before)
    if decision is not None:  # orders are given only while one is due
        yield local_signs(f"{step}. T{engine.turn(before)} {_(decision.side)}: {decision.prompt} [{decision.rule}]")
    giver = engine.owner(before, deed.order)
    interrupts = f"{_(giver)} " if decision is not None and giver != decision.side else ""
    yield f"{INDENT}{interrupts}> {_('(sealed)') if engine.secret(before, deed.order, history.position) else order_text(deed.order)}"
    if deed.faces:
        dice = _("dice {faces}").format(faces=" ".join(map(str, deed.faces)))
        yield f"{INDENT}{dice}" + (f", {again(deed.rerolls)}" if deed.rerolls else "")
