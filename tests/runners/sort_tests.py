"""Tests of the sort of every language, whatever its codec and mode."""

import resource
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

import pytest
from runners.modes import of_modes, pairs_for
from runners.sorts import (
    ASCENDING,
    DESCENDING,
    KIB,
    MIB,
    OBJECTS,
    ONE_MERGE,
    SEVERAL_PASSES,
    SHUFFLED,
    SINGLE_RUN,
    TIMEOUT_S,
    Sorting,
    Store,
    is_floor,
    only,
    prove_sorted,
    refusal,
    sorting_by,
)

from serbench.pools.numbers import write_for_runner
from serbench.pools.pool import digest_sum
from serbench.runner.process import ask

FEW_FILES = 20


class Sorts:
    """Tests of every language's sorts. A test file has a subclass whose name begins with Test. The
    subclass has ``modes`` by codec, among them a floor; the pairs of both by which memory is ``measured``;
    and the ``unit`` of its strings."""

    modes: ClassVar[Mapping[str, Sequence[str]]] = {}
    measured: ClassVar[Sequence[tuple[str, str]]] = ()
    unit: ClassVar[str] = "utf8"

    @pytest.fixture(scope="class")
    @classmethod
    def sorting(cls, tmp_path_factory: pytest.TempPathFactory) -> Sorting:
        return sorting_by(list(cls.modes), cls.unit, tmp_path_factory.mktemp("sorts"))

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        if {"codec", "mode"} <= set(metafunc.fixturenames):
            pairs = [(codec, mode) for codec, of in self.modes.items() for mode in of]
            metafunc.parametrize(("codec", "mode"), pairs_for(metafunc, pairs))
        elif "codec" in metafunc.fixturenames:
            metafunc.parametrize("codec", list(self.modes))
        elif "floor" in metafunc.fixturenames:
            metafunc.parametrize("floor", [codec for codec in self.modes if is_floor(codec)])
        elif "pair" in metafunc.fixturenames:
            metafunc.parametrize("pair", self.measured)
            metafunc.parametrize("threads", (1, 2))
        elif "decoder" in metafunc.fixturenames:
            metafunc.parametrize("decoder", [codec for codec in self.modes if not is_floor(codec)])

    def test_describe_names_the_verbs(self, sorting: Sorting, codec: str) -> None:
        described = ask(sorting.runner(codec), "describe", {}, TIMEOUT_S)
        verbs = {reply.text("name") for reply in described.replies if reply.tag == "verb"}
        assert {"store-write", "store-read", "sort"} <= verbs

    def test_what_fits_is_one_run(self, sorting: Sorting, codec: str, mode: str, tmp_path: Path) -> None:
        told = prove_sorted(sorting, codec, mode, tmp_path, **SINGLE_RUN)
        assert (told.count("chunks"), told.count("passes")) == (1, 0)
        assert told.count("written_bytes") == told.count("data_bytes")

    def test_runs_are_merged(self, sorting: Sorting, codec: str, mode: str, tmp_path: Path) -> None:
        told = prove_sorted(sorting, codec, mode, tmp_path, **ONE_MERGE)
        assert told.count("chunks") in range(2, 17)
        assert told.count("passes") == 1

    @of_modes
    def test_many_runs_take_several_passes(
        self, sorting: Sorting, codec: str, mode: str, tmp_path: Path
    ) -> None:
        told = prove_sorted(sorting, codec, mode, tmp_path, **SEVERAL_PASSES)
        assert told.count("chunks") > 2
        assert told.count("passes") >= 2

    @of_modes
    def test_threads_sort_side_by_side(self, sorting: Sorting, codec: str, mode: str, tmp_path: Path) -> None:
        for name, options in (("one", ONE_MERGE), ("several", SEVERAL_PASSES)):
            (tmp_path / name).mkdir()
            both = {"threads": 2, "memory_bytes": 2 * options["memory_bytes"], "fan_in": options["fan_in"]}
            told = prove_sorted(sorting, codec, mode, tmp_path / name, **both)
            assert told.count("chunks") >= 2

    @of_modes
    def test_past_the_page_cache(self, sorting: Sorting, codec: str, mode: str, tmp_path: Path) -> None:
        for name, options in (("single", SINGLE_RUN), ("one", ONE_MERGE)):
            (tmp_path / name).mkdir()
            prove_sorted(sorting, codec, mode, tmp_path / name, direct=1, **options)

    def test_equal_keys_stand_by_number(
        self, sorting: Sorting, codec: str, mode: str, tmp_path: Path
    ) -> None:
        assert sorting.order(3) != sorting.order()
        prove_sorted(sorting, codec, mode, tmp_path, distinct=3, **ONE_MERGE)

    def test_tweets_are_sorted_by_the_key_of_the_study(
        self, sorting: Sorting, codec: str, mode: str, tmp_path: Path
    ) -> None:
        texts = [tweet["text"] for tweet in sorting.tweets]
        assert any(len(text.encode("utf-16-le")) // 2 != len(text) for text in texts)
        assert sorting.order(key="study") != sorting.order()
        if mode == "lazy":
            said = refusal(sorting.ask(codec, mode, sorting.input(codec), tmp_path, key="study"))
            assert said == 'No codec has the mode "lazy" with the key "study".'
        else:
            prove_sorted(sorting, codec, mode, tmp_path, key="study", **ONE_MERGE)

    @of_modes
    @pytest.mark.parametrize("arrangement", [ASCENDING, DESCENDING])
    def test_any_arrangement_of_the_input(
        self, sorting: Sorting, codec: str, mode: str, arrangement: str, tmp_path: Path
    ) -> None:
        prove_sorted(sorting, codec, mode, tmp_path, arrangement=arrangement, **ONE_MERGE)

    @of_modes
    def test_a_warm_up_changes_nothing(self, sorting: Sorting, codec: str, mode: str, tmp_path: Path) -> None:
        (tmp_path / "cold").mkdir()
        (tmp_path / "warm").mkdir()
        cold = prove_sorted(sorting, codec, mode, tmp_path / "cold", **ONE_MERGE)
        warm = prove_sorted(sorting, codec, mode, tmp_path / "warm", warmup_ns=20_000_000, **ONE_MERGE)
        assert warm.count("bytes") == cold.count("bytes")

    def test_an_order_is_written(self, sorting: Sorting, codec: str, tmp_path: Path) -> None:
        order = sorting.arranged(SHUFFLED)
        found = sorting.write(codec, order, tmp_path)
        assert found.order == order
        read = only(sorting.read(codec, found), "fetched")
        assert read.digest() == digest_sum(sorting.pool, range(OBJECTS))
        (tmp_path / "two").mkdir()
        two = sorting.write(codec, order, tmp_path / "two", threads=2)
        assert only(sorting.read(codec, two), "fetched").digest() == read.digest()

    def test_only_an_order_of_all_numbers_is_written(
        self, sorting: Sorting, codec: str, tmp_path: Path
    ) -> None:
        whole = list(range(OBJECTS))
        for order in (whole[:-1], [*whole, 0], [*whole[:-1], 0], [*whole[:-1], OBJECTS]):
            said = refusal(sorting.ask_write(codec, order, tmp_path))
            assert said == (f"The file {tmp_path / 'order'} does not hold each number below {OBJECTS} once.")

    def test_held_objects_are_told(self, sorting: Sorting, decoder: str) -> None:
        kept = sorting.read(decoder, sorting.input(decoder), keep_objects=1)
        assert only(kept, "held").count("bytes") > only(kept, "fetched").count("bytes") // 2
        released = sorting.read(decoder, sorting.input(decoder))
        assert [reply for reply in released.replies if reply.tag == "held"] == []

    @of_modes
    def test_what_cannot_be_asked_is_one_sentence(
        self, sorting: Sorting, codec: str, mode: str, tmp_path: Path
    ) -> None:
        source = sorting.input(codec)

        def said(asked: str = mode, **options: object) -> str:
            return refusal(sorting.ask(codec, asked, source, tmp_path, **options))

        lacks = ("objects", "bytes", "lazy") if is_floor(codec) else ("raw",)
        for other in (*lacks, "none"):
            assert said(other) == f'This codec has no mode "{other}".'
        assert said(key="none") == 'There is no key "none".'
        assert said(threads=0) == "At least one thread is needed."
        assert said(fan_in=1) == "A merge takes at least two chunks at once."
        for threads in (1, 2):
            refused = said(memory_bytes=1000, threads=threads)
            assert refused == "The memory of 1000 bytes does not hold one block."
        assert list((tmp_path / "scratch").iterdir()) == []

    @of_modes
    def test_a_full_disk_is_one_sentence(
        self, sorting: Sorting, codec: str, mode: str, tmp_path: Path
    ) -> None:
        for options in (SINGLE_RUN, ONE_MERGE):
            full = sorting.ask(
                codec, mode, sorting.input(codec), tmp_path, sorted_data="/dev/full", **options
            )
            said = refusal(full, outcome="disk")
            assert said.startswith("The file /dev/full cannot be written: No space left on device")
            assert list((tmp_path / "scratch").iterdir()) == []

    @of_modes
    @pytest.mark.parametrize(
        ("most_bytes", "file"),
        [(100 * KIB, "scratch/chunk-0"), (1536 * KIB, "sorted")],
        ids=["chunk", "store"],
    )
    def test_a_disk_that_fills_in_the_middle_is_one_sentence(
        self, sorting: Sorting, codec: str, mode: str, most_bytes: int, file: str, tmp_path: Path
    ) -> None:
        """A run is larger than the first limit and smaller than the second, the sorted store is larger."""
        source = sorting.input(codec)
        before = source.data.read_bytes(), source.index.read_bytes()
        full = sorting.limited(codec, resource.RLIMIT_FSIZE, most_bytes)
        said = refusal(full.ask(codec, mode, source, tmp_path, **ONE_MERGE))
        assert said.startswith(f"The file {tmp_path / file} cannot be written: File too large")
        assert list((tmp_path / "scratch").iterdir()) == []
        assert (source.data.read_bytes(), source.index.read_bytes()) == before

    def test_there_may_be_more_runs_than_open_files(
        self, sorting: Sorting, floor: str, tmp_path: Path
    ) -> None:
        few = sorting.limited(floor, resource.RLIMIT_NOFILE, FEW_FILES)
        told = prove_sorted(few, floor, "raw", tmp_path, memory_bytes=96 * KIB, fan_in=2)
        assert told.count("chunks") > FEW_FILES

    @of_modes
    def test_a_store_that_is_cut_off_is_one_sentence(
        self, sorting: Sorting, codec: str, mode: str, tmp_path: Path
    ) -> None:
        whole = sorting.input(codec)
        cut = Store(tmp_path / "cut", whole.index)
        cut.data.write_bytes(whole.data.read_bytes()[:-1])
        said = refusal(sorting.ask(codec, mode, cut, tmp_path))
        assert said == f"The file {cut.data} does not have the size that its index tells."

    def test_what_does_not_decode_has_failed(self, sorting: Sorting, decoder: str, tmp_path: Path) -> None:
        whole = sorting.input(decoder)
        damaged = Store(tmp_path / "damaged", whole.index)
        offset, size = whole.extents[500]
        content = bytearray(whole.data.read_bytes())
        content[offset : offset + size] = b"\xff" * size
        damaged.data.write_bytes(content)
        conversation = sorting.ask(decoder, "objects", damaged, tmp_path)
        failed = only(conversation, "failed")
        assert (failed.text("operation"), failed.text("outcome")) == ("sort", "error")
        assert failed.count("index") == 500
        assert [reply for reply in conversation.replies if reply.tag == "sorted"] == []
        assert list((tmp_path / "scratch").iterdir()) == []

    def test_a_store_is_not_sorted_onto_itself(self, sorting: Sorting, floor: str, tmp_path: Path) -> None:
        source = sorting.input(floor)
        before = source.data.read_bytes(), source.index.read_bytes()
        for file in (source.data, source.index):
            for name in ("sorted_data", "sorted_index"):
                said = refusal(sorting.ask(floor, "raw", source, tmp_path, **{name: file}))
                assert said == f"The file {file} is one of the store that is sorted."
        assert (source.data.read_bytes(), source.index.read_bytes()) == before

    def test_keys_are_those_of_all_objects(self, sorting: Sorting, floor: str, tmp_path: Path) -> None:
        keys = tmp_path / "few"
        write_for_runner(sorting.keys[:-1], keys)
        said = refusal(sorting.ask(floor, "raw", sorting.input(floor), tmp_path, keys=keys))
        assert said == f"The file {keys} does not hold a key of 8 bytes for each of {OBJECTS} objects."

    def test_runs_need_their_folder(self, sorting: Sorting, floor: str, tmp_path: Path) -> None:
        nowhere = tmp_path / "nowhere"
        options = {"scratch": nowhere, **ONE_MERGE}
        said = refusal(sorting.ask(floor, "raw", sorting.input(floor), tmp_path, **options))
        assert said.startswith(f"The file {nowhere}/chunk-0 cannot be opened: No such file or directory")

    def test_a_store_without_objects_is_sorted(self, sorting: Sorting, floor: str, tmp_path: Path) -> None:
        source = sorting.write(floor, [], tmp_path, objects=0)
        threads = (1, 2)[-1]
        conversation = sorting.ask(floor, "raw", source, tmp_path, keys=tmp_path / "order", threads=threads)
        told = only(conversation, "sorted")
        assert [told.count(name) for name in ("objects", "bytes", "data_bytes", "passes")] == [0, 0, 0, 0]
        assert told.count("chunks") == 1
        found = Store(tmp_path / "sorted", tmp_path / "sorted-index")
        assert (found.identity, found.extents) == (source.identity, [])

    def test_the_memory_is_kept_to(
        self, sorting: Sorting, pair: tuple[str, str], threads: int, tmp_path: Path
    ) -> None:
        (codec, mode), memory_bytes = pair, 16 * MIB
        order = list(range(20_000))
        source = sorting.write(codec, order, tmp_path, objects=len(order))
        write_for_runner(order, tmp_path / "more-keys")
        keys = {"keys": tmp_path / "more-keys"} if mode == "raw" else {}
        options: dict[str, object] = {"memory_bytes": memory_bytes, "threads": threads, **keys}
        told = only(sorting.ask(codec, mode, source, tmp_path, **options), "sorted")
        assert told.count("chunks") > 2
        # Code that runs for the first time and stacks are no part of the budget. With two threads Rust holds
        # 0.4 to 1.9 MiB beyond 16; why it varies is not known.
        assert memory_bytes // 2 < told.count("held_bytes") <= memory_bytes * 1.1 + threads * MIB
