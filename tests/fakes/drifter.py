"""Is right before timing and wrong after it."""

from fakes.honest import Honest, start


class Drifter(Honest):
    def operation_digest(self, operation: str, phase: str) -> str:
        return "0123456789abcdef" if phase == "after" else self.corpus_digest()


if __name__ == "__main__":
    start(Drifter)
