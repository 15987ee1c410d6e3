"""A share of cases with its interval: how often something happens that happened in k of n cases."""

from dataclasses import dataclass
from math import sqrt

from serbench.statistics.estimate import TAIL

_LEVEL = 2 * float(TAIL)
_Z = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Share:
    """``count`` of ``cases``, at least one."""

    count: int
    cases: int

    @property
    def low(self) -> float:
        """The lower bound at 95 % (Wilson, "Probable inference, the law of succession, and statistical
        inference", Journal of the American Statistical Association 22, 1927, pages 209-212)."""
        return self._bound(-1) if self.count else 0.0

    @property
    def high(self) -> float:
        """The upper bound; of nothing that happened the share with which that has a chance of 5 % (Hanley and
        Lippman-Hand, "If nothing goes wrong, is everything all right?", JAMA 249, 1983, pages 1743-1745):
        about 3 / n."""
        return self._bound(1) if self.count else 1 - _LEVEL ** (1 / self.cases)

    def differs(self, other: "Share") -> bool:
        """Whether the two intervals do not overlap."""
        return self.low > other.high or other.low > self.high

    def _bound(self, side: int) -> float:
        n, share, square = self.cases, self.count / self.cases, _Z * _Z
        reach = _Z * sqrt(share * (1 - share) / n + square / (4 * n * n))
        return (share + square / (2 * n) + side * reach) / (1 + square / n)

    @property
    def text(self) -> str:
        """``36 of 2,000``."""
        return f"{self.count:,} of {self.cases:,}"

    @property
    def interval_text(self) -> str:
        """``1.3–2.5 %``; of nothing that happened ``<0.015 %``."""
        high = _percent(self.high)
        return f"{_percent(self.low)}–{high} %" if self.count else f"<{high} %"


def _percent(share: float) -> str:
    """Two digits."""
    return f"{100 * share:.0f}" if share >= 0.1 else f"{100 * share:.2g}"
