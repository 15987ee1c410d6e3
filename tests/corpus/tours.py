"""The conformance workloads and small schemas for the tests of the corpus."""

import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from serbench.corpus.workload import Workload, labelled_objects, load_workload
from serbench.locations import WORKLOADS
from serbench.schema.build import read_schema
from serbench.schema.model import Schema

TOURS = ("tour-scalars", "tour-optional", "tour-repeated", "tour-map", "tour-oneof", "tour-recursive")


@cache
def tour(name: str) -> Workload:
    return load_workload(WORKLOADS / name)


@cache
def tour_objects(name: str) -> tuple[tuple[tuple[str, ...], dict[str, Any]], ...]:
    objects = tuple(labelled_objects(tour(name)))
    assert len(objects) > 5, name
    return objects


@cache
def schema_of(body: str, root: str | None = None, syntax: str = "proto3") -> Schema:
    """The schema of a few messages, in the package ``p``."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "schema.proto"
        path.write_text(f'syntax = "{syntax}";\npackage p;\n{body}\n', encoding="utf-8")
        return read_schema(path, root)
