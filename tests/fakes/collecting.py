"""Counts collections in its samples, and measures a stretch over two where it is asked to."""

from fakes.honest import Honest, start


class Collecting(Honest):
    def measure_operation(self, operation: str) -> None:
        self.verified(operation, "before")
        for number in range(int(self.arguments["samples"])):
            self.sample(operation, number)
        self.say("gc", operation=operation, gc_ns=90, collections=5)
        self.verified(operation, "after")
        if "collecting_ns" in self.arguments:
            n = 2 * len(self.objects)
            counts = {"gc_ns": n * 50, "collections": 2}
            self.say("collected", operation=operation, n=n, cpu_ns=n * 200, wall_ns=n * 150, **counts)


if __name__ == "__main__":
    start(Collecting)
