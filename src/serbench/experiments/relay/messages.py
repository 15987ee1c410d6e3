"""What a driver sends: the messages that a codec writes for a corpus, where each belongs, and the proof of
what came back."""

import shutil
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import Runner
from serbench.corpus.container import read_messages, read_objects
from serbench.corpus.decoding import Decoder
from serbench.corpus.manifest import Corpus
from serbench.corpus.touch import Touch
from serbench.corpus.workload import Workload
from serbench.engine.describe import Subject
from serbench.errors import SerbenchError
from serbench.experiments.relay.driver import driver_program
from serbench.experiments.relay.plan import FLOOR_MODE, MODES
from serbench.proof.verify import check
from serbench.record.row import Failure
from serbench.runner.process import ask
from serbench.schema.access import access_plans

_TIMEOUT_S = 120.0
_CAPACITY_NS = 100_000_000
_SINK = struct.Struct("<I")


class Unrelayable(SerbenchError):
    """A codec's messages cannot be relayed; ``outcome`` is that of its rows."""

    def __init__(self, outcome: str, detail: str) -> None:
        super().__init__(detail)
        self.outcome = outcome


@dataclass(frozen=True, slots=True)
class Sent:
    """The messages of a codec for a corpus. ``destinations`` is None where they are shuffled. The driver by
    itself, without a relay, moves ``capacity_per_s`` of them."""

    messages: Path
    destinations: Path | None
    largest_bytes: int
    capacity_per_s: float


@dataclass(slots=True)
class Outbox:
    """The messages of the codecs of a run in ``folder``, made once each; and what of the messages that came
    back is proved, by codec, workload and mode."""

    folder: Path
    workloads: Mapping[str, Workload]
    sinks: int
    by_fields: bool
    transport: str
    _sent: dict[tuple[str, str], Sent | Unrelayable] = field(default_factory=dict)
    _destinations: dict[tuple[str, str], Path] = field(default_factory=dict)
    _proved: dict[tuple[str, str, str], Path] = field(default_factory=dict)

    def sent(self, subject: Subject) -> Sent:
        """The messages of a codec. Raises Unrelayable where it cannot write them."""
        key = (subject.runner.codec, subject.runner.workload)
        if key not in self._sent:
            try:
                self._sent[key] = self._emitted(subject)
            except Unrelayable as error:
                self._sent[key] = error
        found = self._sent[key]
        if isinstance(found, Unrelayable):
            raise found
        return found

    def file(self, name: str) -> Path:
        return self.folder / name

    def proof(self, subject: Subject, mode: str, received: Path) -> Failure | None:
        """Proves messages that were encoded again: the codec's own ``check`` reads the objects of the corpus
        from them. Messages with the bytes of proved ones are proved."""
        key = (subject.runner.codec, subject.runner.workload, mode)
        before = self._proved.get(key)
        if before is not None and before.read_bytes() == received.read_bytes():
            return None
        found = check(subject.runner, subject.corpus, {"encoded": received}, _TIMEOUT_S)
        if isinstance(found, Failure):
            return found
        wrong = next((result for result in found if result.outcome != "ok"), None)
        if wrong is not None:
            detail = f"Message {wrong.index} was altered on its way: {wrong.detail}"
            return Failure(*key[:2], mode, "wrong", detail)
        self._proved[key] = self.folder / f"proved-{len(self._proved)}"
        shutil.copyfile(received, self._proved[key])
        return None

    def _emitted(self, subject: Subject) -> Sent:
        runner = subject.runner
        out = self.folder / f"messages-{len(self._sent)}"
        conversation = ask(runner, "emit", {"corpus": subject.corpus.path, "out": out}, _TIMEOUT_S)
        failed = [reply for reply in conversation.replies if reply.tag == "failed"]
        if failed:
            detail = failed[0].fields.get("detail") or "the runner gives no reason"
            raise Unrelayable("wrong", f"Object {failed[0].integer('index')} cannot be encoded: {detail}")
        if conversation.outcome != "ok":
            outcome = "unsupported" if conversation.outcome == "refused" else conversation.outcome
            raise Unrelayable(outcome, conversation.sentence)
        largest = max(len(message or b"") for message in read_messages(out))
        capacity = self._capacity(runner, out)
        destinations = self._destinations_of(subject) if self.by_fields else None
        return Sent(out, destinations, largest, capacity)

    def _capacity(self, runner: Runner, messages: Path) -> float:
        words = (str(driver_program()),)
        arguments = {
            "messages": messages,
            "sinks": self.sinks,
            "transport": self.transport,
            "socket": self.folder / "capacity.socket",
            "saturate_ns": _CAPACITY_NS,
        }
        alone = Runner(words, "none/driver", "none", "none", "")
        conversation = ask(alone, "capacity", arguments, _TIMEOUT_S)
        for reply in conversation.replies:
            if reply.tag == "capacity":
                return reply.count("frames") * 1e9 / max(1, reply.count("wall_ns"))
        raise Unrelayable("crashed", f"The driver could not be measured alone: {conversation.sentence}")

    def _destinations_of(self, subject: Subject) -> Path:
        """The sink of each message: the touch of access-one modulo the sinks, which the orchestrator reads
        from the corpus itself."""
        workload, unit = subject.corpus.manifest.workload, subject.description.unit
        key = (workload, unit)
        if key not in self._destinations:
            path = self.folder / f"destinations-{len(self._destinations)}"
            sinks = routed(subject.corpus, self.workloads[subject.runner.workload], unit, self.sinks)
            path.write_bytes(b"".join(map(_SINK.pack, sinks)))
            self._destinations[key] = path
        return self._destinations[key]


def routed(corpus: Corpus, workload: Workload, unit: str, sinks: int) -> list[int]:
    """The sink of each object of a corpus by the route ``fields``."""
    schema = workload.schema
    decoder, touch = Decoder(schema), Touch(schema, access_plans(schema)[0], unit)
    return [touch(decoder.decode(data)) % sinks for data in read_objects(corpus.path)]


def modes_of(codec: CodecManifest, subject: Subject, route: str) -> tuple[str, ...]:
    """The modes in which a codec is relayed: a floor has only that which needs no codec, which sends
    messages by turns whatever the route."""
    own = subject.description.modes
    able = {mode for mode in own if route != "fields" or own[mode] or mode == FLOOR_MODE}
    return tuple(mode for mode in MODES if mode in able and (not codec.floor or mode == FLOOR_MODE))
