"""Connections to the driver: sockets of this machine."""

import os
import socket
import struct
from dataclasses import dataclass

from harness.protocol.refusal import because, refuse

# What a connection is for, as it says of itself.
TOWARDS_SOURCE, TOWARDS_SINK = 0, 1
_MOST_PORT = 65535


class Connection:
    """A socket until the other end has closed it or it has broken. Its calls wait."""

    def __init__(self, connected: socket.socket) -> None:
        self._socket = connected
        self.is_open = True

    @property
    def descriptor(self) -> int:
        return self._socket.fileno()

    def read(self, most: int) -> bytes:
        """What has come; nothing when the connection has ended, which it then has."""
        try:
            content = self._socket.recv(most)
        except OSError:
            content = b""
        if not content:
            self.close()
        return content

    def send(self, content: bytes | memoryview) -> int:
        """Writes the bytes and tells how many; fewer where the other end has closed the connection."""
        done = 0
        with memoryview(content) as view:
            while self.is_open and done < len(view):
                done += self.send_some([view[done:]])
        return done

    def send_some(self, pieces: list[memoryview]) -> int:
        """Writes of these pieces what the system takes at once."""
        try:
            return self._socket.sendmsg(pieces)
        except OSError:
            self.close()
            return 0

    def close(self) -> None:
        self.is_open = False
        self._socket.close()


@dataclass(frozen=True, slots=True)
class Address:
    """Where the driver listens; ``place`` is as its family of sockets has it."""

    text: str
    family: int
    place: str | tuple[str, int]

    def connect(self, towards: int, count: int) -> list[Connection]:
        """Connections that have said what they are for, with the secret that the driver gave; what is written
        leaves at once."""
        secret = os.environ.get("SERBENCH_RELAY_SECRET", "").encode()
        introductions = (struct.pack("<4sHH", b"SRLY", towards, number) for number in range(count))
        return [self._connection(introduction + secret) for introduction in introductions]

    def _connection(self, introduction: bytes) -> Connection:
        try:
            made = socket.socket(self.family, socket.SOCK_STREAM)
            if self.family == socket.AF_INET:
                made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            made.connect(self.place)
            made.sendall(introduction)
        except OSError as error:
            raise refuse(f"There is no connection to {self.text}: {because(error)}.") from error
        return Connection(made)


def address_of(text: str) -> Address:
    """``unix:PATH`` or ``tcp:PORT``."""
    kind, _, place = text.partition(":")
    if kind == "unix" and place:
        return Address(text, socket.AF_UNIX, place)
    if kind == "tcp" and place.isascii() and place.isdigit() and int(place) <= _MOST_PORT:
        return Address(text, socket.AF_INET, ("127.0.0.1", int(place)))
    raise refuse(f'The value of at is "{text}" where unix:PATH or tcp:PORT belongs.')
