"""Bundles a runner's codec as for a browser, by the release of esbuild that javascript/bundler pins."""

from serbench.cache.products import product_path
from serbench.codecs.runner import Runner, silent
from serbench.errors import SerbenchError
from serbench.languages.javascript import LANGUAGE
from serbench.languages.javascript.environments import install, tool_environment
from serbench.languages.javascript.packages import packages_in
from serbench.languages.tool import first_error, run_tool
from serbench.scratch import scratch_folder

_PINNED = LANGUAGE.folder / "bundler"
_ADAPTER = "codec.js"
# The harness and the plain types are the application's.
_OPTIONS = (
    "--bundle",
    "--minify",
    "--format=esm",
    "--platform=browser",
    "--external:#harness/*",
    "--external:#plain",
    "--color=false",
    "--log-level=error",
)


def bundle(runner: Runner) -> bytes:
    """One minified file of a codec's adapter, the code that was generated for it, and all that both use of
    its packages. Raises SerbenchError with what esbuild says."""
    folder = product_path(runner.product_key).parent
    program = install(packages_in(_PINNED), silent) / "esbuild" / "bin" / "esbuild"
    log: list[str] = []
    with scratch_folder("bundle") as scratch:
        made = scratch / "bundle.js"
        node = LANGUAGE.tools().tool("runtime").command
        words = (*node, str(program), str(folder / _ADAPTER), *_OPTIONS, f"--outfile={made}")
        if run_tool(words, log.append, folder=folder, extra=tool_environment()) != 0:
            said = first_error("".join(log)).partition("[ERROR] ")
            raise SerbenchError(f"esbuild says: {said[2] or said[0]}")
        return made.read_bytes()
