"""What the store is made of: a workload, the project's or the user's own, with the pool of its objects."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from serbench.corpus.manifest import Corpus
from serbench.corpus.workload import Workload, find_workloads
from serbench.engine.material import OwnData, gather_own, own_again
from serbench.errors import BadInput
from serbench.experiments.store.pool import POOL_EXTENT, Pool, pool_from, pool_of


@dataclass(frozen=True, slots=True)
class PoolMaterial:
    """A workload with the pool of its objects; ``own`` is that of Material."""

    workload: Workload
    pool: Pool
    own: Mapping[str, Any] | None = None


def gather_pool(named: str, own: OwnData | None, seed: int, tell: Callable[[str], object]) -> PoolMaterial:
    """The named workload, or the user's own, with the pool of its objects made."""
    if own is None:
        workload = _one_ranked(named)
        return PoolMaterial(workload, pool_of(workload, seed))
    material = gather_own(own, tell, POOL_EXTENT)
    (workload,) = material.workloads
    return PoolMaterial(workload, pool_from(material.corpora[workload.name], workload.schema), material.own)


def _one_ranked(name: str) -> Workload:
    workloads = find_workloads([name])
    if len(workloads) > 1:
        raise BadInput(f"Name one variant of {name} at a time, such as {workloads[0].name}.")
    if workloads[0].conformance:
        raise BadInput(f"Conformance workloads are never measured; use ./serbench verify {name}.")
    return workloads[0]


def gather_pool_again(
    name: str, seed: int, own: Mapping[str, Any] | None, corpus_folder: str
) -> PoolMaterial:
    """What ``gather_pool`` gathered; own data is taken from the corpus that it made, in ``corpus_folder``."""
    if own is None:
        return gather_pool(name, None, seed, lambda _: None)
    (workload,) = own_again(own, [name])
    if not Path(corpus_folder).is_dir():
        raise BadInput(f"The objects of {name} are no longer in the cache: {corpus_folder} is missing.")
    return PoolMaterial(workload, pool_from(Corpus.load(Path(corpus_folder)), workload.schema), own)
