"""Costs: measured times and bytes of codecs, and of options made of them. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import log
from typing import Any

from serbench.choose.request import BYTES, CPU, TIME, Measure, Request

ENCODE, DECODE, ACCESS = "encode", "decode", "access-"
# The units of what is counted, in names of figures.
UNITS: Mapping[Measure, str] = {"time": "ns", "instructions": "instructions", "allocations": "allocations"}
# Times closer than this are never told apart: runs of one machine differ by about as much.
_NOISE = 0.01
_NS_PER_S = 1e9
NS_PER_H = 3600e9
DAY_S = 86_400
# The twelfth part of a year.
MONTH_S = 30.4375 * DAY_S


@dataclass(frozen=True, slots=True)
class Published:
    """A measured row: an operation of a codec on a workload, in CPU nanoseconds for one object with their
    interval, and the mean bytes of a message; ``source`` is the run or the archive's entry. ``raw_bytes`` are
    those before a compressor, None where there is none; ``instructions`` and ``allocations`` are None where
    they are not counted."""

    codec: str
    workload: str
    operation: str
    low_ns: float
    median_ns: float
    high_ns: float
    size_bytes: float
    source: str = ""
    raw_bytes: float | None = None
    instructions: float | None = None
    allocations: float | None = None

    def amount(self, measure: Measure) -> "Times | None":
        """The time with its interval, or what is counted, which has none; None where it is not counted."""
        if measure == TIME:
            return Times(self.low_ns, self.median_ns, self.high_ns)
        count = self.instructions if measure == "instructions" else self.allocations
        return None if count is None else Times(count, count, count)

    def behind(self, compressed_bytes: float, more_ns: float) -> "Published":
        """The row with the bytes behind a compressor, and with the time that this takes for one message."""
        return replace(
            self,
            low_ns=self.low_ns + more_ns,
            median_ns=self.median_ns + more_ns,
            high_ns=self.high_ns + more_ns,
            size_bytes=compressed_bytes,
            raw_bytes=self.size_bytes,
        )


@dataclass(frozen=True, slots=True)
class Times:
    """A time in nanoseconds with its interval, or a count, whose ends are equal."""

    low: float
    median: float
    high: float

    @classmethod
    def total(cls, parts: Sequence["Times"], shares: Sequence[float]) -> "Times":
        """The sum of times, each as often as its share says."""
        pairs = list(zip(parts, shares, strict=True))
        return cls(
            sum(one.low * share for one, share in pairs),
            sum(one.median * share for one, share in pairs),
            sum(one.high * share for one, share in pairs),
        )

    def is_below(self, other: "Times") -> bool:
        """Whether it is certainly shorter: the intervals, widened by the noise of runs, are apart."""
        return self.high * (1 + _NOISE) < other.low * (1 - _NOISE)


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of an option: to write and to read one message in CPU nanoseconds, and its bytes, behind a
    compressor where one is asked for; ``raw_bytes`` are those before it. ``decodes`` says that a reader which
    needs some fields has to decode the whole message."""

    write: Times
    read: Times
    bytes: float
    raw_bytes: float
    read_share: float = 1.0
    decodes: bool = False

    @property
    def total(self) -> Times:
        """The time of a message that is written once and read ``read_share`` times."""
        return Times.total((self.write, self.read), (1.0, self.read_share))

    def cores(self, rate_per_s: float) -> float:
        return self.total.median * rate_per_s / _NS_PER_S

    def gigabytes_per_day(self, rate_per_s: float) -> float:
        return self.bytes * rate_per_s * DAY_S / 1e9

    def price(self, request: Request, time_ns: float | None = None) -> float:
        """The price of one message by that of the request, of which there is one, each part as often as its
        weight."""
        assert request.price is not None
        time = self.total.median if time_ns is None else time_ns
        core_ns, byte = request.price.core_hour / NS_PER_H, request.price.whole_gigabyte / 1e9
        weights = request.weights
        return weights.get(CPU, 1.0) * time * core_ns + weights.get(BYTES, 1.0) * self.bytes * byte

    def to_json(self, request: Request, of_now: float | None) -> dict[str, Any]:
        rate, total, unit = request.rate_per_s, self.total, UNITS[request.measure]
        price = None if request.price is None else self.price(request)
        return {
            f"write_{unit}": _known(self.write, request.measure),
            f"read_{unit}": _known(self.read, request.measure),
            f"low_{unit}": round(total.low, 3),
            f"high_{unit}": round(total.high, 3),
            "cores": None if rate is None else round(self.cores(rate), 4),
            "bytes": round(self.bytes, 3),
            "bytes_raw": round(self.raw_bytes, 3),
            "price_per_million": None if price is None else round(price * 1e6, 6),
            "price_per_month": None if price is None or rate is None else round(price * rate * MONTH_S, 2),
            "of_now": None if of_now is None else round(of_now, 4),
        }


