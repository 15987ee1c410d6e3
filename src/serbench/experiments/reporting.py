"""The functions that an experiment gives so that its runs can be shown and compared."""

import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console

from serbench.compare.comparison import Comparison
from serbench.compare.side import PublishedTable, Side, measured_side
from serbench.compare.table import document_of, print_comparison
from serbench.engine.session import Session
from serbench.engine.twins import Twin
from serbench.engine.unfinished import unfinished_sentence
from serbench.errors import BadInput, SerbenchError
from serbench.experiments import experiments
from serbench.experiments.alternated import alternated, summary
from serbench.experiments.history import history_of
from serbench.record.earlier import earlier_runs
from serbench.record.reading import fitting_together
from serbench.record.row import FIRST_EXPERIMENT, Failure
from serbench.record.run_folder import RunFolder, all_runs, recorded_experiment
from serbench.record.titles import titles_in
from serbench.report.cells import AnyResult, AnyResults
from serbench.report.history import History
from serbench.report.report import Contents, Opening, Report, made_report
from serbench.report.standing import Key
from serbench.report.telling import Telling
from serbench.report.terminal import say_all
from serbench.report.web.writing import write_html
from serbench.report.words import failure_text
from serbench.statistics.estimate import Estimate
from serbench.terminal.console import ResultConsole, echo, print_json
from serbench.terminal.options import Everywhere


@dataclass(frozen=True, slots=True)
class Extras:
    """The additional output that a user asks for.
    It has ranks across languages, and in a terminal codecs in groups, the additional tables and the whole
    legend."""

    group_by: str | None = None
    costs: bool = False
    is_across: bool = False
    legend: bool = False


NO_EXTRAS = Extras()


@dataclass(frozen=True, slots=True)
class Reporting:
    """``document`` is what --json prints, ``contents`` what report, Markdown, LaTeX and pictures show, ranked
    across languages where it is told so, and ``show`` prints the tables to a terminal and what failed.
    ``side`` is a run in a comparison, and ``published`` the tables by their names with which one can be
    compared. ``csv`` raises BadInput where there are no ranked rows. ``ranking`` prints the tables
    that are drawn while a run goes on; None for those of ``show``.

    ``times`` are those of a run's cells as ``side`` has them, where there is a faster way to them.
    ``fast`` are the codecs that a run found fast, None where runs say nothing of that. ``advice`` is one
    sentence of a run about those of these codecs that it knows, and of how many, empty where it does not say.
    ``twins`` are what those of a run tell, and ``twin_times`` the times of the operations that tell it, of
    twins and of what they are twins of. ``has_costs`` says that ``show`` has codecs in groups and the
    additional tables."""

    document: Callable[[RunFolder], dict[str, Any]]
    contents: Callable[[RunFolder, bool], Contents]
    show: Callable[[RunFolder, Console, Extras], None]
    csv: Callable[[RunFolder], str]
    side: Callable[[RunFolder], Side]
    published: Callable[[], Mapping[str, PublishedTable]] = dict
    ranking: Callable[[RunFolder, Console, Extras], None] | None = None
    times: Callable[[RunFolder], Mapping[Key, Estimate]] | None = None
    fast: Callable[[RunFolder], Sequence[str]] | None = None
    advice: Callable[[RunFolder, Sequence[str], int], str] | None = None
    twins: Callable[[RunFolder], Sequence[Twin]] = lambda folder: ()
    has_costs: bool = False
    twin_times: Callable[[RunFolder], Mapping[Key, Estimate]] = lambda folder: {}


def cells_reporting(
    telling: Telling[AnyResult, AnyResults], side: Callable[[RunFolder], Side], **own: Any
) -> Reporting:
    """The reporting of runs whose results are cells, with what is the experiment's ``own``."""
    usual: dict[str, Any] = {
        "document": telling.document,
        "contents": telling.contents,
        "csv": telling.csv,
        "show": lambda folder, console, extras: telling.show(folder, console, extras.is_across),
        "ranking": lambda folder, console, extras: telling.ranking(folder, console, extras.is_across),
        "twins": lambda folder: telling.results(folder).twinned,
        "twin_times": partial(_twin_times, telling),
    }
    return Reporting(side=side, **usual | own)


def _twin_times(telling: Telling[AnyResult, AnyResults], folder: RunFolder) -> dict[Key, Estimate]:
    results = telling.results(folder)
    return {one.cell: one.ranked_by for one in (*results.rows, *results.twins)}


def cells_side(
    telling: Telling[AnyResult, AnyResults],
    folder: RunFolder,
    cells: Mapping[Key, AnyResult] | None = None,
    **known: Any,
) -> Side:
    """The side of such a run: the time and the bytes of one of what its results have amounts of. They are
    those of ``cells``, by default of each of its cells."""
    results = telling.results(folder)
    times: dict[Key, Estimate] = {}
    sizes: dict[tuple[str, str], float] = {}
    for key, one in ({one.cell: one for one in results.rows} if cells is None else cells).items():
        number, size_bytes = telling.amount_of(one)
        times[key] = Estimate.of([time_ns / number for time_ns in one.ranked_by.fork_values])
        sizes[key[:2]] = size_bytes / number
    common = {"failures": results.failures, "noise": results.noise, "clock": telling.clock}
    return measured_side(folder, times, **{"sizes": sizes} | common | known)


