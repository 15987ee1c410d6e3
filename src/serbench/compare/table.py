"""A comparison as tables for a terminal, readable without colour, and as one JSON document."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rich.console import Console

from serbench.compare.comparison import Change, Comparison, Ranking, Turn
from serbench.compare.controls import Controls, Verdict
from serbench.compare.side import Key, Side
from serbench.compare.telling import MARKS, sentences_on_controls
from serbench.engine.twins import noise_words
from serbench.operations import OPERATION_BY_NAME
from serbench.report.table import Cell, Column, Line, Table, operation_columns, text_line
from serbench.report.terminal import print_table, say, say_all
from serbench.report.words import duration_text, number, rank_text
from serbench.statistics.comparison import Place
from serbench.statistics.estimate import Ratio

_MOST_DIFFERENCES = 12
_NAME_WIDTH = 18


def print_comparison(comparison: Comparison, threshold: float | None, console: Console) -> None:
    """The two sides, both rankings, every cell, what only one has, and what the check found."""
    for letter, side in (("A", comparison.before), ("B", comparison.after)):
        say(f"{letter}  {_side_text(side)}", console, soft_wrap=True)
    if comparison.claimed:
        say(
            "Published figures are their authors' claims, from another machine and other data: times are"
            f" shown as multiples of {_unit_words(comparison)}.",
            console,
        )
    say_all(sentences_on_controls(comparison), console)
    _print_some(console, "What else differs, A → B:", comparison.differences)
    for ranking in comparison.rankings:
        console.print()
        print_table(_ranking_table(ranking, comparison.claimed), console, gap=1)
        if ranking.correlation is not None:
            say(
                f"Spearman's rank correlation of the two rankings is {ranking.correlation:.2f}"
                f" over {len(ranking.changes)} codecs.",
                console,
            )
    for codec, what in comparison.less_work.items():
        say(f"The published program of {codec} did less work than our codec: it {what}.", console)
    if comparison.before.totals and comparison.after.totals:
        for workload in dict.fromkeys(change.workload for change in comparison.changes):
            _print_operations(workload, comparison.changes, console)
    if not comparison.claimed and comparison.changes:
        say(
            "+ marks significantly longer times and - shorter ones, = the same executable in A and B.",
            console,
        )
    console.print()
    _print_some(console, "Outcomes that changed, A → B:", [_turn_text(turn) for turn in comparison.turns])
    if comparison.after.outcomes and not comparison.turns:
        say("All outcomes that both have are the same.", console)
    _print_some(console, "Only A has:", _only_texts(comparison.only_before))
    _print_some(console, "Only B has:", _only_texts(comparison.only_after))
    if threshold is not None:
        _print_verdict(comparison, threshold, console)


def _print_operations(workload: str, changes: Sequence[Change], console: Console) -> None:
    """A table for each side, so that a terminal has room for the operations side by side."""
    for side, words in (("application", "each operation"), ("library", "the library's side")):
        of_side = [
            change
            for change in changes
            if change.workload == workload and OPERATION_BY_NAME[change.operation].side == side
        ]
        if of_side:
            console.print()
            title = f"{workload}: B / A for {words}"
            print_table(_cells_table(title, of_side), console, gap=1)


def _print_verdict(comparison: Comparison, threshold: float, console: Console) -> None:
    """Prints what has become worse by more than the threshold."""
    found = [
        f"{_key_text(change.key)}: {ratio_text(change.ratio)} times as long"
        for change in comparison.slower(threshold)
    ]
    found += [
        f"{change.codec} on {change.workload}: {change.size_after:.0f} instead of"
        f" {change.size_before:.0f} bytes"
        for change in comparison.larger(threshold)
    ]
    found += [_turn_text(turn) for turn in comparison.turned_worse(threshold)]
    found += [f"{_key_text(key)}: {reason}" for key, reason in comparison.broken()]
    if undecided := len(comparison.undecided()):
        say(
            f"It is uncertain whether {undecided} of {len(comparison.changes)} times changed.",
            console,
        )
    if not found:
        others = "Nothing else" if undecided else "Nothing"
        say(f"{others} became worse by more than {threshold:.1%}.", console)
    else:
        say(f"Worse by more than {threshold:.1%}:", console, "bold red")
        for line in found:
            say(f"  {line}", console, soft_wrap=True)


def _unit_words(comparison: Comparison) -> str:
    if comparison.relative_to:
        return f"{comparison.relative_to}'s"
    return "the geometric mean of the codecs that both have"


def ratio_text(found: Ratio) -> str:
    """``1.42 (1.38 to 1.45)``."""
    return f"{number(found.ratio)} ({number(found.low)} to {number(found.high)})"


def _side_text(side: Side) -> str:
    return ", ".join(part for part in (side.name, side.description, noise_words(side.noise)) if part)


def _ranking_table(ranking: Ranking, claimed: bool) -> Table:
    """The blog's table: size, time here, time there, ratio."""
    sizes = _sizes(ranking.changes)
    headings = [*sizes, "time A", "time B", "B / A", *([] if claimed else ["95 %"]), "rank A", "rank B"]
    lines = []
    for at, change in enumerate(ranking.changes):
        times = [
            number(time.median) if claimed else duration_text(time.median)
            for time in (change.before, change.after)
        ]
        interval = [] if claimed else [f"{number(change.ratio.low)}–{number(change.ratio.high)}"]
        ranks = [rank_text(place) for place in ranking.places[change.codec]]
        lines.append(
            text_line(
                change.codec,
                *(column[at] for column in sizes.values()),
                *times,
                number(change.ratio.ratio) if claimed else _marked(change),
                *interval,
                *ranks,
            )
        )
    title = f"{ranking.workload}: {ranking.operations}"
    return Table(title, _columns(headings), tuple(lines))


