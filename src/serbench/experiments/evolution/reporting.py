"""How runs of evolution are reported and compared: by their outcomes."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from rich.console import Console

from serbench.compare.side import Side, measured_side
from serbench.engine.own_options import data_words
from serbench.errors import BadInput
from serbench.experiments.evolution.changes import VERSIONS, Change, all_changes
from serbench.experiments.evolution.claims import unfounded
from serbench.experiments.evolution.execute import EXPERIMENT
from serbench.experiments.evolution.judging import OUTCOMES
from serbench.experiments.evolution.report import tables
from serbench.experiments.evolution.report.costs import (
    cost_legend,
    cost_sentences,
    cost_strip,
    cost_tables,
)
from serbench.experiments.evolution.report.sentences import answers, known_changes
from serbench.experiments.evolution.results import EvolutionResults, evolution_results
from serbench.experiments.evolution.skipping import OPERATION
from serbench.experiments.reporting import Extras, Reporting
from serbench.record.row import Failure
from serbench.record.run_folder import RunFolder
from serbench.record.shared import shell_line
from serbench.report.document import cells_csv, run_document
from serbench.report.report import Contents, Section
from serbench.report.table import Line, Table, text_columns, text_line
from serbench.report.terminal import print_failures, print_tables

_COST_COLUMNS = ("unknown_fields", "cpu_ns", "size_bytes")
_CSV_COLUMNS = ("codec", "change", "direction", "outcome", "detail", *_COST_COLUMNS)


def _results(folder: RunFolder) -> EvolutionResults:
    return folder.once(evolution_results)


def _contents(folder: RunFolder, is_across: bool = False) -> Contents:
    results = _results(folder)
    return Contents(
        subject=f"Schema changes: {len(results.changes)}, with {len(results.codecs)} codecs",
        answers=(*answers(results), *cost_sentences(results)),
        sections=(_section(folder, results),) if results.outcomes else (),
        failures=_failures(results),
        samples=sum(len(one.outcomes) for one in results.outcomes),
    )


def _failures(results: EvolutionResults) -> tuple[Failure, ...]:
    """The failures: what could not be asked, and claims of manifests that differ from what was found."""
    if results.derived is not None:
        # What a trait promises is proved by the project's changes.
        return results.failures
    return (*results.failures, *unfounded(results.traits, results.outcomes))


def _section(folder: RunFolder, results: EvolutionResults) -> Section:
    data, changes = _data(folder), ", ".join(results.changes)
    return Section(
        name=EXPERIMENT,
        anchor=EXPERIMENT,
        title="Schema changes",
        tables=(tables.summary_table(results), *tables.grid_tables(results), *cost_tables(results)),
        page=(tables.summary_table(results), tables.matrix_table(results), *cost_strip(results)),
        further=(
            *tables.reason_tables(results),
            *tables.right_tables(results),
            *_schema_tables(results, data),
        ),
        legend=(*tables.legend(results), *cost_legend(results)),
        commands_note="To repeat an outcome and keep its schemas, messages and values in a folder:",
        commands=(
            f"./serbench evolve CHANGE {data}--codecs CODEC --keep DIR # CHANGE: {changes}",
            shell_line(("./serbench", "report", folder.name, "--samples")),
        ),
    )


def _data(folder: RunFolder) -> str:
    """The options of a command that name the user's data, and a blank; empty for the project's changes."""
    own = folder.record.get("own")
    return "" if own is None else f"{shell_line(data_words(own))} "


def _schema_tables(results: EvolutionResults, data: str) -> list[Table]:
    """Both schemas of each change: of the project's as they are now, without those that are no longer here;
    ``data`` are the options that name the user's data."""
    columns = text_columns("change", "what", *VERSIONS, "command")
    if results.derived is not None:
        lines = [
            _line(each["name"], each["what"], each["old"], each["new"], data)
            for each in results.derived["changes"]
        ]
    else:
        try:
            known = {change.name: change for change in all_changes()}
        except BadInput:
            return []
        lines = [_schema_line(known[name]) for name in results.changes if name in known]
    return [Table("The changes", tuple(columns), tuple(lines))]


