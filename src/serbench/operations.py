"""The operations that are timed: their names, their side, what they mean."""

from collections.abc import Collection
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation; ``side`` is ``application`` (objects) or ``library`` (the codec's own messages)."""

    name: str
    side: str
    summary: str


OPERATIONS = (
    Operation("encode", "application", "object → bytes"),
    Operation("decode", "application", "bytes → a fresh object, its release included"),
    Operation("decode-reuse", "application", "bytes → an object that held another before"),
    Operation("access-one", "application", "bytes → one field read"),
    Operation("access-tenth", "application", "bytes → a tenth of the fields read"),
    Operation("access-all", "application", "bytes → every field read"),
    Operation("build", "library", "object → the library's own message"),
    Operation("serialize", "library", "message → bytes"),
    Operation("deserialize", "library", "bytes → message"),
    Operation("deserialize-fresh", "library", "bytes → a new message, its release included"),
    Operation("extract", "library", "message → object"),
    Operation("roundtrip", "library", "serialize a built message and deserialize into a reused one"),
)

# The operations whose sum ranks codecs, by where an application has its data: in objects of its own, or in
# messages of the library.
FROM_OBJECTS = ("encode", "decode")
FROM_MESSAGES = ("serialize", "deserialize")
# What encode and decode do besides converting, where they begin and end with a message.
UNCONVERTED = dict(zip(FROM_OBJECTS, FROM_MESSAGES, strict=True))

OPERATION_BY_NAME = {operation.name: operation for operation in OPERATIONS}


def ranking_among(measured: Collection[str]) -> tuple[str, ...]:
    """The operations among these whose sum ranks codecs: encode and decode, or that one of them which was
    measured, else serialize and deserialize where both were, else the first that was."""
    both = tuple(name for name in FROM_OBJECTS if name in measured)
    messages = FROM_MESSAGES if set(FROM_MESSAGES) <= set(measured) else ()
    return both or messages or tuple(name for name in OPERATION_BY_NAME if name in measured)[:1]
