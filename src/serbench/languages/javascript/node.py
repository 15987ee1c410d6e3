"""The program that runs runners, and the flags by which it makes room for garbage."""

from pathlib import Path

from serbench.languages.builder import Command
from serbench.languages.javascript import LANGUAGE
from serbench.languages.javascript.runtime import runtime_day, runtime_program
from serbench.toolchain.support import Runtime

# Half of the young generation in MiB, fixed from the beginning: what V8 lets it grow to by itself.
_SEMI_SPACE = 16
_MIB = 2**20
_FLAGS = (
    f"--min-semi-space-size={_SEMI_SPACE}",
    f"--max-semi-space-size={_SEMI_SPACE}",
    f"--max-old-space-size={LANGUAGE.heap_bytes // _MIB}",
    # What objects take is known only after a collection.
    "--expose-gc",
)


def node_command(program: Path) -> Command:
    """The words that start a program."""
    return (*LANGUAGE.tools().tool("runtime").command, *_FLAGS, str(program))


def node_version() -> str:
    """The version that Node reports (``v20.20.2``)."""
    return LANGUAGE.tools().tool("runtime").version


def runtime() -> Runtime:
    """Node, with the day on which it appeared where it is the pinned release."""
    tool = LANGUAGE.tools().tool("runtime")
    day = runtime_day() if str(tool.path) == runtime_program() else None
    return Runtime("Node", tool.version.removeprefix("v"), day)


def node_words() -> str:
    """Node with its version, and the year of the release where it is the pinned one (``node v26.12.1
    (2026)``)."""
    tool = LANGUAGE.tools().tool("runtime")
    year = f" ({runtime_day().year})" if str(tool.path) == runtime_program() else ""
    return f"node {tool.version}{year}"
