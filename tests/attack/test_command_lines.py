"""A small share of what `make attack` runs."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the command lines run in a fork")
def test_generated_command_lines_end_well() -> None:
    command = [sys.executable, "-m", "tests.attack.command_lines", "--count", "300", "--seed", "22", "--limit", "2"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert "300 command lines" in done.stdout, done.stderr
    assert "; 0 faults;" in done.stdout, done.stdout
    assert done.returncode == 0
    answered = re.search(r"exit codes \{0: (\d+)", done.stdout)
    assert answered is not None
    assert int(answered[1]) > 100  # or nobody looks at more than refusals
