"""What the adapter of a codec has, the code that calls its library, and how what comes back is judged.

An adapter has one instance a thread, keeps its buffers between calls, and there are no globals. Objects are
of the plain root type of the workload, messages are bytes. Whatever an adapter raises is one failed row.
Every adapter is a Codec; what else it can do is found by its methods.
"""

from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

from harness.adapter.failure import Failure, failure_of, unsupported, wrong
from harness.adapter.judging import judge_digest, judge_touch, judge_value

__all__ = [
    "Access",
    "Codec",
    "Failure",
    "MessageCodec",
    "NewAdapter",
    "access_of",
    "bytes_read_of",
    "failure_of",
    "has_access",
    "has_messages",
    "judge_digest",
    "judge_touch",
    "judge_value",
    "unsupported",
    "wrong",
]


class Codec(Protocol):
    """The adapter of every library.

    ``encode`` gives the bytes of an object, valid until the next call; ``decode`` a fresh object, which holds
    nothing of the message's memory. Where an adapter has them: ``decode_reuse(message, object)`` decodes into
    an object that held another before, if the library's documentation does; ``access(message, plan)`` reads
    the fields of a plan without a full decode and gives the touch of what it read (FORMAT.md; the plans are
    ``PLANS`` of ``harness.values.form``), and ``bytes_read(message, plan)`` how many bytes of the message
    that reads, counted where the library reads them; ``update_number(message)`` gives a message with 1 added
    to its number wherever it occurs (FORMAT.md, section 7), None if the bytes have no place for it;
    ``form(plain)`` replaces the plain objects, in a floor.
    """

    def encode(self, object: Any) -> bytes: ...
    def decode(self, message: bytes) -> Any: ...


class MessageCodec(Codec, Protocol):
    """The adapter of a library with messages of its own.

    ``build`` gives the library's form of an object, ``serialize`` the bytes of that, ``deserialize`` the form
    that the library reads, and ``extract`` a fresh object of that. Where an adapter has them:
    ``touch(opened, plan)`` reads the fields of a plan out of what ``deserialize`` gave, so that access need
    not be written; ``builds_in_place`` is true if building is serializing; ``rewrites`` is true if
    ``serialize`` writes what ``deserialize`` gave.
    """

    def build(self, object: Any) -> Any: ...
    def serialize(self, message: Any) -> bytes: ...
    def deserialize(self, message: bytes) -> Any: ...
    def extract(self, opened: Any) -> Any: ...


NewAdapter: TypeAlias = Callable[[], Any]
Access: TypeAlias = Callable[[bytes, str], int]


def has_messages(codec: Any) -> bool:
    """Whether an adapter is that of a library with messages of its own."""
    return hasattr(codec, "build")


def has_access(codec: Any) -> bool:
    """Whether an adapter reads fields without a full decode."""
    return hasattr(codec, "access") or hasattr(codec, "touch")


def access_of(codec: Any) -> Access:
    """The adapter's own access, or its ``deserialize`` and ``touch`` in one."""
    if hasattr(codec, "access"):
        access: Access = codec.access
        return access
    deserialize, touch = codec.deserialize, codec.touch

    def composed(message: bytes, plan: str) -> int:
        touched: int = touch(deserialize(message), plan)
        return touched

    return composed


def bytes_read_of(codec: Any) -> Callable[[bytes, str], int | None]:
    """How many bytes of a message the adapter's access reads, None where nobody counts. ``deserialize`` reads
    a whole message, unless it only opens it."""
    if hasattr(codec, "bytes_read"):
        counted: Callable[[bytes, str], int | None] = codec.bytes_read
        return counted
    whole = not hasattr(codec, "access") and not getattr(codec, "builds_in_place", False)
    return lambda message, _: len(message) if whole else None
