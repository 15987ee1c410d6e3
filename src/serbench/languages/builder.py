"""The work of a language for shared code: it probes, builds, generates, checks and calibrates."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Literal, Protocol, TypeAlias

from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import BuildFailure, BuildProgress, Runner
from serbench.corpus.workload import Workload
from serbench.schema.model import Schema
from serbench.toolchain.releases import Pin, Registry
from serbench.toolchain.support import Runtime

Tell: TypeAlias = Callable[[str], None]
Command: TypeAlias = tuple[str, ...]
Counted: TypeAlias = Literal["allocations", "instructions"]
Codecs: TypeAlias = Sequence[CodecManifest]


@dataclass(frozen=True, slots=True)
class Availability:
    """Whether a codec's library is available: its version, or the reason why it is not."""

    available: bool
    version: str
    reason: str


class Build(Protocol):
    """Builds the runners of codecs for a workload; those in the cache are not built again. ``variant`` names
    the experiment that asks, whose verbs the runners must have. ``jobs`` compilers work at once."""

    def __call__(
        self, codecs: Codecs, workload: Workload, variant: str, jobs: int, progress: BuildProgress
    ) -> list[Runner | BuildFailure]: ...


@dataclass(frozen=True, slots=True)
class PeerBench:
    """A benchmark framework's executables over some codecs, built. ``measure`` runs one process for a codec
    and gives the nanoseconds of each of the operations named, which takes ``operation_s`` for each of them.
    ``clock`` is what the framework reads, and ``rounds`` how often both sides are measured."""

    measure: Callable[[str, Sequence[str]], Mapping[str, float]]
    operation_s: float
    clock: Literal["cpu", "wall"]
    rounds: int = 15


class Classic(Protocol):
    """The program that speaks the command line of cpp-serializers, in a folder of its own."""

    def offer(self, names: Sequence[str]) -> None:
        """Sets the serializers that it knows, still without runners."""

    def chosen(self, arguments: Sequence[str]) -> list[str] | int:
        """The serializers that it would measure for these arguments; its exit status where it has printed all
        there is to say."""

    def put_in(self, runners: Mapping[str, Path], corpus: Path) -> None:
        """Sets the serializers that it knows, each with the executable that measures it."""

    def run(self, arguments: Sequence[str]) -> int:
        """Runs it with our own input and outputs; returns its exit status."""


@dataclass(frozen=True, slots=True)
class LatestLibraries:
    """Newer releases of libraries than those that the machine has, built from the packages of registries.

    ``known`` says whether a codec's manifest names one, ``library`` gives the folder where it was built, None
    where it was not, and ``build`` builds it or raises SerbenchError.
    """

    known: Callable[[CodecManifest], bool]
    library: Callable[[CodecManifest], Path | None]
    build: Callable[[CodecManifest, Tell], object]


def no_numbers(_codec: CodecManifest) -> Mapping[str, str]:
    """The versions of a package that has those of its library: none of its own."""
    return {}


@dataclass(frozen=True, slots=True)
class Versions:
    """Other releases of libraries than those that the checkout pins.

    ``files`` are the lock files of a codec, ``lock`` writes them for a release into a folder, with hashes of
    all that it names, and fetches that. It raises SerbenchError with what the registry's client says.
    ``lock_build`` does the same for a build of the user's at a path, given a word that changes with its
    files; None where builds are not locked. ``of_checkout``: the files name a place of this checkout, so
    another one does not take them. ``pin`` is the package whose releases are meant, where it is not the first
    of a codec's pins, with the one that is locked, empty where none is. ``numbers`` has the versions of that
    package by those of the library, empty where both are the same.
    """

    files: tuple[str, ...]
    lock: Callable[[CodecManifest, str, Path], None]
    lock_build: Callable[[CodecManifest, Path, str, Path], None] | None = None
    of_checkout: bool = False
    pin: Callable[[CodecManifest], Pin | None] | None = None
    numbers: Callable[[CodecManifest], Mapping[str, str]] = no_numbers


@dataclass(frozen=True, slots=True)
class Toolchains:
    """The compilers or runtimes of a language among which a user chooses.

    The chosen one takes the place of the tool of a ``role``. ``program`` is its file below the folder of an
    installation. ``here`` gives the programs on this machine by name, and ``served`` says in words what
    ``fetch`` would get for a name, empty where no registry serves it. ``fetch`` raises SerbenchError where it
    cannot. ``note`` says what the choice changes and what not.
    """

    role: str
    program: str
    here: Callable[[], Mapping[str, str]]
    note: str
    served: Callable[[str], str] = lambda name: ""
    fetch: Callable[[str, Tell], None] | None = None


def no_hindrance(_schema: Schema) -> str:
    """A row that can be measured with every schema."""
    return ""


@dataclass(frozen=True, slots=True)
class EngineRow:
    """A serializer that an engine brings itself; ``name`` is that of its rows (``ENGINE/NAME``), ``note``
    says what it is. A ``reference`` has no rank. ``hindrance`` says why it cannot be measured
    with a schema; empty where it can. ``unsupported`` are jobs that it cannot do at all."""

    name: str
    title: str
    note: str = ""
    reference: bool = False
    hindrance: Callable[[Schema], str] = no_hindrance
    unsupported: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ClusterEngine:
    """An engine that spreads work over machines and takes codecs of this language as its serializers.

    ``own`` are the rows that need no codec. ``ready`` installs the engine into the cache where it is not
    ``installed``, or raises SerbenchError; ``version`` and ``released``, the day of that release where
    anything tells it, are those of what it has installed. ``application`` gives the runner of one
    application: of a codec's runner, or for an own row of that of ``host_codec``, for a workload and the name
    of a row. ``local_cluster`` starts workers on this machine, of a number of cores each, keeps their files
    in a folder and gives the address of their master; they end with the context.
    """

    title: str
    own: tuple[EngineRow, ...]
    ready: Callable[[Tell], None]
    installed: Callable[[], bool]
    version: Callable[[], str]
    released: Callable[[], date | None]
    application: Callable[[Runner, Workload, str], Runner]
    host_codec: str
    local_cluster: Callable[[Path, int, int], AbstractContextManager[str]]


