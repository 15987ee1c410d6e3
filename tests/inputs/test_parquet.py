"""Parquet: the types that a file declares, and each value as DuckDB's own reader has it."""

import gzip
import math
from pathlib import Path
from typing import Any

import duckdb
import pytest
from inputs.through import fields, through_its_schema

from serbench.errors import BadInput
from serbench.inputs.opening import opened_input


@pytest.fixture
def path(tmp_path: Path) -> Path:
    # DuckDB takes a path for a pattern.
    return tmp_path / "a[1]*.parquet"


def write(path: Path, query: str) -> Path:
    plain = path.with_name("plain")
    with duckdb.connect(":memory:") as connection:
        connection.execute(f"COPY ({query}) TO '{plain}' (FORMAT parquet)")
    return plain.rename(path)


def test_each_type_has_its_field(path: Path) -> None:
    write(
        path,
        """SELECT true AS a, 1::TINYINT AS b, -2::INTEGER AS c, 3::BIGINT AS d, 4::UTINYINT AS e,
        18446744073709551615::UBIGINT AS f, 1.5::FLOAT AS g, -0.0::DOUBLE AS h, '😀é' AS i, 'ab'::BLOB AS j,
        [[1], []] AS k, MAP {'x': MAP {2: NULL}} AS l, {'m': 'n', 'o': {'p': 1::BIGINT}} AS q, '' AS r""",
    )
    found, (obj,) = through_its_schema(path)
    assert fields(found) == {
        "a": "bool",
        "b": "int32",
        "c": "int32",
        "d": "int64",
        "e": "uint32",
        "f": "uint64",
        "g": "float",
        "h": "double",
        "i": "string",
        "j": "bytes",
        "k": "repeated KList",
        "l": "map<string, LMap>",
        "q": "Q",
        "r": "string",
    }
    assert fields(found, "LMap") == {"map_entries": "map<int32, LOrNull>"}
    assert fields(found, "O") == {"p": "int64"}
    assert (obj["f"], obj["i"], obj["j"], obj["r"]) == (2**64 - 1, "😀é", b"ab", "")
    assert math.copysign(1, obj["h"]) == -1
    assert [each.get("values", []) for each in obj["k"]] == [[1], []]
    assert obj["l"] == {"x": {"map_entries": {2: {}}}}
    assert obj["q"] == {"m": "n", "o": {"p": 1}}


def test_a_field_is_optional_where_a_row_lacks_it(path: Path) -> None:
    write(path, "SELECT * FROM (VALUES (1, 'x', NULL::INTEGER), (2, NULL, NULL)) AS t(always, never, none)")
    found, objects = through_its_schema(path)
    assert fields(found) == {"always": "int32", "never": "optional string", "none": "optional int32"}
    assert objects[0] == {"always": 1, "never": "x"} | {
        key: value for key, value in objects[0].items() if value is None
    }
    assert objects[1]["always"] == 2 and objects[1].get("never") is None


def test_types_that_a_proto_lacks_are_named_with_their_count(path: Path) -> None:
    write(
        path,
        """SELECT * FROM (VALUES
        (TIMESTAMP '1970-01-01 00:00:00.000002', TIMESTAMP_NS '1970-01-01 00:00:00.000000003',
         TIMESTAMPTZ '1970-01-01 01:00:00+01', DATE '1969-12-31', TIME '00:00:01', 1.50::DECIMAL(5, 2),
         [{'x': DATE '1970-01-03'}], '00000000-0000-0000-0000-000000000001'::UUID),
        (NULL, NULL, NULL, NULL, NULL, NULL, [NULL, {'x': NULL}], NULL)) AS t(a, b, c, d, e, f, g, h)""",
    )
    found, (first, second) = through_its_schema(path)
    del first["g"], second["g"]
    assert first == {
        "a": 2,
        "b": 3,
        "c": 0,
        "d": -1,
        "e": 1_000_000,
        "f": "1.50",
        "h": f"{'0' * 8}-{'0' * 4}-{'0' * 4}-{'0' * 4}-{'0' * 11}1",
    }
    assert set(second.values()) <= {None}
    # Columns of scalars are counted before others are read.
    assert found.notes == (
        "row 2, g: some values are null; each becomes a message, which is empty for null",
        "a: timestamps, as microseconds since 1970 (1×)",
        "b: timestamps, as nanoseconds since 1970 (1×)",
        "c: timestamps, as microseconds since 1970 (1×)",
        "d: dates, as days since 1970 (1×)",
        "e: times of day, as microseconds (1×)",
        "f: decimal, as text (1×)",
        "h: uuid, as text (1×)",
        "g[].x: dates, as days since 1970 (1×)",
    )


