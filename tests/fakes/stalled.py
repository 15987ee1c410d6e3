"""Claims samples of decode far shorter than was asked for in the process that measures first, as after a
stall of the machine; its second word names the file that says that there was one."""

from pathlib import Path

from fakes.honest import Honest, start


class Stalled(Honest):
    def __init__(self, words: list[str]) -> None:
        already = Path(words.pop(0))
        super().__init__(words)
        self.stalls = self.verb == "measure" and not already.exists()
        if self.stalls:
            already.touch()

    def sample(self, operation: str, number: int) -> None:
        if self.stalls and operation == "decode":
            self.say("sample", operation=operation, n=len(self.objects), cpu_ns=1, wall_ns=900)
        else:
            super().sample(operation, number)


if __name__ == "__main__":
    start(Stalled)
