"""Values of ``google.protobuf.Any`` in JSON: packed where the schema has their type."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from serbench.corpus.any_values import AnyPacker
from serbench.corpus.json_mapping import JsonMapping
from serbench.errors import BadInput
from serbench.schema.build import build_schema
from serbench.schema.descriptors import read_descriptors

SCHEMA = """syntax = "proto3"; package p;
import "google/protobuf/any.proto"; import "google/protobuf/duration.proto";
message Pump { int32 litres = 1; map<string, int32> by_day = 2; }
message Alarm { int32 id = 1; google.protobuf.Any detail = 2; repeated google.protobuf.Any more = 3; }
"""
PUMP = "type.googleapis.com/p.Pump"


def read(folder: Path, text: str) -> dict[str, Any]:
    path = folder / "alarm.proto"
    path.write_text(SCHEMA)
    descriptors = read_descriptors(path)
    schema = build_schema(descriptors, "p.Alarm", "alarm.proto")
    return JsonMapping(schema, packer=AnyPacker(descriptors)).read(json.loads(text))


@pytest.mark.parametrize(
    ("text", "obj"),
    [
        ('{"id": 1}', {"id": 1}),
        ('{"detail": {}}', {"detail": {}}),
        (
            f'{{"detail": {{"@type": "{PUMP}", "litres": 5}}}}',
            {"detail": {"type_url": PUMP, "value": b"\x08\x05"}},
        ),
        (
            f'{{"more": [{{"@type": "{PUMP}"}}, {{"@type": "x/google.protobuf.Duration", "value": "2s"}}]}}',
            {
                "more": [
                    {"type_url": PUMP, "value": b""},
                    {"type_url": "x/google.protobuf.Duration", "value": b"\x08\x02"},
                ]
            },
        ),
        (
            f'{{"detail": {{"@type": "x/google.protobuf.Any", "value": {{"@type": "{PUMP}"}}}}}}',
            {"detail": {"type_url": "x/google.protobuf.Any", "value": b"\x0a\x1a" + PUMP.encode()}},
        ),
    ],
)
def test_a_value_is_packed(tmp_path: Path, text: str, obj: dict[str, Any]) -> None:
    assert read(tmp_path, text) == obj


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"detail": 5}', "detail: expected an object with @type, found 5"),
        (
            '{"detail": {"litres": 5}}',
            "detail: expected the member @type with the name of a type, found",
        ),
        (
            '{"more": [{"@type": "type.googleapis.com/p.Valve"}]}',
            "more[0]: expected a value of a type of the schema, which does not declare type.googleapis",
        ),
        (f'{{"detail": {{"@type": "{PUMP}", "x": 1}}}}', f"detail: expected a value of {PUMP}: "),
    ],
)
def test_what_cannot_be_packed_is_told(tmp_path: Path, text: str, reason: str) -> None:
    with pytest.raises(BadInput, match=re.escape(reason)):
        read(tmp_path, text)
