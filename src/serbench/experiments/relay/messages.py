"""The messages that a driver sends: those that a codec writes for a corpus, and where each belongs."""

import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import Runner
from serbench.corpus.container import ContainerWriter, read_messages, read_objects
from serbench.corpus.decoding import Decoder
from serbench.corpus.encoding import Encoder
from serbench.corpus.manifest import Corpus
from serbench.corpus.touch import Touch
from serbench.corpus.workload import Workload
from serbench.engine.describe import Subject
from serbench.errors import SerbenchError
from serbench.experiments.relay.derived import objects_a_message
from serbench.experiments.relay.driver import Cores
from serbench.experiments.relay.plan import ENVELOPE, FLOOR_MODE, MODES
from serbench.outcomes import HARNESS
from serbench.runner.process import ask
from serbench.schema.access import access_plans

TIMEOUT_S = 120.0
# What disturbs the machine for a moment disturbs few of these.
_CAPACITY_NS, _CAPACITIES = 30_000_000, 5
_SINK = struct.Struct("<I")


class Unrelayable(SerbenchError):
    """A codec's messages cannot be relayed; ``outcome`` is that of its rows."""

    def __init__(self, outcome: str, detail: str) -> None:
        super().__init__(detail)
        self.outcome = outcome


@dataclass(frozen=True, slots=True)
class Sent:
    """The messages of a codec for a corpus. ``destinations`` is None where they are shuffled, and
    ``payloads`` where messages arrive as they were sent. The driver by itself, without a relay, moves
    ``capacity_per_s`` of them."""

    messages: Path
    destinations: Path | None
    payloads: Path | None
    sizes_bytes: tuple[int, ...]
    capacity_per_s: float


@dataclass(slots=True)
class Outbox:
    """The messages of the codecs of a run in ``folder``, made once each; ``envelopes`` are the runners of the
    workload of envelopes by codec."""

    folder: Path
    workloads: Mapping[str, Workload]
    envelopes: Mapping[str, Subject]
    sinks: int
    by_fields: bool
    transport: str
    cores: Cores
    _sent: dict[tuple[str, str, bool], Sent | Unrelayable] = field(default_factory=dict)
    _destinations: dict[tuple[str, str], Path] = field(default_factory=dict)
    _objects: dict[str, float] = field(default_factory=dict)

    def sent(self, subject: Subject, mode: str) -> Sent:
        """The messages of a codec for a mode. Raises Unrelayable where it cannot write them."""
        enveloped = mode == ENVELOPE
        key = (subject.runner.codec, subject.runner.workload, enveloped)
        if key not in self._sent:
            try:
                self._sent[key] = self._enveloped(subject) if enveloped else self._plain(subject)
            except Unrelayable as error:
                self._sent[key] = error
        found = self._sent[key]
        if isinstance(found, Unrelayable):
            raise found
        return found

    def objects_a_message(self, subject: Subject) -> float:
        """How many objects a message of a codec's workload holds in the mean."""
        name = subject.runner.workload
        if name not in self._objects:
            self._objects[name] = objects_a_message(subject.corpus, self.workloads[name])
        return self._objects[name]

    def file(self, name: str) -> Path:
        return self.folder / name

    def _plain(self, subject: Subject) -> Sent:
        out = self._emitted(subject, subject.corpus.path)
        destinations = self._destinations_of(subject) if self.by_fields else None
        return Sent(out, destinations, None, _sizes(out), self._capacity(out))

    def _enveloped(self, subject: Subject) -> Sent:
        """The codec's messages in envelopes of the same codec."""
        inner, runner = self.sent(subject, ""), self.envelopes[subject.runner.codec]
        sinks = routed(subject.corpus, self._workload(subject), subject.description.unit, self.sinks)
        encoder = Encoder(self.workloads[ENVELOPE].schema)
        corpus = self.folder / f"envelopes-{len(self._sent)}"
        with ContainerWriter(corpus) as file:
            for sink, message in zip(sinks, read_messages(inner.messages), strict=True):
                file.add(encoder.encode({"count": 1, "destination": sink, "payload": message or b""}))
        out = self._emitted(runner, corpus)
        return Sent(out, inner.destinations, inner.messages, _sizes(out), self._capacity(out))

    def _emitted(self, subject: Subject, corpus: Path) -> Path:
        out = self.folder / f"messages-{len(list(self.folder.iterdir()))}"
        conversation = ask(subject.runner, "emit", {"corpus": corpus, "out": out}, TIMEOUT_S)
        failed = [reply for reply in conversation.replies if reply.tag == "failed"]
        if failed:
            detail = failed[0].fields.get("detail") or "the runner gives no reason"
            raise Unrelayable("wrong", f"Object {failed[0].integer('index')} cannot be encoded: {detail}")
        if conversation.outcome != "ok":
            raise Unrelayable(conversation.row_outcome, conversation.sentence)
        return out

    def _capacity(self, messages: Path) -> float:
        return median(self._capacity_once(messages) for _ in range(_CAPACITIES))

    def _capacity_once(self, messages: Path) -> float:
        arguments = {
            "messages": messages,
            "sinks": self.sinks,
            "transport": self.transport,
            "socket": self.folder / "capacity.socket",
            "saturate_ns": _CAPACITY_NS,
        }
        alone = Runner(self.cores.alone, "none/driver", "none", "none", "")
        conversation = ask(alone, "capacity", arguments, TIMEOUT_S)
        for reply in conversation.replies:
            if reply.tag == "capacity":
                return reply.count("frames") * 1e9 / max(1, reply.count("wall_ns"))
        raise Unrelayable(HARNESS, f"The driver could not be measured alone: {conversation.sentence}")

    def _destinations_of(self, subject: Subject) -> Path:
        """The sink of each message: the touch of access-one modulo the sinks, which the orchestrator reads
        from the corpus itself."""
        key = (subject.corpus.manifest.workload, subject.description.unit)
        if key not in self._destinations:
            path = self.folder / f"destinations-{len(self._destinations)}"
            sinks = routed(subject.corpus, self._workload(subject), key[1], self.sinks)
            path.write_bytes(b"".join(map(_SINK.pack, sinks)))
            self._destinations[key] = path
        return self._destinations[key]

    def _workload(self, subject: Subject) -> Workload:
        return self.workloads[subject.runner.workload]


def _sizes(messages: Path) -> tuple[int, ...]:
    return tuple(len(message or b"") for message in read_messages(messages))


def routed(corpus: Corpus, workload: Workload, unit: str, sinks: int) -> list[int]:
    """The sink of each object of a corpus by the route ``fields``."""
    schema = workload.schema
    decoder, touch = Decoder(schema), Touch(schema, access_plans(schema)[0], unit)
    return [touch(decoder.decode(data)) % sinks for data in read_objects(corpus.path)]


def modes_of(codec: CodecManifest, subject: Subject, envelope: Subject | None, route: str) -> tuple[str, ...]:
    """The modes in which a codec is relayed, ``envelope`` by its runner of that workload: a floor has only
    that which needs no codec, which sends messages by turns whatever the route."""
    if codec.floor:
        return (FLOOR_MODE,)
    own = {**subject.description.modes}
    if envelope is not None and ENVELOPE in envelope.description.modes:
        own[ENVELOPE] = envelope.description.modes[ENVELOPE]
    able = {mode for mode in own if route != "fields" or own[mode] or mode == FLOOR_MODE}
    return tuple(mode for mode in MODES if mode in able)
