"""The lowering decides types, kinds, plans and attributes; rendered Rust is legal whatever the names are."""

import shutil
import subprocess
from pathlib import Path

import pytest
from render.schemas import schema_of

from serbench.codecs.manifest import CodecManifest
from serbench.errors import SerbenchError
from serbench.languages.routing import routing_steps
from serbench.languages.rust.borrowing import BorrowedStyle, lower_to_borrowed
from serbench.languages.rust.build import rust_text
from serbench.languages.rust.lowering import PlainStyle, lower_to_rust
from serbench.languages.rust.names import rust_identifier, rust_type_name
from serbench.languages.rust.probe import package_of
from serbench.languages.rust.sources import HARNESS
from serbench.languages.steps import PlainMessage
from serbench.render.engine import render_folder
from serbench.schema.model import Kind

BARE = PlainStyle()


def message_named(name: str, text: str, style: PlainStyle = BARE) -> PlainMessage:
    schema = lower_to_rust(schema_of(text), style)
    return next(message for message in schema.messages if message.name == name)


def test_each_label_and_leaf_has_its_kind_and_type() -> None:
    message = message_named(
        "Item",
        """message Item { bool a = 1; optional sint64 b = 2; repeated bytes c = 3; map<uint32, Leaf> d = 4;
           Leaf e = 5; Item f = 6; repeated Item g = 7; Kind h = 8; }
           message Leaf {} enum Kind { Z = 0; }""",
    )
    option, vec = "::std::option::Option", "::std::vec::Vec"
    assert [(step.name, step.kind, step.type) for step in message.steps] == [
        ("a", "plain_bool", "::std::primitive::bool"),
        ("b", "optional_number", f"{option}<::std::primitive::i64>"),
        ("c", "repeated_bytes", f"{vec}<{vec}<::std::primitive::u8>>"),
        ("d", "map_message", "::std::collections::BTreeMap<::std::primitive::u32, crate::plain::Leaf>"),
        ("e", "optional_message", f"{option}<crate::plain::Leaf>"),
        ("f", "boxed_message", f"{option}<::std::boxed::Box<crate::plain::Item>>"),
        ("g", "repeated_message", f"{vec}<crate::plain::Item>"),
        ("h", "plain_enum", "crate::plain::Kind"),
    ]


def test_a_oneof_is_an_enum_beside_the_types_of_the_schema() -> None:
    message = message_named(
        "Item",
        """message Item { oneof v { int32 a = 1; Item b = 2; bytes type = 3; } Item_v c = 4; }
           message Item_v {}""",
    )
    step = message.steps[0]
    assert (step.type_name, step.type) == ("Item_v2", "::std::option::Option<crate::plain::Item_v2>")
    assert [(case.position, case.kind, case.name, case.type) for case in step.cases] == [
        (1, "case_number", "a", "::std::primitive::i32"),
        (2, "case_boxed_message", "b", "::std::boxed::Box<crate::plain::Item>"),
        (3, "case_bytes", "type_", "::std::vec::Vec<::std::primitive::u8>"),
    ]


def test_plans_name_what_is_read_and_where_it_ends() -> None:
    message = message_named(
        "Item", "message Item { repeated int64 ids = 1; repeated string names = 2; map<int32, bool> m = 3; }"
    )
    plans = {plan.name: plan for plan in message.plans}
    assert [(step.name, step.reading) for step in plans["one"].opening] == [("ids", "middle")]
    assert [(step.name, step.reading) for step in plans["tenth"].scan] == [
        ("ids", "skip"),
        ("names", "skip"),
        ("m", "keys"),
    ]
    assert [plan.number for plan in message.plans] == ["ONE", "TENTH", "ALL"]


@pytest.mark.parametrize(
    ("name", "identifier"),
    [
        ("value", "value"),
        ("type", "r#type"),
        ("gen", "r#gen"),
        ("Self", "Self_"),
        ("crate", "crate_"),
        ("_", "n_"),
        ("SerbenchRoot", "SerbenchRoot_"),
        ("Some", "Some_"),
        ("Option", "Option"),
    ],
)
def test_identifiers_are_raw_or_altered_where_they_have_to_be(name: str, identifier: str) -> None:
    assert rust_identifier(name) == identifier


@pytest.mark.parametrize("name", ["Option", "Vec", "String", "Result", "None", "str", "u8", "std", "Default"])
def test_types_hide_neither_primitives_nor_the_prelude(name: str) -> None:
    assert rust_type_name(name) == f"{name}_"


def test_attributes_come_from_the_most_general_to_the_most_special() -> None:
    style = PlainStyle(
        attributes={
            "field": ('name = "{name}"',),
            "boxed": ("boxed",),
            "boxed_message": ("holds = {type}",),
            "on_cycle": ("on_cycle",),
            "message": ("message",),
            "message_on_cycle": ("message_on_cycle",),
        }
    )
    message = message_named("Item", "message Item { Item type = 1; bool plain = 2; }", style)
    assert message.attributes == ("message", "message_on_cycle")
    assert message.steps[0].attributes == ('name = "type"', "boxed", "holds = crate::plain::Item", "on_cycle")
    assert message.steps[1].attributes == ('name = "plain"',)