def _sizes(changes: Sequence[Change]) -> dict[str, list[str]]:
    """The columns of sizes: one where both sides agree, none for a side without sizes."""
    before, after = [change.size_before for change in changes], [change.size_after for change in changes]
    columns = {"bytes": after} if before == after else {"bytes A": before, "bytes B": after}
    texts = {
        name: ["" if size is None else f"{size:.0f}" for size in sizes] for name, sizes in columns.items()
    }
    return {name: column for name, column in texts.items() if any(column)}


def _cells_table(title: str, changes: Sequence[Change]) -> Table:
    by_cell = {(change.codec, change.operation): change for change in changes}
    operations = [name for name in OPERATION_BY_NAME if any(name == key[1] for key in by_cell)]
    lines = []
    for codec in dict.fromkeys(change.codec for change in changes):
        found = [by_cell.get((codec, operation)) for operation in operations]
        lines.append(Line((Cell(codec), *(_change_cell(change) for change in found))))
    return Table(title, _columns(operations), tuple(lines))


def _change_cell(change: Change | None) -> Cell:
    """The ratio with its mark; what is longer or shorter is coloured on a terminal and marked anywhere."""
    if change is None:
        return Cell("")
    colours = {Verdict.LONGER: "worse", Verdict.SHORTER: "better"}
    return Cell(_marked(change), verdict=colours.get(change.verdict, ""))


def _marked(change: Change) -> str:
    return f"{number(change.ratio.ratio)}{MARKS.get(change.verdict, ' ')}"


def _columns(numbers: Sequence[str]) -> tuple[Column, ...]:
    """Names have the same room in most tables of a comparison."""
    return (Column("codec".ljust(_NAME_WIDTH), is_text=True), *operation_columns(numbers))


def _print_some(console: Console, title: str, lines: Sequence[str]) -> None:
    if not lines:
        return
    say(title, console, "bold")
    for line in lines[:_MOST_DIFFERENCES]:
        say(f"  {line}", console, soft_wrap=True)
    if len(lines) > _MOST_DIFFERENCES:
        say(f"  and {len(lines) - _MOST_DIFFERENCES} more; --json has all", console)


