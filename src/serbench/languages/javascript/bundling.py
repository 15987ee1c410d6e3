"""Bundles a codec or a runner for browsers, by the release of esbuild that javascript/bundler pins."""

from collections.abc import Sequence
from pathlib import Path

from serbench.cache.products import product_path
from serbench.codecs.runner import Runner, silent
from serbench.errors import SerbenchError
from serbench.languages.javascript import LANGUAGE
from serbench.languages.javascript.environments import (
    environment_of,
    install,
    tool_environment,
    usual_node,
)
from serbench.languages.javascript.packages import packages_in
from serbench.languages.tool import first_error, run_tool
from serbench.scratch import scratch_folder

_PINNED = LANGUAGE.folder / "bundler"
_PROGRAM = Path("node_modules") / "esbuild" / "bin" / "esbuild"
_ADAPTER = "codec.js"
_OPTIONS = ("--bundle", "--format=esm", "--platform=browser", "--color=false", "--log-level=error")
# The harness and the plain types are the application's.
_ALONE = ("--minify", "--external:#harness/*", "--external:#plain")


class CannotBundle(SerbenchError):
    """The code needs a module that no browser has, or esbuild refuses it in another way."""


def bundler_place() -> Path:
    """The entry of the cache with esbuild, installed or not."""
    return environment_of(packages_in(_PINNED))


def bundle(runner: Runner) -> bytes:
    """One minified file of a codec's adapter, the code that was generated for it, and all that both use of
    its packages. Raises SerbenchError with what esbuild says."""
    folder = product_path(runner.product_key).parent
    with scratch_folder("bundle") as scratch:
        made = scratch / "bundle.js"
        _bundle(folder / _ADAPTER, made, _ALONE)
        return made.read_bytes()


def bundle_runner(main: Path, made: Path) -> None:
    """Writes one file of a program and all that it imports. Raises CannotBundle with what esbuild says."""
    _bundle(main, made, ())


def _bundle(entry: Path, made: Path, options: Sequence[str]) -> None:
    install(packages_in(_PINNED), silent)
    log: list[str] = []
    program = str(bundler_place() / _PROGRAM)
    words = (*usual_node().command, program, str(entry), *_OPTIONS, *options, f"--outfile={made}")
    if run_tool(words, log.append, folder=entry.parent, extra=tool_environment()) != 0:
        said = first_error("".join(log)).partition("[ERROR] ")
        raise CannotBundle(f"esbuild says: {said[2] or said[0]}")
