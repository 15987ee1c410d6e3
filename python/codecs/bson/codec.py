"""The adapter of python/bson: the package bson of PyMongo over dicts."""

import bson
import documents
from harness.adapter.composed import Composed
from harness.protocol.refusal import refuse


def new_adapter():
    if not bson.has_c():
        raise refuse("PyMongo runs without its extension in C.")
    return Composed(documents.build, bson.encode, bson.decode, documents.extract)
