"""The output of a run whose results are cells, whichever its experiment. It is a report, lines in a terminal,
JSON and CSV."""

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from rich.console import Console

from serbench.record.row import Row
from serbench.record.run_folder import RunFolder
from serbench.report.cells import AnyResult, AnyResults, explorer_cell
from serbench.report.charts.picture import Picture, Theme
from serbench.report.document import cells_document, results_csv
from serbench.report.report import Contents, Section, operation_of
from serbench.report.table import Table
from serbench.report.terminal import print_failures, print_tables
from serbench.report.web.writing import show_options

Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling(Generic[AnyResult, AnyResults]):
    """How the runs of an ``experiment`` are told, under this ``title``. What is shown of results follows from
    them, from whether ranks are across languages, and from the record.

    ``amount_of`` says of how many objects or messages a result's time on this ``clock`` is, and their bytes
    in all; ``samples_of`` how many samples it has; ``way_of`` to which way a row belongs. ``each`` names a
    measurement, and ``has_code`` whether there is code to show of a result. ``page`` are the tables of the
    report where they are others. ``bars`` are drawn only as files, because on the report the rows are these
    bars.
    """

    experiment: str
    title: str
    clock: str
    each: str
    results_of: Callable[[Record, Sequence[Row]], AnyResults]
    tables: Callable[[AnyResults, bool], Sequence[Table]]
    answers: Callable[[AnyResults, bool, Record], Sequence[str]]
    legend: Callable[[AnyResults, bool, Record], Sequence[str]]
    amount_of: Callable[[AnyResult], tuple[float, float]]
    lead: Callable[[AnyResults], Sequence[str]] = lambda results: ()
    further: Callable[[AnyResults, bool], Sequence[Table]] = lambda results, is_across: ()
    page: Callable[[AnyResults, bool], Sequence[Table]] = lambda results, is_across: ()
    samples_of: Callable[[AnyResult], int] = lambda result: result.measured
    pictures: Callable[[AnyResults, Theme], Sequence[Picture]] = lambda results, theme: ()
    bars: Callable[[AnyResults, Theme], Sequence[Picture]] = lambda results, theme: ()
    way_of: Callable[[Row], str] = operation_of
    has_code: Callable[[AnyResult, Record], bool] = lambda result, record: True

    def results(self, folder: RunFolder) -> AnyResults:
        return folder.once(self.results_of)

    def contents(self, folder: RunFolder, is_across: bool = False) -> Contents:
        results = self.results(folder)
        return Contents(
            subject=f"{self.title}: {', '.join(results.workloads)}",
            answers=tuple(self.answers(results, is_across, folder.record)),
            lead=tuple(self.lead(results)),
            sections=(self._section(folder, results, is_across),) if results.all else (),
            failures=results.failures,
            samples=sum(map(self.samples_of, results.all)),
            cells=tuple(explorer_cell(one, *self.amount_of(one)) for one in results.all),
            clock=self.clock,
            way_of=self.way_of,
            noise=results.noise,
        )

    def _section(self, folder: RunFolder, results: AnyResults, is_across: bool) -> Section:
        options = show_options(folder.record, folder.name)
        with_code = (one for one in results.rows if self.has_code(one, folder.record))
        shown = sorted({(one.codec, one.workload) for one in with_code})
        page = tuple(self.page(results, is_across))
        return Section(
            name=self.experiment,
            anchor=self.experiment,
            title=self.title,
            tables=tuple(self.tables(results, is_across)),
            further=tuple(self.further(results, is_across)),
            page=page,
            folded=() if page else None,
            legend=tuple(self.legend(results, is_across, folder.record)),
            pictures=lambda theme: self.pictures(results, theme),
            plots=lambda theme: (*self.bars(results, theme), *self.pictures(results, theme)),
            commands_note=f"Every {self.each}, is in measurements.jsonl. To see it, and the code:",
            commands=(
                shlex.join(("./serbench", "report", folder.name, "--samples")),
                *(shlex.join(("./serbench", "show", *one, *options)) for one in shown),
            ),
        )

    def document(self, folder: RunFolder) -> dict[str, Any]:
        return cells_document(self.experiment, folder, self.results(folder))

    def csv(self, folder: RunFolder) -> str:
        return results_csv(self.results(folder).all)

    def show(
        self, folder: RunFolder, console: Console, is_across: bool, tables: Sequence[Table] | None = None
    ) -> None:
        """Prints the results, with these ``tables`` instead of the usual ones where there are any."""
        results = self.results(folder)
        print_tables(self.tables(results, is_across) if tables is None else tables, console)
        print_failures(results.failures, console)

    def ranking(self, folder: RunFolder, console: Console, is_across: bool) -> None:
        """Prints only the tables, of what was measured so far."""
        print_tables(self.tables(self.results(folder), is_across), console)
