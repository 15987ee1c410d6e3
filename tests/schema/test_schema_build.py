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
    fields = schema.message("p.T").fields
    assert [field.label for field in fields] == [Label.OPTIONAL, Label.PLAIN, Label.REPEATED]
    assert [field.required for field in fields] == [False, True, False]


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
    with pytest.raises(BadInput, match=r"declares several messages named B: p\.A\.B, p\.B\."):
        schema_of("message A { message B {} } message B {}", "B")


@pytest.mark.parametrize("name", ["Ordr", "order", "p.Order2", "P.ORDER"])
def test_a_name_that_is_nearly_right_brings_the_right_one(name: str) -> None:
    with pytest.raises(BadInput, match=rf"declares no message named {name}; did you mean p\.Order\?"):
        schema_of("message Order { Line l = 1; } message Line {}", name)


def _guessed(folder: Path, body: str) -> str:
    path = _write(folder, "guessed.proto", f'syntax = "proto3"; package p; {body}')
    return read_schema(path, guess_root=True).root


@pytest.mark.parametrize(
    "body",
    [
        "message Leaf {} message Root { Leaf l = 1; }",
        "message Leaf {} message Root { map<string, Leaf> l = 1; Root r = 2; message In {} }",
        "message A { B b = 1; } message B { A a = 1; } message Root { oneof o { A a = 1; } }",
        "message Root {} service S { rpc Do(Root) returns (Root); }",
    ],
)
def test_the_root_is_the_only_message_that_no_other_holds(tmp_path: Path, body: str) -> None:
    assert _guessed(tmp_path, body) == "p.Root"


def test_several_roots_have_to_be_told_apart(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"a line may hold: p\.A, p\.B; choose one with --message\."):
        _guessed(tmp_path, "message A {} message B { C c = 1; } message C {}")
    with pytest.raises(BadInput, match=r"a line may hold: p\.A, p\.B; choose one"):
        _guessed(tmp_path, "message A { B b = 1; } message B { A a = 1; }")


def test_a_schema_without_messages() -> None:
    with pytest.raises(BadInput, match=r"declares no message\."):
        schema_of("enum E { A = 0; }")


def test_what_protoc_refuses_is_told_in_its_words(tmp_path: Path) -> None:
    path = _write(tmp_path, "bad.proto", 'syntax = "proto3";\nmessage T { int32 a = 1; int32 b = 1; }')
    with pytest.raises(BadInput) as caught:
        read_schema(path)
    assert str(caught.value).startswith(f"The schema {path} is not valid: ")
    assert 'Field number 1 has already been used in "T" by field "a".' in str(caught.value)


def test_a_schema_that_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"none\.proto does not exist\."):
        read_schema(tmp_path / "none.proto")
    with pytest.raises(BadInput, match=r" is not a file\."):
        read_schema(tmp_path)


def test_a_json_name_that_is_not_utf_8() -> None:
    for text in (r'int32 a = 1 [json_name = "\377"];', r'oneof o { int32 a = 1 [json_name = "\377"]; }'):
        with pytest.raises(BadInput, match=r"^The json_name of the field p\.T\.a is not UTF-8\.$"):
            schema_of(f"message T {{ {text} }}")


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


def test_imports_begin_at_the_root_of_a_tree_or_on_an_import_path(tmp_path: Path) -> None:
    for folder in ("tree/shop", "tree/common", "vendor/ext"):
        (tmp_path / folder).mkdir(parents=True)
    _write(tmp_path, "tree/common/cur.proto", 'syntax = "proto3"; enum Currency { EUR = 0; }')
    _write(
        tmp_path,
        "tree/common/money.proto",
        'syntax = "proto3"; import "common/cur.proto"; message Money { Currency c = 1; }',
    )
    _write(tmp_path, "vendor/ext/tag.proto", 'syntax = "proto3"; message Tag { string t = 1; }')
    path = _write(
        tmp_path,
        "tree/shop/order.proto",
        'syntax = "proto3"; import "common/money.proto"; import "ext/tag.proto";'
        " message Order { Money m = 1; Tag t = 2; }",
    )
    with pytest.raises(BadInput) as caught:
        read_schema(path)
    assert "ext/tag.proto: File not found. Imports are searched next to the schema" in str(caught.value)
    schema = read_schema(path, import_paths=(tmp_path / "vendor",))
    assert {m.name for m in schema.messages} == {"Order", "Money", "Tag"}
    assert [e.name for e in schema.enums] == ["Currency"]


def test_required_counts_in_the_hash() -> None:
    one, other = (
        schema_of(f"message T {{ {label} M m = 1; }} message M {{}}", syntax="proto2").sha256()
        for label in ("optional", "required")
    )
    assert one != other


def test_the_hash_counts_what_matters() -> None:
    plain = schema_of("message T { int32 a = 1; }").sha256()
    assert schema_of("// A comment.\nmessage T {\n  int32 a = 1;\n}\nmessage Unused {}").sha256() == plain
    for other in ("int32 a = 2;", "int32 b = 1;", "sint32 a = 1;", "optional int32 a = 1;"):
        assert schema_of(f"message T {{ {other} }}").sha256() != plain
