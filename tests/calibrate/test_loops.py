"""The reply of a runner about its sampling loops."""

from pathlib import Path

import pytest
from fakes.tiny import make_corpus, runner

from serbench.errors import SerbenchError
from serbench.experiments.memory.calibrate.loops import LoopCost, loop_cost, read_loop_cost
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


def test_a_runner_that_lacks_the_verb_is_named_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(SerbenchError) as refused:
        loop_cost(runner("honest"), make_corpus(tmp_path))
    assert str(refused.value) == (
        "The runner of cpp/honest lacks the verb calibrate and cannot measure its loops: name other codecs"
        " with --codecs, or add the verb to its harness (PROTOCOL.md)."
    )
