"""An inferred schema reads what it was inferred from, and every value comes back."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from serbench.corpus.decoding import Decoder
from serbench.corpus.encoding import Encoder
from serbench.corpus.json_mapping import JsonMapping
from serbench.infer.any_json import ANY_JSON
from serbench.infer.from_lines import inferred_schema
from serbench.schema.build import read_schema
from serbench.schema.model import Kind, Label, Message, Schema, Type
from serbench.schema.shapes import LIST_MEMBER, MAP_MEMBER, NULLABLE_MEMBER

NUMBERS = (Kind.INT32, Kind.INT64, Kind.UINT64)


def through_its_schema(folder: Path, documents: list[dict[str, Any]]) -> tuple[Schema, list[dict[str, Any]]]:
    """The schema of some documents, and what each is after it was written and read in the corpus format."""
    data = folder / "d.jsonl"
    data.write_text("".join(json.dumps(document) + "\n" for document in documents))
    found, text = inferred_schema(str(data), "Root")
    path = folder / "s.proto"
    path.write_text(text)
    schema = read_schema(path)
    mapping = JsonMapping(schema, relaxed=found.needs_relaxed)
    encoder, decoder = Encoder(schema), Decoder(schema)
    read = [decoder.decode(encoder.encode(mapping.read(document))) for document in documents]
    assert mapping.ignored == {}
    return schema, read


def assert_holds(schema: Schema, message: Message, obj: Mapping[str, Any], document: dict[str, Any]) -> None:
    """Asserts that an object has the values of a document, and nothing else."""
    # JSON may call a field by its own name, too.
    fields = {f.json_name if f.json_name in document else f.name: f for f in message.fields}
    assert {name for name, value in document.items() if value is not None} <= fields.keys()
    for name, field in fields.items():
        found, value = obj.get(field.name), document.get(name)
        if field.type.name == ANY_JSON and field.label is not Label.REPEATED and field.key is None:
            assert (name in document) is (found is not None)
            assert found is None or json_of(found) == value
        elif value is None:
            assert field.label is not Label.PLAIN and not found, name
        elif field.label is Label.REPEATED:
            assert_elements(schema, field.type, found, value)
        elif field.label is Label.MAP:
            assert isinstance(found, dict) and found.keys() == value.keys()
            for key in value:
                assert_same(schema, field.type, found[key], value[key])
        else:
            assert_same(schema, field.type, found, value)


def assert_elements(schema: Schema, type_: Type, found: Any, values: list[Any]) -> None:
    assert len(found) == len(values)
    for element, value in zip(found, values, strict=True):
        assert_same(schema, type_, element, value)


def assert_message(schema: Schema, message: Message, found: Any, value: Any) -> None:
    """Asserts that an object has the values of a document, or of what the message is around."""
    only = message.fields[0] if len(message.fields) == 1 else None
    if only is not None and only.name == NULLABLE_MEMBER:
        assert found.keys() == (set() if value is None else {NULLABLE_MEMBER})
        if value is not None:
            assert_same(schema, only.type, found[NULLABLE_MEMBER], value)
    elif only is not None and only.name == MAP_MEMBER:
        assert_holds(schema, message, found, {MAP_MEMBER: value})
    elif isinstance(value, list):
        assert only is not None and only.name == LIST_MEMBER
        assert_elements(schema, only.type, found[LIST_MEMBER], value)
    else:
        assert_holds(schema, message, found, value)


def json_of(found: Mapping[str, Any]) -> Any:
    """The JSON for which a ``google.protobuf.Value`` stands."""
    ((name, value),) = ((name, value) for name, value in found.items() if value is not None)
    if name == "struct_value":
        return {key: json_of(each) for key, each in value["fields"].items()}
    if name == "list_value":
        return [json_of(each) for each in value["values"]]
    return None if name == "null_value" else value


def assert_same(schema: Schema, type_: Type, found: Any, value: Any) -> None:
    if type_.name == ANY_JSON:
        assert json_of(found) == value
        assert isinstance(json_of(found), bool) is isinstance(value, bool)
    elif type_.kind is Kind.MESSAGE:
        assert_message(schema, schema.message(type_.name), found, value)
    elif type_.kind is Kind.STRING and not isinstance(value, str):
        assert found == json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    elif type_.kind is Kind.DOUBLE:
        assert found == float(value)
    else:
        assert type(found) is type(value) and found == value
        assert type_.kind in (*NUMBERS, Kind.STRING, Kind.BOOL)


def assert_round_trip(folder: Path, documents: list[dict[str, Any]]) -> Schema:
    schema, objects = through_its_schema(folder, documents)
    for obj, document in zip(objects, documents, strict=True):
        assert_holds(schema, schema.message(schema.root), obj, document)
    return schema


@pytest.mark.parametrize(
    "document",
    [
        {"a": (1 << 63) - 1, "b": (1 << 64) - 1, "c": -(1 << 63), "d": 1 << 80, "e": 0.1, "f": -0.0},
        {"a": None, "b": [], "c": {}, "d": {"e": None}, "f": [{}], "g": [[]], "h": [[[1], []], [[2.5]]]},
        {
            "": 1,
            " ": 2,
            "-": 3,
            "2nd": 4,
            "\u00e9": 5,
            "\u65e5\u672c": 6,
            "a b": 7,
            "a-b": 8,
            "a_b": 9,
            "a__b": 10,
        },
        {"_": [], "__a": 1, "a_2": 2, "b_c": {"_": 3}},
        {"ab": 1, "AB": 2, "aB": 3, "a_b": 4, "Ab": 5, "_ab": 6, "ab_": 7},
        {
            '"': 1,
            "\\": 2,
            "\n": 3,
            "*/": 4,
            "//": 5,
            "${x}": 6,
            "{{ x }}": 7,
            '";}': 8,
            "\x01": 9,
            "\u2028": 10,
        },
        {
            "class": 1,
            "message": 2,
            "syntax": 3,
            "repeated": {"optional": {"map": 1}},
            "package": [{"import": 1}],
        },
        {
            "ids": {"1": 1, "2": 2},
            "by date": {"2020-01-01": [1], "2020-01-02": []},
            "paths": {"/a": {"x": 1}},
        },
        {"a": [1, "x"], "b": [1, 2.5], "c": [True, {}], "d": {"1": "x", "2": 5}},
        {"a": {"x": 1, "y": 2}, "b": {"x": 1.5, "y": None}, "c": [{"x": 3, "y": 1 << 40}]},
    ],
)
def test_a_document_comes_back(tmp_path: Path, document: dict[str, Any]) -> None:
    assert_round_trip(tmp_path, [document])
    assert_round_trip(tmp_path, [document, {}, document])


def test_null_in_lists_and_maps_is_told_from_every_value(tmp_path: Path) -> None:
    document: dict[str, Any] = {
        "m": {"2026-01": 0, "2026-02": None},
        "l": [{}, None, {"a": 1}],
        "n": [[[]], None, []],
    }
    _, (read,) = through_its_schema(tmp_path, [document])
    assert read["m"] == {"2026-01": {"value_or_null": 0}, "2026-02": {}}
    assert read["l"] == [{"value_or_null": {}}, {}, {"value_or_null": {"a": 1}}]
    assert [set(each) for each in read["n"]] == [{"value_or_null"}, set(), {"value_or_null"}]


def test_maps_within_maps_and_lists_come_back(tmp_path: Path) -> None:
    document = {"m": {"1": {"10": 4}, "2": {"map_entries": 5}}, "l": [{"3": "x"}], "d": {"2026-01-01": [1]}}
    _, (read,) = through_its_schema(tmp_path, [document])
    assert read == {
        "m": {"1": {"map_entries": {"10": 4}}, "2": {"map_entries": {"map_entries": 5}}},
        "l": [{"map_entries": {"3": "x"}}],
        "d": {"2026-01-01": {"values": [1]}},
    }


@pytest.mark.slow
def test_many_members_have_numbers_that_protobuf_allows(tmp_path: Path) -> None:
    schema = assert_round_trip(tmp_path, [{f"m{number}": number for number in range(19_100)}])
    numbers = [field.number for field in schema.message(schema.root).fields]
    assert len(numbers) == 19_100 and not set(numbers) & set(range(19_000, 20_000))


# No name of a field in protobuf can hold NUL or stand in brackets, which is told and tested elsewhere.
names = st.text(st.characters(codec="utf-8", exclude_characters="[]\0"), max_size=6)
scalars = st.booleans() | st.integers(-(1 << 65), 1 << 65) | st.text(max_size=5) | st.floats(-1e300, 1e300)
elements = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner | st.none(), max_size=3) | st.dictionaries(names, inner | st.none(), max_size=3)
    ),
    max_leaves=8,
)


@given(st.lists(st.dictionaries(names, elements | st.none(), max_size=4), min_size=1, max_size=4))
@example([{"": {"00": "", "0": None}}])
@example([{"": {"00": [], "0": None}}])
@example([{"": {"0": None, "00": []}}])
@example([{"": [None, {"0": [None]}]}])
@example([{"": {"0": {"00": {"0": None}}}}])
@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_any_documents_come_back(tmp_path: Path, documents: list[dict[str, Any]]) -> None:
    assert_round_trip(tmp_path, documents)
