"""Rows with given times, for the tests of the report."""

from typing import Any

from serbench.record.row import Row

RECORD: dict[str, Any] = {
    "experiment": "memory",
    "operations": None,
    "runners": [
        {
            "codec": "cpp/a",
            "workload": "record",
            "operations": {"encode": "application", "decode": "application"},
        },
        {
            "codec": "cpp/b",
            "workload": "record",
            "operations": {"decode": "application", "access-one": "application", "access-all": "application"},
        },
        {
            "codec": "cpp/c",
            "workload": "record",
            "operations": {"encode": "application", "decode": "application"},
        },
        {"codec": "cpp/floor", "workload": "record", "operations": {"decode": "application"}, "floor": True},
    ],
    "failures": [],
}
_N = 1000


def measured(
    codec: str, operation: str, fork: int, cpu_ns: float, size_bytes: int = 6400, side: str = "application"
) -> Row:
    """A row of three samples of which the middle one has this CPU time for one operation, the wall clock
    twice."""
    total = round(cpu_ns * _N)
    return Row(
        codec=codec,
        language="cpp",
        workload="record",
        operation=operation,
        side=side,
        fork=fork,
        fork_rows=1,
        outcome="ok",
        detail="",
        product_key="k",
        command=("runner",),
        started_at="2026-11-21T21:07:00.000+00:00",
        n=(_N, _N, _N),
        cpu_ns=(total + 50, total, total - 1),
        wall_ns=(2 * total, 2 * total + 7, 2 * total - 1),
        size_bytes=size_bytes,
        objects=64,
    )


def runners(**products: str) -> list[dict[str, Any]]:
    """The runners of C++ codecs for the workload record, as run.json has them, by their products."""
    operations = {"encode": "application", "decode": "application"}
    return [
        {"codec": f"cpp/{name}", "workload": "record", "operations": operations, "product_key": product}
        for name, product in products.items()
    ]


def failed(codec: str, operation: str, fork: int, outcome: str, detail: str) -> Row:
    return Row(
        codec=codec,
        language="cpp",
        workload="record",
        operation=operation,
        side="application",
        fork=fork,
        fork_rows=1,
        outcome=outcome,
        detail=detail,
        product_key="k",
        command=("runner",),
        started_at="2026-11-21T21:07:00.000+00:00",
    )
