"""Writes its messages with a byte more than the others do, and reads both."""

from fakes.honest import Honest, start


class Bilingual(Honest):
    def message(self, index: int) -> bytes:
        return self.objects[index] + b"!"

    def value(self, index: int, message: bytes) -> bytes:
        return message.removesuffix(b"!")


if __name__ == "__main__":
    start(Bilingual)
