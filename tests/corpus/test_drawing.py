"""Objects that are drawn: what a distribution says of them, and that they are of their schema."""

from pathlib import Path
from typing import Any

import pytest

from serbench.corpus.decoding import Decoder
from serbench.corpus.drawing import Distribution, Drawer
from serbench.corpus.encoding import Encoder
from serbench.errors import BadInput
from serbench.schema.build import read_schema
from serbench.schema.model import Schema

EVERY_KIND = """syntax = "proto3";
message Tree {
  string name = 1; optional string nick = 2; bytes seal = 3; bool old = 4; Kind kind = 5;
  int32 a = 6; sint32 b = 7; uint32 c = 8; int64 d = 9; sint64 e = 10; fixed64 f = 11;
  float height = 12; double width = 13; repeated Tree branches = 14; map<int32, string> marks = 15;
  oneof owner { string person = 16; Tree tree = 17; }
  Tree parent = 18;
}
enum Kind { ASH = 0; ELM = 5; }
"""


@pytest.fixture
def schema(tmp_path: Path) -> Schema:
    (tmp_path / "s.proto").write_text(EVERY_KIND)
    return read_schema(tmp_path / "s.proto", "Tree")


def drawn(schema: Schema, text: str, count: int = 200, seed: int = 1) -> list[dict[str, Any]]:
    distribution = Distribution.parse(text) if text else Distribution()
    return [*Drawer(schema, distribution, seed).objects(count)]


def test_every_object_is_of_its_schema(schema: Schema) -> None:
    encoder, decoder = Encoder(schema), Decoder(schema)
    for obj in drawn(schema, ""):
        data = encoder.encode(obj)
        assert encoder.encode(decoder.decode(data)) == data


def test_the_seed_decides(schema: Schema) -> None:
    assert drawn(schema, "", 20) == drawn(schema, "", 20)
    assert drawn(schema, "", 20) != drawn(schema, "", 20, seed=2)
    assert drawn(schema, "", 20)[:5] == drawn(schema, "", 5)


def test_lengths_and_magnitudes_are_those_given(schema: Schema) -> None:
    objects = drawn(schema, "text=3-5,bytes=2,items=4,bits=7-8,presence=0")
    assert {len(one["name"]) for one in objects} == {3, 4, 5}
    assert {len(one["seal"]) for one in objects} == {2}
    assert {len(one["branches"]) for one in objects} == {4}
    assert {min(abs(one[name]) for one in objects) >= 64 for name in "abcdef"} == {True}
    assert {max(abs(one[name]) for one in objects) < 256 for name in "abcdef"} == {True}
    assert {one["b"] < 0 for one in objects} == {True, False} != {one["a"] < 0 for one in objects}
    assert {0.64 <= abs(one["width"]) < 2.56 for one in objects} == {True}
    assert {one["kind"] for one in objects} == {0, 5}


def test_presence_is_a_share(schema: Schema) -> None:
    for share, low, high in ((0.0, 0, 0), (0.25, 30, 70), (1.0, 200, 200)):
        objects = drawn(schema, f"presence={share},items=0")
        for names in (("nick",), ("person", "tree")):
            assert low <= sum(any(name in one for name in names) for one in objects) <= high
    assert all("parent" in one for one in objects)


def test_numbers_stay_within_their_types(schema: Schema) -> None:
    (most,) = {one["a"] for one in drawn(schema, "bits=64", 20)}
    assert most == 2**31 - 1
    assert {2**63 <= one["f"] < 2**64 for one in drawn(schema, "bits=64", 20)} == {True}


def test_a_message_that_holds_itself_ends(schema: Schema) -> None:
    def depth(obj: dict[str, Any]) -> int:
        return 1 + max((depth(one) for one in (obj.get("parent"), obj.get("tree")) if one), default=0)

    assert max(depth(one) for one in drawn(schema, "presence=1,items=0-1", 20)) == 5


def test_the_words_of_a_distribution_are_its_settings() -> None:
    usual = "text=1-32,bytes=0-32,items=0-8,bits=1-32,presence=0.75"
    assert Distribution().words() == usual
    assert Distribution.parse(usual) == Distribution()
    other = Distribution.parse("bits=8, presence=0.5")
    assert (other.bits, other.presence, other.text) == ((8, 8), 0.5, (1, 32))
    assert f"fields with presence are there in 50 % (--distribution {other.words()})" in other.sentence()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("size=1-2", "where settings such as text=1-32,"),
        ("text", "where settings such as"),
        ("", "where settings such as"),
        ("text=5-1", "text=5-1 is not a range up to 1000000"),
        ("bits=1-65", "bits=1-65 is not a range up to 64"),
        ("presence=2", "presence=2 is not a share from 0 to 1"),
        ("presence=0-1", "is not a share"),
        ("text=1.5", "is not a range of whole numbers"),
    ],
)
def test_what_is_no_distribution_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        Distribution.parse(text)
