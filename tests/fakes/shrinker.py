"""Claims smaller messages for encode than its other operations read."""

from fakes.honest import Honest, start


class Shrinker(Honest):
    def measure_operation(self, operation: str) -> None:
        self.operation = operation
        super().measure_operation(operation)

    def size_bytes(self) -> int:
        return super().size_bytes() - (self.operation == "encode")


if __name__ == "__main__":
    start(Shrinker)
