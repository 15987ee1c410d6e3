"""Measures what a codec makes of messages that its format's specification accepts, refuses or leaves open.

Example: RFC 8259 has no number ``01``. A reader that takes it accepts what must be refused.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from serbench.codecs.runner import Runner
from serbench.corpus.cache import write_corpus
from serbench.corpus.container import MESSAGES_MAGIC, ContainerWriter
from serbench.corpus.encoding import Encoder
from serbench.corpus.manifest import Corpus
from serbench.errors import SerbenchError
from serbench.facts.cases import MUST_ACCEPT, MUST_REFUSE, StrictCase
from serbench.record.row import Failure
from serbench.schema.model import Schema
from serbench.scratch import scratch_folder
from serbench.verification.verify import ObjectResult, check

# The value of the plain message of every format's cases.
PLAIN: dict[str, Any] = {"text": "t", "number": 1.5, "whole": 7, "truth": True, "list": [1, 2]}
ACCEPTED, REFUSED, OTHER_VALUE = "accepted", "refused", "other value"
DIED, HUNG = "died", "hung"
OUTCOMES = (ACCEPTED, REFUSED, OTHER_VALUE, DIED, HUNG)
TIMEOUT_S = 60.0
# Of a process with one small message; a reader that hangs on every message takes it for each.
ALONE_S = 10.0


@dataclass(frozen=True, slots=True)
class Strictness:
    """The outcome of a case: ``accepted``, ``refused``, ``died`` with its process, ``hung`` until that was
    stopped, or read as the ``other value`` than it must be; ``detail`` is the runner's sentence."""

    case: StrictCase
    outcome: str
    detail: str = ""

    @property
    def differs(self) -> bool:
        """Whether the specification says otherwise."""
        right = {MUST_ACCEPT: ACCEPTED, MUST_REFUSE: REFUSED}.get(self.case.says, self.outcome)
        return self.outcome != right or self.outcome in (DIED, HUNG)

    def to_json(self) -> dict[str, Any]:
        return {
            "case": self.case.name,
            "title": self.case.title,
            "clause": self.case.clause,
            "says": self.case.says,
            "checked_by": list(self.case.checked_by),
            "outcome": self.outcome,
            "differs": self.differs,
            "detail": self.detail,
            "message": self.case.message.hex(),
        }


def strictness_of(
    runner: Runner, schema: Schema, cases: Sequence[StrictCase], timeout_s: float = TIMEOUT_S
) -> list[Strictness]:
    """The outcomes of a format's cases. Raises SerbenchError where the codec does not read the plain
    message, the first one."""
    outcomes = outcomes_of(runner, schema, cases, timeout_s)
    if outcomes[0].outcome != ACCEPTED:
        raise SerbenchError(f"{runner.codec} does not read the plain message: {outcomes[0].detail}")
    return outcomes


def outcomes_of(
    runner: Runner, schema: Schema, cases: Sequence[StrictCase], timeout_s: float = TIMEOUT_S
) -> list[Strictness]:
    """The outcome of each case. All are asked of one process; if it dies or hangs, each has its own."""
    together = asked_at_once(runner, schema, cases, timeout_s)
    found: Sequence[ObjectResult | Failure]
    if isinstance(together, Failure):
        alone_s = min(timeout_s, ALONE_S)
        found = [_first(asked_at_once(runner, schema, [case], alone_s)) for case in cases]
    else:
        found = together
    return [_judged(case, one) for case, one in zip(cases, found, strict=True)]


def _first(found: list[ObjectResult] | Failure) -> ObjectResult | Failure:
    return found if isinstance(found, Failure) else found[0]


def asked_at_once(
    runner: Runner, schema: Schema, cases: Sequence[StrictCase], timeout_s: float
) -> list[ObjectResult] | Failure:
    """The results of cases that one process is asked, or the failure with which it ends."""
    with scratch_folder("strictness") as folder:
        messages = folder / "messages.bin"
        with ContainerWriter(messages, MESSAGES_MAGIC) as file:
            for case in cases:
                file.add(case.message)
        corpus = plain_corpus(folder, schema, [case.expected for case in cases])
        return check(runner, corpus, {"encoded": messages}, timeout_s)


def plain_corpus(folder: Path, schema: Schema, fields: Sequence[Mapping[str, Any]]) -> Corpus:
    """The plain object, once for each of these ``fields`` that it has in place of its own."""

    def objects() -> Iterator[tuple[tuple[str, ...], dict[str, Any], bytes]]:
        encoder = Encoder(schema)
        for own in fields:
            value = PLAIN | dict(own)
            yield (), value, encoder.encode(value)

    return write_corpus(folder, "facts", schema, 1, objects(), conformance=True)


def ended(found: Failure) -> str:
    """The outcome for a process that did not answer."""
    return HUNG if found.outcome == "timeout" else DIED


def _judged(case: StrictCase, found: ObjectResult | Failure) -> Strictness:
    if isinstance(found, Failure):
        return Strictness(case, ended(found), found.detail)
    if found.outcome == "error":
        return Strictness(case, REFUSED, found.detail)
    # What is open may also state a value: it tells one way to read it from the others.
    if found.outcome == "wrong" and (case.says == MUST_ACCEPT or case.expected):
        return Strictness(case, OTHER_VALUE, found.detail)
    return Strictness(case, ACCEPTED)
