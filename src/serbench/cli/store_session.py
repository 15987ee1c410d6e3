"""One invocation of ``store``: what it builds, checks, measures and prints."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from serbench.build.runners import build_runners
from serbench.cli.console import ResultConsole, done_with_steps, print_json, step_teller, teller
from serbench.cli.material import OwnData, PoolMaterial, gather_pool, gather_pool_again
from serbench.cli.options import named_outright
from serbench.cli.store_dry_run import print_plan
from serbench.cli.store_progress import Pace, StepTeller, study_words
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.selection import select_codecs
from serbench.corpus.workload import Workload
from serbench.errors import BadInput
from serbench.locations import cache_directory, results_directory
from serbench.machine import machine_record
from serbench.measure.pages import keep_pages
from serbench.measure.preparation import subjects_to_resume
from serbench.measure.row import Failure
from serbench.measure.run_folder import RunFolder, find_run
from serbench.report.web.writing import write_html
from serbench.runner.runner import BuildFailure, Runner
from serbench.setup.readiness import make_ready
from serbench.store import cache_state
from serbench.store.estimate import free_disk, free_memory, message_bytes, require_room
from serbench.store.execute import StorePlace, StoreSubject, execute, missing_forks
from serbench.store.expectation import with_length_of_list
from serbench.store.plan import Plan, Settings, make_plan
from serbench.store.pool import Pool
from serbench.store.preparation import Prepared, levels_of, prepare, record_of_store
from serbench.store.report import print_store_report, store_document_of
from serbench.store.shelf import Shelf, written_by
from serbench.store.study import log_lines, write_result_files


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


class StoreSession:
    """Where it builds and what it prints: a document, the study's lines, or tables."""

    def __init__(self, jobs: int, as_json: bool, quiet: bool, study_lines: bool) -> None:
        self._jobs = jobs
        self._as_json = as_json
        self._quiet = quiet
        self._study_lines = study_lines
        self._tell = teller(quiet)

    def dry_run(self, asked: Asked) -> int:
        """Says what would be measured; nothing is built for it."""
        settings = with_length_of_list(asked.settings)
        print_plan(
            self._gathered(asked).workload.name,
            select_codecs(asked.patterns),
            settings,
            asked.seed,
            self._as_json,
        )
        return 0

    def measure(self, asked: Asked, directory: Path | None) -> int:
        """A new run: writes, reads, and leaves no large file."""
        asked = replace(asked, settings=with_length_of_list(asked.settings))
        codecs = select_codecs(asked.patterns)
        stored = self._gathered(asked)
        prepared = self._prepare(codecs, stored.workload, asked)
        place = _folder(directory or _usual_directory())
        settings = self._possible(asked.settings, place)
        self._require_room(settings, stored.pool, prepared.subjects, place)
        plan = make_plan(_levels(prepared.subjects), stored.workload.name, settings, asked.seed)
        folder = self._begin(prepared, plan, stored, asked, place)
        return self._measured(folder, plan, prepared.subjects, stored, place)

    def write(self, asked: Asked, directory: Path) -> int:
        """Leaves a store for each codec."""
        codecs = select_codecs(asked.patterns)
        stored = self._gathered(asked)
        prepared = self._prepare(codecs, stored.workload, asked)
        place = _folder(directory)
        self._require_room(asked.settings, stored.pool, prepared.subjects, place, len(prepared.subjects))
        formats = {codec.name: codec.format for codec in codecs if codec.name in prepared.subjects}
        shelf = Shelf(
            place.absolute(),
            stored.workload.name,
            asked.seed,
            max(asked.settings.objects),
            formats,
            stored.own,
            str(stored.pool.corpus.folder),
        )
        plan = make_plan(_levels(prepared.subjects), stored.workload.name, asked.settings, asked.seed)
        folder = self._begin(prepared, plan, stored, asked)
        places = {codec: shelf.place(codec) for codec in formats}
        try:
            return self._measured(folder, plan, prepared.subjects, stored, place, places)
        finally:
            whole = [codec for codec, of_codec in places.items() if of_codec.index.exists()]
            written_by(shelf, whole).save()

    def read(self, asked: Asked, directory: Path, objects_given: bool) -> int:
        """Reads what ``write`` has left."""
        shelf = Shelf.load(directory)
        stored = gather_pool_again(shelf.workload, shelf.seed, shelf.own, shelf.pool)
        codecs, without = self._readers(asked.patterns, shelf)
        settings = asked.settings
        if not objects_given:
            settings = replace(settings, objects=(shelf.objects,))
        if max(settings.objects) > shelf.objects:
            raise BadInput(
                f"The stores in {directory} have {shelf.objects} objects, fewer than {max(settings.objects)}."
            )
        settings = replace(settings, random_reads=min(settings.random_reads, max(settings.objects)))
        settings = with_length_of_list(settings, shelf.objects)
        prepared = self._prepare(codecs, stored.workload, replace(asked, seed=shelf.seed))
        prepared = replace(prepared, failures=prepared.failures + without)
        places = {codec.name: place for codec in codecs if (place := shelf.place_for(codec)) is not None}
        settings = self._possible(settings, next(iter(places.values())).data)
        levels = _levels(prepared.subjects)
        plan = make_plan(levels, stored.workload.name, settings, shelf.seed, writes=False)
        folder = self._begin(prepared, plan, stored, asked)
        # Stores may lie where nothing can be written.
        scratch = _folder(_usual_directory())
        return self._measured(folder, plan, prepared.subjects, stored, scratch, places, shelf.objects)

    def resume(self, run: str) -> int:
        """Measures what a run still lacks and prints the results of the whole."""
        folder = RunFolder.load(find_run(run))
        record = folder.record
        try:
            plan = Plan.from_json(record["plan"])
            names = {runner["codec"] for runner in record["runners"]}
            stored = _gathered_again(record)
        except (KeyError, TypeError, ValueError) as error:
            raise BadInput(f"The run in {folder.path} is no run of the store of this version.") from error
        if record.get("directory") is None:
            raise BadInput(f"Run {folder.name} is of stores that are kept; `store read` begins anew.")
        codecs = [codec for codec in select_codecs(sorted(names)) if codec.name in names]
        for codec, reason in make_ready(codecs, tell=self._tell).items():
            raise BadInput(
                f"Run {folder.name} cannot be resumed: {codec} can no longer be had here: {reason}"
            )
        manifests = {codec.name: codec for codec in codecs}
        built = self._build(codecs, stored.workload)
        found = subjects_to_resume(folder, built, {stored.workload.name: stored.pool.corpus})
        subjects = {
            name: StoreSubject(
                subject.runner, subject.description, levels_of(manifests[name], subject.description)
            )
            for (name, _), subject in found.items()
        }
        place = _folder(Path(record["directory"]))
        self._require_room(plan.settings, stored.pool, subjects, place)
        return self._measured(folder, plan, subjects, stored, place)

    def _gathered(self, asked: Asked) -> PoolMaterial:
        return gather_pool(asked.workload, asked.own, asked.seed, self._tell)

    def _readers(
        self, patterns: Sequence[str] | None, shelf: Shelf
    ) -> tuple[tuple[CodecManifest, ...], tuple[Failure, ...]]:
        """The codecs that wrote, or those asked for that can read what lies there; and failures of those that
        were named and cannot."""
        codecs = select_codecs(patterns if patterns is not None else sorted(shelf.formats))
        readers = tuple(codec for codec in codecs if shelf.place_for(codec) is not None)
        if all(codec.floor for codec in readers) and not all(codec.floor for codec in codecs):
            raise BadInput(f"None of these codecs reads what lies in {shelf.folder}.")
        failures: list[Failure] = []
        named = named_outright(codecs, patterns)
        for codec in codecs:
            if codec not in readers:
                reason = f"No store in {shelf.folder} is of the format {codec.format}."
                self._tell(f"{codec.name} is not measured: {reason}")
                if codec.name in named:
                    failures.append(Failure(codec.name, shelf.workload, None, "unsupported", reason))
        return readers, tuple(failures)

    def _prepare(self, codecs: Sequence[CodecManifest], workload: Workload, asked: Asked) -> Prepared:
        unavailable = make_ready(codecs, tell=self._tell)
        for codec, reason in unavailable.items():
            self._tell(f"{codec} is not measured: {reason}")
        ready = [codec for codec in codecs if codec.name not in unavailable]
        built = self._build(ready, workload)
        named = named_outright(codecs, asked.patterns)
        prepared = prepare(codecs, workload.name, built, unavailable, named)
        if not prepared.subjects:
            reasons = [failure.detail for failure in prepared.failures] + list(unavailable.values())
            raise BadInput(f"None of these codecs can be measured here: {reasons[0] if reasons else ''}")
        return prepared

    def _build(self, codecs: Sequence[CodecManifest], workload: Workload) -> list[Runner | BuildFailure]:
        progress = step_teller(self._quiet)
        built = build_runners(codecs, [workload], jobs=self._jobs, progress=progress, store=True)
        done_with_steps(self._quiet)
        return built

    def _possible(self, settings: Settings, place: Path) -> Settings:
        """The settings without the cache modes that cannot be had for files of a folder, or for a file."""
        caches, hindrances = cache_state.possible_caches(settings.caches, place)
        for sentence in hindrances:
            self._tell(sentence)
        return replace(settings, caches=caches)

    def _require_room(
        self,
        settings: Settings,
        pool: Pool,
        subjects: Mapping[str, StoreSubject],
        directory: Path,
        stores: int = 1,
    ) -> None:
        sizes = {codec: message_bytes(subject, pool) for codec, subject in subjects.items()}
        known = {codec: size for codec, size in sizes.items() if size is not None}
        require_room(settings, pool, known, directory, free_disk(directory) // stores, free_memory())

    def _begin(
        self,
        prepared: Prepared,
        plan: Plan,
        stored: PoolMaterial,
        asked: Asked,
        directory: Path | None = None,
    ) -> RunFolder:
        command = ["./serbench", *sys.argv[1:]]
        workload, pool = stored.workload.name, stored.pool
        record = record_of_store(prepared, plan, workload, pool, machine_record(), command, stored.own)
        record["directory"] = None if directory is None else str(directory.absolute())
        folder = RunFolder.create(asked.out or results_directory(), record)
        keep_pages(folder, [codec for codec in prepared.codecs if codec.name in prepared.subjects])
        return folder

    def _measured(
        self,
        folder: RunFolder,
        plan: Plan,
        subjects: Mapping[str, StoreSubject],
        stored: PoolMaterial,
        directory: Path,
        places: Mapping[str, StorePlace] | None = None,
        stored_objects: int = 0,
    ) -> int:
        pace = Pace(plan, missing_forks(plan, folder.rows))
        progress = StepTeller(pace, self._quiet)
        try:
            with folder.writing():
                execute(plan, subjects, stored.pool, folder, directory, progress, places, stored_objects)
        except KeyboardInterrupt:
            left = len(missing_forks(plan, RunFolder.load(folder.path).rows))
            kept = f"{len(plan.forks) - left} of {len(plan.forks)} repetitions are measured and kept"
            rest = "whole stores stay."
            if places is None:
                rest = f"the large files are removed. Continue with: {folder.resume_command}"
            click.echo(f"Interrupted; {kept}, {rest}", err=True)
            return 130
        finally:
            done_with_steps(self._quiet)
        if (words := study_words(pace)) is not None:
            self._tell(words)
        return self._report(folder, stored.workload)

    def _report(self, folder: RunFolder, workload: Workload) -> int:
        document = store_document_of(folder)
        if self._study_lines:
            datatype = workload.schema.root.rpartition(".")[2]
            paths = write_result_files(folder.rows, datatype, folder.path)
            for line, _ in log_lines(folder.rows, datatype):
                click.echo(line)
            self._tell(f"{len(paths)} files of results: {folder.path}")
        elif self._as_json:
            print_json(document)
        else:
            print_store_report(folder, ResultConsole())
            click.echo(f"Measurements: {folder.path}")
            click.echo(f"Report: {write_html(folder)}")
        return 1 if document["failures"] else 0


def _gathered_again(record: Mapping[str, Any]) -> PoolMaterial:
    (name,) = record["workloads"]
    return gather_pool_again(name, record["seed"], record["own"], record["corpora"][name]["folder"])


def _levels(subjects: Mapping[str, StoreSubject]) -> dict[str, tuple[str, ...]]:
    return {codec: subject.levels for codec, subject in subjects.items()}


def _usual_directory() -> Path:
    return cache_directory() / "store"


def _folder(path: Path) -> Path:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"The folder {path} cannot be made: {error.strerror}.") from None
    if not os.access(path, os.W_OK | os.X_OK):
        raise BadInput(f"The folder {path} cannot be written.")
    return path
