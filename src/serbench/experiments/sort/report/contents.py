"""What a run of the sort has to say: sentences, tables and pictures. Pure."""

import shlex
from collections.abc import Sequence

import altair as alt

from serbench.experiments.sort.plan import MIB
from serbench.experiments.sort.report import tables
from serbench.experiments.sort.report.sentences import answers
from serbench.experiments.sort.results import SortResult, SortResults, sort_results, way_of
from serbench.record.run_folder import RunFolder
from serbench.report.cells import explorer_cell
from serbench.report.charts.marks import CurvePoint, curves, stacked_bars
from serbench.report.charts.picture import Picture, Theme
from serbench.report.page import Contents, Section
from serbench.report.web.writing import show_options

_NS_PER_S = 1e9
# What the bars consist of, with the phases of both stages.
_PARTS = {
    "read": ("read",),
    "write": ("write", "fsync"),
    "decode": ("decode",),
    "encode": ("encode",),
    "key, sort, merge": ("key", "sort", "merge"),
    "copy, free": ("copy", "free"),
}


def contents_of(folder: RunFolder, is_across: bool = False) -> Contents:
    results = sort_results(folder.record, folder.rows)
    groups = tables.groups_of(results)
    return Contents(
        answers=tuple(answers(results, is_across)),
        sections=(_section(folder, results, groups, is_across),) if groups else (),
        failures=results.failures,
        samples=sum(len(result.total.fork_values) for result in results.all),
        cells=tuple(explorer_cell(one, one.objects, one.size_bytes) for one in results.all),
        clock="wall",
        way_of=way_of,
        noise_floor=results.noise_floor,
    )


def _section(
    folder: RunFolder, results: SortResults, groups: Sequence[Sequence[SortResult]], is_across: bool
) -> Section:
    options = show_options(folder.record, folder.name)
    shown = sorted({(result.codec, result.workload) for result in results.rows})
    marks = tables.marks_table(results)
    return Section(
        name="sort",
        anchor="sort",
        title="Sort",
        tables=(*(tables.group_table(group, is_across) for group in groups), *([marks] if marks else [])),
        further=tuple(tables.phases_table(group, is_across) for group in groups),
        legend=tuple(tables.legend(results, is_across)),
        pictures=lambda theme: _pictures(results, theme),
        commands_note=(
            "Every repetition, with its phases in measurements.jsonl, and the code that was measured:"
        ),
        commands=(
            shlex.join(("./serbench", "report", folder.name, "--samples")),
            *(shlex.join(("./serbench", "show", *one, *options)) for one in shown),
        ),
    )


def _pictures(results: SortResults, theme: Theme) -> tuple[Picture, ...]:
    """The phases of all modes in the same conditions, and lines where there are several budgets."""
    found: list[Picture] = []
    for number, conditions in enumerate(dict.fromkeys(one.conditions for one in results.all), 1):
        alike = [one for one in results.all if one.conditions == conditions]
        found.append(_bars(number, sorted(alike, key=lambda one: one.total.median), theme))
    ways: dict[tuple[object, ...], list[SortResult]] = {}
    for one in results.all:
        ways.setdefault((one.objects, one.pin, one.cache, one.mode), []).append(one)
    several = [way for way in ways.values() if len({one.memory_bytes for one in way}) > 1]
    return (*found, *(_lines(way, theme) for way in several))


def _bars(number: int, results: Sequence[SortResult], theme: Theme) -> Picture:
    values = []
    for result in results:
        for order, (part, phases) in enumerate(_PARTS.items()):
            time_ns = sum(time for name, time in result.phases.items() if name.partition("-")[2] in phases)
            time_us, row = time_ns / result.objects / 1000, f"{result.codec}, {result.mode}"
            value = {"row": row, "part": part, "order": order, "time": time_us}
            value["words"] = f"{row}, {part}: {time_us:.2f} µs"
            values.append(value | ({"link": result.link} if theme.links else {}))
    x = alt.X("time:Q", axis=alt.Axis(title="µs of wall time per object", tickCount=5))
    chart = stacked_bars(values, x, dict(zip(_PARTS, theme.parts, strict=True)), theme)
    caption = "Both stages together; each phase is the median of the repetitions. write has fsync in it."
    return Picture(f"sort-{number}-phases", tables.conditions_words(results[0]), caption, chart)


def _lines(results: Sequence[SortResult], theme: Theme) -> Picture:
    points = [
        CurvePoint(
            result.codec,
            max(1, result.memory_bytes // MIB),
            time_s,
            f"{result.codec}, {tables.memory_of(result)}: {time_s:.3f} s",
            result.link,
        )
        for result in results
        for time_s in [result.total.median / _NS_PER_S]
    ]
    first = results[0]
    name = f"sort-memory-{first.mode}-{first.cache}-{first.pin}-{first.objects}"
    chart = curves(points, "MiB of memory", "s of wall time", theme)
    caption = "A whole sort, medians of the repetitions; both scales are logarithmic."
    title = f"{first.mode}: time over the memory, {first.objects:,} objects, {first.cache}, {first.pin}"
    return Picture(name, title, caption, chart)
