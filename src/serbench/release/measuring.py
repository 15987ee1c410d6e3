"""Measures both releases: the runs that a check is made of, one after the other."""

import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from serbench.codecs.manifest import CodecManifest
from serbench.engine.asked import Asked, Settings
from serbench.engine.flow import Flow
from serbench.engine.material import Material
from serbench.engine.session import Session, run_of
from serbench.errors import BadInput, Incomplete, SerbenchError
from serbench.experiments.evolution import execute as evolution
from serbench.experiments.evolution.derived.source import source_of
from serbench.experiments.evolution.flow import EvolutionFlow, Versions, settings_of
from serbench.experiments.memory.command import VERB as RUN
from serbench.experiments.memory.execute import EXPERIMENT as IN_MEMORY
from serbench.experiments.memory.plan import Preset
from serbench.experiments.reporting import draw_ranking, earlier_twins, reporting_of
from serbench.experiments.torture import execute as torture
from serbench.experiments.torture.flow import Settings as Cases
from serbench.experiments.torture.flow import TortureFlow, of_another_schema
from serbench.facts import measuring as facts
from serbench.facts.known import known_facts
from serbench.languages import language_of
from serbench.locations import results_directory
from serbench.record.run_folder import RunFolder
from serbench.release.fact_changes import changed_facts
from serbench.release.flow import ReleaseFlow, request
from serbench.release.judging import Measure, Verdict
from serbench.release.kept import CHANGES, FACTS, MALFORMED, PARTS, TIME, CheckRecord, keep_check
from serbench.release.measures import INSTRUCTIONS, Pair, failures_between, measures_of_run
from serbench.release.outcomes import outcomes_of
from serbench.selection.discovery import find_codecs
from serbench.terminal.console import Voice, echo

VERB = "check-release"
# Enough that a reader that dies of one class of damage is found; more would take minutes.
MALFORMED_CASES = 500
_NO_COUNTER = "The processor's counter cannot be read here"
_NO_VALGRIND = f"{_NO_COUNTER}, and valgrind, which counts instead, is missing."
_NO_COUNTS = f"{_NO_COUNTER}, and valgrind, which counts instead, gave no count of both."
_VERBS = {TIME: RUN, CHANGES: evolution.VERB, MALFORMED: torture.VERB}


@dataclass(frozen=True, slots=True)
class Amount:
    """How both are measured: the objects, the preset, the most time of measuring times in nanoseconds, the
    folder for runs (None for the usual place), and how many compilers work at once."""

    material: Material
    preset: Preset
    max_time_ns: int | None
    out: Path | None
    jobs: int


