"""The adapter of python/bson: the package bson of PyMongo over dicts."""

import bson
import documents
from harness.adapter.composed import Composed


def new_adapter():
    return Composed(documents.build, bson.encode, bson.decode, documents.extract)
