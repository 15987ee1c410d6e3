"""``serbench _render``: what CMake calls when somebody configures cpp/ by hand. Not for users."""

from __future__ import annotations

import shutil
from pathlib import Path

import click

from serbench.corpus.store import corpus_of
from serbench.corpus.workload import find_workloads
from serbench.errors import BadInput
from serbench.languages.cpp import build as cpp
from serbench.render.engine import write_if_changed
from serbench.selection.discovery import find_codecs


@click.command()
@click.option("--workload", "name", required=True, metavar="NAME")
@click.option("--out", required=True, type=click.Path(file_okay=False, path_type=Path), metavar="DIR")
def command(name: str, out: Path) -> int:
    """Write the rendered C++ files of a workload for all codecs, its corpus, and facts.cmake."""
    (workload,) = find_workloads([name])
    try:
        for codec in find_codecs(["cpp"]):
            for path, text in cpp.rendered_files(codec, workload).items():
                write_if_changed(out / path, text)
        facts = {"WORKLOAD": workload.name, "SCHEMA": workload.schema.sha256()}
        lines = (f'set(SERBENCH_{key} "{value}")\n' for key, value in facts.items())
        write_if_changed(out / "facts.cmake", "".join(lines))
        shutil.copyfile(corpus_of(workload).path, out / "corpus.bin")
    except OSError as error:
        raise BadInput(f"Nothing can be written to {out}: {error.strerror}.") from error
    return 0
