"""The C++ compilers on this machine, and those that the distribution serves."""

import re

from serbench.languages.builder import Toolchains
from serbench.toolchain.installed import programs_on_path
from serbench.toolchain.packages import require_package

_NAME = r"(g|clang)\+\+(-\d+)?"


def here() -> dict[str, str]:
    """The compilers on the path by the names of their programs."""
    return programs_on_path(_NAME)


def package_of(name: str) -> str:
    """The package of Debian with a compiler (``clang-16`` for ``clang++-16``); empty where there is none."""
    return name.replace("clang++", "clang") if re.fullmatch(_NAME, name) else ""


def _served(name: str) -> str:
    package = package_of(name)
    return f"the distribution's package {package}" if package else ""


TOOLCHAINS = Toolchains(
    role="compiler",
    program="bin/g++",
    here=here,
    note="Libraries that the distribution has compiled stay as they are, and all take its standard library.",
    served=_served,
    fetch=lambda name, tell: require_package(package_of(name), tell),
)
