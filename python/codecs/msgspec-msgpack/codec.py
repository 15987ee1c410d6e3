"""The page of python/msgspec-msgpack and python/msgspec-json: msgspec over rendered Structs."""

import conversions
import messages
import reading
from harness.page.composed import Composed
from library import Decoder, Encoder


def access(struct, touch):
    """What reads a message into a Struct that has only the fields of a plan."""
    decode = Decoder(struct).decode
    return lambda message: touch(decode(message))


def new_page():
    # The library's documentation advises to begin with some bytes; larger messages let the buffer grow.
    build, encode_into, buffer = conversions.build, Encoder().encode_into, bytearray(64)

    def serialize(message):
        encode_into(message, buffer)
        return buffer

    def encode(plain_object):
        encode_into(build(plain_object), buffer)
        return buffer

    page = Composed(build, serialize, Decoder(messages.Root).decode, conversions.extract)
    page.encode = encode
    page.access_one = access(*reading.ONE)
    page.access_tenth = access(*reading.TENTH)
    page.access_all = access(*reading.ALL)
    return page
