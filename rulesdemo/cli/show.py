"""Commands that list and show: games, procedures, rules, tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final

import typer

from rulesdemo.cli.main import Csv, GameName, Json, Latex, MaybeGame, Patch, Set, VariantFile, app, chosen_rules, in_language, one_form, say
from rulesdemo.errors import InputError, nearest
from rulesdemo.odds.format import grid_latex, latex_word
from rulesdemo.rules.datafiles import GAMES, game_file, table_names
from rulesdemo.rules.ruleset import check_game
from rulesdemo.words import N_, _, in_both, ngettext, share_text, speak_of

STATUSES: Final = {
    "done": N_("done"),
    "partly": N_("partly"),
    "note": N_("note"),
    "unused": N_("unused"),
    "out-of-scope": N_("out-of-scope"),
    "planned": N_("planned"),
}
AUDITS: Final = {"gap": N_("gap"), "turns back": N_("turns back"), "uneven": N_("uneven"), "formula": N_("formula")}


def _games(game: str) -> tuple[str, ...]:
    if not game:
        return GAMES
    check_game(game)
    speak_of(game)
    return (game,)


@app.command()
def games(as_json: Json = False) -> None:
    """The five games, one line each."""
    from rulesdemo.analysis import report
    from rulesdemo.analysis.catalogue import entries
    from rulesdemo.rules.toc import contents

    if as_json:
        listed = [
            {
                "name": name,
                "title": game_file(name, "game")["title"],
                "scenarios": _scenarios(name),
                "chapters": [chapter.path for chapter in contents().of(name) if chapter.is_there],
                "procedures": list(entries(name)),
            }
            for name in GAMES
        ]
        say(report.to_json(listed))
        return
    rows = [
        (
            name,
            in_language(game_file(name, "game")["title"]),
            in_language(game_file(name, "game")["line"]),
            _procedures_text(name),
        )
        for name in GAMES
    ]
    say(report.grid((_("game"), _("title"), _("what it is"), ""), rows))


def _procedures_text(game: str) -> str:
    from rulesdemo.analysis.catalogue import entries

    count = len(entries(game))
    return ngettext("{n} procedure", "{n} procedures", count).format(n=count)


def _scenarios(name: str) -> list[str]:
    from rulesdemo.play.game import game

    engine = game(name).play()
    return [] if engine is None else list(engine.scenarios())


@app.command()
def procedures(game: MaybeGame = "", as_json: Json = False) -> None:
    """Every dice procedure: name, rule numbers, inputs with ranges, outcome fields, provenance."""
    from rulesdemo.analysis import report
    from rulesdemo.analysis.catalogue import entries

    found = [entry for name in _games(game) for entry in entries(name).values()]
    if as_json:
        say(report.to_json([report.entry_json(entry, entry.provenance()) for entry in found]))
        return
    for entry in found:
        name, inputs, fields = report.entry_line(entry)
        mark = entry.provenance()
        say(f"{name}  {inputs if entry.inputs else ''}".rstrip())
        gives = _("gives {fields}").format(fields=fields)
        say(f"    {gives}; {report.rules_text(entry.rules)}; {report.MARKS[mark]} {report.PROVENANCES[mark]}")
        say(f"    {_(entry.sentence)}")


@app.command()
def rules(
    game: GameName,
    rule_id: Annotated[str, typer.Argument(metavar="[ID]", help=N_("A rule number, as in 8.23."))] = "",
    coverage: Annotated[bool, typer.Option("--coverage", help=N_("Which code, cases and chapters stand behind every rule."))] = False,
    rulings: Annotated[bool, typer.Option("--rulings", help=N_("Our rulings, with their alternatives and switches."))] = False,
    as_json: Json = False,
    switches: Set = None,
    variant: VariantFile = "",
) -> None:
    """The rules in our words; one rule with its titles, provenance, code, cases and chapters."""
    from rulesdemo.analysis import report
    from rulesdemo.analysis.rule_coverage import accounts
    from rulesdemo.rules.rule_index import rule

    check_game(game)
    speak_of(game)
    settings = dict(chosen_rules(game, switches, None, variant).switches)
    if rulings:
        say(_rulings(game, settings, as_json=as_json))
        return
    every = accounts(game)
    if rule_id:
        rule(game, rule_id)
        say(report.to_json(_account_json(every[rule_id], full=True)) if as_json else _card(every[rule_id], settings))
    elif as_json:
        say(report.to_json([_account_json(account, full=not coverage) for account in every.values()]))
    elif coverage:
        say(_coverage_text(every))
    else:
        say(
            report.grid(
                (_("rule"), _("title"), _("status")),
                [(a.rule.id, _title(a.rule), STATUSES[a.rule.status]) for a in every.values()],
            )
        )


def _account_json(account: Any, *, full: bool) -> dict[str, Any]:  # noqa: ANN401 - an Account, imported when needed
    rule = account.rule
    out = {
        "id": rule.id,
        "title": {"en": rule.title_en, "fr": rule.title_fr},
        "status": rule.status,
        "code": list(account.code),
        "cases": account.cases,
        "chapters": list(account.chapters),
    }
    if rule.missing:
        out["missing"] = rule.missing
    if full:
        out |= {
            "text": rule.text,
            "kinds": list(rule.kinds),
            "untitled": rule.untitled,
            "provenance": account.provenance,
            "procedures": list(account.procedures),
            "tables": list(account.tables),
            "rulings": [ruling.id for ruling in account.rulings],
        }
        if rule.letter:
            out |= {"class": rule.letter, "parameters": list(rule.parameters)}
    return out


def _card(account: Any, settings: Mapping[str, str]) -> str:  # noqa: ANN401 - an Account
    from rulesdemo.analysis import report

    rule = account.rule
    head = f"[{rule.id}] {' / '.join(map(str, in_both(rule.title_en, rule.title_fr)[:2]))}"
    facts = [(_("status"), STATUSES[rule.status]), (_("provenance"), report.provenance_text(account.provenance))]
    if rule.missing:
        facts.append((_("not played"), _(rule.missing)))
    if rule.parameters:
        facts.append((_("parameters"), ", ".join(rule.parameters)))
    facts += [
        (_("procedures"), ", ".join(account.procedures) or _("none yet")),
        (_("tables"), ", ".join(account.tables) or _("none")),
        (_("code"), ", ".join(_modules(account)) or _("none yet")),
        (_("cases"), str(account.cases)),
        (_("taught in"), ", ".join(account.chapters) or _("no chapter yet")),
    ]
    lines = [_("{head} (titles ours)").format(head=head) if rule.untitled else head, "", _(rule.text), "", report.grid(*_split(facts))]
    for ruling in account.rulings:
        lines += [
            "",
            _("{name}: {words}").format(name=f"{report.MARKS[ruling.provenance]} {ruling.id}", words=_(ruling.question)),
            f"   {_(ruling.answer)} {_(ruling.why)}".rstrip(),
        ]
        if ruling.switch:
            words = _("switch {switch}: {choices} (default {default})").format(
                switch=ruling.switch.name,
                choices=", ".join(value for value, _why in ruling.switch.choices),
                default=ruling.switch.default,
            )
            lines += [f"   {words}", *_setting_lines(ruling.switch.name, settings, "   ")]
    return "\n".join(lines)


def _setting_lines(switch: str, settings: Mapping[str, str], indent: str) -> list[str]:
    """Return where the reader set a switch, if he did."""
    from rulesdemo.analysis import report

    if switch not in settings:
        return []
    words = _("switch {switch} at {value}, yours").format(switch=switch, value=settings[switch])
    return [f"{indent}{report.MARKS['yours']} {words}"]


def _split(facts: list[tuple[str, str]]) -> tuple[tuple[str, str], list[tuple[str, str]]]:
    """Return the first line of a list of facts and the others, as a grid takes them."""
    return facts[0], facts[1:]


def _title(thing: Any) -> str:  # noqa: ANN401 - a rule, or what a table says of itself
    return in_language({"en": thing.title_en, "fr": thing.title_fr})


def _modules(account: Any) -> list[str]:  # noqa: ANN401 - an Account
    """The modules behind a rule, by the names they have inside their game."""
    return [module.removeprefix(f"rulesdemo.games.{account.rule.game}.") for module in account.code]


def _coverage_text(every: Any) -> str:  # noqa: ANN401 - a mapping of Accounts
    from rulesdemo.analysis import report

    classed = any(account.rule.letter for account in every.values())
    rows = [
        (
            a.rule.id,
            *((a.rule.letter,) if classed else ()),
            STATUSES[a.rule.status],
            ", ".join(_modules(a)) or "-",
            str(a.cases or "-"),
            ", ".join(a.chapters) or "-",
            *((", ".join(a.rule.parameters) or "-",) if classed else ()),
        )
        for a in every.values()
    ]
    counts: dict[str, int] = {}
    for account in every.values():
        counts[account.rule.status] = counts.get(account.rule.status, 0) + 1
    total = ", ".join(f"{number} {STATUSES[status]}" for status, number in sorted(counts.items()))
    coded = sum(bool(account.code) for account in every.values())
    cased = sum(bool(account.cases) for account in every.values())
    heads = (
        (_("rule"), _("class"), _("status"), _("code"), _("cases"), _("chapters"), _("parameters"))
        if classed
        else (_("rule"), _("status"), _("code"), _("cases"), _("chapters"))
    )
    summary = _("{rules} rules: {total}; {coded} cited by code, {cased} exercised by cases")
    not_played = _("{rule}, not played: {missing}")
    lines = [not_played.format(rule=a.rule.id, missing=_(a.rule.missing)) for a in every.values() if a.rule.missing]
    lines.append(summary.format(rules=len(every), total=total, coded=coded, cased=cased))
    if classed:
        lines.append(_classes_text(every))
    return "\n".join([report.grid(heads, rows), "", *lines])


def _classes_text(every: Any) -> str:  # noqa: ANN401 - a mapping of Accounts
    """How many rules of each class are there, and how many of them have what their class asks for."""
    of = {letter: [a for a in every.values() if a.rule.letter == letter] for letter in ("C", "P", "T")}
    done = {letter: sum(a.rule.status == "done" for a in found) for letter, found in of.items()}
    taught = sum(bool(a.chapters) for a in of["T"])
    return _(
        "class C, from the source alone: {c_done} of {c} done; class P, with the parameters named: {p_done} of {p} done; "
        "class T, told in a chapter: {t_done} of {t}"
    ).format(c_done=done["C"], c=len(of["C"]), p_done=done["P"], p=len(of["P"]), t_done=taught, t=len(of["T"]))


def _rulings(game: str, settings: Mapping[str, str], *, as_json: bool) -> str:
    from rulesdemo.analysis import report
    from rulesdemo.rules.rule_index import rulings_of

    found = rulings_of(game).values()
    if as_json:
        return report.to_json(
            [
                {
                    "id": r.id,
                    "provenance": r.provenance,
                    "rules": list(r.rules),
                    "question": r.question,
                    "answer": r.answer,
                    "why": r.why,
                    "alternatives": list(r.alternatives),
                    "switch": None
                    if r.switch is None
                    else {
                        "name": r.switch.name,
                        "default": r.switch.default,
                        "choices": dict(r.switch.choices),
                        **({"yours": settings[r.switch.name]} if r.switch.name in settings else {}),
                    },
                }
                for r in found
            ]
        )
    lines = []
    for r in found:
        lines.append(f"{report.MARKS[r.provenance]} {r.id} [{', '.join(r.rules)}] {_(r.question)}\n    {_(r.answer)}")
        if r.switch:
            setting = f"--set {r.switch.name}={'|'.join(value for value, _why in r.switch.choices)}"
            lines.append("    " + _("{setting} (default {default})").format(setting=setting, default=r.switch.default))
            lines += _setting_lines(r.switch.name, settings, "    ")
    return "\n".join(lines)


@app.command()
def tables(
    game: MaybeGame = "",
    table: Annotated[str, typer.Argument(metavar="[TABLE]", help=N_("A table's name; all are listed when left out."))] = "",
    audit: Annotated[
        bool, typer.Option("--audit", help=N_("Gaps, lines that turn back, uneven lines, cells that break the table's own formula."))
    ] = False,
    as_json: Json = False,
    as_csv: Csv = False,
    as_latex: Latex = False,
    switches: Set = None,
    patches: Patch = None,
    variant: VariantFile = "",
) -> None:
    """A table with provenance marks on its cells; the tables of a game; or the audit."""
    from rulesdemo.analysis import report
    from rulesdemo.rules.ruleset import ruleset

    one_form(json=as_json, csv=as_csv, latex=as_latex)
    chosen = _games(game)
    if (switches or patches or variant) and (audit or not game):
        message = N_(
            "--set, --patch and --variant change the tables of one game, as in: rulesdemo tables veneti boarding --patch boarding:4,1=5"
        )
        raise InputError(message)
    if table and table not in table_names(game):
        message = N_("{game} has no table {table!r}. {hint}").format(game=game, table=table, hint=nearest(table, table_names(game)))
        raise InputError(message)
    if as_latex and (audit or not table):
        message = N_("--latex writes one table, as in: rulesdemo tables veneti boarding --latex")
        raise InputError(message)
    if audit:
        say(_audit(chosen, table, as_json=as_json, as_csv=as_csv))
        return
    if not table:
        every = {name: chosen_rules(name, switches, patches, variant) if game else ruleset(name) for name in chosen}
        listed = [rules.table(each) for name, rules in every.items() for each in table_names(name)]
        if as_json:
            say(report.to_json([_table_json(each) for each in listed]))
            return
        rows = [
            (
                each.info.game,
                each.name,
                _title(each.info),
                ", ".join(each.info.rules),
                _marks(each),
            )
            for each in listed
        ]
        heads = (N_("game"), N_("table"), N_("title"), N_("rules"), N_("provenance"))
        say((report.rows_csv if as_csv else report.grid)(heads, rows))
        return
    found = chosen_rules(game, switches, patches, variant).table(table)
    cells = [(label, *(cell.text for cell in row)) for label, row in zip(found.rows.labels, found.cells, strict=True)]
    if as_json:
        say(report.to_json(_table_json(found)))
    elif as_csv:
        say(report.rows_csv((found.rows.name, *found.columns.labels), cells))
    elif as_latex:
        say(
            grid_latex(
                (found.rows.name, *found.columns.labels), [map(latex_word, row) for row in cells], f"l{'r' * len(found.columns.labels)}"
            )
        )
    else:
        say(_table_text(found))


def _marks(table: Any) -> str:  # noqa: ANN401 - a Table, imported when needed
    from rulesdemo.analysis import report

    return ", ".join(str(report.PROVENANCES[each]) for each in _provenances(table))


def _provenances(table: Any) -> list[str]:  # noqa: ANN401 - as above
    from rulesdemo.odds.reads import PROVENANCES

    found = {cell.provenance for row in table.cells for cell in row}
    return [each for each in PROVENANCES if each in found]


def _table_text(table: Any) -> str:  # noqa: ANN401 - a Table
    from rulesdemo.analysis import report

    info = table.info
    rows = [
        (label, *(f"{cell.text or '.'} {report.MARKS[cell.provenance]}" for cell in row))
        for label, row in zip(table.rows.labels, table.cells, strict=True)
    ]
    found = [each for each in report.MARKS if each in _provenances(table)]
    lines = [
        _("{name}: {words}").format(name=f"{info.game} {table.name}", words=f"{_title(info)}   {report.rules_text(info.rules)}"),
        _(info.source),
        *([_(info.note)] if info.note else []),
        "",
        report.grid((f"{table.rows.name} \\ {table.columns.name}", *table.columns.labels), rows),
        "",
        *(report.provenance_text(each) for each in found),
    ]
    return "\n".join(lines)


def _table_json(table: Any) -> dict[str, Any]:  # noqa: ANN401 - a Table
    info = table.info
    return {
        "game": info.game,
        "table": table.name,
        "title": {"en": info.title_en, "fr": info.title_fr},
        "rules": list(info.rules),
        "source": info.source,
        "rows": {"name": table.rows.name, "labels": list(table.rows.labels)},
        "columns": {"name": table.columns.name, "labels": list(table.columns.labels)},
        "cells": [[{"text": cell.text, "provenance": cell.provenance} for cell in row] for row in table.cells],
    }


def _audit(chosen: tuple[str, ...], table: str, *, as_json: bool, as_csv: bool) -> str:
    from rulesdemo.analysis import report
    from rulesdemo.rules.table_audit import Finding, audit

    found = [finding for game in chosen for finding in audit(game) if not table or finding.table == table]
    if as_json:
        return report.to_json([finding._asdict() for finding in found])
    if as_csv:
        return report.rows_csv(Finding._fields, found)
    if not found:
        return _("nothing odd found")
    rows = [(finding.game, finding.table, AUDITS[finding.kind], finding.text) for finding in found]
    total = _("{count} findings: places to look, not verdicts").format(count=len(found))
    return f"{report.grid((_('game'), _('table'), _('kind'), _('what')), rows)}\n\n{total}"


@app.command()
def words(
    coverage: Annotated[bool, typer.Option("--coverage", help=N_("How much of each language is there."))] = False,  # noqa: ARG001 - there is nothing else to ask for yet
    as_json: Json = False,
) -> None:
    """The languages of the book, and how much of each is there."""
    from rulesdemo.analysis import report
    from rulesdemo.catalogues import coverage as counts
    from rulesdemo.rules.toc import LANGUAGES

    found = counts()
    if as_json:
        say(
            report.to_json(
                [{"lang": lang, "name": LANGUAGES[lang], "messages": every, "words": there} for lang, (every, there) in found.items()]
            )
        )
        return
    rows = [
        (lang, LANGUAGES[lang], _("{words:,} of {messages:,} messages").format(words=there, messages=every), share_text(there, every))
        for lang, (every, there) in found.items()
    ]
    say(report.grid((_("code"), _("language"), _("words"), _("share")), rows))
