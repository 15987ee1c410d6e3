"""Stores of real runners: one language writes what the others read, and no fault of a file passes."""

import struct
import subprocess
from pathlib import Path

import pytest
from runners.building import built_for
from runners.conftest import RunnerOf

from serbench.codecs.runner import Runner
from serbench.corpus.workload import find_workloads
from serbench.languages.cpp.probe import cpp_toolchain
from serbench.pools.pool import Pool, digest_sum, pool_of
from serbench.runner.process import Conversation, ask
from serbench.runner.reply import Reply

pytestmark = pytest.mark.slow
TIMEOUT_S = 600.0
OBJECTS = 1000
NUMBERS = (999, 3, 3, 500, 501, 0)
# One format in several languages; not all of them call the system through the C library.
THROUGH_C_LIBRARY = ("cpp/handcoded", "rust/handcoded", "java/bytebuffer")
CODECS = (*THROUGH_C_LIBRARY, "go/handcoded", "python/handcoded", "javascript/handcoded")
# Those whose runners work with one thread, and those whose strings have units of their own.
ONE_THREADED = ("python/handcoded", "javascript/handcoded")
OWN_UNITS = ("java/bytebuffer", "python/handcoded", "javascript/handcoded")
RAW = "cpp/memcpy"
TWEET = "tweet"
WRITE_PHASES = ["encode", "copy", "write", "fsync"]
READ_PHASES = ["read", "decode", "touch", "free"]


@pytest.fixture(scope="module")
def pool() -> Pool:
    (workload,) = find_workloads((TWEET,))
    return pool_of(workload)


@pytest.fixture(scope="module")
def runner_of() -> RunnerOf:
    """Only the runners that are asked for here."""
    (tweets,) = find_workloads((TWEET,))
    runners = built_for("store", (*CODECS, RAW), tweets)

    def find(codec: str, workload: str) -> Runner:
        if codec not in runners:
            pytest.skip(f"{codec} is not available on this machine")
        return runners[codec]

    return find


def of_pool(pool: Pool, folder: Path) -> dict[str, object]:
    assert pool.numbers is not None
    return {
        "corpus": pool.corpus.path,
        "numbers": pool.numbers,
        "data": folder / "data",
        "index": folder / "index",
        "warmup_ns": 0,
    }


def write(runner: Runner, pool: Pool, folder: Path, **options: object) -> Conversation:
    arguments = {**of_pool(pool, folder), "objects": OBJECTS, "threads": 1, "direct": 0, **options}
    return ask(runner, "store-write", arguments, TIMEOUT_S)


def read(runner: Runner, pool: Pool, folder: Path, **options: object) -> Conversation:
    arguments = {**of_pool(pool, folder), "objects": OBJECTS, "threads": 1, "direct": 0}
    arguments |= {"level": "decode", "keep_objects": 0, **options}
    return ask(runner, "store-read", arguments, TIMEOUT_S)


def most_threads(codec: str, wanted: int) -> int:
    return 1 if codec in ONE_THREADED else wanted


def only(conversation: Conversation, tag: str) -> Reply:
    assert conversation.outcome == "ok", conversation.sentence
    (reply,) = [reply for reply in conversation.replies if reply.tag == tag]
    return reply


def phases(conversation: Conversation, thread: int = 0) -> list[str]:
    replies = [reply for reply in conversation.replies if reply.tag == "phase"]
    return [reply.text("name") for reply in replies if reply.count("thread") == thread]


def refusal(conversation: Conversation, outcome: str = "refused") -> str:
    assert conversation.outcome == outcome
    return conversation.detail


@pytest.fixture(scope="module")
def numbers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("numbers") / "numbers"
    path.write_bytes(struct.pack(f"<{len(NUMBERS)}Q", *NUMBERS))
    return path


COUNTING = """
#include <dlfcn.h>
#include <unistd.h>
#include <cstdlib>
#include <fcntl.h>
extern "C" int fsync(int file) {
  const int told = open(std::getenv("FSYNCS"), O_WRONLY | O_CREAT | O_APPEND, 0644);
  if (told < 0 || write(told, "x", 1) != 1 || close(told) != 0) std::abort();
  return reinterpret_cast<int (*)(int)>(dlsym(RTLD_NEXT, "fsync"))(file);
}
"""


