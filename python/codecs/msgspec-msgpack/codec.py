"""The adapter of python/msgspec-msgpack and python/msgspec-json: msgspec over Structs, the plain types."""

import reading
from library import Decoder, Encoder
from rendered.plain import SerbenchRoot


class Adapter:
    """Decodes by the library's own function. A message for access is read into a Struct that has only the
    fields of the plan."""

    def __init__(self):
        self._encode_into = Encoder().encode_into
        # The library's documentation advises to begin with some bytes; larger messages let the buffer grow.
        self._buffer = bytearray(64)
        self._readers = {
            name: (Decoder(struct).decode, touch) for name, (struct, touch) in reading.PLANS.items()
        }
        self.decode = Decoder(SerbenchRoot).decode

    def encode(self, plain_object):
        self._encode_into(plain_object, self._buffer)
        return self._buffer

    def access(self, message, plan):
        decode, touch = self._readers[plan]
        return touch(decode(message))


def new_adapter():
    return Adapter()
