"""Claims that no real fake makes, judged without a process."""

from pathlib import Path

import pytest
from fakes.replies import read_replies
from fakes.tiny import NUMBERS, make_corpus

from serbench.runner.claims import Claims, Finding, judge
from serbench.runner.reply import Reply

GREETING = "runner protocol=1 language=cpp codec=a workload=tiny schema=x"
SAMPLE = "sample operation=encode n=8 cpu_ns=800 wall_ns=900"
COLLECTED = "collected operation=encode n=12 cpu_ns=1500 wall_ns=1000 gc_ns=300 collections=2"
ASKED = {"samples": 4, "sample_ns": 1000, "duration_ns": 5000}


@pytest.fixture
def judged(tmp_path: Path):  # type: ignore[no-untyped-def]
    """Judges lines, with {digest} standing for the corpus's."""
    manifest = make_corpus(tmp_path).manifest

    def judge_lines(
        *lines: str, operations: tuple[str, ...] = ("encode",), unit: str = "utf8", may_be_empty: bool = False
    ) -> Claims:
        corpus = f"corpus objects=4 bytes=16 digest={manifest.digest}"
        text = [GREETING, corpus, *lines]
        replies: list[Reply] = read_replies(
            [line.replace("{digest}", manifest.digest).encode() for line in text]
        ).replies
        return judge(replies, operations, manifest, unit, may_be_empty=may_be_empty, **ASKED)

    return judge_lines


def verified(
    phase: str, operation: str = "encode", digest: str = "{digest}", touch: int = 0, size: int = 20
) -> str:
    proof = f"digest={digest} touch={touch} bytes={size} messages={'0' * 16}"
    return f"verified operation={operation} phase={phase} {proof}"


WHOLE = (verified("before"), *[SAMPLE] * 4, verified("after"))


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ([SAMPLE], "The runner times encode before it has verified it."),
        ([verified("after")], "The runner verifies encode in the wrong phase 'after'."),
        ([verified("before"), verified("before")], "The runner verifies encode in the wrong phase 'before'."),
        ([verified("before"), SAMPLE.replace("n=8", "n=0")], "n=0, which is not a whole number of rotations"),
        ([verified("before"), SAMPLE.replace("n=8", "n=6")], "n=6, which is not a whole number of rotations"),
        ([verified("before"), SAMPLE.replace("=800", "=0")], "A sample of encode took no time (cpu_ns)."),
        ([verified("before"), SAMPLE, SAMPLE, verified("after")], "took 2 samples of encode where 4"),
        ([verified("before"), *[SAMPLE] * 5, verified("after")], "took 5 samples of encode where 4"),
        ([verified("before", "decode")], "The runner answers for 'decode', which was not requested."),
        (
            [verified("before"), *[SAMPLE] * 3, verified("after"), SAMPLE],
            "continues with encode after it was finished",
        ),
        ([verified("before"), SAMPLE, COLLECTED], "measures collections of encode before its samples."),
        ([*WHOLE, COLLECTED.replace("n=12", "n=6")], "n=6, which is not a whole number of rotations"),
        ([*WHOLE, COLLECTED.replace("=1500", "=0")], "A stretch over collections of encode took no time"),
        ([*WHOLE, COLLECTED.replace("=1000", "=1401")], "samples took 5001 ns by its own clock"),
        (
            [*WHOLE, COLLECTED.replace("ns=2", "ns=1")],
            "encode spans fewer than two collections.",
        ),
        (["failed operation=encode outcome=bored index=1 detail=x"], "unknown outcome 'bored'"),
    ],
)
def test_a_claim_out_of_order_refuses_the_reply(judged, lines, sentence) -> None:  # type: ignore[no-untyped-def]
    claims = judged(*lines)
    assert claims.fault is not None
    assert claims.fault[0] == "protocol"
    assert sentence in claims.fault[1]


