"""The cost of unknown fields, as tables and sentences. Pure."""

from collections.abc import Mapping, Sequence

from serbench.codecs.naming import language_name
from serbench.experiments.evolution.results import Cost, EvolutionResults
from serbench.experiments.evolution.unknown_fields import NUMBERS
from serbench.report.standing import by_language
from serbench.report.table import Cell, Column, Dot, Line, Table, number_cell, text_columns
from serbench.report.words import listed

_TITLE = "Decoding with unknown fields"


def cost_tables(results: EvolutionResults) -> list[Table]:
    """For each language a line for each codec: time and size without unknown fields, and with each number of
    them as multiples of that."""
    return [
        _table(f"{language}, {_TITLE.lower()}", [results.costs[codec] for codec in codecs])
        for language, codecs in by_language(results.costs).items()
    ]


def cost_strip(results: EvolutionResults) -> list[Table]:
    """The same of all languages, with a mark for each number of fields; none where nothing was measured."""
    numbers = listed([str(number) for number in NUMBERS])
    title = f"{_TITLE}: how many times as long as without, for {numbers} of them"
    return [_table(title, [*results.costs.values()])] if results.costs else []


def _table(title: str, costs: Sequence[Mapping[int, Cost]]) -> Table:
    titles = [
        name for unit in ("ns", "bytes") for name in (unit, *(f"x{number} {unit}" for number in NUMBERS))
    ]
    columns = (*text_columns("codec"), *(Column(name, short=name.replace(" ", "\n")) for name in titles))
    return Table(title, columns, tuple(map(_line, costs)))


def _line(costs: Mapping[int, Cost]) -> Line:
    none = costs[0]
    more = [costs.get(number) for number in NUMBERS]
    cells = (
        Cell(none.codec),
        number_cell(none.cpu_ns.median),
        *(number_cell(None if one is None else one.time_ratio, decimals=2) for one in more),
        number_cell(none.size_bytes),
        *(number_cell(None if one is None else one.size_ratio, decimals=2) for one in more),
    )
    language, ratios = language_name(none.codec), [one.time_ratio for one in more if one]
    return Line(cells, strip=tuple(Dot(language, ratio, ratio, ratio) for ratio in ratios))


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
