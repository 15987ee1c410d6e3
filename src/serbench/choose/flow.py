"""The measuring of what is left: a run in memory that remembers the request for which it was made, leaves
what cannot reach the short list, and ends when the places of the list are certain."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Self

from serbench.choose.costs import ACCESS, DECODE, ENCODE
from serbench.choose.decision import Decision
from serbench.choose.judging import UNJUDGED, Judgement
from serbench.choose.messages import MESSAGES, messages_of
from serbench.choose.options import Known, Option
from serbench.choose.request import INSTRUCTIONS, Compressed, Request
from serbench.choose.rules import the_rules
from serbench.choose.shape import Shape
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.naming import language_name
from serbench.engine.attempts import unmeasured
from serbench.engine.flow import Built, Subjects
from serbench.engine.preparation import Prepared
from serbench.engine.unfinished import CHOICE
from serbench.engine.work import Work, plan_of
from serbench.errors import BadInput
from serbench.experiments.memory.flow import MemoryFlow, MemoryWork
from serbench.experiments.memory.flow import Request as Measured
from serbench.experiments.memory.plan import Cell, Plan
from serbench.record.names import Count
from serbench.record.reading import fitting_together, typed
from serbench.record.row import Failure
from serbench.record.run_files import RECORD
from serbench.record.run_folder import RunFolder

# Of what is left so many options are measured, and so many libraries of a language for each format.
MOST_OPTIONS, MOST_LIBRARIES = 10, 2
_LEAST_CODECS = 2
_SHAPE, _TIME = "shape", "choice_max_time_ns"
# A place is certain by so many forks of each cell at least.
_LEAST_FORKS = 3
ENOUGH = "The places on the short list are certain."
NOTHING_MORE = "What is left cannot reach the short list any more."


@dataclass(frozen=True, slots=True)
class ChoiceWork(MemoryWork):
    """The measuring of a choice, which ends when the run is judged to be certain. Codecs that are hopeless
    after their first forks have no others. ``judged`` has what was said at so many rows."""

    judge: Callable[[RunFolder], Judgement] = lambda folder: UNJUDGED
    judged: dict[int, Judgement] = field(default_factory=dict)

    def needless(self, folder: RunFolder) -> Collection[str]:
        measured = {row.fork_identity[:2] for row in folder.rows}
        if any((fork.codec, fork.workload) not in measured for fork in self.plan.forks):
            return ()
        return self._judgement(folder).hopeless

    def _judgement(self, folder: RunFolder) -> Judgement:
        count = len(folder.rows)
        if count not in self.judged:
            self.judged[count] = self.judge(folder)
        return self.judged[count]

    def enough(self, folder: RunFolder) -> str | None:
        needless = self.needless(folder)
        forks = [fork for fork in self.plan.forks if fork.codec not in needless]
        measured = Counter(identity[:2] for identity in {row.fork_identity for row in folder.rows})
        planned = Counter((fork.codec, fork.workload) for fork in forks)
        if any(measured[key] < min(_LEAST_FORKS, number) for key, number in planned.items()):
            return None
        if self._judgement(folder).is_certain:
            return ENOUGH
        return None if unmeasured(forks, folder.rows) else NOTHING_MORE


@dataclass(frozen=True)
class ChoiceFlow(MemoryFlow):
    """A run in memory for a choice; its record has the ``choice`` and the ``shape`` of the data, so that it
    can be resumed and decided again. ``time_ns`` is the time for it all, measuring and evidence, None where
    there is no limit, and ``judge`` says of a run what it still needs. ``said`` are the words of options that
    nobody wrote into the command: answers on a terminal, and what the folder told. Each codec is measured on
    the sides on which its language stands, and none twice."""

    choice: Mapping[str, Any] = field(default_factory=dict)
    shape: Shape | None = None
    time_ns: int | None = None
    judge: Callable[[RunFolder], Judgement] = field(default=lambda folder: UNJUDGED, compare=False)
    said: tuple[str, ...] = ()

    @classmethod
    def again(cls, folder: RunFolder) -> Self:
        request = choice_in(folder.record)
        found = super().again(folder)
        choice = folder.record[CHOICE]
        return cls(found.asked, found.material, found.codecs, measured_for(request), choice=choice)

    def also_recorded(self, ways: Sequence[Cell]) -> dict[str, Any]:
        shape = asdict(self.shape) if self.shape else None
        own: dict[str, Any] = {CHOICE: dict(self.choice), _SHAPE: shape, _TIME: self.time_ns, MESSAGES: []}
        return super().also_recorded(ways) | own

    def work(self, plan: Plan, subjects: Subjects, twins: Mapping[str, str]) -> ChoiceWork:
        return ChoiceWork(plan, subjects, judge=self.judge)

    def twins(self, codecs: Collection[str]) -> dict[str, str]:
        return {}

    def ways(self, prepared: Prepared, named: Collection[str]) -> tuple[list[Cell], list[Failure]]:
        cells, failures = super().ways(prepared, named)
        return [cell for cell in cells if self.needs(cell)], failures

    def expected_ways(self, codecs: Sequence[CodecManifest], *, certain: bool) -> list[Cell]:
        return [cell for cell in super().expected_ways(codecs, certain=certain) if self.needs(cell)]

    def needs(self, cell: Cell) -> bool:
        """Whether a codec's language stands on the side of an operation."""
        request = choice_in({CHOICE: self.choice})
        return language_name(cell.codec) in (request.write if cell.operation == ENCODE else request.read)

    def prepared(self, built: Built, unavailable: Mapping[str, str], named: Collection[str]) -> Work:
        work = super().prepared(built, unavailable, named)
        assert isinstance(work, ChoiceWork)
        names, compressed = [codec.name for codec in self.codecs], self._compressed
        found = [one.to_record() for one in messages_of(work.subjects, names, compressed, self.voice.step)]

        def record(machine: Mapping[str, Any], command: Sequence[str]) -> dict[str, Any]:
            return work.record(machine, [*command, *self.said]) | {MESSAGES: found}

        return replace(work, record=record)

    @property
    def _compressed(self) -> Compressed:
        return choice_in({CHOICE: self.choice}).compressed


