"""The verb of an evolution."""

from typing import Any

from harness.adapter import Failure, failure_of
from harness.experiments import Bench, Verb
from harness.protocol.container import MESSAGES, ContainerReader, ContainerWriter
from harness.protocol.refusal import refuse


def _serve(bench: Bench) -> None:
    encoded, out = bench.request.path("encoded"), bench.request.path("out")
    if not getattr(bench.new_adapter(), "rewrites", False):
        raise refuse("This codec has no messages that are both read and written.")
    with ContainerReader(encoded, MESSAGES) as messages:
        with ContainerWriter(out, MESSAGES, messages.count) as file:
            size_bytes = _rewrite_all(bench, messages, file)
            file.finish()
        bench.replies.send("emitted", objects=messages.count, bytes=size_bytes)


def _rewrite_all(bench: Bench, messages: ContainerReader, file: ContainerWriter) -> int:
    """Tells how many bytes were written. A message that cannot be read or written is missing in the file; the
    codec is then replaced, for it may be in any state."""
    codec, size_bytes = bench.new_adapter(), 0
    for index in range(messages.count):
        message = messages.next()
        try:
            written = _rewritten(codec, message)
        except Exception as fault:
            bench.replies.send("failed", index=index, detail=failure_of(fault).detail)
            codec, written = bench.new_adapter(), None
        file.add(written)
        size_bytes += len(written or b"")
    return size_bytes


def _rewritten(codec: Any, message: bytes | None) -> bytes:
    """A message as the library writes it."""
    if message is None:
        raise Failure("error", "There is no message of this object.")
    return bytes(codec.serialize(codec.deserialize(message)))


VERBS = (Verb("rewrite", _serve),)
