"""The operations of a library with messages of its own."""

from collections.abc import Callable
from typing import Any

from harness.adapter import NewAdapter
from harness.experiments.memory.subject import Proof, Subject, proven_written


class Build:
    """Makes the library's form of objects."""

    def __init__(self, new_adapter: NewAdapter, on: Subject) -> None:
        self._codec, self._decoder, self._objects = new_adapter(), new_adapter(), on.objects

    def rotate(self, rotations: int) -> None:
        build, objects = self._codec.build, self._objects
        for _ in range(rotations):
            for object in objects:
                build(object)

    def prove(self, index: int) -> Proof:
        message = self._codec.serialize(self._codec.build(self._objects[index]))
        return proven_written(self._decoder, message)


class Serialize:
    """Has a message for each object, built beforehand."""

    def __init__(self, new_adapter: NewAdapter, on: Subject) -> None:
        self._codec, self._decoder = new_adapter(), new_adapter()
        self._messages = [self._codec.build(object) for object in on.objects]

    def rotate(self, rotations: int) -> None:
        serialize, messages = self._codec.serialize, self._messages
        for _ in range(rotations):
            for message in messages:
                serialize(message)

    def prove(self, index: int) -> Proof:
        return proven_written(self._decoder, self._codec.serialize(self._messages[index]))


class Deserialize:
    """Opens messages."""

    def __init__(self, new_adapter: NewAdapter, on: Subject) -> None:
        self._codec, self._messages = new_adapter(), on.messages

    def rotate(self, rotations: int) -> None:
        deserialize, messages = self._codec.deserialize, self._messages
        for _ in range(rotations):
            for message in messages:
                deserialize(message)

    def prove(self, index: int) -> Proof:
        message = self._messages[index]
        return Proof(self._codec.extract(self._codec.deserialize(message)), size=len(message))


class Extract:
    """Has an opened message for each object, deserialized beforehand."""

    def __init__(self, new_adapter: NewAdapter, on: Subject) -> None:
        self._codec, self._messages = new_adapter(), on.messages
        self._opened = [self._codec.deserialize(message) for message in on.messages]

    def rotate(self, rotations: int) -> None:
        extract, messages = self._codec.extract, self._opened
        for _ in range(rotations):
            for opened in messages:
                extract(opened)

    def prove(self, index: int) -> Proof:
        return Proof(self._codec.extract(self._opened[index]), size=len(self._messages[index]))


class MessageRoundtrip:
    """Serializes a message that was built beforehand and deserializes it, as cpp-serializers does."""

    def __init__(self, new_adapter: NewAdapter, on: Subject) -> None:
        self._codec, self._reader = new_adapter(), new_adapter()
        self._inputs = [self._codec.build(object) for object in on.objects]
        self._write: Callable[[Any], bytes] = self._codec.serialize

    def rotate(self, rotations: int) -> None:
        write, deserialize, inputs = self._write, self._reader.deserialize, self._inputs
        for _ in range(rotations):
            for one in inputs:
                deserialize(write(one))

    def prove(self, index: int) -> Proof:
        message = self._write(self._inputs[index])
        size = len(message)
        return Proof(self._reader.extract(self._reader.deserialize(message)), size=size)


class InPlaceRoundtrip(MessageRoundtrip):
    """Builds each object's message anew, where building is serializing."""

    def __init__(self, new_adapter: NewAdapter, on: Subject) -> None:
        self._codec, self._reader = new_adapter(), new_adapter()
        self._inputs = list(on.objects)
        self._write = self._codec.encode
