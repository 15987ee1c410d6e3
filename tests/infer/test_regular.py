"""Documents that tell nothing new are passed: the schema and its notes are those of all documents."""

import json
from pathlib import Path

import pytest

from serbench.infer import regular
from serbench.infer.from_lines import inferred_schema
from serbench.infer.regular import RegularDocuments

USUAL = (
    '{"i": 1, "far": 5000000000, "n": 1.5, "both": 1, "t": "x", "b": true, "o": {"x": 1, "y": "a"}, "l": [1],'
    ' "ol": [{"x": 1}], "m": {"2020-01-01": 1}, "none": null, "empty": [], "mixed": 1, "s": "NaN",'
    ' "ll": [[1]]}',
    '{"i": 2, "far": 5, "n": 0.5, "both": 2.5, "t": "y", "b": false, "o": {"x": 2, "y": "b"}, "l": [],'
    ' "ol": [], "m": {}, "empty": [], "mixed": "x", "s": "Infinity", "ll": [[], [2]]}',
)
SURPRISES = (
    *("{}", '{"new": 1}', '{"i": null}', '{"i": 3000000000}', '{"i": 1152921504606846976}', '{"i": 1.0}'),
    *('{"i": -0}', '{"i": "1"}', '{"i": 18446744073709551615}', '{"i": 18446744073709551616}', '{"i": -1}'),
    *(
        '{"far": 9007199254740993}',
        '{"n": 1}',
        '{"n": 1e999}',
        '{"n": "NaN"}',
        '{"n": NaN}',
        '{"n": 9007199254740993}',
    ),
    *(
        '{"both": "x"}',
        '{"t": 1}',
        '{"t": "NaN"}',
        '{"t": "\\ud800"}',
        '{"t": {"a": 1}}',
        '{"b": 1}',
        '{"b": null}',
    ),
    *(
        '{"o": {}}',
        '{"o": {"x": 1, "y": 2}}',
        '{"o": {"x": 1, "y": "a", "z": 1}}',
        '{"o": null}',
        '{"o": []}',
    ),
    *(
        '{"l": [1, null]}',
        '{"l": [1.5]}',
        '{"l": ["x"]}',
        '{"l": null}',
        '{"l": [[1]]}',
        '{"l": [5000000000]}',
    ),
    *(
        '{"ol": [{}]}',
        '{"ol": [null]}',
        '{"ol": [{"x": "a"}]}',
        '{"m": {"2020-01-02": 1}}',
        '{"m": {"x": 1}}',
    ),
    *(
        '{"m": {"2020-01-01": null}}',
        '{"none": 1}',
        '{"empty": [1]}',
        '{"mixed": {"a": 1}}',
        '{"mixed": 9007199254740993}',
    ),
    *('{"s": "x"}', '{"s": 1}', '{"ll": [[null]]}', '{"ll": [1]}', '{"i": 1, "i": "x"}', '{"a\\"b": 1}'),
    *(
        '{"i": 1, "i": 2}',
        '{"o": {"x": 1, "x": 2, "y": "a"}}',
        '{"t": "\\u003a"}',
        '{"ol": [{"x": 1, "x": 2}]}',
    ),
)


def both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: list[str]) -> tuple[object, object, int]:
    """The schemas inferred with documents passed and without, and how many were."""
    path, passed = tmp_path / "data.jsonl", list[int]()
    path.write_text("\n".join(lines))
    monkeypatch.setattr(regular, "_FIRST", 2)
    accepts = RegularDocuments.accepts

    def counting(self: RegularDocuments, text: str, count: int) -> bool:
        found = accepts(self, text, count)
        passed.append(count if found else 0)
        return found

    monkeypatch.setattr(RegularDocuments, "accepts", counting)
    quick = inferred_schema(str(path))
    monkeypatch.setattr(RegularDocuments, "accepts", lambda self, text, count: False)
    return quick, inferred_schema(str(path)), sum(passed)


@pytest.mark.parametrize("surprise", SURPRISES)
def test_a_late_surprise_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, surprise: str) -> None:
    first = json.loads(USUAL[1])
    # Of the usual object only what surprises is another.
    usual = {**first, **json.loads(surprise, strict=False)} if surprise.count('"i"') < 2 else None
    line = surprise if usual is None or "NaN}" in surprise or "1e999" in surprise else json.dumps(usual)
    lines = [*USUAL * 4, *[USUAL[1]] * 20, line, surprise, *[USUAL[1]] * 5, line]
    quick, exact, passed = both(tmp_path, monkeypatch, lines)
    assert quick == exact
    assert passed > 0


FILLED = json.dumps({"o": {f"k{n}": n for n in range(19)}})
SPARSE = [json.dumps({"o": {f"k{n}": n}}) for n in range(30)]


@pytest.mark.parametrize(
    "lines", [[*[FILLED] * 4, *SPARSE, *[FILLED] * 50], [FILLED, *SPARSE, *[SPARSE[1]] * 50]]
)
def test_how_often_members_are_there_may_decide_that_objects_are_maps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: list[str]
) -> None:
    quick, exact, passed = both(tmp_path, monkeypatch, lines)
    assert quick == exact
    assert passed > 0


def test_names_that_no_type_has_are_observed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    quick, exact, passed = both(tmp_path, monkeypatch, ['{"a\\nb": 1, "c": 1}'] * 9)
    assert (quick, passed) == (exact, 0)
