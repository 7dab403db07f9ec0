"""Answers as JSON, CSV, LaTeX and plain text. One place, so that every way out says the same."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from rulesdemo.analysis.catalogue import Answer, Entry
from rulesdemo.errors import TooManyPaths
from rulesdemo.odds.dist import Dist
from rulesdemo.odds.format import dist_latex, dist_text, exact, plain, quotient, word
from rulesdemo.odds.reads import CellRead, Read, SwitchRead
from rulesdemo.play.log import changes_json, variant_text
from rulesdemo.words import N_, _, local_signs

if TYPE_CHECKING:
    from rulesdemo.analysis.inverse import Worth
    from rulesdemo.analysis.moments import Moments

MARKS: Final = {"seed": "●", "ruling": "◆", "reconstructed": "□", "yours": "✎"}
MEANINGS: Final = {
    "seed": N_("printed in the source"),
    "ruling": N_("our reading where the source can be read in more than one way"),
    "reconstructed": N_("rebuilt by us, the source lacks it"),
    "yours": N_("given or changed by you"),
}
PROVENANCES: Final = {"seed": N_("seed"), "ruling": N_("ruling"), "reconstructed": N_("reconstructed"), "yours": N_("yours")}
MOST_CELLS: Final = 12
# Outcomes in one list, which takes about a kilobyte for each; and by how much their number may be overrated before they are counted.
MOST_LISTED: Final = 300_000
SURE_TIMES: Final = 5


def outcome_json(entry: Entry, outcome: Any) -> dict[str, Any]:  # noqa: ANN401 - an outcome record
    """Return one outcome with its field names."""
    return _records(entry, outcome._fields, [outcome])[0]


def dist_json(entry: Entry, dist: Dist[Any], fields: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    """Return every outcome, or every one of some fields, with its exact chance."""
    few = dist.marginal(*fields) if fields else dist
    refuse_endless(entry, few)
    weights, total, outcomes = few.weights, few.total, list(few)
    rows = [(outcome,) for outcome in outcomes] if len(fields) == 1 else outcomes
    records = _records(entry, fields or few.fields, rows)
    return [{"outcome": record, "p": quotient(weights[outcome], total)} for record, outcome in zip(records, outcomes, strict=True)]


def refuse_endless(entry: Entry, law: Dist[Any]) -> None:
    """Refuse to list every outcome of a distribution that would fill the memory; asked before it is unfolded, where that tells enough."""
    count = law.at_most_outcomes()
    if count > MOST_LISTED and (count > SURE_TIMES * MOST_LISTED or len(law) > MOST_LISTED):
        names = ", ".join(entry.fields)
        message = N_(
            "{name} has up to {count:,} outcomes here, more than the {most:,} that are listed: ask for some fields only ({fields})"
        )
        raise TooManyPaths(message.format(name=entry.name, count=count, most=MOST_LISTED, fields=names))


def _records(entry: Entry, names: tuple[str, ...], rows: Iterable[Iterable[Any]]) -> list[dict[str, Any]]:
    """Return rows of values by name; only flags, and fields that may hold what JSON lacks, are looked at one by one."""
    records = [dict(zip(names, row, strict=True)) for row in rows]
    for name in names:
        kind = entry.fields.get(name)
        if kind not in (int, str):
            for record in records:
                record[name] = plain(record[name], kind)
    return records


def read_json(read: Read) -> dict[str, Any]:
    """Return one thing that an answer rests on."""
    if isinstance(read, CellRead):
        return {"table": read.table, "cell": [read.row, read.column], "provenance": read.provenance}
    if isinstance(read, SwitchRead):
        return {"switch": read.switch, "value": read.value, "ruling": read.ruling, "provenance": read.provenance}
    return {"input": read.input, "value": read.value, "provenance": read.provenance}


def answer_json(answer: Answer, fields: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return the whole answer, as CONTRACT of `rulesdemo odds --json` has it."""
    return {**basis_json(answer), "outcomes": dist_json(answer.entry, answer.dist, fields), **changes_json(answer.rules)}


def basis_json(answer: Answer) -> dict[str, Any]:
    """Return what was asked, and what the answer rests on."""
    return {
        **_asked_json(answer),
        "rules": list(answer.entry.rules),
        "provenance": answer.provenance,
        "rests_on": [read_json(read) for read in answer.rests_on],
    }


def _asked_json(answer: Answer) -> dict[str, Any]:
    """Return what was asked."""
    return {"procedure": answer.entry.name, "inputs": {name: plain(value) for name, value in answer.inputs.items()}}


def moments_json(answer: Answer, found: Moments) -> dict[str, Any]:
    """Return a mean and a variance in full, as `rulesdemo mean --json` has them."""
    moments = {"field": found.field, "mean": exact(found.mean), "variance": exact(found.variance)}
    return {**_asked_json(answer), **moments, **changes_json(answer.rules)}


def worth_json(answer: Answer, found: Worth) -> dict[str, Any]:
    """Return what each input is worth, in full, as `rulesdemo worth --json` has it; the largest change first."""
    moves = [
        {
            "input": change.name,
            "from": plain(change.before),
            "to": plain(change.after),
            "p": exact(change.chance),
            "change": exact(change.points),
            "means": {field: exact(moved) for field, moved in change.means},
        }
        for change in found.changes
    ]
    return {**_asked_json(answer), "event": str(found.event), "p": exact(found.chance), "worth": moves, **changes_json(answer.rules)}


