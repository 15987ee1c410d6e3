"""Dies of a segmentation fault in the middle of measuring decode."""

import os
import signal
import sys

from fakes.honest import Honest, start


class Crasher(Honest):
    def sample(self, operation: str, number: int) -> None:
        super().sample(operation, number)
        if operation == "decode":
            print("about to crash", file=sys.stderr, flush=True)
            os.kill(os.getpid(), signal.SIGSEGV)


if __name__ == "__main__":
    start(Crasher)
