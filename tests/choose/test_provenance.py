"""The provenance of data: whose objects they are, in every form of an answer."""

import json
from pathlib import Path

import pytest
from choose.choosing import fakes_only
from choose.knowing import asking, codec, knowing

from serbench.choose.answer import Context, document_of
from serbench.choose.decision import Decision, decide
from serbench.choose.markdown import decision_record
from serbench.choose.opening import opening_of
from serbench.choose.provenance import MOST_NOTES, Provenance, provenance_of
from serbench.choose.shape import Shape
from serbench.choose.words import sentences
from serbench.cli.main import main

DROPPED = "Fields that the schema does not know were ignored: note (3×)."
WHOLE = "All 40 objects of orders.jsonl are taken."
SHAPE = Shape(40, 1, 12, 30, "id", "text", 0.95)
KNOWN = knowing([codec("go/json", "json", 100)])


def decided(provenance: Provenance, shape: Shape | None = SHAPE) -> Decision:
    return Decision(
        **{
            name: getattr(decide(asking("go", "go"), KNOWN, "measured", shape), name)
            for name in ("request", "basis", "sorted", "short", "now", "matters", "sensitivity")
        },
        shape=shape,
        provenance=provenance,
    )


def test_what_was_left_out_comes_before_what_was_not() -> None:
    found = provenance_of({"notes": [WHOLE, DROPPED, DROPPED]}, ["Order"])
    assert (found.kind, found.words, found.lines()) == ("own", "", [DROPPED, WHOLE])
    several = provenance_of({"types": [{"notes": [WHOLE]}, {"notes": [DROPPED]}]}, ["A", "B"])
    assert several.lines() == [DROPPED, WHOLE]


def test_a_workload_and_drawn_objects_are_not_the_users() -> None:
    assert provenance_of(None, ["log", "media"]).words == "objects of the workload log and media"
    drawn = provenance_of({"synthesized": True, "notes": []}, ["Order"])
    assert drawn.measured_on == ", on objects that are synthesized from the schema, not on your data"
    assert drawn.of(SHAPE).startswith("objects that are synthesized from the schema: 40 messages, 1 type")


def test_many_notes_are_counted() -> None:
    found = Provenance(notes=tuple(f"note {number}" for number in range(MOST_NOTES + 3)))
    assert found.lines()[MOST_NOTES:] == ["3 more, which --json and the report have."]


def test_every_form_of_an_answer_tells_what_was_dropped() -> None:
    decision = decided(provenance_of({"notes": [WHOLE, DROPPED]}, ["Order"]))
    assert "Measured on this machine." in sentences(decision)
    assert f"\n- {DROPPED}\n" in decision_record(decision, None, Context("again"))
    data = document_of(decision, None, KNOWN, Context("again"))["request"]["data"]
    assert (data["kind"], data["workloads"], data["notes"]) == ("own", [], [DROPPED, WHOLE])
    (table,) = [table for table in opening_of(decision).section.tables if table.title == "data"]
    assert DROPPED in [line.cells[0].text for line in table.lines]


def test_the_shape_of_drawn_objects_says_nothing() -> None:
    said = sentences(decided(Provenance("synthesized")))
    assert (
        "Measured on this machine, on objects that are synthesized from the schema, not on your data." in said
    )
    assert not [one for one in said if one.startswith(("Half of the messages", "id has"))]
    assert [one for one in sentences(decided(Provenance())) if one.startswith("id has 95% of the bytes")]


@pytest.mark.slow
def test_drawn_objects_are_named_wherever_a_choice_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    place = fakes_only(tmp_path, monkeypatch)
    (place / "tiny.proto").write_text(
        'syntax = "proto3";\nmessage Tiny { uint32 id = 1; string note = 2; }\n'
    )
    words = [
        "--schema",
        str(place / "tiny.proto"),
        "--synthesize",
        "40",
        "--without",
        "note",
        "--out",
        str(place / "results"),
    ]
    ends = ["--write", "fake", "--read", "fake", "--codecs", "honest", "--evolves", "none"]
    assert main(["choose", *words, *ends, "--trusted", "self", "--quiet", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    data, said = (
        document["request"]["data"],
        "on objects that are synthesized from the schema, not on your data",
    )
    assert data["kind"] == "synthesized" and data["notes"][0] == "Left out of the schema: note."
    assert data["notes"][1].startswith("Synthesized by seed 1: ")
    assert f"Measured on this machine, {said}." in document["answer"]["sentences"]
    folder = place / "results" / document["run"]
    assert json.loads((folder / "run.json").read_text())["own"]["synthesized"] is True
    assert said in (folder / "report.html").read_text(encoding="utf-8")
    for form in ("--markdown", "--quiet"):
        assert main(["choose", "--resume", str(folder), form]) == 0
        shown = capsys.readouterr().out
        assert said in shown and "- Synthesized by seed 1: " in shown
