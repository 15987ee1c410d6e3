"""A relay in Python that can do wrong: `relaying.py relay sources=S sinks=K misdeed=NAME at=ADDRESS`."""

import os
import selectors
import signal
import socket
import struct
import sys
import time
from collections.abc import Iterator

HEADER = struct.Struct("<IQ")
BARRIER = 1 << 63
# The number of the message of source 0 with which the misdeed is done.
MOMENT = 5


def opened(at: str) -> socket.socket:
    family, _, place = at.partition(":")
    if family == "unix":
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(place)
    else:
        connection = socket.create_connection(("127.0.0.1", int(place)))
    return connection


def connected(at: str, kind: int, number: int) -> socket.socket:
    connection = opened(at)
    secret = os.environ["SERBENCH_RELAY_SECRET"].encode()
    connection.sendall(b"SRLY" + struct.pack("<HH", kind, number) + secret)
    return connection


def strangers(at: str) -> list[socket.socket]:
    """Connections without the secret: as a source with another, in other words, without a word, and one that
    has left."""
    source = b"SRLY" + struct.pack("<HH", 0, 0)
    said = (source + b"0" * 32, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n" * 2, b"", source)
    found = [opened(at) for _ in said]
    for connection, words in zip(found, said, strict=True):
        connection.sendall(words)
    found.pop().close()
    return found


def parted(frame: bytes, count: int) -> list[bytes]:
    """One frame for each sink: its number, then every K-th byte of the message."""
    _, sequence = HEADER.unpack_from(frame)
    parts = [bytes([sink]) + frame[HEADER.size + sink :: count] for sink in range(count)]
    return [HEADER.pack(len(part), sequence) + part for part in parts]


def frames(buffer: bytearray) -> Iterator[tuple[int, bytes]]:
    """Takes the whole frames from the front: each with its sequence."""
    at = 0
    while len(buffer) - at >= HEADER.size:
        length, sequence = HEADER.unpack_from(buffer, at)
        if len(buffer) - at < HEADER.size + length:
            break
        yield sequence, bytes(buffer[at : at + HEADER.size + length])
        at += HEADER.size + length
    del buffer[:at]


class Relay:
    """Sends each frame to the sink of its number modulo their count, or with ``split`` a part to each."""

    def __init__(self, request: dict[str, str]) -> None:
        self.misdeed = request.get("misdeed", "")
        self.split = "split" in request
        self.lag_s = float(request.get("lag_s", "0"))
        at = request["at"]
        if self.misdeed == "forget":
            os.environ["SERBENCH_RELAY_SECRET"] = "0" * 32
        self.strangers = strangers(at) if "strangers" in request else []
        self.sources = [connected(at, 0, number) for number in range(int(request["sources"]))]
        self.sinks = [connected(at, 1, number) for number in range(int(request["sinks"]))]
        self.barriers = 0
        self.kept: bytes | None = None

    def run(self) -> int:
        """Returns how many sources ended in the middle of a frame."""
        selector = selectors.DefaultSelector()
        for source in self.sources:
            selector.register(source, selectors.EVENT_READ, bytearray())
        torn = 0
        while selector.get_map():
            for key, _ in selector.select():
                assert isinstance(key.fileobj, socket.socket)
                data = key.fileobj.recv(1 << 17)
                if not data:
                    selector.unregister(key.fileobj)
                    torn += bool(key.data)
                key.data.extend(data)
                for sequence, frame in frames(key.data):
                    self.take(sequence, frame)
        return torn

    def take(self, sequence: int, frame: bytes) -> None:
        if not sequence & BARRIER:
            number = sequence & ((1 << 48) - 1)
            if self.split:
                self.take_split(sequence, parted(frame, len(self.sinks)))
            elif sequence == MOMENT and self.misdeed:
                self.do_wrong(number, frame)
            else:
                self.pass_on(number % len(self.sinks), frame)
            return
        self.barriers += 1
        if self.barriers == len(self.sources):
            self.barriers = 0
            for sink in range(len(self.sinks)):
                self.pass_on(sink, frame)
            print(f"barrier number={sequence & 0xFFFFFFFF} phases={sequence >> 32 & 1}", flush=True)

    def take_split(self, sequence: int, parts: list[bytes]) -> None:
        wrong = sequence == MOMENT and self.misdeed
        if wrong == "exchange":
            parts[0], parts[1] = parts[1], parts[0]
        for sink, part in enumerate(parts):
            if sink == len(parts) - 1:
                time.sleep(self.lag_s)
            if wrong and wrong != "exchange" and sink == MOMENT % len(parts):
                self.do_wrong(sequence, part)
            else:
                self.pass_on(sink, part)

    def pass_on(self, sink: int, frame: bytes) -> None:
        try:
            self.sinks[sink].sendall(frame)
        except OSError:
            print(f"undeliverable sink={sink}", file=sys.stderr)
        # What was held back goes after the next frame of its sink.
        if self.kept is not None and self.kept != frame and sink == MOMENT % len(self.sinks):
            late, self.kept = self.kept, None
            self.pass_on(sink, late)

    def do_wrong(self, number: int, frame: bytes) -> None:
        sink = number % len(self.sinks)
        match self.misdeed:
            case "drop":
                pass
            case "repeat":
                self.pass_on(sink, frame * 2)
            case "swap":
                self.kept = frame
            case "misroute":
                self.pass_on((sink + 1) % len(self.sinks), frame)
            case "alter":
                self.pass_on(sink, frame[:-1] + bytes([frame[-1] ^ 1]))
            case "shorten":
                self.pass_on(
                    sink, HEADER.pack(len(frame) - HEADER.size - 1, number) + frame[HEADER.size : -1]
                )
            case "invent":
                self.pass_on(sink, frame + HEADER.pack(0, 7 << 48))
            case "die":
                os.kill(os.getpid(), signal.SIGKILL)
            case "leave":
                print("end", flush=True)
                sys.exit(0)
            case "refuse":
                print("error detail=Too%20much.", flush=True)
                sys.exit(2)
            case "hang":
                time.sleep(0.5)
                self.pass_on(sink, frame)
            case "stop":
                time.sleep(60)


def main(words: list[str]) -> None:
    request = dict(word.split("=", 1) for word in words)
    print("runner protocol=1 language=none codec=python workload=none schema=none", flush=True)
    if request.get("misdeed") == "silent":
        time.sleep(60)
    relay = Relay(request)
    nap_s = float(request.get("nap_s", "0"))
    if nap_s:
        # In the middle of the open loop, which is all that such a test has.
        signal.signal(signal.SIGALRM, lambda *_: time.sleep(nap_s))
        signal.setitimer(signal.ITIMER_REAL, float(request["nap_after_s"]))
    torn = relay.run()
    print(f"barrier number=4294967295 torn={torn}\nend", flush=True)


if __name__ == "__main__":
    main(sys.argv[2:])
