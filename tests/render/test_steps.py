"""The questions that templates ask of steps and values."""

import pytest
from render.schemas import schema_of

from serbench.languages.cpp.lowering import lower_to_cpp
from serbench.languages.java.lowering import lower_to_java
from serbench.languages.javascript.lowering import lower_to_javascript
from serbench.languages.python.lowering import lower_to_python
from serbench.languages.steps import Leaf, Step

_ITEM = """message Item {
  int32 a = 1; optional string b = 2; optional Item c = 3; repeated bytes d = 4; map<bool, Kind> e = 5;
  oneof f { Item g = 6; int64 h = 7; }
} enum Kind { X = 0; }"""
_QUESTIONS = ("is_plain", "is_optional", "is_list", "is_map", "is_oneof", "may_be_absent")


def asked(step: Step) -> tuple[str, ...]:
    return tuple(question for question in _QUESTIONS if getattr(step, question))


def test_a_step_answers_by_its_label() -> None:
    root = lower_to_javascript(schema_of(_ITEM)).root
    assert [(step.label, asked(step)) for step in root.steps] == [
        ("plain", ("is_plain",)),
        ("optional", ("is_optional", "may_be_absent")),
        ("boxed", ("is_optional", "may_be_absent")),
        ("repeated", ("is_list",)),
        ("map", ("is_map",)),
        ("oneof", ("is_oneof", "may_be_absent")),
    ]
    assert root.oneofs == (root.steps[-1],)
    assert {case.label for case in root.oneofs[0].cases} == {"case"}


def test_the_plans_know_their_oneofs() -> None:
    root = lower_to_javascript(schema_of(_ITEM)).root
    (everything,) = (plan for plan in root.plans if plan.name == "all")
    assert [step.schema_name for step in everything.oneofs] == ["f"]


@pytest.mark.parametrize(
    ("leaf", "answers", "unit", "bare"),
    [
        (Leaf("bool", "bool"), {"is_bool", "is_fixed"}, "bool", "bool"),
        (Leaf("number", "int64"), {"is_number", "is_fixed"}, "int64", "int64"),
        (Leaf("enum", "plain.Kind"), {"is_enum", "is_declared", "is_fixed"}, "enum", "Kind"),
        (Leaf("string", "string"), {"is_text"}, "string", "string"),
        (Leaf("bytes", "[]byte"), {"is_bytes"}, "[]byte", "[]byte"),
        (Leaf("message", "plain.Item"), {"is_message", "is_declared"}, "message", "Item"),
    ],
)
def test_a_value_answers_by_its_kind(leaf: Leaf, answers: set[str], unit: str, bare: str) -> None:
    questions = [name for name in dir(Leaf) if name.startswith("is_")]
    assert {name for name in questions if getattr(leaf, name)} == answers
    assert (leaf.unit, leaf.bare) == (unit, bare)


def test_a_map_has_a_key() -> None:
    step = lower_to_javascript(schema_of(_ITEM)).root.steps[4]
    assert (step.key_leaf, step.leaf) == (Leaf("bool", "bool"), Leaf("enum", "plain.Kind"))


def test_what_another_plan_reads_wholly_is_read_by_access_all() -> None:
    text = "message Item { oneof a { Part b = 1; string c = 2; } } message Part { int32 d = 1; }"
    plans = lower_to_javascript(schema_of(text)).root.plans
    read = {
        plan.name: (step.inner_plan, *(case.inner_plan for case in step.cases))
        for plan in plans
        for step in plan.read
    }
    assert read["one"] == read["all"] == ("all", "all", "all")
    assert read["tenth"] == ("tenth", "tenth", "tenth")


@pytest.mark.parametrize(
    ("root", "rows", "row"),
    [
        ("repeated Part parts = 1;", "parts", "Part"),
        ("repeated Part parts = 1; int32 other = 2;", None, "Item"),
        ("repeated int32 parts = 1;", None, "Item"),
        ("map<int32, Part> parts = 1;", None, "Item"),
        ("oneof of { Part parts = 1; }", None, "Item"),
        ("Part part = 1;", None, "Item"),
    ],
)
def test_a_table_has_the_rows_of_a_list_that_the_root_holds_alone(
    root: str, rows: str | None, row: str
) -> None:
    schema = schema_of(f"message Item {{ {root} }} message Part {{ int32 d = 1; }}")
    for lowered in (lower_to_cpp(schema), lower_to_java(schema), lower_to_python(schema)):
        assert (lowered.rows.schema_name if lowered.rows else None) == rows
        assert lowered.row is not None
        assert lowered.row.name == row
