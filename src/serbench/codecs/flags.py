"""How our own code is compiled and run, if a user asks for something unusual."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from serbench.machine.facts import parse_cpuinfo

USUAL_OPTIMIZATION = "O3"
OPTIMIZATIONS = ("O0", "O1", "O2", "O3")
USUAL_LTO = "off"
LTOS = ("off", "thin", "fat")
# What an application of a language without integers of 64 bits holds them as; the first is usual.
INTEGERS = ("bigint", "number")
NUMBERS_SUFFIX = "int64=number"
ALLOCATORS = ("malloc", "tcmalloc", "jemalloc", "mimalloc")


@dataclass(frozen=True, slots=True)
class Flags:
    """The flags with which a codec is built and run; an empty value means the usual setting.

    ``optimization`` (O0 to O3) is the level of native code that we compile: the codec's adapter, generated
    code, headers and crates, and the loops of the harness. Precompiled libraries keep theirs. ``lto`` (off,
    thin, fat) is the optimisation by the linker across packages, in languages that build libraries from their
    source. ``native`` compiles the same code for this machine's processor. ``allocator`` replaces malloc for
    the whole process, libraries included. ``runtime`` holds further flags for the program that runs the code,
    separated by spaces; they follow the usual ones. ``runtime_parameter`` is their name in rows. ``int64``
    (bigint, number) is the type of an object's integers of 64 bits in JavaScript. ``sanitize``
    names the sanitizers that check native code while it runs, separated by commas; such code is never timed.
    ``toolchain`` is the name of the compiler or runtime that a user chose, and ``program`` its path.
    ``another_layout`` lays the same code out in memory in another way, for a twin; a language that cannot do
    that makes the usual product.
    """

    optimization: str = ""
    lto: str = ""
    native: bool = False
    allocator: str = ""
    runtime: str = ""
    runtime_parameter: str = ""
    int64: str = ""
    sanitize: str = ""
    toolchain: str = ""
    program: str = ""
    another_layout: bool = False

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters that the flags add to the identity of a row; none for the usual flags."""
        found: Mapping[str, Any] = {
            "toolchain": self.toolchain,
            "opt": self.optimization,
            "lto": self.lto,
            "allocator": self.allocator,
            "native": self.native,
            "sanitize": self.sanitize,
            self.runtime_parameter: self.runtime,
            "int64": self.int64,
        }
        return {name: value for name, value in found.items() if value}

    @property
    def suffix(self) -> str:
        """The flags that distinguish the builds of one codec, as ``opt=O2,allocator=jemalloc``."""
        named = {
            name: value
            for name, value in self.parameters.items()
            if name in ("toolchain", "opt", "lto", "allocator", "int64")
        }
        return ",".join(f"{name}={value}" for name, value in named.items())

    @property
    def numbers(self) -> bool:
        """Whether integers of 64 bits are usual numbers of the language, which hold fewer bits."""
        return self.int64 == "number"

    @property
    def built(self) -> Flags:
        """The flags that a native executable is built with."""
        level = "" if self.optimization == USUAL_OPTIMIZATION else self.optimization
        lto = "" if self.lto == USUAL_LTO else self.lto
        return Flags(optimization=level, lto=lto, native=self.native, sanitize=self.sanitize)

    @property
    def key(self) -> tuple[str, ...]:
        """The parts that the flags add to the key of a native product; none where it is built as usual."""
        level = self.built.optimization
        lto = f"lto: {self.built.lto}" if self.built.lto else ""
        native = f"native: {_processor()}" if self.native else ""
        sanitize = f"sanitize: {self.sanitize}" if self.sanitize else ""
        return tuple(part for part in (level, lto, native, sanitize) if part)


USUAL = Flags()


def _processor() -> str:
    try:
        cpu = parse_cpuinfo(Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace"))
    except OSError:
        return f"{platform.machine()} {platform.processor()}"
    return " ".join((platform.machine(), cpu.model or "", *cpu.parts))
