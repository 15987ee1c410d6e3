"""Messages of protobuf behind their lengths, or in the files of a folder, by a schema of one's own."""

import shutil
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest
from google.protobuf.json_format import ParseDict

from serbench.corpus.container import read_objects
from serbench.corpus.decoding import Decoder
from serbench.corpus.own_data import own_workload
from serbench.corpus.own_schema import OwnSchema
from serbench.errors import BadInput
from serbench.infer.from_lines import inferred_schema
from serbench.schema.descriptors import read_descriptors
from serbench.schema.dynamic import MessageClasses

SCHEMA = """edition = "2023"; package p;
message Tree {
  int64 id = 1;
  repeated sint32 rings = 2 [features.repeated_field_encoding = EXPANDED];
  map<string, Tree> grafts = 3;
  oneof state { string felled = 4; bytes seed = 5; }
  Leaf leaf = 6 [features.message_encoding = DELIMITED];
  extensions 100 to 200;
  enum Kind { OAK = 0; ELM = 1; }
  Kind kind = 7;
  double height = 8 [features.field_presence = IMPLICIT];
}
message Leaf { bool green = 1; }
extend Tree { repeated int32 storms = 100; }
"""
TREES: tuple[dict[str, Any], ...] = (
    {},
    {"id": -(1 << 63), "rings": [-1, 0, 5], "leaf": {"green": False}, "kind": 1},
    {"grafts": {"": {"id": 0}, "ü😀": {}}, "seed": b"\0\xff", "height": -0.0, "storms": [1, 2]},
    {"felled": "x" * 300, "leaf": {}},
)


def varint(length: int) -> bytes:
    return bytes([length]) if length < 0x80 else bytes([length & 0x7F | 0x80]) + varint(length >> 7)


FRAMES: Mapping[str, Callable[[int], bytes]] = {
    "varint": varint,
    "big": lambda length: length.to_bytes(4, "big"),
    "little": lambda length: length.to_bytes(4, "little"),
}


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def schema(tmp_path: Path) -> Path:
    path = tmp_path / "tree.proto"
    path.write_text(SCHEMA)
    return path


def messages(schema: Path) -> list[bytes]:
    found = MessageClasses(read_descriptors(schema)).find("p.Tree")
    assert found is not None
    return [ParseDict(_as_json(tree), found()).SerializeToString() for tree in TREES]


def _as_json(tree: dict[str, Any]) -> dict[str, Any]:
    named = {"[p.storms]" if name == "storms" else name: value for name, value in tree.items()}
    return named | ({"seed": "AP8="} if "seed" in tree else {})


def objects(schema: Path, data: Path, kind: str | None = None, relaxed: bool = False) -> list[dict[str, Any]]:
    own = OwnSchema(schema, "p.Tree")
    workload, corpus = own_workload(own, str(data), relaxed, kind=kind)
    decoder = Decoder(workload.schema)
    return [_given(decoder.decode(each)) for each in read_objects(corpus.path)]


def _given(obj: dict[str, Any]) -> dict[str, Any]:
    """An object without the values that fields have that are not there."""
    return {
        name: {key: _given(each) for key, each in value.items()} if name == "grafts" else value
        for name, value in obj.items()
        if value is not None and value not in ([], {}) and (name != "height" or str(value) != "0.0")
    } | ({"leaf": obj["leaf"]} if obj.get("leaf") == {} else {})


def framed(messages: Iterable[bytes], frame: str) -> bytes:
    return b"".join(FRAMES[frame](len(each)) + each for each in messages)


@pytest.mark.parametrize("frame", FRAMES)
def test_messages_behind_their_lengths_come_back(tmp_path: Path, schema: Path, frame: str) -> None:
    data = tmp_path / "trees.pb"
    data.write_bytes(framed(messages(schema), frame))
    assert sorted(map(repr, objects(schema, data))) == sorted(map(repr, map(_ordered, TREES)))


def _ordered(tree: dict[str, Any]) -> dict[str, Any]:
    """With its members as the schema has them."""
    order = ("id", "rings", "grafts", "felled", "seed", "leaf", "kind", "height", "storms")
    return {name: tree[name] for name in order if name in tree}


def test_each_file_of_a_folder_is_a_message(tmp_path: Path, schema: Path) -> None:
    folder = tmp_path / "captured"
    folder.mkdir()
    for number, message in enumerate(messages(schema)):
        (folder / f"{number}.bin").write_bytes(message)
    assert len(objects(schema, folder, "protobuf")) == len(TREES)
    with pytest.raises(
        BadInput, match=r"captured is a folder; name one of its files, or --data-format protobuf"
    ):
        objects(schema, folder)
    shutil.rmtree(folder)
    folder.mkdir()
    with pytest.raises(BadInput, match=r"captured holds no messages\.$"):
        objects(schema, folder, "protobuf")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "data.pb holds no messages."),
        (b"\x02\x08\x01\x05\x08", "data.pb, message 2 is cut off: 5 bytes by its length, found 1."),
        (b"\x02\x08\x01\xff", "data.pb, message 2: expected a length, in a varint or in four bytes."),
        (b"\xff\xff\xff\xff\x0f", "data.pb, message 1 is longer than 128 MiB."),
        (b"\x02\x08\x01\x01\xff", "data.pb, message 2: expected a message of p.Tree in protobuf's encoding"),
    ],
)
def test_damage_has_its_place(tmp_path: Path, schema: Path, content: bytes, message: str) -> None:
    data = tmp_path / "data.pb"
    data.write_bytes(content)
    with pytest.raises(BadInput) as caught:
        objects(schema, data)
    assert str(caught.value).replace(str(data), "data.pb") == message


def test_fields_that_the_schema_does_not_know_are_refused_or_counted(tmp_path: Path, schema: Path) -> None:
    data = tmp_path / "data.pb"
    # The field 15 of a graft's leaf, which is a group.
    data.write_bytes(framed([b"\x1a\x06\x12\x04\x33\x78\x01\x34"] * 3, "varint"))
    with pytest.raises(BadInput, match=r"message 1: grafts\.leaf\.15: expected a field of p\.Leaf, which"):
        objects(schema, data)
    told: list[str] = []
    own_workload(OwnSchema(schema, "p.Tree"), str(data), True, told.append)
    assert "Fields that the schema does not know were ignored: grafts.leaf.15 (3×)." in told


def test_inference_needs_names(tmp_path: Path, schema: Path) -> None:
    data = tmp_path / "data.pb"
    data.write_bytes(framed(messages(schema), "varint"))
    with pytest.raises(
        BadInput, match=r"holds messages of protobuf, whose names and types only their schema has"
    ):
        inferred_schema(str(data))
