"""The table as it stands in a terminal of 80 columns and in a log."""

import io
from dataclasses import replace

from fakes.samples import RECORD, failed, measured
from rich.console import Console

from serbench.experiments.memory.report.legend import legend
from serbench.experiments.memory.report.results import memory_results
from serbench.experiments.memory.report.view import View
from serbench.experiments.memory.reporting import print_results
from serbench.record.row import Row


def printed(
    rows: list[Row], encoding: str = "utf-8", width: int = 80, groups: dict[str, str] | None = None
) -> str:
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="\n")
    console = Console(
        file=stream, width=width, no_color=True, highlight=False, markup=False, force_terminal=False
    )
    print_results(memory_results(RECORD, rows), console, groups=groups)
    stream.flush()
    assert isinstance(stream.buffer, io.BytesIO)
    return stream.buffer.getvalue().decode(encoding)


def told(rows: list[Row]) -> str:
    """The legend of such rows."""
    return " ".join(legend(View.of(memory_results(RECORD, rows), "record")))


def rows_of(forks: int = 5) -> list[Row]:
    rows: list[Row] = []
    for fork in range(forks):
        rows.append(measured("cpp/a", "encode", fork, 4000 + 10 * fork))
        rows.append(measured("cpp/a", "decode", fork, 8000 + 10 * fork))
        rows.append(measured("cpp/c", "encode", fork, 2000 + 2 * fork, size_bytes=64 * 17416))
        rows.append(measured("cpp/c", "decode", fork, 4000 + 2 * fork, size_bytes=64 * 17416))
        rows.append(measured("cpp/b", "decode", fork, 9000 + 10 * fork))
        rows.append(measured("cpp/b", "access-one", fork, 12.5))
        rows.append(measured("cpp/b", "access-all", fork, 900))
        rows.append(measured("cpp/a", "serialize", fork, 3000 + fork, side="library"))
        rows.append(measured("cpp/floor", "decode", fork, 110))
    return rows


def test_the_ranked_table_reads_without_colour() -> None:
    rows = [
        *rows_of(),
        failed("cpp/c", "access-tenth", 0, "crashed", "The runner was killed by signal 11 [x]."),
    ]
    lines = printed(rows).splitlines()
    assert [line.rstrip() for line in lines[:11]] == [
        "record: µs of CPU time for one object",
        "                                           access- access-       conver-",
        "  codec                 encode      decode     one     all bytes    sion",
        "1 cpp/c             2.00 ±0.2%  4.00 ±0.1%      =D      =D 17416       –",
        "2 cpp/a             4.02 ±0.5%  8.02 ±0.2%      =D      =D   100  25/– %",
        "– cpp/b                      –  9.02 ±0.2%  0.0125   0.900   100       –",
        "– cpp/floor (floor)          – 0.110 ±0.0%       –       –   100       –",
        "± of access-one and access-all: in the report and in --json.",
        "record: µs of CPU time for one object, on the library's side",
        "codec serialize",
        "cpp/a      3.00",
    ]
    assert not any("\x1b" in line for line in lines)
    assert max(map(len, lines[:-1])) <= 80
    assert lines[-2:] == [
        "Failed:",
        "  cpp/c on record, access-tenth: crashed. The runner was killed by signal 11 [x].",
    ]


def test_the_legend_says_what_the_numbers_are() -> None:
    text = told(rows_of())
    assert "CPU time of one operation on one object, the median of 5 forks; bytes are the mean size." in text
    assert "± holds within this run: the interval of the median at 94 % (5 forks);" in text
    assert "=D means that the codec can only decode" in text
    assert "On the library's side: serialize." in text


def test_three_forks_tell_their_true_level() -> None:
    text = told(rows_of(3))
    assert "the median of 3 forks" in text
    assert "the interval of the median at 75 % (3 forks); both halves where one" in text
    assert "comparison" not in text
    assert printed(rows_of(3)).splitlines()[3].startswith("cpp/c  ")


def ended_early(java_forks: int) -> list[Row]:
    """A run that ended after seven rounds, in which Java has fewer forks."""
    forks = {"cpp/a": (4000, 7), "cpp/c": (2000, 7), "cpp/d": (700_000, java_forks)}
    return [
        measured(codec, operation, fork, time + fork)
        for codec, (time, of) in forks.items()
        for fork in range(of)
        for operation in ("encode", "decode")
    ]


