"""What a run of the cluster has to say: sentences, tables and pictures. Pure."""

import shlex
from collections.abc import Sequence

import altair as alt

from serbench.experiments.cluster.plan import JOBS
from serbench.experiments.cluster.report import tables
from serbench.experiments.cluster.report.sentences import answers
from serbench.experiments.cluster.results import ClusterResult, ClusterResults, cluster_results, way_of
from serbench.record.run_folder import RunFolder
from serbench.report.cells import explorer_cell
from serbench.report.charts.marks import stacked_bars
from serbench.report.charts.picture import Picture, Theme
from serbench.report.page import Contents, Section
from serbench.report.table import Table
from serbench.report.web.writing import show_options

_NS_PER_US = 1000
_PARTS = ("serialize", "deserialize", "rest")


def contents_of(folder: RunFolder, is_across: bool = False) -> Contents:
    """Codecs and the engine's own serializers always rank together."""
    results = cluster_results(folder.record, folder.rows)
    groups = tables.groups_of(results)
    return Contents(
        answers=tuple(answers(results, folder.record)),
        sections=(_section(folder, results, groups),) if groups else (),
        failures=results.failures,
        samples=sum(one.forks * one.rounds for one in results.all),
        cells=tuple(explorer_cell(one, 1, one.bytes / one.objects) for one in results.all),
        clock="CPU",
        way_of=way_of,
        noise_floor=results.noise_floor,
    )


def job_tables(groups: Sequence[Sequence[ClusterResult]]) -> list[Table]:
    """A table for each job in the same conditions."""
    return [
        tables.job_table(group, job)
        for group in groups
        for job in JOBS
        if any(one.job == job for one in group)
    ]


def _section(
    folder: RunFolder, results: ClusterResults, groups: Sequence[Sequence[ClusterResult]]
) -> Section:
    options = show_options(folder.record, folder.name)
    codecs = {runner["codec"] for runner in folder.record.get("runners", ())}
    shown = sorted({(one.codec, one.workload) for one in results.rows if one.codec in codecs})
    return Section(
        name="cluster",
        anchor="cluster",
        title="Cluster",
        tables=tuple(tables.overview(group) for group in groups),
        further=tuple(job_tables(groups)),
        legend=tuple(tables.legend(results, folder.record)),
        pictures=lambda theme: _pictures(groups, theme),
        commands_note="Every round, with its stages in measurements.jsonl, and the code that was measured:",
        commands=(
            shlex.join(("./serbench", "report", folder.name, "--samples")),
            *(shlex.join(("./serbench", "show", *one, *options)) for one in shown),
        ),
    )


def _pictures(groups: Sequence[Sequence[ClusterResult]], theme: Theme) -> tuple[Picture, ...]:
    """Bars for each job in the same conditions."""
    return tuple(
        _bars(f"cluster-{number}-{job}", job, found, theme)
        for number, group in enumerate(groups, 1)
        for job in JOBS
        if (found := sorted((one for one in group if one.job == job), key=lambda one: one.cpu.median))
    )


def _bars(name: str, job: str, results: Sequence[ClusterResult], theme: Theme) -> Picture:
    values = []
    for one in results:
        for order, (part, time_ns) in enumerate(zip(_PARTS, one.parts_ns, strict=True)):
            time_us = time_ns / _NS_PER_US
            value = {"row": tables.serializer_name(one), "part": part, "order": order, "time": time_us}
            value["words"] = f"{one.codec}, {part}: {time_us:.2f} µs"
            values.append(value | ({"link": one.link} if theme.links else {}))
    x = alt.X("time:Q", axis=alt.Axis(title="µs of CPU time per object", tickCount=5))
    chart = stacked_bars(values, x, dict(zip(_PARTS, theme.parts, strict=False)), theme)
    caption = (
        "Time in serializers is an estimate; rest is the engine: files, compression, copies, its objects."
    )
    return Picture(name, f"{job}: {tables.conditions_words(results[0])}", caption, chart)
