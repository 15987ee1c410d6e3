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
ALLOCATORS = ("malloc", "tcmalloc", "jemalloc", "mimalloc")


@dataclass(frozen=True, slots=True)
class Flags:
    """What a codec is built and run with; empty values are the usual.

    ``optimization`` (O0 to O3) is the level of native code that we compile: the codec's adapter, what is
    rendered, headers and crates, and the loops of the harness. Precompiled libraries keep theirs.
    ``lto`` (off, thin, fat) is what the linker optimises across packages, in languages that build libraries
    from their source. ``native`` compiles the same for this machine's processor. ``allocator`` is what
    replaces malloc for the whole process, libraries included. ``runtime`` are flags of what runs the code
    after the usual ones, separated by spaces, and ``runtime_parameter`` is what rows call them. ``sanitize``
    names, separated by commas, what checks native code while it runs; such code is never timed.
    """

    optimization: str = ""
    lto: str = ""
    native: bool = False
    allocator: str = ""
    runtime: str = ""
    runtime_parameter: str = ""
    sanitize: str = ""

    @property
    def parameters(self) -> dict[str, Any]:
        """What they add to the identity of a row; nothing for the usual flags."""
        found: Mapping[str, Any] = {
            "opt": self.optimization,
            "lto": self.lto,
            "allocator": self.allocator,
            "native": self.native,
            "sanitize": self.sanitize,
            self.runtime_parameter: self.runtime,
        }
        return {name: value for name, value in found.items() if value}

    @property
    def suffix(self) -> str:
        """What distinguishes the builds of one codec, as ``opt=O2,allocator=jemalloc``."""
        named = {
            name: value for name, value in self.parameters.items() if name in ("opt", "lto", "allocator")
        }
        return ",".join(f"{name}={value}" for name, value in named.items())

    @property
    def built(self) -> Flags:
        """The flags that a native executable is built with."""
        level = "" if self.optimization == USUAL_OPTIMIZATION else self.optimization
        lto = "" if self.lto == USUAL_LTO else self.lto
        return Flags(optimization=level, lto=lto, native=self.native, sanitize=self.sanitize)

    @property
    def key(self) -> tuple[str, ...]:
        """What they add to the key of a native product; nothing where it is built as usual."""
        level = self.built.optimization
        lto = f"lto: {self.built.lto}" if self.built.lto else ""
        native = f"native: {_processor()}" if self.native else ""
        sanitize = f"sanitize: {self.sanitize}" if self.sanitize else ""
        return tuple(part for part in (level, lto, native, sanitize) if part)


USUAL = Flags()


def _processor() -> str:
    cpu = parse_cpuinfo(Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace"))
    return " ".join((platform.machine(), cpu.model or "", *cpu.parts))
