"""The frequency audit: seeded rolls of every procedure family against its exact odds, by Pearson's chi-square.

    python tests/bench/chi_square.py                    the full audit: a million rolls a family, on every core; some minutes
    python tests/bench/chi_square.py --rolls 20000      the quick one that `make bench` runs
    python tests/bench/chi_square.py --only veneti

A family is one of the named dice procedures, with one set of inputs that reaches all of its branches. Outcomes expected fewer than five
times are counted together. A wrong law or a wrong hand of dice shows as a p-value of practically 0; with this many families one in twenty
is below 0.05 by luck alone, so the audit fails only below one in a million.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from typing import Any, Final, NamedTuple

from rulesdemo.catalogue import find
from rulesdemo.dist import Dist

SEED: Final = 1793
LEAST_EXPECTED: Final = 5
LEAST_P: Final = 1e-6

FAMILIES: Final[dict[str, dict[str, Any]]] = {
    "veneti.initiative": {"roman": 3, "veneti": 1},
    "veneti.straggler": {"crew": 2},
    "veneti.transfer": {},
    "veneti.wind": {"strength": 3},
    "veneti.double_activation": {"initiative": 2},
    "veneti.confusion": {},
    "veneti.fatigue": {"crew": 3, "cruise": 4, "used": 6},
    "veneti.grapple": {"crew": 2, "grappled": True},
    "veneti.scythes": {"crew": 3},
    "veneti.boarding": {"attackers": 4, "defenders": 1},
    "veneti.boarding_within": {"attackers": 3, "defenders": 2, "height": -1, "tries": 3},
    "veneti.disengage": {"crew": 2, "drm": 1},
    "veneti.missiles": {"marines": 3, "drm": 1, "flaming": True},
    "veneti.burning": {"rolls": 3},
    "veneti.spread": {},
    "broadside.gunnery": {"force": 10},
    "broadside.wind_change": {"force": 3},
    "broadside.visibility": {"wind": 3},
    "broadside.contact": {},
    "broadside.tie": {},
    "broadside.mast_loss": {"sections": 3},
    "broadside.boarding_round": {"side_a": (10, 5), "side_b": (6, 4, 8)},
    "broadside.small_leak": {"hull": 5, "turns": 4},
    "broadside.large_leak": {"hull": 10, "turns": 3},
    "broadside.fire": {"hull": 6, "turns": 5},
    "escadres.gun": {},
    "escadres.volley": {"dice": 6, "power": 10, "crew": 8},
    "escadres.blast": {"dice": 3},
    "escadres.fire_fighting": {"fires": 3, "training": 1},
    "escadres.fire_turn": {"power": 6, "crew": 4, "fires": 2},
    "escadres.leak": {"hull": 5, "turns": 6, "faces": 2},
    "escadres.drift": {},
    "republic.tactical": {"attacker": "A", "defender": "B"},
    "republic.battle": {"drm": 0},
    "republic.full_battle": {"attacker": "B", "defender": "C", "drm": 3},
    "republic.refusal": {"cv": 5, "drm": 1},
    "republic.coordination": {"cv_active": 6, "cv_inactive": 5, "distance": 2, "rivers": 1},
    "republic.star_loss": {"sp": 60},
    "republic.elephants": {"count": 3},
    "republic.leader_loss": {"vm": 7, "drm": 1},
    "republic.assault": {"ratio": "3-1"},
    "republic.treachery": {"cdi": 3, "cv": 5},
    "republic.surrender": {"cdi": 3},
    "republic.ambassador": {"letter": "A"},
    "toulon.initiative": {},
    "toulon.leader_wound": {},
    "toulon.war_supply": {"turns": 3},
    "toulon.nml_supply": {"turn": 8},
    "toulon.council": {"turn": 3},
    "toulon.significant_defeat": {"op": 4},
    "toulon.surrounded_losses": {},
}


class Verdict(NamedTuple):
    """What came of one family."""

    name: str
    bins: int
    statistic: float
    p: float


def audit(name: str, rolls: int) -> Verdict:
    """Roll one family and compare."""
    entry = find(name)
    inputs = FAMILIES[name]
    rng = random.Random(f"{SEED} {name}")
    throw = entry.thrower(inputs, rng)
    tally = Counter(throw().value for _ in range(rolls))
    return compare(name, entry.asked(inputs).dist, tally, rolls)


def compare(name: str, law: Dist[Any], tally: Counter[Any], rolls: int) -> Verdict:
    """Pearson's statistic over the bins, and the chance of one at least as large if the law is right."""
    impossible = [outcome for outcome in tally if outcome not in law]
    if impossible:
        return Verdict(f"{name}: {impossible[0]} cannot happen", 0, float("inf"), 0.0)
    bins: list[tuple[int, float]] = []
    rare_seen, rare_expected = 0, 0.0
    for outcome, chance in law.items():
        expected = float(chance * rolls)
        if expected < LEAST_EXPECTED:
            rare_seen, rare_expected = rare_seen + tally[outcome], rare_expected + expected
        else:
            bins.append((tally[outcome], expected))
    if rare_expected >= LEAST_EXPECTED or not bins:
        bins.append((rare_seen, rare_expected))
    elif rare_expected:
        seen, expected = bins.pop()
        bins.append((seen + rare_seen, expected + rare_expected))
    statistic = sum((seen - expected) ** 2 / expected for seen, expected in bins)
    return Verdict(name, len(bins), statistic, tail(len(bins) - 1, statistic))


def tail(freedom: int, statistic: float) -> float:
    """The chance that chi-square with so many degrees of freedom is at least the statistic."""
    import mpmath

    return 1.0 if freedom == 0 else float(mpmath.gammainc(freedom / 2, statistic / 2, mpmath.inf, regularized=True))


def main() -> int:
    """Run the audit and print a line a family."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rolls", type=int, default=1_000_000, help="rolls of each family (default: a million)")
    parser.add_argument("--only", default="", help="families whose name contains this")
    chosen = parser.parse_args()
    names = [name for name in FAMILIES if chosen.only in name]
    print(f"{chosen.rolls:,} rolls each of {len(names)} families, seed {SEED}")
    failed = 0
    with ProcessPoolExecutor(max_workers=os.cpu_count()) as workers:
        for number, verdict in enumerate(workers.map(audit, names, [chosen.rolls] * len(names)), start=1):
            bad = verdict.p < LEAST_P
            failed += bad
            line = f"{number:3}/{len(names)}  {verdict.name:32} {verdict.bins:5} bins  chi2 {verdict.statistic:10.2f}  p {verdict.p:.4f}"
            print(line + ("  FAILED" if bad else ""), flush=True)
    print(f"{len(names) - failed} of {len(names)} families agree with their exact odds")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
