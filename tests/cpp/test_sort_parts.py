"""The parts of C++'s sort that know no codec: loser tree, chunks, and how it divides memory and chunks."""

import heapq
import random
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from serbench.locations import CHECKOUT

HERE = Path(__file__).parent
HARNESS = CHECKOUT / "cpp" / "harness"
COMPILER = shutil.which("c++")
PAGE = 4096
Ask = Callable[..., str]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(COMPILER is None, reason="there is no C++ compiler"),
]


@pytest.fixture(scope="module")
def ask(tmp_path_factory: pytest.TempPathFactory) -> Ask:
    """Asks the compiled parts one thing."""
    folder = tmp_path_factory.mktemp("parts")
    (folder / "scratch").mkdir()
    program = folder / "probe"
    sources = [HERE / "sort_probe.cpp", HARNESS / "experiments" / "store" / "file.cpp"]
    sources += [*(HARNESS / "protocol").glob("*.cpp"), *(HARNESS / "experiments" / "sort").glob("*.cpp")]
    flags = ["-std=c++20", f"-I{HARNESS}", f"-I{HARNESS / 'values'}", "-o", str(program)]
    subprocess.run([str(COMPILER), *flags, *map(str, sources)], check=True)

    def ask(what: str, *numbers: int) -> str:
        line = " ".join([what, *map(str, numbers)]) + "\n"
        command = [str(program), str(folder / "scratch")]
        done = subprocess.run(command, input=line, capture_output=True, text=True, check=True)
        assert list((folder / "scratch").iterdir()) == []
        return done.stdout.strip()

    return ask


def numbers_of(text: str) -> list[int]:
    return [int(word) for word in text.split()]


@pytest.mark.parametrize("sources", [1, 2, 3, 5, 8, 16, 17])
def test_a_loser_tree_merges(ask: Ask, sources: int) -> None:
    chosen = random.Random(sources)
    lists = [sorted(chosen.randrange(1000) for _ in range(chosen.randrange(1, 40))) for _ in range(sources)]
    asked = [number for numbers in lists for number in (len(numbers), *numbers)]
    *merged, comparisons = numbers_of(ask("merge", sources, *asked))
    assert merged == list(heapq.merge(*lists))
    # A record plays once on each level, and each source once before the first.
    assert comparisons <= sources + len(merged) * (sources - 1).bit_length()


def test_sources_that_are_empty_are_passed_over(ask: Ask) -> None:
    assert numbers_of(ask("merge", 3, 0, 2, 5, 6, 0)) == [5, 6, 0]
    assert numbers_of(ask("merge", 2, 0, 0)) == [0]


def content(number: int, size: int) -> bytes:
    return bytes((number + i + 1) % 256 for i in range(size))


def run_record(number: int, size: int) -> bytes:
    record = size.to_bytes(4, "little") + number.to_bytes(4, "little") + bytes(8) + content(number, size)
    return record + bytes(-len(record) % 16)


def test_records_of_a_chunk(ask: Ask) -> None:
    sizes = (5, 0, 16, 33)
    records = [run_record(number, size) for number, size in enumerate(sizes, 7)]
    assert ask("layout", 0, 1000, 256, 16, *sizes) == b"".join(records).hex()
    # Past the page cache what follows the last record of a page is marked as none.
    padding = bytes.fromhex("ffffffff")
    whole = b"".join(records) + padding
    assert ask("layout", 0, 1000, 256, PAGE, *sizes) == whole.ljust(PAGE, b"\0").hex()


def test_records_of_a_sorted_store(ask: Ask) -> None:
    sizes = (5, 0, 16, 33)
    messages = [content(number, size) for number, size in enumerate(sizes, 7)]
    laid = b"".join(message + bytes(-len(message) % 16) for message in messages)
    assert ask("layout", 1, 1000, 256, 16, *sizes) == laid.hex()
    assert ask("layout", 1, 1000, 256, PAGE, *sizes) == laid.ljust(PAGE, b"\0").hex()


def test_a_block_is_full_by_bytes_or_by_records(ask: Ask) -> None:
    records = [run_record(number, 10).hex() for number in (7, 8, 9)]
    assert ask("layout", 0, 64, 256, 16, 10, 10, 10).split() == ["".join(records[:2]), records[2]]
    assert ask("layout", 0, 1000, 2, 16, 10, 10, 10).split() == ["".join(records[:2]), records[2]]
    # A record that is larger than a block is a block.
    assert ask("layout", 0, 16, 256, 16, 500, 3).split() == [
        run_record(7, 500).hex(),
        run_record(8, 3).hex(),
    ]


