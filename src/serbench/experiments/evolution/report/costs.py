"""The cost of unknown fields, as a table, a picture and sentences. Pure."""

from collections.abc import Mapping

from serbench.experiments.evolution.results import Cost, EvolutionResults
from serbench.experiments.evolution.unknown_fields import NUMBERS
from serbench.report.charts.marks import Dot, dot_rows
from serbench.report.charts.picture import Picture, Theme
from serbench.report.standing import by_language
from serbench.report.table import Cell, Column, Line, Table, number_cell, text_columns

_TITLE = "Decoding with unknown fields"


def cost_tables(results: EvolutionResults) -> list[Table]:
    """For each language a line for each codec: time and size without unknown fields, and with each number of
    them as multiples of that."""
    titles = [
        title for unit in ("ns", "bytes") for title in (unit, *(f"x{number} {unit}" for number in NUMBERS))
    ]
    columns = (*text_columns("codec"), *(Column(name, short=name.replace(" ", "\n")) for name in titles))
    return [
        Table(
            f"{language}, {_TITLE.lower()}", columns, tuple(_line(results.costs[codec]) for codec in codecs)
        )
        for language, codecs in by_language(results.costs).items()
    ]


def _line(costs: Mapping[int, Cost]) -> Line:
    none = costs[0]
    more = [costs.get(number) for number in NUMBERS]
    return Line(
        (
            Cell(none.codec),
            number_cell(none.cpu_ns.median),
            *(number_cell(None if one is None else one.time_ratio, decimals=2) for one in more),
            number_cell(none.size_bytes),
            *(number_cell(None if one is None else one.size_ratio, decimals=2) for one in more),
        )
    )


def cost_pictures(results: EvolutionResults, theme: Theme) -> tuple[Picture, ...]:
    """The times as multiples of that without unknown fields, a row for each codec."""
    dots = [
        Dot(codec, f"{number} unknown", cost.time_ratio, _words(cost))
        for codec, costs in results.costs.items()
        for number, cost in costs.items()
        if number
    ]
    if not dots:
        return ()
    chart = dot_rows(dots, "time to decode, without unknown fields = 1", theme, joined=True)
    caption = "What fields that the reader does not know add to the time of decoding. Less is better."
    return (Picture("unknown-fields", _TITLE, caption, chart),)


def _words(cost: Cost) -> str:
    return (
        f"{cost.codec}, {cost.unknown_fields} unknown fields: {cost.cpu_ns.median:.0f} ns and"
        f" {cost.size_bytes:.0f} bytes, {cost.time_ratio:.2f} and {cost.size_ratio:.2f} times those without"
    )


def cost_sentences(results: EvolutionResults) -> list[str]:
    """The codec of each language whose time grows least, and that whose time grows most."""
    found = []
    for language, codecs in by_language(results.costs).items():
        most = max(NUMBERS)
        grown = [costs[most] for codec in codecs if most in (costs := results.costs[codec])]
        if grown:
            least, greatest = grown[0], grown[-1]
            words = f"{language}: {most} unknown fields make decoding {_times(least)} ({least.codec})"
            rest = "" if least is greatest else f" to {_times(greatest)} ({greatest.codec})"
            found.append(f"{words}{rest}.")
    return found


def _times(cost: Cost) -> str:
    return f"{cost.time_ratio:.1f} times as long"


def cost_legend(results: EvolutionResults) -> list[str]:
    """The legend of the costs: the meaning of the columns; empty where no costs were measured."""
    if not results.costs:
        return []
    names = ", ".join(f"x{number}" for number in NUMBERS)
    return [
        f"ns and bytes: CPU time to decode one object, and its message, without unknown fields; {names}: with"
        " that number of fields that the reader does not know, as multiples of it. Codecs that do not skip"
        " fields are missing."
    ]
