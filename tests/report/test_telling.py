"""The output of a run of cells, in each form."""

import io
from dataclasses import replace
from pathlib import Path

import pytest
from fakes.rows import store_row
from report.folders import folder_of
from rich.console import Console

from serbench.errors import BadInput
from serbench.experiments.store.reporting import TELLING
from serbench.record.row import Row
from serbench.record.run_folder import RunFolder
from serbench.report.table import Table

DIED = replace(
    store_row("write", 1, 1, codec="cpp/dead"),
    outcome="crashed",
    detail="It died.",
    n=(),
    cpu_ns=(),
    wall_ns=(),
)
WROTE = store_row("write", 4, 1, codec="cpp/a")


def stored(path: Path, *rows: Row) -> RunFolder:
    return folder_of(path, rows, experiment="store", runners=[], corpora={}, workloads=["tweet"])


def printed(folder: RunFolder, tables: list[Table] | None = None) -> list[str]:
    console = Console(width=200, file=io.StringIO(), record=True)
    TELLING.show(folder, console, False, tables)
    return console.export_text().splitlines()


def test_a_document_and_a_line_of_csv_for_each_cell(tmp_path: Path) -> None:
    folder = stored(tmp_path, WROTE, DIED)
    document = TELLING.document(folder)
    assert (document["experiment"], document["run"]) == ("store", "20261121-210700")
    assert [row["codec"] for row in document["rows"]] == ["cpp/a"]
    assert [failure["detail"] for failure in document["failures"]] == ["It died."]
    header, line = TELLING.csv(folder).splitlines()
    assert dict(zip(header.split(","), line.split(","), strict=True))["median_ns"] == "4000000000"
    with pytest.raises(BadInput, match="no results"):
        TELLING.csv(stored(tmp_path, DIED))


def test_a_section_has_the_tables_the_words_and_what_to_ask_next(tmp_path: Path) -> None:
    contents = TELLING.contents(stored(tmp_path, WROTE, DIED))
    (section,) = contents.sections
    assert (section.name, section.title, contents.clock, contents.samples) == ("store", "Files", "wall", 1)
    assert [line.texts[0] for table in section.tables for line in table.lines] == ["cpp/a"]
    assert section.commands_note.startswith("Every repetition, with its phases, is in measurements.jsonl")
    assert section.commands == (
        "./serbench report 20261121-210700 --samples",
        "./serbench show cpp/a tweet",
    )
    (cell,) = contents.cells
    assert (cell.median, cell.size) == (4e7, 20)
    nothing = TELLING.contents(stored(tmp_path, DIED))
    assert (nothing.sections, len(nothing.failures)) == ((), 1)


def test_a_terminal_has_tables_and_failures(tmp_path: Path) -> None:
    lines = printed(stored(tmp_path, WROTE, DIED))
    assert lines[0].startswith("Written: 100 of 100 tweet objects")
    assert "  cpp/dead on tweet, write: crashed. It died." in lines
    assert printed(stored(tmp_path, WROTE), []) == []
    assert printed(stored(tmp_path, DIED)) == ["Failed:", "  cpp/dead on tweet, write: crashed. It died."]


def test_a_ranking_has_the_tables_alone(tmp_path: Path) -> None:
    console = Console(width=200, file=io.StringIO(), record=True)
    TELLING.ranking(stored(tmp_path, WROTE, DIED), console, False)
    title, header, line, empty = console.export_text().splitlines()
    assert (title[:8], header.split()[:2], line.split()[:2], empty) == (
        "Written:", ["codec", "µs"], ["cpp/a", "40000"], "",
    )  # fmt: skip
