"""Changes that are derived of a user's schema: where they apply, and what their cases hold."""

from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from evolution.small import judged

from serbench.corpus.decoding import Decoder
from serbench.corpus.encoding import Encoder
from serbench.corpus.workload import find_workloads, free_objects, labelled_objects
from serbench.experiments.evolution.changes import (
    BACKWARD,
    FORWARD,
    NEW,
    OLD,
    VERSIONS,
    Case,
    Change,
    all_changes,
)
from serbench.experiments.evolution.derived.declarations import differing
from serbench.experiments.evolution.derived.deriving import RULES, Derived, derived
from serbench.experiments.evolution.judging import DEFAULT, MISREAD, SAME, Answer, Judge
from serbench.experiments.evolution.merged import held, merged
from serbench.schema.build import read_schema
from serbench.schema.model import Schema

NAMES = [change.name for change in all_changes()]
ORDER = """syntax = "proto3";
package shop;
message Order {
  string customer = 2;
  Status status = 3;
  repeated Item items = 4;
  oneof payment { string card = 5; int64 voucher = 6; }
  optional string note = 7;
  optional double rebate = 8;
  repeated string tags = 9;
  repeated Pair labels = 10;
  float weight = 11;
}
message Item { int32 number = 1; repeated Item parts = 3; }
message Pair { string key = 1; int64 value = 2; }
enum Status { UNKNOWN = 0; OPEN = 1; PAID = 2; SENT = 3; }
"""
ORDERS: list[dict[str, Any]] = [
    {
        "customer": "Zürich",
        "status": 1,
        "items": [{"number": 5, "parts": [{"number": -9}]}, {"number": 0}],
        "card": "c",
        "note": "n",
        "rebate": 0.5,
        "tags": ["a", "Łódź"],
        "labels": [{"key": "k", "value": 2}],
        "weight": 1.5,
    },
    {"customer": "b", "status": 3, "voucher": 4, "rebate": float("nan"), "weight": 2.5},
    {"customer": "c", "items": [{"number": 7}], "weight": 3.5, "note": ""},
]


def schema_of(folder: Path, text: str) -> Schema:
    path = folder / "own.proto"
    path.write_text(text)
    return read_schema(path)


@pytest.fixture
def order(tmp_path: Path) -> Schema:
    return schema_of(tmp_path, ORDER)


def found(schema: Schema, objects: Sequence[dict[str, Any]] = ORDERS, *names: str, seed: int = 1) -> Derived:
    encode, decode = Encoder(schema).encode, Decoder(schema).decode
    return derived(schema, [decode(encode(obj)) for obj in objects], seed, names or NAMES)


def one(schema: Schema, name: str, objects: Sequence[dict[str, Any]] = ORDERS) -> Change:
    (change,) = found(schema, objects, name).changes
    return change


def shown(cases: Sequence[Case], *names: str) -> list[tuple[Any, ...]]:
    """The named fields as they are written and expected, and what is lost."""
    return [
        (
            *(
                {name: value for name, value in obj.items() if name in names}
                for obj in (case.written, case.expected)
            ),
            sorted(case.lost),
        )
        for case in cases
    ]


def test_every_change_of_the_project_has_a_rule_and_applies_to_a_schema_that_has_all_it_needs(
    order: Schema,
) -> None:
    assert set(RULES) == set(NAMES)
    assert [change.name for change in found(order).changes] == NAMES


@pytest.mark.slow
@pytest.mark.parametrize("workload", ["own", "media", "tour-recursive", "tour-map"])
def test_a_reader_that_reads_what_is_expected_is_right(workload: str, order: Schema) -> None:
    if workload == "own":
        schema, objects = order, ORDERS
    else:
        (known,) = find_workloads([workload])
        schema = known.schema
        labelled = (obj for _, obj in labelled_objects(known)) if known.conformance else ()
        objects = [*islice(labelled, 30)] or [*free_objects(known, 6, 1)]
    changes = found(schema, objects).changes
    assert len(changes) > 10
    schemas = {version: merged(changes, version) for version in VERSIONS}
    old, new = (schemas[version].messages for version in VERSIONS)
    assert [message.name for message in old] == [message.name for message in new]
    for change in changes:
        for direction, reader, writer in ((BACKWARD, NEW, OLD), (FORWARD, OLD, NEW)):
            read, write = (Encoder(schemas[version]).encode for version in (reader, writer))
            judge = Judge(change, direction, schemas[reader])
            assert change.cases(direction)
            for case in change.cases(direction):
                assert write(held(change, case.written))
                right = judge.judge(case, Answer("value", read(held(change, case.expected))))
                assert right.outcome == (DEFAULT if case.lost else SAME), (change.name, right.detail)


