"""Groups, extensions and editions; descriptor sets; schemas of other languages."""

from pathlib import Path

import pytest
from corpus.tours import schema_of

from serbench.errors import BadInput
from serbench.schema.build import read_schema
from serbench.schema.descriptors import read_descriptors
from serbench.schema.model import Label


def _write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text)
    return path


def test_a_group_is_a_message() -> None:
    schema = schema_of(
        "message T { repeated group G = 1 { required int32 a = 2; } oneof o { group H = 3 {} } }",
        syntax="proto2",
    )
    (group, case) = schema.message("p.T").fields
    assert (group.name, group.label, group.type.name) == ("g", Label.REPEATED, "p.T.G")
    assert (case.name, case.label, case.type.name) == ("h", Label.PLAIN, "p.T.H")


def test_features_of_an_edition_say_what_has_presence(tmp_path: Path) -> None:
    path = _write(
        tmp_path,
        "x.proto",
        """edition = "2023"; package p;
        message T { int32 a = 1; int32 b = 2 [features.field_presence = IMPLICIT];
        int32 c = 3 [features.field_presence = LEGACY_REQUIRED]; repeated int32 d = 4; map<string, T> e = 5;
        T f = 6 [features.message_encoding = DELIMITED]; oneof o { int32 g = 7; } }""",
    )
    labels = {field.name: (field.label, field.required) for field in read_schema(path).message("p.T").fields}
    assert labels == {
        "a": (Label.OPTIONAL, False),
        "b": (Label.PLAIN, False),
        "c": (Label.PLAIN, True),
        "d": (Label.REPEATED, False),
        "e": (Label.MAP, False),
        "f": (Label.OPTIONAL, False),
        "g": (Label.PLAIN, False),
    }


def test_an_edition_of_a_file_may_set_what_all_of_its_fields_have(tmp_path: Path) -> None:
    path = _write(
        tmp_path,
        "x.proto",
        'edition = "2024"; option features.field_presence = IMPLICIT; message T { int32 a = 1; T t = 2; }',
    )
    assert [field.label for field in read_schema(path).message("T").fields] == [Label.PLAIN, Label.OPTIONAL]


def test_extensions_are_fields_that_json_puts_into_brackets() -> None:
    schema = schema_of(
        """message T { optional int32 a = 1; extensions 100 to 200; }
        extend T { optional string b = 120; repeated U c = 110; }
        message U { extend T { optional int32 a = 100; } }""",
        root="T",
        syntax="proto2",
    )
    fields = schema.message("p.T").fields
    assert [(field.name, field.number, field.json_name, field.label) for field in fields] == [
        ("a", 1, "a", Label.OPTIONAL),
        ("p_U_a", 100, "[p.U.a]", Label.OPTIONAL),
        ("c", 110, "[p.c]", Label.REPEATED),
        ("b", 120, "[p.b]", Label.OPTIONAL),
    ]


def test_a_name_of_a_descriptor_set_is_that_of_nothing_else(tmp_path: Path) -> None:
    path = _write(tmp_path, "set.binpb", "message M {}")
    with pytest.raises(BadInput, match=r"set\.binpb is no descriptor set, which its name says it is\."):
        read_descriptors(path)


@pytest.mark.parametrize("name", ["set.binpb", "set.desc", "set"])
def test_a_descriptor_set_is_a_schema(tmp_path: Path, name: str) -> None:
    _write(tmp_path, "other.proto", 'syntax = "proto3"; package q; message M { int32 a = 1; }')
    path = _write(tmp_path, "main.proto", 'syntax = "proto3"; import "other.proto"; message R { q.M m = 1; }')
    descriptors = read_descriptors(path)
    (tmp_path / name).write_bytes(descriptors.SerializeToString())
    assert read_schema(tmp_path / name, guess_root=True).sha256() == read_schema(path).sha256()
    del descriptors.file[0]
    (tmp_path / name).write_bytes(descriptors.SerializeToString())
    with pytest.raises(BadInput, match=r"lacks other\.proto, which main\.proto imports; protoc adds it with"):
        read_schema(tmp_path / name)


@pytest.mark.parametrize(
    ("name", "text", "language"),
    [
        ("bill.fbs", "table Bill { id: int; }", "FlatBuffers"),
        ("bill.capnp", "@0xbf5147cbbecf40c1;", "Cap'n Proto"),
        ("bill.thrift", "struct Bill { 1: i32 id }", "Thrift"),
        ("bill", "namespace x;\ntable Bill { id: int; }", "FlatBuffers"),
        ("bill.txt", "# c\n@0xbf5147cbbecf40c1;", "Cap'n Proto"),
        ("bill.txt", "struct Bill {\n  1: i32 id\n}", "Thrift"),
        ("bill.xsd", "<xs:schema/>", "XML"),
    ],
)
def test_a_schema_of_another_language_is_named(tmp_path: Path, name: str, text: str, language: str) -> None:
    path = _write(tmp_path, name, text)
    with pytest.raises(BadInput) as caught:
        read_schema(path)
    assert str(caught.value) == (
        f"The schema {path} is written for {language} and is not read; write it as a .proto, or leave out"
        " --schema, so that it is inferred from the data."
    )
