"""Tables, sentences and pictures of sizes."""

from dataclasses import replace
from typing import Any

import pytest
from fakes.rows import sizing_row

from serbench.experiments.sizing.report.pictures import pictures
from serbench.experiments.sizing.report.sentences import answers
from serbench.experiments.sizing.report.tables import legend, size_tables
from serbench.experiments.sizing.results import SizingResults, sizing_results
from serbench.record.row import Row
from serbench.report.charts.picture import FILE, PAGE, svg

FORMATS = {"cpp/a": "avro", "cpp/j": "json"}


def spread(mean: int) -> dict[str, Any]:
    return {"objects": 100, "bytes": 100 * mean, "quantiles": [mean] * 101}


def row(codec: str, raw: int, dictionary: int, batches: dict[int, int], workload: str = "w") -> Row:
    """A row of sizes of as many bytes each: raw, with a dictionary, and of an object in batches."""
    figures = {
        "raw": spread(raw),
        "single": {"raw": spread(raw), "gzip": spread(raw // 2), "zstd-32K": spread(dictionary)},
        "dictionaries": {"zstd-32K": 32768},
        "trained": 0,
        "batches": {
            str(number): {"objects": 1000, "bytes": {"raw": 1000 * raw, "gzip": 1000, "zstd": 1000 * size}}
            for number, size in batches.items()
        },
    }
    return replace(sizing_row(codec), figures=figures, workload=workload)


def results(*rows: Row, **record: Any) -> SizingResults:
    runners = [{"codec": codec, "workload": "w", "format": name} for codec, name in FORMATS.items()]
    workloads = list(dict.fromkeys(one.workload for one in rows))
    return sizing_results({"workloads": workloads, "runners": runners, **record}, rows)


SMALL = row("cpp/a", 200, 48, {1: 150, 10: 80, 100: 50})
LARGE = row("cpp/j", 400, 60, {1: 300, 10: 96, 100: 54})


def test_the_sentences_are_those_people_want() -> None:
    assert answers(results(LARGE, SMALL)) == [
        "w: the smallest messages are those of avro (cpp/a), 200 bytes on average, 50 % of JSON; half have at"
        " most 200, 99 % at most 200.",
        "w: avro (cpp/a) with a 32 KB dictionary of zstd takes 48.0 bytes, 12 % of JSON.",
        "w: zstd on batches of 100 brings all formats within 8 % of the smallest, from 100 % as they are.",
    ]


def test_a_dictionary_that_makes_small_messages_larger_is_told_so() -> None:
    found = answers(results(row("cpp/a", 9, 22, {}), row("cpp/j", 36, 32, {})))
    assert found[1] == (
        "w: no dictionary of zstd makes them smaller; avro (cpp/a) with a 32 KB dictionary of zstd takes"
        " 22.0 bytes."
    )


def test_a_narrow_terminal_keeps_the_codec_and_the_dictionary_that_the_legend_explains() -> None:
    singles = {f"zstd-{kib}K": spread(30) for kib in (4, 32, 112)}
    figures = {**SMALL.figures, "single": {"raw": spread(200), **singles}}
    single = size_tables(results(replace(SMALL, figures=figures)))[1]
    going = sorted((column.goes, column.title) for column in single.columns if column.goes is not None)
    assert [title for _, title in going] == ["zstd-4K", "zstd-112K", "codec"]


def test_without_batches_nothing_is_said_of_them() -> None:
    found = answers(results(row("cpp/a", 200, 48, {1: 150}), row("cpp/j", 400, 60, {1: 300})))
    assert not [sentence for sentence in found if "batches" in sentence]


def test_nothing_is_said_of_batches_that_make_formats_differ_more() -> None:
    found = answers(results(row("cpp/a", 20, 25, {1: 30, 10: 4}), row("cpp/j", 22, 30, {1: 34, 10: 6})))
    assert not [sentence for sentence in found if "batches" in sentence]


def test_messages_without_a_byte_have_sentences_and_tables() -> None:
    """``{}`` of a schema without fields is nothing in most formats, and two letters of JSON."""
    found = results(row("cpp/a", 0, 0, {1: 0, 10: 0}), row("cpp/j", 2, 11, {1: 11, 10: 2}))
    assert answers(found) == [
        "w: the smallest messages are those of avro (cpp/a), 0 bytes on average, 0 % of JSON; half have at"
        " most 0, 99 % at most 0.",
        "w: no dictionary of zstd makes them smaller; avro (cpp/a) with a 32 KB dictionary of zstd takes 0"
        " bytes.",
    ]
    raw, _, _ = size_tables(found)
    assert raw.lines[0].texts == ("avro", "cpp/a", "0", "0", "0", "0", "0", "0")


def test_the_smallest_is_first_and_shares_are_those_of_json() -> None:
    raw, single, batches = size_tables(results(LARGE, SMALL))
    assert raw.header == ("format", "codec", "p50", "p95", "p99", "mean", "% of JSON", "total")
    assert [line.texts for line in raw.lines] == [
        ("avro", "cpp/a", "200", "200", "200", "200", "50", "20,000"),
        ("json", "cpp/j", "400", "400", "400", "400", "100", "40,000"),
    ]
    assert [line.texts for line in single.lines] == [
        ("avro", "cpp/a", "200", "100", "48.0"),
        ("json", "cpp/j", "400", "200", "60.0"),
    ]
    assert (batches.header, batches.lines[0].texts) == (
        ("format", "codec", "1", "10", "100"),
        ("avro", "cpp/a", "150", "80.0", "50.0"),
    )


def test_csv_has_a_line_for_each_way_to_compress() -> None:
    (one,) = results(SMALL).rows
    lines = [*one.csv_lines()]
    assert [(line["compressor"], line["together"], line["mean_bytes"]) for line in lines] == [
        ("raw", 1, 200.0), ("gzip", 1, 100.0), ("zstd-32K", 1, 48.0),
        ("raw", 10, 200.0), ("gzip", 10, 1.0), ("zstd", 10, 80.0),
        ("raw", 100, 200.0), ("gzip", 100, 1.0), ("zstd", 100, 50.0),
    ]  # fmt: skip
    assert (lines[0]["p99"], "p99" in lines[3]) == (200, False)


def test_what_is_compressed_of_many_messages_is_told() -> None:
    figures = {**SMALL.figures, "raw": {**spread(200), "objects": 500, "bytes": 100_000}, "trained": 100}
    found = legend(results(replace(SMALL, figures=figures)))
    assert (
        "Of 500 messages of a in w, 100 are compressed one by one and 100 train dictionaries, spread"
        in " ".join(found)
    )
    assert not [line for line in legend(results(SMALL)) if line.startswith("Of ")]


def test_the_mix_comes_first_and_has_every_codec_of_all_types() -> None:
    own = {"types": [{"objects": 300}, {"objects": 100}]}
    found = results(SMALL, LARGE, row("cpp/a", 600, 80, {1: 90}, "v"), own=own)
    assert [(one.workload, one.codec) for one in found.rows] == [
        ("mix", "cpp/a"), ("w", "cpp/a"), ("w", "cpp/j"), ("v", "cpp/a"),
    ]  # fmt: skip
    mix = found.rows[0]
    assert (mix.mean, mix.singles["zstd-32K"], mix.batched("zstd")) == (300, 56, {1: 135})
    assert [mix.percentile(percent) for percent in (50, 75, 76)] == [200, 200, 600]
    # 300 objects of 200 bytes and 100 of 600, as the data hold them.
    assert (mix.sizes.raw.objects, mix.sizes.raw.bytes) == (400, 120_000)
    assert all(sentence.startswith("mix: ") for sentence in answers(found))


@pytest.mark.parametrize("theme", [FILE, PAGE], ids=["file", "page"])
def test_every_workload_has_its_pictures(theme: Any) -> None:
    found = pictures(results(SMALL, LARGE), theme)
    assert [picture.name for picture in found] == ["w-sizes", "w-batches"]
    drawn = [svg(picture, theme) for picture in found]
    assert "cpp/a, zstd-32K: 48.0 bytes" in drawn[0]
    assert "cpp/j, 100 together: 54.0 bytes" in drawn[1]
    assert not [one for one in drawn if "undefined" in one or "null" in one]
