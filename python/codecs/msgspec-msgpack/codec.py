"""The adapter of python/msgspec-msgpack and python/msgspec-json: msgspec over rendered Structs."""

import conversions
import messages
import reading
from harness.adapter.composed import Composed
from library import Decoder, Encoder


def access_by(plans):
    """Reads a message into a Struct that has only the fields of a plan."""
    readers = {name: (Decoder(struct).decode, touch) for name, (struct, touch) in plans.items()}

    def access(message, plan):
        decode, touch = readers[plan]
        return touch(decode(message))

    return access


def new_adapter():
    # The library's documentation advises to begin with some bytes; larger messages let the buffer grow.
    build, encode_into, buffer = conversions.build, Encoder().encode_into, bytearray(64)

    def serialize(message):
        encode_into(message, buffer)
        return buffer

    def encode(plain_object):
        encode_into(build(plain_object), buffer)
        return buffer

    adapter = Composed(build, serialize, Decoder(messages.Root).decode, conversions.extract)
    adapter.encode = encode
    adapter.access = access_by(reading.PLANS)
    return adapter