def is_over(folder: RunFolder, judge: Callable[[RunFolder], Judgement]) -> bool:
    """Whether a run needs no more forks. Raises BadInput where it was made for no choice."""
    choice_in(folder.record)
    with fitting_together(folder.path):
        return ChoiceWork(plan_of(folder.record, Plan), {}, judge=judge).enough(folder) is not None


def measured_for(request: Request) -> Measured:
    """The operations that a request needs, and whether their instructions have to be counted."""
    read = (DECODE, f"{ACCESS}{request.access}") if request.access else (DECODE,)
    return Measured(operations=(ENCODE, *read), named_operations=(), count=request.measure == INSTRUCTIONS)


def is_choice(record: Mapping[str, Any]) -> bool:
    """Whether a run was made for a choice."""
    return CHOICE in record


def choice_in(record: Mapping[str, Any]) -> Request:
    """The request for which a run was made. Raises BadInput where it was made for none, or has a constraint
    that there is not."""
    if not is_choice(record):
        raise BadInput("This run was not made by `choose`; `./serbench run --resume` continues it.")
    request = typed(record[CHOICE], Request, RECORD, CHOICE)
    known = {rule.id for rule in the_rules().rules}
    for one in request.constraints:
        if one.id not in known:
            raise BadInput(f"{RECORD}: there is no constraint {one.id}.")
    return request


def shape_in(record: Mapping[str, Any]) -> Shape | None:
    """The shape of the data of a run; None where the run was made before shapes were recorded."""
    found = record.get(_SHAPE)
    return None if found is None else typed(found, Shape, RECORD, _SHAPE)


def time_in(record: Mapping[str, Any]) -> int | None:
    """The nanoseconds that a choice may take with its evidence; None where there is no limit, and where the
    run was made before they were recorded. Raises BadInput where it is no time."""
    found = record.get(_TIME)
    return None if found is None else typed(found, Count, RECORD, _TIME)


def promising(decision: Decision, known: Known) -> tuple[str, ...]:
    """The codecs to measure: of the most promising options each library that was chosen and the next ones of
    its language, and what runs now. Listed options come first, then those of well-known libraries."""
    candidates = {one.name: one for one in known.candidates}
    listed = {one.option.id: place for place, one in enumerate(decision.short.listed)}
    fallen = {one.id for one in (*decision.sorted.codecs, *decision.sorted.excluded)}

    def order(option: Option) -> int:
        return listed.get(option.id, len(listed))

    found: dict[str, None] = {}
    measurable = [option for option in decision.sorted.options if not option.unmeasured]
    for option in sorted(measurable, key=order)[:MOST_OPTIONS]:
        found |= dict.fromkeys(option.codecs.values())
        if "/" in option.id:
            continue
        for language, name in option.codecs.items():
            others = [
                one.name
                for one in known.candidates
                if (one.format, one.language) == (option.format, language)
                and one.known
                and one.name != name
                and one.name not in fallen
            ]
            found |= dict.fromkeys(others[: MOST_LIBRARIES - 1])
    found |= dict.fromkeys(name for name in decision.request.now if name in candidates)
    return tuple(found)


def fitting(flow: ChoiceFlow, names: Sequence[str], share: float) -> ChoiceFlow:
    """The run with as many of the codecs, the most promising first, as fit into a ``share`` of the time, or
    into all of it where that is too short. Raises BadInput where not even two do."""
    max_time_ns = flow.asked.max_time_ns
    if max_time_ns is None:
        return flow
    shorter = replace(flow, asked=replace(flow.asked, max_time_ns=round(share * max_time_ns)))
    try:
        return _fitting(shorter, names)
    except BadInput:
        return _fitting(flow, names)


def _fitting(flow: ChoiceFlow, names: Sequence[str]) -> ChoiceFlow:
    kept = list(names)
    while True:
        fewer = replace(flow, codecs=tuple(codec for codec in flow.codecs if codec.name in kept))
        try:
            fewer.require_time({})
        except BadInput:
            if len(kept) <= _LEAST_CODECS:
                raise
            kept.pop()
        else:
            return fewer
