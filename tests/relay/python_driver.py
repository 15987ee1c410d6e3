"""A plain driver of the experiment ``relay`` (PROTOCOL.md): it listens, starts a relay, and plays its sources
and sinks. For tests: it shows what a relay does, and not how fast."""

import contextlib
import socket
import struct
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path

from serbench.codecs.runner import Runner
from serbench.runner.process import Conversation, ask
from serbench.runner.reply import Reply

# The number of the barrier that a relay reports when all sources have ended.
LAST_BARRIER = 0xFFFF_FFFF
HEADER = struct.Struct("<IQ")
_HELLO = struct.Struct("<4sHH32s")
_SECRET = "0123456789abcdef" * 2
# Process, user and group at the other end of a Unix-domain socket.
_CREDENTIALS = struct.Struct("3i")
_BARRIER = 1 << 63
_WITH_PHASES = 1 << 32
_SOURCE, _SINK = 0, 1
_NUMBER_BITS = 48
_TIMEOUT_S = 60.0
_CHUNK_BYTES = 1 << 16


@dataclass(frozen=True, slots=True)
class Frame:
    """A message or a barrier on its way."""

    sequence: int
    message: bytes = b""

    @property
    def is_barrier(self) -> bool:
        return self.sequence >= _BARRIER

    @property
    def source(self) -> int:
        return self.sequence >> _NUMBER_BITS

    @property
    def number(self) -> int:
        return self.sequence & ((1 << _NUMBER_BITS) - 1)

    @property
    def encoded(self) -> bytes:
        return HEADER.pack(len(self.message), self.sequence) + self.message


def message(source: int, number: int, content: bytes) -> Frame:
    """The message with this number of this source, both from 0."""
    return Frame(source << _NUMBER_BITS | number, content)


def barrier(number: int, with_phases: bool = False) -> Frame:
    return Frame(_BARRIER | (_WITH_PHASES if with_phases else 0) | number)


@dataclass(frozen=True, slots=True)
class Asked:
    """The request to a relay; ``at`` is where it connects."""

    mode: str = "forward"
    route: str = "shuffle"
    sources: int = 1
    sinks: int = 1
    largest_frame_bytes: int = 1 << 20
    block: int = 16

    def arguments(self, at: str) -> dict[str, object]:
        words = {name: getattr(self, name) for name in self.__slots__}
        return {**words, "at": at}


@dataclass(slots=True)
class Sink:
    """A sink that reads in the background from when it is opened; ``frames`` is what has come so far, and all
    that comes once it was joined."""

    connection: socket.socket
    frames: list[Frame] = field(default_factory=list)
    left: bytes = b""
    _open: threading.Event = field(default_factory=threading.Event)
    _reading: threading.Thread | None = None

    def start(self) -> None:
        self._reading = threading.Thread(target=self._read, daemon=True)
        self._reading.start()

    def open(self) -> None:
        self._open.set()

    def die(self) -> None:
        """Closes the connection without having read what is in it. Only before the sink is opened."""
        self.connection.close()
        self._open.set()

    def join(self) -> None:
        assert self._reading is not None
        self._reading.join(_TIMEOUT_S)
        assert not self._reading.is_alive(), "The relay does not close its connection to a sink."

    @property
    def messages(self) -> list[Frame]:
        return [frame for frame in self.frames if not frame.is_barrier]

    def wait_for_barrier(self, number: int) -> None:
        """Waits until a barrier has come."""
        wanted, end = barrier(number).sequence & ~_WITH_PHASES, time.monotonic() + _TIMEOUT_S
        while not any(frame.sequence & ~_WITH_PHASES == wanted for frame in self.frames):
            assert time.monotonic() < end, f"The barrier {number} does not come."
            time.sleep(0.001)

    def _read(self) -> None:
        self._open.wait()
        held = bytearray()
        with contextlib.suppress(OSError):
            while chunk := self.connection.recv(_CHUNK_BYTES):
                held += chunk
                self._take_frames(held)
        self.left = bytes(held)

    def _take_frames(self, held: bytearray) -> None:
        at = 0
        while len(held) - at >= HEADER.size:
            size, sequence = HEADER.unpack_from(held, at)
            end = at + HEADER.size + size
            if end > len(held):
                break
            self.frames.append(Frame(sequence, bytes(held[at + HEADER.size : end])))
            at = end
        del held[:at]


