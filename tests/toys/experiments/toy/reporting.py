"""How runs of the toy are shown and compared: by one figure, the wall time."""

from dataclasses import dataclass

from serbench.compare.side import measured_side
from serbench.experiments.reporting import Reporting
from serbench.pools.times import median_json, wall_times
from serbench.record.run_folder import RunFolder
from serbench.report.cells import Result, Results, results_of
from serbench.report.document import cells_document, results_csv
from serbench.report.figures import figure
from serbench.report.report import Contents, Section
from serbench.report.table import Table, number_columns, text_columns, text_line
from serbench.report.terminal import print_table
from serbench.statistics.estimate import Estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class Emitted(Result):
    time: Estimate = figure(wall_times, "median_ns", median_json, csv=True)
    way = "emit"
    ranked_by = property(lambda self: self.time)
    place = property(lambda self: self.time.median)


def _results(folder: RunFolder) -> Results[Emitted]:
    return results_of(folder.record, folder.rows, Emitted, "forks")


def _table(folder: RunFolder) -> Table:
    lines = (text_line(one.codec, f"{one.time.median / 1e6:.1f}") for one in _results(folder).rows)
    return Table("Written", (*text_columns("codec"), *number_columns("ms")), tuple(lines))


def _contents(folder: RunFolder, is_across: bool) -> Contents:
    sections = (Section("toy", "toy", "A toy", tables=(_table(folder),)),)
    return Contents(("The toy was measured.",), sections, _results(folder).failures, len(folder.rows))


REPORTING = Reporting(
    document=lambda folder: cells_document("toy", folder, _results(folder)),
    contents=_contents,
    show=lambda folder, console, extras: print_table(_table(folder), console),
    csv=lambda folder: results_csv(_results(folder).rows),
    side=lambda folder: measured_side(folder, {one.cell: one.time for one in _results(folder).rows}, {}),
)
