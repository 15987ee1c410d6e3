"""The request of a user to an experiment that has settings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from serbench.engine.amounts import DEFAULT_PRESET, Preset, preset_named
from serbench.engine.live import parse_duration_ns
from serbench.errors import BadInput
from serbench.terminal.values import split_list

DEFAULT_SEED = 1
Settings = TypeVar("Settings")


@dataclass(frozen=True)
class Asked(Generic[Settings]):
    """``seed`` is that of the objects. The order of forks and the twins are drawn by the words of ``order``:
    the name of the run, which a preview has not. ``out`` is where the run's folder is made, None for
    the usual place; ``twins`` how many codecs of each language are measured twice, ``preset`` the name of the
    preset, None where there is none, ``blocks`` how often all of it is measured (serbench.engine.blocks).
    ``against`` names the checkout or the run whose executables are measured too, None where there are no
    others."""

    patterns: Sequence[str] | None
    settings: Settings
    seed: int
    out: Path | None = None
    max_time_ns: int | None = None
    twins: int = 0
    preset: str | None = None
    blocks: int = 1
    order: str = ""
    against: str | None = None


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


def asked_of(
    options: _Chosen, settings: Settings, presets: Mapping[str, Preset[Any]] | None = None
) -> Asked[Settings]:
    """The request in the options: one of the ``presets`` with other settings. Raises BadInput for a list or a
    time that is none."""
    name = None if presets is None else getattr(options, "preset", None) or DEFAULT_PRESET
    preset = None if presets is None else preset_named(name, presets)
    blocks: int = getattr(options, "blocks", 1)
    if blocks > 1 and options.max_time is not None:
        raise BadInput(
            f"--blocks {blocks} waits between its blocks, so --max-time cannot limit it; name fewer codecs."
        )
    return Asked(
        split_list(options.codecs),
        settings,
        seed_of(options.seed),
        options.out,
        None if options.max_time is None else parse_duration_ns(options.max_time),
        0 if preset is None else preset.twins,
        name,
        blocks,
        against=getattr(options, "against", None),
    )


def seed_of(given: int | None) -> int:
    """The value of --seed, or the usual one."""
    return DEFAULT_SEED if given is None else given
