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
    page = Composed(conversions.build, Encoder().encode, Decoder(messages.Root).decode, conversions.extract)
    page.access_one = access(*reading.ONE)
    page.access_tenth = access(*reading.TENTH)
    page.access_all = access(*reading.ALL)
    return page
