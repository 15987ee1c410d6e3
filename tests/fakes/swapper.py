"""Writes the same values in another byte order, and can read only that."""

from fakes.honest import Honest, start


class Swapper(Honest):
    def message(self, index: int) -> bytes:
        return self.objects[index][::-1]

    def value(self, index: int, message: bytes) -> bytes:
        return message[::-1]


if __name__ == "__main__":
    start(Swapper)
