"""Members whose name a later one has: the last is the value, and the others are counted by their paths."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgpack
import pytest

from serbench.errors import BadInput
from serbench.inputs.json import window
from serbench.inputs.json.complete import holds_all
from serbench.inputs.opening import opened_input

NOTE = "values that a later member of the same name replaces"


def read(folder: Path, name: str, content: bytes) -> tuple[list[Any], list[str]]:
    """The objects of a file, and what is told of it."""
    path = folder / name
    path.write_bytes(content)
    with opened_input(str(path)) as objects:
        found = [value for _, value in objects.read()]
        return found, [sentence.replace(NOTE, "lost") for sentence in objects.changes.sentences()]


@pytest.mark.parametrize(
    ("text", "objects", "told"),
    [
        ('{"a": 1, "a": 2, "b": 3, "a": 4}', [{"a": 4, "b": 3}], ["a: lost (2×)"]),
        ('{"a": {"b": 1, "b": 2}}\n{"a": {"b": 1, "b": 2}}', [{"a": {"b": 2}}] * 2, ["a.b: lost (2×)"]),
        ('[{"a": [{"b": 1, "b": 2}]}, {"b": 1}]', [{"a": [{"b": 2}]}, {"b": 1}], ["a[].b: lost (1×)"]),
        # Nothing within what is lost is lost once more.
        ('{"a": {"b": 1, "b": 2}, "a": {"b": 3}}', [{"a": {"b": 3}}], ["a: lost (1×)"]),
        ('{"a": null, "a": null}', [{"a": None}], ["a: lost (1×)"]),
        ('{"é": 1, "\\u00e9": 2}', [{"é": 2}], ["é: lost (1×)"]),
        # What msgspec cannot write, and a colon that only the value has.
        ('{"a": 1, "a": "\\ud800", "b": 18446744073709551616}', None, ["a: lost (1×)"]),
        ('{"a": 1, "a": "\\u003a"}', [{"a": ":"}], ["a: lost (1×)"]),
        ('{"a": NaN, "a": "x:y", "b:c": ":"}', [{"a": "x:y", "b:c": ":"}], ["a: lost (1×)"]),
        ('{"a": "\\ud800"}{"a": ":", "b:": "\\u003a"}[{"a": 1}, {"a": -0}]', None, []),
    ],
)  # fmt: skip
@pytest.mark.parametrize("piece_bytes", [1, 1 << 18])
def test_json(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    text: str,
    objects: list[Any] | None,
    told: list[str],
    piece_bytes: int,
) -> None:
    monkeypatch.setattr(window, "_PIECE_BYTES", piece_bytes)
    found, sentences = read(tmp_path, "data.json", text.encode())
    assert sentences == told
    assert objects is None or found == objects


def test_what_is_read_twice_is_counted_once(tmp_path: Path) -> None:
    path = tmp_path / "data.json"
    path.write_text('{"a": 1, "a": 2}')
    with opened_input(str(path)) as objects:
        for _ in range(2):
            assert [value for _, value in objects.read()] == [{"a": 2}]
            assert objects.changes.sentences() == (f"a: {NOTE} (1×)",)


@pytest.mark.parametrize(
    ("text", "value", "is_certain"),
    [
        ('{"a" : "x:y", "b": [{}, {"c": 1.5}]}', {"a": "x:y", "b": [{}, {"c": 1.5}]}, True),
        ('{"a": 1}\n{"a": 2}', [{"a": 1}, {"a": 2}], True),
        ('{"a": 1, "a": 2}', {"a": 2}, False),
        ('{"a": 1, "a": "\\u003A"}', {"a": ":"}, False),
        ('{"a": "\\u003A"}', {"a": ":"}, False),
        ('{"a": 18446744073709551616}', {"a": 2**64}, True),
        ('{"a": "\\ud800"}', {"a": "\ud800"}, False),
    ],
)
def test_a_value_has_as_many_colons_as_its_text(text: str, value: Any, is_certain: bool) -> None:
    assert holds_all(text, value) is is_certain
    assert holds_all(f'":{text}:"', value, 2, 2 + len(text)) is is_certain


def _map(*members: tuple[Any, Any]) -> bytes:
    return bytes((0x80 + len(members),)) + b"".join(
        msgpack.packb(each) for member in members for each in member
    )


def test_messagepack(tmp_path: Path) -> None:
    twice = _map(("a", 1), ("a", {"x": 1}), ("b", 2), ("a", {"x": 3}))
    inner = b"\x81" + msgpack.packb("in") + b"\x91" + _map(("a", 1), ("a", 2))
    assert read(tmp_path, "x.msgpack", twice + b"\x92" + inner + inner) == (
        [{"a": {"x": 3}, "b": 2}, {"in": [{"a": 2}]}, {"in": [{"a": 2}]}],
        ["a: lost (2×)", "in[].a: lost (2×)"],
    )
    # Python takes these keys for one.
    objects, told = read(tmp_path, "x.msgpack", _map((1, "x"), (True, "y")))
    assert (len(objects[0]), told[0]) == (1, "1: lost (1×)")


def _document(*elements: bytes) -> bytes:
    content = b"".join(elements) + b"\0"
    return (len(content) + 4).to_bytes(4, "little") + content


def test_bson(tmp_path: Path) -> None:
    one, two = (b"\x10a\0" + number.to_bytes(4, "little") for number in (1, 2))
    inner: Sequence[bytes] = (b"\x03in\0" + _document(one, two), b"\x0ab\0")
    found = read(tmp_path, "x.bson", _document(one, two, one) + _document(*inner) + _document(one))
    assert found == ([{"a": 1}, {"in": {"a": 2}, "b": None}, {"a": 1}], ["a: lost (2×)", "in.a: lost (1×)"])


def test_a_map_of_cbor_that_has_a_key_twice_is_none(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"x\.cbor, object 2 cannot be read as CBOR: "):
        read(tmp_path, "x.cbor", b"\xa1\x61a\x01" + b"\xa2\x61a\x01\x61a\x02")