def no_entries(_codec: CodecManifest) -> tuple[Path, ...]:
    """The cache entries of a codec whose runners are made of nothing in the cache: none."""
    return ()


def no_pins(_codec: CodecManifest) -> tuple[Pin, ...]:
    """The pins of a codec without a library of a registry: none."""
    return ()


def no_lock(_codec: CodecManifest) -> frozenset[str] | None:
    """The packages of a codec whose language has no lock file: unknown."""
    return None


@dataclass(frozen=True, slots=True)
class Builder:
    """The work of a language; what is None it does not do.

    ``install_tools`` installs what the project itself pins of the toolchain, unless it is there. It raises
    SerbenchError where that cannot be had; what the machine has is then used.
    ``probe`` gives the availability of each codec by its name, ``entries_of`` the entries of the cache from
    which its runners are made besides their own, ``render`` the rendered texts of one runner by path.
    ``linters`` gives the checks of the language's sources in a checkout, with a folder for what they keep: by
    title the commands, or the reason why there are none. ``look_in`` looks for a codec's library in one
    folder and raises BadInput for a path that it cannot look in. ``has_recipe`` says whether a codec's
    manifest says how its library is built from source, which ``build_library`` does or raises SerbenchError;
    ``latest`` does the same for newer releases than the machine has, ``versions`` locks any release of its
    registry. ``released`` says when the release of a
    codec's library appeared, None where nothing tells, and ``packaged`` whether the distribution supplies it.
    ``counting_library`` is what counts when it is preloaded into native runners; ``build_program`` compiles a
    native program of the project that is no codec, by its folder, and gives the executable. ``check_flags``
    raises BadInput for a user's flags with which nothing starts; ``with_heap`` gives the command of a runner
    with another fixed heap. ``peer`` builds a framework's loops over codecs and the corpus at a path, by the
    flags that their runners were compiled with; ``slowed`` gives for each codec a runner that does 3 % more
    and says that it is the codec. ``render_project`` writes the files for building the harness by hand.
    ``cluster_engine`` is an engine that takes codecs as its serializers. ``bundle`` makes one file of a
    runner's codec, as for a browser, or raises SerbenchError. ``installed`` is the folder of a codec's
    packages, None where it has none. ``builds_without_std`` says whether a codec's library builds without the
    standard library, by so many compilers at once; None where it has no library, and SerbenchError where that
    stays unknown. ``fetched`` are the folders of the cache with
    what is fetched or installed before a build: it finds them even where it is to find nothing else.

    ``toolchains`` are the compilers or runtimes among which a user chooses.

    ``pins`` are the packages of registries that a codec pins for its library, ``locked`` all that its lock
    file names, tools of the build included, None where it has no such file; ``licences`` are
    what these declare, empty for one that declares none. ``registry`` is the one of the language's packages.
    ``runtime`` is what compiles or runs its code here; it raises SerbenchError where
    that is missing.
    """

    probe: Callable[[Codecs], dict[str, Availability]]
    build: Build
    entries_of: Callable[[CodecManifest], tuple[Path, ...]] = no_entries
    render: Callable[[CodecManifest, Workload], Mapping[str, str]] | None = None
    linters: Callable[[Path, Path, Codecs], Mapping[str, list[Command] | str]] | None = None
    install_tools: Callable[[Tell], None] | None = None
    look_in: Callable[[CodecManifest, Path], Availability] | None = None
    has_recipe: Callable[[CodecManifest], bool] | None = None
    build_library: Callable[[CodecManifest, Tell], object] | None = None
    latest: LatestLibraries | None = None
    versions: Versions | None = None
    released: Callable[[CodecManifest], date | None] | None = None
    packaged: Callable[[CodecManifest], bool] | None = None
    pins: Callable[[CodecManifest], tuple[Pin, ...]] = no_pins
    locked: Callable[[CodecManifest], frozenset[str] | None] = no_lock
    licences: Callable[[CodecManifest], frozenset[str]] | None = None
    registry: Registry | None = None
    runtime: Callable[[], Runtime] | None = None
    toolchains: Toolchains | None = None
    counting_library: Callable[[Counted], Path] | None = None
    build_program: Callable[[str], Path] | None = None
    check_flags: Callable[[str], None] | None = None
    with_heap: Callable[[Command, int], Command] | None = None
    peer: Callable[[Codecs, Sequence[Runner], Workload, Path, str], PeerBench] | None = None
    slowed: Callable[[Codecs, Sequence[Runner], Workload, str], dict[str, Runner]] | None = None
    classic: Callable[[], AbstractContextManager[Classic]] | None = None
    render_project: Callable[[Codecs, Workload, Path], None] | None = None
    cluster_engine: ClusterEngine | None = None
    bundle: Callable[[Runner], bytes] | None = None
    installed: Callable[[CodecManifest], Path | None] | None = None
    builds_without_std: Callable[[CodecManifest, int], bool | None] | None = None
    fetched: tuple[str, ...] = ()
