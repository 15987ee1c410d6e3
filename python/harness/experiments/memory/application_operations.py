"""The operations between objects and bytes."""

from collections import deque
from typing import Any

from harness.adapter import NewAdapter, access_of, bytes_read_of
from harness.experiments.memory.subject import Proof, Subject, proven_written


class Encode:
    """Encoding and its proof take an adapter each, because the bytes may lie in the first one's buffer."""

    def __init__(self, new_adapter: NewAdapter, on: Subject) -> None:
        self._codec, self._decoder, self._objects = new_adapter(), new_adapter(), on.objects

    def rotate(self, rotations: int) -> None:
        encode, objects = self._codec.encode, self._objects
        for _ in range(rotations):
            for object in objects:
                encode(object)

    def prove(self, index: int) -> Proof:
        return proven_written(self._decoder, self._codec.encode(self._objects[index]))


class Decode:
    """Drops an object before the next is decoded or, where the last ones are kept, the oldest of them."""

    def __init__(self, new_adapter: NewAdapter, on: Subject) -> None:
        self._codec, self._messages = new_adapter(), on.messages
        self._kept: deque[Any] = deque([None] * on.keep)

    def rotate(self, rotations: int) -> None:
        if self._kept:
            self._rotate_and_keep(rotations)
            return
        decode, messages = self._codec.decode, self._messages
        for _ in range(rotations):
            for message in messages:
                decode(message)

    def _rotate_and_keep(self, rotations: int) -> None:
        decode, messages = self._codec.decode, self._messages
        drop_oldest, keep = self._kept.popleft, self._kept.append
        for _ in range(rotations):
            for message in messages:
                drop_oldest()
                keep(decode(message))

    def prove(self, index: int) -> Proof:
        message = self._messages[index]
        return Proof(self._codec.decode(message), size=len(message))


class DecodeReuse:
    """Decodes into the object that held the one before."""

    def __init__(self, new_adapter: NewAdapter, on: Subject) -> None:
        self._codec, self._messages = new_adapter(), on.messages
        self._used = self._codec.decode(on.messages[-1])

    def rotate(self, rotations: int) -> None:
        decode_reuse, messages, used = self._codec.decode_reuse, self._messages, self._used
        for _ in range(rotations):
            for message in messages:
                decode_reuse(message, used)

    def prove(self, index: int) -> Proof:
        message = self._messages[index]
        self._codec.decode_reuse(message, self._used)
        return Proof(self._used, size=len(message))


class Access:
    """Reads by a plan."""

    def __init__(self, plan: str, new_adapter: NewAdapter, on: Subject) -> None:
        self._plan, self._messages = plan, on.messages
        codec = new_adapter()
        self._read, self._bytes_read = access_of(codec), bytes_read_of(codec)

    def rotate(self, rotations: int) -> None:
        read, messages, plan = self._read, self._messages, self._plan
        for _ in range(rotations):
            for message in messages:
                read(message, plan)

    def prove(self, index: int) -> Proof:
        message, plan = self._messages[index], self._plan
        touch = self._read(message, plan)
        return Proof(touch=touch, plan=plan, size=len(message), read=self._bytes_read(message, plan))


class Roundtrip:
    """Encodes and decodes; into the object that held another before, where the codec does so."""

    def __init__(self, new_adapter: NewAdapter, on: Subject) -> None:
        self._codec, self._decoder, self._objects = new_adapter(), new_adapter(), on.objects
        self._reuses = hasattr(self._decoder, "decode_reuse")
        self._used: Any = None

    def rotate(self, rotations: int) -> None:
        if self._reuses:
            self._rotate_reuse(rotations)
            return
        encode, decode, objects = self._codec.encode, self._decoder.decode, self._objects
        for _ in range(rotations):
            for object in objects:
                decode(encode(object))

    def _rotate_reuse(self, rotations: int) -> None:
        encode, decode_reuse, objects = self._codec.encode, self._decoder.decode_reuse, self._objects
        used = self._used
        for _ in range(rotations):
            for object in objects:
                decode_reuse(encode(object), used)

    def prove(self, index: int) -> Proof:
        message = self._codec.encode(self._objects[index])
        size = len(message)
        if self._reuses and self._used is not None:
            self._decoder.decode_reuse(message, self._used)
        else:
            self._used = self._decoder.decode(message)
        return Proof(self._used, size=size)
