"""The sort of Java: every contract of the codec of our own format, of one with messages, of one in place, of
one without access, and of the floor."""

from typing import ClassVar

import pytest
from runners.sort_tests import Sorts
from runners.sorts import Sorting, sorting_by

pytestmark = pytest.mark.slow
RAW = "java/memcpy"
CONTRACTS = {
    "java/bytebuffer": ("objects", "kept", "lazy"),
    "java/protobuf": ("objects", "kept", "lazy"),
    "java/flatbuffers": ("objects", "kept", "lazy"),
    "java/kryo": ("objects", "kept"),
    RAW: ("raw",),
}


@pytest.fixture(scope="module")
def sorting(tmp_path_factory: pytest.TempPathFactory) -> Sorting:
    return sorting_by(list(CONTRACTS), "utf16", tmp_path_factory.mktemp("sorts"))


class TestSort(Sorts):
    contracts: ClassVar = CONTRACTS
    measured: ClassVar = (
        ("java/bytebuffer", "objects"),
        ("java/protobuf", "objects"),
        ("java/kryo", "kept"),
        (RAW, "raw"),
    )
