"""The sort of C++: every contract of a hand-written codec, of one with messages, of one in place and of the
floor."""

from typing import ClassVar

import pytest
from runners.sort_tests import Sorts
from runners.sorts import Sorting, sorting_by

pytestmark = pytest.mark.slow
RAW = "cpp/memcpy"
# A format without access decodes to read the keys of `kept`.
CONTRACTS = {
    "cpp/handcoded": ("objects", "kept", "lazy"),
    "cpp/protobuf": ("objects", "kept", "lazy"),
    "cpp/inplace": ("objects", "kept", "lazy"),
    "cpp/cereal": ("objects", "kept"),
    RAW: ("raw",),
}


@pytest.fixture(scope="module")
def sorting(tmp_path_factory: pytest.TempPathFactory) -> Sorting:
    return sorting_by(list(CONTRACTS), "utf8", tmp_path_factory.mktemp("sorts"))


class TestSort(Sorts):
    contracts: ClassVar = CONTRACTS
    measured: ClassVar = (
        ("cpp/handcoded", "objects"),
        ("cpp/protobuf", "objects"),
        ("cpp/cereal", "kept"),
        (RAW, "raw"),
    )
