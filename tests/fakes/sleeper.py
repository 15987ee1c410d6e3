"""Says nothing at all and never ends."""

from fakes.honest import Honest, hang, start


class Sleeper(Honest):
    def run(self) -> int:
        hang()
        return 0


if __name__ == "__main__":
    start(Sleeper)
