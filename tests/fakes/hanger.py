"""Never ends measuring decode, and so never ends."""

from fakes.honest import Honest, hang, start


class Hanger(Honest):
    def sample(self, operation: str, number: int) -> None:
        if operation == "decode":
            hang()
        super().sample(operation, number)


if __name__ == "__main__":
    start(Hanger)
