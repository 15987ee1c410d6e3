"""A run of the cluster."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import Runner
from serbench.engine.asked import Asked
from serbench.engine.describe import SubjectKey
from serbench.engine.flow import Built, Subjects
from serbench.engine.preparation import Prepared
from serbench.engine.work import Work, plan_of
from serbench.errors import BadInput
from serbench.experiments.cluster import budget
from serbench.experiments.cluster.application import (
    CODEC,
    Application,
    ask_cluster,
    difference,
    sized,
)
from serbench.experiments.cluster.execute import EXPERIMENT, ClusterWork
from serbench.experiments.cluster.judging import Facts
from serbench.experiments.cluster.masters import require_master, unanswered
from serbench.experiments.cluster.plan import Fork, Plan, Settings, make_plan
from serbench.experiments.cluster.rows import Chosen, EnginePlace
from serbench.languages.builder import EngineRow
from serbench.locations import cache_directory
from serbench.pools import resources
from serbench.pools.flow import PoolFlow, made_folder, material_again, subjects_by_codec
from serbench.pools.pool import PoolMaterial
from serbench.record.reading import typed
from serbench.record.row import Failure
from serbench.record.run_files import RECORD
from serbench.record.run_folder import RunFolder
from serbench.selection.choice import codecs_named
from serbench.setup.readiness import require_some_ready


@dataclass(frozen=True)
class ClusterFlow(PoolFlow):
    """A run in which ``engine_place`` does its jobs with the rows that are ``chosen``. The codecs that are
    built are those of the rows and the host of the engine's own rows. The application around a codec is the
    engine's, so its runner needs no verb for it."""

    asked: Asked[Settings]
    engine_place: EnginePlace
    chosen: Chosen

    experiment = variant = EXPERIMENT
    plan_kind = Plan
    fewer = "codecs, objects, jobs or partitions"
    unsaid = "-"

    def require_answer(self) -> None:
        """Raises BadInput, before anything is built, where the master does not answer."""
        if reason := unanswered(self.asked.settings.master):
            raise BadInput(reason)

    def ready(self) -> None:
        """Puts the engine where it is needed. Raises SerbenchError where that fails."""
        engine = self.engine_place.engine
        with self.voice.phase(engine.title):
            engine.ready(self.voice.step)

    def prepared(self, built: Built, unavailable: Mapping[str, str], named: Collection[str]) -> ClusterWork:
        made_folder(self.place)
        self._require_free(self.asked.settings)
        work = _of_cluster(super().prepared(built, unavailable, named))

        def record(machine: Mapping[str, Any], command: Sequence[str]) -> dict[str, Any]:
            return work.record(machine, command) | {"cluster": asdict(work.facts)}

        return replace(work, record=record)

    def resumed(self, folder: RunFolder, built: Built) -> ClusterWork:
        before = typed(folder.record["cluster"], Facts, RECORD, "cluster")
        work = _of_cluster(super().resumed(folder, built))
        if reason := difference(before, work.facts):
            raise BadInput(f"Run {folder.name} cannot be resumed: {reason}")
        return replace(work, facts=before)

    def require_room(self, plan: Plan, subjects: Subjects) -> None:
        made_folder(self.place)
        self._require_free(plan.settings)

    def require_codecs(self, unavailable: Mapping[str, str], named: Collection[str]) -> None:
        """The engine's own rows need none of the codecs but their host."""
        if all(row.reference for row in self.chosen.own):
            require_some_ready(self.chosen.codecs, unavailable, named)

    def planned_of(self, plan: Plan) -> list[SubjectKey]:
        """The engine's own rows have no runners."""
        return []

    def twins(self, codecs: Collection[str]) -> dict[str, str]:
        return super().twins(set(codecs) & self._measured)

    def ways(self, prepared: Prepared, named: Collection[str]) -> tuple[list[str], list[Failure]]:
        by_codec = subjects_by_codec(prepared.subjects)
        own, failures = self._own_rows(self.engine_place.host_name in by_codec)
        measured = self._measured | prepared.twins.keys()
        return [*(codec for codec in by_codec if codec in measured), *own], failures

    def expected_ways(self, codecs: Sequence[CodecManifest], *, certain: bool) -> list[str]:
        rows = self._rows([codec.name for codec in codecs])
        return [*rows, *self.twins(rows)]

    def plan(self, ways: Sequence[str], settings: Settings) -> Plan:
        lacking = {row.name: row.unsupported for row in self.chosen.own}
        seed, order = self.asked.seed, self.asked.order
        return make_plan(ways, self.workload, settings, seed, lacking, order=order)

    def fork_ns(self, plan: Plan, fork: Fork) -> int:
        return budget.estimated_ns(plan.settings, fork, self.mean_bytes)

    def work(self, plan: Plan, subjects: Subjects, twins: Mapping[str, str]) -> ClusterWork:
        rows = tuple(dict.fromkeys(fork.codec for fork in plan.forks))
        runners = {codec: subject.runner for codec, subject in subjects_by_codec(subjects).items()}
        applications = self._applications(rows, runners, plan.settings)
        asking = self._asking(applications)
        facts = self._asked_of_cluster(asking, plan)
        return ClusterWork(plan, applications, self.material.pool, self.place, facts, asking)

    def preview(self, unavailable: Mapping[str, str]) -> tuple[dict[str, Any], list[str]]:
        return super().preview(
            {name: reason for name, reason in unavailable.items() if name in self._measured}
        )

    def document(self, plan: Plan, codecs: Sequence[str]) -> dict[str, Any]:
        settings = plan.settings
        return {
            "workload": self.workload,
            "rows": self._rows(codecs),
            "jobs": list(settings.jobs),
            "objects": list(settings.objects),
            "master": settings.master,
            "partitions": list(settings.partitions),
            "compress": list(settings.compress),
            "forks": settings.forks,
            "rounds": settings.rounds,
            "seed": plan.seed,
        }

    def also_recorded(self, ways: Sequence[str]) -> dict[str, Any]:
        engine = self.engine_place.engine
        day = engine.released()
        return super().also_recorded(ways) | {
            "engine": {
                "title": engine.title,
                "version": engine.version(),
                "released": day and day.isoformat(),
                "host": self.engine_place.host_name,
                "prefix": self.engine_place.prefix,
                "own": {row.name: {"title": row.title, "note": row.note} for row in self.chosen.own},
                "references": sorted(self.chosen.references),
            },
        }

    @property
    def _measured(self) -> set[str]:
        return {codec.name for codec in self.chosen.codecs}

    def _rows(self, codecs: Collection[str]) -> list[str]:
        """The rows that these codecs and the engine itself are taken to have."""
        schema = self.material.workload.schema
        own = [row.name for row in self.chosen.own if not row.hindrance(schema)]
        return [*(codec.name for codec in self.chosen.codecs if codec.name in codecs), *own]

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
        """The facts of the cluster. Raises SerbenchError where there is no cluster."""
        self.voice.step(f"Asking {plan.settings.master} for its executors …")
        return ask_cluster(asking, plan.settings, self.material.pool, plan.seed, self.place)

    def _require_free(self, settings: Settings) -> None:
        """Raises BadInput where the objects would not fit."""
        budget.require_disk(settings, self.material.pool, resources.free_disk(self.place))
        budget.require_memory(settings, self.material.pool, resources.free_memory())


