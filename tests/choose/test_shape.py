"""The shape of data: its figures, and the sentences that it says before anything is measured."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from choose.knowing import asking

from serbench.choose.shape import Seen, Shape, shape_of, shape_sentences, step_of, with_depth

PLAIN = Shape(100, 1, 400, 900, "name", "text", 0.4)


def shape(**types: Sequence[dict[str, Any]]) -> Shape:
    return shape_of(
        {name: Seen.of(of) for name, of in types.items()}, {name: len(types[name]) for name in types}
    )


def test_the_figures_are_of_json_and_of_the_largest_field() -> None:
    found = shape(order=[{"id": 7, "note": "x" * size} for size in (8, 8, 56)])
    assert (found.messages, found.types) == (3, 1)
    assert (found.p50_bytes, found.p99_bytes) == (
        len('{"id":7,"note":""}') + 8,
        len('{"id":7,"note":""}') + 56,
    )
    assert (found.largest_field, found.largest_kind) == ("note", "text")
    assert found.largest_field_share == pytest.approx(72 / (72 + 24))


def test_types_count_as_often_as_the_data_have_them() -> None:
    seen = {"small": Seen.of([{"a": "x" * 8}]), "large": Seen.of([{"b": "x" * 800}])}
    found = shape_of(seen, {"small": 99, "large": 1})
    assert (found.messages, found.types, found.p50_bytes) == (100, 2, len('{"a":""}') + 8)
    assert found.large_type == "large"
    assert found.largest_field == "large: b"
    assert found.largest_field_share == pytest.approx(800 / (800 + 792))


def test_a_list_of_messages_is_long_and_one_of_numbers_is_not() -> None:
    found = shape(log=[{"rows": [{"x": 1}] * 1200, "ids": [1] * 5000}])
    assert (found.long_list, found.list_length) == ("rows", 1200)


def test_values_that_an_object_has_had_are_repeated() -> None:
    found = shape(order=[{"a": "x" * 40, "b": {"c": "x" * 40}, "short": ["y", "y"]}])
    assert found.repeated_share == pytest.approx(40 / 82)


def test_no_data_has_no_shape_to_speak_of() -> None:
    assert list(shape_sentences(replace(PLAIN))) == []


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"largest_field_share": 0.93, "largest_kind": "bytes"}, "name has 93% of the bytes"),
        ({"long_list": "rows", "list_length": 1000}, "rows has a median of 1000 objects of one type"),
        ({"p50_bytes": 63}, "at most 63 bytes of JSON: framing and calls dominate"),
        ({"p99_bytes": 8000}, "at least 8000 bytes of JSON, half have at most 400"),
        ({"large_type": "photo", "p99_bytes": 8000}, "photo is at least 10 times as large"),
        ({"repeated_share": 0.31}, "31% of the bytes repeat a value of the same message"),
    ],
)
def test_a_shape_says_one_sentence(changed: dict[str, Any], said: str) -> None:
    (sentence,) = shape_sentences(replace(PLAIN, **changed))
    assert said in sentence


@pytest.mark.parametrize(
    "changed",
    [
        {"largest_field_share": 0.89},
        {"largest_field_share": 0.95, "largest_kind": "numbers"},
        {"largest_field_share": 0.95, "largest_field": "names[]"},
        {"long_list": "rows", "list_length": 999},
        {"p50_bytes": 64},
        {"p99_bytes": 7999},
        {"repeated_share": 0.29},
    ],
)
def test_a_shape_says_nothing_below_its_limits(changed: dict[str, Any]) -> None:
    assert list(shape_sentences(replace(PLAIN, **changed))) == []


def test_one_blob_needs_no_serializer() -> None:
    """As mavlink-camera-manager#509 and safetensors had it: frames and tensors beside a little text."""
    (sentence,) = shape_sentences(shape(frame=[{"camera": "front-left", "pixels": b"\x07" * 5000}] * 9))
    assert sentence.startswith("pixels has 100% of the bytes, so the serializer hardly matters")


def test_large_objects_decide_where_small_ones_were_measured() -> None:
    """As OpenSearch security#2780 found: headers of a few users were long, and had the same values again."""
    role = "all_access_of_the_whole_cluster"
    small = [{"user": f"user-{number}", "roles": ["one", "two"], "tenant": "x" * 30} for number in range(95)]
    large = [{"user": f"admin-{number}", "roles": [role] * 200, "tenant": ""} for number in range(5)]
    said = list(shape_sentences(shape(headers=[*small, *large])))
    assert len(said) == 2 and "the large ones decide the mean" in said[0]
    assert said[1].endswith("compression, or a format that writes references, saves them.")


def test_data_that_are_deep_ask_for_readers_that_take_them() -> None:
    deep: dict[str, Any] = {"number": 1}
    for _ in range(40):
        deep = {"next": [deep]}
    shape = shape_of({"node": Seen.of([deep, {"number": 2}])}, {"node": 2})
    assert shape.deepest == 41
    request = asking("go", "go")
    (found,) = with_depth(request, shape).constraints
    assert (found.id, found.value, found.origin) == ("max-depth", 41, "detected")
    given = asking("go", "go", max_depth=9)
    assert with_depth(given, shape) == given
    assert with_depth(request, PLAIN) == request


@pytest.mark.parametrize(
    ("size_bytes", "step"), [(0, 1), (4_000_000, 1), (4_000_001, 2), (24_000_000, 6), (24_000_001, 7)]
)
def test_of_large_objects_some_are_looked_at(size_bytes: int, step: int) -> None:
    assert step_of(size_bytes) == step
