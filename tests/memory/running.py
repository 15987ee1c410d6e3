"""A run of one fake without the command line."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from fakes.tiny import BRIEF, NUMBERS, make_corpus, runner

from serbench.engine.describe import Description, Subject
from serbench.engine.executing import execute
from serbench.engine.work import Progress
from serbench.experiments.memory.flow import MemoryWork
from serbench.experiments.memory.plan import Fork, Plan, estimated_ns
from serbench.machine.disturbance import Usage
from serbench.machine.pace import Pace
from serbench.record.row import Row
from serbench.record.run_folder import RunFolder

OPERATIONS = ("encode", "decode", "access-one")
SIDES = dict.fromkeys(OPERATIONS, "application")


class Run:
    """A run of one fake, its plan's forks all alike."""

    def __init__(
        self,
        folder: Path,
        fake: str,
        *words: str,
        forks: int = 1,
        codec: str | None = None,
        timeout_s: float = 20,
        numbers: tuple[int, ...] = NUMBERS,
    ) -> None:
        description = Description(SIDES, "utf8", {}, {}, ())
        fake_runner = runner(fake, *words, codec=codec)
        subject = Subject(fake_runner, description, make_corpus(folder / "corpus", numbers=numbers))
        self.subjects = {(subject.runner.codec, "tiny"): subject}
        self.plan = Plan(
            BRIEF, 1, tuple(Fork(subject.runner.codec, "tiny", index, OPERATIONS) for index in range(forks))
        )
        self.folder = RunFolder.create(folder, {})
        self.timeout_s = timeout_s

    @property
    def attempts(self) -> int:
        """How often a fork was measured."""
        return len({(row.fork, row.attempt) for row in self.folder.rows})

    def fork_ns(self, fork: Fork) -> int:
        return estimated_ns(self.plan.preset, [fork])

    def execute(
        self,
        progress: Progress | None = None,
        observe: Callable[[], Usage | None] = lambda: None,
        loop: Callable[[int], int | None] = lambda core: None,
        **options: Any,
    ) -> list[Row]:
        work = MemoryWork(
            self.plan,
            self.subjects,
            timeout_s=self.timeout_s,
            observe=observe,
            pace=Pace(loop),
            fork_ns=self.fork_ns,
        )
        with self.folder.writing():
            execute(work, self.folder, progress=progress, **options)
        return self.folder.rows


def outcomes(rows: Sequence[Row]) -> list[tuple[int, str, str]]:
    return [(row.fork, row.operation, row.outcome) for row in rows]
