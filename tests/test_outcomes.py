"""Outcomes: whose they are, and how a full disk is known by what a program says of it."""

import errno
import os
import re
from pathlib import Path

import pytest

from serbench.errors import CacheDamaged, DiskFull, Fault, fault_of
from serbench.outcomes import (
    NOT_OF_CODEC,
    OF_CODEC,
    hindrance_told,
    is_of_codec,
    of_failed,
    of_os_error,
    tells_full,
)

PROTOCOL = Path(__file__).parents[1] / "PROTOCOL.md"


@pytest.mark.parametrize(
    "said",
    [
        "The file data cannot be written: No space left on device.",
        "write /tmp/out: no space left on device",
        "Error: ENOSPC: no space left on device, write",
        'Os { code: 28, kind: StorageFull, message: "No space left on device" }',
        "java.io.IOException: Disk quota exceeded",
    ],
)
def test_a_full_disk_is_known_in_the_words_of_every_language(said: str) -> None:
    assert tells_full(said)
    assert of_failed("error", said) == "disk"
    # A value that differs differs, whatever the disk is like.
    assert of_failed("wrong", said) == "wrong"


@pytest.mark.parametrize(
    ("said", "outcome"),
    [
        ("warning: spurious network error (3 tries remaining): [6] Couldn't resolve host name", "harness"),
        (
            'Get "https://proxy.golang.org/a/@v/v1.mod": dial tcp: lookup proxy.golang.org: no such host',
            "harness",
        ),
        ("npm error code EAI_AGAIN", "harness"),
        ("[ERROR] Could not transfer artifact a:b:jar:1 from/to central: Connection refused", "harness"),
        ("WARNING: Retrying after NewConnectionError: Temporary failure in name resolution", "harness"),
        ("g++: fatal error: Killed signal terminated program cc1plus", "harness"),
        ("process didn't exit successfully: `rustc --crate-name a` (signal: 9, SIGKILL: kill)", "harness"),
        ("LLVM ERROR: IO failure on output stream: No space left on device", "disk"),
    ],
)
def test_a_build_that_the_machine_hinders_is_known(said: str, outcome: str) -> None:
    told = hindrance_told(f"Compiling a\n{said}\n")
    assert told is not None and told[0] == outcome
    assert hindrance_told("error[E0599]: no method named `connect` found for struct `Registry`") is None


def test_what_a_runner_says_of_itself_is_the_codecs() -> None:
    said = {word: of_failed(word, "It refuses.") for word in ("error", "wrong", "unsupported", "disk")}
    assert said == {"error": "wrong", "wrong": "wrong", "unsupported": "unsupported", "disk": None}


@pytest.mark.parametrize("said", ["OutOfMemoryError: Java heap space", "JavaScript heap out of memory"])
def test_a_full_heap_is_no_wrong_value(said: str) -> None:
    assert of_failed("error", said) == "crashed"
    assert of_failed("wrong", said) == "wrong"


def test_errors_of_our_own_files_are_no_codecs() -> None:
    assert of_os_error(OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))) == "disk"
    assert of_os_error(OSError(errno.EDQUOT, os.strerror(errno.EDQUOT))) == "disk"
    assert of_os_error(OSError(errno.EACCES, os.strerror(errno.EACCES))) == "harness"


def test_every_fault_has_its_outcome() -> None:
    assert {outcome: type(fault_of(outcome, "It.")) for outcome in NOT_OF_CODEC} == {
        "cache": CacheDamaged,
        "disk": DiskFull,
        "harness": Fault,
    }
    assert [is_of_codec(outcome) for outcome in ("ok", *OF_CODEC, *NOT_OF_CODEC)] == [True] * 7 + [False] * 3


def test_every_outcome_is_documented() -> None:
    text = PROTOCOL.read_text(encoding="utf-8")
    for outcome in (*OF_CODEC, *NOT_OF_CODEC):
        assert re.search(rf"`{outcome}` \(", text), outcome
