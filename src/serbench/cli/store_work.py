"""What every invocation of ``store`` does: it builds and asks runners, begins a run, measures and prints."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click

from serbench.build.runners import build_runners
from serbench.cli.console import ResultConsole, done_with_steps, print_json, step_teller, teller
from serbench.cli.material import OwnData, PoolMaterial, gather_pool
from serbench.cli.options import named_outright
from serbench.cli.store_progress import Pace, StepTeller, study_words
from serbench.codecs.manifest import CodecManifest
from serbench.corpus.workload import Workload
from serbench.errors import BadInput
from serbench.experiments.reporting import write_page
from serbench.experiments.store import cache_state
from serbench.experiments.store.estimate import free_memory, message_bytes, require_memory
from serbench.experiments.store.execute import Kept, StoreSubject, execute, missing_forks
from serbench.experiments.store.plan import Plan, Settings
from serbench.experiments.store.pool import Pool
from serbench.experiments.store.preparation import Prepared, prepare, record_of_store, unread_levels
from serbench.experiments.store.reporting import print_store_report, store_document_of
from serbench.experiments.store.study import log_lines, write_result_files
from serbench.locations import cache_directory, results_directory
from serbench.machine import machine_record
from serbench.record.pages import keep_pages
from serbench.record.row import Failure
from serbench.record.run_folder import RunFolder
from serbench.runner.runner import BuildFailure, Runner
from serbench.setup.readiness import make_ready


@dataclass(frozen=True, slots=True)
class Asked:
    """What the user asks for: a workload by name, or ``own`` data, with a schema of which it then is the name
    or empty. ``out`` is where the run's folder is made, None for the usual place."""

    workload: str
    own: OwnData | None
    patterns: Sequence[str] | None
    settings: Settings
    seed: int
    out: Path | None


class StoreWork:
    """Where it builds and what it prints: a document, the study's lines, or tables."""

    def __init__(self, jobs: int, as_json: bool, quiet: bool, study_lines: bool) -> None:
        self._jobs = jobs
        self.as_json = as_json
        self._quiet = quiet
        self._study_lines = study_lines
        self.tell = teller(quiet)

    def gathered(self, asked: Asked) -> PoolMaterial:
        return gather_pool(asked.workload, asked.own, asked.seed, self.tell)

    def prepared(self, codecs: Sequence[CodecManifest], workload: Workload, asked: Asked) -> Prepared:
        unavailable = make_ready(codecs, tell=self.tell)
        for codec, reason in unavailable.items():
            self.tell(f"{codec} is not measured: {reason}")
        ready = [codec for codec in codecs if codec.name not in unavailable]
        built = self.built(ready, workload)
        named = named_outright(codecs, asked.patterns)
        prepared = prepare(codecs, workload.name, built, unavailable, named)
        for codec, reason in unread_levels(prepared.subjects, asked.settings).items():
            self.tell(reason)
            if codec in named:
                failure = Failure(codec, workload.name, None, "unsupported", reason)
                prepared = replace(prepared, failures=(*prepared.failures, failure))
        if not prepared.subjects:
            reasons = [failure.detail for failure in prepared.failures] + list(unavailable.values())
            raise BadInput(f"None of these codecs can be measured here: {reasons[0] if reasons else ''}")
        return prepared

    def built(self, codecs: Sequence[CodecManifest], workload: Workload) -> list[Runner | BuildFailure]:
        progress = step_teller(self._quiet)
        built = build_runners(codecs, [workload], jobs=self._jobs, progress=progress, store=True)
        done_with_steps(self._quiet)
        return built

    def possible(self, settings: Settings, place: Path) -> Settings:
        """The settings without the cache modes that cannot be had for files of a folder, or for a file."""
        caches, hindrances = cache_state.possible_caches(settings.caches, place)
        for sentence in hindrances:
            self.tell(sentence)
        return replace(settings, caches=caches)

    def require_memory(self, settings: Settings, pool: Pool, subjects: Mapping[str, StoreSubject]) -> None:
        require_memory(settings, pool, list(subjects), free_memory())

    def begin(
        self,
        prepared: Prepared,
        plan: Plan,
        stored: PoolMaterial,
        asked: Asked,
        place: Path,
        resumable: bool = False,
    ) -> RunFolder:
        """The folder of a new run on stores in ``place``, which a run that can be resumed finds again."""
        command = ["./serbench", *sys.argv[1:]]
        results = asked.out or results_directory()
        folders = {"results": results, "cache": cache_directory(), "store": place}
        machine = machine_record(folders=folders)
        workload, pool = stored.workload.name, stored.pool
        record = record_of_store(prepared, plan, workload, pool, machine, command, stored.own)
        record["directory"] = str(place.absolute()) if resumable else None
        folder = RunFolder.create(results, record)
        keep_pages(folder, [codec for codec in prepared.codecs if codec.name in prepared.subjects])
        return folder

    def measured(
        self,
        folder: RunFolder,
        plan: Plan,
        subjects: Mapping[str, StoreSubject],
        stored: PoolMaterial,
        directory: Path,
        kept: Kept | None = None,
    ) -> int:
        """Measures what the run lacks, its large files in ``directory``, and prints the results."""
        pace = Pace(plan, missing_forks(plan, folder.rows))
        progress = StepTeller(pace, self._quiet)
        try:
            with folder.writing():
                execute(plan, subjects, stored.pool, folder, directory, progress, kept)
        except KeyboardInterrupt:
            left = len(missing_forks(plan, RunFolder.load(folder.path).rows))
            done = f"{len(plan.forks) - left} of {len(plan.forks)} repetitions are measured and kept"
            rest = "whole stores stay."
            if kept is None:
                rest = f"the large files are removed. Continue with: {folder.resume_command}"
            click.echo(f"Interrupted; {done}, {rest}", err=True)
            return 130
        finally:
            done_with_steps(self._quiet)
        if (words := study_words(pace)) is not None:
            self.tell(words)
        return self._report(folder, stored.workload)

    def _report(self, folder: RunFolder, workload: Workload) -> int:
        document = store_document_of(folder)
        if self._study_lines:
            datatype = workload.schema.root.rpartition(".")[2]
            paths = write_result_files(folder.rows, datatype, folder.path)
            for line, _ in log_lines(folder.rows, datatype):
                click.echo(line)
            self.tell(f"{len(paths)} files of results: {folder.path}")
        elif self.as_json:
            print_json(document)
        else:
            print_store_report(folder, ResultConsole())
            click.echo(f"Measurements: {folder.path}")
            click.echo(f"Report: {write_page(folder)}")
        return 1 if document["failures"] else 0


def levels_by_codec(subjects: Mapping[str, StoreSubject]) -> dict[str, tuple[str, ...]]:
    return {codec: subject.levels for codec, subject in subjects.items()}


def known_sizes(subjects: Mapping[str, StoreSubject], pool: Pool) -> dict[str, float]:
    """The mean size of the messages of each codec that can tell it."""
    sizes = {codec: message_bytes(subject, pool) for codec, subject in subjects.items()}
    return {codec: size for codec, size in sizes.items() if size is not None}


def usual_directory() -> Path:
    return cache_directory() / "store"


def made_folder(path: Path) -> Path:
    """The folder, made where it is not there; BadInput where nothing can be written into it."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"The folder {path} cannot be made: {error.strerror}.") from None
    if not os.access(path, os.W_OK | os.X_OK):
        raise BadInput(f"The folder {path} cannot be written.")
    return path