def _only_texts(only: Sequence[tuple[Key, str]]) -> list[str]:
    """A line for each failure, then one for each codec and workload with the operations that are missing."""
    failed = [f"{_key_text(key)}: {reason}" for key, reason in only if reason]
    missing: dict[tuple[str, str], list[str]] = {}
    for (codec, workload, operation), reason in only:
        if not reason:
            missing.setdefault((codec, workload), []).append(operation)
    return failed + [_key_text((*of, ", ".join(operations))) for of, operations in missing.items()]


def _key_text(key: Key) -> str:
    codec, workload, operation = key
    return f"{codec} on {workload}, {operation}"


def _turn_text(turn: Turn) -> str:
    return f"{_key_text(turn.key)}: {turn.before} → {turn.after}"


def document_of(comparisons: Sequence[tuple[Comparison, float | None]]) -> dict[str, Any]:
    """Each comparison with the threshold of its check (0.05 for 5 %), None where nothing is checked."""
    return {"comparisons": [_comparison(comparison, threshold) for comparison, threshold in comparisons]}


def _comparison(comparison: Comparison, threshold: float | None) -> dict[str, Any]:
    slower = comparison.slower(threshold) if threshold is not None else ()
    larger = comparison.larger(threshold) if threshold is not None else ()
    unit = "relative" if comparison.claimed else "ns"
    return {
        "before": comparison.before.name,
        "after": comparison.after.name,
        "claimed": [side.name for side in (comparison.before, comparison.after) if side.claimed],
        "relative_to": comparison.relative_to or None,
        "less_work": dict(comparison.less_work),
        "threshold": threshold,
        "same_machine": comparison.same_machine,
        "alternated": comparison.controls.alternated,
        "controls": _controls(comparison.controls),
        "differences": list(comparison.differences),
        "cells": [_cell(change, unit) for change in comparison.changes],
        "rankings": [_ranking(ranking, unit) for ranking in comparison.rankings],
        "slower": [_named(change.key) for change in slower],
        "undecided": [_named(change.key) for change in comparison.undecided()],
        "larger": [_named(change.key) for change in larger],
        "outcomes": [
            _named(turn.key, before=turn.before, after=turn.after, worse=turn.worse)
            for turn in comparison.turns
        ],
        "only_before": [_named(key, failure=reason or None) for key, reason in comparison.only_before],
        "only_after": [_named(key, failure=reason or None) for key, reason in comparison.only_after],
    }


def _controls(controls: Controls) -> dict[str, Any]:
    """Of each language the codecs that are the same, and what they did where they are enough."""
    found: dict[str, Any] = {}
    for language, codecs in controls.of_language.items():
        shift = controls.shifts.get(language)
        numbers = asdict(shift) if shift else dict.fromkeys(("factor", "low", "high"))
        found[language] = {"codecs": list(codecs)} | {
            name: None if value is None else round(value, 4) for name, value in numbers.items()
        }
    return found


def _named(key: Key, **more: Any) -> dict[str, Any]:
    codec, workload, operation = key
    return {"codec": codec, "workload": workload, "operation": operation, **more}


def _cell(change: Change, unit: str) -> dict[str, Any]:
    return _named(change.key) | {
        f"before_{unit}": round(change.before.median, 3),
        f"after_{unit}": round(change.after.median, 3),
        **change.ratio.to_json(),
        "verdict": change.verdict.value,
        "size_before_bytes": change.size_before,
        "size_after_bytes": change.size_after,
    }


def _ranking(ranking: Ranking, unit: str) -> dict[str, Any]:
    return {
        "workload": ranking.workload,
        "operations": ranking.operations,
        "correlation": None if ranking.correlation is None else round(ranking.correlation, 4),
        "codecs": [_cell(change, unit) | _ranks(*ranking.places[change.codec]) for change in ranking.changes],
    }


def _ranks(before: Place | None, after: Place | None) -> dict[str, int | None]:
    places, bounds = {"before": before, "after": after}, ("rank", "rank_high")
    return {f"{bound}_{at}": getattr(place, bound, None) for at, place in places.items() for bound in bounds}
