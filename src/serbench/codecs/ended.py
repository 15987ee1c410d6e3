"""A codec's library whose project has ended or is archived, as the manifest says it (``[ended]``)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_MONTH = re.compile(r"\d{4}-(0[1-9]|1[0-2])")


@dataclass(frozen=True, slots=True)
class Ended:
    """The month ``since`` which a project has ended (``2026-01``), the ``reason`` in a clause, the ``source``
    that says so, a URL, and the ``advisories`` that nobody mends."""

    since: str
    reason: str
    source: str
    advisories: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "since": self.since,
            "reason": self.reason,
            "source": self.source,
            "advisories": list(self.advisories),
        }


def ended_of(table: Mapping[str, Any]) -> Ended:
    """The table ``[ended]`` of a manifest. Raises ValueError with its first fault."""
    fields = dict(table)
    advisories = fields.pop("advisories", [])
    if set(fields) != {"since", "reason", "source"} or not all(isinstance(v, str) for v in fields.values()):
        raise ValueError("it needs the texts since, reason and source, and may have advisories")
    if not isinstance(advisories, list) or not all(isinstance(one, str) for one in advisories):
        raise ValueError("advisories is not a list of texts")
    if not _MONTH.fullmatch(fields["since"]):
        raise ValueError(f'since is not a month such as 2026-01: "{fields["since"]}"')
    if not fields["source"].startswith("https://"):
        raise ValueError("source does not begin with https://")
    return Ended(**fields, advisories=tuple(advisories))
