"""The adapter of python/msgpack: msgpack-python over dicts, with one Packer, whose memory is used again."""

import documents
import msgpack
from harness.adapter.composed import Composed
from harness.protocol.refusal import refuse


def new_adapter():
    # Without its compiled part the package has classes of the same names in Python.
    if msgpack.Packer.__module__ != "msgpack._cmsgpack":
        raise refuse("The library msgpack runs without its compiled part.")
    return Composed(documents.build, msgpack.Packer().pack, msgpack.unpackb, documents.extract)
