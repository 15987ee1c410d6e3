"""Locks another release of a codec's package than the one that the checkout pins."""

import hashlib
import json
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

from serbench.codecs.manifest import CodecManifest
from serbench.errors import SerbenchError
from serbench.languages.builder import Versions
from serbench.languages.python import LANGUAGE
from serbench.languages.python.environments import ready_environment
from serbench.languages.python.pins import WHEELS_IN, requirements_of
from serbench.languages.python.registry import normal_name
from serbench.languages.tool import run_tool
from serbench.locations import cache_directory
from serbench.scratch import scratch_folder

_REQUIREMENTS = "requirements.txt"
# In a folder of the cache with a wheel of the user's.
_PAGE = "wheels.html"
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
    _lock(codec, [f"{name}=={pinned}" for name, pinned in wanted], "", folder)


def lock_build(codec: CodecManifest, path: Path, state: str, folder: Path) -> None:
    """The same with a wheel, or with the one that pip makes of a project, in the place of the index's. Wheels
    are kept by their SHA-256. Raises SerbenchError also where it is another package."""
    library, *others = requirements_of(codec).libraries
    with scratch_folder("versions") as scratch:
        _pip(["wheel", "--no-deps", "--no-input", "--quiet", "--wheel-dir", str(scratch), str(path)])
        (wheel,) = scratch.glob("*.whl")
        if normal_name(wheel.name.partition("-")[0]) != normal_name(library[0]):
            raise SerbenchError(f"{path} is no {library[0]}: pip makes {wheel.name} of it.")
        sha256 = hashlib.sha256(wheel.read_bytes()).hexdigest()
        kept = cache_directory() / "versions" / "wheels" / sha256
        kept.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(wheel, kept / wheel.name)
    (kept / _PAGE).write_text(page_of(wheel.name, sha256), encoding="utf-8")
    asked = [str(kept / wheel.name), *(f"{name}=={pinned}" for name, pinned in others)]
    _lock(codec, asked, f"{WHEELS_IN} {kept / _PAGE}\n", folder)


def page_of(wheel: str, sha256: str) -> str:
    """A page that links a wheel with its hash. The index may have another wheel of the same release, which
    pip would take of two of which it knows no hash."""
    return f'<!doctype html><a href="{quote(wheel)}#sha256={sha256}">{escape(wheel)}</a>\n'


def _lock(codec: CodecManifest, asked: Sequence[str], begin: str, folder: Path) -> None:
    called = [name for name, _ in requirements_of(codec).libraries]
    with scratch_folder("versions") as scratch:
        report = scratch / "report.json"
        _pip([*_RESOLVING, "--report", str(report), *asked])
        text = begin + written(json.loads(report.read_bytes()), called)
    (folder / _REQUIREMENTS).write_text(text, encoding="utf-8")
    ready_environment(requirements_of(replace(codec, locked_in=folder)), lambda _: None)


def _pip(words: Sequence[str]) -> None:
    python = LANGUAGE.tools().tool("interpreter").command
    lines: list[str] = []
    if run_tool([sys.executable, "-m", "pip", "--python", *python, *words], lines.append) != 0:
        said = [line.removeprefix("ERROR: ").strip() for line in lines if line.startswith("ERROR")]
        raise SerbenchError(f"pip says: {(said or ['nothing'])[-1]}")


VERSIONS = Versions((_REQUIREMENTS,), lock, lock_build)
