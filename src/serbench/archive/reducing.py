"""The part of a run that is published: its record without what is personal, and a row for each fork and
operation, in which every sample has the median. So all that follows from medians and counts stays as it was,
and what differs within a fork stays with the measurer. Pure."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from statistics import median
from typing import Any

from serbench.record.row import Row
from serbench.record.shared import HIDDEN

# Folders that every machine has, by which nobody is known.
_COMMON = r"(?:usr|bin|sbin|lib|lib64|opt|etc|proc|sys|dev)(?:/|\b)"
_PATH = re.compile(rf"(?<![\w.~$}}/*)\]-])/(?!{_COMMON})[\w.@+~-]+(?:/[^\s:'\",;)]*)*")
_HOST = re.compile(r"\b((?!https?:)[a-z][a-z0-9+.-]*://)[^\s/'\",]+", re.IGNORECASE)


def published_record(record: Mapping[str, Any], hosts: Sequence[str] = ()) -> dict[str, Any]:
    """The record without paths, addresses and these names of hosts; paths within the home, the cache and the
    checkout, which a record writes so that they name nobody, stay."""
    found: dict[str, Any] = _impersonal(dict(record), hosts)
    return found


def published_row(row: Row, hosts: Sequence[str] = ()) -> Row:
    """The row with the median of its samples in each of them, and nothing that is personal."""
    return replace(
        row,
        cpu_ns=_medians(row.cpu_ns, row.n),
        wall_ns=_medians(row.wall_ns, row.n),
        command=_impersonal(row.command, hosts),
        detail=_impersonal(row.detail, hosts),
        parameters=_impersonal(row.parameters, hosts),
        figures=_undisclosed(_impersonal(row.figures, hosts)),
    )


def _undisclosed(figures: Mapping[str, Any]) -> dict[str, Any]:
    """The figures, with no more of a case at which a library failed than its class, unless others have
    published it: its authors have its bytes first (docs/decisions/0023-disclosure-of-findings.md)."""
    worst = [
        one if one["name"] else {**one, "case": one["class"], "bytes": ""} for one in figures.get("worst", ())
    ]
    return {**figures, "worst": worst} if worst else dict(figures)


def _medians(times_ns: Sequence[int], n: Sequence[int]) -> tuple[int, ...]:
    """The times of as many operations, each of which takes the median time of one."""
    if not n:
        return ()
    of_one = median(time_ns / count for time_ns, count in zip(times_ns, n, strict=True))
    return tuple(round(of_one * count) for count in n)


def _impersonal(value: Any, hosts: Sequence[str]) -> Any:
    if isinstance(value, str):
        if "/" not in value and not any(host in value for host in hosts):
            return value
        text = _HOST.sub(rf"\1{HIDDEN}", _PATH.sub(f"/{HIDDEN}", value))
        for host in hosts:
            text = re.sub(rf"\b{re.escape(host)}\b", HIDDEN, text)
        return text
    if isinstance(value, dict):
        return {name: _impersonal(item, hosts) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(_impersonal(item, hosts) for item in value)
    return value
