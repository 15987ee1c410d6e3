"""Claims samples far shorter than was asked for."""

from fakes.honest import Honest, start


class Hurrier(Honest):
    def sample(self, operation: str, number: int) -> None:
        self.say("sample", operation=operation, n=len(self.objects), cpu_ns=1 + number, wall_ns=900)


if __name__ == "__main__":
    start(Hurrier)
