"""How test languages build: every codec is available, and its runner is a fake."""

from collections.abc import Callable, Sequence

from fakes.tiny import command_of

from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import BuildFailure, BuildProgress, Runner
from serbench.corpus.workload import Workload
from serbench.languages.builder import Availability, Build


def all_available(codecs: Sequence[CodecManifest]) -> dict[str, Availability]:
    return {codec.name: Availability(True, "1.0", "") for codec in codecs}


def building(fake_of: Callable[[CodecManifest], Sequence[str]]) -> Build:
    """A function that builds runners; ``fake_of`` names the fake of a codec, with its words."""

    def build(
        codecs: Sequence[CodecManifest], workload: Workload, variant: str, jobs: int, progress: BuildProgress
    ) -> list[Runner | BuildFailure]:
        schema = workload.schema.sha256()
        runners: list[Runner | BuildFailure] = []
        for codec in codecs:
            fake, *words = fake_of(codec)
            command = command_of(fake, workload.name, schema, *words, codec.name)
            runners.append(Runner(command, codec.name, workload.name, schema, f"key of {codec.name}"))
        return runners

    return build
