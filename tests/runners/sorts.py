"""Sorts for the tests of every language: runners, stores in any order, and what a sorted store must hold."""

import struct
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from runners.building import built_for
from runners.conftest import CODECS

from serbench.codecs.runner import Runner
from serbench.corpus.container import read_objects
from serbench.corpus.decoding import Decoder
from serbench.corpus.touch import Touch
from serbench.corpus.workload import Workload, find_workloads
from serbench.pools.numbers import write_for_runner
from serbench.pools.pool import Pool, digest_sum, pool_of
from serbench.pools.requests import of_pool
from serbench.runner.process import Conversation, ask
from serbench.runner.reply import Reply
from serbench.schema.access import access_plans

WORKLOAD = "tweet"
OBJECTS = 1000
TIMEOUT_S = 300.0
KIB, MIB = 1 << 10, 1 << 20
# Memories in which the objects make one run, a few that are merged at once, and more than two at once.
SINGLE_RUN = {"memory_bytes": 64 * MIB, "fan_in": 16}
ONE_MERGE = {"memory_bytes": 1280 * KIB, "fan_in": 16}
SEVERAL_PASSES = {"memory_bytes": 768 * KIB, "fan_in": 2}
SHUFFLED, ASCENDING, DESCENDING = "shuffled", "ascending", "descending"
# Runs what follows under a soft limit of a resource. A file that grows beyond its limit is an error and no
# signal, because Python ignores that signal, and so does what it runs.
_LIMITING = """
import os, resource, sys
which, most = int(sys.argv[1]), int(sys.argv[2])
resource.setrlimit(which, (most, resource.getrlimit(which)[1]))
os.execvp(sys.argv[3], sys.argv[3:])
"""
# A step that takes each number once, since it shares no factor with the number of objects.
_STEP = 387


@dataclass(frozen=True)
class Store:
    """The two files of a store, as FORMAT.md, section 6, has them."""

    data: Path
    index: Path

    @cached_property
    def extents(self) -> list[tuple[int, int]]:
        """Offset and bytes of each object, by its number."""
        content = self.index.read_bytes()
        (header_bytes, objects) = struct.unpack_from("<IQ", content, 12)
        entries = content[header_bytes : header_bytes + 16 * objects]
        return list(struct.iter_unpack("<QQ", entries))

    @property
    def identity(self) -> tuple[int, int, str, str]:
        """Number of objects, digest of the pool, codec and workload."""
        content = self.index.read_bytes()
        (objects, _, digest, codec_bytes) = struct.unpack_from("<QQQI", content, 16)
        codec, rest = content[44 : 44 + codec_bytes], content[44 + codec_bytes :]
        return objects, digest, codec.decode(), rest[4 : 4 + struct.unpack_from("<I", rest)[0]].decode()

    @property
    def order(self) -> list[int]:
        """The numbers of the objects as they lie in the data file."""
        return sorted(range(len(self.extents)), key=self.extents.__getitem__)

    def messages(self) -> list[bytes]:
        content = self.data.read_bytes()
        return [content[offset : offset + size] for offset, size in self.extents]


