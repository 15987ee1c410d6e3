"""Builds C++ runners: one executable per codec and workload, kept under a key of its contents."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from serbench.cache.keys import content_key, folder_contents
from serbench.cache.products import keep_product, locked, product_path
from serbench.codecs.flags import USUAL_OPTIMIZATION
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import BuildFailure, BuildProgress, Runner
from serbench.corpus.workload import Workload
from serbench.errors import SerbenchError
from serbench.languages.cpp.lowering import lower_to_cpp
from serbench.languages.cpp.probe import (
    PROJECT,
    compiler_identity,
    configure_command,
    cpp_toolchain,
    library_of,
    library_options,
    library_state,
    probe,
    project_files,
    search_paths,
)
from serbench.languages.lowering import wire_names
from serbench.languages.routing import routing_steps
from serbench.languages.study_key import study_key_steps
from serbench.languages.tool import captured, does_not_compile, first_error, run_tool
from serbench.locations import CHECKOUT, cache_directory
from serbench.render.engine import inherited, render_folder, write_if_changed
from serbench.render.idls import render_idl
from serbench.schema.model import Schema

HARNESS = PROJECT / "harness"
# A loop's place moves single operations by 2 to 3 % (docs/decisions/0035-noise-floor.md).
_ANOTHER_LAYOUT = "-falign-loops=32"
# What a sanitizer finds ends the process. A request for memory that the machine does not have is refused, for
# a limit of address space does not go with the sanitizer's own; what is never released is no concern.
SANITIZED = {
    "ASAN_OPTIONS": "exitcode=66:detect_leaks=0:max_allocation_size_mb=512:hard_rss_limit_mb=1024",
    "UBSAN_OPTIONS": "exitcode=66:halt_on_error=1",
}


@dataclass(frozen=True, slots=True)
class _Target:
    """One executable to build: the experiment whose verbs it has, whether it times, where its product lies,
    and what must be rendered to build it."""

    codec: CodecManifest
    experiment: str
    untimed: bool
    key: str
    rendered: dict[str, str]

    @property
    def product(self) -> Path:
        return product_path(self.key)

    @property
    def adapter(self) -> str:
        """The folder of the codec, which names its CMake targets."""
        return self.codec.folder.name


def build_runners(
    codecs: Sequence[CodecManifest], workload: Workload, variant: str, jobs: int, progress: BuildProgress
) -> list[Runner | BuildFailure]:
    """The runners of a workload that serve only the experiment ``variant`` (docs/decisions/0010). Those of a
    conformance workload are built quickly, and those for no experiment in particular have no verbs that
    time (docs/decisions/0005). Those in the cache are not built again."""
    experiment = variant or ("none" if workload.conformance else "")
    harness = rendered_harness(workload.schema, workload.name)
    targets: list[_Target] = []
    failures: dict[str, BuildFailure] = {}
    for codec in codecs:
        try:
            targets.append(_target(codec, workload, experiment, harness))
        except SerbenchError as error:
            failures[codec.name] = BuildFailure.of(codec.name, workload.name, error)
    missing = [target for target in targets if not target.product.exists()]
    for place in _places(missing):
        for failure in _build(place, workload, harness, jobs, progress):
            failures[failure.codec] = failure
    return [failures.get(codec.name) or _runner(codec, workload, targets) for codec in codecs]


def rendered_files(codec: CodecManifest, workload: Workload) -> dict[str, str]:
    """The texts of one executable, by path in the folder that SERBENCH_RENDERED names."""
    harness = rendered_harness(workload.schema, workload.name)
    texts = {f"harness/{name}": text for name, text in harness.items()}
    own = _rendered_codec(codec, workload)
    return texts | {f"codecs/{codec.folder.name}/{name}": text for name, text in own.items()}


def render_project(codecs: Sequence[CodecManifest], workload: Workload, folder: Path) -> None:
    """Writes what CMake needs in SERBENCH_RENDERED when the project is configured by hand: the
    rendered files of all codecs, and facts.cmake."""
    for codec in codecs:
        for path, text in rendered_files(codec, workload).items():
            write_if_changed(folder / path, text)
    facts = {"WORKLOAD": workload.name, "SCHEMA": workload.schema.sha256()}
    facts |= {
        f"CLASSIC_NAME_{codec.short_name}": codec.classic_name for codec in codecs if codec.classic_name
    }
    lines = (f'set(SERBENCH_{key} "{value}")\n' for key, value in facts.items())
    write_if_changed(folder / "facts.cmake", "".join(lines))


def _rendered_codec(codec: CodecManifest, workload: Workload) -> dict[str, str]:
    """The rendered texts of a codec, and copies of the headers that it inherits: an include looks first where
    the including file lies, and the folder of the base has files there that the variant replaces."""
    headers = [path for path in inherited(codec.folder, codec.base_folder) if path.suffix == ".hpp"]
    copies = {path.name: path.read_text("utf-8") for path in headers}
    context = rendering_context(workload.schema, workload.name, codec.idl, workload.versions)
    own = render_folder(codec.folder, context, codec.base_folder)
    return copies | render_idl(codec.idl, context) | own


def rendered_harness(schema: Schema, workload: str) -> dict[str, str]:
    """The rendered texts of the harness for the schema of a workload, by file name."""
    return render_folder(HARNESS / "values", rendering_context(schema, workload))


def rendering_context(
    schema: Schema, workload: str, idl: str = "", versions: Sequence[Schema] = ()
) -> dict[str, object]:
    """The context for the templates of the harness and of a codec; ``idl`` names the codec's IDL,
    ``versions`` are as a workload has them."""
    lowered = lower_to_cpp(schema, wire_names(idl, schema, versions))
    routing = routing_steps(schema, lowered.messages)
    study_key = study_key_steps(schema, lowered.messages)
    return {"schema": lowered, "routing": routing, "study_key": study_key, "workload": workload}


def _runner(codec: CodecManifest, workload: Workload, targets: Sequence[_Target]) -> Runner:
    target = next(target for target in targets if target.codec.name == codec.name)
    command = (str(target.product),)
    environment = SANITIZED if codec.flags.sanitize else {}
    schema = workload.schema.sha256()
    return Runner(command, codec.name, workload.name, schema, target.key, environment=environment)


def _target(codec: CodecManifest, workload: Workload, experiment: str, harness: dict[str, str]) -> _Target:
    rendered = _rendered_codec(codec, workload)
    library = library_of(codec)
    key = content_key(
        _shared_content(),
        codec.name,
        workload.name,
        workload.schema.sha256(),
        experiment,
        str(workload.conformance),
        probe([codec])[codec.name].version,
        f"{library} {library_state(library)}" if library else "",
        folder_contents(codec.folder),
        folder_contents(codec.base_folder) if codec.base_folder else {},
        harness,
        rendered,
        *codec.flags.key,
        *([_ANOTHER_LAYOUT] if codec.flags.another_layout else []),
    )
    return _Target(codec, experiment, workload.conformance, key, rendered)


def _shared_content() -> str:
    """The key of everything that all executables are made of."""
    return _shared_content_by(compiler_identity())


@cache
def _shared_content_by(compiler: str) -> str:
    return content_key(project_files(), folder_contents(HARNESS), compiler, search_paths())


def _places(targets: Sequence[_Target]) -> list[list[_Target]]:
    """The targets grouped by what CMake must be told: the experiment, flags other than the usual,
    where a registered library lies, and the name of the runner."""
    places: dict[tuple[str, ...], list[_Target]] = {}
    for target in targets:
        places.setdefault(_place(target), []).append(target)
    return list(places.values())


def _place(target: _Target) -> tuple[str, ...]:
    codec = target.codec
    flags = codec.flags.built
    # CMake knows which is the usual one.
    options = [f"-DSERBENCH_EXPERIMENT={target.experiment}"] if target.experiment else []
    options += ["-DSERBENCH_UNTIMED=ON"] if target.untimed else []
    # A list of CMake's.
    level = [flags.optimization] if flags.optimization else []
    if codec.flags.another_layout:
        level = [flags.optimization or USUAL_OPTIMIZATION, _ANOTHER_LAYOUT]
    options += [f"-DSERBENCH_OPTIMIZATION={';'.join(level)}"] if level else []
    options += ["-DSERBENCH_NATIVE=ON"] if flags.native else []
    options += [f"-DSERBENCH_SANITIZE={flags.sanitize}"] if flags.sanitize else []
    library = library_of(codec)
    if library is not None:
        label = codec.short_name.removeprefix(codec.folder.name)
        options += [*library_options(library), f"-DSERBENCH_LABEL={label}"]
    return tuple(options)


def _build(
    missing: Sequence[_Target],
    workload: Workload,
    harness: dict[str, str],
    jobs: int,
    progress: BuildProgress,
) -> list[BuildFailure]:
    """Builds the missing products of one place in a build tree; failures do not stop the rest."""
    another_layout = missing[0].codec.flags.another_layout
    tree = _tree(workload, " ".join(_place(missing[0])), _shared_content() if another_layout else "")
    with locked(tree):
        _write_rendered(tree / "rendered", missing, harness)
        _configure(tree, missing, workload, progress)
        _forget(tree, missing, and_harness=not another_layout)
        complete = _compile(tree, missing, workload, jobs, progress)
        failures = []
        for target in missing:
            whole = complete and _executable(tree, target).exists()
            if failure := None if whole else _failure(tree, target, workload):
                failures.append(failure)
            else:
                keep_product(_executable(tree, target), target.product, _build_ms(tree, target))
        return failures


def _tree(workload: Workload, place: str, shared_content: str) -> Path:
    """The build tree of a place. With another layout codecs are built one at a time, run after run, so there
    the tree is that of a harness, which then is compiled once for all."""
    identity = content_key(
        *(str(CHECKOUT), compiler_identity(), workload.schema.sha256(), search_paths(), place),
        *([shared_content] if shared_content else []),
    )
    return cache_directory() / "build" / f"cpp-{workload.name}-{identity[:12]}"


def _write_rendered(folder: Path, targets: Sequence[_Target], harness: dict[str, str]) -> None:
    for name, text in harness.items():
        write_if_changed(folder / "harness" / name, text)
    for target in targets:
        own = folder / "codecs" / target.adapter
        for path in own.glob("*"):
            if path.name not in target.rendered:
                path.unlink()
        for name, text in target.rendered.items():
            write_if_changed(own / name, text)


def _configure(tree: Path, targets: Sequence[_Target], workload: Workload, progress: BuildProgress) -> None:
    progress(f"Configuring C++ for {workload.name}")
    codecs = ";".join(sorted(target.adapter for target in targets))
    command = [*configure_command(tree), f"-DSERBENCH_RENDERED={tree / 'rendered'}"]
    command += [f"-DSERBENCH_WORKLOAD={workload.name}", f"-DSERBENCH_SCHEMA={workload.schema.sha256()}"]
    command += [f"-DSERBENCH_CODECS={codecs}", *_place(targets[0])]
    done = captured(command)
    if done.returncode != 0:
        raise SerbenchError(f"CMake could not configure {PROJECT}: {first_error(done.stderr)}")


def _compile(
    tree: Path, targets: Sequence[_Target], workload: Workload, jobs: int, progress: BuildProgress
) -> bool:
    """Builds what can be built; a step that fails does not stop the others. False where one failed."""
    names = [f"runner-{target.adapter}" for target in targets]
    command = [_cmake(), "--build", str(tree), "--target", *names, "--", "-k", "0", "-j", str(jobs)]

    def follow(line: str) -> None:
        step = re.match(r"\[(\d+)/(\d+)\] .*runner-([\w-]+)\.dir", line)
        if step:
            progress(f"Compiling C++ for {workload.name}: step {step[1]} of {step[2]}, {step[3]}")

    return run_tool(command, follow) == 0


def _cmake() -> str:
    return str(cpp_toolchain().tool("cmake").path)


def _forget(tree: Path, targets: Sequence[_Target], *, and_harness: bool) -> None:
    """Removes what earlier builds left. The build tool compares times, and a file that was restored with its
    old one would leave an object of different contents."""
    for target in targets:
        _executable(tree, target).unlink(missing_ok=True)
    harness = ("serbench-harness",) if and_harness else ()
    for name in (*harness, *(f"runner-{target.adapter}" for target in targets)):
        for folder in tree.rglob(f"{name}.dir"):
            for made in folder.rglob("*.o"):
                made.unlink()


def _build_ms(tree: Path, target: _Target) -> int | None:
    """How long the steps of a target took together: its sources, what was generated for it, and the link."""
    try:
        log = (tree / ".ninja_log").read_text(encoding="utf-8")
    except OSError:
        return None
    return steps_ms(log, target.adapter)


def steps_ms(ninja_log: str, adapter: str) -> int | None:
    """The milliseconds of an adapter's steps in a Ninja log; None where it has none.

    The line of a step has its begin, its end, a time and what it made; of several for one output the last
    counts.
    """
    steps: dict[str, int] = {}
    for line in ninja_log.splitlines():
        fields = line.split("\t")
        if len(fields) != 5:
            continue
        begin, end, _, made, _ = fields
        if made == f"runners/{adapter}" or f"/runner-{adapter}.dir/" in made:
            steps[made] = int(end) - int(begin)
    return sum(steps.values()) if steps else None


def _executable(tree: Path, target: _Target) -> Path:
    return tree / "runners" / target.adapter


def _failure(tree: Path, target: _Target, workload: Workload) -> BuildFailure | None:
    """Builds a target once more on its own, to get its own messages; None where it is built now, because it
    was whole, or a compiler was killed that had no memory beside the others."""
    command = [_cmake(), "--build", str(tree), "--target", f"runner-{target.adapter}"]
    lines: list[str] = []
    if run_tool(command, lines.append) == 0:
        return None
    log = "".join(lines)
    return does_not_compile(target.codec, workload, log, first_error(log), tree / f"{target.adapter}.log")
