"""The sentences, tables and pictures of a run of torture."""

from functools import partial

from serbench.experiments.reporting import times_beside
from serbench.experiments.torture.report import tables
from serbench.experiments.torture.report.heat import heat_pictures
from serbench.experiments.torture.report.sentences import answers
from serbench.experiments.torture.results import TortureResults, torture_results
from serbench.record.run_folder import RunFolder
from serbench.report.report import Contents, Section

# What readers of one library that check more or less are compared by.
PRICED = "decode"


def contents_of(folder: RunFolder, is_across: bool = False) -> Contents:
    results = torture_results(folder.record, folder.rows)
    return Contents(
        answers=tuple(answers(results)),
        sections=(_section(folder, results, is_across),) if results.rows else (),
        failures=results.failures,
        samples=sum(one.cases for one in results.rows),
    )


def _section(folder: RunFolder, results: TortureResults, is_across: bool) -> Section:
    place, prices = tables.place_table(results), times_beside(folder, PRICED)
    workloads = " ".join(folder.record["workloads"])
    return Section(
        name="torture",
        anchor="torture",
        title="Malformed input",
        tables=tuple(tables.outcome_tables(results, is_across, prices)),
        further=(
            *tables.class_tables(results),
            *((place,) if place else ()),
            *tables.finding_tables(results, folder.name),
        ),
        legend=tuple(tables.legend(results, prices)),
        pictures=partial(heat_pictures, results),
        commands_note="A finding again, and all cases of a codec:",
        commands=(
            tables.replay_command(folder.name, "findings/FILE"),
            f"./serbench torture {workloads} --codecs CODEC --cases {results.cases}",
        ),
    )
