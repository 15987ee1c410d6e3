"""The sinks, and what has become of their frames."""

from harness.experiments.relay.connection import Connection
from harness.experiments.relay.frames import HEADER, Frame, what_was_written
from harness.experiments.relay.gathered import Gathered

# What a buffer holds before it is written.
_FULL_BYTES = 100 << 10


class _Sink:
    """The frames for a sink: in a buffer, or where they came."""

    __slots__ = ("connection", "gathered", "message_bytes", "parts", "size_bytes")

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.parts: list[bytes] = []
        self.size_bytes = 0
        self.message_bytes = 0
        self.gathered = Gathered()


class Sinks:
    """The sinks by number. A write waits for a slow sink, so nothing piles up. ``bytes_out`` are those of
    messages that were written."""

    def __init__(self, connections: list[Connection]) -> None:
        self._all = [_Sink(connection) for connection in connections]
        self.bytes_out = self.undeliverable = self.copied_bytes = 0

    def __len__(self) -> int:
        return len(self._all)

    def put(self, number: int, sequence: int, message: bytes) -> None:
        """Puts a frame into the sink's buffer."""
        to = self._all[number]
        size = len(message)
        # What is not bytes is valid only until the codec's next call.
        to.parts += (HEADER.pack(size, sequence), message if type(message) is bytes else bytes(message))
        to.size_bytes += HEADER.size + size
        to.message_bytes += size

    def gather(self, number: int, frame: Frame) -> None:
        """Has a frame written to the sink from where it lies in the bytes of a source."""
        self._all[number].gathered.add(frame)

    def write_gathered(self, content: bytes) -> None:
        """Writes what has been gathered from these bytes."""
        for to in self._all:
            written, lost, copied = to.gathered.write(content, to.connection)
            self.bytes_out += written
            self.undeliverable += lost
            self.copied_bytes += copied

    def write_if_full(self, number: int) -> None:
        to = self._all[number]
        if to.size_bytes >= _FULL_BYTES:
            self._write(to)

    def write_full(self) -> None:
        for to in self._all:
            if to.size_bytes >= _FULL_BYTES:
                self._write(to)

    def write_all(self) -> None:
        for to in self._all:
            if to.parts:
                self._write(to)

    def write_barrier(self, barrier: int) -> None:
        """Writes all buffers and then the barrier to every sink; one that is gone misses it as its frames."""
        self.write_all()
        for to in self._all:
            to.connection.send(HEADER.pack(0, barrier))

    def _write(self, to: _Sink) -> None:
        content = b"".join(to.parts)
        self.copied_bytes += len(content)
        done = to.connection.send(content)
        if done == len(content):
            self.bytes_out += to.message_bytes
        else:
            written, lost = what_was_written(content, done)
            self.bytes_out += written
            self.undeliverable += lost
        to.parts, to.size_bytes, to.message_bytes = [], 0, 0
