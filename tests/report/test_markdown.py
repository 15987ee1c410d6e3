"""The Markdown of a run: what a README shows, and nothing that a name could smuggle in."""

import re
from dataclasses import replace
from pathlib import Path

from fakes.samples import failed, measured
from report.folders import folder_of, hostile_folder, rows_of

from serbench.experiments.reporting import report_of
from serbench.report.markdown import escaped, markdown


def test_the_whole_page(tmp_path: Path) -> None:
    rows = [*rows_of(), failed("cpp/c", "access-one", 0, "crashed", "Killed by signal 11.")]
    runners = [
        *folder_of(tmp_path).record["runners"][1:],
        {
            "codec": "cpp/a",
            "workload": "record",
            "operations": {},
            "library": "a library",
            "libraries": {"a": "1.2"},
            "build": {"compiler": "GNU 12", "flags": "-O3"},
        },
    ]
    text = markdown(report_of(folder_of(tmp_path, rows, runners=runners, unavailable={"cpp/x": "No x here"})))
    assert text.startswith(
        "# serbench run 20261121-210700\n\n"
        "On record, cpp/c is the fastest: encoding and decoding one object takes it 6.00 µs.\n\n"
        "cpp/a takes 2.00 times as long as cpp/c (2.00 to 2.00).\n\n"
    )
    for part in (
        "cpp/a and cpp/b write the smallest messages: 100 bytes on average.\n\n"
        "One measurement failed; see below.\n\n"
        "Some CPU \\| 3000, aarch64 · 4 logical, 2 of them allowed to serbench"
        " · preset quick · 2026-11-21\n\n"
        "## record\n\n**µs of CPU time for one object**\n\n"
        "| rank | codec | encode | decode | access-one | access-all | bytes | conversion | library |\n"
        "| :-- | :-- | --: | --: | --: | --: | --: | --: | :-- |\n",
        "| 1 | cpp/c | 2.00 ±0.1% | 4.00 ±0.0% | =D | =D | 17416 | – | – |\n",
        "| 2 | cpp/a | 4.00 ±0.0% | 8.00 ±0.0% | =D | =D | 100 | 25/– % | a library 1.2 |\n",
        "| – | cpp/floor (floor) | – | 0.110 ±0.0% | – | – | 100 | – | – |\n",
        "| – | cpp/floor (floor) | – | 0.110 ±0.0% | – | – | 100 | – | – |\n\n- CPU time of one operation",
        "<details><summary>Further tables</summary>\n\n**µs of CPU time",
        "| codec | serialize |\n| :-- | --: |\n| cpp/a | 3.00 ±0.1% |\n\n</details>\n",
        "- Rank: encode + decode; 6–8 means that it may have any place from 6 to 8.\n",
        "## What failed\n\n- cpp/c on record, access-one: crashed. Killed by signal 11.\n",
        "<details><summary>Not available on this machine</summary>\n\n- cpp/x: No x here\n",
        "- processor: Some CPU \\| 3000, aarch64\n- cores: 4 logical, 2 of them allowed to serbench\n",
        "- GNU 12 -O3: cpp/a: a 1.2\n",
        "## How to repeat\n\n```sh\n./serbench run --codecs 'cpp/*'\n```\n",
        "- preset: quick: 5 forks per cell\n",
        f"- corpus of record: 64 objects, 1088512 bytes, SHA-256 {'ab' * 32}\n",
    ):
        assert part in text


def test_a_tie_claims_no_winner(tmp_path: Path) -> None:
    rows = [row for row in rows_of() if row.codec == "cpp/a"]
    rows += [replace(row, codec="cpp/c", cpu_ns=tuple(ns - 1 for ns in row.cpu_ns)) for row in rows]
    sentences = report_of(folder_of(tmp_path, rows)).answers
    assert sentences[0] == (
        "On record, cpp/c and cpp/a are the fastest and cannot be distinguished:"
        " encoding and decoding one object takes cpp/c 12.0 µs."
    )


