"""The plan of torture: how many cases are made, and how long they are expected to take."""

from serbench.engine.work import Fork
from serbench.experiments.torture.plan import make_plan
from serbench.languages import language_of

PLAN = make_plan([("cpp/a", "w"), ("java/a", "w")], 1000, 1)


def test_large_messages_make_fewer_cases() -> None:
    assert [PLAN.cases_of(mean_bytes) for mean_bytes in (0, 300, 2**20, 2**30)] == [1000, 1000, 512, 1]


def test_large_messages_take_longer() -> None:
    native, virtual = Fork("cpp/a", "w", 0), Fork("java/a", "w", 0)
    assert PLAN.of_fork_ns(native, 0) == 800_000_000 + 1000 * 150_000
    # A byte of each of 1000 cases takes 30 ns.
    assert PLAN.of_fork_ns(native, 100_000) == PLAN.of_fork_ns(native, 0) + 3_000_000_000
    byte_ns = 30 * language_of("java/a").slowness
    assert PLAN.of_fork_ns(virtual, 100_000) - PLAN.of_fork_ns(virtual, 0) == 100_000_000 * byte_ns
