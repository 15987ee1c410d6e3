"""The study's lines, files and published ratios, and the statistics next to them."""

import io
from dataclasses import replace
from pathlib import Path
from statistics import mean

import pytest
from fakes.rows import store_row as row
from rich.console import Console

from serbench.experiments.store.report.tables import speed_ups
from serbench.experiments.store.reporting import TELLING, print_study_tables
from serbench.experiments.store.results import StoreResults, store_results
from serbench.experiments.store.study import (
    HEADER,
    log_lines,
    published_io_share,
    published_ratio,
    published_totals,
    write_result_files,
)
from serbench.pools.study import methods
from serbench.pools.times import sd_of
from serbench.record.row import Row
from serbench.report.terminal import print_tables
from serbench.selection.discovery import find_codecs


def results(*rows: Row) -> StoreResults:
    return store_results({}, rows)


def printed(found: StoreResults) -> str:
    console = Console(width=250, record=True, file=io.StringIO())
    print_tables(TELLING.tables(found, False), console)
    print_study_tables(found, console)
    return console.export_text()


def test_a_line_is_the_studys_to_the_letter() -> None:
    rows = [
        row("write", 3, 1, pin="core"),
        row("sequential", 2, 0.5),
        row("random", 980.017399323, 960.76642819, pin="core", codec="java/flatbuffers"),
        row("random", 1, 1, cache="warm"),
        row("random", 1, 1, level="access-one"),
        row("random", 1, 1, level="bytes", codec="rust/memcpy"),
        row("random", 1, 1, pin="parallel"),
        row("random", 1, 1, codec="cpp/cereal"),
    ]
    assert [line for line, _ in log_lines(rows, "TweetStatus")] == [
        "[WriteTimeCPP]#true#C++ HandCoded#true#TweetStatus#1.000000000#3.000000000",
        "[ReadTimeCPP]#false#C++ HandCoded#true#TweetStatus#0.500000000#2.000000000",
        "[ReadTimeJAVA]#true#Java FlatBuffers#false#TweetStatus#960.766428190#980.017399323",
        "[ReadTimeRUST]#false#Rust memcpy#false#TweetStatus#1.000000000#1.000000000",
        "[ReadTimeCPP]#false#C++ cereal#false#TweetStatus#1.000000000#1.000000000",
    ]


def test_files_are_by_language_step_number_and_repetition(tmp_path: Path) -> None:
    rows = [row("write", 3, 1), row("random", 2, 1), row("sequential", 2, 1, repetition=1)]
    paths = write_result_files(rows, "TweetStatus", tmp_path)
    assert [path.name for path in paths] == [
        "result_cpp_readobjects_100_1.txt",
        "result_cpp_readobjects_100_2.txt",
        "result_cpp_writeobjects_100_1.txt",
    ]
    assert paths[2].read_text() == (
        f"{HEADER}\n[WriteTimeCPP]#false#C++ HandCoded#true#TweetStatus#1.000000000#3.000000000\n"
    )


def test_published_figures_are_those_of_the_study() -> None:
    totals = published_totals()
    assert totals["C++", "HandCoded", "write", False] == 32.69
    assert totals["Java", "Kryo", "random", False] == 119.10
    assert totals["Rust", "Bincode", "sequential", False] == 252.76
    assert published_ratio(methods()["rust/messagepack"], "write", False) == pytest.approx(39.29 / 32.69)
    assert published_ratio(methods()["cpp/handcoded"], "random", True) == 1.0
    assert published_io_share(methods()["java/java"], "write", True) == pytest.approx(57.22 / 583.85)


def test_every_method_has_a_codec_of_ours_and_every_published_method_is_one() -> None:
    codecs = {codec.name for codec in find_codecs()}
    assert set(methods()) <= codecs
    named = {(method.language, method.name) for method in methods().values()}
    assert {(language, name) for language, name, _, _ in published_totals()} <= named


def test_means_deviations_and_medians_of_the_repetitions() -> None:
    found = results(*(row("sequential", s, 0.5, repetition=i) for i, s in enumerate((2, 3, 7))))
    (result,) = found.rows
    assert mean(result.total.fork_values) == 4e9
    assert sd_of(result.total) == pytest.approx(7**0.5 * 1e9)
    assert (result.total.median, result.total.low) == (3e9, 2e9)
    assert result.io.median == 0.5e9
    assert result.cpu.median == 2.5e9
    assert result.ns_per_object == 3e7
    assert result.state_had is True
    json_row = result.to_json()
    assert json_row["total_ns"]["mean"] == 4_000_000_000
    assert json_row["phases_ns"] == {"read": 500_000_000, "decode": 2_500_000_000}


def test_the_processors_is_the_wall_time_of_all_that_is_no_io() -> None:
    # What the repetitions have in the middle comes from different ones: 3, 1 and 3 s.
    rows = [
        row("sequential", wall_s, io_s, repetition=i)
        for i, (wall_s, io_s) in enumerate([(3, 2), (10, 1), (2.5, 0.5)])
    ]
    busy = {name: {**time, "cpu_ns": time["cpu_ns"] * 4} for name, time in rows[0].phases.items()}
    (result,) = results(replace(rows[0], phases=busy), *rows[1:]).rows
    assert result.processor.fork_values == (1e9, 2e9, 9e9)
    assert result.cpu.fork_values == (2e9, 4e9, 9e9)
    found = result.to_json()
    assert (found["total_ns"]["median"], found["io_ns"]) == (3_000_000_000, 1_000_000_000)
    assert (found["processor_ns"], found["cpu_ns"]) == (2_000_000_000, 4_000_000_000)


