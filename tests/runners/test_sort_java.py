"""The sort of Java: every mode of the codec of our own format, of one with messages, of one in place, of
one without access, and of the floor."""

import struct
from pathlib import Path
from typing import ClassVar

import pytest
import xxhash
from runners.sort_tests import Sorts
from runners.sorts import OBJECTS, Sorting, Store, only, phases, refusal

pytestmark = pytest.mark.slow
RAW = "java/memcpy"


class TestSort(Sorts):
    unit = "utf16"
    modes: ClassVar = {
        "java/bytebuffer": ("objects", "bytes", "lazy"),
        "java/protobuf": ("objects", "bytes", "lazy"),
        "java/flatbuffers": ("objects", "bytes", "lazy"),
        "java/kryo": ("objects", "bytes"),
        RAW: ("raw",),
    }
    measured: ClassVar = (
        ("java/bytebuffer", "objects"),
        ("java/protobuf", "objects"),
        ("java/kryo", "bytes"),
        (RAW, "raw"),
    )

    def test_a_store_without_objects_is_one_run(self, sorting: Sorting, decoder: str, tmp_path: Path) -> None:
        source = sorting.write(decoder, [], tmp_path, objects=0)
        for threads in (1, 2):
            conversation = sorting.ask(decoder, "bytes", source, tmp_path, threads=threads)
            told = only(conversation, "sorted")
            assert (told.count("chunks"), told.count("passes")) == (1, 0)
            assert phases(conversation) == {"chunks-fsync"}

    def test_a_wrong_order_leaves_the_files_alone(self, sorting: Sorting, codec: str, tmp_path: Path) -> None:
        source = sorting.write(codec, range(OBJECTS), tmp_path)
        before = source.data.read_bytes(), source.index.read_bytes()
        for order, objects in ([0], 0), ([0], OBJECTS):
            said = refusal(sorting.ask_write(codec, order, tmp_path, objects=objects))
            assert said == f"The file {tmp_path / 'order'} does not hold each number below {objects} once."
            assert (source.data.read_bytes(), source.index.read_bytes()) == before

    def test_an_object_that_is_too_large_is_one_sentence(
        self, sorting: Sorting, codec: str, mode: str, tmp_path: Path
    ) -> None:
        source = sorting.input(codec)
        for said_bytes in (2**31, 2**64 - 1):
            with_entry(source, 500, said_bytes, tmp_path)
            said = refusal(sorting.ask(codec, mode, Store(tmp_path / "data", tmp_path / "index"), tmp_path))
            assert said == f"The object 500 has {said_bytes} bytes, which are too many to read."


def with_entry(source: Store, number: int, size: int, folder: Path) -> None:
    """Writes the store again, with another size of this object in an index that is sound otherwise."""
    index, data = bytearray(source.index.read_bytes()), source.data.read_bytes()
    (header_bytes,) = struct.unpack_from("<I", index, 12)
    struct.pack_into("<Q", index, header_bytes + 16 * number + 8, size)
    entries = bytes(index[:-8])
    digests = (xxhash.xxh64_intdigest(entries[at : at + 65536]) for at in range(0, len(entries), 65536))
    checksum = struct.pack("<Q", xxhash.xxh64_intdigest(b"".join(struct.pack("<Q", of) for of in digests)))
    (folder / "index").write_bytes(entries + checksum)
    (folder / "data").write_bytes(data[:-8] + checksum)
