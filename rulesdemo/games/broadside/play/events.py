"""What has happened, as past facts; each knows its rule, its dice and its sentence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from rulesdemo.board.hexes import Hex
from rulesdemo.games.broadside.board import GRID
from rulesdemo.games.broadside.play.facts import SIDES_FIRST, SKIES, Fact, Name, counted, listed
from rulesdemo.games.broadside.play.state import Contact, Place, Result, Side, Track
from rulesdemo.play.engine import Throw

HOUR: Final = 60
CRITICALS: Final = {
    "gunner_dead": "her master gunner is killed",
    "captain_dead": "her captain is killed",
    "rigging_m": "her rigging is cut",
    "officers_dead": "all her officers are killed",
    "rigging_inertia": "her rigging is torn, and she will set full sail no more",
    "guns_loose": "guns break loose",
    "small_leak": "a small leak opens",
    "explosion": "her magazine is hit",
    "large_leak": "a large leak opens",
    "fire": "she is on fire",
}


def told_place(place: Place) -> str:
    """A hex and a heading."""
    return f"{GRID.label(place.hex)} heading {GRID.name(place.heading)}"


# -- turns and weather -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TurnBegan(Fact):
    """A new turn."""

    rule: ClassVar[str] = "SEQ"
    begins_turn: ClassVar[bool] = True  # log lines from here on are of the new turn
    number: int
    clock: int

    def text(self, _name: Name) -> str:
        return f"Turn {self.number} begins at {self.clock // HOUR:02}:{self.clock % HOUR:02}."


@dataclass(frozen=True, slots=True)
class WeatherSet(Fact):
    """The weather at the start."""

    rule: ClassVar[str] = "III"
    wind_from: str
    force: int
    sky: str
    throw: Throw | None = None

    def text(self, _name: Name) -> str:
        return f"The wind comes from {self.wind_from} with force {self.force}; the sky: {SKIES[self.sky]}."


@dataclass(frozen=True, slots=True)
class WeatherChanged(Fact):
    """The weather of a turn."""

    rule: ClassVar[str] = "T4"
    wind_from: str
    force: int
    change: int
    turned: int
    sky: str
    throw: Throw | None = None

    def text(self, _name: Name) -> str:
        if self.turned:
            how = f"turns {abs(self.turned)} degrees to the {'right' if self.turned > 0 else 'left'}"
        else:
            how = "rises" if self.change > 0 else "drops" if self.change else "holds"
        return f"The wind {how}: from {self.wind_from}, force {self.force}; the sky: {SKIES[self.sky]}."


@dataclass(frozen=True, slots=True)
class SailTakenIn(Fact):
    """Full sail came in by force."""

    rule: str  # the wind, or damage to the rig
    ship: str

    def text(self, name: Name) -> str:
        return f"{name(self.ship)} takes in her full sail."


# -- orders ----------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CommandSettled(Fact):
    """How far ahead each ship writes."""

    rule: ClassVar[str] = "VII"
    lags: tuple[tuple[str, int], ...]

    def text(self, name: Name) -> str:
        late = [f"{name(ship)} {counted(lag, 'turn')} ahead" for ship, lag in self.lags if lag]
        return f"Orders are written each turn, but for {listed(late)}." if late else "All ships write their orders each turn."


@dataclass(frozen=True, slots=True)
class OrderWritten(Fact):
    """A line in a log; what it says is secret."""

    rule: ClassVar[str] = "IV"
    ship: str
    turn: int

    def text(self, name: Name) -> str:
        return f"An order for turn {self.turn} is written for {name(self.ship)}."


@dataclass(frozen=True, slots=True)
class OrderErased(Fact):
    """A line struck out."""

    rule: ClassVar[str] = "IV"
    ship: str

    def text(self, name: Name) -> str:
        return f"The order of {name(self.ship)} is struck out."


@dataclass(frozen=True, slots=True)
class LogsClosed(Fact):
    """A side has written."""

    rule: ClassVar[str] = "IV"
    side: Side

    def text(self, _name: Name) -> str:
        return f"{SIDES_FIRST[self.side]} close their logs."


@dataclass(frozen=True, slots=True)
class OrdersRevealed(Fact):
    """All orders of a turn, opened together."""

    rule: ClassVar[str] = "IV"
    orders: tuple[tuple[str, str], ...]

    def text(self, name: Name) -> str:
        if not self.orders:
            return "No orders stand in the logs for this turn."
        return f"The logs are opened: {listed(f'{name(ship)} {text}' for ship, text in self.orders)}."


@dataclass(frozen=True, slots=True)
class OrderLapsed(Fact):
    """An order that was no longer legal when its turn came."""

    rule: str  # the rule that bars it now
    ship: str
    written: str
    instead: str

    def text(self, name: Name) -> str:
        return f"{name(self.ship)} can no longer do {self.written}, and goes straight on with {self.instead}."


# -- movement --------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HexKept(Fact):
    """Two ships wanted one hex."""

    rule: ClassVar[str] = "IV"
    hex: Hex
    keeper: str
    back: str
    why: str
    to: Place
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        return f"{name(self.keeper)} keeps {GRID.label(self.hex)} ({self.why}); {name(self.back)} ends in {told_place(self.to)}."


@dataclass(frozen=True, slots=True)
class BoardingBegan(Fact):
    """Contact became boarding."""

    rule: ClassVar[str] = "V.a"
    hex: Hex
    ships: tuple[str, ...]
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        return f"{listed(map(name, self.ships))} are locked together in {GRID.label(self.hex)}."


@dataclass(frozen=True, slots=True)
class ContactMissed(Fact):
    """Contact came to nothing."""

    rule: ClassVar[str] = "V.a"
    hex: Hex
    ships: tuple[str, ...]
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        return f"{listed(map(name, self.ships))} touch in {GRID.label(self.hex)} and do not board."


@dataclass(frozen=True, slots=True)
class Manoeuvred(Fact):
    """The whole movement of a turn, for telling and for showing in slow motion: every track hex by hex, and every contact."""

    rule: ClassVar[str] = "IV"
    tracks: tuple[Track, ...]
    contacts: tuple[Contact, ...]

    def text(self, name: Name) -> str:
        ends = [f"{name(track.ship)} {told_place(track.place)}" for track in self.tracks if track.order and not track.left]
        return f"The ships have moved: {listed(ends)}." if ends else "No ship on the map moves by orders."

    def frames(self) -> Iterator[dict[str, Place]]:
        """Where every ship is after each hex, all at once, as ordered; the last picture is how the contacts left them."""
        longest = max((len(track.steps) for track in self.tracks), default=0)
        for impulse in range(longest):
            yield {track.ship: track.steps[min(impulse, len(track.steps) - 1)] for track in self.tracks}
        yield {track.ship: track.place for track in self.tracks}


@dataclass(frozen=True, slots=True)
class Stopped(Fact):
    """The wind stopped a ship."""

    rule: ClassVar[str] = "IV.e"
    ship: str

    def text(self, name: Name) -> str:
        return f"{name(self.ship)} lies head to wind and stops dead."


@dataclass(frozen=True, slots=True)
class LeftMap(Fact):
    """A ship sailed out of the battle."""

    rule: ClassVar[str] = "IV"
    ship: str

    def text(self, name: Name) -> str:
        return f"{name(self.ship)} sails off the map and is out of the battle."


# -- boarding and gunnery --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BoardersStruck(Fact):
    """What a round of boarding does to a ship."""

    rule: ClassVar[str] = "V.a"
    ship: str
    force: int
    damage: int
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        return f"Boarders strike {name(self.ship)} with force {self.force}: {counted(self.damage, 'hull point')}."


@dataclass(frozen=True, slots=True)
class BoardingEnded(Fact):
    """One side has nobody left who can fight."""

    rule: ClassVar[str] = "V.a"
    ships: tuple[str, ...]

    def text(self, name: Name) -> str:
        return f"The boarding is over for {listed(map(name, self.ships))}."


@dataclass(frozen=True, slots=True)
class TargetChosen(Fact):
    """A ship's gunners know what to do; nobody else does yet."""

    rule: ClassVar[str] = "V.b"
    ship: str

    def text(self, name: Name) -> str:
        return f"The gunners of {name(self.ship)} have their orders."


