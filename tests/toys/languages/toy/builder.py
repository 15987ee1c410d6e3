"""The builder of the toy, for shared code."""

import sys
from collections.abc import Sequence
from pathlib import Path

from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import BuildFailure, BuildProgress, Runner
from serbench.corpus.workload import Workload
from serbench.languages.builder import Availability, Builder


def _probe(codecs: Sequence[CodecManifest]) -> dict[str, Availability]:
    return {codec.name: Availability(True, "1.0", "") for codec in codecs}


def _build(
    codecs: Sequence[CodecManifest], workload: Workload, variant: str, jobs: int, progress: BuildProgress
) -> list[Runner | BuildFailure]:
    schema, script = workload.schema.sha256(), str(Path(__file__).with_name("runner.py"))
    return [
        Runner(
            (sys.executable, script, workload.name, schema, codec.name),
            codec.name,
            workload.name,
            schema,
            f"key of {codec.name} for {workload.name}",
        )
        for codec in codecs
    ]


BUILDER = Builder(probe=_probe, build=_build)
