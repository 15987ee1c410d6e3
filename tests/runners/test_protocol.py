"""Every real runner speaks PROTOCOL.md, in good times and bad."""

import itertools
import json
import subprocess
from pathlib import Path

import pytest
from runners.conftest import (
    CODECS,
    GOLDEN,
    HANDCODED,
    TOURS,
    RunnerOf,
    brief_or_slow,
    parameters,
    proved,
)

from serbench.codecs.runner import Runner
from serbench.corpus.container import ContainerWriter, read_messages
from serbench.corpus.encoding import Encoder
from serbench.corpus.manifest import Corpus
from serbench.corpus.workload import Workload, labelled_objects
from serbench.languages import language_of
from serbench.operations import OPERATION_BY_NAME
from serbench.runner.process import ask
from serbench.runner.reply import Reply

VECTORS = Path(__file__).parents[1] / "golden"
TIMEOUT_S = 600.0
# Those whose objects have maps that keep the order in which they were filled.
KEEPING = [name for name in GOLDEN if language_of(name).maps_keep_order]
EACH = parameters((name,) for name, workload in proved() if workload == "record")
BRIEF = {"sample_ns": 1, "samples": 3, "warmup_ns": 1, "budget_ns": 1}


def replies_of(runner: Runner, verb: str, **arguments: object) -> list[Reply]:
    conversation = ask(runner, verb, arguments, TIMEOUT_S)
    assert conversation.outcome == "ok", conversation.sentence
    return list(conversation.replies)


def operations_of(runner: Runner) -> list[str]:
    return [reply.text("name") for reply in replies_of(runner, "describe") if reply.tag == "operation"]


@pytest.mark.parametrize(("codec",), EACH)
def test_describe_names_operations_with_their_sides(codec: str, runner_of: RunnerOf) -> None:
    replies = replies_of(runner_of(codec, "record"), "describe")
    operations = {reply.text("name"): reply.text("side") for reply in replies if reply.tag == "operation"}
    assert {"encode", "decode", "roundtrip"} <= operations.keys()
    assert operations == {name: OPERATION_BY_NAME[name].side for name in operations}
    verbs = {reply.text("name") for reply in replies if reply.tag == "verb"}
    assert {"describe", "check", "emit", "measure"} <= verbs


@pytest.mark.parametrize(("codec",), EACH)
def test_every_operation_is_measured_and_proved_twice(
    codec: str, runner_of: RunnerOf, corpora: dict[str, Corpus]
) -> None:
    runner, corpus = runner_of(codec, "record"), corpora["record"]
    operations = operations_of(runner)
    replies = replies_of(runner, "measure", corpus=corpus.path, operations=",".join(operations), **BRIEF)
    for operation in operations:
        mine = [reply for reply in replies if reply.fields.get("operation") == operation]
        proofs = [reply for reply in mine if reply.tag == "verified"]
        assert [proof.text("phase") for proof in proofs] == ["before", "after"]
        samples = [reply for reply in mine if reply.tag == "sample"]
        assert len(samples) == 3
        for sample in samples:
            assert sample.count("n") > 0
            assert sample.count("n") % corpus.manifest.objects == 0
    (loaded,) = [reply for reply in replies if reply.tag == "corpus"]
    assert loaded.text("digest") == corpus.manifest.digest
    assert loaded.count("objects") == corpus.manifest.objects


@pytest.mark.parametrize(("codec", "tour"), parameters(itertools.product(GOLDEN, TOURS)))
def test_values_and_touches_are_the_golden_ones(
    codec: str, tour: str, runner_of: RunnerOf, corpora: dict[str, Corpus]
) -> None:
    """The digests of values that came back, and what access operations read, against tests/golden. Of all
    other codecs verify asks the same with the corpus's own digests, which are the golden ones."""
    runner, corpus = runner_of(codec, tour), corpora[tour]
    golden = json.loads((VECTORS / f"{tour}.json").read_text())["each"]
    objects = [reply for reply in replies_of(runner, "check", corpus=corpus.path) if reply.tag == "object"]
    assert [reply.text("digest") for reply in objects] == [entry["digest"] for entry in golden]
    unit = next(r.text("name") for r in replies_of(runner, "describe") if r.tag == "unit")
    accesses = [name for name in operations_of(runner) if name.startswith("access-")]
    verbs = [reply.text("name") for reply in replies_of(runner, "describe") if reply.tag == "verb"]
    if accesses and "measure" in verbs:
        replies = replies_of(runner, "measure", corpus=corpus.path, operations=",".join(accesses), **BRIEF)
        for reply in replies:
            if reply.tag == "verified":
                plan = reply.text("operation").removeprefix("access-")
                expected = sum(int(entry["touch"][unit][plan]) for entry in golden) % 2**64
                assert reply.count("touch") == expected, plan


@pytest.mark.parametrize(("codec", "tour"), parameters(itertools.product(GOLDEN, TOURS)))
def test_the_handcoded_bytes_are_the_golden_ones(
    codec: str, tour: str, runner_of: RunnerOf, corpora: dict[str, Corpus], tmp_path: Path
) -> None:
    out = tmp_path / "messages.bin"
    replies_of(runner_of(codec, tour), "emit", corpus=corpora[tour].path, out=out)
    written = list(read_messages(out))
    golden = json.loads((VECTORS / f"{tour}.json").read_text())["each"]
    assert len(written) == len(golden)
    for message, entry in zip(written, golden, strict=True):
        if "hex" in entry:
            assert message is not None and message.hex() == entry["hex"]


