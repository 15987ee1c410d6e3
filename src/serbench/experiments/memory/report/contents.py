"""The contents to show of a run's results: sentences, sections with tables and pictures, cells. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from serbench.engine.twins import noise_sentence
from serbench.experiments.memory.costs import Costs, costs_in
from serbench.experiments.memory.report.best import (
    OVER_ALL,
    answer,
    answer_over_each,
    over_workloads,
    purposes_of,
)
from serbench.experiments.memory.report.cell_result import MemoryResult
from serbench.experiments.memory.report.formats import (
    TITLE,
    differences,
    formats_of,
    formats_table,
    strip_table,
)
from serbench.experiments.memory.report.legend import legend
from serbench.experiments.memory.report.means import means_of_each, means_table
from serbench.experiments.memory.report.pictures import bars, level_curves, pictures_of
from serbench.experiments.memory.report.results import MemoryResults, memory_results
from serbench.experiments.memory.report.sums import sums
from serbench.experiments.memory.report.tables import (
    classic_tables,
    compressed_table,
    ranking_tables,
    tables_of,
    way_tables,
)
from serbench.experiments.memory.report.view import View
from serbench.languages import title_of
from serbench.record.run_folder import RunFolder
from serbench.report.cells import explorer_cell
from serbench.report.charts.picture import Picture, Theme
from serbench.report.report import Choice, Contents, ExplorerCell, Purpose, Section
from serbench.report.standing import UNRANKED
from serbench.report.table import Table
from serbench.report.words import listed
from serbench.statistics.estimate import Estimate

Record = Mapping[str, Any]
# For more workloads than this the sentences would fill a report; a table has them all.
_MOST_ANSWERED = 2


def contents_of(folder: RunFolder, is_across: bool = False) -> Contents:
    record = folder.record
    results = folder.once(memory_results)
    views = views_of(results, is_across)
    found = means_of_each(results, is_across)
    over_all = answer_over_each(found, results.noise, results.noun) if len(views) > _MOST_ANSWERED else []
    costs = costs_in(record, folder.rows)
    choices = [Choice(view.workload, purposes_of(view)) for view in views]
    sections = [
        _section(number, view, choice if len(views) > 1 else None, costs, record)
        for number, (view, choice) in enumerate(zip(views, choices, strict=True), 1)
    ]
    along = Section(
        name="along a parameter",
        anchor="axes",
        title="Along a parameter",
        pictures=lambda theme: level_curves(views, theme),
        is_listed=False,
    )
    return Contents(
        subject=f"{listed(results.workloads)}: which codec to choose",
        lead=_lead(choices),
        answers=tuple(over_all or [sentence for view in views for sentence in answer(view)]),
        sections=(*sections, *_formats(views, record), *([along] if views else [])),
        failures=results.failures,
        samples=sum(
            result.samples for result in (*results.rows, *results.floors) if not result.shown_as_decode
        ),
        cells=tuple(cells_of(results, views)) if results.rows else (),
        choice=_choice(choices),
        over_all=means_table([mean for of in found.values() for mean in of], len(found) > 1)
        if found
        else None,
        noise=results.noise,
        certainty=_noise(results) if views else "",
    )


def views_of(results: MemoryResults, is_across: bool = False) -> list[View]:
    """A view of each workload of which anything was measured."""
    views = (View.of(results, workload, is_across) for workload in results.workloads)
    return [view for view in views if view.rows or view.floors]


def _section(
    number: int, view: View, choice: Choice | None, costs: Sequence[Costs], record: Record
) -> Section:
    of_workload = [row for row in costs if row.workload == view.workload]
    tables = tables_of(view, of_workload)
    # Without a ranking the first of the others is not folded.
    shown = max(1, len(ranking_tables(view)))
    compressed = compressed_table(view, of_workload)

    def plots(theme: Theme) -> list[Picture]:
        """As files, the bar charts of cpp-serializers too, and the dots of every operation."""
        drawn = (*bars(view, theme), *pictures_of(view, theme))
        return [replace(picture, title=f"{view.workload}: {picture.title}") for picture in drawn]

    return Section(
        name=view.workload,
        anchor=f"workload-{number}",
        title=view.workload,
        tables=tables[:shown],
        further=tables[shown:],
        printed=classic_tables(view, record),
        legend=tuple(legend(view)),
        choice=replace(choice, title="what to take") if choice else None,
        plots=plots,
        page=tuple(_way_tables(view, of_workload)),
        folded=(compressed,) if compressed.lines else (),
    )


def _formats(views: Sequence[View], record: Record) -> list[Section]:
    """The same format in several languages: a strip and a table for each workload; none without any."""
    found = [(view, formats) for view in views if (formats := formats_of(view, record))]
    tables = tuple(formats_table(view, formats) for view, formats in found)
    section = Section(
        name="formats",
        anchor="formats",
        title=TITLE,
        tables=tables,
        legend=tuple(differences([formats for _, formats in found], record)),
        page=tuple(strip_table(view, formats) for view, formats in found),
        folded=tables,
    )
    return [section] if found else []


def _choice(choices: Sequence[Choice]) -> Choice | None:
    """The answers to which library to take: for the only workload, or over all languages for each."""
    choices = [choice for choice in choices if choice.purposes]
    if len(choices) < 2:
        return choices[0] if choices else None
    title = "over all languages; those of each language are with the workload"
    return Choice(title, over_workloads([(choice.title, choice.purposes) for choice in choices]))


def _lead(choices: Sequence[Choice]) -> tuple[str, ...]:
    """The answer in two sentences: who is fastest, and who smallest, over all languages on each of the first
    workloads."""
    found = []
    for choice in choices[:_MOST_ANSWERED]:
        firsts = [(one.question, best) for one in choice.purposes[:2] if (best := one.best_in(OVER_ALL))]
        if firsts:
            where = f"On {choice.title}" if len(choices) > 1 else _languages_words(choice.purposes[0])
            said = (f"{question}: {listed(best.codecs)} ({best.value})" for question, best in firsts)
            found.append(f"{where}, {'; '.join(said)}.")
    return tuple(found)


def _languages_words(purpose: Purpose) -> str:
    """Where its answer over all languages holds: with one language that is the only answer."""
    [*others, (_, best)] = purpose.answers
    return "Over all languages" if others else f"In {title_of(best.codecs[0])}"


def _noise(results: MemoryResults) -> str:
    """The sentences about the run's own noise."""
    if not results.noise:
        return (
            "No codec was measured twice as if it were two, so the machine's noise was not measured;"
            " the intervals describe only the forks of this run."
        )
    return (
        f"{noise_sentence(results.noise, [row.codec for row in results.rows])} Two codecs are distinguished"
        " only if they differ by more than that and the interval of their ratio excludes 1. `report --json`"
        " has the twins."
    )