def to_json(data: object) -> str:
    r"""Return JSON text; letters outside ASCII stay readable, unless a lone surrogate among them has no UTF-8.

    >>> print(to_json("é"), to_json("é" + chr(0xD800)))
    "é" "\u00e9\ud800"
    """
    text = json.dumps(data, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(data)
    return text


def rows_csv(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """Return CSV text with a heading line."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows(rows)
    return out.getvalue().rstrip("\n")


def answer_csv(answer: Answer, fields: tuple[str, ...] = ()) -> str:
    """Write one line per outcome: its fields, the exact chance, and the provenance of the answer."""
    lines = answer_json(answer, fields)["outcomes"]
    heads = list(lines[0]["outcome"])
    rows = [[*(csv_word(line["outcome"][name]) for name in heads), line["p"], answer.provenance] for line in lines]
    return rows_csv([*heads, "p", "provenance"], rows)


def csv_word(value: object) -> str:
    """Return a value as CSV and the command line have it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)


def answer_latex(answer: Answer, fields: tuple[str, ...] = ()) -> str:
    """Return the distribution as a LaTeX table."""
    refuse_endless(answer.entry, marginal_of(answer, fields))
    return dist_latex(marginal_of(answer, fields))


def answer_text(answer: Answer, fields: tuple[str, ...] = ()) -> str:
    """Return the answer for a terminal: what was asked, the distribution, what it rests on."""
    return "\n".join([*head_lines(answer), "", dist_text(marginal_of(answer, fields)), *weak_lines(answer)])


def head_lines(answer: Answer) -> list[str]:
    """Return what was asked, by which rules, and the provenance of the answer."""
    asked = " ".join(f"{name}={csv_word(plain(value))}" for name, value in answer.inputs.items())
    changes = repr(answer.rules).removesuffix(">").partition(" --")
    changed = "".join(changes[1:]).strip()
    return [
        " ".join(part for part in (answer.entry.name, asked, changed) if part),
        *([f"{MARKS['yours']} {variant_text(answer.rules)}"] if answer.rules.variant else []),
        f"{rules_text(answer.entry.rules)}   {provenance_text(answer.provenance)}",
    ]


def weak_lines(answer: Answer) -> list[str]:
    """Return what an answer rests on that the source does not print, under an empty line; nothing where all is printed."""
    weak = [read for read in answer.rests_on if read.provenance != "seed"]
    return ["", *rests_text(weak)] if weak else []


def marginal_of(answer: Answer, fields: tuple[str, ...]) -> Dist[Any]:
    """Return the distribution of the asked fields."""
    return answer.dist.marginal(*fields) if fields else answer.dist


def provenance_text(provenance: str) -> str:
    """Return the mark and the word."""
    return local_signs(f"{MARKS[provenance]} {PROVENANCES[provenance]}: {MEANINGS[provenance]}")


def rules_text(rules: Iterable[str]) -> str:
    """Return the numbers of some rules in words."""
    return _("rules {rules}").format(rules=", ".join(rules))


def rests_text(reads: list[Read]) -> list[str]:
    """Return what the answer rests on besides printed numbers, one line per table."""
    cells: dict[tuple[str, str], list[str]] = {}
    lines = []
    for read in reads:
        if isinstance(read, CellRead):
            cells.setdefault((read.table, read.provenance), []).append(f"{read.row},{read.column}")
        elif isinstance(read, SwitchRead):
            words = _("switch {switch} at {value} (ruling {ruling})").format(switch=read.switch, value=read.value, ruling=read.ruling)
            lines.append(f"{MARKS[read.provenance]} {words}")
        else:
            words = _("{input} {value} is yours: the source has no such number").format(input=read.input, value=read.value)
            lines.append(f"{MARKS[read.provenance]} {words}")
    for (table, provenance), places in cells.items():
        if len(places) > MOST_CELLS:
            words = _("table {table}, {provenance}: cells {cells} and {count} more")
        else:
            words = _("table {table}, {provenance}: cells {cells}")
        words = words.format(
            table=table, provenance=PROVENANCES[provenance], cells=" ".join(places[:MOST_CELLS]), count=len(places) - MOST_CELLS
        )
        lines.append(f"{MARKS[provenance]} {words}")
    return lines


def grid(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Set out columns with spaces; the last column is never padded."""
    lines = [tuple(map(str, line)) for line in (heads, *rows)]  # messages are measured and padded as they are shown
    widths = [max(len(line[at]) for line in lines) for at in range(len(lines[0]))]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines)


def entry_json(entry: Entry, provenance: str) -> dict[str, Any]:
    """Return a procedure as `rulesdemo procedures --json` lists it."""
    inputs: list[Mapping[str, Any]] = [
        {"name": each.name, "range": each.kind.says(), **({} if each.required else {"default": plain(each.default)})}
        for each in entry.inputs
    ]
    return {
        "procedure": entry.name,
        "does": entry.sentence,
        "rules": list(entry.rules),
        "inputs": inputs,
        "outcome": list(entry.fields),
        "provenance": provenance,
    }


def entry_line(entry: Entry) -> tuple[str, str, str]:
    """Return a procedure's name, inputs and outcome fields for a list."""
    inputs = " ".join(
        f"{each.name}={each.kind.short()}" + ("" if each.required else f"[{word(plain(each.default))}]") for each in entry.inputs
    )
    return entry.name, inputs or "-", ", ".join(entry.fields)
