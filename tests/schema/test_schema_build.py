from __future__ import annotations

from pathlib import Path

import pytest
from corpus.tours import schema_of

from serbench.errors import BadInput
from serbench.schema.build import read_schema
from serbench.schema.model import Enum, Field, Kind, Label, Oneof, Type


def _write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text)
    return path


def test_labels_and_types() -> None:
    schema = schema_of(
        """message T { sint32 a = 1; optional fixed64 b = 2; repeated float c = 3;
        map<int32, M> d = 4; M e = 5; } message M {}"""
    )
    a, b, c, d, e = schema.message("p.T").fields
    assert a == Field("a", 1, "a", Label.PLAIN, Type(Kind.INT32, "sint32"))
    assert b == Field("b", 2, "b", Label.OPTIONAL, Type(Kind.UINT64, "fixed64"))
    assert c == Field("c", 3, "c", Label.REPEATED, Type(Kind.FLOAT, "float"))
    message = Type(Kind.MESSAGE, "message", "p.M")
    assert d == Field("d", 4, "d", Label.MAP, message, key=Type(Kind.INT32, "int32"))
    assert e == Field("e", 5, "e", Label.OPTIONAL, message)
    assert [m.name for m in schema.messages] == ["p.M", "p.T"]


def test_members_stand_in_the_order_of_declaration() -> None:
    schema = schema_of("message T { int32 last = 9; oneof o { bool x = 8; bool y = 2; } int32 first = 1; }")
    last, oneof, first = schema.message("p.T").members
    assert (last.name, oneof.name, first.name) == ("last", "o", "first")
    assert isinstance(oneof, Oneof) and [case.name for case in oneof.cases] == ["x", "y"]
    assert [field.name for field in schema.message("p.T").fields] == ["last", "x", "y", "first"]


def test_a_proto3_optional_is_no_oneof_and_a_oneof_named_like_one_is() -> None:
    schema = schema_of("message T { optional int32 a = 1; oneof _b { int32 b = 2; } }")
    a, b = schema.message("p.T").members
    assert isinstance(a, Field) and a.label is Label.OPTIONAL
    assert isinstance(b, Oneof) and b.name == "_b"


def test_proto2_optional_has_presence_and_required_has_not() -> None:
    schema = schema_of(
        "message T { optional int32 a = 1; required int32 b = 2; repeated E c = 3; } enum E { ONE = 1; }",
        syntax="proto2",
    )
    labels = [field.label for field in schema.message("p.T").fields]
    assert labels == [Label.OPTIONAL, Label.PLAIN, Label.REPEATED]


def test_aliases_are_further_names_of_a_number() -> None:
    schema = schema_of(
        "message T { E e = 1; } enum E { option allow_alias = true; A = 0; B = -1; C = -1; D = 0; }"
    )
    assert schema.enums == (Enum("p.E", (("A", 0), ("B", -1)), (("C", -1), ("D", 0))),)
    assert schema.enum("p.E").numbers == {0, -1}


def test_only_what_the_root_reaches_is_there() -> None:
    body = "message A { B b = 1; } message B { map<int32, E> e = 1; } message C { B b = 1; F f = 2; }"
    schema = schema_of(f"{body} enum E {{ X = 0; }} enum F {{ Y = 0; }}")
    assert schema.root == "p.A"
    assert [m.name for m in schema.messages] == ["p.B", "p.A"]
    assert [e.name for e in schema.enums] == ["p.E"]


@pytest.mark.parametrize("root", ["C", "p.C"])
def test_the_root_can_be_named(root: str) -> None:
    assert schema_of("message A {} message B {} message C { B b = 1; }", root).root == "p.C"


def test_a_nested_message_can_be_the_root() -> None:
    assert schema_of("message A { message In { int32 x = 1; } }", "In").root == "p.A.In"


def test_an_unknown_root_brings_those_there_are() -> None:
    with pytest.raises(BadInput, match=r"declares no message named Z; it has p\.A, p\.A\.B\."):
        schema_of("message A { message B {} }", "Z")


def test_a_bare_name_of_two_messages_is_refused() -> None:
    with pytest.raises(BadInput, match="declares more than one message named B"):
        schema_of("message A { message B {} } message B {}", "B")


def test_a_schema_without_messages() -> None:
    with pytest.raises(BadInput, match=r"declares no message\."):
        schema_of("enum E { A = 0; }")


def test_what_protoc_refuses_is_told_in_its_words(tmp_path: Path) -> None:
    path = _write(tmp_path, "bad.proto", 'syntax = "proto3";\nmessage T { int32 a = 1; int32 b = 1; }')
    with pytest.raises(BadInput) as caught:
        read_schema(path)
    assert str(caught.value).startswith(f"The schema {path} is not valid: ")
    assert 'Field number 1 has already been used in "T" by field "a".' in str(caught.value)


def test_a_schema_that_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="does not exist"):
        read_schema(tmp_path / "none.proto")


def test_groups_are_refused() -> None:
    with pytest.raises(BadInput, match=r"The field p\.T\.g is a proto2 group, which is not supported."):
        schema_of("message T { optional group G = 1 { optional int32 a = 2; } }", syntax="proto2")


def test_imports_are_read(tmp_path: Path) -> None:
    _write(tmp_path, "other.proto", 'syntax = "proto2"; package q; message M { required int32 a = 1; }')
    path = _write(
        tmp_path,
        "main.proto",
        'syntax = "proto3"; import "other.proto"; import "google/protobuf/timestamp.proto";'
        "message T { q.M m = 1; google.protobuf.Timestamp at = 2; }",
    )
    schema = read_schema(path)
    assert schema.root == "T"
    assert {m.name for m in schema.messages} == {"T", "q.M", "google.protobuf.Timestamp"}
    assert schema.message("q.M").fields[0].label is Label.PLAIN


def test_the_hash_counts_what_matters() -> None:
    plain = schema_of("message T { int32 a = 1; }").sha256()
    assert schema_of("// A comment.\nmessage T {\n  int32 a = 1;\n}\nmessage Unused {}").sha256() == plain
    for other in ("int32 a = 2;", "int32 b = 1;", "sint32 a = 1;", "optional int32 a = 1;"):
        assert schema_of(f"message T {{ {other} }}").sha256() != plain
