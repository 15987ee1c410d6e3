"""Adapters that cheat: a real C++ page, rigged in each way by its environment."""

from pathlib import Path

import pytest
from cpp.adapters import COMPILER, compiled_page
from fakes.tiny import make_corpus, runner

from serbench.codecs.runner import Runner
from serbench.corpus.cache import corpus_of
from serbench.corpus.manifest import Corpus
from serbench.corpus.workload import Workload, find_workloads
from serbench.experiments.memory.lint import digest_of_messages, lint_codec, other_messages
from serbench.record.row import Failure
from serbench.runner.reply import Reply
from serbench.verification.verify import check

needs_compiler = pytest.mark.skipif(COMPILER is None, reason="there is no C++ compiler")

WRONG_DIGEST = "The value that came back has the digest"
WRONG_TOUCH = "What was read has the touch"


@pytest.fixture(scope="module")
def workload() -> Workload:
    (found,) = find_workloads(["record"])
    return found


@pytest.fixture(scope="module")
def corpus(workload: Workload) -> Corpus:
    return corpus_of(workload)


@pytest.fixture(scope="module")
def rigged(workload: Workload, tmp_path_factory: pytest.TempPathFactory) -> Runner:
    """A runner for ``record`` that is honest unless SERBENCH_TEST_CHEAT says how it cheats."""
    return compiled_page("rigged", workload, "memory", tmp_path_factory.mktemp("rigged"), "-O0")


@needs_compiler
def test_the_honest_page_passes(rigged: Runner, corpus: Corpus) -> None:
    found = check(rigged, corpus, {}, 60)
    assert not isinstance(found, Failure) and {result.outcome for result in found} == {"ok"}
    assert lint_codec(rigged, corpus) == ()


@needs_compiler
@pytest.mark.parametrize(
    ("cheat", "operations", "detail"),
    [
        ("encode-remembers-address", {"encode"}, WRONG_DIGEST),
        ("encode-remembers-first", {"encode"}, WRONG_DIGEST),
        # The proof of encode decodes too, from memory that may be the same or not.
        ("decode-remembers-address", {"encode", "decode"}, WRONG_DIGEST),
        ("access-remembers-address", {"access-all"}, WRONG_TOUCH),
        ("access-reads-less", {"access-all"}, WRONG_TOUCH),
    ],
)
def test_what_remembers_or_reads_less_fails_object_by_object(
    cheat: str,
    operations: set[str],
    detail: str,
    rigged: Runner,
    corpus: Corpus,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SERBENCH_TEST_CHEAT", cheat)
    found = check(rigged, corpus, {}, 60)
    assert not isinstance(found, Failure)
    # What remembers is right about the first object.
    first = 0 if cheat == "access-reads-less" else 1
    assert [result.outcome for result in found[: first + 1]] == ["ok"] * first + ["wrong"]
    assert found[first].operation in operations
    assert found[first].detail.startswith(detail)


@needs_compiler
@pytest.mark.parametrize(
    ("cheat", "operation", "detail"),
    [
        ("encode-goes-stale", "encode", f"Object 0: {WRONG_DIGEST}"),
        (
            "encode-changes-when-hot",
            "encode",
            "Its messages after timing had different bytes from those that emit wrote.",
        ),
        ("encode-points", "", "Another process of it cannot read what it wrote: The runner was killed"),
    ],
)
def test_what_gives_right_values_without_the_work_is_caught_by_its_messages(
    cheat: str, operation: str, detail: str, rigged: Runner, corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SERBENCH_TEST_CHEAT", cheat)
    found = check(rigged, corpus, {}, 60)
    assert not isinstance(found, Failure) and {result.outcome for result in found} == {"ok"}
    errors = lint_codec(rigged, corpus)
    told = [error for error in errors if error.operation == operation]
    assert told and told[0].detail.startswith(detail), errors


def verified(operation: str, phase: str, size_bytes: int, messages: str) -> Reply:
    fields = {"operation": operation, "phase": phase, "bytes": str(size_bytes), "messages": messages}
    return Reply("verified", fields)


def test_messages_are_held_against_those_that_were_emitted() -> None:
    emitted = [b"abc", b"de"]
    right, none, other = digest_of_messages(emitted), "0" * 16, "1" * 16
    proofs = [
        verified("encode", "before", 5, right),
        verified("encode", "after", 5, other),
        verified("decode", "before", 4, none),
        verified("build", "before", 0, right),
    ]
    assert [error.sentence() for error in other_messages(proofs, emitted, repeatable=True)] == [
        "encode: Its messages after timing had different bytes from those that emit wrote.",
        "decode: Its messages had 4 bytes before timing, but those that emit wrote have 5.",
    ]
    assert [error.operation for error in other_messages(proofs, emitted, repeatable=False)] == ["decode"]


def test_an_honest_fake_passes_and_one_that_shrinks_does_not(tmp_path: Path) -> None:
    tiny = make_corpus(tmp_path)
    assert lint_codec(runner("honest"), tiny) == ()
    errors = lint_codec(runner("shrinker"), tiny)
    assert [error.sentence() for error in errors] == [
        f"encode: Its messages had 15 bytes {phase} timing, but those that emit wrote have 16."
        for phase in ("before", "after")
    ]