@dataclass(frozen=True)
class Sorting:
    """The runners of one language, and the objects with their keys in strings of its unit."""

    workload: Workload
    pool: Pool
    tweets: Sequence[Mapping[str, Any]]
    keys: Sequence[int]
    runners: Mapping[str, Runner]
    folder: Path
    _inputs: dict[tuple[str, str], Store] = field(default_factory=dict)

    def runner(self, codec: str) -> Runner:
        if codec not in self.runners:
            pytest.skip(f"{codec} is not available on this machine")
        return self.runners[codec]

    @cached_property
    def study_keys(self) -> list[int]:
        """Of Python's strings, which count code points."""
        return [
            len(tweet["text"])
            + len((tweet.get("quoted_status") or {"text": ""})["text"])
            + (tweet.get("retweeted_status") or {"retweet_count": 0})["retweet_count"]
            for tweet in self.tweets
        ]

    def order(self, distinct: int = 0, key: str = "access") -> list[int]:
        keys = self.study_keys if key == "study" else self.keys
        keys = [key % distinct for key in keys] if distinct else keys
        return sorted(range(OBJECTS), key=lambda number: (keys[number], number))

    def arranged(self, arrangement: str) -> list[int]:
        if arrangement == SHUFFLED:
            return [number * _STEP % OBJECTS for number in range(OBJECTS)]
        return self.order()[:: 1 if arrangement == ASCENDING else -1]

    def input(self, codec: str, arrangement: str = SHUFFLED) -> Store:
        """A store of the codec, written once."""
        key = codec, arrangement
        if key not in self._inputs:
            place = self.folder / f"{codec.replace('/', '-')}-{arrangement}"
            place.mkdir()
            self._inputs[key] = self.write(codec, self.arranged(arrangement), place)
        return self._inputs[key]

    def write(self, codec: str, order: Sequence[int], place: Path, **options: object) -> Store:
        only(self.ask_write(codec, order, place, **options), "stored")
        return Store(place / "data", place / "index")

    def ask_write(self, codec: str, order: Sequence[int], place: Path, **options: object) -> Conversation:
        write_for_runner(order, place / "order")
        arguments = of_pool(self.pool) | {"data": place / "data", "index": place / "index"}
        arguments |= {"objects": OBJECTS, "order": place / "order", "threads": 1, "direct": 0}
        return ask(self.runner(codec), "store-write", arguments | {"warmup_ns": 0} | options, TIMEOUT_S)

    def read(self, codec: str, store: Store, **options: object) -> Conversation:
        level = "bytes" if is_floor(codec) else "decode"
        arguments = of_pool(self.pool) | {"data": store.data, "index": store.index, "level": level}
        arguments |= {"objects": OBJECTS, "threads": 1, "direct": 0, "keep_objects": 0, "warmup_ns": 0}
        return ask(self.runner(codec), "store-read", arguments | options, TIMEOUT_S)

    def ask(self, codec: str, mode: str, store: Store, place: Path, **options: object) -> Conversation:
        """Asks for a sort of the store into the folder ``place``."""
        (place / "scratch").mkdir(exist_ok=True)
        arguments: dict[str, object] = {"data": store.data, "index": store.index}
        arguments |= {"sorted_data": place / "sorted", "sorted_index": place / "sorted-index"}
        arguments |= {"scratch": place / "scratch", "mode": mode, "distinct": 0, "threads": 1}
        arguments["key"] = "access"
        if mode == "raw":
            by_study = options.get("key") == "study"
            write_for_runner(self.study_keys if by_study else self.keys, place / "keys")
            arguments["keys"] = place / "keys"
        arguments |= SINGLE_RUN | {"direct": 0, "warmup_ns": 0}
        return ask(self.runner(codec), "sort", arguments | options, TIMEOUT_S)

    def limited(self, codec: str, resource: int, most: int) -> "Sorting":
        """The same with a runner whose use of a resource is limited, unless it raises the limit itself."""
        runner = self.runner(codec)
        words = (sys.executable, "-I", "-c", _LIMITING, str(resource), str(most))
        limited = replace(runner, command=(*words, *runner.command))
        return replace(self, runners={**self.runners, codec: limited})

    def accesses(self, codec: str) -> bool:
        """Whether the codec has an access-one of its own."""
        described = ask(self.runner(codec), "describe", {}, TIMEOUT_S)
        operations = [reply for reply in described.replies if reply.tag == "operation"]
        return "access-one" in [reply.text("name") for reply in operations]


def is_floor(codec: str) -> bool:
    return "floor" in CODECS[codec].traits


def sorting_by(codecs: Sequence[str], unit: str, folder: Path) -> Sorting:
    """The pool, objects and runners to sort by codecs of one language, as far as they are available."""
    (workload,) = find_workloads((WORKLOAD,))
    pool = pool_of(workload)
    runners = built_for("sort", codecs, workload)
    decoder = Decoder(workload.schema)
    objects = [decoder.decode(data) for data in list(read_objects(pool.corpus.path))[:OBJECTS]]
    assert len(objects) == OBJECTS
    # What access-one touches. In objects of the workload that is not their number.
    touch = Touch(workload.schema, access_plans(workload.schema)[0], unit)
    return Sorting(workload, pool, objects, [*map(touch, objects)], runners, folder)


def only(conversation: Conversation, tag: str) -> Reply:
    assert conversation.outcome == "ok", conversation.sentence
    (reply,) = [reply for reply in conversation.replies if reply.tag == tag]
    return reply


def phases(conversation: Conversation, thread: int = 0) -> set[str]:
    replies = [reply for reply in conversation.replies if reply.tag == "phase"]
    return {reply.text("name") for reply in replies if reply.count("thread") == thread}


