"""A run enters the archive as it was measured, without what is personal, or is refused with the reason."""

import json
import lzma
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from archive.runs import GOLDEN, PUBLISHABLE, changed, published_run, rows_of

from serbench.archive import published
from serbench.archive.entry import ROWS, entry_in, entry_paths
from serbench.archive.publishing import publish
from serbench.cli.main import main
from serbench.errors import BadInput
from serbench.experiments.reporting import reporting_of
from serbench.record.run_folder import RunFolder
from serbench.record.sealing import SEAL
from serbench.report.markdown import sections

Change = Callable[[Any], object]


@pytest.mark.parametrize("experiment", PUBLISHABLE)
def test_an_entry_shows_what_its_run_shows(experiment: str, tmp_path: Path) -> None:
    run = RunFolder.load(GOLDEN / experiment)
    entry = entry_in(published_run(run.path, tmp_path))
    folder, reporting = entry.folder(), reporting_of(run.record)
    assert entry.path.parent == tmp_path / "amd-epyc"
    assert entry.path.name.startswith(f"2026-11-26-{experiment}-")
    shown, kept = ("\n".join(sections(reporting.contents(of, False))) for of in (run, folder))
    # The mean of samples stays with the measurer, and so do the name of the run and the bytes of findings.
    own = ("mean over all operations exceeds", "| findings/")
    lines = [line for line in shown.splitlines() if not any(words in line for words in own)]
    found = [line for line in kept.splitlines() if not any(words in line for words in own)]
    assert [line.replace(folder.name, run.name) for line in found] == lines
    assert len(lines) > 10
    before, after = reporting.side(run), reporting.side(folder)
    assert {key: time.median for key, time in after.times.items()} == pytest.approx(
        {key: time.median for key, time in before.times.items()}, rel=1e-6
    )
    assert (after.sizes, after.outcomes, after.versions) == (before.sizes, before.outcomes, before.versions)


@pytest.mark.parametrize("experiment", PUBLISHABLE)
def test_an_entry_names_no_person_and_no_folder_of_one(experiment: str, tmp_path: Path) -> None:
    entry = published_run(GOLDEN / experiment, tmp_path)
    texts = [(entry / name).read_text() for name in ("run.json", SEAL)]
    texts.append(lzma.decompress((entry / ROWS).read_bytes()).decode())
    assert "/home/user" in (GOLDEN / experiment / "run.json").read_text()
    assert not [text for text in texts if "/home" in text or "user/" in text]
    assert sum(path.stat().st_size for path in entry.iterdir()) < 20_000


def test_samples_stay_with_the_measurer(tmp_path: Path) -> None:
    entry = published_run(GOLDEN / "memory", tmp_path)
    first = json.loads((GOLDEN / "memory" / "measurements.jsonl").read_text().splitlines()[0])
    (row,) = [
        row
        for row in rows_of(entry)
        if all(row[name] == first[name] for name in ("codec", "operation", "fork"))
    ]
    assert len(set(first["cpu_ns"])) == 5
    assert row["cpu_ns"] == [sorted(first["cpu_ns"])[2]] * 5
    assert row["n"] == first["n"]


def test_bytes_at_which_a_library_fails_stay_with_the_measurer(tmp_path: Path) -> None:
    run, entry = GOLDEN / "torture", published_run(GOLDEN / "torture", tmp_path)
    lines = (run / "measurements.jsonl").read_text().splitlines()
    before = [json.loads(line)["figures"]["worst"] for line in lines]
    pairs = [
        pair
        for old, row in zip(before, rows_of(entry), strict=True)
        for pair in zip(old, row["figures"]["worst"], strict=True)
    ]
    assert {(bool(new["bytes"]), new["case"] == new["class"]) for old, new in pairs if not old["name"]} == {
        (False, True)
    }
    assert all(new == old for old, new in pairs if old["name"])
    assert all(new["outcome"] == old["outcome"] for old, new in pairs)


def test_hosts_and_foreign_folders_are_hidden(tmp_path: Path) -> None:
    def names(record: dict[str, Any]) -> None:
        record["command"] += ["--master", "spark://ann.example.org:7077", "--dir=/data/ann/x", "-O3", "a/b"]
        record["machine"]["ld_preload"] = "/usr/lib/libjemalloc.so"

    record = json.loads((published_run(changed(tmp_path, names), tmp_path / "a") / "run.json").read_text())
    assert record["command"][-5:] == ["--master", "spark://***", "--dir=/***", "-O3", "a/b"]
    assert record["machine"]["ld_preload"] == "/usr/lib/libjemalloc.so"
    homepages = {runner["homepage"] for runner in record["runners"]}
    assert "https://docs.python.org/3/library/json.html" in homepages


