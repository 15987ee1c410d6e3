"""A run of the store on the page, in Markdown and as pictures."""

import csv
import io
import json
import re
from pathlib import Path

import pytest
from fakes.rows import store_row as row
from report.folders import cells_in, folder_of, html, island, rows_of, unpacked

from serbench.cli.main import main
from serbench.experiments.reporting import report_of, reporting_of
from serbench.record.run_folder import RunFolder
from serbench.report.charts.picture import FILE, svg
from serbench.report.csv_text import csv_samples
from serbench.report.latex import latex
from serbench.report.markdown import markdown
from serbench.report.report import all_pictures

ROWS = [
    row("write", 5e-6 * 100, 1e-6 * 100),
    row("write", 2e-6 * 100, 1e-6 * 100, codec="rust/handcoded"),
    row("random", 4e-6 * 100, 3e-6 * 100, level="access-one"),
    row("random", 1e-6 * 100, 1e-6 * 100, codec="cpp/memcpy", level="bytes"),
]


def stored(path: Path) -> RunFolder:
    runners = [{"codec": "cpp/memcpy", "workload": "tweet", "operations": {}, "floor": True}]
    return folder_of(path, ROWS, experiment="store", runners=runners, corpora={}, workloads=["tweet"])


def test_the_answer_names_who_took_least_and_the_tables_have_the_floor(tmp_path: Path) -> None:
    page = report_of(stored(tmp_path))
    assert [sentence.partition(": ")[0] for sentence in page.answers] == ["Written", "Read by id"]
    assert page.answers[0].endswith(
        "in C++ only cpp/handcoded, 5.00 µs per object; in Rust only rust/handcoded, 2.00 µs per object."
    )
    assert page.answers[1].endswith("only cpp/handcoded, access-one, 4.00 µs per object.")
    (files,) = page.contents.sections
    written, read = files.tables
    assert written.header[:4] == ("codec", "µs per object", "±", "I/O µs")
    assert [line.texts[:5] for line in written.lines] == [
        ("cpp/handcoded", "5.00", "once", "1.00", "4.00"),
        ("rust/handcoded", "2.00", "once", "1.00", "1.00"),
    ]
    assert read.header[:2] == ("codec", "level")
    assert files.commands[1:] == (
        "./serbench show cpp/handcoded tweet",
        "./serbench show rust/handcoded tweet",
    )
    assert [line.kind for line in read.lines] == ["", "reference"]
    assert page.contents.choice is None


def test_who_reads_whole_objects_in_least_time_is_named_before_who_reads_a_field(tmp_path: Path) -> None:
    rows = [row("random", 9e-4, 1e-4), row("random", 8e-4, 1e-4, codec="rust/handcoded"), *ROWS[2:]]
    runners = [{"codec": "cpp/memcpy", "workload": "tweet", "operations": {}, "floor": True}]
    folder = folder_of(tmp_path, rows, experiment="store", runners=runners, corpora={}, workloads=["tweet"])
    (answer,) = report_of(folder).answers
    assert answer.partition("cores: ")[2] == (
        "in C++ only cpp/handcoded, decode, 9.00 µs per object;"
        " in Rust only rust/handcoded, decode, 8.00 µs per object;"
        " only cpp/handcoded, access-one, 4.00 µs per object."
    )


def test_repetitions_rank_libraries_and_what_is_by_hand_is_a_reference(tmp_path: Path) -> None:
    times = {"cpp/own": 1e-4, "cpp/a": 5e-4, "cpp/b": 5.02e-4, "cpp/c": 9e-4, "rust/d": 2e-4}
    rows = [
        row("write", total + number * 1e-6, 1e-4, codec=codec, repetition=number)
        for codec, total in times.items()
        for number in range(5)
    ]
    runners = [{"codec": "cpp/own", "workload": "tweet", "traits": ["hand-written"]}]
    folder = folder_of(tmp_path, rows, experiment="store", runners=runners, corpora={}, workloads=["tweet"])
    page, across = report_of(folder), report_of(folder, is_across=True)
    assert [line.texts[:2] for line in page.contents.sections[0].tables[0].lines] == [
        ("1–2", "cpp/a"),
        ("1–2", "cpp/b"),
        ("3", "cpp/c"),
        ("–", "rust/d"),
        ("–", "cpp/own (hand-written)"),
    ]
    assert [line.texts[:2] for line in across.contents.sections[0].tables[0].lines] == [
        ("1", "rust/d"),
        ("2–3", "cpp/a"),
        ("2–3", "cpp/b"),
        ("4", "cpp/c"),
        ("–", "cpp/own (hand-written)"),
    ]
    assert page.answers[0].partition("cores: ")[2] == (
        "in C++ cpp/a and cpp/b come first, 5.02 µs per object, no significant difference;"
        " in Rust only rust/d, 2.02 µs per object; cpp/own, hand-written, takes 1.02 µs."
    )
    document = reporting_of(folder.record).document(folder)
    assert {r["codec"]: (r["rank"], r["rank_high"], r["rank_across"]) for r in document["rows"]} == {
        "cpp/own": (None, None, None),
        "cpp/a": (1, 2, 2),
        "cpp/b": (1, 2, 2),
        "cpp/c": (3, 3, 4),
        "rust/d": (None, None, 1),
    }


