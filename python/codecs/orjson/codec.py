"""The adapter of python/orjson: orjson over dicts."""

import documents
import orjson
from harness.adapter.composed import Composed


def new_adapter():
    return Composed(documents.build, orjson.dumps, orjson.loads, documents.extract)
