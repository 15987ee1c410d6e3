"""The folder of a run keeps every whole fork, whatever happens while it is written."""

import errno
import json
import os
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from serbench.errors import BadInput, SerbenchError
from serbench.record import run_folder
from serbench.record.earlier import earlier_runs
from serbench.record.row import Row
from serbench.record.run_files import whole_forks
from serbench.record.run_folder import RunFolder, find_run, require_unchanged, write_atomically

NOW = datetime(2026, 11, 21, 21, 7, 0, tzinfo=UTC)
ROW = Row(
    codec="cpp/a",
    language="cpp",
    workload="record",
    operation="encode",
    side="application",
    fork=0,
    fork_rows=2,
    outcome="ok",
    detail="",
    product_key="k",
    command=("runner", "measure", "a=b c"),
    started_at="2026-11-21T21:07:00.000+00:00",
    n=(128, 128),
    cpu_ns=(1000, 1001),
    wall_ns=(1100, 1101),
    size_bytes=4096,
    objects=64,
    digest="0123456789abcdef",
    touch=0,
    peak_bytes=1,
)


def fork_rows(index: int) -> list[Row]:
    return [replace(ROW, fork=index), replace(ROW, fork=index, operation="decode")]


def test_a_new_run_has_its_record_as_it_will_be_read(tmp_path: Path) -> None:
    folder = RunFolder.create(tmp_path, {"plan": {"settings": {"orders": ("sequential", "random")}}})
    assert folder.record["plan"] == {"settings": {"orders": ["sequential", "random"]}}
    assert RunFolder.load(folder.path).record == folder.record


def test_a_run_is_named_by_its_time_and_never_taken_twice(tmp_path: Path) -> None:
    names = [RunFolder.create(tmp_path, {"seed": 1}, NOW).name for _ in range(3)]
    assert names == ["20261121-210700", "20261121-210700-2", "20261121-210700-3"]
    record = json.loads((tmp_path / names[1] / "run.json").read_text())
    assert record == {"run": "20261121-210700-2", "format": 1, "seed": 1}
    assert sorted(path.name for path in (tmp_path / names[0]).iterdir()) == ["measurements.jsonl", "run.json"]


@pytest.mark.parametrize("began", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "2026-02-31"])
def test_a_run_that_began_at_no_time_is_placed_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, began: str
) -> None:
    monkeypatch.setattr(run_folder, "results_directory", lambda: tmp_path)
    RunFolder.create(tmp_path, {"started_at": began}, datetime(2026, 1, 1, tzinfo=UTC))
    good = RunFolder.create(tmp_path, {"started_at": "2026-11-21T21:07:00+00:00"}, NOW)
    assert run_folder.newest_run() == good.path
    # A run that has another name began when its record says.
    copy = RunFolder.create(tmp_path, {"started_at": began}).path.rename(tmp_path / "a-copy")
    assert earlier_runs(RunFolder.load(copy)) == ()


def test_results_are_computed_once_for_the_rows_that_there_are(tmp_path: Path) -> None:
    folder, counts = RunFolder.create(tmp_path, {}, NOW), []

    def results_of(record: dict[str, Any], rows: list[Row]) -> int:
        counts.append(len(rows))
        return len(rows)

    with folder.writing():
        for index in (0, 1):
            folder.append_fork(fork_rows(index))
            assert [folder.once(results_of), folder.once(results_of)] == [2 * index + 2] * 2
    assert counts == [2, 4]
    assert folder.once(lambda record, rows: record["run"]) == folder.name


def test_what_is_appended_is_read_again(tmp_path: Path) -> None:
    folder = RunFolder.create(tmp_path, {}, NOW)
    with folder.writing():
        folder.append_fork(fork_rows(0))
        folder.append_fork(fork_rows(1))
    assert folder.rows == fork_rows(0) + fork_rows(1)
    assert RunFolder.load(folder.path).rows == folder.rows
    line = json.loads(folder.measurements.read_text().splitlines()[0])
    assert line["experiment"] == "memory"
    assert line["parameters"] == {}
    for later in ("allocations", "allocated_bytes", "instructions", "gc_ns", "load", "steal"):
        assert line[later] is None


@pytest.mark.parametrize("lost", [1, 30, 700])
def test_a_torn_or_incomplete_fork_is_dropped_and_cut_off_on_resuming(tmp_path: Path, lost: int) -> None:
    folder = RunFolder.create(tmp_path, {}, NOW)
    with folder.writing():
        folder.append_fork(fork_rows(0))
        whole = folder.measurements.stat().st_size
        folder.append_fork(fork_rows(1))
    os.truncate(folder.measurements, folder.measurements.stat().st_size - lost)
    resumed = RunFolder.load(folder.path)
    assert resumed.rows == fork_rows(0)
    assert folder.measurements.stat().st_size > whole
    with resumed.writing():
        assert folder.measurements.stat().st_size == whole
        resumed.append_fork(fork_rows(2))
    assert RunFolder.load(folder.path).rows == fork_rows(0) + fork_rows(2)


def test_a_fork_that_lacks_rows_is_none(tmp_path: Path) -> None:
    first, second = (row.to_line().encode() for row in fork_rows(0))
    path = Path("m.jsonl")
    assert whole_forks(first, path) == ([], 0)
    third = fork_rows(1)[0].to_line().encode()
    assert whole_forks(first + second + third, path) == (fork_rows(0), len(first + second))
    assert whole_forks(first + second + b"\0\0\0", path) == (fork_rows(0), len(first + second))


