"""A run of the relay as the engine drives it: what it asks, and what it measures."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from serbench.codecs.manifest import UNORDERED_MAPS, CodecManifest
from serbench.corpus.manifest import Corpus
from serbench.corpus.workload import Workload
from serbench.engine.asked import Asked, AskedFlow, Show
from serbench.engine.describe import SubjectKey
from serbench.engine.fitting import cost_of_fitting
from serbench.engine.material import Material, gather, gather_again
from serbench.engine.preparation import Prepared, codecs_again, describe_all, run_record, subjects_to_resume
from serbench.engine.session import Built
from serbench.engine.twins import choose_twins, with_twins
from serbench.engine.work import measured_by, plan_of
from serbench.errors import BadInput
from serbench.experiments.relay.budget import fitted, preview
from serbench.experiments.relay.driver import driver_program
from serbench.experiments.relay.execute import EXPERIMENT, RelayWork
from serbench.experiments.relay.messages import modes_of
from serbench.experiments.relay.plan import BASE_MODE, ENVELOPE, FLOOR_MODE, MODES, Plan, Settings
from serbench.record.row import Failure
from serbench.record.run_folder import RunFolder
from serbench.terminal.console import Voice


@dataclass(frozen=True)
class RelayFlow(AskedFlow):
    """A run over ``material``; ``show`` prints what a folder holds and says whether anything failed."""

    asked: Asked[Settings]
    material: Material
    codecs: tuple[CodecManifest, ...]
    voice: Voice
    show: Show

    variant = EXPERIMENT
    folders = None

    @property
    def workloads(self) -> tuple[Workload, ...]:
        """Those whose messages are relayed, and that of the envelopes around them."""
        own = self.material.workloads
        needed = ENVELOPE in (self.asked.settings.modes or MODES)
        return (*own, *self._envelope.workloads) if needed and not self._is_relayed else own

    def prepared(self, built: Built, unavailable: Mapping[str, str], named: Collection[str]) -> RelayWork:
        asked = self.asked
        driver_program()
        described, failures = describe_all(built, self._corpora, unavailable, named)
        # A codec without envelopes lacks one mode and nothing else.
        failures = [failure for failure in failures if failure.workload in self.material.corpora]
        manifests = {codec.name: codec for codec in self.codecs}
        ranked = {codec for codec, _ in described if not manifests[codec].floor}
        twins = choose_twins(ranked, asked.twins, asked.seed)
        subjects = with_twins(described, twins)
        modes = {
            (codec, workload): modes_of(
                manifests[twins.get(codec, codec)],
                subject,
                subjects.get((codec, ENVELOPE)),
                asked.settings.route,
            )
            for (codec, workload), subject in subjects.items()
            if workload in self.material.corpora
        }
        failures += self._lacking(modes, named)
        plan = fitted(modes, asked.settings, asked.seed, asked.max_time_ns)
        if not plan.forks and not failures:
            raise BadInput(self._nothing(unavailable))
        if cost := cost_of_fitting(asked.settings.most_repetitions, plan.settings.most_repetitions):
            self.voice.tell(cost)
        prepared = Prepared(self.codecs, subjects, tuple(failures), unavailable, twins)
        names = [workload.name for workload in self.material.workloads]
        record = partial(run_record, EXPERIMENT, prepared, names, self._corpora, plan, own=self.material.own)
        return RelayWork(plan, subjects, self._by_name, self._unordered(twins), record=record)

    def resumed(self, folder: RunFolder, built: Built) -> RelayWork:
        plan = plan_of(folder.record, Plan)
        planned = measured_by(plan.forks)
        planned += [(fork.codec, ENVELOPE) for fork in plan.forks if fork.mode == ENVELOPE]
        subjects = subjects_to_resume(folder, built, self._corpora, planned=planned)
        driver_program()
        unordered = self._unordered(folder.record.get("twins", {}))
        return RelayWork(plan, subjects, self._by_name, unordered)

    def preview(self, unavailable: Mapping[str, str]) -> tuple[dict[str, Any], list[str]]:
        asked = self.asked
        names = [workload.name for workload in self.material.workloads]
        return preview(names, self.codecs, unavailable, asked.settings, asked.seed, asked.max_time_ns)

    def require_time(self, lacking: Mapping[str, str]) -> None:
        """Raises BadInput where the modes that every codec has take longer than --max-time."""
        asked = self.asked
        certain = (FLOOR_MODE,) if asked.settings.route == "fields" else (FLOOR_MODE, BASE_MODE)
        modes = {
            (codec.name, workload.name): (FLOOR_MODE,) if codec.floor else certain
            for codec in self.codecs
            if codec.name not in lacking
            for workload in self.material.workloads
        }
        fitted(modes, asked.settings, asked.seed, asked.max_time_ns)

    @property
    def _is_relayed(self) -> bool:
        """Whether envelopes themselves are what is relayed."""
        return ENVELOPE in self.material.corpora

    @property
    def _envelope(self) -> Material:
        return gather([ENVELOPE], None, self.asked.seed, self.voice.tell)

    @property
    def _corpora(self) -> dict[str, Corpus]:
        return {**self._envelope.corpora, **self.material.corpora}

    @property
    def _by_name(self) -> dict[str, Workload]:
        return {workload.name: workload for workload in self.workloads}

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

    def _nothing(self, unavailable: Mapping[str, str]) -> str:
        if unavailable:
            return f"None of these codecs can be measured here: {next(iter(unavailable.values()))}"
        return f"None of these codecs has a mode of {', '.join(self.asked.settings.modes or MODES)}."


def flow_again(folder: RunFolder, voice: Voice, show: Show) -> RelayFlow:
    """The flow of a run that is resumed. Raises KeyError or TypeError where its record does not tell it."""
    record = folder.record
    plan = plan_of(record, Plan)
    asked = Asked(None, plan.settings, plan.seed)
    return RelayFlow(asked, gather_again(record), codecs_again(folder), voice, show)
