"""The runner of the toy: its messages are the bytes of the corpus, and it times copies of them.

Started as ``runner.py WORKLOAD SCHEMA LANGUAGE/CODEC VERB key=value …``.
"""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from fakes.honest import start
from fakes.storer import Storer


class Toy(Storer):
    sides = {"encode": "application", "decode": "application"}  # noqa: RUF012

    def measure_operation(self, operation: str) -> None:
        self.verified(operation, "before")
        wanted_ns, n = int(self.arguments["sample_ns"]), len(self.objects)
        while self.copies(n)[0] < wanted_ns:
            n *= 2
        self.say("calibrated", operation=operation, n=n)
        for _ in range(int(self.arguments["samples"])):
            cpu_ns, wall_ns = self.copies(n)
            self.say("sample", operation=operation, n=n, cpu_ns=cpu_ns, wall_ns=wall_ns)
        self.verified(operation, "after")

    def copies(self, n: int) -> tuple[int, int]:
        """How long a number of copies takes, in nanoseconds of this thread and of the clock."""
        cpu_ns, wall_ns = time.thread_time_ns(), time.perf_counter_ns()
        for number in range(n):
            bytearray(self.objects[number % len(self.objects)])
        return time.thread_time_ns() - cpu_ns, time.perf_counter_ns() - wall_ns


if __name__ == "__main__":
    start(Toy)
