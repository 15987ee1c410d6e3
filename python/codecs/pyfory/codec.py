"""The adapter of python/pyfory: Apache Fory's native mode over dataclasses that are rendered for the
schema."""

from threading import local

import conversions
import messages
import pyfory
from harness.adapter.composed import Composed

_OF_THREAD = local()


def _fory():
    """That of this thread; making one takes more than ten milliseconds."""
    if not hasattr(_OF_THREAD, "fory"):
        made = pyfory.Fory(
            xlang=False,
            ref=False,
            strict=True,
            # Deeper and larger data is data too.
            max_depth=1000,
            max_graph_memory_bytes=2**31 - 1,
            max_unbacked_container_items=2**31 - 1,
        )
        for number, message in enumerate(messages.ALL):
            made.register(message, type_id=100 + number)
        _OF_THREAD.fory = made
    return _OF_THREAD.fory


def new_adapter():
    fory = _fory()
    return Composed(conversions.build, fory.serialize, fory.deserialize, conversions.extract)
