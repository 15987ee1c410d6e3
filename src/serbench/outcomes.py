"""How a measurement ends: every outcome that a row or a failure may have, whoever is to blame."""

import errno
from types import MappingProxyType

OK = "ok"
CACHE, DISK, HARNESS = "cache", "disk", "harness"

OF_CODEC = MappingProxyType(
    {
        "build": "its runner does not compile",
        "crashed": "its runner died",
        "protocol": "its runner broke the protocol",
        "timeout": "its runner did not end in time",
        "unsupported": "the codec cannot do it",
        "wrong": "a value differs",
    }
)
# Faults that are not the codec's, with what a user can do. Their measurements are made again by --resume.
NOT_OF_CODEC = MappingProxyType(
    {
        CACHE: "the cache is damaged and could not be made again: mend what its sentence names",
        DISK: "the disk is full: make room",
        HARNESS: "a process could not be started, a file not be used or a registry not be reached: mend what"
        " its sentence names",
    }
)
# What a runner calls an error is, in the table, an operation that did not produce the value.
_OF_FAILED = MappingProxyType({"wrong": "wrong", "error": "wrong", "unsupported": "unsupported"})
# What else says so that runs a codec among others, as a driver or an engine does.
_OF_OTHERS = MappingProxyType({"malformed": "wrong", "crashed": "crashed", "timeout": "timeout"})
# The last is that of a user's limit (`ulimit -f`).
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
# A program that fails for want of room says so in the words of the C library or of its language.
_FULL_WORDS = ("no space left on device", "disk quota exceeded", "enospc", "edquot")
# In the words of cargo's and the C library's resolver, Go, Maven, npm and pip.
_UNREACHABLE_WORDS = (
    "could not resolve host", "couldn't resolve host", "name or service not known", "unknown host",
    "no such host",
    "temporary failure in name resolution", "couldn't connect to server", "could not connect to server",
    "failed to establish a new connection", "spurious network error", "network is unreachable",
    "no route to host", "connection refused", "connection timed out", "connect timed out", "i/o timeout",
    "tls handshake timeout", "timeout was reached", "service unavailable", "bad gateway", "gateway timeout",
    "enotfound", "eai_again", "econnrefused", "econnreset", "etimedout", "enetunreach", "in offline mode",
)  # fmt: skip
# What runtimes with a heap of their own say where it is full.
HEAP_WORDS = ("OutOfMemoryError", "heap out of memory")
# A compiler that needs more memory than there is: in the words of GCC, cargo and Go.
_KILLED_WORDS = ("killed signal terminated program", "signal: 9, sigkill", "signal: killed")
_TOLD = (
    (DISK, "a disk is full", _FULL_WORDS),
    (HARNESS, "a registry cannot be reached", _UNREACHABLE_WORDS),
    (HARNESS, "the system has killed its compiler", _KILLED_WORDS),
)


def is_of_codec(outcome: str) -> bool:
    """Whether an outcome says something about the codec."""
    return outcome not in NOT_OF_CODEC


def of_failed(said: str, detail: str, among_others: bool = False) -> str | None:
    """The outcome for what a runner says in a line ``failed``; None for a word that it must not say. What
    runs a codec ``among_others`` may say more."""
    outcome = _OF_FAILED.get(said) or (_OF_OTHERS.get(said) if among_others else None)
    if outcome == "wrong" and said == "error" and any(words in detail for words in HEAP_WORDS):
        return "crashed"
    return DISK if outcome and said in ("error", "crashed") and tells_full(detail) else outcome


def of_os_error(error: OSError) -> str:
    """The outcome of what an error of the orchestrator's own files hinders."""
    return DISK if is_full(error) else HARNESS


def is_full(error: OSError) -> bool:
    """Whether an error is that of a disk without room."""
    return error.errno in _FULL


def tells_full(said: str) -> bool:
    """Whether what a program says is that a disk has no room."""
    lowered = said.lower()
    return any(words in lowered for words in _FULL_WORDS)


def hindrance_told(said: str) -> tuple[str, str] | None:
    """The outcome and the reason, where a tool that builds says that the machine hinders it and no code; None
    where it does not."""
    lowered = said.lower()
    return next(
        ((outcome, why) for outcome, why, words in _TOLD if any(each in lowered for each in words)), None
    )
