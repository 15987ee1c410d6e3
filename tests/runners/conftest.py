"""Real runners for the tests: built once a session, from the cache where nothing changed."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from serbench.build.lock import locked
from serbench.build.runners import build_runners
from serbench.codecs.discovery import find_codecs
from serbench.codecs.manifest import CodecManifest
from serbench.corpus.manifest import Corpus
from serbench.corpus.store import corpus_of
from serbench.corpus.workload import Workload, all_workload_names, find_workloads
from serbench.locations import cache_directory
from serbench.runner.runner import BuildFailure, Runner
from serbench.setup.readiness import make_ready

CODECS = {codec.name: codec for codec in find_codecs()}
# Building all codecs for all workloads takes too long for a test; `./serbench verify` does it. The tours have
# every feature, record and tweet every shape.
WORKLOADS = tuple(
    name for name in all_workload_names() if name in ("record", "tweet") or name.startswith("tour-")
)
# Processes that test side by side build one after the other: what the first has built the others find.
_LOCK = cache_directory() / "tests"
RunnerOf = Callable[[str, str], Runner]


@pytest.fixture(scope="session")
def ready_codecs() -> dict[str, CodecManifest]:
    """The codecs whose libraries are here; what the distribution has is installed first."""
    with locked(_LOCK):
        unavailable = make_ready(tuple(CODECS.values()), tell=print)
    return {name: codec for name, codec in CODECS.items() if name not in unavailable}


@pytest.fixture(scope="session")
def workloads() -> dict[str, Workload]:
    return {workload.name: workload for workload in find_workloads(WORKLOADS)}


@pytest.fixture(scope="session")
def corpora(workloads: dict[str, Workload]) -> dict[str, Corpus]:
    with locked(_LOCK):
        return {name: corpus_of(workload) for name, workload in workloads.items()}


@pytest.fixture(scope="session")
def runner_of(ready_codecs: dict[str, CodecManifest], workloads: dict[str, Workload]) -> RunnerOf:
    """The runner of a codec and a workload; a codec that does not compile fails the test that wants it."""
    jobs = len(os.sched_getaffinity(0))
    with locked(_LOCK):
        built = build_runners(tuple(ready_codecs.values()), tuple(workloads.values()), jobs=jobs)
    by_name = {(item.codec, item.workload): item for item in built}

    def find(codec: str, workload: str) -> Runner:
        if codec not in ready_codecs:
            pytest.skip(f"{codec} cannot be had on this machine")
        item = by_name[codec, workload]
        if isinstance(item, BuildFailure) and item.outcome == "unsupported":
            pytest.skip(f"{codec} is not built for {workload}: {item.detail}")
        assert not isinstance(item, BuildFailure), item.detail
        return item

    return find