def test_a_run_is_published_once_and_another_of_its_day_beside_it(tmp_path: Path) -> None:
    first = published_run(GOLDEN / "memory", tmp_path / "archive")
    assert published_run(GOLDEN / "memory", tmp_path / "archive") == first
    other = changed(tmp_path, rows=lambda rows: rows[0].update(peak_bytes=1))
    assert published_run(other, tmp_path / "archive") == first.with_name(f"{first.name}-2")
    assert len(entry_paths(tmp_path / "archive")) == 2


def _machine(**facts: object) -> Change:
    return lambda record: record["machine"].update(facts)


REFUSED = (
    (_machine(git_revision=None), "No commit is recorded"),
    (_machine(git_dirty=True), "The checkout had changes"),
    (_machine(git_dirty=None), "The checkout had changes"),
    (_machine(cpu_model=None), "The model of the processor is not recorded"),
    (_machine(cpu_time_limit_s=3600), "A limit of CPU time (ulimit -t) made its clock coarse"),
    (lambda record: record.update(own={"message": "a.B"}), "It has data of its user"),
    (
        lambda record: record.update(against={"name": "before", "runners": []}),
        "It also measured a second checkout",
    ),
    (
        lambda record: record["corpora"]["record"].update(digest="00ff"),
        "the rows belong to other objects",
    ),
    (
        lambda record: record["corpora"]["record"].update(sha256="ab" * 32),
        "The corpus of record has the SHA-256 abababababab…, but the workload here has 054a52d7f616…",
    ),
    (lambda record: record.pop("corpora"), "No digest of the corpus of record"),
    (lambda record: record["corpora"]["record"].pop("objects"), "No digest of the corpus of"),
    (
        lambda record: record.update(unavailable={"java/json": "no JDK", "java/kryo": "no JDK"}),
        "java/json and java/kryo of the default set could not be measured",
    ),
    (
        lambda record: [runner.update(libraries={}, build={}) for runner in record["runners"]],
        "No version is recorded for python/json",
    ),
    (lambda record: record["plan"].update(forks=[]), "Nothing was measured"),
    (
        lambda record: record.update(
            failures=[
                {
                    "codec": "cpp/a",
                    "workload": "record",
                    "operation": None,
                    "outcome": "build",
                    "detail": "g++",
                }
            ]
        ),
        "The build of cpp/a failed: mend it, and measure again.",
    ),
)


@pytest.mark.parametrize(("change", "sentence"), REFUSED)
def test_a_record_that_must_not_be_published(change: Change, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput) as refused:
        published_run(changed(tmp_path, change), tmp_path / "archive")
    assert sentence in str(refused.value)
    assert not (tmp_path / "archive").exists()


def test_what_no_distribution_has_may_be_missing(tmp_path: Path) -> None:
    run = changed(tmp_path, lambda record: record.update(unavailable={"cpp/bitsery": "no header"}))
    assert published_run(run, tmp_path / "archive").is_dir()


def _timed(first: tuple[int, ...], twin: tuple[int, ...]) -> Change:
    """The times of the forks of a codec and of its twin."""
    times = {"python/json": first, "python/json (twin)": twin}

    def change(rows: list[dict[str, Any]]) -> None:
        for row in rows:
            if row["codec"] in times:
                row["cpu_ns"] = [times[row["codec"]][row["fork"]] * count for count in row["n"]]

    return change


_SCATTERED = _timed((1000, 1010, 1020), (990, 1300, 1900))

REFUSED_ROWS = (
    (lambda rows: rows.__delitem__(slice(-rows[-1]["fork_rows"], None)), "1 of 15 forks are not measured"),
    (
        lambda rows: [row.update(disturbed=True) for row in rows],
        "30 of 30 measurements were disturbed by others at every attempt, more than 10%: measure these again"
        " in a quiet hour by `./serbench run --resume 20261126-084242 --again 1h`.",
    ),
    (
        _SCATTERED,
        "The twins of Python differ by 64%, more than 15%, though they are the same code, and their forks"
        " scatter: measure in a quiet hour.",
    ),
)


