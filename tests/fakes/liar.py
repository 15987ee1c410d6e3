"""Claims another digest for decode than the values have."""

from fakes.honest import Honest, start


class Liar(Honest):
    def operation_digest(self, operation: str, phase: str) -> str:
        return "0123456789abcdef" if operation == "decode" else self.corpus_digest()


if __name__ == "__main__":
    start(Liar)
