"""The lines of a reply: a tag, then pairs."""

import os
import re

from harness.protocol.refusal import because, refuse

_ESCAPED = re.compile(rb"[\x00-\x20%\x7f-\xff]")


class Digest(int):
    """A number that is written as 16 hexadecimal digits."""


def line(tag: str, **values: int | str) -> str:
    """A line without its end; texts are percent-encoded where PROTOCOL.md says so."""
    return " ".join([tag, *(f"{key}={_written(value)}" for key, value in values.items())])


def _written(value: int | str) -> str:
    if isinstance(value, Digest):
        return f"{value:016x}"
    if isinstance(value, int):
        return str(int(value))
    # What the arguments or a library cannot give as Unicode is shown by its escapes.
    data = value.encode("utf-8", "backslashreplace")
    return _ESCAPED.sub(lambda found: b"%%%02X" % found[0][0], data).decode("ascii")


class Replies:
    """Writes lines to the true standard output, which it takes for itself: whatever else is written there
    from then on goes to standard error."""

    def __init__(self) -> None:
        self._output = os.dup(1)
        os.dup2(2, 1)

    def send(self, tag: str, **values: int | str) -> None:
        """Writes a line at once, so that what was said before a crash is known."""
        waiting = (line(tag, **values) + "\n").encode("ascii")
        try:
            while waiting:
                waiting = waiting[os.write(self._output, waiting) :]
        except OSError as fault:
            raise refuse(f"The reply cannot be written: {because(fault)}.") from fault