@pytest.mark.parametrize(("codec", "tour"), parameters((name, "tour-map") for name in KEEPING))
def test_maps_are_filled_in_the_order_of_a_corpus(
    codec: str, tour: str, runner_of: RunnerOf, workloads: dict[str, Workload], tmp_path: Path
) -> None:
    schema = workloads[tour].schema
    objects = [obj for _, obj in labelled_objects(workloads[tour])]
    descending = [Encoder(schema, descending=True).encode(obj) for obj in objects]
    with ContainerWriter(tmp_path / "corpus.bin") as file:
        for one in descending:
            file.add(one)
    out = tmp_path / "messages.bin"
    replies_of(runner_of(codec, tour), "emit", corpus=tmp_path / "corpus.bin", out=out)
    assert list(read_messages(out)) == descending


def rare_collectors() -> list[object]:
    """The codecs whose language collects too rarely for samples; a floor's objects are bytes."""
    names = [name for name, workload in proved() if workload == "record" and not CODECS[name].floor]
    return parameters((name,) for name in names if language_of(name).collects_rarely)


@pytest.mark.parametrize(("codec",), rare_collectors())
def test_a_decode_is_measured_over_two_collections_at_least(
    codec: str, runner_of: RunnerOf, corpora: dict[str, Corpus]
) -> None:
    request = {"corpus": corpora["record"].path, "operations": "decode", **BRIEF}
    replies = replies_of(runner_of(codec, "record"), "measure", **request, collecting_ns=60 * 10**9)
    (allocated,) = [reply for reply in replies if reply.tag == "allocated"]
    (found,) = [reply for reply in replies if reply.tag == "collected"]
    objects = corpora["record"].manifest.objects
    assert found.count("collections") >= 2
    assert found.count("n") > 0 and found.count("n") % objects == 0
    # Each comes after the most part of 64 MiB of garbage at least.
    assert allocated.count("bytes") * found.count("n") // objects > 64 << 20
    assert found.count("gc_ns") > 0 and found.count("cpu_ns") > 0
    # Told at the end, when the peak of memory is known.
    assert [reply.tag for reply in replies][-3:-1] == ["memory", "collected"]
    brief = replies_of(runner_of(codec, "record"), "measure", **request, collecting_ns=1)
    assert not [reply for reply in brief if reply.tag == "collected"]


@pytest.mark.parametrize(
    ("codec",), parameters((name,) for name in HANDCODED if not language_of(name).collects_rarely)
)
def test_runners_whose_samples_span_collections_have_no_stretch_over_them(
    codec: str, runner_of: RunnerOf, corpora: dict[str, Corpus]
) -> None:
    request = {"corpus": corpora["record"].path, "operations": "decode", **BRIEF}
    replies = replies_of(runner_of(codec, "record"), "measure", **request, collecting_ns=60 * 10**9)
    assert "collected" not in {reply.tag for reply in replies}


BAD_REQUESTS = [
    ["measur"],
    ["describe", "colour=red"],
    ["check"],
    ["check", "corpus=/nowhere/corpus.bin"],
    [
        "measure",
        "corpus=CORPUS",
        "operations=encode",
        "sample_ns=x",
        "samples=1",
        "warmup_ns=1",
        "budget_ns=1",
    ],
    [
        "measure",
        "corpus=CORPUS",
        "operations=encod",
        "sample_ns=1",
        "samples=1",
        "warmup_ns=1",
        "budget_ns=1",
    ],
    [
        "measure",
        "corpus=CORPUS",
        "operations=decode",
        "sample_ns=1",
        "samples=1",
        "warmup_ns=1",
        "budget_ns=1",
        "keep=-1",
    ],
    ["check", "corpus=TRUNCATED"],
    ["check", "corpus=FOREIGN"],
]


def bad_requests() -> list[object]:
    """Each codec with each request; a floor copies the bytes of any corpus, so none is foreign to it."""
    return [
        pytest.param(codec, words, marks=brief_or_slow(codec))
        for codec in HANDCODED
        for words in BAD_REQUESTS
        if not (CODECS[codec].floor and "corpus=FOREIGN" in words)
    ]


@pytest.mark.parametrize(("codec", "words"), bad_requests(), ids=lambda value: str(value)[:40])
def test_a_request_that_cannot_be_served_is_answered_by_one_sentence(
    codec: str, words: list[str], runner_of: RunnerOf, corpora: dict[str, Corpus], tmp_path: Path
) -> None:
    truncated = tmp_path / "truncated.bin"
    truncated.write_bytes(corpora["record"].path.read_bytes()[:-1])
    files = {
        "corpus=CORPUS": f"corpus={corpora['record'].path}",
        "corpus=TRUNCATED": f"corpus={truncated}",
        "corpus=FOREIGN": f"corpus={corpora['tour-oneof'].path}",
    }
    command = [*runner_of(codec, "record").command, *(files.get(word, word) for word in words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=TIMEOUT_S)
    assert done.returncode == 2
    lines = done.stdout.splitlines()
    assert lines[0].startswith("runner protocol=1 ")
    assert lines[-1].startswith("error detail=") and len(lines[-1]) > len("error detail=") + 10