@pytest.mark.parametrize("codec", THROUGH_C_LIBRARY)
def test_the_disk_is_waited_for_after_each_64_mib_and_at_the_end(
    codec: str, runner_of: RunnerOf, pool: Pool, tmp_path: Path
) -> None:
    (tmp_path / "counting.cpp").write_text(COUNTING)
    library, fsyncs = tmp_path / "counting.so", tmp_path / "fsyncs"
    compiler = [*cpp_toolchain().tool("compiler").command, "-shared", "-fPIC"]
    subprocess.run([*compiler, str(tmp_path / "counting.cpp"), "-o", str(library), "-ldl"], check=True)
    arguments = {**of_pool(pool, tmp_path), "objects": 65_000, "threads": 1, "direct": 0}
    counting = {"LD_PRELOAD": str(library), "FSYNCS": str(fsyncs)}
    stored = only(
        ask(runner_of(codec, TWEET), "store-write", arguments, TIMEOUT_S, extra_environment=counting),
        "stored",
    )
    assert fsyncs.stat().st_size == stored.count("data_bytes") // 2**26 + 1 == 3


@pytest.mark.parametrize("writer", CODECS)
@pytest.mark.parametrize("threads", [1, 2])
def test_what_one_language_writes_all_read(
    writer: str, threads: int, runner_of: RunnerOf, pool: Pool, numbers: Path, tmp_path: Path
) -> None:
    written = write(runner_of(writer, TWEET), pool, tmp_path, threads=most_threads(writer, threads))
    stored = only(written, "stored")
    assert stored.count("objects") == OBJECTS
    assert phases(written) == WRITE_PHASES
    assert (tmp_path / "data").stat().st_size == stored.count("data_bytes") + 16
    for reader in CODECS:
        runner = runner_of(reader, TWEET)
        whole = read(runner, pool, tmp_path, threads=most_threads(reader, 3 - threads))
        fetched = only(whole, "fetched")
        assert (fetched.count("objects"), fetched.count("bytes")) == (OBJECTS, stored.count("bytes"))
        assert fetched.digest() == digest_sum(pool, range(OBJECTS))
        assert [name for name in phases(whole) if name != "copy"] == READ_PHASES
        some = read(runner, pool, tmp_path, objects=len(NUMBERS), ids=numbers, keep_objects=1)
        assert only(some, "fetched").digest() == digest_sum(pool, NUMBERS)


@pytest.mark.parametrize("level", ["access-one", "access-all"])
def test_languages_with_one_unit_of_strings_read_the_same_fields(
    level: str, runner_of: RunnerOf, pool: Pool, numbers: Path, tmp_path: Path
) -> None:
    only(write(runner_of("cpp/handcoded", TWEET), pool, tmp_path), "stored")
    fetched = {
        reader: only(read(runner_of(reader, TWEET), pool, tmp_path, level=level), "fetched")
        for reader in CODECS
    }
    (touch,) = {reply.count("touch") for reader, reply in fetched.items() if reader not in OWN_UNITS}
    assert touch != 0
    assert {reply.digest() for reply in fetched.values()} == {"0" * 16}


def test_the_floor_writes_the_bytes_themselves(
    runner_of: RunnerOf, pool: Pool, numbers: Path, tmp_path: Path
) -> None:
    raw, codec = runner_of(RAW, TWEET), runner_of("cpp/handcoded", TWEET)
    (tmp_path / "raw").mkdir()
    written = write(raw, pool, tmp_path / "raw")
    assert phases(written) == ["copy", "write", "fsync"]
    write(codec, pool, tmp_path)
    # The index, and so the last bytes of the data, name the codec that wrote.
    assert (tmp_path / "raw" / "data").read_bytes()[:-8] == (tmp_path / "data").read_bytes()[:-8]
    fetched = read(raw, pool, tmp_path, objects=len(NUMBERS), ids=numbers, level="bytes")
    assert phases(fetched) == ["read"]
    assert only(fetched, "fetched").digest() == digest_sum(pool, NUMBERS)
    assert refusal(read(raw, pool, tmp_path)) == 'This codec has no level "decode".'


