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
        ((100, 190, 100, 190, 100), {"encode": 1.9, "decode": 1.9}),
    ],
)
def test_each_operation_has_the_longer_of_the_looks_around_what_was_timed(
    looks: tuple[int, ...], expected: dict[str, float], replies: list[Reply]
) -> None:
    times = iter(looks)
    paces = Paces(Pace(lambda core: next(times), fastest_ns=100), "go/honest")
    for reply in replies:
        paces.listener.heard(reply)
    assert (paces.of, list(times)) == (expected, [])


@pytest.mark.parametrize(("between", "expected"), [((190, 100, 100), 1.2), ((190, 190, 190), 1.9), ((), 1.2)])
def test_an_operation_that_takes_long_is_looked_at_in_between(
    between: tuple[int, ...], expected: float, replies: list[Reply]
) -> None:
    times = iter([100, *between, 120])
    paces = Paces(Pace(lambda core: next(times), fastest_ns=100), "java/honest")
    for reply in replies[1:7]:
        paces.listener.heard(reply)
        # Only what lies between the first proof and the second is timed.
        for _ in between if reply.fields.get("phase") == "before" else ():
            paces.listener.silent()
    paces.listener.silent()
    assert (paces.of, list(times)) == ({"encode": expected}, [])


def test_after_a_failure_and_in_another_process_nothing_is_timed(replies: list[Reply]) -> None:
    looked: list[int] = []
    paces = Paces(Pace(lambda core: looked.append(core) or 100), "go/honest")  # type: ignore[func-returns-value]
    paces.listener.heard(replies[2])
    paces.listener.heard(Reply("failed", {"operation": "encode"}))
    paces.listener.silent()
    paces.listener.heard(replies[2])
    paces.listener.started(7)
    paces.listener.silent()
    assert looked == []
    paces.listener.heard(replies[2])
    paces.listener.silent()
    assert looked == [0]


def test_where_no_core_can_be_looked_at_no_pace_is_told(replies: list[Reply]) -> None:
    paces = Paces(Pace(lambda core: None), "go/honest")
    for reply in replies:
        paces.listener.heard(reply)
    paces.listener.silent()
    assert paces.of == {}
