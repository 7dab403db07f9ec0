"""Changes texts and JSON as a broken disk, a careless editor or a stranger would."""

from __future__ import annotations

import base64
import json
import random
import zlib
from collections.abc import Callable
from typing import Any, Final

from rulesdemo.play.saves import CODE

MARKUP: Final = "<img src=x onerror=alert(1)>"
HUGE: Final = "@huge@"  # stands for a number with thousands of digits, which Python does not write
DEEP: Final = "@deep@"  # stands for lists within lists
TEXTS: Final = (
    *("", " ", "x", "none", "0", "1", "-1", "a" * 201, "a" * 5_000, "\ud800", "\udfff\ud800", "\x00", "\n", "\u202e", "é", "\U0001f600"),
    *(MARKUP, f'"{MARKUP}', f"'{MARKUP}", "</script>", "&lt;", "%s", "{}", "{0}", "{name!r}", "../..", "__class__", "order", "faces"),
    *("9" * 30, "1e9", "nan", "NaN", "Infinity", "٣", "½", "0x10", "1_0", "True", "null", "[]", "{}", "1,1", "a:b", ":", ",", "="),
)
NUMBERS: Final = (
    0,
    1,
    -1,
    2,
    3,
    6,
    7,
    20,
    99,
    255,
    1_000_000,
    2**31,
    2**53 + 1,
    2**63,
    10**30,
    -(2**63),
    0.5,
    -0.0,
    1e308,
    float("nan"),
    float("inf"),
)


def junk(rng: random.Random, depth: int = 0) -> Any:
    """Return any JSON value."""
    kind = rng.randrange(14 if depth < 3 else 10)
    if kind < 4:
        return rng.choice(TEXTS)
    if kind < 7:
        return rng.choice(NUMBERS)
    if kind < 10:
        return rng.choice((None, True, False, HUGE, DEEP, rng.randrange(-10, 10)))
    if kind < 12:
        return [junk(rng, depth + 1) for _ in range(rng.randrange(4))]
    return {rng.choice(TEXTS): junk(rng, depth + 1) for _ in range(rng.randrange(4))}


def places(value: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return every place in a JSON value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [here, *(place for key, each in inside for place in places(each, (*here, key)))]


def at(value: Any, place: tuple[Any, ...]) -> Any:
    """Return what stands at a place."""
    for key in place:
        value = value[key]
    return value


def changed(rng: random.Random, value: Any) -> Any:
    """Return JSON with one change; the given value may be changed too."""
    every = [place for place in places(value) if place]
    if not every or rng.random() < 0.01:
        return junk(rng)
    place = rng.choice(every)
    holder, key = at(value, place[:-1]), place[-1]
    old = holder[key]
    change = rng.randrange(10)
    if change == 0:
        del holder[key]
    elif change == 1 and isinstance(holder, list):
        holder.insert(key, old)
    elif change == 1:
        holder[rng.choice(TEXTS)] = old
    elif change == 2 and isinstance(holder, list):
        rng.shuffle(holder)
    elif change == 3:
        holder[key] = json.loads(json.dumps(at(value, rng.choice(every))))  # something that stands elsewhere
    elif change == 4:
        holder[key] = {"a": old} if rng.random() < 0.5 else [old]
    else:
        holder[key] = near(rng, old)
    return value


def near(rng: random.Random, old: Any) -> Any:
    """Return something of the same kind as a rule, or anything."""
    if rng.random() < 0.4:
        return junk(rng)
    if isinstance(old, bool):
        return not old
    if isinstance(old, int):
        return rng.choice((old + 1, old - 1, -old, old * 10, rng.randrange(8)))
    if isinstance(old, str):
        cut = rng.randrange(len(old) + 1)
        return rng.choice((old[:cut] + rng.choice(TEXTS) + old[cut:], old[:cut], old.upper(), old[::-1], rng.choice(TEXTS)))
    return junk(rng)


def written(rng: random.Random, value: Any) -> str:
    """Return JSON as text, with numbers that are too long and lists that are too deep where they are to stand."""
    text = json.dumps(value, ensure_ascii=rng.random() < 0.5)
    if HUGE in text:
        text = text.replace(f'"{HUGE}"', rng.choice(("9" * 5_000, "-" + "9" * 400, "1" + "0" * 30, "1e400", "0" * 3_000)))
    if DEEP in text:
        size = rng.choice((10, 500, 100_000))
        text = text.replace(f'"{DEEP}"', rng.choice(("[" * size + "]" * size, "[" * size, '{"a":' * size + "1" + "}" * size)), 1)
    return text


def plain(value: Any) -> Any:
    """Return JSON as it arrives over a line: what stands for huge and deep is made."""
    if value == HUGE:
        return 10**400
    if value == DEEP:
        return json.loads("[" * 400 + "]" * 400)
    if isinstance(value, list):
        return [plain(each) for each in value]
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    return value


def spoiled(rng: random.Random, raw: bytes) -> bytes:
    """Return bytes that are cut, flipped, doubled or filled up at a few places."""
    data = bytearray(raw)
    for _ in range(rng.choice((1, 1, 1, 2, 5, 30))):
        if not data:
            break
        here = rng.randrange(len(data))
        there = min(len(data), here + rng.choice((1, 1, 2, 8, 100, 5_000)))
        change = rng.randrange(6)
        if change == 0:
            data[here] ^= 1 << rng.randrange(8)
        elif change == 1:
            del data[here:there]
        elif change == 2:
            data[here:here] = data[here:there]
        elif change == 3:
            data[here:there] = rng.choice(
                (b"", b"\x00", b"\xff", b"{", b"}", b"[", b"]", b'"', b",", b":", b"\\", b"\\ud800", b"1", b"-", b".")
            )
        elif change == 4:
            del data[here:]
        else:
            data[here] = rng.randrange(256)
    return bytes(data)


def packed(text: str) -> str:
    """Return the link's code that holds a text."""
    return f"{CODE}{base64.urlsafe_b64encode(zlib.compress(text.encode('utf-8', 'replace'), 1)).decode().rstrip('=')}"


def spoiled_code(rng: random.Random, code: str) -> str:
    """Return a link's code that is cut, flipped or made of something else."""
    here = rng.randrange(len(code))
    makers: tuple[Callable[[], str], ...] = (
        lambda: code[:here],
        lambda: code[here:],
        lambda: code[:here] + rng.choice("ABab01-_.#=+/ é\x00\ud800%") + code[here + 1 :],
        lambda: code[:here] + rng.choice(("A" * 4, "==", "\n", "....", "%3D")) + code[here:],
        code.swapcase,
        lambda: f"{rng.choice(('', '0.', '2.', '1', '9' * 400 + '.', '٣.', '-1.'))}{code[2:]}",
        lambda: CODE + base64.urlsafe_b64encode(spoiled(rng, base64.urlsafe_b64decode(code[2:] + "=" * (-len(code[2:]) % 4)))).decode(),
        lambda: CODE + base64.urlsafe_b64encode(zlib.compress(rng.randbytes(rng.randrange(500)))).decode(),
        lambda: packed(" " * rng.choice((10, 20_000_000))),
        lambda: packed("[" * 200_000),
    )
    return rng.choices(makers, (10, 10, 30, 10, 3, 5, 20, 3, 0.05, 0.1))[0]()
