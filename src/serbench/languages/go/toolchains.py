"""The releases of Go on this machine, and those that the module proxy serves."""

import platform
import re
from collections.abc import Callable
from pathlib import Path

from serbench.errors import SerbenchError
from serbench.languages.builder import Toolchains
from serbench.languages.go import LANGUAGE
from serbench.languages.go.build import go_environment
from serbench.languages.tool import run_tool
from serbench.scratch import scratch_folder
from serbench.toolchain.chosen import using
from serbench.toolchain.installed import programs_in, programs_on_path

_RELEASE = re.compile(r"\d+\.\d+(\.\d+)?")
_ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}


def here() -> dict[str, str]:
    """The compilers by their releases: where Go, its installers and the module cache put them."""
    modules = (go_environment()["GOMODCACHE"], "~/go/pkg/mod")
    places = [f"{folder}/golang.org/toolchain@*/bin/go" for folder in modules]
    places += ["/usr/local/go*/bin/go", "/usr/lib/go-*/bin/go", "~/sdk/go*/bin/go"]
    found: dict[str, str] = {}
    for program in (*programs_on_path("go").values(), *programs_in(*places)):
        release = release_in(Path(program).resolve().parents[1] / "VERSION")
        if release:
            found.setdefault(release, program)
    return found


def release_in(file: Path) -> str:
    """The release that the file VERSION of an installation names; empty where it is of none."""
    try:
        first = file.read_text(encoding="utf-8").partition("\n")[0].removeprefix("go")
    except (OSError, UnicodeDecodeError):
        return ""
    return first if _RELEASE.fullmatch(first) else ""


def newest_of(name: str, listed: str) -> str:
    """The newest release of a name (``1.24``, ``1.24.3``) in a list of the versions of Go's own module, whose
    names end with a platform."""
    system = f"linux-{_ARCHITECTURES.get(platform.machine(), platform.machine())}"
    versions = re.findall(rf"v0\.0\.1-go([\d.]+)\.{system}(?=\s|$)", listed)
    begun = [one for one in versions if f"{one}.".startswith(f"{name}.")]
    return max(begun, key=lambda one: tuple(map(int, one.split("."))), default="")


def _served(name: str) -> str:
    return f"Go {name} from the module proxy" if _RELEASE.fullmatch(name) else ""


def _fetch(name: str, tell: Callable[[str], None]) -> None:
    """Has Go fetch one of its releases, as it does for modules that need another one."""
    with using(LANGUAGE.name, ""), scratch_folder("toolchain") as folder:
        release = newest_of(name, _go(["list", "-m", "-versions", "golang.org/toolchain"], "local", folder))
        if not release:
            raise SerbenchError(f"the module proxy has no Go {name}.")
        tell(f"Fetching Go {release}")
        _go(["version"], f"go{release}", folder)


def _go(words: list[str], toolchain: str, folder: Path) -> str:
    program = LANGUAGE.tools().tool("compiler").command
    variables = {**go_environment(), "GOTOOLCHAIN": toolchain, "GOFLAGS": "-mod=mod -modcacherw"}
    lines: list[str] = []
    if run_tool([*program, *words], lines.append, folder=folder, extra=variables) != 0:
        said = [line.strip() for line in lines if line.strip() and "downloading" not in line]
        raise SerbenchError(f"Go says: {(said or ['nothing'])[0].removeprefix('go: ')}")
    return "".join(lines)


TOOLCHAINS = Toolchains(
    role="compiler",
    program="bin/go",
    here=here,
    note="The standard library and the collector are those of each release.",
    served=_served,
    fetch=_fetch,
)
