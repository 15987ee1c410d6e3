"""The report of the Java runner on an adapter that does all that a codec can do to malformed input."""

import shutil
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
import xxhash
from runners.tortures import MIB, Told, ask_torture, told_of

from serbench.codecs.runner import Runner
from serbench.languages.java.jvm import flags_of_jvm
from serbench.locations import CHECKOUT
from serbench.runner.process import Conversation

PLANTED = Path(__file__).parent / "planted"
VALID = b"valid"
Try = Callable[..., Conversation]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("javac") is None, reason="there is no JDK"),
]


@pytest.fixture(scope="module")
def tried(tmp_path_factory: pytest.TempPathFactory) -> Try:
    """Tries a case between two valid messages, in a JVM of 64 MiB."""
    classes, folder = tmp_path_factory.mktemp("classes"), tmp_path_factory.mktemp("tried")
    sources = f"{CHECKOUT / 'java/harness/src/main/java'}:{PLANTED}"
    mains = [CHECKOUT / "java/harness/src/main/java/serbench/Runner.java", *PLANTED.rglob("*.java")]
    subprocess.run(["javac", "-d", classes, "-sourcepath", sources, *mains], check=True)
    words = ("java", *flags_of_jvm("-Xmx64m -Xss1m"), "-cp", str(classes), "serbench.Runner")
    runner = Runner(words, "java/planted", "bytes", "none", "planted")

    def tried(case: bytes, **options: object) -> Conversation:
        digest = xxhash.xxh64_hexdigest(VALID)
        return ask_torture(runner, [VALID, case, VALID], [VALID], digest, folder, **options)

    return tried


def survived(conversation: Conversation) -> tuple[Told, Told]:
    """The findings about the case, and about the valid message behind it."""
    assert conversation.outcome == "ok", conversation.sentence
    told = told_of(conversation)
    assert list(told) == [0, 1, 2]
    return told[1], told[2]


def test_what_is_sound_stays_sound(tried: Try) -> None:
    conversation = tried(b"x")
    (said,) = [reply for reply in conversation.replies if reply.tag == "torture"]
    # The page decodes by what it deserializes, so that is no operation of its own.
    assert said.text("operations") == "decode,access-all"
    told, behind = survived(conversation)
    # Its access changes the array, which no other operation sees.
    assert told.values == [("accepted", xxhash.xxh64_hexdigest(b"x")), ("accepted", str(ord("y")))]
    assert behind.values == [("accepted", xxhash.xxh64_hexdigest(VALID)), ("accepted", str(ord("w")))]


@pytest.mark.parametrize(
    ("case", "outcome", "detail"),
    [
        (b"", "rejected", "Malformed: There is"),
        (b"?", "fault", "Malformed: It is not wh?le."),
        (b"n", "foreign", "NullPointerException"),
        (b"i", "foreign", "ArrayIndexOutOfBoundsException: Index 1 out of bounds for length 1"),
        (b"r", "foreign", "StackOverflowError"),
        (b"b", "foreign", "OutOfMemoryError: Java heap space"),
        (b"0", "fault", "NullPointerException"),
    ],
)
def test_what_is_thrown_is_told(tried: Try, case: bytes, outcome: str, detail: str) -> None:
    told, behind = survived(tried(case))
    ((said, why), _) = told.values
    assert said == outcome and why.startswith(detail)
    assert told.poisoned is None
    assert behind.outcomes == ["accepted"] * 2


def test_what_is_allocated_is_told(tried: Try) -> None:
    told, _ = survived(tried(b"a"))
    assert 10 * MIB <= told.tried[0].count("allocated_bytes") < 11 * MIB
    assert told.tried[0].count("largest_bytes") == 0


def test_memory_that_is_refused_is_the_whole_heap(tried: Try) -> None:
    told, _ = survived(tried(b"b"))
    assert 32 * MIB <= told.tried[0].count("largest_bytes") <= 64 * MIB


def test_a_codec_that_keeps_state_is_poisoned_and_replaced(tried: Try) -> None:
    told, behind = survived(tried(b"s"))
    assert told.outcomes == ["accepted"] * 2
    assert told.poisoned == "Malformed: There is"
    assert behind.outcomes == ["accepted"] * 2 and behind.poisoned is None


def test_a_loop_ends_the_process_in_its_case(tried: Try) -> None:
    conversation = tried(b"l", hang_ns=200_000_000)
    assert (conversation.outcome, conversation.exit_status) == ("crashed", 3)
    case, hung = conversation.replies[-2:]
    assert (case.tag, case.count("index")) == ("case", 1)
    assert (hung.tag, hung.text("operation")) == ("hung", "decode")


def test_a_crash_of_the_virtual_machine_is_its_signal(tried: Try) -> None:
    conversation = tried(b"c")
    assert (conversation.outcome, conversation.exit_status) == ("crashed", -signal.SIGABRT)
    assert conversation.replies[-1].tag == "case"
    assert list(Path.cwd().glob("hs_err*")) == []
