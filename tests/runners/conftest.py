"""Real runners for the tests: built once a session, from the cache where nothing changed.

`./serbench test` proves the representative codecs with few workloads. What `--all` adds is marked slow, and
is built only where a slow test is to run.
"""

import os
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache

import pytest
from runners.merged import LARGEST, MERGED, WHOLE, WITHOUT, merged_workload

from serbench.builds.runners import build_runners
from serbench.cache.products import locked
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import BuildFailure, Runner
from serbench.corpus.cache import corpus_of
from serbench.corpus.manifest import Corpus
from serbench.corpus.workload import Workload, all_workload_names, find_workloads
from serbench.languages.java.jvm import untimed
from serbench.locations import cache_directory
from serbench.selection.discovery import find_codecs
from serbench.setup.readiness import make_ready

CODECS = {codec.name: codec for codec in find_codecs()}
REPRESENTATIVES = [name for name, codec in CODECS.items() if codec.representative]
# The codecs of our own format and the floors, which copy it.
HANDCODED = [name for name, codec in CODECS.items() if codec.format == "handcoded"]
# Those whose bytes on each tour are golden.
GOLDEN = [name for name in HANDCODED if not CODECS[name].floor]
TOURS = tuple(name for name in all_workload_names() if name.startswith("tour-"))
# The sets whose codecs are proved for `record` built as a run builds it, and the one whose codecs are proved
# for the largest schema.
OFTEN_USED, DEFAULT = {"default", "classic", "study"}, "default"
# Further codecs of whose records a test knows the size, or which operations read nothing.
ON_RECORDS = (
    *("cpp/sbe", "java/sbe", "cpp/capnproto-packed"),
    *(
        f"rust/{name}"
        for name in "capnproto capnproto-packed flatbuffers flatbuffers-unverified rkyv".split()
    ),
)
# What the representative codecs are proved for without `--all`; the tour has every kind of rendered code.
WORKLOADS_BRIEFLY = ("record", "tour-oneof")


@cache
def proved() -> list[tuple[str, str]]:
    """Every codec with every workload that it is proved for."""
    pairs = [(codec, workload) for codec in CODECS for workload in _workloads_of(codec)]
    often = [name for name, codec in CODECS.items() if OFTEN_USED & set(codec.sets)]
    pairs += [(name, "record") for name in (*HANDCODED, *often, *ON_RECORDS)]
    pairs += [(name, LARGEST) for name, codec in CODECS.items() if DEFAULT in codec.sets]
    pairs += [(name, workload) for codec, workload in pairs for name in _partners(codec, workload)]
    return list(dict.fromkeys(pairs + proved_briefly()))


def _partners(codec: str, workload: str) -> list[str]:
    """The codecs that a codec reads and is read by where the others are checked for another workload."""
    same_format = [name for name in REPRESENTATIVES if CODECS[name].format == CODECS[codec].format]
    return same_format if workload in WITHOUT.values() else []


def _workloads_of(codec: str) -> tuple[str, ...]:
    if codec in GOLDEN:
        return (*TOURS, WHOLE)
    cannot = [shape for shape in WITHOUT if shape in CODECS[codec].cannot_build]
    return tuple(WITHOUT[shape] for shape in cannot) or (WHOLE,)


def proved_briefly() -> list[tuple[str, str]]:
    """The codecs and workloads that `./serbench test` has time for."""
    return [(codec, workload) for codec in REPRESENTATIVES for workload in WORKLOADS_BRIEFLY]


def brief_or_slow(codec: str, workload: str = "record") -> tuple[pytest.MarkDecorator, ...]:
    """The marks of a test of this codec and workload: slow if only `--all` has time for it."""
    return () if (codec, workload) in proved_briefly() else (pytest.mark.slow,)


def parameters(cases: Iterable[tuple[str, ...]]) -> list[object]:
    """Parameters of a test over codecs, with `record` or each with a workload."""
    return [pytest.param(*case, marks=brief_or_slow(*case)) for case in cases]


def proving(runner: Runner) -> Runner:
    """The runner as one that times nothing starts."""
    return replace(runner, command=untimed(runner.command)) if runner.language == "java" else runner


# Processes that test side by side build one after the other: what the first has built the others find.
_LOCK = cache_directory() / "tests"
RunnerOf = Callable[[str, str], Runner]


@pytest.fixture(scope="session")
def built_pairs(request: pytest.FixtureRequest) -> list[tuple[str, str]]:
    """The codecs and workloads that are built in this session."""
    whole = any(item.get_closest_marker("slow") for item in request.session.items)
    return proved() if whole else proved_briefly()


@pytest.fixture(scope="session")
def ready_codecs(built_pairs: list[tuple[str, str]]) -> dict[str, CodecManifest]:
    """The codecs whose libraries are here; what the distribution has is installed first."""
    wanted = [CODECS[name] for name in dict.fromkeys(codec for codec, _ in built_pairs)]
    with locked(_LOCK):
        unavailable = make_ready(wanted, tell=print)
    return {codec.name: codec for codec in wanted if codec.name not in unavailable}


@pytest.fixture(scope="session")
def workloads(built_pairs: list[tuple[str, str]]) -> dict[str, Workload]:
    wanted = dict.fromkeys(workload for _, workload in built_pairs)
    with locked(_LOCK):
        merged = [merged_workload(name, _LOCK) for name in MERGED if name in wanted]
    usual = find_workloads(tuple(name for name in wanted if name not in MERGED))
    return {workload.name: workload for workload in (*usual, *merged)}


@pytest.fixture(scope="session")
def corpora(workloads: dict[str, Workload]) -> dict[str, Corpus]:
    with locked(_LOCK):
        return {name: corpus_of(workload) for name, workload in workloads.items()}


@pytest.fixture(scope="session")
def runner_of(
    built_pairs: list[tuple[str, str]],
    ready_codecs: dict[str, CodecManifest],
    workloads: dict[str, Workload],
) -> RunnerOf:
    """The runner of a codec and a workload; a codec that does not compile fails the test that wants it."""
    wanted: dict[str, list[CodecManifest]] = {}
    for codec, workload in built_pairs:
        if codec in ready_codecs:
            wanted.setdefault(workload, []).append(ready_codecs[codec])
    built: list[Runner | BuildFailure] = []
    with locked(_LOCK):
        for workload, codecs in wanted.items():
            built += build_runners(codecs, [workloads[workload]], jobs=len(os.sched_getaffinity(0)))
    by_name = {(item.codec, item.workload): item for item in built}

    def find(codec: str, workload: str) -> Runner:
        if codec not in ready_codecs:
            pytest.skip(f"{codec} is not available on this machine")
        item = by_name[codec, workload]
        if isinstance(item, BuildFailure) and item.outcome == "unsupported":
            pytest.skip(f"{codec} is not built for {workload}: {item.detail}")
        assert not isinstance(item, BuildFailure), item.detail
        return proving(item)

    return find
