"""The sizes of many messages as they are kept, and what follows from them. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Self

from msgspec import Meta

from serbench.record.names import Count, PositiveCount

_PARTS = 100
MILLION = 1_000_000
Quantiles = Annotated[tuple[Count, ...], Meta(min_length=_PARTS + 1, max_length=_PARTS + 1)]


@dataclass(frozen=True, slots=True)
class Spread:
    """The sizes of ``objects`` messages: ``bytes`` of all together, and of ``quantiles`` the one numbered p
    is the least size that p % of them do not exceed."""

    objects: PositiveCount
    bytes: Count
    quantiles: Quantiles

    @classmethod
    def of(cls, sizes_bytes: Iterable[int]) -> Self:
        """The spread of the sizes of one message at least."""
        ordered = sorted(sizes_bytes)
        ranks = (max(1, -(-part * len(ordered) // _PARTS)) for part in range(_PARTS + 1))
        return cls(len(ordered), sum(ordered), tuple(ordered[rank - 1] for rank in ranks))

    @property
    def mean(self) -> float:
        return self.bytes / self.objects

    def percentile(self, percent: int) -> int:
        return self.quantiles[percent]


def mixed(parts: Sequence[tuple[float, Spread]], objects: int = MILLION) -> Spread:
    """The spread of messages of several types, each with the share that it has of all. Every type is taken
    as a hundred equal parts of the size of its quantiles, so that a percentile of the mix is that of a
    message, exact to a hundredth of a type. ``bytes`` are those of that many ``objects``."""
    bytes_ = round(objects * sum(share * spread.mean for share, spread in parts))
    points = sorted((size, share / _PARTS) for share, spread in parts for size in spread.quantiles[1:])
    quantiles: list[int] = []
    reached, at = points[0][1], 0
    whole = sum(weight for _, weight in points)
    for part in range(_PARTS + 1):
        # Sums of shares are not exact.
        while at + 1 < len(points) and reached < whole * part / _PARTS - 1e-12:
            at += 1
            reached += points[at][1]
        quantiles.append(points[at][0])
    return Spread(objects, bytes_, tuple(quantiles))
