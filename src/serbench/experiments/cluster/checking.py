"""The expected result of a job (PROTOCOL.md, cluster), computed here from the pool alone."""

import struct
from dataclasses import dataclass, field

import xxhash

from serbench.experiments.cluster.plan import AGGREGATE, BROADCAST
from serbench.pools.pool import Pool, digests_of

_PAIR = struct.Struct("<QQ")
_MASK = 2**64 - 1
# The most objects in a broadcast list, and the keys of an aggregation.
_MOST_BROADCAST, _KEYS = 4096, 1024


@dataclass(frozen=True, slots=True)
class ExpectedJob:
    """The expected output of a job: ``objects`` from number ``first`` on, with the ``digest`` of these."""

    first: int
    objects: int
    digest: str


def numbered_digest(digest: int, number: int) -> int:
    """The part that an object has in the digest of a job. It depends on the number too, so that an object in
    another's place is seen."""
    return xxhash.xxh64_intdigest(_PAIR.pack(digest, number))


def range_of(job: str, objects: int, pool_objects: int) -> tuple[int, int]:
    """The numbers of the objects that come out of a job over ``objects``: the first, and how many."""
    if job == BROADCAST:
        return 0, min(objects, pool_objects, _MOST_BROADCAST)
    if job == AGGREGATE:
        # For each key the object with the largest number stays.
        return objects - min(objects, _KEYS), min(objects, _KEYS)
    return 0, objects


@dataclass(slots=True)
class Expectations:
    """The expected outputs of jobs; the digest of each range of objects is computed once."""

    pool: Pool
    _found: dict[tuple[int, int], str] = field(default_factory=dict)

    def of(self, job: str, objects: int) -> ExpectedJob:
        first, count = range_of(job, objects, self.pool.corpus.manifest.objects)
        if (first, count) not in self._found:
            numbers = range(first, first + count)
            pairs = zip(digests_of(self.pool, numbers), numbers, strict=True)
            total = sum(numbered_digest(digest, number) for digest, number in pairs)
            self._found[first, count] = f"{total & _MASK:016x}"
        return ExpectedJob(first, count, self._found[first, count])