def test_a_number_leads_to_its_repetitions_with_their_phases(tmp_path: Path) -> None:
    text = html(stored(tmp_path))
    link = "#cell/cpp%2Fhandcoded/tweet/random%20cold%20free%20access-one%20of%20100"
    assert f'<a href="{link}">cpp/<wbr>handcoded</a>' in text
    # The row is the chart, so that no second one leads there.
    assert text.count(f'href="{link}"') == 1
    data, cells = unpacked(island(text, "data-cells")), cells_in(text)
    assert data["clock"] == "wall"
    assert {(cell["codec"], cell["operation"]): (cell["median"], cell["mark"]) for cell in cells} == {
        ("rust/handcoded", "write buffered free of 100"): (2000.0, ""),
        ("cpp/handcoded", "write buffered free of 100"): (5000.0, ""),
        ("cpp/memcpy", "random cold free bytes of 100"): (1000.0, "floor"),
        ("cpp/handcoded", "random cold free access-one of 100"): (4000.0, ""),
    }
    samples = unpacked(island(text, "data-samples"))
    assert set(samples) == {f"{cell['codec']}\ntweet\n{cell['operation']}" for cell in cells}
    ((_, line, _, _, n, _, wall_ns, phases),) = samples["rust/handcoded\ntweet\nwrite buffered free of 100"]
    assert (line, n, wall_ns, phases) == (2, [100], [200_000], {"write": 100_000, "encode": 100_000})


def test_io_and_processor_are_stacked(tmp_path: Path) -> None:
    pictures = all_pictures(report_of(stored(tmp_path)), FILE)
    assert [picture.name for picture in pictures] == [
        "store-1-write-buffered-free",
        "store-2-random-cold-free",
    ]
    assert set(re.findall(r'aria-label="([^"]*µs)"', svg(pictures[0], FILE))) == {
        "cpp/handcoded, I/O: 1.00 µs",
        "cpp/handcoded, processor: 4.00 µs",
        "rust/handcoded, I/O: 1.00 µs",
        "rust/handcoded, processor: 1.00 µs",
    }


def test_the_processors_bar_is_a_median_of_its_own(tmp_path: Path) -> None:
    times = ((3e-4, 2e-4), (10e-4, 1e-4), (2.5e-4, 0.5e-4))
    rows = [row("random", *of_one, repetition=number) for number, of_one in enumerate(times)]
    folder = folder_of(tmp_path, rows, experiment="store", runners=[], corpora={}, workloads=["tweet"])
    (picture,) = all_pictures(report_of(folder), FILE)
    # The medians of all and of I/O are 3 and 1 µs; the rest took 1, 9 and 2 µs.
    assert re.findall(r'aria-label="([^"]*processor[^"]*µs)"', svg(picture, FILE)) == [
        "cpp/handcoded, decode, processor: 2.00 µs"
    ]


def test_every_form_has_the_tables(tmp_path: Path) -> None:
    folder = stored(tmp_path)
    text = html(folder)
    assert '<section id="store">' in text and 'id="certainty"' not in text
    assert text.count("<figure>") == 0
    assert text.count("linear-gradient(90deg,var(--part1) 0 20.0%,var(--part4) 0 100.0%)") == 1
    assert (
        "Fastest over all languages: to write, rust/handcoded (2.00 µs per object, too few repetitions to"
        " distinguish it)"
    ) in text
    assert "| rust/handcoded | 2.00 | once | 1.00 | 1.00 |" in markdown(report_of(folder))
    assert r"rust/handcoded & 2.00 & once & 1.00" in latex(report_of(folder))


def test_the_command_writes_the_page_and_a_line_for_each_cell(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = RunFolder.create(tmp_path, stored(tmp_path).record)
    with folder.writing():
        for one in ROWS:
            folder.append_fork([one])
    assert main(["report", str(folder.path), "--html", str(tmp_path / "page.html")]) == 0
    assert "Read by id" in (tmp_path / "page.html").read_text()
    capsys.readouterr()
    assert main(["report", str(folder.path), "--csv"]) == 0
    lines = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [(line["codec"], line["operation"], line["median_ns"]) for line in lines] == [
        ("rust/handcoded", "write", "200000"),
        ("cpp/handcoded", "write", "500000"),
        ("cpp/handcoded", "random", "400000"),
        ("cpp/memcpy", "random", "100000"),
    ]


def test_samples_of_files_tell_how_they_were_read_and_in_which_phases(tmp_path: Path) -> None:
    lines = list(csv.DictReader(io.StringIO(csv_samples(stored(tmp_path).rows))))
    found = [json.loads(line["parameters"])["level"] for line in lines]
    assert found == ["", "", "access-one", "bytes"]
    assert json.loads(lines[0]["phases"])["encode"] == {"wall_ns": 400_000, "cpu_ns": 400_000}
    (memory, *_) = csv.DictReader(io.StringIO(csv_samples(rows_of())))
    assert (memory["parameters"], memory["phases"]) == ("", "")


def test_several_numbers_of_objects_are_lines(tmp_path: Path) -> None:
    rows = [row("write", seconds, 1e-6, objects=objects) for seconds, objects in ((1, 100), (2.5, 200))]
    folder = folder_of(tmp_path, rows, experiment="store", runners=[], corpora={}, workloads=["tweet"])
    lines = all_pictures(report_of(folder), FILE)[-1]
    assert lines.name == "store-lines-write-buffered-free"
    drawn = svg(lines, FILE)
    assert 'aria-label="cpp/handcoded, 100 objects: 1.000 s"' in drawn
    assert 'aria-label="cpp/handcoded, 200 objects: 2.500 s"' in drawn
