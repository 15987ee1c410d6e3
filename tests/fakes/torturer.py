"""A runner that reads malformed input: a message is ``M``, the length of the object's bytes, and those. It
refuses all else, unless it is started with a fault before its name: ``FAULTS`` says which."""

import ctypes
import os
import signal
import struct
import sys
import time

from fakes.honest import Honest, Refused, digest, read_frames, start, write_bytes, write_frames

FAULTS = {
    "overread": "it reads as many bytes as a length says",
    "claim": "it asks for as much memory as a length says",
    "loop": "it does not end where a length is 0",
    "sleep": "it sleeps where a length is 0",
    "recurse": "it calls itself as often as a length says",
    "keep": "once a length is wrong, it returns the last object for ever",
    "fork": "where a length is 0 it dies and leaves a child, whose number is in the file of FORKED",
    "flood": "it writes 1 GB to standard error where a length is 0",
    "fill": "it writes 1 GB into a file of its folder where a length is 0",
    "hoard": "it takes 8 GiB where a length is 0",
    "abort": "it dies of the memory that it asked for and did not get",
    "mute": "it dies before its first word",
    "die": "it dies at every message that is wrong",
}
_MIB = 2**20


class Torturer(Honest):
    def __init__(self, words: list[str]) -> None:
        self.faults = {word for word in words[:-1] if word in FAULTS}
        self.kept: bytes | None = None
        self.last = b""
        super().__init__([word for word in words if word not in self.faults])

    def run(self) -> int:
        if self.verb != "torture":
            return super().run()
        self.greet()
        if "mute" in self.faults:
            os.kill(os.getpid(), signal.SIGSEGV)
        self.torture()
        self.say("end")
        return 0

    def describe(self) -> None:
        super().describe()
        self.say("verb", name="torture")

    def message(self, index: int) -> bytes:
        return framed(self.objects[index])

    def value(self, index: int, message: bytes) -> bytes:
        return message[5:]

    def emit(self) -> None:
        messages = [self.message(index) for index in range(len(self.objects))]
        write_frames(self.arguments["out"], messages)
        self.say("emitted", objects=len(messages), bytes=sum(map(len, messages)))

    def torture(self) -> None:
        valid = read_frames(self.arguments["valid"])[0] or b""
        if digest(self.decoded(valid)) != self.arguments["digest"]:
            raise Refused("the valid message is not valid")
        self.say("torture", operations="decode", limit_ns=self.arguments["hang_ns"], valid_ns=1000)
        cases = read_frames(self.arguments["cases"])
        for index in range(int(self.arguments["first"]), len(cases)):
            self.say("case", index=index)
            self.one(cases[index] or b"")
            value = self.decoded(valid)
            if digest(value) != self.arguments["digest"]:
                self.say("poisoned", detail="another value came back")
                self.kept = None
        self.say("memory", peak_bytes=1)

    def one(self, data: bytes) -> None:
        self.claimed = len(data)
        signal.setitimer(signal.ITIMER_PROF, int(self.arguments["hang_ns"]) / 1e9)
        try:
            value = self.decoded(data)
            found = {"outcome": "accepted", "digest": digest(value)}
        except MemoryError:
            found = {"outcome": "foreign", "detail": "MemoryError"}
        except ValueError as error:
            found = {"outcome": "rejected", "detail": str(error)}
        signal.setitimer(signal.ITIMER_PROF, 0)
        sizes = {"largest_bytes": self.claimed, "allocated_bytes": self.claimed}
        self.say("tried", operation="decode", cpu_ns=2000, **sizes, **found)

    def decoded(self, data: bytes) -> bytes:
        if self.kept is not None:
            return self.kept
        if not data.startswith(b"M") or len(data) < 5:
            raise ValueError("it is no message")
        (length,) = struct.unpack_from("<I", data, 1)
        if length != len(data) - 5:
            self.fail(length, len(data) - 5)
            raise ValueError("its length is another")
        self.last = data[5:]
        return self.last

    def fail(self, length: int, there: int) -> None:
        faults = self.faults
        if "die" in faults or ("overread" in faults and length > there):
            ctypes.string_at(1, 8)
        if "claim" in faults and length > there:
            self.claimed = length
            if length > 64 * _MIB:
                raise MemoryError
        if "abort" in faults and length > 64 * _MIB:
            self.say("claimed", largest_bytes=length)
            os.abort()
        if "recurse" in faults and length > there:
            deeper(length)
        if "keep" in faults:
            self.kept = b"another"
        if length == 0:
            self.fail_at_nothing()

    def fail_at_nothing(self) -> None:
        faults = self.faults
        while "loop" in faults:
            pass
        if "sleep" in faults:
            time.sleep(600)
        if "fork" in faults:
            child = os.fork()
            if child == 0:
                time.sleep(600)
            write_bytes(os.environ["FORKED"], str(child).encode())
            os.kill(os.getpid(), signal.SIGKILL)
        if "hoard" in faults:
            bytearray(2**33)
        for _ in range(1024 if "flood" in faults else 0):
            os.write(2, b"x" * _MIB)
        if "fill" in faults:
            with open("filled", "wb") as file:
                for _ in range(1024):
                    file.write(b"x" * _MIB)
            os.abort()


def deeper(levels: int) -> None:
    """Calls itself by way of C, which has a stack."""
    kind = ctypes.CFUNCTYPE(None, ctypes.c_uint32)
    sys.setrecursionlimit(2**30)

    def call(left: int) -> None:
        if left:
            callback(left - 1)

    callback = kind(call)
    callback(levels)


def framed(value: bytes) -> bytes:
    return b"M" + struct.pack("<I", len(value)) + value


if __name__ == "__main__":
    start(Torturer)
