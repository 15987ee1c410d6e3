"""Several tours as one conformance workload: a codec is then built once for all of them.

An object of the merged workload holds one object of one tour. The tours stay as they are; what they are
merged from lies in a folder of the cache, beside a schema that imports theirs and a generator that runs
theirs.
"""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

from serbench.corpus.workload import Workload, load_workload
from serbench.locations import WORKLOADS

NAME = "tours"
MERGED = ("tour-scalars", "tour-optional", "tour-repeated", "tour-map", "tour-oneof")

# The texts of the merged generators are in the key of the corpus by their hash.
_GENERATE = """# {sha256}
from __future__ import annotations

import runpy
from pathlib import Path


def labelled_objects():
    for name in {names}:
        generator = runpy.run_path(str(Path(__file__).parent / name / "generate.py"))
        for labels, value in generator["labelled_objects"]():
            yield labels, {{name: value}}
"""


def merged_tours(folder: Path) -> Workload:
    """Writes the merged workload into a folder of its name and loads it."""
    place = folder / NAME
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    names = {tour: tour.replace("-", "_") for tour in MERGED}
    texts = hashlib.sha256()
    for tour, name in names.items():
        shutil.copytree(WORKLOADS / tour, place / name, ignore=shutil.ignore_patterns("__pycache__"))
        texts.update((place / name / "generate.py").read_bytes())
    roots = {name: load_workload(WORKLOADS / tour).schema.root for tour, name in names.items()}
    members = [f"  .{root} {name} = {number};" for number, (name, root) in enumerate(roots.items(), 1)]
    imports = [f'import "{name}/schema.proto";' for name in names.values()]
    text = ['syntax = "proto3";', "package serbench.tours;", *imports, "message Tours {", *members, "}"]
    (place / "schema.proto").write_text("\n".join(text) + "\n")
    listed = tuple(names.values())
    (place / "generate.py").write_text(_GENERATE.format(sha256=texts.hexdigest(), names=listed))
    (place / "README.md").write_text("# tours\n\nFive tours in one.\n")
    return load_workload(place)