def reporting_of(record: Mapping[str, Any]) -> Reporting:
    """The reporting of a run's experiment. Raises BadInput for an experiment that is not here."""
    name = record.get("experiment", FIRST_EXPERIMENT)
    for experiment in experiments():
        if experiment.name == name:
            return experiment.reporting()
    raise BadInput(f"The run is of the experiment {name}, which this version of serbench does not know.")


def advice_on(folder: RunFolder) -> list[str]:
    """The advice of other experiments on the codecs that this run found fast: a sentence for each experiment.
    It comes from their newest runs that lie next to this one. It covers codecs whose libraries have the same
    versions."""
    fast = reporting_of(folder.record).fast
    codecs = fast(folder) if fast is not None else ()
    if not codecs:
        return []
    advisers = {one.name: advice for one in experiments() if (advice := one.reporting().advice)}
    found: dict[str, str] = {}
    for path in reversed(all_runs(folder.path.parent)):
        if len(found) == len(advisers):
            break
        with contextlib.suppress(SerbenchError), fitting_together(path):
            experiment = recorded_experiment(path)
            if experiment in advisers and experiment not in found:
                run = RunFolder.load(path)
                known = _alike(codecs, folder.record, run.record)
                sentence = advisers[experiment](run.titled(), known, len(codecs))
                if sentence:
                    found[experiment] = f"{sentence} (run {run.name})."
    return [found[name] for name in advisers if name in found]


@dataclass(frozen=True, slots=True)
class TimesBeside:
    """Median nanoseconds by codec and workload, as its title in the run beside, from the named run."""

    run: str = ""
    ns: Mapping[tuple[str, str], float] = field(default_factory=dict)


def times_beside(folder: RunFolder, operation: str) -> TimesBeside:
    """The times of an operation in the newest run next to this one that tells fast codecs.
    They are of codecs whose libraries have the same versions; empty where no run has any."""
    named = {one.name: one.reporting() for one in experiments()}
    codecs = [runner["codec"] for runner in folder.record.get("runners", ())]
    for path in reversed(all_runs(folder.path.parent)):
        with contextlib.suppress(SerbenchError), fitting_together(path):
            reporting = named.get(recorded_experiment(path))
            if reporting is None or reporting.fast is None:
                continue
            run = RunFolder.load(path)
            alike, shown = _alike(codecs, folder.record, run.record), run.titled(titles_in(folder.record))
            times = {
                (codec, workload): estimate.median
                for (codec, workload, of), estimate in reporting.side(shown).times.items()
                if of == operation and codec in alike
            }
            if times:
                return TimesBeside(run.name, times)
    return TimesBeside()


def _alike(codecs: Sequence[str], record: Mapping[str, Any], other: Mapping[str, Any]) -> tuple[str, ...]:
    """The codecs that both runs have with the same versions of their libraries."""
    own, others = (
        {runner["codec"]: runner.get("libraries") for runner in each.get("runners", ())}
        for each in (record, other)
    )
    return tuple(codec for codec in codecs if codec in others and own.get(codec) == others[codec])


def history(folder: RunFolder) -> History:
    """The history of a run: earlier ones of the same executables."""
    return history_of(folder, partial(_medians, reporting_of(folder.record)))


def _medians(reporting: Reporting, folder: RunFolder) -> Mapping[Key, float]:
    times = reporting.times(folder) if reporting.times else reporting.side(folder).times
    return {key: estimate.median for key, estimate in times.items()}


def earlier_twins(folder: RunFolder) -> list[Twin]:
    """The twins of earlier runs under the conditions of a new one. Runs of before there was such a record do
    not count, because their twins were the same executables."""
    found: list[Twin] = []
    for run in earlier_runs(folder):
        with contextlib.suppress(SerbenchError), fitting_together(run.path):
            if "earlier_twins" in run.record:
                found += reporting_of(run.record).twins(run.folder())
    return found


def comparison_within(folder: RunFolder) -> Comparison | None:
    """The comparison of a run with the second set of executables that it measured; None where it has none."""
    return alternated(folder.titled(), reporting_of(folder.record).side)


def run_document(folder: RunFolder, past: History) -> dict[str, Any]:
    """The document that --json prints of a run."""
    within = comparison_within(folder)
    more = {} if within is None else {"against": document_of([(within, None)])["comparisons"][0]}
    earlier = {"history": titles_in(folder.record).in_document(past.to_json())}
    return reporting_of(folder.record).document(folder.titled()) | earlier | more


