"""What a reader types is repeated in a refusal or an answer with its first letters only."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from tests.support import commands

LONG = "A" * 300
DIGITS = "9" * 300
BOARDING = ["odds", "veneti.boarding", "attackers=4", "defenders=1"]
REFUSED = [
    [LONG],
    [f"--{LONG}"],
    ["odds", f"--{LONG}=4"],
    ["odds", LONG],
    ["odds", f"veneti.{LONG}"],
    ["odds", f"{LONG}.boarding"],
    ["odds", "veneti.boarding", LONG],
    ["odds", "veneti.boarding", f"{LONG}=3"],
    ["odds", "veneti.boarding", f"{LONG}=3", f"{LONG}=3"],
    ["odds", "veneti.boarding", f"attackers={LONG}", "defenders=1"],
    ["odds", "--batch", LONG],
    ["odds", "--lang", LONG],
    [*BOARDING, "--fields", LONG],
    [*BOARDING, "--set", f"{LONG}=natural"],
    [*BOARDING, "--set", f"boarding_bands={LONG}"],
    [*BOARDING, "--patch", LONG],
    [*BOARDING, "--patch", f"{LONG}:4,1=5"],
    [*BOARDING, "--patch", f"{LONG}:4,1=5", "--patch", f"{LONG}:4,1=5"],
    [*BOARDING, "--patch", f"boarding:{LONG},1=5"],
    [*BOARDING, "--patch", f"boarding:4,{DIGITS}=5"],
    [*BOARDING, "--patch", f"boarding:4,{'9' * 5000}=5"],
    [*BOARDING, "--patch", f"boarding:4,1={LONG}"],
    [*BOARDING, "--patch", f"boarding:4,1={DIGITS}"],
    ["roll", "veneti.boarding", "attackers=4", "defenders=1", "--faces", DIGITS],
    ["roll", "veneti.boarding", "attackers=4", "defenders=1", "--seed", LONG],
    ["roll", "veneti.boarding", "attackers=4", "defenders=1", "--times", DIGITS],
    ["least", "veneti.boarding", "defenders=1", "--over", "attackers", "--when", "captured=true", "--chance", LONG],
    ["mean", "veneti.boarding", "attackers=4", "defenders=1", "--field", "attacker_loss", "--count", f"{LONG}={LONG}"],
    ["rules", "veneti", LONG],
    ["play", "veneti", LONG],
    ["replay", f"{LONG}.json"],
    ["serve", "--host", LONG],
]


@pytest.mark.parametrize("args", REFUSED, ids=[" ".join(args).replace(LONG, "long").replace("9" * 100, "9")[:90] for args in REFUSED])
def test_a_refusal_repeats_the_first_letters(args: list[str]) -> None:
    done = subprocess.run([sys.executable, "-m", "rulesdemo", *args], capture_output=True, text=True, check=False, timeout=60)
    refusal = commands.bad(done)
    assert max(map(len, re.findall(r"A+|9+", refusal)), default=0) <= 40
    assert "…" in refusal or "digits" in refusal
