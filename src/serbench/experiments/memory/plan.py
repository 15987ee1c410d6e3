"""The plan of a run: the forks and their order. Pure, and recorded before the first fork starts."""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from types import MappingProxyType
from typing import Any, Self

from serbench.codecs.naming import language_name
from serbench.engine import amounts, work
from serbench.engine.against import codec_of
from serbench.engine.rounds import in_rounds, shuffled
from serbench.languages import language_of
from serbench.operations import FROM_MESSAGES, FROM_OBJECTS, OPERATIONS
from serbench.record.names import Count, Word
from serbench.statistics.comparison import LEAST_FORKS_FOR_DIFFERENCE, could_all_differ
from serbench.statistics.estimate import LEAST_FORKS_FOR_BOOTSTRAP

MILLISECOND_NS = 1_000_000
_NS_PER_S = 1_000_000_000
# The median of fewer samples means almost nothing.
_FEWEST_SAMPLES = 5

# What a fork costs besides its timing (start, corpus, two proofs of each operation), and when code that is
# compiled while it runs has usually settled; only for estimates. Medians of the default run on two cores.
_START_NS = 30 * MILLISECOND_NS
_JIT_START_NS = 400 * MILLISECOND_NS
_PROOF_NS = 1 * MILLISECOND_NS
_COLLECTING_NS = 100 * MILLISECOND_NS
_SETTLED_NS = 1_100 * MILLISECOND_NS
# Slices of a warm-up, which are the samples once it has settled, unless samples are to be longer.
_SLICE_NS = 100 * MILLISECOND_NS
# The mean cost of an operation of machine code per byte of the corpus; also only for estimates.
_NS_A_BYTE = 2
# At least this many samples are taken, however long one takes (PROTOCOL.md); each operation is proved twice.
_LEAST_SAMPLES = 3
_PROOFS = 2


