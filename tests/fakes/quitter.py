"""Ends with status 0 but without the end of its reply."""

import sys

from fakes.honest import Honest, start


class Quitter(Honest):
    def measure(self) -> None:
        super().measure()
        sys.exit(0)


if __name__ == "__main__":
    start(Quitter)
