"""Changes that add fields which the old version does not know, and what a run finds of their cost."""

import pytest
from fakes.rows import cost_row as row

from serbench.experiments.evolution.changes import FORWARD
from serbench.experiments.evolution.report.costs import (
    cost_legend,
    cost_sentences,
    cost_strip,
    cost_tables,
)
from serbench.experiments.evolution.results import EvolutionResults, evolution_results
from serbench.experiments.evolution.unknown_fields import NUMBERS, OBJECTS, unknown_changes
from serbench.record.row import Row


def test_the_new_version_has_so_many_more_fields_with_values() -> None:
    assert [len(change.new.message(change.new.root).fields) for change in unknown_changes()] == [5, 14, 54]
    for number, change in zip(NUMBERS, unknown_changes(), strict=True):
        known = {field.name for field in change.old.message(change.old.root).fields}
        assert len(change.cases(FORWARD)) == OBJECTS
        for case in change.cases(FORWARD):
            assert len(case.written.keys() - known) == number
            assert case.expected == {name: case.written[name] for name in known}
            assert all(case.written.values())
        # Messages that are taken for one another are seen.
        assert len({str(case.expected) for case in change.cases(FORWARD)}) == OBJECTS


def results_of(rows: list[Row]) -> EvolutionResults:
    return evolution_results({"plan": {"changes": ["add-at-end"]}, "runners": []}, rows)


@pytest.fixture
def results() -> EvolutionResults:
    """One codec takes 1, 2 and 10 ns a field, in three processes; the other always twice that."""
    times = {0: 100, 1: 101, 10: 120, 50: 600}
    return results_of(
        [
            row(codec, number, process, factor * ns + process, 20 + 8 * number)
            for codec, factor in (("cpp/slow", 2), ("cpp/quick", 1))
            for number, ns in times.items()
            for process in (0, 1, 2)
        ]
    )


def test_a_cost_is_the_median_of_processes_and_its_ratio_to_none(results: EvolutionResults) -> None:
    cost = results.costs["cpp/quick"][50]
    assert (cost.cpu_ns.median, cost.cpu_ns.low, cost.cpu_ns.high) == (601, 600, 602)
    assert cost.time_ratio == 601 / 101
    assert (cost.size_bytes, cost.size_ratio) == (420, 21)
    assert results.costs["cpp/quick"][0].time_ratio == 1
    assert results.outcomes == () and results.failures == ()


def test_the_table_has_multiples_and_those_that_grow_least_first(results: EvolutionResults) -> None:
    (table,) = cost_tables(results)
    assert table.title == "C++, decoding with unknown fields"
    assert table.header == (
        "codec", "ns", "x1 ns", "x10 ns", "x50 ns", "bytes", "x1 bytes", "x10 bytes", "x50 bytes",
    )  # fmt: skip
    assert [line.texts for line in table.lines] == [
        ("cpp/quick", "101", "1.01", "1.20", "5.95", "20", "1.40", "5.00", "21.00"),
        ("cpp/slow", "201", "1.01", "1.20", "5.98", "20", "1.40", "5.00", "21.00"),
    ]
    (strip,) = cost_strip(results)
    assert strip.title == (
        "Decoding with unknown fields: how many times as long as without, for 1, 10 and 50 of them"
    )
    assert [[round(dot.value, 2) for dot in line.strip] for line in strip.lines] == [
        [1.01, 1.2, 5.95],
        [1.01, 1.2, 5.98],
    ]
    assert cost_sentences(results) == [
        "C++: 50 unknown fields make decoding 6.0 times as long (cpp/quick) to 6.0 times as long (cpp/slow)."
    ]
    assert "x1, x10, x50" in cost_legend(results)[0]


def test_what_is_not_proved_has_no_figure_and_is_a_failure() -> None:
    wrong = row("cpp/a", 50, 0, 1, 1, outcome="wrong", detail="Object 3: no.", n=(), cpu_ns=(), wall_ns=())
    found = results_of([row("cpp/a", 0, 0, 100, 20), row("cpp/a", 1, 0, 110, 28), wrong])
    assert list(found.costs["cpp/a"]) == [0, 1]
    (failure,) = found.failures
    assert (failure.outcome, failure.detail) == ("wrong", "With 50 unknown fields: Object 3: no.")
    (table,) = cost_tables(found)
    assert table.lines[0].texts[2:5] == ("1.10", "–", "–")
    assert cost_sentences(found) == []


def test_a_codec_without_a_time_to_compare_with_has_no_figures() -> None:
    assert results_of([row("cpp/a", 10, 0, 100, 20)]).costs == {}
    assert cost_legend(results_of([])) == [] and cost_tables(results_of([])) == []
    assert cost_strip(results_of([])) == []