def test_a_damaged_line_is_refused_and_nothing_after_it_is_cut_off(tmp_path: Path) -> None:
    folder = RunFolder.create(tmp_path, {}, NOW)
    with folder.writing():
        for index in range(3):
            folder.append_fork(fork_rows(index))
    lines = folder.measurements.read_bytes().splitlines(keepends=True)
    for bad in (b"\0\0\0\n", b"[]\n", b"{}\n", b"\n", lines[2][:40] + b"\n"):
        content = b"".join([*lines[:2], bad, *lines[3:]])
        folder.measurements.write_bytes(content)
        with pytest.raises(BadInput) as error:
            RunFolder.load(folder.path)
        before, _, after = str(error.value).partition("): ")
        assert before.startswith(f"Line 3 of {folder.measurements} is damaged (")
        assert after == (
            "restore the file, or remove that line and all after it and resume the run, which then measures"
            " again what is lost."
        )
        with pytest.raises(BadInput, match="is damaged"):
            folder.writing().__enter__()
        assert folder.measurements.read_bytes() == content
    folder.measurements.write_bytes(b"".join([*lines[:3], *lines[4:]]))
    with pytest.raises(BadInput, match=r"Line 4 of .* begins a fork before the last one is complete"):
        RunFolder.load(folder.path)


def test_a_full_disk_keeps_what_is_whole_and_names_the_way_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = RunFolder.create(tmp_path, {}, NOW)
    real_write = os.write

    def full_after_half(file: int, content: bytes) -> int:
        if len(content) < 700:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real_write(file, content[: len(content) - 300])

    with folder.writing():
        folder.append_fork(fork_rows(0))
        whole = folder.measurements.read_bytes()
        with monkeypatch.context() as patch:
            patch.setattr(os, "write", full_after_half)
            with pytest.raises(SerbenchError) as error:
                folder.append_fork(fork_rows(1))
    assert str(error.value) == (
        f"The measurements could not be written to {folder.path} (the disk is full);"
        f" the results so far are kept, continue with: ./serbench run --resume {folder.path}"
    )
    assert error.value.exit_status == 1
    assert folder.measurements.read_bytes() == whole
    assert folder.rows == fork_rows(0)


def test_a_run_among_the_results_is_resumed_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_folder, "results_directory", lambda: tmp_path)
    folder = RunFolder.create(tmp_path, {}, NOW)
    assert folder.resume_command == "./serbench run --resume 20261121-210700"
    assert find_run("20261121-210700") == folder.path
    assert find_run(str(folder.path)) == folder.path
    with pytest.raises(BadInput, match="There is no run 20200101-000000"):
        find_run("20200101-000000")


def test_two_processes_do_not_write_one_run(tmp_path: Path) -> None:
    folder = RunFolder.create(tmp_path, {}, NOW)
    with folder.writing(), pytest.raises(BadInput, match="is being measured by another process"):
        RunFolder.load(folder.path).writing().__enter__()


def test_a_folder_without_a_run_or_with_a_broken_one_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="There is no run in"):
        RunFolder.load(tmp_path)
    (tmp_path / "run.json").write_text('{"run": ')
    with pytest.raises(BadInput, match="cannot be read"):
        RunFolder.load(tmp_path)


@pytest.mark.parametrize("step", ["fsync", "replace", "touch"])
def test_a_run_that_cannot_begin_leaves_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os if step == "fsync" else Path, step, fails)
    with pytest.raises(SerbenchError, match="could not be written: the disk is full"):
        RunFolder.create(tmp_path, {}, NOW)
    assert list(tmp_path.iterdir()) == []


def test_files_of_a_run_have_the_mode_of_the_mask(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        folder = RunFolder.create(tmp_path, {}, NOW)
        with folder.writing():
            folder.append_fork(fork_rows(0))
    finally:
        os.umask(before)
    assert {path.stat().st_mode & 0o777 for path in folder.path.iterdir()} == {0o600}


def test_writing_a_file_leaves_the_old_one_or_the_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "run.json"
    write_atomically(path, "old")

    def fails(file: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises(SerbenchError, match="could not be written: the disk is full"):
        write_atomically(path, "new")
    assert path.read_text() == "old"
    assert [file.name for file in tmp_path.iterdir()] == ["run.json"]


def test_a_resumed_run_must_measure_the_same_products_and_data(tmp_path: Path) -> None:
    runner = {"codec": "cpp/a", "workload": "record", "product_key": "k1"}
    record = {"corpora": {"record": {"sha256": "s1"}}, "runners": [runner]}
    folder = RunFolder.create(tmp_path, record, NOW)
    require_unchanged(folder, {("cpp/a", "record"): "k1"}, {"record": "s1"})
    with pytest.raises(BadInput) as error:
        require_unchanged(folder, {("cpp/a", "record"): "k2"}, {"record": "s1"})
    assert str(error.value) == (
        "Run 20261121-210700 cannot be resumed: cpp/a for record is no longer built from"
        " what it was measured with; start a new run."
    )
    with pytest.raises(BadInput, match="the corpus of record is no longer the one it was measured with"):
        require_unchanged(folder, {("cpp/a", "record"): "k1"}, {"record": "s2"})
