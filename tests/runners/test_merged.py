"""The merged workloads hold what their names say: a codec without recursion is proved on all of ``flat``."""

import pytest
from runners.merged import FLAT, RECURSIVE

from serbench.corpus.workload import load_workload
from serbench.locations import WORKLOADS
from serbench.schema.shapes import SHAPES


@pytest.mark.parametrize(
    ("member", "recursive"), [(name, False) for name in FLAT] + [(name, True) for name in RECURSIVE]
)
def test_recursion_stands_apart(member: str, recursive: bool) -> None:
    assert SHAPES["recursion"](load_workload(WORKLOADS / member).schema) is recursive
