"""Data of several types: which there are, and which objects are of one."""

import os
from pathlib import Path

import pytest

from serbench.errors import BadInput
from serbench.inputs.several import MOST_TYPES, Only, Part, files_of, opened_part, types_in


def test_each_file_of_a_folder_is_a_type(tmp_path: Path) -> None:
    for name in ("tick.jsonl.gz", "order.csv", ".hidden"):
        (tmp_path / name).touch()
    assert files_of(str(tmp_path)) == (
        Part("order", str(tmp_path / "order.csv")),
        Part("tick", str(tmp_path / "tick.jsonl.gz")),
    )


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        ((), "holds no files"),
        (("a.json", "a.csv"), "have the name of one type, a; rename a file"),
        (("a/b.json",), "a is a folder; a folder of data has a file for each type"),
    ],
)
def test_a_folder_that_tells_no_types_is_refused(
    tmp_path: Path, names: tuple[str, ...], sentence: str
) -> None:
    for name in names:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    with pytest.raises(BadInput, match=sentence):
        files_of(str(tmp_path))


def test_a_pipe_in_a_folder_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.jsonl")
    with pytest.raises(BadInput, match=r"a\.jsonl is a pipe, which is read once"):
        files_of(str(tmp_path))


def data(tmp_path: Path, text: str) -> str:
    path = tmp_path / "data.jsonl"
    path.write_text(text)
    return str(path)


def test_the_values_of_a_field_are_types_the_most_frequent_first(tmp_path: Path) -> None:
    path = data(tmp_path, '{"t":"b"}\n{"t":7}\n{"t":"a"}\n{"t":"a"}\n{"t":true}\n')
    assert [(part.name, part.path, part.only) for part in types_in(path, None, "", "t")] == [
        (name, path, Only("t", name)) for name in ("a", "7", "b", "true")
    ]


def test_a_part_has_the_objects_of_its_type_with_their_numbers(tmp_path: Path) -> None:
    path = data(tmp_path, '{"t":"a","x":1}\n{"t":"b"}\n{"t":"a","x":2}\n')
    with opened_part(path, None, "", Only("t", "a")) as objects:
        assert [*objects.read()] == [(1, {"t": "a", "x": 1}), (3, {"t": "a", "x": 2})]
        assert objects.place(3) == f"{path}:3"
    with opened_part(path, None, "", None) as objects:
        assert len([*objects.read()]) == 3


def test_what_changed_is_counted_for_the_type_of_its_object(tmp_path: Path) -> None:
    path = data(tmp_path, '{"t":"a","x":1,"x":2}\n{"t":"b","y":1,"y":2}\n{"t":"b","x":1,"x":2}\n')
    for value, names in (("a", ["x"]), ("b", ["y", "x"])):
        with opened_part(path, None, "", Only("t", value)) as objects:
            assert len([*objects.read()]) == len(names)
            assert [sentence.partition(":")[0] for sentence in objects.changes.sentences()] == names


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"t":"a"}\n{"x":1}\n', ":2: expected the field t, which names"),
        ('{"t":1.5}', ":1: t names no type"),
        ('{"t":""}', ":1: t names no type: it is empty"),
        ("[1]", ", object 1: expected an object"),
        ("".join(f'{{"t":{number}}}\n' for number in range(65)), f":65: t has more than {MOST_TYPES} values"),
    ],
)
def test_a_field_that_names_no_types_is_refused(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        types_in(data(tmp_path, text), None, "", "t")
