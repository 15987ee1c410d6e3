"""Notes of inference on values that will be refused, or change."""

from pathlib import Path

import pytest

from serbench.infer.from_lines import inferred_schema


@pytest.mark.parametrize(
    ("lines", "notes"),
    [
        (
            ['{"a": 1e400}', '{"a": 2.5}'],
            [
                "line 1, a: 1 number is beyond a double and will be refused, unless --relaxed makes"
                " infinities of them"
            ],
        ),
        (
            ['{"a": "x"}', '{"a": "\\ud800"}', '{"a": "\\udc00\\ud800"}', '{"a": "\\ud83d\\ude00"}'],
            [
                "line 2, a: 2 texts are not Unicode, because of lone surrogates, and will be refused, unless"
                " --relaxed replaces these"
            ],
        ),
        (
            ['{"a": -1}', '{"a": 18446744073709551615}'],
            [
                "line 2, a: no integer type holds both -1 and 18446744073709551615; these numbers become"
                " doubles, which round them"
            ],
        ),
        (
            ['{"\\ud800": 1, "a": 1}'],
            [
                'line 1, the object: no field can have the name "\\ud800"; read the data with --relaxed,'
                " which ignores it"
            ],
        ),
        (
            ['{"a": 1.5}', '{"a": 9007199254740993}'],
            [
                "line 2, a: not all numbers are whole, so those beyond 2^53 become doubles, which may round"
                " them"
            ],
        ),
        (['{"a": 1.5}', '{"a": 9007199254740992}'], []),
        (
            ['{"a": 1}', f'{{"a": 1{"0" * 400}}}'],
            [
                "line 2, a: numbers beyond 64 bits become doubles, which round them",
                "line 2, a: 1 number is beyond a double and will be refused, unless --relaxed makes"
                " infinities of them",
            ],
        ),
        (
            ['{"m": {"1": 1}}', '{"m": {"2": 1, "\\ud800 3": 1}}'],
            [
                "line 2, m: 1 text is not Unicode, because of lone surrogates, and will be refused, unless"
                " --relaxed replaces these"
            ],
        ),
        (
            ['{"a": 1, "a": 2}', '{"a": 1, "b": [{"c": 1, "c": null}]}'],
            [
                "a: values that a later member of the same name replaces (1×)",
                "b[].c: values that a later member of the same name replaces (1×)",
            ],
        ),
        (
            ['{"a": 18446744073709551616}'],
            ["line 1, a: numbers beyond 64 bits become doubles, which round them"],
        ),
    ],
)
def test_a_value_that_no_schema_holds_is_told(tmp_path: Path, lines: list[str], notes: list[str]) -> None:
    path = tmp_path / "d.jsonl"
    path.write_text("".join(line + "\n" for line in lines))
    found, text = inferred_schema(str(path))
    assert list(found.notes) == notes
    assert text.startswith(f"// Inferred from {len(lines)} object{'s' if len(lines) > 1 else ''} of ")
