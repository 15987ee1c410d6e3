"""Gives another value back for the objects that are above 255, and refuses to read none."""

from fakes.honest import Honest, start


class Forgetful(Honest):
    def value(self, index: int, message: bytes) -> bytes:
        return message[:1] + b"\0\0\0" + message[4:]


if __name__ == "__main__":
    start(Forgetful)
