"""The plan of a run of the relay: the forks and their order. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Annotated, Self

from serbench.engine import work
from serbench.engine.amounts import Preset, WarmSettings, presets
from serbench.engine.rounds import in_rounds
from serbench.languages import language_of
from serbench.record.names import Count, Word, one_of

# From the floor to the costliest: each reads or writes more of a message than the one before.
MODES = ("forward", "peek", "envelope", "message", "reuse", "update", "fresh", "split")
ROUTES = ("shuffle", "fields")
TRANSPORTS = ("unix", "tcp")
# What the others are compared with, as far as it is measured: a new object for each message, encoded once.
BASE_MODE = "fresh"
# The mode that uses no codec.
FLOOR_MODE = "forward"
# Modes that send on the bytes that came.
PASSING = frozenset({"forward", "peek", "envelope"})
# The mode whose runner is that of the workload of envelopes.
ENVELOPE = "envelope"
UPDATE, SPLIT = "update", "split"

_MS = 1_000_000
# The start of driver and relay, two proofs and the marks; only for estimates.
_START_NS = 150 * _MS
_JIT_START_NS = 700 * _MS
# Enough messages that a buffer that grows once does not show.
_COUNTING_NS = 30 * _MS


@dataclass(frozen=True, slots=True)
class Fork(work.Fork):
    """One repetition of a mode of a codec: a driver and a relay."""

    mode: Annotated[str, one_of(*MODES)]
    repetition: Count

    @property
    def cells(self) -> tuple[tuple[str, str, str], ...]:
        return ((self.codec, self.workload, self.mode),)


@dataclass(frozen=True, slots=True)
class Settings(WarmSettings):
    """How much is measured. Each mode of a codec has ``repetitions`` forks, ``jit_repetitions`` where code is
    compiled while it runs; the first ``latency_repetitions`` of them also measure latencies, for
    ``latency_ns`` at each of ``rates``: a share of the fork's own saturation, ``50%``, or messages a
    second. With ``acks`` the numbers of all objects that are encoded again are acknowledged."""

    repetitions: Count
    jit_repetitions: Count
    saturate_ns: Count
    latency_ns: Count
    latency_repetitions: Count = 1
    warmup_ns: Count = field(default=50 * _MS, kw_only=True)
    jit_warmup_ns: Count = field(default=1_500 * _MS, kw_only=True)
    phases_ns: Count = 100 * _MS
    rates: tuple[Word, ...] = ("20%", "50%", "80%", "1000")
    modes: tuple[Word, ...] | None = None
    route: Annotated[str, one_of(*ROUTES)] = "shuffle"
    sources: Count = 1
    sinks: Count = 4
    transport: Annotated[str, one_of(*TRANSPORTS)] = "unix"
    acks: bool = False

    def repetitions_of(self, codec: str) -> int:
        return self.jit_repetitions if _warms_up(codec) else self.repetitions

    def counts(self, fork: Fork) -> bool:
        """Whether a fork is repeated briefly by a process that counts what it allocates: the first of each
        native cell, since others count while they are measured."""
        return fork.repetition == 0 and language_of(fork.codec).native

    def while_counting(self) -> Self:
        """The settings of such a process, which measures no time."""
        return replace(self, warmup_ns=_COUNTING_NS, saturate_ns=_COUNTING_NS, latency_repetitions=0)

    def with_repetitions(self, most: int) -> Self:
        """The settings with at most this many repetitions in every language."""
        return replace(
            self,
            repetitions=min(self.repetitions, most),
            jit_repetitions=min(self.jit_repetitions, most),
            latency_repetitions=min(self.latency_repetitions, most),
        )

    @property
    def most_repetitions(self) -> int:
        return max(self.repetitions, self.jit_repetitions)


# What a quick run has time for.
_USUAL = ("forward", "peek", "envelope", "message", "reuse", "fresh")
PRESETS = presets(
    quick=Preset(
        Settings(5, 5, 150 * _MS, 150 * _MS, phases_ns=60 * _MS, jit_warmup_ns=1_000 * _MS, modes=_USUAL)
    ),
    standard=Preset(Settings(9, 7, 500 * _MS, 2_000 * _MS), twins=1),
    thorough=Preset(
        Settings(15, 11, 1_000 * _MS, 5_000 * _MS, latency_repetitions=3, jit_warmup_ns=5_000 * _MS),
        twins=1,
    ),
)


@dataclass(frozen=True, slots=True)
class Plan(work.Plan[Settings, Fork]):
    """All forks of a run."""


def make_plan(
    modes_of: Mapping[tuple[str, str], Sequence[str]], settings: Settings, seed: int, *, order: str = ""
) -> Plan:
    """All forks in rounds, the repetitions of a cell spread over them; ``modes_of`` are by codec and
    workload. Every choice follows from the arguments, the order from the words of ``order``."""
    forks = [
        (repetition, Fork(codec, workload, index, mode, repetition))
        for (codec, workload), modes in sorted(modes_of.items())
        for index, (mode, repetition) in enumerate(
            product(_chosen(modes, settings), range(settings.repetitions_of(codec)))
        )
    ]
    return Plan(settings, seed, in_rounds(forks, order))


def _chosen(modes: Iterable[str], settings: Settings) -> list[str]:
    wanted = settings.modes or MODES
    return [mode for mode in MODES if mode in modes and mode in wanted]


def estimated_ns(settings: Settings, fork: Fork) -> int:
    """The expected time of a fork."""
    start_ns = _JIT_START_NS if _warms_up(fork.codec) else _START_NS
    latency_ns = 0
    if fork.repetition < settings.latency_repetitions:
        latency_ns = len(settings.rates) * settings.latency_ns + settings.phases_ns
    counting_ns = start_ns + 2 * _COUNTING_NS if settings.counts(fork) else 0
    return start_ns + settings.warmup_of(fork.codec) + settings.saturate_ns + latency_ns + counting_ns


def _warms_up(codec: str) -> bool:
    return language_of(codec).jit_compiled
