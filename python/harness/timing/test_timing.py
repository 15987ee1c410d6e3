import gc
import unittest

from harness.timing.collector import Collecting, fix_runtime
from harness.timing.phase_times import PhaseTimes
from harness.timing.resident_memory import peak_resident_bytes, resident_bytes
from harness.timing.sampler import Sample, SamplingPlan, take

_PLAN = SamplingPlan(sample_ns=1000, samples=5, warmup_ns=0, budget_ns=100)


class Sampling(unittest.TestCase):
    def test_rotations_double_until_a_sample_is_long_enough(self) -> None:
        taken: list[int] = []

        def sample(rotations: int) -> Sample:
            taken.append(rotations)
            return Sample(rotations, rotations * 300, 0)

        self.assertEqual(_PLAN.calibrated_rotations(sample), 4)
        self.assertEqual(taken, [1, 2, 4, 4])

    def test_a_sample_that_is_long_by_a_stall_ends_no_calibration(self) -> None:
        stalled = iter([5000])
        rotations = _PLAN.calibrated_rotations(lambda count: Sample(count, next(stalled, count * 300), 0))
        self.assertEqual(rotations, 4)

    def test_the_budget_ends_sampling_after_three(self) -> None:
        for taken, elapsed_ns, goes_on in ((2, 1000, True), (3, 100, False), (3, 99, True), (5, 0, False)):
            self.assertEqual(_PLAN.goes_on(taken, elapsed_ns), goes_on, (taken, elapsed_ns))

    def test_a_sample_has_all_rotations(self) -> None:
        done: list[int] = []
        found = take(done.append, objects=3, rotations=7)
        self.assertEqual((done, found.n), ([7], 21))
        self.assertLessEqual(found.cpu_ns, found.wall_ns + 10**9)


class Phases(unittest.TestCase):
    def test_phases_that_were_timed_are_told_in_order(self) -> None:
        phases = PhaseTimes("read", "write", "free")
        self.assertEqual(phases.timed(2, lambda: "done"), "done")
        phases.timed(0, lambda: None)
        phases.timed(0, lambda: sum(range(1000)))
        told = list(phases.each())
        self.assertEqual([name for name, _, _ in told], ["read", "free"])
        self.assertTrue(all(wall_ns > 0 and cpu_ns >= 0 for _, wall_ns, cpu_ns in told))


class Collector(unittest.TestCase):
    def test_the_rules_are_set_whatever_was_set_before(self) -> None:
        gc.disable()
        gc.set_threshold(5)
        fix_runtime()
        self.assertTrue(gc.isenabled())
        self.assertEqual(gc.get_threshold(), (700, 10, 10))

    def test_collections_are_counted_within(self) -> None:
        gc.collect()
        with Collecting() as collected:
            gc.collect()
            gc.collect()
        gc.collect()
        self.assertEqual(collected.collections, 2)
        self.assertGreater(collected.ns, 0)


class Memory(unittest.TestCase):
    def test_the_peak_remains_when_memory_is_released(self) -> None:
        held = bytearray(64 << 20)
        self.assertGreaterEqual(resident_bytes(), len(held))
        del held
        self.assertGreaterEqual(peak_resident_bytes(), 64 << 20)
        self.assertLess(resident_bytes(), peak_resident_bytes() - (32 << 20))


if __name__ == "__main__":
    unittest.main()