def test_fields_are_in_snake_case_where_a_derive_finds_no_others() -> None:
    fields = ("UserName", "user_name", "Type", "field", "Self")
    declared = " ".join(f"int32 {name} = {number};" for number, name in enumerate(fields, 1))
    text = f"message Item {{ {declared} }}"
    style = PlainStyle(snake_case=True, taken=("field",))
    steps = message_named("Item", text, style).steps
    assert [step.name for step in steps] == ["user_name2", "user_name", "r#type", "field_", "self_"]
    assert [step.schema_name for step in steps] == list(fields)
    kept = message_named("Item", text).steps
    assert [step.name for step in kept] == ["UserName", "user_name", "Type", "field", "Self_"]


def test_a_case_on_a_cycle_carries_it_on_its_value_and_its_oneof() -> None:
    kinds = ("case", "on_cycle", "oneof", "oneof_on_cycle", "oneof_field")
    style = PlainStyle(attributes={kind: (kind,) for kind in kinds})
    text = "message Item { oneof a { int32 b = 1; Item c = 2; } oneof d { int32 e = 3; } }"
    cyclic, flat = message_named("Item", text, style).steps
    assert cyclic.attributes == ("oneof_field", "on_cycle") and flat.attributes == ("oneof_field",)
    assert cyclic.type_attributes == ("oneof", "oneof_on_cycle") and flat.type_attributes == ("oneof",)
    assert [case.attributes for case in cyclic.cases] == [("case",), ("case",)]
    assert [case.held_attributes for case in cyclic.cases] == [(), ("on_cycle",)]


def test_the_kind_of_a_number_goes_before_all_numbers() -> None:
    style = PlainStyle(
        attributes={
            "map_number": ("number",),
            "map_uint64": ("uint64",),
            "case_fixed": ("never: a kind is not its spelling",),
            "case_uint64": ("case",),
        }
    )
    text = "message Item { map<int32, fixed64> a = 1; map<int32, int64> b = 2; oneof c { uint64 d = 3; } }"
    steps = message_named("Item", text, style).steps
    assert [step.attributes for step in steps] == [("uint64",), ("number",), ()]
    assert steps[2].cases[0].attributes == ("case",)


def test_types_are_written_as_in_an_application() -> None:
    fields = "repeated bytes a = 1; map<uint32, Item> b = 2; Item c = 3; oneof d { Item e = 4; }"
    steps = message_named("Item", f"message Item {{ {fields} }}").steps
    assert [step.written for step in steps] == [
        "Vec<Vec<u8>>",
        "std::collections::BTreeMap<u32, crate::plain::Item>",
        "Option<Box<crate::plain::Item>>",
        "Option<crate::plain::Item_d>",
    ]
    assert steps[3].cases[0].written == "Box<crate::plain::Item>"


def test_attributes_of_types_may_name_the_rust_type() -> None:
    lines = ("call = {type}Archived",)
    style = PlainStyle(attributes={"message": lines, "enum": lines, "oneof": lines})
    text = "message type { oneof of { int32 a = 1; } Vec vec = 2; } enum Vec { NONE = 0; }"
    schema = lower_to_rust(schema_of(text), style)
    assert schema.root.attributes == ("call = typeArchived",)
    assert schema.root.steps[0].type_attributes == ("call = type_ofArchived",)
    assert schema.enums[0].attributes == ("call = Vec_Archived",)


def test_a_literal_escapes_what_would_end_it() -> None:
    assert rust_text('a"b\\c\n') == '"a\\u{22}b\\u{5c}c\\u{a}"'


def codec_in(folder: Path) -> CodecManifest:
    return CodecManifest("rust/x", folder, "b", "b", "MIT", "")


def test_a_package_reports_the_versions_that_the_lock_pins(tmp_path: Path) -> None:
    manifest = '[package]\nname = "serbench-x"\n[package.metadata.serbench]\nlibraries = ["b"]\n'
    (tmp_path / "Cargo.toml").write_text(manifest)
    lock = tmp_path / "Cargo.lock"
    lock.write_text(
        """[[package]]
name = "serbench-x"
version = "0.0.0"
dependencies = ["a", "b 2.0.0"]
[[package]]
name = "a"
version = "1.0.0"
dependencies = ["b 1.0.0"]
[[package]]
name = "b"
version = "2.0.0"
checksum = "beef"
[[package]]
name = "b"
version = "1.0.0"
[[package]]
name = "unrelated"
version = "9.0.0"
"""
    )
    package = package_of(codec_in(tmp_path))
    assert package.name == "serbench-x"
    assert package.libraries == (("b", "2.0.0"),)
    assert package.built_from == ("a 1.0.0 ", "b 1.0.0 ", "b 2.0.0 beef", "serbench-x 0.0.0 ")
    assert package.folders == ()


