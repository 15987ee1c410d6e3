"""How runs of the relay are reported and compared: by the wall time of a message at saturation."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console

from serbench.compare.side import Side
from serbench.experiments.relay.execute import EXPERIMENT
from serbench.experiments.relay.plan import MODES
from serbench.experiments.relay.report import tables
from serbench.experiments.relay.report.sentences import answers
from serbench.experiments.relay.report.tables import codec_tables
from serbench.experiments.relay.results import AT_LEAST, RelayResult, RelayResults, relay_results
from serbench.experiments.reporting import Extras, cells_reporting, cells_side
from serbench.record.run_folder import RunFolder
from serbench.report.charts.marks import CurvePoint, Dot, curves, dot_rows
from serbench.report.charts.picture import Picture, Theme
from serbench.report.telling import Telling
from serbench.report.words import listed

_THOUSAND = 1000


def modes_in(record: Mapping[str, Any]) -> dict[str, Sequence[str]]:
    """The modes of each codec of a run, with any of its workloads."""
    found: dict[str, Sequence[str]] = {}
    for runner in record.get("runners", ()):
        found[runner["codec"]] = (*found.get(runner["codec"], ()), *runner.get("modes", ()))
    return found


def _pictures(results: RelayResults, theme: Theme) -> tuple[Picture, ...]:
    found = [
        _ladder(number, workload, results, theme) for number, workload in enumerate(results.workloads, 1)
    ]
    for number, workload in enumerate(results.workloads, 1):
        for mode in MODES:
            of_mode = [one for one in results.all if (one.workload, one.mode) == (workload, mode)]
            if points := _latency_points(of_mode, load := tables.shown_load(of_mode)):
                name = f"relay-{number}-latency-{mode}"
                found.append(_latency(name, of_mode[0], points, load, theme))
    return (*found, *_over_batches(results, theme))


def _ladder(number: int, workload: str, results: RelayResults, theme: Theme) -> Picture:
    """The modes of each codec as steps on one line, those that relay most first; in the legend modes stand
    from the costliest."""
    of_workload = [one for one in results.all if one.workload == workload]
    dots = [
        Dot(
            one.codec,
            one.mode,
            one.objects_per_s / _THOUSAND,
            f"{one.codec}, {one.mode}: {_rate_words(one)}",
            link=one.link,
            sign=AT_LEAST if one.is_bound else "",
        )
        for one in sorted(of_workload, key=lambda one: (-MODES.index(one.mode), -one.objects_per_s))
    ]
    chart = dot_rows(dots, "thousand objects per second", theme, joined=True)
    caption = "Each step reads less of a message or keeps more of what it made; the scale is logarithmic."
    if any(one.is_bound for one in of_workload):
        caption += f" {AT_LEAST}: at least; the driver may limit it."
    return Picture(f"relay-{number}-ladder", f"{workload}: the ladder of modes", caption, chart)


def _rate_words(result: RelayResult) -> str:
    bound = "at least " if result.is_bound else ""
    return f"{bound}{result.objects_per_s:,.0f} objects per second"


def _latency_points(results: Sequence[RelayResult], load: str) -> list[CurvePoint]:
    """The curves of those that achieved the load, as far as all of them have messages: beyond their number a
    quantile is only the maximum."""
    points = []
    reached = [(result, found) for result in results if (found := result.at(load)) and found["achieved"]]
    fewest = min((found["count"] for _, found in reached), default=0)
    for result, found in reached:
        for at, time_ns in found["quantiles"].items():
            one_in = _one_in(float(at))
            if one_in is not None and one_in <= fewest and time_ns > 0:
                words = f"{result.codec}, one message in {one_in} takes longer than {time_ns / 1000:.1f} µs"
                points.append(CurvePoint(result.codec, one_in, time_ns / 1000, words, result.link))
    return points


def _one_in(quantile: float) -> int | None:
    return None if not 0.5 <= quantile < 1 else round(1 / (1 - quantile))


def _latency(name: str, first: RelayResult, points: Sequence[CurvePoint], load: str, theme: Theme) -> Picture:
    chart = curves(points, "one message in … takes longer", "µs from its scheduled time", theme)
    caption = f"At {tables.load_words(load)}; both scales are logarithmic."
    return Picture(name, f"{first.workload}, {first.mode}: latency", caption, chart)


def _over_batches(results: RelayResults, theme: Theme) -> list[Picture]:
    """Throughput over the objects in a message, of each mode with several sizes."""
    found = []
    for mode in MODES:
        of_mode = [one for one in results.all if one.mode == mode]
        if len({one.objects for one in of_mode}) < 2:
            continue
        points = [
            CurvePoint(
                one.codec,
                round(one.objects),
                one.objects_per_s,
                f"{one.codec}, {one.objects:g} in a message: {_rate_words(one)}",
                one.link,
            )
            for one in of_mode
        ]
        chart = curves(points, "objects in a message", "objects per second", theme)
        caption = "Medians of the forks; both scales are logarithmic."
        if limited := sorted({one.codec for one in of_mode if one.is_bound}):
            caption += f" The driver may limit {listed(limited)}."
        found.append(Picture(f"relay-batches-{mode}", f"{mode}: throughput over the batch", caption, chart))
    return found


TELLING: Telling[RelayResult, RelayResults] = Telling(
    experiment=EXPERIMENT,
    title="Relay",
    clock="wall",
    each="fork, with its latencies",
    results_of=relay_results,
    tables=tables.mode_tables,
    further=lambda results, is_across: tables.codec_tables(results),
    answers=lambda results, is_across, record: answers(results, is_across),
    legend=lambda results, is_across, record: tables.legend(results, modes_in(record), is_across),
    pictures=_pictures,
    amount_of=lambda one: (1, one.size_bytes),
)


def _show(folder: RunFolder, console: Console, extras: Extras) -> None:
    by_codec = codec_tables(TELLING.results(folder)) if extras.group_by == "codec" else None
    TELLING.show(folder, console, extras.is_across, by_codec)


def relay_side(folder: RunFolder) -> Side:
    """Every mode as an operation."""
    bounds = frozenset(result.cell for result in TELLING.results(folder).rows if result.is_bound)
    return cells_side(TELLING, folder, distinguished_by=_how(folder), bounds=bounds)


def _how(folder: RunFolder) -> dict[str, str]:
    """How messages were sent: two runs that differ there are not compared without a word."""
    settings = folder.record.get("plan", {}).get("settings", {})
    words = f"{settings.get('route')}, {settings.get('sources')} sources, {settings.get('sinks')} sinks"
    return {"relay": f"{words}, {settings.get('transport')}"}


REPORTING = cells_reporting(TELLING, relay_side, show=_show)
