"""``serbench relay``: routes messages through a process and measures what codecs cost there."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import click

from serbench.codecs.sets import FLOW
from serbench.corpus.variant import parse_name
from serbench.corpus.workload import find_workloads
from serbench.engine.amounts import DEFAULT_PRESET, preset_named
from serbench.engine.asked import asked_of
from serbench.engine.lacked import without_lacked
from serbench.engine.live import parse_duration_ns
from serbench.engine.material import Material, gather
from serbench.engine.own_options import own_data, with_batches
from serbench.errors import BadInput
from serbench.experiments.relay.execute import EXPERIMENT, VERB
from serbench.experiments.relay.flow import RelayFlow
from serbench.experiments.relay.plan import MODES, PRESETS, ROUTES, TRANSPORTS, Settings
from serbench.experiments.reporting import Extras, session_of
from serbench.schema.routing import number_path
from serbench.selection.choice import select_codecs
from serbench.terminal.options import (
    AMOUNT,
    OUTPUT,
    RUN,
    SUBJECT,
    BlockedOptions,
    Everywhere,
    GroupedCommand,
    OwnDataOptions,
    across_option,
    argument,
    codecs_option,
    legend_option,
    option,
    preset_option,
    taking,
)
from serbench.terminal.values import chosen, split_list

DEFAULT_FAMILY = "tuples"
DEFAULT_BATCH = "64"
MOST_ENDS = 64
GROUPS = ("mode", "codec")
_RATE = re.compile(r"[1-9][0-9]{0,8}|(100|[1-9][0-9]?)%")


@dataclass(frozen=True)
class Options(BlockedOptions, OwnDataOptions, Everywhere):
    """The options of ``relay``."""

    codecs: str | None = codecs_option(f"the set {FLOW}")
    workload: str | None = argument("[WORKLOAD]")
    batches: str | None = option(
        SUBJECT, "--batch", "N,...", "N objects of the workload or of --data in one message; each size is"
        " measured separately.",
    )  # fmt: skip
    modes: str | None = option(
        SUBJECT, "--modes", f"{','.join(MODES)}|all", "What the relay does with a message. Default: the"
        " preset's; all but in quick.",
    )  # fmt: skip
    route: str = option(
        SUBJECT, "--route", "|".join(ROUTES), "Send messages to sinks in turn, or by a field of each.",
        type=click.Choice(ROUTES), default=ROUTES[0],
    )  # fmt: skip
    sources: int = option(
        SUBJECT,
        "--sources",
        "N",
        "How many sources. Default: 1.",
        type=click.IntRange(1, MOST_ENDS),
        default=1,
    )
    sinks: int = option(
        SUBJECT, "--sinks", "N", "How many sinks. Default: 4.", type=click.IntRange(1, MOST_ENDS), default=4
    )
    acks: bool = option(
        SUBJECT, "--acks", "", "Also acknowledge objects as Heron does: the exclusive or of the ids that"
        " were sent and that arrived is 0.",
    )  # fmt: skip
    transport: str = option(
        RUN, "--transport", "|".join(TRANSPORTS), "Unix-domain sockets, or TCP on 127.0.0.1.",
        type=click.Choice(TRANSPORTS), default=TRANSPORTS[0],
    )  # fmt: skip
    preset: str | None = preset_option(PRESETS, DEFAULT_PRESET)
    rate: str | None = option(
        AMOUNT, "--rate", "R,...", "Measure latency at these loads: messages per second, or shares of each"
        " codec's saturation such as 50%; none for no latencies.",
    )  # fmt: skip
    duration: str | None = option(AMOUNT, "--duration", "T", "How long to measure each load, for example 2s.")
    repeat: int | None = option(
        AMOUNT, "--repeat", "R", "Repetitions in every language.", type=click.IntRange(1, 1000)
    )
    across: bool = across_option()
    legend: bool = legend_option()
    group_by: str | None = option(
        OUTPUT, "--group", "|".join(GROUPS), "One table per mode or per codec. Default: mode.",
        presentation=True, type=click.Choice(GROUPS),
    )  # fmt: skip


@click.command(
    VERB,
    cls=GroupedCommand,
    epilog="Example: ./serbench relay --batch 1,64,1024 --modes peek,fresh --rate none",
)
@taking(Options)
def command(options: Options) -> int:
    """Route messages through a process and measure the cost of codecs there (default workload: tuples, 64 per
    message)."""
    extras = Extras(options.group_by, is_across=options.across, legend=options.legend)
    session = session_of(EXPERIMENT, VERB, options, extras)
    return session.run(options, _flow, RelayFlow.again)


def _flow(options: Options, tell: Callable[[str], object]) -> RelayFlow:
    asked = asked_of(options, _settings(options), PRESETS)
    codecs = select_codecs(asked.patterns, usual=FLOW)
    material = without_lacked(_material(options, asked.seed, tell), codecs, tell)
    if options.acks and not any(number_path(workload.schema) for workload in material.workloads):
        raise BadInput(
            "--acks acknowledges objects by their first integer, and these have none; omit --acks."
        )
    return RelayFlow(asked, material, codecs)


def _material(options: Options, seed: int, tell: Callable[[str], object]) -> Material:
    named = (options.workload,) if options.workload else ()
    sizes = split_list(options.batches)
    own = own_data(named, options, sizes)
    if own is not None:
        return gather(named, own, seed, tell)
    material = gather(_workloads(options.workload, sizes), None, seed, tell)
    names = " ".join(workload.name for workload in material.workloads if workload.conformance)
    if names:
        raise BadInput(f"Conformance workloads are never measured; use ./serbench verify {names}.")
    return material


def _workloads(named: str | None, sizes: Sequence[str] | None) -> tuple[str, ...]:
    """The names of the workloads, by default one. A family that batches by itself, by a parameter of its own
    name, takes the sizes there."""
    name = parse_name(named or DEFAULT_FAMILY)
    batches_itself = name.family in find_workloads([str(name)])[0].axes
    if not batches_itself or name.family in dict(name.parameters):
        return with_batches((str(name),), sizes)
    start = f"{name}," if name.parameters else f"{name}:"
    return tuple(f"{start}{name.family}={size}" for size in sizes or [DEFAULT_BATCH])


def _settings(options: Options) -> Settings:
    usual = preset_named(options.preset, PRESETS).settings
    settings = replace(
        usual,
        modes=_modes(options.modes, usual.modes),
        route=options.route,
        sources=options.sources,
        sinks=options.sinks,
        transport=options.transport,
        acks=options.acks,
        rates=_rates(options.rate, usual.rates),
    )
    if options.duration is not None:
        duration_ns = parse_duration_ns(options.duration)
        settings = replace(settings, saturate_ns=duration_ns, latency_ns=duration_ns)
    if options.repeat is not None:
        settings = replace(settings, repetitions=options.repeat, jit_repetitions=options.repeat)
    return settings


def _modes(text: str | None, usual: tuple[str, ...] | None) -> tuple[str, ...] | None:
    return None if text == "all" else chosen("--modes", text, MODES) or usual


def _rates(text: str | None, usual: tuple[str, ...]) -> tuple[str, ...]:
    if text is None:
        return usual
    if text == "none":
        return ()
    rates = split_list(text) or []
    for rate in rates:
        if not _RATE.fullmatch(rate):
            raise BadInput(
                f"--rate is {rate} where messages per second, such as 5000, or a share, such as 50%, belongs."
            )
    return tuple(dict.fromkeys(rates))
