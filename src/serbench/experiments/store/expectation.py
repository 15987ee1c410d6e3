"""What every reader of a store must report: known in advance, or from earlier codecs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from serbench.errors import BadInput, Incomplete, SerbenchError
from serbench.experiments.store.ids import (
    count_for_runner,
    drawn,
    hash_of,
    read_list,
    write_for_runner,
    written_for_runner,
)
from serbench.experiments.store.judging import has_digest
from serbench.experiments.store.plan import WRITE, Plan, Settings, Step
from serbench.experiments.store.pool import Pool, digest_sum
from serbench.record.row import Row


class Lists:
    """The numbers to read, in files of ``scratch`` for the runners, and the digest that their readers
    must report; each computed once."""

    def __init__(self, plan: Plan, pool: Pool, stored_objects: int, scratch: Path) -> None:
        self._plan = plan
        self._stored_objects = stored_objects
        self._pool = pool
        self._scratch = scratch
        self._digests: dict[tuple[str, int], str] = {}

    def file(self, objects: int) -> Path:
        """The list for this many objects. Raises SerbenchError where it cannot be written, or is no
        longer that of the plan."""
        path = self._scratch / f"numbers-{objects}"
        if not path.exists():
            try:
                write_for_runner(numbers_of(self._plan, objects, self._stored_objects), path)
            except OSError as error:
                raise SerbenchError(f"The list {path} cannot be written: {error.strerror}.") from error
            self._require_same_list(path)
        return path

    def _require_same_list(self, path: Path) -> None:
        settings = self._plan.settings
        if settings.ids_sha256 not in (None, hash_of(written_for_runner(path))[1]):
            path.unlink()
            raise Incomplete(
                f"The list {settings.ids} has changed since the run began, and repetitions of different"
                " objects do not compare. Restore it and resume the run, or start a new one."
            )

    def count(self, step: Step, objects: int) -> int:
        return count_for_runner(self.file(objects)) if step.operation == "random" else objects

    def digest(self, step: Step, objects: int) -> str:
        key = (step.operation, objects)
        if key not in self._digests:
            numbers = written_for_runner(self.file(objects)) if step.operation == "random" else range(objects)
            self._digests[key] = digest_sum(self._pool, numbers)
        return self._digests[key]


def with_length_of_list(settings: Settings, stored_objects: int = 0) -> Settings:
    """The settings with as many random reads as their list has numbers, each of which every store must have,
    and the hash of the list. Raises BadInput for a list that is not right."""
    if settings.ids is None:
        return settings
    below = max(min(settings.objects), stored_objects)
    count, sha256 = hash_of(read_list(Path(settings.ids), below))
    return replace(settings, random_reads=count, ids_sha256=sha256)


def require_same_list(run: str, settings: Settings) -> None:
    """Raises BadInput where the list by which a run reads has changed since its start."""
    now = with_length_of_list(settings)
    if now != settings:
        raise BadInput(
            f"Run {run} cannot be resumed: the list {settings.ids} has changed since the run began;"
            " restore it, or start a new run."
        )


def numbers_of(plan: Plan, objects: int, stored_objects: int) -> Iterator[int]:
    """What is read by number of a store of this many objects, or of the first of a larger store."""
    settings = plan.settings
    if settings.ids is not None:
        return read_list(Path(settings.ids), max(objects, stored_objects))
    return drawn(objects, settings.random_reads, plan.seed)


@dataclass(slots=True)
class Touches:
    """What reading by a plan has summed to, which all codecs of languages with the same strings must
    agree on."""

    units: Mapping[str, str]
    touches: dict[tuple[object, ...], Row] = field(default_factory=dict)

    @classmethod
    def of(cls, rows: Sequence[Row], units: Mapping[str, str]) -> Touches:
        """What the rows of a run show; ``units`` are those of the codecs' strings."""
        seen = cls(units)
        for row in rows:
            seen.confirmed(row)
        return seen

    def confirmed(self, row: Row) -> Row:
        """The row, or the same as a failure where an earlier codec has read something different."""
        level = row.parameters.get("level", "")
        if not row.ok or row.operation == WRITE or has_digest(level):
            return row
        key = (self.units.get(row.codec), row.operation, level, row.parameters["objects"], row.n)
        first = self.touches.setdefault(key, row)
        if first.touch == row.touch:
            return row
        detail = f"What it read sums to the touch {row.touch} where {first.codec} read {first.touch}."
        return replace(row, outcome="wrong", detail=detail, n=(), cpu_ns=(), wall_ns=(), phases={})
