"""What a mode does with one message."""

from typing import ClassVar, Protocol


class Steps(Protocol):
    """What a message leaves between its steps lies in a slot, of which each message of a block has its own.

    ``decodes``: messages are read at all. What is sent on is the frame that came, from where it lies
    (``sends_frames``), or bytes that what was read holds (``sends_held``), or otherwise bytes that are
    written anew. ``copies``: a message is copied to be changed. ``sends_to_all``: every sink gets something
    of a message. ``releases``: there is something to release after a message.
    """

    decodes: ClassVar[bool]
    sends_frames: ClassVar[bool]
    sends_held: ClassVar[bool]
    copies: ClassVar[bool]
    sends_to_all: ClassVar[bool]

    @property
    def releases(self) -> bool: ...

    def decode(self, slot: int, message: bytes) -> None:
        """Reads the message."""

    def recover(self, slot: int) -> None:
        """Forgets a message that could not be read, and a codec in a bad state."""

    def key(self, slot: int) -> int:
        """That by which what was read goes to a sink."""

    def change(self, slot: int) -> bool:
        """Changes what was read once its sinks are known; whether it was changed in its bytes."""

    def encode(self, slot: int, sink: int) -> bytes:
        """The bytes for a sink, valid until the next call for this slot."""

    def release(self, slot: int) -> None:
        """Drops what is not kept for the next message."""
