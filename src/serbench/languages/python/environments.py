"""The virtual environments of codecs: one for each requirements.txt, installed once into the cache."""

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

from serbench.cache.entries import seal, write_whole
from serbench.cache.keys import content_key
from serbench.cache.products import locked
from serbench.codecs.manifest import CodecManifest, table_of
from serbench.errors import SerbenchError
from serbench.languages.python import LANGUAGE
from serbench.languages.python.pins import Requirements
from serbench.languages.tool import run_tool
from serbench.locations import cache_directory
from serbench.toolchain.pip import WHEELS, pip
from serbench.toolchain.requirements import Version, parse_version
from serbench.toolchain.support import Runtime


def interpreter_version() -> str:
    """The version that the interpreter reports (``Python 3.11.7``)."""
    return LANGUAGE.tools().tool("interpreter").version


def runtime() -> Runtime:
    """The interpreter; it tells when it was compiled, not when it was released."""
    return Runtime("Python", interpreter_version().removeprefix("Python "))


def least_version(codec: CodecManifest) -> Version:
    """The least Python that a codec's library needs: ``python`` of the table ``runtime`` of its manifest; ()
    where any will do. SerbenchError for a table with other fields."""
    found = table_of(codec, "runtime")
    if found is None:
        return ()
    folder, table = found
    unknown = sorted(table.keys() - {"python"})
    if unknown:
        raise SerbenchError(f'{folder / "codec.toml"} has the unknown field "runtime.{unknown[0]}".')
    return parse_version(str(table["python"]))


def environment_of(requirements: Requirements) -> Path:
    """The folder of the environment with these requirements, or where it will be."""
    tool = LANGUAGE.tools().tool("interpreter")
    key = content_key(requirements.text, tool.version, *tool.command)
    return cache_directory() / "python" / key


def python_in(environment: Path) -> Path:
    """Its interpreter."""
    return environment / "bin" / "python"


def ready_environment(requirements: Requirements, tell: Callable[[str], object]) -> Path:
    """The environment, installed where it is not; SerbenchError with what pip says where it cannot be."""
    folder = environment_of(requirements)
    complete = folder / "complete"
    with locked(folder):
        if not complete.exists():
            for name in ("bin", "include", "lib", "lib64"):
                _remove(folder / name)
            _install(requirements, folder, tell)
            seal(folder)
            write_whole(complete, b"")
    return folder


def _install(requirements: Requirements, folder: Path, tell: Callable[[str], object]) -> None:
    interpreter = LANGUAGE.tools().tool("interpreter").command
    _run([*interpreter, "-m", "venv", "--without-pip", str(folder)], "An environment of Python")
    if requirements.text:
        names = " and ".join(f"{name} {version}" for name, version in requirements.libraries)
        tell(f"Installing {names}")
        wanted = folder / "requirements.txt"
        wanted.write_text(requirements.text, encoding="utf-8")
        _run(pip("install", wanted, *WHEELS, python=python_in(folder)), names)


def _run(command: Sequence[str], what: str) -> None:
    log: list[str] = []
    if run_tool(command, log.append) != 0:
        faults = [line.strip() for line in log if "error" in line.lower()] or [line.strip() for line in log]
        raise SerbenchError(f"{what} cannot be installed: {' '.join(faults[:1]) or 'no reason was given'}")


def _remove(place: Path) -> None:
    if place.is_symlink():
        place.unlink()
    else:
        shutil.rmtree(place, ignore_errors=True)
