"""The document of ``run --json`` and ``report --json``."""

from __future__ import annotations

from typing import Any

from serbench.engine.attempts import measured_again, still_disturbed
from serbench.record.run_folder import RunFolder
from serbench.report.beside import beside_rows, compression_json
from serbench.report.means import means
from serbench.report.rows import crossing_json, crossings_in, failure_json, results_of


def document_of(folder: RunFolder) -> dict[str, Any]:
    """The document that ``run --json`` prints."""
    results = results_of(folder.record, folder.rows)
    beside = beside_rows(folder.record, folder.rows)
    return {
        "run": folder.name,
        "directory": str(folder.path),
        "experiment": folder.record.get("experiment", "memory"),
        "noise_floor": results.noise_floor,
        "measured_again": measured_again(folder.rows),
        "disturbed_forks": still_disturbed(folder.rows),
        "rows": [result.to_json() for result in results.rows],
        "floors": [result.to_json() for result in results.floors],
        "twins": [result.to_json() for result in results.twins],
        "geometric_means": [mean.to_json() for mean in means(results)],
        "failures": [failure_json(failure) for failure in results.failures],
        "beside": [row.to_json() for row in beside],
        "compression": compression_json(beside),
        "interop": [crossing_json(crossing) for crossing in crossings_in(folder.record)],
    }
