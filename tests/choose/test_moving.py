"""Messages behind a compressor, and the move from what runs now to an option."""

from dataclasses import replace

import pytest
import zstandard
from choose.knowing import asking, codec, knowing

from serbench.choose.costs import Published, cost_of, rows_by_codec
from serbench.choose.decision import decide
from serbench.choose.messages import (
    Behind,
    Messages,
    behind,
    behind_compressor,
    first_bytes,
    first_bytes_in,
    messages_in,
)
from serbench.choose.moving import move_lines
from serbench.choose.runs import mixed
from serbench.errors import BadInput

ZSTD = zstandard.ZstdCompressor(level=3)
MESSAGES = [b'{"name":"%d","kind":"order"}' % number for number in range(250)]


def test_messages_are_compressed_alone_or_a_hundred_together() -> None:
    assert behind(MESSAGES, "none") is None
    alone, together = behind(MESSAGES, "message:zstd"), behind(MESSAGES, "batch:zstd")
    assert alone and together
    assert alone.size_bytes == sum(len(ZSTD.compress(one)) for one in MESSAGES) / 250
    batches = [b"".join(MESSAGES[:100]), b"".join(MESSAGES[100:200])]
    assert together.size_bytes == sum(len(ZSTD.compress(one)) for one in batches) / 200
    assert alone.compress_ns > 0 and together.decompress_ns > 0


def test_the_time_of_the_compressor_is_in_the_cost() -> None:
    rows = [Published("go/a", "own", name, 90, 100, 110, 50) for name in ("encode", "decode")]
    rows += [Published("go/unknown", "own", "encode", 1, 1, 1, 1)]
    found = behind_compressor(rows, [Messages("go/a", "own", (1,), Behind(20, 1000, 300))])
    cost = cost_of({"go": "go/a"}, asking("go", "go"), rows_by_codec(found, "own"))
    assert cost is not None and len(found) == 2
    assert (cost.write.median, cost.read.median, cost.read.low) == (1100, 400, 390)
    assert (cost.bytes, cost.raw_bytes) == (20, 50)


def test_types_behind_a_compressor_are_mixed() -> None:
    rows = [
        Published("go/a", "small", "encode", 1, 1, 1, 10, raw_bytes=100),
        Published("go/a", "large", "encode", 1, 1, 1, 50, raw_bytes=500),
    ]
    (row,) = mixed(rows, {"small": 3, "large": 1}, "run")
    assert (row.size_bytes, row.raw_bytes) == (20.0, 200.0)


def test_first_bytes_are_of_all_messages_and_workloads() -> None:
    assert first_bytes([b"{a", b"[", b"{b", b""]) == (0x5B, 0x7B)
    found = [Messages("go/a", "small", (1, 2)), Messages("go/a", "large", (2, 3))]
    assert first_bytes_in(found) == {"go/a": frozenset({1, 2, 3})}
    assert messages_in({"messages": [one.to_record() for one in found]}) == found
    assert messages_in({}) == []
    with pytest.raises(BadInput, match=r"run\.json"):
        messages_in({"messages": [{"codec": "go/a", "workload": "own", "first_bytes": [256]}]})


CODECS = [
    codec("go/json", "json", 400),
    codec("go/fast-json", "json", 300),
    codec("go/proto", "protobuf", 100),
]


@pytest.mark.parametrize(
    ("proto", "differs", "said"),
    [
        ({0x0A}, True, "the first byte of a message tells go/json (7b) from go/proto (0a)"),
        ({0x0A, 0x7B}, False, "begin with the same bytes (7b)"),
        (set(), None, ""),
    ],
)
def test_the_first_byte_tells_old_from_new(proto: set[int], differs: bool | None, said: str) -> None:
    request = replace(asking("go", "go"), now=("go/json",))
    bytes_ = {"go/json": frozenset({0x7B}), "go/proto": frozenset(proto)}
    decision = decide(request, knowing(CODECS), "measured", None, bytes_)
    assert decision.move.first_byte_differs is differs
    assert said in " ".join(move_lines(decision.move, decision.first, request))
    assert bool(said) == bool(list(move_lines(decision.move, decision.first, request)))


def test_libraries_of_the_same_format_read_old_bytes() -> None:
    request = replace(asking("go", "go"), now=("go/json",))
    assert decide(request, knowing(CODECS), "measured").move.reads_old_bytes == ("go/fast-json", "go/json")
    refusing = knowing(CODECS, unread={"go/fast-json": {"go/json": "it refuses floats"}})
    assert decide(request, refusing, "measured").move.reads_old_bytes == ("go/json",)
    (line,) = move_lines(
        decide(request, knowing(CODECS[:2]), "measured").move,
        decide(request, knowing(CODECS[:2]), "measured").first,
        request,
    )
    assert line == "go/fast-json reads what go/json writes: programs move one by one."


def test_types_that_derive_serde_are_kept_by_what_takes_serde() -> None:
    codecs = [
        codec("rust/now", "f", 300, types=["serde"]),
        codec("rust/serde", "g", 200, types=["serde", "derive"]),
        codec("rust/own", "h", 100, types=["derive"]),
    ]
    request = replace(asking("rust", "rust"), now=("rust/now",))
    assert decide(request, knowing(codecs), "measured").move.same_derives == ("rust/now", "rust/serde")


def test_without_what_runs_now_nothing_moves() -> None:
    decision = decide(asking("go", "go"), knowing(CODECS), "measured")
    assert decision.move.to_json() == {
        "reads_old_bytes": [],
        "same_derives": [],
        "first_byte_differs": None,
    }
    assert list(move_lines(decision.move, decision.first, decision.request)) == []
