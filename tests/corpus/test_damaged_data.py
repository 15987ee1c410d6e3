"""Damaged data files: `describe`, `infer` and reading own data work or say what is wrong in one sentence."""

import gzip
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import zstandard
from corpus.damage import damaged, read_or_refused
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from serbench.cli.describe import _of_part
from serbench.corpus.own_data import own_workload
from serbench.corpus.own_schema import OwnSchema
from serbench.infer.from_lines import inferred_schema
from serbench.inputs.several import Part

SCHEMA = """syntax = "proto3"; import "google/protobuf/struct.proto";
message Order {
  int64 id = 1; Customer user = 2; repeated string tags = 3; map<int32, bytes> parts = 4; Order next = 5;
  oneof of { double price = 6; Kind kind = 7; } google.protobuf.Value any = 8;
}
message Customer { int32 id = 1; optional bool known = 2; }
enum Kind { NONE = 0; SOME = 1; }
"""
OBJECTS: tuple[dict[str, Any], ...] = (
    {"id": "5", "user": {"id": 1, "known": True}, "tags": ["x", "é\u0000"], "parts": {"7": "AAE="}},
    {"price": 1.5e300, "any": {"a": [1, None, "b", {}]}, "next": {"next": {"kind": "SOME"}}},
    {},
)
COMPRESSIONS: dict[str, Callable[[bytes], bytes]] = {
    "plain": bytes,
    "gzip": partial(gzip.compress, mtime=0),
    "zstd": zstandard.ZstdCompressor(write_checksum=True).compress,
    "zstd without a checksum": zstandard.ZstdCompressor(write_content_size=False).compress,
    "zstd of several frames": lambda data: b"".join(
        zstandard.compress(line) for line in data.splitlines(keepends=True)
    ),
}
_LINES = st.lists(st.sampled_from(OBJECTS), max_size=6).map(
    lambda objects: "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in objects).encode()
)
_WHOLE = st.tuples(st.sampled_from(list(COMPRESSIONS)), _LINES).map(
    lambda pair: COMPRESSIONS[pair[0]](pair[1])
)
# Damaged before it was compressed, or after.
DATA = st.one_of(
    damaged(_WHOLE),
    st.tuples(st.sampled_from(list(COMPRESSIONS)), damaged(_LINES)).map(
        lambda pair: COMPRESSIONS[pair[0]](pair[1])
    ),
)
STEADY = settings(derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "cache"))
    (tmp_path / "order.proto").write_text(SCHEMA)
    return tmp_path


@pytest.fixture
def own(place: Path) -> OwnSchema:
    """The schema as it is once read, which starts the compiler: every example would wait for that."""
    return OwnSchema(place / "order.proto").with_descriptors()


def _require_read_or_refused(place: Path, own: OwnSchema, content: bytes) -> None:
    path = str(place / "data")
    (place / "data").write_bytes(content)
    profile = read_or_refused(lambda: _of_part(Part("", path), path, None))
    read: Any = read_or_refused(lambda: own_workload(own, path))
    relaxed: Any = read_or_refused(lambda: own_workload(own, path, relaxed=True))
    found = read_or_refused(lambda: inferred_schema(path))
    # What is not JSON lines of objects is that for all.
    assert (profile is None) == (found is None)
    if profile is None:
        assert read is relaxed is None
    elif read is not None:
        assert relaxed[1].manifest.objects == read[1].manifest.objects == profile.sizes_bytes.total()


@settings(STEADY, max_examples=60)
@given(DATA)
def test_damaged_data_is_read_or_refused(place: Path, own: OwnSchema, content: bytes) -> None:
    _require_read_or_refused(place, own, content)


@pytest.mark.slow
@settings(STEADY, max_examples=3000)
@given(DATA)
def test_much_damaged_data_is_read_or_refused(place: Path, own: OwnSchema, content: bytes) -> None:
    _require_read_or_refused(place, own, content)
