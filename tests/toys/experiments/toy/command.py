"""``serbench toy``: its options, and what the engine asks of it."""

import contextlib
import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import click

from serbench.codecs.manifest import CodecManifest
from serbench.corpus.workload import Workload
from serbench.engine import work
from serbench.engine.describe import Subject, SubjectKey
from serbench.engine.live import parse_duration_ns
from serbench.engine.material import Material, gather, gather_again, own_data
from serbench.engine.preparation import Prepared, describe_all, run_record, subjects_to_resume
from serbench.engine.session import Built, Session
from serbench.engine.work import Measure, Step
from serbench.errors import BadInput
from serbench.experiments.reporting import draw_ranking, show_run
from serbench.record.row import Row
from serbench.record.run_folder import RunFolder
from serbench.runner.process import ask
from serbench.selection.axes import NO_AXES
from serbench.selection.choice import select_codecs
from serbench.terminal.options import (
    AMOUNT,
    AT_LEAST_ONE,
    Everywhere,
    GroupedCommand,
    OwnDataOptions,
    ResumableOptions,
    argument,
    identity_given,
    option,
    split_list,
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
class Flow:
    material: Material
    codecs: tuple[CodecManifest, ...]
    patterns: Sequence[str] | None
    repeat: int
    out: Path | None
    max_time_ns: int | None
    as_json: bool

    variant = ""
    axes = NO_AXES
    folders = None

    @property
    def workloads(self) -> tuple[Workload, ...]:
        return self.material.workloads

    def prepared(self, built: Built, unavailable: Mapping[str, str], named: Collection[str]) -> Work:
        subjects, failures = describe_all(built, self.material.corpora, unavailable, named)
        if not subjects:
            raise BadInput("There is nothing to measure.")
        forks = tuple(Fork(*key, index) for key in subjects for index in range(self.repeat))
        recorded = partial(
            run_record,
            NAME,
            Prepared(self.codecs, subjects, tuple(failures), unavailable, {}),
            [workload.name for workload in self.workloads],
            self.material.corpora,
            seed=1,
            plan={"forks": [asdict(fork) for fork in forks]},
            own=self.material.own,
        )
        return Work(
            Plan(forks, self.max_time_ns),
            subjects,
            record=lambda machine, command: recorded(machine=machine, command=command),
        )

    def resumed(self, folder: RunFolder, built: Built) -> Work:
        forks = tuple(Fork(**fork) for fork in folder.record["plan"]["forks"])
        return Work(Plan(forks), subjects_to_resume(folder, built, self.material.corpora))

    def preview(self, unavailable: Mapping[str, str]) -> tuple[dict[str, Any], list[str]]:
        names = [codec.name for codec in self.codecs if codec.name not in unavailable]
        return {"codecs": names, "repetitions": self.repeat}, [f"codecs: {', '.join(names)}"]

    def show(self, folder: RunFolder) -> bool:
        return show_run(folder, as_json=self.as_json)


def _again(folder: RunFolder, as_json: bool) -> Flow:
    record = folder.record
    codecs = select_codecs([runner["codec"] for runner in record["runners"]])
    return Flow(gather_again(record), codecs, None, 0, None, None, as_json)


@click.command(NAME, cls=GroupedCommand)
@taking(Options)
def command(options: Options) -> int:
    """Measure how long a process writes messages."""
    session = Session(NAME, NAME, options.compilers, options.quiet, options.as_json, draw_ranking)
    if options.resume is not None:
        if identity_given(options):
            raise BadInput("--resume continues a run as it was begun.")
        return session.resume(options.resume, partial(_again, as_json=options.as_json))
    named = (options.workload,) if options.workload else ()
    patterns = split_list(options.codecs)
    flow = Flow(
        gather(named, own_data(named, options), 1, session.voice.tell),
        select_codecs(patterns),
        patterns,
        options.repeat,
        options.out,
        None if options.max_time is None else parse_duration_ns(options.max_time),
        options.as_json,
    )
    return session.preview(flow) if options.dry_run else session.begin(flow)
