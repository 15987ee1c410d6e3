"""The results of a run as tables for a terminal of 80 columns, readable without colour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from serbench.operations import OPERATION_BY_NAME
from serbench.record.row import Failure
from serbench.report.languages import terminal_colour
from serbench.report.result import Result
from serbench.report.rows import Results
from serbench.report.view import View, legend, rank_text, size_text, time_text

_BAR_WIDTH = 8
_EIGHTHS = "▏▎▍▌▋▊▉"
_UNBROKEN_NAME = 26


def print_results(
    results: Results,
    console: Console,
    groups: Mapping[str, str] | None = None,
) -> None:
    """Prints a ranked table a workload, then what failed.

    ``groups`` maps codecs to what they are grouped by; the ranks stay those among all.
    """
    for workload in results.workloads:
        view = View.of(results, workload, ascii_only=not _can_show(console))
        if view.rows or view.floors:
            _print_workload(view, console, groups or {})
    print_failures(results.failures, console)


def print_failures(failures: Sequence[Failure], console: Console) -> None:
    """Prints one line for each failure."""
    if not failures:
        return
    console.print(Text("Failed:", style="bold"))
    for failure in failures:
        what = f"{failure.codec} on {failure.workload}" + (
            f", {failure.operation}" if failure.operation else ""
        )
        console.print(Text(f"  {what}: {failure.outcome}. {failure.detail}"), soft_wrap=True)


def _print_workload(view: View, console: Console, groups: Mapping[str, str]) -> None:
    title = f"{view.workload}: {view.unit} of CPU time for one object"
    if view.operations(main=True):
        console.print(Text(title, style="bold"))
        console.print(_main_table(view, groups))
    others = view.operations(main=False)
    for side, heading in (("application", "further operations"), ("library", "on the library's side")):
        of_side = [name for name in others if OPERATION_BY_NAME[name].side == side]
        if of_side:
            console.print(Text(f"{title}, {heading}", style="bold"))
            console.print(_second_table(view, of_side))
    for line in legend(view):
        console.print(Text(line))
    console.print()


def _main_table(view: View, groups: Mapping[str, str]) -> Table:
    operations = view.operations(main=True)
    table = _table(view, ["", "codec"], [*operations, "bytes"])
    if view.totals:
        table.add_column("", width=_BAR_WIDTH, no_wrap=True)
    slowest = max((total.median for total, _ in view.totals.values()), default=0.0)
    group = ""
    # The sort is stable, so each group keeps the order of the ranks.
    for codec in sorted(view.ranked_codecs(), key=lambda codec: groups.get(codec, "")):
        if groups.get(codec, "") != group:
            group = groups[codec]
            table.add_row("", Text(group, style="italic"))
        total = view.totals.get(codec)
        place = view.places.get(codec)
        cells: list[str | Text] = [
            rank_text(place),
            codec,
            *_times(view, view.rows, codec, operations),
            size_text(view.rows, codec),
        ]
        if total and slowest:
            cells.append(_bar(total[0].median / slowest, codec, view.ascii_only))
        table.add_row(*cells, style="bold" if place and place.rank == 1 else "")
    for codec in view.floor_codecs():
        times = _times(view, view.floors, codec, operations)
        table.add_row("", f"{codec} (floor)", *times, size_text(view.floors, codec), style="dim")
    return table


def _second_table(view: View, operations: Sequence[str]) -> Table:
    table = _table(view, ["codec"], operations)
    for codec in view.ranked_codecs():
        times = _times(view, view.rows, codec, operations)
        if any(times):
            table.add_row(codec, *times)
    for codec in view.floor_codecs():
        times = _times(view, view.floors, codec, operations)
        if any(times):
            table.add_row(f"{codec} (floor)", *times, style="dim")
    return table


def _table(view: View, names: Sequence[str], numbers: Sequence[str]) -> Table:
    table = Table(box=None, padding=(0, 1, 0, 0), collapse_padding=True, pad_edge=False, header_style="bold")
    for name in names:
        # A codec's name breaks only when it is so long that the numbers would have no place.
        longest = max((len(codec) for codec in view.ranked_codecs()), default=0)
        least = min(longest, _UNBROKEN_NAME) if name else None
        table.add_column(name, overflow="fold", no_wrap=not name, min_width=least)
    for number in numbers:
        # A header of two words takes two lines, so that the column stays as narrow as its numbers.
        table.add_column(number.replace("-", "-\n"), justify="right", no_wrap=True)
    return table


def _times(
    view: View, results: Mapping[tuple[str, str], Result], codec: str, operations: Sequence[str]
) -> list[str]:
    return [time_text(view, results.get((codec, operation))) for operation in operations]


def _bar(share: float, codec: str, ascii_only: bool) -> Text:
    """A bar in the colour of the codec's language, where a terminal has colours."""
    if ascii_only:
        return Text("#" * max(1, round(share * _BAR_WIDTH)))
    eighths = max(1, round(share * _BAR_WIDTH * 8))
    bar = "█" * (eighths // 8) + (_EIGHTHS[eighths % 8 - 1] if eighths % 8 else "")
    return Text(bar, style=terminal_colour(codec))


def _can_show(console: Console) -> bool:
    return (console.encoding or "").lower().startswith("utf")
