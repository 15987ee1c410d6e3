"""A Spark cluster on this machine, for tests: a master and its workers, which end with the context."""

import os
import re
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

from serbench.errors import SerbenchError
from serbench.languages.java.jvm import java_program
from serbench.languages.java.spark import home, spark_class_path

_DAEMON = "serbench.spark.Daemon"
# Spark's own settings of its log, which says what has come up.
_LOG = "-Dlog4j2.configurationFile=classpath:org/apache/spark/log4j2-defaults.properties"
_FLAGS = ("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", _LOG)
_WORKER_MEMORY = "4g"
_PATIENCE_S = 60
_END_S = 10
_MASTER = re.compile(r"Starting Spark master at (spark://\S+)")
_WORKER = re.compile(r"Registering worker ")


@contextmanager
def local_cluster(scratch: Path, workers: int, cores: int) -> Iterator[str]:
    """Starts a master and workers with ``cores`` each on the loopback address and gives the master's
    address. They keep their files in ``scratch``. Raises SerbenchError where they do not come up."""
    environment = {
        **os.environ,
        "SPARK_HOME": str(home()),
        "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_PUBLIC_DNS": "127.0.0.1",
        "SPARK_CONF_DIR": str(scratch / "no-settings"),
        "SPARK_LOCAL_DIRS": str(scratch / "local"),
        "SPARK_SCALA_VERSION": "2.13",
    }
    loopback = ("--host", "127.0.0.1", "--port", "0", "--webui-port", "0")
    with ExitStack() as running:
        log = scratch / "master.log"
        running.enter_context(_process("master.Master", loopback, log, environment))
        url = _awaited(log, lambda text: (found := _MASTER.search(text)) and found[1])
        for number in range(workers):
            work = ("--work-dir", str(scratch / f"worker-{number}"))
            words = (*loopback, "--cores", str(cores), "--memory", _WORKER_MEMORY, *work, url)
            running.enter_context(
                _process("worker.Worker", words, scratch / f"worker-{number}.log", environment)
            )
        _awaited(log, lambda text: url if len(_WORKER.findall(text)) == workers else None)
        yield url


@contextmanager
def _process(
    name: str, words: tuple[str, ...], log: Path, environment: Mapping[str, str]
) -> Iterator[subprocess.Popen[bytes]]:
    command = [str(java_program()), *_FLAGS, "-cp", spark_class_path(), _DAEMON]
    with log.open("wb") as out:
        # It ends when the other end of its input is closed.
        process = subprocess.Popen(
            [*command, f"org.apache.spark.deploy.{name}", *words],
            stdin=subprocess.PIPE,
            stdout=out,
            stderr=out,
            env=environment,
        )
        try:
            yield process
        finally:
            process.terminate()
            try:
                process.wait(_END_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            assert process.stdin is not None
            process.stdin.close()


def _awaited(log: Path, found: Callable[[str], str | None]) -> str:
    """Waits until ``found`` finds a text in a log, and returns the text.
    Raises SerbenchError where none comes in time."""
    deadline_s = time.monotonic() + _PATIENCE_S
    while time.monotonic() < deadline_s:
        text = found(log.read_text(encoding="utf-8", errors="replace"))
        if text:
            return text
        time.sleep(0.05)
    raise SerbenchError(f"Apache Spark does not come up on this machine within {_PATIENCE_S} s; see {log}.")
