"""The conformance workloads hold what workloads/README.md says, and each label is true."""

import re

import pytest
from corpus.features import FINDABLE, depth_of, features_of
from corpus.tours import TOURS, tour, tour_objects

from serbench.corpus.decoding import Decoder
from serbench.corpus.encoding import Encoder
from serbench.locations import WORKLOADS
from serbench.schema.model import Field, Oneof

SCALARS = frozenset(
    """bool int32 sint32 sfixed32 uint32 fixed32 int64 sint64 sfixed64 uint64 fixed64 float double string
    bytes""".split()
)


def _documented() -> set[str]:
    text = (WORKLOADS / "README.md").read_text(encoding="utf-8")
    return set(re.findall(r"^\| `([a-z0-9-]+)` \|", text, re.MULTILINE))


@pytest.mark.parametrize("name", TOURS)
def test_every_label_is_true_and_none_is_missing(name: str) -> None:
    schema = tour(name).schema
    encoder, decoder = Encoder(schema), Decoder(schema)
    for index, (labels, obj) in enumerate(tour_objects(name)):
        found = features_of(schema, decoder.decode(encoder.encode(obj)))
        assert (index, found) == (index, FINDABLE & set(labels))


def test_the_features_are_those_of_the_table() -> None:
    used = {label for name in TOURS for labels, _ in tour_objects(name) for label in labels}
    assert used == _documented()
    assert used > FINDABLE


@pytest.mark.parametrize("name", TOURS)
def test_each_tour_has_plain_objects_and_a_bearable_number(name: str) -> None:
    labels = [labels for labels, _ in tour_objects(name)]
    assert 10 <= len(labels) <= 64
    assert any("plain" in of_object for of_object in labels)
    assert all(of_object and len(set(of_object)) == len(of_object) for of_object in labels)


@pytest.mark.parametrize("name", TOURS)
def test_nan_and_each_infinity_stand_alone(name: str) -> None:
    for labels, _ in tour_objects(name):
        awkward = {"nan", "infinity", "negative-zero", "denormal", "keyword-names"} & set(labels)
        assert len(awkward) <= 1


def test_nothing_is_deeper_than_twenty() -> None:
    workload = tour("tour-recursive")
    depths = [
        (depth_of(workload.schema, workload.schema.root, Decoder(workload.schema).decode(data)), labels)
        for labels, data in (
            (labels, Encoder(workload.schema).encode(obj)) for labels, obj in tour_objects("tour-recursive")
        )
    ]
    assert max(depth for depth, _ in depths) == 20
    assert {labels[0] for depth, labels in depths if depth == 20} == {
        "recursion-optional",
        "recursion-list",
        "recursion-map",
        "recursion-oneof",
        "mutual-recursion",
    }


def _root_fields(name: str) -> list[Field | Oneof]:
    schema = tour(name).schema
    return list(schema.message(schema.root).members)


@pytest.mark.parametrize("name", ["tour-scalars", "tour-optional", "tour-repeated", "tour-oneof"])
def test_every_scalar_is_there(name: str) -> None:
    schema = tour(name).schema
    if name == "tour-oneof":
        members = [case for m in _root_fields(name) if isinstance(m, Oneof) for case in m.cases]
    else:
        label = {"tour-scalars": "plain", "tour-optional": "optional", "tour-repeated": "repeated"}[name]
        members = [m for m in schema.message(schema.root).fields if m.label == label]
    assert {field.type.proto for field in members} >= SCALARS | {"enum"}


def test_every_type_of_key_is_there() -> None:
    keys = {m.key.proto for m in _root_fields("tour-map") if isinstance(m, Field) and m.key}
    assert keys == SCALARS - {"float", "double", "bytes"}


def test_each_kind_of_oneof_case_is_set_with_a_value_and_with_its_default() -> None:
    objects = [obj for _, obj in tour_objects("tour-oneof")]
    kind = next(m for m in _root_fields("tour-oneof") if isinstance(m, Oneof))
    assert len(kind.cases) > 5
    for case in kind.cases:
        values = [obj[case.name] for obj in objects if case.name in obj]
        assert any(not value for value in values)
        assert case.name == "a_nothing" or any(value for value in values)
