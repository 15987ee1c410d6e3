"""One invocation of an experiment: a run is started, previewed or resumed, measured and shown."""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime
from functools import partial
from typing import TypeVar

from serbench.builds.runners import build_runners
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import BuildFailure, Runner
from serbench.engine.against import against, against_again
from serbench.engine.attempts import much_disturbed
from serbench.engine.flow import Flow
from serbench.engine.live import DrawRanking, parse_duration_ns
from serbench.engine.measuring import INTERRUPTED, measure_and_show
from serbench.engine.twins import Twin
from serbench.engine.unfinished import Share
from serbench.engine.work import Work
from serbench.errors import BadInput, SerbenchError
from serbench.inputs.progress import heard
from serbench.locations import results_directory
from serbench.machine.disturbance import watch
from serbench.machine.record import machine_record
from serbench.machine.words import disturbances
from serbench.record import named_paths
from serbench.record.adapters import keep_adapters
from serbench.record.reading import fitting_together
from serbench.record.run_folder import RunFolder, find_run, free_name
from serbench.record.shared import found_here
from serbench.record.titles import Titles
from serbench.selection.axes import one_of_each, require_startable
from serbench.setup.allocators import make_allocators_ready
from serbench.setup.readiness import expected_lacks, make_ready
from serbench.terminal.console import ResultConsole, Voice, duration_words, echo, print_json
from serbench.terminal.options import BlockedOptions, ResumableOptions, resumed_run
from serbench.terminal.values import named_outright

_NS_PER_S = 1_000_000_000
_LOOK_S = 0.5
_LOOKING = "Toolchains and libraries"
_CHECKING = "Checking the runners"


Options = TypeVar("Options", bound=ResumableOptions)


