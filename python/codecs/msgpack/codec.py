"""The adapter of python/msgpack: msgpack-python over dicts, with one Packer, whose memory is used again."""

import documents
import msgpack
from harness.adapter.composed import Composed


def new_adapter():
    return Composed(documents.build, msgpack.Packer().pack, msgpack.unpackb, documents.extract)
