"""The page of python/json: the standard library's json over dicts."""

import json

import documents
from harness.page.composed import Composed


def new_page():
    encoder = json.JSONEncoder(
        ensure_ascii=False, check_circular=False, allow_nan=False, separators=(",", ":")
    )

    def serialize(message):
        return encoder.encode(message).encode("utf-8")

    return Composed(documents.build, serialize, json.loads, documents.extract)
