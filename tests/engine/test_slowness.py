"""How long the next fork is expected to take, by those before it."""

import pytest
from fakes.samples import failed, measured

from serbench.engine.executing import Slowness
from serbench.experiments.memory.plan import Fork, Preset, estimated_ns

# A fork of this preset and one operation is estimated at 100 ms.
PRESET = Preset("x", 2, samples=8, sample_ns=4_000_000, warmup_ns=18_000_000, budget_ns=1)
ONE, TWO = (Fork("cpp/a", "record", 0, operations) for operations in (("encode",), ("encode", "decode")))
SOUND = [measured("cpp/a", "encode", 0, 10)]


def test_a_fork_takes_its_estimate_times_the_slowness_of_those_before_it() -> None:
    slowness = Slowness(lambda fork: estimated_ns(PRESET, [fork]))
    assert (slowness.expected_s(ONE), slowness.expected_s(TWO)) == pytest.approx((0.1, 0.17))
    slowness.add(ONE, SOUND, 0.5)
    slowness.add(ONE, SOUND, 0.1)
    assert (slowness.expected_s(ONE), slowness.expected_s(TWO)) == pytest.approx((0.3, 0.51))


def test_no_fork_is_expected_to_take_less_than_its_estimate() -> None:
    slowness = Slowness(lambda fork: estimated_ns(PRESET, [fork]))
    slowness.add(ONE, SOUND, 0.05)
    assert slowness.expected_s(ONE) == pytest.approx(0.1)


def test_a_fork_that_hung_tells_nothing_of_others() -> None:
    slowness = Slowness(lambda fork: estimated_ns(PRESET, [fork]))
    slowness.add(ONE, [*SOUND, failed("cpp/a", "decode", 0, "timeout", "It hung.")], 60.0)
    assert slowness.expected_s(ONE) == pytest.approx(0.1)
