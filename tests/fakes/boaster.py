"""Claims samples that are longer than its own life."""

from fakes.honest import Honest, start


class Boaster(Honest):
    def sample(self, operation: str, number: int) -> None:
        self.say("sample", operation=operation, n=len(self.objects), cpu_ns=1000, wall_ns=3_600 * 10**9)


if __name__ == "__main__":
    start(Boaster)
