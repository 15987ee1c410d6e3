"""What the engine of runs asks of a run of the cluster."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from serbench.codecs.runner import Runner
from serbench.engine import fitting
from serbench.engine.asked import Asked, Show
from serbench.engine.preparation import Prepared, subjects_to_resume
from serbench.engine.session import Built
from serbench.engine.twins import choose_twins, with_twins
from serbench.engine.work import plan_of
from serbench.errors import BadInput
from serbench.experiments.cluster import budget
from serbench.experiments.cluster.application import (
    CODEC,
    Application,
    ask_cluster,
    difference,
    facts_from,
    facts_json,
    sized,
)
from serbench.experiments.cluster.execute import EXPERIMENT, ClusterWork
from serbench.experiments.cluster.judging import Facts
from serbench.experiments.cluster.masters import require_master, unanswered
from serbench.experiments.cluster.plan import Plan, Settings
from serbench.experiments.cluster.rows import Chosen, EnginePlace
from serbench.languages.builder import EngineRow
from serbench.locations import cache_directory
from serbench.pools import resources
from serbench.pools.flow import PoolFlow, made_folder, material_again, subjects_by_codec
from serbench.pools.pool import PoolMaterial
from serbench.record.row import Failure
from serbench.record.run_folder import RunFolder
from serbench.selection.choice import codecs_named
from serbench.terminal.console import Voice


@dataclass(frozen=True)
class ClusterFlow(PoolFlow):
    """A run in which ``engine_place`` does its jobs with the rows that are ``chosen``. The codecs that are
    built are those of the rows and the host of the engine's own rows."""

    asked: Asked[Settings]
    engine_place: EnginePlace
    chosen: Chosen

    variant = EXPERIMENT
    # The application around a codec is the engine's, so its runner needs no verb for it.
    verbs = frozenset()
    do = "spread"

    def require_answer(self) -> None:
        """Raises BadInput, before anything is built, where the master does not answer."""
        if reason := unanswered(self.asked.settings.master):
            raise BadInput(reason)

    def install(self) -> None:
        """Puts the engine where it is needed. Raises SerbenchError where that fails."""
        engine = self.engine_place.engine
        with self.voice.phase(engine.title):
            engine.ready(self.voice.step)

    def prepared(self, built: Built, unavailable: Mapping[str, str], named: Collection[str]) -> ClusterWork:
        asked, place = self.asked, made_folder(self.place)
        self._require_room(asked.settings)
        prepared = replace(self, asked=replace(asked, twins=0)).described(built, unavailable, named)
        host = subjects_by_codec(prepared.subjects).get(self.engine_place.host_name)
        own, failures = self._own_rows(host is not None)
        codecs = {codec.name for codec in self.chosen.codecs} & {codec for codec, _ in prepared.subjects}
        twins = choose_twins(codecs, asked.twins, asked.seed)
        subjects = with_twins(prepared.subjects, twins)
        prepared = replace(prepared, subjects=subjects, twins=twins, failures=(*prepared.failures, *failures))
        rows = (*codecs, *twins, *own)
        runners = {codec: subject.runner for codec, subject in subjects_by_codec(subjects).items()}
        applications = self._applications(rows, runners, asked.settings)
        plan = self._planned(rows)
        asking = self._asking(applications)
        facts = self._asked_of_cluster(asking, plan)
        recorded = partial(self._record, prepared, plan, facts)
        return ClusterWork(plan, applications, self.material.pool, place, facts, asking, record=recorded)

    def resumed(self, folder: RunFolder, built: Built) -> ClusterWork:
        plan, before = plan_of(folder.record, Plan), facts_from(folder.record["cluster"])
        place = made_folder(self.place)
        self._require_room(plan.settings)
        subjects = subjects_by_codec(subjects_to_resume(folder, built, self.corpora))
        rows = tuple(dict.fromkeys(fork.codec for fork in plan.forks))
        runners = {codec: subject.runner for codec, subject in subjects.items()}
        applications = self._applications(rows, runners, plan.settings)
        asking = self._asking(applications)
        facts = self._asked_of_cluster(asking, plan)
        if reason := difference(before, facts):
            raise BadInput(f"Run {folder.name} cannot be resumed: {reason}")
        return ClusterWork(plan, applications, self.material.pool, place, before, asking)

    def preview(self, unavailable: Mapping[str, str]) -> tuple[dict[str, Any], list[str]]:
        asked, workload = self.asked, self.material.workload.name
        schema = self.material.workload.schema
        codecs = [codec.name for codec in self.chosen.codecs if codec.name not in unavailable]
        rows = [*codecs, *(row.name for row in self.chosen.own if not row.hindrance(schema))]
        twins = choose_twins(codecs, asked.twins, asked.seed)
        plan = self._fitted((*rows, *twins))
        needed_ns = budget.needed_ns(plan, self.material.pool.mean_bytes)
        lacking = {name: reason for name, reason in unavailable.items() if name in self._measured}
        document = budget.preview(plan, rows, workload)
        return fitting.preview(document, needed_ns, asked.max_time_ns, lacking, unsaid="-")

    @property
    def _measured(self) -> set[str]:
        return {codec.name for codec in self.chosen.codecs}

    def _own_rows(self, has_host: bool) -> tuple[tuple[str, ...], list[Failure]]:
        """The engine's own rows that can be measured, and why others that were named cannot."""
        workload, found = self.material.workload, []
        failures: list[Failure] = []
        for row in self.chosen.own:
            reason = row.hindrance(workload.schema) or self._lacks_all(row)
            if not has_host:
                reason = f"{self.engine_place.host_name}, on which it stands, could not be built."
                failures.append(Failure(row.name, workload.name, None, "build", reason))
            elif reason:
                self.voice.tell(f"{row.name} is not measured on {workload.name}: {reason}")
                if row.name in self.chosen.named:
                    failures.append(Failure(row.name, workload.name, None, "unsupported", reason))
            else:
                found.append(row.name)
                if lacking := [job for job in self.asked.settings.jobs if job in row.unsupported]:
                    self.voice.tell(f"{row.name} has no job {' or '.join(lacking)}.")
        return tuple(found), failures

    def _lacks_all(self, row: EngineRow) -> str:
        """Why a row cannot do any job that was requested; empty where it can."""
        jobs = self.asked.settings.jobs
        return f"It has no job {' or '.join(jobs)}." if set(jobs) <= set(row.unsupported) else ""

    def _applications(
        self, rows: Collection[str], runners: Mapping[str, Runner], settings: Settings
    ) -> dict[str, Application]:
        """The application of each row, by its name."""
        engine, workload = self.engine_place.engine, self.material.workload
        own = {row.name for row in engine.own}
        found = {}
        for row in rows:
            base = runners[self.engine_place.host_name if row in own else row]
            made = engine.application(base, workload, row if row in own else base.codec)
            made = sized(made, settings, self.material.pool, self.engine_place.language.builder)
            runner = replace(made, codec=row, built_name=made.built_name or made.codec)
            found[row] = Application(runner, row if row in own else CODEC)
        return found

    def _asking(self, applications: Mapping[str, Application]) -> Application:
        """The application that asks what the cluster is: a reference's, which needs no codec."""
        references = [row for row in applications if row in self.chosen.references]
        return applications[next(iter(references or applications))]

    def _asked_of_cluster(self, asking: Application, plan: Plan) -> Facts:
        """What the cluster is. Raises SerbenchError where there is none."""
        self.voice.step(f"Asking {plan.settings.master} for its executors …")
        return ask_cluster(asking, plan.settings, self.material.pool, plan.seed, self.place)

    def _fitted(self, rows: Collection[str]) -> Plan:
        asked, material = self.asked, self.material
        return budget.fitted(
            tuple(rows),
            material.workload.name,
            asked.settings,
            asked.seed,
            asked.max_time_ns,
            material.pool.mean_bytes,
            {row.name: row.unsupported for row in self.chosen.own},
        )

    def _planned(self, rows: Collection[str]) -> Plan:
        """The plan, fitted into the time limit if there is one."""
        plan = self._fitted(rows)
        if cost := fitting.cost_of_fitting(self.asked.settings.forks, plan.settings.forks):
            self.voice.tell(cost)
        return plan

    def _require_room(self, settings: Settings) -> None:
        """Raises BadInput where the objects would not fit."""
        budget.require_disk(settings, self.material.pool, resources.free_disk(self.place))
        budget.require_memory(settings, self.material.pool, resources.free_memory())

    def _record(
        self,
        prepared: Prepared,
        plan: Plan,
        facts: Facts,
        machine: Mapping[str, Any],
        command: Any,
    ) -> dict[str, Any]:
        engine = self.engine_place.engine
        return self.recorded(prepared, plan, machine, command) | {
            "cluster": facts_json(facts),
            "engine": {
                "title": engine.title,
                "version": engine.version(),
                "host": self.engine_place.host_name,
                "prefix": self.engine_place.prefix,
                "own": {row.name: {"title": row.title, "note": row.note} for row in self.chosen.own},
                "references": sorted(self.chosen.references),
            },
        }


