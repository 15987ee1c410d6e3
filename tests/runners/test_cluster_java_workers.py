"""Real Spark on a local cluster: two workers, one that is lost, and one that loses whoever started it."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from runners.clusters import JOBS, Applications, applications_of, planted_classes, require_proved, told

from serbench.languages.java.spark_engine import SPARK
from serbench.runner.process import Listener
from serbench.runner.reply import Reply

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def classes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return planted_classes(tmp_path_factory.mktemp("planted"))


@pytest.fixture(scope="module")
def tweets(classes: Path) -> Applications:
    return applications_of("tweet", ("java/kryo",), classes)


@pytest.fixture
def cluster(classes: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    scratch = tmp_path_factory.mktemp("cluster")
    with SPARK.local_cluster(scratch, 2, 1) as master:
        yield master, scratch
    assert processes_in(scratch) == []


def processes_in(folder: Path) -> list[int]:
    """The processes that work in a folder or were told of it."""
    return [pid for pid, words, cwd in processes() if str(folder) in words or cwd.startswith(str(folder))]


def executors_in(folder: Path) -> list[int]:
    """Executors work in the folders of their workers."""
    return [pid for pid, _, cwd in processes() if cwd.startswith(str(folder))]


def processes() -> Iterator[tuple[int, str, str]]:
    """The number, the words and the folder of every other process."""
    for place in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if place.name.isdigit() and int(place.name) != os.getpid():
                words = (place / "cmdline").read_bytes().decode(errors="replace")
                yield int(place.name), words, str((place / "cwd").readlink())


def soon_empty(left: Callable[[], list[int]]) -> list[int]:
    """Who is left after a while."""
    deadline_s = time.monotonic() + 30
    while left() and time.monotonic() < deadline_s:
        time.sleep(0.1)
    return left()


@pytest.mark.parametrize("row", ["java/kryo", "spark/kryo"])
def test_a_cluster_of_two_workers(
    tweets: Applications, cluster: tuple[str, Path], row: str, tmp_path: Path
) -> None:
    master, _ = cluster
    conversation = tweets.ask(row, tmp_path, master=master)
    require_proved(tweets, conversation, JOBS)
    (facts,) = told(conversation, "cluster")
    assert (facts.count("executors"), facts.count("cores"), facts.text("hosts")) == (2, 2, "127.0.0.1")
    assert facts.count("memory_bytes") == 2 * 2**30


def test_a_lost_executor_is_one_sentence_and_nothing_is_left(
    tweets: Applications, cluster: tuple[str, Path], tmp_path: Path
) -> None:
    master, scratch = cluster
    lost: list[int] = []

    def kill_one(reply: Reply) -> None:
        if reply.tag == "round" and not lost:
            lost.extend(executors_in(scratch)[:1])
            os.kill(lost[0], signal.SIGKILL)

    conversation = tweets.ask(
        "java/kryo", tmp_path, Listener(kill_one), master=master, job_list="shuffle", repetitions=1000
    )
    assert lost
    assert conversation.outcome == "refused", conversation.sentence
    assert conversation.detail.startswith("An executor on 127.0.0.1 was lost: ")
    assert soon_empty(lambda: executors_in(scratch)) == []


HOLDING_A_CLUSTER = """
import sys, time
from pathlib import Path
from serbench.languages.java.spark_engine import SPARK
with SPARK.local_cluster(Path(sys.argv[1]), 1, 1) as master:
    print(master, flush=True)
    time.sleep(600)
"""


def test_a_cluster_ends_with_a_process_that_is_killed(classes: Path, tmp_path: Path) -> None:
    words = [sys.executable, "-c", HOLDING_A_CLUSTER, str(tmp_path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as holding:
        assert holding.stdout is not None
        assert holding.stdout.readline().startswith("spark://127.0.0.1:")
        holding.kill()
    assert soon_empty(lambda: processes_in(tmp_path)) == []
