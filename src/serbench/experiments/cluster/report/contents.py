"""The sentences, tables and pictures of a run of the cluster. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt

from serbench.experiments.cluster.execute import EXPERIMENT
from serbench.experiments.cluster.plan import JOBS
from serbench.experiments.cluster.report import tables
from serbench.experiments.cluster.report.sentences import answers
from serbench.experiments.cluster.results import ClusterResult, ClusterResults, cluster_results, way_of
from serbench.report.charts.marks import stacked_bars
from serbench.report.charts.picture import Picture, Theme
from serbench.report.table import Table
from serbench.report.telling import Telling

_NS_PER_US = 1000
_PARTS = ("serialize", "deserialize", "rest")


def job_tables(results: ClusterResults) -> list[Table]:
    """A table for each job in the same conditions."""
    return [
        tables.job_table(group, job)
        for group in tables.groups_of(results)
        for job in JOBS
        if any(one.job == job for one in group)
    ]


def _has_code(result: ClusterResult, record: Mapping[str, Any]) -> bool:
    """Whether it is a codec, and none of the engine's own serializers."""
    return any(runner["codec"] == result.codec for runner in record.get("runners", ()))


def _pictures(results: ClusterResults, theme: Theme) -> tuple[Picture, ...]:
    """Bars for each job in the same conditions."""
    return tuple(
        _bars(f"cluster-{number}-{job}", job, found, theme)
        for number, group in enumerate(tables.groups_of(results), 1)
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


# Codecs and the engine's own serializers always rank together.
TELLING: Telling[ClusterResult, ClusterResults] = Telling(
    experiment=EXPERIMENT,
    title="Cluster",
    clock="CPU",
    each="round, with its stages",
    results_of=cluster_results,
    tables=lambda results, is_across: [tables.overview(group) for group in tables.groups_of(results)],
    further=lambda results, is_across: job_tables(results),
    answers=lambda results, is_across, record: answers(results, record),
    legend=lambda results, is_across, record: tables.legend(results, record),
    pictures=_pictures,
    amount_of=lambda one: (1, one.bytes / one.objects),
    samples_of=lambda one: one.forks * one.rounds,
    way_of=way_of,
    has_code=_has_code,
)