class Session:
    """Where a run is built and what it prints in the meantime. ``draw`` prints the ranking of a run that is
    being measured, and ``show`` its results at the end, with the report; it says whether anything failed.
    ``earlier_twins`` finds what twins of earlier runs tell a new one; ``keep`` writes further files into the
    folder of a new run."""

    def __init__(
        self,
        experiment: str,
        verb: str,
        jobs: int,
        quiet: bool,
        as_json: bool,
        draw: DrawRanking,
        show: Callable[[RunFolder], bool],
        earlier_twins: Callable[[RunFolder], Sequence[Twin]] = lambda folder: (),
        keep: Callable[[RunFolder], object] = lambda folder: None,
    ) -> None:
        self._experiment = experiment
        self._verb = verb
        self._jobs = jobs
        self._as_json = as_json
        self._draw = draw
        self._show = show
        self._earlier_twins = earlier_twins
        self._keep = keep
        self._again_s: float | None = None
        self._repeats = False
        self.voice = Voice(quiet, verb)

    def run(
        self,
        options: Options,
        make: Callable[[Options, Callable[[str], object]], Flow],
        again: Callable[[RunFolder], Flow],
    ) -> int:
        """Does what the options ask for. A run is resumed as ``again`` finds it. Otherwise the flow that
        ``make`` makes of the options, telling what it does, is previewed or measured."""
        if isinstance(options, BlockedOptions):
            if options.again is not None:
                self._again_s = parse_duration_ns(options.again) / _NS_PER_S
            self._repeats = True
        if (resumed := resumed_run(options, ("dry_run",))) is not None:
            return self.preview_rest(resumed) if options.dry_run else self.resume(resumed, again)
        with heard(self.voice.draw):
            flow = make(options, self.voice.tell)
        return self.preview(flow) if options.dry_run else self.begin(flow)

    def begin(self, flow: Flow) -> int:
        """Measures a new run and prints its results; returns the exit status. A time that is too short is
        refused before anything is built."""
        began, place = datetime.now(UTC), flow.asked.out or results_directory()
        flow = self._heard(flow)
        # What no user chose is drawn by the name, so that each run draws anew.
        flow = replace(flow, asked=replace(flow.asked, order=free_name(place, began)))
        self._require_time(flow)
        flow.ready()
        unavailable = self._make_ready(flow)
        self._tell_lacking(unavailable)
        named = named_outright(flow.codecs, flow.asked.patterns)
        flow.require_codecs(unavailable, named)
        if flow.axes.note:
            self.voice.tell(flow.axes.note)
        ready = [codec for codec in flow.codecs if codec.name not in unavailable]
        built = self._build(ready, flow)
        flow = self._with_second(flow, built)
        for item in built:
            if isinstance(item, BuildFailure) and item.outcome == "unsupported":
                self.voice.tell(f"{item.codec} is not measured on {item.workload}: {item.detail}")
        with self.voice.phase(_CHECKING):
            work = flow.prepared(built, unavailable, named)
        machine = machine_record(folders=flow.folders)
        if flow.is_timed:
            warn(machine, self.voice)
        record = {"verb": self._verb} | work.record(machine, ["./serbench", *sys.argv[1:]])
        second = flow.against
        named_paths.note(*flow.named_paths, second.checkout if second else None)
        new = RunFolder(place / flow.asked.order, record, [])
        earlier = [asdict(twin) for twin in self._earlier_twins(new)]
        folder = RunFolder.create(place, {**record, "earlier_twins": earlier}, began)
        try:
            keep_adapters(folder, ready)
            self._keep(folder)
        except SerbenchError:
            folder.discard()
            raise
        return self._measure(folder, work)

    def preview(self, flow: Flow) -> int:
        """Prints what a new run would measure without measuring."""
        flow = self._heard(flow)
        lacking = _for_each(flow.codecs, expected_lacks)
        self._tell_lacking(lacking)
        document, lines = flow.preview(lacking)
        if self._again_s:
            document["again_s"] = self._again_s
            lines.append(
                f"then disturbed forks are measured again for at most {duration_words(self._again_s)}"
            )
        titles = _titles_of(flow)
        if self._as_json:
            print_json(titles.in_document(document))
        else:
            echo(titles.in_text("\n".join(lines)))
        return 0

    def preview_rest(self, run: str) -> int:
        """Prints how much of a run is measured."""
        folder = self._own(run)
        share = Share.of(folder)
        if self._as_json:
            print_json({"run": folder.name, "measured": share.measured, "planned": share.planned})
        else:
            echo(share.sentence)
        return 0

    def _own(self, run: str) -> RunFolder:
        """The folder of a run of this command. Raises BadInput for another one's."""
        folder = RunFolder.load(find_run(run))
        if folder.experiment != self._experiment:
            raise BadInput(
                f"Run {folder.name} is not one of `{self._verb}`; continue it with: {folder.resume_command}"
            )
        return folder

    def resume(self, run: str, again: Callable[[RunFolder], Flow]) -> int:
        """Measures what a run still lacks and prints the results of the whole. ``again`` finds what the run
        started with."""
        folder = self._own(run)
        here = replace(folder, record=found_here(folder.record))
        with fitting_together(folder.path):
            flow = self._heard(again(here))
        flow.ready()
        for codec, reason in self._make_ready(flow).items():
            raise BadInput(
                f"Run {folder.name} cannot be resumed: {codec} is no longer available here: {reason}"
            )
        built = self._build(flow.codecs, flow)
        with self.voice.phase(_CHECKING), fitting_together(folder.path):
            work = self._second_again(flow, here, built).resumed(here, built)
        return self._measure(folder, work)

    def _with_second(self, flow: Flow, built: Sequence[Runner | BuildFailure]) -> Flow:
        """The flow with the second set of executables that the user asks for."""
        if flow.asked.against is None:
            return flow
        with self.voice.phase(f"Executables of {flow.asked.against}"):
            second = against(flow.asked.against, built, self._jobs, self.voice.step)
        for reason in second.lacking.values():
            self.voice.tell(reason)
        return replace(flow, against=second)

    def _second_again(self, flow: Flow, folder: RunFolder, built: Sequence[Runner | BuildFailure]) -> Flow:
        """The flow of a run that is resumed with its second set of executables, which must be the same."""
        second = against_again(folder, built, self._jobs, self.voice.step)
        return replace(flow, against=second)

    def _heard(self, flow: Flow) -> Flow:
        """The flow, which speaks by the voice of this session, with titles in place of names."""
        self.voice.worded = _titles_of(flow).in_text
        return replace(flow, voice=self.voice, lay_out=partial(self._lay_out, flow))

    def _measure(self, folder: RunFolder, work: Work) -> int:
        results = self.voice.console if self._as_json else ResultConsole()
        status = measure_and_show(folder, work, self._show, self.voice, self._draw, results, self._again_s)
        if self._repeats and status != INTERRUPTED and (clause := much_disturbed(folder.rows)):
            self.voice.tell(f"{clause}. Measure these again by: {folder.resume_command} --again 1h")
        return status

    def _require_time(self, flow: Flow) -> None:
        """Raises BadInput where --max-time cannot be met, with the time that measuring is expected to take:
        which operations a codec has is only known once it is built."""
        if flow.asked.max_time_ns is None:
            return
        with self.voice.phase(_LOOKING):
            lacking = _for_each(flow.codecs, expected_lacks)
        hindered = {
            codec.name: reason
            for codec in flow.codecs
            for workload in flow.workloads
            if (reason := codec.hindrance(workload.schema))
        }
        try:
            flow.require_time(hindered | lacking)
        except BadInput:
            flow.preview(lacking)
            raise

    def _make_ready(self, flow: Flow) -> dict[str, str]:
        """Readies codecs and allocators; the reason for each codec that is unavailable."""
        voice = self.voice
        with voice.phase(_LOOKING):
            make_allocators_ready(flow.axes.allocators, voice.tell)
            reasons = _for_each(
                flow.codecs, lambda plain: make_ready(plain, tell=voice.tell, step=voice.step)
            )
        require_startable(flow.axes, [codec for codec in flow.codecs if codec.name not in reasons])
        return reasons

    def _build(self, codecs: Sequence[CodecManifest], flow: Flow) -> list[Runner | BuildFailure]:
        with self.voice.phase(f"Compiling {len(codecs)} codecs"):
            built = build_runners(
                codecs, flow.workloads, jobs=self._jobs, progress=self.voice.step, variant=flow.variant
            )
        if any(isinstance(item, BuildFailure) and item.outcome != "unsupported" for item in built):
            self.voice.tell_details()
        return built

    def _lay_out(self, flow: Flow, codecs: Sequence[CodecManifest]) -> list[Runner | BuildFailure]:
        """Builds codecs in another layout."""
        others = [replace(codec, flags=replace(codec.flags, another_layout=True)) for codec in codecs]
        return build_runners(
            others, flow.workloads, jobs=self._jobs, progress=self.voice.step, variant=flow.variant
        )

    def _tell_lacking(self, reasons: Mapping[str, str]) -> None:
        for codec, reason in reasons.items():
            self.voice.tell(f"{codec} is not measured: {reason}")


