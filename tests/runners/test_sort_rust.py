"""The sort of Rust: every contract of a hand-written codec, of one that only decodes, of one in place and of the
floor."""

from pathlib import Path
from typing import ClassVar

import pytest
from runners.sort_tests import Sorts
from runners.sorts import MIB, Sorting, only, sorting_by

from serbench.stores.numbers import write_for_runner

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

    @pytest.mark.parametrize("threads", [1, 2])
    @pytest.mark.parametrize("of", [("rust/handcoded", "objects"), ("rust/borsh", "kept"), (RAW, "raw")])
    def test_the_memory_is_kept_to(
        self, sorting: Sorting, of: tuple[str, str], threads: int, tmp_path: Path
    ) -> None:
        memory_bytes = 16 * MIB
        (codec, contract), order = of, list(range(20_000))
        source = sorting.write(codec, order, tmp_path, objects=len(order))
        write_for_runner(order, tmp_path / "more-keys")
        keys = {"keys": tmp_path / "more-keys"} if contract == "raw" else {}
        options: dict[str, object] = {"memory_bytes": memory_bytes, "threads": threads, **keys}
        told = only(sorting.ask(codec, contract, source, tmp_path, **options), "sorted")
        assert told.count("runs") > 2
        assert memory_bytes // 2 < told.count("held_bytes") <= memory_bytes * 1.1
