"""``serbench show``: the exact code that is measured."""

from collections.abc import Sequence
from functools import reduce
from pathlib import PurePosixPath

import click
from rich.rule import Rule
from rich.syntax import Syntax

from serbench.archive.entry import run_named
from serbench.builds.rendered import HARNESS, CodeFile, code_files
from serbench.codecs.manifest import AXIS_MARK, CodecManifest
from serbench.corpus.workload import Workload, find_workloads
from serbench.engine.material import own_again
from serbench.errors import BadInput
from serbench.languages import languages
from serbench.record.reading import fitting_together
from serbench.record.shared import found_here
from serbench.record.titles import titles_in
from serbench.selection.choice import codecs_called
from serbench.selection.discovery import find_codecs
from serbench.setup.libraries import require_registered
from serbench.terminal.console import ResultConsole, echo, print_json

_LEXERS = {".toml": "toml", ".proto": "protobuf", ".thrift": "thrift", ".capnp": "capnp", ".json": "json"}


@click.command(epilog="`./serbench list codecs` names the codecs. Example: ./serbench show CODEC record")
@click.argument("codec", metavar="CODEC")
@click.argument("workload", metavar="WORKLOAD")
@click.option("--run", metavar="RUN", help="Use the own data of this run; its report names the workload.")
@click.option("--all", "everything", is_flag=True, help="Include the generated part of the harness.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document: the texts by file.")
def command(codec: str, workload: str, run: str | None, everything: bool, as_json: bool) -> int:
    """Show the exact code that is measured: the codec's adapter, its generated code, the plain types."""
    known = find_workloads([workload]) if run is None else _own_of(run, workload)
    # How a codec was built is not part of its code.
    files = code_files(_codec(find_codecs(), codec.partition(AXIS_MARK)[0]), known[0].built_as)
    shown = [file for file in files if everything or file.part != HARNESS]
    if as_json:
        print_json({file.path: file.text for file in shown})
    else:
        _print(shown)
    return 0


def _own_of(run: str, workload: str) -> tuple[Workload, ...]:
    """The workload of a run of own data by its name. Raises BadInput where the run has none of that name."""
    record = run_named(run).record
    name = titles_in(record).name_of(workload)
    if not record.get("own") or name not in record.get("workloads", ()):
        raise BadInput(f"Run {run} has no own data named {workload}.")
    with fitting_together(run):
        return own_again(found_here(record["own"]), [name])


def _codec(codecs: Sequence[CodecManifest], name: str) -> CodecManifest:
    """The one codec of a name, with or without its language. Raises BadInput for none or several."""
    found = codecs_called(name, codecs)
    if len(found) > 1:
        raise BadInput(f"Several codecs are called {name}: {', '.join(codec.name for codec in found)}.")
    require_registered(found)
    return found[0]


def _print(files: Sequence[CodeFile]) -> None:
    """In colour on a terminal; elsewhere the plain texts, each under a line with its name."""
    console = ResultConsole()
    for file in files:
        if console.is_terminal:
            console.print(Rule(f"{file.path} ({file.part})", align="left"))
            console.print(Syntax(file.text, _lexer(file.path), theme="ansi_dark", word_wrap=True))
        else:
            echo(f"==> {file.path} ({file.part}) <==")
            echo(file.text if file.text.endswith("\n") else f"{file.text}\n")


def _lexer(path: str) -> str:
    known = reduce(lambda lexers, language: lexers | {**language.lexers}, languages(), _LEXERS)
    return known.get(PurePosixPath(path).suffix, "text")
