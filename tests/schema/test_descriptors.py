"""Where protoc finds imports, and what is shown of its messages."""

from pathlib import Path

import pytest

from serbench.errors import BadInput
from serbench.schema.build import read_schema
from serbench.schema.descriptors import _first_error


def _write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text)
    return path


def test_the_well_known_types_are_their_own(tmp_path: Path) -> None:
    planted = tmp_path / "google" / "protobuf"
    planted.mkdir(parents=True)
    _write(
        planted,
        "timestamp.proto",
        'syntax = "proto3"; package google.protobuf; message Timestamp { string other = 1; }',
    )
    (tmp_path / "below").mkdir()
    text = (
        'syntax = "proto3"; import "google/protobuf/timestamp.proto";'
        " message T { google.protobuf.Timestamp t = 1; }"
    )
    for path in (_write(tmp_path, "t.proto", text), _write(tmp_path, "below/t.proto", text)):
        schema = read_schema(path, import_paths=(tmp_path,))
        names = [field.name for field in schema.message("google.protobuf.Timestamp").fields]
        assert names == ["seconds", "nanos"]


@pytest.mark.parametrize("name", ["a:b", "a=b", "a b", "-a", "@a", "%a", "é", "a\nb", "a:b=c:d"])
def test_a_folder_of_any_name(tmp_path: Path, name: str) -> None:
    folder = tmp_path / name / name
    folder.mkdir(parents=True)
    (tmp_path / name / "-vendor=:").mkdir()
    _write(folder, "beside.proto", 'syntax = "proto3"; message Beside {}')
    _write(tmp_path / name, "above.proto", 'syntax = "proto3"; message Above {}')
    _write(tmp_path / name / "-vendor=:", "given.proto", 'syntax = "proto3"; message Given {}')
    path = _write(
        folder,
        f"{name}.proto",
        'syntax = "proto3"; import "beside.proto"; import "above.proto"; import "given.proto";'
        " message T { Beside b = 1; Above a = 2; Given g = 3; }",
    )
    schema = read_schema(path, import_paths=(tmp_path / name / "-vendor=:",))
    assert {message.name for message in schema.messages} == {"T", "Beside", "Above", "Given"}


def test_a_temporary_folder_of_any_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a:b=c").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "a:b=c"))
    assert read_schema(_write(tmp_path, "t.proto", 'syntax = "proto3"; message T {}')).root == "T"


def test_a_schema_that_is_reached_through_links(tmp_path: Path) -> None:
    for folder in ("store/shop", "tree"):
        (tmp_path / folder).mkdir(parents=True)
    _write(tmp_path, "store/shop/order.proto", 'syntax = "proto3"; import "b.proto"; message T { B b = 1; }')
    _write(tmp_path, "store/shop/b.proto", 'syntax = "proto3"; import "c.proto"; message B { C c = 1; }')
    _write(tmp_path, "tree/c.proto", 'syntax = "proto3"; message C {}')
    (tmp_path / "tree" / "linked.proto").symlink_to(tmp_path / "store" / "shop" / "order.proto")
    (tmp_path / "tree" / "shop").symlink_to(tmp_path / "store" / "shop")
    for path in (tmp_path / "tree" / "linked.proto", tmp_path / "tree" / "shop" / "order.proto"):
        assert {message.name for message in read_schema(path).messages} == {"T", "B", "C"}


@pytest.mark.parametrize(
    ("stderr", "status", "reason"),
    [
        (
            "WARNING: All log messages before absl::InitializeLog() is called are written to STDERR\n"
            "E0000 00:00:1700000000.000000 1 descriptor.cc:1] what it logs\n"
            "a.proto:1:1: warning: Import b.proto is unused.\n"
            "a.proto:2:3: the first\na.proto:3:1: the second\n",
            1,
            "a.proto:2:3: the first",
        ),
        ("a.proto:1:1: warning: only this\n", 1, "a.proto:1:1: warning: only this"),
        ("serbench-1/a.proto:2:3: in a linked folder\n", 1, "a.proto:2:3: in a linked folder"),
        ("", 1, "protoc gave no reason."),
        ("", -11, "protoc was ended by Segmentation fault."),
    ],
)
def test_the_reason_is_the_first_error(stderr: str, status: int, reason: str) -> None:
    assert _first_error(stderr, status) == reason


def test_the_place_of_an_error_is_its_file(tmp_path: Path) -> None:
    path = _write(tmp_path, "wrong.proto", 'syntax = "proto3";\nmessage T { int32 a; }')
    with pytest.raises(BadInput) as caught:
        read_schema(path)
    assert str(caught.value) == f"The schema {path} is not valid: wrong.proto:2:20: Missing field number."
