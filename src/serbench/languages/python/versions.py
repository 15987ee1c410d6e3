"""Locks another release of a codec's package than the one that the checkout pins."""

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from serbench.codecs.manifest import CodecManifest
from serbench.errors import SerbenchError
from serbench.languages.builder import Versions
from serbench.languages.python import LANGUAGE
from serbench.languages.python.environments import ready_environment
from serbench.languages.python.pins import requirements_of
from serbench.languages.python.registry import normal_name
from serbench.languages.tool import run_tool
from serbench.scratch import scratch_folder

_REQUIREMENTS = "requirements.txt"
# Nothing of a package runs, so only wheels for this interpreter are chosen.
_RESOLVING = "install --dry-run --ignore-installed --only-binary :all: --no-input --quiet --quiet".split()


def at_version(wanted: Sequence[tuple[str, str]], version: str) -> tuple[tuple[str, str], ...]:
    """The packages that a codec calls, with another release of the first; those that it pins at the same
    version move with it."""
    return tuple((name, version if pinned == wanted[0][1] else pinned) for name, pinned in wanted)


def written(report: Mapping[str, Any], called: Sequence[str]) -> str:
    """A requirements.txt of what pip chose, by its report: what a codec ``called`` by name first, then what
    these need. SerbenchError where pip names no SHA-256 of a file."""
    chosen = {normal_name(one["metadata"]["name"]): one for one in report["install"]}
    own = [normal_name(name) for name in called]
    lines = []
    for name in (*own, *sorted(chosen.keys() - set(own))):
        one = chosen[name]
        sha256 = one["download_info"].get("archive_info", {}).get("hashes", {}).get("sha256")
        if sha256 is None:
            raise SerbenchError(f"pip names no SHA-256 of {name}.")
        indirect = "" if name in own else "  # indirect"
        version = one["metadata"]["version"]
        lines.append(f"{one['metadata']['name']}=={version} --hash=sha256:{sha256}{indirect}\n")
    return "".join(lines)


def lock(codec: CodecManifest, version: str, folder: Path) -> None:
    """Has pip choose the wheels of the release and of what it needs, writes requirements.txt with their
    SHA-256 and installs them. Raises SerbenchError with what pip says."""
    wanted = at_version(requirements_of(codec).libraries, version)
    python = LANGUAGE.tools().tool("interpreter").command
    with scratch_folder("versions") as scratch:
        report, lines = scratch / "report.json", list[str]()
        command = [sys.executable, "-m", "pip", "--python", *python, *_RESOLVING, "--report", str(report)]
        command += [f"{name}=={pinned}" for name, pinned in wanted]
        if run_tool(command, lines.append) != 0:
            said = [line.removeprefix("ERROR: ").strip() for line in lines if line.startswith("ERROR")]
            raise SerbenchError(f"pip says: {(said or ['nothing'])[-1]}")
        text = written(json.loads(report.read_bytes()), [name for name, _ in wanted])
    (folder / _REQUIREMENTS).write_text(text, encoding="utf-8")
    ready_environment(requirements_of(replace(codec, locked_in=folder)), lambda _: None)


VERSIONS = Versions((_REQUIREMENTS,), lock)
