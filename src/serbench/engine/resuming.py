"""Whether a run may be resumed: the conditions must be those of its start, or its rows would not compare."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import BuildFailure, Runner
from serbench.corpus.manifest import Corpus
from serbench.engine.describe import Description, Subject, SubjectKey, describe
from serbench.engine.preparation import LaidOut, Subjects, preload_record, twin_products
from serbench.engine.twins import with_twins
from serbench.errors import BadInput
from serbench.languages import languages
from serbench.machine.facts import core_list_words
from serbench.machine.record import machine_record
from serbench.record.row import Failure
from serbench.record.run_folder import RunFolder, require_unchanged
from serbench.record.shared import shared
from serbench.selection.choice import codecs_named

# What changes times and, unlike load and steal, does not change by itself. The state of the checkout is not
# included, because what is built from it has its product key.
MACHINE_FACTS = tuple(
    "cpu_model cpu_parts board_model architecture hypervisor logical_cores allowed_cores cgroup_cores"
    " cgroup_memory_limit_bytes huge_pages smt governors turbo kernel clock_source cpu_time_limit_s aslr"
    " distribution ld_preload ld_library_path".split()
)


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


def fact_words(value: object, absent: str = "none") -> str:
    """A recorded fact in words, ``absent`` where there is none; numbers in a list are cores."""
    if isinstance(value, list):
        numbers = [item for item in value if isinstance(item, int)]
        return core_list_words(numbers) if numbers else ", ".join(map(str, value))
    return absent if value is None else str(value)
