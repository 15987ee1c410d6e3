"""The same codecs by several toolchains, at several optimisation levels and with several allocators."""

from __future__ import annotations

import itertools
import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from serbench.codecs.flags import ALLOCATORS, INTEGERS, LTOS, OPTIMIZATIONS, Flags
from serbench.codecs.manifest import AXIS_MARK, CodecManifest
from serbench.errors import BadInput
from serbench.languages import language_of, languages
from serbench.languages.language import RuntimeFlags
from serbench.setup.toolchains import NamedToolchain, note_of, toolchains_named


@dataclass(frozen=True, slots=True)
class Axes:
    """The axes that a user asks of all codecs.
    Native codecs are measured once for each optimisation level and allocator that is named. In languages that
    have it, they are also measured for each of ``ltos``, the optimisation by the linker across packages.
    Codecs of languages whose numbers hold fewer than 64 bits (``Language.number_bits``) are measured once for
    each of ``integers``, the types that an application's integers of 64 bits have.
    ``native`` applies to all that it reaches; some codecs are native without it, as their manifests say.
    Codecs of languages with ``toolchains`` are measured once for each of those.
    ``runtime`` pairs the parameter of a language's own flags (``Language.runtime_flags``) with the flags."""

    optimizations: tuple[str, ...] = ()
    allocators: tuple[str, ...] = ()
    ltos: tuple[str, ...] = ()
    integers: tuple[str, ...] = ()
    native: bool = False
    runtime: tuple[tuple[str, str], ...] = ()
    toolchains: tuple[NamedToolchain, ...] = ()

    @classmethod
    def from_json(cls, fields: Mapping[str, Any]) -> Axes:
        """The axes that ``to_json`` gave.
        Raises BadInput for anything else, and for flags that could do more than change how code runs: a run
        that is resumed may be anyone's."""
        optimizations, allocators, ltos, integers = (tuple(fields.get(name, ())) for name in _LISTS)
        runtime: dict[str, str] = {}
        for flags in runtime_flags():
            runtime[flags.parameter] = str(fields.get(flags.parameter, ""))
            for flag in runtime[flags.parameter].split():
                if not re.fullmatch(flags.harmless, flag):
                    raise BadInput(
                        f"axes.{flags.parameter} of the run has {flag[:60]!r}, with which no run is resumed;"
                        " start a new one."
                    )
        toolchains = str(fields.get("toolchains", "")).split()
        for word in toolchains:
            if "/" in word:
                raise BadInput(
                    f"axes.toolchains of the run has {word[:60]!r}, a path, with which no run is resumed;"
                    " start a new one."
                )
        is_native = fields.get("native") is True
        return parse_axes(optimizations, allocators, ltos, integers, is_native, runtime, toolchains)

    def to_json(self) -> dict[str, Any]:
        """The axes as a run's record has them, each flag of a language under its own name."""
        runtime = {**dict.fromkeys(runtime_parameters(), ""), **dict(self.runtime)}
        named = {name: list(getattr(self, name)) for name in _LISTS}
        toolchains = " ".join(f"{one.language}={one.given}" for one in self.toolchains)
        return {**named, "native": self.native, **runtime, "toolchains": toolchains}

    @property
    def note(self) -> str:
        """The sentences that tell what the axes apply to and what not; empty where none is needed."""
        sentences = []
        if self.optimizations or self.native:
            sentences.append(
                "--opt and --native apply to what is compiled here: adapters, generated code, header"
                " libraries, packages and the harness's loops; precompiled libraries keep their own flags."
            )
        if self.ltos:
            names = " and ".join(language.title for language in languages() if language.has_lto)
            sentences.append(
                f"--lto applies to {names}, whose libraries are compiled here; other codecs are as usual."
            )
        if self.integers:
            names = " and ".join(language.title for language in languages() if language.number_bits)
            sentences.append(
                f"--int64 applies to {names}: an application's integers of 64 bits are BigInt, or numbers"
                " where these hold all of the data."
            )
        if self.allocators:
            sentences.append("--allocator replaces malloc in the whole process, compiled libraries included.")
        if self.toolchains:
            sentences.append(note_of(self.toolchains))
        return " ".join(sentences)


_LISTS = ("optimizations", "allocators", "ltos", "integers")
NO_AXES = Axes()


def runtime_flags() -> tuple[RuntimeFlags, ...]:
    """The flags that languages have of their own."""
    return tuple(language.runtime_flags for language in languages() if language.runtime_flags)


