"""Measures the facts of codecs that are built, and keeps them."""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from serbench.builds.runners import ready_and_built
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import BuildFailure, Runner
from serbench.corpus.cache import corpus_of
from serbench.corpus.workload import Workload, load_workload
from serbench.engine.describe import Description, describe
from serbench.errors import Fault, SerbenchError
from serbench.facts.cases import StrictCase, cases_of, formats_with_cases
from serbench.facts.code_at_run_time import makes_code
from serbench.facts.determinism import Emission, emission_of, grades
from serbench.facts.fact import (
    COMPILE_S,
    LANGUAGES,
    MEASURED,
    PROCESSES,
    SAME_BYTES,
    VERSION,
    Fact,
    Value,
)
from serbench.facts.finding import StrictnessFinding, findings_of
from serbench.facts.footprint import (
    added_bytes,
    added_packages,
    build_s,
    bundle_bytes,
    dependency_licences,
    is_compiled,
    without_std,
)
from serbench.facts.habits import habits_of
from serbench.facts.measured import keep_measured, measured_facts
from serbench.facts.messages import MessageFacts, message_facts
from serbench.facts.strictness import Strictness, strictness_of
from serbench.record.row import Failure
from serbench.runner.together import asked_at_once
from serbench.terminal.console import Voice

WORKLOAD = Path(__file__).parent / "workloads" / "facts"
_CODE, _ADDED, _BUNDLE = "code_at_run_time", "added_bytes", "bundle_bytes"
_INSTALLED, _COMPILED, _NO_STD = "installed_bytes", "compiled_packages", "no_std"
_LICENCES = "dependency_licences"


def facts_workload() -> Workload:
    """The workload with which facts are measured; it is none of those that a run may name."""
    return load_workload(WORKLOAD)


