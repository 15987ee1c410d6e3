"""Data and schemas that can be read only once: pipes, process substitutions, standard input."""

import io
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from serbench.corpus.container import read_objects
from serbench.engine.material import Material, gather, gather_again
from serbench.engine.own_options import own_data
from serbench.errors import BadInput, SerbenchError
from serbench.locations import CHECKOUT
from serbench.spooling import are_one_stream, spooled
from serbench.terminal.options import OwnDataOptions

SCHEMA = b'syntax = "proto3"; message Order { int64 id = 1; }'
LINES = b"".join(b'{"id": %d}\n' % number for number in range(20))


@pytest.fixture(autouse=True)
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    monkeypatch.setattr("tempfile.tempdir", None)


@pytest.fixture
def pipe(tmp_path: Path) -> Iterator[Callable[[str, bytes], Path]]:
    """Makes a FIFO into which the content is written once."""
    writers: list[threading.Thread] = []

    def make(name: str, content: bytes) -> Path:
        path = tmp_path / name
        os.mkfifo(path)
        writers.append(threading.Thread(target=path.write_bytes, args=(content,), daemon=True))
        writers[-1].start()
        return path

    yield make
    for writer in writers:
        writer.join(timeout=10)
        assert not writer.is_alive()


def gathered(data: str, schema: Path | None = None) -> Material:
    return gather((), own_data((), OwnDataOptions(data=data, schema=schema)), 1, lambda _: None)


def objects(material: Material) -> list[bytes]:
    (corpus,) = material.corpora.values()
    return list(read_objects(corpus.path))


def test_a_pipe_gives_what_a_file_gives(tmp_path: Path, pipe: Callable[[str, bytes], Path]) -> None:
    (tmp_path / "order.proto").write_bytes(SCHEMA)
    (tmp_path / "order.jsonl").write_bytes(LINES)
    from_files = gathered(str(tmp_path / "order.jsonl"), tmp_path / "order.proto")
    assert len(objects(from_files)) == 20
    assert objects(gathered(str(pipe("data", LINES)), tmp_path / "order.proto")) == objects(from_files)
    both = gathered(str(pipe("data-too", LINES)), pipe("schema", SCHEMA))
    assert both.corpora == from_files.corpora
    assert not list((tmp_path / "temporary").iterdir())


def test_a_schema_is_inferred_from_a_pipe(pipe: Callable[[str, bytes], Path]) -> None:
    assert len(objects(gathered(str(pipe("data", LINES))))) == 20


def test_standard_input_is_read_as_often_as_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(LINES)))
    inferred = gathered("-")
    (tmp_path / "order.jsonl").write_bytes(LINES)
    assert inferred.corpora == gathered(str(tmp_path / "order.jsonl")).corpora
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(SCHEMA)))
    given = gathered(str(tmp_path / "order.jsonl"), Path("-"))
    assert given.workloads[0].schema.root == "Order"


def test_a_run_whose_schema_came_from_a_pipe_is_resumed(pipe: Callable[[str, bytes], Path]) -> None:
    material = gathered(str(pipe("data", LINES)), pipe("schema", SCHEMA))
    ((name, corpus),) = material.corpora.items()
    record = {"workloads": [name], "corpora": {name: {"folder": str(corpus.folder)}}, "own": material.own}
    assert gather_again(json.loads(json.dumps(record))) == material


def test_data_and_schema_need_a_stream_each() -> None:
    options = OwnDataOptions(data="-", schema=Path("-"))
    with pytest.raises(BadInput, match=r"cannot both be read from one pipe; give one as a file\.$"):
        own_data((), options)


def test_two_names_of_one_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "one")
    os.mkfifo(tmp_path / "other")
    (tmp_path / "link").symlink_to("one")
    (tmp_path / "file").touch()
    one = str(tmp_path / "one")
    assert are_one_stream(one, str(tmp_path / "link"))
    assert not are_one_stream(one, str(tmp_path / "other"))
    assert not are_one_stream(str(tmp_path / "file"), str(tmp_path / "file"))


@pytest.mark.parametrize("name", ["nowhere", "folder", "/dev/null"])
def test_what_cannot_be_kept_is_left_to_its_reader(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    with spooled(str(tmp_path / name)) as path:
        assert path == str(tmp_path / name)


def test_there_is_no_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(SerbenchError, match=r"^There is no standard input\.$"):
        gathered("-")


class Broken(io.RawIOBase):
    def read(self, size: int = -1) -> bytes:
        raise OSError(5, "Input/output error")


def test_standard_input_that_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=Broken()))
    with pytest.raises(BadInput, match=r"^standard input cannot be read: Input/output error\.$"):
        gathered("-")


@contextmanager
def files_at_most(size: int) -> Iterator[None]:
    """A file of this process cannot be longer, as if its disk were full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_the_folder_that_has_no_room_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(LINES * 1000)))
    place = tmp_path / "temporary"
    sentence = (
        f"standard input cannot be kept in {place}, to be read again (File too large); TMPDIR names another"
    )
    with files_at_most(4096), pytest.raises(SerbenchError, match=f"^{re.escape(sentence)}"):
        gathered("-")
    assert not list(place.iterdir())


def test_an_endless_input_leaves_half_of_the_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(bytes(3 << 20))))
    monkeypatch.setattr("shutil.disk_usage", lambda _: shutil._ntuple_diskusage(0, 0, 4 << 20))
    place = tmp_path / "temporary"
    sentence = f"standard input holds more than half of what is free in {place}"
    with pytest.raises(BadInput, match=f"^{re.escape(sentence)}"):
        gathered("-")
    assert not list(place.iterdir())


@pytest.mark.parametrize(
    "command",
    ["describe <(cat order.jsonl)", "infer /dev/stdin < order.jsonl", "infer - < <(cat order.jsonl)"],
)
def test_a_process_substitution_is_read(tmp_path: Path, command: str) -> None:
    (tmp_path / "order.jsonl").write_bytes(LINES)
    done = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m serbench {command}"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(CHECKOUT / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "20 objects" in done.stdout
