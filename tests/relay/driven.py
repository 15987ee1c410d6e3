"""The replies of the driver of the relay when it drives a relay in Python."""

import struct
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from urllib.parse import unquote

RELAY = Path(__file__).parent / "relaying.py"
MESSAGES = [bytes([65 + number % 26]) * (1 + 37 * number) for number in range(9)]

Drive = Callable[..., "Reply"]


class Reply:
    """The lines of a reply by tag."""

    def __init__(self, done: "subprocess.CompletedProcess[str]") -> None:
        self.status = done.returncode
        self.lines = done.stdout.splitlines()

    def facts(self, tag: str) -> list[dict[str, str]]:
        found = [line.split()[1:] for line in self.lines if line.split()[0] == tag]
        return [
            {key: unquote(value) for key, _, value in (w.partition("=") for w in words)} for words in found
        ]

    @property
    def failure(self) -> tuple[str, str]:
        (failed,) = self.facts("failed")
        assert failed["operation"] == "relay"
        assert (self.lines[0].split()[0], self.lines[-1], self.status) == ("runner", "end", 0)
        return failed["outcome"], failed["detail"]


def container(path: Path, messages: Sequence[bytes]) -> Path:
    entries = b"".join(struct.pack("<I", len(message)) + message for message in messages)
    path.write_bytes(b"SERBMSG1" + struct.pack("<Q", len(messages)) + entries)
    return path


def words(tmp_path: Path, **more: object) -> list[str]:
    """A short run of every stage but open loop, with two sources and three sinks."""
    usual: dict[str, object] = {
        "transport": "unix",
        "socket": tmp_path / "socket",
        "messages": container(tmp_path / "messages.bin", MESSAGES),
        "same": 1,
        "sources": 2,
        "sinks": 3,
        "received": tmp_path / "received.bin",
        "warmup_ns": 10_000_000,
        "saturate_ns": 20_000_000,
        "phases_ns": 10_000_000,
        "rates": "",
        "latency_ns": 100_000_000,
        "patience_ns": 20_000_000_000,
    }
    return [f"{key}={value}" for key, value in (usual | more).items()]


def answered(command: Sequence[object]) -> Reply:
    done = subprocess.run([*map(str, command)], check=False, capture_output=True, text=True, timeout=300)
    return Reply(done)
