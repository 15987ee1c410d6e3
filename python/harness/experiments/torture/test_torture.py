import subprocess
import sys
import unittest

from harness.experiments.torture.finding import Finding, failed
from harness.experiments.torture.limits import mapped_bytes


class PanicException(BaseException):
    pass


class Findings(unittest.TestCase):
    def test_what_rejects_and_what_runs_into_bytes(self) -> None:
        for fault, opened, outcome in (
            (ValueError("no"), False, "rejected"),
            (EOFError(), False, "rejected"),
            (OverflowError(), False, "rejected"),
            (IndexError("9"), False, "foreign"),
            (TypeError(), False, "foreign"),
            (TypeError(), True, "fault"),
            (ValueError(), True, "fault"),
            (MemoryError(), True, "foreign"),
            (RecursionError(), False, "foreign"),
            (PanicException(), True, "foreign"),
        ):
            self.assertEqual(failed(fault, opened=opened).outcome, outcome, fault)

    def test_a_detail_is_one_line_of_ascii(self) -> None:
        found = failed(ValueError("é" + "x" * 200 + "\nmore"), opened=False)
        self.assertEqual(found.detail, "ValueError: ?" + "x" * 107)
        self.assertEqual(Finding("accepted", digest=5).sentence, "Its value has the digest 0000000000000005.")


_LIMITED = """
from harness.experiments.torture.limits import cpu_limit, limit_memory
limit_memory(8 << 20, 64 << 20)
try:
    bytearray(1 << 30)
except MemoryError:
    print("refused", flush=True)
with cpu_limit(1_000_000_000):
    pass
with cpu_limit(50_000_000):
    while True:
        pass
"""


class Limits(unittest.TestCase):
    def test_limits_hold(self) -> None:
        self.assertGreater(mapped_bytes(), 1 << 20)
        found = subprocess.run(
            [sys.executable, "-c", _LIMITED], capture_output=True, text=True, timeout=60, check=False
        )
        # SIGPROF.
        self.assertEqual((found.stdout, found.returncode), ("refused\n", -27), found.stderr)


if __name__ == "__main__":
    unittest.main()
