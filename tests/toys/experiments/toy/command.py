"""``serbench toy``: its options, and what the engine asks of it."""

import contextlib
import tempfile
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import click

from serbench.codecs.manifest import CodecManifest
from serbench.corpus.workload import Workload
from serbench.engine import work
from serbench.engine.asked import Asked, AskedFlow, Show, asked_of
from serbench.engine.describe import Subject, SubjectKey
from serbench.engine.material import Material, gather, gather_again, own_data
from serbench.engine.preparation import Prepared, codecs_again, describe_all, run_record, subjects_to_resume
from serbench.engine.session import Built
from serbench.engine.work import Measure, Step
from serbench.errors import BadInput
from serbench.experiments.reporting import session_of
from serbench.record.row import Row
from serbench.record.run_folder import RunFolder
from serbench.runner.process import ask
from serbench.selection.choice import select_codecs
from serbench.terminal.options import (
    AMOUNT,
    AT_LEAST_ONE,
    Everywhere,
    GroupedCommand,
    OwnDataOptions,
    ResumableOptions,
    argument,
    option,
    resumed_run,
    taking,
)

NAME = "toy"
_FORK_NS = 100_000_000


@dataclass(frozen=True)
class Options(ResumableOptions, OwnDataOptions, Everywhere):
    workload: str | None = argument("[WORKLOAD]")
    repeat: int = option(AMOUNT, "--repeat", "R", "Repetitions.", type=AT_LEAST_ONE, default=2)


@dataclass(frozen=True)
class Fork(work.Fork):
    @property
    def cells(self) -> tuple[tuple[str, str], ...]:
        return ((self.codec, self.workload),)


@dataclass(frozen=True)
class Plan:
    seed: int
    forks: tuple[Fork, ...]
    max_time_ns: int | None = None


@dataclass(frozen=True)
class Work(work.Work):
    subjects: Mapping[SubjectKey, Subject]

    def estimated_ns(self, fork: Fork) -> int:
        return _FORK_NS

    @contextlib.contextmanager
    def measuring(self, folder: RunFolder) -> Iterator[Measure]:
        yield self._measured

    def _measured(self, fork: Fork, step: Step) -> list[Row]:
        subject = self.subjects[fork.codec, fork.workload]
        step("emit")
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "messages"
            said = ask(subject.runner, "emit", {"corpus": subject.corpus.path, "out": out}, 20.0)
        ok = said.outcome == "ok"
        return [
            Row(
                codec=fork.codec,
                language=subject.runner.language,
                workload=fork.workload,
                operation="emit",
                side="application",
                fork=fork.index,
                fork_rows=1,
                outcome=said.outcome,
                detail=said.sentence,
                product_key=subject.runner.product_key,
                command=said.command,
                started_at=datetime.now(UTC).isoformat(),
                experiment=NAME,
                n=(1,) if ok else (),
                cpu_ns=(said.duration_ns,) if ok else (),
                wall_ns=(said.duration_ns,) if ok else (),
            )
        ]


@dataclass(frozen=True)
class Flow(AskedFlow):
    """What is asked for has the repetitions as its settings."""

    asked: Asked[int]
    material: Material
    codecs: tuple[CodecManifest, ...]
    show: Show

    variant = ""
    folders = None

    @property
    def workloads(self) -> tuple[Workload, ...]:
        return self.material.workloads

    def prepared(self, built: Built, unavailable: Mapping[str, str], named: Collection[str]) -> Work:
        subjects, failures = describe_all(built, self.material.corpora, unavailable, named)
        if not subjects:
            raise BadInput("There is nothing to measure.")
        forks = tuple(Fork(*key, index) for key in subjects for index in range(self.asked.settings))
        plan = Plan(self.asked.seed, forks, self.asked.max_time_ns)
        record = partial(
            run_record,
            NAME,
            Prepared(self.codecs, subjects, tuple(failures), unavailable, {}),
            [workload.name for workload in self.workloads],
            self.material.corpora,
            plan,
            own=self.material.own,
        )
        return Work(plan, subjects, record=record)

    def resumed(self, folder: RunFolder, built: Built) -> Work:
        forks = tuple(Fork(**fork) for fork in folder.record["plan"]["forks"])
        return Work(Plan(self.asked.seed, forks), subjects_to_resume(folder, built, self.material.corpora))

    def preview(self, unavailable: Mapping[str, str]) -> tuple[dict[str, Any], list[str]]:
        names = [codec.name for codec in self.codecs if codec.name not in unavailable]
        return {"codecs": names, "repetitions": self.asked.settings}, [f"codecs: {', '.join(names)}"]


def _again(folder: RunFolder, show: Show) -> Flow:
    asked = Asked(None, 0, folder.record["seed"])
    return Flow(asked, gather_again(folder.record), codecs_again(folder), show)


@click.command(NAME, cls=GroupedCommand)
@taking(Options)
def command(options: Options) -> int:
    """Measure how long a process writes messages."""
    session, show = session_of(NAME, NAME, options)
    if (resumed := resumed_run(options)) is not None:
        return session.resume(resumed, partial(_again, show=show))
    asked = asked_of(options, options.repeat)
    named = (options.workload,) if options.workload else ()
    material = gather(named, own_data(named, options), asked.seed, session.voice.tell)
    flow = Flow(asked, material, select_codecs(asked.patterns), show)
    return session.preview(flow) if options.dry_run else session.begin(flow)
