"""The modes that make objects."""

from typing import Any, ClassVar

from harness.adapter import NewAdapter, access_of
from harness.experiments.relay.byte_modes import Forward
from harness.values.form import Form, Relayed


class Objects(Forward):
    """Decodes messages to objects and encodes these as they are: in each slot into the one that is there
    already where ``keeps``, otherwise to fresh ones."""

    decodes: ClassVar = True
    sends_frames: ClassVar = False

    def __init__(self, new_adapter: NewAdapter, form: Form, *, fresh: bool) -> None:
        self._new_adapter = new_adapter
        self._form = form
        self._codec = new_adapter()
        self._keeps = not fresh and hasattr(self._codec, "decode_reuse")
        self._objects: dict[int, Any] = {}

    @property
    def releases(self) -> bool:  # type: ignore[override]
        return not self._keeps

    def decode(self, slot: int, message: bytes) -> None:
        if self._keeps and slot in self._objects:
            self._codec.decode_reuse(message, self._objects[slot])
        else:
            self._objects[slot] = self._codec.decode(message)

    def recover(self, slot: int) -> None:
        self._codec = self._new_adapter()
        self._objects.pop(slot, None)

    def key(self, slot: int) -> int:
        return self._form.touched(self._objects[slot], "one")

    def encode(self, slot: int, sink: int) -> bytes:
        written: bytes = self._codec.encode(self._objects[slot])
        return written

    def release(self, slot: int) -> None:
        if not self._keeps:
            del self._objects[slot]


class _Relayed(Objects):
    """Objects whose schema has what a relay changes."""

    def __init__(self, new_adapter: NewAdapter, form: Form) -> None:
        super().__init__(new_adapter, form, fresh=False)
        assert form.relayed is not None
        self._relayed: Relayed = form.relayed


class Update(_Relayed):
    """Updates the number of objects, which go where they went as they came."""

    def change(self, slot: int) -> bool:
        self._relayed.update(self._objects[slot])
        return False


class UpdateBytes(Update):
    """Changes the number of messages in their bytes. Where these have no place for it, an object is
    changed."""

    copies: ClassVar = True
    # The objects of some messages are released with them.
    releases = True

    def __init__(self, new_adapter: NewAdapter, form: Form) -> None:
        super().__init__(new_adapter, form)
        self._messages: dict[int, bytes] = {}
        self._in_place: dict[int, bool] = {}

    def decode(self, slot: int, message: bytes) -> None:
        self._messages[slot] = message

    def key(self, slot: int) -> int:
        return access_of(self._codec)(self._messages[slot], "one")

    def change(self, slot: int) -> bool:
        message = self._messages[slot]
        updated = self._codec.update_number(message)
        self._in_place[slot] = updated is not None
        if updated is not None:
            self._messages[slot] = updated
            return True
        super().decode(slot, message)
        return super().change(slot)

    def encode(self, slot: int, sink: int) -> bytes:
        return self._messages[slot] if self._in_place[slot] else super().encode(slot, sink)

    def release(self, slot: int) -> None:
        if not self._in_place[slot]:
            super().release(slot)


class Split(_Relayed):
    """Makes parts of objects."""

    sends_to_all: ClassVar = True

    def __init__(self, new_adapter: NewAdapter, form: Form, sinks: int, *, by_numbers: bool) -> None:
        super().__init__(new_adapter, form)
        self._sinks = sinks
        self._by_numbers = by_numbers
        self._parts: dict[int, list[Any]] = {}

    def change(self, slot: int) -> bool:
        self._parts[slot] = self._relayed.split(self._objects[slot], self._sinks, self._by_numbers)
        return False

    def encode(self, slot: int, sink: int) -> bytes:
        written: bytes = self._codec.encode(self._parts[slot][sink])
        return written

    def release(self, slot: int) -> None:
        del self._parts[slot]
        super().release(slot)


class Envelope(_Relayed):
    """Sends on what envelopes hold."""

    sends_held: ClassVar = True

    def key(self, slot: int) -> int:
        return self._relayed.destination(self._objects[slot])

    def encode(self, slot: int, sink: int) -> bytes:
        return self._relayed.payload(self._objects[slot])
