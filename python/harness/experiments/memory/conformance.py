"""The verbs check and emit."""

import copy
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from harness.adapter import Failure, access_of, failure_of, has_access, judge_digest, judge_touch
from harness.experiments import Bench
from harness.experiments.memory.messages import no_message, open_messages
from harness.experiments.memory.operation import Entry, entries_of
from harness.experiments.memory.subject import Proof, Subject
from harness.protocol.container import CORPUS, MESSAGES, ContainerWriter
from harness.protocol.replies import Digest
from harness.values.corpus import Corpus, load_corpus
from harness.values.digest import xxh64
from harness.values.form import PLANS


@dataclass(slots=True)
class _Finding:
    """What became of one object; ``value`` holds the canonical bytes of the last value that came back."""

    operation: str = ""
    failure: Failure | None = None
    value: bytes | None = None
    digest: int = 0
    size: int = 0

    def failed(self, operation: str, fault: BaseException) -> None:
        self.operation, self.failure = operation, failure_of(fault)


def check(bench: Bench) -> None:
    """Proves each object separately, with every operation that applies."""
    request = bench.request
    corpus = load_corpus(request.path("corpus"), bench.form)
    objects = len(corpus.objects)
    encoded, values = request.optional_path("encoded"), request.optional_path("values")
    with ExitStack() as files:
        given = files.enter_context(open_messages(encoded, objects)) if encoded is not None else None
        out = files.enter_context(ContainerWriter(values, CORPUS, objects)) if values is not None else None
        proving = _Proving(bench, corpus)
        for index in range(objects):
            message = given.next() if given else None
            found = proving.find(index, given is not None, message)
            _tell(bench, index, found)
            if out:
                out.add(found.value)
        if out:
            out.finish()


def _tell(bench: Bench, index: int, found: _Finding) -> None:
    send, failure = bench.replies.send, found.failure
    if failure is None:
        send("object", index=index, outcome="ok", digest=Digest(found.digest), bytes=found.size)
        return
    is_wrong = failure.outcome == "wrong"
    digest = {"digest": Digest(found.digest)} if is_wrong else {}
    outcome = "wrong" if is_wrong else "error"
    send("object", index=index, outcome=outcome, operation=found.operation, **digest, detail=failure.detail)


class _Proving:
    """Has one adapter for all objects, and one place for the objects. They lie there one after the other, so
    a codec that remembers results by the identity of what it was given returns those of another object."""

    def __init__(self, bench: Bench, corpus: Corpus) -> None:
        self._bench, self._corpus = bench, corpus
        self._codec = bench.new_adapter()
        self._entries = entries_of(self._codec)
        self._object: Any = copy.copy(corpus.objects[0]) if corpus.objects else None

    def find(self, index: int, from_file: bool, message: bytes | None) -> _Finding:
        """Proves one object, with its message if that comes from a file."""
        found = _Finding()
        self._lay_out(self._corpus.objects[index])
        if from_file and message is None:
            found.failed("decode", no_message())
            return found
        if message is None:
            try:
                message = bytes(self._codec.encode(self._object))
            except BaseException as fault:
                found.failed("encode", fault)
                self._codec = self._bench.new_adapter()
                return found
        found.size = len(message)
        self._operations(index, from_file, message, found)
        if found.failure is None:
            self._itself(index, message, found)
        if found.failure is not None:
            # A codec that failed may be in any state; the next object deserves a sound one.
            self._codec = self._bench.new_adapter()
        return found

    def _lay_out(self, object: Any) -> None:
        for name in type(object).__slots__:
            setattr(self._object, name, getattr(object, name))

    def _operations(self, index: int, from_file: bool, message: bytes, found: _Finding) -> None:
        """Proves all operations, each with adapters of its own, fresh for each object."""
        on = Subject([self._object], [message])
        for entry in _applying(self._entries, from_file):
            try:
                self._judge(index, entry.make(self._bench.new_adapter, on).prove(0), found)
            except BaseException as fault:
                found.failed(entry.name, fault)
                return

    def _itself(self, index: int, message: bytes, found: _Finding) -> None:
        """Proves what starts from bytes, with the adapter that has seen all objects before this one."""
        operation = "decode"
        try:
            self._judge(index, Proof(self._codec.decode(message)), found)
            for plan in PLANS if has_access(self._codec) else ():
                operation = f"access-{plan}"
                touch = access_of(self._codec)(message, plan)
                self._judge(index, Proof(touch=touch, plan=plan), found)
        except BaseException as fault:
            found.failed(operation, fault)

    def _judge(self, index: int, shown: Proof, found: _Finding) -> None:
        form = self._bench.form
        if shown.plan:
            judge_touch(form, shown.touch, shown.plan, self._object)
            return
        found.value = form.write(shown.value)
        found.digest = xxh64(found.value)
        judge_digest(found.digest, self._corpus.digests[index])


def _applying(entries: Sequence[Entry], from_file: bool) -> list[Entry]:
    return [entry for entry in entries if entry.from_bytes or not from_file]


def emit(bench: Bench) -> None:
    """Encodes each object once into a file of messages; its maps may have been filled in any order."""
    corpus = load_corpus(bench.request.path("corpus"), bench.form, strict=False)
    codec, size = bench.new_adapter(), 0
    with ContainerWriter(bench.request.path("out"), MESSAGES, len(corpus.objects)) as file:
        for index, object in enumerate(corpus.objects):
            message: bytes | None = None
            try:
                message = codec.encode(object)
                size += len(message)
            except BaseException as fault:
                codec = bench.new_adapter()
                bench.replies.send("failed", index=index, detail=failure_of(fault).detail)
            file.add(message)
        file.finish()
    bench.replies.send("emitted", objects=len(corpus.objects), bytes=size)
