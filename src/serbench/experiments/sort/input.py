"""The store that is sorted: written for a fork or kept elsewhere, proved once, unchanged by each sort."""

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from serbench.codecs.runner import Runner
from serbench.engine.describe import Subject
from serbench.experiments.sort.expected import ExpectedSort
from serbench.outcomes import of_os_error
from serbench.pools.index import UnsoundStore, content_hashes, read_index
from serbench.pools.judging import only, replies_of, require_objects, require_pool
from serbench.pools.numbers import write_for_runner
from serbench.pools.pool import Pool
from serbench.pools.requests import READ_VERB, WRITE_VERB, limit_s, of_place, of_pool
from serbench.pools.shelf import StorePlace
from serbench.runner.process import ask
from serbench.runner.reply import ProtocolFault, Unfit

Hashes = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Input:
    """A store that is proved to hold the expected objects, with the hashes of its files."""

    place: StorePlace
    hashes: Hashes


@dataclass(frozen=True, slots=True)
class Inputs:
    """Makes the inputs of a run in ``scratch``. ``kept_for`` gives the store that a codec reads where stores
    are kept; None where each fork writes its own. What was proved need not be proved again."""

    pool: Pool
    scratch: Path
    kept_for: Callable[[str], StorePlace] | None = None
    _proved: set[tuple[str, int, Hashes]] = field(default_factory=set)

    @contextlib.contextmanager
    def of(self, subject: Subject, expected: ExpectedSort, is_floor: bool) -> Iterator[Input | Unfit]:
        """The input of a fork, which is removed at the end if it was written for it."""
        if self.kept_for is not None:
            yield self._checked(subject, self.kept_for(subject.runner.codec), expected, is_floor)
            return
        place = StorePlace(self.scratch / "input.data", self.scratch / "input.index")
        order = self.scratch / f"order-{expected.objects}"
        try:
            found = self._written(subject.runner, place, order, expected)
            yield found or self._checked(subject, place, expected, is_floor)
        finally:
            place.remove()
            order.unlink(missing_ok=True)

    def _written(
        self, runner: Runner, place: StorePlace, order: Path, expected: ExpectedSort
    ) -> Unfit | None:
        """Writes the objects in their arrangement; why that failed."""
        try:
            write_for_runner(expected.arrangement, order)
        except OSError as error:
            return Unfit(of_os_error(error), f"The file {order} cannot be written: {error.strerror}.")
        arguments = of_pool(self.pool) | of_place(place) | {"objects": expected.objects, "order": order}
        arguments |= {"threads": 1, "direct": 0, "warmup_ns": 0}
        found = self._answered(runner, WRITE_VERB, arguments, "stored", expected.objects)
        return found if isinstance(found, Unfit) else None

    def _checked(
        self, subject: Subject, place: StorePlace, expected: ExpectedSort, is_floor: bool
    ) -> Input | Unfit:
        """The input, once it is proved."""
        try:
            index, hashes = read_index(place), content_hashes(place)
        except UnsoundStore as unsound:
            return Unfit("unsupported", str(unsound))
        if (index.objects, index.digest) != (expected.objects, self.pool.corpus.manifest.digest):
            return Unfit("unsupported", f"The store {place.index.name} is of other objects.")
        key = (subject.runner.codec, expected.objects, hashes)
        if key not in self._proved:
            level = "bytes" if is_floor else "decode"
            if unfit := self.disproved(subject.runner, place, expected, level):
                return unfit
            self._proved.add(key)
        return Input(place, hashes)

    def disproved(
        self, runner: Runner, place: StorePlace, expected: ExpectedSort, level: str, ids: Path | None = None
    ) -> Unfit | None:
        """Has the runner read all objects of a store, those of ``ids`` in that order; why they are not those
        that are expected."""
        arguments = of_pool(self.pool) | of_place(place) | {"objects": expected.objects}
        arguments |= {} if ids is None else {"ids": ids}
        arguments |= {"level": level, "threads": 1, "direct": 0, "keep_objects": 0, "warmup_ns": 0}
        found = self._answered(runner, READ_VERB, arguments, "fetched", expected.objects)
        if isinstance(found, Unfit):
            return found
        if found != expected.digest_sum:
            return Unfit("wrong", f"Its objects have the digest {found} where {expected.digest_sum} belongs.")
        return None

    def _answered(
        self, runner: Runner, verb: str, arguments: dict[str, object], tag: str, objects: int
    ) -> str | Unfit:
        """The digest in the reply's line ``tag``, empty where it has none, or why there is no such line."""
        conversation = ask(runner, verb, arguments, limit_s(objects, self.pool.mean_bytes))
        try:
            found = replies_of(conversation)
            if isinstance(found, Unfit):
                return found
            require_pool(only(found, "corpus"), self.pool.corpus.manifest)
            result = only(found, tag)
            require_objects(result, objects)
            return result.digest() if "digest" in result.fields else ""
        except ProtocolFault as fault:
            return Unfit("protocol", str(fault))
