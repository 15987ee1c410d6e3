"""One run of codecs in memory: begun, previewed or resumed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import click

from serbench.build.runners import build_runners
from serbench.cli.console import step_teller, teller
from serbench.cli.dry_run import print_plan
from serbench.cli.material import Material, gather_again
from serbench.cli.measuring import Showing, measure_and_show, warn
from serbench.cli.options import named_outright
from serbench.codecs.manifest import AXIS_MARK, CodecManifest
from serbench.codecs.runner import BuildFailure, Runner
from serbench.corpus.workload import Workload
from serbench.engine.resumption import require_available
from serbench.errors import BadInput
from serbench.experiments.memory.beside import beside_times
from serbench.experiments.memory.budget import cost_of_fitting
from serbench.experiments.memory.counting import with_allocations
from serbench.experiments.memory.execute import Subject
from serbench.experiments.memory.instructions import counter_here, with_instructions
from serbench.experiments.memory.plan import DEFAULT_PRESET, Plan
from serbench.experiments.memory.preparation import (
    Request,
    SubjectKey,
    prepare,
    record_of,
    subjects_to_resume,
)
from serbench.locations import results_directory
from serbench.machine import machine_record
from serbench.proof.crossing_memory import crossings_of_run
from serbench.record.pages import keep_pages
from serbench.record.run_folder import RunFolder, find_run
from serbench.selection.axes import Axes, one_of_each, require_startable, varied
from serbench.selection.choice import select_codecs
from serbench.setup.allocators import make_allocators_ready
from serbench.setup.readiness import expected_lacks, make_ready


class RunSession:
    """One invocation of ``run``: where it builds, what it prints."""

    def __init__(self, jobs: int, as_json: bool, quiet: bool, group_by: str | None, beside: bool) -> None:
        self._jobs = jobs
        self._quiet = quiet
        self._beside = beside
        self._as_json = as_json
        self._showing = Showing(as_json, quiet, group_by, beside)
        self.tell = teller(quiet)

    def begin(
        self,
        request: Request,
        material: Material,
        patterns: Sequence[str] | None,
        out: Path | None,
    ) -> int:
        """Measures a new run and prints its results."""
        unavailable = self._make_ready(request.codecs, request.axes)
        self._tell_lacking(unavailable)
        if request.axes.note:
            self.tell(request.axes.note)
        ready = [codec for codec in request.codecs if codec.name not in unavailable]
        built = self._build(ready, material.workloads)
        for item in built:
            if isinstance(item, BuildFailure) and item.outcome == "unsupported":
                self.tell(f"{item.codec} is not measured on {item.workload}: {item.detail}")
        named = named_outright(request.codecs, patterns)
        prepared = prepare(request, built, material.corpora, unavailable, named)
        if cost := cost_of_fitting(request.preset, prepared.plan):
            self.tell(cost)
        subjects = self._counted(prepared.subjects, request.operations, request.count)
        alike = one_of_each(ready)
        crossings = crossings_of_run(alike, prepared.subjects, step_teller(self._quiet))
        # Compressors cost seconds, which quick has only where it is asked for them.
        compress = self._beside or request.preset.name != DEFAULT_PRESET
        beside = beside_times(request.codecs, prepared.subjects, compress, step_teller(self._quiet))
        self._end_steps()
        command = ["./serbench", *sys.argv[1:]]
        machine = machine_record()
        warn(machine, self._showing)
        record = record_of(prepared, machine, command, material.own, crossings, beside)
        folder = RunFolder.create(out or results_directory(), record)
        keep_pages(folder, ready)
        return measure_and_show(folder, prepared.plan, subjects, self._showing)

    def preview(self, request: Request, material: Material) -> int:
        """Prints what a new run would measure, and measures nothing."""
        lacking = _for_each(request.codecs, expected_lacks)
        self._tell_lacking(lacking)
        corpus_bytes = {name: corpus.manifest.bytes for name, corpus in material.corpora.items()}
        print_plan(request, corpus_bytes, lacking, self._as_json)
        return 0

    def _tell_lacking(self, reasons: Mapping[str, str]) -> None:
        """Says which codecs cannot be had here, and why."""
        for codec, reason in reasons.items():
            self.tell(f"{codec} is not measured: {reason}")

    def resume(self, run: str) -> int:
        """Measures what a run still lacks and prints the results of the whole."""
        folder = RunFolder.load(find_run(run))
        record = folder.record
        try:
            plan = Plan.from_json(record["plan"])
            names = {runner["codec"] for runner in record["runners"]}
            material = gather_again(record)
            axes = Axes.from_json(record.get("axes", {}))
        except (KeyError, TypeError) as error:
            raise BadInput(
                f"The run in {folder.path} was not written by this version of serbench."
            ) from error
        plain = {name.partition(AXIS_MARK)[0] for name in names}
        selected = select_codecs(sorted(plain)) if plain else ()
        codecs = [codec for codec in varied(selected, axes) if codec.name in names]
        require_available(folder.name, self._make_ready(codecs, axes))
        subjects = subjects_to_resume(folder, self._build(codecs, material.workloads), material.corpora)
        counted = self._counted(subjects, record.get("operations"), record.get("count", False))
        self._end_steps()
        return measure_and_show(folder, plan, counted, self._showing)

    def _make_ready(self, codecs: Sequence[CodecManifest], axes: Axes) -> dict[str, str]:
        """Readies codecs and allocators; of the codecs that cannot be had here the reason."""
        make_allocators_ready(axes.allocators, self.tell)
        reasons = _for_each(codecs, lambda plain: make_ready(plain, tell=self.tell))
        require_startable(axes, [codec for codec in codecs if codec.name not in reasons])
        return reasons

    def _build(
        self, codecs: Sequence[CodecManifest], workloads: Sequence[Workload]
    ) -> list[Runner | BuildFailure]:
        built = build_runners(codecs, workloads, jobs=self._jobs, progress=step_teller(self._quiet))
        self._end_steps()
        return built

    def _counted(
        self, subjects: Mapping[SubjectKey, Subject], operations: Sequence[str] | None, instructions: bool
    ) -> dict[SubjectKey, Subject]:
        """The subjects with what their operations allocate and execute; the latter where the processor tells,
        or where it was asked for."""
        tell = step_teller(self._quiet)
        counter = counter_here(on_demand=instructions, tell=self.tell)
        if counter is not None:
            subjects = with_instructions(subjects, operations, counter, tell)
        return with_allocations(subjects, operations, tell)

    def _end_steps(self) -> None:
        """Clears the line on which a terminal shows the step under way."""
        if sys.stderr.isatty() and not self._quiet:
            click.echo("\r\x1b[K", err=True, nl=False)


def _for_each(
    codecs: Sequence[CodecManifest], lacks: Callable[[Sequence[CodecManifest]], Mapping[str, str]]
) -> dict[str, str]:
    """Why codecs cannot be had, which is asked once for each, however many of it stand along the axes."""
    reasons = lacks([replace(codec, name=codec.built_name) for codec in one_of_each(codecs)])
    return {codec.name: reasons[codec.built_name] for codec in codecs if codec.built_name in reasons}
