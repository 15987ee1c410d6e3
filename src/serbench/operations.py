"""The operations that are timed: their names, their side, what they mean."""

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

OPERATION_BY_NAME = {operation.name: operation for operation in OPERATIONS}
