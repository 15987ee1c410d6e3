"""Speaks another version of the protocol."""

from fakes.honest import Honest, start


class Foreign(Honest):
    protocol = 2


if __name__ == "__main__":
    start(Foreign)
