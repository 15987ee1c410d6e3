"""The messages of a run about its progress."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast

import pytest
from fakes.samples import measured
from rich.console import Console

from serbench.engine.live import Live, Pace
from serbench.engine.rounds import round_ends
from serbench.engine.work import Fork as AnyFork
from serbench.experiments.memory.flow import MemoryWork
from serbench.experiments.memory.plan import PRESETS, Cell, Fork, Plan, Preset, estimated_ns, make_plan
from serbench.record.run_folder import RunFolder
from serbench.terminal.console import VisibleConsole, Voice, duration_words

# A fork of this preset and one operation is estimated at 100 ms.
PRESET = Preset("x", 2, samples=8, sample_ns=4_000_000, warmup_ns=18_000_000, budget_ns=1)


def estimated(fork: AnyFork) -> int:
    return estimated_ns(PRESET, [cast(Fork, fork)])


FORKS = [Fork("cpp/a", "record", index, ("encode",)) for index in range(4)]


def test_what_is_left_is_the_estimate_until_a_fork_has_told_the_pace() -> None:
    times = iter([0.0, 1.0, 3.0])
    pace = Pace(estimated, FORKS, lambda: next(times))
    assert pace.remaining_s == pytest.approx(0.4)
    pace.fork_done(FORKS[0])
    # One fork took a second in place of 0.1, so three more take three.
    assert pace.remaining_s == pytest.approx(3.0)
    pace.fork_done(FORKS[1])
    assert (pace.done, pace.total) == (2, 4)
    assert pace.remaining_s == pytest.approx(3.0)


def test_a_round_measures_every_cell_once() -> None:
    cells = [Cell(codec, "record", name) for codec in ("cpp/a", "rust/b") for name in ("encode", "decode")]
    assert round_ends(make_plan(cells, PRESET, 1).forks) == [2, 4]
    apart = make_plan(cells, PRESETS["thorough"], 1).forks
    assert round_ends(apart) == [4 * number for number in range(1, 26)]
    assert round_ends([]) == [0]


@dataclass
class Heard(Voice):
    """A voice that remembers what it would have drawn."""

    redraws: bool = True
    said: list[str] = field(default_factory=list)
    drawn: list[tuple[str, list[str]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.console = VisibleConsole(width=80)

    def tell(self, message: str) -> None:
        self.said.append(message)

    def draw(self, last: str, above: Sequence[str] = ()) -> None:
        self.drawn.append((last, list(above)))


def measure(live: Live, folder: RunFolder, forks: Sequence[Fork]) -> None:
    for fork in forks:
        live.fork_started(fork)
        folder.rows.append(measured(fork.codec, "encode", fork.index, 10))
        live.fork_ended(fork, folder.rows[-1:])


def begin(voice: Voice, folder: RunFolder, forks: Sequence[Fork]) -> tuple[Live, list[int]]:
    """The progress of a run, and how many forks it had whenever its ranking was computed."""
    computed: list[int] = []

    def draw(folder: RunFolder, console: Console) -> None:
        computed.append(len(folder.rows))
        console.print(f"{len(folder.rows)} forks")

    work: Any = MemoryWork(Plan(PRESET, 1, tuple(forks)), {}, fork_ns=estimated)
    return Live(work, folder, forks, voice, draw), computed


def two_rounds() -> list[Fork]:
    return [Fork(codec, "record", index, ("encode",)) for index in range(2) for codec in ("cpp/a", "cpp/b")]


def test_the_ranking_is_computed_once_a_round_and_drawn_with_what_is_left(tmp_path: Path) -> None:
    voice, folder = Heard(), RunFolder(tmp_path, {}, [])
    live, computed = begin(voice, folder, two_rounds())
    measure(live, folder, two_rounds())
    assert computed == [2, 4]
    assert [above for _, above in voice.drawn] == [[], [], ["2 forks"], ["2 forks"]]
    assert [last.partition(",")[0] for last, _ in voice.drawn] == [f"{done} of 4 forks" for done in range(4)]
    assert [last.rpartition(": ")[2] for last, _ in voice.drawn] == ["cpp/a record", "cpp/b record"] * 2
    assert voice.said == []


def test_a_run_that_is_resumed_has_a_ranking_from_its_beginning(tmp_path: Path) -> None:
    voice, folder = Heard(), RunFolder(tmp_path, {}, [measured("cpp/a", "encode", 0, 10)])
    live, _ = begin(voice, folder, two_rounds()[1:])
    live.fork_started(two_rounds()[1])
    assert voice.drawn[0][1] == ["1 forks"]


def test_without_a_terminal_a_round_is_a_line(tmp_path: Path) -> None:
    voice, folder = Heard(redraws=False), RunFolder(tmp_path, {}, [])
    live, computed = begin(voice, folder, two_rounds())
    measure(live, folder, two_rounds())
    for left in (20, 19, 18):
        live.again(left, 240)
        measure(live, folder, two_rounds()[:1])
    assert computed == []
    first, second, *again = voice.said
    assert first.startswith("Round 1 of 2: 2 of 4 forks, ")
    assert second == "Round 2 of 2: 4 of 4 forks, 0 s left"
    assert again == [
        "Measuring disturbed forks again: 20 left, at most 4 min",
        "Measuring disturbed forks again: 18 left, at most 4 min",
    ]


def test_a_terminal_shows_how_many_disturbed_forks_are_left(tmp_path: Path) -> None:
    voice, folder = Heard(), RunFolder(tmp_path, {}, [])
    live, _ = begin(voice, folder, two_rounds())
    measure(live, folder, two_rounds())
    live.again(2, 30)
    measure(live, folder, two_rounds()[:1])
    assert voice.drawn[-1] == (
        "Measuring disturbed forks again: 2 left, at most 30 s: cpp/a record",
        ["4 forks"],
    )


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.4, "0 s"), (179, "179 s"), (180, "3 min"), (7199, "2 h 0 min"), (9000, "2 h 30 min")],
)
def test_durations_as_a_person_says_them(seconds: float, words: str) -> None:
    assert duration_words(seconds) == words


def test_a_wait_between_blocks_is_told_once_or_drawn(tmp_path: Path) -> None:
    forks = [*FORKS[:2], *(replace(fork, block=1) for fork in FORKS[2:])]
    for redraws in (False, True):
        voice = Heard(redraws=redraws)
        live, _ = begin(voice, RunFolder(tmp_path, {}, []), forks)
        for left_s in (1800.0, 1790.0, 720.0):
            live.waiting(1, 2, left_s)
        assert [line for line, _ in voice.drawn] == (
            [f"Block 2 of 2 begins in {left}" for left in ("30 min", "30 min", "12 min")] if redraws else []
        )
        assert voice.said == ([] if redraws else ["Block 2 of 2 begins in 30 min."])


def test_what_is_left_has_the_pauses_that_come_and_not_those_that_were(tmp_path: Path) -> None:
    voice = Heard()
    forks = [replace(fork, block=block) for block, fork in enumerate(FORKS[:3])]
    live, _ = begin(voice, RunFolder(tmp_path, {}, []), forks)
    live.fork_started(forks[0])
    assert "60 min left" in voice.drawn[-1][0]
    live.fork_started(forks[1])
    assert "30 min left" in voice.drawn[-1][0]


def test_a_pause_is_no_part_of_the_pace() -> None:
    times = iter([0.0, 1801.0])
    pace = Pace(estimated, FORKS, lambda: next(times))
    pace.pause(1800.0)
    pace.fork_done(FORKS[0])
    assert pace.remaining_s == pytest.approx(3.0)
