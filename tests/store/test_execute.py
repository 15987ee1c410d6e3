"""Forks of honest and of failing runners of stores: what becomes a row, and what is left on the disk."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from fakes.progress import Steps
from fakes.tiny import NUMBERS, make_corpus, runner

from serbench.engine.attempts import unmeasured
from serbench.engine.describe import Description, Subject
from serbench.engine.executing import execute
from serbench.engine.work import Fork as AnyFork
from serbench.errors import Incomplete
from serbench.experiments.store.execute import Kept, StoreWork
from serbench.experiments.store.ids import with_length_of_list
from serbench.experiments.store.plan import Fork, Plan, Settings, StoreStep, make_plan
from serbench.machine.disturbance import Usage
from serbench.pools.numbers import hash_of
from serbench.pools.pool import Pool, digest_sum
from serbench.pools.shelf import StorePlace
from serbench.record.row import Row
from serbench.record.run_folder import RunFolder

SETTINGS = Settings(
    objects=(6,),
    orders=("sequential", "random"),
    caches=("warm",),
    pins=("free",),
    repetitions=2,
    random_reads=3,
    threads=2,
    warmup_ns=0,
    jit_warmup_ns=0,
    levels=("decode", "access-one"),
)
DESCRIPTION = Description({"access-one": "application", "decode": "application"}, "utf8", {}, {}, ())


class Run:
    """A run of one fake."""

    def __init__(self, folder: Path, *fault: str, settings: Settings = SETTINGS) -> None:
        fake = runner("storer", *fault)
        self.pool = Pool(make_corpus(folder / "corpus"), None)
        self.subjects = {fake.codec: Subject(fake, DESCRIPTION, self.pool.corpus)}
        self.plan = make_plan({fake.codec: ("access-one", "decode")}, "tiny", settings, 1)
        self.folder = RunFolder.create(folder / "results", {"experiment": "store"})
        self.directory = folder / "stores"
        self.directory.mkdir()

    def execute(
        self,
        progress: Callable[[AnyFork, str], object] = lambda fork, step: None,
        kept: Kept | None = None,
        observe: Callable[[], Usage | None] = lambda: None,
    ) -> list[Row]:
        work = StoreWork(self.plan, self.subjects, self.pool, self.directory, kept, observe=observe)
        with self.folder.writing():
            execute(work, self.folder, progress=Steps(progress))
        return self.folder.rows


def by_step(rows: Sequence[Row]) -> dict[tuple[str, str], Row]:
    return {(row.operation, row.parameters["level"]): row for row in rows}


def test_an_honest_runner_gives_its_phases(tmp_path: Path) -> None:
    run = Run(tmp_path)
    rows = run.execute()
    assert [row.outcome for row in rows] == ["ok"] * 10
    assert {row.fork_rows for row in rows} == {5}
    write = by_step(rows)["write", ""]
    assert write.phases["fsync"] == {"wall_ns": 5000, "cpu_ns": 1}
    assert (write.wall_ns, write.cpu_ns) == ((100 + 10 + 1000 + 5000,), (50 + 5 + 500 + 1,))
    assert (write.n, write.size_bytes, write.experiment, write.peak_bytes) == ((6,), 24, "store", 1000)
    assert write.parameters["cache"] == "buffered"
    assert write.resident is None
    read = by_step(rows)["sequential", "decode"]
    assert read.digest == digest_sum(run.pool, range(6))
    assert read.wall_ns == (800,)
    assert read.resident == (1.0, 1.0)
    access = by_step(rows)["sequential", "access-one"]
    assert access.touch == sum(NUMBERS) + NUMBERS[0] + NUMBERS[1]
    assert "level=access-one" in access.command
    assert "store-read" in access.command
    assert by_step(rows)["random", "decode"].n == (3,)
    assert list(run.directory.iterdir()) == []


def test_threads_share_the_work_and_the_slowest_counts(tmp_path: Path) -> None:
    rows = Run(tmp_path, settings=replace(SETTINGS, pins=("parallel",))).execute()
    write = by_step(rows)["write", ""]
    assert write.parameters["threads"] == 2
    assert write.phases["write"] == {"wall_ns": 2000, "cpu_ns": 1500}
    assert write.wall_ns == (100 + 10 + 2000 + 5000,)


def test_one_core_is_a_mask_in_the_command(tmp_path: Path) -> None:
    rows = Run(tmp_path, settings=replace(SETTINGS, pins=("core",))).execute()
    assert rows[0].command[:2] == ("taskset", "-c")
    assert {row.outcome for row in rows} == {"ok"}


@pytest.mark.parametrize("order", ["sequential", "random"])
def test_another_digest_is_wrong(order: str, tmp_path: Path) -> None:
    rows = by_step(Run(tmp_path, order, "lie").execute())
    wrong = rows[order, "decode"]
    assert wrong.outcome == "wrong"
    assert wrong.detail.startswith(f"What came back had the digest {wrong.detail.split()[6]} where ")
    assert (wrong.n, wrong.wall_ns) == ((), ())
    # A touch is compared with that of other codecs, of which there is none here.
    assert rows[order, "access-one"].outcome == "ok"


def test_codecs_that_read_the_same_fields_agree(tmp_path: Path) -> None:
    run = Run(tmp_path)
    liar = runner("storer", "sequential", "lie", codec="cpp/liar")
    run.subjects["cpp/liar"] = Subject(liar, DESCRIPTION, run.pool.corpus)
    steps = (StoreStep("write", "buffered"), StoreStep("sequential", "warm", "access-one"))
    forks = tuple(Fork(codec, "tiny", 0, 6, "free", 0, steps) for codec in ("cpp/storer", "cpp/liar"))
    run.plan = Plan(SETTINGS, 1, forks)
    rows = run.execute()
    assert [row.outcome for row in rows] == ["ok", "ok", "ok", "wrong"]
    right = sum(NUMBERS) + NUMBERS[0] + NUMBERS[1]
    assert rows[3].detail == (f"What it read sums to the touch {right + 1} where cpp/storer read {right}.")


def test_a_full_disk_fails_the_write_and_what_would_read_it(tmp_path: Path) -> None:
    run = Run(tmp_path, "write", "full")
    rows = run.execute()
    assert {row.outcome for row in rows} == {"disk"}
    assert rows[0].detail == "The file data cannot be written: No space left on device."
    assert rows[1].detail == f"It was not read, because its write failed: {rows[0].detail}"
    assert list(run.directory.iterdir()) == []


@pytest.mark.parametrize(("way", "other"), [("direct", "warm"), ("buffered", "direct")])
def test_a_write_that_fails_costs_the_reads_of_its_own_file_alone(
    way: str, other: str, tmp_path: Path
) -> None:
    settings = replace(SETTINGS, caches=("warm", "direct"), repetitions=1)
    run = Run(tmp_path, f"write-{way}", "full", settings=settings)
    rows = run.execute()
    failed = {"direct": {"direct"}, "buffered": {"buffered", "warm"}}[way]
    assert {row.parameters["cache"] for row in rows if not row.ok} == failed
    read = [row for row in rows if row.operation != "write" and row.parameters["cache"] == other]
    assert [row.outcome for row in read] == ["ok"] * 4
    assert read[0].digest or read[0].touch


def test_a_crash_fails_one_read(tmp_path: Path) -> None:
    rows = Run(tmp_path, "random", "crash").execute()
    outcomes = {row.operation: row.outcome for row in rows}
    assert outcomes == {"write": "ok", "sequential": "ok", "random": "crashed"}


def test_an_interrupt_removes_the_files_and_keeps_the_rows(tmp_path: Path) -> None:
    run = Run(tmp_path)
    started: list[str] = []

    def interrupt(fork: AnyFork, step: str) -> None:
        started.append(step)
        if len(started) == 8:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run.execute(progress=interrupt)
    assert list(run.directory.iterdir()) == []
    assert len(RunFolder.load(run.folder.path).rows) == 5
    assert len(unmeasured(run.plan.forks, run.folder.rows)) == 1
    run.folder = RunFolder.load(run.folder.path)
    assert len(run.execute()) == 10
    assert unmeasured(run.plan.forks, run.folder.rows) == []


def test_stores_that_are_kept_stay_and_are_read(tmp_path: Path) -> None:
    run = Run(tmp_path)
    place = StorePlace(run.directory / "kept.data", run.directory / "kept.index")
    run.plan = make_plan({"cpp/storer": ("decode",)}, "tiny", replace(SETTINGS, orders=(), repetitions=1), 1)
    run.execute(kept=Kept({"cpp/storer": place}))
    assert sorted(path.name for path in run.directory.iterdir()) == ["kept.data", "kept.index"]
    numbers = tmp_path / "numbers"
    numbers.write_text("5\n0\n")
    settings = replace(SETTINGS, repetitions=1, objects=(4,), ids=str(numbers), orders=("random",))
    settings = with_length_of_list(settings, 6)
    run.plan = make_plan({"cpp/storer": ("decode",)}, "tiny", settings, 1, writes=False)
    run.folder = RunFolder.create(tmp_path / "more", {"experiment": "store"})
    (row,) = run.execute(kept=Kept({"cpp/storer": place}, 6))
    assert (row.outcome, row.n, row.digest) == ("ok", (2,), digest_sum(run.pool, [5, 0]))
    assert place.data.exists()


def test_a_write_keeps_no_object(tmp_path: Path) -> None:
    rows = Run(tmp_path, settings=replace(SETTINGS, keep_objects=True)).execute()
    kept = {(row.operation == "write", row.parameters["keep_objects"]) for row in rows}
    assert kept == {(True, False), (False, True)}
    # Whole objects take what the runner tells; what a field of them takes means nothing.
    held = {(row.parameters["level"], row.n): row.figures for row in rows if row.operation != "write"}
    assert held["decode", (6,)] == {"held_bytes": 600}
    assert held["decode", (3,)] == {"held_bytes": 300}
    assert held["access-one", (6,)] == {}
    assert {row.outcome for row in rows} == {"ok"}


def test_a_runner_must_tell_what_kept_objects_take(tmp_path: Path) -> None:
    keeping = replace(SETTINGS, keep_objects=True, repetitions=1)
    rows = Run(tmp_path, "held", "silent", settings=keeping).execute()
    silent = [row for row in rows if row.parameters["level"] == "decode"]
    assert {(row.outcome, row.detail) for row in silent} == {
        ("protocol", "The runner gave 0 lines held where one belongs.")
    }


def test_a_list_that_changes_under_way_ends_the_run_and_keeps_its_rows(tmp_path: Path) -> None:
    numbers = tmp_path / "numbers"
    numbers.write_text("5\n0\n")
    settings = with_length_of_list(replace(SETTINGS, objects=(6, 7), repetitions=1, ids=str(numbers)))
    assert (settings.random_reads, settings.ids_sha256) == hash_of([5, 0])
    run = Run(tmp_path, settings=settings)

    def edit(fork: AnyFork, step: str) -> None:
        if fork is run.plan.forks[1]:
            numbers.write_text("5\n1\n")

    with pytest.raises(Incomplete, match=f"The list {numbers} has changed since the run began"):
        run.execute(progress=edit)
    assert len(run.folder.rows) == 5
    assert list(run.directory.iterdir()) == []
    numbers.write_text("5\n0\n")
    assert {row.n for row in run.execute() if row.operation == "random"} == {(2,)}


def test_a_kept_store_goes_where_its_write_failed(tmp_path: Path) -> None:
    run = Run(tmp_path, "write", "full")
    place = StorePlace(run.directory / "kept.data", run.directory / "kept.index")
    run.plan = make_plan({"cpp/storer": ("decode",)}, "tiny", replace(SETTINGS, orders=()), 1)
    run.execute(kept=Kept({"cpp/storer": place}))
    assert list(run.directory.iterdir()) == []


def test_a_store_that_has_vanished_is_one_sentence(tmp_path: Path) -> None:
    run = Run(tmp_path)
    place = StorePlace(run.directory / "kept.data", run.directory / "kept.index")
    run.plan = make_plan({"cpp/storer": ("decode",)}, "tiny", SETTINGS, 1, writes=False)
    rows = run.execute(kept=Kept({"cpp/storer": place}))
    assert {(row.outcome, row.detail) for row in rows} == {
        ("harness", f"The file {place.data} cannot be read: No such file or directory.")
    }


def test_a_disturbed_repetition_is_measured_again_and_its_rows_say_by_what(tmp_path: Path) -> None:
    # Each process takes a second of an own core; while the first writes, others use half a core.
    usages = iter(
        [Usage(0, 0, 0, 0), Usage(1, 1.5, 0, 1)]
        + [Usage(at, at + 1, 0.0, at) for step in range(1, 15) for at in (step, step + 1)]
    )
    rows = Run(tmp_path).execute(observe=lambda: next(usages))
    assert len(rows) == 3 * 5
    first, again = rows[:5], rows[10:]
    assert [(row.operation, row.disturbed, row.load) for row in first[:2]] == [
        ("write", True, 0.5),
        (first[1].operation, False, 0.0),
    ]
    assert {row.attempt for row in first + rows[5:10]} == {0}
    assert {(row.fork, row.attempt, row.disturbed) for row in again} == {(first[0].fork, 1, False)}