def test_types_that_a_change_leaves_alone_are_there_once(order: Schema) -> None:
    changes = found(order, ORDERS, "int32-to-int64", "rename-field", "add-enum-value").changes
    assert changes[0].summary == "Item.number, int32, becomes int64"
    names = [message.name.rpartition(".")[2] for message in merged(changes, OLD).messages]
    assert [name for name in names if name.endswith("Pair")] == ["SharedPair"]
    assert sorted(name for name in names if name.endswith("Item")) == ["Int32ToInt64Item", "SharedItem"]
    assert sum(name.endswith("Order") for name in names) == 3


def test_types_of_one_name_in_two_packages_stay_apart(tmp_path: Path) -> None:
    text = """syntax = "proto3";
    message Top { A a = 1; B b = 2; }
    message A { message Item { int32 x = 1; } Item item = 1; }
    message B { message Item { string y = 1; } Item item = 1; }"""
    objects = [{"a": {"item": {"x": 1}}, "b": {"item": {"y": "z"}}}]
    changes = found(schema_of(tmp_path, text), objects, "int32-to-int64", "string-to-bytes").changes
    names = {message.name.rpartition(".")[2] for message in merged(changes, OLD).messages}
    assert {"SharedA_Item", "SharedB_Item", "Int32ToInt64A_Item", "StringToBytesB_Item"} <= names


def test_values_that_the_new_type_lacks_are_lost_where_they_are(order: Schema) -> None:
    change = one(order, "int32-to-uint32", ORDERS[:1])
    assert shown(change.backward, "items") == [
        (
            {"items": [{"number": 5, "parts": [{"number": -9, "parts": []}]}, {"number": 0, "parts": []}]},
            {"items": [{"number": 5, "parts": [{"number": 0, "parts": []}]}, {"number": 0, "parts": []}]},
            ["items[0].parts[0].number"],
        )
    ]


def test_the_new_version_writes_what_the_old_one_cannot_hold(order: Schema) -> None:
    change = one(order, "int32-to-int64", ORDERS[:1])
    (case,) = change.forward
    wide = case.written["items"][1]["number"]
    assert (wide, case.expected["items"][1]["number"]) == (3_000_000_000, 0)
    assert case.lost == {"items[1].number"}
    items = case.expected["items"]
    assert judged(change, FORWARD, 0, {**case.expected, "items": items}).outcome == DEFAULT
    truncated = [items[0], {**items[1], "number": -1_294_967_296}]
    wrong = judged(change, FORWARD, 0, {**case.expected, "items": truncated})
    assert (wrong.outcome, wrong.detail) == (
        MISREAD,
        "items[1].number: 3000000000 has no right value, got -1294967296",
    )


def test_a_neighbour_of_a_changed_field_within_messages_is_misread(order: Schema) -> None:
    change = one(order, "int32-to-int64", ORDERS[2:])
    expected = change.backward[0].expected
    assert judged(change, BACKWARD, 0, {**expected, "items": [{"number": 0}]}).outcome == DEFAULT
    assert judged(change, BACKWARD, 0, {**expected, "items": [{"number": 8}]}).outcome == MISREAD
    assert judged(change, BACKWARD, 0, {**expected, "weight": 0.5}).outcome == MISREAD


def test_a_default_of_which_nobody_can_tell_what_it_means_is_not_asked(order: Schema) -> None:
    # The first object has an item without a number.
    change = one(order, "int32-to-string")
    assert [case.written["customer"] for case in change.backward] == ["c", "b"]
    assert change.backward[0].expected["items"] == [{"number": "7", "parts": []}]


def test_values_of_an_enum_exchange_their_numbers_wherever_they_are(tmp_path: Path) -> None:
    text = """syntax = "proto3";
    message Top { Suit suit = 1; repeated Suit suits = 2; map<string, Suit> by = 3; oneof x { Suit y = 4; } }
    enum Suit { NONE = 0; CLUBS = 1; HEARTS = 2; SPADES = 3; }"""
    obj = {"suit": 1, "suits": [0, 2, 3], "by": {"a": 2}, "y": 1}
    change = one(schema_of(tmp_path, text), "renumber-enum", [obj])
    assert change.backward[0].expected == {"suit": 2, "suits": [0, 1, 3], "by": {"a": 1}, "y": 2}
    assert change.forward[0].written == change.backward[0].expected


