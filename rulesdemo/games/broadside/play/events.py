"""What has happened, as past facts; each knows its rule, its dice and its sentence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from rulesdemo.board.hexes import Hex
from rulesdemo.games.broadside.board import GRID
from rulesdemo.games.broadside.play.facts import (
    CRITICALS,
    LEAKS,
    SHOTS,
    SIDES_FIRST,
    SKIES,
    VERDICTS,
    WIND_CHANGES,
    WIND_TURNS,
    Name,
    hull_text,
    names_text,
    place_text,
)
from rulesdemo.games.broadside.play.state import Contact, Place, Result, Side, Track
from rulesdemo.play.engine import Throw
from rulesdemo.play.fact import Fact
from rulesdemo.words import _, listing, ngettext

HOUR: Final = 60


# -- turns and weather -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TurnBegan(Fact):
    """A new turn."""

    rule: ClassVar[str] = "SEQ"
    begins_turn: ClassVar[bool] = True  # log lines from here on are of the new turn
    number: int
    clock: int

    def text(self, _name: Name) -> str:
        hour, minute = divmod(self.clock, HOUR)
        return _("Turn {number} begins at {hour:02}:{minute:02}.").format(number=self.number, hour=hour, minute=minute)


@dataclass(frozen=True, slots=True)
class WeatherSet(Fact):
    """The weather at the start."""

    rule: ClassVar[str] = "III"
    wind_from: str
    force: int
    sky: str
    throw: Throw | None = None

    def text(self, _name: Name) -> str:
        return _("The wind comes from {wind_from} with force {force}; the sky: {sky}.").format(
            wind_from=self.wind_from, force=self.force, sky=SKIES[self.sky]
        )


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
        now = {"wind_from": self.wind_from, "force": self.force, "sky": SKIES[self.sky]}
        if self.turned:
            return str(WIND_TURNS[self.turned > 0].format(degrees=abs(self.turned), **now))
        return str(WIND_CHANGES[(self.change > 0) - (self.change < 0)].format(**now))


@dataclass(frozen=True, slots=True)
class SailTakenIn(Fact):
    """Full sail came in by force."""

    rule: str  # the wind, or damage to the rig
    ship: str

    def text(self, name: Name) -> str:
        return _("{ship} takes in her full sail.").format(ship=name(self.ship))


# -- orders ----------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CommandSettled(Fact):
    """How far ahead each ship writes."""

    rule: ClassVar[str] = "VII"
    lags: tuple[tuple[str, int], ...]

    def text(self, name: Name) -> str:
        late = [
            ngettext("{ship} {n} turn ahead", "{ship} {n} turns ahead", lag).format(ship=name(ship), n=lag)
            for ship, lag in self.lags
            if lag
        ]
        if not late:
            return _("All ships write their orders each turn.")
        return _("Orders are written each turn, but for {ships}.").format(ships=listing(late))


@dataclass(frozen=True, slots=True)
class OrderWritten(Fact):
    """A line in a log; what it says is secret."""

    rule: ClassVar[str] = "IV"
    ship: str
    turn: int

    def text(self, name: Name) -> str:
        return _("An order for turn {turn} is written for {ship}.").format(turn=self.turn, ship=name(self.ship))


@dataclass(frozen=True, slots=True)
class OrderErased(Fact):
    """A line struck out."""

    rule: ClassVar[str] = "IV"
    ship: str

    def text(self, name: Name) -> str:
        return _("The order of {ship} is struck out.").format(ship=name(self.ship))


@dataclass(frozen=True, slots=True)
class LogsClosed(Fact):
    """A side has written."""

    rule: ClassVar[str] = "IV"
    side: Side

    def text(self, _name: Name) -> str:
        return _("{side} close their logs.").format(side=SIDES_FIRST[self.side])


@dataclass(frozen=True, slots=True)
class OrdersRevealed(Fact):
    """All orders of a turn, opened together."""

    rule: ClassVar[str] = "IV"
    orders: tuple[tuple[str, str], ...]

    def text(self, name: Name) -> str:
        if not self.orders:
            return _("No orders stand in the logs for this turn.")
        return _("The logs are opened: {orders}.").format(orders=listing(f"{name(ship)} {text}" for ship, text in self.orders))


@dataclass(frozen=True, slots=True)
class OrderLapsed(Fact):
    """An order that was no longer legal when its turn came."""

    rule: str  # the rule that bars it now
    ship: str
    written: str
    instead: str

    def text(self, name: Name) -> str:
        return _("{ship} can no longer do {written}, and goes straight on with {instead}.").format(
            ship=name(self.ship), written=self.written, instead=self.instead
        )


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
        return _("{keeper} keeps {hex} ({why}); {other} ends in {place}.").format(
            keeper=name(self.keeper), hex=GRID.label(self.hex), why=self.why, other=name(self.back), place=place_text(self.to)
        )


@dataclass(frozen=True, slots=True)
class BoardingBegan(Fact):
    """Contact became boarding."""

    rule: ClassVar[str] = "V.a"
    hex: Hex
    ships: tuple[str, ...]
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        return _("{ships} are locked together in {hex}.").format(ships=names_text(self.ships, name), hex=GRID.label(self.hex))


@dataclass(frozen=True, slots=True)
class ContactMissed(Fact):
    """Contact came to nothing."""

    rule: ClassVar[str] = "V.a"
    hex: Hex
    ships: tuple[str, ...]
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        return _("{ships} touch in {hex} and do not board.").format(ships=names_text(self.ships, name), hex=GRID.label(self.hex))


@dataclass(frozen=True, slots=True)
class Manoeuvred(Fact):
    """The whole movement of a turn, for telling and for showing in slow motion: every track hex by hex, and every contact."""

    rule: ClassVar[str] = "IV"
    tracks: tuple[Track, ...]
    contacts: tuple[Contact, ...]

    def text(self, name: Name) -> str:
        ends = [f"{name(track.ship)} {place_text(track.place)}" for track in self.tracks if track.order and not track.left]
        if not ends:
            return _("No ship on the map moves by orders.")
        return _("The ships have moved: {places}.").format(places=listing(ends))

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
        return _("{ship} lies head to wind and stops dead.").format(ship=name(self.ship))


@dataclass(frozen=True, slots=True)
class LeftMap(Fact):
    """A ship sailed out of the battle."""

    rule: ClassVar[str] = "IV"
    ship: str

    def text(self, name: Name) -> str:
        return _("{ship} sails off the map and is out of the battle.").format(ship=name(self.ship))


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
        return _("Boarders strike {ship} with force {force}: {hurt}.").format(
            ship=name(self.ship), force=self.force, hurt=hull_text(self.damage)
        )


@dataclass(frozen=True, slots=True)
class BoardingEnded(Fact):
    """One side has nobody left who can fight."""

    rule: ClassVar[str] = "V.a"
    ships: tuple[str, ...]

    def text(self, name: Name) -> str:
        return _("The boarding is over for {ships}.").format(ships=names_text(self.ships, name))


@dataclass(frozen=True, slots=True)
class TargetChosen(Fact):
    """A ship's gunners know what to do; nobody else does yet."""

    rule: ClassVar[str] = "V.b"
    ship: str

    def text(self, name: Name) -> str:
        return _("The gunners of {ship} have their orders.").format(ship=name(self.ship))


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
        force = _("force {force}, die {drm:+}") if self.drm else _("force {force}")
        hurt = hull_text(self.damage)
        if self.critical:
            hurt = _("{hurt} and a critical hit").format(hurt=hurt)
        return str(
            SHOTS[self.raking, self.past_nearer].format(
                ship=name(self.ship), target=name(self.target), force=force.format(force=self.force, drm=self.drm), hurt=hurt
            )
        )


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
        lost = {"ship": name(self.ship), "hurt": hull_text(self.points), "left": self.left}
        if not self.emptied:
            return _("{ship} loses {hurt}, {left} left.").format(**lost)
        return ngettext(
            "{ship} loses {hurt}, {left} left; {n} section emptied.",
            "{ship} loses {hurt}, {left} left; {n} sections emptied.",
            self.emptied,
        ).format(n=self.emptied, **lost)


