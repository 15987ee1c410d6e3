"""The folders of changes: what they hold, and the sentence about one that is not valid."""

import json
from pathlib import Path

import pytest
from evolution.small import ADDED, ADDED_OBJECTS, both_changes, write_change

from serbench.corpus.encoding import Encoder
from serbench.errors import BadInput
from serbench.experiments.evolution.changes import (
    BACKWARD,
    DIRECTIONS,
    FORWARD,
    REWRITE,
    VERSIONS,
    Case,
    all_changes,
    load_changes,
    named_changes,
    reader_of,
    writer_of,
)
from serbench.experiments.evolution.claims import CLAIMED
from serbench.experiments.evolution.merged import held, merged, merged_workload
from serbench.schema.model import Kind, Label


def test_a_change_is_read_from_its_folder(tmp_path: Path) -> None:
    added, widened = both_changes(tmp_path)
    assert (added.name, added.order, added.summary) == ("added", "01-added", "What it does.")
    assert [field.name for field in added.new.message("added.Reading").fields] == ["id", "name", "more"]
    assert added.backward[0] == Case({"id": 7, "name": "ä"}, {"id": 7, "name": "ä"})
    assert widened.forward[1] == Case({"id": 7, "count": 3000000000}, {"id": 7}, frozenset({"count"}))
    assert widened.cases(REWRITE)[1] == Case({"id": 7, "count": 3000000000}, {"id": 7, "count": 3000000000})


def test_who_writes_and_who_reads() -> None:
    assert [(writer_of(name), reader_of(name)) for name in DIRECTIONS] == [
        ("old", "new"),
        ("new", "old"),
        ("new", "new"),
    ]


def test_every_change_of_the_project_can_be_written_and_read() -> None:
    changes = all_changes()
    assert len(changes) == 24
    assert set(CLAIMED) <= {change.name for change in changes}
    for version in VERSIONS:
        encode = Encoder(merged(changes, version)).encode
        for change in changes:
            for direction in (BACKWARD, FORWARD):
                for case in change.cases(direction):
                    if writer_of(direction) == version:
                        assert encode(held(change, case.written))
                    if reader_of(direction) == version:
                        assert encode(held(change, case.expected))


def test_the_objects_of_a_change_differ_from_their_neighbours() -> None:
    assert len(all_changes()) > 10
    for change in all_changes():
        for direction in (BACKWARD, FORWARD):
            written = [json.dumps(case.written, default=bytes.hex) for case in change.cases(direction)]
            assert len(set(written)) == len(written) >= 2, change.name


def test_both_merged_schemas_have_the_same_types_in_the_same_order() -> None:
    changes = all_changes()
    old, new = (merged(changes, version) for version in VERSIONS)
    assert [message.name for message in old.messages] == [message.name for message in new.messages]
    cases = [[case.name for case in schema.message(schema.root).fields] for schema in (old, new)]
    assert cases[0] == cases[1]
    assert cases[0][:24] == [change.field for change in changes]
    # The types that only one version has can be reached in both.
    for schema in (old, new):
        held_names = {
            field.type.name
            for one in schema.messages
            for field in one.fields
            if field.type.kind is Kind.MESSAGE
        }
        assert held_names == {message.name for message in schema.messages} - {schema.root}


def test_each_version_knows_the_schemas_of_both() -> None:
    old, new = (merged_workload(all_changes(), version) for version in VERSIONS)
    assert old.versions == new.versions == (old.schema, new.schema)
    assert old.schema != new.schema


def test_a_removed_field_is_retired_in_the_new_version_alone() -> None:
    changes = all_changes()
    old, new = (merged(changes, version) for version in VERSIONS)
    name = "serbench.evolution.RemoveFieldReading"
    assert [(one.name, one.number, one.label) for one in new.message(name).retired] == [
        ("name", 2, Label.OPTIONAL)
    ]
    assert old.message(name).retired == ()


def test_changes_are_named(tmp_path: Path) -> None:
    known = both_changes(tmp_path)
    assert named_changes((), known) == known
    assert named_changes(("widened",), known) == known[1:]
    with pytest.raises(BadInput, match=r"There is no change widend; did you mean widened\?"):
        named_changes(("widend",), known)


@pytest.mark.parametrize(
    ("objects", "sentence"),
    [
        ({"backward": []}, "is not an object with the lists backward and forward"),
        ({**ADDED_OBJECTS, "forward": []}, "has no objects for forward"),
        ({**ADDED_OBJECTS, "backward": [{"written": {}}]}, r"backward\[0\] does not have written, expected"),
        (
            {**ADDED_OBJECTS, "backward": [{"written": {"ids": 1}, "expected": {}}]},
            r"backward\[0\]: .*ids",
        ),
        (
            {**ADDED_OBJECTS, "forward": [{"written": {}, "expected": {}, "lost": ["more"]}]},
            r"forward\[0\]: the reader has no field more",
        ),
    ],
)
def test_objects_that_are_not_valid_are_named(tmp_path: Path, objects: object, sentence: str) -> None:
    folder = write_change(tmp_path / "01-added", ADDED, objects)
    with pytest.raises(BadInput, match=sentence):
        load_changes([folder])


def test_two_changes_of_one_name_are_refused(tmp_path: Path) -> None:
    for number in ("01", "02"):
        write_change(tmp_path / f"{number}-added", ADDED, ADDED_OBJECTS)
    renamed = tmp_path / "02-added" / "old.proto", tmp_path / "02-added" / "new.proto"
    for schema in renamed:
        schema.write_text(schema.read_text().replace("package added", "package other"))
    with pytest.raises(BadInput, match="have the change added"):
        all_changes(tmp_path)
