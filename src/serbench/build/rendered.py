"""The code of one codec for one workload as it is compiled, for people to read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from serbench.build import cpp, java, rust
from serbench.codecs.manifest import CodecManifest
from serbench.corpus.workload import Workload
from serbench.render.engine import render_folder
from serbench.render.idls import lower_to_idl
from serbench.render.java import lower_to_java, render_harness

PAGE, RENDERED, PLAIN, HARNESS = "page", "rendered", "plain", "harness"
# A page lies in these folders too when somebody has worked in it by hand.
_NOT_SOURCES = ("target", "build", "__pycache__")

Renderer = Callable[[CodecManifest, Workload], Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class CodeFile:
    """A file of what is measured. ``part`` is ``page`` (the codec's own, written by hand), ``rendered``
    (from the codec's templates), ``plain`` (the types that an application would write) or ``harness`` (the
    rest)."""

    path: str
    text: str
    part: str


def code_files(codec: CodecManifest, workload: Workload) -> list[CodeFile]:
    """All files, in the order of the parts. A language that cannot render shows the page alone. Raises
    SerbenchError where a template cannot be rendered."""
    page = [CodeFile(name, text, PAGE) for name, text in _page(codec.folder).items()]
    renderer = _RENDERERS.get(codec.language)
    texts = renderer(codec, workload) if renderer else {}
    found = page + [CodeFile(path, text, _part(path, codec.folder)) for path, text in texts.items()]
    return sorted(found, key=lambda file: (PAGE, RENDERED, PLAIN, HARNESS).index(file.part))


def _page(folder: Path) -> dict[str, str]:
    """The files written by hand, the manifest first; templates are shown as what becomes of them."""
    found: dict[str, str] = {}
    for path in sorted(folder.rglob("*"), key=lambda path: (path.name != "codec.toml", str(path))):
        inside = path.relative_to(folder)
        if not path.is_file() or path.suffix in (".j2", ".md") or set(inside.parts) & set(_NOT_SOURCES):
            continue
        try:
            found[inside.as_posix()] = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
    return found


def _part(path: str, folder: Path) -> str:
    name = PurePosixPath(path)
    if (folder / f"{name.name}.j2").exists():
        return RENDERED
    return PLAIN if name.stem == "plain" or name.parts[0] == "plain" else HARNESS


def _java(codec: CodecManifest, workload: Workload) -> dict[str, str]:
    schema = lower_to_java(workload.schema, lower_to_idl(codec.idl, workload.schema))
    context = {"schema": schema, "workload": workload.name, "codec": codec.short_name}
    own = render_folder(codec.folder, context)
    return render_harness(java.HARNESS, schema, workload.name) | {
        f"codec/{name}": text for name, text in own.items()
    }


_RENDERERS: dict[str, Renderer] = {"cpp": cpp.rendered_files, "java": _java, "rust": rust.render_codec}
