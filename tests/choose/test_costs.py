"""Costs in counts, of reading fields, behind a dictionary, and in words."""

from dataclasses import replace
from typing import Any

import pytest
from choose.knowing import asking, codec, knowing

from serbench.choose.answer import Context, document_of
from serbench.choose.changed import changed
from serbench.choose.costs import Published, cost_of, rows_by_codec
from serbench.choose.decision import Decision, decide
from serbench.choose.flow import measured_for
from serbench.choose.messages import behind
from serbench.choose.options import Known
from serbench.choose.request import Request
from serbench.choose.table import figures, headings, rows_of
from serbench.choose.words import deciding, malformed_lines, sentences
from serbench.errors import BadInput
from serbench.facts.fact import Fact

COUNTED = [codec("rust/a", "f", 100, 50), codec("rust/b", "g", 300, 60), codec("rust/c", "h", 500, 40)]


def counting(allocations: dict[str, float | None]) -> Known:
    """The codecs with what each of their operations allocates; it executes a hundred times as much."""
    known = knowing(COUNTED)
    rows = {
        key: replace(
            row,
            allocations=allocations[row.codec],
            instructions=None if allocations[row.codec] is None else 100 * (allocations[row.codec] or 0),
        )
        for key, row in known.rows.items()
    }
    return replace(known, rows=rows)


def cells(decision: Decision) -> list[dict[str, str]]:
    return [
        dict(zip(headings(decision), figures(cost, decision), strict=True))
        for _, _, cost in rows_of(decision)
    ]


def test_counts_order_in_place_of_times() -> None:
    request = replace(asking("rust", "rust"), measure="allocations", now=("rust/a",))
    known = counting({"rust/a": 3, "rust/b": 0, "rust/c": None})
    decision = decide(request, known, "measured")
    # What is not counted has no cost; nothing allocated is less than six.
    assert [one.option.id for one in decision.short.listed] == ["rust/b", "rust/a"]
    assert [option.id for option in decision.short.unmeasured] == ["rust/c"]
    assert cells(decision)[0] == {
        "write allocs": "0", "read allocs": "0", "both allocs": "0",
        "bytes": "60", "× allocs": "0.00", "× bytes": "1.20",
    }  # fmt: skip
    assert "with 0.00 × the allocations and 1.20 × the bytes of rust/a." in " ".join(sentences(decision))
    document = document_of(decision, None, known, Context("./serbench choose"))
    assert document["request"]["cost"] == "allocations"
    cost = document["options"][0]["cost"]
    assert (cost["write_allocations"], cost["high_allocations"], cost["of_now"]) == (0, 0, 0)
    nothing = decide(replace(request, now=("rust/b",)), known, "measured")
    assert cells(nothing)[1]["× allocs"] == "–"


def test_instructions_are_counted_where_they_are_asked_for() -> None:
    request = replace(asking("rust", "rust"), measure="instructions")
    assert measured_for(request).count and not measured_for(asking("rust", "rust")).count
    decision = decide(request, counting({"rust/a": 3, "rust/b": 2, "rust/c": 9}), "measured")
    assert [one.option.id for one in decision.short.listed] == ["rust/b", "rust/a", "rust/c"]
    assert cells(decision)[0]["both instr."] == "400"
    # Choices that count other things are compared by their lists alone.
    of_time = decide(asking("rust", "rust"), counting({"rust/a": 3, "rust/b": 2, "rust/c": 9}), "measured")
    found = changed(of_time, decision)
    assert "measure: time → instructions" in found.asked
    words = [why.words for one in found.changes for why in one.why]
    assert found.changes and not [one for one in words if one.startswith(("time", "instructions"))]


def test_readers_of_fields_are_compared_by_access_and_others_by_decode() -> None:
    request = replace(asking("rust", "rust"), access="one")
    assert measured_for(request).operations == ("encode", "decode", "access-one")
    rows = [Published("rust/a", "own", "access-one", 1, 1, 1, 50)]
    rows += [Published("rust/a", "own", name, 40, 40, 40, 50) for name in ("encode", "decode")]
    rows += [Published("rust/b", "own", name, 30, 30, 30, 60) for name in ("encode", "decode")]
    known = rows_by_codec(rows, "own")

    def read(name: str, of: Request) -> float:
        cost = cost_of({"rust": name}, of, known)
        assert cost is not None
        return cost.read.median

    assert [read(name, request) for name in ("rust/a", "rust/b")] == [1, 30]
    assert read("rust/a", asking("rust", "rust")) == 40
    known_of = replace(knowing([codec("rust/a", "f"), codec("rust/b", "g")]), rows=known)
    decision = decide(request, known_of, "measured")
    assert "Readers take one field, in the bytes if a library can, else by decoding." in sentences(decision)
    told = {option.id: deciding(option, decision) for option in decision.sorted.options}
    assert told["rust/b"] == "reads by decoding" and "decoding" not in told["rust/a"]


def test_a_dictionary_is_trained_on_other_messages() -> None:
    messages = [b'{"name":"%d","kind":"order","place":"%d"}' % (at * 7919, at * 31) for at in range(2000)]
    alone, trained = (behind(messages, way) for way in ("message:zstd", "dictionary:zstd"))
    assert alone and trained and trained.size_bytes < 0.8 * alone.size_bytes
    assert trained.compress_ns > 0 and trained.decompress_ns > 0
    with pytest.raises(BadInput, match="cannot be trained on 2 messages"):
        behind(messages[:4], "dictionary:zstd")


def test_of_cases_that_harm_nobody_less_than_three_times_as_many_could() -> None:
    known = knowing([codec("go/a", "f", 1), codec("go/b", "g", 2, 90), codec("go/c", "h", 3, 80)])
    limit = Fact(1000, "declared", "go/codecs/a/README.md", mode="MaxLevels")
    promise = Fact("limits guard it", "declared", "https://example.org", "2026-11-27")
    facts: dict[str, Any] = {
        "go/a": {"malformed": Fact("refuses", "measured", cases=20_000), "max_depth_mode": limit},
        "go/b": {"malformed": Fact("over-allocates", "measured", cases=500), "promise": promise},
        "go/c": {"malformed": Fact("refuses", "measured")},
    }
    decision = decide(asking("go", "go", trusted="anyone"), replace(known, facts=facts), "measured")
    assert malformed_lines(decision) == [
        "of 20,000 cases each none harmed go/a (with MaxLevels): less than 0.015% of such input does, at"
        " 95 %",
        "go/b promises: limits guard it (https://example.org, 2026-11-27)",
    ]


def test_no_figure_of_a_virtual_machine_decides_for_android() -> None:
    known = knowing([codec("java/a", "f", 1)])
    said = sentences(decide(asking("java", "java", runtime="android"), known, "measured"))
    assert "Times are those of a JVM on this machine: none of them decides for Android." in said
