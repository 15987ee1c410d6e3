"""The messages that operations start from."""

from collections.abc import Callable, Sequence
from typing import Any

from harness.adapter import Failure, failure_of
from harness.protocol.container import MESSAGES, ContainerReader


class AtObject(Exception):
    """A failure on an object that is known."""

    def __init__(self, index: int, failure: Failure) -> None:
        super().__init__(failure.detail)
        self.index = index
        self.failure = failure


def no_message() -> Failure:
    """The failure of an object whose message is missing."""
    return Failure("error", "There is no message of this object.")


def encoded(codec: Any, objects: Sequence[Any]) -> list[bytes]:
    """The messages of all objects, each in memory of its own."""
    messages: list[bytes] = []
    for index, object in enumerate(objects):
        try:
            messages.append(bytes(codec.encode(object)))
        except BaseException as fault:
            raise AtObject(index, failure_of(fault)) from fault
    return messages


def open_messages(path: str, objects: int) -> ContainerReader:
    """Opens the messages of so many objects; refuses a file with another number of them."""
    file = ContainerReader(path, MESSAGES)
    if file.count != objects:
        with file:
            raise file.refusal(f"holds {file.count} messages for {objects} objects")
    return file


def given_messages(path: str, objects: int) -> Callable[[], list[bytes]]:
    """The messages of a file, in place of the codec's own. A file that is not sound is refused; a message
    that is missing is a failure at its object, which the result raises."""
    with open_messages(path, objects) as file:
        found = [file.next() for _ in range(objects)]
        file.finish()

    def messages() -> list[bytes]:
        there: list[bytes] = []
        for index, message in enumerate(found):
            if message is None:
                raise AtObject(index, no_message())
            there.append(message)
        return there

    return messages
