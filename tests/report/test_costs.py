"""The rows and the tables of what codecs cost besides time."""

import io
from dataclasses import replace
from pathlib import Path

from report.folders import folder_of, rows_of
from rich.console import Console

from serbench.experiments.memory.costs import Compressed, Costs, costs_in
from serbench.experiments.memory.report.contents import contents_of
from serbench.experiments.memory.report.results import memory_results
from serbench.experiments.memory.reporting import document_of, print_costs
from serbench.record.run_folder import RunFolder

NOTED = [
    Costs("cpp/a", "record", 40, 2048_000, 12_345, (Compressed("zstd-3", 123.4567, 1500.0, 700.0),)),
    Costs("cpp/c", "record", 99, None, None),
]


def folder(tmp_path: Path) -> RunFolder:
    rows = [
        replace(
            row,
            peak_bytes=(5 + row.fork) * 2**20 if row.codec == "cpp/a" else None,
            instructions=64 * 777 if row.codec == "cpp/a" else None,
            instructions_by="callgrind" if row.codec == "cpp/a" else None,
        )
        for row in rows_of()
    ]
    return folder_of(tmp_path, rows, costs=[noted.to_record() for noted in NOTED])


def test_the_document_has_a_row_for_each_codec_and_for_each_compressor(tmp_path: Path) -> None:
    document = document_of(folder(tmp_path))
    assert document["costs"] == [
        {
            "codec": "cpp/a",
            "workload": "record",
            "peak_bytes": 9 * 2**20,
            "executable_bytes": 2048_000,
            "build_ms": 12_345,
            "adapter_lines": 40,
        },
        {
            "codec": "cpp/c",
            "workload": "record",
            "peak_bytes": None,
            "executable_bytes": None,
            "build_ms": None,
            "adapter_lines": 99,
        },
    ]
    assert document["compression"] == [
        {
            "codec": "cpp/a",
            "workload": "record",
            "compressor": "zstd-3",
            "size_bytes": 123.457,
            "compress_ns": 1500.0,
            "decompress_ns": 700.0,
        }
    ]
    encode = next(row for row in document["rows"] if row["codec"] == "cpp/a")
    assert (encode["instructions"], encode["instructions_by"]) == (777, "callgrind")


def test_a_run_of_before_has_none(tmp_path: Path) -> None:
    document = document_of(folder_of(tmp_path))
    assert (document["costs"], document["compression"]) == ([], [])


def test_the_tables_show_units_and_leave_out_what_nobody_counted(tmp_path: Path) -> None:
    run = folder(tmp_path)
    console = Console(width=100, record=True, file=io.StringIO())
    print_costs(costs_in(run.record, run.rows), memory_results(run.record, run.rows), console)
    text = console.export_text()
    assert "Instructions were counted by callgrind." in text
    lines = [line.split() for line in text.splitlines()]
    assert ["cpp/a", "777", "777", "9", "2000", "12", "40"] in lines
    assert ["cpp/c", "–", "–", "–", "–", "–", "99"] in lines
    assert ["cpp/a", "100", "123", "1.5", "0.7"] in lines


def test_the_report_has_them_as_columns_of_the_ranking_and_compressors_folded(tmp_path: Path) -> None:
    (section, *_) = contents_of(folder(tmp_path)).sections
    ranking = section.page[0]
    assert ranking.header[-4:] == ("peak MiB", "executable KiB", "build s", "adapter lines")
    found = {line.cells[1].text: line.texts[-4:] for line in ranking.lines}
    assert found == {"cpp/c": ("–", "–", "–", "99"), "cpp/a": ("9.0", "2000", "12.3", "40")}
    assert section.folded and [table.title for table in section.folded] == ["one message after a compressor"]