@dataclass(frozen=True, slots=True)
class Preset(amounts.Settings):
    """How much is measured. ``samples``, ``sample_ns``, ``warmup_ns`` and ``budget_ns`` go to the runner for
    each operation of each fork (PROTOCOL.md, measure). ``forks`` is the number a cell has.

    A JIT-compiled language warms up for ``jit_warmup_ns`` instead, because its compilers settle after
    seconds, or for the share of it that the language needs. It takes ``jit_samples`` of ``jit_sample_ns``
    at most, as many as the slices in which a warm-up settles, each long enough to span collections of its
    garbage, so that their cost is in every sample. Its cells have
    ``jit_forks``, at most ``forks``, because each of them takes seconds. Floors and hand-written code, which
    need not be told apart, have ``jit_reference_forks`` and in other languages ``reference_forks``, twins of
    a JIT-compiled language ``jit_twin_forks``; None for the same number as others. ``operations`` and
    ``jit_operations`` are those that a run measures by default, None for all.

    ``twins`` is how many codecs of each language are measured twice (serbench.engine.twins); without
    ``jit_twins`` such a language has them by turns with the others of its kind, so that a run takes no
    longer. A twin measures only what ranks. ``keep`` is how many of the objects decoded last stay alive; 0
    releases each within its operation. ``crowded`` are the languages that have one more of ``jit_forks``,
    because a cell has more ranked codecs than these could tell apart.
    """

    name: Word
    forks: Count
    samples: Count
    sample_ns: Count
    warmup_ns: Count
    budget_ns: Count
    one_operation_a_fork: bool = False
    jit_warmup_ns: Count = 3_000 * MILLISECOND_NS
    operations: tuple[Word, ...] | None = None
    jit_operations: tuple[Word, ...] | None = None
    jit_samples: Count = 10
    jit_sample_ns: Count = 50 * MILLISECOND_NS
    reference_forks: Count | None = None
    jit_forks: Count | None = None
    jit_reference_forks: Count | None = None
    jit_twin_forks: Count | None = None
    twins: Count = 3
    jit_twins: bool = True
    keep: Count = 0
    crowded: tuple[Word, ...] = ()

    def forks_of(self, codec: str, most: int | None = None) -> int:
        """How many forks a cell of a codec has, by its language, and ``most`` at most."""
        own = self.jit_forks if language_of(codec).jit_compiled else None
        own = own and own + (language_name(codec) in self.crowded)
        return min(forks for forks in (self.forks, own, most) if forks is not None)

    def most_forks_of(self, codec: str, *, is_reference: bool) -> int | None:
        """The most forks of a reference, which has no rank, or of a twin; None for as many as others."""
        if language_of(codec).jit_compiled:
            return self.jit_reference_forks if is_reference else self.jit_twin_forks
        return self.reference_forks if is_reference else None

    def rounds_of(self, codec: str, most: int | None = None) -> tuple[int, ...]:
        """The rounds, of ``forks`` in all, in which a codec has a fork: spread evenly where it has fewer."""
        own = self.forks_of(codec, most)
        return tuple(number * self.forks // own for number in range(own))

    def telling_apart(self, ranked: Collection[str]) -> Self:
        """The preset with the languages that are crowded by these codecs."""
        number = Counter(language_name(codec) for codec in ranked if language_of(codec).jit_compiled)
        forks = self.jit_forks or self.forks
        crowded = sorted(name for name, codecs in number.items() if not could_all_differ(forks, codecs))
        return replace(self, crowded=tuple(crowded))

    def twinned(self, codecs: Collection[str], order: str) -> Collection[str]:
        """The codecs among these that may be measured twice; the words of ``order`` draw whose turn it is."""
        compiled = sorted({language_name(codec) for codec in codecs if language_of(codec).jit_compiled})
        if self.jit_twins or not compiled:
            return codecs
        _, *waiting = shuffled(compiled, order, "turn of languages")
        return {codec for codec in codecs if language_name(codec) not in waiting}

    def collects_in(self, codec: str, index: int) -> bool:
        """Whether a fork also measures what the collector costs, in stretches that its samples are too short
        for: of such a language each cell's first fork does."""
        return language_of(codec).collects_rarely and index % self.forks == 0

    @property
    def most_repetitions(self) -> int:
        return self.forks

    def with_repetitions(self, most: int) -> Self:
        own = None if self.jit_forks is None else min(self.jit_forks, most)
        return replace(self, forks=most, jit_forks=own)

    def ever_smaller(self) -> Iterator[Self]:
        """Forks are reduced first, down to those that a ratio needs; then samples; then forks again, down
        to those without which nothing could be distinguished."""
        enough = min(self.forks, LEAST_FORKS_FOR_BOOTSTRAP)
        for forks in range(self.forks, enough - 1, -1):
            yield self.with_repetitions(forks)
        together = replace(self.with_repetitions(enough), one_operation_a_fork=False)
        yield together
        # Samples out of a warm-up cost no time, so those of languages that warm up for seconds stay.
        brief = replace(together, samples=min(self.samples, _FEWEST_SAMPLES))
        yield brief
        for forks in range(enough - 1, LEAST_FORKS_FOR_DIFFERENCE - 1, -1):
            yield brief.with_repetitions(forks)

    def least_words(self, needed_ns: int) -> str:
        return f"{self.forks} short forks per cell take about {math.ceil(needed_ns / _NS_PER_S)} s"

    def samples_of(self, codec: str) -> int:
        """How many samples a codec's operations take in one fork, by its language."""
        return self.jit_samples if language_of(codec).jit_compiled else self.samples

    def sample_ns_of(self, codec: str) -> int:
        """The minimum CPU time of a codec's sample in nanoseconds, by its language: where its warm-up is
        short, that of a slice, so that these can be its samples."""
        if not language_of(codec).jit_compiled:
            return self.sample_ns
        return min(self.jit_sample_ns, self.warmup_of(codec) // self.jit_samples)

    def budget_of(self, codec: str) -> int:
        """After how many nanoseconds sampling ends early, by the codec's language. Calibration leaves samples
        up to twice as long as requested, and the budget has room for them."""
        if language_of(codec).jit_compiled:
            return max(self.budget_ns, 2 * self.jit_samples * self.sample_ns_of(codec))
        return self.budget_ns

    def warmup_of(self, codec: str) -> int:
        """The warm-up of a codec's operations in nanoseconds, by its language."""
        language = language_of(codec)
        return round(self.jit_warmup_ns * language.warmup_share) if language.jit_compiled else self.warmup_ns

    def request_of(self, codec: str) -> dict[str, int]:
        """The arguments of a measure request for each of a codec's operations (PROTOCOL.md, measure)."""
        return {
            "sample_ns": self.sample_ns_of(codec),
            "samples": self.samples_of(codec),
            "warmup_ns": self.warmup_of(codec),
            "budget_ns": self.budget_of(codec),
            **({"keep": self.keep} if self.keep else {}),
        }

    def usual_operations(self, codec: str) -> tuple[str, ...] | None:
        """The operations of a codec that a run measures by default; None for all."""
        return self.jit_operations if language_of(codec).jit_compiled else self.operations

    def operation_ns(self, codec: str, rotation_ns: int) -> int:
        """The expected time of one operation in one fork, once through the corpus taking ``rotation_ns``:
        nothing that is timed or proved takes less than a rotation.

        Native code doubles its rotations until a sample is long enough, so samples are half as long again as
        requested on average, and the warm-up ends with one of them. Code that is compiled while it runs has
        its samples out of its warm-up, unless they are to be longer; those it calibrates by one more.
        """
        samples, sample_ns, warmup_ns = (
            self.samples_of(codec),
            self.sample_ns_of(codec),
            self.warmup_of(codec),
        )
        if (language := language_of(codec)).jit_compiled:
            warmup_ns = max(warmup_ns, round(_SETTLED_NS * language.warmup_share))
            sample_ns = 0 if sample_ns < _SLICE_NS else sample_ns
            calibrating_ns = warmup_ns + sample_ns
        else:
            sample_ns = sample_ns * 3 // 2
            calibrating_ns = warmup_ns + sample_ns // 2
        within_budget_ns = min(samples * rotation_ns, self.budget_of(codec))
        sampling_ns = max(samples * sample_ns, _LEAST_SAMPLES * rotation_ns, within_budget_ns)
        return max(calibrating_ns, rotation_ns) + sampling_ns + max(_PROOF_NS, _PROOFS * rotation_ns)


PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        preset.name: preset
        for preset in (
            Preset(
                "quick",
                12,
                5,
                2 * MILLISECOND_NS,
                10 * MILLISECOND_NS,
                100 * MILLISECOND_NS,
                operations=(*(one.name for one in OPERATIONS if one.side == "application"), *FROM_MESSAGES),
                jit_warmup_ns=650 * MILLISECOND_NS,
                jit_operations=(*FROM_OBJECTS, *FROM_MESSAGES),
                jit_forks=5,
                reference_forks=3,
                jit_reference_forks=1,
                jit_twin_forks=2,
                twins=1,
                jit_twins=False,
            ),
            Preset(
                "standard", 20, 8, 5 * MILLISECOND_NS, 50 * MILLISECOND_NS, 500 * MILLISECOND_NS, jit_forks=9
            ),
            Preset(
                "thorough",
                25,
                10,
                10 * MILLISECOND_NS,
                100 * MILLISECOND_NS,
                2000 * MILLISECOND_NS,
                one_operation_a_fork=True,
                jit_sample_ns=100 * MILLISECOND_NS,
                jit_forks=9,
            ),
        )
    }
)
DEFAULT_PRESET = "quick"


