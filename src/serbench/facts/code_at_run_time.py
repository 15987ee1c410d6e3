"""Measures whether a codec works where code may not be made while a program runs, as a page's policy forbids.

Example: a library that makes a decoder of a schema by ``new Function`` fails under the flag of its runtime
that forbids that, and is right without it.
"""

from dataclasses import replace

from serbench.codecs.runner import Runner
from serbench.corpus.manifest import Corpus
from serbench.languages import language_of
from serbench.record.row import Failure
from serbench.verification.verify import check

TIMEOUT_S = 60.0


def makes_code(runner: Runner, corpus: Corpus, timeout_s: float = TIMEOUT_S) -> bool | None:
    """Whether a codec fails where code may not be made. None where its language's runtime cannot forbid that,
    or the codec fails anyway."""
    flag = language_of(runner.codec).code_free_flag
    if not flag or not _is_right(runner, corpus, timeout_s):
        return None
    program, *words = runner.command
    return not _is_right(replace(runner, command=(program, flag, *words)), corpus, timeout_s)


def _is_right(runner: Runner, corpus: Corpus, timeout_s: float) -> bool:
    found = check(runner, corpus, {}, timeout_s)
    return not isinstance(found, Failure) and all(one.outcome == "ok" for one in found)