def test_too_few_forks_claim_no_tie_either(tmp_path: Path) -> None:
    sentences = report_of(folder_of(tmp_path, rows_of(3))).answers
    assert sentences[0] == (
        "On record, cpp/c comes first, 6.00 µs for encoding and decoding one object;"
        " so few forks distinguish nothing."
    )
    assert not any("times as long" in sentence for sentence in sentences)


def test_a_codec_of_few_forks_has_no_rank(tmp_path: Path) -> None:
    slow = [
        measured("cpp/d", operation, fork, 700_000 + fork)
        for operation in ("encode", "decode")
        for fork in range(3)
    ]
    sentences = report_of(folder_of(tmp_path, rows_of(7) + slow)).answers
    assert sentences[0] == (
        "On record, cpp/c is the fastest: encoding and decoding one object takes it 6.01 µs."
    )
    assert sentences[1:3] == (
        "cpp/a takes 2.00 times as long as cpp/c (2.00 to 2.00).",
        "cpp/d has too few forks for a rank.",
    )


def test_one_codec_is_compared_with_nothing(tmp_path: Path) -> None:
    rows = [row for row in rows_of() if row.codec == "cpp/a"]
    assert report_of(folder_of(tmp_path, rows)).answers == (
        "On record, encoding and decoding one object took cpp/a 12.0 µs; nothing else was ranked.",
    )


def test_a_run_of_failures_says_so(tmp_path: Path) -> None:
    rows = [failed("cpp/a", "encode", 0, "wrong", "Another digest.")]
    page = report_of(folder_of(tmp_path, rows))
    assert page.answers == ("Nothing was measured.", "One measurement failed; see below.")
    assert "- cpp/a on record, encode: wrong. Another digest.\n" in markdown(page)


def test_names_and_messages_are_text(tmp_path: Path) -> None:
    text = markdown(report_of(hostile_folder(tmp_path)))
    assert "\\<script\\>alert(1)\\</script\\>\\|\\*\\_\\`" in text
    before_code, code = text.split("````sh\n")
    assert code.startswith("./serbench run '```' '</pre><script>'\n````\n")
    own = re.sub(r"</?(details|summary)>", "", before_code)
    assert "<" not in own.replace("\\<", "")
    assert "died with \\[it\\](x)" in text
    line = next(
        line for line in text.splitlines() if line.startswith("| ") and "alert" in line and "±" in line
    )
    # The header has as many bars as a line whose own bars are escaped.
    header = next(line for line in text.splitlines() if line.startswith("| codec"))
    assert line.replace("\\|", "").count("|") == header.count("|")


def test_text_stays_on_one_line() -> None:
    assert escaped("a\n# b") == "a \\# b"


def test_the_two_tables_of_cpp_serializers(tmp_path: Path) -> None:
    rows = [
        measured(codec, "roundtrip", fork, time, size_bytes=64 * size, side="library")
        for codec, time, size in (("cpp/a", 4000, 17), ("cpp/b", 2000, 18), ("cpp/c", 3000, 19))
        for fork in range(5)
    ]
    runners = [
        {"codec": "cpp/a", "workload": "record", "operations": {}, "libraries": {"a": "1.2"}},
        {"codec": "cpp/b", "workload": "record", "operations": {}, "not_read": ["roundtrip"]},
    ]
    text = markdown(report_of(folder_of(tmp_path, rows, runners=runners)))
    assert (
        "**serialize + deserialize**\n\n"
        "| codec | version | bytes | µs of CPU time |\n| :-- | :-- | --: | --: |\n"
        "| cpp/c |  | 19 | 3.00 ±0.0% |\n| cpp/a | 1.2 | 17 | 4.00 ±0.0% |\n\n"
        "**build + serialize + deserialize**\n\n"
        "| codec | version | bytes | µs of CPU time |\n| :-- | :-- | --: | --: |\n"
        "| cpp/b |  | 18 | 2.00 ±0.0%\\* |\n"
    ) in text
