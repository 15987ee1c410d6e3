"""A codec of a library with messages of its own, out of its four steps."""

from collections.abc import Callable
from typing import Any


class Composed:
    """Encodes by ``build`` and ``serialize``, decodes by ``deserialize`` and ``extract``: functions of one
    argument."""

    def __init__(
        self,
        build: Callable[[Any], Any],
        serialize: Callable[[Any], bytes],
        deserialize: Callable[[bytes], Any],
        extract: Callable[[Any], Any],
    ) -> None:
        self.build, self.serialize = build, serialize
        self.deserialize, self.extract = deserialize, extract

    def encode(self, object: Any) -> bytes:
        """The message of an object."""
        return self.serialize(self.build(object))

    def decode(self, message: bytes) -> Any:
        """The object of a message."""
        return self.extract(self.deserialize(message))