@dataclass(frozen=True, slots=True, order=True)
class Cell:
    """One codec, workload and operation to be measured. ``corpus_bytes`` is the size of the workload's
    corpus, 0 where it is unknown: only the expected time depends on it. It has ``most_forks`` at most, as a
    reference does, and a twin for which there is little time; None for as many as others."""

    codec: str
    workload: str
    operation: str
    corpus_bytes: int = field(default=0, compare=False)
    most_forks: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Fork(work.Fork):
    """One runner process to start. ``corpus_bytes`` is as its cells have it."""

    operations: tuple[Word, ...]
    corpus_bytes: Count = 0

    @property
    def cells(self) -> tuple[tuple[str, str, str], ...]:
        return tuple((self.codec, self.workload, operation) for operation in self.operations)


@dataclass(frozen=True, slots=True)
class Plan:
    """All forks in the order in which they run. ``max_time_ns`` is the time limit into which the plan was
    fitted, None where the preset is unchanged."""

    preset: Preset
    seed: int
    forks: tuple[Fork, ...]
    max_time_ns: Count | None = None

    @property
    def estimated_ns(self) -> int:
        """The expected time of all forks, from the preset and the data."""
        return estimated_ns(self.preset, self.forks)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def estimated_ns(preset: Preset, forks: Iterable[Fork]) -> int:
    """The expected time of these forks, one after the other."""
    return sum(
        (_JIT_START_NS if language_of(fork.codec).jit_compiled else _START_NS)
        + len(fork.operations)
        * (
            preset.operation_ns(fork.codec, round(fork.corpus_bytes * _ns_a_byte(fork.codec)))
            + _COLLECTING_NS * preset.collects_in(fork.codec, fork.index)
        )
        for fork in forks
    )


def _ns_a_byte(codec: str) -> float:
    return _NS_A_BYTE * language_of(codec).slowness


def make_plan(cells: Sequence[Cell], preset: Preset, seed: int, *, order: str = "") -> Plan:
    """All forks of all cells in rounds: each round has one fork of every cell, in a shuffled order
    (docs/decisions/0008-rounds.md); cells with fewer forks than there are rounds miss some.

    Every choice follows from the words of ``order`` and the set of cells. The operations of a fork are
    shuffled by the fork's own identity, so adding a codec does not change what another's forks do.
    """
    preset = preset.telling_apart({codec_of(cell.codec) for cell in cells if cell.most_forks is None})
    alike: dict[tuple[str, str], list[Cell]] = {}
    for cell in sorted(set(cells)):
        alike.setdefault((cell.codec, cell.workload), []).append(cell)
    forks: list[tuple[int, Fork]] = []
    for (codec, _), own_cells in alike.items():
        own_rounds = preset.rounds_of(codec, own_cells[0].most_forks)
        for fork in _forks_of(own_cells, preset, order):
            forks.append((own_rounds[fork.index % len(own_rounds)], fork))
    return Plan(preset, seed, in_rounds(forks, order))


def _forks_of(cells: Sequence[Cell], preset: Preset, order: str) -> list[Fork]:
    """The forks of all cells of a codec and workload; the index modulo their number gives the round."""
    first, operations = cells[0], [cell.operation for cell in cells]
    number = preset.forks_of(first.codec, first.most_forks)
    if preset.one_operation_a_fork:
        shares: list[tuple[str, ...]] = [(name,) for name in operations for _ in range(number)]
    else:
        shares = [tuple(operations)] * number
    codec, workload = first.codec, first.workload
    return [
        Fork(codec, workload, index, shuffled(share, order, codec, workload, index), first.corpus_bytes)
        for index, share in enumerate(shares)
    ]