def _of_cluster(work: Work) -> ClusterWork:
    assert isinstance(work, ClusterWork)
    return work


def made_flow(
    asked: Asked[Settings], material: PoolMaterial, engine_place: EnginePlace, chosen: Chosen
) -> ClusterFlow:
    """The flow of a run; the host of the engine's own rows is built for it too."""
    (host,) = codecs_named({engine_place.host_name})
    codecs = {codec.name: codec for codec in (*chosen.codecs, host)}
    place = cache_directory() / EXPERIMENT
    return ClusterFlow(asked, material, tuple(codecs.values()), place, engine_place, chosen)


def flow_again(folder: RunFolder, place: EnginePlace, master: str | None = None) -> ClusterFlow:
    """The flow of a run that is resumed; ``master`` is the one that the user named again. Raises KeyError,
    TypeError or ValueError where its record does not tell it."""
    record, plan = folder.record, plan_of(folder.record, Plan)
    require_master(folder.name, plan.settings.master, master)
    own = tuple(row for row in place.engine.own if row.name in record["engine"]["own"])
    rows = {fork.codec for fork in plan.forks}
    names = {runner["codec"] for runner in record["runners"]} & rows
    chosen = Chosen(codecs_named(names), own, frozenset())
    return made_flow(Asked(None, plan.settings, plan.seed), material_again(record), place, chosen)