def _known(side: Times, measure: Measure) -> float | None:
    """The time or count of a side; None for a time where only systems stand there, which are not measured."""
    return None if measure == TIME and not side.median else round(side.median, 3)


Rows = Mapping[tuple[str, str], Published]


def rows_by_codec(rows: Iterable[Published], workload: str) -> dict[tuple[str, str], Published]:
    """The rows of a workload by codec and operation; the first of several stands."""
    found: dict[tuple[str, str], Published] = {}
    for row in rows:
        if row.workload == workload:
            found.setdefault((row.codec, row.operation), row)
    return found


def cost_of(codecs: Mapping[str, str], request: Request, rows: Rows) -> Cost | None:
    """The mean over languages of what it costs to write, and of what it costs to read; None where a time of
    a codec is not known. ``codecs`` are by language."""
    write = [written(codecs[name], rows) for name in request.write if name in codecs]
    read = [read_of(codecs[name], request, rows) for name in request.read if name in codecs]
    sized = [row for row in (write or read) if row]
    costs = [_mean(side, request.measure) for side in (write, read)]
    if not sized or None in (*write, *read) or costs[0] is None or costs[1] is None:
        return None
    size = sum(row.size_bytes for row in sized) / len(sized)
    raw = sum(row.size_bytes if row.raw_bytes is None else row.raw_bytes for row in sized) / len(sized)
    decodes = request.access is not None and any(row and row.operation == DECODE for row in read)
    return Cost(costs[0], costs[1], size, raw, request.read_share, decodes)


def written(codec: str, rows: Rows) -> Published | None:
    """The row of a codec that writes."""
    return rows.get((codec, ENCODE))


def read_of(codec: str, request: Request, rows: Rows) -> Published | None:
    """The row of a codec that reads what is asked for; who reads no single fields decodes for them."""
    own = rows.get((codec, f"{ACCESS}{request.access}")) if request.access else None
    return own or rows.get((codec, DECODE))


def _mean(rows: Sequence[Published | None], measure: Measure) -> Times | None:
    """The mean of a side, zero where only systems stand there; None where an amount is not known."""
    found = [row.amount(measure) for row in rows if row]
    amounts = [one for one in found if one is not None]
    if len(amounts) < len(found):
        return None
    return Times.total(amounts, [1 / len(amounts)] * len(amounts)) if amounts else Times(0.0, 0.0, 0.0)


def score(cost: Cost, request: Request, time_ns: float | None = None) -> float:
    """The weighted cost, the lower the better: the sum of the logarithms of time and bytes by their weights,
    so that only ratios count; with a price the logarithm of what a message costs. ``time_ns`` replaces the
    median time, as by an end of its interval. Counts are one more, because they may be none."""
    time = cost.total.median if time_ns is None else time_ns
    if request.price is not None:
        return log(max(cost.price(request, time), 1e-300))
    if request.measure != TIME:
        time += 1
    return request.weights.get(CPU, 1.0) * log(max(time, 1e-3)) + request.weights.get(BYTES, 1.0) * log(
        max(cost.bytes, 1e-3)
    )


def is_better(one: Cost, other: Cost) -> bool:
    """Whether nothing speaks for the ``other``: certainly better in time or bytes, certainly worse in
    neither."""
    faster, slower = one.total.is_below(other.total), other.total.is_below(one.total)
    smaller, larger = one.bytes < other.bytes, one.bytes > other.bytes
    return (faster or smaller) and not slower and not larger