@pytest.mark.parametrize(("change", "sentence"), REFUSED_ROWS)
def test_rows_that_must_not_be_published(
    change: Change, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("serbench.archive.checking.LEAST_FORKS_FOR_RANK", 1)
    with pytest.raises(BadInput, match="is not published") as refused:
        published_run(changed(tmp_path, rows=change), tmp_path / "archive")
    assert sentence in str(refused.value)


def test_twins_of_fewer_forks_than_a_rank_needs_say_nothing(tmp_path: Path) -> None:
    assert published_run(changed(tmp_path, rows=_SCATTERED), tmp_path / "archive").is_dir()


@pytest.mark.parametrize(
    ("first", "twin"),
    [((1000, 1010, 1020), (1290, 1300, 1310)), ((1000, 1010, 1090), (1290, 1300, 1500))],
    ids=["steady", "apart"],
)
def test_twins_that_differ_in_every_fork_differ_by_layout(
    first: tuple[int, ...], twin: tuple[int, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("serbench.archive.checking.LEAST_FORKS_FOR_RANK", 1)
    run = changed(tmp_path, rows=_timed(first, twin))
    assert published_run(run, tmp_path / "archive").is_dir()


def test_a_commit_that_nobody_has_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="Its commit dfa94224fec5 is not in this repository"):
        publish(GOLDEN / "memory", tmp_path, lambda commit: False)


def test_the_command_publishes_what_it_can_and_names_the_rest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("serbench.archive.publishing.has_commit", lambda checkout, commit: True)
    runs = [str(GOLDEN / name) for name in ("memory", "sizing")]
    assert main(["publish", *runs, "--into", str(tmp_path)]) == 1
    shown = capsys.readouterr()
    assert shown.out == f"{tmp_path}/amd-epyc/2026-11-26-memory-record\n"
    assert shown.err.startswith("serbench: sizing is not published. The checkout had changes")
    assert main(["publish", runs[1], "--into", str(tmp_path)]) == 2


def test_published_rows_are_read_by_experiment_and_workload(tmp_path: Path) -> None:
    for name in ("memory", "torture"):
        published_run(GOLDEN / name, tmp_path)
    rows = {(row.codec, row.operation): row for row in published(tmp_path, workload="record")}
    assert len(rows) == 4
    row = rows["python/json", "encode"]
    assert (row.machine, row.date, row.experiment, row.workload) == (
        "amd-epyc",
        "2026-11-26",
        "memory",
        "record",
    )
    assert (row.view, row.clock, row.outcome, row.library) == ("objects", "CPU", "ok", "json Python 3.11.7")
    assert row.size_bytes == pytest.approx(19214.05, abs=0.01)
    assert row.low_ns is not None and row.median_ns is not None and row.high_ns is not None
    assert 0 < row.low_ns <= row.median_ns <= row.high_ns
    assert rows["cpp/handcoded", "decode"].hand_written and not row.hand_written
    found = [row for row in published(tmp_path, experiment="torture") if row.operation == "truncation"]
    assert [(row.codec, row.outcome, row.median_ns) for row in found] == [
        ("cpp/handcoded", "rejected", None),
        ("python/json", "rejected", None),
    ]
    assert [*published(tmp_path / "none")] == []


def test_a_published_run_is_found_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    newest = entry_paths()[0]
    assert main(["report", newest.name, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["run"] == newest.name
    assert main(["report", f"{newest.name}-2"]) == 2


def test_an_entry_is_read_as_a_run_and_never_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    entry = published_run(GOLDEN / "memory", tmp_path)
    before = sorted(path.name for path in entry.iterdir())
    assert main(["report", str(entry), "--csv"]) == 0
    lines = capsys.readouterr().out.splitlines()
    measured = {row["codec"] for row in rows_of(entry) if "twin" not in row["codec"]}
    assert measured == {line.split(",")[1] for line in lines[1:]}
    assert main(["compare", str(entry), str(entry)]) == 0
    assert main(["run", "--resume", str(entry)]) == 2
    assert f"{entry} is published: report, compare and sql read it" in capsys.readouterr().err
    assert sorted(path.name for path in entry.iterdir()) == before
    (entry / ROWS).write_bytes((entry / ROWS).read_bytes()[:-1])
    assert main(["report", str(entry)]) == 2
