"""A gain split: who took part, how many play, and what each nation and each player writes down."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.errors import InputError
from rulesdemo.games.toulon.operations import NATIONS
from rulesdemo.games.toulon.play.state import side_of
from rulesdemo.games.toulon.players import cooperation_option, player_split, vp_share
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _, ngettext
from widgets.games.toulon import names
from widgets.kit.radio_row import radio_row
from widgets.kit.stepper import stepper
from widgets.play.session import Desk
from widgets.web.badges import joined
from widgets.web.phrases import unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

GAME: Final = "toulon"
KEY: Final = "shares"
TOTALS: Final = (1, 9)
PLAYERS: Final = {count: str(count) for count in range(2, 8)}

_PANEL: Final = Markup(
    '<section class="shares" aria-labelledby="shares-title"><h3 id="shares-title">{title}</h3>'
    '<div class="panel-controls">{total}{players}</div>'
    '<div class="crowd-row" role="group" aria-labelledby="shares-who"><span id="shares-who">{who}</span>{nations}</div>{table}'
    '<div class="crowd-told" role="status">{told}</div></section>'
)
_NATION: Final = Markup(
    '<button type="button" id="shares-nation-{by}" data-do="extra" data-name="shares:nation" data-by="{by}" aria-pressed="{on}">{letters}'
    "{words}</button>"
)
LETTERS: Final = Markup('<b class="letters" style="background:{fill};color:{ink}" aria-hidden="true">{letters}</b> ')
_TABLE: Final = Markup(
    '<div class="scroll-box"><table class="shares-table"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>'
)
_HEAD: Final = Markup('<th scope="col">{}</th>')
_ROW: Final = Markup('<tr><th scope="row">{name}</th><td>{holds}</td><td>{sum}</td><td class="is-total">{vp}</td></tr>')


class Seat(NamedTuple):
    """An Allied player: the nations he holds, those of them that took part, and what he writes down."""

    nations: tuple[str, ...]
    part: tuple[str, ...]
    vp: str


def share(rules: Ruleset, total: int, nations: int) -> str:
    """What each nation gets."""
    found: str = settled(vp_share, rules, total, nations).vp
    return found


def seats(rules: Ruleset, total: int, players: int, nations: tuple[str, ...]) -> list[Seat]:
    """The Allied players with what each writes down: the shares of his nations, added up [2.3, T3]."""
    each = share(rules, total, len(nations))
    found = []
    for seat in settled(player_split, rules, players).seats:
        if side_of(seat[0]) == "allied":
            holds = NATIONS if "allied" in seat else seat
            part = tuple(nation for nation in holds if nation in nations)
            found.append(Seat(tuple(holds), part, _sum(each, len(part))))
    return found


def _sum(each: str, times: int) -> str:
    """So many shares, with as many decimals as one has."""
    decimals = len(each.partition(".")[2])
    return f"{float(Fraction(each) * times):.{decimals}f}"


def told(rules: Ruleset, total: int, players: int, nations: tuple[str, ...]) -> str:
    """Whether the option may be chosen at all, the share, and what rounding adds or takes."""
    if not settled(cooperation_option, rules, players).allowed:
        return _("With two players one holds all the Allies: the option is not for them [2.2].")
    each = share(rules, total, len(nations))
    count = ngettext("{n} nation", "{n} nations", len(nations)).format(n=len(nations))
    words = _("{total} VP / {count}: {each} each [2.3] [T3].").format(total=total, count=count, each=each)
    rest = Fraction(each) * len(nations) - total
    if rest:
        over = _("{n} VP too much") if rest > 0 else _("{n} VP too little")
        words += " " + _("Rounded to one decimal they add up to {sum}, {over} [T4].").format(
            sum=_sum(each, len(nations)), over=over.format(n=f"{float(abs(rest)):g}")
        )
    return words


@dataclass(slots=True)
class Shares:
    """The panel: a gain, the players, and the nations that took part."""

    total: int = 3
    players: int = 4
    nations: tuple[str, ...] = ("british", "spanish")
    key: str = field(default=KEY, init=False)

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        return _told(desk.rules, self.total, self.players, self.nations)

    def act(self, what: str, value: str, desk: Desk) -> None:  # noqa: ARG002 - the board is not touched
        """Another gain, other players, or a nation more or less."""
        if what == "total" and value in ("-1", "1"):
            self.total = min(max(self.total + int(value), TOTALS[0]), TOTALS[1])
        elif what == "players" and value in PLAYERS.values():
            self.players = int(value)
        elif what == "nation" and value in NATIONS:
            chosen = set(self.nations) ^ {value}
            if not chosen:
                message = _("Somebody must have taken part. Choose another nation first.")
                raise InputError(message)
            self.nations = tuple(nation for nation in NATIONS if nation in chosen)
        else:
            raise unknown(f"{what} {value}")

    def kept(self) -> Any:  # noqa: ANN401 - plain JSON
        """The gain, the players and the nations."""
        return [self.total, self.players, list(self.nations)]

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """Stand again as it was kept."""
        match kept:
            case [int(total), int(players), [*nations]] if TOTALS[0] <= total <= TOTALS[1] and players in PLAYERS and nations:
                if all(nation in NATIONS for nation in nations):
                    self.total, self.players = total, players
                    self.nations = tuple(nation for nation in NATIONS if nation in nations)


def letters(nation: str) -> Markup:
    """The letters of a nation on its colour."""
    found = names.NATIONS[nation]
    return LETTERS.format(fill=found.fill, ink=found.ink, letters=found.letters)


@cached
def _told(rules: Ruleset, total: int, players: int, nations: tuple[str, ...]) -> Markup:
    return _PANEL.format(
        title=_("Split a gain"),
        total=stepper(KEY, "total", _("VP gained"), total, TOTALS),
        players=radio_row(KEY, "players", _("Players"), PLAYERS, players),
        who=_("Who took part"),
        nations=joined(
            _NATION.format(
                by=nation, on="true" if nation in nations else "false", letters=letters(nation), words=names.NATIONS[nation].name
            )
            for nation in NATIONS
        ),
        table=_table(rules, total, players, nations) if settled(cooperation_option, rules, players).allowed else "",
        told=cited(GAME, told(rules, total, players, nations), KEY),
    )


def _table(rules: Ruleset, total: int, players: int, nations: tuple[str, ...]) -> Markup:
    each = share(rules, total, len(nations))
    rows = Markup("")
    for number, seat in enumerate(seats(rules, total, players, nations), start=1):
        holds = joined(letters(nation) for nation in seat.nations) + names.listed(names.NATIONS[nation].name for nation in seat.nations)
        added = " + ".join(each for _nation in seat.part) or _("no part in it")
        rows += _ROW.format(name=_("Allied player {n}").format(n=number), holds=holds, sum=added, vp=_("{vp} VP").format(vp=seat.vp))
    heads = joined(map(_HEAD.format, (_("Player"), _("Holds"), _("Shares"), _("Writes down"))))
    return _TABLE.format(heads=heads, rows=rows)