def test_three_samples_are_enough_when_the_budget_is_spent(judged) -> None:  # type: ignore[no-untyped-def]
    claims = judged(verified("before"), *[SAMPLE] * 3, verified("after"))
    assert claims.fault is None
    finding = claims.findings["encode"]
    assert (finding.outcome, finding.n, finding.size_bytes) == ("ok", (8, 8, 8), 20)


def test_what_the_collector_did_is_in_the_finding(judged) -> None:  # type: ignore[no-untyped-def]
    gc = "gc operation=encode gc_ns=7 collections=3"
    finding = judged(*WHOLE[:-1], gc, WHOLE[-1], COLLECTED).findings["encode"]
    assert (finding.outcome, finding.gc_ns, finding.collections) == ("ok", 7, 3)
    assert finding.collected == {"n": 12, "cpu_ns": 1500, "wall_ns": 1000, "gc_ns": 300, "collections": 2}
    bare = judged(*WHOLE).findings["encode"]
    assert (bare.gc_ns, bare.collections, bare.collected) == (None, None, {})


def test_an_operation_that_fails_over_collections_has_failed(judged) -> None:  # type: ignore[no-untyped-def]
    failed = "failed operation=encode outcome=error detail=full"
    finding = judged(*WHOLE, failed).findings["encode"]
    assert (finding.outcome, finding.detail, finding.n) == ("wrong", "full", ())


def test_sizes_before_and_after_must_agree(judged) -> None:  # type: ignore[no-untyped-def]
    claims = judged(verified("before"), *[SAMPLE] * 4, verified("after", size=21))
    finding = claims.findings["encode"]
    assert finding.outcome == "wrong"
    assert finding.detail == "Its messages had 20 bytes before and 21 bytes after timing."


def test_a_sample_may_be_somewhat_shorter_than_was_asked_for(judged) -> None:  # type: ignore[no-untyped-def]
    short = [verified("before"), *[SAMPLE.replace("=800", "=250")] * 4, verified("after")]
    assert judged(*short).findings["encode"].outcome == "ok"
    too_short = [verified("before"), SAMPLE, SAMPLE.replace("=800", "=249"), SAMPLE, verified("after")]
    claims = judged(*too_short)
    assert claims.fault is None
    finding = claims.findings["encode"]
    assert (finding.outcome, finding.cpu_ns) == ("protocol", ())
    assert finding.detail == "A sample took 249 ns of CPU time where 1000 ns were requested."


def test_an_operation_that_takes_no_time_beside_its_loop_is_measured(judged) -> None:  # type: ignore[no-untyped-def]
    def sampled(loop_ns: int) -> list[str]:
        return [f"{SAMPLE.replace('=800', '=1')} loop_ns={loop_ns}"] * 4

    finding = judged(verified("before"), *sampled(249), verified("after")).findings["encode"]
    assert (finding.outcome, finding.cpu_ns, finding.loop_ns) == ("ok", (1,) * 4, 249)
    finding = judged(verified("before"), *sampled(248), verified("after")).findings["encode"]
    assert finding.detail == "A sample took 249 ns of CPU time where 1000 ns were requested."


def test_samples_fit_into_the_life_of_the_runner(judged) -> None:  # type: ignore[no-untyped-def]
    whole = [verified("before"), *[SAMPLE.replace("=900", "=1250")] * 4, verified("after")]
    assert judged(*whole).findings["encode"].outcome == "ok"
    claims = judged(*whole[:4], SAMPLE.replace("=900", "=1251"))
    assert claims.fault == (
        "protocol", "The runner's samples took 5001 ns by its own clock, but it lived for 5000 ns only.",
    )  # fmt: skip


def test_messages_without_bytes_carry_only_defaults(judged) -> None:  # type: ignore[no-untyped-def]
    lines = [verified("before", size=0), *[SAMPLE] * 4, verified("after", size=0)]
    finding = judged(*lines).findings["encode"]
    assert finding.outcome == "wrong"
    assert finding.detail == "Its messages had no bytes, which cannot carry these objects, before timing."
    assert judged(*lines, may_be_empty=True).findings["encode"].outcome == "ok"
    built = [line.replace("=encode", "=build") for line in lines]
    assert judged(*built, operations=("build",)).findings["build"].outcome == "ok"


