"""The sentences, tables and pictures of a run of evolution. Pure."""

import shlex
from dataclasses import replace

from serbench.errors import BadInput
from serbench.experiments.evolution.changes import CHANGES, VERSIONS, Change, all_changes
from serbench.experiments.evolution.claims import unfounded
from serbench.experiments.evolution.report import tables
from serbench.experiments.evolution.report.costs import (
    cost_legend,
    cost_pictures,
    cost_sentences,
    cost_tables,
)
from serbench.experiments.evolution.report.pictures import grid_pictures
from serbench.experiments.evolution.report.sentences import answers
from serbench.experiments.evolution.results import EvolutionResults, evolution_results
from serbench.record.row import Failure
from serbench.record.run_folder import RunFolder
from serbench.report.report import Contents, Section
from serbench.report.table import Line, Table, text_columns, text_line


def contents_of(folder: RunFolder, is_across: bool = False) -> Contents:
    results = evolution_results(folder.record, folder.rows)
    return Contents(
        answers=(*answers(results), *cost_sentences(results)),
        sections=(_section(folder, results),) if results.outcomes else (),
        failures=failures_of(results),
        samples=sum(len(one.outcomes) for one in results.outcomes),
    )


def failures_of(results: EvolutionResults) -> tuple[Failure, ...]:
    """The failures: what could not be asked, and claims of manifests that differ from what was found."""
    return (*results.failures, *unfounded(results.traits, results.outcomes))


def _section(folder: RunFolder, results: EvolutionResults) -> Section:
    return Section(
        name="evolution",
        anchor="evolution",
        title="Schema changes",
        tables=(tables.summary_table(results), *tables.grid_tables(results), *cost_tables(results)),
        pictures=lambda theme: (*grid_pictures(results, theme), *cost_pictures(results, theme)),
        further=(
            *tables.rewrite_tables(results),
            *tables.reason_tables(results),
            *tables.right_tables(results),
            *_schema_tables(results),
        ),
        legend=(*tables.legend(results), *cost_legend(results)),
        commands_note="Each outcome again, with schemas, messages and values in a folder:",
        commands=(
            f"./serbench evolve CHANGE --codecs CODEC --keep DIR # CHANGE: {', '.join(results.changes)}",
            shlex.join(("./serbench", "report", folder.name, "--samples")),
        ),
    )


def _schema_tables(results: EvolutionResults) -> list[Table]:
    """Both schemas of each change as they are now; none where the changes of the run are no longer here."""
    try:
        known = {change.name: change for change in all_changes()}
    except BadInput:
        return []
    lines = [_schema_line(known[name]) for name in results.changes if name in known]
    columns = text_columns("change", "what", *VERSIONS, "command")
    return [Table("The changes", tuple(columns), tuple(lines))]


def _schema_line(change: Change) -> Line:
    schemas = (CHANGES / change.order / f"{version}.proto" for version in VERSIONS)
    texts = (_declarations(schema.read_text(encoding="utf-8")) for schema in schemas)
    command = f"./serbench evolve {change.name} --keep DIR"
    line = text_line(change.name, change.summary, *texts, command)
    return replace(line, anchor=tables.change_anchor(change.name))


def _declarations(proto: str) -> str:
    """A schema without its first line, on one line."""
    return " ".join(" ".join(line.split()) for line in proto.splitlines()[1:] if line.strip())
