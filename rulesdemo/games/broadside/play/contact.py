"""Shared hexes (IV, V.a): enemies who touch may board; all others give way by priority, until nobody is where he cannot stay."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rulesdemo.board.hexes import Hex
from rulesdemo.games.broadside.board import GRID
from rulesdemo.games.broadside.boarding import contact as contact_roll
from rulesdemo.games.broadside.movement import shared_hex, stacking, tie
from rulesdemo.games.broadside.play.events import BoardingBegan, ContactMissed, HexKept
from rulesdemo.games.broadside.play.orders import RollContact, RollTie
from rulesdemo.games.broadside.play.state import Contact, DiceRequest, Position, Settling, Ship, Track
from rulesdemo.games.broadside.weather import wind_effects
from rulesdemo.odds.dice import Dice
from rulesdemo.play.engine import Decision, Outcome, Refusal, cites, settled, throw_for
from rulesdemo.play.records import replace
from rulesdemo.words import N_, listing

# Why a ship keeps a hex; a message is equal to its English text in every language, so these are values to compare with.
NOWHERE: Final = N_("the other has nowhere to go back to")
DIE: Final = N_("the higher die")
SPENT, POTENTIAL, HULL = N_("more M spent"), N_("more M to spend"), N_("more hull")


def boarders(settling: Settling) -> frozenset[str]:
    """The ships that have been locked together in this movement."""
    return frozenset(name for each in settling.contacts if each.how == "boarding" for name in each.ships)


def _ships_held(position: Position, settling: Settling) -> frozenset[str]:
    """The ships that a boarding holds, old or new."""
    return boarders(settling) | {ship.id for ship in position.there if ship.locked}


# -- settling --------------------------------------------------------------------------------------------------------------------------


@cites("IV", "V.a")
def settle(position: Position) -> Outcome[Position]:
    """Take shared hexes one by one, by their number, until none is left or dice are asked for [IV, B9, B65]."""
    events: list[Any] = []
    while position.settling is not None:
        settling = position.settling
        shared = _first_shared(position, settling)
        if shared is None:
            break
        place, tracks = shared
        asked = _asks(position, settling, place, tracks)
        if asked is not None:
            position = replace(position, settling=settling._replace(asked=asked))
            break
        position, more = _give_way(position, settling, place, tracks)
        events += more
    return Outcome(position, tuple(events))


def _first_shared(position: Position, settling: Settling) -> tuple[Hex, list[Track]] | None:
    """The first hex where more ships are than may stay, and one of them has come to it in this move."""
    found: dict[Hex, list[Track]] = {}
    for track in settling.tracks:
        if not track.left:
            found.setdefault(track.place.hex, []).append(track)
    held = _ships_held(position, settling)
    shared = [
        (place, tracks)
        for place, tracks in found.items()
        if not settled(stacking, position.rules, len(tracks)).legal and any(track.at and track.ship not in held for track in tracks)
    ]
    return min(shared, key=lambda each: GRID.label(each[0])) if shared else None


@cites("V.a", "T3")
def _asks(position: Position, settling: Settling, place: Hex, tracks: list[Track]) -> DiceRequest | None:
    """Which dice the hex waits for: contact between enemies who can fight, or two ships equal in everything [V.a, IV, B13, B66]."""
    names = tuple(track.ship for track in tracks)
    if settled(wind_effects, position.rules, position.sky.force).boarding and _touching(position, settling, names):
        return DiceRequest("contact", place, names)
    pair = _pair(position, settling, tracks)
    if pair is not None and len(shared_hex.dist(position.rules, *_merits(*pair))) > 1:
        return DiceRequest("tie", place, (pair[0].ship, pair[1].ship))
    return None


def _can_board(ship: Ship) -> bool:
    return ship.can_fight and not ship.is_fort


def _touching(position: Position, settling: Settling, names: tuple[str, ...]) -> bool:
    """Whether enemies who can fight are there whose contact has not come to nothing yet."""
    held = _ships_held(position, settling)
    ships = [position.ship(name) for name in names]
    return any(
        one.side != other.side
        and _can_board(one)
        and _can_board(other)
        and not {one.id, other.id} <= held
        and frozenset((one.id, other.id)) not in settling.apart
        for place, one in enumerate(ships)
        for other in ships[place + 1 :]
    )


def _pair(position: Position, settling: Settling, tracks: list[Track]) -> tuple[Track, Track] | None:
    """The first two ships that came to the hex, if everybody there has somewhere to go back to."""
    held = _ships_held(position, settling)
    if any(not track.at or track.ship in held for track in tracks):
        return None
    return tracks[0], tracks[1]


def _merits(one: Track, other: Track) -> tuple[int, int, int, int, int, int]:
    return one.spent, other.spent, one.potential, other.potential, one.hull, other.hull


@cites("IV")
def _give_way(position: Position, settling: Settling, place: Hex, tracks: list[Track]) -> Outcome[Position]:
    """One ship goes back a hex: she who spent less M, had less, or has less hull; but a ship where she began stays [IV, B9, B65]."""
    held = _ships_held(position, settling)
    pair = _pair(position, settling, tracks)
    if pair is None:
        keeper = next(track for track in tracks if not track.at or track.ship in held)
        loser = next(track for track in tracks if track.at and track.ship not in held)
        return _put_back(position, settling, place, keeper.ship, loser, NOWHERE)
    winner = settled(shared_hex, position.rules, *_merits(*pair)).winner
    keeper, loser = pair if winner == "a" else (pair[1], pair[0])
    merits = ((SPENT, keeper.spent, loser.spent), (POTENTIAL, keeper.potential, loser.potential), (HULL, keeper.hull, loser.hull))
    return _put_back(position, settling, place, keeper.ship, loser, next(why for why, more, less in merits if more != less))


def _put_back(position: Position, settling: Settling, place: Hex, keeper: str, loser: Track, why: str) -> Outcome[Position]:
    after = loser._replace(at=loser.at - 1)
    tracks = tuple(after if track.ship == loser.ship else track for track in settling.tracks)
    done = Contact(place, (keeper, loser.ship), "kept", why, keeper, loser.ship, after.place)
    position = replace(position, settling=settling._replace(tracks=tracks, contacts=(*settling.contacts, done), asked=None))
    return Outcome(position, (HexKept(place, keeper, loser.ship, why, after.place),))


# -- dice ------------------------------------------------------------------------------------------------------------------------------


@cites("IV", "V.a")
def decide_settling(position: Position) -> Decision | None:
    """Ask for the dice of a contact, or for a die each for a hex [V.a, IV]."""
    if position.settling is None or position.settling.asked is None:
        return None
    asked = position.settling.asked
    names = listing(position.ship(name).name for name in asked.ships)
    where = GRID.label(asked.hex)
    if asked.kind == "contact":
        return Decision(
            position.scenario.first,
            (RollContact,),
            "V.a",
            N_("{ships} meet in {hex}: throw to see whether they board.").format(ships=names, hex=where),
        )
    return Decision(
        position.scenario.first,
        (RollTie,),
        "IV",
        N_("{ships} are equal in everything in {hex}: throw a die each.").format(ships=names, hex=where),
    )


def check_roll(_position: Position, _order: RollContact | RollTie) -> Refusal | None:
    """Nothing bars the throw when it is due."""
    return None


def _open_request(position: Position) -> tuple[Settling, DiceRequest]:
    settling = position.settling
    if settling is None or settling.asked is None:
        message = "no hex waits for dice"
        raise TypeError(message)
    return settling, settling.asked


@cites("V.a")
def roll_contact(dice: Dice, position: Position, _order: RollContact) -> Outcome[Position]:
    """One die for all who touch in the hex: under 4 they are locked together, otherwise the contact is settled as in IV [V.a, B66]."""
    settling, asked = _open_request(position)
    throw = throw_for(dice, contact_roll, position.rules)
    if throw.outcome.boarding:
        locked = tuple(name for name in asked.ships if not position.ship(name).surrendered and not position.ship(name).is_fort)
        done = Contact(asked.hex, locked, "boarding", N_("a die under 4"))
        settling = settling._replace(contacts=(*settling.contacts, done), asked=None)
        return Outcome(replace(position, settling=settling), (BoardingBegan(asked.hex, locked, throw),))
    ships = [position.ship(name) for name in asked.ships]
    apart = frozenset(frozenset((one.id, other.id)) for one in ships for other in ships if one.side != other.side)
    done = Contact(asked.hex, asked.ships, "no_boarding", N_("a die of 4 or more"))
    settling = settling._replace(contacts=(*settling.contacts, done), apart=settling.apart | apart, asked=None)
    return Outcome(replace(position, settling=settling), (ContactMissed(asked.hex, asked.ships, throw),))


@cites("IV")
def roll_tie(dice: Dice, position: Position, _order: RollTie) -> Outcome[Position]:
    """A die each; the higher keeps the hex, equal dice are thrown again [IV, B9]."""
    settling, asked = _open_request(position)
    throw = throw_for(dice, tie, position.rules)
    keeper, back = asked.ships if throw.outcome.winner == "a" else asked.ships[::-1]
    loser = next(track for track in settling.tracks if track.ship == back)
    position, (kept,) = _put_back(position, settling, asked.hex, keeper, loser, DIE)
    return Outcome(position, (replace(kept, throw=throw),))


def contacts(_position: Position) -> Iterator[RollContact]:
    """The throw for contact."""
    yield RollContact()


def ties(_position: Position) -> Iterator[RollTie]:
    """The throw for a hex."""
    yield RollTie()
