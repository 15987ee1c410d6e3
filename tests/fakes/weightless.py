"""Claims messages of no bytes."""

from fakes.honest import Honest, start


class Weightless(Honest):
    def size_bytes(self) -> int:
        return 0


if __name__ == "__main__":
    start(Weightless)
