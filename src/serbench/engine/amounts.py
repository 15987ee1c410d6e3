"""How much is measured: presets by name, repetitions, and warm-up by language. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Generic, Protocol, Self, TypeVar

from serbench.languages import language_of
from serbench.record.names import Count
from serbench.terminal.console import duration_words

DEFAULT_PRESET = "quick"
_NS_PER_S = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Settings:
    """How much is measured; the fields of an experiment's own settings are numbers, texts and tuples of them.
    One of them is ``repetitions``; where not, two methods say what stands for it."""

    @property
    def most_repetitions(self) -> int:
        """How often a cell is measured at most."""
        most: int = self.repetitions  # type: ignore[attr-defined]
        return most

    def with_repetitions(self, most: int) -> Self:
        """The settings with this many repetitions, the most that any cell has."""
        return replace(self, repetitions=most)  # type: ignore[call-arg]

    def ever_smaller(self) -> Iterator[Self]:
        """The settings and what may be measured instead where the time is short, the most first."""
        return map(self.with_repetitions, range(self.most_repetitions, 0, -1))

    def least_words(self, needed_ns: int) -> str:
        """The time that the smallest of them take, in words for a sentence."""
        return f"one repetition takes about {duration_words(needed_ns / _NS_PER_S)}"


@dataclass(frozen=True, slots=True)
class Repetitions(Settings):
    """How often each cell is measured, of an experiment that asks no more."""

    repetitions: Count


@dataclass(frozen=True, slots=True)
class WarmSettings(Settings):
    """JIT-compiled code is warmed up for ``jit_warmup_ns`` in each process, other code for
    ``warmup_ns``."""

    jit_warmup_ns: Count = field(kw_only=True)
    warmup_ns: Count = field(default=20_000_000, kw_only=True)

    def warmup_of(self, codec: str) -> int:
        """The warm-up of each process of a codec in nanoseconds, by its language."""
        return self.jit_warmup_ns if language_of(codec).jit_compiled else self.warmup_ns


S = TypeVar("S", bound=Settings)


@dataclass(frozen=True, slots=True)
class Preset(Generic[S]):
    """Default settings of a run. ``twins`` is how many codecs of each language are measured twice
    (serbench.engine.twins)."""

    settings: S
    twins: int = 0


def presets(**named: Preset[S]) -> Mapping[str, Preset[S]]:
    """The presets of an experiment by their names, among them the usual one."""
    assert DEFAULT_PRESET in named
    return MappingProxyType(named)


class AmountOptions(Protocol):
    """The options of an experiment with presets and repetitions."""

    @property
    def preset(self) -> str | None: ...
    @property
    def repeat(self) -> int | None: ...


def preset_named(name: str | None, known: Mapping[str, Preset[S]]) -> Preset[S]:
    """The preset that the user names, or the usual one."""
    return known[name or DEFAULT_PRESET]


def settings_of(options: AmountOptions, known: Mapping[str, Preset[S]]) -> S:
    """The settings of the user's preset, with as many repetitions as ``--repeat`` says."""
    settings = preset_named(options.preset, known).settings
    return settings if options.repeat is None else settings.with_repetitions(options.repeat)
