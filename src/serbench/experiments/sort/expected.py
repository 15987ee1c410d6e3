"""The expected result of a sort (FORMAT.md, section 8): keys, order and sequence digest.
It is computed here alone. Only the pool is read."""

import random
import sys
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import xxhash

from serbench.corpus.container import read_objects
from serbench.corpus.decoding import Decoder
from serbench.corpus.touch import Touch
from serbench.pools.pool import Pool, digests_of, number_field
from serbench.schema.access import AccessPlan, Reading, access_plans
from serbench.schema.model import Schema
from serbench.schema.study_key import StudyFields, study_fields

_LOW_BITS = 0xFFFFFFFF
_MASK = 2**64 - 1
# What objects are sorted by: what access-one touches, or the key of the complex-object study.
ACCESS, STUDY = "access", "study"
KEYS = (ACCESS, STUDY)
SHUFFLED, SORTED, REVERSED = "shuffled", "sorted", "reversed"
ARRANGEMENTS = (SHUFFLED, SORTED, REVERSED)


def keys_of(pool: Pool, schema: Schema, unit: str, objects: int) -> "array[int]":
    """The keys of objects 0 to ``objects`` - 1: what access-one touches in strings of this unit."""
    plan = access_plans(schema)[0]
    of_pool = _keys_of_pool(pool, schema, Touch(schema, plan, unit))
    numbers = range(objects)
    if pool.numbers is not None and reads_number(schema, plan):
        # In object i the low bits of its number are i, and the touch of a number is the number.
        high = [key & ~_LOW_BITS & _MASK for key in of_pool]
        return array("Q", (high[i % len(high)] | (i & _LOW_BITS) for i in numbers))
    return _repeated(of_pool, objects)


def study_keys_of(pool: Pool, schema: Schema, objects: int) -> "array[int]":
    """The study's keys of the same objects. They read no number, so they are those of the pool."""
    return _repeated(_keys_of_pool(pool, schema, partial(study_key, study_fields(schema))), objects)


def study_key(fields: StudyFields | None, obj: Mapping[str, Any]) -> int:
    """The code points of text and quoted text, and the retweets of what is retweeted; what is absent
    counts 0."""
    assert fields is not None, "refused before anything is measured"
    quoted, retweeted = obj.get(fields.quoted.name) or {}, obj.get(fields.retweeted.name) or {}
    texts = len(obj.get(fields.text.name) or "") + len(quoted.get(fields.quoted_text.name) or "")
    return (texts + int(retweeted.get(fields.retweet_count.name) or 0)) & _MASK


def _keys_of_pool(pool: Pool, schema: Schema, key: Callable[[Mapping[str, Any]], int]) -> list[int]:
    decoder = Decoder(schema)
    return [key(decoder.decode(data)) for data in read_objects(pool.corpus.path)]


def _repeated(of_pool: Sequence[int], objects: int) -> "array[int]":
    return array("Q", (of_pool[i % len(of_pool)] for i in range(objects)))


def reads_number(schema: Schema, plan: AccessPlan) -> bool:
    """Whether access-one reads the field that tells objects apart."""
    field_ = number_field(schema)
    reads = plan.reads[schema.root]
    return any(read.member is field_ for read in reads if read.reading is not Reading.SKIP)


def order_of(keys: "array[int]", distinct: int) -> "array[int]":
    """The numbers of the objects in the order of a sort: by key, taken modulo ``distinct`` unless that is 0,
    then by number."""
    if distinct:
        keys = array("Q", (reduced(key, distinct) for key in keys))
    # The sort is stable, so equal keys stay in the order of their numbers.
    return array("Q", sorted(range(len(keys)), key=keys.__getitem__))


def reduced(key: int, distinct: int) -> int:
    return key % distinct if distinct else key


def arranged(arrangement: str, order: "array[int]", seed: int) -> "array[int]":
    """The numbers in the order in which the input is written, of which ``order`` is the sorted one."""
    if arrangement == SORTED:
        return order
    if arrangement == REVERSED:
        return order[::-1]
    numbers = list(range(len(order)))
    random.Random(f"{seed} arrangement of {len(order)}").shuffle(numbers)
    return array("Q", numbers)


def sequence_digest(digests: "array[int]", order: Iterable[int]) -> str:
    """The digest of the objects' digests in an order."""
    in_order = array("Q", (digests[number] for number in order))
    if sys.byteorder == "big":
        in_order.byteswap()
    return xxhash.xxh64_hexdigest(in_order.tobytes())


@dataclass(frozen=True, slots=True)
class ExpectedSort:
    """Of a number of objects: their ``keys``, which are taken modulo ``distinct`` unless that is 0, their
    ``order``, the ``digest`` of that sequence, and the sum of the objects' digests, ``digest_sum``, both as
    text; ``arrangement`` is the order of the input."""

    keys: "array[int]"
    distinct: int
    order: "array[int]"
    arrangement: "array[int]"
    digest: str
    digest_sum: str

    @property
    def objects(self) -> int:
        return len(self.order)

    def key_of(self, number: int) -> int:
        return reduced(self.keys[number], self.distinct)


@dataclass(slots=True)
class Expectations:
    """The expected results for numbers of objects and units of strings, each computed once."""

    pool: Pool
    schema: Schema
    key: str
    distinct: int
    arrangement: str
    seed: int
    _digests: dict[int, "array[int]"] = field(default_factory=dict)
    _found: dict[tuple[int, str], ExpectedSort] = field(default_factory=dict)

    def of(self, objects: int, unit: str) -> ExpectedSort:
        key = (objects, unit)
        if key not in self._found:
            self._found[key] = self._computed(objects, unit)
        return self._found[key]

    def _computed(self, objects: int, unit: str) -> ExpectedSort:
        if objects not in self._digests:
            self._digests[objects] = array("Q", digests_of(self.pool, range(objects)))
        digests = self._digests[objects]
        keys = (
            study_keys_of(self.pool, self.schema, objects)
            if self.key == STUDY
            else keys_of(self.pool, self.schema, unit, objects)
        )
        order = order_of(keys, self.distinct)
        return ExpectedSort(
            keys,
            self.distinct,
            order,
            arranged(self.arrangement, order, self.seed),
            sequence_digest(digests, order),
            f"{sum(digests) & _MASK:016x}",
        )
