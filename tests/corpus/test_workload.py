import sys
from pathlib import Path

import pytest
from corpus.tours import TOURS

from serbench import locations
from serbench.corpus.workload import (
    all_workload_names,
    find_workloads,
    free_objects,
    labelled_objects,
    load_workload,
)
from serbench.errors import BadInput

SCHEMA = 'syntax = "proto3"; package p; message T { int32 a = 1; } message U {}'
GENERATE = """
from __future__ import annotations
from dataclasses import dataclass

@dataclass
class Thing:
    value: int

def objects(count, seed):
    for i in range(count):
        yield {"a": Thing(i + seed).value}
"""


def _folder(parent: Path, name: str, generate: str = GENERATE) -> Path:
    folder = parent / name
    folder.mkdir()
    (folder / "schema.proto").write_text(SCHEMA)
    (folder / "generate.py").write_text(generate)
    (folder / "README.md").write_text(f"# {name}\n\nWhat {name} is.\n\nMore.\n")
    return folder


@pytest.fixture
def workloads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(locations, "WORKLOADS", tmp_path)
    return tmp_path


def test_a_workload_is_its_folder(workloads: Path) -> None:
    folder = _folder(workloads, "apple")
    _folder(workloads, "pear", "def labelled_objects():\n    yield ('plain',), {'a': 1}\n")
    assert all_workload_names() == ("apple", "pear")
    pear, apple = find_workloads(["pear", "apple", "pear"])
    assert (apple.name, apple.folder, apple.conformance, apple.summary) == (
        "apple",
        folder,
        False,
        "What apple is.",
    )
    assert apple.schema.root == "p.T"
    assert pear.conformance
    assert list(labelled_objects(pear)) == [(("plain",), {"a": 1})]
    assert list(free_objects(apple, 3, 10)) == [{"a": 10}, {"a": 11}, {"a": 12}]


def test_an_unknown_name_brings_the_nearest(workloads: Path) -> None:
    _folder(workloads, "apple")
    _folder(workloads, "pear")
    with pytest.raises(BadInput, match=r"There is no workload aple; did you mean apple\?"):
        find_workloads(["pear", "aple"])
    with pytest.raises(BadInput, match=r"There is no workload zzz; there are apple, pear\."):
        find_workloads(["zzz"])


def test_running_a_generator_leaves_nothing_behind(workloads: Path) -> None:
    workload = load_workload(_folder(workloads, "apple"))
    before = set(sys.modules)
    assert len(list(free_objects(workload, 2, 1))) == 2
    assert set(sys.modules) == before
    names = sorted(path.name for path in workload.folder.iterdir())
    assert names == ["README.md", "generate.py", "schema.proto"]


@pytest.mark.parametrize(
    ("generate", "sentence"),
    [
        ("def objects(:\n", "fails in line 1: SyntaxError: invalid syntax."),
        ("x = 1\n", "defines neither objects nor labelled_objects."),
        (
            "import nothing_like_it\ndef objects(c, s): return []\n",
            "fails in line 1: ModuleNotFoundError: No",
        ),
        ("def objects(c, s):\n    return 1 // 0\n", "fails in line 2: ZeroDivisionError:"),
        ("def objects(c, s):\n    yield {}\n    yield {}[1]\n", "fails in line 3: KeyError: 1."),
        ("def objects(c, s):\n    yield {}\n", "made only 1 of 2 objects."),
        ("def objects(c, s):\n    return 5\n", "fails: TypeError: 'int' object is not iterable."),
        ("def objects():\n    return []\n", "fails: TypeError: objects() takes 0 positional arguments"),
    ],
)
def test_a_failing_generator_is_one_sentence(workloads: Path, generate: str, sentence: str) -> None:
    folder = _folder(workloads, "bad", generate)
    with pytest.raises(BadInput) as caught:
        list(free_objects(load_workload(folder), 2, 1))
    assert str(caught.value).startswith(f"The generator {folder / 'generate.py'} ")
    assert sentence in str(caught.value)


def test_a_label_is_wanted_with_each_object(workloads: Path) -> None:
    folder = _folder(workloads, "bad", "def labelled_objects():\n    yield {}\n")
    with pytest.raises(BadInput, match="yielded no pair of features and object"):
        list(labelled_objects(load_workload(folder)))


@pytest.mark.parametrize("missing", ["schema.proto", "generate.py", "README.md"])
def test_a_missing_part_is_named(workloads: Path, missing: str) -> None:
    folder = _folder(workloads, "part")
    (folder / missing).unlink()
    with pytest.raises(BadInput, match=missing):
        load_workload(folder)


def test_the_checkout_has_the_workloads_of_the_spine() -> None:
    assert {"record", *TOURS} <= set(all_workload_names())
    record, recursive = find_workloads(["record", "tour-recursive"])
    assert not record.conformance and recursive.conformance
    assert record.summary.startswith("1000 integers")
