"""The adapter of python/flatbuffers: tables built bottom-up in a builder and read where they lie, by
generated accessors."""

import packing
import touching
import unpacking
from flatbuffers import Builder


class Codec:
    builds_in_place = True

    def __init__(self):
        self.builder = Builder(1024)
        self.build, self.extract = self.encode, unpacking.extract
        self.deserialize, self.touch = unpacking.opened, touching.touch

    def encode(self, plain_object):
        builder = self.builder
        builder.Clear()
        builder.Finish(packing.pack(builder, plain_object))
        return builder.Output()

    def serialize(self, message):
        return message

    def decode(self, message):
        return unpacking.extract(unpacking.opened(message))


def new_adapter():
    return Codec()
