"""A codec's go.mod: the releases that it pins, and the least Go that it needs."""

import re
from dataclasses import dataclass
from pathlib import Path

from serbench.codecs.manifest import CodecManifest, file_of
from serbench.errors import SerbenchError
from serbench.languages.go import LANGUAGE
from serbench.toolchain.releases import Pin

HARNESS_MODULE = "serbench/harness"
HARNESS = LANGUAGE.folder / "harness"

_BLOCK = re.compile(r"^(\w+) \(\n(.*?)^\)$", re.MULTILINE | re.DOTALL)
_REQUIRED = re.compile(r"(\S+) (v\S+)")
_LEAST = re.compile(r"^go (\d+(?:\.\d+)*)$", re.MULTILINE)
_REPLACED = re.compile(rf"^replace {HARNESS_MODULE} => \S+$", re.MULTILINE)

# The version of a module that a folder replaces, as Go itself calls it: no file of a module says which it is.
_BUILD = "devel"


@dataclass(frozen=True, slots=True)
class Module:
    """The facts that a go.mod states.
    ``libraries`` are the modules that it requires itself, as (name, version), with the codec's own library
    first. ``least`` is the least Go as numbers."""

    libraries: tuple[tuple[str, str], ...]
    least: tuple[int, ...]


def module_of(codec: CodecManifest) -> Module:
    """The module of a codec, its base's where it has none; SerbenchError where it cannot be read."""
    path = file_of(codec, "go.mod")
    return parse_module(text_of(path), path)


def parse_module(text: str, path: Path) -> Module:
    """The module that a go.mod states.
    Raises SerbenchError where it names no release of Go, or does not get the harness from this checkout."""
    least = _LEAST.search(text)
    if least is None or not _REPLACED.search(text):
        raise SerbenchError(f"{path} lacks its release of Go or the place of {HARNESS_MODULE}.")
    built = {line.split()[0] for line in _lines_of("replace", text)} - {HARNESS_MODULE}
    required: list[tuple[str, str]] = []
    for line in _lines_of("require", text):
        found = _REQUIRED.match(line)
        if found is not None and found[1] != HARNESS_MODULE and not line.endswith("// indirect"):
            required.append((found[1], _BUILD if found[1] in built else found[2]))
    return Module(tuple(required), tuple(map(int, least[1].split("."))))


def pins_of(codec: CodecManifest) -> tuple[Pin, ...]:
    """The modules that a codec pins for its library."""
    return tuple(Pin("go", name, version.removeprefix("v")) for name, version in module_of(codec).libraries)


def locked_by(codec: CodecManifest) -> frozenset[str]:
    """All modules that a codec's module requires, tools and indirect ones included."""
    lines = _lines_of("require", text_of(file_of(codec, "go.mod")))
    return frozenset(line.split()[0] for line in lines) - {HARNESS_MODULE}


def with_harness(text: str, place: str = str(HARNESS)) -> str:
    """A go.mod that finds the harness at a place; that of this checkout from anywhere."""
    return _REPLACED.sub(lambda _: f"replace {HARNESS_MODULE} => {place}", text)


def harness_of(text: str) -> str:
    """The place at which a go.mod finds the harness."""
    found = _REPLACED.search(text)
    return found[0].rpartition(" ")[2] if found else str(HARNESS)


def _lines_of(directive: str, text: str) -> list[str]:
    """The lines of a directive, in blocks and alone."""
    blocks = [body for name, body in _BLOCK.findall(text) if name == directive]
    inside = [line.strip() for body in blocks for line in body.splitlines()]
    alone = re.findall(rf"^{directive} ([^(\n]+)$", text, re.MULTILINE)
    return [line for line in (*inside, *alone) if line and not line.startswith("//")]


def text_of(path: Path) -> str:
    """The text of a go.mod. Raises SerbenchError where it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SerbenchError(f"{path} cannot be read: {error}.") from error
