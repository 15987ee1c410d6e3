"""Reads a whole reply at once."""

from collections.abc import Iterable

from serbench.runner.reply import ReplyReader


def read_replies(lines: Iterable[bytes]) -> ReplyReader:
    """The reader that has taken these lines; ProtocolFault at the first that PROTOCOL.md does not allow."""
    reader = ReplyReader()
    for line in lines:
        reader.take(line)
    return reader
