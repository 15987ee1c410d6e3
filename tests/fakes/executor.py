"""Tells instructions as a runner does with the counter preloaded; its second word is the factor of ``n``."""

import os

from fakes.honest import Honest, start


class Executor(Honest):
    def __init__(self, words: list[str]) -> None:
        self.factor = int(words.pop(0))
        super().__init__(words)

    def measure_operation(self, operation: str) -> None:
        super().measure_operation(operation)
        libraries = os.environ.get("LD_PRELOAD", "").split(os.pathsep)
        if any("counter" in library for library in libraries):
            n = self.factor * len(self.objects)
            self.say("executed", operation=operation, n=n, instructions=1000 * len(libraries))


if __name__ == "__main__":
    start(Executor)
