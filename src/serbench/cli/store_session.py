"""One invocation of ``store``: a run that writes and reads, and what it leaves out or resumes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from serbench.cli.material import PoolMaterial, gather_pool_again
from serbench.cli.store_dry_run import print_plan
from serbench.cli.store_work import (
    Asked,
    StoreWork,
    known_sizes,
    levels_by_codec,
    made_folder,
    usual_directory,
)
from serbench.engine.resumption import require_available
from serbench.errors import BadInput
from serbench.experiments.memory.preparation import subjects_to_resume
from serbench.experiments.store.estimate import free_disk, require_disk
from serbench.experiments.store.execute import StoreSubject
from serbench.experiments.store.expectation import require_same_list, with_length_of_list
from serbench.experiments.store.plan import Plan, Settings, make_plan
from serbench.experiments.store.pool import Pool
from serbench.experiments.store.preparation import levels_of
from serbench.record.run_folder import RunFolder, find_run
from serbench.selection.choice import select_codecs
from serbench.setup.readiness import make_ready


class StoreSession:
    """Runs that leave no large file."""

    def __init__(self, work: StoreWork) -> None:
        self._work = work

    def dry_run(self, asked: Asked) -> int:
        """Says what would be measured; nothing is built for it."""
        settings = with_length_of_list(asked.settings)
        print_plan(
            self._work.gathered(asked).workload.name,
            select_codecs(asked.patterns),
            settings,
            asked.seed,
            self._work.as_json,
        )
        return 0

    def measure(self, asked: Asked, directory: Path | None) -> int:
        """A new run: writes, reads, and leaves no large file."""
        work = self._work
        asked = replace(asked, settings=with_length_of_list(asked.settings))
        stored = work.gathered(asked)
        prepared = work.prepared(select_codecs(asked.patterns), stored.workload, asked)
        place = made_folder(directory or usual_directory())
        settings = work.possible(asked.settings, place)
        self._require_room(settings, stored.pool, prepared.subjects, place)
        plan = make_plan(levels_by_codec(prepared.subjects), stored.workload.name, settings, asked.seed)
        folder = work.begin(prepared, plan, stored, asked, place, resumable=True)
        return work.measured(folder, plan, prepared.subjects, stored, place)

    def resume(self, run: str) -> int:
        """Measures what a run still lacks and prints the results of the whole."""
        folder = RunFolder.load(find_run(run))
        record = folder.record
        try:
            plan = Plan.from_json(record["plan"])
            names = {runner["codec"] for runner in record["runners"]}
            stored = _gathered_again(record)
        except (KeyError, TypeError, ValueError) as error:
            raise BadInput(f"The run in {folder.path} is no run of the store of this version.") from error
        if record.get("directory") is None:
            raise BadInput(f"Run {folder.name} is of stores that are kept; `store read` begins anew.")
        require_same_list(folder.name, plan.settings)
        subjects = self._subjects_again(folder, names, stored)
        place = made_folder(Path(record["directory"]))
        self._require_room(plan.settings, stored.pool, subjects, place)
        return self._work.measured(folder, plan, subjects, stored, place)

    def _subjects_again(
        self, folder: RunFolder, names: set[str], stored: PoolMaterial
    ) -> dict[str, StoreSubject]:
        work = self._work
        codecs = [codec for codec in select_codecs(sorted(names)) if codec.name in names]
        require_available(folder.name, make_ready(codecs, tell=work.tell))
        manifests = {codec.name: codec for codec in codecs}
        built = work.built(codecs, stored.workload)
        found = subjects_to_resume(folder, built, {stored.workload.name: stored.pool.corpus})
        return {
            name: StoreSubject(
                subject.runner, subject.description, levels_of(manifests[name], subject.description)
            )
            for (name, _), subject in found.items()
        }

    def _require_room(
        self, settings: Settings, pool: Pool, subjects: Mapping[str, StoreSubject], directory: Path
    ) -> None:
        require_disk(settings, pool, known_sizes(subjects, pool), directory, free_disk(directory))
        self._work.require_memory(settings, pool, subjects)


def _gathered_again(record: Mapping[str, Any]) -> PoolMaterial:
    (name,) = record["workloads"]
    return gather_pool_again(name, record["seed"], record["own"], record["corpora"][name]["folder"])
