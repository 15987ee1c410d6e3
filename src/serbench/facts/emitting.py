"""Asks a runner for the messages of objects."""

from pathlib import Path

from serbench.codecs.runner import Runner
from serbench.corpus.container import read_messages
from serbench.errors import SerbenchError
from serbench.runner.process import ask

TIMEOUT_S = 60.0


def emitted(runner: Runner, corpus: Path, out: Path, timeout_s: float = TIMEOUT_S) -> list[bytes | None]:
    """The messages that one process of a codec writes of the objects of a corpus, into the file ``out``; None
    for an object that it cannot write. Raises SerbenchError where it does not write."""
    conversation = ask(runner, "emit", {"corpus": corpus, "out": out}, timeout_s)
    if conversation.outcome != "ok":
        raise SerbenchError(f"{runner.codec} did not write: {conversation.sentence}")
    return list(read_messages(out))
