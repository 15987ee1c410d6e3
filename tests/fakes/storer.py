"""An honest runner of stores in Python. Started with ``OPERATION OUTCOME`` before its name, it fails there:
``crash`` dies, ``lie`` tells another digest, ``full`` finds the disk full, ``linger`` never ends,
``interrupt`` ends the run. With ``held silent`` it does not tell what kept objects take.
``write-buffered`` and ``write-direct`` are writes through the page cache and past it. With ``describe whole``
it reads whole objects alone."""

import os
import signal
import struct

import xxhash
from fakes.honest import Honest, Refused, hang, read_bytes, read_frames, start, write_bytes

MASK = 2**64 - 1


class Storer(Honest):
    def __init__(self, words: list[str]) -> None:
        *fault, codec, verb = [word for word in words if "=" not in word]
        super().__init__([codec, verb, *(word for word in words if "=" in word)])
        self.fault = tuple(fault)

    def run(self) -> int:
        if not self.verb.startswith("store-"):
            return super().run()
        self.objects = [data or b"" for data in read_frames(self.arguments["corpus"])]
        self.greet()
        try:
            size = sum(map(len, self.objects))
            self.say("corpus", objects=len(self.objects), bytes=size, digest=self.corpus_digest())
            (self.write if self.verb == "store-write" else self.read)()
        except Refused as refusal:
            self.say("error", detail=str(refusal))
            return 2
        self.say("memory", peak_bytes=1000)
        self.say("end")
        return 0

    def describe(self) -> None:
        if self.fault == ("describe", "whole"):
            self.sides = {name: side for name, side in self.sides.items() if not name.startswith("access-")}
        super().describe()
        for verb in ("store-write", "store-read"):
            self.say("verb", name=verb)

    def write(self) -> None:
        count = int(self.arguments["objects"])
        data = b"".join(self.objects[i % len(self.objects)] for i in range(count))
        write_bytes(self.arguments["data"], data)
        write_bytes(self.arguments["index"], b"index")
        self.fail_at("write")
        self.fail_at("write-direct" if self.arguments["direct"] == "1" else "write-buffered")
        for thread in range(int(self.arguments["threads"])):
            for name, wall_ns in (("encode", 100), ("copy", 10), ("write", 1000 * (thread + 1))):
                self.say("phase", name=name, thread=thread, wall_ns=wall_ns, cpu_ns=wall_ns // 2)
        self.say("phase", name="fsync", thread=0, wall_ns=5000, cpu_ns=1)
        self.say("stored", objects=count, bytes=len(data), data_bytes=len(data))

    def read(self) -> None:
        order = "random" if "ids" in self.arguments else "sequential"
        self.fail_at(order)
        numbers = tuple(range(int(self.arguments["objects"])))
        if "ids" in self.arguments:
            raw = read_bytes(self.arguments["ids"])
            numbers = struct.unpack(f"<{len(raw) // 8}Q", raw)
        found = [self.objects[number % len(self.objects)] for number in numbers]
        decodes = self.arguments["level"] in ("decode", "bytes")
        for name in ("read", "decode", "touch", "free") if decodes else ("read", "touch"):
            self.say("phase", name=name, thread=0, wall_ns=200, cpu_ns=100)
        digest = sum(xxhash.xxh64_intdigest(data) for data in found) if decodes else 0
        touch = 0 if decodes else sum(struct.unpack("<I", data)[0] for data in found)
        if self.fault == (order, "lie"):
            digest, touch = digest + 1, touch + 1
        if self.arguments.get("keep_objects") == "1" and self.fault != ("held", "silent"):
            self.say("held", bytes=100 * len(found))
        size = sum(map(len, found))
        self.say("fetched", objects=len(found), bytes=size, digest=f"{digest & MASK:016x}", touch=touch)

    def fail_at(self, operation: str) -> None:
        if self.fault == (operation, "crash"):
            os.abort()
        if self.fault == (operation, "full"):
            raise Refused("The file data cannot be written: No space left on device.")
        if self.fault == (operation, "linger"):
            hang()
        if self.fault == (operation, "interrupt"):
            os.kill(os.getppid(), signal.SIGTERM)
            hang()


if __name__ == "__main__":
    start(Storer)
