"""The page of python/bson: the package bson of PyMongo over dicts."""

import bson
import documents
from harness.page.composed import Composed


def new_page():
    return Composed(documents.build, bson.encode, bson.decode, documents.extract)