@dataclass(frozen=True, slots=True)
class ShotFired(Fact):
    """A broadside; what it costs is marked in step 6."""

    rule: ClassVar[str] = "V.b"
    ship: str
    target: str
    force: int
    drm: int
    raking: bool
    past_nearer: bool
    damage: int
    critical: int
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        does = "rakes" if self.raking else "fires at"
        past = " past a nearer enemy" if self.past_nearer else ""
        also = " and a critical hit" if self.critical else ""
        die = f", die {self.drm:+}" if self.drm else ""
        hurt = counted(self.damage, "hull point")
        return f"{name(self.ship)} {does} {name(self.target)}{past} with force {self.force}{die}: {hurt}{also}."


# -- damage ----------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HullLost(Fact):
    """Hull points marked off."""

    rule: ClassVar[str] = "V.b sections"
    ship: str
    points: int
    left: int
    emptied: int

    def text(self, name: Name) -> str:
        sections = f"; {counted(self.emptied, 'section')} emptied" if self.emptied else ""
        return f"{name(self.ship)} loses {counted(self.points, 'hull point')}, {self.left} left{sections}."


@dataclass(frozen=True, slots=True)
class CriticalTaken(Fact):
    """What a critical hit did."""

    rule: ClassVar[str] = "T12"
    ship: str
    line: int
    effect: str
    tells: bool

    def text(self, name: Name) -> str:
        what = CRITICALS[self.effect] if self.tells else "nothing that was not so before"
        return f"Critical hit {self.line} on {name(self.ship)}: {what}."


