"""A codec's runner is the fake of its name, or the one of these words."""

from collections.abc import Sequence

from fakes.driver import build_driver
from fakes.tiny import command_of

from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import BuildFailure, BuildProgress, Runner
from serbench.corpus.workload import Workload
from serbench.languages.workshop import Availability, Workshop

_WORDS = {
    "full": ("storer", "write", "full"),
    "interrupter": ("storer", "sequential", "interrupt"),
    "latecomer": ("relayer", "any", "late"),
    "loser": ("relayer", "fresh", "lose"),
    "floor": ("sorter",),
    "halter": ("sorter", "any", "interrupt"),
    "second": ("storer",),
    "spoiler": ("sorter", "any", "alter"),
    "texter": ("sorter",),
    "whole": ("storer", "describe", "whole"),
}


def _probe(codecs: Sequence[CodecManifest]) -> dict[str, Availability]:
    here = Availability(True, "1.0", "")
    absent = Availability(False, "", "It is not here.")
    return {codec.name: absent if codec.short_name == "absent" else here for codec in codecs}


def _build(
    codecs: Sequence[CodecManifest], workload: Workload, variant: str, jobs: int, progress: BuildProgress
) -> list[Runner | BuildFailure]:
    schema = workload.schema.sha256()
    built: list[Runner | BuildFailure] = []
    for codec in codecs:
        fake, *words = _WORDS.get(codec.short_name, (codec.short_name,))
        command = command_of(fake, workload.name, schema, *words, codec.name)
        built.append(Runner(command, codec.name, workload.name, schema, f"key of {codec.name}"))
    return built


WORKSHOP = Workshop(probe=_probe, build=_build, build_program=build_driver)
