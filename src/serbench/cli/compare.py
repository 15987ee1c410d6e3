"""``serbench compare``: two or more runs, of one machine or of several, or a run and a published table; or
the facts of two records or releases."""

from collections.abc import Sequence
from pathlib import Path

import click

from serbench.archive.entry import run_named
from serbench.choose.flow import is_choice
from serbench.cli._choices import compare_choices
from serbench.cli._facts_sides import facts_difference
from serbench.compare.comparison import DEFAULT_THRESHOLD, Comparison, compare
from serbench.compare.side import PUBLISHED, PublishedTable, Side, named_table
from serbench.compare.slope import slopes
from serbench.compare.table import document_of, print_comparison
from serbench.errors import BadInput
from serbench.experiments.reporting import comparison_within, published_tables, reporting_of
from serbench.record.reading import fitting_together
from serbench.record.run_folder import RunFolder
from serbench.record.titles import Titles, titles_in
from serbench.report.charts.picture import FILE, write_pictures
from serbench.report.facts import print_difference
from serbench.terminal.console import ResultConsole, echo, print_json
from serbench.terminal.options import PathOf

# The exit status where nothing is known to be worse and not all is known.
NO_VERDICT = 3


@click.command(epilog="Example: ./serbench compare 20261121-210700 20261122-090000 --threshold 3%")
@click.argument("runs", nargs=-1, metavar="RUN_A RUN_B...")
@click.option(
    "--threshold",
    metavar="PERCENT",
    help="Tolerated slowdown. Default: 5 % on one machine, none between machines.",
)
@click.option("--other-data", is_flag=True, help="Compare runs that measured different data of a workload.")
@click.option(
    "--plots",
    type=PathOf(file_okay=False),
    metavar="DIR",
    help="Draw both rankings side by side, as SVG and PNG.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
def command(
    runs: tuple[str, ...], threshold: str | None, other_data: bool, plots: Path | None, as_json: bool
) -> int:
    """Compare each run with the first: names or folders, or published:TABLE; or one run that was measured
    with --against. Two runs of choose are compared as decisions; their times, with --threshold.

    Two records of `facts`, two codecs or two releases of one (LANG/NAME@VERSION) are compared by their facts.

    TABLE is one of cpp-serializers (2020-laptop and others) or of the complex-object study (study,
    study-pinned). Ratios are B / A, of CPU time, and of wall time for files. Codecs whose executables are the
    same in A and B show how the machine changed. `compare` calls a time longer or shorter only beyond that.

    \b
    Exit status if a threshold is checked:
      0  nothing became worse than the threshold allows
      1  something did, or was measured in A and fails in B
      3  no verdict on some times: too few executables are the same, or a cell
         has fewer than five forks, repetitions or blocks, or only an upper bound;
         measure with `run --against` then
    """
    asked = None if threshold is None else _share(threshold)
    if (differing := facts_difference(runs)) is not None:
        if asked is not None or other_data or plots is not None:
            raise BadInput("Facts have no times: compare them without --threshold, --other-data and --plots.")
        if as_json:
            print_json(differing.to_json())
        else:
            print_difference(differing, ResultConsole())
        return 0
    if asked is not None and any(run.startswith(PUBLISHED) for run in runs):
        raise BadInput("A published table is of another machine: compare it without --threshold.")
    with fitting_together(*runs):
        choices = None if threshold or other_data or plots else _choices(runs)
        if choices is not None:
            compare_choices(*choices, as_json)
            return 0
        return _compared(runs, asked, other_data, plots, as_json)


def _choices(runs: Sequence[str]) -> tuple[RunFolder, RunFolder] | None:
    """The two runs where both were made for a choice; None otherwise."""
    if len(runs) != 2 or any(run.startswith(PUBLISHED) for run in runs):
        return None
    before, after = (run_named(run) for run in runs)
    return (before, after) if is_choice(before.record) and is_choice(after.record) else None


def _compared(
    runs: Sequence[str], asked: float | None, other_data: bool, plots: Path | None, as_json: bool
) -> int:
    """Prints the comparisons and returns the exit status."""
    comparisons = _comparisons(runs, other_data)
    checked = [(comparison, _limit(comparison, asked)) for comparison in comparisons]
    if as_json:
        print_json(document_of(checked))
    else:
        console = ResultConsole()
        for number, (comparison, limit) in enumerate(checked):
            if number:
                console.print()
            print_comparison(comparison, limit, console)
    if plots is not None:
        _draw(comparisons, plots)
    if any(limit is not None and comparison.is_worse(limit) for comparison, limit in checked):
        return 1
    is_open = any(limit is not None and comparison.undecided() for comparison, limit in checked)
    return NO_VERDICT if is_open else 0


def _comparisons(runs: Sequence[str], other_data: bool) -> list[Comparison]:
    if len(runs) > 1:
        first, *others = _sides(runs)
        return [compare(first, other, other_data) for other in others]
    within = None
    if runs and not runs[0].startswith(PUBLISHED):
        within = comparison_within(run_named(runs[0]))
    if within is None:
        raise BadInput(
            "Comparing takes two runs or more: ./serbench compare RUN_A RUN_B; or one that was measured with"
            " --against."
        )
    return [within]


def _sides(names: Sequence[str]) -> list[Side]:
    """The sides by their names; against a published table a run may be reduced to what its authors
    measured."""
    tables = published_tables()
    claims = {
        name: named_table(name.removeprefix(PUBLISHED), tables)
        for name in names
        if name.startswith(PUBLISHED)
    }
    own = [table for table in claims.values() if table.side_of]
    runs = {name: run_named(name) for name in names if name not in claims}
    # Of other schemas the workloads are others, whatever their titles are.
    titles = Titles.distinct(
        title for folder in runs.values() for title in titles_in(folder.record).by_name.items()
    )
    if len(own) > 1 and len(set(names) - claims.keys()) > 0:
        raise BadInput(own[0].only_one)
    return [
        claims[name].side() if name in claims else _side(runs[name].titled(titles), own) for name in names
    ]


def _side(folder: RunFolder, own: Sequence[PublishedTable]) -> Side:
    made_by = own[0].side_of if own else None
    return (made_by or reporting_of(folder.record).side)(folder)


def _limit(comparison: Comparison, asked: float | None) -> float | None:
    """The threshold of the check of a comparison; None where it is not checked.
    Claims are never checked, and a different machine only if the user gives a threshold."""
    if comparison.claimed:
        return None
    return DEFAULT_THRESHOLD if asked is None and comparison.same_machine else asked


def _draw(comparisons: Sequence[Comparison], directory: Path) -> None:
    for comparison in comparisons:
        folder = directory / comparison.after.name.replace(":", "-") if len(comparisons) > 1 else directory
        for path in write_pictures(slopes(comparison, FILE), folder):
            echo(path, err=True)


def _share(threshold: str) -> float:
    """``5``, ``5%`` or ``5 %`` as 0.05; BadInput for anything else."""
    try:
        share = float(threshold.removesuffix("%")) / 100
    except ValueError:
        share = -1.0
    if not 0 <= share < float("inf"):
        raise BadInput(f"{threshold} is not a percentage; --threshold takes one like 5%.")
    return share