def came_back(text: str) -> tuple[list[tuple[int, int]], list[int], int, int]:
    """Numbers and sizes of the records, sizes of the batches, and the bytes read and written."""
    words = iter(numbers_of(text))
    records: list[tuple[int, int]] = []
    batches: list[int] = []
    for word in words:
        if word == 3:
            return records, batches, next(words), next(words)
        if word == 2:
            batches.append(next(words))
        else:
            assert word == 1, "the bytes are others, or lie at an odd address"
            records.append((next(words), next(words)))
    raise AssertionError("the answer is cut off")


@pytest.mark.parametrize("direct", [0, 1])
@pytest.mark.parametrize("written", [1, 700, 5000, 100_000])
@pytest.mark.parametrize("read_pages", [3, 4, 64])
def test_a_chunk_comes_back(ask: Ask, direct: int, written: int, read_pages: int) -> None:
    chosen = random.Random(written)
    sizes = [chosen.choice((0, 1, 15, 16, 17, 100, 1000, 4000)) for _ in range(300)]
    records, batches, read_bytes, written_bytes = came_back(
        ask("chunk", direct, written, read_pages * PAGE, 2000, 7, *sizes)
    )
    assert records == list(enumerate(sizes))
    assert max(batches) <= 7 and sum(batches) == len(sizes)
    assert read_bytes == written_bytes
    assert written_bytes % (PAGE if direct else 16) == 0
    if not direct:
        assert written_bytes == sum(len(run_record(0, size)) for size in sizes)


def test_a_batch_ends_before_it_is_too_large(ask: Ask) -> None:
    batches = came_back(ask("chunk", 0, 10_000, 16 * PAGE, 100, 256, 10, 10, 10, 10, 500, 10))[1]
    # Three records of 32 bytes; one that is larger than a batch is a batch.
    assert batches == [3, 1, 1, 1]


def merged_in(chunks: int, fan_in: int, ask: Ask) -> tuple[int, int]:
    """After how many passes one merge is left, and how often a chunk is read in them."""
    passes = read = 0
    while chunks > fan_in:
        groups = numbers_of(ask("groups", chunks, fan_in))
        assert all(2 <= group <= fan_in for group in groups)
        read += sum(groups)
        chunks -= sum(groups) - len(groups)
        passes += 1
    return passes, read


@pytest.mark.parametrize(
    ("chunks", "fan_in", "passes", "read"),
    # Two of three are merged, so that two are left; of 17 as many as leave 16; of 31 one full group.
    [(3, 2, 1, 2), (4, 2, 1, 4), (17, 16, 1, 2), (31, 16, 1, 16), (33, 16, 1, 19), (256, 16, 1, 256)],
)
def test_a_pass_merges_no_more_than_it_must(
    ask: Ask, chunks: int, fan_in: int, passes: int, read: int
) -> None:
    assert merged_in(chunks, fan_in, ask) == (passes, read)


@pytest.mark.parametrize(("chunks", "passes"), [(5, 2), (8, 2), (9, 3), (17, 4)])
def test_more_chunks_than_two_merges_take_need_more_passes(ask: Ask, chunks: int, passes: int) -> None:
    assert merged_in(chunks, 2, ask)[0] == passes


@pytest.mark.parametrize("memory", [16 << 20, 256 << 20, 16 << 30])
@pytest.mark.parametrize("chunks", [2, 16, 100])
@pytest.mark.parametrize("held", [0, 100, 800])
def test_blocks_fit_into_the_memory(ask: Ask, memory: int, chunks: int, held: int) -> None:
    mean, largest = 500, 1000
    block, batch, output = numbers_of(ask("blocks", memory, chunks, 10_000, 10_000 * mean, largest, held))
    assert block % PAGE == 0 and block <= 256 << 10
    assert batch <= min(block, 256 * mean)
    assert output + largest <= block
    taken = (chunks + 1) * block + chunks * batch * (held / 100 + 24 / mean)
    assert taken <= memory
    # Besides what is left for gaps between objects, the memory is used.
    held_at_most = chunks * min(block, 256 * mean) * (held / 100 + 24 / mean)
    assert block == 256 << 10 or (chunks + 1) * block + held_at_most > 0.6 * memory


def test_a_block_holds_a_record_that_is_much_larger_than_others(ask: Ask) -> None:
    block, _, output = numbers_of(ask("blocks", 64 << 20, 4, 10_000, 5_000_000, 2_000_000, 0))
    assert 2_000_000 < output < block < 5_000_000


def test_a_memory_without_room_for_a_block_is_refused(ask: Ask) -> None:
    sizes: Sequence[int] = (16, 10_000, 5_000_000, 1000, 0)
    assert ask("blocks", 100_000, *sizes) == "The memory of 100000 bytes does not hold one block."
    share = ask("blocks", 100_000, *sizes, 200_000)
    assert share == "The memory of 200000 bytes does not hold one block."
