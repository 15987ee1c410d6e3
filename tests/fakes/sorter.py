"""A runner that sorts stores in Python. Started with ``MODE FAULT`` before its name, or ``any FAULT``, it
fails there: ``FAULTS`` says how. With ``describe whole`` it reads whole objects alone. One that is called
``texter`` writes JSON."""

import json
import os
import signal
import struct
from pathlib import Path

from fakes.honest import Honest, Refused, digest, hang, read_frames, start
from fakes.store_files import Stored, read_store, write_store

MASK = 2**64 - 1
FAULTS = {
    "drop": "an object is left out",
    "repeat": "an object lies where another one does",
    "alter": "an object has another value",
    "swap": "two neighbours are exchanged",
    "more": "bytes of no object lie between two",
    "cut": "the end of the data is cut off",
    "input": "a byte of the input is changed",
    "count": "an object less is counted",
    "bytes": "a byte more is counted",
    "passes": "runs are merged without a pass",
    "litter": "a run is left in scratch",
    "crash": "it dies",
    "kill": "it is killed",
    "linger": "it never ends",
    "full": "the disk is full",
    "salt": "objects are encoded in another way each time",
    "poison": "so they are, and one has another value",
    "greedy": "twice the budget is held",
    "interrupt": "the run is ended",
}


