"""A language as one value: how it is shown, what its runners are like, and where its work is done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from serbench.errors import SerbenchError
from serbench.render.idl import NO_WORDS, ReservedWords
from serbench.toolchain.chosen import program_of
from serbench.toolchain.requirements import MissingToolchain, Requirement, Toolchain, examine
from serbench.toolchain.support import Runtime

if TYPE_CHECKING:
    from serbench.languages.builder import Builder

_MIB = 2**20
# A heap for large objects: what a runner has of itself, and so many bytes for each of the corpus. In Node an
# object takes ten times its bytes, and there may be three of each: the given, a library's own, the decoded.
_HEAP_BASE_BYTES = 192 * _MIB
_HEAP_FACTOR = 32


@dataclass(frozen=True, slots=True)
class Colours:
    """The colour of a language on a light page and in picture files, and on a dark page, as ``#rrggbb``, and
    on a terminal, by the name that terminals have for it."""

    light: str
    dark: str
    terminal: str


@dataclass(frozen=True, slots=True)
class RuntimeFlags:
    """Flags that a user may give to what runs the language's code: the parameter of rows, after which the
    option of the command line is called (``--PARAMETER``, with hyphens), and what the option's help says.
    Only ``harmless`` flags, a pattern, are taken from a run that is resumed, which may be anyone's: others
    can start a program or write a file."""

    parameter: str
    help: str
    harmless: str


@dataclass(frozen=True, slots=True)
class Language:
    """Everything that shared code asks of a language.

    ``name`` is the name of its package and the first part of its codecs' names, ``title`` what people read.
    ``aliases`` are other names that people give it, ``hosts`` the surroundings of its programs where people
    tell them apart, and ``project_file`` is the file by which a project of it is known.
    ``folder`` holds its harness, its ``codecs`` and its ``calibration``. ``shape`` is Vega's name of its
    symbol in pictures.

    ``native``: its runners are machine code, so optimisation levels, allocators and preloaded counters reach
    them. ``has_lto``: its libraries are compiled here, so the linker can optimise across them.
    ``jit_compiled``: they are warmed up for long, and count for themselves. ``in_first_thread``: they measure
    in the thread with which the kernel started them. ``warmup_share`` is the part of such a warm-up after
    which its compilers have usually settled. ``slowness`` says how many times as long as machine code its
    codecs usually take, and ``converts`` that most libraries take documents of the language instead of an
    application's objects; only estimates use them.
    ``counts_allocations``: its runners themselves tell the number of allocations of an operation.
    ``collects_garbage``: what a release costs is left to a collector. ``collects_rarely``: its collections
    are further apart than samples are long, so what they cost is measured apart. ``runner_bytes`` is what the
    process of a runner takes besides its objects, ``heap_bytes`` its fixed heap, 0 where it has none, and
    ``heap_flag`` the flag that sets it, with ``{}`` in the place of its MiB; empty where none does.
    ``no_memory_budget`` says why what its codecs hold is not kept within a budget of memory, as a sort larger
    than memory needs it; empty where it is.
    ``maps_keep_order``: a map of its objects keeps the order in which it was filled, and libraries may write
    that order.
    ``code_free_flag`` is the flag of what runs its code that forbids making code from text, empty where there
    is none.
    ``wide_integers`` is what integers of 64 bits are in objects, in words, empty where nothing is said.
    ``number_bits``: its usual numbers hold all integers below 2 to this power, 0 where those of 64 bits are
    numbers like others; ``beyond_numbers`` says what follows for data without greater ones and with them.
    ``sanitizers`` are what can check its runners while they run, in builds that are never timed.
    ``takes_libraries`` is what a user may register as a library of its codecs, in words; empty where nothing.

    ``adapter_suffixes`` are those of files that are a codec's code, ``lexers`` what highlights them, by
    suffix.
    ``hidden_variables`` are patterns of environment variables that would change what is compiled or how it
    runs; those of ``hidden_from_runners`` do not reach a running codec either. ``reserved`` are words that
    its generators take from the names of a rendered IDL file. ``sampling_loop`` matches the function of the
    harness around all that is timed, in native code. ``runtime_tags`` are replies of only its runners that
    say what runs them, and ``observed_facts`` those facts of a description that differ each time.
    """

    name: str
    title: str
    folder: Path
    colours: Colours
    shape: str
    aliases: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    project_file: str = ""
    requirements: tuple[Requirement, ...] = ()
    native: bool = False
    has_lto: bool = False
    jit_compiled: bool = False
    in_first_thread: bool = False
    warmup_share: float = 1.0
    slowness: float = 1.0
    converts: bool = False
    counts_allocations: bool = False
    collects_garbage: bool = False
    collects_rarely: bool = False
    runner_bytes: int = 300 * 2**20
    heap_bytes: int = 0
    heap_flag: str = ""
    no_memory_budget: str = ""
    maps_keep_order: bool = False
    code_free_flag: str = ""
    wide_integers: str = ""
    number_bits: int = 0
    beyond_numbers: tuple[str, str] = ("", "")
    sanitizers: tuple[str, ...] = ()
    takes_libraries: str = ""
    adapter_suffixes: frozenset[str] = frozenset()
    lexers: Mapping[str, str] = field(default_factory=dict)
    hidden_variables: tuple[str, ...] = ()
    hidden_from_runners: tuple[str, ...] = ()
    reserved: ReservedWords = NO_WORDS
    sampling_loop: str = ""
    runtime_tags: tuple[str, ...] = ()
    observed_facts: tuple[str, ...] = ()
    runtime_flags: RuntimeFlags | None = None

    @property
    def builder(self) -> Builder:
        """The builder that probes and builds the language's codecs and generates their code.
        It is ``BUILDER`` in the package's module ``builder``, which is imported only now because no
        ``--help`` needs it."""
        found: Builder = import_module(f"{__package__}.{self.name}.builder").BUILDER
        return found

    def toolchain(self) -> Toolchain | MissingToolchain:
        """The tools of the language on this machine, with the compiler or runtime that was chosen here
        (serbench.toolchain.chosen), or what is missing or too old."""
        program, choice = program_of(self.name), None
        if program:
            choice = self.builder.toolchains
        return examine(
            self.name,
            tuple(
                one.by(program) if choice and one.role == choice.role else one for one in self.requirements
            ),
        )

    def with_room(self, command: tuple[str, ...], corpus_bytes: int) -> tuple[str, ...]:
        """The command of a runner, with a larger heap where the objects of a corpus of this size, what a
        library makes of them and their copies would not fit. A flag of a user's own stays."""
        usual = self.heap_bytes // _MIB
        room = max(usual, (_HEAP_BASE_BYTES + _HEAP_FACTOR * corpus_bytes) // _MIB)
        flag = self.heap_flag.format(usual)
        return tuple(self.heap_flag.format(room) if flag and word == flag else word for word in command)

    def tools(self) -> Toolchain:
        """The tools of the language; raises SerbenchError where one is missing."""
        found = self.toolchain()
        if isinstance(found, MissingToolchain):
            raise SerbenchError(found.detail)
        return found

    def runtime(self) -> Runtime | None:
        """The compiler or runtime of the language's code on this machine; None where it is missing or does
        not tell its version."""
        try:
            return self.builder.runtime() if self.builder.runtime else None
        except SerbenchError:
            return None
