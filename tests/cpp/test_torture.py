"""The report of the C++ runner on an adapter that does all that a codec can do to malformed input."""

import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from cpp.adapters import COMPILER, compiled_page
from runners.tortures import MIB, TIMEOUT_S, Told, ask_torture, told_of

from serbench.builds.runners import counting_library
from serbench.codecs.runner import Runner
from serbench.corpus.cache import corpus_of
from serbench.corpus.container import read_messages
from serbench.corpus.workload import find_workloads
from serbench.languages.cpp.build import SANITIZED
from serbench.runner.process import Conversation, ask
from serbench.verification.verify import read_digests

Try = Callable[..., Conversation]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(COMPILER is None, reason="there is no C++ compiler"),
]


def planted(folder: Path, *flags: str) -> Runner:
    (workload,) = find_workloads(["media"])
    return compiled_page("planted", workload, "torture", folder, "-O1", *flags)


def trying(runner: Runner, folder: Path) -> Try:
    """Tries a case between two valid messages."""
    (workload,) = find_workloads(["media"])
    corpus, out = corpus_of(workload), folder / "emitted"
    assert ask(runner, "emit", {"corpus": corpus.path, "out": out}, TIMEOUT_S).outcome == "ok"
    valid = next(read_messages(out))
    assert valid is not None

    def tried(case: bytes, **options: object) -> Conversation:
        digest = read_digests(corpus)[0]
        return ask_torture(runner, [valid, case, valid], [valid], digest, folder, **options)

    return tried


@pytest.fixture(scope="module")
def tried(tmp_path_factory: pytest.TempPathFactory) -> Try:
    runner = planted(tmp_path_factory.mktemp("planted"))
    runner = runner.counting_with(counting_library("allocations"))
    return trying(runner, tmp_path_factory.mktemp("tried"))


def case(kind: str) -> bytes:
    """A message that begins with a kind and ends where an address is aligned."""
    return kind.encode() * 16


def survived(conversation: Conversation) -> tuple[Told, Told]:
    """The findings about the case, and about the valid message behind it."""
    assert conversation.outcome == "ok", conversation.sentence
    told = told_of(conversation)
    assert list(told) == [0, 1, 2]
    return told[1], told[2]


def died(conversation: Conversation) -> tuple[int | None, list[str]]:
    """The exit status, and the tags of what was told since the case."""
    assert conversation.outcome == "crashed"
    tags = [reply.tag for reply in conversation.replies]
    assert tags.count("case") == 2
    return conversation.exit_status, tags[len(tags) - tags[::-1].index("case") :]


def test_what_is_sound_stays_sound(tried: Try) -> None:
    told, behind = survived(tried(case("x")))
    assert told.outcomes == behind.outcomes == ["accepted"] * 3
    assert told.values[2] == ("accepted", str(ord("x")))
    assert told.values[0] == told.values[1] != behind.values[0] == behind.values[1]


@pytest.mark.parametrize(
    ("kind", "outcome", "detail"),
    [
        ("", "rejected", "There is"),
        ("?", "fault", "It is not wh??le."),
        ("=", "fault", "A bool or presence byte is neither 0 nor 1."),
        ("b", "foreign", "std::bad_alloc"),
        ("v", "foreign", "std::length_error: vector::reserve"),
        ("i", "foreign", "int"),
    ],
)
def test_what_is_thrown_is_told(tried: Try, kind: str, outcome: str, detail: str) -> None:
    told, behind = survived(tried(case(kind)))
    assert told.values[:2] == [(outcome, detail)] * 2
    assert told.poisoned is None
    assert behind.outcomes == ["accepted"] * 3


@pytest.mark.parametrize(
    ("kind", "largest", "allocated"),
    [("b", 2**36, 2**36), ("a", 100 * MIB, 100 * MIB), ("m", MIB, 100 * MIB)],
)
def test_what_is_asked_for_is_told(tried: Try, kind: str, largest: int, allocated: int) -> None:
    conversation = tried(case(kind))
    decoded = survived(conversation)[0].tried[0]
    assert decoded.count("largest_bytes") == largest
    assert allocated <= decoded.count("allocated_bytes") < allocated + MIB
    claims = [reply.count("largest_bytes") for reply in conversation.replies if reply.tag == "claimed"]
    # One for each operation that asks.
    assert claims == ([largest] * 2 if largest > 64 * MIB else [])


def test_a_codec_that_keeps_state_is_poisoned_and_replaced(tried: Try) -> None:
    told, behind = survived(tried(case("s")))
    # The second operation meets the state of the first.
    assert told.outcomes == ["accepted", "rejected", "accepted"]
    assert told.poisoned == "There is"
    assert behind.outcomes == ["accepted"] * 3 and behind.poisoned is None


@pytest.mark.parametrize(
    ("kind", "number"),
    [("o", signal.SIGSEGV), ("u", signal.SIGSEGV), ("r", signal.SIGSEGV), ("l", signal.SIGPROF)],
)
def test_what_kills_the_process_kills_it_in_its_case(tried: Try, kind: str, number: int) -> None:
    status, told = died(tried(case(kind), hang_ns=20_000_000))
    assert (status, told) == (-number, [])


@pytest.mark.slow
def test_a_sanitizer_ends_the_process_at_a_read_that_nothing_else_notices(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    checks = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all")
    runner = planted(tmp_path_factory.mktemp("checked"), *checks)
    tried = trying(replace(runner, environment=SANITIZED), tmp_path_factory.mktemp("tried"))
    unlimited = {"address_space_bytes": 0}
    assert survived(tried(b"x", **unlimited))[0].outcomes == ["accepted"] * 3
    # One byte behind a message that does not end where an address is aligned.
    ended = tried(b"o", **unlimited)
    assert died(ended) == (66, [])
    assert "AddressSanitizer: use-after-poison" in ended.stderr_tail
    assert died(tried(case("b"), **unlimited)) == (66, [])
