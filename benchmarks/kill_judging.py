"""When the trials of kill_trials.py kill, and what is left of a run that was killed: pure functions."""

import json
import random
import signal
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

SIGNALS = (signal.SIGKILL, signal.SIGINT, signal.SIGTERM)
TARGETS = ("group", "parent")
# The share of an undisturbed run's time after which it may be over before a signal arrives.
LATE = 0.9
# Of 19 kills each other experiment has three, for an application of Spark takes seconds to start.
SHARES = {"run": 3, "store": 3, "relay": 3, "sort": 3, "cluster": 1, "torture": 3, "evolve": 3}
# What a finished run holds (findings: of torture); anything else is left behind.
RUN_FILES = frozenset({"run.json", "measurements.jsonl", "adapters.json", "report.html", "findings"})


@dataclass(frozen=True, slots=True)
class Trial:
    """One kill: of which experiment, by which signal, of the process group or of the parent alone.

    ``moment`` is the share of an undisturbed run's time after which it is killed.
    """

    experiment: str
    number: int
    signal: str
    target: str
    moment: float

    @property
    def name(self) -> str:
        return f"{self.experiment}-{self.number}"


@dataclass(frozen=True, slots=True)
class Finding:
    """The outcome of the run of one trial.

    ``phase`` is ``before`` where nothing of the run was recorded when it was killed, ``during``, or
    ``ended`` where it had ended by itself. ``resumed`` tells whether the next start ended as an undisturbed
    run does and has all its measurements. ``lost``, ``doubled`` and ``missing`` count rows; ``left`` names
    files, ``processes`` the commands that went on after the kill; ``locked`` tells whether the run remained
    locked. ``status`` is the exit status of what was killed, None where it did not end.
    """

    trial: Trial
    phase: str
    resumed: bool
    lost: int
    doubled: int
    missing: int
    left: tuple[str, ...]
    processes: tuple[str, ...]
    locked: bool
    traceback: bool
    status: int | None
    detail: str

    @property
    def heeded(self) -> bool:
        """Whether the signal ended it; what was about to end by itself may have."""
        by_itself = self.phase == "ended" or self.trial.moment > LATE
        return by_itself or self.status not in (0, None)

    @property
    def sound(self) -> bool:
        faults = (self.lost, self.doubled, self.missing, self.left, self.processes, self.locked)
        return self.resumed and self.heeded and not self.traceback and not any(faults)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> "Finding":
        names = {name: tuple(document[name]) for name in ("left", "processes")}
        return cls(**{**document, **names, "trial": Trial(**document["trial"])})


def draw(kills: int, seed: int, experiments: Sequence[str]) -> list[Trial]:
    """The trials of these experiments, in a shuffled order. The same arguments give the same trials."""
    shares = sum(SHARES[name] for name in experiments)
    counts = {name: kills * SHARES[name] // shares for name in experiments}
    # What is left over by rounding down goes to the experiments with the largest share first.
    for name in sorted(experiments, key=lambda name: -SHARES[name])[: kills - sum(counts.values())]:
        counts[name] += 1
    trials = [_trial(name, number, seed) for name in experiments for number in range(counts[name])]
    random.Random(seed).shuffle(trials)
    return trials


def _trial(experiment: str, number: int, seed: int) -> Trial:
    """Every signal meets every target within six trials of an experiment; the moment is drawn."""
    chance = random.Random(f"{seed}/{experiment}/{number}")
    sent, target = SIGNALS[number % len(SIGNALS)], TARGETS[number // len(SIGNALS) % len(TARGETS)]
    return Trial(experiment, number, sent.name, target, round(chance.random(), 4))


def whole_forks(content: bytes) -> list[str]:
    """The lines of measurements.jsonl that belong to whole forks: only the last fork may be torn."""
    lines = content.decode().splitlines(keepends=True)
    whole: list[str] = []
    open_fork: list[str] = []
    for line in lines:
        if not line.endswith("\n"):
            break
        open_fork.append(line)
        if len(open_fork) == json.loads(line)["fork_rows"]:
            whole += open_fork
            open_fork = []
    return whole


def measurements(lines: Sequence[str]) -> Counter[str]:
    """The measurements of the rows with their counts, whichever attempt of a fork it was."""
    return Counter(_identity(json.loads(line), "fork") for line in lines)


def lost(before: Sequence[str], after: Sequence[str]) -> int:
    """How many rows that were on the disk have gone or are no longer in their place."""
    pairs = zip(before, after, strict=False)
    same = next((at for at, (one, other) in enumerate(pairs) if one != other), len(after))
    return max(0, len(before) - same)


def doubled(lines: Sequence[str]) -> int:
    """How many rows measure again what the same attempt of the same fork has measured."""
    counts = Counter(_identity(json.loads(line), "fork", "attempt") for line in lines)
    return sum(counts.values()) - len(counts)


def missing(planned: Collection[str], lines: Sequence[str]) -> int:
    """How many measurements of an undisturbed run these rows lack."""
    return len(set(planned) - set(measurements(lines)))


def left_behind(temporary: Sequence[str], large: Sequence[str], run: Sequence[str]) -> tuple[str, ...]:
    """The names that should not be there after the next start. They are in the temporary folder, in the
    folder for large files and in that of the run."""
    names = [f"tmp/{name}" for name in temporary] + [f"dir/{name}" for name in large]
    return tuple(sorted(names + [f"run/{name}" for name in run if name not in RUN_FILES]))


def table(findings: Sequence[Finding], experiments: Sequence[str]) -> str:
    """The findings as a Markdown table, one row per experiment and one of them all."""
    head = ("experiment", "kills", "resumed", "rows lost", "rows doubled", "left behind", "left running")
    body = [
        _table_row(name, [each for each in findings if each.trial.experiment == name]) for name in experiments
    ]
    rows = [head, *body, _table_row("all", findings)]
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([lines[0], "|---|" + "--:|" * (len(head) - 1), *lines[1:]])


def _table_row(name: str, findings: Sequence[Finding]) -> tuple[str, ...]:
    counts = (
        len(findings),
        sum(finding.resumed for finding in findings),
        sum(finding.lost for finding in findings),
        sum(finding.doubled for finding in findings),
        sum(bool(finding.left) for finding in findings),
        sum(bool(finding.processes) for finding in findings),
    )
    return (name, *map(str, counts))


def _identity(row: Mapping[str, Any], *of_fork: str) -> str:
    names = ("codec", "workload", "operation", "parameters", *of_fork)
    return json.dumps([row.get(name) for name in names], sort_keys=True)
