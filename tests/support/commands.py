"""What every command must keep to: clean on success, one clear line and exit code 2 on bad input."""

import subprocess


def good(done: subprocess.CompletedProcess[str]) -> str:
    """What a command that went well has printed."""
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def bad(done: subprocess.CompletedProcess[str]) -> str:
    """One line on the error stream, exit code 2, no traceback."""
    assert done.returncode == 2, (done.stdout, done.stderr)
    assert done.stderr.startswith("rulesdemo: ")
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr
    return done.stderr
