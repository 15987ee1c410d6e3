"""Real Spark in one process: applications of codecs and of its own serializers."""

import socket
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from runners.clusters import (
    JOBS,
    MAPS,
    OBJECTS,
    PARTITIONS,
    Applications,
    applications_of,
    failures,
    planted_classes,
    require_proved,
    told,
)
from runners.conftest import CODECS

from serbench.errors import SerbenchError
from serbench.languages.java.spark_beans import no_bean
from serbench.languages.java.spark_engine import SPARK
from serbench.runner.process import Conversation, Listener
from serbench.runner.reply import Reply

pytestmark = pytest.mark.slow
# A library of which Spark has another release, ones that generate code, a stream in the message, an IDL.
CODECS_HERE = (
    "java/kryo",
    "java/json",
    "java/json-gzip",
    "java/fastjson2",
    "java/fory-compatible",
    "java/thrift-binary",
)
OWN_SERIALIZERS = ("spark/java", "spark/kryo", "spark/kryo-registered", "spark/kryo-no-references")


@pytest.fixture(scope="module")
def classes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return planted_classes(tmp_path_factory.mktemp("planted"))


@pytest.fixture(scope="module")
def tweets(classes: Path) -> Applications:
    return applications_of("tweet", CODECS_HERE, classes)


@pytest.fixture(scope="module")
def asked(tweets: Applications, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Conversation]:
    """The conversation with a row about every job, which starts Spark once for all tests."""
    return cache(lambda row: tweets.ask(row, tmp_path_factory.mktemp("scratch")))


@pytest.mark.parametrize("row", [*CODECS_HERE, *OWN_SERIALIZERS, "spark/raw-bytes"])
def test_every_job_is_proved(tweets: Applications, asked: Callable[[str], Conversation], row: str) -> None:
    conversation = asked(row)
    require_proved(tweets, conversation, JOBS)
    (cluster,) = told(conversation, "cluster")
    assert (cluster.count("executors"), cluster.count("cores"), cluster.text("hosts")) == (1, 2, "localhost")
    assert cluster.text("engine_version") == SPARK.version()
    assert cluster.text("relocatable") == ("0" if row == "spark/java" else "1")


def test_the_library_is_the_codecs_own_and_not_sparks(asked: Callable[[str], Conversation]) -> None:
    # Spark brings other releases of both.
    for row, library in (("java/kryo", "kryo"), ("java/json", "jackson-databind")):
        versions = {reply.text("name"): reply.text("version") for reply in told(asked(row), "library")}
        pom = (CODECS[row].folder / "pom.xml").read_text()
        assert f"<artifactId>{library}</artifactId>\n      <version>{versions[library]}</version>" in pom


def test_a_round_is_the_sum_of_its_stages(tweets: Applications, tmp_path: Path) -> None:
    heard: list[Reply] = []
    rounds_asked = {"repetitions": 2, "warmup_rounds_min": 1, "warmup_rounds_max": 1}
    conversation = tweets.ask("java/kryo", tmp_path, Listener(heard.append), **rounds_asked)
    names = {
        "shuffle": ["write", "read"],
        "sort": ["sample", "write", "read"],
        "cache": ["write", "scan1", "scan2", "scan3"],
        "broadcast": ["write", "read"],
        "aggregate": ["write", "read"],
    }
    stages: dict[tuple[str, int], list[Reply]] = {}
    for stage in told(conversation, "stage"):
        stages.setdefault((stage.text("job"), stage.count("round")), []).append(stage)
    rounds = told(conversation, "round")
    assert sorted((one.text("job"), one.count("round"), one.count("warm")) for one in rounds) == sorted(
        (job, number, int(number == 0)) for job in JOBS for number in range(3)
    )
    for one in rounds:
        own = stages[one.text("job"), one.count("round")]
        assert [stage.text("stage") for stage in own] == names[one.text("job")]
        assert one.count("cpu_ns") == sum(stage.count("cpu_ns") for stage in own) > 0
        assert all(stage.text("disk_spilled_bytes") == "0" for stage in own)
        written = next(stage for stage in own if stage.text("stage") == "write")
        read = own[-1]
        assert written.count("serialized_objects") > 0 and written.count("serialize_ns") > 0
        assert read.count("deserialized_objects") > 0 and read.count("deserialize_ns") > 0
    progress = [reply for reply in heard if reply.tag == "progress"]
    assert any(reply.count("done") <= reply.count("total") for reply in progress)