@dataclass(slots=True)
class Driver:
    """A relay that runs, and its ends. ``sources`` are written to as a test likes."""

    sources: Sequence[socket.socket]
    sinks: Sequence[Sink]
    _relay: Future[Conversation]

    def open_sinks(self) -> None:
        for sink in self.sinks:
            sink.open()

    def send(self, source: int, frames: Iterable[Frame]) -> None:
        self.sources[source].sendall(b"".join(frame.encoded for frame in frames))

    @property
    def process(self) -> int:
        """The process that has connected over a Unix-domain socket."""
        told = self.sources[0].getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
        process, _, _ = _CREDENTIALS.unpack(told)
        return int(process)

    def ended(self) -> Conversation:
        """Waits for a relay that ends by itself."""
        conversation = self._relay.result(_TIMEOUT_S)
        for sink in self.sinks:
            sink.join()
        return conversation

    def end(self) -> Conversation:
        """Ends all sources, opens the sinks that are not open, and waits for the relay."""
        for source in self.sources:
            source.close()
        self.open_sinks()
        return self.ended()


@contextlib.contextmanager
def driving(runner: Runner, asked: Asked, folder: Path | None) -> Iterator[Driver]:
    """A relay with all its connections, over a Unix-domain socket in this folder or, without one, TCP."""
    with _listening(folder) as (listener, at), ThreadPoolExecutor(1) as pool:
        runner = replace(runner, environment={**runner.environment, "SERBENCH_RELAY_SECRET": _SECRET})
        relay = pool.submit(ask, runner, "relay", asked.arguments(at), _TIMEOUT_S)
        ends = _accepted(listener, asked.sources + asked.sinks, relay)
        sources = [ends.pop((_SOURCE, number)) for number in range(asked.sources)]
        sinks = [Sink(ends.pop((_SINK, number))) for number in range(asked.sinks)]
        for sink in sinks:
            sink.start()
        driver = Driver(sources, sinks, relay)
        try:
            yield driver
        finally:
            for source in sources:
                source.close()
            driver.open_sinks()
            for sink in sinks:
                sink.join()
                sink.connection.close()


def refused(runner: Runner, asked: Asked, folder: Path) -> Conversation:
    """The reply to a request that is refused before the relay connects."""
    with _listening(folder) as (_, at):
        return ask(runner, "relay", asked.arguments(at), _TIMEOUT_S)


def replies(conversation: Conversation, tag: str) -> list[Reply]:
    """The lines with this tag of a relay that ended well."""
    assert conversation.outcome == "ok", conversation.sentence
    return [reply for reply in conversation.replies if reply.tag == tag]


def last_barrier(conversation: Conversation) -> Reply:
    """The counts of the relay at its end."""
    last = replies(conversation, "barrier")[-1]
    assert last.count("number") == LAST_BARRIER
    return last


@contextlib.contextmanager
def _listening(folder: Path | None) -> Iterator[tuple[socket.socket, str]]:
    path = None if folder is None else folder / "socket"
    with socket.socket(socket.AF_INET if path is None else socket.AF_UNIX, socket.SOCK_STREAM) as listener:
        listener.bind(("127.0.0.1", 0) if path is None else str(path))
        listener.listen(128)
        listener.settimeout(0.1)
        try:
            yield listener, f"tcp:{listener.getsockname()[1]}" if path is None else f"unix:{path}"
        finally:
            if path is not None:
                path.unlink()


def _accepted(
    listener: socket.socket, count: int, relay: Future[Conversation]
) -> dict[tuple[int, int], socket.socket]:
    """The connections of a relay by kind and number."""
    ends: dict[tuple[int, int], socket.socket] = {}
    while len(ends) < count:
        try:
            connection, _ = listener.accept()
        except TimeoutError:
            assert not relay.done(), f"The relay does not connect: {relay.result().sentence}"
            continue
        # What waits has a limit of its own: a slow sink keeps a source waiting as long as it likes.
        connection.settimeout(_TIMEOUT_S)
        magic, kind, number, secret = _HELLO.unpack(_received(connection, _HELLO.size))
        assert (magic, secret) == (b"SRLY", _SECRET.encode())
        assert (kind, number) not in ends
        ends[kind, number] = connection
    return ends


def _received(connection: socket.socket, size: int) -> bytes:
    """This many bytes, however many writes they come in: a socket with a time limit ignores MSG_WAITALL.
    Fewer where the connection has ended."""
    found = b""
    while len(found) < size and (more := connection.recv(size - len(found))):
        found += more
    return found
