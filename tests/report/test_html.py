"""The HTML page of a run: one file, whole without a network, in which every name is text."""

import base64
import hashlib
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from fakes.samples import measured
from report.folders import cells_in, folder_of, hostile_folder, html, island, rows_of, unpacked

from serbench.errors import SerbenchError
from serbench.experiments.memory.costs import Compressed, Costs
from serbench.experiments.memory.reporting import document_of
from serbench.experiments.reporting import report_of, write_report
from serbench.record.adapters import FILE_NAME as PAGES
from serbench.report.web import writing
from serbench.report.web.packing import packed, packed_samples, samples_data


class _Outline(HTMLParser):
    """The tags of a page with their attributes, and its texts by the tag around them."""

    VOID = ("meta", "br", "img", "input", "wbr")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.texts: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.texts.append((self.open[-1], " ".join(data.split())))


def outline(text: str) -> _Outline:
    found = _Outline()
    found.feed(text)
    found.close()
    assert found.open == []
    return found


def test_the_answer_comes_first_then_tables_machine_and_how_to_repeat(tmp_path: Path) -> None:
    found = outline(html(folder_of(tmp_path)))
    words = [text for tag, text in found.texts if tag in ("h1", "p")]
    assert words[:2] == [
        "record: which codec to choose",
        "In C++, fastest to encode and decode: cpp/c (6.00 µs ±0.1%); smallest: cpp/a and cpp/b (100 bytes).",
    ]
    assert ("li", "cpp/a takes 2.00 times as long as cpp/c (2.00 to 2.00).") in found.texts
    assert [text for tag, text in found.texts if tag == "h2"] == [
        "Which codec to choose",
        "record",
        "Machine and versions",
        "Certainty",
        "How to repeat",
    ]
    # A link says of which codec the number is.
    links = [text for tag, text in found.texts if tag == "a"]
    assert "cpp/c" in links and "cpp/a and cpp/b" in links and "strong" not in found.tags
    assert ("pre", "./serbench run --codecs 'cpp/*'") in found.texts
    assert ("dt", "processor") in found.texts


def test_a_row_is_the_chart_and_its_name_leads_to_the_measurement(tmp_path: Path) -> None:
    text = html(folder_of(tmp_path))
    assert (
        '<tr class="cpp">\n<td class="text">1</td>\n'
        '<th scope="row" class="text"><a href="#cell/cpp%2Fc/record/encode">cpp/<wbr>c</a></th>\n'
        '<td class="dots"><i style="--x:0.301;--l:0.301;--h:0.302"></i></td>\n<td class="times">1.00</td>\n'
        "<td>2.00</td>"
    ) in text
    captions = [text for tag, text in outline(text).texts if tag == "caption"]
    assert captions[1:5] == [
        "record: encode + decode", "record: encode", "record: decode", "record: serialize",
    ]  # fmt: skip
    # What is not shown at first is markup only for a reader without scripts.
    assert text.count('role="region" aria-label="record: ') - text.count("<noscript>") == 1
    # A codec that can only decode has no access of its own, and so these have no ranking.
    assert "record: access-one" not in captions


def test_what_was_measured_once_is_hollow_and_unranked(tmp_path: Path) -> None:
    text = html(folder_of(tmp_path, rows_of(1)))
    assert text.count('<i class="once" style=') > 4 and '<th scope="col" class="text">rank</th>' not in text
    assert '<td class="extra">once</td>' in text
    assert '<i class="range" style=' in html(folder_of(tmp_path, rows_of(4)))


