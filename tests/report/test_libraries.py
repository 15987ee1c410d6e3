"""The library of each row: its name, its version, and when its release appeared."""

from io import StringIO
from typing import Any

from fakes.samples import RECORD, measured
from rich.console import Console

from serbench.experiments.memory.report.results import memory_results
from serbench.experiments.memory.report.tables import ranking_table
from serbench.experiments.memory.report.view import View
from serbench.report.libraries import Library, libraries_in
from serbench.report.terminal import print_table

MACHINE = {"distribution": "Debian GNU/Linux 12 (bookworm)"}


def library(**runner: Any) -> Library:
    """The library of a run's only codec."""
    record = {"machine": MACHINE, "runners": [{"codec": "cpp/a", "workload": "record", **runner}]}
    return libraries_in(record)["cpp/a"]


def test_a_library_is_told_with_its_version_its_year_and_the_distribution() -> None:
    found = library(
        library="Protocol Buffers", libraries={"protobuf": "3.21.12"}, released="2022-12-17", packaged=True
    )
    assert found.text == "Protocol Buffers 3.21.12, 2022, Debian 12"
    assert found.short == "3.21.12, 2022"
    assert found.to_json() == {
        "library": "Protocol Buffers",
        "version": "3.21.12",
        "released": "2022-12-17",
    }


def test_without_a_day_the_distribution_tells_how_old_it_is() -> None:
    found = library(library="Boost", libraries={"boost": "1.74.0"}, released=None, packaged=True)
    assert (found.text, found.short) == ("Boost 1.74.0, Debian 12", "1.74.0, Debian 12")


def test_a_library_that_was_built_is_not_the_distributions() -> None:
    found = library(library="Jackson", libraries={"jackson-databind": "2.23.0"}, released="2026-11-07")
    assert (found.text, found.short) == ("Jackson 2.23.0, 2026", "2.23.0, 2026")


def test_a_build_of_the_users_is_told_with_its_commit() -> None:
    revision = "39cd622d94febb9bb40ad45d39e1e895b7f7576c"
    found = library(library="postcard", libraries={"postcard": "1.1.1"}, commit=f"{revision} with changes")
    assert found.text == "postcard 1.1.1 at 39cd622d94 with changes"
    assert library(library="postcard", libraries={"postcard": "1.1.1"}, commit=None).text == "postcard 1.1.1"


def test_of_several_libraries_the_first_is_told() -> None:
    assert library(library="serde_json", libraries={"serde_json": "1.0.154", "serde": "1.0.229"}).text == (
        "serde_json 1.0.154"
    )


def test_a_part_of_the_language_has_the_version_of_what_runs_it() -> None:
    compilers = {
        "Python 3.11.7": "3.11.7",
        "go version go1.26.8 linux/amd64": "1.26.8",
        "node v24.1.0": "24.1.0",
    }
    for compiler, number in compilers.items():
        found = library(library="json", libraries={}, build={"compiler": compiler})
        assert found.text == f"json {compiler.split()[0]} {number}"


def test_references_have_no_library() -> None:
    runners = [
        {"codec": "cpp/floor", "floor": True, "library": "memcpy"},
        {"codec": "cpp/hand", "traits": ["hand-written"], "library": "none"},
    ]
    assert libraries_in({"runners": runners}) == {}


def test_an_engines_own_rows_are_of_the_engine() -> None:
    engine = {
        "title": "Apache Spark",
        "version": "4.1.1",
        "released": "2026-01-02",
        "own": {"spark/kryo": {}, "spark/raw-bytes": {}},
        "references": ["spark/raw-bytes"],
    }
    found = libraries_in({"engine": engine})
    assert {row: library.text for row, library in found.items()} == {"spark/kryo": "Apache Spark 4.1.1, 2026"}


def drawn(width: int) -> str:
    """The ranking of one codec whose library is known."""
    known = {"library": "A long name", "libraries": {"a": "1.2.3"}, "released": "2024-01-02"}
    runners = [{**RECORD["runners"][0], **known}]
    rows = [measured("cpp/a", name, fork, 4000) for name in ("encode", "decode") for fork in range(5)]
    table = ranking_table(View.of(memory_results({**RECORD, "runners": runners}, rows), "record"))
    assert table.header[-1] == "library"
    assert table.lines[0].texts[-1] == "A long name 1.2.3, 2024"
    out = StringIO()
    print_table(table, Console(file=out, width=width, force_terminal=False, _environ={}))
    return out.getvalue()


def test_a_terminal_has_the_release() -> None:
    assert "1.2.3, 2024" in drawn(84)
    assert "1.2.3, 2024" in drawn(73)


def test_it_gives_way_in_a_narrower_one() -> None:
    text = drawn(48)
    assert "2024" not in text
    assert "more columns in the report and in --json: library and access-one." in " ".join(text.split())


def test_json_rows_have_it() -> None:
    known = {"library": "A", "libraries": {"a": "1.2"}, "released": "2024-01-02"}
    runners = [{**RECORD["runners"][0], **known}]
    (result,) = memory_results({**RECORD, "runners": runners}, [measured("cpp/a", "encode", 0, 4000)]).rows
    row = result.to_json()
    assert (row["library"], row["version"], row["released"]) == ("A", "1.2", "2024-01-02")
