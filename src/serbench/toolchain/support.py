"""The compilers and runtimes of languages: how old they are, and until when their makers mend them."""

import re
import tomllib
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from serbench.toolchain.releases import day_of

_TABLE = Path(__file__).with_name("support.toml")


@dataclass(frozen=True, slots=True)
class Runtime:
    """A compiler or runtime of a language on this machine. ``released`` is the day of this very release, None
    where nothing on the machine tells."""

    product: str
    version: str
    released: date | None = None


@dataclass(frozen=True, slots=True)
class Support:
    """The support of the ``line`` of releases to which a runtime belongs (``3.11`` of Python): when it
    began and until when it is mended, by the ``source``; None and empty for what is unknown."""

    line: str = ""
    began: date | None = None
    until: date | None = None
    source: str = ""

    def ended(self, on: date) -> bool:
        return self.until is not None and on > self.until


def support_of(runtime: Runtime) -> Support:
    """The support of a runtime by support.toml."""
    table = _tables().get(runtime.product, {})
    source = table.get("source", "")
    if weeks := table.get("weeks"):
        until = runtime.released + timedelta(weeks=weeks) if runtime.released else None
        return Support("", None, until, source)
    for line, days in table.get("lines", {}).items():
        if f"{runtime.version}.".startswith(f"{line}."):
            return Support(line, days.get("released"), days.get("until"), source)
    return Support(source=source)


def words(runtime: Runtime) -> str:
    """The runtime with its age: the month of its release (``JDK 17.0.15, 2025-04``), or the one in which its
    line began (``Python 3.11.7, 3.11 began 2022-10``)."""
    name = f"{runtime.product} {runtime.version}"
    if runtime.released:
        return f"{name}, {runtime.released:%Y-%m}"
    support = support_of(runtime)
    return f"{name}, {support.line} began {support.began:%Y-%m}" if support.began else name


def to_json(runtime: Runtime) -> dict[str, str | None]:
    """The runtime as run.json keeps it, with its words: what was known of its line is known no more later."""
    return {
        "product": runtime.product,
        "version": runtime.version,
        "released": runtime.released.isoformat() if runtime.released else None,
        "words": words(runtime),
    }


def dated(product: str, version: str, place: Path, pattern: str) -> Runtime:
    """A runtime with the day that a file of its own says, the first group of a pattern; without one where it
    does not."""
    try:
        found = re.search(pattern, place.read_text(encoding="utf-8", errors="replace"), re.MULTILINE)
    except OSError:
        found = None
    return Runtime(product, version, day_of(found[1]) if found else None)


@cache
def _tables() -> dict[str, Any]:
    return tomllib.loads(_TABLE.read_text(encoding="utf-8"))
