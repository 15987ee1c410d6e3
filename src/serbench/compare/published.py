"""Tables that others have published, each a side of a comparison."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from serbench.compare.side import Side
from serbench.errors import BadInput
from serbench.record.run_folder import RunFolder

PUBLISHED = "published:"


@dataclass(frozen=True, slots=True)
class PublishedTable:
    """``side`` is what the table claims, ``side_of`` what its authors would have made of a run, None where
    that is the side of any comparison. A run is compared with one such table at a time (``only_one``)."""

    side: Callable[[], Side]
    side_of: Callable[[RunFolder], Side] | None = None
    only_one: str = ""


def named_table(table: str, tables: Mapping[str, PublishedTable]) -> PublishedTable:
    """Raises BadInput where there is none of that name."""
    if table in tables:
        return tables[table]
    near = difflib.get_close_matches(table, tables, n=1)
    hint = f"did you mean {PUBLISHED}{near[0]}?" if near else f"there are {', '.join(tables)}."
    raise BadInput(f"There is no published table {table}; {hint}")
