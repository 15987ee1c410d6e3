"""Relays for the tests: their runners and messages, and what has arrived."""

import hashlib
import socket
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from relay.python_driver import Driver, Frame, message, replies
from runners.building import built_for

from serbench.codecs.runner import Runner
from serbench.corpus.cache import corpus_of
from serbench.corpus.container import MESSAGES_MAGIC, ContainerWriter, read_messages, read_objects
from serbench.corpus.decoding import Decoder
from serbench.corpus.manifest import Corpus
from serbench.corpus.touch import Touch
from serbench.corpus.workload import Workload, find_workloads
from serbench.runner.process import Conversation, ask
from serbench.runner.reply import Reply
from serbench.schema.access import access_plans

TIMEOUT_S = 60.0
MIB = 1 << 20
_PROVED: set[tuple[str, str, bytes]] = set()


@dataclass(frozen=True)
class Relayed:
    """A workload with its corpus, what access-one reads of its objects, and each codec's runner and
    messages."""

    workload: Workload
    corpus: Corpus
    touches: Sequence[int]
    runners: Mapping[str, Runner]
    messages: Mapping[str, Sequence[bytes]]

    def objects(self) -> list[dict[str, Any]]:
        decoder = Decoder(self.workload.schema)
        return [decoder.decode(data) for data in read_objects(self.corpus.path)]

    def runner(self, codec: str) -> Runner:
        if codec not in self.runners:
            pytest.skip(f"{codec} is not available on this machine")
        return self.runners[codec]


def relayed_by(
    codecs: Sequence[str],
    named: str | Workload,
    folder: Path,
    unit: str = "utf16",
) -> Relayed:
    """The corpus, runners and messages to relay a workload by codecs of one language, as far as available."""
    (workload,) = find_workloads((named,)) if isinstance(named, str) else (named,)
    corpus = corpus_of(workload)
    runners = built_for("relay", codecs, workload)
    messages = {codec: emitted(runner, corpus, folder / "m") for codec, runner in runners.items()}
    decoder = Decoder(workload.schema)
    touch = Touch(workload.schema, access_plans(workload.schema)[0], unit)
    touches = [touch(decoder.decode(data)) for data in read_objects(corpus.path)]
    return Relayed(workload, corpus, touches, runners, messages)


def emitted(runner: Runner, corpus: Corpus, out: Path) -> list[bytes]:
    replies(ask(runner, "emit", {"corpus": corpus.path, "out": out}, TIMEOUT_S), "emitted")
    return [content or b"" for content in read_messages(out)]


def prove(runner: Runner, corpus: Corpus, contents: Sequence[bytes], place: Path) -> None:
    """These messages hold the objects of the corpus, in its order; what was proved is not asked again."""
    digests = b"".join(hashlib.sha256(content).digest() for content in contents)
    asked = (runner.product_key, corpus.manifest.sha256, digests)
    if asked in _PROVED:
        return
    with ContainerWriter(place, MESSAGES_MAGIC) as file:
        for content in contents:
            file.add(content)
    checked = ask(runner, "check", {"corpus": corpus.path, "encoded": place}, TIMEOUT_S)
    assert {reply.text("outcome") for reply in replies(checked, "object")} == {"ok"}
    _PROVED.add(asked)


def frames_of(source: int, contents: Sequence[bytes]) -> list[Frame]:
    return [message(source, number, content) for number, content in enumerate(contents)]


def arrived_once(driver: Driver) -> dict[tuple[int, int], bytes]:
    """The messages that have arrived, by source and number; none has twice."""
    frames = [frame for sink in driver.sinks for frame in sink.messages]
    arrived = {(frame.source, frame.number): frame.message for frame in frames}
    assert len(arrived) == len(frames)
    return arrived


def counted(reply: Reply, *names: str) -> list[int]:
    return [reply.count(name) for name in names]


def peak_bytes(conversation: Conversation) -> int:
    (memory,) = replies(conversation, "memory")
    return memory.count("peak_bytes")


def sent_until_blocked(source: socket.socket, stream: bytes, patience_s: float) -> int:
    """Sends until nothing is taken for so long; returns how many bytes were."""
    source.settimeout(patience_s)
    sent = 0
    while sent != len(stream):
        try:
            sent += source.send(stream[sent : sent + 65536])
        except TimeoutError:
            break
    source.settimeout(TIMEOUT_S)
    return sent