def made_flow(
    asked: Asked[Settings],
    material: PoolMaterial,
    engine_place: EnginePlace,
    chosen: Chosen,
    voice: Voice,
    show: Show,
) -> ClusterFlow:
    """The flow of a run; the host of the engine's own rows is built for it too."""
    (host,) = codecs_named({engine_place.host_name})
    codecs = {codec.name: codec for codec in (*chosen.codecs, host)}
    place = cache_directory() / EXPERIMENT
    return ClusterFlow(asked, material, tuple(codecs.values()), place, voice, show, engine_place, chosen)


def flow_again(
    folder: RunFolder,
    voice: Voice,
    show: Show,
    find: Callable[[], EnginePlace],
    master: str | None = None,
) -> ClusterFlow:
    """The flow of a run that is resumed; ``master`` is the one that the user named again. Raises KeyError,
    TypeError or ValueError where its record does not tell it."""
    record, plan = folder.record, plan_of(folder.record, Plan)
    require_master(folder.name, plan.settings.master, master)
    place, material = find(), material_again(record)
    own = tuple(row for row in place.engine.own if row.name in record["engine"]["own"])
    rows = {fork.codec for fork in plan.forks}
    names = {runner["codec"] for runner in record["runners"]} & rows
    chosen = Chosen(codecs_named(names), own, frozenset())
    flow = made_flow(Asked(None, plan.settings, plan.seed), material, place, chosen, voice, show)
    flow.install()
    return flow
