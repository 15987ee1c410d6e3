"""Writes messages of another size in every fork; its second word names the file that counts them."""

from pathlib import Path

from fakes.honest import Honest, start


class Grower(Honest):
    def __init__(self, words: list[str]) -> None:
        counter = Path(words.pop(0))
        self.starts = int(counter.read_text()) if counter.exists() else 0
        super().__init__(words)
        if self.verb == "measure":
            counter.write_text(str(self.starts + 1))

    def size_bytes(self) -> int:
        return super().size_bytes() + self.starts


if __name__ == "__main__":
    start(Grower)
