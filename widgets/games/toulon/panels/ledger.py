"""The losses of a battle by hand: two sides, a box for each loss in its order, and whether the battle is decisive."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from rulesdemo.games.toulon.combat import LossOrder, decisive, loss_order
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.games.toulon.lessons.ledger import LETTERS, WORDS
from widgets.kit.components import Box, Controls, Heading, Note, Sentence
from widgets.kit.controls import Choice, Int
from widgets.kit.panel import Component, Field, Panel, State
from widgets.kit.sign import sign
from widgets.kit.tiles import Tile, Tiles

SIDES: Final = {"attacker": N_("Attacker"), "defender": N_("Defender")}
MOST: Final = 8  # losses of a side


class Arm(NamedTuple):
    """Who takes the losses: the name, the arm, whether it is in the melee, and whether it is beaten with no other arm beside it."""

    words: str
    arm: str
    melee: bool
    alone: bool
    note: str


ARMS: Final = {
    "infantry": Arm(N_("Infantry"), "infantry", melee=True, alone=False, note=N_("Temporary first, then permanent, in turn. [4.12a]")),
    "cavalry": Arm(N_("Cavalry"), "cavalry", melee=True, alone=False, note=N_("Temporary first, then permanent, in turn. [4.12a]")),
    "guns": Arm(N_("Guns in melee"), "artillery", melee=True, alone=False, note=N_("Guns in a melee begin with a permanent one. [4.12b]")),
    "beaten": Arm(
        N_("Guns, beaten alone"),
        "artillery",
        melee=True,
        alone=True,
        note=N_("Beaten, with no other arm beside them: all become permanent. [4.12c]"),
    ),
}


class Account(NamedTuple):
    """One side: who takes the losses, and how many."""

    arm: str
    losses: int


def losses_of(rules: Ruleset, account: Account) -> LossOrder:
    """Return the losses of a side in their order."""
    arm = ARMS[account.arm]
    found: LossOrder = settled(loss_order, rules, arm.arm, account.losses, arm.melee, arm.alone)
    return found


def sentence(rules: Ruleset, attacker: Account, defender: Account) -> str:
    """Return how many permanent losses each side has, and what that makes of the battle."""
    lasting = tuple(losses_of(rules, account).permanent for account in (attacker, defender))
    counts = _("Permanent losses: attacker {a}, defender {d}.").format(a=lasting[0], d=lasting[1])
    over = int(rules.table("combat_constants").at("decisive_over"))
    if settled(decisive, rules, lasting).decisive:
        end = _("More than {n} on a side: the battle is decisive. [4.12p] The loser has suffered a significant defeat. [4.2g] [T9]")
    else:
        end = _("No side has more than {n}: the battle is not decisive. [4.12p]")
    return counts + " " + end.format(n=over)


def account(state: State, side: str) -> Account:
    """Return who takes the losses of a side, and how many."""
    return Account(getattr(state, f"{side}.arm"), getattr(state, f"{side}.losses"))


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    accounts = [account(state, side) for side in SIDES]
    yield Box("ledger-both", [_side(rules, state, side) for side in SIDES])
    is_decisive = settled(decisive, rules, tuple(losses_of(rules, each).permanent for each in accounts)).decisive
    yield Sentence(sentence(rules, *accounts), kind="ledger-told is-decisive" if is_decisive else "ledger-told is-open")


def _side(rules: Ruleset, state: State, side: str) -> Box:
    arm, count = account(state, side)
    losses = losses_of(rules, Account(arm, count)).losses
    label = ngettext("{n} loss in its order", "{n} losses in their order", count).format(n=count)
    boxes = [Tile(sign(LETTERS[kind], WORDS[kind], tag="b"), f"is-{kind}") for kind in losses]
    parts: list[Component] = [
        Heading(SIDES[side]),
        Controls(rules, state, (f"{side}.arm", f"{side}.losses")),
        Tiles(boxes, "ledger-boxes", is_ordered=True, label=label, has_role=False) if losses else Note(_("No loss yet."), "ledger-none"),
        Note(ARMS[arm].note, key=side),
    ]
    return Box("ledger-side", parts, label=SIDES[side])


def _fields(side: str, first: Account) -> tuple[Field, ...]:
    arms = {name: arm.words for name, arm in ARMS.items()}
    return (
        Choice(f"{side}.arm", N_("Who takes them"), arms, start=first.arm, is_apart=True),
        Int(f"{side}.losses", N_("Losses"), (0, MOST), start=first.losses, is_apart=True),
    )


def _upgrade(stored: Any) -> list[Any]:  # noqa: ANN401 - whatever a browser brings
    attacker, defender = stored
    return [*attacker, *defender]


LEDGER: Final = Panel(
    "ledger",
    "toulon",
    N_("Both sides, loss by loss"),
    _body,
    fields=(*_fields("attacker", Account("infantry", 3)), *_fields("defender", Account("guns", 2))),
    upgrade=_upgrade,
)
