"""From built runners to subjects, whatever the experiment: what each runner can do, and run.json."""

import hashlib
from collections.abc import Callable, Collection, Mapping, Sequence
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
from serbench.languages import language_of
from serbench.machine.record import commit_of
from serbench.record.row import Failure
from serbench.runner.together import asked_at_once
from serbench.toolchain.chosen import using
from serbench.toolchain.support import to_json

Subjects = Mapping[SubjectKey, Subject]
LaidOut = Callable[[Subjects], Subjects]


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
    for runner, description in zip(runners, asked_at_once(describe, runners), strict=True):
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


def preload_record(runner: Runner) -> dict[str, str]:
    """The record in run.json of the library that is preloaded into a runner; empty where there is none. It
    has the file, whose name often holds the version, and the SHA-256 of its content."""
    if not runner.preloaded:
        return {}
    file = Path(runner.preloaded_library).resolve()
    return {"file": str(file), "sha256": hashlib.sha256(file.read_bytes()).hexdigest()}