@dataclass(slots=True)
class Measuring:
    """The codecs that are asked among ``everyone``, and the workload with which they are measured.
    ``strictness`` has the outcomes of cases by codec, ``failures`` each codec of which nothing could be
    measured, and ``unavailable`` why codecs are not on this machine. ``builds_from_nothing`` says that a
    footprint has the time of a build too, which takes minutes.

    ``measured`` has the facts that are measured, by codec and id. What is in it or in ``strictness`` from the
    beginning is not measured again. ``record`` is called whenever more is known, and ``found``, if it is
    given, with each finding as soon as the outcomes of its codec are known."""

    codecs: Sequence[CodecManifest]
    everyone: Sequence[CodecManifest]
    voice: Voice
    workload: Workload = field(default_factory=facts_workload)
    strictness: dict[str, Sequence[Strictness]] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)
    unavailable: Mapping[str, str] = field(default_factory=dict)
    measured: dict[str, dict[str, Fact]] = field(default_factory=dict)
    builds_from_nothing: bool = True
    record: Callable[[], None] = lambda: None
    found: Callable[[StrictnessFinding], object] | None = None

    def measure(self, jobs: int, with_strictness: bool, with_footprint: bool) -> None:
        """Builds the codecs by so many compilers at once, measures them, and keeps what was found. Messages
        that an executable has written before are not asked for again."""
        floors = self._floors() if with_footprint else []
        self.unavailable, built = ready_and_built([*self.codecs, *floors], [self.workload], jobs, self.voice)
        for one in built:
            if isinstance(one, BuildFailure):
                self._fail(one.codec, one.outcome, one.detail)
        runners = {one.codec: one for one in built if isinstance(one, Runner)}
        with self.voice.phase("Reading messages"):
            refusing = self._read_messages(runners, jobs)
        with self.voice.phase("Comparing bytes"):
            self._compare_bytes(runners, refusing, jobs)
        self.record()
        with self.voice.phase("Forbidding code at run time"):
            self._forbid_code(runners)
        self.record()
        if with_footprint:
            self._measure_footprint(runners, floors, jobs)
        if with_strictness:
            with self.voice.phase("Asking cases of strictness"):
                self._ask_cases(runners)

    def all_failures(self) -> list[Failure]:
        """The failures, and one for each codec that is not on this machine."""
        return [
            *self.failures,
            *(self._failure(name, "build", why) for name, why in self.unavailable.items()),
        ]

    def _measure_footprint(
        self, runners: Mapping[str, Runner], floors: Sequence[CodecManifest], jobs: int
    ) -> None:
        with self.voice.phase("Stripping executables"):
            self._weigh(runners, floors)
        self.record()
        with self.voice.phase("Bundling for browsers"):
            no_bundle = "{} has no bundle for browsers"
            self._ask_each(runners, _BUNDLE, lambda codec: bundle_bytes(runners[codec.name]), no_bundle)
        with self.voice.phase("Measuring packages"):
            self._measure_packages(runners, floors)
        with self.voice.phase("Reading licences of packages"):
            unknown = "The licences of the dependencies of {} stay unknown"
            self._ask_each(runners, _LICENCES, dependency_licences, unknown)
        with self.voice.phase("Building without the standard library"):
            unknown = "Whether {} builds without std stays unknown"
            self._ask_each(runners, _NO_STD, lambda codec: without_std(codec, jobs), unknown)
        self.record()
        if self.builds_from_nothing:
            with self.voice.phase("Building from nothing"):
                self._time_builds(runners, floors, jobs)

    def _floors(self) -> list[CodecManifest]:
        languages = {codec.language for codec in self.codecs}
        return [codec for codec in self.everyone if codec.floor and codec.language in languages]

    def _weigh(self, runners: Mapping[str, Runner], floors: Sequence[CodecManifest]) -> None:
        floor_of = {floor.language: runners[floor.name] for floor in floors if floor.name in runners}
        for codec in self._without(_ADDED):
            if codec.name in runners and codec.language in floor_of:
                self.voice.step(codec.name)
                if (size := added_bytes(runners[codec.name], floor_of[codec.language])) is not None:
                    self._keep(codec, _ADDED, size, f"--footprint {codec.name}")

    def _measure_packages(self, runners: Mapping[str, Runner], floors: Sequence[CodecManifest]) -> None:
        floor_of = {floor.language: floor for floor in floors if floor.name in runners}
        for codec in self._without(_INSTALLED):
            if codec.name not in runners or codec.language not in floor_of:
                continue
            if (added := added_packages(codec, floor_of[codec.language])) is not None:
                self.voice.step(codec.name)
                for name, value in zip((_INSTALLED, _COMPILED), added, strict=True):
                    self._keep(codec, name, value, f"--footprint {codec.name}")

    def _ask_each(
        self,
        runners: Mapping[str, Runner],
        fact: str,
        ask: Callable[[CodecManifest], Value | None],
        failed: str,
    ) -> None:
        """Keeps what each codec that is built tells; ``failed``, with its name, says what a failure means."""
        for codec in self._without(fact):
            if codec.name not in runners:
                continue
            try:
                found = ask(codec)
            except SerbenchError as error:
                self.voice.tell(f"{failed.format(codec.name)}: {error}")
                continue
            if found is not None:
                self.voice.step(codec.name)
                self._keep(codec, fact, found, f"--footprint {codec.name}")
                self.record()

    def _time_builds(self, runners: Mapping[str, Runner], floors: Sequence[CodecManifest], jobs: int) -> None:
        """Times the builds of executables, and first that of the floor of their language."""
        floor_of = {floor.language: floor for floor in floors}
        floor_s: dict[str, float] = {}
        for codec in self._without(COMPILE_S):
            if codec.name not in runners or not is_compiled(runners[codec.name]):
                continue
            language, floor = codec.language, floor_of[codec.language]
            try:
                if language not in floor_s:
                    self.voice.step(floor.name)
                    floor_s[language] = build_s(floor, self.workload, jobs)
                self.voice.step(codec.name)
                added_s = build_s(codec, self.workload, jobs) - floor_s[language]
            except SerbenchError as error:
                self._fail(codec.name, error.outcome if isinstance(error, Fault) else "build", str(error))
                continue
            self._keep(codec, COMPILE_S, max(0.0, round(added_s, 1)), f"--footprint {codec.name}")
            self.record()

    def _without(self, name: str) -> list[CodecManifest]:
        """The codecs of which a fact is to be measured."""
        return [codec for codec in self.codecs if name not in self.measured.get(codec.name, {})]

    def _fail(self, codec: str, outcome: str, detail: str) -> None:
        self.failures.append(self._failure(codec, outcome, detail))

    def _failure(self, codec: str, outcome: str, detail: str) -> Failure:
        return Failure(codec, self.workload.name, None, outcome, detail)

    def _keep(self, codec: CodecManifest, name: str, value: Value, asked: str) -> None:
        fact = Fact(value, MEASURED, command=f"./serbench facts {asked}")
        keep_measured(codec, {name: fact})
        self._tell(codec, name, fact)

    def _tell(self, codec: CodecManifest, name: str, fact: Fact) -> None:
        self.measured.setdefault(codec.name, {})[name] = fact

    def _read_messages(self, runners: Mapping[str, Runner], jobs: int) -> set[str]:
        """Keeps what messages tell, and the version of the library that writes them; returns the codecs that
        refuse other bytes of the same value. A codec that does not write fails where bytes are compared."""

        def tell(codec: CodecManifest) -> tuple[MessageFacts | None, str | None]:
            self.voice.step(codec.name)
            version = _version_of(runners[codec.name])
            with suppress(SerbenchError):
                return message_facts(runners[codec.name], codec.format, self.workload.schema), version
            return None, version

        here = [codec for codec in self.codecs if codec.name in runners]
        refusing = set()
        for codec, (told, version) in zip(here, asked_at_once(tell, here, jobs), strict=True):
            if version is not None:
                self._keep(codec, VERSION, version, codec.name)
            for name, value in told.facts.items() if told else ():
                self._keep(codec, name, value, codec.name)
            if told and told.refuses_others:
                refusing.add(codec.name)
            if told and told.ended:
                outcome, detail = told.ended
                self._fail(codec.name, outcome, f"It does not read its own message. {detail}")
        return refusing

    def _compare_bytes(self, runners: Mapping[str, Runner], refusing: Collection[str], jobs: int) -> None:
        corpus = corpus_of(self.workload)

        def emit(name: str) -> Emission | SerbenchError:
            self.voice.step(name)
            try:
                return emission_of(runners[name], corpus, self.workload.schema)
            except SerbenchError as error:
                return error

        emissions: dict[str, Emission] = {}
        for name, found in zip(runners, asked_at_once(emit, runners, jobs), strict=True):
            if isinstance(found, Emission):
                emissions[name] = found
            else:
                self._fail(name, found.outcome if isinstance(found, Fault) else "crashed", str(found))
        grade_of = grades(self.everyone, emissions, refusing)
        for codec in self.codecs:
            if codec.name in grade_of:
                self._keep_grade(codec, grade_of[codec.name], emissions)

    def _keep_grade(self, codec: CodecManifest, grade: str, emissions: Mapping[str, Emission]) -> None:
        """All codecs of the format decide on the grade ``languages``, so it outlasts a question about some of
        them."""
        of_format = [one.name for one in self.everyone if one.format == codec.format and not one.floor]
        earlier = measured_facts(codec).get(SAME_BYTES)
        if (
            earlier
            and (earlier.value, grade) == (LANGUAGES, PROCESSES)
            and not set(of_format) <= set(emissions)
        ):
            self._tell(codec, SAME_BYTES, earlier)
            return
        self._keep(codec, SAME_BYTES, grade, " ".join(of_format if grade == LANGUAGES else [codec.name]))

    def _forbid_code(self, runners: Mapping[str, Runner]) -> None:
        corpus = corpus_of(self.workload)
        for codec in self._without(_CODE):
            if codec.name in runners and (makes := makes_code(runners[codec.name], corpus)) is not None:
                self.voice.step(codec.name)
                self._keep(codec, _CODE, makes, codec.name)

    def _ask_cases(self, runners: Mapping[str, Runner]) -> None:
        cases = {name: tuple(cases_of(name)) for name in formats_with_cases()}
        for codec in self.codecs:
            if codec.format not in cases or codec.name not in runners:
                continue
            self.voice.step(codec.name)
            schema, runner = self.workload.schema, runners[codec.name]
            outcomes = self._known_outcomes(codec, cases[codec.format])
            if outcomes is None:
                try:
                    outcomes = strictness_of(runner, schema, cases[codec.format])
                except SerbenchError as error:
                    self._fail(codec.name, error.outcome if isinstance(error, Fault) else "wrong", str(error))
                    continue
                self.strictness[codec.name] = outcomes
            for name, value in habits_of(outcomes).items():
                self._keep(codec, name, value, f"{codec.name} --strictness")
            self.record()
            if self.found is not None:
                for finding in findings_of(runner, schema, outcomes):
                    self.found(finding)

    def _known_outcomes(
        self, codec: CodecManifest, cases: Sequence[StrictCase]
    ) -> Sequence[Strictness] | None:
        """The outcomes that the record has of these cases, whose values it does not have; None where it has
        not all of them."""
        known = self.strictness.get(codec.name, ())
        if [one.case.message for one in known] != [case.message for case in cases]:
            return None
        return [replace(one, case=case) for one, case in zip(known, cases, strict=True)]


def _version_of(runner: Runner) -> str | None:
    """The version that a runner reports of its library, which it names before those of others; None where it
    reports none."""
    told = describe(runner)
    return next(iter(told.libraries.values()), None) if isinstance(told, Description) else None