def test_the_cells_are_those_of_the_document(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    cells = cells_in(html(folder))
    document = document_of(folder)
    assert {
        (cell["codec"], cell["operation"], cell["median"], cell["low"], cell["high"], *cell["tied"])
        for cell in cells
        if " + " not in cell["operation"]
    } == {
        (row["codec"], row["operation"], row["median_ns"], row["low_ns"], row["high_ns"], *row["tied"])
        for row in (*document["rows"], *document["floors"])
    }
    total = cells[0]
    assert (total["codec"], total["operation"], total["median"]) == ("cpp/c", "encode + decode", 6004.0)


def test_floors_stand_beside_what_ranks_and_twins_nowhere(tmp_path: Path) -> None:
    rows = [*rows_of(), *(measured("cpp/floor", "encode", fork, 100) for fork in range(5))]
    rows += [replace(row, codec="cpp/c (again)") for row in rows if row.codec == "cpp/c"]
    text = html(folder_of(tmp_path, rows, twins={"cpp/c (again)": "cpp/c"}))
    cells = cells_in(text)
    floor = next(cell for cell in cells if cell["mark"] == "floor")
    assert (floor["codec"], floor["operation"], floor["median"]) == ("cpp/floor", "encode + decode", 210.0)
    assert "cpp/c (again)" not in {cell["codec"] for cell in cells}
    assert "`report --json` has the twins." in text and "cpp/<wbr>floor (floor)" in text


def test_instructions_of_both_ways_are_added_where_both_were_counted(tmp_path: Path) -> None:
    rows = [
        replace(row, instructions=64 * 700) if row.codec == "cpp/a" or row.operation == "encode" else row
        for row in rows_of()
    ]
    cells = cells_in(html(folder_of(tmp_path, rows)))
    assert {
        cell["codec"]: cell["instructions"] for cell in cells if cell["operation"] == "encode + decode"
    } == {"cpp/a": 1400, "cpp/c": None}


def test_samples_stand_as_they_were_measured_with_their_lines(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    found = unpacked(island(html(folder), "data-samples"))
    row = folder.rows[7]
    fork, line, started, command, n, cpu_ns, wall_ns = found["cpp/a\nrecord\nencode"][1]
    assert folder.rows[line - 1] == row
    assert (fork, started, command) == (row.fork, row.started_at, "runner")
    assert (tuple(n), tuple(cpu_ns), tuple(wall_ns)) == (row.n, row.cpu_ns, row.wall_ns)
    assert sum(len(forks) for forks in samples_data(folder.rows).values()) == len(folder.rows)


def test_of_a_fork_that_was_measured_again_the_samples_that_count_are_shown() -> None:
    first = replace(measured("cpp/a", "encode", 0, 10), disturbed=True, load=1.5)
    again = replace(measured("cpp/a", "encode", 0, 20), attempt=1, load=0.1)
    found = samples_data([first, again])["cpp/a\nrecord\nencode"]
    assert [(fork[1], fork[5]) for fork in found] == [(2, again.cpu_ns)]


@pytest.mark.parametrize("lacking_bytes", [1, 1_000_000])
def test_samples_that_a_page_cannot_hold_are_left_to_the_table(tmp_path: Path, lacking_bytes: int) -> None:
    rows = folder_of(tmp_path).rows
    needed = packed(samples_data(rows))
    assert packed_samples(rows, len(needed)) == needed
    found = unpacked(packed_samples(rows, len(needed) - lacking_bytes))
    assert found["cpp/a\nrecord\nencode"] == [[0, 1, rows[0].started_at, "runner"]]
    assert len(found) == len({row.cell for row in rows})


def test_a_page_has_the_samples_where_it_stays_below_its_most_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = folder_of(tmp_path)
    whole = html(folder)
    monkeypatch.setattr(writing, "MOST_BYTES", len(whole.encode()) - 1)
    smaller = html(folder)
    assert len(smaller) < len(whole)
    assert {cell: len(forks) for cell, forks in unpacked(island(smaller, "data-samples")).items()} == {
        "\n".join(row.cell): 1 for row in folder.rows
    }


def test_a_large_report_packs_what_is_not_shown_at_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = folder_of(tmp_path)
    other = re.search("<noscript>(.*?)</noscript>", html(folder), re.DOTALL)
    assert other and 'class="sortable ranked' in other[1]
    monkeypatch.setattr(writing, "MOST_BYTES", 0)
    smallest = html(folder)
    ways = unpacked(island(smallest, "data-ways"))
    assert ways[0] == other[1] and len(ways) == smallest.count("<noscript><p>They need scripts")
    # The table that is shown stands as it is, without the tags that HTML lets out.
    assert '<td class="times">1.00<td>' in smallest
    assert "</td>" not in smallest and "<!--" not in smallest.partition("<script>")[0]


def test_the_code_is_that_which_the_run_has_kept(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    assert island(html(folder), "data-adapters") == ""
    folder.path.mkdir()
    (folder.path / PAGES).write_text(json.dumps({"cpp/a": {"codec.hpp": "// </script> & <b>"}}))
    assert unpacked(island(html(folder), "data-adapters")) == {"cpp/a": {"codec.hpp": "// </script> & <b>"}}


def test_the_command_for_the_code_knows_twins_builds_and_own_data(tmp_path: Path) -> None:
    runners: list[dict[str, Any]] = [
        {"codec": name, "workload": "own-x", "operations": {}} for name in ("cpp/a", "cpp/a:opt=O0")
    ]
    own = {"schema": "/x.proto", "message": "X"}
    folder = folder_of(tmp_path, runners=runners, twins={"cpp/a:opt=O0 (twin)": "cpp/a:opt=O0"}, own=own)
    data = unpacked(island(html(folder), "data-cells"))
    assert data["shown_as"] == {"cpp/a:opt=O0": "cpp/a", "cpp/a:opt=O0 (twin)": "cpp/a"}
    assert data["show_options"] == ["--run", "20261121-210700"]
    assert unpacked(island(html(folder_of(tmp_path)), "data-cells"))["show_options"] == []


def test_it_needs_nothing_from_elsewhere(tmp_path: Path) -> None:
    text = html(folder_of(tmp_path))
    without_names = re.sub(r' xmlns(:xlink)?="[^"]*"|createElementNS\("[^"]*"', "", text)
    assert not re.search(
        r"https?://|url\(|@import|\bsrc=|<link|<iframe|\bfetch\(|XMLHttpRequest", without_names
    )
    assert "prefers-color-scheme: dark" in text


def test_no_script_but_its_own_may_run(tmp_path: Path) -> None:
    text = html(hostile_folder(tmp_path))
    policy = re.search(r"script-src 'sha256-([^']+)'", text)
    own = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)
    assert policy and len(own) == 1
    assert base64.b64encode(hashlib.sha256(own[0].encode()).digest()).decode() == policy[1]
    assert "default-src 'none'" in text


def test_a_codec_named_script_is_text(tmp_path: Path) -> None:
    text = html(hostile_folder(tmp_path))
    found = outline(text)
    assert found.tags.count("script") == 5
    assert not {"u", "img"} & set(found.tags)
    assert ("a", "<script>alert(1)</script>|*_`") in found.texts
    assert ("dd", "<img src=x>") in found.texts
    assert ("pre", "./serbench run '```' '</pre><script>'") in found.texts
    assert any("Said <b>“no”</b> & | died with [it](x)" in text for _, text in found.texts)
    assert {cell["codec"] for cell in cells_in(text)} == {"cpp/<script>alert(1)</script>|*_`"}


def test_it_lies_in_the_run_or_where_it_is_asked_for(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    folder.path.mkdir()
    assert write_report(folder) == folder.path / "report.html"
    other = tmp_path / "page.html"
    assert write_report(folder, other) == other
    assert other.read_bytes() == (folder.path / "report.html").read_bytes()
    with pytest.raises(SerbenchError, match="could not be written"):
        write_report(folder, tmp_path / "nowhere" / "page.html")


def test_several_workloads_are_an_index_and_a_page_for_each(tmp_path: Path) -> None:
    rows = [replace(row, workload=name) for name in ("record", "tiny") for row in rows_of()]
    folder = folder_of(tmp_path, rows)
    place = write_report(folder, tmp_path / "r.html")
    pages = sorted((tmp_path / "r.html.files").iterdir())
    assert [page.name for page in pages] == ["workload-1.html", "workload-2.html"]
    index = place.read_text()
    assert '<a href="r.html.files/workload-2.html">tiny</a>' in index
    assert 'href="r.html.files/workload-2.html#cell/cpp%2Fc/tiny/encode%20%2B%20decode"' in index
    assert 'href="#cell/' not in index and island(index, "data-cells") == ""
    second = pages[1].read_text()
    assert '<a href="../r.html">All workloads</a>' in second
    assert "<h1>tiny</h1>" in second
    assert {cell["workload"] for cell in cells_in(second)} == {"tiny"}
    # Elsewhere than in a file there is one.
    assert len(writing.pages_of(folder, report_of(folder), "")) == 1


def test_a_run_of_one_workload_is_one_file(tmp_path: Path) -> None:
    write_report(folder_of(tmp_path), tmp_path / "r.html")
    assert [path.name for path in tmp_path.iterdir()] == ["r.html"]


def test_further_tables_are_packed_where_the_page_would_be_too_large(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted = Costs("cpp/a", "record", 40, 1, 1, (Compressed("zstd-3", 123.4, 1500.0, 700.0),))
    folder = folder_of(tmp_path, costs=[noted.to_record()])
    caption = "<caption>one message after a compressor</caption>"
    assert caption in html(folder)
    monkeypatch.setattr(writing, "MOST_BYTES", 1000)
    text = html(folder)
    assert caption not in text and "`./serbench report --markdown` has them too." in text
    (data,) = re.findall('<script type="text/plain" class="further">(.*?)</script>', text)
    assert caption in unpacked(data)
