"""``serbench classic``: the command line and the output of cpp-serializers."""

from collections.abc import Mapping
from pathlib import Path

import click

from serbench.builds.runners import ready_and_built
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import BuildFailure, Runner
from serbench.corpus.cache import corpus_of
from serbench.corpus.workload import find_workloads
from serbench.languages import languages
from serbench.selection.discovery import find_codecs
from serbench.setup.readiness import make_ready
from serbench.terminal.console import Voice, echo
from serbench.terminal.values import jobs_or_all

WORKLOAD = "record"


@click.command(
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
    add_help_option=False,
)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def command(arguments: tuple[str, ...]) -> int:
    """Measure C++ codecs as cpp-serializers' benchmark does, by its own options (-h shows them).

    All arguments go to the program of cpp/classic as they are. serbench first builds the codecs that it
    measures; the variable SERBENCH_NO_INSTALL=1 keeps it from installing packages.
    """
    # The language that has the program with this command line.
    language = next(language for language in languages() if language.builder.classic)
    codecs = {codec.classic_name or codec.short_name: codec for codec in find_codecs([language.name])}
    # Floors need only the toolchain, so making them ready installs it if possible.
    make_ready([codec for codec in codecs.values() if codec.floor], tell=Voice(quiet=False).tell)
    assert language.builder.classic is not None
    with language.builder.classic() as program:
        program.offer(list(codecs))
        chosen = program.chosen(arguments)
        if isinstance(chosen, int):
            return chosen
        missing, runners = _built({name: codecs[name] for name in chosen})
        for name, reason in missing.items():
            echo(f"Error: {name}: {reason}", err=True)
        # Missing codecs are acceptable only where all were requested.
        if not runners or (missing and len(chosen) < len(codecs)):
            return 1
        (workload,) = find_workloads([WORKLOAD])
        program.put_in(runners, corpus_of(workload).path)
        return program.run(arguments)


def _built(chosen: Mapping[str, CodecManifest]) -> tuple[dict[str, str], dict[str, Path]]:
    """The reason why there is no runner, and the path of the runner, by the names in this command."""
    workloads = find_workloads([WORKLOAD])
    unavailable, built = ready_and_built([*chosen.values()], workloads, jobs_or_all(None), Voice(quiet=False))
    failed = {item.codec: item.detail for item in built if isinstance(item, BuildFailure)} | unavailable
    ready = {item.codec: Path(item.command[0]) for item in built if isinstance(item, Runner)}
    names = {codec.name: name for name, codec in chosen.items()}
    missing = {names[codec]: reason for codec, reason in failed.items()}
    return missing, {names[codec]: path for codec, path in ready.items()}
