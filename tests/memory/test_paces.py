"""The pace of each operation of a fork, by looks at cores between the operations."""

import pytest

from serbench.experiments.memory.paces import Paces
from serbench.machine.pace import Pace
from serbench.runner.reply import Reply


@pytest.fixture
def replies(monkeypatch: pytest.MonkeyPatch) -> list[Reply]:
    """The words of a runner about two operations of which each collects."""
    monkeypatch.setattr("os.sched_getaffinity", lambda pid: {0})
    monkeypatch.setattr("serbench.experiments.memory.paces.busiest_core", lambda pid: 0)
    of_operation = (("verified", "before"), ("sample", ""), ("sample", ""), ("gc", ""), ("verified", "after"))
    return [
        Reply("runner", {}),
        Reply("corpus", {}),
        *(
            Reply(tag, {"operation": operation, "phase": phase})
            for operation in ("encode", "decode")
            for tag, phase in of_operation
        ),
        Reply("collected", {"operation": "encode"}),
        Reply("collected", {"operation": "decode"}),
        Reply("memory", {}),
    ]


@pytest.mark.parametrize(
    ("looks", "expected"),
    [
        ((100, 100, 100, 100, 100), {"encode": 1.0, "decode": 1.0}),
        ((190, 100, 100, 100, 100), {"encode": 1.9, "decode": 1.0}),
        ((100, 190, 100, 100, 100), {"encode": 1.9, "decode": 1.9}),
        # A stretch over collections counts like the samples.
        ((100, 100, 100, 100, 190), {"encode": 1.0, "decode": 1.9}),
        ((100, 190, 100, 120, 100), {"encode": 1.9, "decode": 1.9}),
    ],
)
def test_each_operation_has_the_longer_of_the_looks_around_what_was_timed(
    looks: tuple[int, ...], expected: dict[str, float], replies: list[Reply]
) -> None:
    times = iter(looks)
    paces = Paces(Pace(lambda core: next(times), fastest_ns=100), "go/honest")
    for reply in replies:
        paces.heard(reply)
    assert (paces.of, list(times)) == (expected, [])


def test_where_no_core_can_be_looked_at_no_pace_is_told(replies: list[Reply]) -> None:
    paces = Paces(Pace(lambda core: None), "go/honest")
    for reply in replies:
        paces.heard(reply)
    assert paces.of == {}
