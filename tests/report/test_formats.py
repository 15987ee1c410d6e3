"""The same format in several languages: which codecs are shown, what the cells and sentences say."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from fakes.samples import measured
from report.folders import folder_of, html

from serbench.experiments.memory.report.contents import views_of
from serbench.experiments.memory.report.formats import (
    Formats,
    differences,
    formats_of,
    formats_table,
    strip_table,
)
from serbench.experiments.memory.report.results import memory_results
from serbench.experiments.memory.report.view import View
from serbench.experiments.memory.reporting import document_of
from serbench.experiments.reporting import report_of
from serbench.record.run_folder import RunFolder
from serbench.report.latex import latex
from serbench.report.markdown import markdown
from serbench.report.table import Table
from serbench.report.web.rows import chart_of

# Codec, format, encode in ns (a decode takes twice as long), bytes, further operations.
CODECS = (
    ("cpp/slow", "protobuf", 2000, 90, ()),
    ("cpp/quick", "protobuf", 1000, 91, ("build", "extract")),
    ("cpp/byhand", "handcoded", 300, 70, ()),
    ("cpp/memcpy", "handcoded", 100, 70, ()),
    ("cpp/alone", "sbe", 100, 70, ()),
    ("cpp/other", "sbe", 110, 70, ()),
    ("java/proto", "protobuf", 4000, 90, ("build", "extract")),
    ("java/bytebuffer", "handcoded", 301, 70, ()),
    ("python/upb", "protobuf", 1000.01, 90, ()),
)
UNITS = {"cpp": "utf8", "java": "utf16", "python": "utf32"}


def runner_of(codec: str, of_format: str, further: Sequence[str]) -> dict[str, Any]:
    operations = dict.fromkeys(("encode", "decode"), "application") | dict.fromkeys(further, "library")
    hand_written = codec in ("cpp/byhand", "java/bytebuffer")
    return {
        "codec": codec,
        "language": codec.partition("/")[0],
        "workload": "record",
        "format": of_format,
        "unit": UNITS[codec.partition("/")[0]],
        "operations": operations,
        "floor": codec == "cpp/memcpy",
        "traits": ["hand-written"] if hand_written else [],
    }


def run_of(path: Path, forks: int = 5, codecs: Sequence[Any] = CODECS, **record: Any) -> RunFolder:
    rows = [
        measured(codec, operation, fork, time * times + fork / 100, size_bytes=64 * size)
        for codec, _, time, size, _ in codecs
        for operation, times in (("encode", 1), ("decode", 2))
        for fork in range(forks)
    ]
    runners = [runner_of(codec, of_format, further) for codec, of_format, _, _, further in codecs]
    return folder_of(path, rows, **{"runners": runners, **record})


def found_in(folder: RunFolder) -> tuple[View, Formats]:
    (view,) = views_of(memory_results(folder.record, folder.rows))
    return view, formats_of(view, folder.record)


def texts(table: Table) -> list[list[str]]:
    return [[text.replace("\n", " ") for text in line.texts] for line in table.lines]


def test_a_row_has_the_fastest_codec_of_each_language(tmp_path: Path) -> None:
    """A format of one language has no row, a floor no cell."""
    view, formats = found_in(run_of(tmp_path))
    table = formats_table(view, formats)
    assert table.title == "record: encode + decode, µs of CPU time for one object"
    assert table.header == ("format", "C++", "Java", "Python")
    assert texts(table) == [
        [
            "protobuf",
            "quick (message): 3.00 ±0.0% (1.00 + 2.00), 91 bytes, ×1.00",
            "proto (message): 12.0 ±0.0% (4.00 + 8.00), 90 bytes, ×4.00",
            "upb: 3.00 ±0.0% (1.00 + 2.00), 90 bytes, (×1.00)",
        ],
        [
            "handcoded",
            "byhand (hand-written): 0.900 ±0.0% (0.300 + 0.600), 70 bytes, ×1.00",
            "bytebuffer (hand-written): 0.903 ±0.0% (0.301 + 0.602), 70 bytes, ×1.00",
            "–",
        ],
    ]
    cell = table.lines[0].cells[2]
    assert (cell.value, cell.link) == (12000.04, "#cell/java%2Fproto/record/encode%20%2B%20decode")


def test_too_few_forks_distinguish_nothing(tmp_path: Path) -> None:
    view, formats = found_in(run_of(tmp_path, forks=2))
    assert [one.is_apart for of_format in formats.values() for one in of_format.values()] == [False] * 5
    assert formats_table(view, formats).lines[0].texts[2].endswith("90 bytes, (×4.00)")


def test_one_operation_is_no_sum(tmp_path: Path) -> None:
    view, formats = found_in(run_of(tmp_path, operations=["encode"]))
    table = formats_table(view, formats)
    assert table.title.startswith("record: encode, ")
    assert texts(table)[0][2] == "proto (message): 4.00 ±0.0%, 90 bytes, ×4.00"


def test_a_run_of_one_language_or_without_formats_has_no_section(tmp_path: Path) -> None:
    for codecs in ([one for one in CODECS if one[0].startswith("cpp/")], [CODECS[0], CODECS[-2]]):
        folder = run_of(tmp_path, codecs=codecs)
        assert [section.anchor for section in report_of(folder).contents.sections] == ["workload-1", "axes"]
        assert document_of(folder)["formats"] == []
    assert found_in(folder_of(tmp_path))[1] == {}


def test_the_sentences_say_what_differs(tmp_path: Path) -> None:
    folder = run_of(tmp_path)
    said = differences([found_in(folder)[1]], folder.record)
    assert said[1:] == [
        "Java and Python leave releases to a collector.",
        "In C++ a decode includes the release of its object.",
        "Code of Java is compiled for this processor as it runs.",
        "Strings consist of bytes of UTF-8 (C++), units of UTF-16 (Java), code points (Python).",
        "Integers of 64 bits are signed and unsigned machine words (C++), signed machine words that hold the"
        " bits of unsigned ones (Java), int objects of any size (Python).",
        "(message) means that the library has messages of its own: our code builds them from the object and"
        " extracts the object from them, and its time is included. Without it the object is read and written"
        " directly.",
        "(hand-written) means code written for this schema, without a library.",
    ]


def test_what_is_not_in_the_run_is_not_said(tmp_path: Path) -> None:
    plain = [one for one in CODECS if one[0] in ("cpp/slow", "python/upb")]
    folder = run_of(tmp_path, codecs=plain)
    said = " ".join(differences([found_in(folder)[1]], folder.record)[1:])
    assert "Java" not in said and "(message)" not in said and "(hand-written)" not in said


def test_the_strip_has_a_mark_for_each_language_and_the_smallest_on_top(tmp_path: Path) -> None:
    view, formats = found_in(run_of(tmp_path))
    table = strip_table(view, formats)
    assert table.header == ("format", "bytes", "C++", "Java", "Python")
    assert [line.texts for line in table.lines] == [
        ("handcoded", "70", "byhand 0.900", "bytebuffer 0.903", "–"),
        ("protobuf", "90–91", "quick 3.00", "proto 12.0", "upb 3.00"),
    ]
    assert table.lines[1].cells[3].link == "#cell/java%2Fproto/record/encode%20%2B%20decode"
    marks = [[(dot.kind, round(dot.value, 3)) for dot in line.strip] for line in table.lines]
    assert marks == [
        [("cpp", 0.9), ("java", 0.903)],
        [("cpp", 3.0), ("java", 12.0), ("python", 3.0)],
    ]
    chart = chart_of(table)
    assert chart and chart.is_strip and chart.at == 1
    assert [len(row.marks) for row in chart.groups[0].rows] == [2, 3]


def test_page_markdown_latex_and_document_have_them(tmp_path: Path) -> None:
    folder = run_of(tmp_path)
    text, page = html(folder), report_of(folder)
    assert '<a href="#formats">The same format in several languages</a>' in text
    assert ">quick\n(message):\n3.00 ±0.0%\n(1.00 + 2.00),\n91 bytes, ×1.00</a>" in text
    assert "| upb: 3.00 ±0.0% (1.00 + 2.00), 90 bytes, (×1.00) |" in markdown(page)
    assert r"bytebuffer (hand-written): 0.903 $\pm$0.0\% (0.301 + 0.602), 70 bytes, $\times$1.00" in latex(
        page
    )
    rows: list[Mapping[str, Any]] = json.loads(json.dumps(document_of(folder)))["formats"]
    assert [(row["format"], row["codec"], row["distinguished"]) for row in rows] == [
        ("protobuf", "cpp/quick", False),
        ("protobuf", "java/proto", True),
        ("protobuf", "python/upb", False),
        ("handcoded", "cpp/byhand", False),
        ("handcoded", "java/bytebuffer", True),
    ]
    assert rows[1] == {
        "format": "protobuf",
        "workload": "record",
        "codec": "java/proto",
        "operations": ["encode", "decode"],
        "medians_ns": [4000.02, 8000.02],
        "median_ns": 12000.04,
        "low_ns": 12000.0,
        "high_ns": 12000.08,
        "level": 0.9375,
        "size_bytes": 90,
        "over_least": {"ratio": 4.0, "low": 3.9999, "high": 4.0, "is_range": False},
        "distinguished": True,
        "own_messages": True,
        "hand_written": False,
    }
