"""The JDKs on this machine."""

import re
from pathlib import Path

from serbench.languages.builder import Toolchains
from serbench.toolchain.installed import programs_in, programs_on_path
from serbench.toolchain.packages import require_package

_PLACES = ("/usr/lib/jvm/*/bin/javac", "~/.sdkman/candidates/java/*/bin/javac", "~/.jdks/*/bin/javac")


def here() -> dict[str, str]:
    """The compilers by the releases of their JDKs, which run the code as well; the one on the path first."""
    found: dict[str, str] = {}
    for program in (*programs_on_path("javac").values(), *programs_in(*_PLACES)):
        release = release_in(Path(program).resolve().parents[1] / "release")
        if release:
            found.setdefault(release, program)
    return found


def release_in(file: Path) -> str:
    """The release that a JDK's own file of facts names; empty where it names none."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""
    found = re.search(r'^JAVA_VERSION="([\d.]+)"$', text, re.MULTILINE)
    return found[1] if found else ""


def _package_of(name: str) -> str:
    """The package of Debian with a JDK; empty for what is no number of a release."""
    return f"openjdk-{name}-jdk-headless" if re.fullmatch(r"\d+", name) else ""


TOOLCHAINS = Toolchains(
    role="compiler",
    program="bin/javac",
    here=here,
    served=lambda name: f"the distribution's package {_package_of(name)}" if _package_of(name) else "",
    fetch=lambda name, tell: require_package(_package_of(name), tell),
    note="Each JDK compiles for Java 17 and runs what it has compiled; libraries come compiled from Maven.",
)
