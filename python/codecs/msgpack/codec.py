"""The page of python/msgpack: msgpack-python over dicts, with one Packer, whose memory is used again."""

import documents
import msgpack
from harness.page.composed import Composed


def new_page():
    return Composed(documents.build, msgpack.Packer().pack, msgpack.unpackb, documents.extract)
