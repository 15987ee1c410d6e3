"""Writes the golden vectors of the conformance workloads: ``python tests/golden/make.py``.

They are made once and change only with FORMAT.md or a workload; every implementation of the format is tested
against them, and ``tests/corpus/test_golden.py`` tests that the reference still gives them.
"""

import hashlib
import json
import tempfile
from pathlib import Path
from typing import Any

import xxhash

from serbench.corpus.cache import make_corpus
from serbench.corpus.encoding import Encoder
from serbench.corpus.manifest import UNITS
from serbench.corpus.touch import Touch
from serbench.corpus.workload import Workload, find_workloads, labelled_objects
from serbench.schema.access import access_plans

FOLDER = Path(__file__).resolve().parent
TOURS = ("tour-scalars", "tour-optional", "tour-repeated", "tour-map", "tour-oneof", "tour-recursive")
# Longer objects are given by length, SHA-256 and digest alone.
LONGEST_HEX_BYTES = 8192


def golden(workload: Workload) -> dict[str, Any]:
    """The vectors of a workload: what its corpus holds, and what each of its objects gives."""
    with tempfile.TemporaryDirectory() as folder:
        manifest = make_corpus(workload, 1, Path(folder)).manifest
    return {
        "workload": workload.name,
        "root": manifest.root,
        "schema": manifest.schema,
        "objects": manifest.objects,
        "bytes": manifest.bytes,
        "sha256": manifest.sha256,
        "digest": manifest.digest,
        "touch": manifest.touch,
        "each": [_of_object(workload, features, obj) for features, obj in labelled_objects(workload)],
    }


def _of_object(workload: Workload, features: tuple[str, ...], obj: dict[str, Any]) -> dict[str, Any]:
    schema = workload.schema
    data = Encoder(schema).encode(obj)
    short = len(data) <= LONGEST_HEX_BYTES
    return {
        "features": list(features),
        **(
            {"hex": data.hex()} if short else {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        ),
        "digest": xxhash.xxh64_hexdigest(data),
        "touch": {
            unit: {plan.name: Touch(schema, plan, unit)(obj) for plan in access_plans(schema)}
            for unit in UNITS
        },
    }


def main() -> None:
    for workload in find_workloads(TOURS):
        path = FOLDER / f"{workload.name}.json"
        path.write_text(json.dumps(golden(workload), indent=1) + "\n", encoding="utf-8")
        print(f"{path.name}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
