"""Every codec proves every workload object by object, or declares what it lacks."""

from collections.abc import Callable, Sequence
from functools import cache

import pytest
from runners.conftest import (
    CODECS,
    WORKLOADS_BRIEFLY,
    RunnerOf,
    parameters,
    proved,
)
from runners.merged import LARGEST, MERGED

from serbench.codecs.manifest import CodecManifest
from serbench.corpus.manifest import Corpus
from serbench.corpus.workload import Workload
from serbench.verification.interop import interop_grid
from serbench.verification.verify import Verdict, groundless_unsupported, verify_codec

CROSSED_BRIEFLY = "tour-oneof"


VerdictOf = Callable[[str, str], Verdict]


@pytest.fixture(scope="session")
def verdict_of(runner_of: RunnerOf, workloads: dict[str, Workload], corpora: dict[str, Corpus]) -> VerdictOf:
    """The verdict of a codec with a workload, asked once for all tests."""

    @cache
    def verdict(codec: str, workload: str) -> Verdict:
        runner = runner_of(codec, workload)
        return verify_codec(runner, CODECS[codec], workloads[workload], corpora[workload])

    return verdict


@pytest.mark.parametrize(("codec", "workload"), parameters(proved()))
def test_round_trips(codec: str, workload: str, verdict_of: VerdictOf, corpora: dict[str, Corpus]) -> None:
    verdict = verdict_of(codec, workload)
    assert verdict.failure is None, verdict.failure
    assert not verdict.errors, "\n".join(error.sentence() for error in verdict.errors[:5])
    assert verdict.passed + verdict.expected_failures == corpora[workload].manifest.objects
    assert verdict.passed > 0


@pytest.mark.slow
@pytest.mark.parametrize("codec", [name for name, codec in CODECS.items() if codec.unsupported])
def test_declared_lacks_have_grounds(codec: str, verdict_of: VerdictOf) -> None:
    verdicts = [
        verdict_of(codec, workload)
        for proved_codec, workload in proved()
        if proved_codec == codec and workload in MERGED and workload != LARGEST
    ]
    assert {feature for verdict in verdicts for feature in verdict.unsupported_seen} == set(
        CODECS[codec].unsupported
    )
    assert groundless_unsupported(verdicts) == []


@pytest.mark.parametrize(
    "workload",
    [
        pytest.param(name, marks=() if name == CROSSED_BRIEFLY else pytest.mark.slow)
        for name in (*WORKLOADS_BRIEFLY, *MERGED)
    ],
)
def test_codecs_of_one_format_read_each_other(
    workload: str,
    built_pairs: list[tuple[str, str]],
    runner_of: RunnerOf,
    ready_codecs: dict[str, CodecManifest],
    workloads: dict[str, Workload],
    corpora: dict[str, Corpus],
) -> None:
    schema = workloads[workload].schema
    runners = {
        name: runner_of(name, workload)
        for name, codec in ready_codecs.items()
        if not codec.hindrance(schema) and (name, workload) in built_pairs
    }
    grid = [
        crossing
        for meeting in meetings([ready_codecs[name] for name in runners])
        for crossing in interop_grid(meeting, runners, corpora[workload])
    ]
    assert [crossing for crossing in grid if crossing.result == "fails"] == []


def meetings(codecs: Sequence[CodecManifest]) -> list[tuple[CodecManifest, ...]]:
    """Who reads whom: the representative codecs each other, and every other codec one of its format. All
    pairs of six languages are what `./serbench verify` tries, and take too long here."""
    common = tuple(codec for codec in codecs if codec.representative)
    found = [common]
    for codec in codecs:
        others = [other for other in codecs if other.format == codec.format and not other.floor]
        first = min(others, key=lambda other: not other.representative, default=codec)
        if codec not in common and codec is not first:
            found.append((first, codec))
    return found
