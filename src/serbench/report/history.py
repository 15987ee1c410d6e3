"""The times of a run beside those of earlier runs of the same executables on the same data: what no interval
of one run contains. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from serbench.report.standing import Key, by_language
from serbench.statistics.drift import against_others, logarithms, shift, spread


@dataclass(frozen=True, slots=True)
class Past:
    """An earlier run: its cells of the same executables and data as this run's, in nanoseconds for one
    operation on one object."""

    run: str
    started_at: str
    times: Mapping[Key, float]


@dataclass(frozen=True, slots=True)
class History:
    """The ``times`` of a run as those of ``Past``, and the earlier runs that share any of its cells, the
    newest first. ``references`` move with the others and are not told apart from them."""

    times: Mapping[Key, float] = field(default_factory=dict)
    runs: tuple[Past, ...] = ()
    references: frozenset[str] = frozenset()

    @property
    def together(self) -> dict[str, float]:
        """By how much the times of each run were longer than this run's, together: 0.06 for 6 %."""
        return {past.run: shift(self._ratios(past)) for past in self.runs}

    @property
    def of_a_codec(self) -> dict[str, float]:
        """For each language with several codecs by how much a cell of one moves against the others: 19 of 20
        cells and runs do not exceed it, 0.03 for 3 %."""
        moved: dict[str, list[float]] = {}
        for past in self.runs:
            ratios: dict[str, list[float]] = {}
            for (codec, *_), value in self._ratios(past).items():
                if codec not in self.references:
                    ratios.setdefault(codec, []).append(value)
            for title, codecs in by_language(ratios).items():
                found = against_others({codec: ratios[codec] for codec in codecs})
                moved.setdefault(title, []).extend(found)
        return {title: spread(values) for title, values in moved.items() if values}

    def _ratios(self, past: Past) -> dict[Key, float]:
        return logarithms(past.times, self.times)

    @property
    def sentence(self) -> str:
        """The differences of earlier runs from this one, as another run may have them; empty without any."""
        if not self.runs:
            return ""
        shifts, number = self.together.values(), len(self.runs)
        low, high = (f"{value:+.1%}" for value in (min(shifts), max(shifts)))
        by = low if low == high else f"{low} to {high}"
        spreads = self.of_a_codec.items()
        against = [f"±{value:.1%}" + (f" in {title}" if len(spreads) > 1 else "") for title, value in spreads]
        runs = "1 earlier run" if number == 1 else f"{number} earlier runs"
        moved = f"In {runs} of these executables all times moved together by {by}"
        return f"{moved}, a codec against the others by {', '.join(against)}." if against else f"{moved}."

    def beside(self, key: Key) -> str:
        """The times of a cell in the earlier runs, relative to this run's: ``20261121-210700 +1.2%, …``."""
        own = self.times.get(key)
        found = ((past.run, past.times[key]) for past in self.runs if key in past.times)
        return ", ".join(f"{run} {time / own - 1:+.1%}" for run, time in found if own)

    def to_json(self) -> dict[str, Any]:
        """The runs, and the cells that any of them shares; times are nanoseconds, ``shift`` and
        ``against_others`` shares."""
        together = self.together
        return {
            "runs": [
                {"run": past.run, "started_at": past.started_at, "shift": round(together[past.run], 4)}
                for past in self.runs
            ],
            "against_others": {title: round(value, 4) for title, value in self.of_a_codec.items()},
            "cells": [
                {"codec": codec, "workload": workload, "operation": way, "median_ns": round(time, 3)}
                | {"earlier": earlier}
                for (codec, workload, way), time in self.times.items()
                if (earlier := self._earlier((codec, workload, way)))
            ],
        }

    def _earlier(self, key: Key) -> list[dict[str, Any]]:
        return [
            {"run": past.run, "started_at": past.started_at, "median_ns": round(past.times[key], 3)}
            for past in self.runs
            if key in past.times
        ]
