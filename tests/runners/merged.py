"""Several workloads as one conformance workload: a codec is then built once for all of them.

An object of the merged workload holds one object of one workload. The workloads stay as they are; what they
are merged from lies in a folder of the cache, next to a schema that imports theirs and a generator that runs
theirs. Of a workload that is measured there are a few objects, their long lists cut.
"""

import hashlib
import shutil
from pathlib import Path

from serbench.corpus.workload import Workload, load_workload
from serbench.locations import WORKLOADS

# Workloads by what codecs cannot be built for: a number far away, and recursion.
FAR = ("tour-scalars",)
FLAT = (
    "record",
    "tour-repeated",
    "tour-map",
    "tour-oneof",
    "tuples",
    "media",
    "log",
    "mesh",
    "monster",
)
RECURSIVE = ("tour-optional", "tour-recursive", "nested")
# The merged workloads by name: what a codec is proved for, and the largest schema, which only often used
# codecs are proved for.
WHOLE, LARGEST = "whole", "largest"
# What a codec is proved for that cannot be built for a shape of schemas.
WITHOUT = {"recursion": "flat", "far-number": "near"}
MERGED = {
    WHOLE: FAR + FLAT + RECURSIVE,
    WITHOUT["recursion"]: FAR + FLAT,
    WITHOUT["far-number"]: FLAT + RECURSIVE,
    LARGEST: ("tweet",),
}

# The texts of the merged generators are in the key of the corpus by their hash.
_GENERATE = """# {sha256}
from __future__ import annotations

import runpy
from pathlib import Path

OBJECTS = 3
LIST_ELEMENTS = 40


def labelled_objects():
    for name, parameters in {members}.items():
        generator = runpy.run_path(str(Path(__file__).parent / name / "generate.py"))
        if "labelled_objects" in generator:
            pairs = generator["labelled_objects"]()
        else:
            made = map(cut, generator["objects"](OBJECTS, 1, **parameters))
            pairs = ((("int-beyond-double",) if beyond_double(value) else (), value) for value in made)
        for labels, value in pairs:
            yield labels, {{name: value}}


def beyond_double(value):
    if isinstance(value, dict):
        return any(map(beyond_double, [*value, *value.values()]))
    if isinstance(value, list):
        return any(map(beyond_double, value))
    return isinstance(value, int) and abs(value) >= 2**53


def cut(value):
    if isinstance(value, dict):
        return {{name: cut(item) for name, item in value.items()}}
    if isinstance(value, list):
        return [cut(item) for item in value[:LIST_ELEMENTS]]
    return value
"""


def merged_workload(name: str, folder: Path) -> Workload:
    """Writes a merged workload into a folder of its name and loads it."""
    place = folder / name
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    members = {part.replace("-", "_"): load_workload(WORKLOADS / part) for part in MERGED[name]}
    texts = hashlib.sha256()
    for member, workload in members.items():
        shutil.copytree(workload.folder, place / member, ignore=shutil.ignore_patterns("__pycache__"))
        texts.update(workload.generator.read_bytes())
    imports = [f'import "{member}/schema.proto";' for member in members]
    fields = [
        f"  .{workload.schema.root} {member} = {number};"
        for number, (member, workload) in enumerate(members.items(), 1)
    ]
    text = ['syntax = "proto3";', f"package serbench.{name};", *imports, "message Any {", *fields, "}"]
    (place / "schema.proto").write_text("\n".join(text) + "\n")
    listed = {member: _middle(workload) for member, workload in members.items()}
    (place / "generate.py").write_text(_GENERATE.format(sha256=texts.hexdigest(), members=listed))
    (place / "README.md").write_text(f"# {name}\n\nSeveral workloads in one.\n")
    return load_workload(place)


def _middle(workload: Workload) -> dict[str, int]:
    """Of each parameter the value in the middle of its usual ones."""
    return {name: values[len(values) // 2] for name, values in workload.axes.items() if values}