def test_crates_of_this_checkout_are_found_by_their_paths(tmp_path: Path) -> None:
    def crate(name: str, dependencies: str) -> None:
        (tmp_path / name).mkdir()
        text = f'[package]\nname = "{name}"\n[dependencies]\n{dependencies}'
        (tmp_path / name / "Cargo.toml").write_text(text)

    crate("page", 'near = { path = "../near" }\nserde = "1"\nbase64 = { version = "1", optional = true }\n')
    crate("near", 'far = { path = "../far", optional = true }\n')
    crate("far", 'near = { path = "../near" }\n')
    lock = tmp_path / "page" / "Cargo.lock"
    lock.write_text('[[package]]\nname = "page"\nversion = "0.0.0"\n')
    assert package_of(codec_in(tmp_path / "page")).folders == (tmp_path / "far", tmp_path / "near")


def test_a_package_that_reports_what_it_does_not_use_is_refused(tmp_path: Path) -> None:
    manifest = '[package]\nname = "x"\n[package.metadata.serbench]\nlibraries = ["absent"]\n'
    (tmp_path / "Cargo.toml").write_text(manifest)
    lock = tmp_path / "Cargo.lock"
    lock.write_text('[[package]]\nname = "x"\nversion = "0.0.0"\n')
    with pytest.raises(SerbenchError, match="reports absent"):
        package_of(codec_in(tmp_path))


HOSTILE = """
message Option {
  bool self = 1; int32 Self = 2; string crate = 3; bytes super = 4; float fn = 5; double _ = 6;
  optional bool out = 7; optional string input = 8; optional bytes hash = 9; Vec vec = 10;
  repeated Box loop = 11; map<string, Result> results = 12; map<int32, bytes> type = 13;
  map<bool, Kind> yield = 14; repeated Kind kinds = 15; SerbenchRoot SerbenchRoot = 16;
  Option_match clash = 17;
  oneof match { bool number = 18; string from_number = 19; bytes write = 20; Option read = 21; Kind Ok = 22; }
  oneof value { i64 a = 23; str b = 24; }
  Enum enum = 25; None none = 26; std std = 27; serbench_harness serbench_harness = 28; plain plain = 29;
  Self selfish = 30;
}
message Option_match {}
message SerbenchRoot {}
message Vec { Vec vec = 1; }
message Box { repeated Box inner = 1; }
message Result { sfixed64 Ok = 1; sint32 Err = 2; }
message None {}
message i64 { int64 i64 = 1; }
message str { string str = 1; }
message std { u8 option = 1; }
message u8 { bytes u8 = 1; }
message serbench_harness { int32 Object = 1; }
message plain { int32 plain = 1; }
message Self { int32 self = 1; }
enum Kind { ZERO = 0; Self_ = 5; number = 2147483647; from_number = -9; Default = -2147483648; }
enum Enum { option allow_alias = true; type = 0; write2 = 1; write3 = 1; }
"""


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("rustc") is None, reason="rustc is not here")
def test_hostile_names_compile(tmp_path: Path) -> None:
    """rustc alone, without cargo: the harness as a library, the plain types and those that borrow in a module
    each."""
    for index, style in enumerate((BARE, PlainStyle(derives=("::std::fmt::Debug", "::std::cmp::PartialEq")))):
        schema = schema_of(HOSTILE)
        borrowed = lower_to_borrowed(schema, BorrowedStyle(derives=style.derives, spelled=_BORROWED))
        lowered = lower_to_rust(schema, style)
        routing = routing_steps(schema, lowered.messages)
        context = {
            "schema": lowered,
            "routing": routing,
            "study_key": None,
            "workload": "hostile",
            "about": _ABOUT,
        }
        (tmp_path / f"plain{index}.rs").write_text(render_folder(HARNESS, context)["plain.rs"])
        texts = render_folder(HARNESS / "borrowing", {"borrowed": borrowed, "workload": "hostile"})
        (tmp_path / f"borrowed{index}.rs").write_text(texts["borrowed.rs"])
    common = ["--edition=2021", "--out-dir", str(tmp_path), "--emit=metadata"]
    _rustc(*common, "--crate-type=rlib", "--crate-name=serbench_harness", str(HARNESS / "src" / "lib.rs"))
    for index in range(2):
        main = tmp_path / f"main{index}.rs"
        modules = (
            f'pub mod {name} {{ include!("{tmp_path / f"{name}{index}.rs"}"); }}\n'
            for name in ("plain", "borrowed")
        )
        main.write_text("".join(modules))
        extern = f"serbench_harness={tmp_path / 'libserbench_harness.rmeta'}"
        _rustc(*common, "--crate-type=lib", "--extern", extern, "-A", "warnings", str(main))


_BORROWED = {Kind.STRING: "&'a str", Kind.BYTES: "&'a [u8]"}
_ABOUT = {"codec": '""', "workload": '""', "libraries": (), "compiler": '""', "flags": '""'}


def _rustc(*words: str) -> None:
    done = subprocess.run(("rustc", *words), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
