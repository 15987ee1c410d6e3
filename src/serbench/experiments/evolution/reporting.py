"""How runs of evolution are reported and compared: by their outcomes."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from rich.console import Console

from serbench.compare.side import Side, measured_side
from serbench.experiments.evolution.changes import all_changes
from serbench.experiments.evolution.execute import EXPERIMENT
from serbench.experiments.evolution.judging import OUTCOMES
from serbench.experiments.evolution.report import tables
from serbench.experiments.evolution.report.contents import contents_of, failures_of
from serbench.experiments.evolution.report.costs import cost_legend, cost_sentences, cost_tables
from serbench.experiments.evolution.report.sentences import answers, most_evolvable
from serbench.experiments.evolution.results import EvolutionResults, evolution_results
from serbench.experiments.evolution.skipping import OPERATION
from serbench.experiments.reporting import Extras, Reporting
from serbench.record.run_folder import RunFolder
from serbench.report.document import cells_csv
from serbench.report.terminal import print_failures, print_tables, say_all

_COST_COLUMNS = ("unknown_fields", "cpu_ns", "size_bytes")
_CSV_COLUMNS = ("codec", "change", "direction", "outcome", "detail", *_COST_COLUMNS)


def _results(folder: RunFolder) -> EvolutionResults:
    return folder.once(evolution_results)


def _document(folder: RunFolder) -> dict[str, Any]:
    results = _results(folder)
    return {
        "run": folder.name,
        "directory": str(folder.path),
        "experiment": EXPERIMENT,
        "rows": [one.to_json() for one in results.outcomes],
        "codecs": [asdict(one) for one in results.summaries],
        "unknown_fields": _costs(results),
        "failures": [asdict(failure) for failure in failures_of(results)],
    }


def _show(folder: RunFolder, console: Console, extras: Extras) -> None:
    results = _results(folder)
    if results.outcomes:
        few = len(results.codecs) == 1
        reasons = tables.short_reason_tables(results) if few or extras.group_by == "codec" else []
        shown = (*tables.narrow_tables(results), *reasons, tables.summary_table(results))
        print_tables((*shown, *cost_tables(results)), console)
    print_failures(failures_of(results), console)
    say_all([*answers(results), *cost_sentences(results)], console)
    if results.outcomes:
        say_all([*tables.legend(results), *cost_legend(results)], console, "dim")


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
    side = measured_side(
        folder,
        {
            (codec, f"{number} unknown fields", OPERATION): cost.cpu_ns
            for codec, costs in results.costs.items()
            for number, cost in costs.items()
        },
        {
            (codec, f"{number} unknown fields"): cost.size_bytes
            for codec, costs in results.costs.items()
            for number, cost in costs.items()
        },
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


def _advice(folder: RunFolder, codecs: Sequence[str]) -> str:
    """Of a run with all changes."""
    results = _results(folder)
    return most_evolvable(results, codecs) if len(results.changes) == len(all_changes()) else ""


REPORTING = Reporting(
    document=_document,
    contents=contents_of,
    show=_show,
    csv=_csv,
    side=evolution_side,
    ranking=_ranking,
    advice=_advice,
)
