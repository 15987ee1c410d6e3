"""``serbench _render``: what a build tool calls when a harness is built by hand. Not for users."""

import shutil
from pathlib import Path

import click

from serbench.corpus.cache import corpus_of
from serbench.corpus.workload import find_workloads
from serbench.errors import BadInput
from serbench.languages import languages
from serbench.selection.discovery import find_codecs
from serbench.terminal.options import PathOf


@click.command()
@click.option("--workload", "name", required=True, metavar="NAME")
@click.option("--out", required=True, type=PathOf(file_okay=False), metavar="DIR")
def command(name: str, out: Path) -> int:
    """Write the rendered files of a workload for all codecs, and its corpus."""
    (workload,) = find_workloads([name])
    try:
        for language in languages():
            if language.builder.render_project:
                language.builder.render_project(find_codecs([language.name]), workload, out)
        shutil.copyfile(corpus_of(workload).path, out / "corpus.bin")
    except OSError as error:
        raise BadInput(f"{out} is not writable: {error.strerror}.") from error
    return 0
