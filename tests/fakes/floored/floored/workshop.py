"""Every codec's runner is the sorter."""

from collections.abc import Sequence

from fakes.tiny import command_of

from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import BuildFailure, BuildProgress, Runner
from serbench.corpus.workload import Workload
from serbench.languages.workshop import Availability, Workshop


def _probe(codecs: Sequence[CodecManifest]) -> dict[str, Availability]:
    return {codec.name: Availability(True, "1.0", "") for codec in codecs}


def _build(
    codecs: Sequence[CodecManifest], workload: Workload, variant: str, jobs: int, progress: BuildProgress
) -> list[Runner | BuildFailure]:
    schema = workload.schema.sha256()
    return [
        Runner(
            command_of("sorter", workload.name, schema, codec.name),
            codec.name,
            workload.name,
            schema,
            f"key of {codec.name}",
        )
        for codec in codecs
    ]


WORKSHOP = Workshop(probe=_probe, build=_build)
