"""Lists of the objects to read: drawn by a seed, or in the study's files, one number per line; and what their
readers must report. A list may be larger than memory, so it is always a stream."""

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from serbench.errors import BadInput, Incomplete, SerbenchError
from serbench.experiments.store.plan import Plan, Settings, StoreStep
from serbench.pools.numbers import hash_of, write_for_runner, written_for_runner
from serbench.pools.pool import Pool, digest_sum

_MOST_DIGITS = 20
# Of a line, with blanks around its number.
_MOST_LETTERS = 1000


def drawn(below: int, count: int, seed: int) -> Iterator[int]:
    """``count`` numbers from 0 to ``below`` - 1, uniform and with replacement."""
    draw = random.Random(f"{seed} random reads").randrange
    return (draw(below) for _ in range(count))


def read_list(path: Path, below: int) -> Iterator[int]:
    """The numbers of a file, one per line. Raises BadInput with the line of the first that is not a number
    below ``below``."""
    place = 0
    try:
        # It is read again for each store, which only a file can be.
        if path.exists() and not path.is_file():
            raise BadInput(f"The list {path} is not a file.")
        with path.open(encoding="ascii") as lines:
            for place, line in enumerate(iter(lambda: lines.readline(_MOST_LETTERS), ""), 1):
                text = line.strip()
                if not text.isdecimal() or len(text) > _MOST_DIGITS:
                    raise BadInput(f"Line {place} of {path} is {text[:40]!r} where a number belongs.")
                number = int(text)
                if number >= below:
                    raise BadInput(
                        f"Line {place} of {path} asks for object {number}, but the store has {below} objects,"
                        f" 0 to {below - 1}."
                    )
                yield number
    except OSError as error:
        raise BadInput(f"The list {path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadInput(f"The list {path} is not a text of numbers.") from None
    if not place:
        raise BadInput(f"The list {path} is empty.")


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
            settings = self._plan.settings
            if settings.ids_sha256 not in (None, hash_of(written_for_runner(path))[1]):
                path.unlink()
                raise Incomplete(
                    f"The list {settings.ids} has changed since the run began, and repetitions of different"
                    " objects do not compare. Restore it and resume the run, or start a new one."
                )
        return path

    def digest(self, step: StoreStep, objects: int) -> str:
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
    """The numbers of the objects to read in a store of this size, or in the first part of a larger one."""
    settings = plan.settings
    if settings.ids is not None:
        return read_list(Path(settings.ids), max(objects, stored_objects))
    return drawn(objects, settings.random_reads, plan.seed)
