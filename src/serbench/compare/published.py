"""Tables that others have published, as sides of a comparison: those of cpp-serializers and of the
complex-object study."""

from __future__ import annotations

import csv
import difflib
from collections.abc import Mapping, Sequence
from pathlib import Path

from serbench.compare.side import Side
from serbench.errors import BadInput
from serbench.experiments.store.report import STUDYS_WORKLOAD
from serbench.experiments.store.study import OPERATIONS, methods, published_totals, reference_codec
from serbench.statistics import Estimate

PUBLISHED = "published:"
# The study's tables by name, and whether its programs were pinned to one core (its TS).
STUDYS_TABLES: Mapping[str, bool] = {"study": False, "study-pinned": True}
_TABLES = Path(__file__).parent / "published" / "cpp_serializers.csv"
_NS_PER_MS = 1_000_000
# What cpp-serializers measured, in our words.
_WORKLOAD, _OPERATION = "record", "roundtrip"


def published(table: str) -> Side:
    """A published table by its name. Raises BadInput where there is none of that name."""
    if table in STUDYS_TABLES:
        return _of_the_study(table)
    with _TABLES.open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    of_table = [line for line in lines if line["table"] == table]
    if not of_table:
        known = [*dict.fromkeys(line["table"] for line in lines), *STUDYS_TABLES]
        near = difflib.get_close_matches(table, known, n=1)
        hint = f"did you mean {PUBLISHED}{near[0]}?" if near else f"there are {', '.join(known)}."
        raise BadInput(f"There is no published table {table}; {hint}")
    return _of_cpp_serializers(table, of_table)


def _of_cpp_serializers(table: str, lines: Sequence[Mapping[str, str]]) -> Side:
    codecs = {f"{line['language']}/{line['serializer']}": line for line in lines}
    return Side(
        name=PUBLISHED + table,
        claimed=True,
        times={
            (codec, _WORKLOAD, _OPERATION): Estimate.of(
                [float(line["time_ms"]) * _NS_PER_MS / int(line["iterations"])]
            )
            for codec, line in codecs.items()
        },
        sizes={(codec, _WORKLOAD): float(line["size_bytes"]) for codec, line in codecs.items()},
        versions={codec: line["version"] for codec, line in codecs.items()},
        description=f"{lines[0]['source']} of cpp-serializers, {lines[0]['machine']}",
    )


def _of_the_study(table: str) -> Side:
    """Its mean total times, each in a unit of its own, for they are only compared with each other."""
    pinned = STUDYS_TABLES[table]
    totals = published_totals()
    times = {
        (codec, STUDYS_WORKLOAD, operation): Estimate.of([totals[key]])
        for codec, method in methods().items()
        for operation in OPERATIONS
        if (key := (method.language, method.name, operation, pinned)) in totals
    }
    where = "pinned to one core" if pinned else "on all cores"
    return Side(
        name=PUBLISHED + table,
        claimed=True,
        times=times,
        sizes={},
        description=f"the complex-object study, files of millions of tweets, {where}",
        reference=reference_codec(),
        less_work={codec: method.theirs for codec, method in methods().items() if method.theirs},
    )
