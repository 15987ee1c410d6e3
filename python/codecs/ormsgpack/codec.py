"""The adapter of python/ormsgpack: ormsgpack over dicts."""

import documents
import ormsgpack
from harness.adapter.composed import Composed


def new_adapter():
    return Composed(documents.build, ormsgpack.packb, ormsgpack.unpackb, documents.extract)