def test_access_is_judged_by_its_touch(judged) -> None:  # type: ignore[no-untyped-def]
    right = verified("before", "access-all", digest="0" * 16, touch=sum(NUMBERS))
    wrong = verified("before", "access-all", digest="0" * 16, touch=7)
    assert judged(right, operations=("access-all",)).findings == {}
    finding = judged(wrong, operations=("access-all",)).findings["access-all"]
    assert finding.detail == f"What it read had the touch 7 where {sum(NUMBERS)} belongs before timing."


def test_an_operation_that_only_decodes_reads_nothing(judged) -> None:  # type: ignore[no-untyped-def]
    finding = judged(verified("before", touch=1)).findings["encode"]
    assert finding.detail == "What it read had the touch 1 where 0 belongs before timing."


def test_what_the_runner_itself_calls_failed_is_believed(judged) -> None:  # type: ignore[no-untyped-def]
    line = "failed operation=encode outcome=error index=3 detail=no%20room"
    finding = judged(line).findings["encode"]
    assert (finding.outcome, finding.detail) == ("wrong", "Object 3: no room")
    unsupported = judged("failed operation=encode outcome=unsupported detail=no%20maps").findings["encode"]
    assert (unsupported.outcome, unsupported.detail) == ("unsupported", "no maps")


def test_before_its_corpus_a_runner_measures_nothing(tmp_path: Path) -> None:
    manifest = make_corpus(tmp_path).manifest
    line = verified("before").replace("{digest}", manifest.digest)
    replies = read_replies([GREETING.encode(), line.encode()]).replies
    claims = judge(replies, ("encode",), manifest, "utf8", may_be_empty=False, **ASKED)
    assert claims.fault == ("protocol", "The runner measures encode before it has read the corpus.")
    assert not claims.started


def test_the_bytes_that_access_reads_are_as_many_before_and_after(judged) -> None:  # type: ignore[no-untyped-def]
    sample = SAMPLE.replace("encode", "access-one").replace("=800", "=1000")
    first, last = (
        verified(phase, "access-one", digest="0" * 16, touch=sum(NUMBERS)) for phase in ("before", "after")
    )

    def found(*read: str) -> Finding:
        lines = (first + read[0], *[sample] * 4, last + read[1])
        claims: Claims = judged(*lines, operations=("access-one",))
        return claims.findings["access-one"]

    assert (found(" read=7", " read=7").read_bytes, found("", "").read_bytes) == (7, None)
    assert found(" read=7", " read=8").detail == "It read 7 bytes before and 8 bytes after timing."


def test_what_an_operation_allocates_comes_after_it(judged) -> None:  # type: ignore[no-untyped-def]
    proved = [verified("before"), *[SAMPLE.replace("=800", "=1000")] * 4, verified("after")]
    finding = judged(*proved, "allocated operation=encode n=4 allocations=8 bytes=640").findings["encode"]
    assert (finding.outcome, finding.allocations, finding.allocated_bytes) == ("ok", 8, 640)
    finding = judged(*proved, "allocated operation=encode n=4 bytes=640").findings["encode"]
    assert (finding.allocations, finding.allocated_bytes) == (None, 640)
    for lines in (
        [*proved, "allocated operation=encode n=8 bytes=1"],
        ["allocated operation=encode n=4 bytes=1"],
    ):
        assert judged(*lines).fault == (
            "protocol", "The runner counts more or sooner than one rotation of encode.",
        )  # fmt: skip


def test_what_a_runner_subtracts_for_its_loop_is_kept(judged) -> None:  # type: ignore[no-untyped-def]
    lines = [verified("before"), *[f"{SAMPLE} loop_ns=7"] * 4, verified("after")]
    assert judged(*lines).findings["encode"].loop_ns == 7
    without = [verified("before"), *[SAMPLE] * 4, verified("after")]
    assert judged(*without).findings["encode"].loop_ns is None