@pytest.mark.parametrize("codec", CODECS)
def test_past_the_page_cache(
    codec: str, runner_of: RunnerOf, pool: Pool, numbers: Path, tmp_path: Path
) -> None:
    runner = runner_of(codec, TWEET)
    stored = only(write(runner, pool, tmp_path, direct=1, threads=most_threads(codec, 2)), "stored")
    assert stored.count("data_bytes") % 4096 == 0
    for direct in (0, 1):
        whole = read(runner, pool, tmp_path, direct=direct)
        assert only(whole, "fetched").digest() == digest_sum(pool, range(OBJECTS))
        some = read(runner, pool, tmp_path, direct=direct, objects=len(NUMBERS), ids=numbers)
        assert only(some, "fetched").digest() == digest_sum(pool, NUMBERS)
    only(write(runner, pool, tmp_path), "stored")
    past = read(runner, pool, tmp_path, direct=1)
    assert only(past, "fetched").digest() == digest_sum(pool, range(OBJECTS))


@pytest.mark.parametrize("codec", CODECS)
def test_every_fault_of_a_file_is_one_sentence(
    codec: str, runner_of: RunnerOf, pool: Pool, tmp_path: Path
) -> None:
    runner = runner_of(codec, TWEET)
    data, index = tmp_path / "data", tmp_path / "index"
    assert refusal(read(runner, pool, tmp_path)) == (
        f"The file {data} cannot be opened: No such file or directory"
        + ("." if codec != "rust/handcoded" else " (os error 2).")
    )
    full = write(runner, pool, tmp_path, data="/dev/full")
    assert refusal(full, outcome="disk").startswith(
        "The file /dev/full cannot be written: No space left on device"
    )
    only(write(runner, pool, tmp_path), "stored")
    right_data, right_index = data.read_bytes(), index.read_bytes()

    def said(new_data: bytes = right_data, new_index: bytes = right_index, **options: object) -> str:
        data.write_bytes(new_data)
        index.write_bytes(new_index)
        return refusal(read(runner, pool, tmp_path, **options))

    assert said(new_data=right_data[:-1]) == f"The file {data} does not have the size that its index tells."
    assert (
        said(new_index=right_index[:-1]) == f"The file {index} does not have the size that its header tells."
    )
    assert said(new_index=right_index[:20]) == f"The file {index} is no index of a store."
    assert said(new_index=b"SERBCRP1" + right_index[8:]) == f"The file {index} is no index of a store."
    newer = right_index[:8] + b"\x02" + right_index[9:]
    assert said(new_index=newer) == f"The file {index} has another version of the format than 1."
    damaged = right_index[:-30] + bytes([right_index[-30] ^ 1]) + right_index[-29:]
    assert said(new_index=damaged) == f"The file {index} does not have the checksum that it tells."
    foreign = right_data[:-1] + bytes([right_data[-1] ^ 1])
    assert said(new_data=foreign) == f"The file {data} belongs to another index."
    assert said(objects=OBJECTS + 1) == f"The store has no object {OBJECTS}; it has {OBJECTS}."
    assert said(level="access-none") == 'This codec has no level "access-none".'
    assert said(threads=0) == "At least one thread is needed."
    if codec in ONE_THREADED:
        assert said(threads=2) == "This runner works with one thread."


@pytest.mark.parametrize("codec", CODECS)
def test_an_object_that_is_not_the_pools_is_wrong(
    codec: str, runner_of: RunnerOf, pool: Pool, tmp_path: Path
) -> None:
    runner = runner_of(codec, TWEET)
    only(write(runner, pool, tmp_path), "stored")
    assert pool.numbers is not None
    # Behind the header and the first entry's length.
    (place,) = struct.unpack_from("<I", pool.numbers.read_bytes(), 20)
    data = bytearray((tmp_path / "data").read_bytes())
    data[place] ^= 1
    (tmp_path / "data").write_bytes(data)
    conversation = read(runner, pool, tmp_path)
    failed = only(conversation, "failed")
    assert (failed.text("operation"), failed.text("outcome"), failed.count("index")) == ("decode", "wrong", 0)
    assert failed.text("detail").startswith("The value that came back has the digest ")
