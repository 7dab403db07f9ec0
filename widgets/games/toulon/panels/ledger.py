"""The losses of a battle by hand: two sides, a box for each loss in its order, and whether the battle is decisive."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.games.toulon.combat import LossOrder, decisive, loss_order
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.kit.radio_row import radio_row
from widgets.kit.stepper import stepper
from widgets.play.session import Desk
from widgets.web.badges import joined
from widgets.web.phrases import unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

GAME: Final = "toulon"
KEY: Final = "ledger"
SIDES: Final = {"attacker": N_("Attacker"), "defender": N_("Defender")}
LOSSES: Final = (0, 8)
LETTERS: Final = {"temporary": N_("T"), "permanent": N_("P")}
WORDS: Final = {"temporary": N_("temporary"), "permanent": N_("permanent")}


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


FIRST: Final = {"attacker": Account("infantry", 3), "defender": Account("guns", 2)}

_PANEL: Final = Markup(
    '<section class="ledger" aria-labelledby="ledger-title"><h3 id="ledger-title">{title}</h3>'
    '<div class="ledger-both">{sides}</div><div class="ledger-told {state}" role="status">{told}</div></section>'
)
_SIDE: Final = Markup(
    '<section class="ledger-side" aria-labelledby="ledger-{side}"><h4 id="ledger-{side}">{name}</h4>'
    '<div class="panel-controls">{arm}{count}</div>{boxes}<div class="quiet">{note}</div></section>'
)
_BOXES: Final = Markup('<ol class="ledger-boxes" aria-label="{label}">{boxes}</ol>')
_NONE: Final = Markup('<p class="ledger-none">{}</p>')
_BOX: Final = Markup('<li class="is-{kind}"><b aria-hidden="true">{letter}</b><span class="sr">{words}</span></li>')


def taken(rules: Ruleset, account: Account) -> LossOrder:
    """The losses of a side in their order."""
    arm = ARMS[account.arm]
    found: LossOrder = settled(loss_order, rules, arm.arm, account.losses, arm.melee, arm.alone)
    return found


def told(rules: Ruleset, attacker: Account, defender: Account) -> str:
    """How many permanent losses each side has, and what that makes of the battle."""
    lasting = tuple(taken(rules, account).permanent for account in (attacker, defender))
    counts = _("Permanent losses: attacker {a}, defender {d}.").format(a=lasting[0], d=lasting[1])
    over = int(rules.table("combat_constants").at("decisive_over"))
    if settled(decisive, rules, lasting).decisive:
        end = _("More than {n} on a side: the battle is decisive. [4.12p] Whoever has lost it has a significant defeat. [4.2g] [T9]")
    else:
        end = _("No side has more than {n}: the battle is not decisive. [4.12p]")
    return counts + " " + end.format(n=over)


@dataclass(slots=True)
class Ledger:
    """The panel: the account of both sides."""

    attacker: Account = FIRST["attacker"]
    defender: Account = FIRST["defender"]
    key: str = field(default=KEY, init=False)

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        return _told(desk.rules, self.attacker, self.defender)

    def act(self, what: str, value: str, desk: Desk) -> None:  # noqa: ARG002 - the board is not touched
        """A loss more or less, or another arm, of one side."""
        side, _dot, part = what.partition(".")
        account: Account | None = getattr(self, side) if side in SIDES else None
        if account is not None and part == "arm" and value in ARMS:
            account = account._replace(arm=value)
        elif account is not None and part == "losses" and value in ("1", "-1"):
            account = account._replace(losses=min(max(account.losses + int(value), LOSSES[0]), LOSSES[1]))
        else:
            raise unknown(f"{what} {value}")
        setattr(self, side, account)

    def kept(self) -> Any:  # noqa: ANN401 - plain JSON
        """Both accounts."""
        return [list(self.attacker), list(self.defender)]

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """Stand again as it was kept."""
        match kept:
            case [[str(one), int(first)], [str(other), int(second)]] if one in ARMS and other in ARMS:
                if all(LOSSES[0] <= number <= LOSSES[1] for number in (first, second)):
                    self.attacker, self.defender = Account(one, first), Account(other, second)


@cached
def _told(rules: Ruleset, attacker: Account, defender: Account) -> Markup:
    accounts = {"attacker": attacker, "defender": defender}
    lasting = [taken(rules, account).permanent for account in accounts.values()]
    return _PANEL.format(
        title=_("Both sides, loss by loss"),
        sides=joined(_side(rules, side, account) for side, account in accounts.items()),
        state="is-decisive" if settled(decisive, rules, tuple(lasting)).decisive else "is-open",
        told=cited(GAME, told(rules, attacker, defender), KEY),
    )


def _side(rules: Ruleset, side: str, account: Account) -> Markup:
    found = taken(rules, account)
    label = ngettext("{n} loss in its order", "{n} losses in their order", account.losses).format(n=account.losses)
    boxes = joined(_BOX.format(kind=kind, letter=LETTERS[kind], words=WORDS[kind]) for kind in found.losses)
    return _SIDE.format(
        side=side,
        name=SIDES[side],
        arm=radio_row(KEY, f"{side}.arm", _("Who takes them"), {name: arm.words for name, arm in ARMS.items()}, account.arm),
        count=stepper(KEY, f"{side}.losses", _("Losses"), account.losses, LOSSES),
        boxes=_BOXES.format(label=label, boxes=boxes) if found.losses else _NONE.format(_("No loss yet.")),
        note=cited(GAME, ARMS[account.arm].note, f"{KEY}-{side}"),
    )
