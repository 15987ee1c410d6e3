"""Measures what a codec adds: bytes of an executable, time of its build, packages, a bundle of its code.

Example: the executables of ``rust/postcard`` and ``rust/memcpy`` have the same harness and plain types. What
differs is the library, the code that it generates and the adapter.
"""

import gzip
import resource
import subprocess
from pathlib import Path

from serbench.builds.runners import build_runners
from serbench.cache.products import product_path
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import BuildFailure, Runner
from serbench.corpus.workload import Workload
from serbench.errors import SerbenchError
from serbench.languages import language_of
from serbench.locations import cache_directory, cache_in
from serbench.scratch import scratch_folder

_ELF = b"\x7fELF"
_STRIP = ("strip", "--strip-all")
_BEST = 9


def added_bytes(runner: Runner, floor: Runner) -> int | None:
    """The bytes that a codec adds. None where runners are no executables of the machine, or nothing strips
    them here."""
    sizes = [stripped_bytes(product_path(one.product_key)) for one in (runner, floor)]
    return max(0, sizes[0] - sizes[1]) if sizes[0] is not None and sizes[1] is not None else None


def stripped_bytes(executable: Path) -> int | None:
    """The bytes of an ELF file without symbols and debugging information; shared libraries are outside."""
    if not _is_executable(executable):
        return None
    try:
        with scratch_folder("strip") as folder:
            stripped = folder / "stripped"
            command = (*_STRIP, "-o", str(stripped), str(executable))
            subprocess.run(command, check=True, capture_output=True)
            return stripped.stat().st_size
    except (OSError, subprocess.CalledProcessError):
        return None


def is_compiled(runner: Runner) -> bool:
    """Whether a runner is an executable of the machine."""
    return _is_executable(product_path(runner.product_key))


def _is_executable(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(_ELF)) == _ELF
    except OSError:
        return False


def bundle_bytes(runner: Runner) -> int | None:
    """The bytes of a codec's bundle for browsers, compressed. None in languages without bundles. Raises
    SerbenchError where it cannot be bundled."""
    bundle = language_of(runner.codec).builder.bundle
    return None if bundle is None else len(gzip.compress(bundle(runner), _BEST, mtime=0))


def added_packages(codec: CodecManifest, floor: CodecManifest) -> tuple[int, bool] | None:
    """The bytes of the packages that a codec adds to the environment of its language, which is installed, and
    whether there is compiled code in them. None in languages without environments."""
    installed = language_of(codec.name).builder.installed
    if installed is None:
        return None
    here, usual = (_files_in(installed(one)) for one in (codec, floor))
    added = [path for name, path in here.items() if name not in usual]
    return sum(path.stat().st_size for path in added), any(map(_is_executable, added))


def _files_in(folder: Path | None) -> dict[str, Path]:
    """The files of packages by their names; what an interpreter compiles of them may come later."""
    if folder is None:
        return {}
    found = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return {str(path.relative_to(folder)): path for path in found if path.suffix != ".pyc"}


def dependency_licences(codec: CodecManifest) -> tuple[str, ...] | None:
    """The licences of all packages in a codec's lock file, in the order of the alphabet, "none" for one that
    declares none. None in languages whose packages do not declare them, and for a codec without packages.
    Raises SerbenchError where they stay unknown."""
    licences = language_of(codec.name).builder.licences
    found = {licence_words(one) or "none" for one in licences(codec)} if licences is not None else set()
    return tuple(sorted(found)) or None


def licence_words(licence: str) -> str:
    """A licence by one spelling: ``MIT OR Apache-2.0`` is ``Apache-2.0 OR MIT``. Pure."""
    if licence.startswith("(") and licence.endswith(")") and "(" not in licence[1:]:
        licence = licence[1:-1]
    is_choice = "(" not in licence and " AND " not in licence
    return " OR ".join(sorted(licence.split(" OR "))) if is_choice else licence


def without_std(codec: CodecManifest, jobs: int) -> bool | None:
    """Whether a codec's library builds without the standard library. None in languages where that is no
    question, and for a codec without a library. Raises SerbenchError where it stays unknown."""
    builds = language_of(codec.name).builder.builds_without_std
    return None if builds is None else builds(codec, jobs)


def build_s(codec: CodecManifest, workload: Workload, jobs: int) -> float:
    """The CPU time of a build that finds nothing in its cache but what was fetched or installed. Raises
    SerbenchError where it fails."""
    here = cache_directory()
    with scratch_folder("nothing", here) as empty:
        for name in language_of(codec.name).builder.fetched:
            if (here / name).exists():
                (empty / name).parent.mkdir(parents=True, exist_ok=True)
                (empty / name).symlink_to(here / name)
        with cache_in(empty):
            began_s = _compilers_s()
            (built,) = build_runners([codec], [workload], jobs=jobs)
    if isinstance(built, BuildFailure):
        raise SerbenchError(f"{codec.name} does not build from nothing: {built.detail}")
    return _compilers_s() - began_s


def _compilers_s() -> float:
    """The CPU time of all programs that this one has started and that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
