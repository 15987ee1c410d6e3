"""A run as a side of a comparison: CPU times, and what ranks the codecs of each workload."""

from __future__ import annotations

from serbench.compare.side import Side, measured_side
from serbench.experiments.memory.report.results import ranking_operations, results_of, sums
from serbench.record.run_folder import RunFolder


def side_of(folder: RunFolder) -> Side:
    results = results_of(folder.record, folder.rows)
    of_workloads = {
        workload: [result for result in results.rows if result.workload == workload]
        for workload in results.workloads
    }
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