def test_a_state_that_was_not_had_is_said() -> None:
    cold = replace(row("random", 1, 1), resident=(0.9, 1.0))
    assert results(cold).rows[0].state_had is False
    assert "cpp/handcoded !" in printed(results(cold))
    warm = replace(row("random", 1, 1, cache="warm"), resident=(0.9, 1.0))
    assert results(warm).rows[0].state_had is False


def test_a_cell_that_failed_once_has_a_failure_and_no_result() -> None:
    broken = replace(
        row("random", 1, 1, repetition=1), outcome="crashed", detail="It died.", n=(), cpu_ns=(), wall_ns=()
    )
    found = results(row("random", 1, 1), broken)
    assert found.rows == ()
    assert [(failure.operation, failure.outcome) for failure in found.failures] == [("random", "crashed")]


def test_the_studys_table_stands_beside_its_ratios() -> None:
    rows = [
        row(operation, 2.0 * (1 + (codec == "java/kryo")), 1, pin=pin, codec=codec, repetition=repetition)
        for operation in ("write", "sequential", "random")
        for pin in ("free", "core")
        for codec in ("cpp/handcoded", "java/kryo")
        for repetition in (0, 1)
    ]
    text = printed(results(*rows))
    assert "As the study prints it" in text
    tables = [line for line in text.splitlines() if line.startswith("Java Kryo")]
    totals, io, core, core_io, free, free_io = tables
    assert totals.count("4.00 (0.00)") == 6
    assert io.count("1.00 (0.00)") == 6
    assert free.split()[2:] == ["2.00", "3.75", "2.00", "2.35", "2.00", "5.45"]
    assert free_io.split()[2::2] == ["0.25"] * 3
    shown = [float(ratio) for ratio in core.split()[3::2]]
    kryo = methods()["java/kryo"]
    for operation, ratio, share in zip(
        ("write", "sequential", "random"), shown, core_io.split()[3::2], strict=True
    ):
        assert ratio == pytest.approx(published_ratio(kryo, operation, True), abs=0.005)
        assert float(share) == pytest.approx(published_io_share(kryo, operation, True), abs=0.005)
    assert text.index("HandCoded's, TS=True") < text.index("HandCoded's, TS=False")


def test_objects_that_were_kept_are_shown_and_marked() -> None:
    # A write keeps nothing.
    rows = [row("write", 3, 1, keep_objects=True), row("random", 2, 1, keep_objects=True)]
    assert [line for line, _ in log_lines(rows, "TweetStatus")] == [
        "[WriteTimeCPP]#false#C++ HandCoded#true#TweetStatus#1.000000000#3.000000000",
        "[ReadTimeCPP]#false#C++ HandCoded (objects kept)#false#TweetStatus#1.000000000#2.000000000",
    ]
    text = printed(results(*rows))
    assert text.count("TS=False, kept") == 2
    assert [line.split()[2:] for line in text.splitlines() if line.startswith("C++ HandCoded")][:2] == [
        ["3.00", "2.00"],
        ["1.00", "1.00"],
    ]


def test_a_floor_is_called_one_and_stands_in_every_table() -> None:
    rows = [
        row("write", 3, 1, codec="cpp/memcpy"),
        row("sequential", 2, 1, codec="cpp/memcpy", level="bytes"),
        row("random", 4, 1, codec="cpp/memcpy", level="bytes"),
    ]
    found = store_results({"runners": [{"codec": "cpp/memcpy", "floor": True}]}, rows)
    text = printed(found)
    assert text.count("cpp/memcpy (floor)") == 3
    means, *_ = (line for line in text.splitlines() if line.startswith("C++ memcpy"))
    assert means.split()[2:] == ["3.00", "2.00", "4.00"]


def test_a_run_of_which_all_failed_explains_no_numbers() -> None:
    found = results(
        replace(row("random", 1, 1), outcome="crashed", detail="It died.", n=(), cpu_ns=(), wall_ns=())
    )
    assert printed(found) == ""
    assert [failure.detail for failure in found.failures] == ["It died."]


def test_ways_that_were_not_measured_have_no_column() -> None:
    text = printed(results(row("write", 3, 1), row("sequential", 2, 1)))
    # Two columns of two tables, and two titles.
    assert text.count("TS=False") == 6
    assert "TS=True" not in text


def test_a_narrow_terminal_gets_whole_columns() -> None:
    found = results(row("sequential", 2.0, 1.0), row("write", 2, 1))
    console = Console(width=60, record=True, file=io.StringIO())
    print_tables(TELLING.tables(found, False), console)
    text = console.export_text()
    assert "…" not in text
    assert "mean (sd) s" in text
    assert "MB/s" not in text.splitlines()[1]
    assert "MB/s" in printed(found)


def test_speed_ups_compare_the_same_work() -> None:
    found = results(row("random", 4, 1), row("random", 1, 1, pin="parallel", threads=4))
    assert [(result.pin, times) for result, times in speed_ups(found.rows)] == [("parallel", 4.0)]
