"""What the user asks of an experiment that has settings."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from serbench.engine.live import parse_duration_ns
from serbench.record.run_folder import RunFolder
from serbench.selection.axes import NO_AXES
from serbench.terminal.options import split_list

DEFAULT_SEED = 1
Settings = TypeVar("Settings")
# Prints what a run's folder holds and says whether anything failed.
Show = Callable[[RunFolder], bool]


@dataclass(frozen=True)
class Asked(Generic[Settings]):
    """``out`` is where the run's folder is made, None for the usual place; ``twins`` how many codecs of each
    language are measured twice."""

    patterns: Sequence[str] | None
    settings: Settings
    seed: int
    out: Path | None = None
    max_time_ns: int | None = None
    twins: int = 0


@dataclass(frozen=True)
class AskedFlow:
    """What every flow of an experiment with settings has alike."""

    asked: Asked[Any]

    axes = NO_AXES

    @property
    def patterns(self) -> Sequence[str] | None:
        return self.asked.patterns

    @property
    def out(self) -> Path | None:
        return self.asked.out

    @property
    def max_time_ns(self) -> int | None:
        return self.asked.max_time_ns

    def preview(self, unavailable: Mapping[str, str]) -> tuple[dict[str, Any], list[str]]:
        """What would be measured; raises BadInput where it does not fit into ``max_time_ns``."""
        raise NotImplementedError

    def require_time(self, lacking: Mapping[str, str]) -> None:
        """Raises BadInput where the plan without these codecs does not fit into ``max_time_ns``. An
        experiment that plans by what a runner can do plans here the least that each can."""
        self.preview(lacking)


class _Chosen(Protocol):
    """Options of a run of codecs."""

    @property
    def codecs(self) -> str | None: ...
    @property
    def seed(self) -> int | None: ...
    @property
    def out(self) -> Path | None: ...
    @property
    def max_time(self) -> str | None: ...


def asked_of(options: _Chosen, settings: Settings, twins: int = 0) -> Asked[Settings]:
    """What the options ask for. Raises BadInput for a list or a time that is none."""
    return Asked(
        split_list(options.codecs),
        settings,
        seed_of(options.seed),
        options.out,
        None if options.max_time is None else parse_duration_ns(options.max_time),
        twins,
    )


def seed_of(given: int | None) -> int:
    """The value of --seed, or the usual one."""
    return DEFAULT_SEED if given is None else given
