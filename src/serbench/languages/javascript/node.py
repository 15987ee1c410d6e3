"""The program or browser that runs runners, and the flags by which it makes room for garbage."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from serbench.languages.builder import Command
from serbench.languages.javascript import LANGUAGE
from serbench.languages.javascript.environments import usual_node
from serbench.languages.javascript.runtime import runtime_day, runtime_program
from serbench.languages.tool import captured
from serbench.toolchain.requirements import Tool
from serbench.toolchain.support import Runtime

# Half of the young generation in MiB, fixed from the beginning: what V8 lets it grow to by itself.
_SEMI_SPACE = 16
_MIB = 2**20
_FLAGS = (
    f"--min-semi-space-size={_SEMI_SPACE}",
    f"--max-semi-space-size={_SEMI_SPACE}",
    LANGUAGE.heap_flag.format(LANGUAGE.heap_bytes // _MIB),
    # What objects take is known only after a collection.
    "--expose-gc",
)


@dataclass(frozen=True, slots=True)
class Engine:
    """A program that runs JavaScript: its ``product``, what its version looks like, the words that start a
    program, and those by which it says which Node it stands for, none for Node itself. A ``browser`` runs a
    page; the words are flags of its engine."""

    product: str
    version: str
    start: Command
    stands_for: Command = ()
    browser: bool = False


_SAY_NODE = "console.log(process.versions.node)"
ENGINES = (
    Engine("Node", r"v(\d\S*)", _FLAGS),
    Engine(
        "Deno",
        r"deno (\d[\d.]*)",
        # What imports begin with # means is the package.json's in Node alone.
        ("run", "--quiet", "--allow-all", "--no-lock", f"--v8-flags={','.join(_FLAGS)}"),
        ("eval", _SAY_NODE),
    ),
    # JavaScriptCore has no flags for its heap.
    Engine("Bun", r"(\d[\d.]*)", ("--no-install", "--expose-gc"), ("--eval", _SAY_NODE)),
    Engine("Chromium", r"Chromium (\d[\d.]*)", _FLAGS, browser=True),
    Engine("Chrome", r"Google Chrome (\d[\d.]*)", _FLAGS, browser=True),
    # SpiderMonkey has no flags for its heap.
    Engine("Firefox", r"Mozilla Firefox (\d[\d.]*)", (), browser=True),
)


def engine_of(tool: Tool) -> tuple[Engine, str]:
    """The engine of a program, and its version."""
    for engine in ENGINES:
        if found := re.match(engine.version, tool.version):
            return engine, found[1]
    raise AssertionError(f"{tool.version} was accepted")


def node_command(program: Path) -> Command:
    """The words that start a program."""
    tool = LANGUAGE.tools().tool("runtime")
    return (*tool.command, *engine_of(tool)[0].start, str(program))


def is_browser() -> bool:
    """Whether a browser is to run the runners."""
    return engine_of(LANGUAGE.tools().tool("runtime"))[0].browser


def page_command(driver: Path, bundle: Path) -> Command:
    """The words with which a driver opens a page in the browser and has it run a bundle."""
    tool = LANGUAGE.tools().tool("runtime")
    engine, version = engine_of(tool)
    about = (engine.product, version, str(tool.path), " ".join(engine.start))
    return (*usual_node().command, str(driver), *about, str(bundle))


def node_version() -> str:
    """The version that the runtime reports (``v20.20.2``, ``deno 2.9.0 …``)."""
    return LANGUAGE.tools().tool("runtime").version


def node_release() -> str:
    """The release of Node (``20.20.2``), or the one that another runtime says it stands for. A library of
    Node is no library of a browser, whose bundles the usual Node makes."""
    tool = usual_node() if is_browser() else LANGUAGE.tools().tool("runtime")
    engine, version = engine_of(tool)
    return _stands_for((*tool.command, *engine.stands_for)) if engine.stands_for else version


@cache
def _stands_for(command: Command) -> str:
    found = re.match(r"\d+(\.\d+)*", captured(command).stdout.strip())
    return found[0] if found else "0"


def runtime() -> Runtime:
    """The runtime, with the day on which it appeared where it is the pinned release of Node."""
    tool = LANGUAGE.tools().tool("runtime")
    engine, version = engine_of(tool)
    return Runtime(engine.product, version, runtime_day() if str(tool.path) == runtime_program() else None)


def node_words() -> str:
    """The runtime with its version, and the year of the release where it is the pinned one (``node v26.12.1
    (2026)``)."""
    tool = LANGUAGE.tools().tool("runtime")
    engine, version = engine_of(tool)
    year = f" ({runtime_day().year})" if str(tool.path) == runtime_program() else ""
    return f"node v{version}{year}" if engine.product == "Node" else f"{engine.product} {version}"
