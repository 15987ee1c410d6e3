"""The code of one codec for one workload as it is compiled, for people to read."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from serbench.codecs.manifest import CodecManifest
from serbench.corpus.workload import Workload
from serbench.languages import language_named
from serbench.render.engine import inherited
from serbench.render.idls import idl_file

ADAPTER, RENDERED, PLAIN, HARNESS = "adapter", "rendered", "plain", "harness"
# These folders are in an adapter too when somebody has built in it by hand.
_NOT_SOURCES = ("target", "build", "__pycache__")

Renderer = Callable[[CodecManifest, Workload], Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class CodeFile:
    """A file of what is measured. ``part`` is ``adapter`` (the codec's own, hand-written), ``rendered``
    (from the codec's templates), ``plain`` (the types that an application would write) or ``harness`` (the
    rest)."""

    path: str
    text: str
    part: str


def renderer_of(language: str) -> Renderer | None:
    """The function that generates the code of a language's runners; None where the language has none."""
    return language_named(language).builder.render


def code_files(
    codec: CodecManifest, workload: Workload, renderer_of: Callable[[str], Renderer | None] = renderer_of
) -> list[CodeFile]:
    """All files, in the order of the parts. A language that cannot render shows only the adapter. Raises
    SerbenchError where a template cannot be rendered."""
    base = codec.base_folder
    # Templates are shown as rendered.
    written = adapter_sources(codec).items()
    adapter = [CodeFile(name, text, ADAPTER) for name, text in written if not name.endswith(".j2")]
    render = renderer_of(codec.language)
    texts = render(codec, workload) if render else {}
    # A copy of a file that the adapter already shows.
    copies = {f"codecs/{codec.folder.name}/{path.name}" for path in inherited(codec.folder, base)}
    found = adapter + [
        CodeFile(path, text, _part(path, codec)) for path, text in texts.items() if path not in copies
    ]
    return sorted(found, key=lambda file: (ADAPTER, RENDERED, PLAIN, HARNESS).index(file.part))


def adapter_sources(codec: CodecManifest) -> dict[str, str]:
    """The hand-written files of a codec by path, templates included.
    A variant also has the files of its base, except those that it replaces by its own of the same name."""
    own = _page(codec.folder)
    of_base = _page(codec.base_folder) if codec.base_folder else {}
    return own | {f"{codec.base}/{name}": text for name, text in of_base.items() if name not in own}


def _page(folder: Path) -> dict[str, str]:
    """The hand-written files, the manifest first."""
    found: dict[str, str] = {}
    for path in sorted(folder.rglob("*"), key=lambda path: (path.name != "codec.toml", str(path))):
        inside = path.relative_to(folder)
        if not path.is_file() or path.suffix == ".md" or set(inside.parts) & set(_NOT_SOURCES):
            continue
        try:
            found[inside.as_posix()] = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
    return found


def _part(path: str, codec: CodecManifest) -> str:
    name = PurePosixPath(path)
    if name.name == idl_file(codec.idl) or any(
        (folder / f"{name.name}.j2").exists() for folder in codec.folders
    ):
        return RENDERED
    return PLAIN if name.stem == "plain" or name.parts[0] == "plain" else HARNESS
