"""Writes each object with a byte that differs: in each message, or in each process."""

import itertools
import os

from fakes.honest import Honest, start

_COUNT = itertools.count()


class Drawer(Honest):
    def message(self, index: int) -> bytes:
        drawn = os.getpid() if self.codec.endswith("process") else next(_COUNT)
        return super().message(index) + str(drawn).encode()


if __name__ == "__main__":
    start(Drawer)
