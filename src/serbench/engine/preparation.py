"""From built runners to subjects: what each runner can do, run.json, and whether a run may be resumed,
whatever the experiment: the conditions must be those of its start, or its rows would not compare."""

import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import serbench
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import BuildFailure, Runner
from serbench.corpus.manifest import Corpus
from serbench.engine.against import Against, codec_of, is_against
from serbench.engine.describe import Description, Subject, SubjectKey, describe
from serbench.engine.twins import with_twins
from serbench.errors import BadInput
from serbench.languages import language_of, languages
from serbench.machine.facts import core_list_words
from serbench.machine.record import commit_of, machine_record
from serbench.parallel import in_parallel
from serbench.record.row import Failure
from serbench.record.run_folder import RunFolder, require_unchanged
from serbench.record.shared import shared
from serbench.selection.choice import codecs_named
from serbench.toolchain.chosen import using
from serbench.toolchain.support import to_json

Subjects = Mapping[SubjectKey, Subject]
LaidOut = Callable[[Subjects], Subjects]
# What changes times and, unlike load and steal, does not change by itself. The state of the checkout is not
# included, because what is built from it has its product key.
MACHINE_FACTS = tuple(
    "cpu_model cpu_parts board_model architecture hypervisor logical_cores allowed_cores cgroup_cores"
    " cgroup_memory_limit_bytes huge_pages smt governors turbo kernel clock_source aslr distribution"
    " ld_preload ld_library_path".split()
)


def describe_all(
    built: Sequence[Runner | BuildFailure],
    corpora: Mapping[str, Corpus],
    unavailable: Mapping[str, str],
    named_outright: Collection[str],
) -> tuple[dict[SubjectKey, Subject], list[Failure]]:
    """Asks each runner what it can do.

    ``corpora`` are by workload. ``unavailable`` maps the codecs that are unavailable here to the reason; that
    is a failure only of those in ``named_outright``, as is a schema for which they declare that they cannot
    be built.
    """
    failures = [
        Failure(codec, workload, None, "build", reason)
        for codec, reason in unavailable.items()
        if codec in named_outright
        for workload in corpora
    ]
    runners = [runner for runner in built if isinstance(runner, Runner)]
    for refused in built:
        if isinstance(refused, BuildFailure) and (
            refused.outcome != "unsupported" or refused.codec in named_outright
        ):
            failures.append(Failure(refused.codec, refused.workload, None, refused.outcome, refused.detail))
    subjects: dict[SubjectKey, Subject] = {}
    for runner, description in zip(runners, in_parallel(describe, runners), strict=True):
        if isinstance(description, Failure):
            failures.append(description)
        else:
            subjects[runner.codec, runner.workload] = Subject(runner, description, corpora[runner.workload])
    return subjects, failures


@dataclass(frozen=True)
class Prepared:
    """A run that has not begun: its codecs, the runners to measure with the twins among them, why others are
    not among them, and the twins by their names."""

    codecs: tuple[CodecManifest, ...]
    subjects: Mapping[SubjectKey, Subject]
    failures: tuple[Failure, ...]
    unavailable: Mapping[str, str]
    twins: Mapping[str, str]

    def manifest(self, codec: str) -> CodecManifest:
        """The manifest of a codec, or of the one whose twin this is."""
        name = self.twins.get(codec, codec)
        return next(manifest for manifest in self.codecs if manifest.name == name)


