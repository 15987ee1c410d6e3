"""Lines that tell how far the reading of a large file is."""

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest

from serbench.infer.from_lines import inferred_schema
from serbench.inputs import progress
from serbench.inputs.progress import heard
from serbench.inputs.source import Source

LINE = b'{"id": 123456789, "name": "ash"}\n'


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """All reading is taken for long."""
    monkeypatch.setattr(progress, "_FIRST_S", 0.0)
    monkeypatch.setattr(progress, "_BETWEEN_S", 0.0)


@pytest.mark.parametrize("written", [bytes, gzip.compress])
def test_the_share_of_the_file_is_told_and_removed(tmp_path: Path, written: Callable[[bytes], bytes]) -> None:
    # Random enough that gzip keeps megabytes of it.
    content = b"".join(b'{"id": "%d"}\n' % (number * 2654435761 % 2**61) for number in range(120_000))
    path = tmp_path / "t.jsonl"
    path.write_bytes(written(content))
    size = path.stat().st_size
    told: list[str] = []
    with heard(told.append):
        inferred_schema(str(path))
    # The first bytes are read once more, to find the kind.
    assert told[1] == ""
    assert told[-2:] == [f"Reading {path}: {size / 1e6:.0f} of {size / 1e6:.0f} MB", ""]
    shares = [int(line.split(": ")[1].split(" of ")[0]) for line in told[2:-1]]
    assert shares == sorted(shares) and shares[0] == 0
    assert all(line.endswith(f" of {size / 1e6:.0f} MB") for line in told[2:-1])


def test_nobody_hears_of_what_is_read_elsewhere(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    path.write_bytes(LINE * 10)
    told: list[str] = []
    with heard(told.append), heard(None):
        inferred_schema(str(path))
    inferred_schema(str(path))
    assert told == []


def test_the_line_is_removed_where_reading_fails(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    path.write_bytes(LINE)
    told: list[str] = []
    with heard(told.append), pytest.raises(KeyError), Source(str(path), "t").content() as content:
        content.read()
        raise KeyError
    assert told[-1] == "" and told[0].startswith("Reading t: 0 of 0 MB")


def test_what_is_read_at_once_is_not_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_FIRST_S", 3600.0)
    path = tmp_path / "t.jsonl"
    path.write_bytes(LINE)
    told: list[str] = []
    with heard(told.append):
        inferred_schema(str(path))
    assert told == []
