"""Finds no room for what it writes while it measures."""

import errno
import os

from fakes.honest import Honest, start


class Roomless(Honest):
    def measure(self) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


if __name__ == "__main__":
    start(Roomless)
