"""The reply of a runner of stores, compared with what was asked for."""

from pathlib import Path

import pytest
from fakes.tiny import make_corpus

from serbench.experiments.store.judging import ExpectedRead, judge_store
from serbench.experiments.store.plan import StoreStep
from serbench.pools.judging import PoolFinding
from serbench.runner.process import Conversation
from serbench.runner.reply import Reply

READ = StoreStep("sequential", "warm", "decode")
DIGEST = "0" * 15 + "7"


def reply(tag: str, **fields: object) -> Reply:
    return Reply(tag, {key: str(value) for key, value in fields.items()})


@pytest.fixture
def expected(tmp_path: Path) -> ExpectedRead:
    return ExpectedRead(make_corpus(tmp_path / "corpus").manifest, 6, 2, DIGEST)


def judged(expected: ExpectedRead, *replies: Reply, step: StoreStep = READ, **instead: Reply) -> PoolFinding:
    manifest = expected.manifest
    lines = {
        "corpus": reply("corpus", objects=manifest.objects, bytes=manifest.bytes, digest=manifest.digest),
        "fetched": reply("fetched", objects=6, bytes=24, digest=DIGEST, touch=0),
        "memory": reply("memory", peak_bytes=5),
        **instead,
    }
    phases = replies or (phase("read", 0, 10), phase("decode", 0, 20))
    said = (lines["corpus"], *phases, lines["fetched"], lines["memory"])
    return judge_store(Conversation((), "ok", "", said, "", 0, 1000), step, expected)


def phase(name: str, thread: int, wall_ns: int) -> Reply:
    return reply("phase", name=name, thread=thread, wall_ns=wall_ns, cpu_ns=wall_ns // 2)


def test_phases_of_the_slowest_thread_and_the_cpu_of_all(expected: ExpectedRead) -> None:
    finding = judged(
        expected, phase("read", 0, 10), phase("decode", 0, 20), phase("read", 1, 30), phase("decode", 1, 8)
    )
    assert finding.outcome == "ok"
    assert finding.phases == {
        "read": {"wall_ns": 30, "cpu_ns": 20},
        "decode": {"wall_ns": 8, "cpu_ns": 14},
    }
    assert (finding.size_bytes, finding.digest, finding.peak_bytes) == (24, DIGEST, 5)


@pytest.mark.parametrize(
    ("replies", "sentence"),
    [
        ((phase("write", 0, 1),), "The runner reports a phase write of thread 0 that is impossible."),
        ((phase("read", 2, 1),), "The runner reports a phase read of thread 2 that is impossible."),
        (
            (phase("read", 0, 1), phase("read", 0, 1)),
            "The runner reports a phase read of thread 0 that is impossible.",
        ),
        ((phase("decode", 0, 1),), "The runner reports no phase that uses the file."),
        (
            (phase("read", 0, 1001),),
            "The runner's phases took 1001 ns by its own clock, but it lived for 1000 ns only.",
        ),
    ],
)
def test_phases_that_cannot_be(replies: tuple[Reply, ...], sentence: str, expected: ExpectedRead) -> None:
    finding = judged(expected, *replies)
    assert (finding.outcome, finding.detail) == ("protocol", sentence)


def test_another_pool_or_number_is_refused(expected: ExpectedRead) -> None:
    few = judged(expected, fetched=reply("fetched", objects=5, bytes=24, digest=DIGEST, touch=0))
    assert few.detail == "The runner handled 5 objects where 6 were requested."
    manifest = expected.manifest
    other = reply("corpus", objects=3, bytes=manifest.bytes, digest=manifest.digest)
    assert judged(expected, corpus=other).detail == "The runner read the pool as objects 3 where it has 4."


def test_another_digest_is_wrong(expected: ExpectedRead) -> None:
    finding = judged(expected, fetched=reply("fetched", objects=6, bytes=24, digest="f" * 16, touch=0))
    assert (finding.outcome, finding.detail) == (
        "wrong",
        f"What came back had the digest {'f' * 16} where {DIGEST} belongs.",
    )
    assert finding.phases == {}


def test_what_the_codec_fails_at_is_told_with_its_object(expected: ExpectedRead) -> None:
    failed = reply("failed", operation="decode", outcome="wrong", index=3, detail="It differs.")
    finding = judged(expected, failed)
    assert (finding.outcome, finding.detail) == ("wrong", "Object 3: It differs.")


def test_a_refusal_is_the_runners_sentence(expected: ExpectedRead) -> None:
    refused = Conversation((), "refused", "The file d ends too early.", (), "", 2, 10)
    finding = judge_store(refused, READ, expected)
    assert (finding.outcome, finding.detail) == ("unsupported", "The file d ends too early.")