@dataclass(frozen=True, slots=True)
class CriticalTaken(Fact):
    """What a critical hit did."""

    rule: ClassVar[str] = "T12"
    ship: str
    line: int
    effect: str
    tells: bool

    def text(self, name: Name) -> str:
        what = CRITICALS[self.effect] if self.tells else _("nothing that was not so before")
        return _("Critical hit {line} on {ship}: {what}.").format(line=self.line, ship=name(self.ship), what=what)


@dataclass(frozen=True, slots=True)
class MastTested(Fact):
    """Whether an emptied hull section costs a mast section."""

    rule: ClassVar[str] = "V.b sections"
    ship: str
    lost: bool
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        words = _("{ship} loses a mast section.") if self.lost else _("{ship} keeps her masts.")
        return words.format(ship=name(self.ship))


@dataclass(frozen=True, slots=True)
class Exploded(Fact):
    """A magazine went up."""

    rule: ClassVar[str] = "T12"
    ship: str
    removed: bool

    def text(self, name: Name) -> str:
        words = _("{ship} explodes and is gone.") if self.removed else _("{ship} explodes.")
        return words.format(ship=name(self.ship))


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
        return str(LEAKS[self.state].format(ship=name(self.ship), hurt=hull_text(self.lost), left=self.left))


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
            return _("The fire aboard {ship} is put out.").format(ship=name(self.ship))
        if self.state == "exploded":
            return _("The fire aboard {ship} reaches the powder.").format(ship=name(self.ship))
        return _("The fire aboard {ship} costs {hurt}, {left} left.").format(
            ship=name(self.ship), hurt=hull_text(self.lost), left=self.left
        )


# -- the end of ships and games --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sank(Fact):
    """A ship went down."""

    rule: ClassVar[str] = "VI"
    ship: str

    def text(self, name: Name) -> str:
        return _("{ship} sinks.").format(ship=name(self.ship))


@dataclass(frozen=True, slots=True)
class Surrendered(Fact):
    """A ship struck her flag."""

    rule: ClassVar[str] = "VI"
    ship: str
    enemies: int
    friends: int

    def text(self, name: Name) -> str:
        enemies = ngettext("{n} enemy", "{n} enemies", self.enemies).format(n=self.enemies)
        friends = ngettext("{n} friend", "{n} friends", self.friends).format(n=self.friends)
        return _("{ship} surrenders: no hull left, {enemies} and {friends} beside her.").format(
            ship=name(self.ship), enemies=enemies, friends=friends
        )


@dataclass(frozen=True, slots=True)
class Retaken(Fact):
    """A prize changed hands again."""

    rule: ClassVar[str] = "VI"
    ship: str

    def text(self, name: Name) -> str:
        return _("{ship} is retaken by her own side.").format(ship=name(self.ship))


@dataclass(frozen=True, slots=True)
class GameEnded(Fact):
    """The scenario is decided."""

    rule: ClassVar[str] = "VI"
    result: Result

    def text(self, _name: Name) -> str:
        french, british = self.result.lost
        return str(VERDICTS[self.result.winner].format(why=self.result.why, french=french, british=british))