def cells_of(results: MemoryResults, views: Sequence[View]) -> list[ExplorerCell]:
    """The ranking totals, then every operation."""
    totals = [total for view in views for one in view.views for total in _totals(one)]
    return [_cell(result) for result in (*totals, *results.rows, *results.floors)]


def _cell(result: MemoryResult) -> ExplorerCell:
    cell = explorer_cell(result, 1, result.size_bytes)
    return replace(
        cell,
        side=result.side,
        wall=round(result.wall.median, 3),
        allocations=result.allocations,
        allocated=result.allocated_bytes,
        instructions=result.instructions,
        mark="not read" if result.not_read else "decode" if result.shown_as_decode else cell.mark,
    )


def _way_tables(view: View, costs: Sequence[Costs]) -> list[Table]:
    """The rankings of both views; those of the totals stand beside each other."""
    found = [way_tables(one, _totals(one), costs) for one in view.views]
    if len(found) > 1 and all(found):
        objects, messages = (of_view[0].title for of_view in found)
        found = [
            [replace(of_view[0], beside=other), *of_view[1:]]
            for of_view, other in zip(found, (messages, objects), strict=True)
        ]
    return [table for of_view in found for table in of_view]


def _totals(view: View) -> list[MemoryResult]:
    """The totals that rank, encode and decode together, and the same of the floors, the fastest first.
    Without both operations there is nothing that another row does not say."""
    operations = view.ranking_operations
    if len(operations) < 2:
        return []
    measured = {**view.rows, **view.floors}
    totals = {**view.totals} | sums([*view.floors.values()])
    found = []
    for codec, total in totals.items():
        parts = [measured[codec, name] for name in operations if (codec, name) in measured]
        if len(parts) < len(operations):
            continue
        together = replace(
            parts[0],
            operation=" + ".join(operations),
            cpu=total,
            wall=Estimate.of([sum(part.wall.median for part in parts)]),
            standing=view.standings.get(codec, UNRANKED),
            allocations=_sum([part.allocations for part in parts]),
            allocated_bytes=_sum([part.allocated_bytes for part in parts]),
            instructions=_sum([part.instructions for part in parts]),
            with_gc_ns=_sum([part.with_gc_ns for part in parts]),
            samples=sum(part.samples for part in parts),
        )
        found.append(together)
    return sorted(found, key=lambda one: one.cpu.median)


def _sum(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) if len(known) == len(values) else None
