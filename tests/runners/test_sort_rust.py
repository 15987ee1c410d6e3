"""The sort of Rust: every contract of a hand-written codec, of one that only decodes, of one in place and of
the floor."""

from typing import ClassVar

import pytest
from runners.sort_tests import Sorts
from runners.sorts import Sorting, sorting_by

pytestmark = pytest.mark.slow
RAW = "rust/memcpy"
# A format without access decodes to read the keys of `kept`.
CONTRACTS = {
    "rust/handcoded": ("objects", "kept", "lazy"),
    "rust/rkyv": ("objects", "kept", "lazy"),
    "rust/borsh": ("objects", "kept"),
    RAW: ("raw",),
}


@pytest.fixture(scope="module")
def sorting(tmp_path_factory: pytest.TempPathFactory) -> Sorting:
    return sorting_by(list(CONTRACTS), "utf8", tmp_path_factory.mktemp("sorts"))


class TestSort(Sorts):
    contracts: ClassVar = CONTRACTS
    measured: ClassVar = (
        ("rust/handcoded", "objects"),
        ("rust/rkyv", "objects"),
        ("rust/borsh", "kept"),
        (RAW, "raw"),
    )
