"""The page of python/orjson: orjson over dicts."""

import documents
import orjson
from harness.page.composed import Composed


def new_page():
    return Composed(documents.build, orjson.dumps, orjson.loads, documents.extract)
