"""A run of the relay: what it asks, and what it measures."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from serbench.codecs.manifest import UNORDERED_MAPS, CodecManifest
from serbench.corpus.manifest import Corpus
from serbench.corpus.workload import Workload
from serbench.engine.asked import Asked
from serbench.engine.describe import SubjectKey
from serbench.engine.flow import Built, Flow, Subjects
from serbench.engine.material import Material, gather
from serbench.engine.preparation import Prepared
from serbench.engine.work import measured_by
from serbench.experiments.relay.driver import driver_program
from serbench.experiments.relay.execute import EXPERIMENT, RelayWork
from serbench.experiments.relay.messages import modes_of
from serbench.experiments.relay.plan import (
    BASE_MODE,
    ENVELOPE,
    FLOOR_MODE,
    MODES,
    Fork,
    Plan,
    Settings,
    estimated_ns,
    make_plan,
)
from serbench.record.row import Failure
from serbench.record.run_folder import RunFolder

# The modes of each codec and workload.
Modes = Mapping[SubjectKey, Sequence[str]]


@dataclass(frozen=True)
class RelayFlow(Flow):
    """A run that relays the messages of ``material``."""

    asked: Asked[Settings]
    material: Material

    experiment = variant = EXPERIMENT
    plan_kind = Plan
    fewer = "codecs, workloads or --modes"
    bound = "at most"

    @property
    def workloads(self) -> tuple[Workload, ...]:
        """The workloads whose messages are relayed, and that of the envelopes around them."""
        own = self.material.workloads
        needed = ENVELOPE in (self.asked.settings.modes or MODES)
        return (*own, *self._envelope.workloads) if needed and not self._is_relayed else own

    @property
    def corpora(self) -> dict[str, Corpus]:
        return {**self._envelope.corpora, **self.material.corpora}

    def described(self, built: Built, unavailable: Mapping[str, str], named: Collection[str]) -> Prepared:
        driver_program()
        prepared = super().described(built, unavailable, named)
        # A codec without envelopes lacks one mode and nothing else.
        own = (failure for failure in prepared.failures if failure.workload in self.material.corpora)
        return replace(prepared, failures=tuple(own))

    def resumed(self, folder: RunFolder, built: Built) -> RelayWork:
        driver_program()
        work = super().resumed(folder, built)
        assert isinstance(work, RelayWork)
        return work

    def planned_of(self, plan: Plan) -> list[SubjectKey]:
        """The codecs and workloads of the forks, and the envelopes of those that have them."""
        enveloped = [(fork.codec, ENVELOPE) for fork in plan.forks if fork.mode == ENVELOPE]
        return [*measured_by(plan.forks), *enveloped]

    def ways(self, prepared: Prepared, named: Collection[str]) -> tuple[Modes, list[Failure]]:
        subjects = prepared.subjects
        modes = {
            (codec, workload): modes_of(
                prepared.manifest(codec),
                subject,
                subjects.get((codec, ENVELOPE)),
                self.asked.settings.route,
            )
            for (codec, workload), subject in subjects.items()
            if workload in self.material.corpora
        }
        return modes, self._lacking(modes, named)

    def expected_ways(self, codecs: Sequence[CodecManifest], *, certain: bool) -> Modes:
        usual: Sequence[str] = MODES
        if certain:
            by_fields = self.asked.settings.route == "fields"
            usual = (FLOOR_MODE,) if by_fields else (FLOOR_MODE, BASE_MODE)
        return {
            (codec.name, workload.name): (FLOOR_MODE,) if codec.floor else usual
            for codec in codecs
            for workload in self.material.workloads
        }

    def plan(self, ways: Modes, settings: Settings) -> Plan:
        return make_plan(ways, settings, self.asked.seed, order=self.asked.order)

    def fork_ns(self, plan: Plan, fork: Fork) -> int:
        return estimated_ns(plan.settings, fork)

    def work(self, plan: Plan, subjects: Subjects, twins: Mapping[str, str]) -> RelayWork:
        by_name = {workload.name: workload for workload in self.workloads}
        return RelayWork(plan, subjects, by_name, self._unordered(twins))

    def document(self, plan: Plan, codecs: Sequence[str]) -> dict[str, Any]:
        settings = plan.settings
        return {
            "workloads": [workload.name for workload in self.material.workloads],
            "codecs": list(codecs),
            "modes": list(settings.modes or MODES),
            "route": settings.route,
            "sources": settings.sources,
            "sinks": settings.sinks,
            "transport": settings.transport,
            "rates": list(settings.rates),
            "repetitions": settings.most_repetitions,
            "seed": plan.seed,
        }

    def nothing(self, unavailable: Mapping[str, str]) -> str:
        if unavailable:
            return super().nothing(unavailable)
        return f"None of these codecs has a mode of {', '.join(self.asked.settings.modes or MODES)}."

    @property
    def _is_relayed(self) -> bool:
        """Whether envelopes themselves are what is relayed."""
        return ENVELOPE in self.material.corpora

    @property
    def _envelope(self) -> Material:
        return gather([ENVELOPE], None, self.asked.seed, self.voice.tell)

    def _unordered(self, twins: Mapping[str, str]) -> frozenset[str]:
        """The codecs, and twins of such, that write the entries of a map in another order each time."""
        own = {codec.name for codec in self.codecs if UNORDERED_MAPS in codec.traits}
        return frozenset(own | {twin for twin, codec in twins.items() if codec in own})

    def _lacking(self, modes: Mapping[SubjectKey, Sequence[str]], named: Collection[str]) -> list[Failure]:
        """The codecs that were named and have none of the modes that were requested."""
        asked = self.asked.settings.modes or MODES
        reason = f"has no mode {' or '.join(asked)} here."
        return [
            Failure(codec, workload, None, "unsupported", f"{codec} {reason}")
            for (codec, workload), own in modes.items()
            if codec in named and not set(own) & set(asked)
        ]
