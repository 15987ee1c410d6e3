"""The builder of Go for shared code."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from serbench.codecs.manifest import CodecManifest
from serbench.corpus.workload import find_workloads
from serbench.languages.builder import Builder, Command
from serbench.languages.go import LANGUAGE
from serbench.languages.go.build import build_runners, go_environment, render_codec, write_module
from serbench.languages.go.calibration import peer
from serbench.languages.go.modules import HARNESS, locked_by, pins_of
from serbench.languages.go.probe import probe, runtime
from serbench.languages.go.registry import REGISTRY
from serbench.languages.go.released import released
from serbench.languages.go.toolchains import TOOLCHAINS
from serbench.languages.go.versions import VERSIONS

# A conformance workload contains every kind of rendered code.
_LINTED_WORKLOAD = "tour-oneof"


def with_memory_limit(command: Command, heap_bytes: int) -> Command:
    """The command of a runner with another memory limit, which its first word sets."""
    return (command[0], f"memory_limit={heap_bytes}")


def linters(checkout: Path, cache: Path, codecs: Sequence[CodecManifest]) -> dict[str, list[Command] | str]:
    """gofmt, vet and the harness's tests. Writes the modules that vet reads; a codec that cannot be built
    here is left out."""
    tools = LANGUAGE.tools()
    program = tools.tool("compiler").command
    sources = sorted(str(path.relative_to(checkout)) for path in (checkout / "go").rglob("*.go"))
    return {
        "gofmt": [(str(Path(program[0]).resolve().with_name("gofmt")), "-d", *sources)],
        "go vet": [(*_place(HARNESS), *program, "vet", "./..."), *_codec_vets(program, codecs, cache)],
        "go test": [(*_place(HARNESS), *program, "test", "./...")],
    }


def _place(folder: Path) -> Command:
    variables = (f"{name}={value}" for name, value in go_environment().items())
    return ("env", f"--chdir={folder}", *variables)


def _codec_vets(program: Command, codecs: Sequence[CodecManifest], cache: Path) -> Iterator[Command]:
    """One command a codec: each is a module of its own, over what is rendered for it. Only its own package is
    looked at, not what generators wrote."""
    (workload,) = find_workloads([_LINTED_WORKLOAD])
    found = probe(codecs)
    for codec in codecs:
        if found[codec.name].available and not codec.hindrance(workload.schema):
            folder = cache / "go-modules" / codec.folder.name
            write_module(codec, workload, folder, [])
            yield (*_place(folder), *program, "vet", ".")


BUILDER = Builder(
    probe=probe,
    build=build_runners,
    render=render_codec,
    linters=linters,
    with_heap=with_memory_limit,
    released=released,
    pins=pins_of,
    locked=locked_by,
    registry=REGISTRY,
    versions=VERSIONS,
    runtime=runtime,
    toolchains=TOOLCHAINS,
    peer=peer,
    fetched=("build/go-modules",),
)
