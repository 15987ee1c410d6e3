"""The page of python/ormsgpack: ormsgpack over dicts."""

import documents
import ormsgpack
from harness.page.composed import Composed


def new_page():
    return Composed(documents.build, ormsgpack.packb, ormsgpack.unpackb, documents.extract)