@dataclass(frozen=True, slots=True)
class Measuring:
    """The check that is made or continued, the codecs of its pair, the amount, and what was made: ``runs``
    are names of runs by their verbs, and ``machine`` is the record of the machine, once a run is made."""

    check: CheckRecord
    codecs: Sequence[CodecManifest]
    amount: Amount
    voice: Voice
    runs: dict[str, str] = field(default_factory=dict)
    machine: dict[str, object] = field(default_factory=dict)

    @property
    def pair(self) -> Pair:
        return Pair(self.check["base"], self.check["head"])

    def measure(self) -> Iterator[Measure]:
        """The measures of the parts that are asked for, in their order. An A/A check has times alone: the
        rest is the same executable asked the same twice. A fault of the machine in a later part leaves that
        part unknown. Raises SerbenchError where no time can be measured, and KeyboardInterrupt where it was
        interrupted."""
        ways: dict[str, Callable[[], Iterator[Measure]]] = {
            TIME: self._times, CHANGES: self._changes, MALFORMED: self._malformed, FACTS: self._facts,
        }  # fmt: skip
        # Times first: without them nothing is kept.
        for part in sorted(self.check["parts"], key=PARTS.index):
            if part != TIME and self.pair.is_same:
                continue
            try:
                yield from ways[part]()
            except SerbenchError as error:
                if part == TIME:
                    # The exit status of an Incomplete would say that HEAD is worse.
                    raise (SerbenchError(str(error)) if isinstance(error, Incomplete) else error) from error
                is_refused = isinstance(error, BadInput)
                verdict = Verdict.NOT_MEASURED if is_refused else Verdict.CANNOT_TELL
                yield Measure(part, "", verdict, details=(str(error),))
            except KeyboardInterrupt:
                # A run that was interrupted itself has said how it goes on.
                if self.runs and _VERBS.get(part) not in self.runs:
                    run = RunFolder.load(self._place / next(iter(self.runs.values())))
                    echo(f"Interrupted; continue with: {run.resume_command}", err=True)
                raise

    @property
    def _place(self) -> Path:
        return self.amount.out or results_directory()

    def _times(self) -> Iterator[Measure]:
        is_counted = bool(language_of(self.pair.base).sampling_loop)
        has_valgrind = shutil.which("valgrind") is not None
        asked = self._asked(self.amount.preset, self.amount.max_time_ns)
        made = request(count=is_counted and has_valgrind)
        flow = ReleaseFlow(asked, self.amount.material, tuple(self.codecs), made)
        found = [*measures_of_run(self._run(IN_MEMORY, RUN, flow), self.pair)]
        yield from found
        if is_counted and not any(one.name == INSTRUCTIONS for one in found):
            why = _NO_COUNTS if has_valgrind else _NO_VALGRIND
            yield Measure(INSTRUCTIONS, "", Verdict.NOT_MEASURED, details=(why,))

    def _changes(self) -> Iterator[Measure]:
        material = self.amount.material
        # Of the user's schema, where there is one, as `evolve --data` does.
        source = None if material.own is None else source_of(material, self.check["seed"])
        settings = settings_of((), source)
        flow = EvolutionFlow(self._asked(settings), Versions(settings), tuple(self.codecs))
        folder = self._run(evolution.EXPERIMENT, evolution.VERB, flow)
        yield from self._outcomes("schema changes", folder)

    def _malformed(self) -> Iterator[Measure]:
        asked, material = self._asked(Cases(MALFORMED_CASES)), self.amount.material
        other = of_another_schema(material, self.check["seed"])
        folder = self._run(
            torture.EXPERIMENT, torture.VERB, TortureFlow(asked, material, tuple(self.codecs), other)
        )
        yield from self._outcomes("malformed input", folder)

    def _outcomes(self, name: str, folder: RunFolder) -> list[Measure]:
        side, absent = reporting_of(folder.record).side(folder), folder.record.get("unavailable", ())
        return outcomes_of(name, side, self.pair, absent)

    def _facts(self) -> Iterator[Measure]:
        everyone = {codec.name: codec for codec in (*find_codecs(), *self.codecs)}
        known = [*everyone.values()]
        measuring = facts.Measuring(self.codecs, known, self.voice, builds_from_nothing=False)
        measuring.measure(self.amount.jobs, with_strictness=False, with_footprint=True)
        yield from failures_between(measuring.all_failures(), self.pair, FACTS, measuring.unavailable)
        base, head = (
            known_facts(everyone[name], known) | measuring.measured.get(name, {})
            for name in (self.pair.base, self.pair.head)
        )
        yield from changed_facts(base, head)

    def _asked(self, settings: Settings, max_time_ns: int | None = None) -> Asked[Settings]:
        names = tuple(codec.name for codec in self.codecs)
        return Asked(names, settings, self.check["seed"], self.amount.out, max_time_ns)

    def _run(self, experiment: str, verb: str, flow: Flow) -> RunFolder:
        """Measures a run, or what one of this check lacks, and returns it."""
        earlier = self.check["runs"].get(verb)

        def go(session: Session) -> int:
            if earlier is None:
                return session.begin(flow)
            self.runs[verb] = earlier
            return session.resume(str(self._place / earlier), type(flow).again)

        def keep(folder: RunFolder) -> None:
            runs = {**self.runs, verb: folder.name}
            keep_check(self.check, runs, self._place)
            self.runs[verb] = folder.name

        quiet, jobs = self.voice.quiet, self.amount.jobs
        folder = run_of(experiment, VERB, jobs, quiet, go, draw_ranking, earlier_twins, keep)
        self.machine.update(folder.record.get("machine", {}))
        return folder
