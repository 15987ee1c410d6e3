"""The library of each codec of a run: its name, its version, and when its release appeared. Pure."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from serbench.codecs.manifest import FLOOR, HAND_WRITTEN
from serbench.report.ages import Record, commit_words

_NUMBER = re.compile(r"\d+(?:\.\d+)+")
# "Debian GNU/Linux 12 (bookworm)" is Debian 12.
_DISTRIBUTION = re.compile(r"^(\S+).*?(\d[\d.]*)")


@dataclass(frozen=True, slots=True)
class Library:
    """A library as a run used it; what nothing tells is empty. ``released`` is a day as ``YYYY-MM-DD``, and
    ``distribution`` names the distribution that packaged it. A library that is part of what compiles or runs
    the codec has the version of that, with its name. The version of a user's build has the commit."""

    name: str = ""
    version: str = ""
    released: str = ""
    distribution: str = ""

    @property
    def text(self) -> str:
        """``Protocol Buffers 3.21.12, 2022, Debian 12``, as far as it is known."""
        named = " ".join(filter(None, (self.name, self.version)))
        return ", ".join(filter(None, (named, self.released[:4], self.distribution)))

    @property
    def short(self) -> str:
        """The release without the name of the library: ``3.21.12, 2022``."""
        when = self.released[:4] or self.distribution
        return ", ".join(filter(None, (self.version, when))) or self.name

    def to_json(self) -> dict[str, str | None]:
        return {
            "library": self.name or None,
            "version": self.version or None,
            "released": self.released or None,
        }


UNKNOWN = Library()


def libraries_in(record: Record) -> dict[str, Library]:
    """The libraries of a run's codecs by their names; that of an engine's own rows is the engine. Floors and
    hand-written code have none, and are missing."""
    found = _DISTRIBUTION.match(record.get("machine", {}).get("distribution") or "")
    distribution = " ".join(found.groups()) if found else ""
    return _of_engine(record.get("engine", {})) | {
        runner["codec"]: _library_of(runner, distribution)
        for runner in record.get("runners", ())
        if not runner.get("floor") and not {FLOOR, HAND_WRITTEN} & set(runner.get("traits", ()))
    }


def _of_engine(engine: Record) -> dict[str, Library]:
    """The library of each row of a cluster's engine that is no reference."""
    own = Library(engine.get("title", ""), engine.get("version", ""), engine.get("released") or "")
    return {row: own for row in engine.get("own", ()) if row not in engine.get("references", ())}


def _library_of(runner: Record, distribution: str) -> Library:
    """The first of a runner's libraries is the one that it is about."""
    libraries = runner.get("libraries", {})
    version = next(iter(libraries.values())) if libraries else _runtime(runner.get("build", {}))
    return Library(
        runner.get("library", ""),
        " ".join(filter(None, (version, commit_words(runner)))),
        (runner.get("released") or "")[:10],
        distribution if runner.get("packaged") else "",
    )


def _runtime(build: Mapping[str, str]) -> str:
    """The compiler or interpreter of a codec with its version: ``Python 3.11.7``."""
    compiler = build.get("compiler", "")
    number = _NUMBER.search(compiler)
    return f"{compiler.split()[0]} {number[0]}" if number else ""
