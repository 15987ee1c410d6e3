"""Sides of a comparison: a run with what ranks its codecs, and the tables that cpp-serializers published."""

import csv
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from serbench.compare.side import PUBLISHED, PublishedTable, Side, measured_side
from serbench.experiments.memory.report.results import ranking_operations, results_of, sums
from serbench.record.run_folder import RunFolder
from serbench.statistics.estimate import Estimate

_TABLES = Path(__file__).parent / "published" / "cpp_serializers.csv"
_NS_PER_MS = 1_000_000
# What cpp-serializers measured, in our words.
_WORKLOAD, _OPERATION = "record", "roundtrip"


def side_of(folder: RunFolder) -> Side:
    results = results_of(folder.record, folder.rows)
    of_workloads = {workload: results.rows_of(workload) for workload in results.workloads}
    measured = [result for result in results.rows if not result.shown_as_decode]
    return measured_side(
        folder,
        {(result.codec, result.workload, result.operation): result.cpu for result in measured},
        {(result.codec, result.workload): result.size_bytes for result in measured},
        totals={workload: sums(of) for workload, of in of_workloads.items()},
        total_of={workload: " + ".join(ranking_operations(of)) for workload, of in of_workloads.items()},
        failures=results.failures,
        noise_floor=results.noise_floor,
    )


def published_tables() -> dict[str, PublishedTable]:
    with _TABLES.open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    return {
        table: PublishedTable(partial(_side, table, [line for line in lines if line["table"] == table]))
        for table in dict.fromkeys(line["table"] for line in lines)
    }


def _side(table: str, lines: Sequence[Mapping[str, str]]) -> Side:
    codecs = {f"{line['language']}/{line['serializer']}": line for line in lines}
    return Side(
        name=PUBLISHED + table,
        claimed=True,
        times={
            (codec, _WORKLOAD, _OPERATION): Estimate.of(
                [float(line["time_ms"]) * _NS_PER_MS / int(line["iterations"])]
            )
            for codec, line in codecs.items()
        },
        sizes={(codec, _WORKLOAD): float(line["size_bytes"]) for codec, line in codecs.items()},
        versions={codec: line["version"] for codec, line in codecs.items()},
        description=f"{lines[0]['source']} of cpp-serializers, {lines[0]['machine']}",
    )
