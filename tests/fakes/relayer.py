"""A runner that answers for a relay and its driver as if both had worked. Started with ``MODE FAULT`` before
its name, it fails there: ``crash`` dies, ``lose`` is found to lose a message, ``garble`` passes on other
bytes, ``count`` counts other messages than the driver, ``late`` achieves no rate, ``interrupt`` ends the
run."""

import json
import os
import signal
import struct

from fakes.honest import Honest, hang, read_frames, start, write_frames

MODES = ("forward", "peek", "envelope", "reuse", "fresh")
# By mode, the nanoseconds of a message.
TIMES_NS = {"forward": 1000, "peek": 2000, "envelope": 3000, "reuse": 4000, "fresh": 8000, "update": 2000}
# Of the time at saturation.
DRIVER_SHARES = {"forward": 1.0, "peek": 0.75, "envelope": 0.5, "reuse": 0.95, "fresh": 0.25, "update": 0.5}
# Not in a quick run.
UPDATE = "update"
AT = ("0.5", "0.9", "0.99", "0.999", "1")


class Relayer(Honest):
    def __init__(self, words: list[str]) -> None:
        *fault, codec, verb = [word for word in words if "=" not in word]
        super().__init__([codec, verb, *(word for word in words if "=" in word)])
        self.fault = fault[1] if fault and fault[0] in (self.arguments.get("mode"), "any") else ""

    def run(self) -> int:
        if self.verb != "relay":
            return super().run()
        driven = json.loads(os.environ["FAKE_DRIVER"])
        self.greet()
        self.relay(driven)
        self.say("end")
        return 0

    def describe(self) -> None:
        super().describe()
        self.say("verb", name="relay")
        for mode in (*MODES, UPDATE):
            if (mode == "envelope") == (self.workload == "envelope"):
                self.say("mode", name=mode)

    def relay(self, driven: dict[str, str]) -> None:
        messages = read_frames(driven["messages"])
        if self.fault == "crash":
            os.abort()
        if self.fault == "interrupt":
            os.kill(int(driven["parent"]), signal.SIGTERM)
            hang()
        if self.fault == "lose":
            self.say(
                "failed", operation="relay", outcome="wrong", detail="Message 2 did not arrive at sink 1."
            )
            return
        if self.arguments["mode"] == UPDATE:
            messages = [_updated(message or b"") for message in messages]
        if self.fault == "garble":
            messages = [b"\xff\xff\xff\xff", *messages[1:]]
        if driven["same"] == "0":
            write_frames(driven["received"], [message or b"" for message in messages])
        size = sum(len(message or b"") for message in messages)
        count = len(messages) * int(driven["sources"])
        self.say("proved", frames=count, bytes=size * int(driven["sources"]))
        self.barrier(1, count)
        self.barrier(2, count)
        time_ns = TIMES_NS[self.arguments["mode"]]
        wall_ns = 100 * time_ns
        busy_ns = round(wall_ns * DRIVER_SHARES[self.arguments["mode"]])
        self.say(
            "saturated", frames=100, bytes_in=400, bytes_out=400, wall_ns=wall_ns, driver_cpu_ns=busy_ns
        )  # fmt: skip
        self.barrier(3, count + (99 if self.fault == "count" else 100), cpu_ns=100 * time_ns // 2)
        if driven["phases_ns"] != "0":
            self.barrier(4, count + 200, cpu_ns=1)
            for name in ("read", "decode", "write"):
                self.say("phase", name=name, wall_ns=20_000, cpu_ns=10_000)
        for load in filter(None, driven["rates"].split(",")):
            rate = 1000
            arrived = 500 if self.fault == "late" else 999
            self.say(
                "latency", load=load, rate_per_s=rate, achieved_per_s=arrived, count=1000, p50_ns=time_ns,
                p90_ns=2 * time_ns, p99_ns=3 * time_ns, p999_ns=4 * time_ns, max_ns=5 * time_ns,
            )  # fmt: skip
            for number, at in enumerate(AT, 1):
                self.say("quantile", load=load, at=at, ns=number * time_ns)
            self.barrier(5, count + 300, cpu_ns=1)
        self.say("proved", frames=count, bytes=size * int(driven["sources"]))
        self.barrier(6, count + 400, cpu_ns=2)
        self.barrier(4294967295, count + 400, cpu_ns=2)
        self.say("memory", peak_bytes=2000)

    def barrier(self, number: int, frames: int, cpu_ns: int = 0) -> None:
        self.say(
            "barrier", number=number, frames=frames, bytes_in=0, bytes_out=0, undecodable=0, undeliverable=0,
            torn=0, cpu_ns=cpu_ns, wall_ns=1, copied_bytes=frames * 4, resident_bytes=1500,
            allocated_bytes=frames * 24, updated_in_place=frames // 4 * 3,
        )  # fmt: skip


def _updated(message: bytes) -> bytes:
    (number,) = struct.unpack("<I", message)
    return struct.pack("<I", number + 1)


if __name__ == "__main__":
    start(Relayer)