def refusal(conversation: Conversation, outcome: str = "refused") -> str:
    assert conversation.outcome == outcome, conversation.sentence
    return conversation.detail


def phases_of(mode: str, accesses: bool, merged: bool) -> set[str]:
    """The phases that a sort by one thread cannot do without."""
    steps = {"read", "write", "fsync"}
    steps |= {"decode", "key", "encode"} if mode == "objects" else {"copy"}
    if mode in ("bytes", "raw"):
        steps |= {"key"} if accesses or mode == "raw" else {"key", "decode"}
    found = {f"chunks-{step}" for step in (*steps, "sort")}
    return found | {f"merge-{step}" for step in (*steps, "merge")} if merged else found


def prove_sorted(sorting: Sorting, codec: str, mode: str, place: Path, **options: object) -> Reply:
    """Sorts a store and proves everything that PROTOCOL.md says of it; the line ``sorted`` comes back. The
    options are those of the verb, and ``arrangement``, that of the input."""
    arrangement = str(options.pop("arrangement", SHUFFLED))
    source = sorting.input(codec, arrangement)
    before = source.data.read_bytes(), source.index.read_bytes()
    conversation = sorting.ask(codec, mode, source, place, **options)
    told = only(conversation, "sorted")
    assert (source.data.read_bytes(), source.index.read_bytes()) == before
    assert list((place / "scratch").iterdir()) == []
    found = Store(place / "sorted", place / "sorted-index")
    key = str(options.get("key", "access"))
    assert found.order == sorting.order(int(str(options.get("distinct", 0))), key)
    _prove_layout(found, told, direct=bool(options.get("direct")))
    assert found.identity == source.identity
    if mode == "objects":
        whole = only(sorting.read(codec, found), "fetched")
        assert whole.digest() == digest_sum(sorting.pool, range(OBJECTS))
    else:
        assert found.messages() == source.messages()
    assert told.count("fan_in") == int(str(options.get("fan_in", SINGLE_RUN["fan_in"])))
    accesses = key == "access" and sorting.accesses(codec)
    _prove_counts(told, mode, accesses)
    expected = phases_of(mode, accesses, merged=told.count("passes") > 0)
    extra = phases(conversation) - expected
    assert phases(conversation) >= expected
    assert {name.partition("-")[2] for name in extra} <= {"copy", "decode", "free"}
    peak, held = only(conversation, "memory").count("peak_bytes"), told.count("held_bytes")
    assert peak >= held
    # What several runs hold at a time can be less than what the process gives back meanwhile.
    assert held > 0 or told.count("chunks") > 1
    return told


def _prove_layout(found: Store, told: Reply, direct: bool) -> None:
    content = found.data.read_bytes()
    assert told.count("objects") == OBJECTS
    assert told.count("bytes") == sum(size for _, size in found.extents)
    assert told.count("data_bytes") == len(content) - 16
    end = 0
    for number in found.order:
        offset, size = found.extents[number]
        assert offset % 16 == 0
        assert offset - end < (4096 if direct else 16)
        assert content[end:offset].strip(b"\0") == b""
        end = offset + size
    assert content[end:-16].strip(b"\0") == b""
    assert (len(content) - 16) % (4096 if direct else 16) == 0


def _prove_counts(told: Reply, mode: str, accesses: bool) -> None:
    passes, comparisons = told.count("passes"), told.count("comparisons")
    assert (told.count("chunks") == 1) == (passes == 0)
    assert comparisons >= OBJECTS - 1
    # Each record is read once for the runs and once for each merge that it goes through: at least one, where
    # there are merges, and at most as many as there are passes.
    once, each = 1 + min(passes, 1), 1 + passes
    decoded = mode == "objects" or (mode == "bytes" and not accesses)
    accessed = mode == "bytes" and accesses
    for count, counts in ((told.count("decodes"), decoded), (told.count("accesses"), accessed)):
        if counts:
            assert once * OBJECTS <= count <= each * OBJECTS
        elif mode != "lazy":
            assert count == 0
    if mode == "lazy":
        assert (told.count("decodes"), told.count("accesses")) == (0, 2 * comparisons)
    assert told.count("written_bytes") >= told.count("data_bytes") + min(passes, 1) * told.count("bytes")
    in_runs = told.count("written_bytes") - told.count("data_bytes")
    assert told.count("read_bytes") >= told.count("bytes") + in_runs
