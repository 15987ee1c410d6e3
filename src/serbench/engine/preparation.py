"""From built runners to subjects: what each runner can do, and run.json, whatever the experiment."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

import serbench
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import BuildFailure, Runner
from serbench.corpus.manifest import Corpus
from serbench.engine.describe import Description, Subject, SubjectKey, describe
from serbench.engine.resumption import preload_record, require_same_description, require_same_machine
from serbench.engine.twins import with_twins
from serbench.errors import BadInput
from serbench.machine import machine_record
from serbench.record.row import Failure
from serbench.record.run_folder import RunFolder, require_unchanged


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
    subjects: dict[SubjectKey, Subject] = {}
    for runner in built:
        if isinstance(runner, BuildFailure):
            if runner.outcome == "build" or runner.codec in named_outright:
                failures.append(Failure(runner.codec, runner.workload, None, runner.outcome, runner.detail))
            continue
        description = describe(runner)
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


def run_record(
    experiment: str,
    prepared: Prepared,
    workloads: Sequence[str],
    corpora: Mapping[str, Corpus],
    *,
    seed: int,
    plan: Mapping[str, Any],
    machine: Mapping[str, Any],
    command: Sequence[str],
    own: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """run.json without the name of the run: everything needed to judge it, to redo it and to resume it.

    ``own`` says where a user's own schema is, None for the project's workloads.
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
        "seed": seed,
        "twins": dict(prepared.twins),
        "corpora": {name: corpus_json(corpus) for name, corpus in sorted(corpora.items())},
        "runners": [
            runner_json(subject.runner, subject.description, manifests[codec])
            for (codec, _), subject in sorted(prepared.subjects.items(), key=lambda item: item[0])
            if codec not in prepared.twins
        ],
        "failures": [asdict(failure) for failure in prepared.failures],
        "unavailable": dict(prepared.unavailable),
        "machine": dict(machine),
        "plan": dict(plan),
    }


def subjects_to_resume(
    folder: RunFolder,
    built: Sequence[Runner | BuildFailure],
    corpora: Mapping[str, Corpus],
    machine: Mapping[str, Any] | None = None,
) -> dict[SubjectKey, Subject]:
    """The runners of a resumed run, which must be those that it started with, on the same machine.

    ``machine`` is the record of this machine, which is taken now unless it is given. Raises BadInput when a
    product, its description, a corpus or the machine has changed.
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
    return with_twins(subjects, folder.record.get("twins", {}))


def corpus_json(corpus: Corpus) -> dict[str, Any]:
    """What run.json keeps of a corpus."""
    return {
        "sha256": corpus.manifest.sha256,
        "digest": corpus.manifest.digest,
        "objects": corpus.manifest.objects,
        "bytes": corpus.manifest.bytes,
        "seed": corpus.manifest.seed,
        "folder": str(corpus.folder),
    }


def runner_json(runner: Runner, description: Description, manifest: CodecManifest) -> dict[str, Any]:
    """What run.json keeps of a runner."""
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
        "build": dict(description.build),
        "verbs": list(description.verbs),
        "not_read": list(description.not_read),
    }
