"""The Pythons on this machine."""

import re

from serbench.languages.builder import Toolchains
from serbench.languages.tool import captured
from serbench.toolchain.installed import programs_in, programs_on_path

_PLACES = ("~/.pyenv/versions/*/bin/python3", "~/.local/share/uv/python/*/bin/python3")
_NAME = r"python3(\.\d+)?"


def here() -> dict[str, str]:
    """The interpreters by their releases."""
    found: dict[str, str] = {}
    # A shim of pyenv runs one release or another.
    on_path = (place for place in programs_on_path(_NAME).values() if "/shims/" not in place)
    for program in (*programs_in(*_PLACES), *on_path):
        if said := re.match(r"Python (\d+\.\d+\.\d+)", captured([program, "--version"]).stdout):
            found.setdefault(said[1], program)
    return found


TOOLCHAINS = Toolchains(
    role="interpreter",
    program="bin/python3",
    here=here,
    note=(
        "Each interpreter has environments of its own, with wheels of the pinned releases; a library that has"
        " none for it costs its row."
    ),
)
