"""The adapter of python/json: the standard library's json over dicts."""

import json

import documents
from harness.adapter.composed import Composed


def new_adapter():
    encoder = json.JSONEncoder(
        ensure_ascii=False, check_circular=False, allow_nan=False, separators=(",", ":")
    )

    decoder = json.JSONDecoder()

    def serialize(message):
        return encoder.encode(message).encode("utf-8")

    def deserialize(message):
        return decoder.decode(message.decode("utf-8"))

    return Composed(documents.build, serialize, deserialize, documents.extract)
