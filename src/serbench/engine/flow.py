"""One run of an experiment: a class that the experiment fills in with what only it knows. What every run
does stands here: runners are described, twins chosen, a plan is fitted into the time, all of it recorded."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Protocol, Self

from serbench.builds.runners import USUAL_VARIANT
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import BuildFailure, Runner
from serbench.corpus.manifest import Corpus
from serbench.corpus.workload import Workload
from serbench.engine import fitting
from serbench.engine.against import Against, codec_of, is_against, name_against
from serbench.engine.amounts import Repetitions
from serbench.engine.asked import Asked
from serbench.engine.blocks import blocks_clause, in_blocks, pauses_s
from serbench.engine.describe import Subject, SubjectKey
from serbench.engine.material import gather_again
from serbench.engine.preparation import Prepared, against_record, describe_all, laid_out, run_record
from serbench.engine.resuming import codecs_again, subjects_to_resume
from serbench.engine.rounds import in_rounds
from serbench.engine.twins import choose_twins, with_twins
from serbench.engine.work import Fork, Plan, Work, measured_by, plan_of
from serbench.errors import BadInput
from serbench.record.row import Failure
from serbench.record.run_folder import RunFolder
from serbench.selection.axes import NO_AXES, Axes
from serbench.setup.readiness import require_some_ready
from serbench.terminal.console import Voice

_NS_PER_S = 1_000_000_000
Built = Sequence[Runner | BuildFailure]
LayOut = Callable[[Sequence[CodecManifest]], Built]
Subjects = Mapping[SubjectKey, Subject]


class Gathered(Protocol):
    """Workloads and corpora to measure. ``own`` is what a resumed run needs to find a user's data again."""

    @property
    def workloads(self) -> tuple[Workload, ...]: ...

    @property
    def corpora(self) -> Mapping[str, Corpus]: ...

    @property
    def own(self) -> Mapping[str, Any] | None: ...


@dataclass(frozen=True)
class Planned(Prepared):
    """A run that has not begun, with what can be measured and its plan."""

    ways: Any
    plan: Any


