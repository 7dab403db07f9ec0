"""What the captain thinks a berth is worth to a ship: whom she can attack from there, who can attack her, and what she is near to.

Chances are the exact ones of `valuation`, and so is the unit, a hundredth of a hull. The enemy's answer to an attack is part of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from rulesdemo.board.hexes import HEXSIDES, Direction, Hex
from rulesdemo.board.sectors import ShipSide
from rulesdemo.games.veneti import missiles
from rulesdemo.games.veneti.board import GRID, is_flank_type
from rulesdemo.games.veneti.play.combat import sides_left_by, ways_from
from rulesdemo.games.veneti.play.places import sides_of
from rulesdemo.games.veneti.play.state import Position, Ship
from rulesdemo.games.veneti.play.valuation import (
    ANSWER,
    CONTACT,
    IMMOBILE,
    MARINE,
    NEAR,
    Boarder,
    Card,
    apart,
    assault,
    boarders_now,
    cards,
    cuts,
    grapples,
    pace,
)
from rulesdemo.games.veneti.play.victory import score
from rulesdemo.play.engine import settled
from rulesdemo.play.records import replace
from rulesdemo.rules.ruleset import Ruleset

FEAR: Final = 0.6  # an enemy who can come at us may have better things to do
HUNT: Final = 45.0  # what it is worth to have come up with a prey, without holding her yet
STUCK: Final = 1.3  # a prey that cannot move is worth so much more of that
BOLD: Final = 0.8  # a side that does not lead must attack in the end: so much is added to the hunt, bit by bit, until the last turn
CAREFUL: Final = 0.3  # and one that leads has less need to
CLOSER: Final = 0.8  # each hex that is left to go takes a fifth of what lies there
COMMAND: Final = 3.0  # for a ship in range of a leader: outside it she has to roll before she obeys
COMPANY: Final = 2.0  # for a friend close by: two galleys take what one cannot
COMPANY_HEXES: Final = 3  # how close that is
WAY: Final = 0.6  # for each point that a sailing ship would have next turn on her new heading
SEA_ROOM: Final = 1.5  # for each forward hex that is open: a ship against the shore can only stay there


class Berth(NamedTuple):
    """Where a move ends, and the ship whose halyards the scythes are tried on there, if any."""

    bow: Hex
    heading: Direction
    cut: str = ""


@dataclass(frozen=True)
class Lookout:
    """A ship of the acting side, and all around her that does not change with where she goes."""

    position: Position
    ship: Ship

    @cached_property
    def _card(self) -> Card:
        return cards(self.position)[self.ship.id]

    @cached_property
    def foes(self) -> tuple[Card, ...]:
        """Every enemy afloat."""
        return tuple(card for card in cards(self.position).values() if card.ship.controller != self.ship.controller)

    @cached_property
    def _friends(self) -> tuple[Card, ...]:
        own = self.ship.controller
        return tuple(card for card in cards(self.position).values() if card.ship.controller == own and card.ship.id != self.ship.id)

    @cached_property
    def open_water(self) -> frozenset[Hex]:
        """The hexes she may enter: water, free of other ships, and not beside an enemy if she holds back (6.16)."""
        position, sea = self.position, self.position.scenario.sea
        taken = {place for place, other in position.occupied.items() if other.id != self.ship.id}
        if position.acting.limit == "disorder":
            taken |= {place for foe in self.foes for place in foe.ship.around}
        return sea.hexes - sea.coast - taken

    def worth(self, berth: Berth) -> float:
        """What it is worth to end the move there: the best attack, less the answer to it, and the way to the next one."""
        lie = sides_of(self.ship.kind, berth.bow, berth.heading)
        far = [(foe, apart(lie.hexes, foe.hexes)) for foe in self.foes]
        near = [(foe, hexes) for foe, hexes in far if hexes <= 1 + foe.pace]
        danger = self._fear(lie.hexes) * self._answer(near, tied=False) if near else 0.0
        alongside = [foe for foe, hexes in far if hexes == 1 and on_flank(lie.sides, foe)]
        attack = max((self._attack(foe, near, danger, cut=berth.cut == foe.ship.id) for foe in alongside), default=-danger)
        total = attack + self._posture(berth, lie.hexes)
        if self.ship.captured:
            return total
        lure = max((prize * CLOSER ** (hexes - 1) for (_, hexes), prize in zip(far, self._prey, strict=True)), default=0.0)
        return total + lure + self._best_shot(berth, far)

    # -- attack and answer

    def _attack(self, target: Card, near: list[tuple[Card, int]], danger: float, *, cut: bool) -> float:
        """Throwing grapnels at a ship alongside, after the scythes if they are used, or lying there and waiting."""
        plain = max(self._grapple(target, near, danger, immobilised=target.ship.immobilised), -danger)
        if not cut:
            return plain
        chance = cuts(self.position.rules, self._card.crew)
        easy = max(self._grapple(target, near, danger, immobilised=True), -danger)
        return chance * (IMMOBILE + easy) + (1 - chance) * plain

    def _grapple(self, target: Card, near: list[tuple[Card, int]], danger: float, *, immobilised: bool) -> float:
        """By the exact odds: she is held or not; if she is, we board before she can answer."""
        if self.ship.level == "maximum":
            return -danger
        rules, name = self.position.rules, target.ship.id
        holds = grapples(rules, self._card.crew, immobilised, bool(target.ship.grappled))
        without = assault(rules, self._helpers[name], target.marines, target.ship.height)
        boarders = (*self._followers[name], Boarder(self._card.marines, 1.0, self.ship.height))
        taken = assault(rules, boarders, target.marines, target.ship.height)
        others = [(foe, hexes) for foe, hexes in near if foe is not target]
        answer = self._answer(others, tied=True, holder=Boarder(target.marines, 1 - taken, target.ship.height))
        return holds * ((taken - without) * target.stake - ANSWER * answer) - (1 - holds) * danger

    def _answer(self, near: list[tuple[Card, int]], *, tied: bool, holder: Boarder | None = None) -> float:
        """What she may lose there to boarders: those who can come, and the one she is tied to."""
        rules, ship = self.position.rules, self.ship
        coming = [
            Boarder(foe.marines, (CONTACT if hexes == 1 else NEAR) * grapples(rules, foe.crew, ship.immobilised, tied), foe.ship.height)
            for foe, hexes in near
            if foe.marines and foe.crew
        ]
        if holder is not None:
            coming.append(holder)
        return self._card.stake * assault(rules, coming, self._card.marines, ship.height)

    @cached_property
    def _helpers(self) -> dict[str, tuple[Boarder, ...]]:
        """For every enemy, the friends that hold her or may still come to."""
        return {foe.ship.id: tuple(boarders_now(self.position, self._friends, foe)) for foe in self.foes}

    @cached_property
    def _followers(self) -> dict[str, tuple[Boarder, ...]]:
        """The same once our ship holds that enemy, which makes it easier for those who follow."""
        return {foe.ship.id: tuple(boarders_now(self.position, self._friends, foe, tied=True)) for foe in self.foes}

    def _fear(self, hexes: tuple[Hex, ...]) -> float:
        """How much an attack on her is to be feared there: less among friends, more among enemies."""
        friends = _weight(self._friends, hexes) + self._card.marines
        foes = _weight(self.foes, hexes)
        return FEAR / self._boldness * 2 * foes / (friends + foes + 1)

    # -- the way to the next attack

    @cached_property
    def _prey(self) -> tuple[float, ...]:
        """How good a prey each enemy is: near many of our ships and few of hers, and unable to get away."""
        free = [friend for friend in (*self._friends, self._card) if not friend.ship.grappled]
        found = []
        for foe in self.foes:
            hunters, guards = _weight(free, foe.hexes), _weight(self.foes, foe.hexes)
            found.append((1.0 if foe.pace else STUCK) * HUNT * self._boldness * hunters / (hunters + guards + 1))
        return tuple(found)

    @cached_property
    def _boldness(self) -> float:
        """How much she must dare: by the score and the turns that are left."""
        position = self.position
        roman, veneti = score(position)
        ahead = roman > veneti if self.ship.controller == "roman" else veneti > roman
        return 1 + position.turn.number / position.scenario.turns * (-CAREFUL if ahead else BOLD)

    def _posture(self, berth: Berth, hexes: tuple[Hex, ...]) -> float:
        """Command, company, and room to go on."""
        total = COMMAND * self._commanded(hexes)
        if any(friend.marines and apart(hexes, friend.hexes) <= COMPANY_HEXES for friend in self._friends):
            total += COMPANY
        if self.ship.kind == "sail":
            total += self._headway[berth.heading]
        return total + SEA_ROOM * sum(place in self.open_water for place in ahead_of(berth.bow, berth.heading))

    def _commanded(self, hexes: tuple[Hex, ...]) -> float:
        """1 in range of a leader; up to 2 for a leader's own ship, by the share of his side's ships that he reaches."""
        position = self.position
        leaders = [leader for leader in position.leaders if not leader.lost and leader.side == self.ship.controller]
        for leader in leaders:
            if leader.ship == self.ship.id:
                led = sum(apart(hexes, friend.hexes) <= leader.command_range for friend in self._friends)
                return 1 + led / max(1, len(self._friends))
        return float(any(apart(hexes, position.ship(leader.ship).hexes) <= leader.command_range for leader in leaders))

    @cached_property
    def _headway(self) -> tuple[float, ...]:
        """What each heading is worth for her next move, with the wind as it is."""
        return tuple(WAY * pace(self.position, replace(self.ship, heading=Direction(heading))) for heading in range(HEXSIDES))

    # -- missiles

    def shot(self, berth: Berth) -> float:
        """The marines that the best shot from there may cost the enemy, less those that the answer may cost us."""
        hexes = sides_of(self.ship.kind, berth.bow, berth.heading).hexes
        return self._best_shot(berth, [(foe, apart(hexes, foe.hexes)) for foe in self.foes])

    def _best_shot(self, berth: Berth, far: list[tuple[Card, int]]) -> float:
        return max((self._shot(berth, foe, hexes) for foe, hexes in far if hexes <= self._range), default=0.0)

    @cached_property
    def _range(self) -> int:
        return int(settled(missiles.missile_range, self.position.rules).hexes)

    def _shot(self, berth: Berth, foe: Card, far: int) -> float:
        there = replace(self.ship, bow=berth.bow, heading=berth.heading)
        ways = ways_from(self.position, there, flaming=False)
        near = [place for place in foe.hexes if place in ways and ways[place].hexes == far]
        if not any(is_flank_type(side) for place in near for side in sides_left_by(self.position, there, ways, place)):
            return 0.0
        rules, height = self.position.rules, (self.ship.height > foe.ship.height) - (self.ship.height < foe.ship.height)
        hit = losses(rules, self._card.marines, far > 1, height, foe.ship.immobilised)
        hurt = losses(rules, foe.marines, far > 1, -height, self.ship.immobilised)
        return MARINE * max(0.0, hit - hurt)


def on_flank(sides: Mapping[Hex, ShipSide], foe: Card) -> bool:
    """Whether an enemy lies on a flank of a ship with these sides."""
    return any(place in sides and is_flank_type(sides[place]) for place in foe.hexes)


def _weight(ships: tuple[Card, ...] | list[Card], hexes: tuple[Hex, ...]) -> float:
    """The marines of these ships, each counted less the farther she is."""
    return sum(card.marines * CLOSER ** apart(hexes, card.hexes) for card in ships)


@lru_cache(maxsize=20_000)
def ahead_of(bow: Hex, heading: Direction) -> tuple[Hex, ...]:
    """The three hexes before a bow."""
    return tuple(GRID.neighbour(bow, GRID.turn_right(heading, turn)) for turn in (-1, 0, 1))


@lru_cache(maxsize=1_000)
def losses(rules: Ruleset, marines: int, two_hexes: bool, height: int, immobilised: bool) -> float:
    """The marines that an ordinary shot costs its target on average [8.44]."""
    if not marines:
        return 0.0
    drm = settled(missiles.missile_drm, rules, two_hexes, height, immobilised).drm
    return float(missiles.missiles.dist(rules, marines, drm).mean("depletion"))