def test_a_new_case_of_a_oneof_is_none_of_the_old_ones(order: Schema) -> None:
    change = one(order, "add-oneof-case")
    cases = [shown([case], "card", "voucher", "added")[0] for case in change.forward]
    assert ({"added": "Łódź"}, {}, ["card", "voucher"]) in cases
    assert ({"card": "c"}, {"card": "c"}, []) in cases


def test_two_fields_with_values_have_no_place_in_a_oneof(order: Schema) -> None:
    change = one(order, "move-into-oneof", ORDERS[:1])
    assert shown(change.backward, "note", "rebate") == [
        ({"note": "n", "rebate": 0.5}, {}, ["note", "rebate"])
    ]


def test_fields_move_into_a_message_and_back(order: Schema) -> None:
    change = one(order, "nest-fields")
    first, second = change.summary.removesuffix(" move into a message").split(".")[1].split(" and ")
    case = change.backward[0]
    assert case.expected["nested"] == {
        name: case.written[name] for name in (first, second) if name in case.written
    }
    assert change.forward[0].expected == case.written


def test_a_list_of_pairs_becomes_a_map(order: Schema) -> None:
    change = one(order, "list-to-map")
    assert shown(change.backward, "labels")[0] == (
        {"labels": [{"key": "k", "value": 2}]},
        {"labels": {"k": 2}},
        [],
    )
    two = [{**ORDERS[0], "labels": [{"key": "k"}, {"key": "l"}]}]
    left_out = found(order, two, "list-to-map").left_out
    assert left_out == {"list-to-map": "no object has a fitting list of pairs of a key and a value"}


def test_what_does_not_apply_is_named_with_the_reason(tmp_path: Path) -> None:
    small = schema_of(tmp_path, 'syntax = "proto3"; message Top { string name = 1; }')
    result = found(small, [{"name": "a"}])
    assert result.left_out["int32-to-int64"] == "the schema has no single int32"
    assert result.left_out["add-oneof-case"] == "the schema has no oneof"
    assert result.left_out["reorder"] == "the schema has no message of several fields"
    assert [change.name for change in result.changes] == [
        "add-at-end",
        "add-required",
        "reuse-number",
        "rename-field",
        "string-to-bytes",
        "singular-to-repeated",
    ]


def test_a_site_with_values_is_taken_and_others_by_the_seed(tmp_path: Path) -> None:
    text = """syntax = "proto3";
    message Top { string a = 1; string b = 2; string c = 3; string never = 4; }"""
    schema = schema_of(tmp_path, text)
    objects = [{"a": "1", "b": "2", "c": "3"}]
    sites = {found(schema, objects, "string-to-bytes", seed=seed).changes[0].summary for seed in range(20)}
    assert sites == {f"Top.{name}, string, becomes bytes" for name in "abc"}


def test_new_fields_have_names_and_numbers_that_are_free(tmp_path: Path) -> None:
    text = """syntax = "proto3";
    message Top { string added = 1; string ADDED_2 = 536870911; reserved 2; }"""
    change = one(schema_of(tmp_path, text), "add-at-end", [{"added": "x"}])
    new = change.new.message("Top").fields[-1]
    assert (new.name, new.number, new.json_name) == ("added_3", 2, "added3")


def test_well_known_messages_are_not_changed(tmp_path: Path) -> None:
    text = """syntax = "proto3";
    import "google/protobuf/timestamp.proto";
    message Top { google.protobuf.Timestamp at = 1; }"""
    result = found(schema_of(tmp_path, text), [{"at": {"seconds": 5, "nanos": 7}}])
    assert "int32-to-int64" in result.left_out
    assert {change.summary.split(",")[0].split(" ")[0] for change in result.changes} <= {"Top", "Top.at"}


def test_a_nan_is_itself(order: Schema) -> None:
    change = one(order, "rename-field")
    index = next(i for i, case in enumerate(change.backward) if case.written["customer"] == "b")
    assert judged(change, BACKWARD, index, change.backward[index].expected).outcome == SAME


def test_what_differs_is_declared_on_one_line(order: Schema) -> None:
    change = one(order, "int32-to-int64")
    assert differing(change, OLD) == "message Item { int32 number = 1; repeated Item parts = 3; }"
    assert differing(change, NEW) == "message Item { int64 number = 1; repeated Item parts = 3; }"
    required = one(order, "optional-to-required")
    assert "/* required */" in required.text(NEW)
    assert required.text(OLD).startswith('syntax = "proto3";\n\nmessage Order {\n')
