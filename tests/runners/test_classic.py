"""The verb ``classic`` of every C++ runner, and the project as one builds it by hand."""

import math
import subprocess
from pathlib import Path

import pytest
from runners.conftest import CODECS, RunnerOf, parameters, proved

from serbench.codecs.runner import Runner
from serbench.corpus.container import read_messages
from serbench.corpus.manifest import Corpus
from serbench.languages.cpp.probe import configure_command
from serbench.locations import CHECKOUT
from serbench.runner.process import Conversation, ask
from serbench.runner.reply import Reply
from serbench.selection.discovery import find_codecs

TIMEOUT_S = 600.0
# The table in front of a message's segments, which cpp-serializers does not count.
NOT_COUNTED = {"cpp/capnproto": 8, "cpp/capnproto-fresh": 16}
# The sizes of the tables of 2019 and 2020.
PUBLISHED_SIZES = {
    "avro": 16384,
    "boost": 17470,
    "capnproto": 17768,
    "cereal": 17416,
    "flatbuffers": 17632,
    "msgpack": 13402,
    "protobuf": 16116,
    "thrift-binary": 17017,
    "thrift-compact": 13378,
    "yas": 17416,
    "yas-compact": 13321,
}
AVRO_CHUNK_BYTES = 4096
# Signature, sizes of types, and the versions of classes, which the codec leaves out.
BOOST_HEADER_BYTES = 50
OF_ANY_WIDTH = ("msgpack", "protobuf", "thrift-compact", "yas-compact")
BY_CLASSIC_NAME = {codec.classic_name or codec.short_name: codec for codec in find_codecs(["cpp"])}
CPP_CODECS = [name for name, workload in proved() if workload == "record" and CODECS[name].language == "cpp"]


def asked(runner: Runner, corpus: Path, **arguments: int) -> Conversation:
    return ask(runner, "classic", {"corpus": corpus, **arguments}, TIMEOUT_S)


def answer(conversation: Conversation) -> Reply:
    assert conversation.outcome == "ok", conversation.sentence
    (reply,) = [reply for reply in conversation.replies if reply.tag == "classic"]
    return reply


@pytest.mark.parametrize(("codec",), parameters((name,) for name in CPP_CODECS))
def test_the_size_is_that_of_the_object_in_one_loop_or_in_two(
    codec: str, runner_of: RunnerOf, corpora: dict[str, Corpus], tmp_path: Path
) -> None:
    runner, corpus = runner_of(codec, "record"), corpora["record"].path
    out = tmp_path / "messages.bin"
    assert ask(runner, "emit", {"corpus": corpus, "out": out}, TIMEOUT_S).outcome == "ok"
    sizes = [len(message or b"") - NOT_COUNTED.get(codec, 0) for message in read_messages(out)]
    whole = answer(asked(runner, corpus, object=3, iterations=5))
    assert (whole.count("iterations"), whole.count("size_bytes")) == (5, sizes[3])
    assert "serialize_ns" not in whole.fields
    split = answer(asked(runner, corpus, object=0, iterations=5, split=1))
    assert split.count("size_bytes") == sizes[0]
    assert split.count("wall_ns") == split.count("serialize_ns") + split.count("deserialize_ns")
    assert answer(asked(runner, corpus, object=0, iterations=0)).count("iterations") == 0


@pytest.mark.slow
@pytest.mark.parametrize(("name", "published"), PUBLISHED_SIZES.items())
def test_the_sizes_are_those_that_cpp_serializers_published(
    name: str, published: int, runner_of: RunnerOf, corpora: dict[str, Corpus]
) -> None:
    codec = BY_CLASSIC_NAME[name].name
    reply = answer(asked(runner_of(codec, "record"), corpora["record"].path, object=0, iterations=1))
    size_bytes = reply.count("size_bytes")
    if name == "avro":
        # The original never flushes its encoder, so it counts whole chunks.
        assert math.ceil(size_bytes / AVRO_CHUNK_BYTES) * AVRO_CHUNK_BYTES == published
    elif name == "boost":
        assert size_bytes == published - BOOST_HEADER_BYTES
    elif name in OF_ANY_WIDTH:
        # The size follows from the values, and cpp-serializers has other random ones.
        assert size_bytes == pytest.approx(published, rel=0.015)
    else:
        assert size_bytes == published


def test_cpp_serializers_names_mean_what_it_measures() -> None:
    assert BY_CLASSIC_NAME["capnproto"].name == "cpp/capnproto-fresh"
    assert BY_CLASSIC_NAME["capnproto-reused"].name == "cpp/capnproto"
    in_set = {
        codec.classic_name or codec.short_name
        for codec in find_codecs(["cpp"])
        if codec.belongs_to("classic")
    }
    assert in_set == PUBLISHED_SIZES.keys()


def test_an_object_that_is_not_there_is_refused(runner_of: RunnerOf, corpora: dict[str, Corpus]) -> None:
    conversation = asked(
        runner_of("cpp/handcoded", "record"), corpora["record"].path, object=64, iterations=1
    )
    assert (conversation.outcome, conversation.detail) == ("refused", "The corpus has no object 64.")


@pytest.mark.slow
def test_cmake_by_hand_makes_the_benchmark(ready_codecs: dict[str, object], tmp_path: Path) -> None:
    def done(*command: str) -> str:
        reply = subprocess.run(command, capture_output=True, text=True, check=False)
        assert reply.returncode == 0, reply.stdout + reply.stderr
        return reply.stdout

    done(*configure_command(tmp_path), "-DSERBENCH_CODECS=handcoded;memcpy")
    done("cmake", "--build", str(tmp_path))
    benchmark = str(tmp_path / "benchmark")
    assert done(benchmark, "-l") == "  * handcoded\n  * memcpy\n\n"
    # Both print the same but for the time.
    for arguments in (["-i", "20", "-s", "handcoded"], ["20", "memcpy", "handcoded", "-c"]):
        ours = done(str(CHECKOUT / "serbench"), "classic", *arguments)
        theirs = done(benchmark, *arguments)
        cut = [line.rpartition(",")[0] for line in ours.splitlines() if "Time" not in line]
        assert cut == [line.rpartition(",")[0] for line in theirs.splitlines() if "Time" not in line]
        assert "17008" in ours
