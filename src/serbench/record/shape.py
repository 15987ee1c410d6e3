"""The form of run.json: what every experiment records of a run. An experiment declares what it adds where it
reads it (``plan``, ``axes``, ``costs`` …)."""

from typing import Annotated, Any, Required, TypedDict

from msgspec import Meta

from serbench.record.names import (
    Amount,
    CodecName,
    Count,
    FamilyName,
    Folder,
    Integer,
    Line,
    LogRatio,
    MeasuredName,
    MessageName,
    Outcome,
    PositiveCount,
    Setting,
    Text,
    Time,
    Touch,
    Word,
    WorkloadName,
)

# The form of run.json and measurements.jsonl. A higher number is of a later serbench, whose fields may mean
# something else; records without a number have this one.
FORMAT = 1


class TypeRecord(TypedDict, total=False):
    """The user's objects of a type: the ``descriptors`` of their schema in base64, its root, the workload
    whose schema it is, and sentences on what the data became where that is not quite what they are; of
    several types how many ``objects`` the data hold, and the ``title`` under which each is shown."""

    descriptors: str
    message: MessageName
    family: FamilyName
    notes: list[str]
    objects: Count
    title: FamilyName


class OwnRecord(TypeRecord, total=False):
    """The user's own data, which may be of several ``types``, each with a workload; then only these are
    recorded. ``synthesized`` ones are drawn from the user's schema."""

    types: list[TypeRecord]
    synthesized: bool


class CorpusRecord(TypedDict, total=False):
    """A corpus; ``folder`` is where it lies in the cache."""

    sha256: Required[Word]
    digest: Word
    objects: Count
    bytes: Count
    seed: Integer
    folder: Folder


class EndedRecord(TypedDict, total=False):
    """Since which month the project of a library has ended, and why (serbench.codecs.ended)."""

    since: Required[Word]
    reason: Text
    source: Text
    advisories: list[Word]


class RuntimeRecord(TypedDict, total=False):
    """The compiler or runtime of a codec's code, and its age in words."""

    product: Line
    version: Line
    released: Time | None
    words: Line


class RunnerRecord(TypedDict, total=False):
    """A runner as it was when the run began; ``commit`` is that of the folder of a user's build."""

    codec: Required[CodecName]
    language: Word
    workload: Required[WorkloadName]
    library: Text
    licence: Text
    homepage: Text
    format: Text
    traits: list[Word]
    floor: bool
    product_key: Line
    command: list[Text]
    parameters: dict[Word, Setting]
    preloaded: dict[Word, Line]
    schema: Word
    unit: Word
    operations: dict[Word, Word]
    libraries: dict[Text, Text]
    commit: Text | None
    released: Time | None
    packaged: bool
    runtime: RuntimeRecord | None
    ended: EndedRecord | None
    build: dict[Word, Text]
    verbs: list[Word]
    not_read: list[Word]
    modes: dict[Word, bool]


class AgainstRecord(TypedDict, total=False):
    """The second set of executables of a run, and the checkout that built them, if one did."""

    name: Required[Line]
    checkout: Folder | None
    runners: Required[list[RunnerRecord]]


class FailureRecord(TypedDict):
    """Why something has no result."""

    codec: MeasuredName
    workload: WorkloadName
    operation: Word | None
    outcome: Outcome
    detail: Text


class CacheRecord(TypedDict, total=False):
    """A cache of the processor."""

    level: Count | None
    type: Text | None
    size_bytes: Count | None
    shared_by_cores: Count | None


class FileSystemRecord(TypedDict, total=False):
    """The file system that a folder is on."""

    type: Required[Text]
    source: Required[Text]
    options: Required[Text]
    rotational: bool | None


class MachineRecord(TypedDict, total=False):
    """The machine (serbench.machine)."""

    cpu_model: Text | None
    cpu_signature: Word | None
    microcode: Text | None
    cpu_mhz: Count | None
    cpu_parts: list[Text] | None
    board_model: Text | None
    architecture: Text | None
    hypervisor: bool | None
    caches: list[CacheRecord] | None
    counts_instructions: bool | None
    perf_event_paranoid: Integer | None
    logical_cores: Count | None
    allowed_cores: list[Count] | None
    cgroup_cores: Amount | None
    smt: bool | None
    threads_per_core: Count | None
    governors: list[Text] | None
    turbo: bool | None
    memory_bytes: Count | None
    memory_available_bytes: Count | None
    swap_bytes: Count | None
    huge_pages: Text | None
    cgroup_memory_limit_bytes: Count | None
    file_systems: dict[Word, FileSystemRecord | None] | None
    kernel: Text | None
    clock_source: Text | None
    cpu_time_limit_s: Count | None
    aslr: Count | None
    container: Text | None
    load_average: tuple[Amount, Amount, Amount] | None
    steal_ticks: Count | None
    ticks_per_second: Count | None
    distribution: Text | None
    ld_preload: Text | None
    ld_library_path: Text | None
    python_version: Text | None
    serbench_version: Text | None
    git_revision: Text | None
    git_dirty: bool | None


class TwinRecord(TypedDict):
    """A codec that an earlier run measured twice (serbench.engine.twins)."""

    run: Word
    codec: CodecName
    workload: WorkloadName
    log_ratios: Annotated[list[LogRatio], Meta(min_length=1)]


class RunRecord(TypedDict, total=False):
    """The content of run.json, whatever the run. All of it may be missing: a report says what it can."""

    run: Word
    format: PositiveCount
    verb: Word
    experiment: Word
    serbench: Word
    started_at: Time
    command: list[Text]
    workloads: list[WorkloadName]
    own: OwnRecord | None
    codecs: list[CodecName]
    operations: list[Word] | None
    seed: Touch
    twins: dict[MeasuredName, CodecName]
    twin_products: dict[MeasuredName, dict[WorkloadName, Line]]
    earlier_twins: list[TwinRecord]
    corpora: dict[WorkloadName, CorpusRecord]
    runners: list[RunnerRecord]
    against: AgainstRecord | None
    failures: list[FailureRecord]
    unavailable: dict[CodecName, Text]
    machine: MachineRecord
    preset: Word
    plan: dict[Word, Any]
    # Of experiments whose objects lie in files.
    root: MessageName
    directory: Folder | None
    keep: Folder | None
    is_shelf: bool
    lines_missing: Text
    # Of the experiments that have them.
    promises: dict[CodecName, Text]
    count: bool
    access_tenth: dict[WorkloadName, tuple[Count, Count]]
    long_integers: dict[WorkloadName, tuple[Count, Count]]
    axes: dict[Word, bool | list[Word] | Line]
