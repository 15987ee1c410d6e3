"""The plan of sizes: how long a codec is expected to take."""

from serbench.engine.work import Fork
from serbench.experiments.sizing.plan import COMPRESSED_BYTES, make_plan

PLAN = make_plan([("cpp/a", "w")], 1)
FORK = Fork("cpp/a", "w", 0)


def test_tiny_data_take_the_start_of_a_process() -> None:
    assert PLAN.of_fork_ns(FORK, 160) == 500_000_000 + 160 * 250


def test_only_a_part_of_large_data_is_compressed() -> None:
    assert PLAN.of_fork_ns(FORK, 2**30) == PLAN.of_fork_ns(FORK, COMPRESSED_BYTES) == 2_597_152_000