class Sorter(Honest):
    def __init__(self, words: list[str]) -> None:
        *fault, codec, verb = [word for word in words if "=" not in word]
        super().__init__([codec, verb, *(word for word in words if "=" in word)])
        self.is_text = codec.endswith("/texter")
        at, self.fault = fault or ("", "")
        self.is_whole = (at, self.fault) == ("describe", "whole")
        if at not in ("any", self.arguments.get("mode"), verb):
            self.fault = ""

    def run(self) -> int:
        serve = {"store-write": self.write, "store-read": self.read, "sort": self.sort}.get(self.verb)
        if serve is None:
            return super().run()
        if "corpus" in self.arguments:
            self.objects = [data or b"" for data in read_frames(self.arguments["corpus"])]
        self.greet()
        try:
            if "corpus" in self.arguments:
                size = sum(map(len, self.objects))
                self.say("corpus", objects=len(self.objects), bytes=size, digest=self.corpus_digest())
            serve()
        except Refused as refusal:
            self.say("error", detail=str(refusal))
            return 2
        self.say("memory", peak_bytes=1000)
        self.say("end")
        return 0

    def describe(self) -> None:
        if self.is_whole:
            self.sides = {name: side for name, side in self.sides.items() if not name.startswith("access-")}
        super().describe()
        for verb in ("store-write", "store-read", "sort"):
            self.say("verb", name=verb)

    def message(self, index: int) -> bytes:
        return self.encoded(self.objects[index % len(self.objects)])

    def encoded(self, value: bytes) -> bytes:
        return json.dumps({"id": struct.unpack("<I", value)[0]}).encode() if self.is_text else value

    def decoded(self, message: bytes) -> bytes:
        return struct.pack("<I", json.loads(message)["id"]) if self.is_text else message[:4]

    def write(self) -> None:
        count = int(self.arguments["objects"])
        order = list(range(count))
        if "order" in self.arguments:
            order = list(struct.unpack(f"<{count}Q", Path(self.arguments["order"]).read_bytes()))
        if self.fault == "full":
            raise Refused("The file data cannot be written: No space left on device.")
        records = {number: self.message(number) for number in range(count)}
        short_name = self.codec.partition("/")[2]
        stored = Stored(short_name, self.workload, int(self.corpus_digest(), 16), records, order)
        data_bytes = write_store(Path(self.arguments["data"]), Path(self.arguments["index"]), stored)
        for name in ("encode", "copy", "write", "fsync"):
            self.say("phase", name=name, thread=0, wall_ns=100, cpu_ns=50)
        self.say("stored", objects=count, bytes=sum(map(len, records.values())), data_bytes=data_bytes)

    def read(self) -> None:
        stored = read_store(Path(self.arguments["data"]), Path(self.arguments["index"]))
        count = int(self.arguments["objects"])
        numbers = list(range(count))
        if "ids" in self.arguments:
            numbers = list(struct.unpack(f"<{count}Q", Path(self.arguments["ids"]).read_bytes()))
        found = [self.decoded(stored.records[number]) for number in numbers]
        for name in ("read", "decode"):
            self.say("phase", name=name, thread=0, wall_ns=200, cpu_ns=100)
        total = sum(int(digest(value), 16) for value in found) & MASK
        if self.fault == "lie":
            total ^= 1
        size = sum(len(stored.records[number]) for number in numbers)
        self.say("fetched", objects=count, bytes=size, digest=f"{total:016x}", touch=0)

    def sort(self) -> None:
        given = self.arguments
        self.fail_at_once()
        stored = read_store(Path(given["data"]), Path(given["index"]))
        stored.codec = self.codec.partition("/")[2]
        count = len(stored.records)
        keys = self.keys(stored, count)
        distinct = int(given["distinct"])
        stored.order = sorted(range(count), key=lambda i: (keys[i] % distinct if distinct else keys[i], i))
        if self.fault in ("salt", "poison"):
            stored.records = {number: data + b"salt" for number, data in stored.records.items()}
        size = sum(map(len, stored.records.values()))
        data_bytes = self.write_sorted(stored)
        self.report(count, size, data_bytes)

    def fail_at_once(self) -> None:
        if self.fault == "crash":
            os.abort()
        if self.fault == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        if self.fault == "full":
            Path(self.arguments["scratch"], "chunk-0").write_bytes(b"begun")
            raise Refused("The file chunk-0 cannot be written: No space left on device.")
        if self.fault in ("linger", "interrupt"):
            Path(self.arguments["scratch"], "chunk-0").write_bytes(b"begun")
            if self.fault == "interrupt":
                os.kill(os.getppid(), signal.SIGTERM)
            hang()

    def keys(self, stored: Stored, count: int) -> list[int]:
        if self.arguments["mode"] == "raw":
            return list(struct.unpack(f"<{count}Q", Path(self.arguments["keys"]).read_bytes()))
        return [struct.unpack("<I", self.decoded(stored.records[number]))[0] for number in range(count)]

    def write_sorted(self, stored: Stored) -> int:
        data, index = Path(self.arguments["sorted_data"]), Path(self.arguments["sorted_index"])
        places = {}
        if self.fault == "drop":
            gone = len(stored.records) - 1
            stored.order.remove(gone)
            del stored.records[gone]
        if self.fault == "repeat":
            places = {stored.order[0]: stored.order[1]}
        if self.fault in ("alter", "poison"):
            number = stored.order[1]
            stored.records[number] = bytes([stored.records[number][0] ^ 1, *stored.records[number][1:]])
        if self.fault == "swap":
            stored.order[1], stored.order[2] = stored.order[2], stored.order[1]
        if self.fault == "input":
            source = Path(self.arguments["data"])
            source.write_bytes(b"\xff" + source.read_bytes()[1:])
        if self.fault == "litter":
            Path(self.arguments["scratch"], "chunk-0").write_bytes(b"left")
        data_bytes = write_store(data, index, stored, places)
        if self.fault == "cut":
            data.write_bytes(data.read_bytes()[:-20])
        if self.fault == "more":
            content = data.read_bytes()
            data.write_bytes(content[:15] + b"\xff" + content[16:])
        return data_bytes

    def report(self, count: int, size: int, data_bytes: int) -> None:
        given = self.arguments
        mode = given["mode"]
        for thread in range(int(given["threads"])):
            self.phases(thread, "chunks-", read=100 * (thread + 1), decode=10, sort=5, write=50)
        self.phases(0, "merge-", read=20, merge=7, write=30, fsync=40)
        self.say(
            "sorted",
            objects=count - (self.fault == "count"),
            bytes=size + (self.fault == "bytes"),
            data_bytes=data_bytes,
            chunks=3,
            passes=0 if self.fault == "passes" else 1,
            fan_in=given["fan_in"],
            read_bytes=2 * data_bytes,
            written_bytes=2 * data_bytes,
            decodes=2 * count if mode == "objects" else 0,
            accesses=2 * count if mode in ("bytes", "lazy") else 0,
            comparisons=3 * count,
            held_bytes=int(given["memory_bytes"]) * (2 if self.fault == "greedy" else 1),
        )

    def phases(self, thread: int, stage: str, **times_ns: int) -> None:
        for name, wall_ns in times_ns.items():
            if name != "decode" or self.arguments["mode"] == "objects":
                self.say("phase", name=stage + name, thread=thread, wall_ns=wall_ns, cpu_ns=wall_ns // 2)


if __name__ == "__main__":
    start(Sorter)
