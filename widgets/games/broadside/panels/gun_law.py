"""The gun table row by row: the reader adds rows up, guesses what one that he has not seen adds up to, and so finds the law behind it."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.games.broadside.gunnery import gun_table
from rulesdemo.odds.dice import D6
from rulesdemo.odds.format import exact
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _, ngettext
from widgets.kit.stepper import stepper
from widgets.play.session import Desk
from widgets.web.badges import joined
from widgets.web.phrases import unknown
from widgets.web.rule_links import cited

GAME: Final = "broadside"
ENOUGH: Final = 3  # rows that show a law, before one is guessed
MOST_GUESSED: Final = 40
START: Final = 4
LAST: Final = 30  # no row that a browser kept can be higher
STRIDE: Final = 13  # the row to guess is so many rows on: far from those that were just seen

_PANEL: Final = Markup(
    '<section class="gun-law" aria-labelledby="gun-law-title"><h3 id="gun-law-title">{title}</h3>'
    '<div class="gun-law-both"><div><div class="panel-controls">{row}</div><div class="gun-faces" role="img" aria-label="{spoken}">{faces}'
    '</div><div class="gun-law-buttons"><button type="button" class="{kind}" id="gunlaw-add" data-do="extra" data-name="gunlaw:add" '
    'data-by=""{off}>{add}</button></div></div><div class="gun-law-notes" role="status">{notes}</div></div>{guess}</section>'
)
_FACE: Final = Markup('<span class="gun-face"><span class="gun-die">{die}</span><b>{damage}</b></span>')
_NOTES: Final = Markup(
    '<table class="gun-sums"><caption>{caption}</caption><thead><tr><th scope="col">{force}</th><th scope="col">{faces}</th>'
    '<th scope="col">{total}</th></tr></thead><tbody>{rows}</tbody></table>'
)
_NOTE: Final = Markup('<tr><th scope="row">{force}</th><td>{faces}</td><td><b>{total}</b></td></tr>')
_GUESS: Final = Markup(
    '<div class="gun-guess"><h4>{title}</h4><p>{words}</p><div class="panel-controls">{stepper}<div class="gun-law-buttons">'
    '<button type="button" class="first" id="gunlaw-check" data-do="extra" data-name="gunlaw:check" data-by="">{check}</button>'
    '<button type="button" id="gunlaw-show" data-do="extra" data-name="gunlaw:show" data-by="">{show}</button></div></div>'
    '<div class="gun-told" role="status">{told}</div></div>'
)
_FOUND: Final = Markup('<div class="gun-guess is-found" role="status"><h4>{title}</h4>{words}</div>')
_OFF: Final = Markup(' aria-disabled="true"')  # a button that sleeps outright would let go of the focus


# -- the table -------------------------------------------------------------------------------------------------------------------------


def faces_of(rules: Ruleset, force: int) -> tuple[int, ...]:
    """A row of the table as it is printed, from the highest face to the lowest [T1]."""
    table = gun_table(rules, force)
    return tuple(table.at(force, face) or 0 for face in sorted(D6.faces, reverse=True))


def forces(rules: Ruleset) -> range:
    """The forces that have a printed row [T1]."""
    rows = [int(label) for label in rules.table("gun_table").rows.labels]
    return range(min(rows), max(rows) + 1)


def keeping(rules: Ruleset) -> int:
    """How many printed rows add up to their force and 1."""
    return sum(sum(faces_of(rules, force)) == force + 1 for force in forces(rules))


# -- the panel -------------------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class GunLaw:
    """The row that is shown, the rows that were added up, and the guess."""

    force: int = START
    added: list[int] = field(default_factory=list)
    guess: int = 0
    asked: int = -1  # the row to guess; under 0 while too few were added up
    told: str = ""
    state: str = "open"  # or "found", or "shown"
    key: str = field(default="gunlaw", init=False)

    # -- what a reader can do ----------------------------------------------------------------------------------------------------------

    def act(self, what: str, value: str, desk: Desk) -> None:
        """Another row, its sum, or a guess."""
        rows = forces(desk.rules)
        if what in ("force", "guess") and value in ("1", "-1"):
            self._put(what, getattr(self, what) + int(value), rows)
        elif what in ("force.at", "guess.at") and value.isascii() and value.isdigit() and len(value) < 3:  # noqa: PLR2004 - two digits
            self._put(what.partition(".")[0], int(value), rows)
        elif what == "add":
            self._add(rows)
        elif what == "check" and self.asked >= 0:
            self._check(desk.rules)
        elif what == "show" and self.asked >= 0:
            self.state = "shown"
        else:
            raise unknown(what)

    def _put(self, what: str, number: int, rows: range) -> None:
        most = rows[-1] if what == "force" else MOST_GUESSED
        setattr(self, what, max(0, min(most, number)))

    def _add(self, rows: range) -> None:
        if self.force not in self.added:
            self.added.append(self.force)
        if self.state == "open" and len(self.added) >= ENOUGH and self.asked in (-1, *self.added):
            unseen = [row for row in rows if row not in self.added]
            self.asked = unseen[(self.added[-1] + STRIDE) % len(unseen)] if unseen else -1
            self.told = ""

    def _check(self, rules: Ruleset) -> None:
        right = sum(faces_of(rules, self.asked))
        if self.guess == right:
            self.state = "found"
        else:
            way = _("Too high.") if self.guess > right else _("Too low.")
            self.told = _("{way} Compare every force with its sum, or add up one more row.").format(way=way)

    def kept(self) -> dict[str, Any]:
        """The rows and how the guess stands."""
        return {"force": self.force, "added": self.added, "asked": self.asked, "state": self.state}

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same again, if it can be."""
        if not isinstance(kept, dict) or kept.get("state") not in ("open", "found", "shown"):
            return
        force, asked, added = kept.get("force"), kept.get("asked"), kept.get("added")
        if type(force) is not int or not isinstance(added, list) or not all(type(each) is int for each in added):
            return
        if not all(0 <= each <= LAST for each in (force, *added)):
            return
        if type(asked) is int and -1 <= asked <= LAST and len(set(added)) == len(added) and (asked >= 0 or kept["state"] == "open"):
            self.force, self.added, self.asked, self.state = force, added, asked, kept["state"]

    # -- as text -----------------------------------------------------------------------------------------------------------------------

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        rows, faces = forces(desk.rules), faces_of(desk.rules, self.force)
        is_added = self.force in self.added
        return _PANEL.format(
            title=_("One row after the other"),
            row=stepper(self.key, "force", _("Row of force"), self.force, (rows[0], rows[-1]), slides=True),
            faces=joined(_FACE.format(die=die, damage=damage) for die, damage in zip(sorted(D6.faces, reverse=True), faces, strict=True)),
            spoken=_("Damage from a 6 down to a 1: {faces}").format(faces=", ".join(map(str, faces))),
            kind="second" if self.asked >= 0 or self.state != "open" else "first",
            off=_OFF if is_added else "",
            add=_("Add this row up") if not is_added else _("Added up"),
            notes=self._notes(desk.rules),
            guess=self._guess(desk.rules),
        )

    def _notes(self, rules: Ruleset) -> Markup:
        if not self.added:
            words = _("Every column is a face of the die, and its number is the hull points lost. Choose a row and add it up. [T1]")
            return cited(GAME, words, "gunlaw-begin")
        lines = ((force, faces_of(rules, force)) for force in sorted(self.added))
        left = ENOUGH - len(self.added)
        more = ngettext("Add up {n} more row.", "Add up {n} more rows.", left).format(n=left) if left > 0 else ""
        return _NOTES.format(
            caption=_("Your rows"),
            force=_("Force"),
            faces=_("6 to 1"),
            total=_("Sum"),
            rows=joined(_NOTE.format(force=force, faces=" + ".join(map(str, faces)), total=sum(faces)) for force, faces in lines),
        ) + (Markup('<p class="quiet">{}</p>').format(more) if more else Markup(""))

    def _guess(self, rules: Ruleset) -> Markup:
        if self.state != "open":
            return _FOUND.format(title=_("The law of the table"), words=cited(GAME, self._law(rules), "gunlaw-law"))
        if self.asked < 0:
            return Markup("")
        name = _("Sum of row {force}").format(force=self.asked)
        return _GUESS.format(
            title=_("Now guess"),
            words=_("You have not seen the row of force {force}. What do its six faces add up to?").format(force=self.asked),
            stepper=stepper(self.key, "guess", name, self.guess, (0, MOST_GUESSED), slides=True),
            check=_("Check"),
            show=_("Show me"),
            told=self.told,
        )

    def _law(self, rules: Ruleset) -> str:
        start = _("Right.") if self.state == "found" else _("This is it.")
        faces, rows = faces_of(rules, self.asked), forces(rules)
        row = _("Row {force} is {faces} = {total}.").format(force=self.asked, faces=" + ".join(map(str, faces)), total=sum(faces))
        kept = _("Each row adds up to its force plus 1: {n} of {all} printed rows do. [T1]").format(n=keeping(rules), all=len(rows))
        mean = _("The six faces are equally likely, so with nothing added to the die a shot costs (F + 1)/6 on average: {mean} here.")
        told = mean.format(mean=exact(Fraction(sum(faces), len(D6.faces))))
        worth = _("One point of force is worth 1/6 of a hull point, wherever you stand in the table.")
        return f"{start} {row} {kept} {told} {worth}"
