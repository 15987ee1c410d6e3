"""The adapter of python/cbor2: cbor2 over dicts."""

import cbor2
import documents
from harness.adapter.composed import Composed


def new_adapter():
    return Composed(documents.build, cbor2.dumps, cbor2.loads, documents.extract)
