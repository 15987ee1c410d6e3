"""The page of python/flatbuffers: tables built bottom-up in a builder and read where they lie, by generated
accessors."""

import packing
import touching
import unpacking
from flatbuffers import Builder


class Codec:
    builds_in_place = True

    def __init__(self):
        self.builder = Builder(1024)
        self.build, self.extract = self.encode, unpacking.extract
        self.deserialize = unpacking.opened

    def encode(self, plain_object):
        builder = self.builder
        builder.Clear()
        builder.Finish(packing.pack(builder, plain_object))
        return builder.Output()

    def serialize(self, message):
        return message

    def decode(self, message):
        return unpacking.extract(unpacking.opened(message))

    def access_one(self, message):
        return touching.touch_one(unpacking.opened(message))

    def access_tenth(self, message):
        return touching.touch_tenth(unpacking.opened(message))

    def access_all(self, message):
        return touching.touch_all(unpacking.opened(message))


def new_page():
    return Codec()
