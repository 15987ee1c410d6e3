"""Rates that the driver may limit: shown as at least, unranked against each other, in every form."""

from dataclasses import replace
from pathlib import Path

from fakes.rows import relay_row
from report.folders import folder_of

from serbench.compare.comparison import Comparison, compare
from serbench.experiments.relay.report.sentences import answers
from serbench.experiments.relay.report.tables import codec_tables, legend, mode_tables
from serbench.experiments.relay.reporting import TELLING, relay_side
from serbench.experiments.relay.results import RelayResults, relay_results
from serbench.record.row import Row
from serbench.report.report import AT_MOST
from serbench.statistics.comparison import Place

FORKS = 9


def rows_of(
    codec: str, mode: str, rate_per_s: float, driver_per_s: float = 4e6, busy: float = 0.5
) -> list[Row]:
    """The forks of a relay of this many messages a second."""
    wall_ns = 1e9 / rate_per_s
    rows = []
    for fork in range(FORKS):
        row = relay_row(codec)
        whole = round((wall_ns + (fork - FORKS // 2) / 100) * 1e6)
        figures = {**row.figures, "driver_per_s": driver_per_s, "driver_cpu_ns": round(whole * busy)}
        rows.append(
            replace(
                row, operation=mode, fork=fork, n=(10**6,), wall_ns=(whole,), cpu_ns=(whole // 2,),
                parameters={**row.parameters, "repetition": fork}, figures=figures,
            )
        )  # fmt: skip
    return rows


def results_of(*rows: list[Row]) -> RelayResults:
    return relay_results({}, [row for of_cell in rows for row in of_cell])


# The driver by itself moves four million messages a second.
FOUND = results_of(
    rows_of("cpp/a", "peek", 3e6),
    rows_of("cpp/b", "peek", 2.5e6),
    rows_of("cpp/c", "peek", 1e6),
    rows_of("cpp/d", "peek", 0.9e6, busy=0.95),
    rows_of("cpp/e", "peek", 0.5e6),
    rows_of("cpp/a", "fresh", 0.5e6),
    rows_of("cpp/b", "fresh", 2.2e6),
)


def test_what_is_limited() -> None:
    peek = {one.codec: (round(one.driver_lead, 2), one.is_bound) for one in FOUND.rows if one.mode == "peek"}
    assert peek == {
        "cpp/a": (1.33, True), "cpp/b": (1.6, True), "cpp/c": (4.0, False), "cpp/d": (4.44, True),
        "cpp/e": (8.0, False),
    }  # fmt: skip
    exact = results_of(rows_of("cpp/a", "peek", 2e6 - 1)).rows[0]
    assert not exact.is_bound
    assert results_of(rows_of("cpp/a", "peek", 2e6 + 100)).rows[0].is_bound


def test_limited_rates_are_not_ranked_against_each_other_and_never_behind() -> None:
    places = {one.codec: one.standing.within for one in FOUND.rows if one.mode == "peek"}
    assert places == {
        "cpp/a": Place(1, 3, 0, ("cpp/b", "cpp/d"), True),
        "cpp/b": Place(1, 3, 0, ("cpp/a", "cpp/d"), True),
        # Slower than d's lower bound by nothing that is known.
        "cpp/c": Place(3, 4, 2, ("cpp/d",), True),
        "cpp/d": Place(1, 4, 0, ("cpp/a", "cpp/b", "cpp/c"), True),
        "cpp/e": Place(5, 5, 4, (), True),
    }


def test_tables_and_sentences_say_at_least() -> None:
    peek = next(table for table in mode_tables(FOUND) if "peek" in table.title)
    at = peek.header.index("objects/s")
    assert {line.texts[1]: line.texts[at] for line in peek.lines} == {
        "cpp/a": "≥3,000,000", "cpp/b": "≥2,500,000", "cpp/c": "1,000,000", "cpp/d": "≥900,000",
        "cpp/e": "500,000",
    }  # fmt: skip
    assert all(line.texts[at + 2].startswith("≥") == line.texts[at].startswith("≥") for line in peek.lines)
    first, second = codec_tables(FOUND)
    assert [line.texts[:2] for line in first.lines] == [("fresh", "1.0"), ("peek", "≥6.0")]
    # The driver limits both, so nothing is known of their ratio.
    assert [line.texts[:2] for line in second.lines] == [("fresh", "1.0"), ("peek", "–")]
    said = answers(FOUND, False)
    assert said[0] == (
        "record, fresh: most objects are relayed by cpp/b (at least 2,200,000 objects/s, where the driver may"
        " limit them)."
    )
    assert said[1] == "Throughput of the best other mode relative to fresh: cpp/a at least 6.0 × with peek."
    words = " ".join(legend(FOUND, {}))
    assert "≥: at least, in 4 of 7 lines." in words
    assert "Such rates are not ranked against each other" in words
    unlimited = results_of(rows_of("cpp/e", "peek", 0.5e6))
    assert "≥" not in " ".join(legend(unlimited, {}))


def test_no_codec_is_the_first_where_none_is_used() -> None:
    forward = [rows_of("cpp/a", "forward", 3e6), rows_of("cpp/b", "forward", 2e6)]
    assert answers(results_of(*forward), False) == []
    peek = results_of(*forward, rows_of("cpp/b", "peek", 1e6))
    assert answers(peek, False) == [
        "record, peek: most objects are relayed by cpp/b (1,000,000 objects/s, the only one)."
    ]


def test_the_legend_tells_whether_collections_fell_into_forks_at_saturation() -> None:
    rows = [replace(one, collections=2, gc_ns=5) for one in rows_of("go/a", "peek", 1e6)]
    found = results_of(rows, rows_of("cpp/b", "peek", 1e6))
    said = "CPU includes the collector's where forks span collections at saturation, on average one at least:"
    assert f"{said} 1 of 1 in Go." in legend(found, {})
    assert [(one.collections, one.gc_ns) for one in found.rows if one.codec == "go/a"] == [(2, 5)]
    assert not any(line.startswith(said) for line in legend(FOUND, {}))


def test_json_and_the_page_tell_it(tmp_path: Path) -> None:
    rows = [*rows_of("cpp/a", "peek", 3e6), *rows_of("cpp/e", "peek", 0.5e6)]
    found = {one.codec: one.to_json()["limited_by_driver"] for one in relay_results({}, rows).rows}
    assert found == {"cpp/a": True, "cpp/e": False}
    contents = TELLING.contents(folder_of(tmp_path, rows, runners=[]))
    assert {cell.codec: cell.mark for cell in contents.cells} == {"cpp/a": AT_MOST, "cpp/e": ""}


def compared(tmp_path: Path, before: list[Row], after: list[Row]) -> Comparison:
    first, second = (
        relay_side(folder_of(tmp_path / name, rows, runners=[], corpora={}))
        for name, rows in (("a", before), ("b", after))
    )
    return compare(first, second, alternated=True)


def test_below_a_lower_bound_no_regression_is_claimed(tmp_path: Path) -> None:
    fast, slow = rows_of("cpp/a", "peek", 3e6), rows_of("cpp/a", "peek", 1e6)
    limited = rows_of("cpp/a", "peek", 1e6, driver_per_s=1.5e6)
    assert [one.codec for one in compared(tmp_path, fast, slow).slower(0.05)] == ["cpp/a"]
    found = compared(tmp_path, fast, limited)
    assert found.slower(0.05) == ()
    assert [one for one in found.differences if "upper bounds" in one] == [
        "20261121-210700 has only upper bounds of the times of cpp/a, peek"
    ] * 2
