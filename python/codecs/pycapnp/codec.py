"""The adapter of python/pycapnp: messages that pycapnp builds and reads by the rendered schema."""

import conversions
import touching
import wire

# Larger and deeper data is data too; the defaults are 64 MiB and 64 levels.
_LIMITS = {"traversal_limit_in_words": 2**64 - 1, "nesting_limit": 1000}


class Codec:
    builds_in_place = True

    def __init__(self):
        self.build, self.open = conversions.build, wire.Root.from_bytes

    def serialize(self, message):
        return message.to_bytes()

    def deserialize(self, message):
        """The opened message within what closes it."""
        opening = self.open(message, **_LIMITS)
        return opening, opening.__enter__()

    def extract(self, opened):
        return conversions.extract(opened[1])

    def encode(self, plain_object):
        return self.build(plain_object).to_bytes()

    def decode(self, message):
        with self.open(message, **_LIMITS) as opened:
            return conversions.extract(opened)

    def access(self, message, plan):
        with self.open(message, **_LIMITS) as opened:
            return touching.touch(opened, plan)


def new_adapter():
    return Codec()
