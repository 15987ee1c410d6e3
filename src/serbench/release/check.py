"""A check of a release: its measures together, what they say, and its document. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import serbench
from serbench.record.titles import Titles
from serbench.release.judging import COUNT_THRESHOLD, TIME_THRESHOLD, Measure, Verdict, exit_status
from serbench.release.kept import CheckRecord
from serbench.release.measures import INSTRUCTIONS, TIME, Pair

FORMAT = "serbench.check-release/1"
_CERTAIN = (Verdict.WORSE, Verdict.BETTER, Verdict.EQUAL)


@dataclass(frozen=True, slots=True)
class Check:
    """All that was measured of both releases on a workload: the ``runs`` by the verb that resumes each, the
    machine's record, when the check began, and the command that makes it ``again``."""

    pair: Pair
    workload: str
    measures: tuple[Measure, ...]
    runs: Mapping[str, str]
    machine: Mapping[str, Any]
    began: str
    again: str

    @property
    def status(self) -> int:
        return exit_status(self.measures)

    def with_verdict(self, verdict: Verdict) -> tuple[Measure, ...]:
        return tuple(one for one in self.measures if one.verdict is verdict)

    @property
    def verdict(self) -> Verdict:
        """The verdict on the whole: the worst that decides the exit status."""
        for one in (Verdict.WORSE, Verdict.CANNOT_TELL):
            if self.with_verdict(one):
                return one
        if self.status:
            return Verdict.CANNOT_TELL
        return Verdict.BETTER if self.with_verdict(Verdict.BETTER) else Verdict.EQUAL

    @property
    def notes(self) -> tuple[str, ...]:
        """Where time and instructions disagree, as sentences."""
        return tuple(self._disagreements())

    def _disagreements(self) -> Iterator[str]:
        times, counts = (
            {one.of: one.verdict for one in self.measures if one.name == name}
            for name in (TIME, INSTRUCTIONS)
        )
        for of, time in times.items():
            count = counts.get(of)
            if count in _CERTAIN and time in _CERTAIN and count is not time:
                free = ", and more instructions may cost no time" if count is Verdict.WORSE else ""
                yield (
                    f"Time and instructions disagree on {of}: time is {time}, instructions are {count}."
                    f" The layout of code, caches and branches change time alone{free}."
                )

    def to_json(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "serbench": serbench.__version__,
            "base": self.pair.base,
            "head": self.pair.head,
            "workload": self.workload,
            "began": self.began,
            "machine": {name: self.machine.get(name) for name in ("cpu_model", "logical_cores")},
            "thresholds": {"time": TIME_THRESHOLD, "counts": COUNT_THRESHOLD},
            "verdict": self.verdict.value,
            "status": self.status,
            "measures": [one.to_json() for one in self.measures],
            "notes": list(self.notes),
            "runs": dict(self.runs),
            "again": self.again,
        }


def check_of(
    kept: CheckRecord, measures: tuple[Measure, ...], runs: Mapping[str, str], machine: Mapping[str, Any]
) -> Check:
    """The check of a record with what was measured."""
    pair = Pair(kept["base"], kept["head"])
    titles = Titles.of(kept.get("own"), kept["workloads"])
    workload = titles.in_text(kept["workloads"][0])
    return Check(pair, workload, measures, runs, machine, kept["began"], kept["again"])
