"""Prints without end: to standard error, then a line that never ends."""

import sys

from fakes.honest import Honest, start


class Flood(Honest):
    def run(self) -> int:
        for number in range(20_000):
            print(f"{number:>62}", file=sys.stderr)
        while True:
            sys.stdout.write("x" * 65536)


if __name__ == "__main__":
    start(Flood)
