"""The adapter of python/thrift-compact: thriftpy2's classes and its compact protocol, in Python."""

import conversions
import wire
from harness.adapter.composed import Composed
from thriftpy2 import utils
from thriftpy2.protocol import TCompactProtocolFactory

COMPACT = TCompactProtocolFactory()


def serialize(message):
    return utils.serialize(message, COMPACT)


def deserialize(message):
    return utils.deserialize(wire.Root(), message, COMPACT)


def new_adapter():
    return Composed(conversions.build, serialize, deserialize, conversions.extract)