def _titles_of(flow: Flow) -> Titles:
    return Titles.of(flow.material.own, [workload.name for workload in flow.material.workloads])


def warn(machine: Mapping[str, object], voice: Voice) -> None:
    """Warns about what makes the measurements less certain, and says what to do about it."""
    if voice.quiet:
        return
    for found in disturbances(machine, beside=watch(_LOOK_S)):
        if not found.bearable:
            voice.tell(f"{found.problem} {found.cure}")


def _for_each(
    codecs: Sequence[CodecManifest], lacks: Callable[[Sequence[CodecManifest]], Mapping[str, str]]
) -> dict[str, str]:
    """Why codecs are unavailable, checked once per codec and toolchain, however many variants the axes
    have."""
    found: dict[str, str] = {}
    for program in dict.fromkeys(codec.flags.program for codec in codecs):
        alike = [codec for codec in codecs if codec.flags.program == program]
        reasons = lacks([replace(codec, name=codec.built_name) for codec in one_of_each(alike)])
        found |= {codec.name: reasons[codec.built_name] for codec in alike if codec.built_name in reasons}
    return {codec.name: found[codec.name] for codec in codecs if codec.name in found}


def run_of(
    experiment: str,
    verb: str,
    jobs: int,
    quiet: bool,
    go: Callable[[Session], int],
    draw: DrawRanking,
    earlier_twins: Callable[[RunFolder], Sequence[Twin]] = lambda folder: (),
    keep: Callable[[RunFolder], object] = lambda folder: None,
) -> RunFolder:
    """The run that ``go`` begins or resumes in a session, whose results another command shows. ``verb`` is
    the one that resumes it. Raises KeyboardInterrupt where it was interrupted."""
    made: list[RunFolder] = []

    def show(folder: RunFolder) -> bool:
        made.append(folder)
        return False

    go(Session(experiment, verb, jobs, quiet, True, draw, show, earlier_twins, keep))
    if not made:
        raise KeyboardInterrupt
    return made[0]
