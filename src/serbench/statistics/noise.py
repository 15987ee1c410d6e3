"""The noise floor: how far two measurements of the same code lie apart. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, sqrt
from types import MappingProxyType
from typing import Any

# The standard normal quantile of 97.5 %.
_TWO_SIDED_95 = 1.959964


@dataclass(frozen=True, slots=True)
class NoiseFloor:
    """The noise floor of a language: ``share`` is 0.02 for two per cent. It comes from this number of
    ``twins``, each of a codec and workload in one run, in this number of ``runs``."""

    share: float
    twins: int
    runs: int

    def to_json(self) -> dict[str, Any]:
        return {"share": round(self.share, 5), "twins": self.twins, "runs": self.runs}


# By the names of languages, or of what is measured.
NoiseFloors = Mapping[str, NoiseFloor]
NO_NOISE: NoiseFloors = MappingProxyType({})


def noise_json(noise: NoiseFloors) -> dict[str, dict[str, Any]]:
    return {name: of.to_json() for name, of in sorted(noise.items())}


def noise_share(log_ratios: Sequence[float]) -> float:
    """The share below which 19 of 20 differences between two measurements of the same code lie: the root mean
    square of the logarithms of their ratios, about 0 because neither of two twins is the slower one, by the
    normal quantile. Raises ValueError where there is no ratio."""
    if not log_ratios:
        raise ValueError("no twins")
    mean_square = sum(found * found for found in log_ratios) / len(log_ratios)
    return exp(_TWO_SIDED_95 * sqrt(mean_square)) - 1


def noise_between(noise: NoiseFloors, *names: str) -> float:
    """The noise floor of a comparison: the largest of those that it is made of; 0 where there is none."""
    return max((noise[name].share for name in names if name in noise), default=0.0)
