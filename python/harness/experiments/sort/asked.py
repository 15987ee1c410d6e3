"""What a sort has been asked for, and what it works with."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from harness.experiments.sort.budget import Budget, block_records
from harness.experiments.sort.contract import Contract
from harness.experiments.sort.entry import Record
from harness.experiments.sort.keys import Keys
from harness.experiments.sort.tally import DECODE, ENCODE, FREE, KEY, Tally
from harness.experiments.store.reader import Reader
from harness.experiments.store.telling import guarded


@dataclass(frozen=True, slots=True)
class Asked:
    """``scratch`` is the folder of runs, ``direct`` leaves the page cache out, ``largest_bytes`` are those of
    the largest message."""

    reader: Reader
    contract: Contract
    keys: Keys
    budget: Budget
    scratch: str
    direct: bool
    warmup_ns: int
    largest_bytes: int

    @property
    def holds_objects(self) -> bool:
        return self.contract is Contract.OBJECTS


@dataclass(slots=True)
class Worker:
    """The codec, and what it has done."""

    asked: Asked
    codec: Any
    tally: Tally = field(default_factory=Tally)

    def decoded(self, records: Sequence[Record]) -> list[Any]:
        """The objects of a block."""
        decode, objects = self.codec.decode, list[Any]()
        self.tally.decodes += len(records)

        # Those that were decoded are there, so the next one was not.
        with guarded(lambda: records[len(objects)][0]):
            self.tally.timed(DECODE, lambda: objects.extend(decode(message) for _, message in records))
        return objects

    def keys_of(self, records: Sequence[Record], objects: Sequence[Any]) -> list[int]:
        """The keys of a block, one for each record; ``objects`` are those that are held. With the contract
        lazy all are 0."""
        keys = self.asked.keys
        match self.asked.contract:
            case Contract.OBJECTS:
                return self._read_of(objects)
            case Contract.KEPT_BY_ACCESS:
                return self._accessed(records)
            case Contract.KEPT_BY_DECODING:
                return self._decoded_keys(records)
            case Contract.LAZY:
                return [0] * len(records)
            case Contract.RAW:
                listed = keys.listed
                return self.tally.timed(KEY, lambda: [keys.cut(listed[number]) for number, _ in records])

    def read_key(self, record: Record) -> int:
        """The key of a message, read by access-one; a failure names the object."""
        self.tally.accesses += 1
        try:
            touch: int = self.codec.access_one(record[1])
        except Exception:
            with guarded(record[0]):
                raise
        return self.asked.keys.cut(touch)

    def encoded(self, objects: Sequence[Any], numbers: Sequence[int]) -> list[Record]:
        """The records of objects."""
        encode, messages = self.codec.encode, list[bytes]()
        with guarded(lambda: numbers[len(messages)]):
            self.tally.timed(ENCODE, lambda: messages.extend(bytes(encode(made)) for made in objects))
        return list(zip(numbers, messages, strict=True))

    def freed(self, free: Callable[[], None]) -> None:
        """Releases objects."""
        self.tally.timed(FREE, free)

    def _read_of(self, objects: Sequence[Any]) -> list[int]:
        of, cut = self.asked.keys.of, self.asked.keys.cut
        return self.tally.timed(KEY, lambda: [cut(of(made)) for made in objects])

    def _accessed(self, records: Sequence[Record]) -> list[int]:
        access, cut, found = self.codec.access_one, self.asked.keys.cut, list[int]()
        self.tally.accesses += len(records)
        with guarded(lambda: records[len(found)][0]):
            self.tally.timed(KEY, lambda: found.extend(cut(access(message)) for _, message in records))
        return found

    def _decoded_keys(self, records: Sequence[Record]) -> list[int]:
        """Decodes few at once, because a merge's blocks can be large, and their objects are not part of its
        memory."""
        found = list[int]()
        sizes = [len(message) for _, message in records]
        begin = 0
        while begin < len(records):
            end = begin + block_records(sizes, self.asked.budget.decoded_block_bytes, begin)
            objects = self.decoded(records[begin:end])
            found += self._read_of(objects)
            self.freed(objects.clear)
            begin = end
        return found
