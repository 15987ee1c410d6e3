"""How runs of torture are reported and compared: by the worst outcome of each class of cases."""

from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import Console

from serbench.compare.side import Key, Side, measured_side
from serbench.engine.own_options import input_words
from serbench.experiments.reporting import Extras, Reporting, times_beside
from serbench.experiments.torture.execute import EXPERIMENT
from serbench.experiments.torture.judging import OUTCOMES, RANKED, per_mille
from serbench.experiments.torture.plan import DEFAULT_CASES
from serbench.experiments.torture.repeating import repeat_words, replay_words
from serbench.experiments.torture.report import tables
from serbench.experiments.torture.report.sentences import answers, safest
from serbench.experiments.torture.results import TortureResults, torture_results
from serbench.record.run_folder import RunFolder
from serbench.record.shared import shell_line
from serbench.report.document import cells_csv, run_document
from serbench.report.report import Contents, Section
from serbench.report.terminal import print_failures, print_tables

# What readers of one library that check more or less are compared by.
PRICED = "decode"
# How often an outcome is that of a class, by the greatest share in per mille.
_OFTEN = {
    0: "never",
    1: "up to 1 per mille",
    10: "up to 10 per mille",
    100: "up to 100 per mille",
    1000: "more than 100 per mille",
}
_CSV_COLUMNS = ("codec", "workload", "cases", *OUTCOMES, "rank")


def _results(folder: RunFolder) -> TortureResults:
    return folder.once(torture_results)


def _contents(folder: RunFolder, is_across: bool = False) -> Contents:
    results = _results(folder)
    return Contents(
        subject=f"Malformed input: {', '.join(results.workloads)}",
        answers=tuple(answers(results)),
        sections=(_section(folder, results, is_across),) if results.rows else (),
        failures=results.failures,
        samples=sum(one.cases for one in results.rows),
    )


def _section(folder: RunFolder, results: TortureResults, is_across: bool) -> Section:
    place, prices = tables.place_table(results), times_beside(folder, PRICED)
    own, plan = folder.record.get("own"), folder.record["plan"]
    run = folder.path if own is None else None
    inputs = input_words(folder.record["workloads"], own)
    again = repeat_words(inputs, "CODEC", plan["cases"], plan["sanitizers"], plan["seed"])
    replay = (shell_line(replay_words(run, "findings/FILE")),) if run is not None else ()
    return Section(
        name=EXPERIMENT,
        anchor=EXPERIMENT,
        title="Malformed input",
        tables=tuple(tables.outcome_tables(results, is_across, prices)),
        page=tuple(tables.page_tables(results, is_across, prices)),
        further=(
            *tables.class_tables(results),
            *((place,) if place else ()),
            *tables.finding_tables(results, run),
        ),
        legend=tuple(tables.legend(results, prices)),
        commands_note=f"To {'replay a finding, and to ' if replay else ''}repeat all cases of a codec:",
        commands=(*replay, shell_line(again)),
    )


def _document(folder: RunFolder) -> dict[str, Any]:
    results = _results(folder)
    rows = [one.to_json() for one in results.rows]
    return run_document(EXPERIMENT, folder, {"rows": rows}, results.failures)


def _show(folder: RunFolder, console: Console, extras: Extras) -> None:
    results = _results(folder)
    few = len({one.codec for one in results.rows}) == 1
    prices = times_beside(folder, PRICED)
    print_tables(tables.outcome_tables(results, extras.is_across, prices), console)
    print_tables(tables.short_finding_tables(results) if few else (), console)
    print_failures(results.failures, console)


def _ranking(folder: RunFolder, console: Console, extras: Extras) -> None:
    print_tables(tables.outcome_tables(_results(folder), extras.is_across), console)


def _csv(folder: RunFolder) -> str:
    """A line for each codec and workload."""
    rows = (one.to_json() for one in _results(folder).rows)
    return cells_csv(_CSV_COLUMNS, ({**row, **row["outcomes"]} for row in rows))


def _advice(folder: RunFolder, codecs: Sequence[str], of: int) -> str:
    """Of a run with as many cases as usual, whose shares can tell codecs apart."""
    results = _results(folder)
    is_usual = results.cases >= DEFAULT_CASES and not results.sanitizers
    return safest(results, codecs, of) if is_usual else ""


def torture_side(folder: RunFolder) -> Side:
    """The outcomes of each class by codec and workload.
    They are the worst that is not ranked, and roughly how often what is ranked comes. There are no times."""
    results = _results(folder)
    return measured_side(
        folder,
        {},
        {},
        failures=results.failures,
        outcomes=dict(_by_class(results)),
        worst_last=(*OUTCOMES, *_OFTEN.values()),
    )


def _by_class(results: TortureResults) -> Iterator[tuple[Key, str]]:
    for one in results.rows:
        for kind, counts in one.by_class.items():
            plain = [name for name in counts if name not in RANKED]
            if plain:
                yield (one.codec, one.workload, kind), max(plain, key=OUTCOMES.index)
            shares = per_mille(counts)
            for name in RANKED:
                how_often = next(words for most, words in _OFTEN.items() if shares.get(name, 0.0) <= most)
                yield (one.codec, one.workload, f"{kind}, {name}"), how_often


REPORTING = Reporting(
    document=_document,
    contents=_contents,
    show=_show,
    csv=_csv,
    side=torture_side,
    ranking=_ranking,
    advice=_advice,
)