def test_a_job_that_is_done_once_has_no_warm_up(tweets: Applications, tmp_path: Path) -> None:
    conversation = tweets.ask(
        "java/kryo",
        tmp_path,
        job_list="shuffle,sort",
        once="sort",
        repetitions=2,
        warmup_rounds_min=2,
        warmup_rounds_max=2,
    )
    require_proved(tweets, conversation, ("shuffle", "sort"))
    found = [(one.text("job"), one.count("warm")) for one in told(conversation, "round")]
    assert sorted(found) == [*[("shuffle", 0)] * 2, *[("shuffle", 1)] * 2, ("sort", 0)]


@pytest.mark.parametrize(
    ("row", "partitions", "writer"),
    [("java/kryo", 8, "bypass"), ("java/kryo", 201, "serialized"), ("spark/java", 201, "sorting")],
)
def test_the_writer_is_told(
    tweets: Applications, row: str, partitions: int, writer: str, tmp_path: Path
) -> None:
    conversation = tweets.ask(row, tmp_path, job_list="shuffle", partitions=partitions)
    require_proved(tweets, conversation, ("shuffle",))
    assert {proof.text("writer") for proof in told(conversation, "proof")} == {writer}


def test_bytes_are_not_compressed_where_none_is_asked_for(tweets: Applications, tmp_path: Path) -> None:
    written = {}
    for compress in ("lz4", "none"):
        conversation = tweets.ask("java/kryo", tmp_path, job_list="shuffle", compress=compress)
        require_proved(tweets, conversation, ("shuffle",))
        (stage,) = (one for one in told(conversation, "stage") if one.text("stage") == "write")
        written[compress] = stage.count("bytes_written")
    assert written["none"] > 1.5 * written["lz4"]


@pytest.mark.parametrize(
    ("planted", "detail"),
    [
        ("Dropping", "The job gave {fewer} objects where 3000 belong."),
        ("Repeating", "The job gave {more} objects where 3000 belong."),
        ("Altering", "The objects that came back have the digest "),
    ],
)
def test_a_serializer_with_a_fault_fails(
    tweets: Applications, planted: str, detail: str, tmp_path: Path
) -> None:
    row = f"class:serbench.planted.Planted${planted}"
    conversation = tweets.ask(row, tmp_path, job_list="shuffle,cache")
    assert conversation.outcome == "ok", conversation.sentence
    # One record of each map task and partition; what is cached has no keys that go by themselves.
    faults = MAPS * PARTITIONS
    ((job, outcome, said),) = failures(conversation)
    assert (job, outcome) == ("shuffle", "wrong")
    assert said.startswith(detail.format(fewer=OBJECTS - faults, more=OBJECTS + faults))
    assert {one.text("job") for one in told(conversation, "round")} == {"cache"}


def test_objects_that_do_not_fit_are_one_sentence(tweets: Applications, tmp_path: Path) -> None:
    conversation = tweets.ask("java/kryo", tmp_path, objects=100_000_000)
    assert conversation.outcome == "refused"
    assert conversation.detail.startswith("The 100000000 objects take about ")


@pytest.mark.parametrize(
    ("master", "sentence"),
    [
        ("spark://127.0.0.1:1", "No master answers at spark://127.0.0.1:1."),
        (
            "yarn",
            "The Spark of the cache has no part for the master yarn; it knows local[…] and spark://HOST:PORT.",
        ),
    ],
)
def test_a_master_that_is_not_there_is_one_sentence(
    tweets: Applications, master: str, sentence: str, tmp_path: Path
) -> None:
    conversation = tweets.ask("java/kryo", tmp_path, master=master)
    assert (conversation.outcome, conversation.detail) == ("refused", sentence)


def test_a_listener_that_is_no_master_is_one_sentence(tweets: Applications, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        master = f"spark://127.0.0.1:{silent.getsockname()[1]}"
        conversation = tweets.ask("java/kryo", tmp_path, master=master)
    sentence = f"What listens at {master} does not answer as a master does."
    assert (conversation.outcome, conversation.detail) == ("refused", sentence)


def test_a_dataset_of_beans_is_proved(classes: Path, tmp_path: Path) -> None:
    media = applications_of("media", (), classes)
    conversation = media.ask("spark/dataset", tmp_path, job_list="shuffle,sort,cache")
    require_proved(media, conversation, ("shuffle", "sort", "cache"))
    conversation = media.ask("spark/dataset", tmp_path, job_list="broadcast")
    assert failures(conversation) == [
        ("broadcast", "unsupported", "A Dataset has no job broadcast of objects.")
    ]


def test_a_dataset_of_recursive_types_is_refused(tweets: Applications) -> None:
    reason = no_bean(tweets.workload.schema)
    assert reason.startswith("Spark's encoders take no recursive types, and ")
    with pytest.raises(SerbenchError, match=reason):
        SPARK.application(tweets.runners[SPARK.host_codec], tweets.workload, "spark/dataset")
