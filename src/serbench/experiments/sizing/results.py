"""The results of a run of sizes: pure views over its rows."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from serbench.engine.material import weights_in
from serbench.experiments.sizing.compressing import RAW, Batched, Sizes
from serbench.experiments.sizing.spread import MILLION, Spread, mixed
from serbench.record.reading import typed
from serbench.record.row import Failure, Row
from serbench.record.run_folder import MEASUREMENTS
from serbench.record.titles import MIX
from serbench.report.cells import Result, Results, results_of
from serbench.report.figures import figure
from serbench.report.standing import Key, Standing
from serbench.statistics.noise import NoiseFloors

JSON = "json"
SHOWN_PERCENT = (50, 95, 99)


def _sizes(rows: Sequence[Row]) -> Sizes:
    return typed(rows[0].figures, Sizes, MEASUREMENTS, "figures")


def spread_json(spread: Spread) -> dict[str, Any]:
    """The mean, the percentiles and the number of messages."""
    percentiles = {f"p{percent}": spread.percentile(percent) for percent in SHOWN_PERCENT}
    return {"objects": spread.objects, "mean_bytes": round(spread.mean, 3), **percentiles}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sized(Result):
    """The sizes of a codec's messages of a workload, or of the mix of all types."""

    sizes: Sizes = figure(_sizes)
    format: str = ""

    @property
    def way(self) -> str:
        return "sizes"

    @property
    def place(self) -> tuple[object, ...]:
        return (self.mean, self.codec)

    @property
    def mean(self) -> float:
        return self.sizes.raw.mean

    def percentile(self, percent: int) -> int:
        return self.sizes.raw.percentile(percent)

    @property
    def singles(self) -> Mapping[str, float]:
        """The mean bytes of a message on its own by compressor, raw among them."""
        return {name: spread.mean for name, spread in self.sizes.single.items()}

    def batched(self, compressor: str) -> dict[int, float]:
        """The bytes of an object by the number of those that are compressed together."""
        batches = sorted((int(number), batch) for number, batch in self.sizes.batches.items())
        return {number: batch.bytes[compressor] / batch.objects for number, batch in batches}

    @classmethod
    def failure_of(cls, row: Row) -> Failure:
        return replace(super(Sized, cls).failure_of(row), operation=None)

    @classmethod
    def standings(cls, results: Sequence[Self], noise: NoiseFloors) -> dict[Key, Standing]:
        """Sizes are exact and have no ranks."""
        return {}

    def to_json(self) -> dict[str, Any]:
        sizes = self.sizes
        return {
            "codec": self.codec,
            "format": self.format,
            "workload": self.workload,
            "hand_written": self.hand_written,
            "ended": self.ended or None,
            **self.library.to_json(),
            **spread_json(sizes.raw),
            "total_bytes": sizes.raw.bytes,
            "quantiles": list(sizes.raw.quantiles),
            "single": {name: spread_json(spread) for name, spread in sizes.single.items()},
            "dictionaries": dict(sizes.dictionaries),
            "trained": sizes.trained,
            "batches": {
                number: {"objects": batch.objects, "bytes": dict(batch.bytes)}
                for number, batch in sizes.batches.items()
            },
        }

    def csv_lines(self) -> Iterator[dict[str, Any]]:
        """A line for all messages, for each compressor of single ones, and for each of batches of several."""
        named = {"codec": self.codec, "format": self.format, "workload": self.workload}
        spreads = [
            ("", self.sizes.raw),
            *((name, one) for name, one in self.sizes.single.items() if name != RAW),
        ]
        for compressor, spread in spreads:
            yield named | {"compressor": compressor or RAW, "together": 1} | spread_json(spread)
        several = ((int(number), batch) for number, batch in self.sizes.batches.items() if number != "1")
        for number, batch in several:
            for compressor, bytes_ in batch.bytes.items():
                mean = {"objects": batch.objects, "mean_bytes": round(bytes_ / batch.objects, 3)}
                yield named | {"compressor": compressor, "together": number} | mean


@dataclass(frozen=True, slots=True)
class SizingResults(Results[Sized]):
    """The smallest first, workload by workload; the mix, where there is one, comes first."""

    def of_workload(self, workload: str) -> tuple[Sized, ...]:
        return tuple(one for one in self.rows if one.workload == workload)


def sizing_results(record: Mapping[str, Any], rows: Sequence[Row]) -> SizingResults:
    found = results_of(record, rows, Sized, "codecs")
    formats = {runner["codec"]: runner.get("format", "") for runner in record.get("runners", ())}
    told = [replace(one, format=formats.get(one.codec, "")) for one in found.rows]
    told += mix_of(told, weights_in(record))
    order = (MIX, *record["workloads"])
    return found.as_kind(
        SizingResults, rows=tuple(sorted(told, key=lambda one: (order.index(one.workload), one.place)))
    )


def mix_of(rows: Sequence[Sized], weights: Mapping[str, int]) -> list[Sized]:
    """The mix of each codec that has sizes of all types, as the data have them by their ``weights``; empty
    where there are no two types."""
    if len(weights) < 2:
        return []
    total = sum(weights.values())
    by_codec: dict[str, list[Sized]] = {}
    for one in rows:
        if one.workload in weights:
            by_codec.setdefault(one.codec, []).append(one)
    return [
        replace(
            of[0],
            workload=MIX,
            sizes=_mixed([(weights[one.workload] / total, one.sizes) for one in of], total),
        )
        for of in by_codec.values()
        if len(of) == len(weights)
    ]


def _mixed(parts: Sequence[tuple[float, Sizes]], objects: int) -> Sizes:
    """Mixes what all types have, of as many objects as the data hold; a batch is of one type."""
    names = [name for name in parts[0][1].single if all(name in sizes.single for _, sizes in parts)]
    numbers = [number for number in parts[0][1].batches if all(number in sizes.batches for _, sizes in parts)]
    return Sizes(
        raw=mixed([(share, sizes.raw) for share, sizes in parts], objects),
        single={name: mixed([(share, sizes.single[name]) for share, sizes in parts]) for name in names},
        batches={
            number: _mixed_batch([(share, sizes.batches[number]) for share, sizes in parts])
            for number in numbers
        },
    )


def _mixed_batch(parts: Sequence[tuple[float, Batched]]) -> Batched:
    names = parts[0][1].bytes
    return Batched(
        MILLION,
        {
            name: round(MILLION * sum(share * one.bytes[name] / one.objects for share, one in parts))
            for name in names
        },
    )
