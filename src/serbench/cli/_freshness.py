"""``serbench doctor --freshness``: what is behind its registry, has ended or has expired, as of today."""

from datetime import date
from typing import Any

from rich.console import Console

from serbench.codecs.evidence import MOST_YEARS
from serbench.codecs.manifest import CodecManifest
from serbench.report.table import Column, Table, text_line
from serbench.report.terminal import print_table, say, say_all
from serbench.setup.freshness import Behind, Freshness
from serbench.toolchain.support import words


def document(found: Freshness, today: date) -> dict[str, Any]:
    """The document of ``--json``."""
    return {
        "date": today.isoformat(),
        "pins": found.pinned,
        "behind": [
            {
                "registry": one.pin.registry,
                "package": one.pin.package,
                "pinned": one.pin.version,
                "newest": one.newest.version,
                "released": _day(one.newest.day),
                "codecs": list(one.codecs),
            }
            for one in found.behind
        ],
        "ended": [
            {"codec": codec.name, **codec.ended.to_json()} for codec in found.ended if codec.ended is not None
        ],
        "expired_evidence": [
            {"codec": codec.name, "dated": _day(codec.evidence.dated), "source": codec.evidence.source}
            for codec in found.expired
            if codec.evidence is not None
        ],
        "runtimes": [
            {
                "language": language,
                "product": runtime.product,
                "version": runtime.version,
                "released": _day(runtime.released),
                "line": support.line or None,
                "supported_until": _day(support.until),
                "supported": None if support.until is None else not support.ended(today),
                "source": support.source or None,
            }
            for language, runtime, support in found.runtimes
        ],
        "faults": list(found.faults),
    }


def print_freshness(found: Freshness, today: date, console: Console) -> None:
    """Each kind of what is not fresh as a table, or the sentence that there is none."""
    tables = (
        (_behind(found.behind), f"All {found.pinned} pins that were asked about are the newest releases."),
        (_ended(found.ended), "No codec's project has ended."),
        (_expired(found.expired), f"All evidence of sets is younger than {MOST_YEARS} years."),
        (_runtimes(found, today), "No runtime is known to be out of support."),
    )
    for table, otherwise in tables:
        if table.lines:
            print_table(table, console)
        else:
            say(otherwise, console)
        console.print()
    say_all((f"Not found out: {fault}" for fault in found.faults), console)


def _behind(pins: tuple[Behind, ...]) -> Table:
    lines = (
        text_line(
            f"{one.pin.package} ({one.registry})",
            one.pin.version,
            one.newest.version,
            _day(one.newest.day) or "unknown",
            ", ".join(one.codecs),
        )
        for one in pins
    )
    columns = _columns(package=27, pinned=8, newest=8, released=10, codecs=16)
    return Table("Pins behind their registries", columns, tuple(lines))


def _ended(codecs: tuple[CodecManifest, ...]) -> Table:
    lines = (
        text_line(codec.name, codec.ended.since, codec.ended.reason)
        for codec in codecs
        if codec.ended is not None
    )
    return Table("Projects that have ended", _columns(codec=30, since=7, reason=40), tuple(lines))


def _expired(codecs: tuple[CodecManifest, ...]) -> Table:
    lines = (
        text_line(codec.name, _day(codec.evidence.dated) or "", codec.evidence.source)
        for codec in codecs
        if codec.evidence is not None
    )
    title = f"Evidence of sets older than {MOST_YEARS} years"
    return Table(title, _columns(codec=30, dated=10, source=28), tuple(lines))


def _runtimes(found: Freshness, today: date) -> Table:
    lines = (
        text_line(words(runtime), _day(support.until) or "", support.source)
        for _, runtime, support in found.runtimes
        if support.ended(today)
    )
    return Table("Runtimes out of support", _columns(runtime=40, until=10, source=28), tuple(lines))


def _columns(**unbroken: int) -> tuple[Column, ...]:
    """Columns of text by the number of letters that stay together."""
    return tuple(Column(title, is_text=True, unbroken=letters) for title, letters in unbroken.items())


def _day(day: date | None) -> str | None:
    return day.isoformat() if day is not None else None
