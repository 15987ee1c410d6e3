"""The same codecs at several optimisation levels and with several allocators."""

from __future__ import annotations

import itertools
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from serbench.codecs.flags import ALLOCATORS, OPTIMIZATIONS, Flags
from serbench.codecs.manifest import AXIS_MARK, CodecManifest
from serbench.errors import BadInput
from serbench.languages import language_of


@dataclass(frozen=True, slots=True)
class Axes:
    """What a user asks of all codecs. Native ones are measured once for each optimisation level and allocator
    that is named; ``native`` and ``jvm_flags`` apply to all that they reach."""

    optimizations: tuple[str, ...] = ()
    allocators: tuple[str, ...] = ()
    native: bool = False
    jvm_flags: str = ""

    @classmethod
    def from_json(cls, fields: Mapping[str, Any]) -> Axes:
        """What ``dataclasses.asdict`` gave; raises TypeError for anything else."""
        lists = {name: tuple(fields.get(name, ())) for name in ("optimizations", "allocators")}
        return cls(**{**fields, **lists})

    @property
    def note(self) -> str:
        """What the axes reach and what not, in words; empty where there is nothing to say."""
        sentences = []
        if self.optimizations or self.native:
            sentences.append(
                "--opt and --native reach what is compiled here: pages, rendered code, libraries of headers,"
                " crates and the harness's loops; libraries that come compiled keep their own flags."
            )
        if self.allocators:
            sentences.append("--allocator replaces malloc in the whole process, compiled libraries included.")
        return " ".join(sentences)


NO_AXES = Axes()


def parse_axes(
    optimizations: Sequence[str] | None, allocators: Sequence[str] | None, native: bool, jvm_flags: str | None
) -> Axes:
    """The axes that options name; BadInput for a level or an allocator that there is not."""
    _require_known("optimisation level", optimizations, OPTIMIZATIONS)
    _require_known("allocator", allocators, ALLOCATORS)
    try:
        flags = shlex.split(jvm_flags or "")
    except ValueError as error:
        raise BadInput(f"--jvm-flags cannot be read: {error}.") from error
    for flag in flags:
        if not flag.startswith("-"):
            raise BadInput(f'"{flag}" in --jvm-flags is no flag: it does not begin with "-".')
    return Axes(
        tuple(dict.fromkeys(optimizations or ())),
        tuple(dict.fromkeys(allocators or ())),
        native,
        " ".join(flags),
    )


def varied(codecs: Sequence[CodecManifest], axes: Axes) -> tuple[CodecManifest, ...]:
    """The codecs along the axes: a native codec once for each level and allocator, under names of their own
    (``cpp/cereal:opt=O2,allocator=jemalloc``), every other once under its own."""
    return tuple(
        replace(codec, name=AXIS_MARK.join(filter(None, (codec.name, flags.suffix))), flags=flags)
        for codec in codecs
        for flags in _flags_of(codec, axes)
    )


def one_of_each(codecs: Sequence[CodecManifest]) -> tuple[CodecManifest, ...]:
    """Of codecs that stand beside themselves the first: what all do alike is asked of one."""
    return tuple({codec.built_name: codec for codec in reversed(codecs)}.values())[::-1]


def _flags_of(codec: CodecManifest, axes: Axes) -> list[Flags]:
    if not language_of(codec.name).native:
        return [Flags(jvm=axes.jvm_flags)]
    return [
        Flags(optimization=level, native=axes.native, allocator=allocator)
        for level, allocator in itertools.product(axes.optimizations or ("",), axes.allocators or ("",))
    ]


def _require_known(what: str, given: Sequence[str] | None, known: Sequence[str]) -> None:
    for name in given or ():
        if name not in known:
            raise BadInput(f"There is no {what} {name}; there are {', '.join(known)}.")
