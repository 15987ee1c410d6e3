"""What comes from a source."""

from harness.experiments.relay.connection import Connection
from harness.experiments.relay.frames import Frames

# What is read at once.
READ_BYTES = 128 << 10


class Source:
    """What has come and has not been handled yet."""

    def __init__(self, connection: Connection, largest: int) -> None:
        self.connection = connection
        self._largest = largest
        self._pieces: list[bytes] = []
        self._held_bytes = 0
        self._needed_bytes = 0

    def read(self) -> None:
        """Takes what is there; nothing where the source has ended."""
        content = self.connection.read(READ_BYTES)
        if content:
            self._pieces.append(content)
            self._held_bytes += len(content)

    def frames(self) -> Frames:
        """Those in what has come: none while the next one is not whole, so that a large one is not put
        together again with each of its pieces."""
        if self._held_bytes < self._needed_bytes and self.connection.is_open:
            return Frames(b"", self._largest)
        content = b"".join(self._pieces)
        self._pieces = [content] if content else []
        return Frames(content, self._largest)

    def keep_rest(self, handled: Frames) -> int:
        """Keeps what of these frames was not taken; tells how many bytes were copied for it."""
        if not handled.content:
            return 0
        rest = handled.content[handled.taken :]
        self._pieces = [rest] if rest else []
        self._held_bytes = len(rest)
        self._needed_bytes = len(rest) + handled.missing()
        return len(rest)

    @property
    def is_torn(self) -> bool:
        """Whether the source has ended within a frame."""
        return not self.connection.is_open and self._held_bytes > 0