def runtime_parameters() -> tuple[str, ...]:
    """The names of languages' own flags in rows."""
    return tuple(flags.parameter for flags in runtime_flags())


def require_startable(axes: Axes, codecs: Sequence[CodecManifest]) -> None:
    """Raises BadInput where nothing of one of these codecs' languages starts with the user's flags."""
    flags = dict(axes.runtime)
    for language in languages():
        given = flags.get(language.runtime_flags.parameter) if language.runtime_flags else None
        check = language.builder.check_flags if given else None
        if given and check and any(codec.language == language.name for codec in codecs):
            check(given)


def parse_axes(
    optimizations: Sequence[str] | None,
    allocators: Sequence[str] | None,
    ltos: Sequence[str] | None,
    integers: Sequence[str] | None,
    native: bool,
    runtime: Mapping[str, str],
    toolchains: Sequence[str] = (),
) -> Axes:
    """The axes that options name; ``runtime`` has the flags of languages by their parameters. BadInput for a
    level, an allocator, a kind of lto, a type of integers or a toolchain that there is not."""
    _require_known("optimisation level", optimizations, OPTIMIZATIONS)
    _require_known("allocator", allocators, ALLOCATORS)
    _require_known("lto", ltos, LTOS)
    _require_known("type of integers", integers, INTEGERS)
    return Axes(
        tuple(dict.fromkeys(optimizations or ())),
        tuple(dict.fromkeys(allocators or ())),
        tuple(dict.fromkeys(ltos or ())),
        tuple(dict.fromkeys(integers or ())),
        native,
        tuple((name, words) for name, given in runtime.items() if (words := _flags_in(name, given))),
        toolchains_named(toolchains),
    )


def _flags_in(parameter: str, given: str) -> str:
    option = f"--{parameter.replace('_', '-')}"
    try:
        flags = shlex.split(given)
    except ValueError as error:
        raise BadInput(f"{option} cannot be read: {error}.") from error
    for flag in flags:
        if not flag.startswith("-"):
            raise BadInput(f'"{flag}" in {option} is not a flag: it does not begin with "-".')
    return " ".join(flags)


def varied(codecs: Sequence[CodecManifest], axes: Axes) -> tuple[CodecManifest, ...]:
    """The codecs along the axes: a native codec once for each level, lto and allocator, under its own names
    (``cpp/cereal:opt=O2,allocator=jemalloc``), one of JavaScript once for each type of integers, every other
    once under its own; and all of that for each toolchain of its language."""
    return tuple(
        replace(codec, name=AXIS_MARK.join(filter(None, (codec.name, flags.suffix))), flags=flags)
        for codec in codecs
        for flags in _flags_of(codec, axes)
    )


def one_of_each(codecs: Sequence[CodecManifest]) -> tuple[CodecManifest, ...]:
    """The first of each codec's builds along the axes: what all have in common is asked of one."""
    return tuple({codec.built_name: codec for codec in reversed(codecs)}.values())[::-1]


def _flags_of(codec: CodecManifest, axes: Axes) -> list[Flags]:
    found = _flags_by_one_toolchain(codec, axes)
    chosen = [one for one in axes.toolchains if one.language == codec.language]
    by_each = [replace(flags, toolchain=one.name, program=one.program) for one in chosen for flags in found]
    return by_each or found


def _flags_by_one_toolchain(codec: CodecManifest, axes: Axes) -> list[Flags]:
    language = language_of(codec.name)
    if not language.native:
        parameter = language.runtime_flags.parameter if language.runtime_flags else ""
        flags = dict(axes.runtime).get(parameter)
        usual = Flags(runtime=flags, runtime_parameter=parameter) if flags else Flags()
        # A floor copies bytes and has no integers.
        types = axes.integers if language.number_bits and not codec.floor else ()
        return [replace(usual, int64=name) for name in types or ("",)]
    return [
        Flags(optimization=level, lto=lto, native=axes.native or codec.flags.native, allocator=allocator)
        for level, lto, allocator in itertools.product(
            axes.optimizations or ("",),
            (language.has_lto and axes.ltos) or ("",),
            axes.allocators or ("",),
        )
    ]


def _require_known(what: str, given: Sequence[str] | None, known: Sequence[str]) -> None:
    for name in given or ():
        if name not in known:
            raise BadInput(f"There is no {what} {name}; there are {', '.join(known)}.")
