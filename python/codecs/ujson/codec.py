"""The adapter of python/ujson: UltraJSON over dicts, as short as JSON allows and without NaN."""

from functools import partial

import documents
import ujson
from harness.adapter.composed import Composed


def new_adapter():
    dumps = partial(
        ujson.dumps, ensure_ascii=False, escape_forward_slashes=False, allow_nan=False, separators=(",", ":")
    )

    def serialize(message):
        return dumps(message).encode("utf-8")

    return Composed(documents.build, serialize, ujson.loads, documents.extract)
