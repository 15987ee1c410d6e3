"""The sort of Java: every contract of the codec of our own format, of one with messages, of one in place, of
one without access, and of the floor."""

from pathlib import Path
from typing import ClassVar

import pytest
from runners.sort_tests import Sorts
from runners.sorts import MIB, OBJECTS, ONE_MERGE, Sorting, Store, only, refusal, sorting_by

from serbench.stores.numbers import write_for_runner

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

    def test_a_store_is_not_sorted_onto_itself(self, sorting: Sorting, tmp_path: Path) -> None:
        source = sorting.input(RAW)
        before = source.data.read_bytes(), source.index.read_bytes()
        for file in (source.data, source.index):
            for name in ("sorted_data", "sorted_index"):
                said = refusal(sorting.ask(RAW, "raw", source, tmp_path, **{name: file}))
                assert said == f"The file {file} is one of the store that is sorted."
        assert (source.data.read_bytes(), source.index.read_bytes()) == before

    def test_keys_are_those_of_all_objects(self, sorting: Sorting, tmp_path: Path) -> None:
        keys = tmp_path / "few"
        write_for_runner(sorting.keys[:-1], keys)
        said = refusal(sorting.ask(RAW, "raw", sorting.input(RAW), tmp_path, keys=keys))
        assert said == f"The file {keys} does not hold a key of 8 bytes for each of {OBJECTS} objects."

    def test_runs_need_their_folder(self, sorting: Sorting, tmp_path: Path) -> None:
        nowhere = tmp_path / "nowhere"
        options = {"scratch": nowhere, **ONE_MERGE}
        said = refusal(sorting.ask(RAW, "raw", sorting.input(RAW), tmp_path, **options))
        assert said == f"The file {nowhere}/run-0 cannot be opened: No such file or directory."

    def test_a_store_without_objects_is_sorted(self, sorting: Sorting, tmp_path: Path) -> None:
        source = sorting.write(RAW, [], tmp_path, objects=0)
        conversation = sorting.ask(RAW, "raw", source, tmp_path, keys=tmp_path / "order", threads=2)
        told = only(conversation, "sorted")
        assert [told.count(name) for name in ("objects", "bytes", "data_bytes", "passes")] == [0, 0, 0, 0]
        found = Store(tmp_path / "sorted", tmp_path / "sorted-index")
        assert (found.identity, found.extents) == (source.identity, [])

    @pytest.mark.parametrize("threads", [1, 2])
    @pytest.mark.parametrize(
        "case",
        [("java/bytebuffer", "objects"), ("java/protobuf", "objects"), ("java/kryo", "kept"), (RAW, "raw")],
    )
    def test_the_memory_is_kept_to(
        self, sorting: Sorting, case: tuple[str, str], threads: int, tmp_path: Path
    ) -> None:
        codec, contract = case
        memory_bytes = 16 * MIB
        order = list(range(20_000))
        source = sorting.write(codec, order, tmp_path, objects=len(order))
        write_for_runner(order, tmp_path / "more-keys")
        keys = {"keys": tmp_path / "more-keys"} if contract == "raw" else {}
        options: dict[str, object] = {"memory_bytes": memory_bytes, "threads": threads, **keys}
        told = only(sorting.ask(codec, contract, source, tmp_path, **options), "sorted")
        assert told.count("runs") > 2
        assert memory_bytes // 2 < told.count("held_bytes") <= memory_bytes * 1.1
