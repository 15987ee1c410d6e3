"""The page of python/cbor2: cbor2 over dicts."""

import cbor2
import documents
from harness.page.composed import Composed


def new_page():
    return Composed(documents.build, cbor2.dumps, cbor2.loads, documents.extract)
