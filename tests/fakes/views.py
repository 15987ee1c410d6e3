"""Rows of codecs of which some have messages of their own, so that there are two rankings."""

from typing import Any

from fakes.samples import measured

from serbench.record.row import Row

# Nanoseconds of encode, decode, serialize and deserialize: the second is first by its own messages, and the
# third has none.
TIMES_NS = {"cpp/a": (400, 800, 300, 600), "cpp/b": (1000, 1000, 100, 250), "cpp/c": (200, 300)}
OPERATIONS = ("encode", "decode", "serialize", "deserialize")


def rows_of(times_ns: dict[str, tuple[int, ...]] = TIMES_NS, forks: int = 5) -> list[Row]:
    return [
        measured(codec, operation, fork, time_ns + fork / 100)
        for codec, own in times_ns.items()
        for operation, time_ns in zip(OPERATIONS, own, strict=False)
        for fork in range(forks)
    ]


def record_of(*not_read: str) -> dict[str, Any]:
    runners = [
        {
            "codec": codec,
            "workload": "record",
            "operations": dict.fromkeys(OPERATIONS[: len(own)], "application"),
            "not_read": list(not_read) if codec == "cpp/b" else [],
        }
        for codec, own in TIMES_NS.items()
    ]
    return {"experiment": "memory", "operations": None, "runners": runners, "failures": []}