def show_run(folder: RunFolder, *, as_json: bool, extras: Extras = NO_EXTRAS) -> bool:
    """Prints the results of a run and writes its report; whether anything failed, the report included."""
    past = history(folder)
    document = run_document(folder, past)
    report = report_or_reason(folder, extras, past)
    if as_json:
        print_json(document)
        tell_failures(document)
    else:
        print_run(folder, extras, past)
        if isinstance(report, Path):
            echo(f"Report: {report}")
    return has_failed(document, report)


def tell_failures(document: Mapping[str, Any]) -> None:
    """Says on standard error, beside a form for programs, why the exit status will not be 0."""
    failures = [Failure(**failure) for failure in document["failures"]]
    for failure in failures[:1]:
        more = f" {len(failures) - 1} more failed." if failures[1:] else ""
        echo(f"{failure_text(failure)}: {failure.outcome}. {failure.detail}{more}", err=True)


def report_or_reason(folder: RunFolder, extras: Extras, past: History) -> Path | SerbenchError:
    """The report of a run that has just been measured, or why there is none: the results are shown anyway."""
    try:
        return write_report(folder, is_across=extras.is_across, past=past)
    except SerbenchError as error:
        return error


def has_failed(document: Mapping[str, Any], report: Path | SerbenchError) -> bool:
    """Whether anything of a run failed, its report included, of which it says why."""
    if isinstance(report, SerbenchError):
        echo(f"{report} The results are kept; `./serbench report` shows them again.", err=True)
    return bool(document["failures"]) or isinstance(report, SerbenchError)


def session_of(
    experiment: str,
    verb: str,
    options: Everywhere,
    extras: Extras = NO_EXTRAS,
    show: Callable[[RunFolder], bool] | None = None,
) -> Session:
    """The session of a command; ``show`` replaces what usually shows its results."""
    draw = partial(draw_ranking, extras=extras)
    shown = show or partial(show_run, as_json=options.as_json, extras=extras)
    return Session(
        experiment, verb, options.compilers, options.quiet, options.as_json, draw, shown, earlier_twins
    )


def print_run(folder: RunFolder, extras: Extras, past: History) -> None:
    """The tables of a run, how to read them, its answers and what earlier runs found, and its folder."""
    console = ResultConsole()
    reporting = reporting_of(folder.record)
    contents = reporting.contents(folder.titled(), extras.is_across)
    reporting.show(folder.titled(), console, extras)
    if (within := comparison_within(folder)) is not None:
        console.print()
        print_comparison(within, None, console)
    say_all(_how_to_read(contents, extras.legend), console, "dim")
    say_all(contents.answers, console)
    say_all([*filter(None, [past.sentence]), *advice_on(folder)], console)
    echo(f"Measurements: {folder.path}")


def _how_to_read(contents: Contents, whole: bool) -> list[str]:
    """The legends of all sections, each sentence once, or the first of them and where the others are."""
    lines = list(dict.fromkeys(line for section in contents.sections for line in section.legend))
    if whole or len(lines) < 2:
        return lines
    return [f"How to read: {lines[0]} {len(lines) - 1} more notes with --legend."]


def draw_ranking(folder: RunFolder, console: Console, extras: Extras = NO_EXTRAS) -> None:
    """Prints what a run has found so far."""
    reporting = reporting_of(folder.record)
    (reporting.ranking or reporting.show)(folder.titled(), console, extras)


def report_of(
    folder: RunFolder,
    is_across: bool = False,
    past: History | None = None,
    opening: Opening | None = None,
) -> Report:
    """The report of a run; its history is found where it is not given."""
    past = history(folder) if past is None else past
    contents = reporting_of(folder.record).contents(folder.titled(), is_across)
    name_of = titles_in(folder.record).name_of
    if opening is not None:
        contents = opening.before(contents)
    cells = (
        replace(cell, earlier=past.beside((cell.codec, name_of(cell.workload), cell.operation)))
        for cell in contents.cells
    )
    within = comparison_within(folder)
    compared = [] if within is None else [summary(within, folder.name)]
    advice = tuple(advice_on(folder))
    unfinished = filter(None, [unfinished_sentence(folder)])
    answers = (*unfinished, *contents.answers, *compared, *filter(None, [past.sentence]), *advice)
    return made_report(folder.titled(), replace(contents, answers=answers, advice=advice, cells=tuple(cells)))


def write_report(
    folder: RunFolder,
    path: Path | None = None,
    is_across: bool = False,
    past: History | None = None,
    opening: Opening | None = None,
) -> Path:
    """Writes the report of a run of any experiment, by default into its folder, and returns its path.

    Raises SerbenchError when it cannot be drawn or written.
    """
    return write_html(folder.titled(), partial(report_of, folder, is_across, past, opening), path)


def published_tables() -> dict[str, PublishedTable]:
    return {name: table for one in experiments() for name, table in one.reporting().published().items()}