def test_special_numbers_are_read_and_a_compressed_file(path: Path) -> None:
    write(path, "SELECT unnest(['nan'::DOUBLE, 'inf'::DOUBLE, 1.0]) AS x")
    path.write_bytes(gzip.compress(path.read_bytes()))
    _, objects = through_its_schema(path)
    assert [str(obj["x"]) for obj in objects] == ["nan", "inf", "1.0"]


def test_a_damaged_file_and_one_without_rows_are_refused(path: Path) -> None:
    def read() -> list[Any]:
        with opened_input(str(path)) as objects:
            return list(objects.read())

    whole = write(path, "SELECT 1 AS a").read_bytes()
    path.write_bytes(whole[:-4])
    with pytest.raises(BadInput, match=r"a\[1\]\*\.parquet cannot be read as Parquet: .*No magic bytes"):
        read()
    write(path, "SELECT 1 AS a WHERE false")
    with pytest.raises(BadInput, match=r"a\[1\]\*\.parquet holds no rows\.$"):
        read()


def test_columns_of_scalars_are_counted_and_the_others_read(path: Path) -> None:
    write(path, "SELECT i AS id, nullif(i, 1) AS may, DATE '1970-01-03' AS day, [i] AS l FROM range(3) t(i)")
    with opened_input(str(path)) as objects:
        known, others = objects.untold()
        assert known == {"id": True, "may": False, "day": True}
        assert [*others] == [(1, {"l": [0]}), (2, {"l": [1]}), (3, {"l": [2]})]
        assert objects.changes.sentences() == ("day: dates, as days since 1970 (3×)",)
        assert objects.kind.typed is not None
        rows = [*objects.kind.typed.some(objects.source, [1, 3])]
        assert rows == [
            (1, {"id": 0, "may": 0, "day": 2, "l": [0]}),
            (3, {"id": 2, "may": 2, "day": 2, "l": [2]}),
        ]


def test_a_column_may_have_the_name_of_the_rows_number(path: Path) -> None:
    write(path, "SELECT i AS row, i AS row_ FROM range(3) t(i)")
    with opened_input(str(path)) as objects:
        assert objects.kind.typed is not None
        assert [*objects.kind.typed.some(objects.source, [2])] == [(2, {"row": 1, "row_": 1})]


@pytest.mark.parametrize(
    "value", ["DATE 'infinity'", "[TIMESTAMP '-infinity']", "{'at': TIMESTAMPTZ 'infinity'}"]
)
def test_infinite_dates_and_times_are_refused(path: Path, value: str) -> None:
    write(path, f"SELECT {value} AS x")
    sentence = (
        "cannot be read as Parquet: Invalid Input Error: a date or time is infinite, which no number is"
    )
    for is_untold in (True, False):
        with pytest.raises(BadInput, match=sentence), opened_input(str(path)) as objects:
            list(objects.untold()[1] if is_untold else objects.read())


def test_keys_that_hold_others_are_text(path: Path) -> None:
    write(path, "SELECT MAP {{'a': 1}: 2} AS x, MAP {[1, 2]: 'y'} AS l, MAP {1.5::DOUBLE: true} AS d")
    found, (obj,) = through_its_schema(path)
    assert fields(found) == {"x": "map<string, int32>", "l": "map<string, string>", "d": "map<string, bool>"}
    assert obj == {"x": {"{'a': 1}": 2}, "l": {"[1, 2]": "y"}, "d": {"1.5": True}}
    assert found.notes == (
        "x: keys that are structs or lists, as text (1×)",
        "l: keys that are structs or lists, as text (1×)",
        "d: keys that are doubles, as text (1×)",
    )


def test_keys_that_are_not_quite_as_the_file_has_them_are_counted(path: Path) -> None:
    by_day = "MAP {DATE '1970-01-03': 1, DATE '1970-01-04': 2}"
    write(path, f"SELECT MAP {{'\\xFF'::BLOB: DATE '1970-01-02'}} AS b, {by_day} AS d")
    found, (obj,) = through_its_schema(path)
    assert fields(found) == {"b": "map<string, int32>", "d": "map<int32, int32>"}
    assert obj == {"b": {"\\xff": 1}, "d": {2: 1, 3: 2}}
    assert found.notes == (
        "b: keys that are bytes, as text (1×)",
        "b[]: dates, as days since 1970 (1×)",
        "d: keys that are dates, as days since 1970 (2×)",
    )


def test_folders_are_no_columns(tmp_path: Path) -> None:
    folder = tmp_path / "year=2024" / "month=7"
    folder.mkdir(parents=True)
    path = write(folder / "x.parquet", "SELECT 1999 AS year")
    found, objects = through_its_schema(path)
    assert (fields(found), objects) == ({"year": "int32"}, [{"year": 1999}])
    with opened_input(str(path)) as opened:
        assert [*opened.read()] == [(1, {"year": 1999})]