def test_three_forks_beside_seven_have_no_rank() -> None:
    lines = [line.split()[:2] for line in printed(ended_early(3)).splitlines()]
    assert lines[3:6] == [["1", "cpp/c"], ["2", "cpp/a"], ["–", "cpp/d"]]
    text = told(ended_early(3))
    assert "the median of 3 to 7 forks" in text
    assert "the interval of the median at 98 % (7 forks) and 75 % (3 forks);" in text
    assert "Codecs with fewer than 5 forks are not ranked" in text


def test_a_fork_that_tells_nothing_apart_gives_no_rank() -> None:
    lines = [line.split()[:2] for line in printed(ended_early(1)).splitlines()]
    assert lines[3:6] == [["1", "cpp/c"], ["2", "cpp/a"], ["–", "cpp/d"]]
    text = told(ended_early(1))
    assert "the interval of the median at 98 % (7 forks), unknown below 3;" in text
    assert "The comparisons of one list hold at 95 % together" in text
    assert "Codecs with fewer than 5 forks are not ranked" in text


def test_ties_are_shown() -> None:
    rows = rows_of()
    twins = [replace(row, codec="cpp/d") for row in rows if row.codec == "cpp/c"]
    cells = [line.split()[:2] for line in printed(rows + twins).splitlines() if line]
    assert ["1–2", "cpp/c"] in cells
    assert ["1–2", "cpp/d"] in cells
    assert ["3", "cpp/a"] in cells


def test_what_is_hand_written_stands_below_and_ranks_are_across_on_request() -> None:
    times = {"cpp/a": 3000, "cpp/own": 1000, "rust/b": 4000, "rust/c": 2000}
    rows = [
        measured(codec, operation, fork, cpu + fork)
        for codec, cpu in times.items()
        for operation in ("encode", "decode")
        for fork in range(5)
    ]
    runners = [{"codec": "cpp/own", "traits": ["hand-written"]}]
    results = memory_results({**RECORD, "runners": runners}, rows)

    def lines(is_across: bool) -> list[list[str]]:
        stream = io.StringIO()
        print_results(results, Console(file=stream, width=80), is_across=is_across)
        return [line.split() for line in stream.getvalue().splitlines()]

    within, across = lines(False), lines(True)
    assert [line[:2] for line in within[3:6]] == [["–", "cpp/a"], ["1", "rust/c"], ["2", "rust/b"]]
    assert [line[:2] for line in across[3:6]] == [["1", "rust/c"], ["2", "cpp/a"], ["3", "rust/b"]]
    assert within[6][:4] == across[6][:4] == ["–", "cpp/own", "(hand)", "1.00"]
    words = [" ".join(legend(View.of(results, "record", is_across))) for is_across in (False, True)]
    assert "Ranks are within each language; --across ranks all of them together." in words[0]
    assert "Ranks are across languages, where more differs than the codec" in words[1]
    assert "a reference that has no rank" in words[0]


def test_a_log_that_knows_only_ascii_is_readable() -> None:
    text = printed(rows_of(), encoding="ascii")
    assert text.splitlines()[0] == "record: us of CPU time for one object"
    cells = [line.split() for line in text.splitlines()]
    assert ["1", "cpp/c", "2.00", "+-0.2%", "4.00", "+-0.1%", "=D", "=D", "17416", "-"] in cells


def test_long_names_fold_and_no_line_is_wider_than_the_terminal() -> None:
    rows = [replace(row, codec=row.codec + "-with-a-very-long-name-indeed") for row in rows_of()]
    lines = printed(rows).splitlines()
    assert max(map(len, lines)) <= 80
    assert any("2.00 ±0.2%" in line for line in lines)


def test_a_run_of_failures_only_lists_them() -> None:
    text = printed([failed("cpp/a", "encode", 0, "wrong", "Another digest.")])
    assert text == "Failed:\n  cpp/a on record, encode: wrong. Another digest.\n"


def test_groups_stand_together_with_the_ranks_among_all() -> None:
    groups = {"cpp/a": "zebra", "cpp/b": "ape", "cpp/c": "zebra"}
    lines = [line[:8].rstrip() for line in printed(rows_of(), groups=groups).splitlines()]
    assert lines[3:9] == ["  ape", "– cpp/b", "  zebra", "1 cpp/c", "2 cpp/a", "– cpp/fl"]