@dataclass(frozen=True, slots=True)
class MastTested(Fact):
    """Whether an emptied hull section costs a mast section."""

    rule: ClassVar[str] = "V.b sections"
    ship: str
    lost: bool
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        return f"{name(self.ship)} {'loses a mast section' if self.lost else 'keeps her masts'}."


@dataclass(frozen=True, slots=True)
class Exploded(Fact):
    """A magazine went up."""

    rule: ClassVar[str] = "T12"
    ship: str
    removed: bool

    def text(self, name: Name) -> str:
        return f"{name(self.ship)} explodes{' and is gone' if self.removed else ''}."


@dataclass(frozen=True, slots=True)
class Leaked(Fact):
    """A turn of a leak."""

    rule: ClassVar[str] = "T12"
    ship: str
    state: str
    lost: int
    left: int
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        ends = {"repaired": "and the leak is stopped", "sunk": "and fills", "leaking": "and leaks on"}[self.state]
        return f"{name(self.ship)} loses {counted(self.lost, 'hull point')} to her leak, {self.left} left, {ends}."


@dataclass(frozen=True, slots=True)
class Burnt(Fact):
    """A turn of a fire."""

    rule: ClassVar[str] = "T12"
    ship: str
    state: str
    lost: int
    left: int
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        if self.state == "out":
            return f"The fire aboard {name(self.ship)} is put out."
        if self.state == "exploded":
            return f"The fire aboard {name(self.ship)} reaches the powder."
        return f"The fire aboard {name(self.ship)} costs {counted(self.lost, 'hull point')}, {self.left} left."


# -- the end of ships and games --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sank(Fact):
    """A ship went down."""

    rule: ClassVar[str] = "VI"
    ship: str

    def text(self, name: Name) -> str:
        return f"{name(self.ship)} sinks."


@dataclass(frozen=True, slots=True)
class Surrendered(Fact):
    """A ship struck her flag."""

    rule: ClassVar[str] = "VI"
    ship: str
    enemies: int
    friends: int

    def text(self, name: Name) -> str:
        near = f"{counted(self.enemies, 'enemy', 'enemies')} and {counted(self.friends, 'friend')}"
        return f"{name(self.ship)} surrenders: no hull left, {near} beside her."


@dataclass(frozen=True, slots=True)
class Retaken(Fact):
    """A prize changed hands again."""

    rule: ClassVar[str] = "VI"
    ship: str

    def text(self, name: Name) -> str:
        return f"{name(self.ship)} is retaken by her own side."


@dataclass(frozen=True, slots=True)
class GameEnded(Fact):
    """The scenario is decided."""

    rule: ClassVar[str] = "VI"
    result: Result

    def text(self, _name: Name) -> str:
        french, british = self.result.lost
        who = "Nobody wins" if self.result.winner == "draw" else f"{SIDES_FIRST[self.result.winner]} win"
        return f"{who}: {self.result.why} (hull points lost: French {french}, British {british})."
