"""What a run of torture has to say: sentences, tables and pictures. Pure."""

from functools import partial

from serbench.experiments.torture.report import tables
from serbench.experiments.torture.report.heat import heat_pictures
from serbench.experiments.torture.report.sentences import answers
from serbench.experiments.torture.results import TortureResults, torture_results
from serbench.record.run_folder import RunFolder
from serbench.report.page import Contents, Section


def contents_of(folder: RunFolder, is_across: bool = False) -> Contents:
    results = torture_results(folder.record, folder.rows)
    return Contents(
        answers=tuple(answers(results)),
        sections=(_section(folder, results, is_across),) if results.rows else (),
        failures=results.failures,
        samples=sum(one.cases for one in results.rows),
    )


def _section(folder: RunFolder, results: TortureResults, is_across: bool) -> Section:
    place = tables.place_table(results)
    return Section(
        name="torture",
        anchor="torture",
        title="Wrong bytes",
        tables=tuple(tables.outcome_tables(results, is_across)),
        further=(
            *tables.class_tables(results),
            *((place,) if place else ()),
            *tables.finding_tables(results, folder.name),
        ),
        legend=tuple(tables.legend(results)),
        pictures=partial(heat_pictures, results),
        commands_note="A finding again, and all cases of a codec:",
        commands=(
            tables.replay_command(folder.name, "findings/FILE"),
            f"./serbench torture {' '.join(results.workloads)} --codecs CODEC --cases {results.cases}",
        ),
    )
