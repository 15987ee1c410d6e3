"""What a runner says of its sampling loops."""

from __future__ import annotations

import pytest

from serbench.errors import SerbenchError
from serbench.experiments.memory.calibrate.loops import LoopCost, read_loop_cost
from serbench.runner.reply import Reply


def line(name: str, cpu_ns: int) -> Reply:
    return Reply("calibration", {"name": name, "n": "100", "cpu_ns": str(cpu_ns), "wall_ns": "1"})


def test_each_loop_is_the_median_of_its_samples() -> None:
    replies = [line("empty", cpu_ns) for cpu_ns in (20, 30, 900)]
    replies += [line("sampler-memcpy", 1010), line("hand-memcpy", 1000), Reply("end", {})]
    found = read_loop_cost("cpp", replies)
    assert found == LoopCost("cpp", 0.3, 10.1, 10.0)
    assert found.overhead == pytest.approx(0.01)


def test_a_loop_that_is_missing_is_said() -> None:
    with pytest.raises(SerbenchError, match=r"The cpp runner gave no samples of hand-memcpy\."):
        read_loop_cost("cpp", [line("empty", 1), line("sampler-memcpy", 1)])