def run_record(
    experiment: str,
    prepared: Prepared,
    workloads: Sequence[str],
    corpora: Mapping[str, Corpus],
    plan: Any,
    machine: Mapping[str, Any],
    command: Sequence[str],
    *,
    own: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """run.json without the name of the run: everything needed to judge it, to redo it and to resume it.

    ``plan`` is a dataclass that has its seed. ``own`` says where a user's own schema is, None for the
    project's workloads.
    """
    manifests = {codec.name: codec for codec in prepared.codecs}
    return {
        "experiment": experiment,
        "serbench": serbench.__version__,
        "started_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "command": list(command),
        "workloads": list(workloads),
        "own": own and dict(own),
        "codecs": list(manifests),
        "operations": None,
        "seed": plan.seed,
        "twins": dict(prepared.twins),
        "twin_products": twin_products(prepared.subjects, prepared.twins),
        "corpora": {name: corpus_json(corpus) for name, corpus in sorted(corpora.items())},
        "runners": [
            runner_json(subject.runner, subject.description, manifests[codec])
            for (codec, _), subject in sorted(prepared.subjects.items(), key=lambda item: item[0])
            if codec in manifests
        ],
        "failures": [asdict(failure) for failure in prepared.failures],
        "unavailable": dict(prepared.unavailable),
        "machine": dict(machine),
        "plan": asdict(plan),
    }


def against_record(second: Against, prepared: Prepared) -> dict[str, Any]:
    """The record that run.json keeps of a second set of executables."""
    manifests = {codec.name: codec for codec in prepared.codecs}
    return {
        "name": second.name,
        "checkout": None if second.checkout is None else str(second.checkout),
        "runners": [
            runner_json(subject.runner, subject.description, manifests[codec_of(codec)])
            for (codec, _), subject in sorted(prepared.subjects.items(), key=lambda item: item[0])
            if is_against(codec)
        ],
    }


def codecs_again(folder: RunFolder) -> tuple[CodecManifest, ...]:
    """The codecs of a run that is resumed. Raises KeyError where its record does not tell."""
    return codecs_named({runner["codec"] for runner in folder.record["runners"]})


def subjects_to_resume(
    folder: RunFolder,
    built: Sequence[Runner | BuildFailure],
    corpora: Mapping[str, Corpus],
    machine: Mapping[str, Any] | None = None,
    planned: Iterable[SubjectKey] = (),
    laid_out: LaidOut = lambda subjects: {},
) -> dict[SubjectKey, Subject]:
    """The runners of a resumed run, which must be those that it started with, on the same machine.

    ``machine`` is the record of this machine, which is taken now unless it is given, ``planned`` what the
    run's plan measures, and ``laid_out`` gives what twins are in another layout. Raises BadInput when a
    product, its description, a corpus or the machine has changed, or the plan names what the run has no
    runner of.
    """
    now = machine_record() if machine is None else machine
    require_same_machine(folder.name, folder.record.get("machine", {}), now)
    runners = {(runner.codec, runner.workload): runner for runner in built if isinstance(runner, Runner)}
    require_unchanged(
        folder,
        {key: runner.product_key for key, runner in runners.items()},
        {name: corpus.manifest.sha256 for name, corpus in corpora.items()},
    )
    subjects: dict[SubjectKey, Subject] = {}
    for recorded in folder.record["runners"]:
        codec, workload = recorded["codec"], recorded["workload"]
        runner = runners[codec, workload]
        description = describe(runner)
        if isinstance(description, Failure):
            raise BadInput(
                f"Run {folder.name} cannot be resumed: {codec} for {workload} no longer describes itself:"
                f" {description.detail}"
            )
        require_same_description(folder.name, recorded, description, preload_record(runner))
        subjects[codec, workload] = Subject(runner, description, corpora[workload])
    found = _with_same_twins(folder, subjects, laid_out)
    for codec, workload in planned:
        if (codec, workload) not in found:
            raise BadInput(
                f"Run {folder.name} cannot be resumed: its plan names {codec} for {workload}, of which it has"
                " no runner."
            )
    return found


def _with_same_twins(folder: RunFolder, subjects: Subjects, laid_out: LaidOut) -> dict[SubjectKey, Subject]:
    """The subjects and their twins, which must be those that the run started with; of before twins had
    another layout they were the same executables."""
    twins: Mapping[str, str] = folder.record.get("twins", {})
    recorded: Mapping[str, Mapping[str, str]] = folder.record.get("twin_products", {})
    found = with_twins(subjects, twins, laid_out(subjects) if recorded else {})
    for twin, products in twin_products(found, twins).items():
        for workload, product in products.items() if recorded else ():
            if recorded.get(twin, {}).get(workload) != product:
                raise BadInput(
                    f"Run {folder.name} cannot be resumed: {twin} for {workload} is no longer built from what"
                    " it was measured with; start a new run."
                )
    return found


def twin_products(subjects: Subjects, twins: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """The product key of each twin by workload."""
    found: dict[str, dict[str, str]] = {}
    for (codec, workload), subject in subjects.items():
        if codec in twins:
            found.setdefault(codec, {})[workload] = subject.runner.product_key
    return found


def laid_out(built: Runner | BuildFailure, first: Subject) -> Subject | str:
    """The subject of a runner in another layout than the first one's, or the reason why there is none. It is
    the same subject where the language cannot lay code out."""
    if isinstance(built, BuildFailure):
        return built.detail
    if built.product_key == first.runner.product_key:
        return first
    description = describe(built)
    return (
        description.detail if isinstance(description, Failure) else Subject(built, description, first.corpus)
    )


def corpus_json(corpus: Corpus) -> dict[str, Any]:
    """The facts about a corpus that run.json keeps."""
    of_manifest = ("sha256", "digest", "objects", "bytes", "seed")
    return {name: getattr(corpus.manifest, name) for name in of_manifest} | {"folder": str(corpus.folder)}


def runner_json(runner: Runner, description: Description, manifest: CodecManifest) -> dict[str, Any]:
    """The facts about a runner that run.json keeps."""
    return {
        "codec": runner.codec,
        "language": runner.language,
        "workload": runner.workload,
        "library": manifest.library,
        "licence": manifest.licence,
        "homepage": manifest.homepage,
        "format": manifest.format,
        "traits": list(manifest.traits),
        "floor": manifest.floor,
        "product_key": runner.product_key,
        "command": list(runner.words),
        "parameters": dict(runner.parameters),
        "preloaded": preload_record(runner),
        "schema": runner.schema,
        "unit": description.unit,
        "operations": dict(description.sides),
        "libraries": dict(description.libraries),
        "commit": commit_of(manifest.library_path) if manifest.library_path else None,
        **_told_by_toolchain(manifest),
        "ended": manifest.ended.to_json() if manifest.ended else None,
        "build": dict(description.build),
        "verbs": list(description.verbs),
        "not_read": list(description.not_read),
        "modes": dict(description.modes),
    }


def _told_by_toolchain(manifest: CodecManifest) -> dict[str, Any]:
    with using(manifest.language, manifest.flags.program):
        return {
            "released": _released(manifest),
            "packaged": _packaged(manifest),
            "runtime": _runtime(manifest),
        }


def _released(manifest: CodecManifest) -> str | None:
    """The day on which the release of a codec's library appeared, where something tells; references have
    none."""
    asks = language_of(manifest.name).builder.released
    day = asks(manifest) if asks is not None and not manifest.reference else None
    return day.isoformat() if day is not None else None


def _packaged(manifest: CodecManifest) -> bool:
    """Whether a codec's library is a package of the distribution."""
    asks = language_of(manifest.name).builder.packaged
    return asks is not None and asks(manifest)


def _runtime(manifest: CodecManifest) -> dict[str, str | None] | None:
    """The compiler or runtime of a codec's language, and its age; None where it does not tell."""
    found = language_of(manifest.name).runtime()
    return to_json(found) if found else None


def require_same_machine(run: str, recorded: Mapping[str, Any], now: Mapping[str, Any]) -> None:
    """Compares the machine record of a run with the current one; facts that the run lacks are not compared.

    Raises BadInput with the first fact that differs.
    """
    for name in MACHINE_FACTS:
        if name in recorded and shared(recorded[name]) != shared(now.get(name)):
            raise _not_resumable(run, "the machine", name, recorded[name], now.get(name))


def require_same_description(
    run: str, recorded: Mapping[str, Any], now: Description, preload: Mapping[str, str]
) -> None:
    """Compares a runner's description when the run started, its entry in run.json, with the current one.

    ``preload`` is what ``preload_record`` returns now. Raises BadInput with the first difference.
    """
    # What a runtime finds by watching its clock is not the same each time.
    observed = {fact for language in languages() for fact in language.observed_facts}
    for name, before, after in (
        ("libraries", recorded["libraries"], now.libraries),
        ("build", recorded["build"], now.build),
        ("operations", recorded["operations"], now.sides),
        ("unit", {"of strings": recorded["unit"]}, {"of strings": now.unit}),
        ("preloaded", recorded["preloaded"], preload),
    ):
        # A key that only one side has differs too.
        for key in sorted((before.keys() | after.keys()) - observed):
            if shared(before.get(key)) != shared(after.get(key)):
                who = f"{recorded['codec']} for {recorded['workload']}"
                raise _not_resumable(run, who, f"{name} {key}", before.get(key), after.get(key))


def _not_resumable(run: str, who: str, what: str, before: object, after: object) -> BadInput:
    return BadInput(
        f"Run {run} cannot be resumed: {who} now has {what} {fact_words(after)} where the run has"
        f" {fact_words(before)}; start a new run."
    )


def preload_record(runner: Runner) -> dict[str, str]:
    """The record in run.json of the library that is preloaded into a runner; empty where there is none. It
    has the file, whose name often holds the version, and the SHA-256 of its content."""
    if not runner.preloaded:
        return {}
    file = Path(runner.preloaded_library).resolve()
    return {"file": str(file), "sha256": hashlib.sha256(file.read_bytes()).hexdigest()}


def fact_words(value: object, absent: str = "none") -> str:
    """A recorded fact in words, ``absent`` where there is none; numbers in a list are cores."""
    if isinstance(value, list):
        numbers = [item for item in value if isinstance(item, int)]
        return core_list_words(numbers) if numbers else ", ".join(map(str, value))
    return absent if value is None else str(value)
