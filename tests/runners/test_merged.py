"""The merged workloads hold what their names say: a codec is proved on all that it can be built for."""

import pytest
from runners.merged import FAR, FLAT, MERGED, RECURSIVE, WITHOUT

from serbench.corpus.workload import load_workload
from serbench.locations import WORKLOADS
from serbench.schema.shapes import SHAPES


@pytest.mark.parametrize(
    ("member", "shapes"),
    [(name, set()) for name in FLAT]
    + [(name, {"far-number"}) for name in FAR]
    + [(name, {"recursion"}) for name in RECURSIVE],
)
def test_shapes_stand_apart(member: str, shapes: set[str]) -> None:
    schema = load_workload(WORKLOADS / member).schema
    assert {name for name in WITHOUT if SHAPES[name](schema)} == shapes


@pytest.mark.parametrize("shape", WITHOUT)
def test_a_merged_workload_lacks_its_shape_alone(shape: str) -> None:
    left_out = [name for name in FAR + FLAT + RECURSIVE if name not in MERGED[WITHOUT[shape]]]
    assert left_out and all(SHAPES[shape](load_workload(WORKLOADS / name).schema) for name in left_out)
