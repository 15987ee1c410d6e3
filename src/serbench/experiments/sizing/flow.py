"""A run of sizes: what it asks, and what it finds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from serbench.engine.asked import Asked
from serbench.engine.describe import SubjectKey
from serbench.engine.flow import OnceFlow, Subjects
from serbench.engine.material import Material
from serbench.engine.resuming import codecs_again
from serbench.engine.work import Fork, Work, plan_of
from serbench.experiments.sizing.execute import EXPERIMENT, SizingWork
from serbench.experiments.sizing.material import gather_many_again
from serbench.experiments.sizing.plan import Plan, make_plan
from serbench.record.run_folder import RunFolder


@dataclass(frozen=True)
class SizingFlow(OnceFlow):
    """Each codec with each workload, once."""

    asked: Asked[None]
    material: Material

    experiment = EXPERIMENT
    plan_kind = Plan
    is_timed = False

    @classmethod
    def again(cls, folder: RunFolder) -> Self:
        plan = plan_of(folder.record, Plan)
        asked = Asked(None, None, plan.seed)
        material = gather_many_again(folder.record)
        return cls(asked, material, codecs_again(folder))

    def plan(self, ways: Sequence[SubjectKey], settings: None) -> Plan:
        return make_plan(ways, self.asked.seed, order=self.asked.order)

    def fork_ns(self, plan: Plan, fork: Fork) -> int:
        return plan.of_fork_ns(fork, self.corpora[fork.workload].manifest.bytes)

    def work(self, plan: Plan, subjects: Subjects, twins: Mapping[str, str]) -> Work:
        return SizingWork(plan, subjects)

    def document(self, plan: Plan, codecs: Sequence[str]) -> dict[str, Any]:
        return {
            "workloads": [workload.name for workload in self.material.workloads],
            "codecs": list(codecs),
            "seed": plan.seed,
        }
