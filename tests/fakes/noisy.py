"""Lets its library print to standard output."""

from fakes.honest import Honest, start


class Noisy(Honest):
    def measure_operation(self, operation: str) -> None:
        print("hello", flush=True)
        super().measure_operation(operation)


if __name__ == "__main__":
    start(Noisy)