@dataclass(frozen=True)
class Flow(ABC):
    """The flow of a run: what is ``asked`` of the ``codecs`` over the ``material``.

    ``voice`` is the session's, and so is ``lay_out``, which builds runners of codecs in another layout; where
    it makes none, a twin has the same executable. ``experiment`` is the name of the experiment, ``variant``
    that of the runners that it needs, ``plan_kind`` the class of its plans, and ``verbs`` are what a runner
    must have. ``against`` is a second set of executables, which is known once the first is built. What can be
    measured (``ways``) is known once the runners are described; the experiment decides what form that has.
    What is not overridden measures each codec with each workload in repetitions.
    """

    asked: Asked[Any]
    material: Gathered
    codecs: tuple[CodecManifest, ...]
    voice: Voice = field(default_factory=lambda: Voice(True), kw_only=True, compare=False)
    lay_out: LayOut = field(default=lambda codecs: (), kw_only=True, compare=False)
    against: Against | None = field(default=None, kw_only=True)

    experiment: ClassVar[str]
    variant: ClassVar[str] = USUAL_VARIANT
    plan_kind: ClassVar[Any] = Plan[Repetitions, Fork]
    verbs: ClassVar[frozenset[str]] = frozenset()
    without_verbs: ClassVar[str] = "The runner of {codec} lacks a verb."
    # Whether what disturbs the machine changes what is measured.
    is_timed: ClassVar[bool] = True
    # What a run does to codecs.
    done: ClassVar[str] = "measured"
    # What a user may name fewer of, where the time is too short.
    fewer: ClassVar[str] = "codecs"
    # In a preview: what stands for a value that there is not, and what the time is.
    unsaid: ClassVar[str] = ""
    bound: ClassVar[str] = "about"

    @classmethod
    def again(cls, folder: RunFolder) -> Self:
        """The flow of a run that is resumed. Raises KeyError, TypeError or ValueError where its record does
        not tell it."""
        plan: Any = plan_of(folder.record, cls.plan_kind)
        asked = Asked(None, plan.settings, plan.seed)
        return cls(asked, gather_again(folder.record), codecs_again(folder))

    @property
    def workloads(self) -> tuple[Workload, ...]:
        """All for which runners are built."""
        return self.material.workloads

    @property
    def corpora(self) -> Mapping[str, Corpus]:
        return self.material.corpora

    @property
    def axes(self) -> Axes:
        return NO_AXES

    @property
    def folders(self) -> Mapping[str, Path] | None:
        """The folders whose file systems matter; None for the usual."""
        return None

    @property
    def named_paths(self) -> Sequence[Path | None]:
        """The paths of the user's command that its record keeps, and a resumed run follows."""
        return ()

    def ready(self) -> None:  # noqa: B027 few need it
        """Readies what only this experiment needs, before anything is built."""

    def require_codecs(self, unavailable: Mapping[str, str], named: Collection[str]) -> None:
        """Raises BadInput where nothing can be built that was asked for, and nothing was ``named`` that is
        then told as a failure."""
        require_some_ready(self.codecs, unavailable, named)

    def ways(self, prepared: Prepared, named: Collection[str]) -> tuple[Any, Sequence[Failure]]:
        """The ways in which these runners can be measured, here each codec with each workload; and failures.
        The failures are of codecs that were ``named`` and cannot do what was requested."""
        return [*prepared.subjects], []

    def expected_ways(self, codecs: Sequence[CodecManifest], *, certain: bool) -> Any:
        """The same before anything is built: what codecs are taken to have, or only what is ``certain``."""
        return [(codec.name, workload.name) for codec in codecs for workload in self.material.workloads]

    def plan(self, ways: Any, settings: Any) -> Any:
        """All forks in their order. Every choice follows from the request and the arguments."""
        numbers = range(settings.repetitions)
        forks = [
            (number, Fork(codec, workload, number)) for codec, workload in sorted(ways) for number in numbers
        ]
        return Plan(settings, self.asked.seed, in_rounds(forks, self.asked.order))

    @abstractmethod
    def fork_ns(self, plan: Any, fork: Any) -> int:
        """The expected time of a fork of a plan."""

    @abstractmethod
    def work(self, plan: Any, subjects: Subjects, twins: Mapping[str, str]) -> Work:
        """How the plan is measured."""

    def document(self, plan: Any, codecs: Sequence[str]) -> dict[str, Any]:
        """The document that a preview shows of a plan for these codecs."""
        return {
            "workloads": [workload.name for workload in self.material.workloads],
            "codecs": list(codecs),
            "repetitions": plan.settings.most_repetitions,
            "seed": plan.seed,
        }

    def possible(self, subjects: Subjects, ways: Any) -> Any:
        """The settings as far as they are possible here. Raises BadInput where files or runners would not
        fit."""
        return self.asked.settings

    def certain_settings(self) -> Any:
        """The settings as far as they are possible anywhere."""
        return self.asked.settings

    def require_room(self, plan: Any, subjects: Subjects) -> None:  # noqa: B027 few need it
        """Raises BadInput where files or runners of a run that is resumed would not fit."""

    def also_recorded(self, ways: Any) -> dict[str, Any]:
        """The fields that run.json has besides those that every experiment records."""
        return {}

    def require_some(self, plan: Any, prepared: Prepared) -> None:
        """Raises BadInput where a plan measures nothing and nothing has failed."""
        if not plan.forks and not prepared.failures:
            raise BadInput(self.nothing(prepared.unavailable))

    def nothing(self, unavailable: Mapping[str, str]) -> str:
        """Why there is nothing to measure, as a sentence."""
        reason = next(iter(unavailable.values()), "none is built")
        return f"None of these codecs can be {self.done} here: {reason}"

    def cost_of(self, plan: Any) -> str | None:
        """The sentence that tells what a plan leaves out to fit into the time; None for nothing."""
        return fitting.cost_of_fitting(self.asked.settings.most_repetitions, plan.settings.most_repetitions)

    def fitted(self, ways: Any, settings: Any) -> Any:
        """The plan that is expected to end in the user's time. Raises BadInput where that is too short."""
        return fitting.fitted(
            partial(self.plan, ways), settings, self.fork_ns, self.asked.max_time_ns, self.fewer
        )

    def in_blocks(self, plan: Any) -> Any:
        """The plan in as many blocks as the user asks for."""
        return in_blocks(plan, self.asked.blocks, self.asked.order) if self.asked.blocks > 1 else plan

    def prepared(self, built: Built, unavailable: Mapping[str, str], named: Collection[str]) -> Work:
        """The work of a new run. Raises BadInput where there is nothing to measure."""
        planned = self.planned(built, unavailable, named)
        if cost := self.cost_of(planned.plan):
            self.voice.tell(cost)
        work = self._timed(planned.plan, planned.subjects, planned.twins)
        return replace(work, record=partial(self.recorded, planned))

    def _timed(self, plan: Any, subjects: Subjects, twins: Mapping[str, str]) -> Work:
        return replace(self.work(plan, subjects, twins), fork_ns=partial(self.fork_ns, plan))

    def planned(self, built: Built, unavailable: Mapping[str, str], named: Collection[str]) -> Planned:
        """The runners of a new run, and its plan. Raises BadInput where that has nothing."""
        prepared = self.described(built, unavailable, named)
        ways, failures = self.ways(prepared, named)
        prepared = replace(prepared, failures=(*prepared.failures, *failures))
        plan = self.in_blocks(self.fitted(ways, self.possible(prepared.subjects, ways)))
        self.require_some(plan, prepared)
        return Planned(**vars(prepared), ways=ways, plan=plan)

    def described(self, built: Built, unavailable: Mapping[str, str], named: Collection[str]) -> Prepared:
        """Asks each runner what it can do (``describe_all``), and has some codecs of each language measured
        twice."""
        described, failures = describe_all(built, self.corpora, unavailable, named)
        subjects: dict[SubjectKey, Subject] = {}
        for key, subject in described.items():
            if set(subject.description.verbs) >= self.verbs:
                subjects[key] = subject
            else:
                sentence = self.without_verbs.format(codec=key[0])
                failures.append(Failure(*key, None, "unsupported", sentence))
        twins = self.twins({codec for codec, _ in subjects})
        others, more = self._described_against()
        measured = with_twins(subjects, twins, self._laid_out(subjects, twins)) | others
        return Prepared(self.codecs, measured, (*failures, *more), unavailable, twins)

    def _laid_out(self, subjects: Subjects, twins: Mapping[str, str]) -> dict[SubjectKey, Subject]:
        """The runners of codecs with twins in another layout, where their language can lay code out. One that
        cannot be built is told, and missing."""
        codecs = [codec for codec in self.codecs if codec.name in set(twins.values())]
        found: dict[SubjectKey, Subject] = {}
        for item in self.lay_out(codecs) if codecs else ():
            first = subjects.get((item.codec, item.workload))
            if first is None:
                continue
            subject = laid_out(item, first)
            if isinstance(subject, str):
                self.voice.tell(f"The twin of {item.codec} has the same layout: {subject}")
            else:
                found[item.codec, item.workload] = subject
        return found

    def _described_against(self) -> tuple[dict[SubjectKey, Subject], list[Failure]]:
        """The second set of executables under names of their own, and those that do not say what they can."""
        if self.against is None:
            return {}, []
        found, failures = describe_all([*self.against.runners.values()], self.corpora, {}, ())
        named = {(name_against(codec), workload): one for (codec, workload), one in found.items()}
        return named, [replace(failure, codec=name_against(failure.codec)) for failure in failures]

    def twins(self, codecs: Collection[str]) -> dict[str, str]:
        """The codecs among these that are measured twice, by their twins' names."""
        floors = {codec.name for codec in self.codecs if codec.floor}
        return choose_twins(set(codecs) - floors, self.asked.twins, self.asked.order)

    def recorded(
        self, planned: Planned, machine: Mapping[str, Any], command: Sequence[str]
    ) -> dict[str, Any]:
        """run.json of a new run."""
        names = [workload.name for workload in self.material.workloads]
        plan, own = planned.plan, self.material.own
        record = run_record(self.experiment, planned, names, self.corpora, plan, machine, command, own=own)
        preset = {} if self.asked.preset is None else {"preset": self.asked.preset}
        second = {} if self.against is None else {"against": against_record(self.against, planned)}
        return record | preset | second | self.also_recorded(planned.ways)

    def resumed(self, folder: RunFolder, built: Built) -> Work:
        """The work of a run that is resumed. Raises BadInput where anything has changed."""
        plan: Any = plan_of(folder.record, self.plan_kind)
        planned = self.planned_of(plan)
        own = [key for key in planned if not is_against(key[0])]
        twins: Mapping[str, str] = folder.record.get("twins", {})
        subjects = subjects_to_resume(
            folder, built, self.corpora, planned=own, laid_out=partial(self._laid_out, twins=twins)
        )
        others, failures = self._described_against()
        subjects |= others
        for codec, workload in planned:
            if (codec, workload) not in subjects:
                told = [failure.detail for failure in failures if failure.codec == codec]
                reason = self.against and self.against.lacking.get((codec_of(codec), workload))
                reason = reason or next(iter(told), "nothing is known about it.")
                raise BadInput(f"Run {folder.name} cannot be resumed with {codec}: {reason}")
        self.require_room(plan, subjects)
        return self._timed(plan, subjects, twins)

    def planned_of(self, plan: Any) -> Sequence[SubjectKey]:
        """The codecs and workloads that a plan needs."""
        return measured_by(plan.forks)

    def preview(self, unavailable: Mapping[str, str]) -> tuple[dict[str, Any], list[str]]:
        """The preview of a run without ``unavailable`` codecs: a document, and the same as lines. Raises
        BadInput where the time is too short."""
        codecs = self.codecs_without(unavailable)
        plan = self.in_blocks(self.fitted(self.expected_ways(codecs, certain=False), self.asked.settings))
        document = self.document(plan, [codec.name for codec in codecs])
        needed_ns = fitting.needed_ns(plan, self.fork_ns) + round(pauses_s(plan.forks) * _NS_PER_S)
        return fitting.preview(
            document,
            needed_ns,
            self.asked.max_time_ns,
            unavailable,
            unsaid=self.unsaid,
            bound=self.bound,
            blocks=blocks_clause(plan.forks),
        )

    def require_time(self, lacking: Mapping[str, str]) -> None:
        """Raises BadInput where even the least that is certain to be measured, without the codecs that are
        ``lacking``, does not fit into the user's time; nothing is built yet."""
        self.fitted(self.expected_ways(self.codecs_without(lacking), certain=True), self.certain_settings())

    def codecs_without(self, lacking: Mapping[str, str]) -> list[CodecManifest]:
        """The codecs but those that are lacking."""
        return [codec for codec in self.codecs if codec.name not in lacking]


@dataclass(frozen=True)
class OnceFlow(Flow):
    """A run that asks each codec once, without repetitions and twins; as many codecs are asked as fit into
    the time."""

    def fitted(self, ways: Any, settings: Any) -> Any:
        """The whole plan. Raises BadInput where not even its first fork ends in the user's time."""
        max_time_ns = self.asked.max_time_ns
        plan = replace(self.plan(ways, settings), max_time_ns=max_time_ns)
        if plan.forks:
            fitting.require_first(self.fork_ns(plan, plan.forks[0]), max_time_ns, "codec")
        return plan

    def cost_of(self, plan: Any) -> str | None:
        return None
