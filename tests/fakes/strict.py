"""Refuses to read what is above 255."""

from fakes.honest import Honest, start


class Strict(Honest):
    def judged(self, index: int, value: bytes, message: bytes) -> dict[str, object]:
        if any(message[1:]):
            return {"outcome": "error", "operation": "decode", "detail": "this is too large"}
        return super().judged(index, value, message)


if __name__ == "__main__":
    start(Strict)
