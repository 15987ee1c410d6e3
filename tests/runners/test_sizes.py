"""The bytes of real codecs: those that published benchmarks of the same schema count.

The document is invented, of the form of `openweathermap` in binary-json-size-benchmark, whose own sizes are
in docs/comparisons/binary-json-size-benchmark.md.
"""

import io
import json
from pathlib import Path
from typing import Any

import fastavro
import pytest
from google.protobuf.json_format import ParseDict
from google.protobuf.message_factory import GetMessages

from serbench.cli.main import main
from serbench.schema.descriptors import read_descriptors

pytestmark = pytest.mark.slow

SCHEMA = """syntax = "proto3";
message Coord { double lon = 1; double lat = 2; }
message Weather { uint32 id = 1; string main = 2; string description = 3; string icon = 4; }
message MainObject {
  double temp = 1; double feels_like = 2; double temp_min = 3; double temp_max = 4;
  uint32 pressure = 5; uint32 humidity = 6;
}
message Wind { double speed = 1; uint32 deg = 2; }
message Clouds { uint32 all = 1; }
message Sys {
  uint32 type = 1; uint32 id = 2; double message = 3; string country = 4;
  uint32 sunrise = 5; uint32 sunset = 6;
}
message Main {
  Coord coord = 1; repeated Weather weather = 2; string base = 3; MainObject main = 4; uint32 visibility = 5;
  Wind wind = 6; Clouds clouds = 7; uint32 dt = 8; Sys sys = 9; sint32 timezone = 10; uint32 id = 11;
  string name = 12; uint32 cod = 13;
}
"""
DOCUMENT = {
    "coord": {"lon": 10.25, "lat": 59.5},
    "weather": [{"id": 501, "main": "Rain", "description": "light rain", "icon": "10n"}],
    "base": "buoys",
    "main": {
        "temp": 279.1, "feels_like": 275.3, "temp_min": 278.2, "temp_max": 280.4, "pressure": 998,
        "humidity": 93,
    },
    "visibility": 8000,
    "wind": {"speed": 7.5, "deg": 200},
    "clouds": {"all": 90},
    "dt": 1600000000,
    "sys": {
        "type": 1, "id": 77, "message": 0.25, "country": "NO", "sunrise": 1599980000, "sunset": 1600030000
    },
    "timezone": 3600,
    "id": 123456,
    "name": "Outer Harbour",
    "cod": 200,
}  # fmt: skip
# Avro as our mapping has it: a singular message may be absent.
_NULL = "null"


def avro(value: Any, name: str = "Main") -> Any:
    """The Avro schema of a value."""
    if isinstance(value, dict):
        fields = [{"name": key, "type": _member(each, f"{name}_{key}")} for key, each in value.items()]
        return {"type": "record", "name": name, "fields": fields}
    if isinstance(value, list):
        return {"type": "array", "items": avro(value[0], name)}
    return {str: "string", int: "int", float: "double"}[type(value)]


def _member(value: Any, name: str) -> Any:
    return [_NULL, avro(value, name)] if isinstance(value, dict) else avro(value, name)


def named_bytes(value: Any, sizes_of_number: tuple[int, ...]) -> int:
    """The bytes of a value with its names in MessagePack or CBOR, where no map or text is large; a whole
    number below each of the limits has as many bytes as its place says."""
    if isinstance(value, dict):
        return 1 + sum(1 + len(name) + named_bytes(each, sizes_of_number) for name, each in value.items())
    if isinstance(value, list):
        return 1 + sum(named_bytes(each, sizes_of_number) for each in value)
    if isinstance(value, float):
        return 9
    if isinstance(value, str):
        return 1 + len(value)
    small, byte, short = sizes_of_number
    return 1 if value < small else 2 if value < byte else 3 if value < short else 5


def bson_bytes(value: Any) -> int:
    """The bytes of a value in BSON."""
    if isinstance(value, list):
        return bson_bytes({str(number): each for number, each in enumerate(value)})
    if isinstance(value, dict):
        return 5 + sum(2 + len(name) + bson_bytes(each) for name, each in value.items())
    return 8 if isinstance(value, float) else 4 if isinstance(value, int) else 5 + len(value)


def protobuf_bytes(folder: Path) -> int:
    """The bytes that protobuf's own library writes."""
    descriptors = read_descriptors(folder / "weather.proto", ())
    message = GetMessages(descriptors.file)["Main"]()
    ParseDict(DOCUMENT, message)
    return len(message.SerializeToString())


@pytest.fixture(scope="module")
def sizes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, int]:
    place = tmp_path_factory.mktemp("sizes")
    (place / "weather.proto").write_text(SCHEMA)
    (place / "weather.json").write_text(json.dumps(DOCUMENT))
    codecs = ("protobuf", "msgpack", "cbor2", "bson", "fastavro", "json")
    named = ",".join(f"python/{codec}" for codec in codecs)
    own = (
        "--data",
        str(place / "weather.json"),
        "--schema",
        str(place / "weather.proto"),
        "--message",
        "Main",
    )
    assert main(["sizes", *own, "--codecs", named, "--out", str(place / "runs"), "--quiet"]) == 0
    (rows,) = place.glob("runs/*/measurements.jsonl")
    found = [json.loads(line) for line in rows.read_text().splitlines()]
    return {row["codec"].removeprefix("python/"): row["size_bytes"] for row in found}


def test_the_bytes_are_those_of_other_writers(sizes: dict[str, int], tmp_path: Path) -> None:
    (tmp_path / "weather.proto").write_text(SCHEMA)
    stream = io.BytesIO()
    fastavro.schemaless_writer(stream, avro(DOCUMENT), DOCUMENT)
    assert sizes == {
        "protobuf": protobuf_bytes(tmp_path),
        "fastavro": len(stream.getvalue()),
        "msgpack": named_bytes(DOCUMENT, (128, 256, 65536)),
        "cbor2": named_bytes(DOCUMENT, (24, 256, 65536)),
        "bson": bson_bytes(DOCUMENT),
        "json": len(json.dumps(DOCUMENT, separators=(",", ":"))),
    }
