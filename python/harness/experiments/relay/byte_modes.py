"""The modes that make no objects."""

from typing import Any, ClassVar

from harness.adapter import NewAdapter, access_of
from harness.experiments.relay.frames import cannot_go_on


class Forward:
    """Sends the frames on that came; nothing is read."""

    decodes: ClassVar = False
    sends_frames: ClassVar = True
    sends_held: ClassVar = False
    copies: ClassVar = False
    sends_to_all: ClassVar = False
    releases = False

    def decode(self, slot: int, message: bytes) -> None:
        raise cannot_go_on("No message is read.")

    def recover(self, slot: int) -> None:
        pass

    def key(self, slot: int) -> int:
        raise cannot_go_on("No message is read.")

    def change(self, slot: int) -> bool:
        return False

    def encode(self, slot: int, sink: int) -> bytes:
        raise cannot_go_on("No message is read.")

    def release(self, slot: int) -> None:
        pass


class Peek(Forward):
    """Sends the frames on that came, of which one place was read."""

    decodes: ClassVar = True

    def __init__(self, new_adapter: NewAdapter) -> None:
        self._new_adapter = new_adapter
        self._access = access_of(new_adapter())
        self._touches: dict[int, int] = {}

    def decode(self, slot: int, message: bytes) -> None:
        self._touches[slot] = self._access(message, "one")

    def recover(self, slot: int) -> None:
        self._access = access_of(self._new_adapter())

    def key(self, slot: int) -> int:
        return self._touches[slot]


class Message(Forward):
    """Reads and writes the library's own messages, each with a codec of its slot, because a codec may keep
    the one message that it reads into."""

    decodes: ClassVar = True
    sends_frames: ClassVar = False

    def __init__(self, new_adapter: NewAdapter) -> None:
        self._new_adapter = new_adapter
        self._codecs: dict[int, Any] = {}
        self._read: dict[int, Any] = {}

    def decode(self, slot: int, message: bytes) -> None:
        codec = self._codecs.get(slot)
        if codec is None:
            codec = self._codecs[slot] = self._new_adapter()
        self._read[slot] = codec.deserialize(message)

    def recover(self, slot: int) -> None:
        self._codecs.pop(slot, None)

    def key(self, slot: int) -> int:
        touch: int = self._codecs[slot].touch(self._read[slot], "one")
        return touch

    def encode(self, slot: int, sink: int) -> bytes:
        written: bytes = self._codecs[slot].serialize(self._read[slot])
        return written
