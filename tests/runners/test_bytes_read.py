"""Of a batch in columns access-one reads a part; of one in rows it reads all."""

import pytest
from runners.conftest import CODECS

from serbench.builds.runners import build_runners
from serbench.codecs.runner import Runner
from serbench.corpus.cache import corpus_of
from serbench.corpus.workload import find_workloads
from serbench.runner.process import ask
from serbench.setup.readiness import make_ready

# Codecs that are not compiled.
NAMES = ("javascript/arrow-ipc", "python/arrow-ipc", "python/parquet", "python/protobuf")
ONCE = {"sample_ns": 1, "samples": 1, "warmup_ns": 0, "budget_ns": 1}


@pytest.mark.slow
def test_columns_are_read_in_part() -> None:
    codecs = [CODECS[name] for name in NAMES]
    assert not make_ready(codecs, tell=print)
    (workload,) = find_workloads(["media:batch=1024"])
    read: dict[str, float] = {}
    for runner in build_runners(codecs, [workload], jobs=1):
        assert isinstance(runner, Runner)
        arguments = {"corpus": corpus_of(workload).path, "operations": "access-one", **ONCE}
        replies = ask(runner, "measure", arguments, 60.0).replies
        before, after = (reply for reply in replies if reply.tag == "verified")
        assert before.count("read") == after.count("read")
        read[runner.codec] = before.count("read") / before.count("bytes")
    assert read["python/protobuf"] == 1
    assert 0 < read["javascript/arrow-ipc"] < 0.1 and 0 < read["python/arrow-ipc"] < 0.1
    # The library asks for 64 KiB at the end of a file, which is most of what it reads here.
    assert 0.2 < read["python/parquet"] < 0.3
