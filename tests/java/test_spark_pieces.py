"""The parts of java/spark that need no cluster: streams, class loader, keys, warm-up, timing, failures."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from java.asking import Ask, answering
from runners.conftest import CODECS

from serbench.builds.runners import build_runners
from serbench.codecs.runner import Runner
from serbench.corpus.workload import find_workloads
from serbench.languages.java.spark import spark_class_path
from serbench.languages.java.spark_engine import SPARK
from serbench.pools.pool import digests_of, pool_of

# Installing Spark takes longer than `./serbench test` has.
pytestmark = pytest.mark.slow
WORKLOAD = "media"


@pytest.fixture(scope="module")
def ask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    SPARK.ready(print)
    (workload,) = find_workloads([WORKLOAD])
    (runner,) = build_runners([CODECS["java/kryo"]], [workload], jobs=1)
    assert isinstance(runner, Runner)
    classes = tmp_path_factory.mktemp("classes")
    source = Path(__file__).with_name("SparkPieces.java")
    whole = os.pathsep.join((str(classes), spark_class_path()))
    subprocess.run(["javac", "-d", classes, "-cp", whole, source], check=True)
    application = SPARK.application(runner, workload, runner.codec)
    options = [word for word in application.command[1:] if word.startswith(("--add-", "-Xss"))]
    pool = pool_of(workload).corpus.path
    words = ["java", *options, "-cp", whole, "serbench.spark.SparkPieces", runner.command[-2], str(pool)]
    with answering(words) as ask:
        yield ask


@pytest.mark.parametrize("objects", [1, 2, 3, 10, 1000, 1024])
def test_keys_are_the_numbers_in_another_order(ask: Ask, objects: int) -> None:
    pairs = [tuple(map(int, pair.split(":"))) for pair in ask("keys", objects).split()]
    assert sorted(key for key, _ in pairs) == list(range(objects))
    assert [number for _, number in pairs] == list(range(objects))
    assert objects < 10 or [key for key, _ in pairs] != list(range(objects))


@pytest.mark.parametrize(
    ("least", "most", "cpu", "rounds"),
    [
        (0, 0, [], 0),
        (2, 2, [9, 5], 2),
        # Each round gains until the last: two without a gain of 3 % end it.
        (1, 10, [100, 50, 40, 39, 39], 5),
        (1, 4, [100, 50, 25, 12, 6], 4),
        (5, 10, [10, 10, 10, 10, 10], 5),
    ],
)
def test_warm_up_ends_when_nothing_is_gained(
    ask: Ask, least: int, most: int, cpu: list[int], rounds: int
) -> None:
    assert ask("warm-up", least, most, *cpu) == str(rounds)


@pytest.mark.parametrize(
    ("serializer", "kept"),
    [
        ("serbench.spark.CodecSerializer", "true"),
        ("org.apache.spark.serializer.KryoSerializer", "true"),
        # Its stream writes a class once and refers to it.
        ("org.apache.spark.serializer.JavaSerializer", "false"),
    ],
)
def test_relocation_is_found_by_exchanging_bytes(ask: Ask, serializer: str, kept: str) -> None:
    assert ask("relocated", serializer) == kept


def objects() -> list[str]:
    (workload,) = find_workloads([WORKLOAD])
    return [f"{digest:016x}" for digest in digests_of(pool_of(workload), range(2))]


def test_a_stream_gives_every_kind_of_value_back(ask: Ask) -> None:
    first, second = objects()
    expected = f"-5 {-(2**63)} null {first} (7,{second}) [{first},null] text end"
    assert ask("read", -1) == expected


def test_an_end_inside_a_value_is_no_end(ask: Ask) -> None:
    whole = ask("read", -1).split()
    # The first three values have 2, 11 and 1 bytes.
    for size in range(16):
        values = sum(size >= end for end in (2, 13, 14))
        tail = "end" if size in (0, 2, 13, 14) else "The stream ends inside a record."
        assert ask("read", size) == " ".join([*whole[:values], tail])


def test_an_object_is_never_hidden_in_what_is_foreign(ask: Ask) -> None:
    assert ask("hidden") == "An object of plain.MediaContent would be written by Java's serialization."


@pytest.mark.parametrize(
    ("name", "side"),
    [
        ("com.esotericsoftware.kryo.Kryo", "own"),
        ("plain.MediaContent", "own"),
        ("codec.Codec", "own"),
        ("serbench.rendered.PlainForm", "own"),
        ("serbench.Libraries", "own"),
        ("serbench.Adapter", "shared"),
        ("serbench.spark.CodecSerializer", "shared"),
        ("org.apache.spark.SparkConf", "shared"),
        ("scala.Tuple2", "shared"),
        ("org.slf4j.Logger", "shared"),
    ],
)
def test_a_codec_has_its_own_libraries(ask: Ask, name: str, side: str) -> None:
    assert ask("loader", name) == side


@pytest.mark.parametrize(("values", "timed"), [(0, 0), (8, 0), (9, 1), (24, 1), (25, 2), (41, 3)])
def test_one_record_in_sixteen_is_timed_from_the_ninth_on(ask: Ask, values: int, timed: int) -> None:
    assert ask("timed", values, "records") == str(timed)


def test_a_list_is_timed_wherever_it_is_alone(ask: Ask) -> None:
    assert ask("timed", 1, "lists") == "1"


@pytest.mark.parametrize(
    ("message", "failure"),
    [
        (
            "Lost task 0.0 in stage 1.0 (TID 3) (host executor driver): java.lang.IllegalStateException: No.",
            "crashed IllegalStateException: No.",
        ),
        (
            "Lost task 0.0 in stage 1.0 (TID 3) (host executor driver): serbench.Unsupported: Not this.",
            "unsupported Not this.",
        ),
        (
            "Lost task 0.0 in stage 1.0 (TID 3) (host executor driver): serbench.Malformed: Cut off.",
            "wrong Malformed: Cut off.",
        ),
        ("No task is named.", "crashed IllegalStateException: No task is named."),
    ],
)
def test_the_exception_of_a_task_is_a_failure(ask: Ask, message: str, failure: str) -> None:
    assert ask("fault", message) == failure
