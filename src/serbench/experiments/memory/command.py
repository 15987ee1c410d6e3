"""``serbench run``: measures codecs in memory and ranks them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase

import click

from serbench.codecs.flags import ALLOCATORS, INTEGERS, LTOS, OPTIMIZATIONS
from serbench.corpus.workload import Workload
from serbench.engine.against import is_checkout
from serbench.engine.asked import asked_of, seed_of
from serbench.engine.lacked import without_lacked
from serbench.engine.material import Material, gather
from serbench.engine.own_options import own_data, with_batches
from serbench.errors import BadInput, did_you_mean
from serbench.experiments.memory.execute import EXPERIMENT
from serbench.experiments.memory.flow import MemoryFlow, Request
from serbench.experiments.memory.integers import require_numbers
from serbench.experiments.memory.keeping import require_room
from serbench.experiments.memory.plan import DEFAULT_PRESET, PRESETS
from serbench.experiments.reporting import Extras, session_of
from serbench.operations import OPERATION_BY_NAME
from serbench.selection.axes import NO_AXES, parse_axes, runtime_flags, varied
from serbench.selection.choice import select_codecs
from serbench.terminal.options import (
    AMOUNT,
    BUILDS,
    GROUPINGS,
    OUTPUT,
    SUBJECT,
    BlockedOptions,
    Everywhere,
    GroupedCommand,
    OwnDataOptions,
    across_option,
    argument,
    legend_option,
    option,
    options_by_name,
    preset_option,
    taking,
)
from serbench.terminal.values import split_list

VERB = "run"
# A slip of the keyboard must not take all memory.
MOST_KEPT = 1_000_000


@dataclass(frozen=True)
class Options(BlockedOptions, OwnDataOptions, Everywhere):
    """The options of ``run``."""

    workloads: tuple[str, ...] = argument("[WORKLOAD]...", nargs=-1)
    more_workloads: tuple[str, ...] = option(
        SUBJECT, "--workload", "NAME", "A workload; may be repeated.", multiple=True
    )
    ops: str | None = option(
        SUBJECT, "--ops", "OP,...", "Operations by name or glob, '*' for all. Default: the preset's."
    )
    batches: str | None = option(
        SUBJECT, "--batch", "N,...", "N objects of a workload or of --data in one message; each size is"
        " measured separately.",
    )  # fmt: skip
    preset: str | None = preset_option(PRESETS, DEFAULT_PRESET)
    against: str | None = option(
        SUBJECT, "--against", "CHECKOUT|RUN", "Also measure, in the same rounds, the executables of another"
        " checkout of serbench or of an earlier run, and compare.",
    )  # fmt: skip
    keep: int = option(
        AMOUNT, "--keep", "N", "Keep the last N decoded objects alive. Default: release each at once.",
        type=click.IntRange(min=0, max=MOST_KEPT), default=0,
    )  # fmt: skip
    count: bool = option(
        AMOUNT, "--count", "", "Count instructions by callgrind if the processor's counter is unreadable."
    )
    toolchains: tuple[str, ...] = option(
        BUILDS, "--toolchain", "LANG=NAME|PATH,...", "Measure a language's codecs by each of these compilers"
        " or runtimes (`list toolchains`); repeatable.", multiple=True,
    )  # fmt: skip
    optimizations: str | None = option(
        BUILDS, "--opt", "LEVEL,...", f"Compile native codecs at each of {', '.join(OPTIMIZATIONS)}."
    )
    allocators: str | None = option(
        BUILDS, "--allocator", "NAME,...", f"Measure native codecs with each of {', '.join(ALLOCATORS)}."
    )
    ltos: str | None = option(
        BUILDS, "--lto", "KIND,...", f"Let the linker optimise across packages, in languages that have it:"
        f" each of {', '.join(LTOS)}.",
    )  # fmt: skip
    integers: str | None = option(
        BUILDS, "--int64", "TYPE,...", "The type of 64-bit integers in languages whose numbers are doubles:"
        f" each of {', '.join(INTEGERS)}.",
    )  # fmt: skip
    native: bool = option(BUILDS, "--native", "", "Compile native code for this machine's processor.")
    runtime_flags: tuple[tuple[str, str], ...] = options_by_name(
        BUILDS, '"FLAG …"', {one.parameter: one.help for one in runtime_flags()}
    )
    across: bool = across_option()
    legend: bool = legend_option()
    group_by: str | None = option(
        OUTPUT, "--group", "|".join(GROUPINGS), "Group the table's codecs.",
        presentation=True, type=click.Choice(GROUPINGS),
    )  # fmt: skip
    costs: bool = option(
        OUTPUT, "--costs", "", "Also measure memory, sizes, builds, and messages after zstd and gzip.",
        presentation=True,
    )  # fmt: skip


@click.command(
    VERB,
    cls=GroupedCommand,
    epilog="Examples: ./serbench run record --codecs all --preset standard; run --against ../before",
)
@taking(Options)
def command(options: Options) -> int:
    """Measure codecs in memory and rank them (default workload: media)."""
    extras = Extras(options.group_by, options.costs, options.across, options.legend)
    session = session_of(EXPERIMENT, VERB, options, extras)
    return session.run(options, _flow, MemoryFlow.again)


def _flow(options: Options, tell: Callable[[str], object]) -> MemoryFlow:
    preset = replace(PRESETS[options.preset or DEFAULT_PRESET], keep=options.keep)
    request = _request(options)
    _require_usual(options, request)
    material = _material(options, tell)
    codecs = varied(select_codecs(split_list(options.codecs)), request.axes)
    material = without_lacked(material, codecs, tell)
    require_numbers(material.workloads, material.corpora, codecs)
    require_room(options.keep, material.corpora, [codec.name for codec in codecs])
    return MemoryFlow(asked_of(options, preset), material, codecs, request)


def _require_usual(options: Options, request: Request) -> None:
    """Raises BadInput for --against that names nothing, and for what another checkout does not build."""
    if options.against is None or not is_checkout(options.against):
        return
    if options.data is not None or request.axes != NO_AXES:
        raise BadInput(
            "--against a checkout compares the project's workloads in their usual builds: leave out --data"
            " and options of builds, or name an earlier run."
        )


def _material(options: Options, tell: Callable[[str], object]) -> Material:
    named = tuple(dict.fromkeys(options.workloads + options.more_workloads))
    sizes = split_list(options.batches)
    if "" in named:
        raise BadInput("A workload's name is empty; `./serbench list workloads` shows them.")
    own = own_data(named, options, sizes)
    named_operations(split_list(options.ops))
    material = gather(named if own else with_batches(named, sizes), own, seed_of(options.seed), tell)
    _require_ranked(material.workloads)
    return material


def _request(options: Options) -> Request:
    axes = parse_axes(
        split_list(options.optimizations),
        split_list(options.allocators),
        split_list(options.ltos),
        split_list(options.integers),
        options.native,
        dict(options.runtime_flags),
        options.toolchains,
    )
    patterns = split_list(options.ops)
    operations = named_operations(patterns)
    return Request(
        operations=None if operations is None else tuple(operations),
        named_operations=named_in_full(patterns),
        axes=axes,
        count=options.count,
        compress=options.costs,
    )


def _require_ranked(workloads: Sequence[Workload]) -> None:
    """Conformance workloads hold edge cases, which no application has in this mixture."""
    names = " ".join(workload.name for workload in workloads if workload.conformance)
    if names:
        raise BadInput(f"Conformance workloads are never ranked; use ./serbench verify {names}.")


def named_operations(patterns: Sequence[str] | None) -> list[str] | None:
    """The operations that names or globs match, in the order of the vocabulary; None for all of them.

    Raises BadInput, with the nearest name, for a pattern that matches none.
    """
    if patterns is None:
        return None
    for pattern in patterns:
        if not any(fnmatchcase(name, pattern) for name in OPERATION_BY_NAME):
            hint = did_you_mean(pattern, OPERATION_BY_NAME, f"there are {', '.join(OPERATION_BY_NAME)}.")
            raise BadInput(f"There is no operation {pattern}; {hint}")
    return [name for name in OPERATION_BY_NAME if any(fnmatchcase(name, pattern) for pattern in patterns)]


def named_in_full(patterns: Sequence[str] | None) -> tuple[str, ...] | None:
    """The operations that the user named in full; None if none were named."""
    return None if patterns is None else tuple(name for name in patterns if name in OPERATION_BY_NAME)
