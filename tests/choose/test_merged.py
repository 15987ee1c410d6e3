"""The facts of several runs of one codec as one."""

from pathlib import Path

import pytest

from serbench.choose.merged import Merged
from serbench.facts.fact import MEASURED, Fact
from serbench.record.adapters import FILE_NAME
from serbench.record.run_folder import RunFolder


def run(place: Path, product: str, workload: str = "media", version: str = "1") -> RunFolder:
    place.mkdir(exist_ok=True)
    runner = {
        "codec": "cpp/a",
        "workload": workload,
        "libraries": {"a": version},
        "product_key": product,
    }
    return RunFolder(place, {"runners": [runner]}, [])


def graded(newer: RunFolder, older: RunFolder) -> object:
    """The grade of a codec that dies in the older run and refuses in the newer one."""
    merged = Merged()
    merged.add(newer, [("cpp/a", "malformed", Fact("refuses", MEASURED, "newer"))])
    merged.add(older, [("cpp/a", "malformed", Fact("dies", MEASURED, "older"))])
    return merged.facts["cpp/a"]["malformed"].value


@pytest.mark.parametrize(
    ("workload", "product", "version", "grade"),
    [
        ("media", "same", "1", "dies"),
        ("media", "before", "1", "refuses"),
        # Nothing tells that this adapter was another.
        ("tweet", "before", "1", "dies"),
        ("tweet", "before", "0", "refuses"),
    ],
)
def test_what_died_before_a_published_adapter_was_mended_does_not_count(
    workload: str, product: str, version: str, grade: str, tmp_path: Path
) -> None:
    older = run(tmp_path, product, workload, version)
    assert graded(run(tmp_path, "same"), older) == grade


def test_an_adapter_tells_more_than_its_products(tmp_path: Path) -> None:
    newer, older = run(tmp_path / "newer", "new"), run(tmp_path / "older", "old")
    for folder in (newer, older):
        (folder.path / FILE_NAME).write_text('{"cpp/a": {"adapter.h": "int a;"}}')
    assert graded(newer, older) == "dies"
    (older.path / FILE_NAME).write_text('{"cpp/a": {"adapter.h": "int b;"}}')
    assert graded(newer, older) == "refuses"
    # A run of this machine counts alone, because the adapter of a published one may be another.
    (older.path / FILE_NAME).unlink()
    assert graded(newer, older) == "refuses"
