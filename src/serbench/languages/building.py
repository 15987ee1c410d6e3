"""The steps that probing and building have in common in languages whose codecs are built one by one."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import BuildFailure, Runner
from serbench.corpus.workload import Workload
from serbench.errors import SerbenchError
from serbench.languages.builder import Availability, Command
from serbench.languages.generators import generators_of
from serbench.languages.tool import run_tool
from serbench.parallel import in_parallel
from serbench.toolchain.requirements import Version

# The pinned libraries of a codec as (name, version), its own first.
Libraries = Sequence[tuple[str, str]]


def probed(
    codecs: Sequence[CodecManifest], availability: Callable[[CodecManifest], Availability]
) -> dict[str, Availability]:
    """The availability of each codec, by its name; an error of one is its reason."""

    def found(codec: CodecManifest) -> Availability:
        try:
            return availability(codec)
        except SerbenchError as error:
            return Availability(False, "", str(error))

    return {codec.name: found(codec) for codec in codecs}


def availability_of(
    codec: CodecManifest, libraries: Libraries, least: Version, here: Version, too_old: str
) -> Availability:
    """The availability of a codec whose library needs the release ``least`` of what runs it, of which
    ``here`` is on this machine. ``too_old`` is the reason where that is too old, with a place for both. The
    version is that of the first library."""
    if here < least:
        return Availability(False, "", too_old.format(*(".".join(map(str, each)) for each in (least, here))))
    if missing := generators_of(codec).missing():
        return Availability(False, "", missing)
    return Availability(True, libraries[0][1] if libraries else "", "")


def runners_of(
    codecs: Sequence[CodecManifest],
    workload: Workload,
    jobs: int,
    make: Callable[[CodecManifest], tuple[Command, str] | BuildFailure],
) -> list[Runner | BuildFailure]:
    """The runners of a workload, of which ``jobs`` are made at once. ``make`` gives the command of one and
    the key of its product."""

    def runner(codec: CodecManifest) -> Runner | BuildFailure:
        try:
            made = make(codec)
        except SerbenchError as error:
            return BuildFailure.of(codec.name, workload.name, error)
        if isinstance(made, BuildFailure):
            return made
        command, key = made
        return Runner(command, codec.name, workload.name, workload.schema.sha256(), key)

    return in_parallel(runner, codecs, max(1, jobs))


def generated(
    codec: CodecManifest,
    tools: Mapping[str, str],
    folder: Path,
    log: list[str],
    extra: Mapping[str, str] | None = None,
) -> bool:
    """Runs the generators of a codec in a folder, by the executables of their ``tools``; false where one
    fails. What they print is added to the log."""
    commands = generators_of(codec).words(tools)
    return all(run_tool(words, log.append, folder=folder, extra=extra) == 0 for words in commands)
