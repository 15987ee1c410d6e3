"""Errors that reach the user as one clear sentence; everything else is a defect of serbench."""

import difflib
import errno
from collections.abc import Iterable


class SerbenchError(Exception):
    """An error whose text is shown to the user verbatim.

    ``exit_status`` follows the design: 2 when nothing could be done, 1 when something was.
    """

    exit_status = 2


class BadInput(SerbenchError):
    """Arguments or input with which nothing can be done."""


class Fault(SerbenchError):
    """A fault around a codec, not of the codec.
    ``outcome`` is the outcome of the work that it hindered (serbench.outcomes)."""

    outcome = "harness"


class DiskFull(Fault):
    """A disk without room for what had to be written; the text names the folder."""

    outcome = "disk"


class CacheDamaged(Fault):
    """An entry of the cache that is not what it was, and that could not be made again."""

    outcome = "cache"


def fault_of(outcome: str, sentence: str) -> Fault:
    """The fault with this outcome."""
    return next(kind for kind in (DiskFull, CacheDamaged, Fault) if kind.outcome == outcome)(sentence)


class Incomplete(SerbenchError):
    """Work that ended early; what was done is kept."""

    exit_status = 1


def did_you_mean(
    name: str, known: Iterable[str], otherwise: str, cutoff: float = 0.6, prefix: str = ""
) -> str:
    """The hint in the message about an unknown name: the nearest one that is known, if one is near enough."""
    near = difflib.get_close_matches(name, list(known), n=1, cutoff=cutoff)
    return f"did you mean {prefix}{near[0]}?" if near else otherwise


_REASONS = {errno.ENOSPC: "the disk is full", errno.EDQUOT: "the disk quota is used up"}


def reason_of(error: OSError) -> str:
    """Why the operating system refused, in its words or clearer ones."""
    return _REASONS.get(error.errno or 0) or error.strerror or str(error)
