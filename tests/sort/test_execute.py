"""Forks of honest and of failing sorters: what becomes a row, and what is left on the disk."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import xxhash
from fakes.progress import Steps
from fakes.sorter import FAULTS
from fakes.store_files import read_store
from fakes.tiny import NUMBERS, make_corpus, make_workload, runner

from serbench.engine.attempts import unmeasured
from serbench.engine.describe import Description, Subject
from serbench.engine.executing import execute
from serbench.engine.work import Fork as AnyFork
from serbench.experiments.sort import execute as sorting
from serbench.experiments.sort.execute import SortWork
from serbench.experiments.sort.keeping import Keeping
from serbench.experiments.sort.plan import Plan, Settings, make_plan
from serbench.pools.pool import Pool
from serbench.pools.shelf import Shelf, StorePlace
from serbench.record.row import Row
from serbench.record.run_folder import RunFolder

SETTINGS = Settings(
    (6,), (4096,), 1, jit_warmup_ns=0, warmup_ns=0, caches=("warm",), threads=2, arrangement="reversed"
)
DESCRIPTION = Description({"access-one": "application", "decode": "application"}, "utf8", {}, {}, ())
# Of the numbers 1, 2, 300, 70000, 1, 2.
ORDER = [0, 4, 1, 5, 2, 3]
SEQUENCE = xxhash.xxh64_hexdigest(
    b"".join(
        xxhash.xxh64_intdigest(NUMBERS[i % 4].to_bytes(4, "little")).to_bytes(8, "little") for i in ORDER
    )
)


class Run:
    """A run of one fake."""

    def __init__(
        self,
        folder: Path,
        *fault: str,
        modes: tuple[str, ...] = ("objects", "bytes"),
        settings: Settings = SETTINGS,
    ) -> None:
        self.fake = runner("sorter", *fault)
        self.pool = Pool(make_corpus(folder / "corpus"), None)
        self.schema = make_workload(folder / "workload").schema
        self.plan: Plan = make_plan({self.fake.codec: modes}, "tiny", settings, 1)
        self.folder = RunFolder.create(folder / "results", {"experiment": "sort"})
        self.directory = folder / "files"
        self.directory.mkdir()

    def execute(
        self, progress: Callable[[AnyFork, str], object] = lambda fork, step: None, **more: Any
    ) -> list[Row]:
        subject = Subject(self.fake, DESCRIPTION, self.pool.corpus)
        subjects = dict.fromkeys({fork.codec for fork in self.plan.forks}, subject)
        work = SortWork(
            self.plan, subjects, self.pool, self.schema, self.directory, observe=lambda: None, **more
        )
        with self.folder.writing():
            execute(work, self.folder, progress=Steps(progress))
        return self.folder.rows


def by_mode(rows: list[Row]) -> dict[str, Row]:
    return {row.operation: row for row in rows}


def failure(folder: Path, *fault: str, mode: str = "bytes", **settings: Any) -> Row:
    """The row of one sort that fails, with nothing left on the disk."""
    run = Run(folder, *fault, modes=(mode,), settings=replace(SETTINGS, modes=(mode,), **settings))
    (row,) = run.execute()
    assert list(run.directory.iterdir()) == []
    assert (row.n, row.wall_ns, row.digest) == ((), (), None)
    return row


def test_an_honest_sorter_gives_its_phases_and_the_proved_digest(tmp_path: Path) -> None:
    run = Run(tmp_path)
    rows = by_mode(run.execute())
    assert {row.outcome for row in rows.values()} == {"ok"}, rows
    found = rows["objects"]
    assert found.digest == rows["bytes"].digest == SEQUENCE
    assert found.phases["chunks-read"] == {"wall_ns": 100, "cpu_ns": 50}
    assert (found.wall_ns, found.cpu_ns) == (
        (100 + 10 + 5 + 50 + 20 + 7 + 30 + 40,),
        (50 + 5 + 2 + 25 + 10 + 3 + 15 + 20,),
    )
    assert (found.n, found.size_bytes, found.experiment, found.peak_bytes) == ((6,), 24, "sort", 1000)
    assert (found.figures["chunks"], found.figures["passes"], found.figures["decodes"]) == (3, 1, 12)
    assert rows["bytes"].figures["accesses"] == 12
    assert found.parameters == {
        "objects": 6, "memory_bytes": 4096, "pin": "free", "threads": 1, "cache": "warm", "fan_in": 16,
        "key": "access", "distinct": 0, "arrangement": "reversed", "repetition": 0,
    }  # fmt: skip
    assert found.resident == (1.0, 1.0)
    assert {"mode=objects", "memory_bytes=4096", "fan_in=16", "threads=1"} <= set(found.command)
    assert list(run.directory.iterdir()) == []


def test_a_floor_sorts_by_a_list_of_keys(tmp_path: Path) -> None:
    (row,) = Run(tmp_path, modes=("raw",)).execute()
    assert (row.outcome, row.digest) == ("ok", SEQUENCE), row.detail
    assert any(word.startswith("keys=") for word in row.command)


def test_each_stage_takes_as_long_as_its_slowest_thread(tmp_path: Path) -> None:
    rows = Run(tmp_path, modes=("bytes",), settings=replace(SETTINGS, pins=("parallel", "core"))).execute()
    wide = next(row for row in rows if row.parameters["pin"] == "parallel")
    assert wide.parameters["threads"] == 2
    assert wide.phases["chunks-read"] == {"wall_ns": 200, "cpu_ns": 150}
    assert wide.wall_ns == (200 + 5 + 50 + 20 + 7 + 30 + 40,)
    core = next(row for row in rows if row.parameters["pin"] == "core")
    assert core.command[:2] == ("taskset", "-c")


@pytest.mark.parametrize("arrangement", ["shuffled", "sorted", "reversed"])
def test_the_input_lies_as_it_is_arranged(arrangement: str, tmp_path: Path) -> None:
    run = Run(tmp_path, settings=replace(SETTINGS, arrangement=arrangement, distinct=2))
    lain: list[list[int]] = []

    def look(fork: AnyFork, step: str) -> None:
        if "input" not in step:
            (scratch,) = run.directory.iterdir()
            lain.append(read_store(scratch / "input.data", scratch / "input.index").order)

    assert {row.outcome for row in run.execute(look)} == {"ok"}
    # Modulo 2 the keys are 1, 0, 0, 0, 1, 0.
    right = [1, 2, 3, 5, 0, 4]
    assert lain[0] == lain[1]
    assert sorted(lain[0]) == sorted(right)
    assert (lain[0] == right, lain[0] == right[::-1]) == (arrangement == "sorted", arrangement == "reversed")


SENTENCES = {
    "drop": "The sorted store has 5 objects where 6 belong.",
    "repeat": "Objects 0 and 4 lie at one place of the sorted store: one is missing and the other there"
    " twice.",
    "alter": "Object 4 has other bytes in the sorted store than in its input.",
    "swap": "The order is wrong at place 1: object 1 lies where object 4 belongs.",
    "more": "The sorted store has bytes before object 4 that belong to no object.",
    "cut": "The sorted store is unsound: The file objects.data has 92 bytes where its index tells 112.",
    "input": "The runner changed the store that it sorted.",
    "bytes": "The runner reports bytes=25 where the sorted store has 24.",
    "litter": "The runner left 1 files in its scratch folder.",
    "salt": "Object 0 has other bytes in the sorted store than in its input.",
    "poison": "Object 0 has other bytes in the sorted store than in its input.",
}


@pytest.mark.parametrize("fault", SENTENCES)
def test_what_is_not_sorted_right_is_wrong_and_leaves_nothing(fault: str, tmp_path: Path) -> None:
    row = failure(tmp_path, "sort", fault)
    assert (row.outcome, row.detail) == ("wrong", SENTENCES[fault])


OUTCOMES = {
    "count": ("protocol", "The runner handled 5 objects where 6 were requested."),
    "passes": ("protocol", "The runner reports 0 passes over 3 chunks, 16 at once."),
    "crash": ("crashed", "The runner was killed by signal 6 (aborted) before its reply was complete."),
    "kill": (
        "crashed",
        "The runner was killed by signal 9 (killed from outside; the memory may have run out) before its"
        " reply was complete.",
    ),
    "full": ("disk", "The file chunk-0 cannot be written: No space left on device."),
}


@pytest.mark.parametrize("fault", OUTCOMES)
def test_a_runner_that_fails_is_one_row_and_leaves_nothing(fault: str, tmp_path: Path) -> None:
    row = failure(tmp_path, "sort", fault)
    assert (row.outcome, row.detail) == OUTCOMES[fault]


def test_a_runner_that_hangs_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sorting, "limit_s", lambda count, mean_bytes: 1.5)
    row = failure(tmp_path, "sort", "linger")
    assert row.outcome == "timeout"
    assert row.detail == "The runner did not end within 1.5 seconds and was stopped."


def test_each_fault_of_the_fake_is_tested() -> None:
    elsewhere = {"linger", "greedy", "interrupt"}
    assert FAULTS.keys() == SENTENCES.keys() | OUTCOMES.keys() | elsewhere


def test_objects_that_are_encoded_otherwise_are_read_by_the_runner(tmp_path: Path) -> None:
    run = Run(tmp_path, "sort", "salt", modes=("objects",))
    (row,) = run.execute()
    assert (row.outcome, row.digest) == ("ok", SEQUENCE), row.detail
    assert row.size_bytes == 6 * (4 + len(b"salt"))


def test_an_object_that_is_encoded_to_another_is_found(tmp_path: Path) -> None:
    row = failure(tmp_path, "sort", "poison", mode="objects")
    assert row.outcome == "wrong"
    assert row.detail.startswith(
        "The sorted store has other bytes, first of object 0: Its objects have the digest "
    )


def test_a_changed_input_is_sorted_no_more(tmp_path: Path) -> None:
    run = Run(tmp_path, "objects", "input")
    for _ in range(2):
        run.plan = replace(run.plan, forks=(replace(run.plan.forks[0], steps=run.plan.forks[0].steps[::-1]),))
        if run.plan.forks[0].steps[0].mode == "objects":
            break
    rows = run.execute()
    assert [row.operation for row in rows] == ["objects", "bytes"]
    assert [row.detail for row in rows] == [
        "The runner changed the store that it sorted.",
        "There is no input to sort: an earlier sort changed it.",
    ]


def test_an_input_that_cannot_be_written_or_is_wrong_fails_all_its_sorts(tmp_path: Path) -> None:
    rows = Run(tmp_path / "full", "store-write", "full").execute()
    assert [row.outcome for row in rows] == ["disk"] * 2
    assert {row.detail for row in rows} == {
        "There is no input to sort: The file data cannot be written: No space left on device."
    }
    rows = Run(tmp_path / "lie", "store-read", "lie").execute()
    assert [row.outcome for row in rows] == ["wrong"] * 2
    assert rows[0].detail.startswith("There is no input to sort: Its objects have the digest ")


def test_an_interrupt_removes_the_files_and_the_run_goes_on(tmp_path: Path) -> None:
    run = Run(tmp_path, settings=replace(SETTINGS, repetitions=2))
    started: list[str] = []

    def interrupt(fork: AnyFork, step: str) -> None:
        started.append(step)
        if len(started) == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run.execute(interrupt)
    assert list(run.directory.iterdir()) == []
    assert len(RunFolder.load(run.folder.path).rows) == 2
    assert len(unmeasured(run.plan.forks, run.folder.rows)) == 1
    run.folder = RunFolder.load(run.folder.path)
    assert [row.outcome for row in run.execute()] == ["ok"] * 4
    assert list(run.directory.iterdir()) == []


def kept_stores(run: Run, folder: Path) -> StorePlace:
    """A store on a shelf, as the fake writes it."""
    folder.mkdir()
    place = StorePlace(folder / "cpp-sorter.data", folder / "cpp-sorter.index")
    before = Run(folder / "made", modes=("bytes",))
    made: list[Any] = []

    def take(fork: AnyFork, step: str) -> None:
        if "input" not in step:
            (scratch,) = before.directory.iterdir()
            made.append([(scratch / f"input.{kind}").read_bytes() for kind in ("data", "index")])

    before.execute(take)
    place.data.write_bytes(made[0][0])
    place.index.write_bytes(made[0][1])
    return place


def test_a_store_that_is_kept_is_sorted_and_stays(tmp_path: Path) -> None:
    run = Run(tmp_path)
    place = kept_stores(run, tmp_path / "shelf")
    before = place.data.read_bytes(), place.index.read_bytes()
    rows = run.execute(kept_for=lambda codec: place)
    assert [(row.outcome, row.digest) for row in rows] == [("ok", SEQUENCE)] * 2
    assert (place.data.read_bytes(), place.index.read_bytes()) == before


def test_a_store_that_is_truncated_is_one_sentence(tmp_path: Path) -> None:
    run = Run(tmp_path)
    place = kept_stores(run, tmp_path / "shelf")
    place.data.write_bytes(place.data.read_bytes()[:50])
    rows = run.execute(kept_for=lambda codec: place)
    assert {(row.outcome, row.detail) for row in rows} == {
        (
            "unsupported",
            "There is no input to sort: The file cpp-sorter.data has 50 bytes where its index tells 112.",
        )
    }


def test_a_sorted_store_is_kept_on_a_shelf(tmp_path: Path) -> None:
    run = Run(tmp_path)
    shelf = Shelf(tmp_path / "sorted", "tiny", 1, 6, {"cpp/sorter": "fake"}, None, "/pool")
    shelf.folder.mkdir()
    run.execute(keeping=Keeping(shelf))
    assert sorted(path.name for path in shelf.folder.iterdir()) == [
        "cpp-sorter.data",
        "cpp-sorter.index",
        "stores.json",
    ]
    found = Shelf.load(shelf.folder)
    assert (found.formats, found.unfinished) == ({"cpp/sorter": "fake"}, None)
    place = found.place("cpp/sorter")
    assert read_store(place.data, place.index).order == ORDER
    # What is resumed keeps the store of a codec that has nothing left to measure.
    run.folder = RunFolder.load(run.folder.path)
    run.execute(keeping=Keeping(shelf))
    assert place.index.exists()


def test_a_sort_that_fails_is_not_kept(tmp_path: Path) -> None:
    run = Run(tmp_path, "sort", "swap")
    shelf = Shelf(tmp_path / "sorted", "tiny", 1, 6, {"cpp/sorter": "fake"}, None, "/pool")
    shelf.folder.mkdir()
    run.execute(keeping=Keeping(shelf))
    assert [path.name for path in shelf.folder.iterdir()] == ["stores.json"]
