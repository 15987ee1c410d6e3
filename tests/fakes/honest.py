"""An honest runner in Python: its messages are the corpus bytes, its objects a single uint32.

Started as ``launch.py honest WORKLOAD SCHEMA LANGUAGE/CODEC VERB key=value …``. The other fakes derive
from it and misbehave in one way each.
"""

import struct
import sys
import time

import xxhash

NO_DIGEST = "0" * 16
SIDES = {
    "encode": "application",
    "decode": "application",
    "access-one": "application",
    "access-all": "application",
    "serialize": "library",
}


class Refused(Exception):
    """The request cannot be served; the text goes into the ``error`` line."""


class Honest:
    """The whole protocol, with a method for each thing that a fake may do otherwise."""

    protocol = 1
    workload = ""
    schema = ""
    sides = SIDES

    def __init__(self, words: list[str]) -> None:
        self.codec, self.verb, *pairs = words
        self.arguments = dict(pair.split("=", 1) for pair in pairs)
        self.objects: list[bytes] = []

    def run(self) -> int:
        self.greet()
        try:
            if "corpus" in self.arguments:
                self.objects = [data for data in read_frames(self.arguments["corpus"]) if data is not None]
            {"describe": self.describe, "check": self.check, "emit": self.emit, "measure": self.measure}[
                self.verb
            ]()
        except Refused as refusal:
            self.say("error", detail=str(refusal))
            return 2
        self.say("end")
        return 0

    def greet(self) -> None:
        language, _, codec = self.codec.partition("/")
        workload, schema = self.workload, self.schema
        self.say(
            "runner", protocol=self.protocol, language=language, codec=codec, workload=workload, schema=schema
        )

    def say(self, tag: str, **values: object) -> None:
        line = " ".join([tag, *(f"{key}={escaped(str(value))}" for key, value in values.items())])
        print(line, flush=True)

    # describe

    def describe(self) -> None:
        self.say("library", name="fake library", version="1.0")
        for name, side in self.sides.items():
            self.say("operation", name=name, side=side)
        for verb in ("describe", "check", "emit", "measure"):
            self.say("verb", name=verb)
        self.say("unit", name="utf8")
        self.say("build", compiler="python", flags="-O3 -DNDEBUG")

    # check and emit

    def message(self, index: int) -> bytes:
        return self.objects[index]

    def value(self, index: int, message: bytes) -> bytes:
        """The bytes of the value that comes back from a message."""
        return message

    def check(self) -> None:
        messages = [self.message(index) for index in range(len(self.objects))]
        if "encoded" in self.arguments:
            messages = [data or b"" for data in read_frames(self.arguments["encoded"])]
        values = [self.value(index, message) for index, message in enumerate(messages)]
        for index, value in enumerate(values):
            self.say("object", index=index, **self.judged(index, value, messages[index]))
        if "values" in self.arguments:
            write_frames(self.arguments["values"], values, b"SERBCRP1")

    def judged(self, index: int, value: bytes, message: bytes) -> dict[str, object]:
        """The reply of ``check`` for an object."""
        told: dict[str, object] = {"digest": digest(value)}
        if value == self.objects[index]:
            return {"outcome": "ok", **told, "bytes": len(message)}
        return {"outcome": "wrong", "operation": "decode", **told, "detail": "another value came back"}

    def emit(self) -> None:
        messages = [self.message(index) for index in range(len(self.objects))]
        write_frames(self.arguments["out"], messages)
        self.say("emitted", objects=len(messages), bytes=sum(map(len, messages)))

    # measure

    def measure(self) -> None:
        size = sum(map(len, self.objects))
        self.say("corpus", objects=len(self.objects), bytes=size, digest=self.corpus_digest())
        for operation in self.arguments["operations"].split(","):
            if operation not in self.sides:
                raise Refused(f"there is no operation {operation}")
            self.measure_operation(operation)
        self.say("memory", peak_bytes=12345678)

    def measure_operation(self, operation: str) -> None:
        self.verified(operation, "before")
        self.say("calibrated", operation=operation, n=2 * len(self.objects))
        for number in range(int(self.arguments["samples"])):
            self.sample(operation, number)
        self.verified(operation, "after")

    def sample(self, operation: str, number: int) -> None:
        n = 2 * len(self.objects)
        self.say("sample", operation=operation, n=n, cpu_ns=n * (100 + number), wall_ns=n * (110 + number))

    def verified(self, operation: str, phase: str) -> None:
        access = operation.startswith("access-")
        touch = sum(struct.unpack("<I", data)[0] for data in self.objects) if access else 0
        self.say(
            "verified",
            operation=operation,
            phase=phase,
            digest=NO_DIGEST if access else self.operation_digest(operation, phase),
            touch=touch,
            bytes=self.size_bytes(),
            messages=NO_DIGEST,
        )

    def corpus_digest(self) -> str:
        digests = b"".join(xxhash.xxh64_intdigest(data).to_bytes(8, "little") for data in self.objects)
        return xxhash.xxh64_hexdigest(digests)

    def operation_digest(self, operation: str, phase: str) -> str:
        return self.corpus_digest()

    def size_bytes(self) -> int:
        return sum(len(self.message(index)) for index in range(len(self.objects)))


def digest(value: bytes) -> str:
    return xxhash.xxh64_hexdigest(value)


def escaped(value: str) -> str:
    return "".join(chr(b) if 0x21 <= b < 0x7F and b != 0x25 else f"%{b:02X}" for b in value.encode())


def read_bytes(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def write_bytes(path: str, content: bytes) -> None:
    with open(path, "wb") as file:
        file.write(content)


def read_frames(path: str) -> list[bytes | None]:
    content = read_bytes(path)
    (count,) = struct.unpack_from("<Q", content, 8)
    position, frames = 16, []
    for _ in range(count):
        (length,) = struct.unpack_from("<I", content, position)
        position += 4
        frames.append(None if length == 0xFFFFFFFF else content[position : position + length])
        position += 0 if length == 0xFFFFFFFF else length
    return frames


def write_frames(path: str, frames: list[bytes], magic: bytes = b"SERBMSG1") -> None:
    body = b"".join(struct.pack("<I", len(frame)) + frame for frame in frames)
    write_bytes(path, magic + struct.pack("<Q", len(frames)) + body)


def start(kind: type[Honest]) -> None:
    kind.workload, kind.schema, *words = sys.argv[1:]
    sys.exit(kind(words).run())


def hang() -> None:
    while True:
        time.sleep(60)


if __name__ == "__main__":
    start(Honest)
