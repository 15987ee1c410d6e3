"""Programs that answer each line of their input by a line."""

import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

Ask = Callable[..., str]


@contextmanager
def answering(command: Sequence[str]) -> Iterator[Ask]:
    """Asks a program, which runs as long as the context, by the words of a question."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None and process.stdout is not None
        questions, answers = process.stdin, process.stdout

        def ask(*question: object) -> str:
            questions.write(" ".join(map(str, question)) + "\n")
            questions.flush()
            return answers.readline().removesuffix("\n")

        yield ask
