"""The Rust compilers on this machine."""

import re
from pathlib import Path

from serbench.languages.builder import Toolchains
from serbench.languages.tool import captured
from serbench.toolchain.installed import programs_in, programs_on_path

_RUSTUP = "~/.rustup/toolchains/*/bin/rustc"
# The platform at the end of the name of a toolchain.
_PLATFORM = re.compile(r"-(x86_64|aarch64)-[a-z0-9_-]+$")


def here() -> dict[str, str]:
    """The compilers: those of rustup by its names (``nightly``, ``1.85.0``), others by their releases."""
    found = {_PLATFORM.sub("", Path(place).parents[1].name): place for place in programs_in(_RUSTUP)}
    for program in programs_on_path("rustc").values():
        # What rustup puts on the path starts one of its own.
        if Path(program).resolve().name == "rustup" or (Path(program).with_name("rustup")).exists():
            continue
        if said := re.match(r"rustc (\S+)", captured([program, "--version"]).stdout):
            found.setdefault(said[1], program)
    return found


TOOLCHAINS = Toolchains(
    role="compiler",
    program="bin/rustc",
    here=here,
    note="The usual cargo calls each compiler, whose standard library stays as it was compiled.",
)
