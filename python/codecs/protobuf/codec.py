"""The adapter of Google's Protocol Buffers."""

from typing import Any

from conversions import build, extract
from google.protobuf.internal import api_implementation
from harness.protocol.refusal import refuse
from touching import MESSAGE, touch


class Codec:
    """``serialize`` and ``deserialize`` are the library's own functions."""

    rewrites = True

    def __init__(self) -> None:
        if api_implementation.Type() != "upb":
            raise refuse("The protobuf library runs without its implementation in C, upb.")
        self.build = build
        self.extract = extract
        self.serialize = MESSAGE.SerializeToString
        self.deserialize = MESSAGE.FromString
        self.touch = touch

    def encode(self, object: Any) -> bytes:
        message: bytes = build(object).SerializeToString()
        return message

    def decode(self, message: bytes) -> Any:
        return extract(self.deserialize(message))


def new_adapter() -> Codec:
    return Codec()
