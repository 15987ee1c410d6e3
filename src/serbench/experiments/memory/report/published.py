"""The tables that cpp-serializers has published, as sides of a comparison."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from serbench.compare.published import PUBLISHED, PublishedTable
from serbench.compare.side import Side
from serbench.statistics import Estimate

_TABLES = Path(__file__).parent / "published" / "cpp_serializers.csv"
_NS_PER_MS = 1_000_000
# What cpp-serializers measured, in our words.
_WORKLOAD, _OPERATION = "record", "roundtrip"


def published_tables() -> dict[str, PublishedTable]:
    with _TABLES.open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    return {
        table: PublishedTable(partial(_side, table, [line for line in lines if line["table"] == table]))
        for table in dict.fromkeys(line["table"] for line in lines)
    }


def _side(table: str, lines: Sequence[Mapping[str, str]]) -> Side:
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
