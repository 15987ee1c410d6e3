"""How runs of the sort are reported and compared: by the wall time of a whole sort."""

from collections.abc import Sequence
from typing import Any

from serbench.compare.side import Side
from serbench.experiments.reporting import cells_reporting, cells_side
from serbench.experiments.sort.execute import EXPERIMENT
from serbench.experiments.sort.expected import ACCESS
from serbench.experiments.sort.plan import MIB
from serbench.experiments.sort.report import tables
from serbench.experiments.sort.report.sentences import answers
from serbench.experiments.sort.results import SortResult, SortResults, sort_results, way_of
from serbench.pools.disk import disk_words
from serbench.record.run_folder import RunFolder
from serbench.report.charts.marks import CurvePoint, curves, part_bars
from serbench.report.charts.picture import Picture, Theme
from serbench.report.telling import Telling

_NS_PER_S = 1e9


def _pictures(results: SortResults, theme: Theme) -> tuple[Picture, ...]:
    """Lines where there are several budgets."""
    ways: dict[tuple[object, ...], list[SortResult]] = {}
    for one in results.all:
        ways.setdefault((one.objects, one.pin, one.cache, one.mode), []).append(one)
    several = [way for way in ways.values() if len({one.memory_bytes for one in way}) > 1]
    return tuple(_lines(way, theme) for way in several)


def _bars(results: SortResults, theme: Theme) -> list[Picture]:
    """The phases of all modes in the same conditions."""
    caption = "Both stages together; each phase is the median of the repetitions. write has fsync in it."
    found = []
    for number, conditions in enumerate(dict.fromkeys(one.conditions for one in results.all), 1):
        alike = [one for one in results.all if one.conditions == conditions]
        ordered = sorted(alike, key=lambda one: one.total.median)
        chart = part_bars(
            ordered, lambda one: f"{one.codec}, {one.mode}", "µs of wall time per object", theme
        )
        found.append(Picture(f"sort-{number}-phases", tables.conditions_words(alike[0]), caption, chart))
    return found


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


TELLING: Telling[SortResult, SortResults] = Telling(
    experiment=EXPERIMENT,
    title="Sort",
    clock="wall",
    each="repetition, with its phases",
    results_of=sort_results,
    tables=tables.all_tables,
    answers=lambda results, is_across, record: answers(results, is_across),
    legend=lambda results, is_across, record: tables.legend(results, is_across),
    pictures=_pictures,
    bars=_bars,
    amount_of=lambda one: (one.objects, one.size_bytes),
    way_of=way_of,
)


def _document(folder: RunFolder) -> dict[str, Any]:
    results = TELLING.results(folder)
    return {
        **TELLING.document(folder),
        "marks": [result.to_json() for result in results.marks],
        "marks_missing": results.marks_missing or None,
    }


def sort_side(folder: RunFolder) -> Side:
    """Every way of sorting as an operation, by the time of one object."""
    facts = {"disk of the sort": disk_words(folder.record, EXPERIMENT), "sort": _how(folder)}
    return cells_side(TELLING, folder, distinguished_by=facts)


def _how(folder: RunFolder) -> str:
    """How objects were sorted: two runs that differ there are not compared without a word."""
    settings = folder.record.get("plan", {}).get("settings", {})
    keys = f"{settings.get('distinct') or 'all'} keys of {settings.get('key', ACCESS)}"
    return f"{settings.get('arrangement')}, {keys}, {settings.get('fan_in')} chunks at once"


REPORTING = cells_reporting(TELLING, sort_side, document=_document)