def _what_tables(results: EvolutionResults) -> list[Table]:
    """Where a user's own schema changes; nothing of the project's changes."""
    if results.derived is None:
        return []
    return [table.without({*VERSIONS, "command"}) for table in _schema_tables(results, "")]


def _schema_line(change: Change) -> Line:
    old, new = (_declarations(change.text(version)) for version in VERSIONS)
    return _line(change.name, change.summary, old, new)


def _line(name: str, what: str, old: str, new: str, data: str = "") -> Line:
    command = f"./serbench evolve {name} {data}--keep DIR"
    return replace(text_line(name, what, old, new, command), anchor=tables.change_anchor(name))


def _declarations(proto: str) -> str:
    """A schema without its first line, on one line."""
    return " ".join(" ".join(line.split()) for line in proto.splitlines()[1:] if line.strip())


def _document(folder: RunFolder) -> dict[str, Any]:
    results = _results(folder)
    parts = {
        "rows": [one.to_json() for one in results.outcomes],
        "codecs": [asdict(one) for one in results.summaries],
        "unknown_fields": _costs(results),
        **({} if results.derived is None else {"derived": results.derived}),
    }
    return run_document(EXPERIMENT, folder, parts, _failures(results))


def _show(folder: RunFolder, console: Console, extras: Extras) -> None:
    results = _results(folder)
    if results.outcomes:
        few = len(results.codecs) == 1
        reasons = tables.short_reason_tables(results) if few or extras.group_by == "codec" else []
        shown = (*tables.grid_tables(results, tables.MOST_CODECS), *reasons, tables.summary_table(results))
        print_tables((*_what_tables(results), *shown, *cost_tables(results)), console)
    print_failures(_failures(results), console)


def _ranking(folder: RunFolder, console: Console, extras: Extras) -> None:
    print_tables([tables.summary_table(_results(folder))], console)


def _csv(folder: RunFolder) -> str:
    """A line for each outcome, then one for each cost; what a line does not have is empty."""
    results = _results(folder)
    lines = [one.to_json() for one in results.outcomes] + _costs(results)
    return cells_csv(_CSV_COLUMNS, ({**dict.fromkeys(_CSV_COLUMNS, ""), **line} for line in lines))


def _costs(results: EvolutionResults) -> list[dict[str, Any]]:
    return [cost.to_json() for costs in results.costs.values() for cost in costs.values()]


def evolution_side(folder: RunFolder) -> Side:
    """Outcomes by codec, change and direction, and what unknown fields cost."""
    results = _results(folder)
    costs = {
        (codec, f"{number} unknown fields"): cost
        for codec, of_codec in results.costs.items()
        for number, cost in of_codec.items()
    }
    side = measured_side(
        folder,
        {(*key, OPERATION): cost.cpu_ns for key, cost in costs.items()},
        {key: cost.size_bytes for key, cost in costs.items()},
        failures=results.failures,
        outcomes={(one.codec, one.change, one.direction): one.outcome for one in results.outcomes},
        worst_last=OUTCOMES,
    )
    # A codec's executables of all schemas take part in a cost, and so do all data.
    data = " ".join(map(str, sorted(side.corpora.items())))
    parts: dict[str, list[str]] = {}
    for (codec, _), text in sorted(side.executables.items()):
        parts.setdefault(codec, []).append(text)
    return replace(
        side,
        executables={key: "".join(parts[key[0]]) for key in side.sizes if key[0] in parts},
        corpora={**side.corpora, **{of: data for _, of in side.sizes}},
    )


def _advice(folder: RunFolder, codecs: Sequence[str], of: int) -> str:
    """Of a run with all changes."""
    results = _results(folder)
    return known_changes(results, codecs, of) if len(results.changes) == len(all_changes()) else ""


REPORTING = Reporting(
    document=_document,
    contents=_contents,
    show=_show,
    csv=_csv,
    side=evolution_side,
    ranking=_ranking,
    advice=_advice,
)
