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
from serbench.experiments.relay.results import RelayResult, RelayResults, relay_results
from serbench.experiments.reporting import Extras, cells_reporting, cells_side
from serbench.record.run_folder import RunFolder
from serbench.report.charts.marks import CurvePoint, curves
from serbench.report.charts.picture import Picture, Theme
from serbench.report.telling import Telling
from serbench.report.words import listed


def modes_in(record: Mapping[str, Any]) -> dict[str, Sequence[str]]:
    """The modes of each codec of a run, with any of its workloads."""
    found: dict[str, Sequence[str]] = {}
    for runner in record.get("runners", ()):
        found[runner["codec"]] = (*found.get(runner["codec"], ()), *runner.get("modes", ()))
    return found


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
                f"{one.codec}, {one.objects:g} in a message: {'at least ' if one.is_bound else ''}"
                f"{one.objects_per_s:,.0f} objects per second",
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
    page=tables.page_tables,
    answers=lambda results, is_across, record: answers(results, is_across),
    legend=lambda results, is_across, record: tables.legend(results, modes_in(record), is_across),
    pictures=_over_batches,
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
